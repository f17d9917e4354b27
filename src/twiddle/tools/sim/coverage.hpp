// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which points of the RTL, as Verilator counts them, the models of a class have reached in this process.

#ifndef TWD_COVERAGE_HPP
#define TWD_COVERAGE_HPP

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <vector>

#include "verilated.h"
#include "verilated_cov.h"

namespace twd {

// At the end of a model, whose class of generated code is Symbols: its counters join those of the models before it.
// The file of the class, in the folder TWIDDLE_RTL_COVERAGE, is written again whenever a point is new.
template <class Symbols, std::size_t Points>
void keep_coverage(uint32_t (&counters)[Points], VerilatedContext& context) {
  static std::mutex mutex;
  static auto& reached = *new std::vector<bool>;  // outlives models that end with the process
  const std::lock_guard<std::mutex> lock(mutex);
  bool is_new = reached.empty();
  reached.resize(Points);
  for (std::size_t i = 0; i < Points; ++i) {
    is_new |= counters[i] != 0 && !reached[i];
    reached[i] = reached[i] || counters[i] != 0;
    counters[i] = reached[i];
  }
  const char* const folder = std::getenv("TWIDDLE_RTL_COVERAGE");
  if (!is_new || !folder) return;
  std::ostringstream path;
  path << folder << '/' << getpid() << '-' << static_cast<const void*>(&reached) << ".dat";
  context.coveragep()->write(path.str());
}

}  // namespace twd

#endif
