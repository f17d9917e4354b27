# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA on AXI4 as one module, ports named as AXI names them."""

from __future__ import annotations

from twiddle.bundle.wrap.top import TEMPLATES


def text(name: str, kem: bool = True, dsa: bool = True, lanes: int = 4, dsp: bool = True) -> str:
    """Verilog of `twd_lattice_axi` with these parameters of `twd_lattice`, as the module `name`.

    >>> ".Lanes(2)" in text("lattice", lanes=2)
    True
    """
    return TEMPLATES.get_template("lattice.j2").render(
        name=name,
        schemes=" and ".join(scheme for scheme, has in (("ML-KEM", kem), ("ML-DSA", dsa)) if has),
        parameters={"Kem": int(kem), "Dsa": int(dsa), "Lanes": lanes, "Dsp": int(dsp)},
    )
