# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of `twiddle explore` share: made-up measurements, by functions that workers import."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

from twiddle.base.errors import TwiddleError
from twiddle.evidence.explore.space import Point
from twiddle.tools.synth.flow import Found
from twiddle.tools.synth.records import Cells, Measurement

LOG = "TWIDDLE_TEST_LOG"
"""Environment variable with the file into which every measurement writes a line when it begins."""

FAILURE = "twd_iterative: gowin: needs 30000 lut, and GW2A-18 has 20736"


def cells_of(name: str) -> dict[str, float]:
    """Cells that depend on the name of a point."""
    drawn = hashlib.sha256(name.encode()).digest()
    return {"lut": 500 + 10 * drawn[0], "ff": 900, "dsp": drawn[1] % 5, "bram36": drawn[2] % 4 / 2}


def measurement(point: Point) -> Measurement:
    routed = point.target != "xc7"
    return Measurement(
        top=point.top,
        target=point.target,
        cells=Cells(cells_of(point.name)),
        fmax_mhz=160.0 if routed else None,
        fmax_by_seed={"1": 160.0} if routed else {},
        critical_path=None,
        tools={},
        design_hash="0" * 64,
        seconds=1.0,
        source_hash="0" * 64,
    )


def begun() -> list[tuple[str, int]]:
    """The name and the process of every measurement that has begun."""
    path = Path(os.environ[LOG])
    lines = path.read_text().splitlines() if path.exists() else []
    return [(line.split()[0], int(line.split()[1])) for line in lines]


def quick(point: Point, *_: object, **__: object) -> Found:
    """In place of `sweep.measure`: a measurement that takes no time."""
    with Path(os.environ[LOG]).open("a") as log:
        log.write(f"{point.name} {os.getpid()}\n")
    return {point.target: measurement(point)}


def slow(point: Point, *_: object, **__: object) -> Found:
    """A measurement that takes half a second."""
    time.sleep(0.5)
    return quick(point)


def failing(point: Point, *_: object, **__: object) -> Found:
    """Two butterflies do not fit; four end in something that has nothing to do with the point."""
    if "Butterflies2" in point.name:
        return {point.target: TwiddleError(FAILURE)}
    if "Butterflies4" in point.name:
        raise OSError(28, "No space left on device")
    return quick(point)


def refuse(point: Point, *_: object, **__: object) -> Found:
    raise AssertionError(f"{point.name} is measured")
