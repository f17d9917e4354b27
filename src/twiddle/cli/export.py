# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle export`: a core as a self-contained bundle for your own project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from twiddle.base.rings import Ring
from twiddle.bundle.bundle import write
from twiddle.bundle.core import Core
from twiddle.bundle.item import Item
from twiddle.bundle.lattice import Lattice
from twiddle.bundle.wrap import axis
from twiddle.bundle.wrap.top import Wrapper
from twiddle.catalog import designs
from twiddle.catalog.systems import LATTICE
from twiddle.cli import display
from twiddle.cli.commands import chosen_design, design_options, settings_by_name
from twiddle.cli.options import PATH, json_option, print_json

_Streams = Mapping[str, int | None]
"""The options --bus, --slot and --inputs."""


@click.command(
    "export",
    short_help="Write a core as a self-contained bundle.",
    epilog="""\b
Examples:
  twiddle export --ring ml-kem -o ntt
  twiddle export --ring ml-kem --core mdc --set Form=transform -o ntt
  twiddle export --ring ml-kem --wrap axil -o memory-mapped
  twiddle export --ring ml-dsa --core quad --wrap axis --bus 128 -o stream
  twiddle export --core lattice --set Dsa=0 --set Lanes=2 --wrap axi -o ml-kem-whole
  cd ntt/bench && iverilog -g2005 -o bench.vvp bench.v ../flat/*.v && vvp -n bench.vvp
""",
)
@design_options(
    required=False,
    core_help="A core of `twiddle cores`, or lattice: ML-KEM and ML-DSA whole, without --ring; "
    "its parameters are Kem, Dsa, Lanes and Dsp.",
)
@click.option("-o", "--output", required=True, type=PATH, help="A new or empty folder.")
@click.option(
    "--wrap",
    type=click.Choice(["axil", "axis", "axi"]),
    help="axil: registers and windows on AXI4-Lite; axis: AXI4-Stream, with registers on AXI4-Lite; "
    "axi, of --core lattice: commands on AXI4-Lite, bytes on AXI4-Stream.",
)
@click.option("--bus", type=int, help="With --wrap axis: bits of TDATA, 8, 16, 32, 64 or 128.  [default: 64]")
@click.option(
    "--slot",
    type=int,
    help="With --wrap axis: bits of a coefficient, 16 or 32; 0: dense.  [default: 16, or 32 above 16 bits]",
)
@click.option("--inputs", type=int, help="With --wrap axis: operand streams; 1: a and b share one.  [default: 2]")
@json_option
def export_command(
    ring: str | None,
    core: str,
    settings: tuple[str, ...],
    output: Path,
    wrap: str | None,
    bus: int | None,
    slot: int | None,
    inputs: int | None,
    as_json: bool,
) -> None:
    """Write a core as a bundle that does not depend on Twiddle.

    The bundle holds the SystemVerilog of this core, one flat Verilog-2005 file, a self-checking test
    bench with vectors in Verilog and in cocotb, descriptions for FuseSoC and IP-XACT, constraints, a VHDL
    component and a data sheet. Nothing is written unless the flat file passes its test bench.
    """
    streams = {"bus": bus, "slot": slot, "inputs": inputs}
    if core == LATTICE.name:
        item = _lattice(ring, settings, wrap, streams)
    else:
        item = _core(core, ring, settings, wrap, streams)
    with display.console(stderr=True).status(f"exporting {item.title} ..."):
        bundle = write(item, output)
    if as_json:
        interface = {
            name: {"direction": direction, "width": width} for name, (direction, width) in bundle.interface.items()
        }
        files = {"folder": str(bundle.folder), "files": list(bundle.files)}
        print_json({**files, "top": bundle.top, "interface": interface})
        return
    click.echo(f"{bundle.folder}: {len(bundle.files)} files, top module {bundle.top}; begin with README.md")


def _core(core: str, ring: str | None, settings: Sequence[str], wrap: str | None, streams: _Streams) -> Item:
    if ring is None:
        raise click.MissingParameter(param_hint="'--ring'", param_type="option")
    if wrap == "axi":
        raise click.UsageError(f"--wrap axi goes with --core {LATTICE.name}; cores of a ring have axil and axis")
    design = chosen_design(core, ring, settings, others=[LATTICE.name])
    return Core(design, _wrapper(wrap, design.ring, streams))


def _lattice(ring: str | None, settings: Sequence[str], wrap: str | None, streams: _Streams) -> Item:
    this = f"--core {LATTICE.name}"
    if ring is not None:
        raise click.UsageError(f"--ring: does not go with {this}, which has the rings of its schemes")
    if wrap in ("axil", "axis"):
        raise click.UsageError(f"--wrap {wrap}: goes with a core of a ring; {this} has axi")
    for name, value in streams.items():
        if value is not None:
            raise click.UsageError(f"--{name}: does not go with {this}")
    chosen = settings_by_name(settings, set(LATTICE.specs))
    return Lattice(designs.core(LATTICE.name, None, **chosen), axi=wrap is not None)


def _wrapper(wrap: str | None, ring: Ring, streams: _Streams) -> Wrapper | None:
    given = {name: value for name, value in streams.items() if value is not None}
    if wrap == "axis":
        return Wrapper(False, **{"slot": axis.padded(ring), **given})
    if given:
        raise click.UsageError(f"--{next(iter(given))} goes with --wrap axis")
    return Wrapper(windows=True) if wrap else None
