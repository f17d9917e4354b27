# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables 1, 2 and 3 of Duong-Ngoc and Lee 2022 with our rows: the cores `mdf` and `mdc`, and their units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from twiddle.designs import Design, core
from twiddle.model.methods import Method
from twiddle.model.streaming import Form, MdcCore, MdfCore
from twiddle.report import duong_ngoc_formulas as formulas
from twiddle.report.comparison import (
    Figure,
    Found,
    Shelf,
    figures,
    number,
    paths,
    value_of,
)
from twiddle.report.duong_ngoc_formulas import AMOUNTS, PAPER, derived
from twiddle.report.grid import Cell, Column, Grid, Row
from twiddle.report.published import Accelerator, shown
from twiddle.report.tables import slices
from twiddle.report.wanted import wanted
from twiddle.rings import ring
from twiddle.synth import units

RINGS = {1024: "falcon-1024", 512: "falcon-512", 256: "ml-kem"}
"""Our ring for every length, in the order of the tables."""

# ---------------------------------------------------------------------- ours


@dataclass(frozen=True)
class Variant:
    """One of our cores as it stands in the tables: label, name, parameters, and for which lengths."""

    label: str
    core: str
    parameters: Mapping[str, int | str] = field(hash=False)
    lengths: tuple[int, ...] = tuple(RINGS)

    def design(self, n: int) -> Design:
        """The design for a length."""
        return core(self.core, ring(RINGS[n]), **self.parameters)

    def measured(self, n: int) -> Design:
        """The one that is measured: with the ring chosen at run time there is one engine for all."""
        return self.design(max(RINGS) if "Select" in self.parameters else n)

    @property
    def whole(self) -> str:
        """Label of the multiplier that it is a part of."""
        return ", ".join([f"{self.core} product", *self.label.split(", ")[1:]])


def _variants(form: str) -> Iterator[Variant]:
    chosen = {"Form": form}
    yield Variant(f"mdf {form}", "mdf", chosen)
    yield Variant(f"mdf {form}, shift_add", "mdf", {**chosen, "Method": "shift_add"}, (256,))
    if form != "product":
        yield Variant(f"mdf {form}, Select = 1", "mdf", {**chosen, "Select": 1})
    if form != "forward":
        yield Variant(f"mdc {form}", "mdc", chosen)
        yield Variant(f"mdc {form}, kred", "mdc", {**chosen, "Method": "kred"}, (1024, 512))
        yield Variant(f"mdc {form}, ldsp", "mdc", {**chosen, "Method": "ldsp"}, (256,))


FORWARD, BOTH, PRODUCT = (tuple(_variants(form)) for form in ("forward", "transform", "product"))
"""Our cores by what they are built for."""

STREAMS = (*FORWARD, *(variant for variant in BOTH if variant.core == "mdc"))
"""Those beside Table 1: forward, and the commutator, which is for both directions."""


@dataclass(frozen=True)
class _Core:
    """A variant for one length, with its records."""

    variant: Variant
    design: Design
    xc7: Found | None
    ecp5: Found | None

    def cells(self) -> dict[str, Cell]:
        """Its cells, with its name."""
        return _row(self.variant.label, self.design.ring.n, self.xc7)

    def timed(self, cycles: int | None) -> dict[str, Cell]:
        """The same with the clock, and with time and throughput of so many cycles a polynomial."""
        of = self.design.ring
        row = {**self.cells(), "device": Cell("xc7, ecp5"), "cycles": Cell(cycles)}
        if self.ecp5 is not None and cycles is not None:
            time_us = cycles / self.ecp5.mhz
            row["freq_mhz"] = Cell(self.ecp5.mhz, paths(self.ecp5))
            row["time_us"] = Cell(time_us, paths(self.ecp5))
            row["throughput"] = Cell(formulas.throughput(of.n, of.bits, time_us), paths(self.ecp5))
        return row

    @property
    def model(self) -> MdfCore | MdcCore:
        """Its cycles, from which those of the pipe come: the paper counts no shell around an engine."""
        of, parameters = self.design.ring, self.design.parameters
        method, form = Method[str(parameters["Method"]).upper()], Form[str(parameters["Form"]).upper()]
        if self.design.core == "mdf":
            return MdfCore(of, method, form, bool(parameters["Select"]))
        return MdcCore(of, self.design.lanes, method, form, bool(parameters["Mixed"]))


def _row(label: str, n: int, xc7: Found | None) -> dict[str, Cell]:
    row = {"work": Cell(label), "by": Cell("ours"), "device": Cell("xc7"), "n": Cell(n)}
    if xc7 is not None:
        row |= {name: Cell(xc7.cell(name), paths(xc7)) for name in AMOUNTS if name != "slices"}
        row["slices"] = Cell(slices(xc7.cell("lut"), xc7.cell("ff")), paths(xc7))
    return row


# ---------------------------------------------------------------------- the tables

WORDS = {
    "cycles": "Cycles",
    "fill": "Cycles to the first result",
    "freq_mhz": "MHz",
    "time_us": "Time in µs",
    "throughput": "Mbit/s",
    "lut": "LUT",
    "ff": "FF",
    "slices": "slices",
    "dsp": "DSP",
    "bram36": "BRAM36",
    "atp_lut": "ATP-LUT",
    "atp_ff": "ATP-FF",
    "atp_dsp": "ATP-DSP",
    "eff_lut": "Eff-LUT",
    "eff_ff": "Eff-FF",
    "eff_slices": "Eff-slices",
    "eff_dsp": "Eff-DSP",
    "eff_bram36": "Eff-BRAM",
    "share_lut": "% of LUT",
    "share_ff": "% of FF",
    "share_dsp": "% of DSP",
}
"""What a figure is called in claims and notes."""

_ATP = ("lut", "ff", "dsp")
_NAMES = (Column("by", "by", text=True, shown=False), Column("device", "device", text=True))
_WORK, _NOTE = Column("work", "work", text=True), Column("note", "note", text=True, below=True)
_COUNTS = (Column("n", "n"), Column("cycles", "cycles"))
_CLOCK = (Column("freq_mhz", "MHz", 0), Column("time_us", "µs", 2))


def _again(*keys: str) -> tuple[Column, ...]:
    """What the formulas give, for programs alone."""
    return tuple(Column(f"{key}_recomputed", "", shown=False) for key in keys)


def _pairs(names: Iterable[str], derived_as: str, title: str, digits: int) -> tuple[Column, ...]:
    """Cells, each with what is derived from it."""
    return tuple(
        column
        for name in names
        for column in (
            Column(name, WORDS[name], 0 if name == "slices" else None),
            Column(f"{derived_as}_{name}", title, digits),
        )
    )


_TABLE_1 = (
    *(_WORK, *_NAMES, *_COUNTS, Column("fill", "fill"), *_CLOCK, Column("throughput", "Mbit/s", 0)),
    *(*_pairs(_ATP, "atp", "ATP", 1), Column("bram36", "BRAM36"), _NOTE),
    *_again("time_us", "throughput", *(f"atp_{name}" for name in _ATP)),
)
_TABLE_2 = (
    *(_WORK, Column("count", "count", text=True), *_NAMES, *_COUNTS, *_CLOCK),
    *(*_pairs(AMOUNTS, "eff", "Eff", 1), _NOTE, Column("throughput", "Mbit/s", 0, shown=False)),
    *_again("time_us", *(f"eff_{name}" for name in AMOUNTS)),
)
_TABLE_3 = (
    *(_WORK, *_NAMES, *_COUNTS, *_pairs(_ATP, "share", "%", 0), Column("bram36", "BRAM36"), _NOTE),
    *_again(*(f"share_{name}" for name in _ATP)),
)

_PARTS = {"NTT_1": FORWARD, "NTT_2": BOTH, "whole": PRODUCT}
_UNITS = {
    "BU1": (("butterfly", "BU1, both directions"),),
    "BU2": (("butterfly", "BU2, both directions"),),
    "MR": (("reduction", "exact"),),
    "four-path": (("multiplier", "four-path"), ("multiplier", "four-path, base case")),
}
"""Our parts beside those of Table 3: cores, and arithmetic units by kind and form."""

_LABELS = {"four-path": "ModMult"}

METHODS = ("fold", "shift_add")
"""Methods of the units beside Table 3."""


class Tables:
    """The three tables, and their rows by table, work and length: the paper's own, and ours."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._cores = list(self._all())
        self.own: dict[tuple[int, str, int], Row] = {}
        self.ours: dict[tuple[int, str, int], Row] = {}
        self.figures: list[Figure] = []
        self.grids = tuple(
            Grid(f"table-{number}", f"Table {number} of Duong-Ngoc 2022, {title}", columns, tuple(rows))
            for number, title, columns, rows in (
                (1, "transforms, with our cores mdf and mdc", _TABLE_1, self._transforms()),
                (2, "multipliers, with our cores mdf and mdc", _TABLE_2, self._products()),
                (3, "parts of its multipliers, with ours", _TABLE_3, self._parts()),
            )
        )

    def _all(self) -> Iterator[_Core]:
        points = wanted()
        for variant in (*FORWARD, *BOTH, *PRODUCT):
            for n in variant.lengths:
                of = variant.measured(n)
                xc7, ecp5 = (
                    self._shelf.core(of, target, (of, target) in points) for target in ("xc7", "ecp5")
                )
                yield _Core(variant, variant.design(n), xc7, ecp5)

    def _of(self, n: int, variants: Iterable[Variant]) -> list[_Core]:
        return [each for each in self._cores if each.design.ring.n == n and each.variant in variants]

    def _transforms(self) -> Iterator[Row]:
        for n, name in RINGS.items():
            group = [each for each in derived("1") if each[0].n == n]
            own = next(row for row, _ in group if row.own)
            ours = [self._transform(each, own) for each in self._of(n, STREAMS)]
            for row, again in group:
                found = _theirs(row, again)
                if row.own:
                    found["fill"] = Cell(formulas.fill(ring(name)))
                if row is own:
                    self.own[1, "", n] = found
                yield self._against(row, found, ours[0])
            for found in ours:
                self.ours[1, str(found["work"].value), n] = found
            yield from ours

    def _transform(self, of: _Core, own: Accelerator) -> dict[str, Cell]:
        row = of.timed(of.design.cycles("ntt").interval)
        row["fill"] = Cell(of.model.latency("ntt"))
        time_us = value_of(row, "time_us")
        for name in own.atp:
            amount = value_of(row, name)
            if amount is not None and time_us is not None:
                atp = formulas.area_time(amount, time_us, getattr(own, name), formulas.time(own))
                row[f"atp_{name}"] = Cell(atp, paths(of.xc7, of.ecp5))
        return row

    def _products(self) -> Iterator[Row]:
        for n in RINGS:
            (other, again), (own, own_again) = (each for each in derived("2") if each[0].n == n)
            ours = [row for each in self._of(n, PRODUCT) for row in self._product(each, other)]
            self.own[2, "", n] = _theirs(own, own_again)
            yield self._against(other, _theirs(other, again), ours[0])
            yield self._against(own, self.own[2, "", n], ours[0])
            for found in ours:
                self.ours[2, f"{found['work'].value}, {found['count'].value}", n] = found
            yield from ours

    def _product(self, of: _Core, other: Accelerator) -> Iterator[dict[str, Cell]]:
        for count, cycles in (("one", of.model.entered()), ("stream", of.design.cycles("mul").interval)):
            row = {**of.timed(cycles), "count": Cell(count)}
            rate = value_of(row, "throughput")
            for name in AMOUNTS:
                amount, of_other = value_of(row, name), getattr(other, name)
                if rate and amount and of_other:
                    eff = formulas.efficiency(rate, amount, formulas.rate(other), of_other)
                    row[f"eff_{name}"] = Cell(eff, paths(of.xc7, of.ecp5))
            yield row

    def _parts(self) -> Iterator[Row]:
        wholes = {row.n: row for row, _ in derived("2") if row.own}
        for n in RINGS:
            group = {row.work.partition(" ")[0]: (row, again) for row, again in derived("3") if row.n == n}
            for part in ("NTT_1", "NTT_2", "BU1", "BU2", "MR", "four-path", "top"):
                if part in group:
                    yield from self._part(part, *group[part])
            yield from self._part("whole", wholes[n], {})

    def _part(self, part: str, row: Accelerator, again: Mapping[str, float]) -> Iterator[Row]:
        ours = [
            *(self._share(each) for each in self._of(row.n, _PARTS.get(part, ()))),
            *self._arithmetic(part, row.n),
        ]
        found = _theirs(row, again)
        if part == "whole":
            parts = [each for each, _ in derived("3") if each.n == row.n and each.unit in formulas.WHOLE]
            found = {key: found[key] for key in ("by", "device", "n", *_ATP, "bram36")}
            found |= {"work": Cell("whole, of table 2"), "note": _sums(row, parts)}
        self.own[3, part, row.n] = found
        yield found if part == "whole" else self._against(row, found, ours[0] if ours else {})
        for each in ours:
            self.ours[3, str(each["work"].value), row.n] = each
        yield from ours

    def _share(self, of: _Core) -> Row:
        """A core with its share in the multiplier that has it."""
        row = of.cells()
        for whole in self._of(of.design.ring.n, PRODUCT):
            for name in _ATP:
                amount, of_whole = value_of(row, name), value_of(whole.cells(), name)
                if whole.variant.label == of.variant.whole != of.variant.label and amount and of_whole:
                    row[f"share_{name}"] = Cell(100 * amount / of_whole, paths(of.xc7, whole.xc7))
        return row

    def _arithmetic(self, part: str, n: int) -> Iterator[Row]:
        for unit in units.catalogue():
            named = (unit.unit, unit.form) in _UNITS.get(part, ()) and unit.method in METHODS
            if named and unit.q == ring(RINGS[n]).q:
                row = _row(f"{_LABELS.get(part, part)}, {unit.method}", n, self._shelf.unit(unit, "xc7"))
                yield {**row, "cycles": Cell(unit.latency)}

    def _against(self, row: Accelerator, theirs: Row, ours: Row) -> Row:
        """A published row, whose figures are remembered with those of one of our rows."""
        self.figures += figures(PAPER, row.table, row.scheme, row.n, _METRICS, theirs, ours)
        return theirs


_METRICS = tuple(key for key in WORDS if key != "fill")


def _theirs(row: Accelerator, again: Mapping[str, float]) -> dict[str, Cell]:
    """A published row: what is printed, what the formulas give, and a note where the two differ."""
    printed = {key: formulas.printed(row, key) for key in _METRICS}
    found = {
        "work": Cell(shown(row.paper, row.work)),
        "by": Cell("published"),
        "device": Cell(row.device),
        "n": Cell(row.n),
        **{key: Cell(number(value)) for key, value in printed.items() if value is not None},
        **{f"{key}_recomputed": Cell(value) for key, value in again.items()},
    }
    differing = formulas.differing(row, again)
    if differing:
        words = ", ".join(f"{WORDS[key]} {value:.1f}" for key, value in differing.items())
        found["note"] = Cell(f"by the formulas {words}")
    return found


def _sums(whole: Accelerator, parts: Iterable[Accelerator]) -> Cell:
    """What is to be said of the parts of a multiplier that do not add up to it."""
    parts = list(parts)
    sums = {name: sum(getattr(part, name) for part in parts) for name in _ATP}
    wrong = [f"{value} {WORDS[name]}" for name, value in sums.items() if value != getattr(whole, name)]
    return Cell(f"the parts add up to {', '.join(wrong)}" if wrong else None)
