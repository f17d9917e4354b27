# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle plan`: queues against formulas and an event list, jobs against the RTL, the choice, the command."""

from __future__ import annotations

import heapq
import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from math import ceil, factorial, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import Run
from compare_cases import a_record
from covers import marked

import twiddle
from twiddle.base.errors import TwiddleError
from twiddle.catalog.block import Block
from twiddle.cli.plan import plan_command
from twiddle.evidence import results as folders
from twiddle.evidence.results import Results
from twiddle.model.passes import TAKES_B
from twiddle.model.work import Step, Work, work
from twiddle.study.plan import Plan, plan
from twiddle.study.plan.jobs import Job, job, of_runs
from twiddle.study.plan.queueing import Arrivals, Station, Times, arrivals, journeys, simulate
from twiddle.tools.synth.reports import CriticalPath
from twiddle.tools.targets import DEVICES, TARGETS, device
from twiddle.tools.targets.base import RESOURCES

COMMAND = "plan"
RING = twiddle.ring("ml-kem")
POISSON = Arrivals("poisson")

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
    left = event_list(come, np.full(len(come), service), servers)
    np.testing.assert_allclose(journeys(come, (Station(servers, service),)).left, left, rtol=0, atol=1e-9)


def erlang(servers: int, load: float) -> float:
    """Mean wait of M/M/c in service times, by the formula of Erlang C."""
    offered = load * servers
    terms = [offered**each / factorial(each) for each in range(servers)]
    full = offered**servers / factorial(servers) / (1 - load)
    return full / (sum(terms) + full) / (servers * (1 - load))


@pytest.mark.parametrize(
    ("text", "servers", "load", "expected"),
    [
        *(("poisson", 1, load, load / (2 * (1 - load))) for load in (0.2, 0.5, 0.8)),
        ("batch:8", 1, 0.6, 0.6 * 8 / (2 * (1 - 0.6)) + 7 / 2),
        *(("random", servers, load, erlang(servers, load)) for servers, load in ((1, 0.6), (3, 0.75), (8, 0.85))),
    ],
)
def test_jobs_wait_as_theory_says(text: str, servers: int, load: float, expected: float) -> None:
    """M/D/1 by Pollaczek and Khinchine; batches of N, where a batch is a job of N d; random times by Erlang."""
    service, jobs = 3e-5, 1_000_000
    times = np.random.default_rng(3).exponential(service, jobs) if text == "random" else service
    come = arrivals(text.replace("random", "poisson")).times(load * servers / service, jobs, 12)
    outcome = simulate(come, (Station(servers, times),))
    assert outcome.wait / service == pytest.approx(expected, rel=0.05)
    assert outcome.mean == pytest.approx(outcome.wait + service, rel=0.01)
    assert outcome.busy[0] == pytest.approx(load, rel=0.01)
    assert outcome.queue_mean == pytest.approx(outcome.wait * jobs / outcome.horizon, rel=0.02)


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
    """The figures of docs/plan/README.md: a handshake by the rule, and in a stream that never waits for a result."""
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


def runs(design: Block, of: Work) -> tuple[tuple[str, int], ...] | None:
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
    assert runs(twiddle.core("quad", twiddle.ring("falcon-1024")), work("falcon-1024", "verify")) == (("mul", 1),)
    equal, cycles = of_runs(streaming, [("mult", 12)]), streaming.cycles("mult")
    assert (equal.cycles, equal.tail) == (12 * cycles.interval, cycles.latency - cycles.interval), "without a gap"


def test_a_step_goes_the_way_that_its_vector_was_left_on() -> None:
    """One MULT does not give the transformed vector: what needs it again is a MULT too, cheaper or not."""
    design = twiddle.core("iterative", RING, DoubleBuffer=0)
    first = Step("c s", 1, rows=1, columns=1, inverse=True)
    again = Step("c t", 0, rows=1, columns=1, inverse=True, reuses_transform=True)
    assert runs(design, Work("", RING.name, (first, again))) == (("mult", 1), ("mult", 1))
    many = Work("", RING.name, (replace(first, rows=9), again))
    assert runs(design, many) == (("ntt", 1), ("pwm", 9), ("intt", 9), ("pwm", 1), ("intt", 1))


def test_bits_are_those_of_the_streams() -> None:
    found = of_runs(twiddle.core("iterative", RING), [("ntt", 3), ("pwm", 12), ("intt", 4)])
    assert found.bits_in == (3 + 2 * 12 + 4) * 256 * 12
    assert found.bits_out == 19 * 256 * 12
    assert found.totals == {"ntt": 3, "pwm": 12, "intt": 4}


# The choice


def handshake(design: Block) -> Job | None:
    return job(design, work("ml-kem-768", "handshake"))


FOUR = {"Butterflies": 4, "DoubleBuffer": 0, "Method": "fold"}
LUT16 = {"Method": "tiles_shift", "Memory": "lut16"}
FIGURES: list[tuple[str, str, dict[str, Any], str, tuple[float, ...], float]] = [
    ("iterative", "ml-kem", {**FOUR, "Butterflies": 1}, "ecp5", (929, 1316, 1, 1.5), 184.2),
    ("iterative", "ml-kem", {**FOUR, "Butterflies": 2}, "ecp5", (1483, 1891, 2, 1.5), 180.4),
    ("iterative", "ml-kem", FOUR, "ecp5", (2619, 3152, 4, 3), 180.9),
    ("iterative", "ml-kem", {**FOUR, **LUT16}, "ecp5", (4096, 4693, 0, 0), 219.7),
    ("iterative", "ml-kem", {**FOUR, "DoubleBuffer": 1}, "ecp5", (3308, 3589, 4, 5), 181.3),
    ("mdc", "ml-kem", {"Lanes": 4, "Form": "product", "Mixed": 0}, "ecp5", (21045, 16565, 50, 0), 137.6),
    ("pwmm", "ml-kem", {"Units": 2}, "ecp5", (4113, 3716, 0, 0), 223.7),
    ("iterative", "ml-kem", {**FOUR, "Butterflies": 2}, "gowin", (1455, 1891, 2, 1.5), 261.0),
    ("iterative", "ml-kem", {**FOUR, "Butterflies": 1}, "ice40", (1639, 1732, 0, 0.375), 88.2),
    ("iterative", "ml-kem", FOUR, "xc7", (1406, 2382, 4, 3), 0),
    ("iterative", "ml-kem", FOUR, "xcup", (1382, 2742, 4, 3), 0),
    ("iterative", "ml-dsa", FOUR, "ecp5", (6257, 6403, 8, 5), 171.7),
]
"""The records of these tests: core, ring, parameters, target, cells, MHz."""


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A folder with the records of FIGURES; of xc7 the logic allows 400 MHz."""
    found = Results(tmp_path_factory.mktemp("few") / "results")
    for core, ring, parameters, target, cells, mhz in FIGURES:
        design = twiddle.core(core, ring, **parameters)
        path = CriticalPath(2500, 2500, 0, []) if target == "xc7" else None
        found.save(a_record(design, target, dict(zip(RESOURCES, cells, strict=True)), mhz, critical_path=path))
    return found


@pytest.fixture
def folder(few: Results, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same in place of the committed folder, for the command."""
    monkeypatch.setattr(folders, "default_folder", lambda: few.folder)
    return few.folder


def planned(few: Results, rate: float, on_device: str | None = None, **limits: Any) -> Plan:
    """A plan of handshakes on a fast bus."""
    given = {"bus": 64.0, "jobs": 5000, **limits}
    return plan("ml-kem-768", rate=rate, on_device=on_device, results=few, **given)


@pytest.mark.parametrize("name", ["ecp5-25k", "ecp5-85k"])
@pytest.mark.parametrize("rate", [10.0, 50_000.0, 1e6])
@pytest.mark.parametrize("bus", [4.0, 1000.0])
def test_the_fleet_is_enough_and_no_more(few: Results, name: str, rate: float, bus: float) -> None:
    found = planned(few, rate, name, bus=bus)
    ranks = [fleet.rank for fleet in (found.fleet, *found.others)]
    assert ranks == sorted(ranks)
    assert len(ranks) == (6 if name == "ecp5-85k" else 5), "all that have the operations and fit"
    for fleet in (found.fleet, *found.others):
        assert rate <= 0.8 * fleet.capacity * (1 + 1e-9)
        assert all(share <= 0.8 + 1e-9 for share in fleet.shares.values())
        assert fleet.cores <= fleet.fit
        one_more = {each: (fleet.fit + 1) * fleet.record.cells[each] for each in RESOURCES}
        assert any(one_more[each] > 0.8 * fleet.device.capacity[each] for each in RESOURCES)
        if fleet.cores > 1:
            assert rate > 0.8 * replace(fleet, cores=fleet.cores - 1).limits["cores"]
        if fleet.devices > 1:
            assert rate > 0.8 * replace(fleet, devices=fleet.devices - 1, cores=fleet.fit).capacity


@pytest.mark.parametrize("rate", [10.0, 20_000.0, 1_000_000.0])
def test_the_smallest_device_that_does(few: Results, rate: float) -> None:
    """The fewest devices; of equal numbers the fewest LUTs a device; the alternatives are on all devices."""
    names = [each.name for each in DEVICES.values() if each.target in ("ecp5", "gowin", "ice40")]
    fleets = [planned(few, rate, name).fleet for name in names]
    best = min(fleets, key=lambda fleet: (fleet.devices, fleet.device.lut))
    found = planned(few, rate)
    assert (found.fleet.device, found.fleet.devices) == (best.device, best.devices)
    assert {fleet.device.name for fleet in (found.fleet, *found.others)} == set(names)


def test_the_simulation_agrees_with_the_multiplication(few: Results) -> None:
    found = planned(few, 50_000.0, "ecp5-85k")
    fleet, outcome = found.fleet, found.outcome
    for share, name in zip(outcome.busy, ("bus in", "cores", "bus out"), strict=True):
        assert share == pytest.approx(50_000 / fleet.limits[name], rel=0.05)
    assert min(outcome.latency.values()) >= fleet.alone() * (1 - 1e-9)


def test_the_bottleneck(few: Results) -> None:
    narrow = planned(few, 1000.0, "ecp5-85k", bus=0.5).fleet
    assert (narrow.bottleneck, narrow.capacity) == ("bus in", pytest.approx(5e8 / (96 * 3072)))
    assert planned(few, 10_000.0, "ecp5-85k", bus=1e4).fleet.bottleneck == "cores"
    assert planned(few, 10_000.0, "ecp5-85k", bus=1).fleet.devices > 1, "the bus sets the number of devices"


def test_latency_is_bought_with_cores(few: Results) -> None:
    """The alternatives meet the limit too, each at the least size that does."""
    burst = {"burst": "onoff:4:1"}
    free = planned(few, 50_000.0, "ecp5-85k", **burst)
    wished = free.outcome.latency["p99"] / 2
    bought = planned(few, 50_000.0, "ecp5-85k", p99=wished * 1e6, **burst)
    assert bought.outcome.latency["p99"] <= wished < free.outcome.latency["p99"]
    assert len(bought.others) > 2
    ranks = [fleet.rank for fleet in (bought.fleet, *bought.others)]
    assert ranks == sorted(ranks)
    for fleet in (bought.fleet, *bought.others):
        assert fleet.simulate().latency["p99"] == fleet.p99() <= wished
        before = fleet.sized().steps()
        assert fleet == before[0] or before[before.index(fleet) - 1].p99() > wished


def test_a_given_fleet_is_of_a_record_that_meets_the_limit(few: Results) -> None:
    """The smallest core that carries the load may miss the limit that another meets."""
    free = planned(few, 20_000.0, "ecp5-85k", cores=2, devices=1)
    limit = free.outcome.latency["p99"] * 1e6 / 2
    found = planned(few, 20_000.0, "ecp5-85k", cores=2, devices=1, p99=limit)
    assert found.fleet.record != free.fleet.record
    assert found.missed is None
    assert (free.fleet.record.path, f"99 % of the jobs take more than {limit:g} µs") in found.left_out


def test_latency_that_no_number_of_cores_gives(few: Results) -> None:
    with pytest.raises(TwiddleError, match=r"no record carries this load: .*a job without waiting takes more"):
        planned(few, 10.0, "ecp5-85k", p99=1)
    with pytest.raises(TwiddleError, match=r"no record carries this load: .*99 % of the jobs take more than 120 µs"):
        planned(few, 50_000.0, "ecp5-25k", burst="batch:250", p99=120)


def test_a_clock_is_needed_and_believed_within_reason(few: Results) -> None:
    with pytest.raises(TwiddleError, match=r"a record of xc7 has no clock rate; give one, in MHz"):
        planned(few, 10.0, "artix7-100t")
    found = planned(few, 50_000.0, "artix7-100t", mhz=100.0).fleet
    assert (found.clock, found.record.target, found.row["clock"].value) == (100e6, "xc7", "given")
    with pytest.raises(TwiddleError, match=r"600 MHz is above 400 MHz, the limit of its logic delay"):
        planned(few, 10.0, "artix7-100t", mhz=600.0)
    slower = planned(few, 10.0, "ecp5-85k", mhz=150.0)
    assert any("150 MHz is above the record's 137.6 MHz" in reason for _, reason in slower.left_out)
    assert all(fleet.record.fmax_mhz >= 150 for fleet in (slower.fleet, *slower.others))


def test_what_is_left_out_says_why(few: Results) -> None:
    found = planned(few, 50_000.0, "ecp5-25k")
    reasons = {name.split("-")[0]: reason for name, reason in found.left_out}
    assert reasons["pwmm"] == "the core only offers pwm"
    assert reasons["mdc"] == "no core fits on ecp5-25k below 80%: it needs 50 of 28 DSP blocks"
    with pytest.raises(TwiddleError, match=r"no record of any core for falcon-512 verify on ecp5"):
        plan("falcon-512", rate=5, on_device="ecp5-25k", results=few)


def test_a_plan_shows_itself(few: Results) -> None:
    """As tables, in a notebook and as a document, with the same figures."""
    found = planned(few, 50_000.0, "ecp5-85k", burst="batch:8")
    document = found.document()
    assert document["chosen"]["record"] == found.fleet.record.path
    assert document["chosen"]["operations"] == "15 ntt, 36 pwm, 9 intt"
    assert document["chosen"]["parameters"].startswith("Butterflies=")
    assert len(document["alternatives"]) == len(found.others) == len(found.table().rows) - 1
    assert len(found.table(2).rows) == 3
    assert {"p50", "p90", "p99", "p99.9"} <= set(document["simulation"])
    assert document["bus"]["in_gbit_s"] == pytest.approx(50_000 * 96 * 3072 / 1e9)
    html = found._repr_html_()
    assert "<td>Butterflies=" in html
    assert f"{found.outcome.latency['p99'] * 1e6:,.1f}</td>" in html
    again = planned(few, 50_000.0, "ecp5-85k", burst="batch:8", seed=2)
    assert again.document()["simulation"] != document["simulation"]


def test_a_signature_takes_random_time(few: Results) -> None:
    """The mean of the simulation is that of the multiplication; its tail is that of the attempts."""
    sign = {"operation": "sign", "rate": 1.0, "bus": 16.0, "results": few}
    found = plan("ml-dsa-65", **sign)
    times, fleet = found.outcome, found.fleet
    assert times.mean == pytest.approx(fleet.alone(), rel=0.01)
    assert times.latency["p50"] < times.mean < times.latency["p90"]
    task = fleet.job
    assert task.attempts_at(0.99) == ceil(log(0.01) / log(1 - 1 / 5.1))
    step = task.further.cycles / fleet.clock + (task.further.bits_in + task.further.bits_out) / 16e9
    slow = fleet.alone() + (task.attempts_at(0.99) - 5.1) * step
    assert times.latency["p99"] == pytest.approx(slow, abs=1.5 * step)
    with pytest.raises(TwiddleError, match="a job without waiting takes more"):
        plan("ml-dsa-65", p99=times.mean * 1e6, **sign)


def test_devices_are_found_by_part_number() -> None:
    assert device("XC7A100T") is device("artix7-100t")
    with pytest.raises(TwiddleError, match=r"device 'ecp5-84k': unknown \(did you mean ecp5-85k\?\)"):
        device("ecp5-84k")


def test_devices_have_whole_slices() -> None:
    """A family has one number of registers a LUT."""
    registers = {each.target: each.ff / each.lut for each in DEVICES.values()}
    assert set(registers) == {name for name, target in TARGETS.items() if target.devices}
    assert set(registers.values()) <= {0.75, 1.0, 2.0}
    for each in DEVICES.values():
        assert each.ff == each.lut * registers[each.target]
        assert each.lut % (2 if registers[each.target] == 1.0 else 8) == 0


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


def test_the_table(folder: Path, run: Run) -> None:
    out, err = run("--scheme ml-kem-768 --rate 50000 --device ecp5-85k --bus 64 --jobs 5000")
    assert err == ""
    assert "ml-kem-768 handshake, 50,000 a second (poisson)" in out
    assert "polynomials of ml-kem-768 alone; with --core lattice: whole operations on twd_lattice" in out
    assert "14.75 Gbit/s in, 9.22 Gbit/s out" in out
    assert re.search(r"^limit: cores, at [\d,]+ a second$", out, re.MULTILINE)
    assert "left out: 1 record: the core only offers pwm" in out
    assert "…" not in out
    out, _ = run("--scheme ml-kem-768 --rate 500 --mhz 150 --jobs 1000 --device artix7-35t")
    assert "clock: 150 MHz from --mhz; xc7 has no place and route" in out


@pytest.mark.parametrize(
    ("chosen", "parameters"),
    [
        ("--operation mul --core iterative --set Butterflies=2", {"Butterflies": {"2"}}),
        ("--operation mul --core iterative --set Memory=lut16", {"Memory": {"lut16"}}),
        ("--set Butterflies=1 --set Butterflies=2 --set Method=fold", {"Butterflies": {"1", "2"}, "Method": {"fold"}}),
    ],
)
def test_fleets_are_of_the_chosen_cores(folder: Path, chosen: str, parameters: dict[str, set[str]], run: Run) -> None:
    document = run.json(f"--ring ml-kem --rate 9 --jobs 1000 --json {chosen}")
    fleets = [document["chosen"], *document["alternatives"]]
    for name, values in parameters.items():
        assert {dict(each.split("=") for each in fleet["parameters"].split())[name] for fleet in fleets} == values
    if "mul" in chosen:
        assert {(fleet["core"], fleet["operations"]) for fleet in fleets} == {("iterative", "1 mul")}


def test_a_broken_record_is_named_and_left_out(few: Results, results: Path, run: Run) -> None:
    for path in few.folder.glob("iterative-ml-kem*ecp5.json"):
        (results / path.name).write_bytes(path.read_bytes())
    half = min(results.iterdir())
    half.write_text("{")
    out, err = run("--scheme ml-kem-768 --rate 100 --jobs 1000 --json")
    assert err.startswith(f"not used: {half}: not a synthesis record: ")
    found = json.loads(out)
    assert half.name not in {each["record"] for each in (found["chosen"], *found["alternatives"])}


def examples() -> list[str]:
    found = re.findall(r"^  twiddle plan (.*?)(?:  .*)?$", plan_command.epilog or "", re.MULTILINE)
    assert len(found) >= 6
    return found


@pytest.mark.parametrize("line", examples())
def test_the_examples_of_the_help_run(line: str, run: Run) -> None:
    """From the committed records."""
    out, _ = run(line)
    assert "limit" in out


FLEET = "--scheme ml-kem-768 --device ecp5-45k --core iterative --set DoubleBuffer=1 --cores 2 --jobs 5000"


def test_a_fleet_that_is_there_is_judged(folder: Path, run: Run) -> None:
    most = run.json(f"{FLEET} --rate 20000 --devices 1 --json")["limits"]["cores"]
    document = run.json(f"{FLEET} --rate 30000 --devices 1 --json", code=1)
    assert (document["overloaded"], document["simulation"]) == (True, None)
    out, err = run(f"{FLEET} --rate 30000 --devices 1", code=1)
    assert err == (
        "twiddle: overload: 30,000 a second arrive, but 2 iterative on 1 ecp5-45k carry at most "
        f"{most:,.0f}, limited by cores: the queue grows without limit, so there is no latency\n"
    )
    assert "latency" not in out
    two = run.json(f"{FLEET} --rate 30000 --devices 2 --json")
    assert (two["chosen"]["devices"], two["chosen"]["cores"]) == (2, 2)
    assert two["simulation"]["busy"] / 100 == pytest.approx(30_000 / (2 * most), rel=0.05)
    grown = run.json(f"{FLEET} --rate 30000 --json")["chosen"]
    assert (grown["cores"], grown["devices"]) == (2, ceil(30_000 / (0.8 * most)))
    _, err = run(f"{FLEET} --rate 30000 --devices 2 --p99 110", code=1)
    assert re.fullmatch(r"twiddle: 99 % of the jobs take up to [\d.]+ µs on this fleet, above 110 µs\n", err)


def test_what_a_partner_for_products_would_save(few: Results) -> None:
    """The percentages of docs/plan/README.md: transforms on one kind of core, rows of products on another."""
    alone = twiddle.core("iterative", RING, Butterflies=4, DoubleBuffer=0)
    rows = twiddle.core("pwmm", RING, Units=2)

    def cost(design: Block, cycles: int, kind: str) -> float:
        """Cells times the time that a handshake needs them."""
        record = few.find(design, "ecp5")
        return float(record.cells[kind]) * cycles / float(record.fmax_mhz)

    whole = handshake(alone)
    transforms = of_runs(alone, [("ntt", 15), ("intt", 9)])
    for kind, saved in (("lut", 0.37), ("dsp", 0.55)):
        after = cost(alone, transforms.cycles, kind) + cost(rows, 12 * rows.cycles("pwm", 3).interval, kind)
        assert 1 - after / cost(alone, whole.cycles, kind) == pytest.approx(saved, abs=0.02)
