# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tool: CIRCT, in a separate Python if this one lacks it."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.tools.hls.mlir import READ_LATENCY

VARIABLE = "TWIDDLE_HLS_PYTHON"
PACKAGE = "circt==1.162.0"
BACKEND = Path(__file__).resolve().parent / "circt_backend.py"
_PROBE = "import importlib.metadata as m, circt; print(m.version('circt'))"


@dataclass(frozen=True)
class Tool:
    """A Python with CIRCT, and the version of CIRCT."""

    python: str
    version: str

    def schedule(self, text: str) -> dict[str, Any]:
        """The backend's output for an MLIR module (see `circt_backend`). TwiddleError with its last line."""
        run = subprocess.run(
            [self.python, "-I", str(BACKEND), str(READ_LATENCY)],
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode != 0:
            lines = [line for line in run.stderr.splitlines() if "error" in line] or run.stderr.splitlines()
            raise TwiddleError(f"hls: CIRCT {self.version}: {(lines or ['no message'])[-1].strip()}")
        document: dict[str, Any] = json.loads(run.stdout)
        return document


def _candidates() -> list[str]:
    if given := os.environ.get(VARIABLE):
        return [given]
    home = Path() if places.installed() else places.root()
    return [sys.executable, str(home.resolve() / ".venv-hls" / "bin" / "python"), "python3", "python3.14", "python3.13"]


@cache
def _version(python: str) -> str | None:
    """The CIRCT version of a Python; None without CIRCT or without such a Python."""
    path = shutil.which(python)
    if path is None:
        return None
    run = subprocess.run([path, "-I", "-c", _PROBE], capture_output=True, text=True, check=False)
    return run.stdout.strip() if run.returncode == 0 else None


def find() -> Tool:
    """The tool: the Python of the variable TWIDDLE_HLS_PYTHON, the one in .venv-hls, or one on PATH.

    Raises TwiddleError, with the way to install it, if none has CIRCT.
    """
    for python in _candidates():
        if version := _version(python):
            return Tool(shutil.which(python) or python, version)
    given = os.environ.get(VARIABLE)
    where = f"{VARIABLE} = {given} has no CIRCT" if given else "no Python here has CIRCT"
    raise TwiddleError(
        f"hls: {where}, which needs Python 3.13 or 3.14: python3.13 -m venv .venv-hls && "
        f".venv-hls/bin/pip install {PACKAGE}"
    )
