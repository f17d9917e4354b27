# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What could not be measured, and why: `results/failed.json`, by the name of the record that is missing.

reason       the tool's own error, or that it took too long
source_hash  of the text that failed (`twiddle.synth.records`)
tools        package and version of every tool

While the text and the tools are the same, so is the failure, and nothing is gained by trying again.
"""

from __future__ import annotations

import json
from pathlib import Path

from twiddle.designs import Design
from twiddle.errors import TwiddleError
from twiddle.synth import cache, records, tools

Failure = dict[str, str | dict[str, str]]


def failure(design: Design, target: str, reason: str = "") -> Failure:
    """A failure of this design on this target, as it stands today."""
    source = records.sources(design.top, design.rtl_parameters(), design.rtl_root).source_hash()
    return {"reason": reason, "source_hash": source, "tools": tools.versions(target)}


def same(one: Failure, other: Failure) -> bool:
    """Whether both are of the same text and tools, for whatever reason."""
    return {**one, "reason": ""} == {**other, "reason": ""}


def load(folder: Path) -> dict[str, Failure]:
    """All failures of a folder of records. Raises TwiddleError naming the file where it is none of these."""
    path = folder / records.FAILED
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError, RecursionError) as error:
        raise TwiddleError(f"{path}: not a list of failures: {error}") from None
    if not isinstance(found, dict) or not all(
        isinstance(each, dict) and isinstance(each.get("reason"), str) for each in found.values()
    ):
        raise TwiddleError(f"{path}: not a list of failures: each record has an object with its reason")
    return found


def save(folder: Path, found: dict[str, Failure]) -> None:
    """Write the failures of a folder; no file where there are none."""
    path = folder / records.FAILED
    if found:
        cache.write_atomically(path, json.dumps(dict(sorted(found.items())), indent=1) + "\n")
    else:
        path.unlink(missing_ok=True)
