# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Waiting for other processes, and whether they are there."""

import time
from collections.abc import Callable
from pathlib import Path


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
