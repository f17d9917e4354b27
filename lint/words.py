# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Words that stand for a more exact one, in the hardware, the package and its pages."""

from __future__ import annotations

import re
from pathlib import Path

BETTER = {
    "somebody|everybody|whoever": "name the part or the user, or use the passive",
    "heeds?": "obeys, uses",
    r"tells?(?! [\w ]*\bapart\b)|told": "reports, prints, identifies",
    "behind(?! cycle_o)": "after, with",
    "wants?": "needs, requests",
}
"""Regular expression of a word, and what to write instead."""


def check(files: list[Path]) -> list[str]:
    """Findings as "file:line: word: what to write"."""
    return [
        f"{file}:{number}: {found[0]}: better: {better}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        for word, better in BETTER.items()
        for found in re.finditer(rf"\b(?:{word})\b", line, re.IGNORECASE)
    ]
