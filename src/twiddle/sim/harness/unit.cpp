// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Drives any fully pipelined arithmetic unit: one element an enabled cycle, results aligned by the latency.
// drive() and collect() are generated from the port list: word t of each input array, word t of each output.

#include "common.hpp"

namespace twd {

struct UnitJob {
  uint64_t count;                 // elements
  uint64_t latency;               // enabled cycles from operands to result
  uint64_t disable;               // probability of a cycle with en_i = 0, times 2^32
  uint64_t seed;
  uint64_t random_state;
  const uint64_t* const* inputs;  // one array a port
  uint64_t* const* outputs;
  const char* waveform;
  // Results.
  uint64_t cycle;
  char message[kMessageSize];
};

int run_unit(UnitJob* job) {
  Model model(job->seed, job->random_state != 0, job->waveform);
  Vtop& top = model.top();
  Rng rng(job->seed);
  uint64_t previous[kOutputWords];
  uint64_t frozen[kOutputWords];

  const auto fail = [job](const char* message) {
    std::snprintf(job->message, kMessageSize, "%s", message);
    return 1;
  };
  const auto low = [&]([[maybe_unused]] bool enabled, uint64_t element) {
    drive(top, job->inputs, element);
#if TWD_HAS_EN
    top.en_i = enabled;
#endif
#if TWD_HAS_CLK
    top.clk_i = 0;
#endif
    model.step();
  };
  const auto high = [&] {
#if TWD_HAS_CLK
    top.clk_i = 1;
    model.step();
#endif
  };

  // Fill the pipe with a legal element while nothing is checked, in and then out of reset where there is one.
  model.context().assertOn(false);
#if TWD_HAS_RST
  top.rst_ni = 0;
  for (int i = 0; i < 4; ++i) {
    low(true, 0);
    high();
  }
  top.rst_ni = 1;
#endif
  for (uint64_t i = 0; i < job->latency + 1; ++i) {
    low(true, 0);
    high();
  }
  model.context().assertOn(true);

  uint64_t sent = 0;
  bool was_frozen = false;
  for (uint64_t cycle = 0; sent < job->count + job->latency; ++cycle) {
    job->cycle = cycle;
    const bool enabled = !rng.chance(job->disable);
    const uint64_t wanted = enabled ? sent : sent + 1 + (rng.next() & 7);
    const uint64_t element = wanted < job->count ? wanted : 0;
    low(enabled, element);
    if (was_frozen && job->latency != 0) {
      collect_row(top, frozen);
      if (__builtin_memcmp(frozen, previous, sizeof frozen) != 0) return fail("an output changed while en_i was 0");
    }
    was_frozen = !enabled;
    if (!enabled) {
      collect_row(top, previous);
    } else {
      if (sent >= job->latency) collect(top, job->outputs, sent - job->latency);
      ++sent;
    }
    high();
    if (model.stopped()) return fail(monitor().log.c_str());
  }
  return 0;
}

}  // namespace twd

TWD_EXPORT int twd_run_unit(twd::UnitJob* job) {
  try {
    return twd::run_unit(job);
  } catch (const twd::Fatal&) {
    std::snprintf(job->message, twd::kMessageSize, "%s", twd::monitor().log.c_str());
    return 1;
  }
}
