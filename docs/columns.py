# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""An extension of Griffe: in docstrings, lines of a name and its meaning in columns become lists."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_ROW = re.compile(r"(?P<name>\S+(?:, \S+)*) {2,}(?P<meaning>\S.*)")
_MORE = re.compile(r" {4,}(?P<meaning>\S.*)")


class Columns(Extension):
    """Rewrites every docstring before it is rendered."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for every object."""
        if obj.docstring:
            obj.docstring.value = listed(obj.docstring.value)


def listed(text: str) -> str:
    r"""The text with its columns as lists, and its examples as code.

    >>> print(listed("Moves.\n\nx   to the\n    right"))
    Moves.
    <BLANKLINE>
    - **x**: to the
      right
    """
    lines: list[str] = []
    rows = code = False
    for line in [*text.splitlines(), ""]:
        row, more = _ROW.fullmatch(line), _MORE.fullmatch(line)
        if line.startswith(">>> ") or (code and line):
            lines += ["```python"] * (not code) + [line]
            code = True
            continue
        if code:
            lines.append("```")
        if row:
            lines += [""] * (not rows and bool(lines) and bool(lines[-1]))
            lines.append(f"- **{row['name']}**: {row['meaning']}")
        else:
            lines.append(f"  {more['meaning']}" if more and rows else line)
        rows, code = bool(row or (more and rows)), False
    return "\n".join(lines[:-1])
