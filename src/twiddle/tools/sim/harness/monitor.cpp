// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// The hooks of the Verilated runtime.

#include "monitor.hpp"

#include <cstdarg>
#include <cstdio>

#include "verilated.h"

namespace twd {

Monitor& monitor() {
  static thread_local Monitor instance;
  return instance;
}

}  // namespace twd

int twd_printf(const char* format, ...) {
  char line[twd::kMessageSize];
  va_list args;
  va_start(args, format);
  const int size = std::vsnprintf(line, sizeof line, format, args);
  va_end(args);
  std::string& log = twd::monitor().log;
  log.append(line);
  if (log.size() > 2 * twd::kMessageSize && !twd::monitor().stopped) log.erase(0, log.size() - twd::kMessageSize);
  return size;
}

void vl_finish(const char* file, int line, const char*) {
  twd_printf("%s:%d: $finish\n", file, line);
  twd::monitor().stopped = true;
}

void vl_stop(const char*, int, const char*) { twd::monitor().stopped = true; }

// The model cannot go on (a combinational loop does not settle, for one).
void vl_fatal(const char* file, int line, const char*, const char* message) {
  twd_printf("%s:%d: %s\n", file, line, message);
  throw twd::Fatal();
}
