"""Fingerprints: equal for operations that say the same, whatever their values are called and wherever they came from."""

from __future__ import annotations

import hashlib
from typing import Any

from hloom.ir.attributes import DenseElementsAttr, DenseResourceAttr
from hloom.ir.core import Operation, Value


def fingerprint(root: Operation) -> str:
    """A SHA-256 digest of an operation with all that is inside: names, attributes, types, who uses what.

    Locations and the names of values do not count. Constants count by their contents.
    """
    digest = hashlib.sha256()
    numbers: dict[Value, int] = {}
    texts: dict[Any, bytes] = {}

    def text_of(part: Any) -> bytes:
        # Attributes and types repeat; spelling each once is what keeps this cheap.
        found = texts.get(part)
        if found is None:
            found = texts[part] = str(part).encode("utf-8", "surrogateescape")
        return found

    def number(value: Value) -> bytes:
        return b"%d" % numbers.setdefault(value, len(numbers))

    for op in root.walk():
        parts = [op.name.encode("utf-8", "surrogateescape"), *map(number, op.operands), b">"]
        for result in op.results:
            parts += number(result), text_of(result.type)
        for region in op.regions:
            parts.append(b"region")
            for block in region.blocks:
                parts.append(b"block %d" % len(block.operations))
                for argument in block.arguments:
                    parts += number(argument), text_of(argument.type)
        for name, attribute in op.attributes.items():
            parts.append(b"\1" + name.encode("utf-8", "surrogateescape") + b"\2")
            if isinstance(attribute, DenseResourceAttr):
                data = attribute.resource.data
                parts.append(b"%s %d:" % (text_of(attribute), -1 if data is None else len(data)))
                digest.update(b"\0".join(parts))
                digest.update(data or b"")
                parts = []
            elif isinstance(attribute, DenseElementsAttr):
                parts.append(b"%s %d %d:" % (text_of(attribute.type), attribute.is_splat, attribute.data.nbytes))
                digest.update(b"\0".join(parts))
                digest.update(attribute.data.tobytes())
                parts = []
            else:
                parts.append(text_of(attribute))
        parts.append(b"\n")
        digest.update(b"\0".join(parts))
    return digest.hexdigest()
