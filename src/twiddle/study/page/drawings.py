# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Waveforms of transforms, and the structure of every core."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twiddle.catalog import designs
from twiddle.catalog.block import Kind
from twiddle.study.page import breakdown, structure, waves
from twiddle.study.page.breakdown import Breakdown
from twiddle.study.page.figures import anchor
from twiddle.study.page.markup import Markup, tag
from twiddle.study.page.parts import box, example, folded, named, nothing, number, provenance, section, table
from twiddle.study.page.waveform import Waveform

_WAVES_ABOUT = """\
Signals of a simulated transform without pauses, from the first cycle after reset: the whole run, then some
cycles in detail. A streaming core is ready when its pipe is empty after reset."""

_STRUCTURE_ABOUT = """\
The modules of each core. Columns are the folders of rtl/; a line leads from a module to one that it
instantiates. Point at a module, or move to it with Tab and the arrow keys, to highlight the modules that it
uses and those that use it; Escape ends this. On a phone the drawings are folded, because they are wide."""


def waveforms(shown: Sequence[Waveform]) -> Markup:
    """The section of the waveforms."""
    if not shown:
        return section("waveform", nothing("waveform", breakdown.COMMAND))
    return section("waveform", tag("p", _WAVES_ABOUT), *map(_waveform, shown, range(len(shown))))


def _waveform(record: Waveform, place: int) -> Markup:
    path = f"results/{record.path}"
    title = f"{record.operation.upper()} on {named(record)}"
    many = record.count > 1
    run = f"{record.count} operations, one after the other" if many else "One operation alone"
    counted = [f"fill {record.fill}", f"latency {record.latency}"]
    counted += [] if record.busy is None else [f"busy {record.busy}"]
    counts = f"{', '.join(counted)} cycles{' of the first' if many else ''}"
    right = "Results equal the model's." if many else "Its result equals the model's."
    name = f"waveform-{Path(path).stem}"
    changes = box(f"{title}: changes of the whole run, as a table", waves.changes(record))
    what = (tag("li", tag("code", each.name), f" {each.what}") for each in record.signals)
    return example(
        title,
        tag("p", f"{run}: {counts}. {right}"),
        tag(
            "div", box(f"{title}: the whole run", waves.overview(record)), folded("as a table", changes), data_save=name
        ),
        tag("ul", *what, class_="signals"),
        *(
            folded(
                f"{look}, from cycle {start}",
                box(f"{title}: {look}", waves.detail(record, look, start)),
                folded("as a table", box(f"{title}: {look}, as a table", waves.table(record, start))),
                open=index == 0,
                data_save=f"{name}-{start}",
            )
            for index, (look, start) in enumerate(waves.windows(record))
        ),
        provenance(record, path),
        first=place == 0,
        class_="waveform",
        id=anchor(path),
        data_records=path,
    )


def structures(parts: Sequence[Breakdown]) -> Markup:
    """The section of the structure of every core, from its break-down if it has one.

    Raises TwiddleError for a broken manifest.
    """
    return section(
        "structure",
        tag("p", _STRUCTURE_ABOUT),
        *(
            _structure(kind, [part for part in parts if part.core == kind.name], index == 0)
            for index, kind in enumerate(designs.cores())
        ),
    )


def _structure(kind: Kind, parts: Sequence[Breakdown], first: bool) -> Markup:
    title = tag("summary", tag("strong", kind.name), ": ", kind.summary.replace("`", ""))
    name = f"structure-{kind.name}"
    if not parts and kind.generated:
        made = "A tool generates its sources: it is drawn from its break-down, made by "
        empty = tag("p", made, tag("code", breakdown.COMMAND), ".", class_="empty")
        return tag("details", title, empty, id=name)
    if parts:
        part = max(parts, key=lambda each: len(each.tree.modules))
        graph = structure.built(part.tree)
        note = f"The netlist of {named(part)}: modules with cells in them, and how many there are."
    else:
        graph = structure.declared(kind.top)
        note = "From rtl/manifest.toml, packages left out: all that the core may use, by its parameters."
    return tag(
        "details",
        title,
        tag("p", note, class_="note"),
        box(f"Structure of {kind.name}", structure.drawing(kind.name, graph)),
        folded("as a table", box(f"Modules of {kind.name}", _modules(graph))),
        _others(kind, graph) if parts and not kind.generated else None,
        class_="fold structure",
        id=name,
        data_save=name,
        open=first,
    )


def _modules(graph: structure.Graph) -> Markup:
    rows = (
        tag(
            "tr",
            tag("th", structure.short(name), scope="row"),
            tag("td", f"rtl/{node.file}" if node.file else "made by a tool"),
            number("-" if node.count is None else node.count),
            tag("td", ", ".join(map(structure.short, graph.dependencies(name))) or "-", class_="long"),
        )
        for name, node in graph.nodes.items()
    )
    return table(("module", "file", "count", "uses"), rows, ("module", "file", "uses"))


def _others(kind: Kind, graph: structure.Graph) -> Markup | None:
    """The modules that a core uses with other parameters."""
    names = [structure.short(name) for name in structure.declared(kind.top).nodes if name not in graph.nodes]
    if not names:
        return None
    title = f"{len(names)} modules for other parameters, or without a cell"
    return folded(title, tag("p", ", ".join(names), class_="note"))
