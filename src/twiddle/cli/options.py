# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What several commands share: options and their types, and how they print."""

from __future__ import annotations

import json
import math
import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from twiddle.base import places
from twiddle.base.errors import TwiddleError, system_errors

Command = TypeVar("Command", bound=Callable[..., Any])


def json_option(command: Command, text: str = "Print one JSON document and nothing else.") -> Command:
    """The option --json of a command."""
    return click.option("--json", "as_json", is_flag=True, help=text)(command)


def with_options(*options: Callable[..., Any]) -> Callable[[Command], Command]:
    """A decorator that adds options to a command, in the order of its help."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def print_json(document: object) -> None:
    """Print a JSON document in one line."""
    click.echo(json.dumps(document))


def to_stderr(line: str) -> None:
    """Print a remark for people."""
    click.echo(line, err=True)


def given(*names: str) -> list[str]:
    """The options of the running command that its line gives, of these parameters."""
    context = click.get_current_context()
    source, unset = context.get_parameter_source, (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    return [
        max(parameter.opts, key=len)
        for parameter in context.command.params
        if parameter.name in names and source(parameter.name) not in unset
    ]


def only_with(needed: str, *names: str) -> None:
    """Refuse options of the running command that have no effect without something else (TwiddleError)."""
    for option in given(*names):
        raise TwiddleError(f"{option}: goes with {needed}")


def check_output(path: Path) -> None:
    """Refuse an unwritable output file before any work (TwiddleError)."""
    folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
    if not folder.is_dir():
        raise TwiddleError(f"{path}: the folder {folder} does not exist")
    if path.is_dir():
        raise TwiddleError(f"{path}: is a folder")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise TwiddleError(f"{path}: no permission to write there")


def check_folder(path: Path, what: str = "cannot be written") -> None:
    """Refuse a folder that takes no files before any work; it may be missing (TwiddleError)."""
    with system_errors(path, what):
        there = next(each for each in (path, *path.absolute().parents) if each.exists() or each.is_symlink())
        tempfile.TemporaryFile(dir=there).close()


def write_output(path: Path, data: str | bytes) -> None:
    """Write an output file (TwiddleError): a regular one atomically, a device or a FIFO directly.

    A symbolic link stays, and its target is written.
    """
    content = data.encode() if isinstance(data, str) else data
    with system_errors(path, "cannot be written"):
        if _is_regular(path):
            places.write_atomically(Path(os.path.realpath(path)), content)
        else:
            with path.open("wb") as stream:
                stream.write(content)


def _is_regular(path: Path) -> bool:
    """Whether a path is of a regular file, or of none. Raises OSError, for example for a circle of links."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return True


def named_values(settings: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names and values of the options --set; raises TwiddleError for one of another form."""
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise TwiddleError(f"--set {setting}: not of the form NAME=VALUE, for example Butterflies=2")
        yield name, value


class Finite(click.FloatRange):
    """A finite number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or a bad parameter if it is not finite."""
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value} is no finite number.", param, ctx)
        return found


def hexadecimal(
    size: int, shorter: bool = False
) -> Callable[[click.Context, click.Parameter, str | None], bytes | None]:
    """A callback that makes bytes of hexadecimal digits: `size` of them, or with `shorter` at most as many.

    A message never repeats the value, which may be secret.
    """

    def convert(_context: click.Context, _parameter: click.Parameter, value: str | None) -> bytes | None:
        if value is None:
            return None
        if wrong := re.search("[^0-9a-fA-F]", value):
            raise click.BadParameter(f"character {wrong.start() + 1} is no hexadecimal digit.")
        if shorter and len(value) % 2:
            raise click.BadParameter(f"{len(value)} hexadecimal digits, not two a byte.")
        if len(value) > 2 * size or (len(value) < 2 * size and not shorter):
            limit = f"at most {2 * size}" if shorter else f"not {2 * size}"
            raise click.BadParameter(f"{len(value)} hexadecimal digits, {limit}.")
        return bytes.fromhex(value)

    return convert


PATH = click.Path(path_type=Path)
POSITIVE = Finite(min=0, max=1e12, min_open=True)
AMOUNT = Finite(min=0, max=1e12)

settings_option = partial(click.option, "--set", "settings", metavar="NAME=VALUE", multiple=True)
recipe_option = partial(click.option, "--recipe", "recipe_file", type=PATH)
recipes_option = partial(click.option, "--recipe", "recipes", type=PATH, multiple=True)
seeds_option = partial(click.option, "--seeds", default="1,2,3")
timeout_option = partial(click.option, "--timeout", type=POSITIVE, default=1200.0)
"""Options of several commands, which give them their help."""
