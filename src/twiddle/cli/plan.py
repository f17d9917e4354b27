# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle plan`: the cores and devices that a load needs, and their latency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial

import click
from rich.console import Console, Group
from rich.text import Text

from twiddle.base.errors import CheckFailed, TwiddleError, among, unknown
from twiddle.base.rings import Ring, ring
from twiddle.catalog import designs
from twiddle.catalog.block import OPCODES
from twiddle.catalog.designs import Design
from twiddle.cli import display
from twiddle.cli.fitting import fitted, say
from twiddle.cli.options import POSITIVE, json_option, named_values, print_json, settings_option, to_stderr
from twiddle.evidence.lattice_cycles import BUILDS, known_set
from twiddle.evidence.results import Results
from twiddle.model.work import CLIENT, HANDSHAKE, SCHEMES, work
from twiddle.study.plan import planner, whole
from twiddle.study.plan.arrivals import FORMS, arrivals
from twiddle.study.plan.jobs import Job, job, of_runs
from twiddle.study.plan.planner import WORDS, Fleet, Load, Plan
from twiddle.study.plan.queueing import Outcome
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import DEVICES, device

_READABLE = 28
"""Columns in which the parameters of a core are easy to read."""

SHOWN = 6
"""Alternatives in the table; --json has them all."""

_BUILDS = {each.stem: each for each in BUILDS}

MOST_JOBS = 5_000_000
MOST_MHZ = 1000


@click.command(
    "plan",
    short_help="The cores and devices that a load needs, and their latency.",
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
  twiddle plan --on lattice --scheme ml-kem-768 --rate 5000            whole handshakes on twd_lattice
  twiddle plan --on lattice --scheme ml-kem-768 --operation encaps --rate 9000 --system lattice-ml-kem-2
Devices: {", ".join(DEVICES)}.
""",
)
@click.option("--scheme", help=f"One of {', '.join(SCHEMES)}.")
@click.option("--ring", "ring_name", help="Instead of a scheme: a ring; each job is one operation of a core.")
@click.option(
    "--on",
    type=click.Choice(["cores", "lattice"]),
    default="cores",
    help="cores: transforms and products. lattice: whole operations of ML-KEM and ML-DSA on twd_lattice.",
)
@click.option("--system", help=f"With --on lattice, only this build, of {', '.join(_BUILDS)}.")
@click.option("--rate", type=POSITIVE, required=True, help="Jobs a second, on average.")
@click.option(
    "--operation",
    help=f"ML-KEM: {HANDSHAKE} (default: both ends, that is keygen, encaps and decaps), {CLIENT} (keygen and "
    "decaps), keygen, encaps (the server's end), decaps. ML-DSA: verify (default), sign (random length: "
    f"attempts until one is not rejected), keygen. Falcon: verify. With --ring: {', '.join(OPCODES)} "
    "(default: mul).",
)
@click.option("--device", "device_name", help="A device of the list below.  [default: the smallest sufficient one]")
@click.option("--core", help="Only records of this core.")
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
@json_option
def plan_command(
    scheme: str | None,
    ring_name: str | None,
    on: str,
    system: str | None,
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

    A job is one operation of the scheme and runs on one core: the transforms and products of FIPS 203 and
    FIPS 204, in the cycles of the core's formulas at the clock rate of its record. Sampling, hashing and sums
    of polynomials run elsewhere and take no time here. Operands and results cross a bus, each coefficient in
    as many bits as q has. With --on lattice, a build of twd_lattice executes a job whole, in the cycles that
    were measured on the simulated hardware, and the bytes of its keys and strings cross the bus.

    The plan uses the record that needs the fewest devices and then the least area; the others follow below
    it. With --cores and --devices, the given fleet is checked: exit code 1 if the load exceeds its capacity
    or --p99 is not met.
    """
    if mhz is not None and mhz > MOST_MHZ:
        raise TwiddleError(f"--mhz {mhz:g}: above {MOST_MHZ}, the most of any device here")
    if not 0 < utilisation < 100:
        raise TwiddleError(
            f"--utilisation {utilisation:g}: not above 0 and below 100; at 100 queues grow without limit"
        )
    for option, count in (("--cores", cores), ("--devices", devices)):
        if count is not None and not 1 <= count <= planner.MOST_DEVICES:
            raise TwiddleError(f"{option} {count}: not from 1 to {planner.MOST_DEVICES}")
    if not 1000 <= jobs <= MOST_JOBS:
        raise TwiddleError(f"--jobs {jobs}: not from 1000 to {MOST_JOBS}")
    if seed < 0:
        raise TwiddleError(f"--seed {seed}: negative")
    allowed = list(DEVICES.values()) if device_name is None else [device(device_name)]
    products = (("--ring", ring_name), ("--core", core), ("--set", settings))
    for option, given in products if on == "lattice" else (("--system", system),):
        if given:
            raise TwiddleError(f"{option}: not with --on {on}")
    if on == "lattice":
        if scheme is None:
            raise TwiddleError("--on lattice: needs --scheme")
        known_set(scheme)
    builds = among("system", [] if system is None else [system], _BUILDS)
    request = _request(scheme, ring_name, operation)
    most = None if p99 is None else p99 / 1e6
    load = Load(rate, arrivals(burst), utilisation / 100, bus * 1e9, mhz, most, cores, devices)
    if on == "lattice":
        name, whole_operation = request.name.split()
        only = tuple(_BUILDS[name] for name in builds)
        candidates = whole.candidates(name, whole_operation, only, Results(), to_stderr)
        plan = planner.best(candidates, load, allowed, jobs, seed, " or ".join(builds) or "twd_lattice")
    else:
        records = _records(core, settings, request.ring, {each.target for each in allowed})
        plan = planner.plan(request.ring, load, request.job, records, allowed, jobs, seed)
    if as_json:
        print_json({"job": request.name, "burst": burst, "seed": seed, **planner.document(plan)})
    else:
        _show(plan, request, burst, display.console())
    missed = planner.missed(plan)
    if missed is not None:
        raise CheckFailed(missed)


@dataclass(frozen=True)
class _Request:
    """A job: its name, its ring, its cost on a design (None: not offered), and its operations in words."""

    name: str
    ring: Ring
    job: Callable[[Design], Job | None]
    needs: str


def _request(scheme: str | None, ring_name: str | None, operation: str | None) -> _Request:
    """An operation of a scheme or of a core; raises TwiddleError for an unknown one."""
    if (scheme is None) == (ring_name is None):
        raise TwiddleError("--scheme and --ring: give one of them")
    if scheme is not None:
        task = work(scheme, operation)
        counts = {"NTT": task.ntt, "PWM": task.pwm, "INTT": task.intt}
        needs = ", ".join(f"{count:.10g} {name}" for name, count in counts.items() if count)
        if task.attempts != 1:
            needs += f" on average, in {task.attempts:g} attempts (FIPS 204 Table 1)"
        return _Request(task.name, ring(task.ring), partial(job, work=task), needs)
    assert ring_name is not None
    chosen, only = ring(ring_name), "mul" if operation is None else operation
    if only not in OPCODES:
        raise TwiddleError(f"--operation {operation}: a core offers {', '.join(OPCODES)}")

    def alone(design: Design) -> Job | None:
        return of_runs(design, [(only, 1)]) if only in design.operations else None

    return _Request(f"{chosen.name} {only}", chosen, alone, f"one {only}")


def _records(core: str | None, settings: Sequence[str], ring: Ring, targets: Set[str]) -> list[Record]:
    """The selected committed records; raises TwiddleError if there is none."""
    kinds = {kind.name: kind for kind in designs.cores()}
    if core is not None and core not in kinds:
        raise unknown("core", core, kinds)
    known = {spec.name for kind in kinds.values() if core in (None, kind.name) for spec in kind.specs.values()}
    wanted: dict[str, list[str]] = {}
    for name, value in named_values(settings):
        if name not in known:
            raise TwiddleError(f"--set {name}={value}: no core has {name!r}; known: {', '.join(sorted(known))}")
        wanted.setdefault(name, []).append(value)

    def parameter(record: Record, name: str) -> str:
        """Its value; a record has no parameter of the technology that is the default."""
        spec = kinds[record.core].specs.get(name) if record.core in kinds else None
        return str(record.parameters.get(name, spec.default if spec else None))

    records = [
        record
        for record in Results().readable(to_stderr)
        if core in (None, record.core)
        and record.ring == ring.name
        and record.target in targets
        and all(parameter(record, name) in values for name, values in wanted.items())
    ]
    if not records:
        chosen = " ".join([core or "any core", *settings])
        where = f"ring {ring.name} on {' or '.join(sorted(targets))}"
        raise TwiddleError(f"no record of {chosen} for {where}; `twiddle synth --record results` makes one")
    return records


def _show(plan: Plan, request: _Request, burst: str, console: Console) -> None:
    fleet, load = plan.fleet, plan.fleet.load
    console.print(Text(f"{request.name}, {load.rate:,.10g} a second ({burst})", style="bold"))
    whole_one = f"whole, {plan.fleet.job.mean('cycles'):,.0f} cycles of twd_lattice on average"
    say(console, f"  a job: {whole_one if isinstance(fleet.record, Record) else request.needs}")
    bits = [fleet.job.mean(each) for each in ("bits_in", "bits_out")]
    gbits = [f"{load.rate * each / 1e9:,.2f}" for each in bits]
    say(
        console,
        f"  bus:   {bits[0] / 8:,.0f} bytes a job in, {bits[1] / 8:,.0f} out: {gbits[0]} Gbit/s in, "
        f"{gbits[1]} Gbit/s out, of all devices together",
    )
    if fleet.assumed:
        path = fleet.record.critical_path
        allows = f"but its logic delay allows {1e6 / path.total_ps:.0f} MHz" if path else "and no logic delay"
        recorded = f"a record of {fleet.device.target} has no place and route, {allows}"
        say(console, f"  clock: {fleet.clock / 1e6:g} MHz from --mhz; {recorded}")
    console.print()
    console.print(_fleets(plan))
    if plan.elsewhere:
        console.print(_elsewhere(plan))
    if plan.outcome is not None:
        console.print(_outcome(fleet, plan.outcome))
        say(console, planner.recommendation(plan))
        limit = fleet.limiting_resource
        most = f"More cores on these devices carry up to {fleet.limits[limit]:,.0f} a second"
        say(console, f"{most}; the limit is then the {WORDS[limit]}.")
    for reason, count in Counter(reason for _, reason in plan.left_out).items():
        say(console, f"left out: {count} record{'s' * (count > 1)}: {reason}")


def _fleets(plan: Plan) -> Group:
    table = display.new_table(
        *("core", "operations a job", "MHz", "cycles", "µs", "cores", "devices"),
        *("LUT %", "FF %", "DSP %", "BRAM %"),
        words=2,
        wrapped=(0, 1),
    )
    table.columns[0].min_width = _READABLE
    for index, fleet in enumerate((plan.fleet, *plan.others[:SHOWN])):
        parameters = ", ".join(f"{name}={value}" for name, value in fleet.record.parameters.items())
        table.add_row(
            f"{fleet.core} {parameters}",
            ", ".join(f"{count:.5g} {name}" for name, count in fleet.job.totals.items()),
            *(f"{fleet.clock / 1e6:.0f}", f"{fleet.job.mean('cycles'):,.0f}", f"{fleet.service * 1e6:.1f}"),
            *(str(fleet.cores), str(fleet.devices)),
            *(f"{share:.0%}".removesuffix("%") for share in fleet.shares.values()),
            style="bold" if index == 0 else "",
        )
    more = len(plan.others) - SHOWN
    note = [Text(f"  and {more} more, with --json")] if more > 0 else []
    narrow = fitted(table, "FF %", "operations a job", "cycles", "MHz", "BRAM %")
    return display.titled(f"{plan.fleet.device.name}: the plan and its alternatives", narrow, *note)


def _elsewhere(plan: Plan) -> Group:
    columns = ("device", "core", "MHz", "cores", "devices", "a second, at most")
    table = display.new_table(*columns, words=2, wrapped=(1,))
    table.columns[1].min_width = _READABLE
    for fleet in plan.elsewhere[:SHOWN]:
        parameters = ", ".join(f"{name}={value}" for name, value in fleet.record.parameters.items())
        table.add_row(
            fleet.device.name,
            f"{fleet.core} {parameters}",
            f"{fleet.clock / 1e6:.0f}",
            *(str(fleet.cores), str(fleet.devices), f"{fleet.limits[fleet.bottleneck]:,.0f}"),
        )
    return display.titled("on other devices", fitted(table, "MHz", "a second, at most"))


def _outcome(fleet: Fleet, outcome: Outcome) -> Group:
    latency = display.new_table(
        "latency, µs", *outcome.latency, "mean", "worst", "alone", "cores %", "bus in %", "bus out %", "queue"
    )
    times = (*outcome.latency.values(), outcome.mean, outcome.worst, fleet.alone)
    bus_in, cores, bus_out = outcome.busy
    latency.add_row(
        "",
        *(f"{value * 1e6:,.1f}" for value in times),
        *(f"{100 * share:.1f}" for share in (cores, bus_in, bus_out)),
        f"{outcome.queue_mean:,.1f} (max {outcome.queue_max:,})",
    )
    narrow = fitted(latency, "queue", "bus out %", "bus in %", "cores %", "mean", "alone")
    return display.titled(f"simulated: {outcome.jobs:,} jobs, {outcome.horizon * 1e3:,.1f} ms", narrow)
