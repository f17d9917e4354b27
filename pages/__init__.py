# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The generated parts of README and docs, from the committed records: which they are, and how they are renewed.

`python -m pages` writes those that the records change; `twiddle bench` does so at its end.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from pages import diagrams, examples, parts, pictures, tables
from twiddle.base.errors import system_errors
from twiddle.base.grid import replaced
from twiddle.bundle.wrap import registers
from twiddle.evidence.results import Results
from twiddle.evidence.verify import evidence
from twiddle.study.compare import like_for_like
from twiddle.study.comparison import Comparison
from twiddle.study.paper import Paper
from twiddle.study.papers import PAPERS

Table = Callable[[Results, str], str]
"""Generator of a table, from records and the way from the page to the root of the repository."""


WIDTH = 120
"""Columns of a line of generated text outside tables."""


def _shown(compared: Callable[[Results], Comparison]) -> Table:
    """The tables and notes of a comparison."""
    return lambda results, root: compared(results).markdown(root)


def _paper(name: str, paper: Paper) -> dict[str, dict[str, Table]]:
    """The pages of a paper: its verdict, drawing and notes, its parts, and its tables, `per_page` of them on each."""
    place = f"docs/papers/{name}"

    def drawn(part: Callable[..., str]) -> Table:
        return lambda results, root: part(name, paper.text.drawing, paper.comparison(results).figures, root)

    def tables_of(chosen: tuple[str, ...]) -> Table:
        return lambda results, root: "\n".join(
            f"{grid.title}:\n\n{grid.markdown(root)}" for grid in paper.comparison(results).grids if grid.name in chosen
        )

    return {
        f"{place}.md": {
            "verdict": drawn(parts.verdict),
            "notes": lambda results, _: "".join(f"- {note}\n" for note in paper.comparison(results).notes),
        },
        f"{place}-parts.md": {"parts": drawn(parts.listed)},
        **{f"{place}-{page}.md": {"tables": tables_of(chosen)} for page, chosen in TABLE_PAGES[name].items()},
    }


TABLE_PAGES: dict[str, dict[str, tuple[str, ...]]] = {
    "alhassani-2024": {"tables": ("table-I",)},
    "duong-ngoc-2022": {"tables": ("table-1",), "tables-2": ("table-2",), "tables-3": ("table-3",)},
    "nguyen-2019": {"tables": ("table-1", "table-2", "table-3", "study")},
    "nguyen-2023": {"tables": ("table-3", "table-4"), "tables-2": ("table-5", "table-6")},
}
"""The tables on each page of a paper."""


def _ring(name: str) -> dict[str, Table]:
    """The records of a ring, on a page of its own."""
    return {"results": lambda results, root: tables.ring_table(results, name, root)}


EXAMPLES: dict[str, Callable[[], str]] = {
    "iterative": examples.in_place,
    "rns": examples.logarithms,
    "quad": examples.words_of_four,
    "quad-hls": examples.four_banks,
    "mdf": examples.feedback,
    "mdc": examples.commutated,
    "pwmm": examples.rows_of_sums,
}
"""The example of the page of each core."""


def _fixed(text: Callable[[], str]) -> Table:
    """A part of a page that no record changes."""
    return lambda *_: text()


TABLES: dict[str, dict[str, Table]] = {
    "README.md": {
        "start": tables.start_table,
        "evidence": lambda results, root: tables.evidence_table(results, f"{root}results"),
    },
    "docs/records/README.md": {
        "front": tables.products_table,
        "results": lambda results, _: tables.rings_table(results),
    },
    **{f"docs/records/{name}.md": _ring(name) for name in tables.RINGS},
    "docs/cores/arithmetic.md": {"energy": tables.energy_table},
    "docs/records/multipliers.md": {"methods": tables.methods_table},
    "docs/records/like-for-like.md": {"like-for-like": _shown(like_for_like)},
    "docs/cores/registers.md": {"registers": _fixed(tables.registers_table)},
    "docs/cores/wrappers.md": {"throughput": _fixed(tables.throughput_table)},
    "docs/unit/README.md": {"area": lambda results, _: tables.systems_table(results, ["unit-engine", "unit"])},
    "docs/unit/axi.md": {"registers": _fixed(partial(tables.registers_table, registers.UNIT))},
    "docs/unit/programs.md": {"programs": _fixed(tables.programs_table)},
    "docs/schemes/README.md": {"area": lambda results, _: tables.systems_table(results, ["lattice", "lattice-axi"])},
    "docs/schemes/frames.md": {
        "words": _fixed(tables.words_table),
        "frames": _fixed(tables.frames_table),
        "clean": _fixed(tables.clean_table),
    },
    "docs/schemes/axi.md": {"registers": _fixed(partial(tables.registers_table, registers.LATTICE))},
    "docs/schemes/cycles.md": {"signatures": lambda results, _: tables.signatures_table(results)},
    "docs/compare/README.md": {"others": lambda results, _: tables.others_table(results)},
    "docs/trust/README.md": {
        "evidence": lambda results, root: tables.evidence_table(results, f"{root}results"),
        "status": lambda results, root: "\n".join([evidence.status(results).markdown(root), *evidence.NOTES, ""]),
    },
    **{
        f"docs/cores/{name}.md": {
            "example": _fixed(EXAMPLES[name]),
            "parameters": _fixed(partial(tables.parameters_table, name)),
            "cycles": _fixed(partial(tables.cycles_table, name)),
        }
        for name in EXAMPLES
    },
    **{page: found for name, paper in PAPERS.items() for page, found in _paper(name, paper).items()},
}
"""The generated tables of each page, by the name of the markers around them."""

PICTURES: dict[str, Callable[[Results], str]] = {
    "docs/pictures/schemes.svg": pictures.schemes,
    "docs/pictures/front.svg": pictures.front,
    "docs/pictures/dataflow.svg": pictures.dataflow,
    **{f"docs/pictures/{name}.svg": partial(diagrams.draw, name) for name in diagrams.all_of()},
}


def current(root: Path, results: Results) -> Iterator[tuple[str, str]]:
    """Every page, by its place below a root, with its tables as the records have them; and the pictures."""
    for page, found in TABLES.items():
        with system_errors(root / page):
            text = (root / page).read_text(encoding="utf-8")
        for mark, table in found.items():
            text = replaced(root / page, text, mark, wrapped(table(results, "../" * page.count("/"))))
        yield page, text
    yield from ((place, draw(results)) for place, draw in PICTURES.items())


def wrapped(text: str) -> str:
    """A text in Markdown with its long lines broken, those of tables, drawings and HTML excepted.

    >>> print(wrapped("- " + "word " * 40).splitlines()[1])
      word word word word word word word word word word word word word word word word word
    """
    lines, drawing = [], False
    for line in text.split("\n"):
        drawing ^= line.startswith("```")
        if drawing or len(line) <= WIDTH or line.startswith(("|", "<", "#")):
            lines.append(line)
        else:
            indent = "  " if line.startswith("- ") else ""
            lines += textwrap.wrap(
                line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
            )
    return "\n".join(lines)


def renew(results: Results) -> list[str]:
    """Rewrite what the current records change; returns the names of the changed files."""
    root, changed = results.folder.parent, []
    for page, text in current(root, results):
        path = root / page
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path.name)
    return changed


_BLOCK = re.compile(r"(?<=<!-- output:begin -->\n```text\n)\$ twiddle (.*)\n[^`]*(?=```\n<!-- output:end -->)")


def printed(command: str) -> str:
    """The output of `twiddle` with these arguments on a terminal of 80 columns with an empty cache.

    Raises:
        subprocess.CalledProcessError: the command failed.
    """
    with tempfile.TemporaryDirectory() as cache:
        run = subprocess.run(
            [sys.executable, "-m", "twiddle", *shlex.split(command)],
            env=os.environ | {"COLUMNS": "80", "TWIDDLE_CACHE": cache},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return "".join(f"{line.rstrip()}\n" for line in run.stdout.splitlines())


def up_to_date(text: str) -> str:
    """A page with the output of each of its commands regenerated."""
    return _BLOCK.sub(lambda block: f"$ twiddle {block[1]}\n{printed(block[1])}", text)


def rewrite(docs: Path) -> list[str]:
    """Regenerates the output on every page of a folder; returns the names of the changed pages."""
    changed = []
    for page in sorted(docs.rglob("*.md")):
        old = page.read_text(encoding="utf-8")
        if (new := up_to_date(old)) != old:
            page.write_text(new, encoding="utf-8")
            changed.append(page.name)
    return changed
