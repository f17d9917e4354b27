# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The evidence for all the hardware: the committed records of the long runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from twiddle.errors import TwiddleError
from twiddle.synth.records import Results
from twiddle.verify import exhaust, formal, netlists


@dataclass(frozen=True)
class Evidence:
    """The record of one kind of run.

    kind      of the run: exhaust, netlists, matrix, faults, formal, acvp
    claim     its claim, in words
    count     of tests or proofs; None without a record
    command   repeats it
    current   whether the record belongs to the current RTL
    minutes   its duration, on the processors of the record; None if not recorded
    name      of the file of the record
    """

    kind: str
    claim: str
    count: int | None
    command: str
    current: bool
    minutes: float | None
    name: str


def _results(record: Mapping[str, Any]) -> int:
    return sum(sum(point["compared"].values()) for point in record["points"])


def _rtl_of_cases() -> str:
    from twiddle.verify import acvp  # its import takes longer than most commands

    return acvp.rtl_hash()


_HASHES: Mapping[str, Callable[[], str]] = {
    "exhaust": exhaust.rtl_hash,
    "netlists": netlists.rtl_hash,
    "formal": formal.rtl_hash,
    "acvp": _rtl_of_cases,
}
"""The hash of the RTL that a kind of run depends on."""

_KINDS: Mapping[str, tuple[str, str, Callable[[Mapping[str, Any]], int]]] = {
    "exhaust": (
        "exhaustive",
        "products of narrow multipliers, every pair of operands, against plain integers",
        lambda record: sum(point["pairs"] for point in record["points"]),
    ),
    "netlists": ("netlists", "results of synthesised netlists, against the model", _results),
    "matrix": (
        "matrix",
        "points of the tests: every ring, method and parameter together",
        lambda record: sum(record["passed"].values()),
    ),
    "faults": ("faults", "faults put into the RTL, each caught by a test", lambda record: record["faults"]),
    "formal": (
        "formal",
        "proofs for any length of time, of streaming shell, skid buffer, queue and the answers of registers",
        lambda record: len(record["proofs"]),
    ),
    "acvp": (
        "acvp",
        "NIST's cases of ML-KEM and ML-DSA, whole, on the simulated polynomial unit",
        lambda record: sum(group["passed"] for group in record["groups"]),
    ),
}


def evidence(results: Results = Results()) -> list[Evidence]:
    """The records of the long runs, in the order exhaust, netlists, matrix, faults, formal, acvp.

    Raises TwiddleError for an invalid record.
    """
    old = results.pending()
    found = []
    for kind, (name, claim, count) in _KINDS.items():
        path = results.folder / "verify" / f"{name}.json"
        try:
            record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
            counted = None if record is None else count(record)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise TwiddleError(f"{path}: not a record of {kind}: {error}") from None
        current = record is not None and f"verify/{name}.json" not in old
        if record is not None and current and kind in _HASHES:
            current = record.get("rtl_hash") == _HASHES[kind]()
        seconds = None if record is None else record.get("seconds")
        minutes = None if seconds is None else seconds / 60
        found.append(Evidence(kind, claim, counted, f"make {kind}", current, minutes, path.name))
    return found


def table(folder: str = "results", results: Results = Results()) -> str:
    """The same in Markdown, with links into `folder`."""
    lines = ["| what | count | command | minutes |", "| --- | ---: | --- | ---: |"]
    for each in evidence(results):
        count = "-" if each.count is None else f"[{each.count:,}]({folder}/verify/{each.name})"
        if each.count is not None and not each.current:
            count += ", of earlier hardware or not whole"
        minutes = "-" if each.minutes is None else "< 1" if each.minutes < 1 else f"{each.minutes:.0f}"
        lines.append(f"| {each.claim} | {count} | `{each.command}` | {minutes} |")
    return "\n".join(lines) + "\n"
