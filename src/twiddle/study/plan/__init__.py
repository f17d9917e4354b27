# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Computes the cores and devices that a load needs, and simulates them."""

from twiddle.study.plan.planner import Plan as Plan
from twiddle.study.plan.planner import plan as plan
