# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the catalogue knows of the core quad-hls without the tool: rings, and the presets' schedules."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from twiddle.hls.plan import Plan, Schedule
from twiddle.rings import Ring, ring, rings


def reason_against(of: Ring) -> str | None:
    """Why the description does not take a ring; None when it does."""
    if not of.complete:
        return f"ring {of.name} stops at pairs; the description is of a complete transform"
    if of.n < 16:
        return f"ring {of.name} has n = {of.n}, at least 16 is needed"
    if of.bits < 12:
        return f"ring {of.name} has q = {of.q}, of {of.bits} bits; at least 12 are needed"
    return None


def recorded() -> Path:
    """The file of schedules, by ring, as the tool made them with the default latencies; a test renews it."""
    return Path(__file__).resolve().parent / "schedules.json"


@cache
def planned(of: Ring) -> Plan:
    """The plan of a ring: from the recorded schedule of a preset, otherwise by the tool.

    Raises TwiddleError for a ring that is not recorded when there is no tool.
    """
    known = json.loads(recorded().read_text(encoding="utf-8"))
    if of.name in known and of == ring(of.name):
        return Plan(of, Schedule(**known[of.name]))
    from twiddle.hls.compile import compile_quad

    return Plan(of, compile_quad(of).schedule)


def record() -> dict[str, dict[str, int]]:
    """The schedules of all presets, made by the tool now."""
    from dataclasses import asdict

    from twiddle.hls.compile import compile_quad

    return {
        each.name: asdict(compile_quad(each).schedule) for each in rings() if reason_against(each) is None
    }
