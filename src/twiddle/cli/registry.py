# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every command of `twiddle`."""

from __future__ import annotations

from collections.abc import Sequence

from twiddle.cli.arith import arith_command
from twiddle.cli.bench import bench_command
from twiddle.cli.commands import cli
from twiddle.cli.compare import compare_command
from twiddle.cli.explore import explore_command
from twiddle.cli.export import export_command
from twiddle.cli.hls import hls_command
from twiddle.cli.plan import plan_command
from twiddle.cli.report import report_command
from twiddle.cli.schemes import dsa_group, falcon_group, kem_group
from twiddle.cli.verify import acvp_command, verify_command

for command in (
    *(arith_command, bench_command, compare_command, export_command, hls_command),
    *(plan_command, report_command, explore_command, verify_command, acvp_command),
    *(kem_group, dsa_group, falcon_group),
):
    cli.add_command(command)


def run(arguments: Sequence[str] | None = None) -> object:
    """Run a command with arguments (default: those of the process); raises its errors."""
    return cli.main(args=arguments, prog_name="twiddle", standalone_mode=False)
