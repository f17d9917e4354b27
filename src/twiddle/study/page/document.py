# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The page: its sections, style and script in one document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from twiddle.base import __version__
from twiddle.base.rings import rings
from twiddle.catalog import designs
from twiddle.evidence.merit import LUTS_PER_BRAM36, LUTS_PER_DSP
from twiddle.evidence.results import Results
from twiddle.evidence.verify import netlists
from twiddle.study.page import breakdown, figures, waveform
from twiddle.study.page.area import area
from twiddle.study.page.drawings import structures, waveforms
from twiddle.study.page.listing import listed, units
from twiddle.study.page.markup import Markup, data, join, tag
from twiddle.study.page.papers import papers
from twiddle.study.page.parts import SECTIONS, Shown, box, folded, nothing, number, section, table, term
from twiddle.study.page.whole import whole
from twiddle.study.papers import PAPERS, paper
from twiddle.study.peers import Rows, others_cores, peers
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import TARGETS

S = TypeVar("S", bound=Shown)

_ABOUT = """\
Lattice cryptography (ML-KEM, ML-DSA, Falcon) multiplies polynomials modulo q, and the number-theoretic
transform (NTT) makes that fast. Twiddle is a library of hardware for it: cores that differ in
architecture and size and have the same ports. This page shows the area and the speed of each core."""

_SOURCES = """\
Every figure comes from a committed record, to which its link leads, or from a formula that tests compare with
the simulated hardware."""

_FIGURES = {
    "NTT, INTT": "the transform of one polynomial, and its inverse",
    "PWM": "the product of two polynomials that are both transformed",
    "MUL, MULT": "the whole product of two polynomials; the same where the second is transformed already",
    "interval": "cycles from one operation to the next at full rate, input and output included",
    "fill": "cycles from the first beat that goes in to the first that comes out",
    "latency": "cycles to the last beat that comes out",
    "busy": "cycles from the first butterfly read to the last write, without loading: what papers count",
    "LUT, FF, DSP, BRAM36": "parts of an FPGA: logic tables, flip-flops, multipliers, memories of 36 kbit",
    "LUT equivalents": f"LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36, one figure for the whole area",
    "Pareto front": "the records that no other beats in both figures of a plot",
}

_CYCLES_ABOUT = """\
Cycles of one transform against butterflies. The line is the limit, (n/2) x layers / butterflies: every
butterfly busy in every cycle. Marks with equal numbers of butterflies are drawn side by side; the thin line
above a mark of Twiddle ends at its fill."""

_CYCLES_NOTE = """\
Twiddle's cores by their formulas, in the default configuration: busy cycles, without loading and unloading;
for streaming cores (mdf, mdc) the interval. A 2x2 butterfly counts as four; mdf has one in each lane of a
stage, busy half of the time. The others are the open cores of the papers' last tables."""

_PARETO_ABOUT = """\
Each mark is a record; its shape and colour are those of the core. A dashed stair is the Pareto front of one
ring on one target: LUTs of different FPGA families differ, so targets never share a line. The bar at a time
runs from the fastest to the slowest place and route."""

_PARETO_NOTE = f"""\
LUT equivalents: LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36. Interval: cycles between two
operations at full rate, input and output included; of pwmm for rows of one product. Time is the interval
at the clock rate of the same record; targets without place and route have none."""

_LICENCE = """\
Apache-2.0. No software of others is in the page; THIRD-PARTY.md, in the repository, the wheel and every
bundle, names the tools that made its figures, with their licences."""

_NO_SCRIPT = ".controls, .figure, .script, #theme { display: none }"


def document(results: Results, own: Rows = ()) -> str:
    """The page as HTML, from records, and further rows of peers.

    Raises TwiddleError for a broken record or manifest, and for a record of a design that no longer exists.
    """
    found = results.load_all()
    parts = _by_core(breakdown.load_all(results))
    shown = _by_core(waveform.load_all(results))
    comparisons = [*(paper(name, results) for name in PAPERS), peers(results, own)]
    cycles = figures.cycles(others_cores(results, own))
    cited = units(comparisons, results)
    body = join(
        [
            _header(found),
            tag(
                "main",
                _pareto(found),
                _cycles(cycles),
                whole(results),
                area(parts, found),
                papers(comparisons),
                waveforms(shown),
                structures(parts),
                listed(found, cited, netlists.simulated(results)),
                id="main",
            ),
            tag("footer", tag("p", f"Made by twiddle report, Twiddle {__version__}. {_LICENCE}")),
            data("data-points", figures.points(found)),
            data("data-cycles", cycles),
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
        tag("noscript", tag("style", Markup(_NO_SCRIPT))),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', body), lang='en')}\n"


def _file(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _by_core(found: Sequence[S]) -> list[S]:
    """Records in the order of the catalogue."""
    names = [kind.name for kind in designs.cores()]
    return sorted(found, key=lambda record: names.index(record.core))


def _order(found: Sequence[Record]) -> dict[str, list[str]]:
    """The order of names, which selects colours and marks; cores without a record are last."""
    order = figures.order(found)
    order["core"] += [kind.name for kind in designs.cores() if kind.name not in order["core"]]
    order["target"] += [name for name in TARGETS if name not in order["target"]]
    return order


def _header(found: Sequence[Record]) -> Markup:
    names = figures.order(found)
    tools = sorted({tool for record in found for tool in record.tools.values()})
    counts = ", ".join(f"{len(names[key])} {key}s" for key in names)
    made = f"Made with {', '.join(tools) or 'no tool yet'}."
    theme = tag("button", "Dark", id="theme", type="button", aria_pressed="false")
    links = (tag("a", title, href=f"#{name}") for name, title in SECTIONS.items())
    return tag(
        "header",
        tag("a", "Skip to the figures", href="#main", class_="skip"),
        tag("div", tag("h1", "Twiddle"), theme, class_="bar"),
        tag("p", _ABOUT),
        tag("p", f"{len(found)} records of {counts}. {_SOURCES} {made}", class_="note"),
        _words(),
        tag("nav", *links, aria_label="Sections"),
    )


def _words() -> Markup:
    """The meaning of the names on the page."""
    known = {
        "Cores": {kind.name: kind.summary.replace("`", "") for kind in designs.cores()},
        "Rings": {
            each.name: f"{each.n} coefficients modulo {each.q}, of {each.bits} bits; {each.layers} layers"
            for each in rings()
        },
        "Targets": {name: target.about for name, target in TARGETS.items()},
        "Figures": _FIGURES,
    }
    lists: list[Markup] = []
    for title, words in known.items():
        terms = (part for name, about in words.items() for part in term(name, about))
        lists += [tag("h2", title), tag("dl", *terms)]
    summary = f"New here? What the {', '.join(known).lower().replace(', figures', ' and figures')} are"
    return folded(summary, *lists, id="words")


def _select(name: str, title: str, options: Iterable[tuple[str, str]] = ()) -> Markup:
    chosen = (tag("option", words, value=value) for value, words in options)
    return tag("label", tag("span", title), tag("select", *chosen, id=name))


def _plot(name: str, hint: str) -> Markup:
    """The place of a plot, and of the description of a selected mark."""
    shown = tag("div", tag("p", hint), id=f"{name}-shown", class_="shown", aria_live="polite")
    return tag("div", tag("div", id=name, class_="plot"), shown, class_="figure")


def _without_script(where: str, words: str) -> Markup:
    needs = "This plot needs a script. Its figures are in "
    return tag("noscript", tag("p", needs, tag("a", words, href=where), ".", class_="empty"))


def _pareto(found: Sequence[Record]) -> Markup:
    if not found:
        return section("pareto", nothing("synthesis record", "twiddle bench"))
    names = figures.order(found)
    filters = (
        _select(f"filter-{key}", key, [("", f"all {key}s"), *((name, name) for name in names[key])])
        for key in ("ring", "core", "target")
    )
    axes = (_select("axis-op", "operation"), _select("axis-x", "x axis"), _select("axis-y", "y axis"))
    reset = tag("button", "Reset", id="reset", type="button")
    hint = (
        "Point at a mark, tap it, or tab into the plot and use the arrow keys, to see its record. "
        "A click or Enter leads to it, Escape closes it."
    )
    marks = "The marks as a table"
    empty = tag("table", tag("thead", tag("tr")), tag("tbody"), id="scatter-table")
    return section(
        "pareto",
        tag("p", _PARETO_ABOUT),
        _without_script("#records", "the table of records"),
        tag("div", *filters, *axes, reset, class_="controls"),
        tag("p", id="scatter-headline", class_="headline script", role="status"),
        tag(
            "div",
            _plot("scatter", hint),
            tag("p", id="scatter-left-out", class_="note script", role="status"),
            folded(marks, box(marks, empty), class_="script"),
            data_save="area-and-time",
        ),
        tag("p", _PARETO_NOTE, class_="note"),
    )


def _cycles(known: Mapping[str, Any]) -> Markup:
    operation = _select("cycles-op", "operation", [("ntt", "NTT"), ("intt", "INTT")])
    return section(
        "cycles",
        tag("p", _CYCLES_ABOUT),
        _without_script("#cycles-table", "the table below"),
        tag("div", _select("cycles-ring", "ring"), operation, class_="controls"),
        tag(
            "div",
            _plot("cycles-plot", "Point at a mark, tap it, or tab into the plot and use the arrow keys."),
            folded("The marks as a table", box("Cycles of transforms", _cycles_table(known))),
            data_save="cycles",
        ),
        tag("p", _CYCLES_NOTE, class_="note"),
    )


def _cycles_table(known: Mapping[str, Any]) -> Markup:
    columns = ("ring", "core", "butterflies", "limit")
    figures_of = [(name, key) for name in figures.TRANSFORMS for key in ("cycles", "interval", "fill", "latency")]
    titles = [name.upper() if key == "cycles" else f"{name.upper()} {key}" for name, key in figures_of]
    rows = (
        tag(
            "tr",
            tag("td", point["ring"]),
            tag("th", point["words"], scope="row"),
            number(point["butterflies"]),
            number(f"{known['work'][point['ring']] / point['butterflies']:.0f}"),
            *(number(point.get(name, {}).get(key, "-")) for name, key in figures_of),
            data_ring=point["ring"],
        )
        for point in known["points"]
    )
    return table([*columns, *titles], rows, ("ring", "core"), id="cycles-table")
