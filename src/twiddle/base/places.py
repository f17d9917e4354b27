# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The folders of files that are not Python: at the root of a checkout, or inside the installed package.

Also how files are written, in any folder.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import platformdirs

from twiddle.base.errors import TwiddleError

_PACKAGE = Path(__file__).resolve().parents[1]


def installed() -> bool:
    """Whether this package comes from a wheel, which contains `rtl/`; otherwise it runs in a checkout."""
    return not (_PACKAGE.parents[1] / "rtl" / "manifest.toml").is_file() or _PACKAGE.parent.name != "src"


def root() -> Path:
    """The folder of `rtl/`, `sw/`, `results/`, `formal/`, `LICENSE` and `THIRD-PARTY.md`."""
    return _PACKAGE if installed() else _PACKAGE.parents[1]


def cache() -> Path:
    """The cache folder: TWIDDLE_CACHE, otherwise the user's own (TwiddleError if the home is unknown)."""
    given = os.environ.get("TWIDDLE_CACHE")
    try:
        return Path(given).expanduser().resolve() if given else platformdirs.user_cache_path("twiddle")
    except (RuntimeError, OSError, ValueError) as error:
        raise TwiddleError(f"TWIDDLE_CACHE={given}: {error}") from None


def need_checkout(command: str, why: str = "it writes records into results/") -> None:
    """Raises TwiddleError for a command that does not work in an installed package."""
    if installed():
        raise TwiddleError(f"{command}: works only in a checkout of the repository: {why}")


def write_atomically(path: Path, data: str | bytes) -> None:
    """Write a regular file atomically, with the permissions of a new file. Raises OSError."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with part.open("xb") as stream:
            stream.write(data.encode() if isinstance(data, str) else data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
