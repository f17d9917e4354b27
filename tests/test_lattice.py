# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""twd_lattice: every operation and set against kyber-py and dilithium-py, bad input, stalls."""

import re
from pathlib import Path

import pytest
from covers import marked
from lattice_cases import (
    NONCES,
    Forger,
    bad_cases,
    check,
    check_contexts,
    check_gives_up,
    check_hashes,
    check_nonces,
    check_one_round,
    check_redundant,
    check_replay,
    check_small,
    check_unknown,
    check_variants,
    check_zeroize,
    every_word,
    hint_cases,
    length_cases,
    printed_cycles,
    refused_key,
    table_of_cycles,
    variants,
)
from rtl_tree import rtl_tree

from twiddle.base import manifest
from twiddle.model.sets import DSA_SETS, KEM_SETS, Error
from twiddle.model.signature import INSTRUCTION_BITS, KIND_MOVE, SEEDED, check_bits
from twiddle.tools import lattice_program
from twiddle.tools.lattice_cases import dsa_cases, kem_cases
from twiddle.tools.lattice_simulator import Lattice
from twiddle.tools.sim.netlist import Stage

pytestmark = pytest.mark.covers(
    "twd_lattice",
    "twd_lattice_bytes",
    "twd_lattice_choice",
    "twd_lattice_compare",
    "twd_lattice_guard",
    "twd_lattice_hash",
    "twd_lattice_input",
    "twd_lattice_job_pkg",
    "twd_lattice_move",
    "twd_lattice_moves",
    "twd_lattice_out",
    "twd_lattice_places",
    "twd_lattice_orders",
    "twd_lattice_check",
    "twd_lattice_jumps",
    "twd_lattice_pkg",
    "twd_lattice_polynomials",
    "twd_lattice_program_dsa",
    "twd_lattice_program_kem",
    "twd_lattice_quartets",
    "twd_lattice_regroup",
    "twd_lattice_result",
    "twd_lattice_sampling",
    "twd_lattice_sequencer",
    "twd_lattice_serial",
    "twd_lattice_ports",
    "twd_lattice_signature_pkg",
    "twd_lattice_transfer",
    "twd_lattice_words",
    "twd_lattice_zeroize",
)


ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def lattice() -> Lattice:
    return Lattice()


@pytest.mark.parametrize("name", KEM_SETS)
def test_ml_kem(lattice: Lattice, name: str) -> None:
    """Implicit rejection takes as many cycles as a decapsulation."""
    for seed in range(3):
        cycles = check(lattice, list(kem_cases(name, seed)))
        assert cycles[2] == cycles[3] == cycles[4]


@pytest.mark.parametrize("name", DSA_SETS)
def test_ml_dsa(lattice: Lattice, name: str) -> None:
    check(lattice, list(dsa_cases(name, 1)))


def test_the_table_of_cycles(lattice: Lattice) -> None:
    """Of the first cases of each set, as docs/schemes/cycles.md has it."""
    assert printed_cycles() == table_of_cycles(lattice)


BUILDS = [(True, False, 4), (False, True, 2), (True, True, 8), (True, True, 1)]
"""Each scheme alone and both, each number of lanes; every run has both with four. The last one is redundant."""


@pytest.mark.matrix
@pytest.mark.parametrize(("kem", "dsa", "lanes"), BUILDS)
def test_builds(kem: bool, dsa: bool, lanes: int) -> None:
    lattice = Lattice(kem, dsa, lanes, redundant=lanes == 1)
    for name in KEM_SETS if kem else ():
        check(lattice, [*kem_cases(name, 0), refused_key(name)])
    for name in DSA_SETS if dsa else ():
        check(lattice, list(dsa_cases(name, 0)))
    check_unknown(lattice, kem, dsa)


@pytest.mark.parametrize(("dsa", "slices"), marked([(False, 4), (False, 16), (True, 8)], kept=[(False, 4)]))
def test_small_builds(dsa: bool, slices: int) -> None:
    """With one lane and Keccak in LUT memory: every operation, and the cycles of docs/schemes/cycles.md."""
    lattice = Lattice(True, dsa, 1, slices=slices)
    cycles = {name: check(lattice, list(kem_cases(name, 0)))[:3] for name in KEM_SETS}
    check(lattice, [refused_key("ML-KEM-512"), *kem_cases("ML-KEM-512", 5)], stall=0.3, seed=1)
    check(lattice, list(kem_cases("ML-KEM-1024", 2))[:1])  # whose matrix needs more words than are expected
    for name in DSA_SETS if dsa else ():
        check(lattice, list(dsa_cases(name, 0)))
    check_unknown(lattice, True, dsa)
    text = (ROOT / "docs" / "schemes" / "cycles.md").read_text(encoding="utf-8")
    schemes = "both schemes" if dsa else "ML-KEM"
    row = f"| {schemes} | {slices} | {' | '.join(f'{count:,}' for count in cycles['ML-KEM-768'])} |"
    assert row in text, row


@pytest.mark.matrix
def test_the_table_of_eight_lanes() -> None:
    """Of docs/schemes/cycles.md, with one round of Keccak a cycle, and with two."""
    text = (ROOT / "docs" / "schemes" / "cycles.md").read_text(encoding="utf-8")
    once, twice = (table_of_cycles(Lattice(lanes=8, rounds=rounds)).splitlines()[2:] for rounds in (1, 2))
    for one, two in zip(once, twice, strict=True):
        row = " | ".join([*one.strip("| ").split(" | ")[:4], *two.strip("| ").split(" | ")[1:4]])
        assert f"| {row} |" in text, row


def test_seeds_and_ports_of_keys_and_random_bytes(lattice: Lattice) -> None:
    check_variants(lattice)


def test_contexts(lattice: Lattice) -> None:
    check_contexts(lattice)


def test_the_cost_of_a_seed(lattice: Lattice) -> None:
    """The median of some keys is that of docs/schemes/frames.md, to twenty cycles: rejected fields add a few."""
    text = (ROOT / "docs" / "schemes" / "frames.md").read_text(encoding="utf-8")
    [row] = re.findall(r"^\| ML-KEM-512 \| ML-KEM-768 .*\n.*\n\| (.*) \|$", text, re.MULTILINE)
    for name, figure in zip((*KEM_SETS, *DSA_SETS), row.split(" | "), strict=True):
        more = []
        for seed in range(3):
            found = [case for case in variants(name, seed) if case.task.operation in SEEDED and not case.task.key]
            whole, seeded = check(lattice, [case for case in found if not case.task.random][:2])
            more.append(seeded - whole)
        assert abs(sorted(more)[1] - int(figure.replace(",", ""))) <= 20, name


@pytest.mark.matrix
def test_seeds_of_every_set(lattice: Lattice) -> None:
    check_variants(lattice, ("ML-KEM-768", "ML-KEM-1024", "ML-DSA-65", "ML-DSA-87"))


@pytest.mark.parametrize("stall", [0.2, 0.7])
def test_stalls(lattice: Lattice, stall: float) -> None:
    cases = [*kem_cases("ML-KEM-768", 5), *dsa_cases("ML-DSA-65", 5)]
    check(lattice, cases, stall=stall, seed=2)


@pytest.mark.matrix
def test_hashes_that_are_too_short(tmp_path: Path) -> None:
    """Where the expected words of a hash are not enough, it is computed again, and the hash after it too."""
    check_replay(rtl_tree(tmp_path))


@pytest.mark.matrix
def test_two_hashes_that_wait(tmp_path: Path) -> None:
    check_hashes(rtl_tree(tmp_path))


@pytest.mark.parametrize("length", [0, 1, 7, 8, 71, 72, 73, 1000])
def test_messages(lattice: Lattice, length: int) -> None:
    check(lattice, list(dsa_cases("ML-DSA-44", 2, length))[1:])


def test_bad_input(lattice: Lattice) -> None:
    cases = list(bad_cases(0))
    check_one_round(cases, check(lattice, cases))
    check(lattice, cases, stall=0.4, seed=3)


@pytest.mark.parametrize("name", marked([*KEM_SETS, *DSA_SETS], kept=["ML-KEM-512", "ML-DSA-44"]))
def test_lengths(lattice: Lattice, name: str) -> None:
    check(lattice, list(length_cases(name)))


def test_hints(lattice: Lattice) -> None:
    cases = [case for name in DSA_SETS for case in hint_cases(name)]
    assert {case.error for case in cases} == {Error.NONE, Error.REJECTED}
    check(lattice, cases, stall=0.2, seed=4)


@pytest.mark.parametrize("name", DSA_SETS)
def test_a_signature_that_breaks_one_rule(lattice: Lattice, name: str) -> None:
    """Forged for t1 = 0: any z and hints, consistent but for a norm, an encoding, a bit of c~, or the length."""
    cases = Forger(name).cases()
    valid = [case.error for case in cases].count(Error.NONE)
    assert valid > 12
    check(lattice, cases)


@pytest.mark.parametrize("first", marked(NONCES, kept=[8188]))
def test_nonces_of_two_bytes(first: int, tmp_path: Path) -> None:
    check_nonces(rtl_tree(tmp_path), first)


def test_the_programs_and_their_signatures() -> None:
    """The package is of the programs as they are, and each instruction has its check bits."""
    path = manifest.rtl_root() / lattice_program.FILE
    assert path.read_text(encoding="utf-8") == lattice_program.package(), "run: python -m twiddle.tools.lattice_program"
    for scheme in ("kem", "dsa"):
        for pc, word in enumerate(lattice_program.words(scheme)):
            assert word >> INSTRUCTION_BITS == check_bits(pc, word & (1 << INSTRUCTION_BITS) - 1)


def test_the_sinks_of_each_source() -> None:
    """Moves of the programs are those of which twd_lattice_moves has a way: from in, hash, coder and bytes."""
    sinks = (0b100111, 0b011111, 0b011101, 0b001011)
    words = "6'b001011, 6'b011101, 6'b011111, 6'b100111"
    assert words in (manifest.rtl_root() / "lattice/twd_lattice_moves.sv").read_text(encoding="utf-8")
    for scheme in ("kem", "dsa"):
        moves = [word >> 3 for word in lattice_program.instructions(scheme) if word & 7 == KIND_MOVE]
        assert moves
        assert not [move for move in moves if move >> 27 & 0x3F & ~sinks[move >> 33]]


def test_unknown_commands(lattice: Lattice) -> None:
    check_unknown(lattice, True, True)


def test_signing_gives_up(tmp_path: Path) -> None:
    check_gives_up(rtl_tree(tmp_path))


@pytest.mark.matrix
def test_a_wrong_product_that_is_computed_twice(tmp_path: Path) -> None:
    """Without Redundant the wrong signatures come out."""
    check_redundant(rtl_tree(tmp_path / "redundant"))
    with pytest.raises(AssertionError):
        check_redundant(rtl_tree(tmp_path / "once"), redundant=False)


@pytest.mark.parametrize("name", marked(KEM_SETS, kept=["ML-KEM-512"]))
def test_a_ciphertext_with_one_wrong_byte(lattice: Lattice, name: str) -> None:
    check(lattice, list(every_word(name)))


@pytest.mark.parametrize(("kem", "dsa", "lanes"), marked([(True, True, 4), *BUILDS], kept=[(True, True, 4)]))
def test_zeroize_at_any_moment_of_an_operation(kem: bool, dsa: bool, lanes: int) -> None:
    """test_lattice_axi.py reads everything afterwards."""
    check_zeroize(Lattice(kem, dsa, lanes), kem, dsa, lanes, moments=6)


@pytest.mark.matrix
@pytest.mark.parametrize("stage", ["elaborated", "xc7"])
def test_netlist(stage: str) -> None:
    check_small(None, Stage(stage))
