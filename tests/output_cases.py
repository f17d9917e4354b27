# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Commands whose output stands on a page of docs/, between two marks, and the test that holds it there."""

import re
import shlex
from pathlib import Path

import pytest

from twiddle.cli import main

DOCS = Path(__file__).resolve().parents[1] / "docs"
_BLOCK = re.compile(r"<!-- output:begin -->\n```text\n\$ twiddle (.*)\n([^`]*)```\n<!-- output:end -->")


def check_output(page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every such command on a page prints what stands below it; blanks at the end of a line do not count."""
    monkeypatch.setenv("COLUMNS", "80")
    found = _BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    assert found
    for command, shown in found:
        assert main(shlex.split(command)) == 0
        printed = "".join(f"{line.rstrip()}\n" for line in capsys.readouterr().out.splitlines())
        assert printed == shown, f"docs/{page} is behind: put in what `twiddle {command}` prints"
