# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The design space of a ring: sweep, measurement of unknown points, Pareto front."""
