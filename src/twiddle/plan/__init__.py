# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""From a load to a number of cores and devices, and a simulation of how they carry it."""
