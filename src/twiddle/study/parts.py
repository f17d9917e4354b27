# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The numbered parts of a paper with what is here of each, and the claims that a review read in it.

`papers/parts.csv` has module, model and command of each section, algorithm, equation, figure and table, and selects
its figures; `papers/claims.csv` the state of each claim at the review and now. A verdict of figures is computed: what
depends on a clock rate, or on cells of another family than the paper's, is of another device, which is no miss.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.study import published

Figures = Sequence[Mapping[str, Any]]
"""The published figures of a paper with ours, as `Comparison.figures`."""

STATES = ("meets", "misses", "differs", "not comparable", "missing")

WHEN = {"28 November 2026": "referee", "now": "state"}
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
    title = f"Claims of {paper}, at a review of {next(iter(WHEN))} and now"
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
