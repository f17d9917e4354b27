# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The record of `make faults`, apart from the tests that make it."""

import json
from collections import Counter

import pytest
from fault_list import FAULTS

from twiddle.synth.records import Results, default_folder
from twiddle.verify.evidence import faults_hash


def test_every_fault_was_caught_since_it_is_in_the_list() -> None:
    if "verify/faults.json" in Results().pending():
        pytest.skip("results/pending.json: make faults has not run on this hardware")
    record = json.loads((default_folder() / "verify" / "faults.json").read_text(encoding="utf-8"))
    assert record["caught"].keys() == {mutation.name for mutation in FAULTS}
    assert record["rtl_hash"] == faults_hash(), "run: make faults"
    ways = Counter(record["caught"].values())
    assert record["caught_by"] == ways
    assert record["faults"] == ways.total()
