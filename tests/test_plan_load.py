# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle plan`: queues against formulas and an event list, jobs against the RTL, the choice, the words."""

from __future__ import annotations

import heapq
import json
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from math import ceil
from typing import Any

import numpy as np
import pytest

import twiddle
from twiddle.cli import main
from twiddle.cli.plan import plan_command
from twiddle.errors import TwiddleError
from twiddle.plan import planner
from twiddle.plan.arrivals import Arrivals, Times, arrivals
from twiddle.plan.devices import DEVICES, RESOURCES, device
from twiddle.plan.jobs import Job, job, of_runs
from twiddle.plan.planner import Load, Plan, plan
from twiddle.plan.queueing import Station, journeys, simulate
from twiddle.schemes.work import work
from twiddle.synth.records import Record, load_all

RING = twiddle.ring("ml-kem")
POISSON = Arrivals("poisson")
RECORDS = load_all()

# Queues


def event_list(come: Times, station: Station) -> list[float]:
    """When each job starts, by the textbook: the server that is free first takes the next job."""
    free = [0.0] * station.servers
    starts = []
    for time in come:
        begin = max(float(time), heapq.heappop(free))
        starts.append(begin)
        heapq.heappush(free, begin + station.service)
    return starts


@pytest.mark.parametrize("servers", [1, 2, 3, 7])
@pytest.mark.parametrize("text", ["poisson", "even", "batch:10", "onoff:5:20"])
@pytest.mark.parametrize("load", [0.3, 0.95, 1.3])
def test_queues_equal_an_event_list(servers: int, text: str, load: float) -> None:
    station = Station(servers, 1e-3)
    come = arrivals(text).times(load * servers / station.service, 3001, 5)
    np.testing.assert_allclose(station.starts(come), event_list(come, station), rtol=0, atol=1e-9)


@pytest.mark.parametrize("load", [0.2, 0.5, 0.8])
def test_one_server_waits_as_pollaczek_and_khinchine_say(load: float) -> None:
    """M/D/1: a mean wait of rho d / (2 (1 - rho))."""
    service = 2e-6
    outcome = simulate(POISSON.times(load / service, 2_000_000, 3), (Station(1, service),))
    assert outcome.wait == pytest.approx(load * service / (2 * (1 - load)), rel=0.03)
    assert outcome.mean == pytest.approx(outcome.wait + service, rel=1e-9)
    assert outcome.busy[0] == pytest.approx(load, rel=0.01)


def test_batches_wait_as_the_formula_says() -> None:
    """Batches of N: one batch is a job of N d, and within it a job waits for (N - 1) / 2 others."""
    service, load, size = 1e-5, 0.6, 8
    come = Arrivals("batch", size=size).times(load / service, 2_000_000, 4)
    expected = load * size * service / (2 * (1 - load)) + (size - 1) * service / 2
    assert simulate(come, (Station(1, service),)).wait == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize("servers", [1, 4])
def test_even_arrivals_below_capacity_never_wait(servers: int) -> None:
    stations = (Station(1, 1e-5), Station(servers, servers * 0.99e-3, 1e-4), Station(1, 2e-5))
    come = Arrivals("even").times(1000.0, 50_000, 1)
    outcome = simulate(come, stations)
    assert outcome.wait < 1e-9
    assert outcome.queue_max == 0
    alone = sum(station.service + station.tail for station in stations)
    assert outcome.worst == pytest.approx(alone, rel=1e-6)
    assert outcome.latency["p50"] == pytest.approx(alone, rel=1e-6)


@pytest.mark.parametrize("devices", [1, 3])
def test_nobody_is_lost_overtaken_or_served_twice(devices: int) -> None:
    stations = (Station(1, 3e-4), Station(5, 3e-3, 1e-4), Station(1, 1e-4))
    come = Arrivals("onoff", peak=4, seconds=0.05).times(1000.0 * devices, 20_000, 9)
    ways = journeys(come, stations, devices)
    assert len(ways.left) == len(come)
    fixed = sum(station.service + station.tail for station in stations)
    np.testing.assert_allclose(ways.left - come, fixed + ways.waited, atol=1e-9)
    assert ways.waited.min() >= 0
    for each in range(devices):
        assert (np.diff(ways.left[each::devices]) >= stations[2].service - 1e-9).all()
        starts = stations[1].starts(come[each::devices])
        assert (starts[5:] - starts[:-5] >= stations[1].service - 1e-9).all()


def test_littles_law() -> None:
    """Jobs inside, looked up at random times, are the rate times the mean latency."""
    stations = (Station(1, 5e-4), Station(3, 2.4e-3))
    come = POISSON.times(1000.0, 200_000, 2)
    ways, outcome = journeys(come, stations), simulate(come, stations)
    moments = np.random.default_rng(8).uniform(come[0], ways.left.max(), 100_000)
    inside = np.searchsorted(come, moments, side="right") - np.searchsorted(ways.left, moments, side="right")
    rate = outcome.jobs / outcome.horizon
    assert inside.mean() == pytest.approx(rate * (ways.left - come).mean(), rel=0.02)
    assert inside.mean() == pytest.approx(outcome.in_system, rel=0.02)
    waiting = sum(
        np.searchsorted(here, moments, side="right") - np.searchsorted(starts, moments, side="right")
        for here, starts in _stops(come, stations)
    )
    assert waiting.mean() == pytest.approx(outcome.queue_mean, rel=0.03)


def _stops(come: Times, stations: tuple[Station, ...]) -> list[tuple[Times, Times]]:
    stops = []
    for station in stations:
        starts = station.starts(come)
        stops.append((come, starts))
        come = starts + station.service
    return stops


def test_what_a_job_finds_waiting() -> None:
    """Three at once, one server: they find 0, 0 and 1 waiting, the first being served at once."""
    ways = journeys(np.array([1.0, 1.0, 1.0, 5.0]), (Station(1, 1.0),))
    assert ways.found.tolist() == [0, 0, 1, 0]
    assert ways.left.tolist() == [2.0, 3.0, 4.0, 6.0]


# Arrivals


@pytest.mark.parametrize("text", ["poisson", "even", "batch:50", "onoff:4:5"])
def test_arrivals_have_their_rate_and_repeat(text: str) -> None:
    asked = arrivals(text)
    times = asked.times(2000.0, 400_000, 7)
    assert times.shape == (400_000,)
    assert (np.diff(times) >= 0).all()
    assert len(times) / (times[-1] - times[0]) == pytest.approx(2000.0, rel=0.05)
    np.testing.assert_array_equal(times, asked.times(2000.0, 400_000, 7))
    assert text == "even" or (times != asked.times(2000.0, 400_000, 8)).any()


def test_on_and_off() -> None:
    """Four times the rate a quarter of the time: in windows much shorter than a period, all or nothing."""
    times = Arrivals("onoff", peak=4, seconds=0.1).times(10_000.0, 1_000_000, 3)
    counts = np.bincount((times / 5e-3).astype(int))
    silent = (counts == 0).mean()
    assert silent == pytest.approx(0.75, abs=0.04)
    assert np.median(counts[counts > 0]) == pytest.approx(4 * 10_000 * 5e-3, rel=0.05)


def test_batches_come_at_once() -> None:
    times = Arrivals("batch", size=16).times(1000.0, 1600, 1)
    assert len(np.unique(times)) == 100
    assert (np.unique(times, return_counts=True)[1] == 16).all()


def test_burstier_is_slower() -> None:
    stations = (Station(4, 3e-3),)
    p99 = [
        simulate(arrivals(text).times(1000.0, 100_000, 1), stations).latency["p99"]
        for text in ("even", "poisson", "batch:16", "onoff:8:50")
    ]
    assert p99 == sorted(p99)
    assert len(set(p99)) == 4


# Jobs on cores


@pytest.mark.parametrize(
    ("core", "parameters"),
    [
        ("iterative", {}),
        ("iterative", {"Butterflies": 2, "DoubleBuffer": 0}),
        ("mdc", {}),
    ],
)
def test_a_job_takes_the_cycles_that_the_rtl_takes(core: str, parameters: dict[str, int]) -> None:
    """Each run of an encapsulation exactly; all of it without the waits between runs in no more."""
    design = twiddle.core(core, RING, **parameters)
    simulator = design.simulate()
    rng = np.random.default_rng(6)
    runs = [("ntt", 3), ("pwm", 12), ("intt", 4)]
    total = 0
    for operation, count in runs:
        a, b = rng.integers(0, RING.q, (2, count, RING.n))
        result = simulator.run(operation, a, b if operation == "pwm" else None)
        cycles = int(result.c_last[-1] - result.a_first[0]) + 1
        planned = of_runs(design, [(operation, count)])
        assert cycles == planned.cycles + planned.tail
        total += cycles
    whole = of_runs(design, runs)
    assert (whole.cycles, whole.tail) == (total, 0)
    names = [operation for operation, count in runs for _ in range(count)]
    a, b = rng.integers(0, RING.q, (19, RING.n)), rng.integers(0, RING.q, (12, RING.n))
    result = simulator.run(names, a, b)
    assert 0 < result.c_last[-1] - result.a_first[0] < whole.cycles


def test_equal_jobs_follow_without_a_gap() -> None:
    design = twiddle.core("mdc", RING)
    found = of_runs(design, [("mult", 12)])
    cycles = design.cycles("mult")
    assert cycles.interval is not None
    assert cycles.latency is not None
    assert (found.cycles, found.tail) == (12 * cycles.interval, cycles.latency - cycles.interval)


def test_the_cheaper_way_is_taken() -> None:
    encaps, keygen = work("ml-kem-768", "encaps"), work("ml-kem-768", "keygen")
    streaming, iterative = twiddle.core("mdc", RING), twiddle.core("iterative", RING)
    found = job(streaming, encaps)
    assert found is not None
    assert found.runs == (("mult", 12),)
    found = job(iterative, encaps)
    assert found is not None
    assert found.runs == (("ntt", 3), ("pwm", 12), ("intt", 4))
    found = job(streaming, keygen)
    assert found is not None
    assert found.runs == (("ntt", 6), ("pwm", 9))
    assert job(twiddle.core("mdc", RING, Form="transform"), keygen) is None
    assert job(twiddle.core("pwmm", RING), keygen) is None


def test_bits_are_those_of_the_streams() -> None:
    found = of_runs(twiddle.core("iterative", RING), [("ntt", 3), ("pwm", 12), ("intt", 4)])
    assert found.bits_in == (3 + 2 * 12 + 4) * 256 * 12
    assert found.bits_out == 19 * 256 * 12
    assert found.totals == {"ntt": 3, "pwm": 12, "intt": 4}


# The choice


def handshake(design: twiddle.Design) -> Job | None:
    return job(design, work("ml-kem-768", "handshake"))


def a_load(rate: float, **changes: Any) -> Load:
    return replace(Load(rate, POISSON, 0.8, 64e9), **changes)


def planned(
    load: Load,
    *names: str,
    records: list[Record] = RECORDS,
    cost: Callable[[twiddle.Design], Job | None] = handshake,
) -> Plan:
    devices = [device(name) for name in names] or list(DEVICES.values())
    return plan(RING, load, cost, records, devices, 5000, 1)


@pytest.mark.parametrize("name", ["ecp5-25k", "ecp5-85k"])
@pytest.mark.parametrize("rate", [10.0, 5_000.0, 50_000.0, 1e6])
@pytest.mark.parametrize("bus", [4e9, 1e12])
def test_the_fleet_is_enough_and_no_more(name: str, rate: float, bus: float) -> None:
    found = planned(a_load(rate, bus=bus), name)
    for fleet in (found.fleet, *found.others):
        assert rate <= 0.8 * fleet.limits[fleet.bottleneck] * (1 + 1e-9)
        assert all(share <= 0.8 + 1e-9 for share in fleet.shares.values())
        assert fleet.cores <= fleet.fit
        one_more = {each: (fleet.fit + 1) * fleet.record["cells"][each] for each in RESOURCES}
        assert any(one_more[each] > 0.8 * fleet.device.capacity[each] for each in RESOURCES)
        if fleet.cores > 1:
            fewer = replace(fleet, cores=fleet.cores - 1)
            assert rate > 0.8 * fewer.limits["cores"]
        if fleet.devices > 1:
            fewer = replace(fleet, devices=fleet.devices - 1, cores=fleet.fit)
            assert rate > 0.8 * fewer.limits[fewer.bottleneck]


def test_the_least_area_wins() -> None:
    found = planned(a_load(50_000.0), "ecp5-85k")
    most = [max(fleet.shares.values()) for fleet in (found.fleet, *found.others)]
    assert found.fleet.devices == 1
    assert len(most) > 5
    ones = [share for share, fleet in zip(most[1:], found.others, strict=True) if fleet.devices == 1]
    assert most[0] <= min(ones)
    assert most[1:] == [max(fleet.shares.values()) for fleet in sorted(found.others, key=planner._rank)]


def test_the_smallest_device_that_does() -> None:
    assert planned(a_load(10.0)).fleet.device.name == "ecp5-25k"
    large = planned(a_load(100_000.0)).fleet
    assert (large.device.name, large.devices) == ("ecp5-45k", 1)
    assert planned(a_load(100_000.0), "ecp5-25k").fleet.devices > 1


def test_the_simulation_agrees_with_the_multiplication() -> None:
    found = planned(a_load(50_000.0), "ecp5-85k")
    fleet, outcome = found.fleet, found.outcome
    bus_in, cores, bus_out = outcome.busy
    assert cores == pytest.approx(50_000 / fleet.limits["cores"], rel=0.05)
    assert bus_in == pytest.approx(50_000 / fleet.limits["bus in"], rel=0.05)
    assert bus_out == pytest.approx(50_000 / fleet.limits["bus out"], rel=0.05)
    assert min(outcome.latency.values()) >= fleet.alone * (1 - 1e-9)


def test_the_bottleneck() -> None:
    narrow = planned(a_load(1000.0, bus=5e8), "ecp5-85k").fleet
    assert (narrow.bottleneck, narrow.wall) == ("bus in", "bus in")
    assert narrow.limits["bus in"] == pytest.approx(5e8 / (96 * 3072))
    wide = planned(a_load(10_000.0, bus=1e13), "ecp5-85k").fleet
    assert wide.bottleneck == "cores"
    assert wide.wall == max(wide.shares, key=wide.shares.__getitem__)
    held = planned(a_load(10_000.0, bus=1e9), "ecp5-85k")
    assert held.fleet.devices > 1
    assert [each.held_by_bus for each in (held.fleet, wide, narrow)] == [True, False, False]
    assert "the bus, not the area" in planner.recommendation(held)


def test_latency_is_bought_with_cores() -> None:
    load = a_load(50_000.0, arrivals=Arrivals("batch", size=16))
    free = planned(load, "ecp5-85k")
    wished = free.outcome.latency["p99"] / 2
    bought = planned(replace(load, p99=wished), "ecp5-85k")
    assert bought.outcome.latency["p99"] <= wished < free.outcome.latency["p99"]
    assert bought.fleet.cores * bought.fleet.devices > free.fleet.cores * free.fleet.devices


def test_latency_that_no_number_of_cores_gives() -> None:
    with pytest.raises(TwiddleError, match=r"no record carries this load: .*a job takes .* without any wait"):
        planned(a_load(10.0, p99=1e-6), "ecp5-85k")
    load = a_load(50_000.0, arrivals=Arrivals("batch", size=5000), p99=2e-4)
    with pytest.raises(TwiddleError, match=r"--p99 200: 16 times the cores still take .* us"):
        planned(load, "ecp5-25k")


def test_a_clock_is_needed_and_believed_within_reason() -> None:
    with pytest.raises(TwiddleError, match=r"a record of xc7 has no clock rate; give one with --mhz"):
        planned(a_load(10.0), "artix7-100t")
    found = planned(a_load(50_000.0, mhz=100.0), "artix7-100t")
    assert found.fleet.clock == 100e6
    assert found.fleet.record["target"] == "xc7"
    with pytest.raises(TwiddleError, match=r"--mhz 600 is above \d+ MHz, which its logic alone allows"):
        planned(a_load(10.0, mhz=600.0), "artix7-100t")
    slower = planned(a_load(10.0, mhz=150.0), "ecp5-85k")
    assert any("--mhz 150 is above the record's 11" in reason for _, reason in slower.left_out)
    assert all(fleet.record["fmax_mhz"] >= 150 for fleet in (slower.fleet, *slower.others))


def test_what_is_left_out_says_why() -> None:
    found = planned(a_load(50_000.0), "ecp5-25k")
    reasons = {name.split("-")[0]: reason for name, reason in found.left_out}
    assert reasons["pwmm"] == "the core offers pwm alone"
    with pytest.raises(TwiddleError, match=r"no core fits on ecp5-25k below 1%"):
        planned(a_load(10.0, ceiling=0.01), "ecp5-25k")
    with pytest.raises(TwiddleError, match=r"no record of ring ml-kem for ecp5"):
        planned(a_load(10.0), "ecp5-25k", records=[])


def test_devices_are_found_by_part_number() -> None:
    assert device("XC7A100T") is device("artix7-100t")
    with pytest.raises(TwiddleError, match=r"device 'ecp5-84k': unknown \(did you mean ecp5-85k\?\)"):
        device("ecp5-84k")


def test_devices_have_whole_slices() -> None:
    for each in DEVICES.values():
        assert each.ff == each.lut * (2 if each.target == "xc7" else 1)
        assert each.lut % (8 if each.target == "xc7" else 2) == 0
        assert {each.target for each in DEVICES.values()} <= set(twiddle.synth.TARGETS)


# The command


def run(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> tuple[str, str]:
    assert main(["plan", *shlex.split(line)]) == code
    return capsys.readouterr()


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, "--scheme ml-kem-768 --rate 50000 --device ecp5-85k --bus 64 --jobs 5000")
    assert err == ""
    assert "a job: 15 NTT, 36 PWM, 9 INTT" in out
    assert "14.75 Gbit/s in, 9.22 Gbit/s out" in out
    assert re.search(r"^Take \d+ cores? \w+ \(.*\) at \d+ MHz on one ecp5-85k: .*\.$", out, re.MULTILINE)
    assert re.search(
        r"^More cores on these devices carry up to [\d,]+ a second; the limit", out, re.MULTILINE
    )
    assert "the core offers pwm alone" in out
    assert "…" not in out


def test_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    where = "--scheme ml-kem-768 --rate 50000 --core iterative --device ecp5-85k"
    line = f"{where} --jobs 5000 --burst batch:8 --json"
    out, err = run(capsys, line)
    assert err == ""
    document = json.loads(out)
    assert document["job"].startswith("ml-kem-768 handshake")
    assert document["chosen"]["operations"] == {"ntt": 15, "pwm": 36, "intt": 9}
    assert set(document["simulation"]["latency_us"]) == {"p50", "p90", "p99", "p99.9"}
    assert document["chosen"]["record"] in {path.name for path in _record_files()}
    assert document["load"]["rate"] == 50_000
    assert document["bus"]["in_gbit_s"] == pytest.approx(50_000 * 96 * 3072 / 1e9)
    assert run(capsys, line)[0] == out
    assert json.loads(run(capsys, f"{line} --seed 2")[0])["simulation"] != document["simulation"]


def _record_files() -> list[Any]:
    from twiddle.synth.records import default_folder

    return list(default_folder().glob("*.json"))


def test_one_core_of_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--ring ml-kem --operation mul --rate 1000 --core iterative --set Butterflies=2 --jobs 1000 --json"
    document = json.loads(run(capsys, line)[0])
    fleets = [document["chosen"], *document["alternatives"]]
    assert {fleet["core"] for fleet in fleets} == {"iterative"}
    assert {fleet["parameters"]["Butterflies"] for fleet in fleets} == {2}
    assert all(fleet["operations"] == {"mul": 1} for fleet in fleets)


def examples() -> list[str]:
    found = re.findall(r"^  twiddle plan (.*?)(?:  .*)?$", plan_command.epilog or "", re.MULTILINE)
    assert len(found) >= 6
    return found


@pytest.mark.parametrize("line", examples())
def test_the_examples_of_the_help_run(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, f"{line} --jobs 2000")
    assert "Take " in out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--scheme ml-kem-768", "Missing option '--rate'."),
        ("--rate 5", "--scheme and --ring: give one of them"),
        ("--scheme ml-kem-768 --ring ml-kem --rate 5", "--scheme and --ring: give one of them"),
        ("--scheme ml-kem-768 --rate 0", "--rate 0: not a number above 0"),
        ("--scheme ml-kem-768 --rate nan", "--rate nan: not a number above 0"),
        ("--scheme ml-kem-768 --rate 5 --bus -1", "--bus -1: not a number above 0"),
        ("--scheme ml-kem-768 --rate 5 --mhz inf", "--mhz inf: not a number above 0"),
        ("--scheme ml-kem-768 --rate 5 --utilisation 101", "--utilisation 101: not above 0 and at most 100"),
        ("--scheme ml-kem-768 --rate 5 --jobs 10", "--jobs 10: not from 1000 to 5000000"),
        ("--scheme ml-kem-768 --rate 5 --seed -1", "--seed -1: is negative"),
        (
            "--scheme ml-kem-768 --rate 5 --burst often",
            "--burst often: not of the form poisson, even, batch:JOBS",
        ),
        ("--scheme ml-kem-768 --rate 5 --burst batch:x", "--burst batch:x: not of the form"),
        (
            "--scheme ml-kem-768 --rate 5 --burst batch:0",
            "--burst batch:0: a batch holds 1 to 1,000,000 jobs",
        ),
        (
            "--scheme ml-kem-768 --rate 5 --burst onoff:1:5",
            "--burst onoff:1:5: PEAK is above 1 and at most 1000",
        ),
        ("--scheme ml-kem-768 --rate 5 --device spartan", "device 'spartan': unknown"),
        ("--scheme ml-kem-768 --rate 5 --core fast", "core 'fast': unknown; the cores are iterative"),
        ("--scheme ml-kem-768 --rate 5 --set x", "--set x: not of the form NAME=VALUE"),
        ("--scheme ml-kem-768 --rate 5 --set Speed=9", "--set Speed=9: no core has 'Speed'"),
        (
            "--scheme ml-kem-768 --rate 5 --set Butterflies=3",
            "no record of any core Butterflies=3 for ring ml-kem",
        ),
        ("--scheme ml-kem-769 --rate 5", "scheme 'ml-kem-769': unknown (did you mean ml-kem-768?)"),
        ("--ring ml-kem --operation encaps --rate 5", "--operation encaps: a core offers ntt, intt, pwm"),
    ],
)
def test_refusals(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, line, code=2)
    assert out == ""
    assert err.startswith(f"twiddle: {message}")
    assert err.count("\n") == 1


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "--help")
    assert "twiddle plan --scheme ml-kem-768 --rate 50000" in out
    assert all(name in out for name in DEVICES)
    assert ceil(len(out) / 1000) < 10
