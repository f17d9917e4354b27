# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The page of `twiddle report`: all committed figures as drawings in one self-contained HTML file."""
