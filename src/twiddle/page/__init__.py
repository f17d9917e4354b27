# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The page of `twiddle report`: every committed figure, drawn, in one HTML file that loads nothing else."""

from twiddle.page.document import document

__all__ = ["document"]
