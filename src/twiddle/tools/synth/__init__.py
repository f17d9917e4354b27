# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area and timing of a design in one fixed open tool flow, in repeatable records."""
