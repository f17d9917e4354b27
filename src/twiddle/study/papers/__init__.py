# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers: of each a TOML file with its tables and notes, and a module with its `FORMULAS`, by table.

The rows are in `study/published.csv`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from twiddle.base.errors import unknown
from twiddle.evidence.results import Results
from twiddle.study.comparison import Comparison
from twiddle.study.paper import Paper, load

PAPERS: Mapping[str, Paper] = {
    path.stem: load(path, import_module(f"{__name__}.{path.stem.replace('-', '_')}").FORMULAS)
    for path in sorted(Path(__file__).parent.glob("*.toml"))
}
"""Every paper by its name."""


def paper(name: str, results: Results) -> Comparison:
    """A paper's tables with our figures. Raises TwiddleError for an unknown paper, and for a broken record."""
    if name not in PAPERS:
        raise unknown("paper", name, PAPERS)
    return PAPERS[name].comparison(results)
