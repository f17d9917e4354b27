# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make dist`: wheel, source distribution and bill of materials into a folder (default: dist/).

Nothing is downloaded: the locked setuptools builds. Dates are SOURCE_DATE_EPOCH, or that of the commit.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import twiddle
from release import lock, sbom

ROOT = Path(__file__).resolve().parents[1]

IGNORED = (".venv*", ".cache", ".*_cache", ".hypothesis", "build", "dist", "*.egg-info", "__pycache__")

FIRST = 315532800
"""The beginning of 1980, the first date that a wheel can hold: the default date of a build."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build; returns the exit code: 0, or 1 after one line or the output of the build."""
    parser = argparse.ArgumentParser(prog="python -m release", description="Build the files of a release.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", help="output folder")
    folder: Path = parser.parse_args(arguments).folder
    if missing := sorted({pin.name for pin in lock.runtime(ROOT)} - set(lock.third_party(ROOT))):
        print(f"release: THIRD-PARTY.md has no entry for {', '.join(missing)}", file=sys.stderr)
        return 1
    seconds = date()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".build-") as scratch:
        source, made_in = Path(scratch) / "source", Path(scratch) / "made"
        copy(source)
        done = build(source, made_in, seconds)
        if done.returncode:
            print(done.stdout + done.stderr, file=sys.stderr)
            return 1
        (wheel,) = made_in.glob("*.whl")
        bill = made_in / f"twiddle-{twiddle.__version__}.cdx.json"
        bill.write_text(sbom.document(ROOT, twiddle.__version__, wheel, seconds), encoding="utf-8")
        for path in sorted(made_in.iterdir()):
            made = path.replace(folder / path.name)
            print(f"{made}, {made.stat().st_size / 1000:.0f} kB")
    return 0


def date() -> int:
    """SOURCE_DATE_EPOCH, or the date of the commit, in seconds since 1970."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    if not (ROOT / ".git").exists():
        return FIRST
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def committed() -> set[str]:
    """Files of the repository that git tracks."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return {name for name in names if name and (ROOT / name).is_file()}


def copy(target: Path) -> None:
    """The files of the repository: those that git tracks; in a source distribution, all."""
    if not (ROOT / ".git").exists():
        shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(*IGNORED))
        return
    for name in sorted(committed()):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)


def build(source: Path, folder: Path, seconds: int) -> subprocess.CompletedProcess[str]:
    """The source distribution, and the wheel from it."""
    return subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(source)],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(seconds)},
        capture_output=True,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    sys.exit(main())
