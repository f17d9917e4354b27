# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores: every module of this folder with `CORE` is one; a new core is a new file."""

from importlib import import_module
from pkgutil import iter_modules

from twiddle.catalog.block import Kind


def discover() -> tuple[Kind, ...]:
    """The cores of the modules in this folder, by their places; those with the same one by their modules."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    cores: list[Kind] = [module.CORE for module in modules if hasattr(module, "CORE")]
    return tuple(sorted(cores, key=lambda kind: kind.place))


CORES = discover()
