# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The page: its sections from the records, with its style and script inside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import twiddle
from twiddle import designs
from twiddle.page import breakdown, figures, structure, waveform, waves
from twiddle.page.breakdown import CELLS, Tree
from twiddle.page.figures import anchor, settings
from twiddle.page.markup import Markup, data, join, tag
from twiddle.report import compare
from twiddle.report.comparison import Comparison
from twiddle.report.grid import EMPTY, Column, Grid, Row, in_words
from twiddle.report.peers import peers
from twiddle.report.tables import LUTS_PER_BRAM36, LUTS_PER_DSP
from twiddle.synth import records
from twiddle.synth.records import Record
from twiddle.synth.targets import TARGETS

_TITLES = {"lut": "LUT", "ff": "FF", "dsp": "DSP", "bram36": "BRAM36"}
_SECTIONS = {
    "pareto": "Area and time",
    "cycles": "Cycles",
    "area": "Area by module",
    "papers": "The papers",
    "waveform": "Waveform",
    "structure": "Structure",
    "records": "Records",
}
_CYCLES_ABOUT = """\
Cycles of one transform against butterflies. The line is the limit, (n/2) x layers / butterflies: every
butterfly busy in every cycle. Marks of as many butterflies stand side by side."""

_CYCLES_NOTE = """\
Ours by the formulas, in the default configuration: busy cycles, without loading and unloading; of streaming
cores the cycles between two transforms at full rate. Others: the open cores of the papers' last tables."""

_AREA_ABOUT = """\
Synthesised with the hierarchy kept, so that each cell belongs to a module. Nothing is simplified across
modules then: the sum is not the area of the flattened core, which its own record has."""

_PAPERS_ABOUT = """\
The tables as printed, with ours in the same metrics by the paper's own formulas. Each of our figures leads to
its record."""

_PARETO_NOTE = f"""\
LUT equivalents: LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36. Interval: cycles between two operations
at full rate, input and output included; of pwmm for rows of one product. Time is the interval at the clock
rate of the same record; targets without place and route have none."""

_DEPTH = 3
"""Levels of instances in a break-down below the top; what is deeper counts for the one above."""

_LEAST = 0.01
"""The least share of some kind of cell with which an instance has a line of its own."""


def document(results: Path | None = None) -> str:
    """The page as HTML, from a folder of records (default: the repository's).

    Raises TwiddleError for a broken record or manifest, and for a record of a design that no longer exists.
    """
    found = records.load_all(results)
    parts = breakdown.load_all(results)
    shown = waveform.load_all(results)
    comparisons = [*(compare.paper(name, results) for name in compare.PAPERS), peers(results)]
    cited = _units(comparisons, results)
    body = join(
        [
            _header(found),
            tag(
                "main",
                _pareto(found),
                _cycles(),
                _area(parts),
                _papers(comparisons),
                _waveforms(shown),
                _structures(parts),
                _records(found, cited),
                id="main",
            ),
            tag("footer", tag("p", f"Made by twiddle report, Twiddle {twiddle.__version__}.")),
            data("data-points", figures.points(found)),
            data("data-cycles", figures.cycles()),
            data("data-order", _order(found)),
            tag("script", Markup(_file("page.js"))),
        ],
        "\n",
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", "Twiddle: every figure"),
        tag("link", rel="icon", href="data:,"),
        tag("style", Markup(_file("page.css"))),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', body), lang='en')}\n"


def _file(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _order(found: Sequence[Record]) -> dict[str, list[str]]:
    """The order of names, from which the script takes colours and marks; cores without a record come last."""
    order = figures.order(found)
    order["core"] += [kind.name for kind in designs.cores() if kind.name not in order["core"]]
    order["target"] += [name for name in TARGETS if name not in order["target"]]
    return order


def _section(name: str, *content: object) -> Markup:
    return tag(
        "section",
        tag("h2", _SECTIONS[name], id=f"{name}-title"),
        *content,
        id=name,
        aria_labelledby=f"{name}-title",
    )


def _nothing(what: str, command: str) -> Markup:
    return tag(
        "p",
        f"Nothing to show: no {what} is committed. ",
        tag("code", command),
        " makes them.",
        class_="empty",
    )


def _box(label: str, *content: object) -> Markup:
    """What may be wider than the page scrolls inside its box, by keyboard too."""
    return tag("div", *content, class_="box", tabindex=0, role="region", aria_label=label)


def _header(found: Sequence[Record]) -> Markup:
    names = figures.order(found)
    tools = sorted({tool for record in found for tool in record["tools"].values()})
    counts = ", ".join(f"{len(names[key])} {key}s" for key in names)
    return tag(
        "header",
        tag("a", "Skip to the figures", href="#main", class_="skip"),
        tag(
            "div",
            tag("h1", "Twiddle"),
            tag("button", "Dark", id="theme", type="button", aria_pressed="false"),
            class_="bar",
        ),
        tag("p", f"Number-theoretic-transform accelerators: {len(found)} records of {counts}."),
        tag(
            "p",
            "Every figure comes from a committed record, which its link leads to, or from a formula that "
            f"tests hold the simulated hardware to. Measured with {', '.join(tools) or 'nothing yet'}.",
        ),
        tag(
            "nav",
            *(tag("a", title, href=f"#{name}") for name, title in _SECTIONS.items()),
            aria_label="Sections",
        ),
    )


def _select(name: str, title: str, options: Iterable[tuple[str, str]] = ()) -> Markup:
    chosen = (tag("option", words, value=value) for value, words in options)
    return tag("label", tag("span", title), tag("select", *chosen, id=name))


def _pareto(found: Sequence[Record]) -> Markup:
    if not found:
        return _section("pareto", _nothing("synthesis record", "twiddle bench"))
    names = figures.order(found)
    filters = (
        _select(f"filter-{key}", key, [("", f"all {key}s"), *((name, name) for name in names[key])])
        for key in ("ring", "core", "target")
    )
    return _section(
        "pareto",
        tag(
            "p",
            "Each mark is a record. A line joins those of a ring and target that no other beats in both.",
        ),
        tag(
            "div",
            *filters,
            _select("axis-op", "operation"),
            _select("axis-x", "across"),
            _select("axis-y", "up"),
            tag("button", "Reset", id="reset", type="button"),
            class_="controls",
        ),
        tag("div", id="scatter", class_="plot"),
        tag("p", id="scatter-left-out", class_="note", role="status"),
        tag(
            "div",
            tag(
                "p",
                "Point at a mark, or tab into the plot and use the arrow keys, to see its record. "
                "Enter leads to it.",
            ),
            id="shown",
            class_="shown",
            aria_live="polite",
        ),
        tag(
            "p",
            _PARETO_NOTE,
            class_="note",
        ),
    )


def _cycles() -> Markup:
    return _section(
        "cycles",
        tag(
            "p",
            _CYCLES_ABOUT,
        ),
        tag(
            "div",
            _select("cycles-ring", "ring"),
            _select("cycles-op", "operation", [("ntt", "NTT"), ("intt", "INTT")]),
            class_="controls",
        ),
        tag("div", id="cycles-plot", class_="plot"),
        tag(
            "div",
            tag("p", "Point at a mark, or use the arrow keys in the plot."),
            id="cycles-shown",
            class_="shown",
            aria_live="polite",
        ),
        tag(
            "p",
            _CYCLES_NOTE,
            class_="note",
        ),
    )


# ---------------------------------------------------------------------- area


def _area(parts: Sequence[Record]) -> Markup:
    if not parts:
        return _section("area", _nothing("break-down", breakdown.COMMAND))
    return _section(
        "area",
        tag(
            "p",
            _AREA_ABOUT,
        ),
        *(_breakdown(record) for record in parts),
    )


def _breakdown(record: Record) -> Markup:
    path = f"results/breakdown/{records.file_name(record)}"
    tree, whole = record["tree"], breakdown.total(record["tree"])
    title = f"{record['core']}, {record['ring']}, {settings(record['parameters'])}"
    lines = list(_lines(tree, whole))
    return tag(
        "article",
        tag("h3", title),
        tag("div", *(_bar(tree, name, whole[name]) for name in CELLS if whole[name]), class_="bars"),
        _legend(tree),
        tag(
            "details",
            tag("summary", f"{len(lines)} instances, as a table"),
            _box(
                f"Area of {title}",
                tag(
                    "table",
                    tag(
                        "thead",
                        tag(
                            "tr",
                            *(
                                tag("th", words, scope="col")
                                for words in ("instance", "module", *_TITLES.values())
                            ),
                        ),
                    ),
                    tag("tbody", *lines),
                ),
            ),
        ),
        _provenance(record, path),
        class_="breakdown",
        id=anchor(path),
        data_records=path,
    )


def _shares(tree: Tree) -> list[tuple[str, dict[str, float]]]:
    """The instances in the top one, and what is of itself."""
    found = [(child["instance"], breakdown.total(child)) for child in tree["children"]]
    return [*found, (f"{tree['instance']} itself", tree["cells"])]


def _bar(tree: Tree, name: str, whole: float) -> Markup:
    """One kind of cell by the instances in the top one, as parts of a bar."""
    parts = []
    words = []
    x = 0.0
    for index, (instance, cells) in enumerate(_shares(tree)):
        if cells[name]:
            share = 100 * cells[name] / whole
            label = f"{instance}: {cells[name]:g} {_TITLES[name]}, {share:.0f} %"
            words.append(label)
            parts.append(
                tag("rect", tag("title", label), x=x, y=0, width=share, height=10, class_=f"fill{index % 8}")
            )
            x += share
    return tag(
        "div",
        tag("span", f"{whole:g} {_TITLES[name]}"),
        tag(
            "svg",
            *parts,
            viewbox="0 0 100 10",
            preserveAspectRatio="none",
            role="img",
            aria_label="; ".join(words),
        ),
    )


def _legend(tree: Tree) -> Markup:
    items = [
        tag("li", tag("span", class_=f"key fill{index % 8}"), instance)
        for index, (instance, cells) in enumerate(_shares(tree))
        if any(cells.values())
    ]
    return tag("ul", *items, class_="legend")


def _lines(tree: Tree, whole: Mapping[str, float], depth: int = 0) -> Iterator[Markup]:
    """Lines of a table: an instance with all in it, and below it those in it that are large enough."""
    cells = breakdown.total(tree)
    if depth and not any(whole[name] and cells[name] / whole[name] >= _LEAST for name in CELLS):
        return
    yield tag(
        "tr",
        tag("th", tree["instance"], scope="row", class_=f"deep{depth}"),
        tag("td", tree["module"]),
        *(_cell(cells[name], whole[name]) for name in CELLS),
    )
    if depth < _DEPTH:
        for child in tree["children"]:
            yield from _lines(child, whole, depth + 1)


def _cell(value: float, whole: float) -> Markup:
    share = f"--share:{100 * value / whole:.1f}%" if whole else None
    return tag("td", f"{value:g}" if value else "-", class_="number share", style=share)


def _provenance(record: Record, path: str) -> Markup:
    tools = ", ".join(record["tools"].values())
    return tag(
        "p", tag("code", path), f", by {tools}; made by ", tag("code", record["command"]), ".", class_="note"
    )


# ---------------------------------------------------------------------- papers


def _papers(comparisons: Sequence[Comparison]) -> Markup:
    return _section(
        "papers",
        tag(
            "p",
            _PAPERS_ABOUT,
        ),
        *(_comparison(each) for each in comparisons),
    )


def _comparison(found: Comparison) -> Markup:
    return tag(
        "article",
        tag("h3", found.name),
        *(_grid(grid) for grid in found.grids),
        _claims(found),
        tag(
            "details", tag("summary", "How to read it"), tag("ul", *(tag("li", note) for note in found.notes))
        ),
        _missing(found),
        class_="comparison",
        id=f"paper-{found.name}",
    )


def _grid(grid: Grid) -> Markup:
    head = tag(
        "tr",
        *(
            tag("th", column.title, scope="col", class_=None if column.text else "number")
            for column in grid.shown
        ),
    )
    rows = (
        tag("tr", *(_entry(row, column) for column in grid.shown), class_="ours" if _ours(row) else None)
        for row in grid.rows
    )
    return tag(
        "details",
        tag("summary", grid.title),
        _box(grid.title, tag("table", tag("thead", head), tag("tbody", *rows))),
        open=True,
    )


def _ours(row: Row) -> bool:
    return any(cell.records for cell in row.values())


def _entry(row: Row, column: Column) -> Markup:
    cell = row.get(column.key, EMPTY)
    words: object = in_words(cell, column)
    if cell.records and cell.value is not None:
        words = tag("a", words, href=f"#{anchor(cell.records[0])}")
    return tag("td", words, class_="words" if column.text else "number")


def _claims(found: Comparison) -> Markup | None:
    if not found.claims:
        return None
    verdicts = Counter(verdict for claim in found.claims for verdict in claim.verdicts)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    return tag(
        "details",
        tag("summary", f"What the paper claims: {counts}"),
        tag("p", found.heading),
        tag("ul", *(tag("li", claim.sentence) for claim in found.claims)),
    )


def _missing(found: Comparison) -> Markup | None:
    if not found.missing:
        return None
    return tag(
        "details",
        tag("summary", f"{len(found.missing)} records are missing, and their cells are a dash"),
        tag(
            "ul",
            *(tag("li", tag("code", each.record), ": ", tag("code", each.command)) for each in found.missing),
        ),
    )


# ---------------------------------------------------------------------- waveform, structure


def _waveforms(shown: Sequence[Record]) -> Markup:
    if not shown:
        return _section("waveform", _nothing("waveform", breakdown.COMMAND))
    return _section("waveform", *map(_waveform, shown))


def _waveform(record: Record) -> Markup:
    path = f"results/waveform/{waveform.file_name(record)}"
    of = f"{record['core']}, {record['ring']}, {settings(record['parameters'])}"
    title = f"{record['operation'].upper()} on {of}"
    counted = [f"fill {record['fill']}", f"latency {record['latency']}"]
    counted += [] if record["busy"] is None else [f"busy {record['busy']}"]
    what = (tag("li", tag("code", each["name"]), f" {each['what']}") for each in record["signals"])
    return tag(
        "article",
        tag("h3", title),
        tag(
            "p",
            f"One operation alone, out of reset, without pauses, as simulated: {', '.join(counted)} cycles. "
            "Its result equals the model's.",
        ),
        _box("The whole operation", waves.overview(record)),
        *(
            tag("div", tag("h4", name), _box(name, waves.detail(record, name, start)))
            for name, start in waves.windows(record)
        ),
        tag("details", tag("summary", "The signals"), tag("ul", *what)),
        _provenance(record, path),
        class_="waveform",
        id=anchor(path),
        data_records=path,
    )


def _structures(parts: Sequence[Record]) -> Markup:
    tops: dict[str, list[str]] = {}
    made = [kind.name for kind in designs.cores() if kind.generated]
    for kind in designs.cores():
        if not kind.generated:
            tops.setdefault(kind.top, []).append(kind.name)
    return _section(
        "structure",
        tag("p", "Point at a module, or tab to it, to see what it uses and what uses it."),
        *(tag("p", f"{name}: its sources are made by a tool, and are not drawn.") for name in made),
        *(
            _structure(top, names, [part for part in parts if part["top"] == top])
            for top, names in tops.items()
        ),
    )


def _structure(top: str, names: Sequence[str], parts: Sequence[Record]) -> Markup:
    used: Counter[str] = Counter()
    for part in parts:
        used |= breakdown.modules(part["tree"])
    of = " and ".join(f"{part['core']} ({part['ring']}, {settings(part['parameters'])})" for part in parts)
    return tag(
        "details",
        tag("summary", f"{', '.join(names)}: {top}"),
        structure.legend(used, of),
        _box(f"Structure of {top}", structure.drawing(top, used)),
        class_="structure",
        id=f"structure-{top}",
        open=True,
    )


# ---------------------------------------------------------------------- records


def _units(comparisons: Sequence[Comparison], results: Path | None) -> dict[str, Record]:
    """The records of arithmetic units that a table leads to, by their path."""
    base = (results or records.default_folder()).parent
    found = {
        path: None
        for comparison in comparisons
        for grid in comparison.grids
        for row in grid.rows
        for cell in row.values()
        for path in cell.records
    }
    arith = "results/arith/"
    folder = (results or base / "results") / "arith"
    return {
        path: records.load(folder / path.removeprefix(arith), records.UNIT_KEYS)
        for path in sorted(found)
        if path.startswith(arith)
    }


def _records(found: Sequence[Record], cited: Mapping[str, Record]) -> Markup:
    columns = ("record", "ring", "target", *_TITLES.values(), "MHz", "NTT", "MUL")
    rows = (_record(record, point) for record, point in zip(found, figures.points(found), strict=True))
    unit_rows = (_unit(path, record) for path, record in cited.items())
    unit_columns = ("record", "q", "target", *_TITLES.values(), "MHz", "latency")
    return _section(
        "records",
        tag(
            "p",
            "The filters above hold here too. NTT and MUL are cycles between two at full rate.",
            class_="note",
        ),
        tag("p", id="record-count", role="status", class_="note"),
        _table("Records of cores", columns, rows, "record-table"),
        tag("h3", "Arithmetic units in the tables"),
        _table("Records of units", unit_columns, unit_rows, "unit-table")
        if cited
        else tag("p", "No table leads to one.", class_="empty"),
    )


def _table(label: str, columns: Sequence[str], rows: Iterable[Markup], name: str) -> Markup:
    words = {"record", "ring", "target"}
    head = tag(
        "tr", *(tag("th", each, scope="col", class_=None if each in words else "number") for each in columns)
    )
    return _box(label, tag("table", tag("thead", head), tag("tbody", *rows), id=name))


def _record(record: Record, point: Mapping[str, object]) -> Markup:
    design = figures.design_of(record)
    intervals = [
        design.cycles(name).interval if name in design.operations else None for name in ("ntt", "mul")
    ]
    title = f"{record['core']} {settings(record['parameters'])}"
    path = str(point["path"])
    return tag(
        "tr",
        tag("th", _details(title, path, record), scope="row"),
        tag("td", record["ring"]),
        tag("td", record["target"]),
        *_figures(record),
        *(tag("td", "-" if value is None else str(value), class_="number") for value in intervals),
        id=anchor(path),
        tabindex=-1,
        data_record=path,
        **{f"data_{key}": record[key] for key in ("core", "ring", "target")},
    )


def _unit(path: str, record: Record) -> Markup:
    title = f"{record['unit']} {record['method']} {record['form']}"
    return tag(
        "tr",
        tag("th", _details(title, path, record), scope="row"),
        tag("td", str(record["q"]), class_="number"),
        tag("td", record["target"]),
        *_figures(record),
        tag("td", str(record["latency"]), class_="number"),
        id=anchor(path),
        tabindex=-1,
        data_record=path,
    )


def _figures(record: Record) -> list[Markup]:
    values = [*(record["cells"][name] for name in CELLS)]
    shown = [f"{value:g}" for value in values]
    shown.append("-" if record["fmax_mhz"] is None else f"{record['fmax_mhz']:.1f}")
    return [tag("td", words, class_="number") for words in shown]


def _details(title: str, path: str, record: Record) -> Markup:
    """What else a record says, behind its title."""
    lines = {"file": path, "repeat by": record["command"], "tools": ", ".join(record["tools"].values())}
    lines["cells"] = ", ".join(f"{value:g} {name}" for name, value in record["cells"].items() if value)
    if record["fmax_by_seed"]:
        lines["MHz by seed"] = ", ".join(
            f"{seed}: {value:g}" for seed, value in record["fmax_by_seed"].items()
        )
    path_found = record["critical_path"]
    if path_found is not None:
        names = ("total", "logic", "routing")
        known = {name: path_found.get(f"{name}_ps") for name in names}
        lines["critical path"] = ", ".join(
            f"{name} {value} ps" for name, value in known.items() if value is not None
        )
    lines["design"] = record["design_hash"][:16]
    pairs = (part for name, words in lines.items() for part in (tag("dt", name), tag("dd", words)))
    return tag("details", tag("summary", title), tag("dl", *pairs))
