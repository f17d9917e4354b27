// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every pair of canonical operands through a modular multiplier, ports a_i, b_i and product_o, a pair a cycle: row
// after row of a, all b in each. A result is compared with (a * scale % q) * b % q in plain integers. The result may
// be product_lazy_o, signed, from -q to q; a second lane, in the upper halves of the ports, takes q - 1 - a and b.

#include "common.hpp"
#include "twd_build.hpp"

namespace twd {

struct ExhaustJob {
  uint64_t q;
  uint64_t scale;    // factor that the multiplier leaves in its result
  uint64_t latency;  // cycles from operands to result, at least 1
  uint64_t lanes;    // 1 or 2
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

// The residue of one lane, of `bits` bits each, by whichever port there is.
template <typename Top>
auto residue(const Top& top, uint64_t, uint32_t bits, uint32_t lane) -> decltype(uint64_t{top.product_o}) {
  return (static_cast<uint64_t>(top.product_o) >> (lane * bits)) & ((uint64_t{1} << bits) - 1);
}

template <typename Top>
auto residue(const Top& top, uint64_t q, uint32_t bits, uint32_t) -> decltype(uint64_t{top.product_lazy_o}) {
  const bool negative = (top.product_lazy_o >> bits) & 1;
  return negative ? top.product_lazy_o + q - (uint64_t{2} << bits) : top.product_lazy_o;
}

enum { kSame = 0, kDifferent = 1, kStopped = 2 };

int run_exhaust(ExhaustJob* job) {
  Model model(0, false, nullptr);
  Vtop& top = model.top();
  const uint32_t q = static_cast<uint32_t>(job->q);
  const uint32_t lanes = static_cast<uint32_t>(job->lanes);
  uint32_t bits = 0;
  while ((q - 1) >> bits) ++bits;
  uint32_t next_a = static_cast<uint32_t>(job->first);
  uint32_t next_b = 0;
  const auto cycle = [&] {
    top.a_i = lanes == 2 ? next_a | (q - 1 - next_a) << bits : next_a;
    top.b_i = lanes == 2 ? next_b | next_b << bits : next_b;
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
    const uint64_t rows[2] = {a * job->scale % q, (q - 1 - a) * job->scale % q};
    for (uint32_t b = 0; b < q; ++b) {
      cycle();
      for (uint32_t lane = 0; lane < lanes; ++lane) {
        const uint64_t expected = rows[lane] * b % q;
        const uint64_t got = residue(top, job->q, bits, lane);
        if (got != expected) {
          job->a = lane ? q - 1 - a : a;
          job->b = b;
          job->got = got;
          job->expected = expected;
          return kDifferent;
        }
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
