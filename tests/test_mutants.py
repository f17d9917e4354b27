# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Mutants drawn at random (mutant_list.py): each is caught by a check of the list of faults, or changes nothing.

Models of mutants are built without the warnings of Verilator, which are no check here; what is an error then is no
mutant.
"""

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from fault_list import FAULTS
from mutant_list import FOLDERS, MUTANTS, Mutant, candidates
from rtl_tree import rtl_tree
from test_axis import check_operands
from test_mutations import WAYS, caught, label

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.evidence.verify.suite import REFUSED

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

OWN = {"wrap/twd_axis_in.sv": ("operands of axis", "axis=one", "axis=two")}
"""The checks of a file of which the list of faults has none."""


def late_operands(root: Path) -> str:
    """As `caught`, of the check of the cycles of twd_axis_in."""
    try:
        check_operands(root)
    except (AssertionError, CheckFailed):
        return WAYS[AssertionError]
    return ""


CHECKS: dict[str, Callable[[Path], str]] = {label(fault.check): partial(caught, fault.check) for fault in FAULTS}
CHECKS["operands of axis"] = late_operands

WARNINGS = ("WIDTH", "SELRANGE", "ASCRANGE", "UNSIGNED", "CMPCONST", "CASEINCOMPLETE", "CASEOVERLAP", "LATCH")
WITHOUT_WARNINGS = "".join(f"/* verilator lint_off {name} */" for name in WARNINGS)
"""Warnings of Verilator are about what it simulates by the rules of the language."""


def checks(mutant: Mutant) -> list[str]:
    """The checks that may catch a mutant, those of its file first, those of buses, which are slow, last."""
    of_file = [label(fault.check) for fault in FAULTS if fault.file == mutant.file]
    named = dict.fromkeys([*of_file, *OWN.get(mutant.file, ()), *WHOLE[mutant.file.partition("/")[0]]])
    return sorted(named, key=lambda check: check.endswith("-axi"))


def tried(check: str, root: Path) -> str:
    """How a check fails on an RTL tree, empty when it passes; REFUSED: not only warnings keep it from a model."""
    for number in range(2):
        try:
            return CHECKS[check](root)
        except TwiddleError as error:
            if "elaboration" not in str(error):
                raise
        for path in root.rglob("*.sv") if number == 0 else ():
            path.write_text(WITHOUT_WARNINGS + path.read_text(encoding="utf-8"), encoding="utf-8")
    return REFUSED


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
        if found := tried(check, root):
            assert not how, f"{mutant.name}: is not equivalent: {check} catches it"
            how = found if found == REFUSED else f"{check}: {found}"
            break
    assert how, f"survivor: {mutant.name}: {mutant.text!r}"
    record_property("fault", (mutant.name, how))


def test_the_mutants_are_many_of_every_folder_and_drawn_alone() -> None:
    assert len(MUTANTS) >= 120
    assert {mutant.file.partition("/")[0] for mutant in MUTANTS} == set(FOLDERS)
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert EQUIVALENT.keys() <= {mutant.name for mutant in MUTANTS}
    assert all(reason for reason in EQUIVALENT.values())
    assert {check for named in (*WHOLE.values(), *OWN.values()) for check in named} <= CHECKS.keys()
    for mutant in MUTANTS:
        source = (manifest.rtl_root() / mutant.file).read_text(encoding="utf-8")
        assert mutant.put_into(source) != source


def test_what_is_no_code_has_no_mutant() -> None:
    source = "  input logic a == b,\n  // a == b\n  `TWD_ASSERT(Same, a == b)\n  assign c = a == b;  // or !=\n"
    assert [mutant.name for mutant, _ in candidates("x.sv", source)] == ["x.sv:4 equal"]


def test_a_width_is_one_bit_narrower() -> None:
    source = "  logic [Width-1:0] a;\n  logic [0:0] b;\n  assign a[7:0] = 4'(a[4*i+:4]) + Width'(b) + 1'(b);\n"
    found = [mutant.put_into(source) for mutant, _ in candidates("x.sv", source) if mutant.text != "-"]
    changes = (("Width-1", "(Width-1-1)"), ("7", "6"), (":4", ":3"), ("4'", "3'"), ("Width'", "(Width-1)'"))
    assert found == [source.replace(old, new, 1) for old, new in changes]
