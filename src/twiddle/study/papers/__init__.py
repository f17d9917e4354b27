# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One module per paper, which describes it as `PAPER`; its figures are in `twiddle/report/published.csv`."""
