# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of the papers with our own figures beside them, and the pages of docs that hold them.

Ours come from the committed records; their cycles from the formulas, which tests hold the simulation to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from twiddle.errors import unknown
from twiddle.report.alhassani_2024 import alhassani_2024
from twiddle.report.comparison import Comparison
from twiddle.report.duong_ngoc_2022 import duong_ngoc_2022
from twiddle.report.like_for_like import like_for_like
from twiddle.report.nguyen_2019 import nguyen_2019
from twiddle.report.nguyen_2023 import nguyen_2023

PAPERS: Mapping[str, Callable[[Path | None], Comparison]] = {
    "alhassani-2024": alhassani_2024,
    "duong-ngoc-2022": duong_ngoc_2022,
    "nguyen-2019": nguyen_2019,
    "nguyen-2023": nguyen_2023,
}
"""What compares each paper with ours, from a folder of records (default: the repository's)."""


def paper(name: str, folder: Path | None = None) -> Comparison:
    """A paper's tables with our figures.

    Raises TwiddleError for an unknown paper, and for a broken record.
    """
    if name not in PAPERS:
        raise unknown("paper", name, PAPERS)
    return PAPERS[name](folder)


@dataclass(frozen=True)
class Page:
    """A page of docs with generated tables between two marker lines; its path is from the repository's root.

    comparisons makes what it holds, from a folder of records.
    """

    path: str
    mark: str
    comparisons: Callable[[Path | None], tuple[Comparison, ...]]

    @property
    def begin(self) -> str:
        """The line before the tables."""
        return f"<!-- {self.mark}:begin -->"

    @property
    def end(self) -> str:
        """The line after them."""
        return f"<!-- {self.mark}:end -->"

    def text(self, root: str = "../", folder: Path | None = None) -> str:
        """What should stand between the markers, from the records as they are."""
        return "\n".join(each.markdown(root) for each in self.comparisons(folder))


PAGES = (
    Page("docs/rns.md", "rns", lambda folder: (alhassani_2024(folder), like_for_like(2, folder))),
    Page("docs/streaming.md", "streaming", lambda folder: (duong_ngoc_2022(folder),)),
    Page("docs/arithmetic.md", "l-dsp", lambda folder: (nguyen_2023(folder),)),
    Page("docs/hls.md", "hls", lambda folder: (nguyen_2019(folder),)),
)
"""Every page with comparisons."""
