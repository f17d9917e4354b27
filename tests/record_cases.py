# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Committed records in place of measurements, where only their figures are wanted."""

import pytest

from twiddle.designs import Design
from twiddle.synth import Record, Results, is_current, records, synthesize


def recorded(design: Design, target: str = "xc7") -> Record:
    """The record of a design where it is of the present hardware, else a measurement.

    A record that waits to be made again by `twiddle bench` skips the test.
    """
    if (name := records.name_of(design, target)) in Results().pending():
        pytest.skip(f"results/pending.json: {name} belongs to earlier hardware")
    record = Results().find(design, target)
    return record if record is not None and is_current(record, design) else synthesize(design, target)
