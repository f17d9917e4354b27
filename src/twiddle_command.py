# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The console command `twiddle`. Outside of the package, because the import of the package takes a second."""

import os
import signal


def main() -> int:
    """Run `twiddle`; returns the exit code, as `twiddle.cli.main`.

    An interrupt during the imports ends the process at once: an exception could be caught there, or replaced.
    """
    former = signal.getsignal(signal.SIGINT)
    if former is signal.default_int_handler:
        signal.signal(signal.SIGINT, _quit)
    from twiddle.cli import main as command

    if former is signal.default_int_handler:
        signal.signal(signal.SIGINT, former)
    return command()


def _quit(_number: int, _frame: object) -> None:
    os.write(2, b"twiddle: interrupted\n")
    os._exit(130)
