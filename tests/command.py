# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The command line in this process; conftest.py has it as the fixture `run`."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Iterator
from typing import Any

import click
import pytest


class Run:
    """Runs `twiddle`, or one of its commands: each argument is a text with words, or one word if a path."""

    def __init__(self, capsys: pytest.CaptureFixture[str], command: str = "") -> None:
        self._capsys = capsys
        self._command = command

    def __call__(self, *line: object, code: int = 0) -> tuple[str, str]:
        """What it prints, and its errors without announcements of work that takes long; it ends with this code."""
        from twiddle.cli import main

        words: list[str] = []
        for each in (self._command, *line):
            words += shlex.split(each) if isinstance(each, str) else [str(each)]
        self._capsys.readouterr()
        assert main(words) == code
        out, err = self._capsys.readouterr()
        return out, "".join(line for line in err.splitlines(keepends=True) if not line.endswith(" ...\n"))

    def json(self, *line: object, code: int = 0) -> Any:
        """The document that it prints."""
        return json.loads(self(*line, code=code)[0])

    def refused(self, *line: object, code: int = 2) -> str:
        """The one line with which it ends, and prints nothing else."""
        out, err = self(*line, code=code)
        assert out == ""
        assert err.startswith("twiddle: ")
        assert err.count("\n") == 1
        return err.removeprefix("twiddle: ").rstrip("\n")


def csv_rows(text: str) -> list[dict[str, str]]:
    """The rows of a table in CSV, without its notes."""
    return list(csv.DictReader(line for line in io.StringIO(text) if not line.startswith("# ")))


def every_command(group: click.Group, words: str = "") -> Iterator[tuple[str, click.Command]]:
    """The commands of a group and of the groups in it, with their words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_command(command, f"{words}{name} ")
        else:
            yield words + name, command
