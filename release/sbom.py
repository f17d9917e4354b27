# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The bill of materials: a CycloneDX 1.6 document of what the wheel installs."""

from __future__ import annotations

import hashlib
import uuid
from datetime import UTC, datetime
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from release import lock

_LICENCES = LicenseFactory()


def document(root: Path, version: str, wheel: Path, seconds: int) -> str:
    """The bill of a wheel as JSON: it depends only on lock, wheel and date.

    seconds  the date, since 1970
    """
    pins = lock.runtime(root)
    entries = lock.third_party(root)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    twiddle = Component(
        type=ComponentType.LIBRARY,
        name="twiddle",
        version=version,
        bom_ref=f"twiddle@{version}",
        description=f"{wheel.name}; rtl/ and results/ are in it",
        licenses=[_LICENCES.make_from_string("Apache-2.0")],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
    )
    components = {pin: _component(pin, entries[pin.name]) for pin in pins}
    bom = Bom(components=components.values(), serial_number=uuid.uuid5(uuid.NAMESPACE_OID, digest))
    bom.metadata.component = twiddle
    bom.metadata.timestamp = datetime.fromtimestamp(seconds, UTC)
    direct = lock.direct(root)
    bom.register_dependency(twiddle, [components[pin] for pin in pins if pin.name in direct])
    for pin, component in components.items():
        bom.register_dependency(component, [components[each] for each in pins if pin.name in each.needed_by])
    return JsonV1Dot6(bom).output_as_string(indent=1) + "\n"


def _component(pin: lock.Pin, entry: lock.Entry) -> Component:
    return Component(
        type=ComponentType.LIBRARY,
        name=pin.name,
        version=pin.version,
        bom_ref=f"{pin.name}@{pin.version}",
        purl=PackageURL("pypi", name=pin.name, version=pin.version),
        licenses=[_LICENCES.make_from_string(entry.licence)],
        properties=[Property(name="twiddle:marker", value=pin.marker)] if pin.marker else [],
        external_references=[
            ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(entry.url)),
            ExternalReference(
                type=ExternalReferenceType.DISTRIBUTION,
                url=XsUri(f"https://pypi.org/simple/{pin.name}/"),
                comment="the hash of each file of this version, as in requirements.lock",
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=each) for each in pin.hashes],
            ),
        ],
    )
