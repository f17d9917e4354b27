# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A design as one flat Verilog-2005 module without parameters, made by Yosys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from twiddle import manifest
from twiddle.designs import Design
from twiddle.sim.cache import cached, digest
from twiddle.synth import records, targets, tools
from twiddle.synth.progress import silent
from twiddle.wrap.top import Wrapper

_PARALLEL = ("casez (s) // synopsys parallel_case", "(* parallel_case *) casez (s)")
"""What Yosys writes, and the attribute of Verilog-2005 instead, of which Yosys itself does not warn."""

TIMEOUT = 1800.0
"""Time limit in seconds for one run of Yosys."""

_FINISH = """\
rename -hide w:*$func$* w:*$for_loop*
opt -full
memory -nomap
opt_clean -purge
write_json ports.json
write_verilog -noattr flat.v
"""


@dataclass(frozen=True)
class Flat:
    """The text of the module, and its ports in order: direction and width in bits."""

    verilog: str
    ports: dict[str, tuple[str, int]]


def flatten(design: Design, name: str, wrapper: Wrapper | None = None) -> Flat:
    """A design, in an optional wrapper, as the module `name`; memories are arrays with a clocked read.

    Raises TwiddleError for a design that Yosys rejects, and for a missing package.
    """
    of = records.sources_of(design)
    around = manifest.sources(wrapper.module) if wrapper else []
    text = wrapper.text(design, name) if wrapper else ""
    own = Path(__file__).read_bytes()
    key = digest(
        [of.source_hash(), manifest.text_hash(around), text, name, *tools.versions("xc7").values(), own]
    )

    def fill(folder: Path) -> None:
        runner = tools.ToolRunner(f"{design.top}, flat Verilog", folder, TIMEOUT, silent)
        files, includes = tools.link(folder, manifest.in_order([*around, *of.files]), of.include_dirs)
        if wrapper:
            (folder / "wrapped.v").write_text(text, encoding="utf-8")
            script = targets.elaborated(name, [*files, "wrapped.v"], includes, {}, name=name)
        else:
            script = targets.elaborated(design.top, files, includes, of.parameters, name=name)
        runner.yosys("flatten", "flatten", script + _FINISH)
        for link in ("rtl", *includes):
            (folder / link).unlink()

    folder = cached("flat", key, fill)
    (module,) = json.loads((folder / "ports.json").read_text(encoding="utf-8"))["modules"].values()
    ports = {port: (each["direction"], len(each["bits"])) for port, each in module["ports"].items()}
    text = (folder / "flat.v").read_text(encoding="utf-8")
    text = text.replace(*_PARALLEL)
    return Flat(text.partition("*/")[2].lstrip(), ports)
