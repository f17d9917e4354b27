# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area and timing of a design in one fixed open tool flow, in repeatable records."""

from twiddle.base.progress import Progress, ProgressDisplay
from twiddle.tools.synth.flow import Options, measure, measure_all, synthesize, synthesize_all
from twiddle.tools.synth.liberty import Library
from twiddle.tools.synth.liberty import load as load_library
from twiddle.tools.synth.path import CriticalPath, Step
from twiddle.tools.synth.records import Measurement, Record, is_current, load
from twiddle.tools.targets import TARGETS
from twiddle.tools.targets.base import Cells

__all__ = [
    "TARGETS",
    "Cells",
    "CriticalPath",
    "Library",
    "Measurement",
    "Options",
    "Progress",
    "ProgressDisplay",
    "Record",
    "Step",
    "is_current",
    "load",
    "load_library",
    "measure",
    "measure_all",
    "synthesize",
    "synthesize_all",
]
