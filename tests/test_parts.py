# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The numbered parts of the papers: none is left out, and what each names exists."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from command import Run, every_command

from twiddle.base import manifest
from twiddle.cli import cli
from twiddle.study import paper
from twiddle.study.papers import PAPERS

ROOT = Path(__file__).parents[1]


def numbered(kind: str, last: int) -> list[str]:
    return [f"{kind} {number}" for number in range(1, last + 1)]


def sections(names: str) -> list[str]:
    return [f"Section {name}" for name in names.split()]


NUMBERED: Mapping[str, Sequence[str]] = {
    "duong-ngoc-2022": [
        *sections("I II III.A III.B III.C IV V"),
        *(*numbered("Algorithm", 2), *numbered("Eq.", 5), *numbered("Fig.", 8), *numbered("Table", 3)),
    ],
    "alhassani-2024": [
        *sections("I II.A II.B II.C III.A III.B III.C III.D IV V"),
        *(*numbered("Algorithm", 3), *numbered("Eq.", 10), *numbered("Fig.", 6), "Table I"),
    ],
    "nguyen-2023": [
        *sections("1 2 2.1 2.2 3 4 4.1 4.2 4.3 4.4 5 6"),
        *(*numbered("Algorithm", 4), *numbered("Eq.", 14), *numbered("Fig.", 5), *numbered("Table", 6)),
    ],
    "nguyen-2019": [
        *sections("I II II.A II.B III IV IV.A V"),
        *("Algorithm 1", "Fig. 1", "Table I", "Table II", "Table III"),
    ],
}
"""Every section with text of its own, algorithm, equation, figure and table of each paper."""


def cited(name: str) -> str:
    """The pattern of author and year in a header: those of the name of the paper."""
    author, year = name.title().rsplit("-", 1)
    return rf"{author}(?: et al\.|[^.;])*? {year}"


LINES = [line for name in PAPERS for line in paper.lines("parts", name)]
CLAIMS = [line for name in PAPERS for line in paper.lines("claims", name)]


def test_every_numbered_part_has_a_line() -> None:
    assert NUMBERED.keys() == PAPERS.keys()
    for name, expected in NUMBERED.items():
        assert sorted(line["part"] for line in paper.lines("parts", name)) == sorted(expected)


def test_every_part_that_a_header_of_the_rtl_names_is_one() -> None:
    """Headers name papers by author and year, then their parts; those of the text up to the next author."""
    found = Counter[str]()
    anyone = "|".join(f"(?P<p{at}>{cited(name)})" for at, name in enumerate(PAPERS))
    for path in sorted((ROOT / "rtl").rglob("*.sv")):
        lines = path.read_text(encoding="utf-8").partition("\nmodule ")[0].splitlines()
        header = " ".join(line.removeprefix("//").strip() for line in lines if line.startswith("//"))
        matches = [*re.finditer(anyone, header)]
        ends = [*(match.start() for match in matches[1:]), len(header)]
        for match, end in zip(matches, ends, strict=bool(matches)):
            name = [*PAPERS][int((match.lastgroup or "p0")[1:])]
            text = re.split(r"[;:]|\. [A-Z]|  ", header[match.end() : end])[0]
            named = [f"Fig. {each}" for each in re.findall(r"Fig\. (\d+)", text)]
            named += [f"Algorithm {each}" for each in re.findall(r"Algorithms? (\d)", text)]
            named += [
                f"Section {each}" for each in re.findall(r"(?:section |, )([IV]+\.[A-D]|[1-9](?:\.[1-9])?)\b", text)
            ]
            assert set(named) <= set(NUMBERED[name]), (path.name, named)
            found[name] += len(named)
    assert found.keys() == {name for name, paper in PAPERS.items() if paper.text.drawing}
    assert found.total() > 20


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line['paper']} {line['part']}")
def test_a_part_names_what_there_is(line: dict[str, str]) -> None:
    assert set(line["modules"].split()) <= manifest.modules().keys()
    for name in line["model"].split():
        assert resolved(f"twiddle.{name}") is not None
    assert bool(line["verdict"]) or bool(line["figures"]), "a verdict is stated, or follows from figures"
    assert line["verdict"] in ("", *paper.STATES)
    assert line["why"] or line["verdict"] in ("", "meets"), "what is not met has a reason"
    assert line["says"]


def resolved(name: str) -> Any:
    """The module, class or function of a name with dots."""
    words = name.split(".")
    found: Any = import_module(words[0])
    for at, word in enumerate(words[1:], 2):
        with suppress(ModuleNotFoundError):
            found = import_module(".".join(words[:at]))
            continue
        found = getattr(found, word)
    return found


@pytest.mark.parametrize("command", dict.fromkeys(line["command"] for line in [*LINES, *CLAIMS]))
def test_a_part_is_shown_by_a_command_that_exists(command: str) -> None:
    first, *words = shlex.split(command)
    if first == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    elif first == "pytest":
        files, (_, chosen) = words[: words.index("-k")], words[words.index("-k") :]
        tests = [
            name for path in files for name in re.findall(r"def (test_\w+)", (ROOT / path).read_text(encoding="utf-8"))
        ]
        for word in re.findall(r"\w+", chosen):
            assert word == "or" or any(word in name for name in tests), word
    else:
        assert first == "twiddle"
        found = [command for name, command in every_command(cli) if name.split()[0] == words[0]]
        known = {option for each in found for parameter in each.params for option in parameter.opts} | {"--help"}
        assert found
        assert {word for word in words if word.startswith("--")} <= known
        settings = dict(word.split("=") for word in words if "=" in word)
        if "--core" in words and settings:
            core = words[words.index("--core") + 1]
            assert settings.keys() <= resolved("twiddle.catalog.designs").find(core).specs.keys()


def test_the_claims_are_those_of_the_review() -> None:
    counts = Counter(line["paper"] for line in CLAIMS)
    assert counts == {"duong-ngoc-2022": 31, "alhassani-2024": 27, "nguyen-2023": 23, "nguyen-2019": 21}
    assert Counter(line["referee"] for line in CLAIMS) == {"meets": 54, "differs": 30, "missing": 18}
    assert {line["state"] for line in CLAIMS} <= {*paper.STATES}
    assert all(line["now"] and line["claim"] and line["section"] for line in CLAIMS)
    worse = [line for line in CLAIMS if paper.STATES.index(line["state"]) > paper.STATES.index(line["referee"])]
    assert {(line["referee"], line["state"]) for line in worse} <= {("differs", "not comparable")}


def figure(
    metric: str, ours: float | None, printed: float, device: str = "artix-7", unit: str = "ntt"
) -> dict[str, Any]:
    row = {"table": "1", "work": "X", "n": 256, "scheme": "kyber", "record": "results/x-xc7.json"}
    return {**row, "metric": metric, "ours": ours, "published": printed, "device": device, "unit": unit}


def test_a_verdict_is_of_what_compares() -> None:
    assert paper.compared([figure("lut", 90, 100), figure("cycles", 64, 64)]) == (
        "LUT 90 for 100; cycles 64 for 64",
        [],
    )
    words, missed = paper.compared([figure("ff", 1100, 1000), figure("ff", 900, 1000), figure("freq_mhz", 100, 300)])
    assert missed == ["FF 1,100 for 1,000"]
    low, high = paper.calibration()
    assert 1.5 < low < high < 1.8
    assert words == (
        "FF 900 to 1,100 for 1,000; not comparable: "
        f"MHz 100 for 300 ({100 * low:.3g} to {100 * high:.3g} estimated for Artix-7)"
    )
    ultrascale = [figure("lut", 200, 100, "zynq-ultrascale+"), figure("bram36", 4, 2, "zynq-ultrascale+")]
    assert paper.compared(ultrascale) == ("BRAM36 4 for 2; not comparable: LUT 200 for 100", ["BRAM36 4 for 2"])
    theirs = [each | {"record": "results/x-xcup.json"} for each in ultrascale[:1]]
    assert paper.compared(theirs) == ("LUT 200 for 100", ["LUT 200 for 100"]), "of the same family"
    assert paper.compared([figure("freq_mhz", 100, 300, unit="modmul")])[0] == "not comparable: MHz 100 for 300"
    assert paper.compared([figure("time_us", None, 3), figure("slices", 5, 3)]) == ("not all measured: µs", [])


def test_the_list_of_a_paper_from_the_command_line(run: Run) -> None:
    out, _ = run("compare nguyen-2019 --table parts --format csv")
    assert out.startswith("part,verdict,says,here,figures,why,command,records\n")
    assert 'Algorithm 1,differs,"loops' in out
    assert "#" not in out, "the notes are those of the other tables"
    out, _ = run("compare alhassani-2024 --table claims --format markdown")
    assert out.count("\n| ") == 1 + 1 + 27
    assert "Table I, abstract" in out
    assert "parts" in run.refused("compare nguyen-2019 --table nope"), "both are among the names"


def test_each_page_begins_with_the_verdict() -> None:
    for name, each in PAPERS.items():
        text = (ROOT / "docs" / "papers" / f"{name}.md").read_text(encoding="utf-8")
        assert text.index("numbered parts |") < text.index("## Architecture") < text.index("## Notes")
        more = (ROOT / "docs" / "papers" / f"{name}-parts.md").read_text(encoding="utf-8")
        assert more.index("## Numbered parts") < more.index("<details")
        drawn = set(re.findall(r"twd_\w+", each.text.drawing))
        assert drawn <= manifest.modules().keys()
        assert all(f"| {module} | [rtl/" in text for module in drawn)
