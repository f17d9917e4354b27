# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle export`: a core as a bundle for a project of your own."""

from __future__ import annotations

import json
from pathlib import Path

import click

from twiddle.cli import display
from twiddle.cli.commands import chosen_design, design_options, json_option
from twiddle.export import export


@click.command(
    "export",
    short_help="Write a core as a bundle that needs nothing of Twiddle.",
    epilog="""\b
Examples:
  twiddle export --ring ml-kem -o ntt
  twiddle export --ring ml-kem --core mdc --set Form=transform -o ntt
  cd ntt/bench && iverilog -g2005 -o bench.vvp bench.v ../flat/*.v && vvp -n bench.vvp
""",
)
@design_options()
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="A new or an empty folder."
)
@json_option
def export_command(ring: str, core: str, settings: tuple[str, ...], output: Path, as_json: bool) -> None:
    """Write a core as a bundle that needs nothing of Twiddle any more.

    The bundle holds the SystemVerilog of this core alone, one flat Verilog-2005 file, a self-checking test
    bench with vectors in Verilog and in cocotb, descriptions for FuseSoC and IP-XACT, constraints, a VHDL
    component and a data sheet. The flat file has passed its test bench before anything is written.
    """
    design = chosen_design(core, ring, settings)
    with display.console(stderr=True).status(f"exporting {design.words} for {design.ring.name} ..."):
        bundle = export(design, output)
    if as_json:
        interface = {
            name: {"direction": direction, "width": width}
            for name, (direction, width) in bundle.interface.items()
        }
        document = {
            "folder": str(bundle.folder),
            "files": list(bundle.files),
            "top": bundle.top,
            "interface": interface,
        }
        click.echo(json.dumps(document))
        return
    click.echo(f"{bundle.folder}: {len(bundle.files)} files, top module {bundle.top}; begin with README.md")
