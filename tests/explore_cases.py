# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of `twiddle explore` share: made-up measurements, by functions that workers import."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from typing import Any

from twiddle.explore.sweep import Job, Outcome

LOG = "TWIDDLE_TEST_LOG"
"""Environment variable with the file into which every measurement writes a line when it begins."""

FAILURE = "twd_iterative: gowin: needs 30000 lut, and GW2A-18 has 20736"


def cells_of(name: str) -> dict[str, float]:
    """Cells that depend on the name of a point."""
    drawn = hashlib.sha256(name.encode()).digest()
    return {"lut": 500 + 10 * drawn[0], "ff": 900, "dsp": drawn[1] % 5, "bram36": drawn[2] % 4 / 2}


def measurement(job: Job) -> dict[str, Any]:
    routed = job.target != "xc7"
    return {
        "top": job.top,
        "rtl_parameters": dict(job.parameters),
        "target": job.target,
        "cells": cells_of(job.name),
        "fmax_mhz": 160.0 if routed else None,
        "fmax_by_seed": {"1": 160.0} if routed else {},
        "critical_path": None,
        "tools": {},
        "design_hash": "0" * 64,
        "seconds": 1.0,
        "source_hash": "0" * 64,
    }


def begun() -> list[tuple[str, int]]:
    """The name and the process of every measurement that has begun."""
    path = Path(os.environ[LOG])
    lines = path.read_text().splitlines() if path.exists() else []
    return [(line.split()[0], int(line.split()[1])) for line in lines]


def _note(job: Job) -> None:
    with Path(os.environ[LOG]).open("a") as log:
        log.write(f"{job.name} {os.getpid()}\n")


def quick(job: Job) -> Outcome:
    """A measurement that takes no time."""
    _note(job)
    return Outcome("measured", measurement(job), "measured", seconds=1.0)


def slow(job: Job) -> Outcome:
    """A measurement that takes half a second."""
    time.sleep(0.5)
    return quick(job)


def failing(job: Job) -> Outcome:
    """Two butterflies do not fit; four end in something that has nothing to do with the point."""
    if "Butterflies2" in job.name:
        return Outcome("failed", source="measured", reason=FAILURE)
    if "Butterflies4" in job.name:
        raise OSError(28, "No space left on device")
    return quick(job)
