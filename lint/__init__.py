# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks of the sources that no standard tool makes; `python -m lint` runs these and the tools."""
