# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle plan`: queues against formulas and an event list, jobs against the RTL, the choice, the words."""

from __future__ import annotations

import heapq
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from math import ceil, factorial, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import Run
from covers import marked
from msgspec import structs

import twiddle
from twiddle.base.errors import TwiddleError
from twiddle.cli.plan import plan_command
from twiddle.evidence.results import Results
from twiddle.model.passes import TAKES_B
from twiddle.model.work import Step, Work, work
from twiddle.study.plan import planner
from twiddle.study.plan.arrivals import Arrivals, Times, arrivals
from twiddle.study.plan.jobs import Job, job, of_runs
from twiddle.study.plan.planner import Load, Plan, plan
from twiddle.study.plan.queueing import Station, journeys, simulate
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import DEVICES, device
from twiddle.tools.targets.base import RESOURCES

COMMAND = "plan"
RING = twiddle.ring("ml-kem")
POISSON = Arrivals("poisson")
COMMITTED = Results().folder
RECORDS = Results().load_all()
TIMED = {record.target for record in RECORDS if record.fmax_mhz}
"""Targets with a clock rate."""

# Queues


def event_list(come: Times, times: Times, servers: int) -> Times:
    """When each job leaves, by the textbook: the server that is free first takes the next job."""
    free, left = [0.0] * servers, np.empty_like(come)
    for index in np.argsort(come, kind="stable"):
        left[index] = max(come[index], heapq.heappop(free)) + times[index]
        heapq.heappush(free, left[index])
    return left


@pytest.mark.parametrize("servers", [1, 2, 3, 7])
@pytest.mark.parametrize("text", ["poisson", "even", "batch:10", "onoff:5:20"])
@pytest.mark.parametrize("load", [0.3, 0.95, 1.3])
def test_queues_equal_an_event_list(servers: int, text: str, load: float) -> None:
    service = 1e-3
    come = arrivals(text).times(load * servers / service, 3001, 5)
    starts = Station(servers, service).starts(come)
    left = event_list(come, np.full(len(come), service), servers)
    np.testing.assert_allclose(starts + service, left, rtol=0, atol=1e-9)


def test_batches_wait_as_the_formula_says() -> None:
    """Batches of N: one batch is a job of N d, and within it a job waits for (N - 1) / 2 others."""
    service, load, size = 1e-5, 0.6, 8
    come = Arrivals("batch", size=size).times(load / service, 2_000_000, 4)
    expected = load * size * service / (2 * (1 - load)) + (size - 1) * service / 2
    assert simulate(come, (Station(1, service),)).wait == pytest.approx(expected, rel=0.03)


def mean_wait_md(servers: int, load: float, most: int = 400) -> float:
    """Mean wait of M/D/c, in service times, from the jobs inside at times one service apart.

    Those in service at one time have left at the next, those that waited are then in service or wait still,
    and a Poisson number has come: N' = max(N - c, 0) + A. Its stationary distribution gives those that wait,
    and Little's law the wait (Crommelin 1932).
    """
    rate = load * servers
    logs = np.arange(most) * np.log(rate) - rate - np.cumsum(np.log(np.maximum(np.arange(most), 1)))
    come = np.exp(logs)
    moves = np.zeros((most, most))
    for inside in range(most):
        left = max(inside - servers, 0)
        moves[inside, left:] = come[: most - left]
    balance = np.vstack([moves.T - np.eye(most), np.ones(most)])
    shares = np.linalg.lstsq(balance, np.append(np.zeros(most), 1.0), rcond=None)[0]
    waiting = np.maximum(np.arange(most) - servers, 0) @ shares
    return float(waiting / rate)


@pytest.mark.parametrize(("servers", "load"), [(1, 0.2), (1, 0.5), (1, 0.8), (2, 0.7), (5, 0.8), (12, 0.9)])
def test_servers_wait_as_crommelin_says(servers: int, load: float) -> None:
    """M/D/c exactly; M/D/1 is the formula of Pollaczek and Khinchine."""
    assert mean_wait_md(1, load) == pytest.approx(load / (2 * (1 - load)), rel=1e-3)
    service = 3e-5
    come = POISSON.times(load * servers / service, 2_000_000, 8)
    outcome = simulate(come, (Station(servers, service),))
    near = 0.03 if servers == 1 else 0.04
    assert outcome.wait / service == pytest.approx(mean_wait_md(servers, load), rel=near)
    assert outcome.mean == pytest.approx(outcome.wait + service, rel=1e-9)
    assert outcome.busy[0] == pytest.approx(load, rel=0.01)
    assert outcome.queue_mean == pytest.approx(outcome.wait * outcome.jobs / outcome.horizon, rel=0.02)


@pytest.mark.parametrize(("servers", "load"), [(1, 0.6), (3, 0.75), (8, 0.85)])
def test_random_times_wait_as_erlang_says(servers: int, load: float) -> None:
    """M/M/c: exponential times, and the formula of Erlang C."""
    service = 1e-4
    times = np.random.default_rng(3).exponential(service, 1_000_000)
    come = POISSON.times(load * servers / service, len(times), 12)
    offered = load * servers
    terms = [offered**each / factorial(each) for each in range(servers)]
    full = offered**servers / factorial(servers) / (1 - load)
    expected = full / (sum(terms) + full) * service / (servers * (1 - load))
    outcome = simulate(come, (Station(servers, times),))
    assert outcome.wait == pytest.approx(expected, rel=0.05)
    assert outcome.busy[0] == pytest.approx(load, rel=0.01)


@pytest.mark.parametrize("text", ["poisson", "onoff:4:50"])
@pytest.mark.parametrize("devices", [1, 2, 3])
def test_jobs_that_overtake_are_served_in_the_order_in_which_they_come_out(devices: int, text: str) -> None:
    """Random times on three cores between two buses, against an event list of each station."""
    rng = np.random.default_rng(4)
    jobs = 4001
    services = [rng.exponential(mean, jobs) for mean in (2e-4, 2.5e-3, 2e-4)]
    shape = list(zip((1, 3, 1), services, (0.0, 1e-4, 0.0), strict=True))
    come = arrivals(text).times(1000.0 * devices, jobs, 5)
    ways = journeys(come, tuple(Station(*each) for each in shape), devices)
    assert ways.waited.min() >= 0
    for first in range(devices):
        here = come[first::devices].copy()
        for count, each, tail in shape:
            here = event_list(here, each[first::devices], count) + tail
        np.testing.assert_allclose(ways.left[first::devices], here, rtol=0, atol=1e-9)
    assert (np.diff(ways.left) < 0).any()
    fixed = sum(services) + 1e-4
    np.testing.assert_allclose(ways.left - come, fixed + ways.waited, atol=1e-9)
    times = (3e-4, 3e-3, 1e-4)
    one, each = (
        journeys(come, tuple(Station(row[0], time, row[2]) for row, time in zip(shape, kind, strict=True)), devices)
        for kind in (times, [np.full(jobs, time) for time in times])
    )
    np.testing.assert_allclose(one.left, each.left, rtol=0, atol=1e-9)


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
    waiting = np.zeros(len(moments))
    for station in stations:
        starts = station.starts(come)
        for times, sign in ((come, 1), (starts, -1)):
            waiting += sign * np.searchsorted(times, moments, side="right")
        come = starts + station.service
    assert waiting.mean() == pytest.approx(outcome.queue_mean, rel=0.03)


def test_what_a_job_finds_waiting() -> None:
    """Three at once, one server: they find 0, 0 and 1 waiting, the first being served at once."""
    ways = journeys(np.array([1.0, 1.0, 1.0, 5.0]), (Station(1, 1.0),))
    assert ways.queued.tolist() == [0, 0, 1, 0]
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
    ("core", "parameters"), [("iterative", {}), ("iterative", {"Butterflies": 2, "DoubleBuffer": 0}), ("mdc", {})]
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


@pytest.mark.parametrize(("core", "planned_cycles", "streamed"), [("iterative", 13753, 13104), ("mdc", 4213, 3195)])
def test_what_it_costs_that_jobs_are_not_mixed(core: str, planned_cycles: int, streamed: int) -> None:
    """The figures of docs/plan.md: a handshake by the rule, and in a stream that never waits for a result."""
    design = twiddle.core(core, RING)
    found = handshake(design)
    assert found.cycles == planned_cycles
    names = [operation for operation, count in found.runs for _ in range(count)] * 3
    rng = np.random.default_rng(0)
    a = rng.integers(0, RING.q, (len(names), RING.n))
    b = rng.integers(0, RING.q, (sum(name in TAKES_B for name in names), RING.n))
    result = design.simulate().run(names, a, b)
    jobs = len(names) // 3
    assert result.a_first[2 * jobs] - result.a_first[jobs] == streamed


def test_equal_jobs_follow_without_a_gap() -> None:
    design = twiddle.core("mdc", RING)
    found = of_runs(design, [("mult", 12)])
    cycles = design.cycles("mult")
    assert (found.cycles, found.tail) == (12 * cycles.interval, cycles.latency - cycles.interval)


def runs(design: twiddle.Design, of: Work) -> tuple[tuple[str, int], ...] | None:
    """The operations of a job; None if the core has none for it."""
    found = job(design, of)
    return found and found.runs


def test_the_cheaper_way_is_taken() -> None:
    encaps, keygen = work("ml-kem-768", "encaps"), work("ml-kem-768", "keygen")
    streaming, iterative = twiddle.core("mdc", RING), twiddle.core("iterative", RING)
    assert runs(streaming, encaps) == (("mult", 12),)
    assert runs(iterative, encaps) == (("ntt", 3), ("pwm", 12), ("intt", 4))
    assert runs(streaming, keygen) == (("ntt", 6), ("pwm", 9))
    assert runs(twiddle.core("mdc", RING, Form="transform"), keygen) is None
    assert runs(twiddle.core("pwmm", RING), keygen) is None


def test_a_step_goes_the_way_that_its_vector_was_left_on() -> None:
    """One MULT does not give the transformed vector: what needs it again is a MULT too, cheaper or not."""
    design = twiddle.core("iterative", RING, DoubleBuffer=0)
    first = Step("c s", 1, rows=1, columns=1, inverse=True)
    again = Step("c t", 0, rows=1, columns=1, inverse=True, reuses_transform=True)
    assert runs(design, Work("", RING.name, (first, again))) == (("mult", 1), ("mult", 1))
    many = Work("", RING.name, (replace(first, rows=9), again))
    assert runs(design, many) == (("ntt", 1), ("pwm", 9), ("intt", 9), ("pwm", 1), ("intt", 1))


def test_a_product_of_two_polynomials_can_be_one_mul() -> None:
    quad = twiddle.core("quad", twiddle.ring("falcon-1024"))
    assert runs(quad, work("falcon-1024", "verify")) == (("mul", 1),)


def test_an_operation_without_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twiddle.Design, "cycles", lambda *_: twiddle.Cycles(None, 1, 2, None))
    with pytest.raises(TwiddleError, match="core iterative: operation ntt has no interval"):
        of_runs(twiddle.core("iterative", RING), [("ntt", 3)])


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
    load: Load, *names: str, records: list[Record] = RECORDS, cost: Callable[[twiddle.Design], Job | None] = handshake
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
        one_more = {each: (fleet.fit + 1) * fleet.record.cells[each] for each in RESOURCES}
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


@pytest.mark.parametrize("rate", [10.0, 20_000.0, 100_000.0, 1_000_000.0])
def test_the_smallest_device_that_does(rate: float) -> None:
    """The fewest devices; of equal numbers the fewest LUTs a device. Other families have no clock rates."""
    timed = [each.name for each in DEVICES.values() if each.target in TIMED]
    fleets = [planned(a_load(rate), name).fleet for name in timed]
    best = min(fleets, key=lambda fleet: (fleet.devices, fleet.device.lut))
    found = planned(a_load(rate)).fleet
    assert (found.device, found.devices) == (best.device, best.devices)


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
    assert (narrow.bottleneck, narrow.limiting_resource) == ("bus in", "bus in")
    assert narrow.limits["bus in"] == pytest.approx(5e8 / (96 * 3072))
    wide = planned(a_load(10_000.0, bus=1e13), "ecp5-85k").fleet
    assert wide.bottleneck == "cores"
    assert wide.limiting_resource == max(wide.shares, key=wide.shares.__getitem__)
    held = planned(a_load(10_000.0, bus=1e9), "ecp5-85k")
    assert held.fleet.devices > 1
    assert [each.bus_bound for each in (held.fleet, wide, narrow)] == [True, False, False]
    assert "the bus, not the area" in planner.recommendation(held)


def test_latency_is_bought_with_cores() -> None:
    load = a_load(50_000.0, arrivals=Arrivals("batch", size=16))
    free = planned(load, "ecp5-85k")
    wished = free.outcome.latency["p99"] / 2
    bought = planned(replace(load, p99=wished), "ecp5-85k")
    assert bought.outcome.latency["p99"] <= wished < free.outcome.latency["p99"]
    assert bought.fleet.cores * bought.fleet.devices > free.fleet.cores * free.fleet.devices


def test_alternatives_meet_the_limit_too() -> None:
    """Each fleet is as large as the limit demands, so the best at that size is taken."""
    load = a_load(50_000.0, arrivals=Arrivals("onoff", peak=4.0, seconds=1e-3), p99=3e-4)
    found = planned(load, "ecp5-45k", "ecp5-85k")
    assert len(found.others) > 5
    for fleet in (found.fleet, *found.others, *found.elsewhere):
        assert fleet.simulate(5000, 1).latency["p99"] == fleet.p99(5000, 1) <= 3e-4
        before = planner._steps(fleet.sized())
        if fleet != before[0]:
            assert before[before.index(fleet) - 1].p99(5000, 1) > 3e-4
    ranks = [planner._rank(fleet) for fleet in (found.fleet, *found.others)]
    assert ranks == sorted(ranks)
    assert ranks[0] < min(map(planner._rank, found.elsewhere))
    alone = [planned(load, name).fleet for name in ("ecp5-45k", "ecp5-85k")]
    assert [found.fleet, *found.elsewhere] == sorted(alone, key=planner._rank)


def test_a_given_fleet_is_of_a_record_that_meets_the_limit() -> None:
    """The smallest core that carries the load may miss the limit that another meets."""
    load = a_load(20_000.0, cores=4, devices=1)
    free = planned(load, "ecp5-85k")
    limit = free.outcome.latency["p99"] / 2
    found = planned(replace(load, p99=limit), "ecp5-85k")
    assert found.fleet.record != free.fleet.record
    assert planner.missed(found) is None
    assert (free.fleet.record.path, f"99 % of the jobs take more than {limit * 1e6:g} µs") in found.left_out


def test_latency_that_no_number_of_cores_gives() -> None:
    with pytest.raises(TwiddleError, match=r"no record carries this load: .*a job without waiting takes more"):
        planned(a_load(10.0, p99=1e-6), "ecp5-85k")
    load = a_load(50_000.0, arrivals=Arrivals("batch", size=250), p99=1.2e-4)
    with pytest.raises(TwiddleError, match=r"^p99 120 µs: \d+ cores still take .* µs"):
        planned(load, "ecp5-25k")


def test_a_clock_is_needed_and_believed_within_reason() -> None:
    with pytest.raises(TwiddleError, match=r"a record of xc7 has no clock rate; give one, in MHz"):
        planned(a_load(10.0), "artix7-100t")
    found = planned(a_load(50_000.0, mhz=100.0), "artix7-100t")
    assert found.fleet.clock == 100e6
    assert found.fleet.record.target == "xc7"
    with pytest.raises(TwiddleError, match=r"600 MHz is above \d+ MHz, the limit of its logic delay"):
        planned(a_load(10.0, mhz=600.0), "artix7-100t")
    slower = planned(a_load(10.0, mhz=150.0), "ecp5-85k")
    assert any("150 MHz is above the record's 11" in reason for _, reason in slower.left_out)
    assert all(fleet.record.fmax_mhz >= 150 for fleet in (slower.fleet, *slower.others))


def test_what_is_left_out_says_why() -> None:
    found = planned(a_load(50_000.0), "ecp5-25k")
    reasons = {name.split("-")[0]: reason for name, reason in found.left_out}
    assert reasons["pwmm"] == "the core only offers pwm"
    with pytest.raises(TwiddleError, match=r"no core fits on ecp5-25k below 1%"):
        planned(a_load(10.0, ceiling=0.01), "ecp5-25k")
    with pytest.raises(TwiddleError, match=r"no record of ring ml-kem for ecp5"):
        planned(a_load(10.0), "ecp5-25k", records=[])


def test_devices_are_found_by_part_number() -> None:
    assert device("XC7A100T") is device("artix7-100t")
    with pytest.raises(TwiddleError, match=r"device 'ecp5-84k': unknown \(did you mean ecp5-85k\?\)"):
        device("ecp5-84k")


def test_devices_have_whole_slices() -> None:
    registers = {"xc7": 2.0, "xcup": 2.0, "gowin": 0.75}
    for each in DEVICES.values():
        assert each.ff == each.lut * registers.get(each.target, 1.0)
        assert each.lut % (8 if each.target in registers else 2) == 0
        assert {each.target for each in DEVICES.values()} <= set(twiddle.tools.synth.TARGETS)


TOP = {"attributes": {"top": "1"}, "ports": {}, "cells": {}, "netnames": {}}
EMPTY = {"creator": "", "modules": {"top": TOP}}
DATABASES = {
    "ecp5-25k": ("ecp5", "--25k"),
    "ecp5-45k": ("ecp5", "--45k"),
    "ecp5-85k": ("ecp5", "--85k"),
    "gw2a-18": ("himbaechel_gowin", "--device GW2A-LV18PG256C8/I7 --vopt family=GW2A-18"),
    "ice40-hx8k": ("ice40", "--hx8k --package ct256"),
}
BLOCKS = {
    "ecp5": {"lut": "TRELLIS_COMB", "ff": "TRELLIS_FF", "dsp": "MULT18X18D", "bram36": "DP16KD"},
    "gowin": {"lut": "LUT4", "ff": "DFF", "dsp": "MULT18X18", "bram36": "BSRAM"},
    "ice40": {"lut": "ICESTORM_LC", "ff": "ICESTORM_LC", "bram36": "ICESTORM_RAM"},
}
A_BRAM36 = {"ecp5": 2, "gowin": 2, "ice40": 8}


@pytest.mark.parametrize("name", marked(DATABASES, kept=["gw2a-18"]))
def test_devices_hold_what_place_and_route_knows(name: str, tmp_path: Path) -> None:
    """The table against the device databases of nextpnr, in the units in which records count cells."""
    router, options = DATABASES[name]
    (tmp_path / "empty.json").write_text(json.dumps(EMPTY))
    call = f"from yowasp_nextpnr_{router} import run_nextpnr_{router} as run; import sys; run(sys.argv[1:])"
    command = [sys.executable, "-c", call, "--json", "empty.json", "--pack-only", *shlex.split(options)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    there = dict(re.findall(r"(\w+): +\d+/ *(\d+)", done.stdout + done.stderr))
    each = DEVICES[name]
    blocks = {kind: int(there[block]) for kind, block in BLOCKS[each.target].items()}
    blocks["bram36"] = blocks["bram36"] // A_BRAM36[each.target]
    assert {"dsp": 0, **blocks} == each.capacity


# The command


def test_the_table(run: Run) -> None:
    out, err = run("--scheme ml-kem-768 --rate 50000 --device ecp5-85k --bus 64 --jobs 5000")
    assert err == ""
    assert "a job: 15 NTT, 36 PWM, 9 INTT" in out
    assert "14.75 Gbit/s in, 9.22 Gbit/s out" in out
    assert re.search(r"^Take \d+ cores? \w+ \(.*\) at \d+ MHz on one ecp5-85k: .*\.$", out, re.MULTILINE)
    assert re.search(r"^More cores on these devices carry up to [\d,]+ a second; the limit", out, re.MULTILINE)
    assert "the core only offers pwm" in out
    assert "…" not in out


def test_the_document(run: Run) -> None:
    where = "--scheme ml-kem-768 --rate 50000 --core iterative --device ecp5-85k"
    line = f"{where} --jobs 5000 --burst batch:8 --json"
    out, err = run(line)
    assert err == ""
    document = json.loads(out)
    assert document["job"].startswith("ml-kem-768 handshake")
    assert document["chosen"]["operations"] == {"ntt": 15, "pwm": 36, "intt": 9}
    assert set(document["simulation"]["latency_us"]) == {"p50", "p90", "p99", "p99.9"}
    assert document["chosen"]["record"] in {path.name for path in COMMITTED.iterdir()}
    assert document["load"]["rate"] == 50_000
    assert document["bus"]["in_gbit_s"] == pytest.approx(50_000 * 96 * 3072 / 1e9)
    assert run(line)[0] == out
    assert run.json(f"{line} --seed 2")["simulation"] != document["simulation"]


@pytest.mark.parametrize(
    ("chosen", "parameters"),
    [
        ("--operation mul --core iterative --set Butterflies=2", {"Butterflies": {2}}),
        ("--operation mul --core iterative --set Memory=lut16", {"Memory": {"lut16"}}),
        ("--set Butterflies=1 --set Butterflies=2 --set Method=fold", {"Butterflies": {1, 2}, "Method": {"fold"}}),
    ],
)
def test_fleets_are_of_the_chosen_cores(chosen: str, parameters: dict[str, set[object]], run: Run) -> None:
    document = run.json(f"--ring ml-kem --rate 9 --jobs 1000 --json {chosen}")
    fleets = [document["chosen"], *document["alternatives"]]
    for name, values in parameters.items():
        assert {fleet["parameters"][name] for fleet in fleets} == values
    if "mul" in chosen:
        assert {fleet["core"] for fleet in fleets} == {"iterative"}
        assert all(fleet["operations"] == {"mul": 1} for fleet in fleets)


def test_a_broken_record_is_named_and_left_out(run: Run, results: Path) -> None:
    for path in COMMITTED.glob("iterative-ml-kem*ecp5.json"):
        shutil.copy(path, results)
    whole, half, other = sorted(results.iterdir())[:3]
    half.write_text("{")
    document = json.loads(other.read_text())
    other.write_text(json.dumps({**document, "parameters": {**document["parameters"], "Butterflies": 3}}))
    out, err = run("--scheme ml-kem-768 --rate 100 --jobs 1000 --json")
    first, second = err.splitlines()
    assert first.startswith(f"not used: {half}: not a synthesis record: ")
    assert second.startswith(f"not used: {other}: not a synthesis record: the content is that of ")
    found = json.loads(out)
    assert whole.name in {each["record"] for each in (found["chosen"], *found["alternatives"])}


def examples() -> list[str]:
    found = re.findall(r"^  twiddle plan (.*?)(?:  .*)?$", plan_command.epilog or "", re.MULTILINE)
    assert len(found) >= 6
    return found


@pytest.mark.parametrize("line", examples())
def test_the_examples_of_the_help_run(line: str, run: Run) -> None:
    out, _ = run(line)
    assert "Take " in out
    assert "…" not in out


FLEET = "--scheme ml-kem-768 --device ecp5-45k --core iterative --set DoubleBuffer=1 --cores 2 --jobs 5000"


def test_a_fleet_that_is_there_is_judged(run: Run) -> None:
    out, err = run(f"{FLEET} --rate 30000 --devices 1", code=1)
    most = run.json(f"{FLEET} --rate 20000 --devices 1 --json")["limits"]["cores"]
    assert err == (
        "twiddle: overload: 30,000 a second arrive, but the cores of 2 iterative on 1 ecp5-45k carry "
        f"at most {most:,.0f}: the queue grows without limit, so there is no latency\n"
    )
    assert "latency" not in out
    assert "Take " not in out
    document = run.json(f"{FLEET} --rate 30000 --devices 1 --json", code=1)
    assert document["overloaded"] is True
    assert document["simulation"] is None
    two = run.json(f"{FLEET} --rate 30000 --devices 2 --json")
    assert (two["chosen"]["devices"], two["chosen"]["cores_per_device"]) == (2, 2)
    assert two["simulation"]["utilisation"]["cores"] == pytest.approx(30_000 / (2 * most), rel=0.05)
    grown = run.json(f"{FLEET} --rate 30000 --json")
    assert grown["chosen"]["cores_per_device"] == 2
    assert grown["chosen"]["devices"] == ceil(30_000 / (0.8 * most))
    _, err = run(f"{FLEET} --rate 30000 --devices 2 --p99 110", code=1)
    assert re.fullmatch(r"twiddle: 99 % of the jobs take up to [\d.]+ µs on these 4 cores, above 110 µs\n", err)


def test_more_of_a_fleet_waits_less() -> None:
    p99 = []
    for devices in (2, 3, 6):
        load = a_load(40_000.0, cores=2, devices=devices, arrivals=Arrivals("batch", size=8))
        found = planned(load, "ecp5-45k", records=[RECORD])
        assert (found.fleet.cores, found.fleet.devices) == (2, devices)
        p99.append(found.outcome.latency["p99"])
    assert p99 == sorted(p99, reverse=True)
    assert p99[0] > 1.5 * p99[2]


RECORD = next(
    record
    for record in RECORDS
    if (record.core, record.ring, record.target) == ("iterative", "ml-kem", "ecp5")
    and record.parameters["DoubleBuffer"] == 1
)


def test_a_signature_takes_random_time(run: Run) -> None:
    """The mean of the simulation is that of the multiplication; its tail is that of the attempts."""
    line = "--scheme ml-dsa-65 --operation sign --rate 1 --core iterative --json"
    document = run.json(line)
    times = document["simulation"]
    assert times["mean_us"] == pytest.approx(times["alone_us"], rel=0.01)
    assert times["latency_us"]["p50"] < times["mean_us"] < times["latency_us"]["p90"]
    chosen = document["chosen"]
    ring = twiddle.ring("ml-dsa")
    design = twiddle.core(chosen["core"], ring, **chosen["parameters"])
    found = job(design, work("ml-dsa-65", "sign"))
    assert found.attempts_at(0.99) == ceil(log(0.01) / log(1 - 1 / 5.1))
    bits = found.further.bits_in + found.further.bits_out
    step = found.further.cycles / chosen["mhz"] + bits / (document["load"]["bus_gbit_s"] * 1e3)
    slow = times["alone_us"] + (found.attempts_at(0.99) - 5.1) * step
    assert times["latency_us"]["p99"] == pytest.approx(slow, abs=1.5 * step)
    late = f"--scheme ml-dsa-65 --operation sign --rate 1 --core iterative --p99 {times['mean_us']}"
    _, err = run(late, code=2)
    assert "a job without waiting takes more" in err


def test_a_clock_that_nothing_has_shown_is_said_to_be_one(run: Run) -> None:
    line = "--scheme ml-kem-768 --rate 500 --mhz 150 --jobs 1000"
    out, _ = run(f"{line} --device artix7-35t")
    assert re.search(
        r"clock: 150 MHz from --mhz; a record of xc7 has no place and route, but its logic delay "
        r"allows \d+ MHz\n",
        out,
    )
    assert "at 150 MHz (not placed and routed) on" in out
    out, _ = run(f"{line} --device kintexup-5p")
    assert "has no place and route, and no logic delay\n" in out
    out, _ = run(f"{line} --device ecp5-25k")
    assert "place and route" not in out
    document = run.json(f"{line} --device artix7-35t --json")
    assert document["chosen"]["clock"] == "given"


def test_a_device_without_a_block(run: Run) -> None:
    _, err = run("--scheme ml-kem-768 --rate 5 --device ice40-hx8k --core mdf", code=2)
    assert err.count("\n") == 1
    records = [structs.replace(record, target="ice40", fmax_mhz=50.0) for record in RECORDS if record.cells["dsp"]]
    with pytest.raises(TwiddleError, match=r"no core fits on ice40-hx8k below 80%: it needs \d+ of 0 DSP blocks"):
        planned(a_load(10.0, mhz=10.0), "ice40-hx8k", records=records)
    out, _ = run("--scheme ml-kem-768 --rate 500 --device ice40-hx8k --jobs 1000")
    assert "Take 1 core iterative" in out


def test_other_devices_are_shown(run: Run) -> None:
    document = run.json("--scheme ml-kem-768 --rate 50000 --jobs 5000 --json")
    names = [fleet["device"] for fleet in document["elsewhere"]]
    timed = {each.name for each in DEVICES.values() if each.target in TIMED}
    assert {*names, document["chosen"]["device"], "ecp5-85k"} == timed
    assert document["chosen"]["devices"] <= min(fleet["devices"] for fleet in document["elsewhere"])


def test_what_a_partner_for_products_would_save() -> None:
    """The percentages of docs/plan.md: transforms on one kind of core, rows of products on another."""

    alone = twiddle.core("iterative", RING, Butterflies=4, DoubleBuffer=0)
    rows = twiddle.core("pwmm", RING, Units=2)

    def cost(design: twiddle.Design, cycles: int, kind: str) -> float:
        """Cells times the time that a handshake needs them."""
        record = Results().find(design, "ecp5")
        return float(record.cells[kind]) * cycles / float(record.fmax_mhz)

    whole = handshake(alone)
    transforms = of_runs(alone, [("ntt", 15), ("intt", 9)])
    interval = rows.cycles("pwm", 3).interval
    for kind, saved in (("lut", 0.37), ("dsp", 0.55)):
        before = cost(alone, whole.cycles, kind)
        after = cost(alone, transforms.cycles, kind)
        after += cost(rows, 12 * interval, kind)
        assert 1 - after / before == pytest.approx(saved, abs=0.02)
    assert pytest.approx(0.4) == 1 - (15 + 12 + 9) / (15 + 36 + 9)
