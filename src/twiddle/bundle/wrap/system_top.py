# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit, and ML-KEM and ML-DSA whole, on AXI4 as one module with ports named as AXI names them."""

from collections.abc import Mapping

from twiddle.base.rings import Ring
from twiddle.bundle.wrap.top import TEMPLATES
from twiddle.model.unit import Words
from twiddle.tools.unit_simulator import rtl_parameters

_TAKEN, _GIVEN = ("input ", "output"), ("output", "input ")


def lattice(name: str, kem: bool = True, dsa: bool = True, lanes: int = 4, dsp: bool = True, slices: int = 64) -> str:
    """Verilog of `twd_lattice_axi` with these parameters of `twd_lattice`, as the module `name`.

    >>> ".Lanes(2)" in lattice("lattice", lanes=2)
    True
    """
    about = " and ".join(scheme for scheme, has in (("ML-KEM", kem), ("ML-DSA", dsa)) if has)
    parameters = {"Kem": int(kem), "Dsa": int(dsa), "Lanes": lanes, "KeccakSlices": slices, "Dsp": int(dsp)}
    streams = {"in": (*_TAKEN, True), "out": (*_GIVEN, True)}
    return _text(name, about, "lattice", parameters, 64, streams, aborts="out")


def unit(name: str, ring: Ring | None, pairs: Ring | None, lanes: int, slots: int, dsp: bool = True) -> str:
    """Verilog of `twd_unit_axi` with these parameters of `PolyUnit`, as the module `name`."""
    about = f"the polynomial unit for {' and '.join(each.name for each in (ring, pairs) if each is not None)}"
    parameters = {**rtl_parameters(ring, pairs, lanes, slots), **({} if dsp else {"Dsp": 0})}
    streams = {"load": (*_TAKEN, True), "operand": (*_TAKEN, False), "store": (*_GIVEN, True)}
    return _text(name, about, "unit", parameters, lanes * Words(ring, pairs, lanes).place, streams)


def _text(
    name: str,
    about: str,
    label: str,
    parameters: Mapping[str, int],
    bus: int,
    streams: Mapping[str, tuple[str, str, bool]],
    aborts: str = "",
) -> str:
    """Each stream: direction of its data, of tready, and whether the module inside has tlast.

    aborts   a stream whose tuser marks a frame that was cut off
    """
    return TEMPLATES.get_template("system.j2").render(
        name=name,
        about=about,
        module=f"twd_{label}_axi",
        label=label,
        parameters=parameters,
        bus=bus,
        streams=streams,
        aborts=aborts,
    )
