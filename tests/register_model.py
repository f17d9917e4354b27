# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What registers and windows on AXI4-Lite answer while their block is idle, as the description has it."""

from __future__ import annotations

import random
from collections.abc import Mapping

from twiddle import Block
from twiddle.bundle.wrap import axis, registers
from twiddle.bundle.wrap.registers import RegisterMap
from twiddle.bundle.wrap.top import operations
from twiddle.model.passes import TAKES_B

DONE, ERROR = 1, 2
"""Bits of IRQ."""

OPERAND, OPERATION, BUSY, ACCESS, EMPTY = 1, 2, 4, 8, 16
"""Bits of ERRORS of a core."""


class RegisterModel:
    """Registers, and windows of so many words that hold what was written to them.

    values    of registers, where they are not those of the description
    windows   names of those that the block has; A and B are written, C is read once there is a result
    """

    def __init__(self, known: RegisterMap, values: Mapping[str, int], windows: str = "", words: int = 0) -> None:
        self.known = known
        self.words = words
        self.state = {**known.reset, **values}
        self.mask = {**known.mask, "OPERATION": 7}  # a core with windows has no TUSER
        self.registers = {known.address[name]: name for name in known.reset}
        self.inside = {known.address[name] + 4 * at: name for name in windows for at in range(words)}
        self.memory: dict[int, int] = {}
        self.has_result = False

    @classmethod
    def of_core(cls, design: Block) -> RegisterModel:
        """A core with windows."""
        ring, slot = design.ring, axis.padded(design.ring)
        caps = operations(design) | 1 << 8 | slot << 16 | design.lanes << 24
        values = {"N": ring.n, "Q": ring.q, "ROOT": ring.root, "ROOT_ORDER": ring.root_order, "CAPS": caps}
        windows = "ABC" if TAKES_B & set(design.operations) else "AC"
        return cls(registers.load(), values, windows, ring.n * slot // 32)

    def access(self, write: bool, address: int, value: int, strobes: int) -> tuple[bool, int | None]:
        """Whether it is answered without an error, and what is read: None for anything."""
        word = address & ~3
        name = self.registers.get(word) or self.inside.get(word)
        writable = name in ("A", "B") or name in self.known.writable
        if name is None or (write and not (writable and strobes == 15)):
            return self._refuse("access")
        if name == "C" and not self.has_result:
            return self._refuse("empty")
        if word in self.inside:
            self.state["TRANSFERS"] += 1
            if not write:
                return True, self.memory.get(word)
            self.memory[word] = value
        elif not write:
            return True, self.state[name]
        elif name in self.known.clears:
            self.state[name] &= ~(value & self.mask[name])
        else:
            self.state[name] = value & self.mask[name]
        return True, None

    def _refuse(self, cause: str) -> tuple[bool, None]:
        self.state["ERRORS"] |= self.known.bit("ERRORS", cause)
        self.state["IRQ"] |= ERROR
        return False, None

    @property
    def bounds(self) -> list[int]:
        """Addresses at the bounds of the registers and of each window, whether or not the block has it.

        The first word and the last one, the one after it, and those with one more bit of the address set.
        """
        windows = [self.known.address[name] for name in "ABC" if name in self.known.address]
        size = windows[0] if windows else 1 << 16
        found = []
        for base, words in [(0, len(self.registers)), *((window, self.words) for window in windows)]:
            found += [base, base + 4 * words - 4, base + 4 * words, base + size - 4]
            found += [base + (1 << bit) for bit in range(2, size.bit_length() - 1) if 1 << bit > 4 * words]
        return found

    @property
    def interrupt(self) -> bool:
        return bool(self.state["IRQ"] & self.state["IRQ_ENABLE"])

    def draw(self, rng: random.Random) -> tuple[bool, int, int]:
        """Whether a random access writes, where, and what; it starts nothing."""
        kind = rng.random()
        if kind < (0.5 if self.inside else 0.8):
            address = rng.choice(list(self.registers))
        elif kind < 0.85 and self.inside:  # also beyond the end of a window, and where there is none
            address = self.known.address[rng.choice("ABC")] + 4 * rng.randrange(self.words + 2)
        else:
            address = rng.randrange(0, 1 << 16, 4)
        name = self.registers.get(address)
        write = rng.random() < 0.5 and name != "COMMAND"
        value = rng.getrandbits(32)
        return write, address, value & ~self.mask["CONTROL"] if name == "CONTROL" else value
