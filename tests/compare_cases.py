# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the comparisons share: records of known figures, and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import twiddle.cli
from twiddle.designs import Design
from twiddle.synth import records

CORE = {"lut": 400, "ff": 480, "dsp": 0, "bram36": 4.5}
MHZ = 160.0


def measured(target: str, cells: Mapping[str, float], mhz: float = MHZ) -> dict[str, Any]:
    """What every record has, with these cells and, on ecp5, this clock rate."""
    fmax = mhz if target == "ecp5" else None
    return {
        "target": target,
        "cells": dict(cells),
        "fmax_mhz": fmax,
        "fmax_by_seed": {} if fmax is None else {"1": fmax},
        "critical_path": None,
        "tools": {"yosys": "pyosys 0.70"},
        "command": "twiddle",
        "design_hash": "0" * 64,
        "source_hash": "0" * 64,
        "seconds": 1.0,
    }


def record_core(
    folder: Path, design: Design, *targets: str, cells: Mapping[str, float] = CORE, mhz: float = MHZ
) -> None:
    """Saves records of a core."""
    of = {
        "core": design.core,
        "ring": design.ring.name,
        "parameters": design.parameters,
        "cycles": records.cycles(design),
        "commit": None,
        "top": design.top,
    }
    for target in targets:
        records.save({**of, **measured(target, cells, mhz)}, folder)


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    """Output and errors of `twiddle compare`."""
    assert twiddle.cli.main(["compare", *arguments]) == code
    return capsys.readouterr()
