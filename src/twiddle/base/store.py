# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Content-addressed store of measurements, so that nothing is measured twice."""

from __future__ import annotations

import functools
import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from twiddle.base import places
from twiddle.base.errors import TwiddleError, system_errors
from twiddle.tools import targets

_FLOW = ("flow.py", "harness.py", "path.py", "reports.py", "liberty.py")


def key(source: str, target: str, seeds: Sequence[int], tools: Mapping[str, str]) -> str:
    """The cache name of a measurement: a hash of everything its figures depend on, including the flow."""
    known = targets.find(target)
    placed = list(seeds) if known is not None and known.seeded else []
    return hashlib.sha256(json.dumps([source, target, placed, dict(tools), _flow()]).encode()).hexdigest()


@functools.cache
def _flow() -> str:
    """Hash of the files of this package that decide the figures of a measurement."""
    here = Path(__file__).parents[1] / "tools"
    files = [*(here / "synth" / name for name in _FLOW), *sorted((here / "targets").glob("*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def load(name: str, part: str = "synth") -> dict[str, Any] | None:
    """The document `name` in a part of the cache; None if there is none, or it is unreadable."""
    try:
        kept = json.loads(path_of(name, part).read_text())
    except (OSError, ValueError, TwiddleError):
        return None
    return kept if isinstance(kept, dict) else None


def path_of(name: str, part: str = "synth") -> Path:
    """The file of `name` in a part of the cache, which need not exist; errors as `places.cache`."""
    return places.cache() / part / f"{name}.json"


def save(name: str, document: Mapping[str, Any], part: str = "synth") -> None:
    """Keep a document under `name` in a part of the cache; atomically.

    Raises TwiddleError if it cannot be written.
    """
    path = folder(part) / path_of(name, part).name
    with system_errors(path.parent, "cache cannot be written"):
        places.write_atomically(path, json.dumps(document))


def check_writable(part: str = "synth") -> None:
    """Raises TwiddleError if a part of the cache cannot be written."""
    place = folder(part)
    with system_errors(place, "cache cannot be written"):
        tempfile.TemporaryFile(dir=place).close()


def folder(part: str) -> Path:
    """The folder `part` of Twiddle's cache: below TWIDDLE_CACHE, else below the user's own cache folder.

    Raises TwiddleError if it cannot be created.
    """
    path = places.cache() / part
    with system_errors(path, "cache folder cannot be created"):
        path.mkdir(parents=True, exist_ok=True)
    return path
