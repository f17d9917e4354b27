# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What is kept under the hash of its inputs, its states, and sweeps over many parts of a work."""

import contextlib
import functools
import io
import os
import signal
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from processes import wait_for
from rich.console import Console

from twiddle.base import progress, store, sweep
from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.base.progress import ProgressDisplay, announced, late
from twiddle.base.store import Artifact, states
from twiddle.base.sweep import Job, executor, raise_failed


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, for this process and every worker, which can import this file."""
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)]))
    return tmp_path


# --- artifacts ----------------------------------------------------------------------------------------------


def counted(value: object) -> tuple[list[int], Any]:
    """The number of calls, and what makes a value."""
    calls: list[int] = []

    def make() -> object:
        calls.append(1)
        return value

    return calls, make


def test_what_takes_long_is_announced_before_it_is_made() -> None:
    said: list[str] = []
    found = Artifact("part", ["x"], lambda: said.append("made") or 1, int, "compiling x, once, a minute")
    with announced(said.append):
        assert (found.get(), found.get()) == (1, 1)
    assert said == ["compiling x, once, a minute ...", "made"]
    assert Artifact("part", ["y"], lambda: 1, int, "compiling y").get() == 1


def test_a_log_says_what_still_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    said: Queue[str] = Queue()
    with late(said.put, "a quick step"):
        pass
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with late(said.put, "a slow step"):
        assert said.get(timeout=60) == "a slow step ..."
    stream = io.StringIO()
    with ProgressDisplay(Console(file=stream)) as display:
        display("xc7: map", "started", 0.0)
        wait_for(lambda: stream.getvalue() == "xc7: map ...\n")
        display("xc7: map", "finished", 1.26)
    assert stream.getvalue() == "xc7: map ...\nxc7: map: 1.3 s\n"


def test_a_document_is_made_once_for_the_same_inputs() -> None:
    calls, make = counted({"a": 1})
    first, other = Artifact("part", ["x"], make, dict[str, int]), Artifact("part", ["y"], make, dict[str, int])
    assert (first.load(), first.get(), first.get(), first.load()) == (None, {"a": 1}, {"a": 1}, {"a": 1})
    assert len(calls) == 1
    assert other.get() == {"a": 1}
    assert len(calls) == 2
    assert Artifact("part", [b"x"], None, dict[str, int]).load() == {"a": 1}
    with pytest.raises(TwiddleError, match="made elsewhere"):
        Artifact("part", ["z"], None, dict[str, int]).get()


def test_inputs_have_their_lengths() -> None:
    assert store.digest(["ab", "c"]) != store.digest(["a", "bc"])


@pytest.mark.parametrize("damage", [b"", b"{", b'{"a": "text"}', b"[1]"])
def test_a_damaged_document_is_made_again(damage: bytes) -> None:
    calls, make = counted({"a": 1})
    kept = Artifact("part", ["x"], make, dict[str, int])
    kept.get()
    kept.path.write_bytes(damage)
    assert kept.get() == {"a": 1}
    assert len(calls) == 2


@pytest.mark.parametrize("damage", [b"", b"garbage", b"clk_i 1 2"])
def test_a_damaged_folder_is_made_again(damage: bytes) -> None:
    made: list[Path] = []

    def fill(folder: Path) -> None:
        (folder / "inner").mkdir()
        (folder / "inner" / "ports.txt").write_text("clk_i 1 1")
        made.append(folder)

    kept = Artifact("sim", ["key"], fill, Path)
    assert kept.get() == kept.get()
    folder = kept.path
    assert len(made) == 1
    (folder / "inner" / "ports.txt").write_bytes(damage)
    assert (kept.get() / "inner" / "ports.txt").read_text() == "clk_i 1 1"
    (folder / store.HASHES).write_bytes(damage)
    assert kept.get() == folder
    assert len(made) == 3


def test_a_failure_while_a_folder_is_filled_leaves_nothing(cache: Path) -> None:
    def fill(folder: Path) -> None:
        (folder / "half").write_text("")
        raise CheckFailed("in the middle")

    with pytest.raises(CheckFailed):
        Artifact("sim", ["key"], fill, Path).get()
    assert [path.name for path in (cache / "sim").iterdir() if path.suffix != ".lock"] == []


def test_concurrent_callers_wait_for_the_one_that_makes_it() -> None:
    began, calls = threading.Event(), []

    def fill(folder: Path) -> None:
        calls.append(folder)
        began.wait(0.2)
        (folder / "a").write_text("a")

    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: Artifact("sim", ["key"], fill, Path).get(), range(4)))
    assert len(calls) == len(found) == 1


def test_a_failure_is_kept_with_its_reason() -> None:
    kept = Artifact("part", ["x"], None, dict[str, int])
    kept.fail(reason="too large")
    assert (kept.load(), kept.failure()) == (None, {"reason": "too large"})


def test_a_cache_that_is_no_folder_is_refused(cache: Path) -> None:
    (cache / "part").write_text("")
    with pytest.raises(TwiddleError, match="cache folder cannot be created"):
        store.check_writable("part")
    with pytest.raises(TwiddleError, match="cache cannot be written"):
        Artifact("part", ["x"], dict, dict[str, int]).get()


def test_the_states_of_documents() -> None:
    """A pending document is not compared, and all others in one call."""
    asked: list[list[tuple[str, int]]] = []

    def are_same(pairs: list[tuple[str, int]]) -> list[bool]:
        asked.append(pairs)
        return [document == str(inputs) for document, inputs in pairs]

    found = [("a", "1", 1), ("b", "1", 2), ("c", None, 3), ("d", None, 4), ("e", "9", 5)]
    known = states(found, are_same, pending={"c", "e"}, failed={"d"})
    assert known == ["present", "stale", "missing", "failed", "pending"]
    assert asked == [[("1", 1), ("1", 2)]]
    assert states([("c", None, 3)], are_same) == ["missing"]
    assert len(asked) == 1


# --- sweeps -------------------------------------------------------------------------------------------------


def console() -> Console:
    return Console(file=io.StringIO(), width=80)


def text_of(shown: Console) -> str:
    assert isinstance(shown.file, io.StringIO)
    return shown.file.getvalue()


def make(name: str, **_: object) -> str:
    if name == "dead":
        raise OSError("killed")
    return name


def test_a_failed_job_does_not_stop_the_others() -> None:
    kept: list[str] = []

    def keep(found: str) -> Exception | None:
        if found == "bad":
            return TwiddleError("bad: no such cell")
        return kept.append(found)

    jobs = [
        Job(name, functools.partial(make, name), keep, seconds)
        for name, seconds in (("long", 4.0), ("bad", 2.0), ("dead", 3.0), ("short", 1.0))
    ]
    shown = console()
    failed = sweep.sweep(jobs, console=shown)
    assert text_of(shown).startswith("4 to measure, about 10 s, by earlier records\n")
    assert "bad: failed: bad: no such cell" in text_of(shown)
    assert "dead: failed: OSError: killed" in text_of(shown)
    assert sorted(kept) == ["long", "short"]
    bad, dead = (next(each for each in failed if each[0].name == name) for name in ("bad", "dead"))
    with pytest.raises(TwiddleError, match=r"^2 of 4 measurements failed; bad: no such cell$"):
        raise_failed([bad, dead], len(jobs))
    with pytest.raises(OSError, match="killed"):
        raise_failed([dead, bad], len(jobs))
    kept.clear()
    with executor(workers=1) as pool:
        assert sweep.sweep([jobs[0], jobs[3]], pool, console()) == []
    assert kept == ["short", "long"], "the shortest first"


def test_an_interrupt_ends_what_runs() -> None:
    began = threading.Event()
    ended: list[str] = []

    def interrupted(**_: object) -> None:
        assert began.wait(10)
        raise KeyboardInterrupt

    def running(cancelled: threading.Event) -> None:
        began.set()
        assert cancelled.wait(10)
        ended.append("running")

    shown = console()
    jobs = [Job[None]("a", interrupted, pytest.fail, 3), Job[None]("b", running, pytest.fail, 2)]
    with pytest.raises(KeyboardInterrupt), executor(workers=2) as pool:
        sweep.sweep(jobs, pool, shown)
    assert ended == ["running"]
    assert "0 of 2 are done and kept: run the same command to continue" in text_of(shown)


def test_no_workers_are_refused() -> None:
    with pytest.raises(FieldError, match="workers 0: at least one"), executor(workers=0):
        pass


# --- a cluster ----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def cluster(workers: int) -> Iterator[str]:
    """The address of a scheduler with worker processes of one thread."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50) as started:
        yield started.scheduler_address


def logged(log: str, name: str, **_: object) -> str:
    """Writes a line into the log, and waits until the file `go` is there."""
    with Path(log).open("a") as file:
        file.write(f"{name} {os.getpid()}\n")
    wait_for(Path(log).with_name("go").exists)
    return name


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    """Killed in the middle of a job, which begins again on another; each is kept once."""
    log, kept = tmp_path / "log", list[str]()

    def begun() -> list[list[str]]:
        return [line.split() for line in log.read_text().splitlines()] if log.exists() else []

    def kill() -> None:
        wait_for(lambda: len(begun()) >= 1)
        os.kill(int(begun()[0][1]), signal.SIGKILL)
        (tmp_path / "go").touch()

    names = [str(number) for number in range(6)]
    jobs = [Job(name, functools.partial(logged, str(log), name), kept.append) for name in names]
    killing = threading.Thread(target=kill)
    killing.start()
    with cluster(2) as address, executor(address) as pool:
        assert sweep.sweep(jobs, pool, console()) == []
    killing.join()
    assert sorted(kept) == names
    starts = Counter(name for name, _ in begun())
    assert starts.keys() == set(names)
    assert max(starts.values()) == 2


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "x://y", ""])
def test_no_cluster_at_the_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No listener, no address, and a listener that never answers."""
    monkeypatch.setattr(sweep, "CONNECT_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = address or f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(FieldError, match=f"^cluster {address}: no Dask scheduler: "), executor(address):
            pass


def test_a_cluster_without_workers() -> None:
    with cluster(0) as address, pytest.raises(FieldError, match=f"{address}: has no workers") as found:
        executor(address).__enter__()
    assert str(found.value).endswith(f"start one with: dask worker {address}")
