// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a model prints and asks for, which the Verilated runtime passes to the hooks of hooks.hpp.

#ifndef TWD_MONITOR_HPP
#define TWD_MONITOR_HPP

#include <cstddef>
#include <string>

#define TWD_EXPORT extern "C" __attribute__((visibility("default")))

namespace twd {

constexpr size_t kMessageSize = 1024;

struct Fatal {};

// What the model printed and whether it asked to stop; one run a thread at a time.
struct Monitor {
  std::string log;
  bool stopped = false;
};

Monitor& monitor();

}  // namespace twd

#endif
