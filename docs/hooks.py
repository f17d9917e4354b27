# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Hooks of MkDocs: notebooks and plan of tests as pages, tables as CSV, colours, links that leave the site as words."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.formatters.html import HtmlFormatter

import twiddle
from twiddle.evidence.results import Results
from twiddle.study.papers import PAPERS

_OUTSIDE = r"\[([^\[\]]*)\]\((?:\.\./){%d}[^)]*\)"
_OPEN = '<strong style="color: red">open</strong>'
_STYLES = {"light": "default", "dark": "github-dark"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the notebooks and the plan of tests as Markdown, the tables as CSV, and the colours of code."""
    docs = Path(config.docs_dir)
    for path in docs.rglob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        name = path.relative_to(docs).with_suffix(".md").as_posix()
        files.append(File.generated(config, name, content="\n\n".join(map(_markdown, cells))))
    rules = _rules(docs.parent / "tests" / "plan.toml")
    files.append(File.generated(config, "trust/plan.md", content=rules))
    for name, text in _tables().values():
        files.append(File.generated(config, name, content=text))
    for mode, style in _STYLES.items():
        text = HtmlFormatter(style=style).get_style_defs(".codehilite")
        files.append(File.generated(config, f"css/code-{mode}.css", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links to files outside of the folder become their text; those to a notebook lead to its page.

    The title of a table leads to its CSV file.
    """
    depth = page.file.src_uri.count("/")
    for title, (name, _text) in _tables().items():
        markdown = markdown.replace(f"\n{title}\n", f"\n{title} ([CSV]({'../' * depth}{name}))\n")
    return re.sub(_OUTSIDE % (depth + 1), r"\1", markdown).replace(".ipynb)", ".md)")


@cache
def _tables() -> dict[str, tuple[str, str]]:
    """By the line that is the title of a table on a page: the name and the text of its CSV file."""
    results = Results()
    found = {
        f"{grid.title}:": (f"tables/{name}-{grid.name}.csv", grid.csv(found.notes))
        for name in PAPERS
        for found in [PAPERS[name].comparison(results)]
        for grid in found.grids
    }
    title = "All records of cores by ring, and, in Python, as the list `twiddle.results()`:"
    return found | {title: ("tables/records.csv", _records())}


def _records() -> str:
    """All records, a line for each operation."""
    rows = twiddle.results()
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _rules(path: Path) -> str:
    """The plan of tests as a page: the rules of the standards and of the ports, what holds each, and what shows it."""
    lines = [
        "# Rules of the standards and of the ports",
        "",
        "Each rule of FIPS 203, FIPS 204 and FIPS 202 that the hardware has to keep, and of its ports, the tests",
        "that hold it, and the faults that were put into the hardware to show that these tests see it broken",
        f"(`make faults`). A rule without a test or a fault is {_OPEN}; Python keeps those with a dash. The rules of",
        "the standards are as kyber-py and dilithium-py implement them by their numbers.",
    ]
    for title, found in tomllib.loads(path.read_text(encoding="utf-8")).items():
        lines += ["", f"## {title}", "", "| rule | tests | faults |", "|---|---|---|"]
        for rule, (tests, faults) in found.items():
            named = ", ".join(f"`{test}`" for test in tests.split("; ") if test) or _OPEN
            lines.append(f"| {rule.replace('|', chr(92) + '|')} | {named} | {faults or _OPEN} |")
    return "\n".join([*lines, ""])


def _markdown(cell: dict[str, Any]) -> str:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return text
    shown = "".join(line for output in cell["outputs"] for line in output["text"])
    blocks = [f"```python\n{text}\n```", f"```text\n{shown.rstrip()}\n```"]
    return "\n\n".join(blocks if shown else blocks[:1])
