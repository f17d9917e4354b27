# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Which exception a failure of a compiled simulator is."""

from __future__ import annotations

import re

from twiddle.base.errors import AssertionFailed, CheckFailed, ContractBroken, Hang

_ASSERTION = re.compile(r"%\w+: (\S+:\d+): Assertion failed in (?:TOP\.)?([^\s:]+)")


def failure(message: bytes, model: str, where: str = "") -> CheckFailed:
    """The exception for a message of the compiled test bench, which has words alone, in one line.

    An assertion is given by its hierarchical name and its place in the source.

    >>> failure(b"no transfer for 500 cycles", "twd_mdf", " at cycle 7")
    Hang('twd_mdf: no transfer for 500 cycles at cycle 7')
    """
    text = message.decode(errors="replace")
    if match := _ASSERTION.search(text):
        return AssertionFailed(f"{model}: assertion {match[2]} ({match[1]}) failed{where}")
    kind = Hang if "no transfer for" in text else ContractBroken
    return kind(f"{model}: {' '.join(text.split())}{where}")
