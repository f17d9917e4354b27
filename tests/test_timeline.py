# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""twiddle timeline: jobs and work of each unit of twd_lattice against formulas, its chart, its picture."""

import csv
import io
import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from command import Run

import twiddle
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import ring
from twiddle.evidence import timeline as module
from twiddle.evidence.timeline import Timeline, timeline
from twiddle.model.command import Command, Operation
from twiddle.model.timing import Timing

ROOT = Path(__file__).parents[1]
TIMING = Timing(ring("ml-dsa"), ring("ml-kem"), 4)
OPERATIONS = [("ML-DSA-65", "keygen"), ("ML-DSA-44", "sign"), ("ML-KEM-768", "decaps")]

recorded = cache(timeline)


@pytest.fixture(params=OPERATIONS, ids=" ".join)
def found(request: pytest.FixtureRequest) -> Timeline:
    return recorded(*request.param)


def slots(what: str, pair: bool) -> int:
    """Slots of the engine that a command takes, as twiddle.model.timing has them."""
    operation, count = re.match(r"(\w+)(?: x(\d))?", what).groups()  # type: ignore[union-attr]
    command = Command(Operation[operation], pair, int(count or 1), stream="stream" in what)
    if command.operation in (Operation.NTT, Operation.INTT):
        return sum(of for of, _ in TIMING.layers(command))
    return TIMING.slots(command) - 2 * command.stream


def test_work_is_that_of_the_commands(found: Timeline) -> None:
    """A command that has ended took the slots of its formula; products of the matrix besides."""
    for unit in found.units:
        if unit.name in ("engine", "products"):
            assert unit.jobs
            assert [job.busy for job in unit.jobs] == [slots(job.what, "KEM" in found.set) for job in unit.jobs]
            assert unit.busy == sum(job.busy for job in unit.jobs)
    both = {unit.name: unit.works for unit in found.units}
    assert not (both["engine"] & both["products"]).any()


def test_permutations_of_keccak() -> None:
    """24 cycles each, and a cycle a word of a seed; of pk, of the 244 words and the padding some come beside others."""
    *seeds, pk = recorded("ML-DSA-65", "keygen").units[0].jobs
    assert sum(job.busy for job in seeds) == 24 * (1 + 11 * 2 + 30 * 5) + 5 + 11 * 9 + 30 * 5  # of xi; s1, s2; A
    assert 24 * 15 + 17 <= pk.busy < 24 * 15 + 245


def test_jobs_follow_each_other(found: Timeline) -> None:
    """No two jobs of a unit overlap, all are within the operation, and work is within jobs."""
    for unit in found.units:
        assert all(0 <= job.start < job.end <= found.cycles for job in unit.jobs)
        assert all(before.end <= after.start for before, after in pairwise(unit.jobs))
        assert unit.busy == sum(job.busy for job in unit.jobs) <= unit.taken <= found.cycles
        assert all(not unit.works[start:end].any() for start, end in unit.gaps())


def test_cycles_are_those_of_the_table(found: Timeline) -> None:
    """docs/schemes/cycles.md has the same operation with the same seed."""
    text = (ROOT / "docs" / "schemes" / "cycles.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {found.set} \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| \d* \|$", text, re.MULTILINE)
    place = {"keygen": 0, "sign": 1, "decaps": 2}[found.operation]
    assert found.cycles == int(row[place].replace(",", ""))


def test_polynomials_of_sampler_and_encoder() -> None:
    """ML-DSA-65 samples l + k secrets and k l entries, and encodes s1, s2, t1, t0."""
    units = {unit.name: unit for unit in recorded("ML-DSA-65", "keygen").units}
    assert [job.what for job in units["sampler"].jobs] == ["secret"] * 11 + ["matrix"] * 30
    assert [job.what for job in units["encoder"].jobs] == ["eta"] * 11 + ["t1"] * 6 + ["t0"] * 6
    assert {job.busy for job in units["encoder"].jobs} == {64}
    assert {job.what for job in units["Keccak"].jobs} == {"SHAKE128", "SHAKE256"}
    assert [job.what for job in units["move in"].jobs] == ["to bytes"]


def test_codes_are_those_of_the_rtl() -> None:
    text = "".join((ROOT / "rtl" / "lattice" / f"twd_lattice_{name}.sv").read_text() for name in ("job_pkg", "pkg"))
    for prefix, names in (("SAMPLE", module.SAMPLES), ("ENCODE", module.ENCODES), ("KIND", module.KINDS)):
        codes = dict(re.findall(rf"\b{prefix}_(\w+) *= \d'd(\d+)", text))
        assert {name.upper(): str(code) for code, name in enumerate(names)} == codes
    sources = dict(re.findall(r"SOURCE_(\w+) *= 2'd(\d)", text))
    assert {name.upper(): str(code) for code, name in enumerate(module.SOURCES)} == sources
    (sinks,) = re.findall(r"typedef struct packed \{([^}]*)\} sinks_t;", text)
    assert re.findall(r"logic (\w+);", sinks) == list(reversed(module.SINKS))


def test_window() -> None:
    """Two parts have the work of the whole, and the same cycles."""
    whole = recorded("ML-DSA-65", "keygen")
    parts = [whole.window(0, 3000), whole.window(3000)]
    assert [part.length for part in parts] == [3000, whole.cycles - 3000]
    for unit, *cut in zip(whole.units, *(part.units for part in parts), strict=True):
        assert unit.busy == sum(part.busy for part in cut) == sum(job.busy for part in cut for job in part.jobs)
        assert unit.taken == sum(part.taken for part in cut)
    assert parts[1].window(4000, 5000).units[0].gaps() == whole.window(4000, 5000).units[0].gaps()
    end = whole.cycles
    with pytest.raises(TwiddleError, match=f"^cycles 9000 to {end}: not within the {end} of ML-DSA-65 keygen$"):
        whole.window(9000)


@pytest.mark.parametrize("width", [40, 80, 100])
def test_chart(width: int) -> None:
    """A line a unit that fits; blank where it has no job, full where it works in every cycle."""
    whole = recorded("ML-DSA-65", "keygen")
    chart = whole.chart(width).splitlines()
    assert [line.split("  ")[0] for line in chart[:2]] == ["Keccak", "sampler"]
    assert max(map(len, chart)) < width
    assert chart[-1].split() == ["cycle", "0", f"{whole.cycles:,}"]
    sampler = chart[1][11 : 11 + width - 18]
    assert "█" in sampler
    assert sampler.endswith("  ")


def test_formats(run: Run, tmp_path: Path) -> None:
    """json and csv have the same jobs; a file that ends in .svg gets the picture of docs/schemes/cycles.md."""
    line = "timeline --scheme ml-dsa-65 keygen"
    document = json.loads(run(f"{line} --json")[0])
    assert document["cycles"] == recorded("ML-DSA-65", "keygen").cycles
    jobs = [(unit["unit"], job["what"], job["start"]) for unit in document["units"] for job in unit["jobs"]]
    rows = list(csv.DictReader(io.StringIO(run(f"{line} --format csv")[0])))
    assert [(row["unit"], row["job"], int(row["start"])) for row in rows] == jobs
    file = tmp_path / "keygen.svg"
    run(f"{line} -o {file}")
    wanted = ROOT / "docs" / "pictures" / "timeline.svg"
    assert file.read_text() == wanted.read_text(), f"twiddle {line} -o docs/pictures/timeline.svg"
    drawn = ROOT / "docs" / "pictures" / "decaps.svg"
    line = "twiddle timeline --scheme ml-kem-768 decaps -o docs/pictures/decaps.svg"
    assert recorded("ML-KEM-768", "decaps").svg() == drawn.read_text(), line
    assert "<title>MUL 40 &lt;- stream, 32" in recorded("ML-DSA-65", "keygen").svg()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--scheme ml-kem-768 sign", "ML-KEM-768 sign: ML-KEM has no such operation; it has keygen, encaps, decaps"),
        ("--scheme ml-kem-768 keygen --set Kem=0", "a build with ML-KEM has"),
        ("--params ml-kem-768 keygen", "here it is --scheme"),
    ],
)
def test_refusals(line: str, message: str, run: Run) -> None:
    assert message in run.refused(f"timeline {line}")


def test_other_blocks_have_none() -> None:
    for block in (twiddle.core("unit"), twiddle.core("keccak")):
        with pytest.raises(TwiddleError, match=f"^core {block.core}"):
            timeline("ml-kem-768", "keygen", block)
