# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/integration.md: what the wrappers cost, measured again."""

import re

import pytest

from twiddle import manifest, places
from twiddle.synth.flow import measure

ROW = re.compile(r"\| `(twd_axil?\w*|twd_axis|twd_regs)`(.*) \| (\d+) \| (\d+) \| ([\d.]+) \|\n")
TABLE = ROW.findall((places.root() / "docs/integration.md").read_text(encoding="utf-8"))
SLOTS = {"in 16 bits": "16", "in 32 bits": "32", "dense": "0"}
QUICK = {"twd_regs", "twd_axil_bus"}


def parameters(words: str) -> dict[str, str]:
    """What the words of a row say of the wrapper."""
    found = {}
    for said, slot in SLOTS.items():
        if said in words:
            found["Slot"] = slot
    if lanes := re.search(r"(\d+) lanes", words):
        found["Lanes"] = lanes[1]
    return found


@pytest.mark.parametrize(
    ("top", "words", "lut", "ff", "bram36"),
    [pytest.param(*row, marks=[] if row[0] in QUICK else [pytest.mark.long]) for row in TABLE],
)
def test_the_cost_of_a_wrapper(top: str, words: str, lut: str, ff: str, bram36: str) -> None:
    cells = measure(top, manifest.sources(top), manifest.include_dirs(), parameters(words), "xc7").cells
    assert (cells.lut, cells.ff, cells.bram36) == (int(lut), int(ff), float(bram36))


def test_the_wrappers_are_small() -> None:
    """At 64 bits: registers, and with 8 lanes in slots and in any number of lanes dense."""
    luts = {(top, words): int(lut) for top, words, lut, *_ in TABLE}
    assert sum(lut for (top, _), lut in luts.items() if top in QUICK) <= 300
    slots = [lut for (_, words), lut in luts.items() if " bits, 8 lanes" in words and "64 bits," in words]
    dense = [lut for (_, words), lut in luts.items() if "dense" in words]
    assert (len(slots), len(dense)) == (2, 3)
    assert max(slots) <= 200
    assert max(dense) <= 450
