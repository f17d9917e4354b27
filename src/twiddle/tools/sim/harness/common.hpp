// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the harnesses share: random numbers, access to ports of any width, probes, the model with its waveform.

#ifndef TWD_COMMON_HPP
#define TWD_COMMON_HPP

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "monitor.hpp"
#include "verilated.h"
#include "verilated_syms.h"
#if TWD_TRACE_VCD
#include "verilated_vcd_c.h"
using Tracer = VerilatedVcdC;
#elif TWD_TRACE_FST
#include "verilated_fst_c.h"
using Tracer = VerilatedFstC;
#endif

namespace twd {

// xoshiro-quality is not needed here: splitmix64 (Steele, Lea, Flood 2014), one addition and three xor-shifts.
class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // True with probability threshold / 2^32; draws nothing when that is 0.
  bool chance(uint64_t threshold) { return threshold != 0 && (next() >> 32) < threshold; }

 private:
  uint64_t state_;
};

// Ports: bits are kept as 32-bit words, least significant first.
template <class Scalar>
void store(Scalar& port, const uint32_t* words) {
  port = static_cast<Scalar>(words[0]);
}
inline void store(QData& port, const uint32_t* words) { port = words[0] | static_cast<QData>(words[1]) << 32; }
template <std::size_t N>
void store(VlWide<N>& port, const uint32_t* words) {
  for (std::size_t i = 0; i < N; ++i) port[i] = words[i];
}
template <class Scalar>
void load(const Scalar& port, uint32_t* words) {
  words[0] = port;
}
inline void load(const QData& port, uint32_t* words) {
  words[0] = static_cast<uint32_t>(port);
  words[1] = static_cast<uint32_t>(port >> 32);
}
template <std::size_t N>
void load(const VlWide<N>& port, uint32_t* words) {
  for (std::size_t i = 0; i < N; ++i) words[i] = port[i];
}

// A signal inside the model, packed or an array of packed elements, read as 64-bit words.
class Probe {
 public:
  bool find(const VerilatedContext& context, const char* scope, const char* name) {
    const VerilatedScope* const where = context.scopeFind(scope);
    const VerilatedVar* const var = where ? where->varFind(name) : nullptr;
    if (!var) return false;
    data_ = static_cast<const uint8_t*>(var->datap());
    bits_ = static_cast<unsigned>(var->entBits());
    stride_ = bits_ <= 8 ? 1 : bits_ <= 16 ? 2 : bits_ <= 32 ? 4 : bits_ <= 64 ? 8 : (bits_ + 31) / 32 * 4;
    elements_ = var->totalSize() / stride_;
    return true;
  }
  size_t words() const { return elements_ * ((bits_ + 63) / 64); }
  bool high() const { return *data_ & 1; }
  void sample(std::vector<uint64_t>& out) const {
    for (size_t i = 0; i < elements_; ++i) {
      for (unsigned done = 0; done < stride_; done += 8) {
        uint64_t word = 0;
        __builtin_memcpy(&word, data_ + i * stride_ + done, stride_ - done < 8 ? stride_ - done : 8);
        out.push_back(word);
      }
    }
  }

 private:
  const uint8_t* data_ = nullptr;
  unsigned bits_ = 0;
  unsigned stride_ = 0;
  size_t elements_ = 0;
};

// A model with its context, clock and optional waveform. Access, generated for each build (see build.py), names
// the class of the top module and sets its clock and reset, where it has them.
template <class Access>
class ModelOf {
 public:
  using Top = typename Access::Top;

  ModelOf(uint64_t seed, bool random_state, const char* waveform) : context_(new VerilatedContext) {
    monitor() = Monitor();
    context_->randReset(random_state ? 2 : 0);
    context_->randSeed(static_cast<int>(seed & 0x7FFFFFFF));
#if TWD_TRACE_VCD || TWD_TRACE_FST
    context_->traceEverOn(true);
#endif
    top_.reset(new Top(context_.get(), "TOP"));
#if TWD_TRACE_VCD || TWD_TRACE_FST
    if (waveform) {
      tracer_.reset(new Tracer);
      top_->trace(tracer_.get(), 99);
      tracer_->open(waveform);
    }
#else
    (void)waveform;
#endif
    Access::clock(*top_, 0);
    // Flip-flops with an asynchronous reset are in reset as soon as it is low, also at power-up. A two-state model has
    // no edge from X to 0: it starts out of reset, so that the harness makes a falling edge.
    Access::reset(*top_, 1);
    top_->eval();
  }
  ~ModelOf() {
#if TWD_TRACE_VCD || TWD_TRACE_FST
    if (tracer_) tracer_->close();
#endif
    top_->final();
  }
  ModelOf(const ModelOf&) = delete;
  ModelOf& operator=(const ModelOf&) = delete;

  Top& top() { return *top_; }
  VerilatedContext& context() { return *context_; }
  // Past the first evaluation the locks around Top::eval() guard nothing that a single-threaded model without
  // classes uses, and they cost as much as a small model itself.
  void eval() {
#if TWD_TRACE_VCD || TWD_TRACE_FST
    top_->eval();
#else
    Access::eval(*top_);
#endif
  }
  // Evaluates and, with a waveform, writes one time step.
  void step() {
    eval();
    context_->timeInc(1);
#if TWD_TRACE_VCD || TWD_TRACE_FST
    if (tracer_) tracer_->dump(context_->time());
#endif
  }
  bool stopped() const { return monitor().stopped; }

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Top> top_;
#if TWD_TRACE_VCD || TWD_TRACE_FST
  std::unique_ptr<Tracer> tracer_;
#endif
};

}  // namespace twd

#endif
