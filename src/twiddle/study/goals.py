# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The goals of clock rate, area and time, each with the figure of its record: met, missed or not measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from twiddle.base.errors import TwiddleError
from twiddle.base.grid import markdown
from twiddle.catalog.cores.base import LUTS
from twiddle.catalog.designs import Design
from twiddle.evidence import merit
from twiddle.evidence.wanted import Wanted
from twiddle.tools.synth import asic, records
from twiddle.tools.synth.path import CriticalPath
from twiddle.tools.synth.records import Record, Results

Value = Callable[[Record, Design], float | None]


VALUES: Mapping[str, tuple[Value, bool]] = {
    "MHz": (lambda record, _: record.fmax_mhz, True),
    "LUT": (lambda record, _: record.cells.lut, False),
    "kGE": (lambda record, _: record.cells["kge"], False),
    "area x time": (lambda record, design: merit.area_time(record, design.cycles("mul").interval), False),
    "µs an NTT": (lambda record, design: merit.micros(record, design.cycles("ntt").interval), False),
}
"""The figures of goals by their names: how to take one from a record, and whether more is better."""


@dataclass(frozen=True)
class Goal:
    """One figure with its bound.

    figure  of `VALUES`
    before  its value before the work on the goal, or why there was none
    points  designs that count: the best of them that is measured is shown; none: every recorded multiplier
            of the ring
    moves   what would move a missed figure
    """

    what: str
    figure: str
    before: str
    bound: float
    points: tuple[Wanted, ...] = ()
    moves: str = ""
    target: str = "ecp5"
    ring: str = "ml-kem"

    @property
    def more(self) -> bool:
        """Whether more is better."""
        return VALUES[self.figure][1]

    def met(self, value: float) -> bool:
        """Whether a value is within the bound."""
        return value >= self.bound if self.more else value <= self.bound


@dataclass(frozen=True)
class Found:
    """A goal with its value and its record; both None if there is no record of the current hardware."""

    goal: Goal
    value: float | None = None
    record: Record | None = None

    @property
    def state(self) -> str:
        """Met, missed or not measured."""
        if self.value is None:
            return "not measured"
        return "met" if self.goal.met(self.value) else "missed"


def _one(core: str, ring: str = "ml-kem", **parameters: int | str) -> tuple[Wanted, ...]:
    return (Wanted(core, ring, parameters),)


_SINGLE: Mapping[str, Any] = {"DoubleBuffer": 0}
_LUTS: Mapping[str, Any] = LUTS
_DSP = (
    "The product of a DSP block without a register inside limits every core with DSP blocks to about "
    "187 MHz; multipliers in LUTs (`tiles_shift`) do not have this limit."
)
_SMALLER = (
    "The load with its check is the largest part besides butterflies "
    "([parts](iterative.md#where-the-luts-are)); the last adders as in `twd_butterfly_dual` would save "
    "about 12 LUT a butterfly, and multiplexers within the adders another 12, by estimate. That does not "
    "reach the bound, and the result queue and the second cycle of the check are needed for the clock rate."
)
_RNS = (
    "The engine alone is below the bound ([comparison](rns.md)); the rest is streams, check of operands and "
    "result queue, which the paper's cores do not have: with one butterfly and the hierarchy kept 132 LUT of "
    "load, 57 of them the reduction, and 43 of queue. `Trusted` = 1 leaves the check out; without the queue "
    "`c_ready_i` would meet logic."
)
_LARGE = "With four lanes `mdc` [fills the device](streaming.md#large-products)"
FIRST = {1: (10.74, 220.17), 4: (29.42, 219.06)}
"""kGE and MHz of `iterative` by butterflies at the first run of the flow (commit 5064b4fb), on osu018."""

_FIRST_KGE, _FIRST_MHZ = FIRST[1]
_FIRST: Mapping[str, Any] = {"points": _one("iterative", Butterflies=1, LogicTables=1), "target": asic.NAME}
_NTT_BEST = "NTT of `iterative`, 4 butterflies, two buffers, ml-dsa"

GOALS: tuple[Goal, ...] = (
    Goal(
        *("`mdc` transform without DSP blocks", "MHz", "170", 240),
        _one("mdc", Form="transform", **{**_LUTS, "Method": "ldsp"}),
    ),
    *(
        Goal("`mdc` product", figure, before, bound, _one("mdc", Form="product", **_LUTS))
        for figure, before, bound in (("area x time", "15.6", 9), ("MHz", "154", 210))
    ),
    *(
        Goal(
            *(f"`mdf` {what}", "MHz", before, bound, _one("mdf", Form=form, **_LUTS)),
            moves="A register where the path is, as in the other forms.",
        )
        for form, what, before, bound in (
            ("forward", "forward transform", "156", 200),
            ("transform", "transform, both directions", "148", 190),
            ("product", "product", "127", 180),
        )
    ),
    *(
        Goal(
            *("`iterative`, 4 butterflies, without DSP blocks and block RAM", figure, "none", bound),
            _one("iterative", Butterflies=4, **_SINGLE, **_LUTS),
            moves="A register between the load and the clock enables of the schedule. The rate is missed by "
            "less than the seeds differ.",
        )
        for figure, bound in (("MHz", 220), ("area x time", 18))
    ),
    Goal(
        *("`iterative`, 4 butterflies, a DSP block each, block RAM, xc7", "LUT", "1,366", 1150),
        *(_one("iterative", Butterflies=4, **_SINGLE), _SMALLER, "xc7"),
    ),
    Goal(
        *("`iterative`, 4 butterflies, a DSP block each, LUT memories", "area x time", "33.1", 24),
        *(_one("iterative", Butterflies=4, **_SINGLE, Memory="lut16"), _DSP),
    ),
    Goal(
        *("`iterative`, 1 butterfly, a DSP block, block RAM, xc7", "LUT", "536", 460),
        *(_one("iterative", Butterflies=1, **_SINGLE), _SMALLER, "xc7"),
    ),
    *(
        Goal(
            *("`iterative`, 1 butterfly, without DSP blocks and block RAM", figure, before, bound),
            _one("iterative", Butterflies=1, **_SINGLE, **_LUTS),
            moves="A counter of free places one ahead in the result queue.",
        )
        for figure, before, bound in (("area x time", "46.6", 33), ("MHz", "none", 220))
    ),
    *(
        Goal(
            *(f"`rns`, {count} butterflies, with streams, xc7", "LUT", before, bound),
            *(_one("rns", Butterflies=count), _RNS, "xc7"),
        )
        for count, before, bound in ((2, "615", 590), (4, "1,066", 1052))
    ),
    Goal(
        *("a product of falcon-1024, best core", "area x time", "161", 75),
        ring="falcon-1024",
        moves=f"{_LARGE}; with two, not measured, area x time would be about 95 by estimate.",
    ),
    Goal(
        *("a product of ml-dsa, best core", "area x time", "73.4", 50),
        ring="ml-dsa",
        moves=f"{_LARGE}. With two, 153 MHz would do: a register inside the product of 23 bits.",
    ),
    Goal(_NTT_BEST, "µs an NTT", "2.0", 1.6, _one("iterative", "ml-dsa", Butterflies=4), _DSP),
    *(
        Goal(
            *(f"`quad`, {name}", "MHz", before, bound),
            (*_one("quad", name), *_one("quad", name, Method=method)),
            moves="The read of block RAM takes 4.3 ns: a register after each block, or `Memory` = lut16.",
        )
        for name, method, before, bound in (
            ("falcon-1024", "tiles", "170", 180),
            ("qtesla-1024", "ldsp", "121", 165),
            ("ml-dsa", "ldsp", "124", 165),
        )
    ),
    *(
        Goal(
            *(f"`{name}` transform, {of}", "MHz", "none", 180),
            _one(name, of, Form="transform", **_LUTS),
            moves="A register where the path changes modules; routing is most of it.",
        )
        for name in ("mdf", "mdc")
        for of in ("falcon-512", "falcon-1024")
    ),
    *(
        Goal(f"a product of {name}: any record of {words}", "MHz", "none", 0, _one(kind, name, **parameters))
        for name, method, stream in (("kyber-v1", "tiles", "ldsp"), ("falcon-512", "tiles_shift", "tiles_shift"))
        for words, kind, parameters in (
            ("`iterative` with a DSP block", "iterative", {"Butterflies": 1, **_SINGLE}),
            (*("`iterative` without", "iterative"), {"Butterflies": 4, **_SINGLE, **_LUTS, "Method": method}),
            ("`mdc`", "mdc", {"Form": "product", **_LUTS, "Method": stream}),
        )
    ),
    Goal(
        *("`iterative`, 1 butterfly, osu018, 20 % better than the first run", "kGE", f"{_FIRST_KGE}"),
        bound=round(0.8 * _FIRST_KGE, 2),
        moves="More than half of it is flip-flops: delay lines as memories, and fewer stages, which would "
        "lower the clock rate, the other goal.",
        **_FIRST,
    ),
    Goal(
        *("`iterative`, 1 butterfly, osu018, 20 % better than the first run", "MHz", f"{_FIRST_MHZ:.0f}"),
        bound=round(1.2 * _FIRST_MHZ, 1),
        moves="A register inside the product, which is made in one stage; its flip-flops would be more kGE, "
        "the other goal.",
        **_FIRST,
    ),
)
"""Every goal, in the order of the table; for ml-kem on ecp5 unless it says otherwise."""


def look_up(goal: Goal, results: Results) -> Found:
    """The best of the current records that count for a goal. Raises TwiddleError for a broken record."""
    old = results.pending()
    value_of, more = VALUES[goal.figure]
    best = Found(goal)
    for record, design in _records(goal, results):
        value = None if record.path in old else value_of(record, design)
        if value is not None and (best.value is None or (value > best.value) == more):
            best = Found(goal, value, record)
    return best


def _records(goal: Goal, results: Results) -> Iterator[tuple[Record, Design]]:
    if not goal.points:
        for record in results.load_all():
            if (record.ring, record.target) == (goal.ring, goal.target) and "mul" in record.cycles:
                yield record, record.design
    for point in goal.points:
        design = point.design
        kept = on_cells(design, results) if goal.target == asic.NAME else results.find(design, goal.target)
        if kept is not None:
            yield kept, design


def on_cells(design: Design, results: Results) -> Record | None:
    """The record of a design on the cells of osu018; None if there is none."""
    path = results.folder / records.file_name(
        design.core, design.ring.name, design.parameters, asic.NAME, "osu018_stdcells"
    )
    return records.load(path) if path.exists() else None


def table(results: Results, folder: str = "results", goals: Sequence[Goal] = GOALS) -> str:
    """Every goal with the figure of today's record, and why the missed ones are missed.

    A record that waits for its measurement on the current hardware does not count.
    Raises TwiddleError for a broken record.
    """
    found = [look_up(goal, results) for goal in goals]
    columns = ("what", "figure", "before", "goal", "today", "")
    rows = markdown(columns, (_cells(each, folder) for each in found), ("what", "figure", ""))
    counts = [f"{sum(each.state == state for each in found)} {state}" for state in _STATES]
    missed = [f"- {_missed(each)}" for each in found if each.state == "missed"]
    return "\n".join([rows, "", f"{', '.join(counts)}.", *["", *missed][: 1 + len(missed)]]) + "\n"


_STATES = ("met", "missed", "not measured")


def _cells(found: Found, folder: str) -> list[str]:
    goal = found.goal
    bound = f"{'>=' if goal.more else '<='} {goal.bound:,g}" if goal.bound else "a record"
    today = "-"
    if found.record is not None and found.value is not None:
        today = f"[{shown(goal.figure, found.value)}]({folder}/{found.record.path})"
    return [goal.what, goal.figure, goal.before, bound, today, found.state]


def shown(figure: str, value: float) -> str:
    """A value with the digits that decide whether a goal is met."""
    digits = {"LUT": 0, "MHz": 1, "area x time": 1}.get(figure, 2)
    return f"{value:,.{digits}f}"


def _missed(found: Found) -> str:
    """One or two sentences: the path of the record, where it has a clock rate, and what would move it."""
    record = found.record
    if record is None:
        raise TwiddleError(f"{found.goal.what}: missed without a record")
    timed = found.goal.figure not in ("LUT", "kGE") and record.critical_path
    path = f" {path_words(timed)}" if timed else ""
    name = f"{found.goal.what}, {found.goal.figure} ({record.design.words})"
    return f"{name}:{path} {found.goal.moves}".rstrip()


def path_words(path: CriticalPath) -> str:
    """The critical path in one sentence: its length, its ends and its longest step."""
    times = f"{path.total_ps / 1000:.1f} ns"
    if path.routing_ps:
        times += f", {path.routing_ps / 1000:.1f} of them routing"
    if not path.steps:
        return f"The path takes {times}."
    start = next((step for step in path.steps if step.start == "clock"), None)
    first = path.steps[0].start if start is None else start.end
    last = path.steps[-1].start if path.steps[-1].end == "setup" else path.steps[-1].end
    slowest = max(path.steps, key=lambda step: step.delay_ps)
    return (
        f"The path takes {times}, from {_cell(first)} to {_cell(last)}; its longest step, "
        f"{slowest.delay_ps / 1000:.1f} ns of {slowest.kind}, ends at {_cell(slowest.end)}."
    )


def _cell(pin: str) -> str:
    """A pin of a path: its primitive, and the last two names of its signal."""
    *kind, name = pin.split(" ")
    names = [part for part in name.split(".") if not part.isdecimal()]
    if kind or len(names) > 1:
        names = names[:-1]  # the pin
    return f"`{' '.join([*kind, '.'.join(names[-2:])])}`"
