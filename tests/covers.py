# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The modules that tests are for, and the points of a list that every run of the tests has.

A cover has each feature of the list once; `make matrix` has all points.
"""

from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from lint.cover import covering

FILES = sorted(path.stem for path in Path(__file__).parent.glob("test_*.py"))


def covered(name: str) -> set[str]:
    """The modules that a test file says it is for."""
    marks = getattr(import_module(name), "pytestmark", [])
    marks = marks if isinstance(marks, list) else [marks]
    return {module for mark in marks if mark.name == "covers" for module in mark.args}


def named(value: Any) -> str:
    """The name of a parameter in that of a test: of a method its label, of a ring its name."""
    return str(getattr(value, "label", getattr(value, "name", value)))


def marked(values: Iterable[Any], ids: Sequence[str] | None = None, kept: Iterable[Any] = ()) -> list[Any]:
    """Parameters of a test: those that are not in `kept`, by default a cover, are for `make matrix` alone."""
    values = list(values)
    chosen = list(kept) or covering(values)
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [
        pytest.param(*row, id=name, marks=() if value in chosen else pytest.mark.matrix)
        for value, row, name in zip(values, rows, ids or ["-".join(map(named, row)) for row in rows], strict=True)
    ]
