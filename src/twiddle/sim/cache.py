# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A folder of finished builds, one for each content hash, safe when several processes ask at once."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import platformdirs
from filelock import FileLock

from twiddle.errors import TwiddleError


def cache_dir() -> Path:
    """The cache folder: the environment variable TWIDDLE_CACHE, or the user's cache folder."""
    given = os.environ.get("TWIDDLE_CACHE")
    return Path(given).expanduser().resolve() if given else Path(platformdirs.user_cache_dir("twiddle"))


def digest(parts: Iterable[str | bytes]) -> str:
    """SHA-256 over the parts with their lengths, as 64 hexadecimal digits."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def cached(kind: str, key: str, fill: Callable[[Path], None]) -> Path:
    """The folder of build `key`, filled by `fill(folder)` if no process has done so before.

    A build appears under its name only when it is complete; whoever else asks for it waits.
    Raises TwiddleError when the cache cannot be written, and whatever `fill` raises.
    """
    home = cache_dir() / kind
    folder = home / key
    if folder.is_dir():
        return folder
    try:
        home.mkdir(parents=True, exist_ok=True)
        with FileLock(home / f"{key}.lock"):
            if not folder.is_dir():
                scratch = Path(tempfile.mkdtemp(prefix=f"{key[:16]}.", dir=home))
                try:
                    fill(scratch)
                    scratch.replace(folder)
                finally:
                    shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise TwiddleError(f"cache {home}: {error}") from error
    return folder
