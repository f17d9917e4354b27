# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Mutants drawn at random (mutant_list.py): each is caught by a check of the list of faults, or changes nothing."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from fault_list import FAULTS
from mutant_list import FOLDERS, MUTANTS, Mutant, candidates
from rtl_tree import rtl_tree
from test_mutations import caught, label

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError

pytestmark = pytest.mark.usefixtures("little_simulation")

EQUIVALENT = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8"))
"""Mutants that change no output of their module, by name, with the reason."""

WHOLE = {
    "unit": (
        "check=poly-unit",
        "check=operands",
        "check=poly-unit-axi",
        "check=poly-unit-zeroize",
        "check=lattice-cycles",
    ),
    "keccak": ("check=keccak", "check=keccak-folded"),
    "sample": ("sample=map", "sample=jobs", "sample=hashed", "check=lattice-axi"),
    "codec": ("codec=map", "codec=encoder", "codec=hints", "check=lattice-axi"),
    "lattice": (
        "check=lattice",
        "check=lattice-forged",
        "check=lattice-replay",
        "check=lattice-cycles",
        "check=lattice-axi",
    ),
    "wrap": ("check=lattice-axi", "check=poly-unit-axi"),
}
"""The checks of a folder, after those that the list of faults has for the file."""

CHECKS = {label(fault.check): fault.check for fault in FAULTS}


def checks(mutant: Mutant) -> list[str]:
    """The checks that may catch a mutant, those of its file first, those of buses, which are slow, last."""
    of_file = [label(fault.check) for fault in FAULTS if fault.file == mutant.file]
    named = dict.fromkeys([*of_file, *WHOLE[mutant.file.partition("/")[0]]])
    return sorted(named, key=lambda check: check.endswith("-axi"))


@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(mutant, id=mutant.name.replace(" ", "-"), marks=pytest.mark.batch(mutant.name, repr(mutant)))
        for mutant in MUTANTS
    ],
)
@pytest.mark.long
def test_a_mutant_is_caught(mutant: Mutant, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    how = "equivalent" if mutant.name in EQUIVALENT else ""
    for number, check in enumerate(checks(mutant)):
        root = rtl_tree(tmp_path / str(number))  # some checks change it
        path = root / mutant.file
        path.write_text(mutant.put_into(path.read_text(encoding="utf-8")), encoding="utf-8")
        try:
            found = caught(CHECKS[check], root)
        except TwiddleError as error:
            if "elaboration" not in str(error):
                raise
            found = "does not elaborate"
        if found:
            assert not how, f"{mutant.name}: is not equivalent: {check} catches it"
            how = f"{check}: {found}"
            break
    assert how, f"survivor: {mutant.name}: {mutant.text!r}"
    record_property("fault", (mutant.name, how))


def test_the_mutants_are_many_of_every_folder_and_drawn_alone() -> None:
    assert len(MUTANTS) >= 100
    assert {mutant.file.partition("/")[0] for mutant in MUTANTS} == set(FOLDERS)
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert EQUIVALENT.keys() <= {mutant.name for mutant in MUTANTS}
    assert all(reason for reason in EQUIVALENT.values())
    assert {check for named in WHOLE.values() for check in named} <= CHECKS.keys()
    for mutant in MUTANTS:
        source = (manifest.rtl_root() / mutant.file).read_text(encoding="utf-8")
        assert mutant.put_into(source) != source


def test_what_is_no_code_has_no_mutant() -> None:
    source = "  input logic a == b,\n  // a == b\n  `TWD_ASSERT(Same, a == b)\n  assign c = a == b;  // or !=\n"
    assert [mutant.name for mutant, _ in candidates("x.sv", source)] == ["x.sv:4 equal"]
