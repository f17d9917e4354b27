# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The design space of a ring: sweep, measurement of unknown points, Pareto front."""

from twiddle.explore.front import Constraints, Miss, Result, pareto
from twiddle.explore.space import Outcome, Point, Settings, points
from twiddle.explore.sweep import outcomes
from twiddle.report.merit import recommend

__all__ = [
    "Constraints",
    "Miss",
    "Outcome",
    "Point",
    "Result",
    "Settings",
    "outcomes",
    "pareto",
    "points",
    "recommend",
]
