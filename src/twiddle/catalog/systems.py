# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The blocks of whole schemes: `twd_lattice`, the polynomial unit, its engine, and Keccak.

A scheme is named by itself, in any case, or by one of its parameter sets: every build executes all sets of its schemes.
"""

from collections.abc import Mapping
from typing import Any

from twiddle.base.errors import TwiddleError, unknown
from twiddle.base.rings import Ring, ring
from twiddle.catalog.block import Architecture, Block, Kind, Parameters, ParameterSpec, Point
from twiddle.catalog.cores.base import AREA
from twiddle.model.sets import DSA_SETS, KEM_SETS

KEM = ParameterSpec("Kem", 1, (0, 1), "1: ML-KEM")
DSA = ParameterSpec("Dsa", 1, (0, 1), "1: ML-DSA")
LANES = ParameterSpec("Lanes", 4, (1, 2, 4, 8), "butterflies of ML-DSA; twice as many of ML-KEM")
DSP = ParameterSpec("Dsp", 1, (0, 1), "1: products in DSP blocks")
SLICES = ParameterSpec("KeccakSlices", 64, (4, 8, 16, 64), "slices of Keccak a cycle")
SPECS = (KEM, DSA, LANES, DSP)
WHOLE_SPECS = (
    *SPECS,
    SLICES,
    ParameterSpec("Rounds", 1, (1, 2), "rounds of Keccak a cycle; 2 needs KeccakSlices=64"),
    ParameterSpec("Redundant", 0, (0, 1), "1: Sign computes c s1 and c s2 twice"),
    ParameterSpec("Parity", 0, (0, 1), "1: parity of words of the polynomial unit, and of stored bytes"),
    ParameterSpec("Clean", 1, (0, 1), "1: memories and registers are cleared after each operation"),
)
AXI_SPECS = (*WHOLE_SPECS, ParameterSpec("Closed", 0, (0, 1), "1: `in` takes beats only while an operation runs"))

ALONE: Mapping[str, str] = {"ML-KEM": "Dsa=0", "ML-DSA": "Kem=0"}
"""The parameter that leaves the other scheme out."""


def scheme_of(name: str) -> str | None:
    """The scheme of a name, if `twd_lattice` executes it.

    >>> scheme_of("ml-kem-768"), scheme_of("falcon-512")
    ('ML-KEM', None)
    """
    return next((s for s, sets in (("ML-KEM", KEM_SETS), ("ML-DSA", DSA_SETS)) if name.upper() in (s, *sets)), None)


def alone(name: str) -> str:
    """The setting of the builds with one scheme only. Raises TwiddleError for an unknown one."""
    if (scheme := scheme_of(name)) is None:
        raise unknown("scheme", name, [each.lower() for each in (*ALONE, *KEM_SETS, *DSA_SETS)])
    return ALONE[scheme]


def whole(ring: str) -> list[str]:
    """A line for those who take the ring of a scheme for the scheme; none for other rings.

    >>> whole("ml-dsa"), whole("falcon-512")
    (['This multiplies polynomials; ML-DSA whole: --core lattice'], [])
    """
    scheme = scheme_of(ring)
    return [] if scheme is None else [f"This multiplies polynomials; {scheme} whole: --core lattice"]


class System(Architecture):
    """A block that serves ML-KEM, ML-DSA or both.

    settings  all its parameters, those with their default too
    """

    title = "twd_lattice"
    specs: tuple[ParameterSpec, ...] = WHOLE_SPECS
    without: Mapping[str, tuple[str, str]] = {}
    """The RTL parameter that leaves a scheme out, and its value; default: the parameter of the scheme itself."""

    def __init__(self, ring: Ring | None, parameters: Parameters, /) -> None:
        super().__init__(ring, parameters)
        self.settings = {spec.name: int(parameters.get(spec.name, spec.default)) for spec in self.specs}
        self.kem, self.dsa, self.dsp = (bool(self.settings[name]) for name in ("Kem", "Dsa", "Dsp"))
        self.lanes = self.settings["Lanes"]
        self.slices, self.rounds = self.settings.get("KeccakSlices", 64), self.settings.get("Rounds", 1)

    @property
    def schemes(self) -> tuple[str, ...]:
        return tuple(name for name, has in (("ML-KEM", self.kem), ("ML-DSA", self.dsa)) if has)

    @property
    def sets(self) -> tuple[str, ...]:
        """The parameter sets of its schemes."""
        return (KEM_SETS if self.kem else ()) + (DSA_SETS if self.dsa else ())

    @property
    def words(self) -> str:
        schemes = "both schemes" if self.kem and self.dsa else self.schemes[0]
        others = [f"{self.slices} slices of Keccak"] * (self.slices < 64) + ["two rounds of Keccak"] * (self.rounds > 1)
        others += [] if self.dsp else ["products in LUTs"]
        others += [name.lower() for name in ("Redundant", "Parity", "Closed") if self.settings.get(name)]
        others += ["not cleared"] if not self.settings.get("Clean", 1) else []
        return ", ".join([self.title, schemes, f"{self.lanes} lane{'s' if self.lanes > 1 else ''}", *others])

    def broken(self) -> str | None:
        if not (self.kem or self.dsa):
            return "neither Kem nor Dsa"
        return "Rounds=2 needs KeccakSlices=64" if self.rounds > 1 and self.slices < 64 else None

    def rtl_parameters(self, specs: Mapping[str, ParameterSpec]) -> dict[str, str]:
        given = super().rtl_parameters(specs)
        return dict(self.without.get(name, (name, value)) for name, value in given.items())


class LatticeAxi(System):
    """The same on AXI4-Stream and AXI4-Lite."""

    title = "twd_lattice_axi"
    specs = AXI_SPECS


class PolyUnit(System):
    """`twd_poly_unit` with the rings of the schemes."""

    title = "polynomial unit"
    specs = SPECS
    without: Mapping[str, tuple[str, str]] = {"Kem": ("Q_2", "0"), "Dsa": ("Q", "0")}


class Engine(System):
    """`twd_unit_engine` with the rings of the schemes."""

    title = "engine of the polynomial unit"
    specs = SPECS

    def rtl_parameters(self, specs: Mapping[str, ParameterSpec]) -> dict[str, str]:
        given = Architecture.rtl_parameters(self, specs)
        if not (self.kem and self.dsa):
            rings = [
                ring(name).parameter if has else "128'h0" for name, has in (("ml-dsa", self.dsa), ("ml-kem", self.kem))
            ]
            given |= zip(("Ring", "Ring_2"), rings, strict=True)
        return {name: value for name, value in given.items() if name not in ("Kem", "Dsa")}


class Keccak(Architecture):
    """`twd_keccak`."""

    @property
    def words(self) -> str:
        return "Keccak: SHA-3 and SHAKE"


_BOTH = Point()
_KEM, _DSA = Point("", {"Dsa": 0}, AREA), Point("", {"Kem": 0}, AREA)


def _system(name: str, summary: str, top: str, architecture: type[System], *benched: Point, **drawn: Any) -> Kind:
    specs = architecture.specs
    return Kind(
        name, summary, (), top, architecture, "system", ringed=False, technology=specs, benched=benched, **drawn
    )


LATTICE = _system(
    "lattice",
    "ML-KEM and ML-DSA whole, all six parameter sets",
    "twd_lattice",
    System,
    _BOTH,
    _DSA,
    _KEM,
    Point("", {"Dsa": 0, "Lanes": 2}),
    Point("", {"Dsa": 0, "Lanes": 1, "KeccakSlices": 4}),
    Point("", {"Lanes": 1, "KeccakSlices": 8}),
    Point("", {"Lanes": 8, "Rounds": 2}, seeds=(1,)),
    apart=(_BOTH,),
)

UNIT = _system("unit", "polynomials in slots, computed on by commands", "twd_poly_unit", PolyUnit, _BOTH, _DSA, _KEM)

KINDS = (
    LATTICE,
    _system("lattice-axi", "the same on AXI4-Stream and AXI4-Lite", "twd_lattice_axi", LatticeAxi, Point(targets=AREA)),
    UNIT,
    _system("unit-engine", "the engine of the polynomial unit", "twd_unit_engine", Engine, _BOTH, _DSA, _KEM),
    Kind("keccak", "SHA-3 and SHAKE", (), "twd_keccak", Keccak, "system", ringed=False),
)


def system(block: Block) -> System:
    """The schemes and lanes of a block. Raises TwiddleError for one that serves no scheme."""
    if isinstance(block.architecture, System):
        return block.architecture
    raise TwiddleError(f"core {block.core}: executes no scheme; core lattice does")
