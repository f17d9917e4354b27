# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area by module on the page: one role and one colour for each module, one scale for all bars."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from twiddle.base import manifest
from twiddle.base.rings import ring
from twiddle.catalog import designs
from twiddle.evidence.results import Results
from twiddle.study.page import area, breakdown, roles
from twiddle.tools.synth.records import Cells
from twiddle.tools.targets.base import RESOURCES

RECORDS = breakdown.load_all(Results())
KINDS = {"LUT": "lut", "FF": "ff", "DSP": "dsp", "BRAM36": "bram36"}
RECT = re.compile(
    r'<rect x="([\d.]+)" y="0" width="([\d.]+)" height="10" class="fill(\d)">'
    r"<title>(\w+), ([\w ]+): ([\d.]+) (\w+), \d+ %</title></rect>"
)


@pytest.mark.parametrize(
    ("file", "role"),
    [
        ("arith/product/twd_dsp_product.sv", "multiply"),
        ("arith/reduce/twd_mod_fold_step.sv", "multiply"),
        ("arith/twd_mod_add.sv", "butterflies"),
        ("butterfly/twd_butterfly.sv", "butterflies"),
        ("butterfly/twd_twiddle_mul.sv", "multiply"),
        ("inplace/twd_inplace_butterflies.sv", "butterflies"),
        ("inplace/twd_inplace_load.sv", "streams"),
        ("inplace/twd_inplace_memory_single.sv", "memory"),
        ("inplace/twd_inplace_schedule.sv", "control"),
        ("inplace/twd_inplace_twiddle_rom.sv", "tables"),
        ("memory/twd_pass_sequencer.sv", "control"),
        ("prim/twd_delay_ram.sv", roles.USER),
        ("prim/twd_fifo.sv", "streams"),
        ("prim/twd_ram_1r1w.sv", "memory"),
        ("prim/twd_rom_2r_block.sv", "tables"),
        ("quad/twd_quad_transpose.sv", "memory"),
        ("row/twd_pwmm_mul_unit.sv", "multiply"),
        ("stream/mdc/twd_mdc_reorder.sv", "memory"),
        ("stream/twd_stream_shell.sv", "streams"),
        (None, "generated"),
    ],
)
def test_the_role_of_a_module(file: str | None, role: str) -> None:
    assert roles.role(file) == role


def test_every_rule_is_of_some_module() -> None:
    files = [each.files[0] for each in manifest.modules().values()]
    used = {next(rule for rule in roles.RULES if roles.fits(file, rule)) for file in files}
    assert used == set(roles.RULES), "a rule that no module needs"
    assert {role for _, role in roles.RULES} | {"generated"} == {*roles.ROLES, roles.USER}


def leaf(module: str, lut: int, *children: breakdown.Tree) -> breakdown.Tree:
    return breakdown.Tree("u", module, Cells(lut=lut, ff=0, dsp=0, bram36=0), list(children))


def test_a_delay_belongs_to_its_user() -> None:
    tree = leaf(
        "twd_iterative",
        0,
        leaf("twd_butterfly", 5, leaf("twd_delay", 3), leaf("twd_dsp_product", 7, leaf("twd_carry_add", 2))),
        leaf("twd_fifo", 1),
    )
    found = roles.by_role(tree, manifest.modules())
    sums = {role: {name: cells["lut"] for name, cells in each.items()} for role, each in found.items()}
    assert sums == {
        "multiply": {"twd_dsp_product": 7, "twd_carry_add": 2},
        "butterflies": {"twd_butterfly": 5, "twd_delay": 3},
        "streams": {"twd_fifo": 1},
    }


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.path)
def test_the_roles_of_a_core_sum_to_it(record: breakdown.Breakdown) -> None:
    found = roles.by_role(record.tree, manifest.modules())
    for kind in RESOURCES:
        parts = sum(cells[kind] for each in found.values() for cells in each.values())
        assert parts == record.tree.total[kind]
    design = designs.core(record.core, ring(record.ring), **record.parameters)
    assert ("generated" in found) == design.generated


def test_a_role_has_one_colour_and_a_cell_one_length() -> None:
    drawn = area.area(RECORDS, [])
    order = list(roles.ROLES)
    lengths: dict[str, list[float]] = defaultdict(list)
    found = RECT.findall(drawn)
    assert len(found) == drawn.count("<rect") > 100
    for _, width, colour, role, _, cells, title in found:
        assert order[int(colour)] == role
        if float(width) > 1:
            lengths[KINDS[title]].append(float(width) / float(cells))
    assert lengths.keys() == set(RESOURCES)
    for each in lengths.values():
        assert max(each) == pytest.approx(min(each), rel=0.01), "all bars of a kind have one scale"
    assert lengths["lut"][0] == pytest.approx(lengths["ff"][0], rel=0.01)
    ends = [float(x) + float(width) for x, width, *_ in found]
    assert max(ends) == pytest.approx(100, abs=0.1), "the longest bar is as long as can be"
    assert drawn.count('class="legend"') == 1


def test_bars_of_a_small_core_are_short() -> None:
    scale = area.scales(RECORDS)
    totals = [record.tree.total for record in RECORDS]
    assert scale["lut"] == scale["ff"] == max(max(each["lut"], each["ff"]) for each in totals)
    assert scale["dsp"] == max(each["dsp"] for each in totals)
