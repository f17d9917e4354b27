# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A build of `twd_lattice`: its parameters and records, and its bundle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from twiddle.base.errors import TwiddleError
from twiddle.catalog.cores.base import ParameterSpec
from twiddle.catalog.designs import values
from twiddle.catalog.systems import SCHEMES, System
from twiddle.evidence.lattice_cycles import DEFAULTS, parameters_of
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.tools.lattice_simulator import zeroize_cycles

if TYPE_CHECKING:
    from twiddle.bundle import Bundle

NAME = "lattice"
"""Its name among the cores that `twiddle export` takes."""

PARAMETERS = (
    ParameterSpec("Kem", DEFAULTS["Kem"], (0, 1), "1: ML-KEM"),
    ParameterSpec("Dsa", DEFAULTS["Dsa"], (0, 1), "1: ML-DSA"),
    ParameterSpec("Lanes", DEFAULTS["Lanes"], (1, 2, 4), "butterflies of ML-DSA; twice as many of ML-KEM"),
    ParameterSpec("Dsp", DEFAULTS["Dsp"], (0, 1), "1: products in DSP blocks"),
)


@dataclass(frozen=True)
class Build:
    """`twd_lattice` with chosen parameters; `build` makes and checks one."""

    kem: bool = True
    dsa: bool = True
    lanes: int = 4
    dsp: bool = True

    @property
    def parameters(self) -> dict[str, int]:
        """By their RTL names."""
        return {"Kem": int(self.kem), "Dsa": int(self.dsa), "Lanes": self.lanes, "Dsp": int(self.dsp)}

    @property
    def schemes(self) -> tuple[str, ...]:
        """ML-KEM, ML-DSA or both."""
        return tuple(name for name, has in (("ML-KEM", self.kem), ("ML-DSA", self.dsa)) if has)

    @property
    def sets(self) -> tuple[str, ...]:
        """The parameter sets."""
        return (KEM_SETS if self.kem else ()) + (DSA_SETS if self.dsa else ())

    @property
    def zeroize_cycles(self) -> int:
        """Of `zeroize_busy_o`."""
        return zeroize_cycles(self.kem, self.dsa, self.lanes, self.dsp)

    def systems(self, axi: bool = False) -> Sequence[System]:
        """The measured systems with these parameters: the core alone, and with axi the one on AXI4."""
        tops = ("twd_lattice", "twd_lattice_axi") if axi else ("twd_lattice",)
        return [each for each in SCHEMES if each.top in tops and parameters_of(each) == self.parameters]

    def export(self, folder: Path | str, axi: bool = False) -> Bundle:
        """Writes a self-contained bundle, with axi of `twd_lattice_axi`; see `twiddle.export.export`.

        The vectors of its bench are computed by kyber-py and dilithium-py.
        """
        exporter = import_module("twiddle.bundle.bundle")
        lattice = import_module("twiddle.bundle.lattice")
        written: Bundle = exporter.write(lattice.Lattice(self, axi), folder)
        return written


def build(**parameters: int | str) -> Build:
    """The build with these parameters: `Kem`, `Dsa`, `Lanes` and `Dsp`, or the same in lower case.

    Raises TwiddleError for an unknown parameter, a value outside its range, and a build of no scheme.

    >>> build(dsa=0, lanes=2)
    Build(kem=True, dsa=False, lanes=2, dsp=True)
    """
    chosen = values(NAME, {spec.name: spec for spec in PARAMETERS}, parameters)
    kem, dsa, lanes, dsp = (int(chosen.get(spec.name, spec.default)) for spec in PARAMETERS)
    if not kem and not dsa:
        raise TwiddleError(f"core {NAME}: neither Kem nor Dsa")
    return Build(bool(kem), bool(dsa), lanes, bool(dsp))
