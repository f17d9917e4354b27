// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the system until its program ends, and prints its console. The cycles of each phase go to profile.txt: lines
// of phase, address of an instruction, cycles from its fetch to the next. Returns the code of the program, 3 without
// an end.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "Vtop.h"
#include "verilated.h"

int main() {
  constexpr long long kLimit = 2'000'000'000;
  constexpr unsigned kPhases = 16, kWords = 1 << 18;
  std::vector<std::uint64_t> cycles(kPhases * kWords);
  VerilatedContext context;
  Vtop top(&context, "TOP");
  top.clk = 0;
  top.rst_n = 1;
  top.eval();
  top.rst_n = 0;
  top.eval();
  unsigned phase = 0, fetched = 0;
  int code = 3;
  for (long long cycle = 0; cycle < kLimit; ++cycle) {
    if (cycle == 8) top.rst_n = 1;
    top.eval();
    if (cycle > 8) {
      if (top.console_valid) std::putchar(top.console_data);
      if (top.fetch_valid) fetched = top.fetch_addr / 4 % kWords;
      if (top.phase_valid) phase = top.phase;
      if (phase != 0) ++cycles[phase * kWords + fetched];
      if (top.exit_valid || top.trap) {
        if (top.trap) std::printf("trap in cycle %lld\n", cycle);
        code = top.trap ? 3 : top.exit_code;
        break;
      }
    }
    top.clk = 1;
    top.eval();
    top.clk = 0;
    top.eval();
  }
  std::FILE* file = std::fopen("profile.txt", "w");
  if (file == nullptr) return 3;
  for (unsigned each = 1; each < kPhases; ++each)
    for (unsigned word = 0; word < kWords; ++word)
      if (const auto count = cycles[each * kWords + word]; count != 0)
        std::fprintf(file, "%u %u %llu\n", each, 4 * word, static_cast<unsigned long long>(count));
  std::fclose(file);
  return code;
}
