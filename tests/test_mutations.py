# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whether the suite would notice: one-line faults in the RTL (mutations.toml), each of which must be caught.

A check is a small run of what the other tests do at length. It passes on the RTL as it stands, so what it
catches in a mutant is the fault.
"""

import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import axil_cases
import axis_cases
import codec_cases
import keccak_cases
import lane_cases
import lattice_axi_cases
import lattice_cases
import ldsp_cases
import mdc_cases
import mdf_cases
import method_cases
import numpy as np
import poly_unit_cases
import pwmm_cases
import pytest
import quad_cases
import rns_cases
import sample_cases
import streaming_cases
import unit_axi_cases
from butterfly_cases import CASES
from core_cases import Point, Tested, run, spoiled, user_ring
from fault_list import FAULTS, Fault
from rtl_tree import edit, rtl_tree
from stream_unit_cases import check_buffer, check_egress
from unit_cases import check_delay, check_ram, check_rom, check_skid

from twiddle import manifest
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.model import arith, methods, rns
from twiddle.model.methods import EXACT, Method
from twiddle.rings import Ring, ring
from twiddle.sim import Pause, Simulator, Stalls, UnitSimulator
from twiddle.verify.conformance import Traffic

pytestmark = pytest.mark.usefixtures("little_simulation")

KINDS = {"result", "constant", "flag", "cycles", "assertion", "contract", "hang"}


class Caught(Exception):
    """A check failed, in one of KINDS."""


# --- checks of units ----------------------------------------------------------------------------------------


def operands(q: int, low: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Canonical first operands, second ones from `low` on; the ends often."""
    rng = np.random.default_rng(q)
    a, b = rng.integers(0, q, 50_000), rng.integers(low, q, 50_000)
    a[::7], b[::5] = q - 1, q - 1
    b[::11] = low
    return a, b


def check_unit(root: Path, kind: str, q: int) -> None:
    def run(top: str, latency: int | dict[str, int], **inputs: np.ndarray) -> list[np.ndarray]:
        late = {name: 1 for name in inputs if name.startswith(("twiddle", "other", "feed_s", "feed_x_i"))}
        unit = UnitSimulator(top, {"Q": q}, rtl_root=root)
        options: dict[str, Any] = {"latency": latency, "late": late}
        return list(unit.run(inputs, enable=0.9 if latency else 1.0, seed=q, **options).values())

    lazy = methods.lazy_latency(Method.FOLD, q)
    a, b = operands(q)
    if kind == "mul":
        (got,), expected = run("twd_mod_mul", lazy + 1, a_i=a, b_i=b), a * b % q
    elif kind == "lazy":
        (got,) = run("twd_mod_mul_lazy", lazy, a_i=a, b_i=b)
        expected = methods.mod_mul_lazy(Method.FOLD, q, a, b) % (2 << q.bit_length())
    elif kind in ("add", "sub"):
        a, b = operands(q, 1 - q)
        (got,) = run(f"twd_mod_{kind}", 2, a_i=a, b_lazy_i=b)
        expected = (a + b if kind == "add" else a - b) % q
    elif kind == "canon":
        raw = np.arange(1 - q, 2 * q)
        (got,), expected = run("twd_mod_correct", 0, raw_i=raw), raw % q
    elif kind == "halve":
        total = np.arange(2 * q - 1)
        (got,), expected = run("twd_mod_halve", 0, sum_i=total), arith.mod_halve(q, total)
    else:
        gs = np.random.default_rng(1).integers(0, 2, len(a))
        w, none = np.roll(a, 3), np.zeros_like(a)
        inputs = {"minus_i": gs, "gs_i": gs, "by_i": none, "add_i": none, "feed_x_en_i": none}
        inputs |= {"u_i": a, "v_i": b, "twiddle_i": w, "other_i": none, "feed_s_i": none, "feed_x_i": none}
        delay = methods.butterfly_latency(q)
        got = np.stack(
            run("twd_butterfly", {"difference_d_o": 1, "sum_o": delay, "diff_o": delay}, **inputs)[1:]
        )
        forward = arith.butterfly_ct(q, a, b, w)
        inverse = arith.butterfly_gs(q, a, b, w)
        expected = np.where(gs == 1, np.stack(inverse), np.stack(forward))
    if not np.array_equal(got, expected):
        raise Caught("result")


def check_method(root: Path, method: Method, q: int, halvings: int) -> None:
    """A whole product by one method, against plain integers."""
    parameters = {"Q": q, "Method": method.parameter, "Halvings": halvings}
    a, b = operands(q)
    unit = UnitSimulator("twd_mod_mul", parameters, rtl_root=root)
    latency = methods.latency(method, q, halvings)
    got = unit.run({"a_i": a, "b_i": b}, latency=latency, enable=0.9, seed=q)["product_o"]
    if not np.array_equal(got, a * b % q * methods.scale(method, q, halvings) % q):
        raise Caught("result")


# --- checks of cores ----------------------------------------------------------------------------------------

STALLS = (Stalls(), Stalls(0.3, 0.3, 0.3), Stalls(a=0.3, c=0.4, burst=15), Stalls(b=0.2, c=0.1, burst=30))
RESETS = 40


@cache
def core_ring(name: str) -> Ring:
    if name == "ml-kem":
        return ring(name)
    kind, n, *q = name.split("-")
    return user_ring(int(n), int(*q) if q else (577 if kind == "pairs" else 7681), kind == "full")


def core_point(words: list[str]) -> Point:
    """A ring, a number of butterflies, single or double; then a method and options of the core."""
    of, butterflies, double = core_ring(words[0]), int(words[1]), int(words[2] == "double")
    method = Method[words[3].upper()] if words[3:] else Method.FOLD
    return Point(of, butterflies, double, method, int("registers" in words), int("published" in words))


def quad_point(words: list[str]) -> quad_cases.Point:
    """A ring and a method of the core quad."""
    return quad_cases.Point(core_ring(words[0]), Method[words[1].upper()])


STREAMING = {
    "mdf": streaming_cases.MDF_16,
    "mdc": streaming_cases.Point("mdc", user_ring(8, 17, False), lanes=2),
    "mixed": streaming_cases.Point("mdc", user_ring(8, 17, False), lanes=2, mixed=1),
    "turns": streaming_cases.TURNS_64,
    "transform": streaming_cases.Point("mdc", user_ring(8, 17, True), streaming_cases.TRANSFORM, lanes=2),
}


def compare(simulation: Simulator, found: Traffic, before: Traffic | None = None, **options: Any) -> Any:
    result = run(simulation, found, before, max_cycles=5000, **options)
    for kind, got, expected in (("result", result.c, found.c), ("flag", result.err, found.err)):
        if not np.array_equal(got, expected):
            raise Caught(kind)
    return result


def check_core(root: Path, point: Tested, refused: bool) -> None:
    """Mixed operations without and with stalls, bad coefficients, resets, and the cycle counts.

    Of a streaming core also each operation alone, and one long pause in the middle.
    """
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
        name = "ab"[seed % 2 if point.two_operands else 0]
        count = len(found.a) if name == "a" else int(found.takes_b.sum())
        beat = int(np.random.default_rng(seed).integers(point.beats, count * point.beats))
        result = compare(simulation, found, seed=seed, pause=Pause(name, beat, 3000))
        if np.diff(result.c_last).max() < 2000:
            raise Caught("hang")
    for seed in range(RESETS):
        after, before = (spoiled(point, 1, seed + first, operations if more else ()) for first in (200, 100))
        at = 3 * latency * seed // RESETS
        compare(simulation, after, before, seed=seed, reset_at=at, stall=Stalls(c=0.1, burst=9))
    if any(simulation.measure(operation) != point.design.cycles(operation) for operation in point.operations):
        raise Caught("cycles")


def check_rows(root: Path, words: list[str]) -> None:
    """Rows of products in a ring of n = 128 and q = 769, or with `refused` those that nobody offers."""
    method, refused = Method[words[2].upper()], "refused" in words
    of = pwmm_cases.Point(user_ring(128, 769, words[0] == "full"), int(words[1]), method, method not in EXACT)
    simulation = Simulator(of.design, assertions=not refused, rtl_root=root)
    stalls = (*STALLS[:2], Stalls(a=0.2, c=0.5, burst=40), Stalls(b=0.2, c=0.1, burst=30))
    for seed, stall in enumerate(stalls):
        found = pwmm_cases.refusals(of, 30, seed) if refused else spoiled(of, 2, seed)
        compare(simulation, found, seed=seed, stall=stall)
    for seed in range(12):
        before, after = pwmm_cases.rows(of, [3, 2], seed), pwmm_cases.rows(of, [1, 2], seed + 100)
        compare(simulation, after, before, seed=seed, reset_at=31 * seed, stall=Stalls(c=0.1, burst=9))
    if any(simulation.measure("pwm", k=k) != of.design.cycles("pwm", k) for k in (1, 3)):
        raise Caught("cycles")


COMMUTATORS = {
    "both4": mdc_cases.Point(user_ring(16, 97, True), 4),
    "both8": mdc_cases.Point(user_ring(32, 193, False), 8),
    "both2": mdc_cases.Point(user_ring(64, 257, False), 2),
    "pass": mdc_cases.Point(user_ring(16, 97, True), 4, Method.FOLD, mdc_cases.FORWARD, {"Pass": 1}),
    "mixed": mdc_cases.Point(user_ring(16, 97, True), 4, options={"Mixed": 1}),
    "tables": mdc_cases.Point(user_ring(64, 257, True), 4, Method.LDSP, mdc_cases.FORWARD, {"Pass": 1}),
    "inverse-tables": mdc_cases.Point(user_ring(64, 257, True), 4, Method.LDSP, mdc_cases.INVERSE),
}


def check_commutator(root: Path, point: mdc_cases.Point) -> None:
    """Streams with gaps of all kinds, in each direction, or in both in turn."""
    unit, beats = point.simulator(root), point.model.beats
    gaps = [0, 0, 0, 1, 0, 2, beats // 2, beats // 2 - 1, 0, beats - 1, beats, beats + 1, 0, 5, 0, 0]
    rng = np.random.default_rng(1)
    passed = rng.integers(0, 2, len(gaps) + 1) if point.options.get("Pass") else 0
    ways: list[Any] = (
        [0, 1] if point.direction == mdc_cases.BOTH else [int(point.direction == mdc_cases.INVERSE)]
    )
    if point.options.get("Mixed"):
        ways = [rng.integers(0, 2, len(gaps) + 1)]
    for way in ways:
        assert mdc_cases.stream(point, gaps, 2, way, passed).differs(unit, 2) == ""


# --- the mutants --------------------------------------------------------------------------------------------

COMMON: dict[str, Callable[[Path], None]] = {
    "delay": lambda root: check_delay(root, 3),
    "delay-ram": lambda root: check_delay(root, 6, top="twd_delay_ram"),
    "skid": check_skid,
    "stream-buffer": check_buffer,
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
}


def caught(check: str, root: Path) -> str:
    """The way in which a check fails on an RTL tree; empty when it passes."""
    name, *words = check.split()
    try:
        if name in COMMON:
            COMMON[name](root)
        elif name in ("core", "refused"):
            check_core(root, core_point(words), name == "refused")
        elif name in ("stream", "stream-refused"):
            check_core(root, STREAMING[words[0]], name == "stream-refused")
        elif name in ("quad", "quad-refused"):
            check_core(root, quad_point(words), name == "quad-refused")
        elif name in ("axis", "axil"):
            with tempfile.TemporaryDirectory() as folder:
                cases = axis_cases if name == "axis" else axil_cases
                cases.check(cases.CASES[words[0]], Path(folder), root)
        elif name in ("zeroize", "unit-axi"):
            of = unit_axi_cases.UNITS[words[0]]
            with tempfile.TemporaryDirectory() as folder:
                (unit_axi_cases.check_zeroize if name == "zeroize" else unit_axi_cases.check_axi)(
                    of, Path(folder), root
                )
        elif name == "lane":
            lane_cases.check_butterflies(lane_cases.Lane(8380417, 3329), root, 2_000)
            lane_cases.check_sums(lane_cases.Lane(8380417, 3329), root, 500)
        elif name == "unit":
            for seed in range(12):
                poly_unit_cases.check_small(root, seed)
            poly_unit_cases.check_halves(root)
        elif name == "keccak":
            keccak_cases.check(root, top="_".join(["twd_keccak", *words]))
        elif name == "codec":
            parts = {
                "map": codec_cases.check_map,
                "pack": codec_cases.check_pack,
                "hints": codec_cases.check_hints,
            }
            parts.get(words[0], codec_cases.check_encoder)(root)
        elif name == "lattice":
            parts = {"replay": lattice_cases.check_replay, "late": lattice_cases.check_late}
            (parts[words[0]] if words else lattice_cases.check_small)(root)
        elif name == "lattice-zeroize":
            lattice_cases.check_zeroize(lattice_cases.Lattice(rtl_root=root), True, True, 4, moments=2)
        elif name == "lattice-axi":
            with tempfile.TemporaryDirectory() as folder:
                lattice_axi_cases.check_axi(lattice_axi_cases.QUICK, Path(folder), root)
        elif name == "sample":
            sample_cases.check_part(root, words[0])
        elif name == "commutator":
            check_commutator(root, COMMUTATORS[words[0]])
        elif name == "case":
            options = {key: int(value) for key, value in (word.split("=") for word in words[3:])}
            case = CASES[words[0]](Method[words[1].upper()], int(words[2]), **options)
            assert case.differs(0.9, root) == ""
        elif name == "mdf":
            assert mdf_cases.check(root, " ".join(words)) == ""
        elif name == "pwmm":
            check_rows(root, words)
        elif name == "karatsuba":
            ldsp_cases.check_karatsuba(root, int(words[0]), int(words[1]))
        elif name == "method":
            check_method(root, Method[words[0].upper()], int(words[1]), int(words[2]) if words[2:] else 0)
        else:
            check_unit(root, name, int(words[0]))
    except Caught as kind:
        return str(kind)
    except AssertionError:
        return "result"
    except TwiddleError as error:
        if " is not " not in str(error):
            raise
        return "constant"
    except CheckFailed as error:
        if re.search(r"assertion \S+ \(\S+\) failed", str(error)):
            return "assertion"
        return "hang" if "no transfer for" in str(error) else "contract"
    return ""


SLOW = {"axis", "axil", "unit-axi", "zeroize", "lattice-axi", "lattice-zeroize"}
"""Kinds of checks of whole buses and schemes, which take up to a minute: `make faults` alone tries them."""


def _first_of_their_kinds() -> set[str]:
    """Faults that every run tries, one for every fourth kind of check; `make faults` has all."""
    first: dict[str, str] = {}
    for mutation in FAULTS:
        first.setdefault(mutation.check.split()[0], mutation.name)
    return {name for kind, name in list(first.items())[::4] if kind not in SLOW}


SHORT = _first_of_their_kinds()
SHORT_CHECKS = {mutation.check for mutation in FAULTS if mutation.name in SHORT}


def _marked(value: Any, short: bool) -> Any:
    return pytest.param(value, marks=[] if short else [pytest.mark.long])


@pytest.mark.parametrize(
    "check", [_marked(check, check in SHORT_CHECKS) for check in sorted({each.check for each in FAULTS})]
)
def test_the_check_passes_on_the_rtl_as_it_stands(check: str, tmp_path: Path) -> None:
    assert caught(check, rtl_tree(tmp_path)) == ""


@pytest.mark.parametrize(
    "mutation",
    [_marked(mutation, mutation.name in SHORT) for mutation in FAULTS],
    ids=lambda mutation: mutation.name.replace(" ", "-"),
)
def test_the_fault_is_caught(
    mutation: Fault, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    root = rtl_tree(tmp_path)
    edit(root, mutation.file, mutation.original, mutation.replacement)
    how = caught(mutation.check, root)
    assert how, f"survivor: {mutation.name} ({mutation.file}) is not caught by {mutation.check}"
    assert how in mutation.by, f"{mutation.name}: caught by {how}, not by {' or '.join(sorted(mutation.by))}"
    record_property("fault", f"{mutation.name}: {how}")


def test_the_list_is_well_formed() -> None:
    assert len(FAULTS) >= 25
    assert len({mutation.name for mutation in FAULTS}) == len(FAULTS)
    assert all(mutation.by and mutation.by <= KINDS for mutation in FAULTS)
    assert {kind for mutation in FAULTS for kind in mutation.by} == KINDS


def test_every_fault_can_be_put_in() -> None:
    for mutation in FAULTS:
        text = (manifest.rtl_root() / mutation.file).read_text(encoding="utf-8")
        assert text.count(mutation.original) == 1, mutation.name


def test_every_module_has_a_fault() -> None:
    """Apart from those that only name instances or latencies, whose effects are the faults of others."""
    files = {file for module in manifest.modules().values() for file in module.files}
    structural = {
        "butterfly/twd_butterfly_2x2_pkg.sv",
        "butterfly/twd_butterfly_pkg.sv",
        "arith/reduce/twd_mod_fold.sv",
        "codec/twd_store_pkg.sv",
        "core/twd_iterative.sv",
        "core/twd_mdc.sv",
        "inplace/twd_inplace_core.sv",
        "inplace/twd_inplace_schedule.sv",
        "stream/mdc/twd_mdc_pipe.sv",
        "stream/mdf/twd_mdf_pipe.sv",
        "prim/twd_ram_pkg.sv",
        "prim/twd_rom_pkg.sv",
        "wrap/twd_axis_in.sv",
    }
    assert files - {mutation.file for mutation in FAULTS} == structural


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
