# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One module a paper, with its description as `PAPER`; its figures are in `twiddle/report/published.csv`."""
