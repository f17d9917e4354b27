# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One engine for every result that is kept together with what it was made from.

An `Artifact` is such a result in the cache, under the hash of its inputs: a document or a folder of files.
Documents of `results/` have their own names, and contain hashes of their inputs. `states` decides for these
whether they describe the present hardware.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import msgspec
from filelock import FileLock

from twiddle.base import places
from twiddle.base.errors import TwiddleError, system_errors
from twiddle.base.progress import announce

T = TypeVar("T")
Inputs = TypeVar("Inputs")

State = Literal["present", "pending", "stale", "missing", "failed"]
"""The state of a result.

present  made from the present inputs
pending  made from earlier inputs, and listed in results/pending.json to be made again
stale    made from other inputs
missing  not made, or unreadable
failed   an attempt with the present inputs failed
"""

HASHES = "hashes.json"
"""The file of a folder that lists the SHA-256 of the others."""

FAILURES = "failures"
"""The part of the cache for the reasons of failures, by the key of the artifact."""


def digest(parts: Iterable[str | bytes]) -> str:
    """SHA-256 over the parts with their lengths, as 64 hexadecimal digits."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


@dataclass(frozen=True)
class Artifact(Generic[T]):
    """A result in the cache, safe for concurrent processes.

    It appears under its key only when it is complete; concurrent callers of `get` wait. A broken one is made
    again.
    """

    name: str  # the part of the cache, for example sim
    inputs: Sequence[str | bytes]  # everything that the result depends on
    # makes the document; of a folder, fills the empty folder that it is given; None: it is made elsewhere
    make: Callable[..., object] | None
    type: type[T]  # of the document, which msgspec reads; Path: a folder of files
    about: str = ""  # announced before it is made: what happens, and about how long it takes

    @cached_property
    def key(self) -> str:
        return digest(self.inputs)

    @property
    def path(self) -> Path:
        """Its file or folder, which need not exist; errors as `places.cache`."""
        return places.cache() / self.name / (self.key if self.type is Path else f"{self.key}.json")

    def load(self) -> T | None:
        """The kept result; None if there is none, or it is broken."""
        try:
            if self.type is Path:
                return self.path if _is_whole(self.path) else None  # type: ignore[return-value]
            return msgspec.json.decode(self.path.read_bytes(), type=self.type)
        except (OSError, ValueError, TwiddleError):
            return None

    def save(self, document: object) -> None:
        """Keep a document that was made elsewhere. Raises TwiddleError if it cannot be written."""
        with system_errors(folder(self.name), "cache cannot be written"):
            places.write_atomically(self.path, json.dumps(msgspec.to_builtins(document)))

    def fail(self, **reason: object) -> None:
        """Keep the reason of a failure. Raises TwiddleError if it cannot be written."""
        self._failed.save(reason)

    def failure(self) -> Mapping[str, Any] | None:
        """The reason of the last failure with these inputs; None if there is none."""
        return self._failed.load()

    def get(self) -> T:
        """The kept result, otherwise the one that `make` makes now."""
        if (kept := self.load()) is not None:
            return kept
        if self.make is None:
            raise TwiddleError(f"{self.path}: there is no such file, and it is made elsewhere")
        if self.about:
            announce(self.about)
        path = self.path
        with system_errors(path.parent, "cache cannot be written"):
            path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(path.with_name(f"{self.key}.lock")):
                if self.load() is None:
                    if self.type is Path:
                        self._fill(self.make)
                    else:
                        self.save(self.make())
        made = self.load()
        assert made is not None
        return made

    def _fill(self, fill: Callable[..., object]) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        scratch = Path(tempfile.mkdtemp(prefix=f"{self.key[:16]}.", dir=self.path.parent))
        try:
            fill(scratch)
            _seal(scratch)
            scratch.replace(self.path)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)

    @property
    def _failed(self) -> Artifact[dict[str, Any]]:
        return Artifact(FAILURES, self.inputs, None, dict[str, Any])


def states(
    found: Sequence[tuple[str, T | None, Inputs]],
    are_same: Callable[[list[tuple[T, Inputs]]], Iterable[bool]],
    pending: Collection[str] = (),
    failed: Collection[str] = (),
) -> list[State]:
    """The states of documents of `results/`, each with its name, its content if any, and its present inputs.

    are_same  whether each document, given with its present inputs, was made from these; all in one call, for
              it may have to elaborate designs
    pending   names of known documents of earlier inputs, for which `are_same` is not asked
    failed    names of documents of which the last attempt failed with the present inputs
    """
    asked = [(document, inputs) for name, document, inputs in found if document is not None and name not in pending]
    answers = iter(are_same(asked) if asked else ())
    return [
        ("failed" if name in failed else "missing")
        if document is None
        else "pending"
        if name in pending
        else "present"
        if next(answers)
        else "stale"
        for name, document, _ in found
    ]


def folder(part: str) -> Path:
    """The folder `part` of the cache. Raises TwiddleError if it cannot be created."""
    path = places.cache() / part
    with system_errors(path, "cache folder cannot be created"):
        path.mkdir(parents=True, exist_ok=True)
    return path


def check_writable(part: str) -> None:
    """Raises TwiddleError if a part of the cache cannot be written."""
    place = folder(part)
    with system_errors(place, "cache cannot be written"):
        tempfile.TemporaryFile(dir=place).close()


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
    """Whether a folder exists and its files have the recorded hashes. Raises OSError and ValueError."""
    return bool(json.loads((folder / HASHES).read_text(encoding="utf-8")) == _hashes(folder))
