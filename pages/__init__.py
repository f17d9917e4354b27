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
from collections.abc import Callable, Iterator
from pathlib import Path

from pages import parts, pictures, tables
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


def _shown(compared: Callable[[Results], Comparison]) -> Table:
    """The tables and notes of a comparison."""
    return lambda results, root: compared(results).markdown(root)


def _parts(paper: Paper) -> Table:
    """What is here of each part of a paper."""
    return lambda results, root: parts.page(paper.name, paper.text.drawing, paper.comparison(results).figures, root)


TABLES: dict[str, dict[str, Table]] = {
    "README.md": {
        "start": tables.start_table,
        "evidence": lambda results, root: tables.evidence_table(results, f"{root}results"),
    },
    "docs/results.md": {"front": tables.products_table, "results": tables.results_table},
    "docs/registers.md": {"registers": lambda *_: tables.registers_table(registers.CORE)},
    "docs/integration.md": {"throughput": lambda *_: tables.throughput_table()},
    "docs/unit.md": {
        "programs": lambda *_: tables.programs_table(),
        "area": lambda results, _: tables.systems_table(results, ["unit-engine", "unit"]),
        "registers": lambda *_: tables.registers_table(registers.UNIT),
    },
    "docs/lattice.md": {
        "area": lambda results, _: tables.systems_table(results, ["lattice", "lattice-axi"]),
        "signatures": lambda results, _: tables.signatures_table(results),
        "others": lambda results, _: tables.others_table(results),
        "registers": lambda *_: tables.registers_table(registers.LATTICE),
    },
    "docs/status.md": {
        "evidence": lambda results, root: tables.evidence_table(results, f"{root}results"),
        "status": lambda results, root: "\n".join([evidence.status(results).markdown(root), *evidence.NOTES, ""]),
    },
    "docs/arithmetic.md": {"methods": tables.methods_table},
    "docs/rns.md": {"like-for-like": _shown(like_for_like)},
    **{
        f"docs/papers/{name}.md": {"parts": _parts(paper), "tables": _shown(paper.comparison)}
        for name, paper in PAPERS.items()
    },
}
"""The generated tables of each page, by the name of the markers around them."""

PICTURES: dict[str, Callable[[Results], str]] = {
    "docs/schemes.svg": pictures.schemes,
    "docs/front.svg": pictures.front,
    "docs/dataflow.svg": pictures.dataflow,
}


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
    for page in sorted(docs.glob("*.md")):
        old = page.read_text(encoding="utf-8")
        if (new := up_to_date(old)) != old:
            page.write_text(new, encoding="utf-8")
            changed.append(page.name)
    return changed
