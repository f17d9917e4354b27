# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Files of keys, ciphertexts, messages and signatures."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

from twiddle.errors import TwiddleError

_PRIVATE = 0o600


def read(path: Path) -> bytes:
    """The bytes of a file; TwiddleError if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise TwiddleError(f"{path}: cannot be read: {error.strerror}") from None


def write(files: Mapping[str, tuple[Path, bytes]], private: Collection[str] = ()) -> dict[str, str]:
    """Writes files by option, all or none, `private` ones readable by their owner only; returns the names."""
    paths = [path for path, _ in files.values()]
    if len({path.resolve() for path in paths}) != len(files):
        raise TwiddleError(f"{paths[0]}: two outputs have this name")
    made: list[tuple[Path, Path]] = []
    try:
        for option, (path, data) in files.items():
            if path.is_dir():
                raise TwiddleError(f"{path}: is a folder")
            try:
                with tempfile.NamedTemporaryFile(
                    dir=path.parent, prefix=f".{path.name}.", delete=False
                ) as out:
                    made.append((Path(out.name), path))
                    out.write(data)
                made[-1][0].chmod(_PRIVATE if option in private else 0o666 & ~_umask())
            except OSError as error:
                raise TwiddleError(f"{path}: cannot be written: {error.strerror}") from None
        while made:
            made[0][0].replace(made[0][1])
            made.pop(0)
    finally:
        for temporary, _ in made:
            temporary.unlink(missing_ok=True)
    return {option: str(path) for option, (path, _) in files.items()}


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
