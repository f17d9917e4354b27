// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every pair of canonical operands through a modular multiplier, ports a_i, b_i and product_o, a pair a cycle: row
// after row of a, all b in each. A result is compared with (a * scale % q) * b % q in plain integers.

#include "common.hpp"

namespace twd {

struct ExhaustJob {
  uint64_t q;
  uint64_t scale;    // factor that the multiplier leaves in its result
  uint64_t latency;  // cycles from operands to result, at least 1
  uint64_t first;    // rows a = first ... last - 1
  uint64_t last;
  // Results; of the first difference, where there is one.
  uint64_t compared;
  uint64_t a;
  uint64_t b;
  uint64_t got;
  uint64_t expected;
  char message[kMessageSize];
};

enum { kSame = 0, kDifferent = 1, kStopped = 2 };

int run_exhaust(ExhaustJob* job) {
  Model model(0, false, nullptr);
  Vtop& top = model.top();
  const uint32_t q = static_cast<uint32_t>(job->q);
  uint32_t next_a = static_cast<uint32_t>(job->first);
  uint32_t next_b = 0;
  const auto cycle = [&] {
    top.a_i = next_a;
    top.b_i = next_b;
    if (++next_b == q) {
      next_b = 0;
      if (next_a + 1 < job->last) ++next_a;
    }
    top.clk_i = 0;
    model.eval();
    top.clk_i = 1;
    model.eval();
  };

  top.en_i = 1;
  for (uint64_t i = 1; i < job->latency; ++i) cycle();
  for (uint64_t a = job->first; a < job->last; ++a) {
    const uint32_t row = static_cast<uint32_t>(a * job->scale % q);
    for (uint32_t b = 0; b < q; ++b) {
      cycle();
      const uint64_t expected = static_cast<uint64_t>(row) * b % q;
      if (top.product_o != expected) {
        job->a = a;
        job->b = b;
        job->got = top.product_o;
        job->expected = expected;
        return kDifferent;
      }
      ++job->compared;
    }
  }
  if (!model.stopped()) return kSame;
  std::snprintf(job->message, kMessageSize, "%s", monitor().log.c_str());
  return kStopped;
}

}  // namespace twd

TWD_EXPORT int twd_run_exhaust(twd::ExhaustJob* job) {
  try {
    return twd::run_exhaust(job);
  } catch (const twd::Fatal&) {
    std::snprintf(job->message, twd::kMessageSize, "%s", twd::monitor().log.c_str());
    return twd::kStopped;
  }
}
