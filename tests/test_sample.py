# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Samplers and decoders: every map of fields, hashes of both schemes, cycles, stalls, and ends."""

import numpy as np
import pytest
from covers import marked
from dilithium_py.polynomials.polynomials import PolynomialRing as DsaRing
from kyber_py.polynomials.polynomials import PolynomialRing as KemRing
from rtl_tree import rtl_tree
from sample_cases import (
    FINITE,
    REJECTING,
    WORD,
    WRONG,
    alone,
    check,
    check_bytes,
    check_closed,
    check_map,
    encoded,
    hashed,
    hashes,
    of_scheme,
    quartets,
    sampled,
    wide,
)

from twiddle.base.errors import TwiddleError
from twiddle.model.decode import Load
from twiddle.model.encode import words
from twiddle.model.sample import Job, ball, polynomials
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import StreamSimulator
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers(
    "twd_compact",
    "twd_load_map",
    "twd_sample_ball",
    "twd_sample_bounded",
    "twd_sample_pkg",
    "twd_sample_serial",
    "twd_sampler",
    "twd_unpack",
    "twd_unpack_serial",
)

BUILDS = pytest.mark.parametrize(
    "parameters",
    [
        pytest.param({}, id="both"),
        pytest.param({"Dsa": 0}, id="kem", marks=(pytest.mark.matrix, pytest.mark.reaches)),
        pytest.param({"Kem": 0}, id="dsa", marks=pytest.mark.matrix),
    ],
)


@pytest.fixture(scope="module")
def sampler() -> StreamSimulator:
    return StreamSimulator("twd_sampler")


# --- the model ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_model_samples_as_the_packages(seed: int) -> None:
    for case in hashes(seed):
        count = 200 if case.job.endless else case.job.words
        np.testing.assert_array_equal(polynomials(case.job, case.digest(count))[0], case.expected, case.name)


def test_the_model_decodes_as_the_packages() -> None:
    """ByteDecode and Decompress of kyber-py, BitUnpack of dilithium-py."""
    kem, dsa = KemRing(), DsaRing()
    for kind, d in FINITE:
        if kind is Load.CBD:
            continue
        job = Job(kind, d)
        data = encoded(job)
        if kind is Load.PLAIN:
            found = kem.decode(data, d).coeffs
            ours = polynomials(job, data)[0] % kind.q  # kyber-py reduces, twd_poly_unit checks
        else:
            ours = polynomials(job, data)[0]
            if kind is Load.DECOMPRESS:
                found = kem.decode(data, d).decompress(d).coeffs
            elif kind in WRONG:
                found = dsa.bit_unpack_s(data, 2 if kind is Load.ETA_2 else 4).coeffs
            elif kind is Load.T1:
                found = [-value << 13 for value in dsa.bit_unpack_t1(data).coeffs]
            elif kind is Load.T0:
                found = dsa.bit_unpack_t0(data).coeffs
            else:
                found = dsa.bit_unpack_z(data, 1 << d - 1).coeffs
        np.testing.assert_array_equal(ours, np.array(found) % kind.q)


def test_the_model_refuses_what_is_no_encoding() -> None:
    with pytest.raises(TwiddleError, match="31 bytes are too few"):
        polynomials(Job(Load.DECOMPRESS, 1), bytes(31))
    with pytest.raises(TwiddleError, match="a field is out of range"):
        polynomials(Job(Load.ETA_2, 3), b"\x05" + bytes(95))


# --- parts ----------------------------------------------------------------------------------------------------


@BUILDS
@pytest.mark.parametrize(("kind", "d"), [*FINITE, *REJECTING], ids=lambda value: getattr(value, "name", value))
def test_every_field(kind: Load, d: int, parameters: dict[str, int]) -> None:
    """All of them, of NTT_DSA the ends and some between."""
    if not of_scheme(kind, parameters.get("Kem", 1), parameters.get("Dsa", 1)):
        return
    x = np.arange(1 << d) if d < 24 else np.concatenate([some(d), some(d) | 1 << 23])
    check_map(None, kind, d, np.concatenate([np.zeros(4, np.int64), *[x] * -(-256 // len(x))]), **parameters)


def some(d: int) -> np.ndarray:
    """Fields of 23 bits around 0 and both bounds of the modulus, and any."""
    near = [base + np.arange(-70_000, 70_000) for base in (70_000, 8380417, (1 << 23) - 70_000)]
    return np.concatenate([*near, np.random.default_rng(d).integers(0, 1 << 23, 100_000)]) % (1 << 23)


@pytest.mark.matrix
def test_every_field_of_24_bits() -> None:
    for part in np.arange(1 << 24).reshape(16, -1):
        check_map(None, Load.NTT_DSA, 24, np.concatenate([np.zeros(4, np.int64), part]))


def test_bytes_of_a_ball() -> None:
    check_bytes(None)


# --- together -----------------------------------------------------------------------------------------------


@BUILDS
def test_every_job(parameters: dict[str, int]) -> None:
    check(None, **parameters)


@pytest.mark.parametrize("stage", marked(["elaborated", "xc7", "ecp5"], kept=["elaborated"]))
def test_its_netlist(stage: str) -> None:
    check(None, Stage(stage))


@pytest.mark.parametrize("stall", [0.1, 0.5, 0.9])
def test_jobs_under_stalls(sampler: StreamSimulator, stall: float) -> None:
    rng = np.random.default_rng(int(10 * stall))
    for seed in range(3):
        chosen = [FINITE[number] for number in rng.integers(0, len(FINITE), 8)]
        sampled(sampler, [Job(kind, d, int(rng.integers(1, 4))) for kind, d in chosen], seed, stall=stall)


def test_a_job_of_eight_polynomials(sampler: StreamSimulator) -> None:
    for kind, d in ((Load.PLAIN, 12), (Load.GAMMA_19, 20), (Load.DECOMPRESS, 1)):
        job = Job(kind, d, 8)
        alone(sampler, job, encoded(job))


def test_cycles_of_hashes(sampler: StreamSimulator) -> None:
    for seed in range(4):
        for case in hashes(seed):
            alone(sampler, case.job, case.digest(200 if case.job.endless else case.job.words))


@pytest.mark.parametrize("stall", [0.0, 0.3, 0.8])
def test_hashes_end_when_a_polynomial_is_full(stall: float, tmp_path_factory: pytest.TempPathFactory) -> None:
    """twd_keccak before it, every sampler of both schemes in any order, hashes that wait for their job."""
    unit = StreamSimulator("twd_test_hashed", rtl_root=rtl_tree(tmp_path_factory.mktemp("hashed")))
    rng = np.random.default_rng(int(10 * stall))
    for seed in range(3):
        cases = [case for case in hashes(seed) for _ in range(2)]
        order = [cases[number] for number in rng.permutation(len(cases))]
        hashed(unit, order, seed=seed, stall={"text": stall, "job": stall, "out": stall})


@pytest.mark.parametrize("stall", [0.0, 0.4])
@pytest.mark.parametrize("parameters", [{}, {"Dsa": 0}], ids=["both", "kem"])
def test_a_coefficient_a_cycle(
    parameters: dict[str, int], stall: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every job, and every hash with twd_keccak before it, one coefficient after the other."""
    serial = parameters | {"Serial": 1}
    dsa = parameters.get("Dsa", 1)
    unit = StreamSimulator("twd_sampler", serial)
    jobs = [Job(kind, d, number % 3 + 1) for number, (kind, d) in enumerate(FINITE) if of_scheme(kind, 1, dsa)]
    sampled(unit, jobs, 5, stall=stall)
    unit = StreamSimulator("twd_test_hashed", serial, rtl_root=rtl_tree(tmp_path_factory.mktemp("hashed")))
    cases = [case for seed in range(3) for case in hashes(seed) if not case.job.tau or dsa]
    cases = [case for case in cases if of_scheme(case.job.kind, 1, dsa)]
    hashed(unit, cases, stall={"text": stall, "job": stall, "out": stall})


@pytest.mark.parametrize(("name", "cycles"), [("SamplePolyCBD 2", 64), ("SamplePolyCBD 3", 74), ("ExpandMask 19", 144)])
def test_one_job_of_several_hashes(name: str, cycles: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Polynomials follow one another at the rate of the sampler, or of the hash."""
    unit = StreamSimulator("twd_test_hashed", rtl_root=rtl_tree(tmp_path_factory.mktemp("hashed")))
    cases = [case for seed in range(4) for case in hashes(seed) if case.name == name]
    run = hashed(unit, cases, together=True)
    ends = run.streams["out"].cycles[63::64]
    assert np.diff(ends).tolist() == [cycles] * 3


# --- what ends a job early ----------------------------------------------------------------------------------


@pytest.mark.parametrize("job", [Job(Load.PLAIN, 12), Job(Load.GAMMA_17, 18, 2), Job(Load.NTT_KEM, 12), ball(60)])
def test_clear_at_any_time(job: Job) -> None:
    """Nothing of the job comes after it; the next job is right from its first quartet on."""
    cycles, word = 700, WORD
    unit = UnitSimulator("twd_sampler")
    data = word.to_bytes(8, "little") * 200
    expected = quartets(polynomials(job, data))
    for at in (4, 5, 7, 9, 10, 11, 12, 13, 15, 40, 73, 74, 75, 76, 77, 78, 79, 80, 120, 170, 215):
        rng = np.random.default_rng(at)
        ones, ready = np.ones(cycles, np.int64), (rng.random(cycles) < 0.9).astype(int)
        inputs = {"clear_i": (np.arange(cycles) == at).astype(int), "job_valid_i": ones, "in_valid_i": ones}
        inputs |= {"job_data_i": np.full(cycles, job.word), "in_data_i": np.full(cycles, word)}
        inputs |= {"out_ready_i": ready}
        got = unit.run(inputs, latency=0, random_state=True)
        came = (got["out_valid_o"] & ready).astype(bool)
        values = wide(got["out_data_o"])
        for part in (slice(None, at + 1), slice(at + 1, None)):
            quartet = values[part][came[part]].tolist()
            assert quartet == (expected * 40)[: len(quartet)], at
            assert got["out_last_o"][part][came[part]].tolist() == ([0] * (len(expected) - 1) + [1]) * (
                len(quartet) // len(expected)
            ) + [0] * (len(quartet) % len(expected))
        assert len(quartet) > 40
        assert not got["out_valid_o"][at + 1]
        assert not got["drop_o"][at + 1]


@pytest.mark.parametrize("job", [Job(Load.DECOMPRESS, 5, 2), Job(Load.NTT_KEM, 12), Job(Load.NTT_DSA, 24), ball(60)])
def test_no_word_is_taken_after_those_of_the_job(job: Job) -> None:
    check_closed(None, job)


def test_a_wrong_field_is_reported() -> None:
    """In any place of a quartet."""
    unit = UnitSimulator("twd_sampler")
    for kind, d, value in ((Load.ETA_2, 3, 5), (Load.ETA_2, 3, 7), (Load.ETA_4, 4, 9), (Load.ETA_4, 4, 15)):
        for place in range(4):
            cycles = 100
            ones = np.ones(cycles, np.int64)
            word = sum((value if k == place else 2) << d * k for k in range(4))
            once = words(word.to_bytes(8, "little"))[0]
            inputs = dict.fromkeys(("job_valid_i", "in_valid_i", "out_ready_i"), ones)
            inputs |= {"clear_i": 0 * ones, "job_data_i": ones * Job(kind, d).word}
            inputs |= {"in_data_i": np.where(np.arange(cycles) < 4, once, 0)}
            got = unit.run(inputs, latency=0, random_state=True)
            assert got["wrong_o"].sum() > 0
