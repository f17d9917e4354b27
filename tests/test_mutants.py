# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Mutants drawn at random (mutant_list.py): each is caught by a check of the list of faults, or changes nothing.

A warning of Verilator ends every build, but catches only what nothing else does: where there is one, the model is built
without it. What is an error then is no mutant.
"""

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from fault_list import FAULTS
from lattice_axi_cases import QUICK, check_axi
from mutant_list import FOLDERS, MUTANTS, Mutant, candidates
from rtl_tree import rtl_tree
from test_axil import check_bits
from test_axis import check_operands
from test_mutations import WAYS, caught, in_a_folder, label

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
    "keccak": ("check=keccak", "check=keccak-slices"),
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

OWN: dict[str, dict[str, Callable[[Path], object]]] = {
    "wrap/twd_axis_in.sv": {"cycles of operands": check_operands},
    "wrap/twd_axil.sv": {"bits of windows": in_a_folder(check_bits, "iterative")},
    "wrap/twd_lattice_axi.sv": {"mu on AXI": in_a_folder(check_axi, {**QUICK, "operations": [9]})},
}
"""Checks that the list of faults does not have, by the file that they are for."""


def failed(check: Callable[[Path], object], root: Path) -> str:
    """As `caught`, of such a check."""
    try:
        check(root)
    except (AssertionError, CheckFailed):
        return WAYS[AssertionError]
    return ""


CHECKS: dict[str, Callable[[Path], str]] = {label(fault.check): partial(caught, fault.check) for fault in FAULTS}
CHECKS |= {name: partial(failed, check) for own in OWN.values() for name, check in own.items()}

WARNINGS = ("WIDTH", "ASCRANGE", "UNSIGNED", "CMPCONST", "CASEINCOMPLETE", "CASEOVERLAP", "LATCH")
WITHOUT_WARNINGS = "".join(f"/* verilator lint_off {name} */" for name in WARNINGS)
"""About what Verilator simulates by the rules of the language; a bit out of range has no value in its two states."""


def checks(mutant: Mutant) -> list[str]:
    """The checks that may catch a mutant, those of its file first, those of buses, which are slow, last."""
    of_file = [label(fault.check) for fault in FAULTS if fault.file == mutant.file]
    named = dict.fromkeys([*of_file, *OWN.get(mutant.file, ()), *WHOLE[mutant.file.partition("/")[0]]])
    return sorted(named, key=lambda check: check.endswith("-axi"))


def tried(check: str, mutant: Mutant, folder: Path) -> tuple[str, bool]:
    """How a check fails on a mutant, empty when it passes, REFUSED without a model; and whether there is a warning."""
    for before in ("", WITHOUT_WARNINGS):
        root = rtl_tree(folder / f"tree{len(before)}")  # some checks change it
        path = root / mutant.file
        path.write_text(mutant.put_into(path.read_text(encoding="utf-8")), encoding="utf-8")
        for path in root.rglob("*.sv"):
            path.write_text(before + path.read_text(encoding="utf-8"), encoding="utf-8")
        try:
            return CHECKS[check](root), before != ""
        except TwiddleError as error:
            if "elaboration" not in str(error):
                raise
    return REFUSED, True


@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(mutant, id=mutant.name.replace(" ", "-"), marks=pytest.mark.batch(mutant.name, repr(mutant)))
        for mutant in MUTANTS
    ],
)
@pytest.mark.long
def test_a_mutant_is_caught(mutant: Mutant, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    how, warned = "equivalent" if mutant.name in EQUIVALENT else "", False
    for number, check in enumerate(checks(mutant)):
        found, warns = tried(check, mutant, tmp_path / str(number))
        warned |= warns
        if found:
            assert not how, f"{mutant.name}: is not equivalent: {check} catches it"
            how = found if found == REFUSED else f"{check}: {found}"
            break
    how = how or ("a warning of Verilator" if warned else "")
    assert how, f"survivor: {mutant.name}: {mutant.text!r}"
    record_property("fault", (mutant.name, how))


def test_the_mutants_are_many_of_every_folder_and_drawn_alone() -> None:
    assert len(MUTANTS) >= 120
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


def test_a_width_is_one_bit_narrower() -> None:
    source = "  logic [Width-1:0] a;\n  logic [0:0] b;\n  assign a[7:0] = 4'(a[4*i+:4]) + Width'(b) + 1'(b);\n"
    found = [mutant.put_into(source) for mutant, _ in candidates("x.sv", source) if mutant.text != "-"]
    changes = (("Width-1", "(Width-1-1)"), ("7", "6"), (":4", ":3"), ("4'", "3'"), ("Width'", "(Width-1)'"))
    assert found == [source.replace(old, new, 1) for old, new in changes]
