# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The generated parts of README and docs: which they are, and how they are renewed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from twiddle.base.errors import TwiddleError, system_errors
from twiddle.bundle.wrap import registers, registers_page
from twiddle.evidence.results import Results
from twiddle.evidence.verify import evidence, status
from twiddle.study import arith, parts, picture, tables, whole
from twiddle.study.compare import like_for_like
from twiddle.study.comparison import Comparison
from twiddle.study.paper import Paper
from twiddle.study.papers import PAPERS

Table = Callable[[Results, str], str]
"""Generator of a table, from records and the way from the page to the root of the repository."""


def _shown(compared: Callable[[Results], Comparison]) -> Table:
    """The tables and notes of a comparison."""
    return lambda results, root: compared(results).markdown(root)


def _parts(paper: Paper) -> Table:
    """What is here of each part of a paper."""
    return lambda results, root: parts.page(paper.name, paper.text.drawing, paper.comparison(results).figures, root)


TABLES: dict[str, dict[str, Table]] = {
    "README.md": {
        "start": tables.start_table,
        "evidence": lambda results, root: evidence.table(results, f"{root}results"),
    },
    "docs/results.md": {"front": tables.products_table, "results": tables.results_table},
    "docs/registers.md": {"registers": lambda *_: registers_page.tables(registers.CORE)},
    "docs/integration.md": {"throughput": lambda *_: registers_page.throughput()},
    "docs/unit.md": {
        "programs": lambda *_: tables.programs_table(),
        "area": lambda results, _: tables.systems_table(results, ["unit-engine", "unit"]),
        "registers": lambda *_: registers_page.tables(registers.UNIT),
    },
    "docs/lattice.md": {
        "area": lambda results, _: tables.systems_table(results, ["lattice", "lattice-axi"]),
        "signatures": lambda results, _: whole.signatures(results),
        "others": lambda results, _: whole.table(results),
        "registers": lambda *_: registers_page.tables(registers.LATTICE),
    },
    "docs/status.md": {
        "evidence": lambda results, root: evidence.table(results, f"{root}results"),
        "status": lambda results, root: status.table(results, root),
    },
    "docs/arithmetic.md": {"methods": arith.methods_table},
    "docs/rns.md": {"like-for-like": _shown(like_for_like)},
    **{
        f"docs/papers/{name}.md": {"parts": _parts(paper), "tables": _shown(paper.comparison)}
        for name, paper in PAPERS.items()
    },
}
"""The generated tables of each page, by the name of the markers around them."""

PICTURES: dict[str, Callable[[Results], str]] = {
    "docs/schemes.svg": picture.schemes,
    "docs/front.svg": picture.front,
    "docs/dataflow.svg": picture.dataflow,
}


def replaced(page: Path, text: str, mark: str, part: str) -> str:
    """The text of a page with another part between the markers of a name. Raises TwiddleError without these."""
    begin, end = f"<!-- {mark}:begin -->", f"<!-- {mark}:end -->"
    before, opening, rest = text.partition(f"{begin}\n")
    _, closing, after = rest.partition(end)
    if not opening or not closing:
        raise TwiddleError(f"{page}: no line {begin} followed by a line {end}")
    return f"{before}{opening}{part}{closing}{after}"


def current(root: Path, results: Results) -> Iterator[tuple[str, str]]:
    """Every page, by its place below a root, with its tables as the records have them; and the pictures."""
    for page, found in TABLES.items():
        with system_errors(root / page):
            text = (root / page).read_text(encoding="utf-8")
        for mark, table in found.items():
            text = replaced(root / page, text, mark, table(results, "../" * page.count("/")))
        yield page, text
    yield from ((place, draw(results)) for place, draw in PICTURES.items())


def renew(results: Results) -> list[str]:
    """Rewrite what the current records change; returns the names of the changed files."""
    root, changed = results.folder.parent, []
    for page, text in current(root, results):
        path = root / page
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path.name)
    return changed
