// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Drives any fully pipelined arithmetic unit: one element an enabled cycle, results aligned by the latency.
// Compiled once for all builds.

#include "unit.hpp"

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

int run_unit(UnitJob* job, Unit& unit) {
  Rng rng(job->seed);
  std::vector<uint64_t> previous(unit.output_words());
  std::vector<uint64_t> frozen(unit.output_words());

  const auto fail = [job](const char* message) {
    std::snprintf(job->message, kMessageSize, "%s", message);
    return 1;
  };

  // Fill the pipe with a legal element while nothing is checked, in and then out of reset where there is one.
  unit.context().assertOn(false);
  if (unit.has_reset()) {
    unit.reset(false);
    for (int i = 0; i < 4; ++i) {
      unit.low(job->inputs, 0, true);
      unit.high();
    }
    unit.reset(true);
  }
  for (uint64_t i = 0; i < job->latency + 1; ++i) {
    unit.low(job->inputs, 0, true);
    unit.high();
  }
  unit.context().assertOn(true);

  uint64_t sent = 0;
  bool was_frozen = false;
  for (uint64_t cycle = 0; sent < job->count + job->latency; ++cycle) {
    job->cycle = cycle;
    const bool enabled = !rng.chance(job->disable);
    const uint64_t wanted = enabled ? sent : sent + 1 + (rng.next() & 7);
    const uint64_t element = wanted < job->count ? wanted : 0;
    unit.low(job->inputs, element, enabled);
    if (was_frozen && job->latency != 0) {
      unit.collect_row(frozen.data());
      if (frozen != previous) return fail("an output changed while en_i was 0");
    }
    was_frozen = !enabled;
    if (!enabled) {
      unit.collect_row(previous.data());
    } else {
      if (sent >= job->latency) unit.collect(job->outputs, sent - job->latency);
      ++sent;
    }
    unit.high();
    if (monitor().stopped) return fail(monitor().log.c_str());
  }
  return 0;
}

}  // namespace twd

TWD_EXPORT int twd_run_unit(twd::UnitJob* job, uint64_t index) {
  try {
    const auto unit = twd::make_unit(index, job->seed, job->random_state != 0, job->waveform);
    return twd::run_unit(job, *unit);
  } catch (const twd::Fatal&) {
    std::snprintf(job->message, twd::kMessageSize, "%s", twd::monitor().log.c_str());
    return 1;
  }
}
