# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Other processes: run, waited for, gone; tests that are skipped where a tool is missing."""

import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from twiddle.base.errors import TwiddleError
from twiddle.tools.fourstate import icarus

needs_icarus = pytest.mark.skipif(icarus() is None, reason="Icarus Verilog is not installed")


def needs(*tools: Callable[[], object]) -> None:
    """Skips the test where a tool is missing: the function that finds it raises TwiddleError."""
    for tool in tools:
        try:
            tool()
        except TwiddleError as error:
            pytest.skip(str(error))


def finished(words: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
    """A command that has ended, in either way, and what it printed."""
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 600
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def has_pid(path: Path) -> bool:
    return path.exists() and path.read_text() != ""


def is_gone(pid: str) -> bool:
    try:
        return Path("/proc", pid, "stat").read_text().split()[2] == "Z"
    except OSError:
        return True
