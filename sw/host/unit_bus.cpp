// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Bus and DMA of the driver of the polynomial unit on the host, module unit_top of twiddle.bundle.wrap.unit_top: three queues
// of polynomials, moved a beat of a stream at a time. tests/unit_driver_cases.py calls these functions, those of bench.h
// and those of the driver.

#include <cstring>
#include <deque>

#include "bench.h"
#include "twiddle_unit.h"

namespace {

struct Polynomial {
  uint8_t* data;
  size_t left;  // bytes
  bool last;
};

// Words of a beat: one word, or an array.
template <typename T>
uint8_t* bytes(T& port) {
  return reinterpret_cast<uint8_t*>(&port);
}

struct UnitBench : Bench {
  std::deque<Polynomial> queues[3];  // load, operand, store
  size_t beat = 0;                   // bytes
  size_t n = 0, place = 0;
  bool stopped = false;              // the DMA does nothing

  using Bench::Bench;

  void offer(std::deque<Polynomial>& queue, CData& valid, CData& last, uint8_t* data) {
    if (queue.empty() || stopped) {
      valid = 0;
      return;
    }
    if (valid || pause()) return;  // what was offered stays
    std::memcpy(data, queue.front().data, beat);
    last = queue.front().last && queue.front().left == beat;
    valid = 1;
  }

  static void step(std::deque<Polynomial>& queue, size_t count) {
    queue.front().data += count;
    queue.front().left -= count;
    if (queue.front().left == 0) queue.pop_front();
  }

  void streams() override {
    offer(queues[0], top->load_axis_tvalid, top->load_axis_tlast, bytes(top->load_axis_tdata));
    offer(queues[1], top->operand_axis_tvalid, top->operand_axis_tlast, bytes(top->operand_axis_tdata));
    std::memset(bytes(top->load_axis_tkeep), 0xff, (beat + 7) / 8);
    std::memset(bytes(top->operand_axis_tkeep), 0xff, (beat + 7) / 8);
    if (beat < 8) top->load_axis_tkeep = top->operand_axis_tkeep = static_cast<uint8_t>((1 << beat) - 1);
    top->store_axis_tready = !queues[2].empty() && !stopped && !pause();
    top->eval();
    const bool load = top->load_axis_tvalid && top->load_axis_tready;
    const bool operand = top->operand_axis_tvalid && top->operand_axis_tready;
    const bool store = top->store_axis_tvalid && top->store_axis_tready;
    if (load) step(queues[0], beat);
    if (operand) step(queues[1], beat);
    if (store) {
      const bool ends = queues[2].front().left == beat;
      if (ends && queues[2].front().last != static_cast<bool>(top->store_axis_tlast) && !broken[0]) {
        std::snprintf(broken, sizeof broken, "TLAST of a result is wrong");
      }
      std::memcpy(queues[2].front().data, bytes(top->store_axis_tdata), beat);
      step(queues[2], beat);
    }
    taken[0] = load;
    taken[1] = operand;
  }

  void after() override {
    if (taken[0]) top->load_axis_tvalid = 0;
    if (taken[1]) top->operand_axis_tvalid = 0;
  }

  void move(int queue, uint8_t* polynomial, bool pair, bool last) {
    queues[queue].push_back({polynomial, n * (pair ? 16 : place) / 8, last});
  }

 private:
  bool taken[2] = {false, false};
};

UnitBench& unit_bench() { return static_cast<UnitBench&>(*bench); }

void send(void*, twd_unit_port port, const void* polynomial, int pair, int last) {
  unit_bench().move(port, static_cast<uint8_t*>(const_cast<void*>(polynomial)), pair, last);
}

void receive(void*, void* polynomial, int pair, int last) {
  unit_bench().move(2, static_cast<uint8_t*>(polynomial), pair, last);
}

int moving(void*) {
  bool found = false;
  for (const auto& queue : unit_bench().queues) found |= !queue.empty();
  return found;
}

const twd_unit_dma kDma = {send, receive, moving, nullptr};

}  // namespace

// The unit after reset; n coefficients of place bits, beats of so many bytes.
EXPORT void host_open(uint32_t seed, uint32_t pauses, uint32_t n, uint32_t place, uint32_t beat) {
  auto* made = new UnitBench(seed);
  made->n = n;
  made->place = place;
  made->beat = beat;
  start(made, pauses);
}

EXPORT const twd_unit_dma* host_dma() { return &kDma; }

// The DMA forgets what it has, and moves nothing while 1.
EXPORT void host_stop_dma(int stopped) {
  unit_bench().stopped = stopped != 0;
  for (auto& queue : unit_bench().queues) queue.clear();
}

uint32_t twd_unit_bus_read(const twd_unit* unit, uint32_t offset) {
  uint32_t value = 0;
  bench->access(false, static_cast<uint32_t>(unit->base) + offset, 0, 0, &value);
  return value;
}

void twd_unit_bus_write(const twd_unit* unit, uint32_t offset, uint32_t value) {
  bench->access(true, static_cast<uint32_t>(unit->base) + offset, value, 15, nullptr);
}
