# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle export`: a core as a self-contained bundle for your own project."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import click

from twiddle.base.errors import TwiddleError
from twiddle.bundle.bundle import item, write
from twiddle.bundle.wrap import axis
from twiddle.bundle.wrap.top import Wrapper
from twiddle.catalog.block import Block
from twiddle.catalog.systems import LATTICE, UNIT
from twiddle.cli.options import PATH, chosen_block, core_options, given, to_stderr
from twiddle.cli.output import Answer, Output, grid, output_options, status
from twiddle.evidence.explore.exploration import explore


@click.command(
    "export",
    epilog="""\b
Examples:
  twiddle export --ring ml-kem -o ntt
  twiddle export --ring ml-kem --core mdc --set Form=transform -o ntt
  twiddle export --ring ml-kem --wrap axil -o memory-mapped
  twiddle export --ring ml-dsa --core quad --wrap axis --bus 128 -o stream
  twiddle export --core unit --set Dsa=0 --wrap axi -o unit
  twiddle export --scheme ml-kem-768 --set Lanes=2 --wrap axi -o ml-kem-whole
  cd ntt/bench && make icarus
""",
)
@core_options(
    core="A core of `twiddle cores`, or without --ring: lattice, ML-KEM and ML-DSA whole; unit, the polynomial unit; "
    "their parameters are Kem, Dsa, Lanes and Dsp, of lattice KeccakSlices too."
)
@click.option("-o", "--output", "folder", required=True, type=PATH, help="A new or empty folder.")
@click.option(
    "--wrap",
    type=click.Choice(["axil", "axis", "axi"]),
    help="axil: registers and windows on AXI4-Lite; axis: AXI4-Stream, with registers on AXI4-Lite; "
    "axi, of --core lattice and unit: commands on AXI4-Lite, bytes on AXI4-Stream.",
)
@click.option("--bus", type=int, help="With --wrap axis: bits of TDATA, 8, 16, 32, 64 or 128.  [default: 64]")
@click.option(
    "--slot",
    type=int,
    help="With --wrap axis: bits of a coefficient, 16 or 32; 0: dense.  [default: 16, or 32 above 16 bits]",
)
@click.option("--inputs", type=int, help="With --wrap axis: operand streams; 1: a and b share one.  [default: 2]")
@partial(output_options, file=False)
def export_command(
    ring: str | None,
    core: str,
    settings: tuple[str, ...],
    folder: Path,
    wrap: str | None,
    bus: int | None,
    slot: int | None,
    inputs: int | None,
    output: Output,
) -> None:
    """Write a core as a bundle that does not depend on Twiddle.

    The bundle holds the SystemVerilog of this core, one flat Verilog-2005 file, a self-checking test
    bench with vectors in Verilog and in cocotb, descriptions for FuseSoC and IP-XACT, constraints, a VHDL
    component and a data sheet. Nothing is written unless the flat file passes its test bench.
    """
    streams = {name: value for name, value in (("bus", bus), ("slot", slot), ("inputs", inputs)) if value is not None}
    block = chosen_block(core, ring, settings)
    made = item(block, _wrapper(block, wrap, streams), axi=wrap == "axi")
    with status(f"exporting {made.title}"):
        bundle = write(made, folder)
    ports = [(name, direction, width) for name, (direction, width) in bundle.interface.items()]
    if ring is not None and not given("core", "settings") and (best := _balanced(block)):
        to_stderr(f"the defaults of {block.core}; of the measured cores, explore --ring {ring} recommends {best}")
    document = {
        "folder": str(bundle.folder),
        "files": list(bundle.files),
        "top": bundle.top,
        "interface": {name: {"direction": direction, "width": width} for name, direction, width in ports},
    }
    said = f"{bundle.folder}: {len(bundle.files)} files, top module {bundle.top}; begin with README.md"
    if output.for_people:
        click.echo(said)
    else:
        output.show(Answer(document, [grid("interface", said, "port direction", "width", ports)]))


def _balanced(block: Block) -> str:
    """The balanced one of the measured cores for the ring of a block, as options; empty if it is this, or none."""
    best = explore(block.ring).recommended.get("balanced")
    if best is None or (best.point.core, best.point.parameters) == (block.core, block.parameters):
        return ""
    return " ".join([f"--core {best.point.core}", *(f"--set {k}={v}" for k, v in best.point.parameters.items())])


def _wrapper(block: Block, wrap: str | None, streams: Mapping[str, int]) -> Wrapper | None:
    """The wrapper of the options; raises TwiddleError if they do not go together or with the block."""
    if (wrap == "axi") != (block.kind in (LATTICE, UNIT)) and wrap is not None:
        raise TwiddleError(f"--wrap {wrap}: a core of a ring has axil and axis, lattice and unit have axi")
    if wrap == "axis":
        return Wrapper(False, **{"slot": axis.padded(block.ring), **streams})
    if streams:
        raise TwiddleError(f"--{next(iter(streams))}: goes with --wrap axis")
    return Wrapper(windows=True) if wrap == "axil" else None
