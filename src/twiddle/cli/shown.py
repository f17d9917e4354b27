# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Command output on pages of docs/, between two marks."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

_BLOCK = re.compile(r"(?<=<!-- output:begin -->\n```text\n)\$ twiddle (.*)\n[^`]*(?=```\n<!-- output:end -->)")


def printed(command: str) -> str:
    """The output of `twiddle` with these arguments on a terminal of 80 columns with an empty cache.

    Raises:
        subprocess.CalledProcessError: the command failed.
    """
    with tempfile.TemporaryDirectory() as cache:
        run = subprocess.run(
            [sys.executable, "-m", "twiddle", *shlex.split(command)],
            env=os.environ | {"COLUMNS": "80", "TWIDDLE_CACHE": cache},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return "".join(f"{line.rstrip()}\n" for line in run.stdout.splitlines())


def up_to_date(text: str) -> str:
    """A page with the output of each of its commands regenerated."""
    return _BLOCK.sub(lambda block: f"$ twiddle {block[1]}\n{printed(block[1])}", text)


def rewrite(docs: Path) -> list[str]:
    """Regenerates the output on every page of a folder; returns the names of the changed pages."""
    changed = []
    for page in sorted(docs.glob("*.md")):
        old = page.read_text(encoding="utf-8")
        if (new := up_to_date(old)) != old:
            page.write_text(new, encoding="utf-8")
            changed.append(page.name)
    return changed
