# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA whole on a board, and cases of others on it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median_low

from twiddle.base.errors import TwiddleError
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.verify import vectors
from twiddle.model.sets import KEM_SETS
from twiddle.tools.board import Board
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases
from twiddle.tools.lattice_simulator import Answer, Task


@dataclass
class OnBoard(Executor):
    """Executes operations on a board; `runs` lists the name and the cycles of each."""

    board: Board = field(kw_only=True)

    def __call__(self, task: Task) -> Answer:
        """The answer. Raises as `Board.run`."""
        answer = self.board.run(task)
        self.runs.append((f"{task.set} {task.operation.label}", answer.cycles))
        return answer


@dataclass
class Tried:
    """Cases of a function of a parameter set on a board: cycles of right ones, what is wrong with others."""

    set: str
    function: str
    cycles: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def row(self) -> tuple[str, str, int, int, int | None]:
        """Set, function, cases, right ones, and the median of their cycles."""
        cases = len(self.cycles) + len(self.wrong)
        return self.set, self.function, cases, len(self.cycles), median_low(self.cycles) if self.cycles else None


def tried(board: Board, sets: Sequence[str], seed: int = 0, files: Path | None = None) -> list[Tried]:
    """Runs the cases of some sets on a board: random ones that packages answer, or those of a folder of others' files.

    Raises TwiddleError as `Board.run`, and for a folder without a case of these sets.
    """
    found: dict[tuple[str, str], Tried] = {}
    for name, function, run in _of_packages(sets, seed) if files is None else _of_files(sets, files):
        group = found.setdefault((name, function), Tried(name, function))
        hardware = OnBoard(board=board)
        if wrong := run(hardware):
            group.wrong.append(wrong)
        else:
            group.cycles.append(hardware.cycles)
    if not found:
        raise TwiddleError(f"{files}: no case of {', '.join(sets)}")
    return list(found.values())


_Case = tuple[str, str, Callable[[OnBoard], str]]
"""Set and function of a case, and what runs it: it returns what is wrong."""


def _of_packages(sets: Sequence[str], seed: int) -> Iterator[_Case]:
    for name in sets:
        for case in (kem_cases if name in KEM_SETS else dsa_cases)(name, seed):
            yield name, case.task.operation.label, partial(_against_packages, case)


def _of_files(sets: Sequence[str], folder: Path) -> Iterator[_Case]:
    for path, content in vectors.read(folder).items():
        for case in content.cases:
            if case.set in sets:
                yield case.set, case.function.partition(" ")[2], partial(_against_file, path, case)


def _against_packages(case: Case, hardware: OnBoard) -> str:
    return difference(case, hardware(case.task))


def _against_file(path: Path, case: vectors.Case, hardware: OnBoard) -> str:
    return "" if vectors.passes(case, hardware) else f"{path}, {case.set}, {case.name}: not the file's answer"
