// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// bench.h: a Verilated module on the host; every access of its AXI4-Lite bus is a pair of handshakes. The module has the
// ports of twiddle.bundle.wrap.top.Wrapper or twiddle.bundle.wrap.unit_top. One source file of a library includes this file.

#ifndef BENCH_H
#define BENCH_H

#include <cstdint>
#include <cstdio>
#include <memory>

#include "Vtop.h"
#include "verilated.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

constexpr int kLimit = 1000;  // cycles within which every access is answered
char broken[256];             // the first assertion that failed, or that an access was not answered

struct Bench {
  std::unique_ptr<VerilatedContext> context{new VerilatedContext};
  std::unique_ptr<Vtop> top;
  uint64_t random;
  uint32_t pauses = 0;  // of 256 cycles, those in which one side of a channel pauses
  int64_t cycle = 0;
  uint32_t refused = 0;  // accesses that were answered with an error
  int zeroize_after = -1;  // accesses until the pin zeroize is pulsed
  int zeroize_in = -1;     // cycles until then

  explicit Bench(uint32_t seed) : random(seed) {
    context->randReset(2);
    context->randSeed(static_cast<int>(seed & 0x7fffffff));
    top.reset(new Vtop(context.get(), "TOP"));
  }
  virtual ~Bench() = default;

  // Drives what is not of the bus, before and after the rising edge of every cycle.
  virtual void streams() {}
  virtual void after() {}

  void reset() {
    top->clk = 0;
    top->rst_n = 1;
    top->zeroize = 0;
    top->s_axil_awvalid = top->s_axil_wvalid = top->s_axil_arvalid = 0;
    top->s_axil_bready = top->s_axil_rready = 0;
    top->eval();
    top->rst_n = 0;  // before the first edge: assertions are off as soon as it is low
    top->eval();
    for (int i = 0; i < 3; ++i) tick();
    top->rst_n = 1;
    tick();
  }

  void tick() {
    top->zeroize = zeroize_in == 0;
    if (zeroize_in >= 0) --zeroize_in;
    streams();
    top->clk = 1;
    top->eval();
    after();
    top->clk = 0;
    top->eval();
    context->timeInc(1);
    ++cycle;
  }

  uint32_t next() {  // splitmix64
    uint64_t z = (random += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return static_cast<uint32_t>((z ^ (z >> 31)) >> 16);
  }
  bool pause() { return pauses != 0 && (next() & 255) < pauses; }

  int timeout(uint32_t address) {
    if (!broken[0]) std::snprintf(broken, sizeof broken, "no answer for %#x", static_cast<unsigned>(address));
    return -1;
  }

  // One access; returns its response, or -1 without an answer. Inputs change after the falling edge.
  int access(bool write, uint32_t address, uint32_t data, uint32_t strobes, uint32_t* found) {
    if (zeroize_after >= 0 && zeroize_after-- == 0) {
      zeroize_in = 0;
      tick();
    }
    bool asked = false;
    bool sent = !write;
    for (int left = kLimit + 20 * static_cast<int>(pauses); left > 0; --left) {
      if (!asked && !top->s_axil_awvalid && !top->s_axil_arvalid && !pause()) {
        (write ? top->s_axil_awaddr : top->s_axil_araddr) = static_cast<uint16_t>(address);
        (write ? top->s_axil_awvalid : top->s_axil_arvalid) = 1;
      }
      if (!sent && !top->s_axil_wvalid && !pause()) {
        top->s_axil_wdata = data;
        top->s_axil_wstrb = static_cast<uint8_t>(strobes);
        top->s_axil_wvalid = 1;
      }
      CData& ready = write ? top->s_axil_bready : top->s_axil_rready;
      ready = !pause();
      top->eval();
      const bool took_address = write ? top->s_axil_awvalid && top->s_axil_awready
                                      : top->s_axil_arvalid && top->s_axil_arready;
      const bool took_data = top->s_axil_wvalid && top->s_axil_wready;
      const bool answered = ready && (write ? top->s_axil_bvalid : top->s_axil_rvalid);
      const int response = write ? top->s_axil_bresp : top->s_axil_rresp;
      if (answered && found) *found = top->s_axil_rdata;
      tick();
      if (took_address) {
        asked = true;
        top->s_axil_awvalid = top->s_axil_arvalid = 0;
      }
      if (took_data) {
        sent = true;
        top->s_axil_wvalid = 0;
      }
      if (answered) {
        ready = 0;
        refused += response != 0;
        return asked && sent ? response : timeout(address);
      }
    }
    return timeout(address);
  }
};

std::unique_ptr<Bench> bench;

// After reset, with random contents; pauses: of 256 cycles, on either side of each channel.
void start(Bench* made, uint32_t pauses) {
  broken[0] = 0;
  bench.reset(made);
  bench->reset();
  bench->pauses = pauses;
}

}  // namespace

void vl_finish(const char*, int, const char*) {}
void vl_stop(const char* file, int line, const char*) {
  if (!broken[0]) std::snprintf(broken, sizeof broken, "assertion failed at %s:%d", file, line);
}
void vl_fatal(const char* file, int line, const char*, const char* message) {
  if (!broken[0]) std::snprintf(broken, sizeof broken, "%s:%d: %s", file, line, message);
}

// What went wrong since host_open; empty for nothing.
EXPORT const char* host_broken() { return broken; }

// Accesses of the driver and of host_accesses that were answered with an error.
EXPORT uint32_t host_refused() { return bench->refused; }

EXPORT int host_irq() { return bench->top->irq; }

// Runs until the interrupt is raised, at most `limit` cycles; returns the cycles.
EXPORT int host_wait_irq(int limit) {
  int cycles = 0;
  for (; cycles < limit && !bench->top->irq; ++cycles) bench->tick();
  return cycles;
}

// Cycles since host_open.
EXPORT uint32_t host_cycles() { return static_cast<uint32_t>(bench->cycle); }

EXPORT void host_tick(int cycles) {
  while (cycles-- > 0) bench->tick();
}

// Pulses the pin zeroize before the access after the next `accesses` ones.
EXPORT void host_zeroize_after(int accesses) { bench->zeroize_after = accesses; }

// Pulses it in the cycle after the next `cycles` ones, whatever the bus does.
EXPORT void host_zeroize_in(int cycles) { bench->zeroize_in = cycles; }

// Accesses one after the other: responses and the words that were read.
EXPORT void host_accesses(uint32_t count, const uint8_t* write, const uint32_t* address, const uint32_t* data,
                          const uint8_t* strobes, uint8_t* response, uint32_t* found) {
  for (uint32_t i = 0; i < count; ++i) {
    found[i] = 0;
    response[i] = static_cast<uint8_t>(bench->access(write[i] != 0, address[i], data[i], strobes[i], &found[i]));
  }
}

#endif
