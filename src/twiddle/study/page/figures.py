# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The figures of the plots, from records and from the cores' formulas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring, ring, rings
from twiddle.catalog import designs
from twiddle.catalog.block import Kind
from twiddle.evidence.lattice_cycles import Recorded, averages
from twiddle.evidence.merit import clock, lut_equivalents, spread
from twiddle.study.peers import Rows
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import TARGETS
from twiddle.tools.targets.base import RESOURCES

TRANSFORMS = ("ntt", "intt")


def anchor(path: str) -> str:
    """The id on the page of a record, by its path from the root of the repository."""
    return "r-" + path.removeprefix("results/").removesuffix(".json").replace("/", "-")


def points(records: Iterable[Record]) -> list[dict[str, Any]]:
    """The points of the scatter plot: design, cells, cycles by operation, and clock rate of each record.

    The clock rate is the median of the seeds, `mhz`; `spread` has the least and the most, `clock` all three.
    """
    found = []
    for record in records:
        design = record.design
        path = f"results/{record.path}"
        found.append(
            {
                "id": anchor(path),
                "path": path,
                **{name: getattr(record, name) for name in ("core", "ring", "target")},
                "words": design.words,
                **{name: record.cells[name] for name in RESOURCES},
                "area": lut_equivalents(record),
                "mhz": record.fmax_mhz,
                "spread": None if record.fmax_mhz is None else spread(record),
                "clock": None if record.fmax_mhz is None else clock(record),
                "cycles": {name: asdict(design.cycles(name)) for name in design.operations},
            }
        )
    return found


def whole_points(records: Iterable[Record], known: Recorded | None) -> list[dict[str, Any]]:
    """The points of builds of `twd_lattice`, one for each parameter set, which is in the place of the ring."""
    found = []
    for record, (point,) in ((record, points([record])) for record in records):
        counts: dict[str, dict[str, Any]] = {}
        for name, operation, cycles in averages(known, record.block):
            figures = {"interval": cycles, "fill": None, "latency": cycles, "busy": None}
            counts.setdefault(name, {})[operation] = figures
        found += [
            {**point, "key": f"{point['id']} {name}", "ring": name, "cycles": each} for name, each in counts.items()
        ]
    return found


def order(records: Sequence[Record], wholes: Sequence[Mapping[str, Any]] = ()) -> dict[str, list[str]]:
    """Cores, rings and targets in the order of the catalogue, which selects colours and marks; then others."""
    known = {
        "core": [kind.name for kind in designs.cores()],
        "ring": [each.name for each in rings()],
        "target": list(TARGETS),
    }
    there = {key: [*(getattr(each, key) for each in records), *(each[key] for each in wholes)] for key in known}
    return {key: list(dict.fromkeys([*names, *there[key]])) for key, names in known.items()}


def cycles(theirs: Rows) -> dict[str, Any]:
    """Cycles against butterflies: ours by formula, `others_cores`, and for each ring the work.

    A transform takes n/2 butterflies a layer; with as many units as `butterflies`, each busy in every cycle,
    it takes `work` / butterflies cycles, work = layers n / 2. What a point has of an operation is `cycles`,
    which is compared with that, and of ours `interval`, `fill`, `latency` and `busy`.
    """
    ours = [point for kind in designs.cores() for each in rings() if kind.takes(each) for point in _of_kind(kind, each)]
    others = [
        {
            "by": row["design"],
            "core": "",
            "ring": ring(row["ring"]).name,
            "butterflies": int(row["butterflies"]),
            "words": row["design"],
            **{name: {"cycles": int(row[f"cycles_{name}"])} for name in TRANSFORMS if row[f"cycles_{name}"]},
        }
        for row in theirs
        if any(row[f"cycles_{name}"] for name in TRANSFORMS)
    ]
    shown = {point["ring"] for point in ours}
    work = {each.name: each.layers * each.n // 2 for each in rings() if each.name in shown}
    return {"points": [*ours, *(point for point in others if point["ring"] in shown)], "work": work}


def _of_kind(kind: Kind, preset: Ring) -> Iterable[dict[str, Any]]:
    """A point for every number of butterflies, other parameters default; none if it is unknown.

    What is compared of a streaming core, which has no busy cycles, is its interval.
    """
    scaling = [spec for spec in kind.parameters if spec.name in ("Butterflies", "Lanes")]
    choices = [{spec.name: value} for spec in scaling for value in spec.allowed] or [{}]
    for chosen in choices:
        try:
            design = designs.core(kind.name, preset, **chosen)
        except TwiddleError:
            continue
        found = {name: asdict(design.cycles(name)) for name in TRANSFORMS if name in design.operations}
        counts = {name: {"cycles": each["busy"] or each["interval"], **each} for name, each in found.items()}
        if design.butterflies and found:
            yield {
                "by": "Twiddle",
                "core": design.core,
                "ring": preset.name,
                "butterflies": design.butterflies,
                "words": design.words,
                **counts,
            }
