# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The encoder: model against kyber-py and dilithium-py, parts at every coefficient, jobs under stalls."""

from pathlib import Path

import codec_cases
import numpy as np
import pytest
from codec_cases import Jobs, Map, hints, malformed, operands
from dilithium_py.ml_dsa.default_parameters import ML_DSA_44, ML_DSA_65, ML_DSA_87
from dilithium_py.utilities import utils
from kyber_py.ml_kem.default_parameters import ML_KEM_768
from rtl_tree import rtl_tree

from twiddle.model import encode
from twiddle.model.decode import Q_DSA, Q_KEM, N
from twiddle.model.encode import Store
from twiddle.model.sets import DSA as SETS
from twiddle.model.sets import DsaSet as Set
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import StreamSimulator

pytestmark = pytest.mark.covers(
    *("twd_codec_pkg", "twd_encoder", "twd_hint_queue", "twd_hint_store", "twd_pack", "twd_pack_serial"),
    *("twd_store_lane", "twd_store_map", "twd_store_pkg"),
)

SCHEMES = (ML_DSA_44, ML_DSA_65, ML_DSA_87)
OF = pytest.mark.parametrize("of", SETS, ids=("44", "65", "87"))


@pytest.fixture(scope="module")
def hint_store() -> StreamSimulator:
    return StreamSimulator("twd_hint_store")


# --- the model ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 4, 5, 10, 11, 12])
def test_words_of_ml_kem(d: int) -> None:
    """Every coefficient, as kyber-py compresses and encodes it."""
    for begin in range(0, Q_KEM, N):
        x = np.arange(begin, begin + N) % Q_KEM
        polynomial = ML_KEM_768.R(x.tolist())
        if d < 12:
            polynomial = polynomial.compress(d)
        kind = Store.PLAIN if d == 12 else Store.COMPRESS
        assert encode.byte_string(encode.fields(kind, x, d), d) == polynomial.encode(d)


@OF
def test_the_set_is_that_of_the_standard(of: Set) -> None:
    scheme = SCHEMES[of.code]
    found = (scheme.gamma_1, scheme.gamma_2, scheme.tau * scheme.eta, scheme.omega, scheme.k)
    assert found == (of.gamma_1, of.gamma_2, of.beta, of.omega, of.k)


@OF
def test_high_and_low_bits(of: Set) -> None:
    """Around every multiple of gamma2, and anywhere."""
    x = np.resize(operands(Store.HIGH)[::5], 20_000)
    rng = np.random.default_rng(1)
    hint, y = rng.integers(0, 2, len(x)).astype(np.bool_), rng.integers(0, Q_DSA, len(x))
    high, low = encode.decompose(x, of.gamma_2)
    alpha = 2 * of.gamma_2
    expected = [utils.decompose(value, alpha, Q_DSA) for value in x.tolist()]
    assert list(zip(high.tolist(), low.tolist(), strict=True)) == expected
    pairs = list(zip(x.tolist(), hint.tolist(), y.tolist(), strict=True))
    used = encode.use_hint(hint, x, of.gamma_2)
    assert used.tolist() == [utils.use_hint(int(bit), value, alpha, Q_DSA) for value, bit, _ in pairs]
    made = encode.make_hint(x, y, of.gamma_2)
    assert made.tolist() == [utils.make_hint(other - value, value, alpha, Q_DSA) for value, _, other in pairs]
    for kind, values in ((Store.LOW, low), (Store.NORM_Z, x), (Store.NORM_T0, x), (Store.ZERO, x)):
        bound = encode.bound(kind, of)
        expected = [utils.check_norm_bound(value % Q_DSA, bound, Q_DSA) for value in values.tolist()]
        assert encode.exceeded(kind, x, of).tolist() == expected


@OF
def test_words_of_ml_dsa(of: Set) -> None:
    scheme = SCHEMES[of.code]
    rng = np.random.default_rng(of.code)

    def packed(kind: Store, x: np.ndarray) -> bytes:
        return encode.byte_string(encode.fields(kind, x, of=of), encode.width(kind, of=of))

    x = rng.integers(0, Q_DSA, N)
    polynomial = scheme.R(x.tolist())
    high, low = polynomial.power_2_round(13)
    assert packed(Store.T1, x) == high.bit_pack_t1()
    assert packed(Store.T0, x) == low.bit_pack_t0()
    assert packed(Store.HIGH, x) == polynomial.high_bits(2 * of.gamma_2).bit_pack_w(of.gamma_2)
    z = rng.integers(1 - of.gamma_1, of.gamma_1 + 1, N) % Q_DSA
    kind = Store.GAMMA_17 if of.code == 0 else Store.GAMMA_19
    assert packed(kind, z) == scheme.R(z.tolist()).bit_pack_z(of.gamma_1)
    s = rng.integers(-scheme.eta, scheme.eta + 1, N) % Q_DSA
    assert packed(Store.ETA_2 if scheme.eta == 2 else Store.ETA_4, s) == scheme.R(s.tolist()).bit_pack_s(scheme.eta)


@OF
def test_packed_hints(of: Set) -> None:
    """As dilithium-py packs them; it finds the same ones malformed."""
    scheme = SCHEMES[of.code]
    for ones in (0, 1, of.omega):
        found = hints(of, ones)
        rows = scheme.M.vector([scheme.R(row) for row in found.astype(int).tolist()])
        text = encode.hint_bit_pack(found, of)
        assert text == scheme._pack_h(rows)
        again = encode.hint_bit_unpack(text, of)
        assert np.array_equal(again, found)
    assert encode.hint_bit_pack(hints(of, of.omega + 1), of) is None
    verdicts = []
    for text in malformed(of):
        try:
            rows = scheme._unpack_h(text)
        except (ValueError, IndexError):
            expected = None
        else:
            expected = [poly.coeffs for row in rows._data for poly in row]
        found = encode.hint_bit_unpack(text, of)
        assert (None if found is None else found.astype(int).tolist()) == expected
        verdicts.append(expected is None)
    assert 3 < sum(verdicts) < len(verdicts)


# --- twd_store_map ------------------------------------------------------------------------------------------


def test_map() -> None:
    """Every coefficient of ML-KEM; of ML-DSA those around every step; what exceeds a bound; kept high bits."""
    codec_cases.check_map(None)


@pytest.mark.matrix
@pytest.mark.parametrize("of", SETS[:2], ids=("88", "32"))
def test_every_coefficient(of: Set) -> None:
    """All of [0, q): high and low parts, hints, checks."""
    store_map = Map()
    for x in (np.arange(first, Q_DSA, 32) for first in range(32)):
        for kind in (Store.T1, Store.T0, Store.HIGH):
            codec_cases.check_fields(store_map, kind, 0, of, x)
        for hint in (False, True):
            codec_cases.check_fields(store_map, Store.USE_HINT, 0, of, x, np.full(len(x), hint))
        for kind in codec_cases.CHECKS:
            codec_cases.check_exceeded(store_map, kind, of, x)


# --- twd_hint_store -------------------------------------------------------------------------------


@OF
@pytest.mark.parametrize("stall", [0.0, 0.1, 0.5])
def test_hints(hint_store: StreamSimulator, of: Set, stall: float) -> None:
    """Any number of ones is packed, and read again."""
    for ones in range(0, of.omega + 9, 4):
        found = hints(of, ones)
        codec_cases.collected(hint_store, of, found, stall=stall)
        text = encode.hint_bit_pack(found, of)
        if text is not None:
            codec_cases.expanded(hint_store, of, text, stall=stall)


def test_malformed_hints_and_cycles() -> None:
    codec_cases.check_hints(None)


# --- twd_encoder --------------------------------------------------------------------------------------------


def test_jobs_under_stalls(tmp_path: Path) -> None:
    """Every kind in any order; checks and hints of signatures, packed and used again."""
    codec_cases.check_encoder(rtl_tree(tmp_path), seeds=range(4))


def test_jobs_a_coefficient_a_cycle(tmp_path: Path) -> None:
    codec_cases.check_encoder(rtl_tree(tmp_path), serial=True)


@pytest.mark.parametrize("scheme", ["Kem", pytest.param("Dsa", marks=(pytest.mark.matrix, pytest.mark.reaches))])
def test_one_scheme_alone(scheme: str) -> None:
    """The other one is left out."""
    other = {"Kem": "Dsa", "Dsa": "Kem"}[scheme]
    unit = Map(None, **{other: 0})
    for kind, d, of in codec_cases.WORDS:
        if kind.kem == (scheme == "Kem"):
            x = operands(kind)
            hint = np.arange(len(x)) % 2 == 0 if kind is Store.USE_HINT else None
            codec_cases.check_fields(unit, kind, d, of, x, hint)


def test_no_scheme_is_refused() -> None:
    with pytest.raises(Exception, match="neither Kem nor Dsa"):
        Map(None, Kem=0, Dsa=0)


@pytest.mark.matrix
@pytest.mark.parametrize("stage", ["elaborated", "xc7", "ecp5"])
def test_netlist(stage: str, tmp_path: Path) -> None:
    codec_cases.check_encoder(rtl_tree(tmp_path), Stage(stage))


def test_the_cycles_of_a_job(tmp_path: Path) -> None:
    """A polynomial through map and packing: its last word after all quartets and the latency of both."""
    unit = StreamSimulator("twd_test_encoder", rtl_root=rtl_tree(tmp_path))
    for kind, d, of in codec_cases.WORDS:
        if kind is not Store.USE_HINT:
            jobs = Jobs()
            jobs.add(kind, of, np.resize(operands(kind), N), d=d, clear=True)
            run = jobs.run(unit)
            cycles = run.streams["out"].cycles[-1] - run.streams["in"].cycles[0] + 1
            assert cycles == encode.job_cycles(kind, encode.width(kind, d, of))
