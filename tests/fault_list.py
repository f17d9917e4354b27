# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The faults of mutations.toml, and the files without one."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from twiddle.base import manifest

CHANGE = re.compile(r"\[-(?P<out>.*?)-\](?:\{\+(?P<into>.*?)\+\})?|\{\+(?P<more>.*?)\+\}", re.DOTALL)
"""[-what is taken out-]{+what is put in+}; either may be missing."""

LOGIC = re.compile(r"^[^/\n]*\b(?:always\w*|assign|function)\b", re.MULTILINE)
"""What a module without logic of its own has not, outside of comments."""


class Fault(NamedTuple):
    """A line of the list: what is wrong, where, and which check must catch it in which ways."""

    name: str
    file: str
    original: str
    replacement: str
    check: Mapping[str, Any]
    by: frozenset[str]


def _check(words: str) -> dict[str, Any]:
    """A check as the list has it: the form of `label` of test_mutations.py."""
    values = dict(word.split("=") for word in words.split(" "))
    return {key: value == "true" or (int(value) if value.isdecimal() else value) for key, value in values.items()}


def _faults() -> Iterator[Fault]:
    found = tomllib.loads(Path(__file__).with_name("mutations.toml").read_text(encoding="utf-8"))
    for file, checks in found.items():
        for words, lines in checks.items():
            for name, line in lines.items():
                text, *by = [line] if isinstance(line, str) else line
                change = CHANGE.search(text)
                assert change is not None, f"{name}: nothing is changed"
                before, after = text[: change.start()], text[change.end() :]
                original = before + (change["out"] or "") + after
                replacement = before + (change["into"] or change["more"] or "") + after
                ways = frozenset(by[0].split() if by else ["result"])
                yield Fault(name, file, original, replacement, _check(words), ways)


FAULTS = list(_faults())


def without_fault(root: Path | None = None) -> set[str]:
    """The files of an RTL tree without a fault, but for tops of cores without logic of their own.

    Such a top only names parameters and instances, whose faults the tests of all cores catch.
    """
    base, modules = root or manifest.rtl_root(), manifest.modules(root)
    files = {file for module in modules.values() for file in module.files}
    left = files - {fault.file for fault in FAULTS}
    tops = {file for top in manifest.tops(root) for file in modules[top].files}
    return {file for file in left if file not in tops or LOGIC.search((base / file).read_text(encoding="utf-8"))}
