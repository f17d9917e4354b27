# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whether the suite would notice: one-line faults in the RTL (mutations.toml), each of which must be caught.

A check is a small run of what the other tests do at length. It passes on the RTL as it stands, so what it
catches in a mutant is the fault.
"""

import tempfile
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import axil_cases
import axis_cases
import clean_cases
import codec_cases
import flip_cases
import keccak_cases
import lane_cases
import lattice_axi_cases
import lattice_cases
import mdc_cases
import mdf_cases
import method_cases
import numpy as np
import poly_unit_cases
import pwmm_cases
import pytest
import rns_cases
import sample_cases
import select_cases
import unit_axi_cases
from arith_units import case
from core_cases import Listed, run, spoiled, user_ring
from fault_list import FAULTS, Fault, without_fault
from rtl_tree import edit, rtl_tree
from stream_unit_cases import check_buffer, check_egress
from unit_cases import check_delay, check_ram, check_rom, check_skid

from twiddle import core
from twiddle.base import manifest
from twiddle.base.errors import AssertionFailed, CheckFailed, ContractBroken, Hang
from twiddle.base.rings import rings
from twiddle.evidence.verify import flow, formal
from twiddle.model import methods, rns
from twiddle.model.mdf import Mdf
from twiddle.model.methods import EXACT, Method
from twiddle.tools import lattice_program
from twiddle.tools.conformance import Traffic
from twiddle.tools.lattice_cases import kem_cases
from twiddle.tools.sim.simulator import Pause, Simulator, Stalls

pytestmark = pytest.mark.usefixtures("little_simulation")


class WrongFlag(AssertionError):
    """c_err_o differs."""


class WrongCycles(AssertionError):
    """A measured cycle count differs from its formula."""


WAYS = {
    AssertionFailed: "assertion",
    ContractBroken: "contract",
    Hang: "hang",
    method_cases.ConstantDiffers: "constant",
    WrongFlag: "flag",
    WrongCycles: "cycles",
    AssertionError: "result",
}
"""What a check raises, the first that fits."""


# --- checks of units ----------------------------------------------------------------------------------------


def same(got: Any, expected: Any) -> None:
    assert np.array_equal(got, expected)


def check_lane(root: Path) -> None:
    lane = lane_cases.Lane(8380417, 3329)
    lane_cases.check_butterflies(lane, root, 2_000)
    lane_cases.check_sums(lane, root, 500)


# --- checks of cores ----------------------------------------------------------------------------------------

STALLS = (Stalls(), Stalls(0.3, 0.3, 0.3), Stalls(a=0.3, c=0.4, burst=15), Stalls(b=0.2, c=0.1, burst=30))
RESETS = 40


RINGS = {
    **{of.name: of for of in rings()},
    "pairs-8-17": user_ring(8, 17, False),
    "pairs-16": user_ring(16, 577, False),
    "pairs-16-97": user_ring(16, 97, False),
    "pairs-16-3329": user_ring(16, 3329, False),
    "pairs-16-7681": user_ring(16, 7681, False),
    "pairs-32": user_ring(32, 577, False),
    "pairs-64-7681": user_ring(64, 7681, False),
    "pairs-128-769": user_ring(128, 769, False),
    "full-8-17": user_ring(8, 17, True),
    "full-16": user_ring(16, 7681, True),
    "full-64": user_ring(64, 7681, True),
    "full-64-257": user_ring(64, 257, True),
    "full-64-8380417": user_ring(64, 8380417, True),
    "full-64-8404993": user_ring(64, 8404993, True),
    "full-128": user_ring(128, 7681, True),
    "full-128-769": user_ring(128, 769, True),
}


def compare(simulation: Simulator, found: Traffic, before: Traffic | None = None, **options: Any) -> Any:
    result = run(simulation, found, before, max_cycles=5000, **options)
    same(result.c, found.c)
    if not np.array_equal(result.err, found.err):
        raise WrongFlag
    return result


def check_core(root: Path, name: str, ring: str, refused: bool = False, **parameters: int | str) -> None:
    """Mixed operations without and with stalls, bad coefficients, resets, and the cycle counts.

    Of a streaming core also each operation alone, and one long pause in the middle. With `refused` also
    operations that the core does not offer, against which no assertion may be on.
    """
    point = Listed(core(name, RINGS[ring], **parameters))
    simulation = Simulator(point.design, rtl_root=root, assertions=not refused)
    codes = () if not refused else point.refused if point.pipelined else (6,)
    operations = (*point.operations, *codes)
    latency = point.design.cycles(point.operations[-1] if point.pipelined else "mul").latency
    more = (Stalls(0.1, 0.1, 0.1, 40), Stalls(a=0.02, b=0.02, c=0.02, burst=300)) if point.pipelined else ()
    for seed, stall in enumerate((*STALLS, *more)):
        compare(simulation, spoiled(point, 12 if more else 5, seed, operations), seed=seed, stall=stall)
        for operation in operations if more else ():
            compare(simulation, spoiled(point, 80, seed, (operation,)), seed=seed, stall=stall)
    for seed in range(30 if more else 0):
        found = spoiled(point, 2, seed, operations)
        stream = "ab"[seed % 2 if point.two_operands else 0]
        count = len(found.a) if stream == "a" else int(found.takes_b.sum())
        beat = int(np.random.default_rng(seed).integers(point.beats, count * point.beats))
        result = compare(simulation, found, seed=seed, pause=Pause(stream, beat, 3000))
        if np.diff(result.c_last).max() < 2000:
            raise Hang("what was before a pause came only after it")
    for seed in range(RESETS):
        after, before = (spoiled(point, 1, seed + first, operations if more else ()) for first in (200, 100))
        at = 3 * latency * seed // RESETS
        compare(simulation, after, before, seed=seed, reset_at=at, stall=Stalls(c=0.1, burst=9))
    if any(simulation.measure(operation) != point.design.cycles(operation) for operation in point.operations):
        raise WrongCycles


def check_rows(root: Path, ring: str, Units: int, Method: str, refused: bool = False) -> None:
    """Rows of products, or with `refused` those that nobody offers; scaled where the method is not exact."""
    method = methods.Method[Method.upper()]
    of = pwmm_cases.Point(RINGS[ring], Units, method, method not in EXACT)
    simulation = Simulator(of.design, assertions=not refused, rtl_root=root)
    stalls = (*STALLS[:2], Stalls(a=0.2, c=0.5, burst=40), Stalls(b=0.2, c=0.1, burst=30))
    for seed, stall in enumerate(stalls):
        found = pwmm_cases.refusals(of, 30, seed) if refused else spoiled(of, 2, seed)
        compare(simulation, found, seed=seed, stall=stall)
    for seed in range(12):
        before, after = pwmm_cases.rows(of, [3, 2], seed), pwmm_cases.rows(of, [1, 2], seed + 100)
        compare(simulation, after, before, seed=seed, reset_at=31 * seed, stall=Stalls(c=0.1, burst=9))
    if any(simulation.measure("pwm", k=k) != of.design.cycles("pwm", k) for k in (1, 3)):
        raise WrongCycles


COMMUTATORS = {
    "both4": mdc_cases.Point(user_ring(16, 97, True), 4),
    "both8": mdc_cases.Point(user_ring(32, 193, False), 8),
    "both2": mdc_cases.Point(user_ring(64, 257, False), 2),
    "pass": mdc_cases.Point(user_ring(16, 97, True), 4, Method.FOLD, mdc_cases.FORWARD, {"Pass": 1}),
    "mixed": mdc_cases.Point(user_ring(16, 97, True), 4, options={"Mixed": 1}),
    "tables": mdc_cases.Point(user_ring(64, 257, True), 4, Method.LDSP, mdc_cases.FORWARD, {"Pass": 1}),
    "inverse-tables": mdc_cases.Point(user_ring(64, 257, True), 4, Method.LDSP, mdc_cases.INVERSE),
}


def check_commutator(root: Path, name: str) -> None:
    """Streams with gaps of all kinds, in each direction, or in both in turn."""
    point = COMMUTATORS[name]
    unit, beats = point.simulator(root), point.model.beats
    gaps = [0, 0, 0, 1, 0, 2, beats // 2, beats // 2 - 1, 0, beats - 1, beats, beats + 1, 0, 5, 0, 0]
    rng = np.random.default_rng(1)
    passed = rng.integers(0, 2, len(gaps) + 1) if point.options.get("Pass") else 0
    ways: list[Any] = [0, 1] if point.direction == mdc_cases.BOTH else [int(point.direction == mdc_cases.INVERSE)]
    if point.options.get("Mixed"):
        ways = [rng.integers(0, 2, len(gaps) + 1)]
    for way in ways:
        assert mdc_cases.stream(point, gaps, 2, way, passed).differs(unit, 2) == ""


def check_mdf(
    root: Path, ring: str, method: str = "fold", both: bool = False, inverse: bool = False, select: bool = False
) -> None:
    """Streams through the engine of one or of both directions; with `select`, of all the rings in turn."""
    mdf = Mdf(RINGS[ring], Method[method.upper()], both)
    if select:
        assert mdf_cases.rings_in_turn(mdf, inverse, gaps=[0, 0, 1] * 12, root=root) == ""
    else:
        assert mdf_cases.engine(mdf, inverse, root=root) == ""


def check_select(root: Path) -> None:
    """Products of rings chosen at run time, and the cycles of one of them."""
    simulation = select_cases.products(root=root)
    for seed in range(4):
        select_cases.check_products(simulation, seed)
    design = simulation.design
    if any(simulation.measure(operation) != design.cycles(operation) for operation in design.operations):
        raise WrongCycles


# --- checks of buses and of the hardware for whole schemes --------------------------------------------------


def check_poly_unit(root: Path) -> None:
    for seed in range(12):
        poly_unit_cases.check_small(root, seed)
    poly_unit_cases.check_halves(root)


def check_operands(root: Path) -> None:
    for pair, both in product((False, True), repeat=2):
        poly_unit_cases.check_operands(root, pair, both)


def check_slots(root: Path) -> None:
    for pair in (False, True):
        poly_unit_cases.check_slots(root, pair)


def check_lattice_cycles(root: Path) -> None:
    """The cycles of whole operations are those of docs/schemes/cycles.md."""
    if lattice_cases.table_of_cycles(lattice_cases.Lattice(rtl_root=root)) != lattice_cases.printed_cycles():
        raise WrongCycles


def check_lattice_zeroize(root: Path) -> None:
    lattice_cases.check_zeroize(lattice_cases.Lattice(rtl_root=root), True, True, 4, moments=2)


def check_closed(job: Any, folder: Path, root: Path) -> None:
    lattice_axi_cases.check_axi(job, folder, root, lanes=1, closed=True)


def check_flow(root: Path, name: str) -> None:
    """The analysis of a small build: of ML-KEM with one lane."""
    block = core(name, dsa=0, lanes=1)
    flow.Design(name, block.top, block.rtl_parameters(), name).run(root)


def check_proof(root: Path, name: str) -> None:
    (proof,) = (each for each in formal.PROOFS if each.top == f"twd_formal_{name}")
    _, failure = formal.prove(proof, root)
    assert failure is None


def in_a_folder(check: Callable[[Any, Path, Path], None], case: Any) -> Callable[[Path], None]:
    """A check with a case, which writes into a folder."""

    def checked(root: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            check(case, Path(folder), root)

    return checked


# --- the mutants --------------------------------------------------------------------------------------------

NAMED: dict[str, Callable[..., None]] = {
    "delay": lambda root: check_delay(root, 3),
    "delay-ram": lambda root: check_delay(root, 6, top="twd_delay_ram"),
    "skid": check_skid,
    "select": check_select,
    "stream-buffer": check_buffer,
    "stream-buffer-follows": lambda root: check_buffer(root, follows=True),
    "stream-egress": check_egress,
    "ram": lambda root: check_ram(root, 1),
    "rom": lambda root: check_rom(root, 0),
    "facts": lambda root: method_cases.elaborate(root, method_cases.facts()),
    "rns-tables": lambda root: rns_cases.check_units(root, 3329, rns.PAPER, True),
    "rns-dual": lambda root: rns_cases.check_dual(root, 97, None, False),
    "rns-single-butterfly": lambda root: rns_cases.check_butterfly(root, 97, None, False),
    "rns-dual-butterfly": lambda root: rns_cases.check_butterfly(root, 97, None, True),
    "rns-registers": lambda root: rns_cases.check_units(root, 3329, rns.PAPER, False, True),
    "rns-butterfly-registers": lambda root: rns_cases.check_butterfly(root, 97, None, False, registers=True),
    "rns-single-fed": lambda root: rns_cases.check_butterfly(root, 97, (5, 7, 9), False, feed=True),
    "rns-dual-fed": lambda root: rns_cases.check_butterfly(root, 97, (5, 7, 9), True, feed=True),
    "lane": check_lane,
    "keccak": keccak_cases.check,
    "keccak-slices": lambda root: keccak_cases.check(root, slices=16),
    "poly-unit": check_poly_unit,
    "poly-unit-axi": in_a_folder(unit_axi_cases.check_axi, unit_axi_cases.UNITS["both"]),
    "poly-unit-zeroize": in_a_folder(unit_axi_cases.check_zeroize, unit_axi_cases.UNITS["both"]),
    "lattice": lattice_cases.check_small,
    "lattice-small": lambda root: lattice_cases.check(
        lattice_cases.Lattice(True, False, 1, slices=16, rtl_root=root), list(kem_cases("ML-KEM-512", 7))
    ),
    "lattice-late": lattice_cases.check_late,
    "lattice-hashes": lattice_cases.check_hashes,
    "lattice-forged": lattice_cases.check_forged,
    "lattice-gives-up": lattice_cases.check_gives_up,
    "lattice-nonces": lambda root: lattice_cases.check_nonces(root, lattice_cases.NONCES[0]),
    "operands": check_operands,
    "drop": poly_unit_cases.check_drop,
    "slots": check_slots,
    "lattice-replay": lattice_cases.check_replay,
    "lattice-cycles": check_lattice_cycles,
    "lattice-beats": lattice_axi_cases.check_beats,
    "lattice-axi": in_a_folder(lattice_axi_cases.check_axi, lattice_axi_cases.QUICK),
    "lattice-zeroize": check_lattice_zeroize,
    "lattice-redundant": lattice_cases.check_redundant,
    "lattice-ports": lambda root: lattice_cases.check_variants(lattice_cases.Lattice(rtl_root=root)),
    "lattice-contexts": lambda root: lattice_cases.check_contexts(lattice_cases.Lattice(rtl_root=root)),
    "lattice-align": lattice_cases.check_align,
    "lattice-closed": in_a_folder(check_closed, lattice_axi_cases.QUICK),
    "lattice-unknown": lambda root: lattice_cases.check_unknown(lattice_cases.Lattice(rtl_root=root), True, True),
    "clean": lambda root: clean_cases.check_clean(clean_cases.Cleaned(root=root), ("ML-KEM-512", "ML-DSA-44")),
    "clean-slices": lambda root: clean_cases.check_clean(
        clean_cases.Cleaned(lanes=1, slices=16, root=root), ("ML-KEM-512",)
    ),
    "clears": clean_cases.check_clears,
    "frame-close": clean_cases.check_close,
    "flips": flip_cases.check_flips,
    "parities": flip_cases.check_parities,
    "guards": flip_cases.check_guards,
}
"""Checks without a value."""

CODECS = {
    "map": codec_cases.check_map,
    "hints": codec_cases.check_hints,
    "encoder": codec_cases.check_encoder,
    "serial": lambda root: codec_cases.check_encoder(root, serial=True),
}

CHECKS: dict[str, Callable[..., None]] = {
    "check": lambda root, name, **options: NAMED[name](root, **options),
    "unit": lambda root, name, **options: case(name, **options).check(root),
    "core": check_core,
    "rows": check_rows,
    "commutator": check_commutator,
    "mdf": check_mdf,
    "codec": lambda root, name: CODECS[name](root),
    "sample": sample_cases.check_part,
    "axis": lambda root, name: in_a_folder(axis_cases.check, axis_cases.CASES[name])(root),
    "axil": lambda root, name: in_a_folder(axil_cases.check, axil_cases.CASES[name])(root),
    "flow": check_flow,
    "proof": check_proof,
}
"""By the first key of a check: what takes the RTL tree, the value of this key, and the others by name."""


def caught(check: Mapping[str, Any], root: Path) -> str:
    """The way in which a check fails on an RTL tree; empty when it passes."""
    (kind, value), *options = check.items()
    try:
        CHECKS[kind](root, value, **dict(options))
    except tuple(WAYS) as error:
        return next(way for kind, way in WAYS.items() if isinstance(error, kind))
    except CheckFailed:
        return WAYS[ContractBroken]
    return ""


SLOW = {"flow", "axis", "axil", "poly-unit-axi", "poly-unit-zeroize", "lattice-axi", "lattice-zeroize"}
SLOW |= {"lattice", "lattice-hashes", "lattice-late", "lattice-replay", "lattice-forged", "lattice-nonces"}
SLOW |= {
    "lattice-gives-up",
    "lattice-redundant",
    "lattice-ports",
    "lattice-unknown",
    "clean",
    "flips",
    "parities",
    "guards",
}
"""Kinds of checks of whole buses and schemes, which take up to a minute: `make faults` alone tries them."""


def label(check: Mapping[str, Any]) -> str:
    """A check in one line.

    >>> label({"unit": "add", "q": 3329})
    'unit=add q=3329'
    """
    return " ".join(f"{key}={str(value).lower() if value is True else value}" for key, value in check.items())


def _first_of_their_kinds() -> set[str]:
    """Faults that every run tries, one for every fourth kind of check; `make faults` has all."""
    first: dict[str, str] = {}
    for mutation in FAULTS:
        kind = next(iter(mutation.check))
        first.setdefault(mutation.check["check"] if kind == "check" else kind, mutation.name)
    return {name for kind, name in list(first.items())[::4] if kind not in SLOW}


SHORT = _first_of_their_kinds()
SHORT_CHECKS = {label(mutation.check) for mutation in FAULTS if mutation.name in SHORT}
EVERY_CHECK = dict(sorted((label(mutation.check), mutation.check) for mutation in FAULTS))


def _text(of: Fault) -> tuple[object, ...]:
    """All of a fault, in an order that every process has."""
    return (*of[:-1], sorted(of.by))


def _marked(value: Any, short: bool, check: str, inputs: object = "") -> Any:
    long = [] if short else [pytest.mark.long]
    return pytest.param(value, marks=[*long, pytest.mark.batch(check.partition(" ")[0], repr(inputs))])


@pytest.mark.parametrize("name", [_marked(name, name in SHORT_CHECKS, name) for name in EVERY_CHECK])
def test_the_check_passes_on_the_rtl_as_it_stands(name: str, tmp_path: Path) -> None:
    assert caught(EVERY_CHECK[name], rtl_tree(tmp_path)) == ""


@pytest.mark.parametrize(
    "mutation",
    [_marked(mutation, mutation.name in SHORT, label(mutation.check), _text(mutation)) for mutation in FAULTS],
    ids=lambda mutation: mutation.name.replace(" ", "-"),
)
def test_the_fault_is_caught(mutation: Fault, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    root = rtl_tree(tmp_path)
    edit(root, mutation.file, mutation.original, mutation.replacement)
    if mutation.file.startswith("lattice/twd_lattice_program_"):
        lattice_program.write(root)  # signatures alone would show every change
    how = caught(mutation.check, root)
    assert how, f"survivor: {mutation.name} ({mutation.file}) is not caught by {label(mutation.check)}"
    assert how in mutation.by, f"{mutation.name}: caught by {how}, not by {' or '.join(sorted(mutation.by))}"
    record_property("fault", (mutation.name, how))


def test_the_list_is_well_formed() -> None:
    assert len(FAULTS) >= 25
    assert len({mutation.name for mutation in FAULTS}) == len(FAULTS)
    assert all(mutation.by and mutation.by <= set(WAYS.values()) for mutation in FAULTS)
    assert {kind for mutation in FAULTS for kind in mutation.by} == set(WAYS.values())
    assert {next(iter(mutation.check)) for mutation in FAULTS} == CHECKS.keys()
    assert {mutation.check["check"] for mutation in FAULTS if "check" in mutation.check} == NAMED.keys()


def test_every_fault_can_be_put_in() -> None:
    for mutation in FAULTS:
        text = (manifest.rtl_root() / mutation.file).read_text(encoding="utf-8")
        assert text.count(mutation.original) == 1, mutation.name


def test_every_module_has_a_fault() -> None:
    """Apart from those that only name instances or latencies, whose effects are the faults of others."""
    structural = {
        "butterfly/twd_butterfly_2x2_pkg.sv",
        "butterfly/twd_butterfly_pkg.sv",
        "codec/twd_store_pkg.sv",
        "prim/twd_ram_pkg.sv",
        "prim/twd_rom_pkg.sv",
        "wrap/twd_axis_in.sv",
    }
    assert without_fault() == structural


def test_a_text_that_does_not_occur_exactly_once_is_refused(tmp_path: Path) -> None:
    root = rtl_tree(tmp_path)
    file = "arith/twd_mod_add.sv"
    for original, replacement, message in (
        ("no such text", "x", "occurs 0 times, not once"),
        ("Width", "x", r"occurs \d+ times, not once"),
        ("sum_o <= canonical;", "sum_o <= canonical;", "is replaced by itself"),
    ):
        with pytest.raises(ValueError, match=message):
            edit(root, file, original, replacement)
