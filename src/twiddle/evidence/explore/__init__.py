# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The design space of a ring: sweep, measurement of unknown points, Pareto front."""

from twiddle.evidence.explore.front import Constraints, Miss, Result, pareto
from twiddle.evidence.explore.space import Outcome, Point, Settings, points
from twiddle.evidence.explore.sweep import outcomes
from twiddle.evidence.merit import recommend

__all__ = ["Constraints", "Miss", "Outcome", "Point", "Result", "Settings", "outcomes", "pareto", "points", "recommend"]
