# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The C drivers: their headers; that of a core, every function on the Verilated core with its registers."""

import random
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from driver_cases import DESIGNS, HOOKS, STATUS, SW, Host, compile_c, headers, library, pointer
from register_model import DONE, ERROR, OPERAND

from twiddle.base.errors import TwiddleError
from twiddle.bundle.wrap import axis, header, registers
from twiddle.bundle.wrap.top import operations
from twiddle.catalog.block import OPCODES
from twiddle.model.passes import TAKES_B
from twiddle.model.sets import RULES, Operation
from twiddle.tools.sim import linked

pytestmark = pytest.mark.covers(
    "twd_axil", "twd_axis_regs", "twd_axil_bus", "twd_axil_control", "twd_axil_windows", "twd_regs", "twd_zeroize"
)

MAP = registers.load()
BY_TUSER = MAP.bit("OPERATION", "tuser")
SLVERR = 2
ALL = ("iterative", "wide", "forward")

Open = Callable[..., Host]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Open:
    """Gives a core after reset, found by the driver."""
    folder = tmp_path_factory.mktemp("driver")

    def found(name: str, seed: int = 1, pauses: int = 0) -> Host:
        (folder / name).mkdir(exist_ok=True)
        host = Host(library(name, folder / name), DESIGNS[name], seed, pauses)
        assert host.status("probe", 0) == "OK"
        return host

    return found


def taken(name: str) -> tuple[str, ...]:
    return ("A", "B") if name in TAKES_B else ("A",)


def load(host: Host, operands: Sequence[np.ndarray]) -> None:
    for window, values in enumerate(operands):
        assert host.status("load", window, pointer(values)) == "OK"


# The header and the compilers


PREFIXES = {registers.CORE: "TWD_", registers.UNIT: "TWD_UNIT_", registers.LATTICE: "TWD_LATTICE_"}
CODES: dict[str, dict[str, int]] = {
    registers.CORE: {f"TWD_{name.upper()}": code for name, code in OPCODES.items()},
    registers.UNIT: {},
    registers.LATTICE: {
        **{f"TWD_{each.name}": int(each) for each in Operation},
        **{f"TWD_LATTICE_CAUSE_{each.name}": int(each) for each in RULES},
        "TWD_LATTICE_CAUSE_FAULT": 1 << 9,
    },
}
"""Names of the headers that are not those of registers or of what a function returns."""


@pytest.mark.parametrize("name", registers.ALL)
def test_the_headers_have_every_register_and_name(name: str, tmp_path: Path) -> None:
    known = registers.load(name)
    values = {f"offsetof({name}_t, {each})": at for each, at in known.address.items()}
    for register, fields in known.fields.items():
        for field, (low, high) in fields.items():
            values[f"{name.upper()}__{register}__{field.upper()}_bm"] = (1 << high + 1) - (1 << low)
    for code, status in enumerate(STATUS[name].split()):
        values[f"{PREFIXES[name]}{'ERR_' * (code > 0)}{status}"] = -code
    lines = [
        f'#include "{name}.h"',
        f'#include "{header.driver(name)[0].name}"',
        "#include <stddef.h>",
        "#define JOIN(a, b) a##b",
        "#define NAME(line) JOIN(check_, line)",
        "#define CHECK(condition) typedef char NAME(__LINE__)[(condition) ? 1 : -1]",
        *(f"CHECK({text} == {value:#x});" for text, value in {**values, **CODES[name]}.items()),
    ]
    headers(name, tmp_path)
    (tmp_path / "check.c").write_text("\n".join([*lines, ""]))
    compile_c("gcc", tmp_path, [tmp_path / "check.c"])


@pytest.mark.parametrize("compiler", ["gcc", "clang", "riscv64-unknown-elf-gcc"])
@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize("name", registers.ALL)
def test_the_drivers_compile_without_a_warning(name: str, compiler: str, level: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    headers(name, tmp_path)
    more = ["-Wconversion", "-Wshadow", "-Wstrict-prototypes", level]
    if compiler.startswith("riscv"):
        more += ["-march=rv32im", "-mabi=ilp32", "-ffreestanding"]
    for defines in ([], ["-DTWD_EXTERNAL_BUS"]):
        compile_c(compiler, tmp_path, header.driver(name)[1:], *defines, *more)


def test_the_page_names_every_function() -> None:
    declared = set(re.findall(r"^\w+ (twd_\w+)\(", (SW / "twiddle.h").read_text(), re.MULTILINE))
    functions = declared - {"twd_bus_read", "twd_bus_write"}
    page = (SW.parent / "docs" / "cores" / "registers.md").read_text(encoding="utf-8")
    assert f" driver of {len(functions)} functions " in page
    assert [name for name in functions if f"`{name}`" not in page] == []


def test_what_does_not_compile_is_named(tmp_path: Path) -> None:
    (tmp_path / "top.sv").write_text("module top (input logic clk); endmodule\n")
    (tmp_path / "unused.c").write_text("int f(int x) { int y = x; return 0; }\n")
    with pytest.raises(TwiddleError, match=r"^top: .*: .*unused variable"):
        linked.link("top", [tmp_path / "top.sv"], [tmp_path / "unused.c"], defines=HOOKS, shared=True)
    with pytest.raises(TwiddleError, match=r"^other: elaboration: .*other"):
        linked.link("other", [tmp_path / "top.sv"], [])


# The driver


@pytest.mark.parametrize("name", ALL)
def test_a_core_is_found(name: str, start: Open) -> None:
    host = start(name)
    design = host.design
    device = host.device
    assert (device.n, device.q, device.slot) == (design.ring.n, design.ring.q, axis.padded(design.ring))
    assert device.ops == operations(design)
    assert [host("offers", code) for code in range(9)] == [device.ops >> code & 1 for code in range(9)]


def test_what_is_no_core_is_refused(start: Open) -> None:
    host = start("iterative")
    assert host.status("probe", 4) == "ID"  # VERSION lies where ID should
    assert host.status("probe", MAP.address["A"]) == "ID"


@pytest.mark.parametrize("pauses", [0, 80])
@pytest.mark.parametrize("name", ALL)
def test_every_operation(name: str, pauses: int, start: Open) -> None:
    host = start(name, seed=2, pauses=pauses)
    narrow = host.device.slot == 16
    count = 0
    cycles = 0
    for round_ in range(3):
        for operation in host.design.operations:
            operands = [host.polynomial() for _ in taken(operation)]
            code = OPCODES[operation]
            if round_ == 0:  # one call
                status, found = host.run(operation, *operands)
                assert status == "OK"
            elif round_ == 1:  # by interrupt
                host("irq_enable", DONE)
                load(host, operands)
                assert host.status("start", code) == "OK"
                assert host("busy") == 1
                assert not host.library.host_irq()
                assert host.library.host_wait_irq(100_000) < 100_000
                assert host("irq_take") == DONE
                assert host("irq_take") == 0
                assert not host.library.host_irq()
                assert host.status("wait") == "OK"
                found = host.read()
                host("irq_enable", 0)
            elif narrow:  # 16 bits
                for window, values in enumerate(operands):
                    assert host.status("load16", window, pointer(values.astype(np.uint16))) == "OK"
                assert host.status("start", code) == host.status("wait") == "OK"
                found = host.read("read16", np.uint16)
            else:
                assert host.status("load16", 0, pointer(operands[0])) == "UNSUPPORTED"
                assert host.status("read16", pointer(operands[0])) == "UNSUPPORTED"
                continue
            assert (found == host.expected(operation, *operands)).all(), operation
            assert (host.read() == found).all(), "a result can be read again"
            count += 1
            assert host("operations") == count
            now = host("cycles")
            assert now - cycles >= host.design.cycles(operation).latency
            cycles = now
    host.is_quiet()


@pytest.mark.parametrize("name", ALL)
def test_an_operand_out_of_range(name: str, start: Open) -> None:
    host = start(name, seed=3)
    ring = host.design.ring
    host("irq_enable", ERROR)
    for at in (0, ring.n - 1):
        values = host.polynomial()
        values[at] = ring.q
        assert host.status("load", 0, pointer(values)) == "OK"
        assert host.status("start", OPCODES["ntt"]) == "OK"
        assert host.library.host_wait_irq(100_000) < 100_000
        assert host("irq_take") == ERROR
        assert host("errors") == OPERAND
        assert host.status("wait") == "OPERAND"
        assert host("errors") == 0
        status, found = host.run("ntt", values)
        assert (status, set(found)) == ("OPERAND", {7})
        assert host("irq_take") == ERROR
        values[at] = ring.q - 1
        host.computes("ntt", values)
    if host.device.slot == 16:
        values[1] = 1 << 16
        assert host.status("load", 0, pointer(values)) == "OPERAND"
    assert host.refused == 0


@pytest.mark.parametrize("name", ALL)
def test_what_a_core_has_not(name: str, start: Open) -> None:
    host = start(name)
    values = host.polynomial()
    for code in (*(code for code in range(8) if not host.device.ops >> code & 1), 8, 100):
        assert host.status("start", code) == "UNSUPPORTED"
        assert host.status("run", code, pointer(values), pointer(values), pointer(values)) == "UNSUPPORTED"
    assert host.status("load", 2, pointer(values)) == "UNSUPPORTED"
    assert host.status("load", 1, pointer(values)) == ("UNSUPPORTED" if name == "forward" else "OK")
    assert host("errors") == host.refused == 0


def test_what_must_wait(start: Open) -> None:
    host = start("iterative", seed=4)
    values = host.polynomial()
    code = OPCODES["ntt"]
    assert host.status("read", pointer(values)) == "EMPTY"
    assert host.status("wait") == "EMPTY"
    load(host, [values])
    assert host.status("start", code) == "OK"
    for again in (
        host.status("start", code),
        host.status("load", 0, pointer(values)),
        host.status("read", pointer(values.copy())),
    ):
        assert again == "BUSY"
    host.device.polls = 2
    assert host.status("wait") == "TIMEOUT"
    host.device.polls = 100_000
    assert host.status("wait") == "OK"
    assert (host.read() == host.expected("ntt", values)).all()
    assert host("errors") == host.refused == 0


def test_the_cycles_of_an_access(start: Open) -> None:
    """As docs/cores/wrappers.md has them, without pauses."""
    host = start("iterative")
    for write, name, cycles in ((1, "A", 4), (0, "A", 6), (0, "N", 4), (1, "IRQ", 4)):
        began = host.library.host_cycles()
        response, _ = host.accesses([(write, MAP.address[name], 0, 15)] * 10)
        assert not response.any()
        assert host.library.host_cycles() - began == 10 * cycles, name


@pytest.mark.parametrize("name", ALL)
def test_reset_and_zeroize(name: str, start: Open) -> None:
    host = start(name, seed=5)
    rng = random.Random(6)
    operation = host.design.operations[-1]
    for command in ("reset", "zeroize", "zeroize", "reset"):
        operands = [host.polynomial() for _ in taken(operation)]
        load(host, operands)
        assert host.status("start", OPCODES[operation]) == "OK"
        host.library.host_tick(rng.randrange(200))
        count = host("operations")
        assert host.status(command) == "OK"
        assert host("operations") == count
        assert host.status("wait") == host.status("read", pointer(operands[0].copy())) == "EMPTY"
        words = host.device.n * host.device.slot // 32
        response, found = host.accesses([(0, MAP.address["A"] + 4 * at, 0, 0) for at in range(words)])
        assert not response.any()
        assert found.any() == (command == "reset")
        if command == "zeroize":
            load(host, operands)
        assert host.status("start", OPCODES[operation]) == host.status("wait") == "OK"
        assert (host.read() == host.expected(operation, *operands)).all()
    host.device.polls = 1
    assert host.status("zeroize") == "TIMEOUT"
    assert host.status("zeroize") == host.status("reset") == "BUSY"
    assert host.status("load", 0, pointer(operands[0])) == host.status("start", 0) == "BUSY"
    host.device.polls = 100_000
    assert host.status("wait") == "EMPTY"
    host.is_quiet()


@pytest.mark.parametrize("command", ["start", "reset", "zeroize"])
def test_the_pin_in_any_cycle(command: str, start: Open) -> None:
    """Before, with and after each command: the core comes to rest with zeros in its windows, and works."""
    host = start("iterative", seed=9)
    ends = 1500 if command == "zeroize" else 20
    for cycle in (*range(20), *range(20, ends, 13)):
        values = host.polynomial()
        load(host, [values])
        host.library.host_zeroize_in(cycle)
        host.accesses([(1, MAP.address["CONTROL"], MAP.bit("CONTROL", command), 15)])
        host.library.host_tick(max(20, cycle + 1))
        host.device.polls = 10_000
        assert host.status("wait") == "EMPTY", cycle
        response, found = host.accesses([(0, MAP.address["A"] + 4 * at, 0, 0) for at in range(8)])
        assert not response.any(), cycle
        assert not found.any(), cycle
        host.computes("ntt", values, where=cycle)
        assert host.broken == "", cycle


# A core on AXI4-Stream


def send(host: Host, stream: int, values: np.ndarray, user: int = 0, count: int = 0) -> None:
    """A frame; its first `count` beats without TLAST, if not 0."""
    beats = np.frombuffer(axis.pack(host.design.ring, values, host.device.slot), np.uint64)
    host.library.host_send(stream, pointer(beats), count or len(beats), user, int(not count))


def receive(host: Host) -> tuple[np.ndarray, int]:
    """A result and its error mark."""
    beats = np.zeros(host.design.ring.n * host.device.slot // 64, np.uint64)
    user = host.library.host_receive(pointer(beats), len(beats))
    return axis.unpack(host.design.ring, beats.tobytes(), host.device.slot), user


def test_data_calls_without_windows_are_refused(start: Open) -> None:
    host = start("streams")
    ring = host.design.ring
    assert (host.device.n, host.device.q, host.device.slot, host.device.windows) == (ring.n, ring.q, 16, 0)
    assert host.device.ops == operations(host.design)
    place = pointer(host.polynomial())
    for call in (("load", 0, place), ("load16", 1, place), ("start", 0), ("wait",), ("read", place)):
        assert host.status(*call) == "WINDOWS"
    assert host.status("read16", place) == host.status("run", 0, place, None, place) == "WINDOWS"
    assert host.status("select", 5) == host.status("select", BY_TUSER | 1) == "UNSUPPORTED"
    assert host("errors") == host("transfers") == host("busy") == host.refused == 0
    windows = start("iterative")
    assert windows.device.windows == 1
    assert windows.status("select", 0) == windows.status("select", BY_TUSER) == "UNSUPPORTED"
    assert windows.status("start", BY_TUSER) == "UNSUPPORTED"


@pytest.mark.parametrize("pauses", [0, 80])
@pytest.mark.parametrize("by_tuser", [False, True], ids=["register", "TUSER"])
def test_every_operation_on_streams(by_tuser: bool, pauses: int, start: Open) -> None:
    """By interrupt; with a coefficient of q in every second operation."""
    host = start("streams", seed=11, pauses=pauses)
    host("irq_enable", DONE | ERROR)
    beats = host.design.ring.n // 4
    if by_tuser:
        assert host.status("select", BY_TUSER) == "OK"
    transfers = cycles = 0
    for count, operation in enumerate(host.design.operations * 2):
        if not by_tuser:
            assert host.status("select", OPCODES[operation]) == "OK"
        operands = [host.polynomial() for _ in taken(operation)]
        wrong = count % 2
        sent = [values.copy() for values in operands]
        if wrong:
            operands[0][3], sent[0][3] = 0, host.design.ring.q
        for stream, values in enumerate(sent):
            send(host, stream, values, OPCODES[operation] if by_tuser else 7)
        found, mark = receive(host)
        assert (found == host.expected(operation, *operands)).all()
        assert mark == wrong
        host.library.host_tick(2)
        assert host.library.host_irq() == 1
        assert host("irq_take") == DONE | ERROR * wrong
        assert host("errors") == OPERAND * wrong
        host("clear_errors", OPERAND)
        assert (host("errors"), host("busy"), host("operations")) == (0, 0, count + 1)
        transfers += (len(sent) + 1) * beats
        assert host("transfers") == transfers
        assert host("cycles") > cycles
        cycles = host("cycles")
    assert host.refused == 0
    assert host.broken == ""
