# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What a release consists of: wheel, source distribution, bill of materials (`make dist`)."""
