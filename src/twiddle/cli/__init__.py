# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The command line, `twiddle`."""

from collections.abc import Sequence
from importlib import import_module

from twiddle.base.exits import guarded

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `twiddle` with arguments (default: those of the process); returns the exit code.

    0 success, 1 a check failed, 2 bad input or a missing tool or package, 130 interrupted.
    """
    return guarded(lambda: import_module("twiddle.cli.registry").run(arguments))
