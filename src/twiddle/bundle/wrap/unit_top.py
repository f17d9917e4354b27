# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit on AXI4 as one module, ports named as AXI names them."""

from __future__ import annotations

from twiddle.base.rings import Ring
from twiddle.bundle.wrap.top import TEMPLATES
from twiddle.model.unit import Words
from twiddle.tools.unit_simulator import rtl_parameters


def text(name: str, ring: Ring | None, pairs: Ring | None, lanes: int, slots: int) -> str:
    """Verilog of `twd_unit_axi` with these parameters of `PolyUnit`, as the module `name`."""
    return TEMPLATES.get_template("unit.j2").render(
        name=name,
        rings=" and ".join(each.name for each in (ring, pairs) if each is not None),
        bus=lanes * Words(ring, pairs, lanes).place,
        parameters=rtl_parameters(ring, pairs, lanes, slots),
    )
