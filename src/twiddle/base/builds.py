# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A folder of finished builds, one per content hash, safe for concurrent processes."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from filelock import FileLock

from twiddle.base import places
from twiddle.base.errors import TwiddleError

HASHES = "hashes.json"
"""The file of a build that lists the SHA-256 of the others."""


def cache_dir() -> Path:
    """The cache folder: the environment variable TWIDDLE_CACHE, or the user's cache folder."""
    return places.cache()


def digest(parts: Iterable[str | bytes]) -> str:
    """SHA-256 over the parts with their lengths, as 64 hexadecimal digits."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def cached(kind: str, key: str, fill: Callable[[Path], None]) -> Path:
    """The folder of build `key`, filled by `fill(folder)` unless a process has already done so.

    A build appears under its name only when it is complete and on the disk; concurrent callers wait. A build
    whose files changed is built again.
    Raises TwiddleError when the cache cannot be written, and whatever `fill` raises.
    """
    home = cache_dir() / kind
    folder = home / key
    if _is_whole(folder):
        return folder
    try:
        home.mkdir(parents=True, exist_ok=True)
        with FileLock(home / f"{key}.lock"):
            if not _is_whole(folder):
                shutil.rmtree(folder, ignore_errors=True)
                scratch = Path(tempfile.mkdtemp(prefix=f"{key[:16]}.", dir=home))
                try:
                    fill(scratch)
                    _seal(scratch)
                    scratch.replace(folder)
                finally:
                    shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise TwiddleError(f"cache {home}: {error}") from error
    return folder


def _hashes(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != HASHES)
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _seal(folder: Path) -> None:
    """Record the hashes of all files of a folder, and flush it to the disk."""
    (folder / HASHES).write_text(json.dumps(_hashes(folder)), encoding="utf-8")
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file)


def _is_whole(folder: Path) -> bool:
    """Whether a build exists and its files have the recorded hashes."""
    try:
        return bool(json.loads((folder / HASHES).read_text(encoding="utf-8")) == _hashes(folder))
    except (OSError, ValueError):
        return False
