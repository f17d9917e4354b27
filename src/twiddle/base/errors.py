# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The exceptions of Twiddle."""

import contextlib
import difflib
import operator
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import UnionType


class TwiddleError(Exception):
    """Bad input or a missing tool: one line with the place and the rule (exit code 2).

    Any function raises it for arguments that it cannot use, unreadable or broken files, and missing tools.
    """


class FieldError(TwiddleError):
    """A wrong argument or field: the line begins with its name."""

    @property
    def on_command_line(self) -> str:
        """The line with the option of a command in place of the field.

        >>> FieldError("max_lut -1: negative").on_command_line
        '--max-lut -1: negative'
        """
        return re.sub(r"^\w+", lambda name: option(name[0]), str(self))


class CheckFailed(Exception):
    """A result differs from the model, or a simulation failed (exit code 1)."""


class AssertionFailed(CheckFailed):
    """An assertion of the RTL failed in simulation."""


class Hang(CheckFailed):
    """No stream of a simulated module moves any more."""


class ContractBroken(CheckFailed):
    """A simulated module breaks the contract of its ports, or does not settle."""


@contextlib.contextmanager
def system_errors(place: object, what: str = "") -> Iterator[None]:
    """An error of the system becomes a TwiddleError with the place, and what failed: "cannot be read".

    >>> with system_errors("a.txt", "cannot be read"):
    ...     raise FileNotFoundError(2, "No such file or directory")
    Traceback (most recent call last):
    twiddle.base.errors.TwiddleError: a.txt: cannot be read: No such file or directory
    """
    try:
        yield
    except OSError as error:
        parts = (place, what, error.strerror or error)
        raise TwiddleError(": ".join(str(part) for part in parts if part)) from None


def check_regular(path: Path, pipes: bool = False) -> None:
    """Raises TwiddleError for a device and, unless `pipes`, for a FIFO or a socket: reading them may not end.

    >>> check_regular(Path("/dev/zero"))
    Traceback (most recent call last):
    twiddle.base.errors.TwiddleError: /dev/zero: not a regular file
    """
    with contextlib.suppress(OSError, ValueError):
        mode = path.stat().st_mode
        allowed = (stat.S_ISREG, stat.S_ISDIR, *((stat.S_ISFIFO, stat.S_ISSOCK) if pipes else ()))
        if not any(is_one(mode) for is_one in allowed):
            raise TwiddleError(f"{path}: not a regular file{' or pipe' if pipes else ''}")


def option(field: str) -> str:
    """The option of a command for a field.

    >>> option("max_lut")
    '--max-lut'
    """
    return f"--{field.replace('_', '-')}"


def among(field: str, names: Iterable[str], known: Iterable[str]) -> list[str]:
    """The names, each once; raises FieldError for the first unknown one, with the nearest known one."""
    known = list(known)
    chosen = list(dict.fromkeys([names] if isinstance(names, str) else names))
    for name in chosen:
        if name not in known:
            raise FieldError(f"{field} {name!r}: unknown{hint(name, known)}; known are {', '.join(known)}")
    return chosen


def unknown(kind: str, name: object, known: Iterable[str], of: str = "") -> TwiddleError:
    """The error for an unknown name, with the nearest known one; the names may be those of one thing only.

    >>> str(unknown("core", "iterativ", ["iterative", "rns"]))
    "core 'iterativ': unknown (did you mean iterative?); the cores are iterative, rns"
    """
    names = list(known)
    near = hint(name, names)
    return TwiddleError(f"{kind} {shown(name)}: unknown{near}; the {kind}s{of} are {', '.join(names)}")


def shown(value: object) -> str:
    """A value for a message: its repr, shortened if long.

    >>> shown(16**5000)
    '0x10000000000000000000000000000000000...'
    """
    # Python does not convert an integer of thousands of digits to decimal.
    text = f"{value:#x}" if isinstance(value, int) and value.bit_length() > 128 else repr(value)
    text = " ".join(text.split())
    return text if len(text) <= 40 else f"{text[:37]}..."


def whole(value: object) -> int | None:
    """An integer of any type, NumPy's too, as int; None for anything else, which includes bool.

    >>> whole(True) is whole(1.0) is None
    True
    """
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


A_DESIGN = "a design; make one with twiddle.core(name, ring)"


def refused(field: str, value: object, rule: str) -> TwiddleError:
    """The error for a wrong argument.

    >>> str(refused("design", "mdc", A_DESIGN))
    "design = 'mdc': not a design; make one with twiddle.core(name, ring)"
    """
    return TwiddleError(f"{field} = {shown(value)}: not {rule}")


def expect(field: str, value: object, kind: type | UnionType, rule: str) -> None:
    """Raises TwiddleError for an argument that is not of a type."""
    if not isinstance(value, kind):
        raise refused(field, value, rule)


def as_path(field: str, value: object) -> Path:
    """A path; raises TwiddleError for an argument that is neither a string nor a path, and one with a NUL."""
    if not isinstance(value, str | Path) or "\0" in str(value):
        raise refused(field, value, "a path")
    return Path(value)


def integer(field: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """An integer of any type but bool; raises TwiddleError for anything else and outside low to high."""
    number = whole(value)
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        limits = "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"
        raise refused(field, value, f"an integer{limits}")
    return number


def sequence(field: str, value: object, kind: type, what: str) -> None:
    """Raises TwiddleError for an argument that is not a sequence of a type; a string is none."""
    given = value if isinstance(value, Sequence) and not isinstance(value, str) else [None]
    if not all(isinstance(each, kind) for each in given):
        raise refused(field, value, f"a sequence of {what}")


def hint(name: object, known: Iterable[str]) -> str:
    """The nearest known name, as a question in brackets; empty if none is near."""
    lower = {each.lower(): each for each in known}
    nearest = difflib.get_close_matches(str(name).lower(), lower, n=1, cutoff=0.55)
    return f" (did you mean {lower[nearest[0]]}?)" if nearest else ""
