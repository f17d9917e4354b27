# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers: of each a TOML file with its tables and notes, and a module with its `FORMULAS`, by table.

The rows are in `study/published.csv`.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from twiddle.study.paper import Paper, load

PAPERS: Mapping[str, Paper] = {
    path.stem: load(path, import_module(f"{__name__}.{path.stem.replace('-', '_')}").FORMULAS)
    for path in sorted(Path(__file__).parent.glob("*.toml"))
}
