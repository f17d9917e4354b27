# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Words in comments of the hardware that stand for a more exact one."""

from __future__ import annotations

import re
from pathlib import Path

BETTER = {
    "nobody": "name the module, or use the passive",
    "whoever": "name the module",
    "heeds?": "obeys, uses",
    "tells?|told": "signals, gives; a text says",
    "meets?": "arrives with",
    "behind": "after",
    "wants?": "needs",
}
"""Regular expression of a word, and what to write instead."""

RIGHT = (r"\btell [\w ]*\bapart\b", r"\bis behind cycle_o\b", r"\bcore behind registers\b")
"""Phrases in which such a word is exact."""

_WORD = re.compile("|".join(rf"\b({word})\b" for word in BETTER), re.IGNORECASE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)


def check(files: list[Path]) -> list[str]:
    """Findings as "file:line: word: what to write"."""
    findings = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        for comment in _COMMENT.finditer(text):
            if comment[0].startswith('"'):
                continue
            words = re.sub("|".join(RIGHT), lambda found: " " * len(found[0]), comment[0])
            for found in _WORD.finditer(words):
                number = text.count("\n", 0, comment.start() + found.start()) + 1
                better = list(BETTER.values())[(found.lastindex or 1) - 1]
                findings.append(f"{file}:{number}: {found[0]}: better: {better}")
    return findings
