# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit: its commands, their model, and the simulated hardware."""

from twiddle.unit.command import Command, Operation
from twiddle.unit.model import Slots
from twiddle.unit.programs import Program
from twiddle.unit.simulator import Computed, PolyUnit, Run

__all__ = ["Command", "Computed", "Operation", "PolyUnit", "Program", "Run", "Slots"]
