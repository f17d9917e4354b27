# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The numbered parts of a paper with what is here of each, and the claims that a review read in it, on its page."""

from __future__ import annotations

import re
from collections import Counter

from twiddle.base import manifest
from twiddle.base.grid import Grid, markdown
from twiddle.study.paper import STATES, WHEN, Figures, parts_and_claims


def verdict(paper: str, drawing: str, figures: Figures, root: str) -> str:
    """How much of a paper is met, and its drawing with the file of each module, in Markdown."""
    names = dict.fromkeys(re.findall(r"twd_\w+", drawing))
    files = [(name, f"rtl/{manifest.modules()[name].files[0]}") for name in names]
    blocks = markdown(("block", "file"), [(name, f"[{file}]({root}{file})") for name, file in files], ("block", "file"))
    drawn = f"## Architecture\n\n```text\n{drawing.strip(chr(10))}\n```\n\n{blocks}\n"
    return "\n".join([_verdict(*parts_and_claims(paper, figures)), drawn])


def listed(paper: str, _drawing: str, figures: Figures, _root: str) -> str:
    """The numbered parts of a paper, and the claims folded, in Markdown."""
    parts, claims = parts_and_claims(paper, figures)
    shown = _narrow(parts, "part verdict+why says+figures here+command", "part, verdict, what and ours for the printed")
    read = _narrow(claims, "section claim referee state now+command", "part, claim, then, now")
    folded = f'<details markdown="1">\n<summary>{claims.title}</summary>\n\n{read}\n\n</details>'
    return f"## Numbered parts\n\n{shown}\n\n## Claims\n\n{folded}\n"


def _narrow(grid: Grid, keys: str, titles: str) -> str:
    """A table with columns of several cells, each below the other; commands as code."""
    names = [*titles.split(", "), "here, and what shows it"]
    cells = [
        {key: f"`{cell.value}`" if key == "command" else str(cell.value) for key, cell in row.items()}
        for row in grid.rows
    ]
    rows = [["<br>".join(filter(None, map(row.get, column.split("+")))) for column in keys.split()] for row in cells]
    return markdown(names, rows, names)


def _verdict(parts: Grid, claims: Grid) -> str:
    """How many are met, and each part that is not, in a line."""
    rows = [(f"{len(parts.rows)} numbered parts", parts, "verdict")]
    rows += [(f"{len(claims.rows)} claims, {when}", claims, key) for when, key in WHEN.items()]
    table = []
    for name, grid, key in rows:
        count = Counter(state for row in grid.rows for state in STATES if str(row[key].value).startswith(state))
        table.append((name, *(str(count[state] or "-") for state in STATES)))
    found = [[str(row[key].value) for key in ("part", "verdict", "why")] for row in parts.rows]
    others = [f"- {part}: {'; '.join(filter(None, more))}" for part, *more in found if more[0] != "meets"]
    return "\n".join([markdown(("", *STATES), table, ("",)), "", *others, ""])
