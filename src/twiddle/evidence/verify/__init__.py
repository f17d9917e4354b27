# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Verification runs with a record: what was compared, on which hardware, with which tools."""
