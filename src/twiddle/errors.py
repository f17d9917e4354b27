# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The two ways in which a Twiddle call ends badly."""


class TwiddleError(Exception):
    """Bad input or a missing tool: one line that names the place and the rule (exit code 2)."""


class CheckFailed(Exception):
    """A result differs from the model, or an assertion fired in simulation (exit code 1)."""
