# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Mutants drawn at random from the RTL: one operator, constant, width, condition, enable or assignment each.

Every place of a file that a rule can change is a candidate. A candidate is drawn if the hash of its text, with the
seed of its rules, is below SHARE: no draw depends on other files or other rules, so that a changed module gets new
mutants and the others keep theirs.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from twiddle.base import manifest

SHARE = 0.0222
"""Of the candidates: about 145."""

FOLDERS = ("unit", "keccak", "sample", "codec", "lattice", "wrap")

RULES: tuple[tuple[str, str, str], ...] = (
    ("equal", r"(?<![=!<>])==(?!=)", "!="),
    ("unequal", r"!=(?!=)", "=="),
    ("and", r"&&", "||"),
    ("or", r"\|\|", "&&"),
    ("plus", r"(?<=[\w)\]}] )\+(?= [\w({])(?!:)", "-"),
    ("minus", r"(?<=[\w)\]}] )-(?= [\w({])(?!:)", "+"),
    ("less", r"(?<=[\w)\]}] )<(?= [\w({])", "<="),
    ("greater", r"(?<=[\w)\]}] )>(?= [\w({])", ">="),
    ("not", r"(?<![=!&|^~])!(?=[\w(])", ""),
    ("constant", r"(?<=\d'd)\d+", "+1"),
    ("bit", r"(?<=1'b)[01]", "flip"),
    ("index", r"(?<=\w\[)\d+(?=\])", "+1"),
    ("enable", r"(?<=\bif \()(?!clear_i|!rst_n)[^()]+(?=\) \w+ *(?:\[[^\]]*\] *)?<=)", "1'b1"),
    ("dropped", r"(?<=[\s;])[\w.\[\]]+ *<= [^;\n]+;", ";"),
)
"""Name, what is found, and what takes its place: text, +1, -1, or flip."""

WIDTHS = (
    ("width", r"(?<=\[)(?!0:)[^\[\]:?\n]+(?=:0\])", "-1"),
    ("part", r"(?<=\+:)(?!1\])[^\[\]:?\n]+(?=\])", "-1"),
    ("cast", r"\b(?!1')(?:\d+|[A-Z]\w*)(?='\()", "-1"),
)
"""As RULES: a range, a part of a signal or a cast to a width, each a bit narrower."""

SEEDS = {"2026-11-29": RULES, "2026-11-30 widths": WIDTHS}
"""The rules by their seeds, each fixed before its first run."""

_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|`TWD_\w+\(.*?\)\n|^\s*(?:parameter|input|output|import|typedef)\b[^\n]*", re.M | re.S
)
"""What has no candidates: comments, assertions, refusals, ports."""


class Mutant(NamedTuple):
    """A change of one place.

    name   file, line, rule, and the number of the place in the line
    """

    name: str
    file: str
    start: int
    end: int
    text: str

    def put_into(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]


def candidates(file: str, source: str) -> Iterator[tuple[Mutant, str]]:
    """Every mutant of a file with the text that decides whether it is drawn."""
    code = _CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)
    seen: Counter[str] = Counter()
    every = ((seed, *rule) for seed, rules in SEEDS.items() for rule in rules)
    for seed, rule, pattern, replacement in every:
        for found in re.finditer(pattern, code):
            begin = source.rfind("\n", 0, found.start()) + 1
            end = source.find("\n", found.end())
            line = source.count("\n", 0, begin) + 1
            text = changed(found[0], replacement)
            key = f"{file} {rule} {source[begin:end].strip()} {found.start() - begin}"
            seen[key] += 1
            yield Mutant(f"{file}:{line} {rule}", file, found.start(), found.end(), text), f"{seed} {key} {seen[key]}"


def changed(text: str, replacement: str) -> str:
    """What takes the place of a text."""
    if replacement == "flip":
        return str(1 - int(text))
    if replacement in ("+1", "-1"):
        return str(int(text) + int(replacement)) if text.isdecimal() else f"({text}{replacement})"
    return replacement


def drawn() -> list[Mutant]:
    """The mutants of today's RTL; those of the same name are numbered."""
    root, found, names = manifest.rtl_root(), [], Counter[str]()
    for path in sorted(path for folder in FOLDERS for path in (root / folder).glob("*.sv")):
        source = path.read_text(encoding="utf-8")
        for mutant, key in candidates(path.relative_to(root).as_posix(), source):
            if int(hashlib.sha256(key.encode()).hexdigest()[:8], 16) < SHARE * 2**32:
                names[mutant.name] += 1
                number = f" {names[mutant.name]}" if names[mutant.name] > 1 else ""
                found.append(mutant._replace(name=mutant.name + number))
    return found


MUTANTS = drawn()
