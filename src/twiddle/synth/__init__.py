# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area and timing of a design in one fixed open tool flow, in repeatable records."""

from twiddle.synth.flow import Options, measure, measure_all, synthesize, synthesize_all
from twiddle.synth.liberty import Library
from twiddle.synth.liberty import load as load_library
from twiddle.synth.path import CriticalPath, Step, format_critical_path
from twiddle.synth.progress import Progress, ProgressDisplay
from twiddle.synth.records import (
    AsicRecord,
    Measurement,
    Record,
    Results,
    SystemRecord,
    UnitRecord,
    is_current,
    load,
)
from twiddle.synth.targets import TARGETS
from twiddle.synth.targets.base import Cells

__all__ = [
    "TARGETS",
    "AsicRecord",
    "Cells",
    "CriticalPath",
    "Library",
    "Measurement",
    "Options",
    "Progress",
    "ProgressDisplay",
    "Record",
    "Results",
    "Step",
    "SystemRecord",
    "UnitRecord",
    "format_critical_path",
    "is_current",
    "load",
    "load_library",
    "measure",
    "measure_all",
    "synthesize",
    "synthesize_all",
]
