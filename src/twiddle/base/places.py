# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The folders of files that are not Python: at the root of a checkout, or inside the installed package.

Also how files are read and written, in any folder.
"""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec
import platformdirs

from twiddle.base.errors import TwiddleError, check_regular, system_errors

T = TypeVar("T")

_PACKAGE = Path(__file__).resolve().parents[1]


def installed() -> bool:
    """Whether this package comes from a wheel, which contains `rtl/`; otherwise it runs in a checkout."""
    return not (_PACKAGE.parents[1] / "rtl" / "manifest.toml").is_file() or _PACKAGE.parent.name != "src"


def root() -> Path:
    """The folder of `rtl/`, `sw/`, `results/`, `formal/`, `LICENSE` and `THIRD-PARTY.md`."""
    return _PACKAGE if installed() else _PACKAGE.parents[1]


def cache() -> Path:
    """The cache folder: TWIDDLE_CACHE, otherwise .cache of a checkout, or the user's own of an installed package.

    Raises TwiddleError if the home is unknown.
    """
    given = os.environ.get("TWIDDLE_CACHE")
    try:
        if given:
            return Path(given).expanduser().resolve()
        return platformdirs.user_cache_path("twiddle") if installed() else root() / ".cache"
    except (RuntimeError, OSError, ValueError) as error:
        raise TwiddleError(f"TWIDDLE_CACHE={given}: {error}") from None


def need_checkout(command: str, why: str = "it writes records into results/") -> None:
    """Raises TwiddleError for a command that does not work in an installed package."""
    if installed():
        raise TwiddleError(f"{command}: works only in a checkout of the repository: {why}")


def read_toml(path: Path, kind: type[T], what: str) -> T:
    """A user's TOML file as a type of msgspec. Raises TwiddleError if it is unreadable, no TOML or not `what`."""
    check_regular(path)
    with system_errors(path, "cannot be read"):
        try:
            return msgspec.toml.decode(path.read_text(encoding="utf-8-sig"), type=kind)
        except (ValueError, RecursionError) as error:
            wrong = what if isinstance(error, msgspec.ValidationError) else "TOML"
            raise TwiddleError(f"{path}: not {wrong}: {error}") from None


@contextlib.contextmanager
def prepared(path: Path, data: str | bytes, mode: int = 0o666) -> Iterator[Path]:
    """A new file with the data beside `path`, to be renamed to it; then it is gone. Raises OSError."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as stream:
            stream.write(data.encode() if isinstance(data, str) else data)
        yield part
    finally:
        part.unlink(missing_ok=True)


def write_atomically(path: Path, data: str | bytes) -> None:
    """Write a regular file atomically, with the permissions of a new file. Raises OSError."""
    with prepared(path, data) as part:
        part.replace(path)
