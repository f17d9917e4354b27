# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What is measured is what was verified: Yosys' netlists in the conformance harness, and in four states."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import fourstate_icarus
import numpy as np
import pytest
from compare_cases import a_record
from covers import marked
from rtl_tree import edit, rtl_tree

from twiddle import core
from twiddle.base.errors import AssertionFailed, CheckFailed, TwiddleError
from twiddle.base.progress import silent
from twiddle.base.rings import Ring
from twiddle.catalog.block import Block
from twiddle.catalog.designs import cores
from twiddle.evidence.results import Results
from twiddle.evidence.verify import netlists
from twiddle.evidence.verify.netlists import SMALL, label, smallest, smoke
from twiddle.tools import fourstate
from twiddle.tools.conformance import conform
from twiddle.tools.sim import netlist
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.sim.unit import UnitSimulator
from twiddle.tools.synth.tools import ToolRunner

SMOKE = smoke()
FEW_CELLS = [design for design in SMOKE if "product" not in design.parameters.values()]
"""What Yosys simulates in seconds; Icarus Verilog takes the others too."""

FEWEST = [design for design in SMOKE if design.core in ("iterative", "pwmm")]

EACH = pytest.mark.parametrize("design", marked(SMOKE, list(map(label, SMOKE)), FEWEST))
"""Cores whose netlists are large are for `make matrix` and `make netlists`."""

ROWS = next(design for design in SMOKE if design.core == "pwmm")
SMALLEST = smallest(next(kind for kind in cores() if kind.name == "iterative"))

needs_icarus = pytest.mark.skipif(fourstate.icarus() is None, reason="Icarus Verilog is not installed")


def built(design: Block, stage: str) -> netlist.Netlist:
    return netlist.build(design.top, design.rtl_parameters(), stage, design.rtl_root)


def test_every_core_is_among_the_designs() -> None:
    assert {design.core for design in SMOKE} == {kind.name for kind in cores()}
    for design in SMOKE:
        assert design.ring in SMALL


def memories(of: netlist.Netlist) -> dict[str, set[str]]:
    """The kinds of cells of each memory before the design is mapped: its initial contents, reads and writes."""
    module = json.loads((of.folder / "elab.json").read_text())["modules"][netlist.TOP]
    found: dict[str, set[str]] = {name: set() for name in module.get("memories", {})}
    for cell in module["cells"].values():
        if "MEMID" in cell["parameters"]:
            name = cell["parameters"]["MEMID"].removeprefix("\\")
            found.setdefault(name, set()).add(cell["type"].removesuffix("_v2"))
    return found


def written_tables(of: netlist.Netlist) -> list[str]:
    """The memories that are written and have initial contents, which no ASIC has and no reset restores."""
    return sorted(name for name, kinds in memories(of).items() if {"$meminit", "$memwr"} <= kinds)


@EACH
def test_the_elaborated_netlist_conforms(design: Block) -> None:
    found = conform(design, netlist=netlist.Stage("elaborated"))
    assert found.keys() == {"operations", "stalls", "bad", "refused", "resets"}
    assert min(found.values()) > 0
    assert written_tables(built(design, "elaborated")) == []


@pytest.mark.parametrize("design", marked(FEW_CELLS, list(map(label, FEW_CELLS)), FEWEST))
def test_four_states_from_power_up_in_yosys(design: Block) -> None:
    fourstate.run_yosys(fourstate.Bench(design), built(design, "elaborated"))


@needs_icarus
@EACH
def test_four_states_from_power_up_in_icarus(design: Block) -> None:
    fourstate_icarus.run(fourstate.Bench(design), built(design, "elaborated"))


BLOCKS = [core(name, "ml-kem", butterflies=1) for name in ("iterative", "rns")]
"""With block RAM of one and of two ports, tables in block RAM, multipliers."""


@pytest.mark.parametrize("design", marked([SMALLEST, *BLOCKS], list(map(label, [SMALLEST, *BLOCKS])), [SMALLEST]))
def test_a_netlist_for_gowin_conforms(design: Block) -> None:
    """Whose clock rates are published: of LUTs, carry cells and RAM of LUTs, and of block RAM and multipliers."""
    found = conform(design, netlist=netlist.Stage("gowin"))
    assert min(found.values()) > 0
    used = built(design, "gowin").mapped_cells()
    assert design is SMALLEST or {"DPX9B", "SPX9", "SDPX9B"} & used.keys()


ASSERTED = {name: next(design for design in SMOKE if design.core == name) for name in ("quad", "mdc", "quad-hls")}
ASSERTED = {"iterative": SMALLEST, "pwmm": ROWS, **ASSERTED}


@needs_icarus
@pytest.mark.parametrize("core_name", marked(list(ASSERTED), list(ASSERTED), ["iterative", "pwmm"]))
def test_unknown_values_do_not_fail_an_assertion(core_name: str) -> None:
    """Neither those of unreset pipes after power-up, nor operands and idle buses that the bench makes X."""
    design = ASSERTED[core_name]
    fourstate_icarus.run(fourstate.Bench(design), built(design, "asserted"))


FALSE = {
    "a result out of range": (
        *("iterative", "arith/reduce/twd_mod_fold.sv"),
        *("$signed(result_lazy_o)), Q)", "$signed(result_lazy_o)), Q / 2)", "Result"),
    ),
    "false": (
        *("iterative", "memory/twd_operation.sv"),
        *("`TWD_ASSERT(Op", "`TWD_ASSERT(Canary, !complete_o)\n`TWD_ASSERT(Op", "Canary"),
    ),
    "an unknown history": (
        *(
            "iterative",
            "prim/twd_assert.svh",
            "``_earlier_q, (earlier) === 1'b1})",
            "``_earlier_q, earlier})",
            "Result",
        ),
    ),
    "an uncorrected difference": (
        *("quad", "arith/twd_mod_correct_registered.sv", "below_q ? Modulus", "below_q ? '0", "ResultCanonical"),
    ),
    "a sum of a row that is not corrected": (
        *("pwmm", "arith/twd_mod_add.sv", "sum_o <= canonical;", "sum_o <= raw_q[Width-1:0];", "SumsCanonical"),
    ),
    "residues of the last fold that are not centred": (
        *("mdc", "arith/reduce/twd_mod_fold.sv", "entry >= top ? entry - Q : entry;", "entry;", "Result"),
    ),
    "an operand that counts as loaded with the other one": (
        *("quad-hls", "memory/twd_operation.sv", "|| a_last_i;", "|| b_last_i;", "FreedWhenLoaded"),
    ),
}
"""A core, a file of its sources, a text of it and the fault in its place, and the assertion that fires."""


@needs_icarus
@pytest.mark.parametrize("fault", marked(list(FALSE), list(FALSE), list(FALSE)[:3]))
def test_a_false_assertion_is_heard_in_four_states(fault: str, tmp_path: Path) -> None:
    """An unknown history is what that of an assertion must not be: X where the operand was X."""
    core_name, file, old, new, name = FALSE[fault]
    design = ASSERTED[core_name]
    if design.rtl_root is None:
        root = rtl_tree(tmp_path)
    else:
        shutil.copytree(design.rtl_root, root := tmp_path / "rtl")
    edit(root, file, old, new)
    found = netlist.build(design.top, design.rtl_parameters(), "asserted", root)
    with pytest.raises(AssertionFailed, match=rf"Icarus Verilog: assertion \S*{name}\S* failed at cycle \d+$"):
        fourstate_icarus.run(fourstate.Bench(design), found)


@EACH
def test_nothing_depends_on_an_initial_value(design: Block) -> None:
    """As in an ASIC: no initial contents at all, and the tables as logic."""
    logic = core(design.core, design.ring, **{**design.parameters, "LogicTables": 1})
    found = built(logic, "bare")
    assert (found.folder / "initial.txt").read_text() == ""
    assert all("$memwr" in kinds for kinds in memories(found).values())
    conform(logic, netlist=netlist.Stage("bare"))
    if fourstate.icarus() is not None:
        fourstate_icarus.run(fourstate.Bench(logic), found)


# --- the checks themselves ----------------------------------------------------------------------------------


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """An RTL tree of one module, whose body the test writes."""
    (tmp_path / "common").mkdir()
    (tmp_path / "manifest.toml").write_text('[modules.twd_test]\nfiles = ["common/twd_test.sv"]\n')
    return tmp_path


def write_unit(root: Path, body: str) -> None:
    ports = "input logic [W-1:0] a_i, output logic [W-1:0] z_o"
    text = f"module twd_test #(parameter int unsigned W = 11) ({ports});\n{body}\nendmodule\n"
    (root / "common" / "twd_test.sv").write_text(text)


def outputs(root: Path, body: str, values: list[int], stage: str = "") -> list[int]:
    write_unit(root, body)
    unit = UnitSimulator("twd_test", {}, rtl_root=root, netlist=netlist.Stage(stage) if stage else None)
    return unit.run({"a_i": values}, latency=0)["z_o"].tolist()


def test_a_netlist_shows_where_the_front_ends_differ(unit: Path) -> None:
    """Yosys 0.70 drops the sign: once it does not, the rule of lint/subset.py may go."""
    body = "  localparam int unsigned Q = 257;\n  assign z_o = a_i[0] ? -W'(Q) : '0;"
    assert outputs(unit, body, [0, 1]) == [0, 2**11 - 257]
    assert outputs(unit, body, [0, 1], "elaborated") == [0, 257]
    right = body.replace("-W'(Q)", "'0 - W'(Q)")
    assert outputs(unit, right, [0, 1], "elaborated") == outputs(unit, right, [0, 1]) == [0, 2**11 - 257]


def test_a_result_that_is_not_the_model_s_is_found() -> None:
    design = SMALLEST
    of = design.ring
    other = Ring(of.name, of.n, of.q, pow(of.root, 3, of.q), of.root_order)
    wrong = core(design.core, other, **design.parameters)
    simulator = Simulator(design, netlist=netlist.Stage("elaborated"))
    with pytest.raises(CheckFailed, match=r"operations: \d+ of 40 results are wrong, first operation 0 \(ntt\)"):
        conform(wrong, simulator=simulator)


def without_reset(net: netlist.Netlist, folder: Path) -> netlist.Netlist:
    """The same netlist, the reset of every flip-flop taken away."""
    document = json.loads((net.folder / "elab.json").read_text(encoding="utf-8"))
    cells = document["modules"][netlist.TOP]["cells"].values()
    reset = [cell for cell in cells if cell["type"] in ("$adff", "$adffe", "$sdff", "$sdffe", "$sdffce")]
    for cell in reset:
        cell["type"] = "$dffe" if "EN" in cell["connections"] else "$dff"
        for part in ("parameters", "port_directions", "connections"):
            cell[part] = {key: value for key, value in cell[part].items() if "RST" not in key}
    assert reset
    (folder / "elab.json").write_text(json.dumps(document), encoding="utf-8")
    runner = ToolRunner("without reset", folder, 60.0, silent)
    runner.yosys("write", "write", "read_json elab.json\nwrite_verilog -noattr netlist.v\n")
    return netlist.Netlist(folder, "elaborated")


@pytest.mark.parametrize(
    ("name", "run"),
    [("Yosys", fourstate.run_yosys), pytest.param("Icarus Verilog", fourstate_icarus.run, marks=needs_icarus)],
)
def test_an_x_that_no_reset_ends_is_found(name: str, run: Callable[..., object], tmp_path: Path) -> None:
    faulty = without_reset(built(ROWS, "elaborated"), tmp_path)
    with pytest.raises(CheckFailed, match=rf"{name}: 0 of \d+ beats of results in \d+ cycles from power-up"):
        run(fourstate.Bench(ROWS), faulty)


def test_a_wrong_beat_is_found_in_four_states() -> None:
    bench = fourstate.Bench(ROWS)
    bench.traffic.c[-1, -1] ^= 1
    with pytest.raises(CheckFailed, match="a result or a handshake is wrong or X"):
        fourstate.run_yosys(bench, built(ROWS, "elaborated"))


def test_tables_without_their_initial_contents_are_found() -> None:
    """Of a table in an `initial` block nothing is left, and the results are wrong."""
    found = built(SMALLEST, "bare")
    assert (found.folder / "initial.txt").read_text() != ""
    assert not all("$memwr" in kinds for kinds in memories(found).values())
    with pytest.raises(CheckFailed, match="results are wrong"):
        conform(SMALLEST, netlist=netlist.Stage("bare"))


def test_a_written_memory_with_initial_contents_is_found(unit: Path) -> None:
    body = """
      logic [W-1:0] mem[64];
      initial for (int i = 0; i < 64; i++) mem[i] = W'(i);
      always @(posedge a_i[0]) if (a_i[1]) mem[a_i[7:2]] <= a_i;
      assign z_o = mem[a_i[7:2]];
    """
    write_unit(unit, body)
    assert written_tables(netlist.build("twd_test", {}, "elaborated", unit)) == ["mem"]


def test_netlists_that_there_are_not() -> None:
    design = SMOKE[0]
    with pytest.raises(
        TwiddleError, match="netlist 'gates': unknown; the stages are elaborated, asserted, bare, xc7, ecp5, gowin"
    ):
        Simulator(design, netlist=netlist.Stage("gates"))
    with pytest.raises(TwiddleError, match="no signal 'read' to probe in a netlist"):
        Simulator(design, netlist=netlist.Stage("elaborated"), probes=["read"])


def test_a_netlist_has_the_cells_and_the_hash_of_the_design() -> None:
    design = ROWS
    found = built(design, "elaborated")
    assert found.ports()["a_data_i"] == design.lanes * design.ring.bits
    assert found.design_hash() == built(design, "elaborated").design_hash()
    assert len(found.design_hash()) == 64
    a, b = np.random.default_rng(0).integers(0, design.ring.q, (2, 2, design.ring.n))
    result = Simulator(design, netlist=netlist.Stage("elaborated")).run("pwm", a, b)
    np.testing.assert_array_equal(result.c, design.model("pwm", a, b))


# --- the record of `make netlists` ---------------------------------------------------------------------


def test_points_have_every_value_of_every_parameter() -> None:
    """Elaborated; mapped are each core, each style of each kind of memories, and each method."""
    points = netlists.points()
    assert len(points) == len(set(map(str, points)))
    for kind in cores():
        of_kind = [point for point in points if isinstance(point.module, Block) and point.module.kind is kind]
        designs = [point.module for point in of_kind]
        assert {point.stage for point in of_kind} == set(netlists.STAGES)
        for spec in kind.specs.values():
            tried = {design.parameters.get(spec.name, spec.default) for design in designs}
            assert tried == set(spec.allowed), f"{kind.name}: {spec.name}"
    elaborated = {point.module for point in points if point.stage == "elaborated"}
    assert {*netlists.measured(), *netlists.multipliers()} <= elaborated
    mapped = [point.module for point in points if point.stage == "ecp5"]
    assert {design.parameters.get("Memory") for design in mapped if isinstance(design, Block)} > {"lut", "lut16"}
    for method in {each.method for each in netlists.multipliers()}:
        moduli = {each.q for each in netlists.multipliers() if each.method is method}
        both = {each.q for each in mapped if not isinstance(each, Block) and each.method is method}
        assert both >= {min(moduli), max(moduli)}


def test_the_record_is_complete_and_of_the_present_rtl() -> None:
    if netlists.RECORD in Results().pending():
        pytest.skip("results/pending.json: make netlists has not ended on this hardware")
    assert list(map(str, netlists.missing(Results()))) == [], "run: make netlists"
    assert min(min(row["compared"].values()) for row in netlists.recorded(Results())) > 0


def test_a_record_tells_how_its_netlist_was_simulated(tmp_path: Path) -> None:
    points = [
        {"design_hash": "a", "stage": "elaborated"},
        {"design_hash": "a", "stage": "xc7"},
        {"design_hash": "b", "stage": "elaborated"},
    ]
    (tmp_path / "verify").mkdir()
    (tmp_path / netlists.RECORD).write_text(json.dumps({"points": points}), encoding="utf-8")
    how = netlists.simulated(Results(tmp_path))
    for design, target, expected in (
        ("a", "xc7", "mapped"),
        ("a", "gowin", "elaborated"),
        ("b", "xc7", "elaborated"),
        ("c", "xc7", "not"),
    ):
        record = a_record(core("iterative", "ml-kem"), target, design_hash=design)
        assert how(record) == expected
        assert netlists.simulated(Results(tmp_path / "none"))(record) == "not"
