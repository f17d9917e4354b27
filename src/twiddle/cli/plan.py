# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle plan`: how many cores of which kind carry a load, and with what latency."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from rich.console import Console, Group
from rich.text import Text

from twiddle import designs
from twiddle.cli import display
from twiddle.cli.options import POSITIVE
from twiddle.cores.base import OPCODES
from twiddle.designs import Design
from twiddle.errors import CheckFailed, TwiddleError, unknown
from twiddle.plan import planner
from twiddle.plan.arrivals import FORMS, arrivals
from twiddle.plan.jobs import Job, job, of_runs
from twiddle.plan.planner import WORDS, Fleet, Load, Plan
from twiddle.plan.queueing import Outcome
from twiddle.rings import Ring, ring
from twiddle.schemes.work import CLIENT, HANDSHAKE, SCHEMES, Work, work
from twiddle.synth.records import Record, Results
from twiddle.synth.targets import DEVICES, device

WIDTH = 190
"""Columns at least: a narrower terminal wraps its lines, and no figure is cut."""

SHOWN = 6
"""Alternatives in the table; --json has them all."""

MOST_JOBS = 5_000_000
MOST_MHZ = 1000


@click.command(
    "plan",
    context_settings={"max_content_width": 110},
    short_help="How many cores of which kind carry a load, on which device, with what latency.",
    epilog=f"""\b
Examples:
  twiddle plan --scheme ml-kem-768 --rate 50000                        the smallest device that carries it
  twiddle plan --scheme ml-kem-768 --operation encaps --rate 20000 --device ecp5-25k
  twiddle plan --scheme ml-kem-1024 --rate 50000 --burst batch:64      64 handshakes at once
  twiddle plan --scheme ml-kem-512 --rate 1e5 --burst onoff:4:10 --p99 500
                                                       four times the rate for 10 ms at a time; 99 % in 500 us
  twiddle plan --scheme ml-dsa-65 --rate 5000 --core iterative         signatures verified
  twiddle plan --scheme ml-dsa-65 --operation sign --rate 1000         signatures made, by repeated attempts
  twiddle plan --scheme ml-kem-768 --rate 30000 --device ecp5-45k --core iterative --cores 2 --devices 3
                                                       is this fleet enough? exit code 1 where it is not
  twiddle plan --scheme ml-kem-768 --rate 50000 --device artix7-100t --mhz 150
                                                       a target whose records have no clock rate
  twiddle plan --ring ml-kem --operation mult --rate 1e6 --json        products alone, as one JSON document
Devices: {", ".join(DEVICES)}.
""",
)
@click.option("--scheme", help=f"One of {', '.join(SCHEMES)}.")
@click.option("--ring", "ring_name", help="In place of a scheme: a ring, each job one operation of a core.")
@click.option("--rate", type=POSITIVE, required=True, help="Jobs a second, on average.")
@click.option(
    "--operation",
    help=f"ML-KEM: {HANDSHAKE} (default: both ends, that is keygen, encaps and decaps), {CLIENT} (keygen and "
    "decaps), keygen, encaps (the server's end), decaps. ML-DSA: verify (default), sign (random length: "
    f"attempts until one is not rejected), keygen. Falcon: verify. With --ring: {', '.join(OPCODES)} "
    "(default: mul).",
)
@click.option(
    "--device", "device_name", help="A device, by its name below; otherwise the smallest that does."
)
@click.option("--core", help="Only records of this core.")
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Only records with this value of a parameter, for example Butterflies=2; the same name again allows "
    "another value.",
)
@click.option("--cores", type=int, help="Cores on each device; otherwise as many as the load needs.")
@click.option("--devices", type=int, help="Devices; otherwise as many as the load needs.")
@click.option(
    "--mhz",
    type=POSITIVE,
    help="Clock rate of the cores; otherwise that of each record. Records of xc7 and xcup have none.",
)
@click.option("--burst", default="poisson", show_default=True, help=f"How jobs arrive: {FORMS}.")
@click.option(
    "--utilisation",
    type=float,
    default=80.0,
    show_default=True,
    help="Largest share in %, below 100, of a device's LUTs and blocks, of the cores' time and of the bus.",
)
@click.option(
    "--bus",
    type=POSITIVE,
    default=16.0,
    show_default=True,
    help="Gbit/s into the cores of a device, and as much out of them (16: 128 bits at 125 MHz).",
)
@click.option(
    "--p99", type=POSITIVE, help="Microseconds in which 99 % of the jobs are to be done: adds cores."
)
@click.option("--jobs", type=int, default=200_000, show_default=True, help="Jobs to simulate.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the arrivals.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def plan_command(
    scheme: str | None,
    ring_name: str | None,
    rate: float,
    operation: str | None,
    device_name: str | None,
    core: str | None,
    settings: tuple[str, ...],
    cores: int | None,
    devices: int | None,
    mhz: float | None,
    burst: str,
    utilisation: float,
    bus: float,
    p99: float | None,
    jobs: int,
    seed: int,
    as_json: bool,
) -> None:
    """Plan cores and devices for a load, from the committed records, and simulate them under its bursts.

    A job is one operation of the scheme, and runs on one core: the transforms and products that FIPS 203 and
    FIPS 204 ask for, in the cycles of the core's formulas at the clock rate of its record. Sampling, hashing
    and sums of polynomials happen elsewhere and take no time here. Operands and results pass a bus, each
    coefficient in as many bits as q has.

    The record that needs the fewest devices and then the least area is taken; the others stand below it. With
    --cores and --devices, a fleet that is there is judged: exit code 1 where the load is more than it
    carries, or --p99 is not met.
    """
    if mhz is not None and mhz > MOST_MHZ:
        raise TwiddleError(f"--mhz {mhz:g}: above {MOST_MHZ}, which no device here runs at")
    if not 0 < utilisation < 100:
        raise TwiddleError(
            f"--utilisation {utilisation:g}: not above 0 and below 100, where queues never end"
        )
    for option, count in (("--cores", cores), ("--devices", devices)):
        if count is not None and not 1 <= count <= planner.MOST_DEVICES:
            raise TwiddleError(f"{option} {count}: not from 1 to {planner.MOST_DEVICES}")
    if not 1000 <= jobs <= MOST_JOBS:
        raise TwiddleError(f"--jobs {jobs}: not from 1000 to {MOST_JOBS}")
    if seed < 0:
        raise TwiddleError(f"--seed {seed}: is negative")
    allowed = list(DEVICES.values()) if device_name is None else [device(device_name)]
    asked = _Asked(scheme, ring_name, operation)
    load = Load(
        rate,
        arrivals(burst),
        utilisation / 100,
        bus * 1e9,
        mhz,
        None if p99 is None else p99 / 1e6,
        cores,
        devices,
    )
    records = _records(core, settings, asked.ring)
    found = planner.plan(asked.ring, load, asked.job, records, allowed, jobs, seed)
    if as_json:
        click.echo(json.dumps({"job": asked.name, "burst": burst, "seed": seed, **planner.document(found)}))
    else:
        _show(found, asked, burst, Console(width=max(Console().width, WIDTH)))
    missed = planner.missed(found)
    if missed is not None:
        raise CheckFailed(missed)


class _Asked:
    """What a job is: an operation of a scheme, or of a core; raises TwiddleError for one that is neither."""

    def __init__(self, scheme: str | None, ring_name: str | None, operation: str | None) -> None:
        if (scheme is None) == (ring_name is None):
            raise TwiddleError("--scheme and --ring: give one of them")
        self._work: Work | None = None
        self._operation = "mul" if operation is None else operation
        if scheme is not None:
            self._work = work(scheme, operation)
            self.ring: Ring = ring(self._work.ring)
            self.name = self._work.name
            return
        assert ring_name is not None
        self.ring = ring(ring_name)
        if self._operation not in OPCODES:
            raise TwiddleError(f"--operation {operation}: a core offers {', '.join(OPCODES)}")
        self.name = f"{self.ring.name} {self._operation}"

    def job(self, design: Design) -> Job | None:
        """The job on a design."""
        if self._work is not None:
            return job(design, self._work)
        return of_runs(design, [(self._operation, 1)]) if self._operation in design.operations else None

    @property
    def needs(self) -> str:
        """What a job asks of a core, in words."""
        if self._work is None:
            return f"one {self._operation}"
        counts = {"NTT": self._work.ntt, "PWM": self._work.pwm, "INTT": self._work.intt}
        needs = ", ".join(f"{count:.10g} {name}" for name, count in counts.items() if count)
        if self._work.attempts == 1:
            return needs
        return f"{needs} on average, in {self._work.attempts:g} attempts (FIPS 204 Table 1)"


def _records(core: str | None, settings: Sequence[str], of: Ring) -> list[Record]:
    """The committed records that the options leave; raises TwiddleError where none is left."""
    kinds = {kind.name: kind for kind in designs.cores()}
    if core is not None and core not in kinds:
        raise unknown("core", core, kinds)
    known = {spec.name for kind in kinds.values() if core in (None, kind.name) for spec in kind.parameters}
    wanted: dict[str, list[str]] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise TwiddleError(f"--set {setting}: not of the form NAME=VALUE, for example Butterflies=2")
        if name not in known:
            raise TwiddleError(f"--set {setting}: no core has {name!r}; there are {', '.join(sorted(known))}")
        wanted.setdefault(name, []).append(value)
    found = [
        record
        for record in Results().readable(_tell)
        if core in (None, record.core)
        and record.ring == of.name
        and all(str(record.parameters.get(name)) in values for name, values in wanted.items())
    ]
    if not found:
        chosen = " ".join([core or "any core", *settings])
        raise TwiddleError(f"no record of {chosen} for ring {of.name}; `twiddle synth --record` makes one")
    return found


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _show(found: Plan, asked: _Asked, burst: str, console: Console) -> None:
    fleet, load = found.fleet, found.fleet.load
    console.print(Text(f"{asked.name}, {load.rate:,.10g} a second ({burst})", style="bold"))
    _line(console, f"  a job: {asked.needs}")
    bits = [fleet.job.mean(each) for each in ("bits_in", "bits_out")]
    gbits = [f"{load.rate * each / 1e9:,.2f}" for each in bits]
    _line(
        console,
        f"  bus:   {bits[0] / 8:,.0f} bytes a job in, {bits[1] / 8:,.0f} out: {gbits[0]} Gbit/s in, "
        f"{gbits[1]} Gbit/s out, of all devices together",
    )
    if fleet.assumed:
        _line(
            console,
            f"  clock: {fleet.clock / 1e6:g} MHz is what --mhz says; a record of {fleet.device.target} has "
            f"no place and route, {_logic(fleet)}",
        )
    console.print()
    console.print(_fleets(found))
    if found.elsewhere:
        console.print(_elsewhere(found))
    if found.outcome is not None:
        console.print(_outcome(fleet, found.outcome))
        _line(console, planner.recommendation(found))
        _line(console, _ahead(fleet))
    reasons: dict[str, int] = {}
    for _, reason in found.left_out:
        reasons[reason] = reasons.get(reason, 0) + 1
    for reason, count in reasons.items():
        _line(console, f"left out: {count} record{'s' * (count > 1)}: {reason}")


def _line(console: Console, text: str) -> None:
    console.print(text, highlight=False, soft_wrap=True, markup=False)


def _fleets(found: Plan) -> Group:
    title = f"{found.fleet.device.name}: the plan, and what else carries the load"
    resources = ("LUT %", "FF %", "DSP %", "BRAM %")
    table = display.new_table(
        *("core", "operations a job"),
        *("MHz", "cycles", "us", "cores", "devices", *resources),
        words=2,
    )
    for index, fleet in enumerate((found.fleet, *found.others[:SHOWN])):
        parameters = ", ".join(f"{name}={value}" for name, value in fleet.design.parameters.items())
        table.add_row(
            f"{fleet.design.core} {parameters}",
            ", ".join(f"{count:.5g} {name}" for name, count in fleet.job.totals.items()),
            *(f"{fleet.clock / 1e6:.0f}", f"{fleet.job.mean('cycles'):,.0f}", f"{fleet.service * 1e6:.1f}"),
            *(str(fleet.cores), str(fleet.devices)),
            *(f"{share:.0%}".removesuffix("%") for share in fleet.shares.values()),
            style="bold" if index == 0 else "",
        )
    more = len(found.others) - SHOWN
    note = [Text(f"  and {more} more, with --json")] if more > 0 else []
    return Group(Text(title, style="bold"), table, *note)


def _logic(fleet: Fleet) -> str:
    """What is known of a clock rate that was never routed."""
    path = fleet.record.critical_path
    if path is None:
        return "and no delay of its logic either"
    return f"and its logic alone allows {1e6 / path.total_ps:.0f} MHz"


def _elsewhere(found: Plan) -> Group:
    table = display.new_table("device", "core", "MHz", "cores", "devices", "a second, at most", words=2)
    for fleet in found.elsewhere[:SHOWN]:
        parameters = ", ".join(f"{name}={value}" for name, value in fleet.design.parameters.items())
        table.add_row(
            fleet.device.name,
            f"{fleet.design.core} {parameters}",
            f"{fleet.clock / 1e6:.0f}",
            *(str(fleet.cores), str(fleet.devices), f"{fleet.limits[fleet.bottleneck]:,.0f}"),
        )
    return Group(Text("on other devices", style="bold"), table)


def _outcome(fleet: Fleet, outcome: Outcome) -> Group:
    title = f"simulated: {outcome.jobs:,} jobs, {outcome.horizon * 1e3:,.1f} ms"
    latency = display.new_table(
        "latency, us", *outcome.latency, "mean", "worst", "alone", "cores %", "bus in %", "bus out %", "queue"
    )
    times = (*outcome.latency.values(), outcome.mean, outcome.worst, fleet.alone)
    bus_in, cores, bus_out = outcome.busy
    latency.add_row(
        "",
        *(f"{value * 1e6:,.1f}" for value in times),
        *(f"{100 * share:.1f}" for share in (cores, bus_in, bus_out)),
        f"{outcome.queue_mean:,.1f} (max {outcome.queue_max:,})",
    )
    return Group(Text(title, style="bold"), latency)


def _ahead(fleet: Fleet) -> str:
    """What stops the fleet from growing."""
    wall = fleet.wall
    limit = fleet.limits[wall]
    return (
        f"More cores on these devices carry up to {limit:,.0f} a second; the limit is then the {WORDS[wall]}."
    )
