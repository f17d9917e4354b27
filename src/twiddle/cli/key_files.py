# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Files of keys, ciphertexts, messages and signatures."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Collection, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from twiddle.base.errors import TwiddleError, system_errors

_PRIVATE = 0o600

_writing = partial(system_errors, what="cannot be written")


def read(path: Path) -> bytes:
    """The bytes of a file; TwiddleError if it cannot be read."""
    with system_errors(path, "cannot be read"):
        return path.read_bytes()


def check_apart(outputs: Iterable[Path], inputs: Iterable[Path] = ()) -> None:
    """Refuse outputs with the name of another one or of an input (TwiddleError); streams may be the same."""
    taken = {path.resolve(): (path, "an input and an output") for path in inputs}
    for path in outputs:
        if not _is_stream(path):
            if path.resolve() in taken:
                first, both = taken[path.resolve()]
                raise TwiddleError(f"{first}: {both} have this name")
            taken[path.resolve()] = (path, "two outputs")


def write(files: Mapping[str, tuple[Path, bytes]], private: Collection[str] = ()) -> dict[str, str]:
    """Writes files by option, all or none, `private` ones readable by their owner only; returns the names.

    Symbolic links are followed. What exists and is no regular file, such as a FIFO or /dev/null, is written
    last, in place. Raises TwiddleError; then every regular file is as before.
    """
    streams = {option for option, (path, _) in files.items() if _is_stream(path)}
    regular = {option: file for option, file in files.items() if option not in streams}
    check_apart(path for path, _ in regular.values())
    with ExitStack() as undo:
        made: list[tuple[Path, Path]] = []
        for option, (path, data) in regular.items():
            with _writing(path):
                made.append((path, _prepare(path.resolve(), data, option in private, undo)))
        formers: list[tuple[Path, Path]] = []
        for path, temporary in made:
            with _writing(path):
                formers.append((path, _put(temporary, path.resolve(), undo)))
        for path, data in (files[option] for option in files if option in streams):
            with _writing(path), os.fdopen(os.open(path, os.O_WRONLY), "wb") as stream:
                stream.write(data)
        undo.pop_all()
    for path, former in formers:
        with _writing(path):
            former.unlink(missing_ok=True)
    return {option: str(path) for option, (path, _) in files.items()}


def _is_stream(path: Path) -> bool:
    """Whether a path is of something that exists and is no regular file; TwiddleError for a folder."""
    with _writing(path):
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            return False
    if stat.S_ISDIR(mode):
        raise TwiddleError(f"{path}: is a folder")
    return not stat.S_ISREG(mode)


def _prepare(target: Path, data: bytes, private: bool, undo: ExitStack) -> Path:
    """A temporary file with the data, in the folder of the target."""
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as out:
        temporary = Path(out.name)
        undo.callback(temporary.unlink, missing_ok=True)
        out.write(data)
    mask = os.umask(0)
    os.umask(mask)
    temporary.chmod(_PRIVATE if private else 0o666 & ~mask)
    return temporary


def _put(temporary: Path, target: Path, undo: ExitStack) -> Path:
    """Replaces the target; returns the name under which the former file is kept, if there is one."""
    former = temporary.with_name(f"{temporary.name}.former")
    if _keep(target, former):
        undo.callback(_restore, former, target)
    else:
        undo.callback(target.unlink, missing_ok=True)
    temporary.replace(target)
    return former


def _keep(target: Path, former: Path) -> bool:
    """Gives a file a second name, or where there are no hard links another one; False if there is no file."""
    try:
        former.hardlink_to(target)
    except FileNotFoundError:
        return False
    except OSError:
        target.rename(former)
    return True


def _restore(former: Path, target: Path) -> None:
    former.replace(target)
    former.unlink(missing_ok=True)  # two names of one file: `replace` does nothing
