# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The parts of a release: wheel, source distribution, bill of materials (`make dist`)."""
