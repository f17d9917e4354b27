# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The targets: every module of this folder with `TARGETS` is a family; a new family is a new file.

open targets   need only pip packages: `twiddle.synth.targets.base`
vendors'       run the user's own tool: `twiddle.synth.targets.vendor`
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules

from twiddle.errors import FieldError, TwiddleError, unknown
from twiddle.synth.targets.base import Device, Target, elaborate, elaborated
from twiddle.synth.targets.vendor import Vendor

__all__ = ["elaborate", "elaborated"]

REFERENCE = ("xc7", "ecp5")
"""The targets of the reference flow, used for every measurement."""

_PART = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")


def _every() -> list[Target | Vendor]:
    modules = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)]
    found = [target for module in modules for target in getattr(module, "TARGETS", ())]
    return sorted(found, key=lambda target: int(target.place))


TARGETS: Mapping[str, Target] = {each.name: each for each in _every() if isinstance(each, Target)}
"""Every open target by its name."""

VENDORS: Mapping[str, Vendor] = {each.name: each for each in _every() if isinstance(each, Vendor)}
"""Every vendor's target by its name, with its default part."""

DEVICES: Mapping[str, Device] = {
    device.name: device
    for target in sorted(TARGETS.values(), key=lambda target: target.name != "ecp5")
    for device in target.devices
}
"""Parts for `twiddle plan`, those of ecp5 first.

A record and a device use the same units: `dsp` are MULT18X18D on ecp5, DSP48E1 on xc7, DSP48E2 on xcup and
MULT18X18 on gowin, `bram36` blocks of 36 kbit or two of 18 kbit, on ice40 eight of 4 kbit.
"""


def device(name: str) -> Device:
    """The device of a name or a part number; raises TwiddleError for an unknown one."""
    titles = {each.title.lower(): each for each in DEVICES.values()}
    found = DEVICES.get(name.lower()) or titles.get(name.lower())
    if found is not None:
        return found
    raise unknown("device", name, DEVICES)


def named(target: str, part: str) -> str:
    """Name of the target for a part (FieldError if the target is a single device)."""
    if target not in VENDORS:
        raise FieldError(f"part {part}: only for the targets {', '.join(VENDORS)}, not {target}")
    return target if part == VENDORS[target].part else f"{target}-{part}"


def find(target: str) -> Target | Vendor | None:
    """The target of a name, a vendor's with its part; None if unknown (TwiddleError: a wrong part)."""
    name, dash, part = str(target).partition("-")
    own = VENDORS.get(name)
    if own is None or not dash:
        return own or TARGETS.get(target)
    if not _PART.fullmatch(part):
        raise TwiddleError(f"target {name}: part {part!r}: not the name of a part")
    own.check(part)
    return replace(own, name=target, part=part, mapper=own.mapper and replace(own.mapper, name=target))


def need(own: Vendor) -> None:
    """Raises TwiddleError for a program that is not on the PATH, and for a missing chip database."""
    for program in own.programs:
        if shutil.which(program) is None:
            raise TwiddleError(
                f"target {own.name}: needs {program} of {own.needs} on the PATH; "
                f"{', '.join(TARGETS)} need no tool of your own"
            )
    if shutil.which("make") is None:
        raise TwiddleError(f"target {own.name}: needs make, for Edalize")
    own.present(own.part)


def missing(target: str) -> str | None:
    """Why a target cannot be measured here: its tool is missing; None if it is present."""
    try:
        own = find(target)
        if isinstance(own, Vendor):
            need(own)
    except TwiddleError as error:
        return str(error)
    return None
