# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The marks `covers` of the test files, which name the RTL modules they are for, against the manifest."""

import importlib
from pathlib import Path

from twiddle import manifest

FILES = sorted(path.stem for path in Path(__file__).parent.glob("test_*.py"))


def covered(name: str) -> set[str]:
    """The modules that a test file says it is for."""
    marks = getattr(importlib.import_module(name), "pytestmark", [])
    marks = marks if isinstance(marks, list) else [marks]
    return {module for mark in marks if mark.name == "covers" for module in mark.args}


def test_every_module_is_in_the_mark_of_a_file() -> None:
    known, named = set(manifest.modules()), set[str]().union(*map(covered, FILES))
    assert named - known == set()
    assert known - named == set()
