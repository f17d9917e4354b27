# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make coverage`: the lines of each module of the package that the tests run, as a record.

The record, results/verify/coverage.json:

command          how it was run
tools            package and version of every tool
modules          executable lines, and how many of them were run, by the path from the root of the repository

Code that runs in processes of its own is not counted: `twiddle` as a command, workers of a cluster. Nor are
modules outside src, such as a core that a test adds.
"""

import importlib.metadata
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twiddle.evidence.results import Results

RECORD = "verify/coverage.json"


def record(report: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a report of coverage in JSON."""
    tools = {name: f"{name} {importlib.metadata.version(name)}" for name in ("coverage", "pytest")}
    counts = {path: each["summary"] for path, each in sorted(report["files"].items()) if path.startswith("src/")}
    modules = {
        path: {"lines": each["num_statements"], "run": each["covered_lines"]}
        for path, each in counts.items()
        if each["num_statements"]
    }
    return {"command": "make coverage", "tools": tools, "modules": modules}


def main(path: Path) -> None:
    found = record(json.loads(path.read_text(encoding="utf-8")))
    written = Results().write(RECORD, found)
    lines, run = (sum(each[key] for each in found["modules"].values()) for key in ("lines", "run"))
    print(f"{run} of {lines} lines run ({run / lines:.1%}), in {len(found['modules'])} modules: {written}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
