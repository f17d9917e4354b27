# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of registers in `docs/registers.md`, `unit.md` and `lattice.md`, from their descriptions."""

from __future__ import annotations

from twiddle.bundle.wrap import registers
from twiddle.bundle.wrap.top import TEMPLATES


def tables(name: str = registers.CORE) -> str:
    """Tables in Markdown: the registers with their fields, and the windows where there are any."""
    return TEMPLATES.get_template("registers.md.j2").render(registers.nodes(name))
