// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the system until its program ends; prints its console. Returns the code of the program, 3 without an end.

#include <cstdio>
#include <memory>

#include "Vtop.h"
#include "verilated.h"

int main() {
  constexpr long long kLimit = 50'000'000;
  VerilatedContext context;
  Vtop top(&context, "TOP");
  top.clk = 0;
  top.rst_n = 1;
  top.eval();
  top.rst_n = 0;
  top.eval();
  for (long long cycle = 0; cycle < kLimit; ++cycle) {
    if (cycle == 8) top.rst_n = 1;
    top.eval();
    if (cycle > 8 && top.console_valid) std::putchar(top.console_data);
    if (cycle > 8 && (top.exit_valid || top.trap)) {
      if (top.trap) std::printf("trap in cycle %lld\n", cycle);
      return top.trap ? 3 : top.exit_code;
    }
    top.clk = 1;
    top.eval();
    top.clk = 0;
    top.eval();
  }
  std::printf("no end after %lld cycles\n", kLimit);
  return 3;
}
