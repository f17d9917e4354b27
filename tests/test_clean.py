# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Nothing of an operation of twd_lattice stays when it has ended; the next one waits for a stated number of cycles."""

import pytest
from clean_cases import NAMES, Cleaned, cases, check_clean, check_close

from twiddle.tools.lattice_simulator import Lattice, clean_cycles

pytestmark = [
    pytest.mark.usefixtures("little_simulation"),
    pytest.mark.covers(
        "twd_lattice", "twd_lattice_zeroize", "twd_unit_zeroize", "twd_lattice_result", "twd_frame_close"
    ),
]


@pytest.fixture(scope="module")
def hardware() -> Cleaned:
    return Cleaned(redundant=True)


def test_nothing_stays(hardware: Cleaned) -> None:
    """After every operation, whatever its keys, messages and texts are; before it was cleared, a lot does."""
    check_clean(hardware, ("ML-KEM-512", "ML-DSA-44"))
    one, other = (next(cases(NAMES, seed)) for seed in (1, 2))
    assert len(hardware.left(one, other, cleans=False)) > 100


def test_nothing_stays_with_keccak_in_memories() -> None:
    check_clean(Cleaned(lanes=1, slices=8), ("ML-KEM-512",))


@pytest.mark.matrix
@pytest.mark.parametrize(("lanes", "slices"), [(1, 64), (2, 64), (4, 64), (8, 64), (1, 4), (1, 16)])
def test_nothing_stays_in_any_set(lanes: int, slices: int) -> None:
    check_clean(Cleaned(lanes=lanes, slices=slices), NAMES)


def test_the_next_command_waits() -> None:
    """From the last word of an operation, or its result, to the next command."""
    lattice = Lattice()
    for one in cases(("ML-KEM-768", "ML-DSA-44"), 3):
        first, second = lattice.run([one.task, one.task])
        assert (first.frames, first.error) == (second.frames, second.error) == one[1:]
        assert second.begins - (first.begins + first.cycles - 1) == clean_cycles(one.task.set) + 1, one.task.operation


def test_a_frame_that_is_cut_off_has_an_end() -> None:
    check_close()
