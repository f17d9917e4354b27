# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of boundary cases of fields, coefficients, hints, bytes, slots and frames, on netlists of Yosys.

Other tests run them on the model and on the RTL.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

import codec_cases
import lattice_axi_cases
import poly_unit_cases
import pytest
import sample_cases
from covers import marked
from lattice_cases import Forger, changed, check, every_word, length_cases

from twiddle.base.rings import Ring
from twiddle.model.sets import DSA_SETS, Error, Operation
from twiddle.tools.lattice_cases import Case, kem
from twiddle.tools.lattice_simulator import Lattice, Task
from twiddle.tools.sim.build import built
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import StreamSimulator
from twiddle.tools.sim.unit import UnitSimulator
from twiddle.tools.unit_simulator import PolyUnit

STAGE = pytest.mark.parametrize("stage", marked(["elaborated", "xc7", "ecp5"], kept=["elaborated"]))

TABLES = {
    "fields": (sample_cases, lambda: sample_cases.check_part(None, "map")),
    "coefficients": (codec_cases, lambda: codec_cases.check_map(None)),
    "hints": (codec_cases, lambda: codec_cases.check_hints(None)),
    "bytes": (lattice_axi_cases, lambda: lattice_axi_cases.check_beats(None)),
}
"""The module with the check of a table, and the check."""


@STAGE
@pytest.mark.parametrize("table", TABLES)
def test_a_table(table: str, stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cases, run = TABLES[table]
    for simulator in (UnitSimulator, StreamSimulator):
        monkeypatch.setattr(cases, simulator.__name__, partial(simulator, netlist=Stage(stage)), raising=False)
    run()


@STAGE
@pytest.mark.parametrize("pair", [False, True])
@pytest.mark.parametrize("table", [poly_unit_cases.check_slots, poly_unit_cases.check_operands])
def test_slots_and_operands(
    table: Callable[[Path | None, bool], None], pair: bool, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    @cache
    def unit(ring: Ring | None, pairs: Ring | None, lanes: int, dsp: bool, _root: Path | None) -> PolyUnit:
        return PolyUnit(ring, pairs, lanes, 16, dsp=dsp, netlist=Stage(stage))

    monkeypatch.setattr(poly_unit_cases, "unit", unit)
    table(None, pair)


@pytest.mark.matrix
@pytest.mark.parametrize(("stage", "signed"), [("elaborated", DSA_SETS), ("xc7", DSA_SETS[:1])], ids=["all", "xc7"])
def test_frames_and_signatures(stage: str, signed: Sequence[str]) -> None:
    """Every frame too short and too long; signatures and ciphertexts with one defect; keys that are none."""
    with built(""):  # millions of cycles
        lattice = Lattice(netlist=Stage(stage))
    for name in signed:
        check(lattice, Forger(name).cases())
    for name in ("ML-KEM-512", "ML-DSA-44"):
        check(lattice, list(length_cases(name)))
    check(lattice, [*every_word("ML-KEM-512"), *private_keys()])


def private_keys() -> list[Case]:
    """Decapsulations with a coefficient of s at the bound, one below and the largest (FIPS 203, 7.3 reduces it)."""
    name, scheme = "ML-KEM-512", kem("ML-KEM-512")
    ek, dk = scheme._keygen_internal(bytes(32), bytes(32))
    _, c = scheme._encaps_internal(ek, bytes(32))
    found = []
    for number, coefficient in ((0, 3328), (0, 3329), (1, 3329), (510, 4095), (511, 3329), (511, 3328)):
        key = changed(dk[:768] + bytes(32), number, coefficient)[:768] + dk[768:]
        taken = coefficient < 3329
        shared = scheme._decaps_internal(key, c) if taken else bytes(32)
        task = Task(Operation.KEM_DECAPS, name, (key, c))
        found.append(Case(task, (shared,), Error.NONE if taken else Error.RANGE))
    return found


def test_a_private_key_that_is_none() -> None:
    """It is refused; FIPS 203 would reduce it."""
    check(Lattice(), private_keys())
