# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The files that a command reads and writes, checked before any work."""

import os
import stat
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path

from twiddle.base import places
from twiddle.base.errors import TwiddleError, system_errors


def read(path: Path) -> bytes:
    """The bytes of a file; TwiddleError if it cannot be read."""
    with system_errors(path, "cannot be read"):
        return path.read_bytes()


def check_output(path: Path) -> None:
    """Refuse an unwritable output file (TwiddleError)."""
    folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
    if not folder.is_dir():
        raise TwiddleError(f"{path}: the folder {folder} does not exist")
    if path.is_dir():
        raise TwiddleError(f"{path}: is a folder")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise TwiddleError(f"{path}: no permission to write there")
    if _is_regular(path):
        with _writing(path):
            tempfile.TemporaryFile(dir=folder).close()


def check_apart(outputs: Iterable[Path], inputs: Iterable[Path] = ()) -> None:
    """Refuse unwritable outputs, and those with the name of another file (TwiddleError); streams may be the same."""
    taken = {os.path.realpath(path): (path, "an input and an output") for path in inputs}
    for path in outputs:
        check_output(path)
        if _is_regular(path):
            if (target := os.path.realpath(path)) in taken:
                first, both = taken[target]
                raise TwiddleError(f"{first}: {both} have this name")
            taken[target] = (path, "two outputs")


def write(path: Path, data: str | bytes) -> None:
    """Write an output file (TwiddleError): a regular one atomically, a device or a FIFO directly.

    A symbolic link stays, and its target is written.
    """
    write_all({"": (path, data.encode() if isinstance(data, str) else data)})


def write_all(files: Mapping[str, tuple[Path, bytes]], private: Collection[str] = ()) -> dict[str, str]:
    """Write files by option, `private` ones readable by their owner only; returns the names.

    Raises TwiddleError. A regular file is replaced only when the contents of all of them are on the disk, and
    what exists and is no regular file, such as a FIFO or /dev/null, is written. If one cannot be replaced, those
    before it get their old contents again.
    """
    with ExitStack() as parts:
        ready: list[tuple[Path, Path]] = []
        for option, (path, data) in files.items():
            if _is_regular(path):
                with _writing(path):
                    target, mode = Path(os.path.realpath(path)), 0o600 if option in private else 0o666
                    ready.append((parts.enter_context(places.prepared(target, data, mode)), path))
        for path, data in files.values():
            if not _is_regular(path):
                with _writing(path), os.fdopen(os.open(path, os.O_WRONLY), "wb") as stream:
                    stream.write(data)
        with ExitStack() as undo:
            for part, path in ready:
                with _writing(path):
                    target = Path(os.path.realpath(path))
                    back: Callable[[], object] = partial(target.unlink, missing_ok=True)
                    if len(ready) > 1 and target.exists():
                        former = places.prepared(target, target.read_bytes(), stat.S_IMODE(target.stat().st_mode))
                        back = partial(parts.enter_context(former).replace, target)
                    part.replace(target)
                    undo.callback(back)
            undo.pop_all()
    return {option: str(path) for option, (path, _) in files.items()}


def _writing(path: Path) -> AbstractContextManager[None]:
    return system_errors(path, "cannot be written")


def _is_regular(path: Path) -> bool:
    """Whether a path is of a regular file, or of none; TwiddleError for example for a circle of links."""
    with _writing(path):
        try:
            return stat.S_ISREG(path.stat().st_mode)
        except FileNotFoundError:
            return True
