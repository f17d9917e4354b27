# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Entry point: runs one command, and turns every foreseen failure into one line and an exit code."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Sequence

import click

from twiddle.cli.arith import arith_command
from twiddle.cli.bench import bench_command
from twiddle.cli.commands import cli
from twiddle.cli.compare import compare_command
from twiddle.cli.explore import explore_command
from twiddle.cli.hls import hls_command
from twiddle.cli.plan import plan_command
from twiddle.cli.report import report_command
from twiddle.errors import CheckFailed, TwiddleError

cli.add_command(arith_command)
cli.add_command(bench_command)
cli.add_command(compare_command)
cli.add_command(hls_command)
cli.add_command(plan_command)
cli.add_command(report_command)
cli.add_command(explore_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `twiddle` with arguments (default: those of the process); returns the exit code.

    0 success, 1 a check failed, 2 bad input or a missing tool, 130 interrupted.
    """
    return guarded(lambda: cli.main(args=arguments, prog_name="twiddle", standalone_mode=False))


def guarded(action: Callable[[], object]) -> int:
    """Run an action; returns its exit code, after one line on standard error where it failed."""
    try:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        result = action()
        sys.stdout.flush()
    except TwiddleError as error:
        return _fail(str(error), 2)
    except CheckFailed as error:
        return _fail(str(error), 1)
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except OSError as error:
        if error.filename is None:
            with contextlib.suppress(OSError):
                sys.stdout.close()  # what could not be written is not tried again at the end
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}", 2)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", 130)
    return result if isinstance(result, int) else 0


def _fail(message: str, code: int) -> int:
    print(f"twiddle: {' '.join(message.split())}", file=sys.stderr)
    return code
