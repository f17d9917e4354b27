# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle plan`: the cores and devices that a load needs, and their latency."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import click

from twiddle.base.errors import CheckFailed
from twiddle.catalog.block import OPCODES
from twiddle.cli.options import POSITIVE, old_option, settings_option, to_stderr, values_by_name
from twiddle.cli.output import Answer, Output, output_options
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.model.work import CLIENT, HANDSHAKE, SCHEMES
from twiddle.study.plan import Plan, plan
from twiddle.study.plan.planner import SHOWN
from twiddle.study.plan.queueing import FORMS
from twiddle.tools.targets import DEVICES, TARGETS

_LESS = (
    *("ff", "operations", "cycles", "mhz", "bram36", "most_a_second", "dsp"),
    *("queue_99", "queue_max", "queue", "bus_out", "bus_in", "busy", "mean", "alone"),
)
"""Columns that a narrow terminal leaves out, the first one first."""


@click.command(
    "plan",
    epilog=f"""\b
Examples:
  twiddle plan --scheme ml-kem-768 --rate 50000                        the smallest sufficient device
  twiddle plan --scheme ml-kem-768 --operation encaps --rate 20000 --device ecp5-25k
  twiddle plan --scheme ml-kem-1024 --rate 50000 --burst batch:64      64 handshakes at once
  twiddle plan --scheme ml-kem-512 --rate 1e5 --burst onoff:4:10 --p99 500
                                                       four times the rate for 10 ms at a time; 99 % in 500 µs
  twiddle plan --scheme ml-dsa-65 --rate 5000 --core iterative         verify signatures
  twiddle plan --scheme ml-dsa-65 --operation sign --rate 1000         sign, with repeated attempts
  twiddle plan --scheme ml-kem-768 --rate 30000 --device ecp5-45k --core iterative --cores 2 --devices 3
                                                       check this fleet; exit code 1 if it is too small
  twiddle plan --scheme ml-kem-768 --rate 50000 --device artix7-100t --mhz 150
                                                       a target without a clock rate in its records
  twiddle plan --ring ml-kem --operation mult --rate 1e6 --json        products only, as one JSON document
  twiddle plan --core lattice --scheme ml-kem-768 --rate 5000          whole handshakes on twd_lattice
  twiddle plan --core lattice --scheme ml-kem-768 --operation encaps --rate 9000 --set Dsa=0 --set Lanes=2
Devices: {", ".join(DEVICES)}.
""",
)
@click.option("--scheme", help=f"One of {', '.join(SCHEMES)}.")
@click.option("--ring", help="Instead of a scheme: a ring; each job is one operation of a core.")
@click.option("--rate", type=POSITIVE, required=True, help="Jobs a second, on average.")
@click.option(
    "--operation",
    help=f"ML-KEM: {HANDSHAKE} (default: both ends, that is keygen, encaps and decaps), {CLIENT} (keygen and "
    "decaps), keygen, encaps (the server's end), decaps. ML-DSA: verify (default), sign (random length: "
    f"attempts until one is not rejected), keygen. Falcon: verify. With --ring: {', '.join(OPCODES)} "
    "(default: mul).",
)
@click.option("--device", "on_device", help="A device of the list below.  [default: the smallest sufficient one]")
@click.option(
    "--core", help="Only records of this core; lattice: whole operations of ML-KEM and ML-DSA on twd_lattice."
)
@settings_option(
    help="Only records with this parameter value, for example Butterflies=2; repeat a name to allow further values."
)
@click.option("--cores", type=int, help="Cores on each device.  [default: as many as the load needs]")
@click.option("--devices", type=int, help="Devices.  [default: as many as the load needs]")
@click.option(
    "--mhz", type=POSITIVE, help="Clock rate of the cores.  [default: that of each record; xc7 and xcup have none]"
)
@click.option("--burst", default="poisson", help=f"How jobs arrive: {FORMS}.")
@click.option(
    "--utilisation",
    type=float,
    default=80.0,
    help="Limit in %, below 100, on a device's LUTs and blocks, the cores' time and the bus.",
)
@click.option(
    "--bus",
    type=POSITIVE,
    default=16.0,
    help="Gbit/s into and out of the cores of a device, each (16: 128 bits at 125 MHz).",
)
@click.option("--p99", type=POSITIVE, help="Limit in µs on the latency of 99 % of the jobs: adds cores.")
@click.option("--jobs", type=int, default=200_000, help="Jobs to simulate.")
@click.option("--seed", type=int, default=1, help="Seed of the arrivals.")
@old_option("--on", "--core lattice")
@old_option("--system", "--core lattice, with --set Dsa=0 or --set Lanes=2")
@output_options
def plan_command(settings: tuple[str, ...], output: Output, **request: Any) -> None:
    """Plan cores and devices for a load, from the committed records, and simulate them under its bursts.

    A job is one operation of the scheme and runs on one core: the transforms and products of FIPS 203 and
    FIPS 204, in the cycles of the core's formulas at the clock rate of its record. Sampling, hashing and sums
    of polynomials run elsewhere and take no time here. Operands and results cross a bus, each coefficient in
    as many bits as q has. With --core lattice, a build of twd_lattice executes a job whole, in the cycles that
    were measured on the simulated hardware, and the bytes of its keys and strings cross the bus.

    The plan uses the record that needs the fewest devices and then the least area; the others follow below
    it. With --cores and --devices, the given fleet is checked: exit code 1 if the load exceeds its capacity
    or --p99 is not met.
    """
    found = plan(settings=values_by_name(settings), log=to_stderr, **request)
    document = {**found.document(), "burst": request["burst"], "seed": request["seed"]}
    tables = [found.table(SHOWN), *([found.simulation()] if found.outcome is not None else [])]
    output.show(
        Answer(document, tables, [*_partly(request), *_notes(found)], main=found.table(), less=_LESS, bold={0: {0}})
    )
    if found.missed is not None:
        raise CheckFailed(found.missed)


def _partly(request: Mapping[str, Any]) -> Iterator[str]:
    """What a scheme leaves out if no whole one was asked for."""
    name = request["scheme"]
    if name and request["core"] is None and name.upper() in (*KEM_SETS, *DSA_SETS):
        yield f"polynomials of {name} alone; with --core lattice: whole operations on twd_lattice"


def _notes(found: Plan) -> Iterator[str]:
    fleet, bus = found.fleet, found.bus
    if len(found.others) > SHOWN:
        yield f"and {len(found.others) - SHOWN} more alternatives, with --json"
    yield (
        f"bus: {bus['in_bytes_a_job']:,.0f} bytes a job in, {bus['out_bytes_a_job']:,.0f} out: "
        f"{bus['in_gbit_s']:,.2f} Gbit/s in, {bus['out_gbit_s']:,.2f} Gbit/s out, of all devices together"
    )
    yield f"limit: {fleet.bottleneck}, at {fleet.capacity:,.0f} a second"
    if fleet.record.fmax_mhz is None:
        yield f"clock: {fleet.clock / 1e6:g} MHz from --mhz; {fleet.device.target} has no place and route"
    listed = (fleet, *found.others[:SHOWN])
    yield from dict.fromkeys(remark for each in listed if (remark := TARGETS[each.device.target].remark))
    for reason, count in Counter(reason for _, reason in found.left_out).items():
        yield f"left out: {count} record{'s' * (count > 1)}: {reason}"
