# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Rings: the table of presets, a user's own, and a message for every way in which one can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from twiddle import Ring, TwiddleError, ring
from twiddle.base.rings import ALIASES, rings

pytestmark = pytest.mark.covers("twd_iterative", "twd_op_pkg", "twd_ring_pkg")

# name: n, q, bits, k, m, root, order of root, layers, as printed in the design's table
TABLE = {
    "ml-kem": (256, 3329, 12, 13, 8, 17, 256, 7),
    "kyber-v1": (256, 7681, 13, 15, 9, 62, 512, 8),
    "falcon-512": (512, 12289, 14, 3, 12, 49, 1024, 9),
    "falcon-1024": (1024, 12289, 14, 3, 12, 7, 2048, 10),
    "newhope-512": (512, 12289, 14, 3, 12, 10968, 1024, 9),
    "ml-dsa": (256, 8380417, 23, 1023, 13, 1753, 512, 8),
    "qtesla-1024": (1024, 8404993, 24, 513, 14, 16204, 2048, 10),
}

GOOD = "n = 64\nq = 7681\nroot = 5258\nroot_order = 128\n"


def refusal(name_or_path: str | Path) -> str:
    with pytest.raises(TwiddleError) as error:
        ring(name_or_path)
    message = str(error.value)
    assert "\n" not in message
    return message


def test_the_presets_are_the_table() -> None:
    assert [r.name for r in rings()] == list(TABLE)
    for r in rings():
        assert (r.n, r.q, r.bits, r.k, r.m, r.root, r.root_order, r.layers) == TABLE[r.name]
        assert r.k % 2 == 1
        assert r.q == r.k * 2**r.m + 1
        assert r.complete == (r.name != "ml-kem")


@pytest.mark.parametrize("name", TABLE)
def test_the_root_has_its_order(name: str) -> None:
    r = ring(name)
    powers = [pow(r.root, i, r.q) for i in range(r.root_order)]
    assert len(set(powers)) == r.root_order
    assert powers[-1] * r.root % r.q == 1


def test_of_newhope_only_the_longer_ring_is_that_of_falcon() -> None:
    assert ring("newhope-1024") is ring("falcon-1024")
    assert ring("newhope-512").root != ring("falcon-512").root


def test_parameter_is_the_struct_literal() -> None:
    assert ring("ml-kem").parameter == "128'h00000100" + "00000d01" + "00000011" + "00000100"
    assert ring("qtesla-1024").parameter == "128'h00000400" + "00804001" + "00003f4c" + "00000800"


def test_unknown_ring_lists_the_known_and_suggests() -> None:
    message = refusal("mlkem")
    assert message.startswith("ring 'mlkem': unknown (did you mean ml-kem?)")
    assert all(name in message for name in [*TABLE, *ALIASES])


def test_a_users_ring_from_toml(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD)
    assert ring(path) == ring(str(path)) == Ring("small", 64, 7681, 5258, 128)
    path.write_text(GOOD + 'name = "mine"\n')
    assert ring(path).name == "mine"
    path = tmp_path / "ml-kem.toml"
    path.write_text("n = 256\nq = 3329\nroot = 17\nroot_order = 256\n")
    assert ring(path) == ring("ml-kem")


NOT = ": not a ring (n, q, root, root_order, name): "
FILES = [
    ("n = \n", ": not TOML: Invalid value"),
    (b"\xff\xfe", ": not TOML: 'utf-8' codec"),
    ("n = 64\nq = 7681\nroot = 5258\n", NOT + "Object missing required field `root_order`"),
    (GOOD + "zeta = 3\n", NOT + "Object contains unknown field `zeta`"),
    (GOOD.replace("64", "64.0"), NOT + "Expected `int`, got `float` - at `$.n`"),
    (GOOD.replace("5258", "true"), NOT + "Expected `int`, got `bool` - at `$.root`"),
    (GOOD + 'name = "a b"\n', ": ring 'a b': name is not made of"),
    (GOOD + 'name = "falcon-512"\n', ": name 'falcon-512' belongs to a preset with other numbers"),
    (GOOD.replace("64", "63"), ": ring 'small': n = 63 is not a power of two"),
]


@pytest.mark.parametrize(("content", "rule"), FILES)
def test_a_wrong_file_is_refused(tmp_path: Path, content: str | bytes, rule: str) -> None:
    path = tmp_path / "small.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert refusal(path).startswith(f"{path}{rule}")


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.toml") == f"{tmp_path}/none.toml: cannot be read: No such file or directory"
    assert refusal(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"


NUMBERS = [
    ((0, 3329, 17, 256), "n = 0 is not a power of two"),
    ((4, 3329, 17, 256), "n = 4 is outside 8 to 4096"),
    ((8192, 3329, 17, 256), "n = 8192 is outside 8 to 4096"),
    ((256, 1, 17, 256), "q = 1 is not a prime"),
    ((256, -3329, 17, 256), "q = -3329 is not a prime"),
    ((256, 3328, 17, 256), "q = 3328 is not a prime, it is 2 * 1664"),
    ((256, 3331, 17, 256), "root_order = 256 does not divide q - 1 = 1665*2^1 for q = 3331"),
    ((256, 3481, 17, 256), "q = 3481 is not a prime, it is 59 * 59"),
    ((256, 16777729, 17, 256), "q = 16777729 has 25 bits, the hardware supports 5 to 24"),
    ((256, 3329, 17, 100), "root_order = 100 is neither n = 256 nor 2n = 512"),
    ((256, 3329, 17, 512), "root_order = 512 does not divide q - 1 = 13*2^8 for q = 3329"),
    ((256, 3329, 18, 256), "root = 18 has order 208 modulo q = 3329, not 256"),
    ((256, 3329, 289, 256), "root = 289 has order 128 modulo q = 3329, not 256"),
    ((256, 3329, 3328, 256), "root = 3328 has order 2 modulo q = 3329, not 256"),
    ((256, 3329, 0, 256), "root = 0 is outside 2 to q - 1 = 3328"),
    ((256, 3329, 17 + 3329, 256), "root = 3346 is outside 2 to q - 1 = 3328"),
    ((256, 3329, True, 256), "root = True is not an integer"),
]


@pytest.mark.parametrize(("numbers", "rule"), NUMBERS)
def test_a_wrong_ring_is_refused(numbers: tuple[int, int, int, int], rule: str) -> None:
    with pytest.raises(TwiddleError) as error:
        Ring("mine", *numbers)
    assert str(error.value) == f"ring 'mine': {rule}"
