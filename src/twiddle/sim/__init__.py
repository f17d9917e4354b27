# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycle-accurate simulation: the RTL compiled by Verilator and driven from NumPy arrays."""

from twiddle.sim.cache import cache_dir
from twiddle.sim.simulator import Pause, Result, Simulator, Stalls
from twiddle.sim.unit import UnitPoint, UnitSimulator

__all__ = ["Pause", "Result", "Simulator", "Stalls", "UnitPoint", "UnitSimulator", "cache_dir"]
