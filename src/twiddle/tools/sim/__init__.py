# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycle-accurate simulation: the RTL compiled by Verilator and driven from NumPy arrays."""

from twiddle.base.builds import cache_dir
from twiddle.tools.sim.simulator import Pause, Result, Simulator, Stalls
from twiddle.tools.sim.unit import UnitPoint, UnitSimulator

__all__ = ["Pause", "Result", "Simulator", "Stalls", "UnitPoint", "UnitSimulator", "cache_dir"]
