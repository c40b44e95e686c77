"""Fingerprints: equal for operations that say the same, whatever their values are called and wherever they came from."""

from __future__ import annotations

import hashlib
from typing import Any

from hloom.ir.attributes import Attribute, DenseElementsAttr
from hloom.ir.core import Operation, Value


def fingerprint(root: Operation) -> str:
    """A SHA-256 digest of an operation with all that is inside: names, attributes, types, who uses what.

    Locations and the names of values do not count. Constants count by their contents.
    """
    digest = hashlib.sha256()
    numbers: dict[Value, int] = {}
    texts: dict[Any, bytes] = {}

    def text_of(attribute: Attribute) -> bytes:
        # Attributes repeat (dimension lists, precisions); spelling each once is what keeps this cheap.
        found = texts.get(attribute)
        if found is None:
            found = texts[attribute] = str(attribute).encode("utf-8", "surrogateescape")
        return found

    def number(value: Value) -> int:
        return numbers.setdefault(value, len(numbers))

    for op in root.walk():
        parts = [op.name, *map(str, map(number, op.operands)), ">", *(f"{number(r)}:{r.type}" for r in op.results)]
        for region in op.regions:
            parts.append("region")
            for block in region.blocks:
                parts.append(f"block {len(block.operations)} {[(number(a), str(a.type)) for a in block.arguments]}")
        digest.update("\0".join(parts).encode("utf-8", "surrogateescape"))
        for name, attribute in op.attributes.items():
            digest.update(b"\1" + name.encode("utf-8", "surrogateescape") + b"\2")
            if isinstance(attribute, DenseElementsAttr):
                digest.update(f"{attribute.type} {attribute.is_splat} {attribute.data.nbytes}:".encode())
                digest.update(attribute.data.tobytes())
            else:
                digest.update(text_of(attribute))
        digest.update(b"\n")
    return digest.hexdigest()
