# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The targets: every module of this folder with `TARGETS` is a family; a new family is a new file.

open targets   need only pip packages: `twiddle.tools.targets.base`
vendors'       run the user's own tool: `twiddle.tools.targets.vendor`
"""

import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules

from twiddle.base.errors import FieldError, TwiddleError, unknown
from twiddle.tools.targets import asic
from twiddle.tools.targets.base import Device, Target, elaborate, elaborated
from twiddle.tools.targets.vendor import Vendor, package

__all__ = ["elaborate", "elaborated"]

REFERENCE = ("xc7", "ecp5")
"""The targets of the reference flow, used for every measurement."""

_PART = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")


def _every() -> list[Target | Vendor]:
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    every = [target for module in modules for target in getattr(module, "TARGETS", ())]
    return sorted(every, key=lambda target: int(target.place))


TARGETS: Mapping[str, Target] = {target.name: target for target in _every() if isinstance(target, Target)}

VENDORS: Mapping[str, Vendor] = {vendor.name: vendor for vendor in _every() if isinstance(vendor, Vendor)}
"""Every vendor's target by its name, with its default part."""

DEVICES: Mapping[str, Device] = {
    device.name: replace(device, target=target.name)
    for target in sorted(TARGETS.values(), key=lambda target: target.name != "ecp5")
    for device in target.devices
}
"""Parts for `twiddle plan`, those of ecp5 first.

A record and a device use the same units: `dsp` are MULT18X18D on ecp5, DSP48E1 on xc7, DSP48E2 on xcup and
MULT18X18 on gowin, `bram36` blocks of 36 kbit or two of 18 kbit, on ice40 eight of 4 kbit.
"""


def device(name: str) -> Device:
    """The device of a name or a part number; raises TwiddleError for an unknown one."""
    titles = {known.title.lower(): known for known in DEVICES.values()}
    chosen = DEVICES.get(name.lower()) or titles.get(name.lower())
    if chosen is not None:
        return chosen
    raise unknown("device", name, DEVICES)


def named(target: str, part: str) -> str:
    """Name of the target for a part (FieldError if the target is a single device)."""
    if target not in VENDORS:
        raise FieldError(f"part {part}: only for the targets {', '.join(VENDORS)}, not {target}")
    return target if part == VENDORS[target].part else f"{target}-{part}"


def find(target: str) -> Target | Vendor | None:
    """The target of a name, a vendor's with its part; None if unknown (TwiddleError: a wrong part)."""
    name, dash, part = str(target).partition("-")
    vendor = VENDORS.get(name)
    if vendor is None or not dash:
        return vendor or TARGETS.get(target)
    if not _PART.fullmatch(part):
        raise TwiddleError(f"target {name}: part {part!r}: not the name of a part")
    vendor.check(part)
    mapper = vendor.mapper and replace(vendor.mapper, name=target)
    return replace(vendor, name=target, part=part, mapper=mapper)


def need(vendor: Vendor) -> None:
    """Raises TwiddleError for a program that is not on the PATH, and for a missing chip database."""
    for program in vendor.programs:
        if shutil.which(program) is None:
            raise TwiddleError(
                f"target {vendor.name}: needs {program} of {vendor.needs} on the PATH; "
                f"{', '.join(TARGETS)} need no tool of your own"
            )
    if shutil.which("make") is None:
        raise TwiddleError(f"target {vendor.name}: needs make, for Edalize")
    vendor.present(vendor.part)


def versions(target: str) -> dict[str, str]:
    """Every tool that `target` needs, as "package version"."""
    known = find(target)
    if isinstance(known, Vendor):
        need(known)
        return known.versions()
    packages = {"yosys": package(target, "pyosys")}
    if known is not None and known.router is not None:
        packages["nextpnr"] = package(target, known.router.package)
    if target == asic.NAME:
        sta = asic.opensta()
        packages |= {"abc": f"ABC of {packages['yosys']}"} if sta is None else {"opensta": f"OpenSTA {sta}"}
    return packages


def missing(target: str) -> str | None:
    """Why a target cannot be measured here: its tool is missing; None if it is present."""
    try:
        known = find(target)
        if isinstance(known, Vendor):
            need(known)
    except TwiddleError as error:
        return str(error)
    return None
