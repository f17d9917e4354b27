# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Lines of source of the cores by hand and by high-level synthesis, and the latter without its tool."""

from __future__ import annotations

import tokenize
from pathlib import Path

import pytest
from compare_cases import record_core

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import ring
from twiddle.catalog.designs import core
from twiddle.evidence import bench
from twiddle.model.hls_quad import folder as hls_folder
from twiddle.study import source_lines
from twiddle.tools.hls import tool
from twiddle.tools.synth import records


def test_lines_of_source(tmp_path: Path) -> None:
    path = tmp_path / "a.sv"
    path.write_text("// one\n\nmodule a;  // two\n  // three\nendmodule\n")
    assert source_lines.count(path) == 2
    found = source_lines.of_core("quad")
    assert {"twd_quad.sv", "twd_quad_schedule.sv", "twd_butterfly_2x2.sv"} <= found.keys()
    assert not {"twd_delay.sv", "twd_mod_kred.sv", "twd_ring_pkg.sv"} & found.keys(), "others have them, too"
    assert source_lines.of_core("quad-hls").keys() == {"quad.py", "twd_quad_hls.sv", "twd_quad_hls_loops.sv"}


def test_lines_of_the_description_are_those_with_code() -> None:
    """Against the tokens of the file, where a docstring is a statement of a string alone."""
    path = hls_folder() / "quad.py"
    lines: set[int] = set()
    empty = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    with path.open("rb") as file:
        tokens = [token for token in tokenize.tokenize(file.readline) if token.type != tokenize.ENCODING]
    for before, token in zip([None, *tokens], tokens, strict=False):
        alone = before is None or before.type in empty
        if token.type not in empty and not (token.type == tokenize.STRING and alone and '"""' in token.string):
            lines.update(range(token.start[0], token.end[0] + 1))
    assert source_lines.count(path) == len(lines)
    page = (records.default_folder().parent / "docs" / "hls.md").read_text(encoding="utf-8")
    assert f"`hls/quad.py`, {len(lines)} lines of Python" in page


def test_without_the_tool_generated_cores_are_left_as_they_are(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record_core(results, core("quad-hls", ring("falcon-1024")), "xc7")

    def find() -> tool.Tool:
        raise TwiddleError("hls: no Python here has CIRCT")

    design = core("quad-hls", ring("ml-dsa"))
    monkeypatch.setattr(bench, "wanted", lambda: [(design, "xc7"), (core("quad", ring("ml-dsa")), "xc7")])
    monkeypatch.setattr(tool, "find", find)
    assert [job.name for job in bench._core_jobs([], bench.Only(), bench._Run(records.Results()))] == [
        "xc7 quad ml-dsa"
    ]
    assert bench._recorded_cores(records.Results(results)) == []
    monkeypatch.setattr(tool, "find", lambda: tool.Tool("python3.13", "1.162.0"))
    assert [job.name for job in bench._core_jobs([], bench.Only(), bench._Run(records.Results()))] == [
        "xc7 quad-hls ml-dsa",
        "xc7 quad ml-dsa",
    ]
