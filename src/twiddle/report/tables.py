# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The result tables of README and docs, generated from the committed synthesis records."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from twiddle.designs import Design, core, cores
from twiddle.errors import TwiddleError
from twiddle.rings import ring, rings
from twiddle.synth.records import Record, default_folder, file_name, load_all
from twiddle.synth.targets import TARGETS

BEGIN = "<!-- results:begin -->"
END = "<!-- results:end -->"

LUTS_PER_DSP = 400
"""LUT-equivalents of a DSP block: 100 slices of four LUTs."""

LUTS_PER_BRAM36 = 784
"""LUT-equivalents of a block RAM of 36 kbit: 196 slices of four LUTs."""

_Key = tuple[str, str, tuple[tuple[str, int | str], ...]]

_COLUMNS = (
    ("core", "---"),
    ("ring", "---"),
    ("xc7 LUT / FF / DSP / BRAM36", "---:"),
    ("ecp5 LUT", "---:"),
    ("ecp5 MHz", "---:"),
    ("busy cycles NTT / INTT / PWM", "---:"),
    ("MUL interval, cycles", "---:"),
    ("µs a MUL", "---:"),
    ("area x time", "---:"),
)


def lut_equivalents(record: Record) -> float:
    """Area of an xc7 record as one number: LUT + 400 DSP + 784 BRAM36."""
    cells = record["cells"]
    return float(cells["lut"] + LUTS_PER_DSP * cells["dsp"] + LUTS_PER_BRAM36 * cells["bram36"])


def slices(lut: float, ff: float) -> float:
    """Slices that hold so many LUT and FF, for those who print none."""
    return lut / 4 + ff / 8


def results_table(records: Iterable[Record], folder: str = "results", products: bool = False) -> str:
    """The result table in Markdown, one row a core configuration and ring, with links into `folder`.

    products: only cores of which the time of a whole product is known.

    Cycles are those of the core's formulas, which tests hold the simulation to. The interval of MUL
    is that at full rate, input and output included; µs a MUL is that at the ecp5 clock rate; area x time is
    LUT-equivalents (see `lut_equivalents`) times µs, in thousands. A figure without a record is a dash.
    Without any record there is no table: the result is empty.
    Raises TwiddleError for a record of a core or ring that is not in the catalogue.
    """
    rows: dict[_Key, dict[str, Record]] = {}
    tools: set[str] = set()
    for record in records:
        key = (record["core"], record["ring"], tuple(record["parameters"].items()))
        rows.setdefault(key, {})[record["target"]] = record
        tools.update(record["tools"].values())
    if products:
        rows = {
            key: found for key, found in rows.items() if "ecp5" in found and "mul" in _design(key).operations
        }
    if not rows:
        return ""
    core_order = [kind.name for kind in cores()]
    ring_order = [preset.name for preset in rings()]
    designs = {key: _design(key) for key in rows}
    order = sorted(rows, key=lambda key: (ring_order.index(key[1]), core_order.index(key[0]), key[2]))
    lines = [
        _line([title for title, _ in _COLUMNS]),
        _line([align for _, align in _COLUMNS]),
        *(_line(_row(designs[key], rows[key], folder)) for key in order),
        "",
        f"Measured with {', '.join(sorted(tools))}; each record holds the command that repeats it.",
        f"Area x time is (xc7 LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36) / 1000 x µs a MUL.",
    ]
    return "\n".join(lines) + "\n"


def update(path: Path, records: Sequence[Record] | None = None, products: bool = False) -> bool:
    """Rewrite the table between the two marker lines of a Markdown file; returns whether that changed it.

    `records` are those of the repository by default; products as for `results_table`. Raises TwiddleError for
    a file without the markers.
    """
    return rewrite(path, BEGIN, END, _table(path, records, products))


def up_to_date(path: Path, records: Sequence[Record] | None = None, products: bool = False) -> bool:
    """Whether a Markdown file holds the table of the records as they are. Errors as `update`."""
    return holds(path, BEGIN, END, _table(path, records, products))


def rewrite(path: Path, begin: str, end: str, text: str) -> bool:
    """Put a text between two marker lines of a file; returns whether that changed it. Errors as `update`."""
    if holds(path, begin, end, text):
        return False
    path.write_text(_replaced(path, begin, end, text), encoding="utf-8")
    return True


def holds(path: Path, begin: str, end: str, text: str) -> bool:
    """Whether a file has this text between two marker lines. Errors as `update`."""
    return _replaced(path, begin, end, text) == _read(path)


def _design(key: _Key) -> Design:
    return core(key[0], ring(key[1]), **dict(key[2]))


def _table(path: Path, records: Sequence[Record] | None, products: bool) -> str:
    folder = Path(os.path.relpath(default_folder(), path.resolve().parent)).as_posix()
    return results_table(load_all() if records is None else records, folder, products)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise TwiddleError(f"{path}: {error.strerror}") from None


def _replaced(path: Path, begin: str, end: str, text: str) -> str:
    before, opening, rest = _read(path).partition(f"{begin}\n")
    _, closing, after = rest.partition(end)
    if not opening or not closing:
        raise TwiddleError(f"{path}: no line {begin} followed by a line {end}")
    return f"{before}{opening}{text}{closing}{after}"


def _row(design: Design, found: dict[str, Record], folder: str) -> list[str]:
    xc7, ecp5 = found.get("xc7"), found.get("ecp5")
    mul = design.cycles("mul").interval if "mul" in design.operations else None
    micros = mul / ecp5["fmax_mhz"] if mul is not None and ecp5 is not None else None
    settings = ", ".join(f"{name}={value}" for name, value in design.parameters.items())
    links = ", ".join(
        f"[{target}]({folder}/{file_name(found[target])})" for target in TARGETS if target in found
    )
    busy = [
        design.cycles(name).busy if name in design.operations else None for name in ("ntt", "intt", "pwm")
    ]
    return [
        f"{design.core} {settings} ({links})",
        design.ring.name,
        " / ".join(f"{xc7['cells'][name]:g}" for name in ("lut", "ff", "dsp", "bram36")) if xc7 else "-",
        f"{ecp5['cells']['lut']}" if ecp5 else "-",
        f"{ecp5['fmax_mhz']:.0f}" if ecp5 else "-",
        " / ".join("-" if cycles is None else str(cycles) for cycles in busy),
        "-" if mul is None else str(mul),
        "-" if micros is None else f"{micros:.2f}",
        "-" if micros is None or xc7 is None else f"{lut_equivalents(xc7) * micros / 1000:.1f}",
    ]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
