# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Records and what they show: measurements, verification runs, the design space, whole schemes."""
