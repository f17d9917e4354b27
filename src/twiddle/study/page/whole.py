# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole schemes: cycles, area and time of the operations of ML-KEM and ML-DSA on `twd_lattice` and others."""

from __future__ import annotations

from collections.abc import Sequence

from twiddle.evidence.lattice_cycles import COMMAND
from twiddle.evidence.results import Results
from twiddle.study.page.markup import Markup, tag
from twiddle.study.page.parts import bar, box, example, folded, nothing, number, section, table
from twiddle.study.whole import OPERATIONS, Row, remark, rows

_ABOUT = """\
twd_lattice executes each operation of ML-KEM and ML-DSA whole: hashing, sampling, polynomials, encoding.
Cycles run from the command to its result, measured on the simulated core; those of others
are published or measured, as the table says. All bars of a scheme have one scale."""

_NOTE = """\
Sign: cycles of a signature whose first round is accepted; its µs are those of an average signature. LUT, DSP
and BRAM36: xc7, by Yosys. MHz and µs: ecp5, by nextpnr. A dash: not measured, or not known."""


def whole(results: Results) -> Markup:
    """The section of whole schemes. Raises TwiddleError for a broken record."""
    found = rows(results)
    if not any(row.ours for row in found):
        return section("whole", nothing("record of whole operations", COMMAND))
    schemes = [
        _scheme(title, [row for row in found if row.set in sets], names, title == "ML-KEM")
        for title, (sets, names) in zip(("ML-KEM", "ML-DSA"), OPERATIONS.items(), strict=True)
    ]
    return section("whole", tag("p", _ABOUT), *schemes, tag("p", _NOTE + remark(results), class_="note"))


def _scheme(title: str, found: Sequence[Row], names: Sequence[str], first: bool) -> Markup:
    longest = max(sum(row.cycles.values()) for row in found)
    name, lines = f"whole-{title.lower()}", _table(found, names)
    keys = (tag("li", tag("span", class_=f"key fill{i}"), tag("b", each)) for i, each in enumerate(names))
    return example(
        title,
        tag("ul", *keys, class_="legend"),
        tag("div", *(_bar(row, names, longest) for row in found), class_="bars whole"),
        folded("The bars as a table, with area and time", box(f"Whole operations of {title}", lines)),
        first=first,
        id=name,
        data_save=name,
    )


def _bar(row: Row, names: Sequence[str], longest: float) -> Markup:
    counts = [(name, row.cycles[name]) for name in names]
    pieces = (
        (f"{row.set} {name}, {row.design}: {count:,.0f} cycles", 100 * count / longest, index)
        for index, (name, count) in enumerate(counts)
    )
    words = ", ".join(f"{name} {count:,.0f}" for name, count in counts)
    return bar(f"{row.set}, {row.design}", pieces, words)


def _table(found: Sequence[Row], names: Sequence[str]) -> Markup:
    figures = (*names, "LUT", "DSP", "BRAM36", "MHz", *(f"{name}, µs" for name in names))
    lines = (
        tag(
            "tr",
            tag("td", row.set),
            tag("th", row.design, scope="row"),
            *(_number(row.cycles[name], 0) for name in names),
            _number(row.lut, 0),
            *(_number(None if row.xc7 is None else row.xc7.cells[kind], 1) for kind in ("dsp", "bram36")),
            _number(None if row.ecp5 is None else row.ecp5.fmax_mhz, 1),
            *(_number(row.us(name), 1) for name in names),
            tag("td", row.note or "-", class_="words"),
            class_="ours" if row.ours else None,
        )
        for row in found
    )
    return table(("set", "core", *figures, "remark"), lines, ("set", "core", "remark"))


def _number(value: float | None, digits: int) -> Markup:
    if value is None:
        return number("-")
    return number(f"{value:,.{digits}f}".removesuffix(".0"), data_value=f"{value:.{digits}f}")
