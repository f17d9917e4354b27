# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Options that several commands share, their types, and the block that they select."""

import functools
import math
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from twiddle.base.errors import TwiddleError, system_errors
from twiddle.base.rings import ring
from twiddle.catalog import designs, systems
from twiddle.catalog.block import Block

Command = TypeVar("Command", bound=Callable[..., Any])

INTEGER = re.compile(r"-?[0-9]{1,18}")


class Amount(click.ParamType[float]):
    """A finite number of at most 10^12: from zero on, or above zero."""

    name = "float"

    def __init__(self, positive: bool = False) -> None:
        self._positive = positive

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, or a bad parameter if it is not one of these."""
        found = float(click.FLOAT.convert(value, param, ctx))
        if not math.isfinite(found):
            self.fail(f"{value} is no finite number.", param, ctx)
        if not 0 <= found <= 1e12 or (self._positive and found == 0):
            low = "above 0 and" if self._positive else "from 0 on,"
            self.fail(f"{found:g} is not {low} at most 1e12.", param, ctx)
        return found


PATH = click.Path(path_type=Path)
AMOUNT, POSITIVE = Amount(), Amount(positive=True)

settings_option = partial(click.option, "--set", "settings", metavar="NAME=VALUE", multiple=True)
recipe_option = partial(click.option, "--recipe", "recipe_file", type=PATH)
recipes_option = partial(click.option, "--recipe", "recipes", type=PATH, multiple=True)
seeds_option = partial(click.option, "--seeds", default="1,2,3")
timeout_option = partial(click.option, "--timeout", type=POSITIVE, default=1200.0)
"""Options of several commands, which give them their help."""


def with_options(*options: Callable[..., Any]) -> Callable[[Command], Command]:
    """A decorator that adds options to a command, in the order of its help."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def old_option(old: str, new: str, flag: bool = False) -> Callable[[Command], Command]:
    """An option with an earlier name, which is refused with the present one."""
    return refused_option(old, f"its name is {new} now", flag)


def refused_option(old: str, answer: str, flag: bool = False) -> Callable[[Command], Command]:
    """An option that does not exist but may be tried, and what does instead."""

    def refuse(_context: click.Context, _parameter: click.Parameter, value: object) -> None:
        if value:
            raise TwiddleError(f"{old}: {answer}")

    chosen: dict[str, Any] = {"is_flag": True} if flag else {}
    return click.option(old, hidden=True, expose_value=False, callback=refuse, **chosen)


cluster_option = partial(click.option, "--cluster", metavar="ADDRESS")


def core_options(core: str = "A block of `twiddle cores`.") -> Callable[..., Any]:
    """The options --core, --ring, --scheme and --set of a command, for `chosen_block`, which needs no scheme."""
    options = with_options(
        click.option("--ring", help="A ring of `twiddle rings`, or a .toml file with your own; for a core of a ring."),
        click.option("--core", default="iterative", help=core),
        click.option(
            "--scheme", help="In their place: whole operations, such as those of ml-kem-768, on core lattice."
        ),
        settings_option(help="A parameter of the core, for example Butterflies=2 or Method=ldsp; may be repeated."),
    )

    def add(command: Command) -> Any:
        @options
        @functools.wraps(command)
        def with_core(scheme: str | None, core: str, settings: tuple[str, ...], **others: Any) -> None:
            if scheme is not None:
                if other := given("ring", "core"):
                    raise TwiddleError(f"--scheme and {other[0]}: give one of them")
                core, settings = systems.LATTICE.name, (systems.alone(scheme), *settings)
            command(core=core, settings=settings, **others)

        return with_core

    return add


def chosen_block(core: str, ring_name: str | None, settings: Sequence[str]) -> Block:
    """The block that the options select; raises TwiddleError for the first wrong one, the core before the ring."""
    kind = designs.find(core)
    if kind.ringed and ring_name is None:
        raise TwiddleError(f"Missing option '--ring'. Core {kind.name} is built for a ring: --ring ml-kem")
    chosen = None if ring_name is None else ring(ring_name)
    return kind.block(chosen, **settings_by_name(settings))


def values_by_name(
    settings: Iterable[str], option: str = "--set", form: str = "NAME=VALUE", example: str = "Butterflies=2"
) -> dict[str, list[str]]:
    """The values of each name in options such as NAME=VALUE; raises TwiddleError for one of another form."""
    found: dict[str, list[str]] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise TwiddleError(f"{option} {setting}: not of the form {form}, for example {example}")
        found.setdefault(name, []).append(value)
    return found


def settings_by_name(settings: Iterable[str], *form: str) -> dict[str, int | str]:
    """The value of each name, an integer where it is one; raises TwiddleError for a second one."""
    parameters: dict[str, int | str] = {}
    for name, (value, *more) in values_by_name(settings, *form).items():
        if more:
            raise TwiddleError(f"{next(iter(form), '--set')} {name}={more[0]}: {name} is set twice")
        parameters[name] = int(value) if INTEGER.fullmatch(value) else value
    return parameters


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


def check_folder(path: Path, what: str = "cannot be written") -> None:
    """Refuse a folder that takes no files before any work; it may be missing (TwiddleError)."""
    with system_errors(path, what):
        there = next(each for each in (path, *path.absolute().parents) if each.exists() or each.is_symlink())
        tempfile.TemporaryFile(dir=there).close()


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
