# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every block of hardware: its parameters, operations, cycle formulas and sources."""
