# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One line on standard error and an exit code for every foreseen failure of a command."""

import contextlib
import importlib.metadata
import io
import re
import sys
from collections.abc import Callable

import click

from twiddle.base.errors import CheckFailed, FieldError, TwiddleError


def guarded(action: Callable[[], object]) -> int:
    """Run an action; returns its exit code, and prints one line on standard error if it failed."""
    if sys.stdout is None:
        return _fail("standard output is closed; redirect it to /dev/null", 2)
    try:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        result = action()
        sys.stdout.flush()
    except FieldError as error:
        return _fail(error.on_command_line, 2)
    except TwiddleError as error:
        return _fail(str(error), 2)
    except CheckFailed as error:
        return _fail(str(error), 1)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
        return 0
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except ModuleNotFoundError as error:
        return _fail(_missing(error), 2)
    except MemoryError:
        return _fail("out of memory", 2)
    except OSError as error:
        if error.filename is None:
            with contextlib.suppress(OSError):
                sys.stdout.close()  # the failed write is not repeated at exit
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}", 2)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", 130)
    except SystemExit:
        return 0  # Click and rich exit like this on a closed pipe: twiddle cores | head
    return result if isinstance(result, int) else 0


def _missing(error: ModuleNotFoundError) -> str:
    """The missing package, and the extra of the installation that brings it. Raises the error for a module of ours."""
    name = (error.name or "").partition(".")[0]
    if name in ("", "twiddle"):
        raise error
    lines = importlib.metadata.requires("twiddle") or []
    parts = [(re.sub("[-_.]+", "_", line).lower(), line.partition('extra == "')[2].rstrip('"')) for line in lines]
    extras = [extra for requirement, extra in parts if requirement.startswith(name.lower())]
    if extras and all(extras):
        return f"the package {name} is not installed; the extra {extras[0]} of Twiddle brings it"
    return f"the package {name}, which Twiddle depends on, is not installed"


def _fail(message: str, code: int) -> int:
    line = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in " ".join(message.split()))
    print(f"twiddle: {line}", file=sys.stderr)
    return code
