# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`python -m twiddle.report.refresh` measures what is out of date again, and updates the README.

Which configurations are recorded is decided by the files in `results/`: `twiddle synth --record results` adds
one.
"""

from __future__ import annotations

from twiddle.designs import core
from twiddle.report import tables
from twiddle.rings import ring
from twiddle.synth.flow import synthesize
from twiddle.synth.progress import ProgressDisplay
from twiddle.synth.records import default_folder, is_current, load_all, save


def refresh() -> list[str]:
    """Replace every record in `results/` that is not current, then update the README's table.

    Returns the names of the files written.
    Raises TwiddleError for a corrupt record, a design that no longer exists, or a tool that fails.
    """
    written = []
    for record in load_all():
        design = core(record["core"], ring(record["ring"]), **record["parameters"])
        if not is_current(record, design):
            with ProgressDisplay() as progress:
                written.append(save(synthesize(design, record["target"], progress=progress)).name)
    readme = default_folder().parent / "README.md"
    if tables.update(readme):
        written.append(readme.name)
    return written


if __name__ == "__main__":
    for name in refresh():
        print(f"wrote {name}")
