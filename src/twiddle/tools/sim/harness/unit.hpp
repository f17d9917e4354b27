// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// An arithmetic unit as unit.cpp drives it. A library holds several, each a model of its own.

#ifndef TWD_UNIT_HPP
#define TWD_UNIT_HPP

#include "common.hpp"

namespace twd {

class Unit {
 public:
  virtual ~Unit() = default;
  virtual bool has_reset() const = 0;
  virtual unsigned output_words() const = 0;
  // First and second half of a clock cycle, word `element` of each input array on the data ports.
  virtual void low(const uint64_t* const* inputs, uint64_t element, bool enabled) = 0;
  virtual void high() = 0;
  virtual void reset(bool value) = 0;
  // The data outputs: as word `element` of each output array, or one after the other.
  virtual void collect(uint64_t* const* outputs, uint64_t element) = 0;
  virtual void collect_row(uint64_t* row) = 0;
  virtual VerilatedContext& context() = 0;
  // A variable of the model, by its number in the build; and all values that follow from its registers.
  virtual uint8_t* member(uint64_t index) = 0;
  virtual void settle() = 0;
};

// Access as for ModelOf, with the data ports: drive(), collect() and collect_row() are generated from the port list.
template <class Access>
class UnitOf final : public Unit {
 public:
  UnitOf(uint64_t seed, bool random_state, const char* waveform) : model_(seed, random_state, waveform) {}
  bool has_reset() const override { return Access::kReset; }
  unsigned output_words() const override { return Access::kOutputWords; }
  void low(const uint64_t* const* inputs, uint64_t element, bool enabled) override {
    Access::drive(model_.top(), inputs, element);
    Access::enable(model_.top(), enabled);
    Access::clock(model_.top(), 0);
    model_.step();
  }
  void high() override {
    if (!Access::kClock) return;
    Access::clock(model_.top(), 1);
    model_.step();
  }
  void reset(bool value) override { Access::reset(model_.top(), value); }
  void collect(uint64_t* const* outputs, uint64_t element) override {
    Access::collect(model_.top(), outputs, element);
  }
  void collect_row(uint64_t* row) override { Access::collect_row(model_.top(), row); }
  VerilatedContext& context() override { return model_.context(); }
  uint8_t* member(uint64_t index) override { return Access::member(model_.top(), index); }
  void settle() override { Access::settle(model_.top()); }

 private:
  ModelOf<Access> model_;
};

// A unit of the library by its number; generated (see build.py).
std::unique_ptr<Unit> make_unit(uint64_t index, uint64_t seed, bool random_state, const char* waveform);

}  // namespace twd

#endif
