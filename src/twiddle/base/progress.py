# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Progress of a measurement: the callback of the flow, and a display of it on standard error."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Literal, Protocol, Self

import rich.progress
from rich.console import Console

PATIENCE = 3.0
"""Seconds of silence after which a log says what still runs."""

_SAY: ContextVar[Callable[[str], None] | None] = ContextVar("say", default=None)


@contextlib.contextmanager
def announced(say: Callable[[str], None]) -> Iterator[None]:
    """Lines of `announce`, in this thread within the block, go to `say`; otherwise nowhere."""
    before = _SAY.get()
    _SAY.set(say)
    try:
        yield
    finally:
        _SAY.set(before)


def announce(what: str) -> None:
    """Announce work that takes long, before it begins: `compiling twd_lattice, once, about a minute`."""
    if (say := _SAY.get()) is not None:
        for each in threading.enumerate():
            if isinstance(each, _Late):
                each.cancel()
        say(f"{what} ...")


@contextlib.contextmanager
def late(say: Callable[[str], None], what: str) -> Iterator[None]:
    """Say what the block does if it takes longer than PATIENCE and nothing is announced meanwhile."""
    timer = _Late(say, what)
    try:
        yield
    finally:
        timer.cancel()


class _Late(threading.Timer):
    """Says what takes long after PATIENCE; an announcement takes its place."""

    def __init__(self, say: Callable[[str], None], what: str) -> None:
        super().__init__(PATIENCE, say, [f"{what} ..."])
        self.daemon = True
        self.start()


Event = Literal["started", "finished", "cached"]


class Progress(Protocol):
    """Called by the flow at every event of a step; may be called from several threads at once."""

    def __call__(self, step: str, event: Event, seconds: float) -> None:
        """`step` is for example "xc7: map"; `seconds` is how long it took, 0 until it is finished."""


def silent(step: str, event: Event, seconds: float) -> None:
    """The progress callback that shows nothing."""


class _Display:
    """A display on a console, as a context manager; without a terminal it shows no bars."""

    def __init__(self, console: Console | None, *columns: rich.progress.ProgressColumn) -> None:
        self._console = console or Console(stderr=True)
        self._live = rich.progress.Progress(*columns, console=self._console, disable=not self._console.is_terminal)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._live.stop()


class ProgressDisplay(_Display):
    """Shows the steps on standard error: live bars on a terminal, otherwise one line per finished step.

    Without a terminal a step that takes long has a line before too. Use as a context manager and pass it to the flow as
    `progress`.
    """

    def __init__(self, console: Console | None = None) -> None:
        super().__init__(
            console,
            rich.progress.SpinnerColumn(finished_text="[green]✓"),
            rich.progress.TextColumn("{task.description}"),
            rich.progress.TimeElapsedColumn(),
        )
        self._tasks: dict[str, rich.progress.TaskID] = {}
        self._late: dict[str, _Late] = {}

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        for each in self._late.values():
            each.cancel()

    def __call__(self, step: str, event: Event, seconds: float) -> None:
        if not self._console.is_terminal:
            if event == "started":
                self._late[step] = _Late(self._console.print, step)
            if event in ("finished", "cached"):
                if step in self._late:
                    self._late.pop(step).cancel()
                self._console.print(f"{step}: {'cached' if event == 'cached' else f'{seconds:.1f} s'}")
            return
        self._live.start()  # if it has not: a program may print to the terminal until then
        if step not in self._tasks:
            self._tasks[step] = self._live.add_task(step, start=False, total=1)
        task = self._tasks[step]
        if event == "cached":
            self._live.update(task, description=f"{step} (cached)", completed=1)
        elif event == "started":
            self._live.start_task(task)
        elif event == "finished":
            self._live.update(task, completed=1)


class CountDisplay(_Display):
    """Shows the number of finished measurements on standard error: one bar, or a line for each.

    Use as a context manager. `expected` is how long all of them take, in words, shown at the start.
    """

    def __init__(self, total: int, console: Console | None = None, expected: str = "") -> None:
        self._total = total
        self._expected = expected
        self._done = 0
        super().__init__(
            console,
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TimeElapsedColumn(),
            rich.progress.TextColumn("left"),
            rich.progress.TimeRemainingColumn(),
            rich.progress.TextColumn("{task.description}"),
        )
        self._task = self._live.add_task("", total=total)

    def __enter__(self) -> Self:
        self._live.start()
        if self._total and (self._expected or not self._console.is_terminal):
            self.say(", ".join(filter(None, (f"{self._total} to measure", self._expected))))
        return self

    def done(self, name: str, outcome: str) -> None:
        """Counts one more finished measurement: its name and result."""
        self._done += 1
        self._live.update(self._task, advance=1, description=name)
        if not self._console.is_terminal:
            self.say(f"{self._done}/{self._total} {name}: {outcome}")

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        self._console.print(line, highlight=False, soft_wrap=True, markup=False)
