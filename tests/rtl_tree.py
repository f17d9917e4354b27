# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Copies of the RTL tree: with a module of tests/rtl beside it, or with a fault in it."""

import shutil
from pathlib import Path

from twiddle.base import manifest

BENCHES = {
    "twd_canary": (),
    "twd_test_ram": ("twd_ram_1r1w",),
    "twd_test_egress": ("twd_stream_egress",),
    "twd_test_hashed": ("twd_keccak", "twd_sampler"),
    "twd_test_encoder": ("twd_encoder",),
}
"""Modules of tests/rtl that need the real RTL, and what they instantiate."""


def rtl_tree(folder: Path, *change: str) -> Path:
    """A copy of rtl/ in `folder`, with the benches in its manifest; `change`: of a file, as for `edit`."""
    root = folder / "rtl"
    shutil.copytree(manifest.rtl_root(), root)
    (root / "wrap").mkdir(exist_ok=True)
    text = ""
    for name, depends in BENCHES.items():
        shutil.copy(Path(__file__).parent / "rtl" / "benches" / f"{name}.sv", root / "wrap")
        text += f'\n[modules.{name}]\nfiles = ["wrap/{name}.sv"]\ndepends = {list(depends)}\n'
    with (root / "manifest.toml").open("a", encoding="utf-8") as file:
        file.write(text)
    if change:
        edit(root, *change)
    return root


def edit(root: Path, file: str, original: str, replacement: str) -> None:
    """Replaces a text that must occur exactly once; ValueError where it does not, or nothing changes."""
    path = root / file
    text = path.read_text(encoding="utf-8")
    if (found := text.count(original)) != 1:
        raise ValueError(f"{file}: {original!r} occurs {found} times, not once")
    if original == replacement:
        raise ValueError(f"{file}: {original!r} is replaced by itself")
    path.write_text(text.replace(original, replacement), encoding="utf-8")
