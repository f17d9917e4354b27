# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What of the RTL the tests reach: counted by Verilator, merged over parameters, recorded by file."""

import json
from pathlib import Path

import pytest
from processes import finished
from rtl_tree import rtl_tree

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.evidence.results import Results
from twiddle.evidence.verify import suite
from twiddle.evidence.verify.campaign import Options
from twiddle.evidence.verify.suite import Coverage
from twiddle.tools.sim import build, linked
from twiddle.tools.sim.build import COVERAGE
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.usefixtures("little_simulation")

LIST = Path(__file__).with_name("unreached.toml")
MODULE = """\
module twd_small #(parameter int unsigned Later = 0) (input clk_i, input [1:0] a_i, output logic [1:0] b_o);
  function automatic logic [1:0] constant();
    constant = 2'd2;
  endfunction
  localparam logic [1:0] Two = constant();
  always_ff @(posedge clk_i) begin
    if (a_i == 2'd3) begin
      b_o <= Two;
    end else begin
      b_o <= a_i;
    end
  end
  if (Later != 0) begin : gen_later
    logic is_odd;
    always_comb begin
      is_odd = 1'b0;
      if (b_o[0])
        is_odd = 1'b1;
    end
  end
endmodule
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "rtl"
    root.mkdir()
    (root / "twd_small.sv").write_text(MODULE, encoding="utf-8")
    (root / "manifest.toml").write_text('[modules.twd_small]\nfiles = ["twd_small.sv"]\n', encoding="utf-8")
    return root


def reached(root: Path, later: int, values: list[int], folder: Path, monkeypatch: pytest.MonkeyPatch) -> suite.Points:
    folder.mkdir()
    monkeypatch.setenv(COVERAGE, str(folder))
    simulator = UnitSimulator("twd_small", {"Later": later}, rtl_root=root)
    for value in values:
        simulator.run({"a_i": [value]}, latency=1)
    return suite.read(folder)


def test_what_is_not_reached_is_named_until_another_model_reaches_it(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = reached(tree, 0, [2, 0], tmp_path / "first", monkeypatch)
    points = first["twd_small.sv"]
    assert suite.constant_functions(MODULE, points) == {2, 3, 4}
    found = suite.figures(points, {2, 3, 4})
    assert (found["lines"], found["branches"]) == ([4, 5], [1, 2])
    assert found["missed"] == ["7 if", "8"]
    second = reached(tree, 1, [3, 0], tmp_path / "second", monkeypatch)
    assert suite.figures(second["twd_small.sv"], {2, 3, 4})["missed"] == ["17 if", "18"]
    both = suite.figures(suite.merged([first, second])["twd_small.sv"], {2, 3, 4})
    assert (both["lines"], both["missed"]) == ([8, 9], ["17 if", "18"])
    reached_all, every = both["toggles"]
    assert 0 < reached_all < every


TWO_MODELS = """\
#include <memory>
#include "Vtop.h"

struct Model {
  VerilatedContext context;
  Vtop top{&context};
};
static std::unique_ptr<Model> model;

int main() {
  for (int enable = 0; enable < 2; ++enable) {
    model.reset(new Model);
    model->top.en_i = enable;
    for (int clock = 0; clock < 4; ++clock) {
      model->top.clk_i = clock & 1;
      model->top.eval();
    }
  }
}
"""


def test_a_model_that_ends_with_the_process_adds_to_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, folder = tmp_path / "two.cpp", tmp_path / "found"
    source.write_text(TWO_MODELS, encoding="utf-8")
    folder.mkdir()
    monkeypatch.setenv(COVERAGE, str(folder))
    done = finished([linked.link("twd_delay", manifest.sources("twd_delay"), [source])])
    assert done.returncode == 0, done.stderr
    found = suite.figures(suite.read(folder)["prim/twd_delay.sv"])
    assert (found["branches"], found["missed"]) == ([2, 2], [])


def test_a_changed_file_is_not_that_of_the_hardware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(COVERAGE, str(tmp_path))
    root = rtl_tree(tmp_path / "tree", "prim/twd_skid.sv", "hold_q <= in_data_i", "hold_q <= '0")
    assert build.coverage(manifest.sources("twd_fifo", root), root)
    assert not build.coverage(manifest.sources("twd_skid", root), root)


def test_what_does_not_count_is_there_and_has_a_reason(tree: Path, tmp_path: Path) -> None:
    found = suite.excluded_lines(LIST)
    assert len({why for lines in found.values() for why in lines.values()}) == LIST.read_text().count("why = ")
    path = tmp_path / "list.toml"
    path.write_text('[[excluded]]\nwhy = "x"\ntexts = ["module twd_small #("]\n', encoding="utf-8")
    assert suite.excluded_lines(path, tree) == {"twd_small.sv": {1: "x"}}
    path.write_text('[[excluded]]\nwhy = "x"\ntexts = ["b_o <= Two", "b_o <= Three"]\n', encoding="utf-8")
    with pytest.raises(TwiddleError, match=r"list\.toml: 'b_o <= Three': in no line of \*$"):
        suite.excluded_lines(path, tree)


def test_the_record_is_of_the_files_there_are() -> None:
    if Coverage.record in Results().pending():
        pytest.skip("results/pending.json: make rtl-coverage has not run on this hardware")
    record = json.loads((Results().folder / Coverage.record).read_text(encoding="utf-8"))
    assert record["rtl_hash"] == Coverage().hashes()["rtl_hash"]
    assert record["files"].keys() == Coverage().summary([], [])["files"].keys()


LEAST = 0.98
"""Of the lines of each file, and of its branches."""

BELOW: dict[str, str] = {
    "rtl/memory/twd_pass_sequencer.sv": "passes without UNLOAD are never stopped: their en_i is 1 wherever it is used"
}
"""Files with fewer, each with the reason."""


def test_what_is_not_reached_is_little_or_explained() -> None:
    if Coverage.record in Results().pending():
        pytest.skip("results/pending.json: make rtl-coverage has not run on this hardware")
    files = json.loads((Results().folder / Coverage.record).read_text(encoding="utf-8"))["files"]
    below = {
        file: found["missed"]
        for file, found in files.items()
        if any(reached < LEAST * every for reached, every in (found["lines"], found["branches"]))
    }
    assert below.keys() == BELOW.keys(), f"neither reached nor explained, or explained without need: {below}"


class Little(Coverage):
    chosen = ("tests/test_manifest.py::test_files_of_a_core_by_its_name",)


def test_a_record_has_every_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path))
    found = Little().run(Options(Results(tmp_path), workers=1))
    assert found.endswith(": 0.0% of 0 lines, 0.0% of 0 branches, 0.0% of 0 toggles")
    record = json.loads((tmp_path / Coverage.record).read_text(encoding="utf-8"))
    assert {f"rtl/{file}" for module in manifest.modules().values() for file in module.files} == record["files"].keys()
    assert Coverage().count(record) == 0
