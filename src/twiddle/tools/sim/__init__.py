# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycle-accurate simulation: the RTL compiled by Verilator and driven from NumPy arrays."""
