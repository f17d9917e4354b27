# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area by module: each break-down as bars by role and as a table, with the area of the flattened core."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from twiddle.base import manifest
from twiddle.study.page import breakdown, structure
from twiddle.study.page.breakdown import Breakdown, Tree
from twiddle.study.page.figures import anchor
from twiddle.study.page.markup import Markup, tag
from twiddle.study.page.parts import TITLES, bar, box, example, folded, named, nothing, provenance, section, table
from twiddle.study.page.roles import ROLES, by_role
from twiddle.tools.synth.records import Record
from twiddle.tools.targets.base import RESOURCES

_AREA_ABOUT = """\
On 7-series (xc7), synthesised with the hierarchy kept, so that each cell belongs to a module. Nothing is
simplified across modules: constants and unused bits end at a border, a multiplexer and an adder in different
modules share no LUTs, and registers on both sides of a border do not become a shift register. The sum is
therefore larger than the flattened core of the record, shown below it; DSP blocks and block RAM are equal."""

_SCALE_ABOUT = """\
A colour is a role, the same in every drawing. The length of a bar is its number of cells: LUT and FF have
one scale for all cores, and so have DSP and BRAM36, whose numbers are much smaller. Delays and adders belong
to the module that uses them. Point at a part to see its module."""

_SCALES = (("lut", "ff"), ("dsp",), ("bram36",))
"""Kinds of cells that share a scale."""

_DEPTH = 3
"""Levels of instances shown below the top; deeper instances count for the last level."""

_LEAST = 0.01
"""An instance has a line, and a module a part of a bar, if its share of any kind of cell is at least this."""

_Parts = Mapping[str, Mapping[str, Mapping[str, float]]]
"""Cells by role and module."""


def area(parts: Sequence[Breakdown], found: Sequence[Record]) -> Markup:
    """The section of the break-downs `parts`, each with the record of its flattened core in `found`."""
    if not parts:
        return section("area", nothing("break-down", breakdown.COMMAND))
    flat = {f"breakdown/{record.path}": record for record in found}
    known = manifest.modules()
    split = [by_role(record.tree, known) for record in parts]
    return section(
        "area",
        tag("p", _AREA_ABOUT),
        tag("p", _SCALE_ABOUT),
        _legend({name for each in split for name in each}),
        *(
            _breakdown(record, roles, flat.get(record.path), scales(parts), index == 0)
            for index, (record, roles) in enumerate(zip(parts, split, strict=True))
        ),
    )


def scales(parts: Sequence[Breakdown]) -> dict[str, float]:
    """The number of cells of each kind at the full width of a bar."""
    totals = [record.tree.total for record in parts]
    return {
        name: max(total[each] for total in totals for each in together) for together in _SCALES for name in together
    }


def _breakdown(
    record: Breakdown, parts: _Parts, flat: Record | None, scale: Mapping[str, float], first: bool
) -> Markup:
    path = f"results/{record.path}"
    tree, whole = record.tree, record.tree.total
    title = named(record)
    lines = list(_lines(tree, whole))
    columns = ("instance", "module", *TITLES.values())
    bars = {name: _bar(parts, name, whole[name], scale[name]) for name in RESOURCES if whole[name]}
    return example(
        title,
        tag("div", *(each for name, each in bars.items() if name != "lut"), class_="bars"),
        _against(whole, flat),
        folded(
            f"{len(lines)} instances, as a table",
            box(f"Area of {title}", table(columns, lines, ("instance", "module"))),
        ),
        provenance(record, path),
        first=first,
        brief=tag("span", bars["lut"], class_="bars"),
        class_="breakdown",
        id=anchor(path),
        data_records=path,
        data_save=f"area-{Path(path).stem}",
    )


def _against(whole: Mapping[str, float], flat: Record | None) -> Markup:
    """The flattened core of the record, and the difference of the sum by module."""
    if flat is None:
        return tag("p", "No record has the flattened core.", class_="note")
    cells = flat.cells
    path = f"results/{flat.path}"
    words = ", ".join(f"{cells[name]:g} {TITLES[name]}" for name in RESOURCES if whole[name] or cells[name])
    more = ", ".join(
        f"{100 * (whole[name] / cells[name] - 1):+.0f} % {TITLES[name]}"
        if cells[name]
        else f"{whole[name]:+g} {TITLES[name]}"
        for name in RESOURCES
        if whole[name] != cells[name]
    )
    link = tag("a", "its record", href=f"#{anchor(path)}")
    figures = f": {words}. By module: {more or 'the same'}."
    return tag("p", "Flattened, as in ", link, figures, class_="against")


def _bar(parts: _Parts, name: str, whole: float, scale: float) -> Markup:
    """One kind of cell of a core, by role and module; `scale` cells are the whole width."""
    pieces = (
        (f"{role}, {module}: {_share(cells, whole, name)}", 100 * cells / scale, index)
        for index, role in enumerate(ROLES)
        for module, cells in _large(parts.get(role, {}), name, whole)
    )
    sums = {role: sum(cells[name] for cells in modules.values()) for role, modules in parts.items()}
    words = (f"{role}: {_share(cells, whole, name)}" for role, cells in sums.items() if cells)
    return bar(f"{whole:g} {TITLES[name]}", pieces, "; ".join(words), data_cells=name)


def _share(cells: float, whole: float, name: str) -> str:
    return f"{cells:g} {TITLES[name]}, {100 * cells / whole:.0f} %"


def _large(modules: Mapping[str, Mapping[str, float]], name: str, whole: float) -> Iterator[tuple[str, float]]:
    """The modules of a role with their cells of a kind; the small ones are joined."""
    there = [(structure.short(module), cells[name]) for module, cells in modules.items() if cells[name]]
    small = [cells for _, cells in there if cells < _LEAST * whole]
    for module, cells in there:
        if len(small) < 2 or cells >= _LEAST * whole:
            yield module, cells
    if len(small) > 1:
        yield f"{len(small)} small modules", sum(small)


def _legend(names: Container[str]) -> Markup:
    items = (
        tag("li", tag("span", class_=f"key fill{index}"), tag("b", name), f": {about}")
        for index, (name, about) in enumerate(ROLES.items())
        if name in names
    )
    return tag("ul", *items, class_="legend")


def _lines(tree: Tree, whole: Mapping[str, float], depth: int = 0, above: str = "") -> Iterator[Markup]:
    """Lines of a table: an instance with its cells, and below it its large instances."""
    cells = tree.total
    if depth and not any(whole[name] and cells[name] / whole[name] >= _LEAST for name in RESOURCES):
        return
    place = f"{above}{tree.instance}"
    yield tag(
        "tr",
        tag("th", tree.instance, scope="row", class_=f"deep{depth}", data_value=place if depth else None),
        tag("td", tree.module),
        *(_cell(cells[name], whole[name]) for name in RESOURCES),
    )
    if depth < _DEPTH:
        for child in tree.children:
            yield from _lines(child, whole, depth + 1, f"{place}/")


def _cell(value: float, whole: float) -> Markup:
    share = f"--share:{100 * value / whole:.1f}%" if whole else None
    words, exact = (f"{value:g}", None) if value else ("-", 0)
    return tag("td", words, class_="number share", style=share, data_value=exact)
