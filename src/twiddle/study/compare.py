# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Comparisons by their names: papers, open cores of others, whole schemes, one accelerator with every multiplier."""

from twiddle.base.errors import FieldError, unknown
from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.catalog.designs import core
from twiddle.evidence import merit
from twiddle.evidence.results import Results
from twiddle.model.methods import Method
from twiddle.study.comparison import Comparison, Shelf
from twiddle.study.papers import PAPERS
from twiddle.study.peers import Rows, figures, peers
from twiddle.study.whole import schemes
from twiddle.tools.targets.base import RESOURCES

_COLUMNS = columns(
    Column("method", "method", text=True),
    "cycles_ntt cycles_intt cycles_pwm cycles_mul cycles_mult",
    Column("interval_mul", "MUL interval"),
    *(f"{key}:{key.upper()}_ecp5" for key in RESOURCES),
    "freq_mhz:MHz_ecp5:0 time_us:µs_a_MUL:2 area_time",
)

_NOTES = f"""\
One accelerator: a single memory (DoubleBuffer = 0), with streams. NTT to MULT are busy cycles.
MUL interval is at full rate, input and output included; µs a MUL is the same at the clock rate.
LUT, FF, DSP, BRAM36 and MHz are those of ecp5, after place and route.
Area x time is {merit.AREA_TIME}."""


NAMES = (*PAPERS, "like-for-like", "peers", "schemes")


def compare(name: str, *, butterflies: int | None = None, own: Rows = (), results: Results | None = None) -> Comparison:
    """The tables of a paper with our figures, of open cores of others and ours, or of our multipliers.

    name         a paper, such as alhassani-2024; peers; schemes: builds of whole schemes, a table for each
                 parameter set; or like-for-like: every multiplier in one accelerator
    butterflies  with like-for-like: 1, 2 (the default) or 4
    own          with peers: further rows, from `twiddle.evidence.recipe.row`
    results      records; by default those that come with Twiddle

    Raises TwiddleError for an unknown name, an argument of another comparison, and a broken record.

    >>> compare("alhassani-2024").table().columns[0].title
    'work'
    >>> [grid.name for grid in compare("peers").grids]
    ['ml-kem', 'ml-dsa', 'falcon-1024', 'larger-moduli']
    """
    records = results or Results()
    if butterflies is not None and name != "like-for-like":
        raise FieldError("butterflies: goes with like-for-like")
    if own and name != "peers":
        raise FieldError("own: goes with peers")
    if name == "like-for-like":
        return like_for_like(records, 2 if butterflies is None else butterflies)
    if name == "peers":
        return peers(records, own)
    if name == "schemes":
        return schemes(records)
    if name not in PAPERS:
        raise unknown("comparison", name, NAMES)
    return PAPERS[name].comparison(records)


def like_for_like(results: Results, butterflies: int = 2) -> Comparison:
    """One accelerator for ml-kem with each multiplier."""
    shelf = Shelf(results)
    designs = {
        "rns": core("rns", "ml-kem", Butterflies=butterflies),
        "rns, Registers = 1": core("rns", "ml-kem", Butterflies=butterflies, Registers=1),
        **{
            method.label: core("iterative", "ml-kem", Butterflies=butterflies, DoubleBuffer=0, Method=method.label)
            for method in (Method.FOLD, Method.LDSP, Method.KRED, Method.BARRETT)
        },
    }
    cells = {"ecp5": {name: name for name in (*RESOURCES, "freq_mhz")}}
    rows = tuple({"method": Cell(name), **figures(design, shelf, cells)} for name, design in designs.items())
    plural = "y" if butterflies == 1 else "ies"
    title = f"One accelerator with each multiplier (ml-kem, {butterflies} butterfl{plural}, single memory)"
    grid = Grid("like-for-like", title, _COLUMNS, rows)
    notes = (*_NOTES.splitlines(), f"Measured with {shelf.tools}.")
    return Comparison("like-for-like", (grid,), notes, shelf.missing(always=False))
