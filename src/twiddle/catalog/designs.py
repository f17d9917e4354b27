# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue: every block of hardware by its name."""

import copyreg
from functools import cache
from typing import SupportsIndex

from twiddle.base.errors import TwiddleError, shown, unknown
from twiddle.base.rings import Ring, rings
from twiddle.catalog import systems, units
from twiddle.catalog.block import Block, Kind
from twiddle.catalog.cores import CORES

KINDS = (*CORES, *systems.KINDS, *units.KINDS)
"""Every entry: the cores, the blocks of whole schemes, the arithmetic units."""


def cores() -> list[Kind]:
    """Every polynomial core of the catalogue.

    >>> [kind.name for kind in cores()][:3]
    ['iterative', 'rns', 'quad']
    """
    return list(CORES)


@cache
def by_name() -> dict[str, Kind]:
    """Every entry by its name, and by its top module with and without the prefix."""
    tops = {top: kind for kind in reversed(KINDS) for top in (kind.top, kind.top.removeprefix("twd_"))}
    return {**tops, **{kind.name: kind for kind in KINDS}}


def find(name: str) -> Kind:
    """The entry of a name; underscores may stand for hyphens, and its top module names it too.

    >>> find("twd_lattice"), find("mod_mul").top
    (Kind(lattice: ML-KEM and ML-DSA whole, all six parameter sets), 'twd_mod_mul')
    """
    known = by_name()
    if isinstance(name, str) and (kind := known.get(name) or known.get(name.lower().replace("_", "-"))) is not None:
        return kind
    if isinstance(name, Ring) or (isinstance(name, str) and name in {preset.name for preset in rings()}):
        ring = name.name if isinstance(name, Ring) else name
        scheme = systems.scheme_of(ring)
        whole = f"; {scheme} whole: --core lattice --set {systems.ALONE[scheme]}" if scheme else ""
        raise TwiddleError(f"core {shown(ring)}: a ring; the core's name comes first, then the ring{whole}")
    if isinstance(name, str) and (scheme := systems.scheme_of(name)) is not None:
        which = f"--core lattice --set {systems.ALONE[scheme]}; its products: --ring {scheme.lower()}"
        raise TwiddleError(f"core {shown(name)}: a scheme, not a core; whole: {which}")
    raise unknown("core", name, [kind.name for kind in KINDS])


def core(name: str, ring: Ring | str | None = None, **parameters: SupportsIndex | str) -> Block:
    """The block of a name with a ring, which may be the name of a preset; without one where it takes none.

    Parameters use their RTL names (`DoubleBuffer=1`) or the same in snake case (`double_buffer=1`). Values
    of enums are members (`Method=Method.LDSP`), or their names in lower case (`Method="ldsp"`).

    Raises TwiddleError for an unknown core or parameter, a value outside its legal range, and values that
    conflict.

    >>> core("rns", "ml-kem", butterflies=2)
    Block(rns, ml-kem, Butterflies=2, DoubleBuffer=0, Registers=0, Published=0)
    >>> core("lattice", dsa=0).words
    'twd_lattice, ML-KEM, 4 lanes'
    """
    return find(name).block(ring, **parameters)


copyreg.pickle(Kind, lambda kind: (find, (kind.name,)))
