# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores with registers and windows on AXI4-Lite, their description, and the clearing of a core."""

import re
from pathlib import Path

import pytest
from axil_cases import CASES, QUICK, check
from processes import needs_icarus

import twiddle
from pages import tables
from twiddle.base.errors import TwiddleError
from twiddle.bundle.wrap import registers
from twiddle.bundle.wrap.top import Wrapper

pytestmark = pytest.mark.covers(
    "twd_axil",
    "twd_axil_bus",
    "twd_axil_control",
    "twd_axil_windows",
    "twd_frame_feed",
    "twd_regs",
    "twd_regs_pkg",
    "twd_zeroize",
)


def of_matrix(name: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.matrix, *[pytest.mark.reaches] * (name == "mdf")]


@pytest.mark.parametrize(
    ("name", "count", "accesses"),
    [
        *(pytest.param(name, 2, 300, marks=needs_icarus) for name in QUICK),
        *(pytest.param(name, 2, 300, marks=of_matrix(name)) for name in CASES if name not in QUICK),
        pytest.param("iterative", 4, 5_000, marks=pytest.mark.matrix),
    ],
)
def test_a_core_behind_registers(name: str, count: int, accesses: int, tmp_path: Path) -> None:
    check(CASES[name], tmp_path, icarus=name in QUICK and count == 2, count=count, accesses=accesses)


def check_bits(name: str, folder: Path, root: Path | None = None) -> None:
    CASES[name].run("axil_bits_cocotb", 1, folder, root, icarus=False)


def test_a_bit_above_a_coefficient_is_an_error(tmp_path: Path) -> None:
    check_bits("iterative", tmp_path)


def test_wrappers_refuse_what_they_do_not_take() -> None:
    """The rules that test_cli_refusals does not break by `twiddle export`."""
    with pytest.raises(TwiddleError, match=r"slot 16: .* less than the 23 bits"):
        Wrapper(slot=16).text(twiddle.core("iterative", "ml-dsa"), "wrapped")
    with pytest.raises(TwiddleError, match="Select = 1"):
        Wrapper(windows=True).text(twiddle.core("mdf", "falcon-1024", Form="transform", Select=1), "wrapped")


@pytest.mark.parametrize("name", registers.ALL)
def test_the_description_is_that_of_the_hardware(name: str) -> None:
    known = registers.load(name)
    text = (registers.description(name).parent / f"{name}_pkg.sv").read_text(encoding="utf-8")
    words = {register: 4 * int(word) for register, word in re.findall(r"REG_(\w+)\s*= \d'd(\d+)", text)}
    assert words == {register: known.address[register] for register in known.fields}
    errors = known.fields["ERRORS"]
    for error, bit in re.findall(r"ERR_(\w+) = (\d+);", text):
        assert errors[error.lower()] == (int(bit), int(bit))
    assert f" ERRORS = {len(errors)};" in text


@pytest.mark.parametrize("name", registers.ALL)
def test_the_version_of_the_registers_is_that_of_the_library(name: str) -> None:
    found = registers.load(name)
    fields = found.fields["VERSION"]
    parts = [found.reset["VERSION"] >> fields[name][0] & 0xFF for name in ("major", "minor", "patch")]
    assert ".".join(map(str, parts)) == twiddle.__version__


DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", registers.ALL)
def test_the_tables_have_every_register(name: str) -> None:
    names = re.findall(r"\*\*(\w+)\*\*", tables.registers_table(name))
    assert set(names) == set(registers.load(name).address)


@pytest.mark.parametrize(
    ("page", "head", "column"),
    [("cores/registers", "| bit | cause | answer of the bus |", 1), ("cores/wrappers", "| cause | bit |", 2)],
)
def test_the_pages_explain_every_cause_of_an_error(page: str, head: str, column: int) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    rows = text.split(f"{head}\n")[1].split("\n\n")[0].splitlines()[1:]
    assert sorted(row.split("|")[column].strip(" `") for row in rows) == sorted(registers.load().fields["ERRORS"])
