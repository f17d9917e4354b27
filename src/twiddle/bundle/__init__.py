# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle export`: a core as a self-contained bundle."""

from twiddle.bundle.bundle import Bundle, export
from twiddle.bundle.wrap.top import Wrapper

__all__ = ["Bundle", "Wrapper", "export"]
