# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs of the polynomial unit: what they compute against schoolbook products, their cycles."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from poly_unit_cases import ML_DSA, ML_KEM, SMALL, SMALL_PAIRS, unit

import twiddle
from twiddle.base.rings import Ring
from twiddle.bundle import unit_header as header
from twiddle.model import ntt, programs, schoolbook
from twiddle.model.command import Command, Operation
from twiddle.model.programs import Program
from twiddle.model.timing import ENGINE, Timing
from twiddle.model.unit import Slots
from twiddle.model.work import FALCON
from twiddle.tools.sim.build import compiler
from twiddle.tools.unit_simulator import PolyUnit

pytestmark = pytest.mark.covers("twd_poly_unit", "twd_unit_schedule", "twd_scoreboard")

SMALL_FALCON = Ring("small-falcon", 32, 12289, pow(49, 16, 12289), 64)

Array = NDArray[np.int64]
Values = dict[str, Array]


def random(ring: Ring, **shapes: tuple[int, ...]) -> Values:
    rng = np.random.default_rng(len(shapes))
    return {name: rng.integers(0, ring.q, (*shape, ring.n)) for name, shape in shapes.items()}


def product(ring: Ring, matrix: Array, vector: Array) -> Array:
    """A matrix (rows, columns, n) by a vector (columns, n), by schoolbook products."""
    return np.asarray(schoolbook(ring, matrix, vector[None]).sum(axis=1) % ring.q)


def kem(k: int) -> list[tuple[Program, Values, Values]]:
    """Programs, operands, and what they must store."""
    q = ML_KEM.q
    drawn = random(ML_KEM, A=(k, k), s=(k,), e=(k,), t=(k,), e1=(k,), e2=(), mu=())
    a, s, e, t, e1, e2, mu = drawn.values()
    transformed = ntt(ML_KEM, a)
    w = product(ML_KEM, a, s)
    u = (product(ML_KEM, a.transpose(1, 0, 2), s) + e1) % q
    v = (product(ML_KEM, t[None], s)[0] + e2 + mu) % q
    decrypted = (v - product(ML_KEM, s[None], u)[0]) % q
    return [
        (programs.matrix_vector(k, k, True), {"A": transformed, "s": s}, {"w": w}),
        (programs.stored_matrix_vector(k, k, True), {"A": transformed, "s": s}, {"w": w}),
        (
            programs.kem_keygen(k),
            {"A": transformed, "s": s, "e": e},
            {"s": ntt(ML_KEM, s), "t": ntt(ML_KEM, (w + e) % q)},
        ),
        (
            programs.kem_encrypt(k),
            {"A": transformed, "y": s, "e1": e1, "e2": e2, "mu": mu, "t": ntt(ML_KEM, t)},
            {"u": u, "v": v},
        ),
        (programs.kem_decrypt(k), {"u": u, "v": v, "s": ntt(ML_KEM, s)}, {"w": decrypted}),
    ]


def dsa(k: int, columns: int) -> list[tuple[Program, Values, Values]]:
    ring = ML_DSA
    drawn = random(ring, A=(k, columns), s1=(columns,), s2=(k,), c=(), t=(k,))
    a, s1, s2, c, t = drawn.values()
    transformed = ntt(ring, a)
    w = product(ring, a, s1)
    scaled = schoolbook(ring, c, s2)
    return [
        (programs.matrix_vector(k, columns, False), {"A": transformed, "s": s1}, {"w": w}),
        (programs.dsa_keygen(k, columns), {"A": transformed, "s1": s1, "s2": s2}, {"t": (w + s2) % ring.q}),
        (programs.dsa_scale(k, False), {"c": c, "v": ntt(ring, s2), "x": t}, {"r": (t + scaled) % ring.q}),
        (programs.dsa_scale(k, True), {"c": c, "v": ntt(ring, s2), "x": t}, {"r": (t - scaled) % ring.q}),
        (
            programs.dsa_verify(k, columns),
            {"A": transformed, "z": s1, "c": c, "t": t},
            {"w": (w - schoolbook(ring, c, t)) % ring.q},
        ),
    ]


def check(found: Values, expected: Values) -> None:
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        assert found[name].shape == value.shape
        assert (found[name] == value).all(), name


CASES = [*[(kem, (k,)) for k in programs.KEM_RANKS], *[(dsa, shape) for shape in programs.DSA_SHAPES]]


@pytest.mark.parametrize(("cases", "shape"), CASES)
def test_programs(cases: Callable[..., list[tuple[Program, Values, Values]]], shape: tuple[int, ...]) -> None:
    """The model and the hardware store what schoolbook products say; 16 slots suffice."""
    for program, values, expected in cases(*shape):
        check(Slots(ML_DSA, ML_KEM, 16).compute(program, values), expected)
        done = unit(ML_DSA, ML_KEM, 4).compute(program, values)
        check(done.arrays, expected)


@pytest.mark.parametrize("name", ["falcon-512", "falcon-1024"])
def test_falcon(name: str) -> None:
    ring = twiddle.ring(name)
    values = random(ring, s2=(), h=(), c=())
    expected = (values["c"] - schoolbook(ring, values["s2"], values["h"])) % ring.q
    check(PolyUnit(ring, None, 2, 8).compute(programs.falcon_verify(), values).arrays, {"s1": expected})


def computing(of: PolyUnit, commands: list[Command], values: tuple[list[Array], list[Array]]) -> int:
    """Cycles from the end of the last load, which the first command waits for, to the first store."""
    loads = [command for command in commands if command.operation is Operation.LOAD]
    work = [command for command in commands if command.operation in ENGINE]
    first = Command(Operation.LOAD, work[0].pair, dst=work[0].a)
    last = Command(Operation.STORE, work[0].pair, a=work[-1].writes[-1])
    done = of.run([*loads, first, *work, last], [*values[0], values[0][0]], values[1])
    return done.first_stored - done.loaded


AROUND = 8
"""Cycles from the last transfer of a load to the start of what waits for it, and of a store to its first."""


@pytest.mark.parametrize("lanes", [pytest.param(1, marks=pytest.mark.matrix), 2, 4, 8])
def test_cycles(lanes: int) -> None:
    """Those of the formula, of every program of docs/unit/programs.md that can load before its first command."""
    falcon = twiddle.ring(FALCON[lanes < 4])
    programs_of_page = [each for each in programs.catalogue() if "Verify" not in each.name]
    assert len(programs_of_page) == 27
    for program in (*programs_of_page, programs.falcon_verify()):
        commands = list(program.commands)
        rings = (falcon, None) if program.name.startswith("Falcon") else (ML_DSA, ML_KEM)
        ring = rings[commands[0].pair]
        assert ring is not None
        loads = sum(each.count for each in commands if each.operation is Operation.LOAD)
        values = list(random(ring, s=(loads + len(commands),))["s"])
        measured = computing(unit(*rings, lanes), commands, (values[:loads], values[loads:]))
        assert measured == Timing(*rings, lanes).program(commands) + AROUND, program.name


@pytest.mark.parametrize(("lanes", "pair"), [(1, False), (2, True), (4, False), (4, True), (8, False), (8, True)])
def test_cycles_of_streamed_commands_beside_others(lanes: int, pair: bool) -> None:
    """A transform and sums, which leave cycles to streamed products; what needs both waits for both."""
    of, ring = unit(ML_DSA, ML_KEM, lanes), ML_KEM if pair else ML_DSA
    values = list(random(ring, s=(4,))["s"])
    alone = [Command(Operation.NTT, pair, dst=2, a=0), Command(Operation.MAC, pair, 2, dst=1, a=0, b=0)]
    streamed = [
        Command(Operation.MUL, pair, dst=3, b=0, stream=True),
        Command(Operation.MAC, pair, dst=3, b=0, stream=True),
        Command(Operation.MUL, pair, dst=4, b=0, stream=True),
    ]
    for some in (1, 2):
        for other in range(3):
            commands = [Command(Operation.LOAD, pair, 2), *alone[:some], *streamed[: 1 + other]]
            commands.append(Command(Operation.ADD, pair, dst=5, a=some % 2 + 1, b=3 + other // 2))
            measured = computing(of, commands, (values[:2], values[: 1 + other]))
            assert measured == Timing(ML_DSA, ML_KEM, lanes).program(commands) + AROUND, (some, other)


@pytest.mark.parametrize(
    ("ring", "pairs", "dsp"),
    [
        *((SMALL, SMALL_PAIRS, True), (SMALL, None, True), (None, SMALL_PAIRS, True), (SMALL_FALCON, None, True)),
        *((SMALL, SMALL_PAIRS, False), (SMALL_FALCON, None, False)),
    ],
)
def test_delays(ring: Ring | None, pairs: Ring | None, dsp: bool) -> None:
    """Of every kind of lane: two commands; the second waits for the first."""
    of, pair = unit(ring, pairs, 2, dsp), pairs is not None
    of_pair = of.rings[pair]
    values = list(random(of_pair, s=(3,))["s"])
    for first in (Operation.NTT, Operation.MUL, Operation.ADD):
        for second in (Operation.INTT, Operation.MUL, Operation.SUB):
            commands = [
                Command(Operation.LOAD, pair, 3, dst=0),
                Command(first, pair, dst=4, a=0, b=1),
                Command(second, pair, dst=5, a=4, b=2),
            ]
            measured = computing(of, commands, (values, []))
            assert measured == Timing(ring, pairs, 2, dsp).program(commands) + AROUND


def test_the_header(tmp_path: Path) -> None:
    """The words of C are those of Python, by the macro and in the tables, without a warning."""
    header.write(tmp_path)
    names = header.all_programs()
    lines = ['#include "twd_unit.h"', "#include <stdio.h>", "int main(void) {", "  unsigned i;"]
    for name, program in names.items():
        lines.append(f'  for (i = 0; i < {len(program.words)}; i++) printf("%lu\\n", (unsigned long){name}[i]);')
        for one in program.commands:
            fields = (one.count, one.dst, one.a, one.b, int(one.stream), int(one.report))
            numbers = ", ".join(map(str, (int(one.pair), *fields)))
            call = f"TWD_UNIT_COMMAND(TWD_UNIT_{one.operation.name}, {numbers})"
            lines.append(f'  printf("%lu\\n", (unsigned long){call});')
    source = tmp_path / "main.c"
    source.write_text("\n".join([*lines, "  return 0;", "}", ""]), encoding="utf-8")
    command = [*compiler().command, "-x", "c", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O0"]
    subprocess.run([*command, str(source), "-o", str(tmp_path / "main")], check=True)
    printed = subprocess.run([str(tmp_path / "main")], check=True, capture_output=True, text=True).stdout
    assert [int(line) for line in printed.split()] == [word for program in names.values() for word in program.words * 2]
