# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The numbered parts of a paper with what is here of each, and the claims that a review read in it.

`papers/parts.csv` has module, model and command of each section, algorithm, equation, figure and table, and selects
its figures; `papers/claims.csv` the state of each claim at the review and now. A verdict of figures is computed: what
depends on a clock rate, or on cells of another family than the paper's, is of another device, which is no miss.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from twiddle.base import manifest
from twiddle.base.grid import Cell, Column, Grid, columns, markdown
from twiddle.study import published

Figures = Sequence[Mapping[str, Any]]
"""The published figures of a paper with ours, as `Comparison.figures`."""

STATES = ("meets", "misses", "differs", "not comparable", "missing")

_WHEN = {"28 November 2026": "referee", "now": "state"}
"""The day of the review and today, by the column of `claims.csv`."""

_FAMILIES = {"xc7": ("artix-7", "zynq-7000", "virtex-7", "spartan-7"), "xcup": ("zynq-ultrascale+",)}
_CLOCK = ("freq_mhz", "time_us")
_DERIVED = ("throughput", "atp", "eff")
_TITLES = {"atp": "ATP", "eff": "Eff.", "throughput": "Mbit/s", "adders_kred2x": "K-RED-2x adders"}
_TITLES |= {"adders_kred": "K-RED adders", "cycles_product": "cycles of a product"}


def _columns(*shown: tuple[str, str, int]) -> tuple[Column, ...]:
    """Texts by key, title and room in a terminal, where those without room are below the table."""
    return tuple(Column(key, title, text=True, room=room, below=not room) for key, title, room in shown)


_PARTS = _columns(
    *(("part", "part", 14), ("verdict", "verdict", 14), ("says", "what", 30), ("here", "here", 24)),
    *(("figures", "ours (cells xc7, clock ecp5) for the printed", 0), ("why", "remark", 0), ("command", "shown by", 0)),
)
_CLAIMS = _columns(
    *(("section", "part", 14), ("claim", "claim", 30), ("referee", "then", 8), ("state", "now", 8)),
    *(("now", "here", 0), ("command", "shown by", 0)),
)


def lines(name: str, paper: str) -> list[dict[str, str]]:
    """The lines of `parts` or `claims` of a paper."""
    return [line for line in published.lines(f"papers/{name}.csv") if line["paper"] == paper]


def grids(paper: str, figures: Figures) -> tuple[Grid, Grid]:
    """The table of the parts of a paper, and that of its claims."""
    found = ([_part(line, figures) for line in lines("parts", paper)], lines("claims", paper))
    parts, claims = (tuple({key: Cell(words) for key, words in line.items()} for line in each) for each in found)
    title = f"Claims of {paper}, at a review of {next(iter(_WHEN))} and now"
    return Grid("parts", f"Numbered parts of {paper}", _PARTS, parts), Grid("claims", title, _CLAIMS, claims)


def _part(line: Mapping[str, str], figures: Figures) -> dict[str, str]:
    """A line with its figures, its verdict from them if it has none, and modules and model in one cell."""
    chosen = [each for selector in filter(None, line["figures"].split("; ")) for each in _selected(selector, figures)]
    words, missed = compared(chosen)
    verdict = line["verdict"] or (f"misses {', '.join(missed)}" if missed else "meets")
    here = ", ".join(f"{line['modules']} {line['model']}".split())
    return {**line, "verdict": verdict, "here": here, "figures": words}


def _selected(selector: str, figures: Figures) -> Iterator[Mapping[str, Any]]:
    """The figures of TABLE/WORK or TABLE/WORK/METRIC, of works whose names begin with WORK."""
    table, work, *metric = selector.split("/")
    for each in figures:
        if each["table"] == table and each["work"].startswith(work) and each["unit"] not in published.QUOTIENTS:
            yield from [each] * (metric in ([], [each["metric"]]))


def compared(figures: Figures) -> tuple[str, list[str]]:
    """Ours for the printed, what is of another device or not measured, in words; and what is missed."""
    words, elsewhere, absent, missed = ([""] * 0 for _ in range(4))
    for metric in dict.fromkeys(
        each["metric"] for each in figures if not each["metric"].startswith(("slices", "share"))
    ):
        found = [each for each in figures if each["metric"] == metric]
        known = [each for each in found if each["ours"] is not None]
        title = next((title for key, title in _TITLES.items() if metric.startswith(key)), "")
        title = title or "cycles " * metric.startswith("cycles_") + columns(metric)[0].title
        absent += [title] * (len(known) < len(found))
        if pairs := _pairs(each for each in known if _comparable(each)):
            words.append(f"{title} {_span(pairs)}")
            if worse := [(ours, printed) for ours, printed in pairs if ours > printed]:
                missed.append(f"{title} {_span(worse)}")
        if pairs := _pairs(each for each in known if not _comparable(each)):
            estimated = metric in _CLOCK and known[0]["unit"] not in published.KINDS
            shown = title if metric.startswith(_DERIVED) else f"{title} {_span(pairs)}"
            elsewhere.append(shown + f" ({_estimate(metric, pairs)} estimated for Artix-7)" * estimated)
    for what, names in (("not comparable", elsewhere), ("not all measured", absent)):
        words += [f"{what}: {', '.join(dict.fromkeys(names))}"] * bool(names)
    return "; ".join(words), missed


def _pairs(figures: Iterable[Mapping[str, Any]]) -> list[tuple[float, float]]:
    """Ours and the printed one of each."""
    return [(each["ours"], each["published"]) for each in figures]


def _comparable(figure: Mapping[str, Any]) -> bool:
    """Whether a figure of ours is of the same kind of device: no clock, and LUT and FF of the same family alone."""
    if figure["metric"] in ("lut", "ff"):
        return figure["device"] in _FAMILIES.get(str(figure["record"]).removesuffix(".json").rpartition("-")[2], ())
    return not figure["metric"].startswith((*_CLOCK, *_DERIVED))


def _span(pairs: Sequence[tuple[float, float]]) -> str:
    """The least and the most of ours, and of the printed figures."""
    sides = [dict.fromkeys((min(each), max(each))) for each in zip(*pairs, strict=True)]
    return " for ".join(" to ".join(f"{each:.3g}" if each < 100 else f"{each:,.0f}" for each in side) for side in sides)


def _estimate(metric: str, pairs: Sequence[tuple[float, float]]) -> str:
    """Clock rates or times of ecp5 on Artix-7, if they differed as those of a core that is known on both."""
    low, high = calibration() if metric == "freq_mhz" else (1 / each for each in reversed(calibration()))
    return f"{min(pairs)[0] * low:.3g} to {max(pairs)[0] * high:.3g}"


@cache
def calibration() -> tuple[float, float]:
    """The least and the most by which the clock of a published core on Artix-7 exceeds the same core's on ecp5."""
    rows = [row for row in published.lines("peers.csv") if row["design"].startswith("kyber-polmul-hw")]
    ecp5 = {float(row["butterflies"]): float(row["freq_mhz"]) for row in rows}
    theirs = [row for row in published.everything() if row.work.startswith("Yaman")]
    ratios = [row["freq_mhz"] / ecp5[row["units"]] for row in theirs]
    return min(ratios), max(ratios)


def page(paper: str, drawing: str, figures: Figures, root: str) -> str:
    """The verdict, the drawing with the file of each module, the parts and the claims, in Markdown."""
    parts, claims = grids(paper, figures)
    listed = _narrow(
        parts, "part verdict+why says+figures here+command", "part, verdict, what and ours for the printed"
    )
    read = _narrow(claims, "section claim referee state now+command", "part, claim, then, now")
    folded = f'<details markdown="1">\n<summary>{claims.title}</summary>\n\n{read}\n\n</details>'
    names = dict.fromkeys(re.findall(r"twd_\w+", drawing))
    files = [(name, f"rtl/{manifest.modules()[name].files[0]}") for name in names]
    blocks = markdown(("block", "file"), [(name, f"[{file}]({root}{file})") for name, file in files], ("block", "file"))
    drawn = f"```text\n{drawing.strip(chr(10))}\n```\n\n{blocks}"
    headed = {"Architecture": drawn, "Numbered parts": listed, "Claims": folded}
    return "\n".join([_verdict(parts, claims), *(f"## {title}\n\n{text}\n" for title, text in headed.items())])


def _narrow(grid: Grid, keys: str, titles: str) -> str:
    """A table with columns of several cells, each below the other; commands as code."""
    names = [*titles.split(", "), "here, and what shows it"]
    cells = [
        {key: f"`{cell.value}`" if key == "command" else str(cell.value) for key, cell in row.items()}
        for row in grid.rows
    ]
    rows = [["<br>".join(filter(None, map(row.get, column.split("+")))) for column in keys.split()] for row in cells]
    return markdown(names, rows, names)


def _verdict(parts: Grid, claims: Grid) -> str:
    """How many are met, and each part that is not, in a line."""
    rows = [(f"{len(parts.rows)} numbered parts", parts, "verdict")]
    rows += [(f"{len(claims.rows)} claims, {when}", claims, key) for when, key in _WHEN.items()]
    table = []
    for name, grid, key in rows:
        count = Counter(state for row in grid.rows for state in STATES if str(row[key].value).startswith(state))
        table.append((name, *(str(count[state] or "-") for state in STATES)))
    found = [[str(row[key].value) for key in ("part", "verdict", "why")] for row in parts.rows]
    others = [f"- {part}: {'; '.join(filter(None, more))}" for part, *more in found if more[0] != "meets"]
    return "\n".join([markdown(("", *STATES), table, ("",)), "", *others, ""])
