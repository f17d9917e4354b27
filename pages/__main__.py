# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`python -m pages` in the root of the repository: writes what the records change, prints the names of the files."""

from __future__ import annotations

import sys

import pages
from twiddle.base.exits import guarded
from twiddle.evidence.results import Results


def main() -> None:
    """Renew the tables, the pictures and the output of commands."""
    results = Results()
    for name in [*pages.renew(results), *pages.rewrite(results.folder.parent / "docs")]:
        print(name)


sys.exit(guarded(main))
