# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds of `twd_lattice` as points of a space: measured cycles of whole operations, area from records."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twiddle.errors import among
from twiddle.explore.space import Outcome, Point
from twiddle.lattice.cycles import average, of_set
from twiddle.schemes.work import work
from twiddle.synth.records import Results
from twiddle.synth.targets import TARGETS


def builds(
    scheme: str, operation: str | None, targets: Iterable[str], results: Results, log: Callable[[str], None]
) -> tuple[list[Point], dict[str, Outcome]]:
    """Every build that has a scheme, on every target, and its record.

    operation  that is ranked; None: handshake, of ML-DSA verify

    Raises TwiddleError for an unknown scheme, operation or target, without cycles, and for a broken record.
    """
    known = of_set(results, scheme, log)
    ranked = work(scheme.lower(), operation).name.split()[1]
    points, outcomes = [], {}
    for target in among("target", targets, TARGETS) or ["ecp5"]:
        for build, counts in known.items():
            cycles = {name: average(counts, scheme, name) for name in counts.measured}
            interval = round(average(counts, scheme, ranked))
            name = build.file_name(target).removesuffix(".json")
            parameters = {key: str(value) for key, value in build.parameters.items()}
            where = f"{build.words} on {target}"
            names = (name, where, build.name, scheme.lower(), build.parameters, target, ranked)
            points.append(Point(*names, interval, interval, build.top, parameters, cycles=cycles))
            record = results.find_system(build, target)
            outcomes[name] = (
                Outcome("measured", record, "record")
                if record is not None
                else Outcome("unknown", reason=f"{build.command()} measures it")
            )
    return points, outcomes
