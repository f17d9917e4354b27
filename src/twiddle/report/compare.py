# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of the papers with our own figures beside them, and the pages of docs that hold them.

Ours come from the committed records; their cycles from the formulas, which tests hold the simulation to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

from twiddle.errors import unknown
from twiddle.report import papers
from twiddle.report.comparison import Comparison
from twiddle.report.paper import Paper
from twiddle.synth.records import Results

PAPERS: Mapping[str, Paper] = {
    found.name: found
    for found in (
        import_module(f"{papers.__name__}.{module.name}").PAPER for module in iter_modules(papers.__path__)
    )
}
"""Every paper by its name: each module of `twiddle.report.papers` has one."""


def paper(name: str, results: Results = Results()) -> Comparison:
    """A paper's tables with our figures.

    Raises TwiddleError for an unknown paper, and for a broken record.
    """
    if name not in PAPERS:
        raise unknown("paper", name, PAPERS)
    return PAPERS[name].comparison(results)


@dataclass(frozen=True)
class Page:
    """A page of docs with the tables of a paper between two marker lines."""

    paper: Paper

    @property
    def path(self) -> str:
        """From the root of the repository."""
        return self.paper.page

    @property
    def begin(self) -> str:
        """The line before the tables."""
        return f"<!-- {self.paper.mark}:begin -->"

    @property
    def end(self) -> str:
        """The line after them."""
        return f"<!-- {self.paper.mark}:end -->"

    def text(self, root: str = "../", results: Results = Results()) -> str:
        """What should stand between the markers, from the records as they are."""
        found = [self.paper.comparison(results), *(more(results) for more in self.paper.also)]
        return "\n".join(each.markdown(root) for each in found)


PAGES = tuple(map(Page, PAPERS.values()))
"""Every page with comparisons."""
