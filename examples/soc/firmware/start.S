/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Stack, cleared .bss, main; its return value ends the program.
 */
  .section .init
  .globl _start
_start:
  la sp, stack_top
  la t0, bss_begin
  la t1, bss_end
clear:
  bgeu t0, t1, run
  sw zero, 0(t0)
  addi t0, t0, 4
  j clear
run:
  call main
  li t0, 0x10000008
  sw a0, 0(t0)
stop:
  j stop
