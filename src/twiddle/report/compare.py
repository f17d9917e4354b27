# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of the papers with our own figures beside them, and one accelerator with every multiplier.

Ours come from the committed records; their cycles from the formulas, which tests hold the simulation to.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twiddle.designs import Design, core
from twiddle.errors import TwiddleError
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method
from twiddle.report import published
from twiddle.report.grid import Cell, Column, Grid, Row
from twiddle.report.published import Multiplier
from twiddle.report.tables import LUTS_PER_BRAM36, LUTS_PER_DSP, lut_equivalents
from twiddle.rings import ring
from twiddle.synth import records, units
from twiddle.synth.records import Record
from twiddle.synth.units import Unit

BEGIN = "<!-- rns:begin -->"
END = "<!-- rns:end -->"

SLICES_PER_DSP = 120
SLICES_PER_BRAM36 = 196
"""Equivalent slices of a DSP block and of a block RAM, as Alhassani 2024 counts them."""

NOT_MEASURED = "not measured"

# ---------------------------------------------------------------------- the formulas of Alhassani 2024


def product_cycles(ntt: int, intt: int, pwm: int) -> int:
    """Cycles of INTT(NTT(X) * NTT(Y)) by one accelerator, one operation after another."""
    return 2 * ntt + pwm + intt


def slices(lut: float, ff: float) -> float:
    """Slices that hold so many LUT and FF, for those who print none."""
    return lut / 4 + ff / 8


def equivalent_slices(of_slices: float, dsp: float, bram36: float) -> float:
    """ENS: slices + 120 DSP + 196 BRAM36."""
    return of_slices + SLICES_PER_DSP * dsp + SLICES_PER_BRAM36 * bram36


def area_time(area: float, time_us: float) -> float:
    """ATP: area x ms."""
    return area * time_us / 1000


def recomputed(row: Multiplier) -> dict[str, float]:
    """time_us, atp_lut and atp_ens of a published row from its other figures, by the paper's formulas."""
    time_us = product_cycles(row.cycles_ntt, row.cycles_intt, row.cycles_pwm) / row.freq_mhz
    return {
        "time_us": time_us,
        "atp_lut": area_time(row.lut, time_us),
        "atp_ens": area_time(equivalent_slices(row.slices, row.dsp, row.bram36), time_us),
    }


def agrees(row: Multiplier) -> bool:
    """Whether the printed figures are those of the formulas, to the one decimal that is printed."""
    return all(abs(value - getattr(row, key)) < 0.05 + 1e-9 for key, value in recomputed(row).items())


# ---------------------------------------------------------------------- comparisons


@dataclass(frozen=True)
class Missing:
    """A record that a comparison has a place for, and what makes it.

    design is None for that of an arithmetic unit.
    """

    record: str
    design: Design | None
    command: str


@dataclass(frozen=True)
class Claim:
    """What a paper says of its designs, and what ours reach; less is better.

    ours is None where the record is missing; why is what to know of what is missed.
    """

    what: str
    ours: tuple[float | None, ...]
    theirs: tuple[float, ...]
    why: str = ""

    @property
    def verdicts(self) -> tuple[str, ...]:
        """Reproduced, beaten, missed or not measured, one a design."""
        return tuple(_verdict(*pair) for pair in zip(self.ours, self.theirs, strict=True))

    @property
    def ratios(self) -> tuple[float | None, ...]:
        """Ours by theirs; None where there is no such number."""
        return tuple(
            mine / other if mine is not None and other else None
            for mine, other in zip(self.ours, self.theirs, strict=True)
        )

    @property
    def sentence(self) -> str:
        """The claim in one sentence."""
        verdicts = self.verdicts if len(set(self.verdicts)) > 1 else self.verdicts[:1]
        text = f"{self.what}: {' / '.join(verdicts)}, {_listed(self.ours)} against {_listed(self.theirs)}"
        if any(ratio is not None for ratio in self.ratios):
            text += f", ratio {_listed(self.ratios, 3)}"
        if self.why and "missed" in self.verdicts:
            text += f"; {self.why}"
        return f"{text}."

    def document(self) -> dict[str, Any]:
        """The claim for JSON."""
        names = ("what", "ours", "theirs", "verdicts", "ratios", "sentence")
        values = {name: getattr(self, name) for name in names}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _verdict(ours: float | None, theirs: float) -> str:
    if ours is None:
        return NOT_MEASURED
    return "reproduced" if ours == theirs else "beaten" if ours < theirs else "missed"


def _listed(values: Sequence[float | None], digits: int | None = None) -> str:
    """Values side by side: whole numbers as they are, others with so many decimals or to four places."""
    form = ".4g" if digits is None else f".{digits}f"
    return " / ".join(
        "-" if value is None else str(value) if isinstance(value, int) else f"{value:{form}}"
        for value in values
    )


@dataclass(frozen=True)
class Comparison:
    """Tables, the first of which is the main one, with what is said of them."""

    name: str
    grids: tuple[Grid, ...]
    claims: tuple[Claim, ...]
    notes: tuple[str, ...]
    missing: tuple[Missing, ...]

    def markdown(self, root: str = "") -> str:
        """The comparison in Markdown; `root` leads from the page to the root of the repository."""
        parts = [f"{grid.title}:\n\n{grid.markdown(root)}" for grid in self.grids]
        if self.claims:
            parts.append("\n".join([CLAIMS, "", *(f"- {claim.sentence}" for claim in self.claims), ""]))
        parts.append("\n".join([*(f"- {note}" for note in self.notes), ""]))
        return "\n".join(parts)

    def document(self) -> dict[str, Any]:
        """The comparison for JSON."""
        return {
            "name": self.name,
            "tables": [grid.document() for grid in self.grids],
            "claims": [claim.document() for claim in self.claims],
            "notes": list(self.notes),
            "missing": [{"record": each.record, "command": each.command} for each in self.missing],
        }


CLAIMS = "Ours against the paper's own, for 1 / 2 / 4 butterflies; less is better:"
"""What stands above the claims."""


# ---------------------------------------------------------------------- records


@dataclass(frozen=True)
class _Found:
    """A record with its path from the root of the repository."""

    record: Record
    path: str

    def cell(self, name: str) -> float:
        """A number of cells."""
        return _number(self.record["cells"][name])

    @property
    def mhz(self) -> float:
        """The clock rate; raises TwiddleError where the record has none."""
        if not self.record["fmax_mhz"]:
            raise TwiddleError(f"{self.path}: not a record of place and route: fmax_mhz is missing")
        return float(self.record["fmax_mhz"])


class _Shelf:
    """The records of a folder, which remembers what was asked for."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder or records.default_folder()
        self._asked: dict[str, tuple[_Found | None, Missing]] = {}

    def core(self, design: Design, target: str, needed: bool = True) -> _Found | None:
        """The record of a core; None where there is none, which is missing if it is needed.

        Errors as for `records.load`.
        """
        name = records.file_name(
            {
                "core": design.core,
                "ring": design.ring.name,
                "parameters": design.parameters,
                "target": target,
            }
        )
        command = f"{records.repeat_command(design, target)} --record results"
        found = records.find(design, target, self._folder)
        if found is None and not needed:
            return None
        return self._kept(found, name, design, command)

    def unit(self, unit: Unit, target: str) -> _Found | None:
        """The same of an arithmetic unit."""
        found = units.find(unit, target, self._folder / "arith")
        return self._kept(found, f"arith/{unit.file_name(target)}", None, unit.command())

    def _kept(self, record: Record | None, name: str, design: Design | None, command: str) -> _Found | None:
        path = f"results/{name}"
        found = None if record is None else _Found(record, path)
        self._asked[path] = found, Missing(path, design, command)
        return found

    @property
    def missing(self) -> tuple[Missing, ...]:
        """What was asked for and is not there."""
        return tuple(missing for found, missing in self._asked.values() if found is None)

    @property
    def tools(self) -> str:
        """The tools behind the records, in words."""
        found = [found for found, _ in self._asked.values() if found is not None]
        names = {name for each in found for name in each.record["tools"].values()}
        return ", ".join(sorted(names)) or "nothing yet"


def _number(value: float) -> float:
    """The same number, whole where it is."""
    return int(value) if value == int(value) else value


def _of(*found: _Found | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.path for each in found if each is not None))


# ---------------------------------------------------------------------- Alhassani 2024

_TABLE_I = (
    Column("work", "work", text=True),
    Column("butterflies", "BU"),
    Column("by", "by", text=True, shown=False),
    Column("device", "device", text=True, shown=False),
    *(Column("lut", "LUT"), Column("ff", "FF"), Column("slices", "slices", 0)),
    *(Column("dsp", "DSP"), Column("bram36", "BRAM36"), Column("freq_mhz", "MHz", 0)),
    *(Column("cycles_ntt", "NTT"), Column("cycles_intt", "INTT"), Column("cycles_pwm", "PWM")),
    *(Column("cycles_product", "product"), Column("cycles_ratio", "ratio", 3)),
    *(Column("time_us", "µs", 1), Column("atp_lut", "ATP-LUT", 1), Column("atp_ens", "ATP-ENS", 1)),
    *(Column(f"{key}_recomputed", "", 1, shown=False) for key in ("time_us", "atp_lut", "atp_ens")),
    Column("note", "note", text=True, below=True),
)

_CYCLES = ("cycles_ntt", "cycles_intt", "cycles_pwm", "cycles_product")
_MERIT = ("time_us", "atp_lut", "atp_ens")

_VARIANTS: Mapping[str, Mapping[str, int]] = {
    "": {},
    "Registers = 1": {"Registers": 1},
    "Published = 1": {"Published": 1},
}

_PARTLY = ("Published = 1",)
"""Variants that not every number of butterflies has records of: what they are for is their cycles."""

_CLAIMED = (
    *(("", "engine", key) for key in (*_CYCLES, "lut", "ff", "dsp", *_MERIT)),
    *(("", "core", key) for key in ("lut", "ff", "dsp", "bram36")),
    *(("Registers = 1", "core", key) for key in (*_CYCLES, "lut", "ff", *_MERIT)),
    *(("Published = 1", "core", key) for key in ("cycles_pwm", "cycles_product", "bram36")),
)
"""Variant, part and figure of every claim: of the variants, what they change."""

_WORDS = {
    "cycles_ntt": "Cycles of NTT",
    "cycles_intt": "Cycles of INTT",
    "cycles_pwm": "Cycles of PWM",
    "cycles_product": "Cycles of a product",
    "lut": "LUT",
    "ff": "FF",
    "dsp": "DSP",
    "bram36": "BRAM36",
    "time_us": "Time in µs",
    "atp_lut": "ATP-LUT",
    "atp_ens": "ATP-ENS",
}

_ALHASSANI_NOTES = f"""\
The paper's: Artix-7 by Vivado, as printed. Ours: LUT, FF, DSP and BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is another, slower device: µs and ATP are not like for like, cycles are.
product: of the papers 2 NTT + PWM + INTT, of ours the busy cycles of MUL, whose passes overlap.
ratio: product to that of the paper's own design with as many butterflies (BU).
µs is product / MHz, ATP-LUT is LUT x ms, ATP-ENS is ENS x ms.
ENS is slices + {SLICES_PER_DSP} DSP + {SLICES_PER_BRAM36} BRAM36; the slices of ours are LUT / 4 + FF / 8.
Slices of the paper's 1 SBU and 2 DBU, 153 and 395, are the same sum; of its 1 DBU, 210, that would be 231.
core: the accelerator with its streams. engine: LUT, FF and DSP without them, as in the paper.
BRAM36, which include the memory, and MHz of an engine are those of the whole core that it is in.
Registers = 1: with registers behind the tables, for a faster clock.
Published = 1: with the paper's sub-moduli 7, 31 and 32, and its five products a pair."""


@dataclass(frozen=True)
class _Ours:
    """One of our designs: the core `rns` or its engine."""

    variant: str
    part: str
    schedule: Schedule
    logic: _Found | None
    """Where LUT, FF and DSP come from."""
    memory: _Found | None
    """Where BRAM36 come from: the core on xc7."""
    clock: _Found | None
    """Where the clock comes from: the core on ecp5."""

    def row(self) -> Row:
        """The row of Table I, but for the ratio."""
        schedule, logic, memory, clock = self.schedule, self.logic, self.memory, self.clock
        cycles = {name: schedule.busy(name) for name in ("ntt", "intt", "pwm", "mul")}
        row = {
            "butterflies": Cell(schedule.butterflies),
            "by": Cell("ours"),
            "work": Cell(", ".join(filter(None, (f"rns {self.part}", self.variant)))),
            "device": Cell("xc7, ecp5"),
            **{f"cycles_{name}": Cell(cycles[name]) for name in ("ntt", "intt", "pwm")},
            "cycles_product": Cell(cycles["mul"]),
        }
        if memory is not None:
            row["bram36"] = Cell(memory.cell("bram36"), _of(memory))
        if clock is not None:
            row["freq_mhz"] = Cell(clock.mhz, _of(clock))
            row["time_us"] = Cell(self._time(clock), _of(clock))
        if logic is not None:
            row |= {name: Cell(logic.cell(name), _of(logic)) for name in ("lut", "ff", "dsp")}
            row["slices"] = Cell(self._slices(logic), _of(logic))
        if logic is not None and clock is not None:
            value = area_time(logic.cell("lut"), self._time(clock))
            row["atp_lut"] = Cell(value, _of(logic, clock))
        if logic is not None and memory is not None and clock is not None:
            ens = equivalent_slices(self._slices(logic), logic.cell("dsp"), memory.cell("bram36"))
            row["atp_ens"] = Cell(area_time(ens, self._time(clock)), _of(logic, memory, clock))
        return row

    def _time(self, clock: _Found) -> float:
        return self.schedule.busy("mul") / clock.mhz

    def _slices(self, logic: _Found) -> float:
        return slices(logic.cell("lut"), logic.cell("ff"))


def alhassani_2024(folder: Path | None = None) -> Comparison:
    """Table I and Fig. 6 of Alhassani 2024, with the core `rns` and its engine for ml-kem."""
    theirs = published.multipliers("alhassani-2024", "I")
    own = {row.units: _theirs(row) for row in theirs if row.own}
    shelf = _Shelf(folder)
    engines = [unit for unit in units.catalogue() if (unit.unit, unit.method) == ("engine", "rns")]
    ours = {
        (each.variant, each.part, lanes): {**each.row(), "cycles_ratio": _ratio(each.row(), own[lanes])}
        for lanes in own
        for each in _ours(lanes, shelf, engines)
    }
    rows: list[Row] = []
    for lanes, of_paper in own.items():
        group = [_theirs(row) for row in theirs if row.units == lanes]
        rows += [{**row, "cycles_ratio": _ratio(row, of_paper)} for row in group]
        rows += [row for (_, _, count), row in ours.items() if count == lanes]
    table = Grid("table-I", "Table I of Alhassani 2024 with our core rns, ml-kem", _TABLE_I, tuple(rows))
    claims = [
        _claim(variant, part, key, [ours[variant, part, lanes] for lanes in own], own)
        for variant, part, key in _CLAIMED
        if all((variant, part, lanes) in ours for lanes in own)
    ]
    notes = (*_ALHASSANI_NOTES.splitlines(), f"Measured with {shelf.tools}.")
    return Comparison("alhassani-2024", (table, _figure_6(ours, own)), tuple(claims), notes, shelf.missing)


def _theirs(row: Multiplier) -> Row:
    product = product_cycles(row.cycles_ntt, row.cycles_intt, row.cycles_pwm)
    again = recomputed(row)
    note = row.note
    if not agrees(row):
        figures = f"{again['time_us']:.1f} µs, ATP {again['atp_lut']:.1f} and {again['atp_ens']:.1f}"
        note = f"{note}; by the formulas {figures}".removeprefix("; ")
    keys = ("lut", "ff", "slices", "dsp", "bram36", "freq_mhz", "cycles_ntt", "cycles_intt", "cycles_pwm")
    return {
        "butterflies": Cell(row.units),
        "by": Cell("published"),
        "work": Cell(row.work),
        "device": Cell(row.device),
        **{key: Cell(_number(getattr(row, key))) for key in keys},
        "cycles_product": Cell(product),
        **{key: Cell(getattr(row, key)) for key in _MERIT},
        **{f"{key}_recomputed": Cell(again[key]) for key in _MERIT},
        "note": Cell(note),
    }


def _ours(lanes: int, shelf: _Shelf, engines: Sequence[Unit]) -> list[_Ours]:
    """Our designs with so many butterflies: of every variant the engine, where there is one, and the core."""
    found = []
    for variant, parameters in _VARIANTS.items():
        design = core("rns", ring("ml-kem"), Butterflies=lanes, **parameters)
        schedule = _schedule(lanes, variant)
        needed = variant not in _PARTLY
        on_xc7, clock = (shelf.core(design, target, needed) for target in ("xc7", "ecp5"))
        found += [
            _Ours(variant, "engine", schedule, shelf.unit(engine, "xc7"), on_xc7, clock)
            for engine in engines
            if all(engine.parameters.get(key, 0) == design.parameters[key] for key in _SHARED)
        ]
        found.append(_Ours(variant, "core", schedule, on_xc7, on_xc7, clock))
    return found


_SHARED = ("Butterflies", "Registers", "Published")
"""Parameters that a core has in common with its engine, where they are 0 if they are not given."""


def _schedule(lanes: int, variant: str) -> Schedule:
    return Schedule(
        ring("ml-kem"),
        lanes,
        Method.RNS,
        registers="Registers" in _VARIANTS[variant],
        published="Published" in _VARIANTS[variant],
    )


def _ratio(row: Row, of_paper: Row) -> Cell:
    return Cell(_value(row, "cycles_product") / _value(of_paper, "cycles_product"))


def _value(row: Row, key: str) -> float:
    value = row[key].value
    if not isinstance(value, int | float):
        raise TypeError(f"{key}: {value!r} is no number")
    return value


def _measured(row: Row, key: str) -> float | None:
    return _value(row, key) if key in row else None


def _claim(variant: str, part: str, key: str, rows: Sequence[Row], own: Mapping[int, Row]) -> Claim:
    """A figure of our rows against that of the paper's own, design by design."""
    of = "" if key in _CYCLES else f" of the {part}"
    what = ", ".join(filter(None, (f"{_WORDS[key]}{of}", variant)))
    why = ""
    if key in _CYCLES:
        why = f"our pipe from read to write takes {_schedule(1, variant).write_delay} cycles"
    elif key in _MERIT:
        why = "MHz is that of ecp5, the paper's of Artix-7"
    return Claim(
        what,
        tuple(_measured(row, key) for row in rows),
        tuple(_value(row, key) for row in own.values()),
        why,
    )


def _figure_6(ours: Mapping[tuple[str, str, int], Row], own: Mapping[int, Row]) -> Grid:
    """Delay, ATP-LUT and ATP-ENS of the paper's three designs, and of ours."""
    keys = ("by", "work", "butterflies", *_MERIT)
    shown = (("", "engine"), ("", "core"), ("Registers = 1", "core"))
    found = [*own.values(), *(row for each in shown for key, row in ours.items() if key[:2] == each)]
    return Grid(
        "figure-6",
        "Fig. 6 of Alhassani 2024 with ours",
        tuple(column for column in _TABLE_I if column.key in keys),
        tuple({key: row[key] for key in keys if key in row} for row in found),
    )


PAPERS: Mapping[str, Callable[[Path | None], Comparison]] = {"alhassani-2024": alhassani_2024}
"""What compares each paper with ours, from a folder of records (default: the repository's)."""


def paper(name: str, folder: Path | None = None) -> Comparison:
    """A paper's tables with our figures.

    Raises TwiddleError for an unknown paper, and for a broken record.
    """
    if name not in PAPERS:
        nearest = difflib.get_close_matches(name, PAPERS, n=1, cutoff=0.4)
        hint = f" (did you mean {nearest[0]}?)" if nearest else ""
        raise TwiddleError(f"paper {name!r}: unknown{hint}; the papers are {', '.join(PAPERS)}")
    return PAPERS[name](folder)


# ---------------------------------------------------------------------- like for like

_LIKE = (
    Column("method", "method", text=True),
    *(Column(f"cycles_{name}", name.upper()) for name in ("ntt", "intt", "pwm", "mul", "mult")),
    Column("interval_mul", "MUL interval"),
    *(Column("lut", "LUT"), Column("ff", "FF"), Column("dsp", "DSP"), Column("bram36", "BRAM36")),
    *(Column("freq_mhz", "MHz", 0), Column("time_us", "µs a MUL", 2)),
    *(Column("lut_equivalents", "LUT-eq.", 0), Column("area_time", "area x time", 1)),
)

_LIKE_NOTES = f"""\
One accelerator: a single memory (DoubleBuffer = 0), with streams. NTT to MULT are busy cycles.
MUL interval is that at full rate, input and output included; µs a MUL is the same at the clock rate.
LUT, FF, DSP and BRAM36 are of xc7, MHz of ecp5 by place and route.
LUT-eq. is LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36; area x time is LUT-eq. x ms."""


def like_for_like(butterflies: int = 2, folder: Path | None = None) -> Comparison:
    """One accelerator for ml-kem with each multiplier.

    Raises TwiddleError for a number of butterflies that there is not, and for a broken record.
    """
    shelf = _Shelf(folder)
    of = ring("ml-kem")
    designs = {
        "rns": core("rns", of, Butterflies=butterflies),
        "rns, Registers = 1": core("rns", of, Butterflies=butterflies, Registers=1),
        **{
            method.label: core("iterative", of, Butterflies=butterflies, DoubleBuffer=0, Method=method.label)
            for method in (Method.FOLD, Method.LDSP, Method.KRED, Method.BARRETT)
        },
    }
    rows = tuple(_like(name, design, shelf) for name, design in designs.items())
    plural = "y" if butterflies == 1 else "ies"
    title = f"One accelerator with each multiplier (ml-kem, {butterflies} butterfl{plural}, single memory)"
    grid = Grid("like-for-like", title, _LIKE, rows)
    return Comparison(
        "like-for-like",
        (grid,),
        (),
        (*_LIKE_NOTES.splitlines(), f"Measured with {shelf.tools}."),
        shelf.missing,
    )


def _like(name: str, design: Design, shelf: _Shelf) -> Row:
    xc7, ecp5 = shelf.core(design, "xc7"), shelf.core(design, "ecp5")
    interval = design.cycles("mul").interval
    row = {
        "method": Cell(name),
        **{f"cycles_{each}": Cell(design.cycles(each).busy) for each in design.operations},
        "interval_mul": Cell(interval),
    }
    if xc7 is not None:
        row |= {each: Cell(xc7.cell(each), _of(xc7)) for each in ("lut", "ff", "dsp", "bram36")}
        row["lut_equivalents"] = Cell(lut_equivalents(xc7.record), _of(xc7))
    if ecp5 is not None and interval is not None:
        time_us = interval / ecp5.mhz
        row["freq_mhz"] = Cell(ecp5.mhz, _of(ecp5))
        row["time_us"] = Cell(time_us, _of(ecp5))
        if xc7 is not None:
            row["area_time"] = Cell(area_time(lut_equivalents(xc7.record), time_us), _of(xc7, ecp5))
    return row


def page(root: str = "../", folder: Path | None = None) -> str:
    """What docs/rns.md should hold between its markers, from the records as they are."""
    return "\n".join(
        each.markdown(root) for each in (paper("alhassani-2024", folder), like_for_like(2, folder))
    )
