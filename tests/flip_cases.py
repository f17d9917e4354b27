# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Flips that one register alone would make unsafe, and operations whose program goes another way."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rtl_tree import edit

from twiddle.evidence.verify.flips import MEMORIES, REGISTERS, Flipped, Scene, altered, scenes
from twiddle.model.sets import Error, Operation
from twiddle.tools.lattice_cases import Case, kem
from twiddle.tools.lattice_simulator import Lattice
from twiddle.tools.sim.streams import Flip


def flips_of(hardware: Flipped, names: str, cycles: range) -> Iterator[Flip]:
    """Each bit of the registers whose name ends so, in each of these cycles; `name[3]`: one bit."""
    for name in names.split():
        register, _, bit = name.removesuffix("]").partition("[")
        found = [
            (number, member)
            for number, member in hardware.members[REGISTERS]
            if member.name.replace("__DOT__", ".").endswith(f".{register}")
        ]
        assert found, name
        for number, member in found:
            for at in (int(bit),) if bit else range(member.bits):
                yield from (Flip(cycle, number, 0, at) for cycle in cycles)


def flips_of_words(hardware: Flipped, name: str, elements: range, cycles: range) -> Iterator[Flip]:
    """Some bits of words of a memory, those of its parities too."""
    for number, member in hardware.members[MEMORIES]:
        if member.name.replace("__DOT__", ".").endswith(f".{name}"):
            for element in elements:
                for bit in (0, 33, member.bits - 5, member.bits - 1):
                    yield from (Flip(cycle, number, element, bit) for cycle in cycles)


def classes(hardware: Flipped, scene: Scene, flips: Iterable[Flip]) -> dict[str, int]:
    """How many of these flips have each class. Fails for an unsafe one."""
    every = list(flips)
    found = hardware.outcomes(scene, [[flip] for flip in every], hardware.cycles(scene), 0)
    assert "unsafe" not in found, hardware.named(every[found.index("unsafe")])
    return Counter(found)


def outcomes(hardware: Flipped, scene: Scene, names: str, cycles: range) -> dict[str, int]:
    """Those of registers."""
    return classes(hardware, scene, flips_of(hardware, names, cycles))


def one_word() -> Scene:
    """Decaps of a ciphertext whose last word alone is another one, by a small error."""
    valid, refused = scenes(Operation.KEM_DECAPS, "ML-KEM-512", 0)
    dk, c = valid.case.task.frames
    wrong = altered("ML-KEM-512", c, slice(-1, None))
    task = replace(valid.case.task, frames=(dk, wrong))
    return replace(refused, case=Case(task, (kem("ML-KEM-512")._decaps_internal(dk, wrong),), Error.NONE))


def check_flips(root: Path | None = None, hardware: Flipped | None = None) -> None:
    """No flip of a register that guards something is unsafe, in the cycles in which it counts."""
    of = hardware or Flipped(root)
    refused = one_word()
    end = of.cycles(refused)
    compares = "u_compare.unequal_q u_compare.equal_q u_compare.equal_n_q u_compare.matches_q u_compare.select_q"
    compares += " u_compare.own_q u_compare.own_n_q u_compare.other_q u_compare.other_n_q"
    assert outcomes(of, refused, compares, range(end - 16, end - 4))["detected"] > 60
    forged = scenes(Operation.DSA_VERIFY, "ML-DSA-44", 0)[1]
    end = of.cycles(forged)
    outcomes(of, forged, "error_q[4]", range(end - 30, end - 2))
    (keygen,) = scenes(Operation.KEM_KEYGEN, "ML-KEM-512", 0)
    assert outcomes(of, keygen, "u_move.sinks_q[3]", range(4, 80))["detected"] > 10
    for bank in (0, 1):  # words of s that stay in a queue of the unit until t goes out, and those of another slot
        for first in (600, 1210):  # between two stores, and in one
            found = outcomes(of, keygen, f"u_store.gen_bank__BRA__{bank}__KET__.taken_q", range(first, first + 30))
            assert found.keys() == {"detected"}
        found = outcomes(of, keygen, f"u_store.gen_bank__BRA__{bank}__KET__.slot_q", range(600, 900, 15))
        assert found.keys() == {"masked", "detected"}
    encaps = scenes(Operation.KEM_ENCAPS, "ML-KEM-512", 0)[0]
    first = int(of.run(encaps, (), 1_000_000, 0).streams["out"].cycles[0])
    outcomes(of, encaps, "u_bytes.r_addr_q", range(first - 8, first + 3))


def check_parities(root: Path | None = None, hardware: Flipped | None = None) -> None:
    """No flip in a word of a memory or a queue with parities changes what comes out."""
    of = hardware or Flipped(root)
    (keygen,) = scenes(Operation.KEM_KEYGEN, "ML-KEM-512", 0)
    decaps = scenes(Operation.KEM_DECAPS, "ML-KEM-512", 0)[0]
    bank = "u_memory.gen_bank__BRA__0__KET__.u_bank.gen_block.mem"
    for scene, name, elements, cycle in (
        (decaps, bank, range(4), 300),  # s, which is multiplied
        (keygen, bank, range(640, 644), 1100),  # t, which goes out
        (keygen, "u_bytes.u_words.gen_block.mem", range(452, 456), 500),  # z
    ):
        found = classes(of, scene, flips_of_words(of, name, elements, range(cycle, cycle + 1)))
        assert found.keys() == {"detected"}, (name, found)
    found = classes(of, keygen, flips_of_words(of, "u_operands.mem", range(16), range(460, 480, 3)))
    assert found.keys() == {"masked", "detected"}, found


def check_guards(root: Path) -> None:
    """A signature whose masks have one nonce twice does not come out."""
    file = "lattice/twd_lattice_sequencer.sv"
    edit(root, file, "? nonce_q + 16'd1 :", "? nonce_q + 16'(j_q != 4'd1) :")
    (scene,) = scenes(Operation.DSA_SIGN, "ML-DSA-44", 0)
    (answer,) = Lattice(rtl_root=root).run([scene.case.task])
    assert not any(answer.frames[0])
    assert answer.error & Error.FAULT
