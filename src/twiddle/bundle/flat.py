# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A design as one flat Verilog-2005 module without parameters, made by Yosys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from twiddle.base.progress import silent
from twiddle.base.store import Artifact
from twiddle.bundle.item import Item
from twiddle.tools import targets
from twiddle.tools.synth import tools
from twiddle.tools.targets import vendor

TIMEOUT = 1800.0
"""Time limit in seconds for one run of Yosys."""


@dataclass(frozen=True)
class Flat:
    """The text of the module, and its ports in order: direction and width in bits."""

    verilog: str
    ports: dict[str, tuple[str, int]]


def flatten(item: Item) -> Flat:
    """A design as its top module; memories are arrays with their attributes, read before a register."""
    of, text = item.sources, item.wrapped
    own = [Path(file).read_bytes() for file in (__file__, vendor.__file__)]
    inputs: list[str | bytes] = [of.source_hash(), text, item.name, *targets.versions("xc7").values(), *own]

    def fill(folder: Path) -> None:
        runner = tools.ToolRunner(f"{of.top}, flat Verilog", folder, TIMEOUT, silent)
        files, includes = tools.link(folder, of.files, of.include_dirs)
        top, parameters = of.top, of.parameters
        if text:
            (folder / "wrapped.v").write_text(text, encoding="utf-8")
            top, parameters, files = item.name, {}, [*files, "wrapped.v"]
        script = targets.elaborated(top, files, includes, parameters, name=item.name)
        runner.yosys("flatten", "flatten", script + vendor.SCRIPT)
        for link in ("rtl", *includes):
            (folder / link).unlink()

    lasts = "some minutes" if item.large else "some seconds"
    folder = Artifact("flat", inputs, fill, Path, f"flattening {item.name}, once, {lasts}").get()
    (module,) = json.loads((folder / "ports.json").read_text(encoding="utf-8"))["modules"].values()
    ports = {port: (each["direction"], len(each["bits"])) for port, each in module["ports"].items()}
    return Flat(vendor.verilog(folder), ports)
