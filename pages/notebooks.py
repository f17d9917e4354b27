# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The notebooks of docs: `python -m pages.notebooks` runs their cells and stores what they print."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from twiddle.base.exits import guarded

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "start"


def run(cells: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str]]:
    """Each cell with code, and what it prints; the names of one are known to the next ones."""
    space: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec("".join(cell["source"]), space)
            yield cell, output.getvalue()


def renew(path: Path) -> None:
    """Store the output of every cell of a notebook."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell, text in run(notebook["cells"]):
        stream = {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
        cell["outputs"] = [stream] if text else []
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    """Renew both."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        renew(path)


if __name__ == "__main__":
    sys.exit(guarded(main))
