# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The command line, `twiddle`."""

from twiddle.cli.main import main

__all__ = ["main"]
