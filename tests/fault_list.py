# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The faults of mutations.toml."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Fault(NamedTuple):
    """A line of the list: what is wrong, where, and which check must catch it in which ways."""

    name: str
    file: str
    original: str
    replacement: str
    check: str
    by: frozenset[str]


def _faults() -> Iterator[Fault]:
    found = tomllib.loads(Path(__file__).with_name("mutations.toml").read_text(encoding="utf-8"))
    for file, lines in found.items():
        for name, (original, replacement, check, by) in lines.items():
            yield Fault(name, file, original, replacement, check, frozenset(by.split()))


FAULTS = list(_faults())
