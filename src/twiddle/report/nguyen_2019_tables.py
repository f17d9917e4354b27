# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables I to III of Nguyen, Dang and Gaj 2019 with our rows: the cores `quad` and `quad-hls`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from twiddle.designs import Design, core
from twiddle.model import kred
from twiddle.report import nguyen_2019_formulas as formulas
from twiddle.report import published, source_lines
from twiddle.report.comparison import Figure, Found, Shelf, figures, number, paths, value_of
from twiddle.report.grid import Cell, Column, Grid, Row
from twiddle.report.nguyen_2019_formulas import METRICS, PAPER, derived
from twiddle.report.published import Engine, Shape
from twiddle.report.tables import slices
from twiddle.report.wanted import wanted
from twiddle.rings import ring
from twiddle.synth import units
from twiddle.synth.units import Unit

RINGS: Mapping[str, str] = {
    "newhope+falcon": "falcon-1024",
    "newhope": "falcon-1024",
    "qtesla": "qtesla-1024",
    "dilithium": "ml-dsa",
}
"""Our ring for every scheme of the paper."""

OPERATIONS = ("ntt", "intt", "pwm", "mul", "mult")

WORDS = {
    "dsp": "DSP",
    "bram36": "BRAM36",
    "lut": "LUT",
    "ff": "FF",
    "slices": "slices",
    "freq_mhz": "MHz",
    "cycles_ntt": "Cycles of NTT",
    "time_us": "Time of NTT in µs",
    **{f"cycles_{name}": f"Cycles of {name.upper()}" for name in OPERATIONS[1:]},
    "lines": "Lines of source",
    "k": "k",
    "m": "m",
    "adders_kred": "adders of K-RED",
    "adders_kred2x": "adders of K-RED-2x",
}
"""What a figure is called in claims and notes."""


@dataclass(frozen=True)
class Variant:
    """One of our cores as it stands in the tables, beside which row of the paper."""

    label: str
    core: str
    parameters: Mapping[str, int | str] = field(hash=False)
    beside: str

    def design(self, name: str) -> Design:
        """The design for a ring."""
        return core(self.core, ring(name), **self.parameters)


RTL = Variant("quad", "quad", {}, "RTL")
HLS = Variant("quad-hls", "quad-hls", {}, "HLS")
AS_PUBLISHED = Variant("quad, as published", "quad", {"Published": 1, "Method": "kred2x"}, "RTL")
RATIO = "quad-hls / quad"
"""Work of the rows that divide HLS by RTL."""

_NAMES = (
    Column("work", "work", text=True),
    Column("by", "by", text=True, shown=False),
    Column("device", "device", text=True),
)
_NOTE = Column("note", "note", text=True, below=True)
_CELLS = (Column("lut", "LUT"), Column("ff", "FF"))
_DSP, _BRAM, _SLICES = Column("dsp", "DSP"), Column("bram36", "BRAM36"), Column("slices", "slices", 0)
_CLOCK = Column("freq_mhz", "MHz", 0)

_TABLE_I = (
    *_NAMES,
    *(Column("n", "n"), Column("q", "q"), Column("bits", "bits"), Column("k", "k"), Column("m", "m")),
    *(Column("adders_kred", "K-RED adders"), Column("adders_kred2x", "K-RED-2x adders")),
    *(Column("cycles", "cycles"), *_CELLS, _DSP, _CLOCK, _NOTE),
    *(Column(f"{key}_recomputed", "", shown=False) for key in ("k", "m", "adders_kred", "adders_kred2x")),
)
_TIMED = (_CLOCK, Column("cycles_ntt", "cycles"), Column("time_us", "µs", 2), _NOTE)
_AGAIN = tuple(Column(f"{key}_recomputed", "", shown=False) for key in METRICS)
_TABLE_II = (*_NAMES, Column("n", "n"), Column("q", "q"), _DSP, _BRAM, *_CELLS, _SLICES, *_TIMED, *_AGAIN)
_TABLE_III = (*_NAMES, _DSP, _BRAM, _SLICES, *_CELLS, *_TIMED, *_AGAIN)
_STUDY = (
    *(Column("work", "work", text=True), Column("by", "by", text=True, shown=False)),
    Column("ring", "ring", text=True),
    *(Column(f"cycles_{name}", name.upper()) for name in OPERATIONS),
    *(*_CELLS, _DSP, _BRAM, Column("ecp5_lut", "ecp5 LUT"), _CLOCK),
    *(Column("time_us", "µs", 2), Column("time_mul_us", "µs a MUL", 2), Column("lines", "lines")),
)

_STUDIED = tuple(
    column.key for column in _STUDY if not column.text and column.key not in ("n", "q", "device")
)


class Tables:
    """The tables, and their rows by table, work and ring: the paper's own by "RTL", "HLS" and "HLS/RTL"."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._points = wanted()
        self.own: dict[tuple[str, str, str], Row] = {}
        self.ours: dict[tuple[str, str, str], Row] = {}
        self.figures: list[Figure] = []
        of = "of Nguyen, Dang and Gaj 2019"
        self.grids = (
            Grid(
                "table-2",
                f"Table II {of}, with our cores quad and quad-hls",
                _TABLE_II,
                (*self._engines("II"),),
            ),
            Grid(
                "table-3", f"Table III {of}, with ours for falcon-1024", _TABLE_III, (*self._engines("III"),)
            ),
            Grid("table-1", f"Table I {of}, with our reductions", _TABLE_I, (*self._shapes(),)),
            Grid("study", "RTL and high-level synthesis side by side", _STUDY, (*self._study(),)),
        )

    # ------------------------------------------------------------------ Table I

    def _shapes(self) -> Iterator[Row]:
        for row in published.shapes(PAPER, "I"):
            again = formulas.of_shape(row)
            theirs = {
                "work": Cell(row.scheme),
                "by": Cell("published"),
                **{key: Cell(getattr(row, key)) for key in ("n", "q", *again)},
                "bits": Cell(row.q.bit_length()),
                **{f"{key}_recomputed": Cell(value) for key, value in again.items()},
                "note": _note(formulas.differing(row, again)),
            }
            self.own["I", "", RINGS[row.scheme]] = theirs
            ours = list(self._reductions(row))
            both = {key: cell for each in ours for key, cell in each.items()}
            self.ours["I", "", RINGS[row.scheme]] = both
            named = {**theirs, "work": Cell(published.shown(row.paper, row.work))}
            self.figures += figures(PAPER, "I", row.scheme, row.n, again, named, both)
            yield theirs
            yield from ours

    def _reductions(self, row: Shape) -> Iterator[Row]:
        k, m = kred.shape(row.q)
        adders = {"kred": kred.rows(k, m).count, "kred2x": kred.kred2x_adders(row.q)}
        for unit in units.catalogue():
            if unit.unit == "reduction" and unit.q == row.q and unit.method in adders:
                yield {**self._unit(unit), f"adders_{unit.method}": self._adders(unit, adders[unit.method])}

    def _adders(self, unit: Unit, count: int) -> Cell:
        return Cell(count, paths(self._shelf.unit(unit, "xc7")))

    def _unit(self, unit: Unit) -> dict[str, Cell]:
        k, m = kred.shape(unit.q)
        xc7, ecp5 = (self._shelf.unit(unit, target) for target in ("xc7", "ecp5"))
        row = {
            "work": Cell(f"reduction {unit.method}"),
            "by": Cell("ours"),
            "device": Cell("xc7, ecp5"),
            "q": Cell(unit.q),
            "bits": Cell(unit.bits),
            "k": Cell(k),
            "m": Cell(m),
            "cycles": Cell(unit.latency),
        }
        if xc7 is not None:
            row |= {name: Cell(xc7.cell(name), paths(xc7)) for name in ("lut", "ff", "dsp")}
        if ecp5 is not None:
            row["freq_mhz"] = Cell(ecp5.mhz, paths(ecp5))
        return row

    # ------------------------------------------------------------------ Tables II and III

    def _engines(self, table: str) -> Iterator[Row]:
        rows = derived(table)
        for scheme in dict.fromkeys(row.scheme for row, _ in rows):
            name = RINGS[scheme]
            variants = (RTL, HLS, AS_PUBLISHED) if table == "II" else (RTL, HLS)
            ours = {variant.label: self._core(variant, name) for variant in variants}
            ours[RATIO] = {**divided(ours[RTL.label], ours[HLS.label], METRICS), "n": Cell(ring(name).n)}
            beside = {"RTL": RTL.label, "HLS": HLS.label, "HLS/RTL": RATIO}
            for row, again in rows:
                if row.scheme == scheme:
                    found = _theirs(row, again)
                    self.own[table, row.work, name] = found
                    self.figures += figures(
                        *(PAPER, table, scheme, row.n, METRICS, found),
                        ours[beside.get(row.work, RTL.label)],
                    )
                    yield found
            for label in (RTL.label, HLS.label, RATIO, AS_PUBLISHED.label):
                if label in ours:
                    self.ours[table, label, name] = ours[label]
                    yield ours[label]

    def _records(self, design: Design) -> tuple[Found | None, Found | None]:
        xc7, ecp5 = (
            self._shelf.core(design, target, (design, target) in self._points) for target in ("xc7", "ecp5")
        )
        return xc7, ecp5

    def _core(self, variant: Variant, name: str) -> dict[str, Cell]:
        """A core with the figures of Table II, and those of the study."""
        design = variant.design(name)
        xc7, ecp5 = self._records(design)
        row = {
            "work": Cell(variant.label),
            "by": Cell("ours"),
            "device": Cell("xc7, ecp5"),
            "ring": Cell(name),
            "n": Cell(design.ring.n),
            "q": Cell(design.ring.q),
            **{f"cycles_{each}": Cell(design.cycles(each).busy) for each in OPERATIONS},
            "lines": Cell(sum(source_lines.of_core(variant.core).values())),
        }
        if variant is AS_PUBLISHED:
            row["note"] = Cell("its NTT has PSIS_MUL in it, a pass more")
        if xc7 is not None:
            row |= {each: Cell(xc7.cell(each), paths(xc7)) for each in ("lut", "ff", "dsp", "bram36")}
            row["slices"] = Cell(slices(xc7.cell("lut"), xc7.cell("ff")), paths(xc7))
        if ecp5 is not None:
            row["ecp5_lut"] = Cell(ecp5.cell("lut"), paths(ecp5))
            row["freq_mhz"] = Cell(ecp5.mhz, paths(ecp5))
            for key, each in (("time_us", "ntt"), ("time_mul_us", "mul")):
                cycles = value_of(row, f"cycles_{each}")
                if cycles is not None:
                    row[key] = Cell(cycles / ecp5.mhz, paths(ecp5))
        return row

    # ------------------------------------------------------------------ the study

    def _study(self) -> Iterator[Row]:
        for name in dict.fromkeys(RINGS.values()):
            rtl, hls = (self._core(variant, name) for variant in (RTL, HLS))
            ratio = {**divided(rtl, hls, _STUDIED), "ring": Cell(name)}
            for row in (rtl, hls, ratio):
                self.ours["study", str(row["work"].value), name] = row
                yield row


def divided(rtl: Row, hls: Row, keys: tuple[str, ...]) -> dict[str, Cell]:
    """HLS by RTL, figure by figure, where both are there and the lower one is not 0."""
    row = {"work": Cell(RATIO), "by": Cell("ours"), "device": Cell("xc7, ecp5")}
    for key in keys:
        above, below = value_of(hls, key), value_of(rtl, key)
        if above is not None and below:
            records = dict.fromkeys((*hls[key].records, *rtl[key].records))
            row[key] = Cell(above / below, tuple(records), digits=2)
    return row


def _theirs(row: Engine, again: Mapping[str, float]) -> dict[str, Cell]:
    """A published row: what is printed, what the formulas give, and a note where the two differ."""
    ratio = row.unit == "ratio"
    said = {key: value for key in METRICS if (value := getattr(row, key)) is not None}
    return {
        "work": Cell(published.shown(row.paper, row.work)),
        "by": Cell("published"),
        "device": Cell(row.device),
        "n": Cell(row.n),
        "q": Cell(row.q),
        **{key: Cell(number(value), digits=2 if ratio else None) for key, value in said.items()},
        **{f"{key}_recomputed": Cell(value) for key, value in again.items()},
        "note": _note(formulas.differing(row, again), row.note),
    }


def _note(differing: Mapping[str, float], before: str = "") -> Cell:
    """What is to be said of a published row."""
    words = ", ".join(f"{WORDS[key]} {value:.4g}" for key, value in differing.items())
    parts = [before, f"by the formulas {words}" if words else ""]
    return Cell("; ".join(filter(None, parts)) or None)
