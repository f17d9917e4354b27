// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// The bus of the driver on the host, and with TWD_STREAMS the AXI4-Streams of 64 bits, of a module of
// twiddle.bundle.wrap.top.Wrapper. tests/driver_cases.py calls these functions, those of bench.h and those of the driver.

#include "bench.h"
#include "twiddle.h"

#ifdef TWD_STREAMS
#include <deque>

namespace {

struct Beat {
  uint64_t data;
  uint8_t user;
  bool last;
};

struct Host : Bench {
  std::deque<Beat> sent[2], received;  // of a and b; of c

  using Bench::Bench;

  void streams() override {
    top->a_axis_tkeep = top->b_axis_tkeep = 0xff;
    top->a_axis_tvalid = offered(0, top->a_axis_tvalid);
    top->b_axis_tvalid = offered(1, top->b_axis_tvalid);
    if (top->a_axis_tvalid) {
      top->a_axis_tdata = sent[0].front().data;
      top->a_axis_tlast = sent[0].front().last;
      top->a_axis_tuser = sent[0].front().user;
    }
    if (top->b_axis_tvalid) {
      top->b_axis_tdata = sent[1].front().data;
      top->b_axis_tlast = sent[1].front().last;
    }
    top->c_axis_tready = !pause();
    top->eval();
    if (top->c_axis_tvalid && top->c_axis_tready) {
      received.push_back({top->c_axis_tdata, top->c_axis_tuser, top->c_axis_tlast != 0});
    }
    taken[0] = top->a_axis_tvalid && top->a_axis_tready;
    taken[1] = top->b_axis_tvalid && top->b_axis_tready;
  }

  void after() override {
    if (taken[0]) sent[0].pop_front();
    if (taken[1]) sent[1].pop_front();
  }

 private:
  bool taken[2] = {false, false};

  // What was offered and not taken stays.
  bool offered(int stream, bool before) {
    return !sent[stream].empty() && ((before && !taken[stream]) || !pause());
  }
};

Host& host() { return static_cast<Host&>(*bench); }

}  // namespace

// Sends beats on a (0) or b (1); the last of them ends a frame where last is 1.
EXPORT void host_send(int stream, const uint64_t* beats, uint32_t count, uint32_t user, int last) {
  for (uint32_t i = 0; i < count; ++i) {
    host().sent[stream].push_back({beats[i], static_cast<uint8_t>(user), last && i + 1 == count});
  }
}

// Waits for a frame of so many beats; returns its TUSER, or -1 where none came, or one of another length.
EXPORT int host_receive(uint64_t* beats, uint32_t count) {
  auto& found = host().received;
  for (int left = 100000; found.size() < count; --left) {
    if (left == 0) return -1;
    bench->tick();
  }
  int user = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (found.front().last != (i + 1 == count)) return -1;
    beats[i] = found.front().data;
    user = found.front().user;
    found.pop_front();
  }
  return user;
}
#else
using Host = Bench;
#endif

EXPORT void host_open(uint32_t seed, uint32_t pauses) { start(new Host(seed), pauses); }

uint32_t twd_bus_read(const twd_dev* dev, uint32_t offset) {
  uint32_t value = 0;
  bench->access(false, static_cast<uint32_t>(dev->base) + offset, 0, 0, &value);
  return value;
}

void twd_bus_write(const twd_dev* dev, uint32_t offset, uint32_t value) {
  bench->access(true, static_cast<uint32_t>(dev->base) + offset, value, 15, nullptr);
}
