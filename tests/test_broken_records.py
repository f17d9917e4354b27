# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A broken record of any kind is named with what is wrong, in Python and by the commands that read it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import Run
from compare_cases import a_record
from msgspec import structs

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import ring
from twiddle.catalog.designs import core
from twiddle.evidence import breakdown, recipe
from twiddle.evidence.results import Results
from twiddle.evidence.verify.evidence import evidence
from twiddle.study.papers import PAPERS
from twiddle.tools.synth import records

RECORD = a_record(core("iterative", ring("ml-kem")), "xc7")
NOPE = structs.replace(RECORD, core="nope")
THREE = structs.replace(RECORD, parameters={"Butterflies": 3})
DIVIDED = json.loads(min(Results().folder.glob("breakdown/*.json")).read_text())
LACKS_FF = {**DIVIDED["tree"], "cells": {"lut": 1, "dsp": 0, "bram36": 0}}
GOOD: dict[str, Any] = {record.path: record.document() for record in (RECORD, NOPE, THREE)}
GOOD["breakdown/x.json"] = DIVIDED

READERS: dict[str, Callable[[Results], object]] = {
    "": Results.load_all,
    "breakdown": breakdown.load_all,
    "peers": recipe.records,
    "verify": evidence,
}
"""What reads the records of a folder."""


def broken(name: str, changed: str | dict[str, Any]) -> Path:
    """A broken record in the folder of results: another text, or a good one with other fields."""
    path = Results().folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(changed if isinstance(changed, str) else json.dumps({**GOOD[name], **changed}))
    return path


def test_a_record_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(TwiddleError, match=r"pipe\.json: not a regular file"):
        records.load(tmp_path / "pipe.json")
    (tmp_path / "file").touch()
    with pytest.raises(TwiddleError, match=r"/file/arith: Not a directory"):
        Results(tmp_path / "file" / "arith").save(RECORD)


@pytest.mark.parametrize(
    ("name", "changed", "rule"),
    [
        *(
            (RECORD.path, changed, f"a synthesis record: {rule}")
            for changed, rule in (
                ("", "Input data was truncated"),
                ("[" * 200_000, ""),
                ({"cells": {"lut": 1, "ff": 1, "dsp": "1"}}, "cells: Expected `int | float`, got `str`"),
                ({"cells": {"lut": 1, "ff": 1, "dsp": 1}}, "cells has no number 'bram36'"),
                ({"fmax_mhz": 0}, "Expected `int` >= 1 - at `$.fmax_mhz`"),
                ({"seconds": -1.5}, "Expected `float` >= 0.0 - at `$.seconds`"),
                ({"target": "ecp5"}, "fmax_mhz = None is not a clock rate of ecp5"),
                ({"ring": "ml-dsa"}, "the content is that of iterative-ml-dsa-Butterflies4-DoubleBuffer1-"),
                ({"cells": {"lut": 1e300, "ff": 1, "dsp": 1, "bram36": 1}}, "cells: Expected `float` <= 1"),
            )
        ),
        (NOPE.path, {}, "a synthesis record: core 'nope': unknown"),
        (THREE.path, {}, "a synthesis record: core iterative: Butterflies = 3 is not one of 1, 2, 4"),
        ("breakdown/x.json", "{", "a break-down: Input data was truncated"),
        ("breakdown/x.json", {"tree": LACKS_FF}, "a break-down: a node of the tree lacks ff"),
        ("peers/x.json", '{"design": "x"}', "a record of a peer: Object missing required field `ring`"),
        ("verify/formal.json", "[]", "a record of formal"),
    ],
)
def test_it_is_named(name: str, changed: str | dict[str, Any], rule: str, results: Path) -> None:
    path = broken(name, changed)
    with pytest.raises(TwiddleError) as caught:
        READERS[name.rpartition("/")[0]](Results())
    assert str(caught.value).startswith(f"{path}: not {rule}")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        *((f"compare {name}", "") for name in PAPERS),
        ("compare --peers", "peers/x.json"),
        ("report -o x.html", RECORD.path),
    ],
)
def test_a_command_ends_with_it(line: str, name: str, results: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(results.parent)
    path = broken(
        name or next(iter(PAPERS[line.split()[1]].comparison(Results()).missing)).removeprefix("results/"), "[]"
    )
    assert run.refused(line).startswith(f"{path}: not a ")
    assert [*results.parent.iterdir()] == [results]
