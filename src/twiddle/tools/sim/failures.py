# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Which exception a failure of a compiled simulator is."""

from __future__ import annotations

import re

from twiddle.base.errors import AssertionFailed, CheckFailed, ContractBroken, Hang

_ASSERTION = re.compile(r"\bassertion \S+ \(\S+\) failed")


def failure(message: str) -> type[CheckFailed]:
    """The exception for a message of the compiled test bench, which has words alone.

    >>> failure("no transfer for 500 cycles").__name__
    'Hang'
    """
    if _ASSERTION.search(message):
        return AssertionFailed
    return Hang if "no transfer for" in message else ContractBroken
