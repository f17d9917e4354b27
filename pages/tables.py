# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of recorded blocks in README and docs: the front, every record by ring, whole schemes, programs.

`root` leads from a page to the root of the repository, for links to the records.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from pathlib import Path

import jinja2

from twiddle.base.grid import Cell, Column, Grid, columns, markdown, words_of
from twiddle.base.rings import ring, rings
from twiddle.bundle.wrap import axis, registers
from twiddle.catalog import units
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core, cores, find
from twiddle.catalog.systems import LATTICE
from twiddle.evidence import lattice_cycles, merit
from twiddle.evidence.lattice_cycles import BUILDS
from twiddle.evidence.merit import LUTS_PER_BRAM36, LUTS_PER_DSP
from twiddle.evidence.results import Results
from twiddle.evidence.verify import evidence
from twiddle.evidence.wanted import Row as Measured
from twiddle.evidence.wanted import recorded, wanted
from twiddle.model import programs
from twiddle.model.sets import DSA_SETS, KEM_SETS, REVISION, Operation
from twiddle.model.timing import Timing
from twiddle.model.work import FALCON, REPETITIONS
from twiddle.study import arith, whole
from twiddle.study.comparison import number
from twiddle.tools.lattice_simulator import Task, clean_cycles
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Record, name_of
from twiddle.tools.targets import TARGETS, asic
from twiddle.tools.targets.base import RESOURCES

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,
)

Cells = Mapping[str, Cell]


@dataclass(frozen=True)
class Row:
    """A core with its records by target."""

    design: Block
    found: Mapping[str, Record]

    @property
    def interval(self) -> float | None:
        """Cycles between products at full rate."""
        return self.design.cycles("mul").interval if "mul" in self.design.operations else None

    @property
    def cost(self) -> tuple[float, ...]:
        """LUT-equivalents and µs between products, on ecp5; empty if they are unknown."""
        if (ecp5 := self.found.get("ecp5")) is None or (time := merit.micros(ecp5, self.interval)) is None:
            return ()
        return merit.lut_equivalents(ecp5), time

    @property
    def costs(self) -> tuple[float, float, float]:
        """The same and BRAM36, where they are known."""
        area, time = self.cost
        return area, time, self.found["ecp5"].cells.bram36

    @property
    def spread(self) -> float:
        """See `merit.relative_spread`, on ecp5."""
        return merit.relative_spread(self.found["ecp5"])

    @property
    def name(self) -> str:
        """The file of its ecp5 record."""
        return self.found["ecp5"].path

    def cells(self, target: str) -> dict[str, Cell]:
        """The core in words, linked to its record on a target, and the figures of the record."""
        record = self.found[target]
        return {
            "core": Cell(self.design.words, (f"results/{record.path}",)),
            **{kind: Cell(number(record.cells[kind])) for kind in RESOURCES},
            "mhz": Cell(merit.clock(record)),
            "time_us": Cell(merit.micros(record, self.interval)),
            "area_time": Cell(merit.area_time(record, self.interval)),
        }


def rows_of(records: Iterable[Record]) -> list[Row]:
    """Every core with its records, by ring and core, in the order of the catalogue."""
    found: dict[str, Row] = {}
    for record in records:
        row = found.setdefault(record.design.stem, Row(record.design, {}))
        found[record.design.stem] = Row(row.design, {**row.found, record.target: record})
    order = {preset.name: at for at, preset in enumerate(rings())}, {kind.name: at for at, kind in enumerate(cores())}
    return sorted(
        found.values(),
        key=lambda row: (
            order[0][row.design.ring.name],
            order[1][row.design.core],
            tuple(row.design.parameters.items()),
        ),
    )


def front(rows: Iterable[Row]) -> list[Row]:
    """The rows with area and time that no other one of the same ring beats."""
    known = [row for row in rows if row.cost]
    return [
        row
        for row in known
        if not any(other.design.ring == row.design.ring and merit.dominates(other.cost, row.cost) for other in known)
    ]


_WORDS = Column("core", "core", text=True)
_TIME = "mhz:MHz time_us:µs_a_MUL:2 area_time"


def products_table(results: Results, root: str = "") -> str:
    """The Pareto-optimal polynomial multipliers of each ring, the least area x time first; empty without one.

    Area and time are those on ecp5 (see `merit.area_time`). A clock rate is the median of the seeds, with the
    least and the most.
    """
    best = front(rows_of(results.load_all()))
    names = [preset.name for preset in rings()]
    best.sort(key=lambda row: (names.index(row.design.ring.name), row.cost[0] * row.cost[1]))
    if not best:
        return ""
    shown = columns(Column("ring", "ring", text=True), _WORDS, "lut dsp bram36", _TIME)
    cells = tuple({"ring": Cell(row.design.ring.name)} | row.cells("ecp5") for row in best)
    table = Grid("front", "", shown, cells).markdown(root)
    return "\n".join([table, *notes(best, "Device: ECP5-85k, speed grade 8", results)]) + "\n"


def start_table(results: Results, root: str = "", ring_name: str = "ml-kem") -> str:
    """The measured builds of `twd_lattice`, the polynomial unit, the smallest and the fastest multiplier; on ecp5."""
    rows, used = [], []
    for block in (*BUILDS, *(each for each, _ in find("unit").measured())):
        record = results.find(block, "ecp5")
        if record is not None:
            used.append(record)
            known = [(name, recorded_us(block, name, record, results)) for name in ("ML-KEM-768", "ML-DSA-65")]
            times = "; ".join(f"{name}: {', '.join(us)}" for name, us in known if us)
            words = "polynomials of both schemes" if block.kind is not LATTICE else times
            rows.append(_measured(block.words, record) | {"us": Cell(words or "not measured for this hardware")})
    picked = merit.recommend(front([row for row in rows_of(results.load_all()) if row.design.ring.name == ring_name]))
    for row, names in merit.grouped({pick: picked[pick] for pick in ("smallest", "fastest") if picked}):
        used.append(row.found["ecp5"])
        time = merit.micros(row.found["ecp5"], row.interval)
        words = f"multiplier for {ring_name}, {', '.join(names)}: {row.design.words}"
        rows.append(_measured(words, row.found["ecp5"]) | {"us": Cell(f"{time:.2f} a product")})
    shown = columns(_WORDS, "lut dsp bram36 mhz:MHz", Column("us", "µs", text=True))
    return _with_age(Grid("start", "", shown, tuple(rows)).markdown(root), used, results) if rows else ""


def recorded_us(block: Block, name: str, record: Record, results: Results) -> list[str]:
    """Whole µs of the operations of a parameter set at the clock rate of a record; empty if the build has it not."""
    counts = lattice_cycles.of_build(results, block).get(name) if block.kind is LATTICE else None
    if counts is None or record.fmax_mhz is None:
        return []
    return [f"{lattice_cycles.average(counts, name, each) / record.fmax_mhz:.0f}" for each in counts.measured]


def _measured(words: str, record: Record) -> dict[str, Cell]:
    """The cells of a block in words, linked to its record."""
    cells = {kind: Cell(number(record.cells[kind])) for kind in ("lut", "dsp", "bram36")}
    return {"core": Cell(words, (f"results/{record.path}",)), **cells, "mhz": Cell(merit.clock(record))}


def notes(rows: Sequence[Row], devices: str, results: Results) -> list[str]:
    """The notes below a table: tools, state of the records, devices."""
    found = [record for row in rows for record in row.found.values()]
    tools = {tool for record in found for tool in record.tools.values()}
    lines = [
        f"Measured with {', '.join(sorted(tools))}; each record holds the command that repeats it.",
        *aged(found, results),
    ]
    lines += [
        f"{devices}; MHz is the median of the seeds (least to most; without a range: of one seed).",
        f"Area x time is {merit.AREA_TIME}.",
    ]
    return lines


def aged(found: Sequence[Record], results: Results) -> list[str]:
    """A line of how many of the records are of the hardware before its last change; none if all are of today's."""
    old = {record.path for record in found} & results.pending()
    share = f"{len(old)} of these {len(found)} records"
    return [f"{share} were measured before the last hardware change: see `results/pending.json`."] if old else []


def _with_age(table: str, found: Sequence[Record], results: Results) -> str:
    return "\n".join([table, *aged(found, results)]) + "\n" if aged(found, results) else table


# ------------------------------------------------------------------ every record, by ring


RINGS = ("ml-kem", "kyber-v1", "falcon-512", "falcon-1024", "ml-dsa", "qtesla-1024")
"""The rings of measured cores, each with a page of its records."""


def rings_table(results: Results) -> str:
    """The index of the pages of `RINGS`, with their numbers of cores and records; empty without any record."""
    found = _by_ring(results)
    index = tuple(
        {
            "ring": Cell(f"[{name}]({name}.md)"),
            "cores": Cell(len(group)),
            "records": Cell(sum(len(row.found) for row in group)),
            "targets": Cell(", ".join(_targets(group))),
        }
        for name, group in found.items()
    )
    if not found:
        return ""
    shown = columns("ring cores records", Column("targets", "targets", text=True))
    rows = [row for group in found.values() for row in group]
    devices = "Cycles are busy cycles, by formula; the devices are those of [area and timing](../trust/measuring.md)"
    return "\n".join([Grid("rings", "", shown, index).markdown(), *notes(rows, devices, results)]) + "\n"


def ring_table(results: Results, name: str, root: str = "") -> str:
    """The records of a ring: a table for each target, one link a row.

    The least area x time is first, and what has none is last. Below a table are the designs whose measurement
    failed, with the reason. Cycles are busy cycles, and the interval of MUL at full rate, by formula. Empty
    without a record.
    """
    group = _by_ring(results).get(name, [])
    parts = [text for target in _targets(group) for text in _on(name, target, group, results, root)]
    if cycles := [cells for row in group if len(cells := _cycles(row.design)) > 1]:
        figures = columns(_WORDS, "cycles_ntt cycles_intt cycles_pwm interval_mul:MUL_interval")
        parts += ["", "## Cycles", "", Grid(name, "", figures, tuple(cycles)).markdown().rstrip()]
    return "\n".join(parts[1:]) + "\n" if parts else ""


def _by_ring(results: Results) -> dict[str, list[Row]]:
    """The rows of each ring, in the order of the catalogue."""
    rows = rows_of(results.load_all())
    return {name: list(group) for name, group in groupby(rows, lambda row: row.design.ring.name)}


def _targets(rows: Iterable[Row]) -> list[str]:
    """Those with a record, in the order of the catalogue."""
    there = {target for row in rows for target in row.found}
    return [name for name in TARGETS if name in there] + sorted(there - TARGETS.keys())


def _on(name: str, target: str, rows: Iterable[Row], results: Results, root: str) -> list[str]:
    """The table of a ring on a target, with its heading, and a line for each failed measurement."""
    there = [row for row in rows if target in row.found]
    there.sort(key=lambda row: merit.area_time(row.found[target], row.interval) or math.inf)
    timed = any(row.found[target].fmax_mhz is not None for row in there)
    shown = columns(_WORDS, *RESOURCES, *[_TIME] * timed)
    grid = Grid(target, "", shown, tuple(row.cells(target) for row in there))
    failures = results.failures()
    failed = [
        f"- {design.words}: not measured: {failures[name_of(design, target)].reason}"
        for design, on in wanted("core")
        if (on, design.ring) == (target, ring(name)) and name_of(design, target) in failures
    ]
    known = TARGETS[target].remark if timed and target in TARGETS else ""
    remark = ["", known] if known else []
    return ["", f"## On {target}", "", grid.markdown(root).rstrip(), *remark, *[""] * bool(failed), *failed]


def _cycles(design: Block) -> dict[str, Cell]:
    """Busy cycles, and the interval of MUL; only the words of a core without either."""
    counts = {f"cycles_{name}": design.cycles(name).busy for name in design.operations}
    if "mul" in design.operations:
        counts["interval_mul"] = design.cycles("mul").interval
    return {"core": Cell(design.words)} | {key: Cell(count) for key, count in counts.items() if count is not None}


def parameters_table(name: str) -> str:
    """The parameters of a core, those for a technology last: values, default, meaning."""
    kind = find(name)
    lines = [
        [f"`{each.name}`", ", ".join(map(str, each.allowed)), str(each.default), each.meaning]
        for each in (*kind.parameters, *kind.technology)
    ]
    columns = ("parameter", "values", "default", "effect")
    return markdown(columns, lines, columns) + "\n"


SHOWN_RINGS = ("ml-kem", "ml-dsa", "falcon-1024")
"""The rings of the tables of cycles, where a core supports them."""


def cycles_table(name: str) -> str:
    """Interval, latency and, where there are any, busy cycles of each operation of a core with its defaults."""
    kind = find(name)
    found = [core(name, each) for each in SHOWN_RINGS if kind.takes(ring(each))]
    operations = list(dict.fromkeys(each for design in found for each in design.operations))
    lines = []
    for design in found:
        for figure in ("interval", "latency", "busy"):
            counts = {each: getattr(design.cycles(each), figure) for each in design.operations}
            if any(count is not None for count in counts.values()):
                lines.append([design.ring.name, figure, *(f"{counts[each]:,}" for each in operations)])
    columns = ("ring", "cycles", *(each.upper() for each in operations))
    return markdown(columns, lines, ("ring", "cycles")) + f"\n\nThese are of the defaults, {found[0].words}.\n"


# ------------------------------------------------------------------ whole schemes and programs


def systems_table(results: Results, names: Sequence[str]) -> str:
    """A line for each measured block of these names; a figure without a record is a dash."""
    rows, used = [], []
    for block, found in recorded([each for name in names for each, _ in find(name).measured()], results):
        row: dict[str, Cell] = {"words": Cell(block.words)}
        if (xc7 := found.get("xc7")) is not None:
            memory = number(xc7.cells.get("lutram", 0) + xc7.cells.get("srl", 0))
            row |= {kind: Cell(number(xc7.cells[kind])) for kind in RESOURCES}
            row |= {"lut": Cell(number(xc7.cells.lut - memory)), "memory": Cell(memory)}
        if (ecp5 := found.get("ecp5")) is not None:
            row |= {"ecp5_lut": Cell(number(ecp5.cells.lut)), "mhz": Cell(merit.clock(ecp5))}
        used += [each for each in found.values() if each]
        rows.append(row)
    figures = "lut:LUT_xc7 memory:LUT_of_memory ff:FF_xc7 dsp:DSP_xc7 bram36:BRAM36_xc7 ecp5_lut mhz:MHz_ecp5"
    grid = Grid("systems", "", columns(Column("words", "", text=True), figures), tuple(rows))
    return _with_age(grid.markdown(), used, results)


def frames_table() -> str:
    """The command and the bytes of the frames of each operation of each parameter set; M' is of any length."""
    rows = []
    for names, operations in ((KEM_SETS, [*Operation][:3]), (DSA_SETS, [*Operation][3:])):
        for name, operation in product(names, operations):
            task = Task(operation, name, ())
            sizes = ["any" if size is None else f"{size:,}" for size in task.sizes]
            outs = "; ".join(f"{size:,}" for size in task.results) or "none"
            rows.append([name, operation.label, f"`{task.word:#04x}`", "; ".join(sizes), outs])
    titles = ("set", "operation", "command", "bytes of frames in", "bytes of frames out")
    return markdown(titles, rows, titles) + "\n"


def words_table() -> str:
    """A frame of 64 bytes, one of 5 bytes and an empty one as words of a port."""
    rows = []
    for what, text in (("d and z: 00 01 ... 3f", bytes(range(64))), ("M' of abc", b"\0\0abc"), ("no bytes", b"")):
        pieces = [text[at : at + 8] for at in range(0, len(text), 8)] or [b""]
        for at in sorted({0, 1, len(pieces) - 1} & set(range(len(pieces)))):
            value = len(pieces[at]) << 64 | int.from_bytes(pieces[at], "little")
            last = "1" if at == len(pieces) - 1 else "0"
            rows.append([what, f"{at + 1} of {len(pieces)}", f"`{value:017x}`", last])
    titles = ("frame", "word", "`in_data_i`", "`in_last_i`")
    return markdown(titles, rows, titles) + "\n"


LANES = (1, 2, 4, 8)


def clean_table() -> str:
    """Cycles in which `twd_lattice` with both schemes clears what an operation of a set used."""
    titles = ("set", *(f"{lanes} lane{'s' if lanes > 1 else ''}" for lanes in LANES))
    rows = [[name, *(f"{clean_cycles(name, lanes=lanes):,}" for lanes in LANES)] for name in (*KEM_SETS, *DSA_SETS)]
    return markdown(titles, rows, ("set",)) + "\n"


def programs_table() -> str:
    """Programs of the polynomial unit with their slots, commands and cycles."""
    known = [(program.name, program, (ring("ml-dsa"), ring("ml-kem"))) for program in programs.catalogue()]
    found = [
        *known,
        *((f"{name.title()} verification", programs.falcon_verify(), (ring(name), None)) for name in FALCON),
    ]
    rows = tuple(
        {
            "program": Cell(name),
            "slots": Cell(program.slots),
            "commands": Cell(len(program.commands)),
            **{f"lanes{lanes}": Cell(Timing(*of, lanes).program(program.commands)) for lanes in LANES},
        }
        for name, program, of in found
    )
    figures = "slots commands lanes1:1_lane lanes2:2_lanes lanes4:4_lanes lanes8:8_lanes"
    return Grid("programs", "", columns(Column("program", "program", text=True), figures), rows).markdown()


def others_table(results: Results) -> str:
    """The builds with cycles of each set, in Markdown; empty without cycles of ours."""
    found = whole.rows(results)
    if not any(row.ours for row in found):
        return ""
    shared = {row.set for row in found if not row.ours and row.cycles}
    columns = ["set", "core", "KeyGen", "Encaps, Sign", "Decaps, Verify", "LUT xc7", "LUT published", ""]
    lines = []
    for row in found:
        if row.set in shared and row.cycles:
            luts = [words_of(row.cells, Column(key, "")) for key in ("lut", "published_lut")]
            design = f"**{row.design}**" if row.ours else row.design
            device = f" ({row.line['device']})" if row.line.get("published_lut") else ""
            counts = (f"{count:,.0f}" for count in row.cycles.values())
            lines.append([row.set, design, *counts, luts[0], luts[1] + device, row.line.get("note", "")])
    return markdown(columns, lines, ("set", "core", "")) + "\n" + whole.remark(results)


def signatures_table(results: Results) -> str:
    """Cycles of signatures on the build with both schemes, in Markdown; empty without a record."""
    known = lattice_cycles.recorded(results)
    if known is None:
        return ""
    columns = ("set", "until all is in", "first round accepted", "a round rejected at r0", "later", "rounds", "average")
    lines = []
    for name, counts in known.builds.get(BUILDS[0].stem, {}).items():
        if counts.sign:
            first, rejected, late, _ = counts.signing
            figures = (counts.before, first, rejected, late, lattice_cycles.average(counts, name, "sign"))
            texts = [f"{each:,.0f}" for each in figures]
            lines.append([name, *texts[:-1], str(REPETITIONS[name.lower()]), texts[-1]])
    source = f"\nRounds on average: FIPS 204, table 1, by {REVISION}.\n"
    return markdown(columns, lines, ("set",)) + "\n" + source + whole.remark(results)


# ------------------------------------------------------------------ evidence, arithmetic, wrappers


def evidence_table(results: Results, folder: str = "results") -> str:
    """The evidence of all kinds, with links into `folder`."""
    rows = []
    for entry in evidence.evidence(results):
        count = "-" if entry.count is None else f"[{entry.count:,}]({folder}/{entry.record})"
        if entry.state in ("pending", "stale"):
            count += ", pending"
        rows.append([entry.claim, count, f"`{entry.command}`", evidence.minutes(entry)])
    return markdown(("what", "count", "command", "minutes"), rows, ("what", "command")) + "\n"


IN_DOCS = (3329, 12289)
"""Moduli of the table in docs/records/multipliers.md."""


def energy_table(results: Results, root: str = "") -> str:
    """Energy of multipliers and butterflies modulo 3329 in standard cells, from all records, current or not."""
    kept = [records.load(path) for path in sorted((results.folder / "arith").glob(f"*-{asic.NAME}-*.json"))]
    by_block = {record.block: record for record in kept if record.block.unit.q == IN_DOCS[0]}
    found = [by_block[unit] for unit in units.catalogue() if unit in by_block]
    table = arith.cells_table(found)
    chosen = [column for column in table.columns if column.key != "q"]
    of = ", ".join(sorted({record.library.file for record in found if record.library is not None})) or "no library yet"
    return f"q = {IN_DOCS[0]}, in the cells of {of}:\n\n{replace(table, columns=tuple(chosen)).markdown(root)}"


def methods_table(results: Results, root: str = "") -> str:
    """The multipliers of the moduli of `IN_DOCS`, from all records, current or not."""
    parts, tools = [], set[str]()
    figures = f"latency:cycles {arith.XC7} freq_mhz:MHz_ecp5:0 eff_kbps_per_lut:Eff.:0"
    for q in IN_DOCS:
        chosen = [unit for unit in units.catalogue() if (unit.kind.family, unit.unit.q) == ("multiplier", q)]
        found = [Measured(unit, by_target, {}) for unit, by_target in recorded(chosen, results)]
        parts.append(
            f"q = {q}:\n\n{replace(arith.units_table(found), columns=columns(*arith.UNIT[1:], figures)).markdown(root)}"
        )
        records = [record for row in found for record in row.records.values() if record is not None]
        tools |= {tool for record in records for tool in record.tools.values()}
    parts += [
        f"Measured with {', '.join(sorted(tools)) or 'nothing yet'}.",
        "The records are in `results/arith/`, each with the command that repeats it.",
        f"Eff. is MHz ecp5 x bits / (LUT xc7 + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36), kbit/s a LUT.",
    ]
    return "\n".join(parts) + "\n"


def registers_table(name: str = registers.CORE) -> str:
    """Tables in Markdown: the registers with their fields, and the windows where there are any."""
    return TEMPLATES.get_template("registers.md.j2").render(registers.nodes(name))


_CORES: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("iterative", {"Butterflies": 1}),
    ("iterative", {"Butterflies": 4}),
    ("mdc", {"Lanes": 4, "Form": "transform"}),
)


def throughput_table() -> str:
    """Cycles between transforms, one coefficient per slot; in brackets if the bus is the limit."""
    rings = ("ml-kem", "ml-dsa", "falcon-1024")
    designs = [core(kind, ring(name), **parameters) for name in rings for kind, parameters in _CORES]

    def frame(design: Block, bus: int) -> int:
        return axis.interval(design.ring, bus, axis.padded(design.ring))

    return TEMPLATES.get_template("throughput.md.j2").render(designs=designs, buses=(32, 64, 128), frame=frame)
