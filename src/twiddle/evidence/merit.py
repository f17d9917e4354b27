# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area as one number, area x time, the spread of a clock rate; and all records as one table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Protocol, TypeVar

from twiddle.base.errors import TwiddleError, as_path, system_errors
from twiddle.catalog.block import Cycles, Parameters
from twiddle.catalog.systems import LATTICE, System
from twiddle.evidence.lattice_cycles import Recorded, averages, recorded
from twiddle.evidence.results import Results
from twiddle.tools.synth.records import Measurement, Record

LUTS_PER_DSP = 400
"""LUT-equivalents of a DSP block: 100 slices of four LUTs."""

LUTS_PER_BRAM36 = 784
"""LUT-equivalents of a block RAM of 36 kbit: 196 slices of four LUTs."""

AREA_TIME = f"(LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36) / 1000 x µs of an interval, of one device"


class Candidate(Protocol):
    """A measured design among others: a name, its costs, and how well its clock rate is known."""

    @property
    def name(self) -> str: ...

    @property
    def costs(self) -> tuple[float, float, float]: ...  # area in LUT-equivalents, time, memory in BRAM36

    @property
    def spread(self) -> float: ...  # of the clock rates of the seeds, relative to their median


C = TypeVar("C", bound=Candidate)


def lut_equivalents(record: Measurement) -> float:
    """Area of a record as one number: LUT + 400 DSP + 784 BRAM36 of its target."""
    return equivalents(record.cells.lut, record.cells.dsp, record.cells.bram36)


def equivalents(lut: float, dsp: float, bram36: float) -> float:
    """LUT + 400 DSP + 784 BRAM36."""
    return float(lut + LUTS_PER_DSP * dsp + LUTS_PER_BRAM36 * bram36)


def micros(record: Measurement, interval: float | None) -> float | None:
    """µs of this many cycles; None without any, and for a target without a clock rate."""
    return interval / record.fmax_mhz if interval and record.fmax_mhz else None


def area_time(record: Measurement, interval: float | None) -> float | None:
    """Thousands of LUT-equivalents x µs of this many cycles; None where `micros` is."""
    if not interval or record.fmax_mhz is None:
        return None
    return lut_equivalents(record) / 1000 * interval / record.fmax_mhz


def dominates(costs: Sequence[float], other: Sequence[float]) -> bool:
    """Whether costs are nowhere above others, and below in one."""
    return costs != other and all(mine <= theirs for mine, theirs in zip(costs, other, strict=True))


def spread(record: Measurement) -> tuple[float, float]:
    """Least and most MHz of the seeds; 0 for a target without a clock rate."""
    found = [*record.fmax_by_seed.values()] or [record.fmax_mhz or 0.0]
    return min(found), max(found)


def relative_spread(record: Measurement) -> float:
    """Spread of the clock rates of the seeds relative to their median; 0 without any."""
    least, most = spread(record)
    return (most - least) / (record.fmax_mhz or 1.0)


def recommend(front: Sequence[C]) -> dict[str, C]:
    """The recommended designs of a front: smallest, balanced, fastest; empty for an empty front.

    Balanced is the least area x time of those that are neither, nor faster than the fastest within a tie; of
    all if there is no other. A difference below the spread of the seeds' clock rates is a tie; the smallest
    design wins.
    """
    if not front:
        return {}
    smallest = min(front, key=lambda each: (each.costs, each.name))
    fastest = _least(front, lambda each: each.costs[1])
    others = [
        each for each in front if each.name not in (smallest.name, fastest.name) and each.costs[1] >= fastest.costs[1]
    ]
    balanced = _least(others or front, lambda each: each.costs[0] * each.costs[1])
    return {"smallest": smallest, "balanced": balanced, "fastest": fastest}


def grouped(chosen: Mapping[str, C]) -> list[tuple[C, list[str]]]:
    """The designs of `recommend`, each once with its names: one can be the smallest and the fastest."""
    names: dict[str, list[str]] = {}
    for pick, each in chosen.items():
        names.setdefault(each.name, []).append(pick)
    return [(chosen[picks[0]], picks) for picks in names.values()]


def _least(front: Sequence[C], cost: Callable[[C], float]) -> C:
    """The smallest design within the clock-rate spread of the least cost."""
    least = min(front, key=cost)
    tied = [each for each in front if cost(each) <= cost(least) * (1 + least.spread)]
    return min(tied, key=lambda each: (each.costs[0], each.costs[2], each.name))


def clock(record: Measurement) -> str:
    """The median of the seeds in MHz, with the least and the most if these differ: `235 (219 to 236), plain 192`.

    plain  without packed registers, where it differs
    """
    if record.fmax_mhz is None:
        return "-"
    median = f"{record.fmax_mhz:.0f}"
    least, most = (f"{each:.0f}" for each in spread(record))
    plain = f", plain {record.plain_mhz:.0f}" if record.plain_mhz not in (None, record.fmax_mhz) else ""
    return (median if least == most else f"{median} ({least} to {most})") + plain


Value = str | int | float | None


def results(folder: Path | str | None = None) -> list[dict[str, Value]]:
    """The measured blocks: a row for each operation of each record, and for a block without operations one row.

    A build of `twd_lattice` has a row for each operation of each parameter set.

    folder  of records; None: those that come with Twiddle

    The columns:

    core, ring, target, operation  by name; empty for a block without a ring or without operations
    scheme                         ml-kem-768 and the like; empty for blocks that execute none whole
    interval                       cycles between two operations at full rate; of a whole one its cycles on average
    fill, latency                  cycles from the first beat in to the first and to the last beat out
    busy                           cycles from the first butterfly read to the last write; None for streaming
    lut, ff, dsp, bram36           cells of the target; `bram36` in blocks of 36 kbit
    area                           LUT-equivalents: LUT + 400 DSP + 784 BRAM36
    fmax_mhz                       clock rate, median of the seeds; None without place and route
    plain_mhz                      the same without registers packed into the blocks of ecp5; None for other targets
    time_us                        `interval` at `fmax_mhz`; None without place and route
    record                         its file in the folder of results

    and each parameter of a record by its RTL name, such as Butterflies; None where a block does not have it.
    pandas and polars take the list as it is: `pandas.DataFrame(twiddle.results())`.
    Raises TwiddleError for a folder that does not exist, and an unreadable record.

    >>> found = [row for row in results() if row["operation"] == "ntt" and row["Butterflies"] == 4 and row["time_us"]]
    >>> fastest = min(found, key=lambda row: row["time_us"])
    >>> fastest["time_us"] == fastest["interval"] / fastest["fmax_mhz"]
    True
    >>> {row["core"] for row in results() if row["scheme"] == "ml-kem-768"} <= {"lattice"}
    True
    """
    if folder is not None:
        with system_errors(folder):
            if not as_path("folder", folder).is_dir():
                raise TwiddleError(f"{folder}: not a folder")
    records = Results(folder)
    found = [(record, _parameters(record)) for record in records.load_all(everything=True)]
    names = dict.fromkeys(name for _, parameters in found for name in parameters)
    known = recorded(records)
    whole = known if known is not None and known.current else None
    return [
        {
            "core": record.core,
            "ring": record.ring,
            "target": record.target,
            "scheme": scheme,
            "operation": operation,
            **cycles,
            **{kind: record.cells[kind] for kind in ("lut", "ff", "dsp", "bram36")},
            "area": lut_equivalents(record),
            "fmax_mhz": record.fmax_mhz,
            "plain_mhz": record.plain_mhz,
            "time_us": micros(record, cycles["interval"]),
            "record": record.path,
            **{name: parameters.get(name) for name in names},
        }
        for record, parameters in found
        for scheme, operation, cycles in _operations(record, whole)
    ]


def _parameters(record: Record) -> Parameters:
    """Of whole schemes and their units also those that have their default."""
    architecture = record.block.architecture if record.path.startswith("systems/") else None
    return architecture.settings if isinstance(architecture, System) else record.parameters


def _operations(record: Record, known: Recorded | None) -> Iterator[tuple[str, str, dict[str, int | None]]]:
    """Scheme, operation and cycles; one without either for a block that has no operations."""
    none = Cycles(None, None, None, None)
    whole = list(averages(known, record.block)) if record.core == LATTICE.name else []
    for name, operation, cycles in whole:
        yield name.lower(), operation, {**asdict(none), "interval": round(cycles), "latency": round(cycles)}
    if not whole:
        yield from (("", name, asdict(cycles)) for name, cycles in (record.cycles or {"": none}).items())
