# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of measured systems: the polynomial unit, its engines, and whole schemes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from twiddle.base.errors import unknown
from twiddle.base.rings import ring
from twiddle.tools.synth import records
from twiddle.tools.synth.netlist import Sources
from twiddle.tools.targets import REFERENCE

_DSA, _KEM = ring("ml-dsa").parameter, ring("ml-kem").parameter
_NONE = "128'h0"
_AREA = ("xc7",)


@dataclass(frozen=True)
class System:
    """One measured system.

    name        names its records
    words       the system in words
    top         RTL module
    parameters  RTL parameters by name that differ from the default
    targets     on which it is measured; place and route of a whole scheme takes an hour
    """

    name: str
    words: str
    top: str
    parameters: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    targets: tuple[str, ...] = REFERENCE

    def sources(self) -> Sources:
        """The elaboration inputs."""
        return records.sources(self.top, {name: str(value) for name, value in self.parameters.items()})

    def file_name(self, target: str) -> str:
        """Name of its record on a target, in the folder `systems`."""
        return records.system_file(self.name, target)

    def document(self) -> dict[str, Any]:
        """The fields of a record that identify the system."""
        return {"system": self.name, "parameters": dict(self.parameters), "top": self.top}

    def command(self) -> str:
        """The command line that repeats its measurements."""
        return f"twiddle bench --system {self.name}"


ENGINES = (
    System("engine", "engine of ML-DSA and ML-KEM", "twd_unit_engine"),
    System("engine-ml-dsa", "engine of ML-DSA", "twd_unit_engine", {"Ring": _DSA, "Ring_2": _NONE}, _AREA),
    System("engine-ml-kem", "engine of ML-KEM", "twd_unit_engine", {"Ring": _NONE, "Ring_2": _KEM}, _AREA),
)
"""Engines of the polynomial unit with 4 lanes."""

UNITS = (
    System("unit", "polynomial unit", "twd_poly_unit"),
    System("unit-ml-dsa", "polynomial unit, ML-DSA alone", "twd_poly_unit", {"Q_2": 0}, _AREA),
    System("unit-ml-kem", "polynomial unit, ML-KEM alone", "twd_poly_unit", {"Q": 0}, _AREA),
)
"""Polynomial units with 4 lanes and 16 slots."""

SCHEMES = (
    System("lattice", "both schemes, 4 lanes", "twd_lattice"),
    System("lattice-axi", "both schemes, 4 lanes, on AXI4", "twd_lattice_axi", targets=_AREA),
    System("lattice-ml-dsa", "ML-DSA, 4 lanes", "twd_lattice", {"Kem": 0}, _AREA),
    System("lattice-ml-kem", "ML-KEM, 4 lanes", "twd_lattice", {"Dsa": 0}, _AREA),
    System("lattice-ml-kem-2", "ML-KEM, 2 lanes", "twd_lattice", {"Dsa": 0, "Lanes": 2}),
)
"""Builds of `twd_lattice`."""

SYSTEMS = (*ENGINES, *UNITS, *SCHEMES)
"""Every measured system."""


def system(name: str) -> System:
    """The system of a name. Raises TwiddleError if there is none.

    >>> system("lattice").top
    'twd_lattice'
    """
    by_name = {entry.name: entry for entry in SYSTEMS}
    if name not in by_name:
        raise unknown("system", name, by_name)
    return by_name[name]
