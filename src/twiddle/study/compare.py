# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers' tables with our figures.

Our figures come from the committed records; cycles from the formulas, which tests check by simulation.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from twiddle.base.errors import unknown
from twiddle.evidence.results import Results
from twiddle.study import papers
from twiddle.study.comparison import Comparison
from twiddle.study.paper import Paper

PAPERS: Mapping[str, Paper] = {
    found.name: found
    for found in (import_module(f"{papers.__name__}.{module.name}").PAPER for module in iter_modules(papers.__path__))
}
"""Every paper by its name: one for each module of `twiddle.study.papers`."""


def paper(name: str, results: Results) -> Comparison:
    """A paper's tables with our figures.

    Raises TwiddleError for an unknown paper, and for a broken record.
    """
    if name not in PAPERS:
        raise unknown("paper", name, PAPERS)
    return PAPERS[name].comparison(results)
