// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the board with its serial port on a pseudo-terminal, until its standard input ends. Prints the first line of the
// board, and then the name of the pseudo-terminal. The argument is the number of cycles of a bit.

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>

#include "Vtop.h"
#include "verilated.h"

namespace {

// A pseudo-terminal that passes bytes as they are. The open second end keeps it when a client leaves.
int open_terminal() {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return -1;
  const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
  termios settings{};
  if (slave < 0 || tcgetattr(slave, &settings) != 0) return -1;
  cfmakeraw(&settings);
  tcsetattr(slave, TCSANOW, &settings);
  fcntl(master, F_SETFL, O_NONBLOCK);
  return master;
}

bool input_ended() {
  pollfd in{0, POLLIN, 0};
  char byte;
  return poll(&in, 1, 0) == 1 && read(0, &byte, 1) <= 0;
}

}  // namespace

int main(int count, char** arguments) {
  const int divider = count == 2 ? std::atoi(arguments[1]) : 0;
  const int terminal = divider < 4 ? -1 : open_terminal();
  if (terminal < 0) return 2;
  VerilatedContext context;
  Vtop top(&context, "TOP");
  top.clk_in = 0;
  top.button_n = 1;
  top.uart_rx = 1;
  int to_left = 0, to_count = 0, from_left = 0, from_count = 0;
  unsigned to_bits = 0, from_bits = 0;
  bool booting = true;
  for (unsigned long long cycle = 0;; ++cycle) {
    top.clk_in = 1;
    top.eval();
    top.clk_in = 0;
    top.eval();
    // To the board: a start bit, 8 bits, a stop bit and one more.
    if (to_left == 0) {
      unsigned char byte;
      if (cycle % (2 * divider) == 0 && read(terminal, &byte, 1) == 1) {
        to_bits = 0x600u | byte << 1;
        to_left = 11;
        to_count = 0;
      }
    } else if (to_count-- == 0) {
      top.uart_rx = to_bits & 1;
      to_bits >>= 1;
      to_count = divider - 1;
      --to_left;
    }
    // From the board: each bit in its middle, after a start bit.
    if (from_left == 0) {
      if (!top.uart_tx && cycle > 100) {
        from_left = 9;
        from_count = divider + divider / 2;
      }
    } else if (--from_count == 0) {
      from_count = divider;
      from_bits = from_bits >> 1 | static_cast<unsigned>(top.uart_tx) << 8;
      if (--from_left == 0) {
        const unsigned char byte = from_bits & 0xff;
        if (!booting && write(terminal, &byte, 1) != 1) return 3;
        if (booting) std::putchar(byte);
        if (booting && byte == '\n') {
          booting = false;
          std::printf("%s\n", ptsname(terminal));
          std::fflush(stdout);
        }
      }
    }
    if (cycle % 65536 == 0 && input_ended()) return 0;
  }
}
