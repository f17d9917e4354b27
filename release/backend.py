# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Setuptools as the build backend; the wheel also holds the data files (`twiddle.base.places` finds them)."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools.build_meta import *  # noqa: F403  the hooks of a build backend
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[1]

DATA = {
    "rtl": "rtl",
    "results": "results",
    "formal": "formal",
    "hls": "hls",
    "sw": "sw",
    "LICENSE": "LICENSE",
    "THIRD-PARTY.md": "THIRD-PARTY.md",
}
"""Folders and files of the repository, each with its path in the package."""


class BuildPy(build_py):  # type: ignore[misc]  # untyped
    """Copies the data next to the modules; an editable installation reads them from the checkout."""

    def run(self) -> None:
        """Build the package, then copy the data into it."""
        super().run()
        if self.editable_mode:
            return
        package = Path(self.build_lib) / "twiddle"
        for source, place in DATA.items():
            if (ROOT / source).is_file():
                shutil.copyfile(ROOT / source, package / place)
            else:
                ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
                shutil.copytree(ROOT / source, package / place, ignore=ignored, dirs_exist_ok=True)
