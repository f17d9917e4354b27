# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`python -m lint` in the root of the repository: every check, one finding a line, exit code 1 on any."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from lint import files as repository
from lint import rooms, slang, subset, tools, tree, words
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import rings

ROOT = Path(__file__).resolve().parents[1]
PYTHON_FILES = ("src", "tests", "lint", "hls", "docs", "pages", "release", "examples")


def at_points(check: Callable[[tools.Point], list[str]], points: Iterable[tools.Point]) -> list[str]:
    """Findings of a check at many points, each with its points."""
    points = list(points)
    with ThreadPoolExecutor() as pool:
        return gathered(points, list(pool.map(check, points)))


def gathered(points: Sequence[tools.Point], answers: Sequence[list[str]]) -> list[str]:
    """Findings of each point as findings with their points; no point at all is a finding too."""
    labels: dict[str, list[str]] = {}
    for point, findings in zip(points, answers, strict=True):
        for finding in findings:
            labels.setdefault(finding, []).append(point.label)
    if not points:
        return ["nothing was checked"]
    return [
        f"{finding} [{found[0]}{f' and {len(found) - 1} more' if found[1:] else ''}]"
        for finding, found in labels.items()
    ]


def check_slang() -> list[str]:
    """Findings of slang: every module, the pairs of every core, every core in every ring, extremes."""
    points = [*tools.units(), *tools.cores(2), *tools.defaults(*rings()), *tools.extremes()]
    points = list({point.label: point for point in points}.values())
    # slang holds Python's lock; other checks run in threads, which a fork would not copy.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return gathered(points, list(pool.map(slang.check, points, chunksize=8)))


def tool(*arguments: str) -> list[str]:
    """The output of a Python tool that fails."""
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip().splitlines() if done.returncode else []


def checks() -> dict[str, Callable[[], list[str]]]:
    """Every check by its name; each returns its findings."""
    files = [path.relative_to(ROOT) for path in repository.tracked(ROOT)]

    def verilog(*folders: str) -> list[Path]:
        written = (path for path in files if path.parts[:2] != ("hls", "generated"))
        return [path for path in written if path.parts[0] in folders and path.suffix in (".sv", ".svh")]

    texts = [
        path
        for path in files
        if path.suffix == ".md" or (path.suffix == ".py" and path.parts[0] not in ("lint", "tests"))
    ]
    formatting = ("ruff", "format", "--check", "--output-format=concise")
    defaults, outside = list(tools.defaults(rings()[0])), list(tools.outside_cores())
    of_modulus = list({of.q: of for of in reversed(rings())}.values())
    return {
        "RTL names": lambda: repository.check_names(verilog("rtl")) + words.check_names(verilog("rtl")),
        "RTL lengths": lambda: repository.check_lengths(verilog("rtl", "hls", "formal")),
        "words": lambda: words.check([*verilog("rtl", "hls"), *texts]),
        "portable subset": lambda: subset.check(verilog("rtl", "hls")),
        "manifest": tree.check,
        "rooms": lambda: rooms.check(ROOT / "src"),
        "ruff check": lambda: tool("ruff", "check", "--quiet", *PYTHON_FILES),
        "ruff format": lambda: tool(*formatting, *PYTHON_FILES),
        "mypy --strict": lambda: tool("mypy", "--no-error-summary"),
        # slang parses the sources once for all points; the others parse them at each, so they check fewer. Assertions
        # are the same at all parameters, and each simulation compiles them.
        "slang": check_slang,
        "Verilator": lambda: (
            at_points(tools.check_hardware, [*defaults, *tools.cores(1, of_modulus), *outside])
            + at_points(tools.check_verilator, [*defaults, *tools.proofs(), *outside])
        ),
        "Yosys": lambda: at_points(tools.check_yosys, tools.read_by_yosys()),
    }


def main() -> int:
    """Run every check, two at a time since some use one processor; returns 1 if one has findings."""
    failed = False
    with ThreadPoolExecutor(2) as pool:
        running = {name: pool.submit(timed, check) for name, check in checks().items()}
        for name, done in running.items():
            findings, seconds = done.result()
            for finding in findings:
                print(f"  {finding}")
            failed = failed or bool(findings)
            print(f"lint: {name}: {'FAILED' if findings else 'ok'} ({seconds:.1f} s)", flush=True)
    return int(failed)


def timed(check: Callable[[], list[str]]) -> tuple[list[str], float]:
    """The findings of a check, and its seconds."""
    began = time.monotonic()
    try:
        return check(), time.monotonic() - began
    except TwiddleError as error:
        return [str(error)], time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
