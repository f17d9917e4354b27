# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Rings Z_q[x]/(x^n + 1): the presets of the schemes, and the user's own from a TOML file.

A ring is four numbers. Everything else (widths, number of layers, tables, latencies) is computed from them,
here and in `twd_ring_pkg`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from twiddle.base.errors import TwiddleError, shown, unknown, whole
from twiddle.base.places import read_toml

MIN_N, MAX_N = 8, 4096

MIN_BITS, MAX_BITS = 5, 24
"""Supported coefficient widths of the modular multipliers."""

_MOST_BITS = 64
"""Most bits of each of the four numbers; a longer one is rejected unread."""

ALIASES: Mapping[str, str] = {"newhope-1024": "falcon-1024"}
"""Other names of presets. NewHope's root for n = 512 is not Falcon's: `newhope-512` is a preset."""

_NUMBERS = ("n", "q", "root", "root_order")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def factors(value: int) -> list[int]:
    """The distinct prime factors of a value of at least 2, ascending."""
    primes = []
    divisor = 2
    while divisor * divisor <= value:
        if value % divisor == 0:
            primes.append(divisor)
            while value % divisor == 0:
                value //= divisor
        divisor += 1
    return [*primes, value] if value > 1 else primes


def _order(root: int, q: int) -> int:
    """The multiplicative order of root modulo the prime q."""
    order = q - 1
    for factor in factors(q - 1):
        while order % factor == 0 and pow(root, order // factor, q) == 1:
            order //= factor
    return order


@dataclass(frozen=True)
class Ring:
    """Z_q[x]/(x^n + 1) together with the root of unity of its transform.

    name        at most 64 letters, digits and `._-`; it appears in file names and records
    n           polynomial length, a power of two from 8 to 4096
    q           prime modulus of 5 to 24 bits, with root_order dividing q - 1
    root        element of multiplicative order exactly root_order modulo q, in [2, q)
    root_order  2n for a complete transform, n for one that stops at pairs (ML-KEM)

    Raises TwiddleError for the first of these rules that fails.

    >>> Ring("own", n=16, q=97, root=28, root_order=32).layers
    4
    """

    name: str
    n: int
    q: int
    root: int
    root_order: int

    def __post_init__(self) -> None:
        for key in _NUMBERS:
            value = whole(getattr(self, key))
            if value is None:
                raise self._refusal(f"{key} = {shown(getattr(self, key))} is not an integer")
            object.__setattr__(self, key, value)
            if value.bit_length() > _MOST_BITS:
                raise self._refusal(f"{key} = {shown(value)} has more than {_MOST_BITS} bits")
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise self._refusal("name is not made of at most 64 letters, digits and ._- after a letter or digit")
        self._check_length()
        self._check_modulus()
        self._check_root()

    def _refusal(self, rule: str) -> TwiddleError:
        return TwiddleError(f"ring {shown(self.name)}: {rule}")

    def _check_length(self) -> None:
        if self.n < 1 or self.n & (self.n - 1):
            raise self._refusal(f"n = {self.n} is not a power of two")
        if not MIN_N <= self.n <= MAX_N:
            raise self._refusal(f"n = {self.n} is outside {MIN_N} to {MAX_N}")

    def _check_modulus(self) -> None:
        if self.q < 2:
            raise self._refusal(f"q = {self.q} is not a prime")
        if not MIN_BITS <= self.bits <= MAX_BITS:
            raise self._refusal(f"q = {self.q} has {self.bits} bits, the hardware supports {MIN_BITS} to {MAX_BITS}")
        factor = factors(self.q)[0]
        if factor != self.q:
            raise self._refusal(f"q = {self.q} is not a prime, it is {factor} * {self.q // factor}")

    def _check_root(self) -> None:
        if self.root_order not in (self.n, 2 * self.n):
            raise self._refusal(f"root_order = {self.root_order} is neither n = {self.n} nor 2n = {2 * self.n}")
        if (self.q - 1) % self.root_order:
            raise self._refusal(
                f"root_order = {self.root_order} does not divide q - 1 = {self.k}*2^{self.m} for q = {self.q}"
            )
        if not 2 <= self.root < self.q:
            raise self._refusal(f"root = {self.root} is outside 2 to q - 1 = {self.q - 1}")
        order = _order(self.root, self.q)
        if order != self.root_order:
            raise self._refusal(f"root = {self.root} has order {order} modulo q = {self.q}, not {self.root_order}")

    @property
    def bits(self) -> int:
        """Bits of a coefficient, ceil(log2 q)."""
        return self.q.bit_length()

    @property
    def m(self) -> int:
        """Exponent of two in q = k*2^m + 1."""
        return ((self.q - 1) & (1 - self.q)).bit_length() - 1

    @property
    def k(self) -> int:
        """Odd factor in q = k*2^m + 1."""
        return (self.q - 1) >> self.m

    @property
    def complete(self) -> bool:
        """Whether the transform splits into single coefficients, so that pwm is pointwise."""
        return self.root_order == 2 * self.n

    @property
    def layers(self) -> int:
        """Butterfly layers of the transform: log2 n, or one less for an incomplete one."""
        return self.root_order.bit_length() - 2

    @property
    def parameter(self) -> str:
        """The SystemVerilog literal of this ring as a `twd_ring_pkg::ring_cfg_t`."""
        return "128'h" + "".join(f"{getattr(self, key):08x}" for key in _NUMBERS)

    @property
    def parameters(self) -> dict[str, str]:
        """The four ring parameters of a core, by their RTL names."""
        return {"N": str(self.n), "Q": str(self.q), "Root": str(self.root), "RootOrder": str(self.root_order)}


_PRESETS = {
    preset.name: preset
    for preset in (
        Ring("ml-kem", 256, 3329, 17, 256),
        Ring("kyber-v1", 256, 7681, 62, 512),
        Ring("falcon-512", 512, 12289, 49, 1024),
        Ring("falcon-1024", 1024, 12289, 7, 2048),
        Ring("newhope-512", 512, 12289, 10968, 1024),
        Ring("ml-dsa", 256, 8380417, 1753, 512),
        Ring("qtesla-1024", 1024, 8404993, 16204, 2048),
    )
}


def rings() -> list[Ring]:
    """The presets.

    >>> [(each.name, each.n, each.q) for each in rings()][:2]
    [('ml-kem', 256, 3329), ('kyber-v1', 256, 7681)]
    """
    return list(_PRESETS.values())


def ring(name_or_path: Ring | str | Path) -> Ring:
    """The ring of a preset, an alias, or a user's TOML file (a Path, or a string that ends in .toml).

    A ring is returned as it is.

    The keys are n, q, root and root_order, and optionally name, by default the file's stem. Raises
    TwiddleError for an unknown name, a file that is unreadable or not TOML, a key that is missing, unknown or
    of the wrong type, and a ring that violates a rule of `Ring`.

    >>> ring("ml-dsa")
    Ring(name='ml-dsa', n=256, q=8380417, root=1753, root_order=512)
    """
    if isinstance(name_or_path, Ring):
        return name_or_path
    if not isinstance(name_or_path, str | Path):
        raise TwiddleError(f"ring {shown(name_or_path)}: neither a name nor the path of a .toml file")
    if isinstance(name_or_path, Path) or name_or_path.endswith(".toml"):
        return _from_file(Path(name_or_path))
    name = ALIASES.get(name_or_path, name_or_path)
    if name not in _PRESETS:
        if scheme := re.fullmatch("(ml-kem)(-512|-768|-1024)?|(ml-dsa)(-44|-65|-87)?", name.lower()):
            own = scheme[1] or scheme[3]
            which = f"whole: --scheme {own}{scheme[2] or scheme[4] or {'ml-kem': '-768', 'ml-dsa': '-65'}[own]}"
            which += f"; its products: --ring {own}"
            raise TwiddleError(f"ring {shown(name_or_path)}: a scheme, not a ring; {which}")
        names = [*_PRESETS, *ALIASES]
        raise TwiddleError(f"{unknown('ring', name_or_path, names)}, or give a .toml file")
    return _PRESETS[name]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    n: int
    q: int
    root: int
    root_order: int
    name: str | None = None


def _from_file(path: Path) -> Ring:
    found = read_toml(path, _File, "a ring (n, q, root, root_order, name)")
    try:
        result = Ring(path.stem if found.name is None else found.name, found.n, found.q, found.root, found.root_order)
    except TwiddleError as error:
        raise TwiddleError(f"{path}: {error}") from error
    preset = _PRESETS.get(ALIASES.get(result.name, result.name))
    if preset is not None and result.parameter != preset.parameter:
        raise TwiddleError(f"{path}: name {result.name!r} belongs to a preset with other numbers")
    return result
