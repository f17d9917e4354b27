# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The command line, `twiddle`: the table of its commands, each loaded when it runs, and its entry point.

Every foreseen failure becomes one line and an exit code.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module

import click

from twiddle.base import __version__
from twiddle.base.errors import TwiddleError
from twiddle.base.exits import guarded
from twiddle.base.progress import announced

COMMANDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Use": {
        "rings": ("catalogue", "List the rings."),
        "cores": ("catalogue", "List every block: cores, whole schemes, arithmetic; their parameters and cycles."),
        "explore": ("explore", "Which core: the builds for a scheme, or the Pareto front of multipliers for a ring."),
        "export": ("export", "Write a core as a bundle for your own project, with its test bench."),
        "synth": ("synth", "Area and timing of a block, on a target of the flow or by a tool of your own."),
        "verify": ("verify", "Compare a block with the model at its ports; all evidence and what makes it."),
        "multiply": ("operations", "Product of two polynomials, c = a * b."),
        "mult": ("operations", "Product c = a * b where B holds ntt(b)."),
        "ntt": ("operations", "Forward transform, natural to bit-reversed order."),
        "intt": ("operations", "Inverse transform, bit-reversed to natural order."),
        "pwm": ("operations", "Product of two polynomials in the transform domain."),
    },
    "Schemes": {
        "kem": ("schemes", "ML-KEM (FIPS 203), whole on the simulated twd_lattice or with the polynomial unit."),
        "dsa": ("schemes", "ML-DSA (FIPS 204), whole on the simulated twd_lattice or with the polynomial unit."),
        "falcon": ("schemes", "Falcon's verification, its polynomials on the simulated unit."),
        "board": ("board", "ML-KEM and ML-DSA whole on an FPGA board: its bitstream, operations on its serial port."),
    },
    "Study": {
        "arith": ("arith", "Arithmetic units side by side: every method of modular multiplication and modulus."),
        "compare": (
            "compare",
            "A paper's tables with our figures; whole schemes, multipliers and open cores of others.",
        ),
        "timeline": (
            "timeline",
            "Which unit of a whole scheme works when in an operation: a chart, and its idle gaps.",
        ),
        "plan": ("plan", "The cores and devices that a load needs, and their latency."),
        "report": ("report", "All figures on one HTML page: plots, the papers' tables, area by module."),
        "hls": ("hls", "Compile the untimed description of the 2x2 engine, simulate and measure it."),
    },
    "Maintain": {
        "bench": ("bench", "Measure every record that is missing or out of date, and rewrite the tables."),
        "vectors": ("verify", "Run test vectors of others for ML-KEM and ML-DSA: NIST's ACVP, Wycheproof, CCTV."),
    },
}
"""The groups of commands: the module of each command, and what it does."""

RENAMED = {"acvp": "vectors"}
"""Commands, and kinds of `verify --run`, by their earlier names."""

_PLACES = {name: module for group in COMMANDS.values() for name, (module, _) in group.items()}


class _Commands(click.Group):
    """The commands of `COMMANDS`: NAME is `NAME_command` of its module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_PLACES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in RENAMED:
            raise TwiddleError(f"twiddle {cmd_name}: its name is twiddle {RENAMED[cmd_name]} now")
        if cmd_name not in _PLACES:
            return None
        command: click.Command = getattr(import_module(f"{__name__}.{_PLACES[cmd_name]}"), f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, group in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl([(name, does) for name, (_, does) in group.items()])


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110, "show_default": True},
    epilog="""\b
Start here:
  twiddle kem keygen --ek ek.bin --dk dk.bin             a key pair of ML-KEM-768, by the simulated hardware
  twiddle explore --scheme ml-kem-768                    which build of the whole scheme, from the measurements
  twiddle export --core lattice -o whole                 ML-KEM and ML-DSA for your own project, with a test bench
  twiddle explore --ring ml-kem                          which multiplier of its polynomials alone
  twiddle export --ring ml-kem -o multiplier             a multiplier for your own project
  twiddle verify --ring ml-kem --core mdc                a core against the model, a thousand results
  twiddle cores                                          every block, its parameters and cycle counts
  twiddle multiply --ring ml-kem a.txt b.txt -o c.txt    products, computed by the simulated hardware
  twiddle synth --ring ml-kem --target ecp5              area and clock rate
  twiddle compare alhassani-2024                         a paper's tables with our figures
  twiddle plan --scheme ml-kem-768 --core lattice --rate 9000    how many cores and devices a load needs
  twiddle report --open                                  all figures and plots on one page
Exit code: 0 success, 1 a check failed, 2 bad input.
""",
)
@click.version_option(__version__)
@click.pass_context
def cli(context: click.Context) -> None:
    """ML-KEM and ML-DSA in open, verified hardware, whole or their polynomials: run, measure, compare, export."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `twiddle` with arguments (default: those of the process); returns the exit code.

    0 success, 1 a check failed, 2 bad input or a missing tool, 130 interrupted.
    """
    with announced(lambda line: click.echo(line, err=True)):
        return guarded(lambda: cli.main(args=arguments, prog_name="twiddle", standalone_mode=False))
