// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Included ahead of every file of a simulation library: what the Verilated runtime prints goes to the harness.

#ifndef TWD_HOOKS_HPP
#define TWD_HOOKS_HPP

int twd_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));

#define VL_PRINTF twd_printf
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL

#endif
