# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Words that stand for a more exact one: in comments of the hardware, and in Python and docs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

BETTER = {
    "nobody|somebody|everybody": "name the module, or use the passive",
    "whoever": "name the module",
    "heeds?": "obeys, uses",
    "tells?|told": "signals, gives; a text says",
    "meets?": "arrives with",
    "behind": "after",
    "wants?": "needs",
}
"""Regular expression of a word, and what to write instead."""

IN_TEXT = {
    "somebody|everybody|whoever": "name the part or the user, or use the passive",
    "heeds?": "obeys, uses",
    "tells?|told": "reports, prints, identifies",
    "behind": "after, with",
    "wants?": "needs, requests",
}
"""The same for whole files of Python and Markdown."""

RIGHT = (r"\btell [\w ]*\bapart\b", r"\bis behind cycle_o\b")
"""Phrases in a comment in which such a word is exact."""

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
            first = text.count("\n", 0, comment.start()) + 1
            findings += _found(file, words, first, BETTER)
    return findings


def check_text(files: list[Path]) -> list[str]:
    """The same for Python and Markdown."""
    return [each for file in files for each in _found(file, file.read_text(encoding="utf-8"), 1, IN_TEXT)]


def _found(file: Path, text: str, first: int, better: Mapping[str, str]) -> list[str]:
    """Findings in a text that begins in line `first` of a file."""
    findings = []
    pattern = "|".join(rf"\b({word})\b" for word in better)
    for found in re.finditer(pattern, text, re.IGNORECASE):
        number = first + text.count("\n", 0, found.start())
        rule = list(better.values())[(found.lastindex or 1) - 1]
        findings.append(f"{file}:{number}: {found[0]}: better: {rule}")
    return findings
