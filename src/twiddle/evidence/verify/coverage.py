# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Which lines, branches and bits of the RTL Verilated models reach, as they write it (see coverage.hpp).

A point is reached if any model reaches it, whatever its parameters. What is computed at elaboration has no points.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import msgspec

from twiddle.base import manifest, places
from twiddle.base.errors import TwiddleError

_FUNCTION = re.compile(r"^ *(?:function|endfunction)\b", re.MULTILINE)

Points = dict[str, dict[str, bool]]
"""Whether each point is reached, by the file below `rtl/` and by its words: kind, line, column, arm, lines.

The arm is the way of a branch, "block" of what is no branch, or the bit of a toggle.
"""


CONSTANT = "a function that no model calls: it computes constants, at elaboration"
KINDS = ("lines", "branches", "toggles")


def read(folder: Path) -> Points:
    """What the models wrote into a folder, about files of an RTL tree."""
    found: Points = {}
    for path in sorted(folder.glob("*.dat")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            words, _, count = line.partition("\1")[2].rpartition("' ")
            of = dict(word.split("\2") for word in words.split("\1"))
            point = " ".join([of["t"], of["l"], of["n"], of["o"], of.get("S", "")])
            if not Path(of["f"]).is_absolute():
                points = found.setdefault(of["f"], {})
                points[point] = points.get(point, False) or count != "0"
    return found


def merged(parts: Iterable[Points]) -> Points:
    """The points of several runs; what one of them reached is reached."""
    found: Points = {}
    for part in parts:
        for file, points in part.items():
            known = found.setdefault(file, {})
            known |= {point: reached or known.get(point, False) for point, reached in points.items()}
    return found


def figures(points: Mapping[str, bool], excluded: Collection[int] = ()) -> dict[str, Any]:
    """The lines, branches and toggles of a file, each [reached, all], and what was missed.

    A toggle is a change of a bit to 0 or to 1, of signals up to 256 bits. `missed` has each line that is not reached,
    and of others each branch that is not.
    """
    lines: dict[int, bool] = {}
    arms: dict[tuple[int, str, str], bool] = {}
    toggles: dict[str, bool] = {}
    for point, reached in points.items():
        kind, line, column, arm, span = point.split(" ")
        if int(line) in excluded:
            continue
        if kind == "toggle":
            toggles[arm] = reached or toggles.get(arm, False)
            continue
        if arm != "block":
            arms[int(line), column, arm] = reached or arms.get((int(line), column, arm), False)
        for first, _, last in (part.partition("-") for part in [line, *filter(None, span.split(","))]):
            for each in range(int(first), int(last or first) + 1):
                lines[each] = reached or lines.get(each, False)
    kept = {line: reached for line, reached in lines.items() if line not in excluded}
    missed = [(line, "") for line, reached in kept.items() if not reached]
    missed += [(line, f" {arm}") for (line, _, arm), reached in arms.items() if not reached and kept.get(line, True)]
    counts = {"lines": kept.values(), "branches": arms.values(), "toggles": toggles.values()}
    words = [f"{line}{arm}" for line, arm in sorted(set(missed))]
    return {**{kind: [sum(each), len(each)] for kind, each in counts.items()}, "missed": words}


def constant_functions(text: str, points: Mapping[str, bool]) -> set[int]:
    """The lines of the functions of a file that no model calls: what they compute are constants."""
    reached = {int(words.split(" ")[1]) for words, there in points.items() if there}
    starts = [text.count("\n", 0, match.start()) + 1 for match in _FUNCTION.finditer(text)]
    spans = [range(first, last + 1) for first, last in zip(starts[::2], starts[1::2], strict=True)]
    return {line for span in spans if not reached.intersection(span) for line in span}


class Excluded(msgspec.Struct, forbid_unknown_fields=True):
    """Lines with one of these texts, to the parenthesis that ends the statement; see tests/unreached.toml."""

    why: str
    texts: list[str]
    files: str = "*"


class _List(msgspec.Struct, forbid_unknown_fields=True):
    excluded: list[Excluded]


def excluded_lines(path: Path, rtl_root: Path | None = None) -> dict[str, dict[int, str]]:
    """The reason of each line that a list excludes, by file. Raises TwiddleError for a text that no line has."""
    root = rtl_root or manifest.rtl_root()
    texts = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.sv*"))}
    found: dict[str, dict[int, str]] = {}
    for each in places.read_toml(path, _List, "a list of excluded lines").excluded:
        used: set[str] = set()
        for file in (file for file in texts if fnmatch(file, each.files)):
            depth = 0
            for number, line in enumerate(texts[file].splitlines(), 1):
                begins = {text for text in each.texts if text in line}
                used |= begins
                if begins or depth > 0:
                    found.setdefault(file, {})[number] = each.why
                    depth += line.count("(") - line.count(")")
        if left := [text for text in each.texts if text not in used]:
            raise TwiddleError(f"{path}: {left[0]!r}: in no line of {each.files}")
    return found


def shares(files: Iterable[Mapping[str, Any]]) -> str:
    """Of lines, branches and toggles, in words.

    >>> shares([{"lines": [3, 4], "branches": [1, 1], "toggles": [0, 0]}])
    '75.0% of 4 lines, 100.0% of 1 branches, 0.0% of 0 toggles'
    """
    listed = list(files)
    sums = {kind: [sum(of[kind][part] for of in listed) for part in (0, 1)] for kind in KINDS}
    return ", ".join(f"{reached / (every or 1):.1%} of {every:,} {kind}" for kind, (reached, every) in sums.items())
