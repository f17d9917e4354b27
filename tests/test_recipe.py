# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A core of others, measured from a user's copy of its sources: a recipe, its record, its row."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command import Run
from msgspec import structs

from twiddle.base.errors import TwiddleError
from twiddle.evidence import breakdown, recipe
from twiddle.evidence.results import Results, default_folder
from twiddle.study import peers, published

SOURCE = """\
`include "width.vh"
module theirs_top #(parameter N = 4) (
  input wire clk, input wire [`WIDTH-1:0] a, b, output reg [`WIDTH-1:0] c);
  initial $display("simulation only");
  always @(posedge clk) c <= (a ^ b) + N;
endmodule
"""

RECIPE = """\
design = "Theirs (2026)"
ring = "ml-kem"
butterflies = 2
repository = "https://example.org/theirs"
commit = "{commit}"
top = "theirs_top"
files = ["rtl/top.v"]
include = ["rtl/include"]
parameters = {{ N = "3" }}
left_out = "its bus"
{differs}
[cycles]
ntt = 448
intt = 450
pwm = 100

[[edits]]
file = "rtl/top.v"
search = '  initial $display("simulation only");'
replace = ""
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sources/rtl/include").mkdir(parents=True)
    (tmp_path / "sources/rtl/top.v").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "sources/rtl/include/width.vh").write_text("`define WIDTH 12\n", encoding="utf-8")
    return tmp_path / "sources"


def recipe_file(tmp_path: Path, *, commit: str = "0" * 40, differs: str = "", text: str = RECIPE) -> Path:
    path = tmp_path / "theirs.toml"
    path.write_text(text.format(commit=commit, differs=differs and f'differs = "{differs}"'), encoding="utf-8")
    return path


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    return subprocess.run(
        ["git", "-C", str(folder), *who, *words], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_measured_recorded_and_shown(tmp_path: Path, folder: Path, results: Path, run: Run) -> None:
    """From the command line to the row, at a commit that is checked; the sources stay as they are."""
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "theirs")
    before = (folder / "rtl/top.v").read_bytes()
    path = recipe_file(tmp_path, commit=git(folder, "rev-parse", "HEAD"))
    out, err = run(f"compare --peers --recipe {path} --measure {folder} --format json")
    assert err.splitlines()[-1] == f"wrote {results / 'peers/theirs-2026-ml-kem-2.json'}"
    assert (folder / "rtl/top.v").read_bytes() == before
    (table,) = json.loads(out)["tables"]
    row = next(row for row in table["rows"] if row["design"] == "Theirs (2026), 2 butterflies")
    record = json.loads((results / "peers/theirs-2026-ml-kem-2.json").read_text(encoding="utf-8"))
    assert record["commit_checked"] is True
    xc7, ecp5 = record["targets"]["xc7"], record["targets"]["ecp5"]
    assert (row["lut"], row["ff"]) == (xc7["cells"]["lut"], 12)
    assert [row[f"cycles_{name}"] for name in ("ntt", "intt", "pwm", "mul")] == [448, 450, 100, 1446]
    assert row["freq_mhz"] == pytest.approx(ecp5["fmax_mhz"])
    assert row["time_us"] == pytest.approx(1446 / ecp5["fmax_mhz"])
    assert row["area_time"] == pytest.approx(ecp5["cells"]["lut"] / 1000 * 1446 / ecp5["fmax_mhz"])


def test_an_unknown_table_is_refused_before_anything_is_measured(
    tmp_path: Path, folder: Path, results: Path, run: Run
) -> None:
    words = f"compare --peers --recipe {recipe_file(tmp_path)} --measure {folder} --table"
    assert run.refused(f"{words} nope").startswith("--table 'nope': not in peers, which has ml-kem, ")
    assert [*results.iterdir()] == []


def test_a_row_that_does_not_compare_says_why(tmp_path: Path, folder: Path, results: Path) -> None:
    """Measured again, it takes the place of its row in the list of the others."""
    text = RECIPE.replace("Theirs (2026)", "GMU Dilithium").replace('"ml-kem"', '"ml-dsa"')
    found = recipe.load(
        recipe_file(tmp_path, differs="memory outside", text=text.replace("butterflies = 2", "butterflies = 4"))
    )
    record = recipe.measure(found, folder, seeds=(1,))
    assert record.commit_checked is False
    with pytest.raises(TwiddleError, match=r"peers/gmu-dilithium-ml-dsa-4\.json: targets: ecp5 has no clock rate"):
        recipe.row(structs.replace(record, targets=dict.fromkeys(("xc7", "ecp5"), record.targets["xc7"])))
    recipe.save(record, Results())
    rows = [row for row in peers.others_cores(Results()) if row["design"] == "GMU Dilithium"]
    assert [(row["cycles_ntt"], row["differs"]) for row in rows] == [("448", "memory outside")]
    cells = peers.peers(Results()).grids[1].rows
    (row,) = (row for row in cells if str(row["design"].value).startswith("GMU"))
    assert row["design"].value == "GMU Dilithium, 4 butterflies [memory outside]"
    assert "area_time" not in row
    assert row["measured"].value == "by recipe"
    notes = peers.peers(Results()).notes
    assert any(line.startswith("GMU Dilithium, 4 butterflies for ml-dsa: by recipe; ") for line in notes)
    assert any(line.startswith("OpenNTT, 1 butterfly for ml-dsa: by hand; repository -, ") for line in notes)


BROKEN: list[tuple[str, str, str]] = [
    ('design = "Theirs (2026)"', "", "Object missing required field `design`"),
    ("butterflies = 2", "butterflys = 2", "unknown field `butterflys`"),
    ('"ml-kem"', '"ml-ken"', "ml-ken"),
    ('commit = "{commit}"', 'commit = "main"', "matching regex '^([0-9a-f]{{40}})?$' - at `$.commit`"),
    ('N = "3"', 'N = "3; shell"', "at `$.parameters[...]`"),
    ("[cycles]", "interval = {{ add = 5 }}\n[cycles]", "interval: operation 'add': unknown; the operations are"),
    ('"ml-kem"', '"own.toml"', "own.toml: cannot be read: No such file or directory"),
    ('["rtl/top.v"]', "[]", "files: empty"),
    ('["rtl/top.v"]', '["../top.v"]', "'../top.v': is not below the measured folder"),
    ("[cycles]", "[cycles", "Expected ']'"),
    ("Theirs (2026)", r"a\u001b[31mb", r"design: 'a\x1b[31mb' has a character that is not printable"),
    ("its bus", r"a\u202eb", r"left_out: 'a\u202eb' has a character that is not printable"),
    ('N = "3"', r'N = "\u0007"', r"parameters: '\x07' has a character that is not printable"),
]


@pytest.mark.parametrize(("text", "instead", "rule"), BROKEN)
def test_a_broken_recipe(tmp_path: Path, text: str, instead: str, rule: str) -> None:
    path = recipe_file(tmp_path, text=RECIPE.replace(text, instead, 1))
    with pytest.raises(TwiddleError) as error:
        recipe.load(path)
    assert str(error.value).startswith(f"{path}: ")
    assert rule.replace("{{", "{").replace("}}", "}") in str(error.value)
    assert "\n" not in str(error.value)


def measured(tmp_path: Path, folder: Path, **changed: Any) -> None:
    recipe.measure(recipe.load(recipe_file(tmp_path, **changed)), folder, seeds=(1,))


def test_sources_that_do_not_fit(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(TwiddleError, match="nowhere: no such folder"):
        measured(tmp_path, tmp_path / "nowhere")
    with pytest.raises(TwiddleError, match=r"other\.v: No such file or directory"):
        measured(tmp_path, folder, text=RECIPE.replace('files = ["rtl/top.v"]', 'files = ["rtl/other.v"]'))
    with pytest.raises(TwiddleError, match="inc: no such folder"):
        measured(tmp_path, folder, text=RECIPE.replace("rtl/include", "inc"))
    with pytest.raises(TwiddleError, match=r"edits: rtl/top\.v: 'a' occurs \d+ times, not once"):
        measured(tmp_path, folder, text=RECIPE.replace("'  initial $display(\"simulation only\");'", '"a"'))
    edit = 'search = "b"\ntimes = 9'
    with pytest.raises(TwiddleError, match=r"edits: rtl/top\.v: 'b' occurs \d+ times, not 9"):
        measured(tmp_path, folder, text=RECIPE.replace("search = '  initial $display(\"simulation only\");'", edit))
    git(folder, "init", "-q")
    with pytest.raises(TwiddleError, match="is at commit none, but the recipe is for 0000"):
        measured(tmp_path, folder)


# A core of one's own, with its sources beside the recipe


STUB = """\
stub = '''
module stub(input wire clk, input wire [11:0] a, output wire [11:0] c);
  theirs_top u_own (.clk(clk), .a(a), .b(12'd7), .c(c));
endmodule
'''
interval = {{ ntt = 500, mul = 2000 }}
latency = {{ ntt = 600 }}
sources = "sources"

[cycles]"""


@pytest.fixture
def own(tmp_path: Path, folder: Path) -> Path:
    """A recipe whose top is a stub around the core, which ties an input off."""
    text = RECIPE.replace('commit = "{commit}"\n', "").replace("theirs_top", "stub")
    return recipe_file(tmp_path, text=text.replace('parameters = {{ N = "3" }}\n', "").replace("[cycles]", STUB))


def test_synth_of_an_own_core(own: Path, run: Run) -> None:
    found = run.json(f"synth --recipe {own} --target xc7 --json")
    assert (found["core"], found["ring"], found["parameters"]) == ("Theirs (2026)", "ml-kem", {})
    assert found["cells"]["ff"] == 12
    assert "Theirs (2026) for ml-kem" in run(f"synth --recipe {own} --target xc7")[0].splitlines()


def test_an_own_core_in_explore(own: Path, run: Run) -> None:
    words = f"explore --ring ml-kem --operation ntt --target xc7 --mhz 100 --recipe {own} --json"
    run(f"synth --recipe {own} --target xc7")
    point = run.json(words)["points"][-1]
    assert (point["core"], point["status"], point["source"]) == ("Theirs (2026)", "measured", "cache")
    assert (point["interval"], point["latency"], point["time_us"]) == (500, 600, 5.0)
    assert point["cells"]["ff"] == 12
    line = run.refused(words.replace("ntt", "mul"))
    assert line == f"{own}: latency: has no mul, the explored operation"
    line = run.refused(words.replace("--ring ml-kem", "--ring ml-dsa"))
    assert line == f"{own}: ring: ml-kem is not the explored ml-dsa"


def test_an_own_core_among_the_open_ones(own: Path, results: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the table and on the page; nothing is recorded."""
    (table,) = run.json(f"compare --peers --recipe {own} --format json")["tables"]
    (row,) = (row for row in table["rows"] if row["design"] == "Theirs (2026), 2 butterflies")
    assert (row["cycles_mul"], row["ff"]) == (1446, 12)
    monkeypatch.setattr(breakdown, "stale", lambda results: [])
    page = own.with_name("page.html")
    run(f"report --recipe {own} -o {page}")
    assert "Theirs (2026), 2 butterflies" in page.read_text(encoding="utf-8")
    assert [*results.iterdir()] == []


def test_a_ring_of_ones_own(own: Path, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text("n = 16\nq = 97\nroot = 19\nroot_order = 32\n", encoding="utf-8")
    own.write_text(own.read_text(encoding="utf-8").replace('"ml-kem"', '"small.toml"'), encoding="utf-8")
    found = recipe.load(own)
    assert recipe.name_of(found) == "theirs-2026-small-2"
    (tmp_path / "sources/rtl/top.v").unlink()
    with pytest.raises(TwiddleError, match=rf"^{own}: .*/rtl/top\.v: No such file or directory$"):
        recipe.here(own)


def test_recipes_of_others_have_a_record() -> None:
    """Each in `examples/peers`, of its sources at its commit; the figures by hand are nearly the same."""
    folder = Path(__file__).resolve().parents[1] / "examples" / "peers"
    recipes = {recipe.name_of(found): found for found in map(recipe.load, sorted(folder.glob("*.toml")))}
    recorded = {recipe.name_of(record): record for record in recipe.records(Results(default_folder()))}
    assert recorded.keys() == recipes.keys() != set()
    listed = {(row["design"], row["ring"], row["butterflies"]): row for row in published.lines("peers.csv")}
    for name, record in recorded.items():
        assert record.commit_checked
        assert structs.asdict(recipes[name]).items() <= structs.asdict(record).items()
        now = recipe.row(record)
        by_hand = listed[now["design"], now["ring"], now["butterflies"]]
        assert {key for key in by_hand if key.startswith("cycles_") and by_hand[key] != now[key]} == set()
        assert now["differs"] == by_hand["differs"]
        for key in ("lut", "dsp", "bram36", "ecp5_lut", "freq_mhz"):
            within = 0.15 if key == "freq_mhz" else 0.06  # by hand: fewer seeds
            assert float(now[key]) == pytest.approx(float(by_hand[key]), rel=within), f"{name}: {key}"
