# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every check of `make lint` finds what it is there for, and says where."""

import subprocess
from pathlib import Path

import pytest

from lint import __main__ as runner
from lint import files, slang, subset, tools, words
from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import rings


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


# The portable subset

BANNED = {
    "assign cfg = '{n: 256};": "assignment pattern",
    "  import twd_ring_pkg::*;": "import of a package: write package::name",
    "return a + b;": "return: assign to the name of the function",
    "module m #(parameter type T = logic);": "type parameter",
    "interface stream_if;": "interface",
    "modport master(output a);": "modport",
    "assert property (@(posedge clk_i) a);": "concurrent assertion: use `TWD_ASSERT",
    "cover property (a);": "concurrent assertion",
    "a |-> b": "implication",
    "a |=> b": "implication",
    "b = $past(a);": "sampled value function",
    "class packet;": "class, program or clocking block",
    "assign d = 'x;": "X as a value",
    "assign d = 4'bxx01;": "X as a value",
    "assign f = {g, - twd_a_pkg::WIDTH'(h)};": "unary operator before a size cast",
    "assign ready_o = rst_ni && !full_q;": "reset in logic",
    "assign z = a ^ ~rst_ni;": "reset in logic",
    "logic [$bits(twd_ring_pkg::ring_cfg_t)-1:0] a;": "$bits of a type: Yosys takes it of a signal",
    "while (power != a) power = power * g % q;": "while: tools limit loops",
    "logic a; // verilator lint_off WIDTH": "lint_off in a source",
    "assign z = -W'(Q);": "unary operator before a size cast",
    "assign z = a + ~(W + 1)'(b);": "unary operator before a size cast",
    "assign z = -($clog2(Q) + 1)'(x);": "unary operator before a size cast",
    "assign z = a[-W'(q)];": "unary operator before a size cast",
    "assign z = a && &Sizes[k]'(q);": "unary operator before a size cast",
}


@pytest.mark.parametrize("line", BANNED)
def test_banned_construct(line: str, tmp_path: Path) -> None:
    path = written(tmp_path, "twd_bad.sv", f"module twd_bad;\n{line}\nendmodule\n")
    findings = subset.check([path])
    assert len(findings) == 1
    assert findings[0].startswith(f"{path}:2: {BANNED[line]}")


def test_every_rule_has_a_case() -> None:
    rules = {subset.SIGN_BEFORE_CAST, *(rule for _, rule in subset.RULES)}
    assert rules == {next(full for full in rules if full.startswith(rule.split(":")[0])) for rule in BANNED.values()}


@pytest.mark.parametrize(
    "line",
    [
        "// return early: import pkg::*, |-> and '{...} are banned",
        "/* return\n  interface */",
        '$fatal(1, "return of the interface");',
        "logic returned, class_q, interface_q;",
        "assign a = {8'hff, 4'b1010};",
        "assign b = twd_ring_pkg::RING_ML_KEM;",
        "`TWD_ASSERT(Name, a || b)",
        "assign z = '0 - W'(Q) - W'(a) + (W + 1)'(b);",
        "assign z = a & W'(b) | W'(c) ^ W'(d) && W'(e) || W'(f);",
        "assign z = a\n  - W'(b)\n  || W'(c) <= W'(d);",
        "assign z = ~(W'(a)) & -b & a[i] - ($clog2(Q) + 1)'(x) - f(W)'(x) ~^ Sizes[k]'(y);",
        "  assign unused = rst_ni ^ clk_i;",
    ],
)
def test_allowed(line: str, tmp_path: Path) -> None:
    assert subset.check([written(tmp_path, "twd_good.sv", line)]) == []


# Words of comments


def test_words_that_stand_for_others(tmp_path: Path) -> None:
    path = written(tmp_path, "twd_m.sv", "// Behind the block,\nlogic behind_q;  // bits tell the two apart, told\n")
    assert [line.removeprefix(f"{path}:").partition(": better")[0] for line in words.check([path])] == [
        "1: Behind",
        "2: told",
    ]


def test_names_of_parameters(tmp_path: Path) -> None:
    text = "  parameter bit Late = 1'b0,\n  parameter  int unsigned M     = 256,\n  parameter bit Latency = 0,\n"
    path = written(tmp_path, "twd_m.sv", f"{text}  localparam bit Late = 1'b0\n")
    assert [line.removeprefix(f"{path}:").partition(": better")[0] for line in words.check_names([path])] == [
        "1: parameter Late",
        "2: parameter M",
    ]


# Names


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("twd_a.sv", "module twd_b; endmodule", "holds twd_b, not the one module or package twd_a"),
        ("twd_a.sv", "// module twd_a;", "holds nothing, not the one"),
        ("adder.sv", "module adder; endmodule", "the name does not start with twd_"),
        ("twd_a.svh", "`define ASSERT(x)", "macro ASSERT does not start with TWD_"),
    ],
)
def test_bad_name(name: str, text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, name, text)
    findings = files.check_names([path])
    assert len(findings) == 1
    assert findings[0].startswith(f"{path}: ")
    assert message in findings[0]


def test_good_name(tmp_path: Path) -> None:
    package = written(tmp_path, "twd_a_pkg.sv", "package twd_a_pkg;\nendpackage\n")
    module = written(tmp_path, "twd_a.sv", "`define TWD_X 1\nmodule twd_a;\nendmodule\n")
    assert files.check_names([package, module]) == []


def test_lengths(tmp_path: Path) -> None:
    path = written(tmp_path, "twd_a.sv", f"module twd_a;\n//{'-' * 119}\n//{'-' * 118}\nendmodule\n")
    assert files.check_lengths([path]) == [f"{path}:2: 121 columns, at most 120"]
    path = written(tmp_path, "twd_a.sv", "\n" * 301)
    assert files.check_lengths([path]) == [f"{path}: 301 lines, at most 300: split the module"]
    (tmp_path / "core").mkdir()
    path = written(tmp_path / "core", "twd_a.sv", "\n" * 131)
    assert files.check_lengths([path]) == [f"{path}: 131 lines, at most 130: split the module"]


def test_tracked_leaves_ignored_files_out(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    written(tmp_path, ".gitignore", "/build/\n")
    (tmp_path / "build").mkdir()
    written(tmp_path / "build", "a.py", "")
    written(tmp_path, "b.py", "")
    assert [path.name for path in files.tracked(tmp_path)] == [".gitignore", "b.py"]


# The tools


def point(path: Path, **parameters: str) -> tools.Point:
    return tools.Point(path.stem, path.stem, parameters, [path], [path.parent])


GOOD = "module twd_m #(parameter int unsigned Width = 4) (\n  input logic [Width-1:0] a_i,\n"
GOOD += "  output logic [Width-1:0] b_o\n);\n  assign b_o = ~a_i;\nendmodule\n"


def test_verilator_takes_parameters(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "twd_m.sv",
        GOOD.replace("assign", 'if (Width == 5) begin : gen_five $fatal(1, "five"); end\n  assign'),
    )
    assert tools.check_verilator(point(path)) == []
    assert any("five" in finding for finding in tools.check_verilator(point(path, Width="5")))


ILLEGAL = {
    "initial c_q = '0;\n  always_ff @(posedge a_i[0]) c_q <= a_i;": "[-Wmultiple-always-assigns]",
    "if (Late) begin : gen_late end\n  localparam bit Late = 1'b1;": "used before its declaration",
    "assign c_q = a_i << 32'd4;": "overflows 4-bit operand [-Wshift-count-overflow]",
}


def test_parameters_of_cores_are_numbers_or_bits() -> None:
    """VHDL, and the block designs of vendors, pass no struct and no string."""
    for each in tools.defaults(rings()[0]):
        (top,) = slang.Slang().elaborated(each).getRoot().topInstances
        types = {found.name: str(found.type) for found in slang.constants(top.body) if not found.isLocalParam}
        assert {"N", "Q", "Root", "RootOrder", "LogicTables"} <= types.keys()
        assert set(types.values()) <= {"int unsigned", "bit"}, types


@pytest.mark.parametrize("line", ILLEGAL)
def test_slang_finds_what_the_others_let_pass(line: str, tmp_path: Path) -> None:
    source = GOOD.replace("  assign", f"  logic [Width-1:0] c_q;\n  {line}\n  assign").replace("~a_i", "c_q")
    path = written(tmp_path, "twd_m.sv", source)
    (finding,) = slang.Slang().check(point(path))
    assert ILLEGAL[line] in finding
    assert "twd_m.sv:" in finding
    assert tools.check_yosys(point(path)) == []


def test_slang_takes_parameters(tmp_path: Path) -> None:
    path = written(tmp_path, "twd_m.sv", GOOD.replace("~a_i", "a_i << 4"))
    front_end = slang.Slang()
    assert len(front_end.check(point(path))) == 1
    assert front_end.check(point(path, Width="5")) == []


def test_a_constant_that_is_too_long(tmp_path: Path) -> None:
    table = "  if (Width > 4) begin : gen_long\n    localparam logic [Width*16384-1:0] Table = '0;\n"
    table += "    logic unused;\n    assign unused = ^Table;\n  end\n  assign"
    path = written(tmp_path, "twd_m.sv", GOOD.replace("  assign", table))
    front_end = slang.Slang()
    assert front_end.check(point(path)) == []
    (finding,) = front_end.check(point(path, Width="5"))
    assert finding == "twd_m: constant Table has more than 65536 bits"


def test_slang_waivers_hide_what_they_name(tmp_path: Path) -> None:
    path = written(tmp_path, "twd_m.sv", GOOD.replace("~a_i", "Width'(a_i)"))
    assert slang.Slang().check(point(path)) == []


def test_a_reset_used_in_two_ways(tmp_path: Path) -> None:
    ports = "module twd_m (\n  input logic clk_i, rst_ni,\n  output logic a_o, b_o\n);\n"
    taken = "  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) a_o <= 0; else a_o <= 1;\n"
    sampled = "  always_ff @(posedge clk_i) {} b_o <= a_o;\nendmodule\n"
    path = written(tmp_path, "twd_m.sv", ports + taken + sampled.format("if (rst_ni)"))

    def found() -> list[str]:
        return [line for line in tools.check_hardware(point(path)) if "SYNCASYNCNET" in line]

    (finding,) = found()
    assert "'rst_ni'" in finding
    written(tmp_path, "twd_m.sv", ports + taken + sampled.format(""))
    assert found() == []


def test_the_hardware_without_assertions_has_every_other_warning(tmp_path: Path) -> None:
    path = written(tmp_path, "twd_m.sv", GOOD.replace("~a_i", "a_i[1:0]"))
    found, every = tools.check_hardware(point(path)), tools.check_verilator(point(path))
    assert any("WIDTHEXPAND" in line and f"{path}:5" in line for line in found)
    assert any("UNUSEDSIGNAL" in line for line in every)
    assert not any("UNUSEDSIGNAL" in line for line in found)


def test_yosys_reports_the_line_and_the_missing_module(tmp_path: Path) -> None:
    path = written(tmp_path, "twd_m.sv", GOOD.replace("~a_i", "'{default: 1'b0}"))
    (finding,) = tools.check_yosys(point(path))
    assert "twd_m.sv:5" in finding
    path = written(tmp_path, "twd_m.sv", GOOD.replace("endmodule", "  twd_none u_none (.a_i);\nendmodule"))
    (finding,) = tools.check_yosys(point(path))
    assert "twd_none" in finding


def test_yosys_takes_parameters(tmp_path: Path) -> None:
    path = written(tmp_path, "twd_m.sv", GOOD.replace("  assign", "  if (Width == 5) twd_five u_five ();\n  assign"))
    assert tools.check_yosys(point(path)) == []
    assert "twd_five" in tools.check_yosys(point(path, Width="5"))[0]


def test_points_cover_every_core_and_unit() -> None:
    every = rings()
    tops = set(manifest.tops())
    for points in (tools.cores(2), tools.cores(1, every), tools.defaults(every[0]), tools.read_by_yosys()):
        tried = {point.label: point.top for point in points}
        assert set(tried.values()) >= tops
    assert all(any(f" {of.name} " in point.label for point in tools.cores(1, every)) for of in every)
    assert {"twd_mod_mul", "twd_delay"} <= {each.top for each in tools.units()}
    assert {each.top for each in tools.outside_cores()} < {each.top for each in tools.units()}
    assert {each.top for each in tools.extremes() if each.parameters["N"] == "4096"} == {*tops, "twd_poly_unit"}


def test_lint_has_every_value_of_every_parameter() -> None:
    points = list(tools.cores(1, rings()))
    for kind in tools.hand_written():
        fixed = {spec.name: spec.rtl(spec.default) for spec in kind.fixed}
        own = [each for each in points if fixed.items() <= each.parameters.items() and each.top == kind.top]
        for spec in kind.specs.values():
            tried = {each.parameters.get(spec.name, spec.rtl(spec.default)) for each in own}
            assert {spec.rtl(value) for value in spec.allowed} <= tried, f"{kind.name}: {spec.name}"


# The runner


def run_with(monkeypatch: pytest.MonkeyPatch, **checks: list[str] | Exception) -> int:
    def answer(value: list[str] | Exception) -> list[str]:
        if isinstance(value, Exception):
            raise value
        return value

    named = {name: (lambda value=value: answer(value)) for name, value in checks.items()}
    monkeypatch.setattr(runner, "checks", lambda: named)
    return runner.main()


def test_runner_fails_and_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_with(monkeypatch, names=[], tags=[]) == 0
    assert capsys.readouterr().out.count(": ok (") == 2
    assert run_with(monkeypatch, names=["a.sv: bad"], tool=TwiddleError("none"), tags=[]) == 1
    out = capsys.readouterr().out
    assert "  a.sv: bad\nlint: names: FAILED" in out
    assert "  none\nlint: tool: FAILED" in out
    assert "lint: tags: ok" in out


def test_points_with_the_same_finding_are_one_line() -> None:
    points = [tools.Point(label, "twd_m", {}, [], []) for label in "abc"]
    assert runner.at_points(lambda point: ["bad", *(["worse"] if point.label == "b" else [])], points) == [
        "bad [a and 2 more]",
        "worse [b]",
    ]
    assert runner.at_points(tools.check_yosys, []) == ["nothing was checked"]


def test_every_waiver_names_a_file_and_a_reason() -> None:
    lines = tools.WAIVERS.read_text().splitlines()
    waivers = [number for number, line in enumerate(lines) if line.startswith("lint_off")]
    assert waivers
    for number in waivers:
        assert " -rule " in lines[number]
        assert " -file " in lines[number]
        assert lines[number - 1].startswith(("// ", "lint_off"))
