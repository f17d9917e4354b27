# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The design space of a ring: swept, measured where nobody did, and what is best in it."""

from twiddle.explore.front import Constraints, Result, pareto, recommend
from twiddle.explore.space import Outcome, Point, points
from twiddle.explore.sweep import outcomes

__all__ = ["Constraints", "Outcome", "Point", "Result", "outcomes", "pareto", "points", "recommend"]
