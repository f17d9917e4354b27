# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A design as one flat Verilog-2005 module without parameters, made by Yosys."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from twiddle.base.progress import silent
from twiddle.base.store import Artifact
from twiddle.bundle.item import Item
from twiddle.tools import targets
from twiddle.tools.synth import tools

_KEPT = "(syn_)?r[ao]m_?style|no_rw_check|parallel_case"
_ATTRIBUTES = re.compile(
    rf'(?:^ *)?\(\* (?!(?:{_KEPT})\b)\\?\w+ *(?:= *(?:"[^"]*"|[^ ]+))? *\*\)(?:\n| ?)', re.MULTILINE
)
"""All attributes but those by which a synthesis tool maps memories, and chooses, as it does of the sources."""

_PARALLEL = " // synopsys parallel_case"
"""What Yosys writes beside the attribute; it warns of it when it reads the file."""

TIMEOUT = 1800.0
"""Time limit in seconds for one run of Yosys."""

_FINISH = """\
rename -hide w:*$func$* w:*$for_loop*
opt
memory -nomap -nordff
opt_clean -purge
write_json ports.json
write_verilog flat.v
"""


@dataclass(frozen=True)
class Flat:
    """The text of the module, and its ports in order: direction and width in bits."""

    verilog: str
    ports: dict[str, tuple[str, int]]


def flatten(item: Item) -> Flat:
    """A design as its top module; memories are arrays with their attributes, read before a register.

    Raises TwiddleError for a design that Yosys rejects, and for a missing package.
    """
    of, text = item.sources, item.wrapped
    own = Path(__file__).read_bytes()
    inputs: list[str | bytes] = [of.source_hash(), text, item.name, *targets.versions("xc7").values(), own]

    def fill(folder: Path) -> None:
        runner = tools.ToolRunner(f"{of.top}, flat Verilog", folder, TIMEOUT, silent)
        files, includes = tools.link(folder, of.files, of.include_dirs)
        top, parameters = of.top, of.parameters
        if text:
            (folder / "wrapped.v").write_text(text, encoding="utf-8")
            top, parameters, files = item.name, {}, [*files, "wrapped.v"]
        script = targets.elaborated(top, files, includes, parameters, name=item.name)
        runner.yosys("flatten", "flatten", script + _FINISH)
        for link in ("rtl", *includes):
            (folder / link).unlink()

    lasts = "some minutes" if item.large else "some seconds"
    folder = Artifact("flat", inputs, fill, Path, f"flattening {item.name}, once, {lasts}").get()
    (module,) = json.loads((folder / "ports.json").read_text(encoding="utf-8"))["modules"].values()
    ports = {port: (each["direction"], len(each["bits"])) for port, each in module["ports"].items()}
    verilog = _ATTRIBUTES.sub("", (folder / "flat.v").read_text(encoding="utf-8")).replace(_PARALLEL, "")
    return Flat(verilog.partition("*/")[2].lstrip(), ports)
