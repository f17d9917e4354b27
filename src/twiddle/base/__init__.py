# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What every room uses: rings, errors, places, the manifest of the RTL, grids, progress, the store of results."""

__version__ = "0.1.0"

ATTACHED: dict[str, object] = {}
"""Methods of blocks that call rooms above the catalogue; `twiddle/__init__.py` fills it before a room is loaded."""
