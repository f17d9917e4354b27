# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Zeroize of twd_lattice from any moment of an operation; test_lattice_axi reads everything afterwards."""

import pytest
from covers import marked
from lattice_cases import check_zeroize

from twiddle.tools.lattice_simulator import Lattice

pytestmark = pytest.mark.covers("twd_lattice_zeroize", "twd_lattice")


@pytest.mark.parametrize(
    ("kem", "dsa", "lanes"),
    marked([(True, True, 4), (True, False, 4), (False, True, 2), (True, True, 1)], kept=[(True, True, 4)]),
)
def test_any_moment_of_an_operation(kem: bool, dsa: bool, lanes: int) -> None:
    check_zeroize(Lattice(kem, dsa, lanes), kem, dsa, lanes, moments=6)
