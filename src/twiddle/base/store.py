# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Content-addressed store of measurements, so that nothing is measured twice."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twiddle.base import places
from twiddle.base.errors import TwiddleError, system_errors


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
