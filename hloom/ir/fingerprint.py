"""Fingerprints: equal for operations that say the same, whatever their values are called and wherever they came from;
and the constants that are kept apart from operations, which whoever keeps programs asks for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    Beside,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    StringAttr,
)
from hloom.ir.core import Operation, Value
from hloom.numbers.element_type import I64

#: Parts of a digest's input that are put together at a time.
_MANY = 1 << 12


class _Numbers(dict[Value, bytes]):
    """The numbers of values, in the order in which they are first asked for."""

    def __missing__(self, value: Value) -> bytes:
        found = self[value] = b"%d" % len(self)
        return found


class _Texts(dict[Any, bytes]):
    """Types and names, each spelled once: they repeat."""

    def __missing__(self, part: Any) -> bytes:
        found = self[part] = _spelled(part)
        return found


def _spelled(part: Any) -> bytes:
    return str(part).encode("utf-8", "surrogateescape")


def fingerprint(root: Operation) -> str:
    """A SHA-256 digest of an operation with all that is inside: names, attributes, types, who uses what.

    Locations and the names of values do not count. Constants count by their contents.
    """
    digest = hashlib.sha256()
    numbers, texts = _Numbers(), _Texts()
    # By identity: most attributes take as long to compare as to spell.
    spelled: dict[int, bytes] = {}
    # By what they list, which repeats: most attributes are lists of dimensions.
    lists: dict[tuple[int, ...], bytes] = {}
    parts: list[bytes] = []
    for op in root.walk():
        parts += texts[op.name], *[numbers[v] for v in op.operands], b">"
        for result in op.results:
            parts += numbers[result], texts[result.type]
        for region in op.regions:
            parts.append(b"region")
            for block in region.blocks:
                parts.append(b"block %d" % len(block.operations))
                for argument in block.arguments:
                    parts += numbers[argument], texts[argument.type]
        for name, attribute in op.attributes.items():
            parts.append(b"\1%s\2" % texts[name])
            if isinstance(attribute, DenseResourceAttr):
                beside = attribute.resource.beside
                data = attribute.resource.data if beside is None else beside.digest
                parts.append(b"%s %d:" % (_spelled(attribute), -1 if data is None else len(data)))
                digest.update(b"\0".join(parts))
                digest.update(data or b"")
                parts = []
            elif isinstance(attribute, DenseElementsAttr) and attribute.beside is not None:
                parts += texts[attribute.type], b"beside", attribute.beside.digest
            elif isinstance(attribute, DenseElementsAttr):
                parts.append(b"%s %d %d:" % (texts[attribute.type], attribute.is_splat, attribute.data.nbytes))
                digest.update(b"\0".join(parts))
                digest.update(attribute.data.tobytes())
                parts = []
            elif isinstance(attribute, DenseArrayAttr) and attribute.element is I64:
                text = lists.get(attribute.values)
                if text is None:
                    text = lists[attribute.values] = b"list %s" % _spelled(attribute.values)
                parts.append(text)
            elif isinstance(attribute, StringAttr) and attribute.type is None:
                parts.append(b'"%d %s' % (len(attribute.data), attribute.data))
            else:
                text = spelled.get(id(attribute))
                if text is None:
                    text = spelled[id(attribute)] = _spelled(attribute)
                parts.append(text)
        parts.append(b"\n")
        if len(parts) > _MANY:
            digest.update(b"\0".join(parts))
            parts = []
    digest.update(b"\0".join(parts))
    return digest.hexdigest()


# -- resources -----------------------------------------------------------------------------------------------------------------
# The constants of a program whose numbers are kept apart from its operations: in a section of its text, or beside it.


def resources_in(module: Operation) -> Iterator[tuple[DenseResourceAttr, Operation]]:
    """The constants of a module that are kept apart from its operations, with the operations that use them."""
    for op in module.walk():
        for attribute in (op.attributes or {}).values():
            for found in _resources_of(attribute):
                yield found, op


def beside_of(module: Operation) -> list[Beside]:
    """Where the constants lie that are beside a module."""
    found = (attribute.resource.beside for attribute, _ in resources_in(module))
    return list(dict.fromkeys(beside for beside in found if beside is not None))


def _resources_of(attribute: Attribute) -> Iterator[DenseResourceAttr]:
    """The constants in an attribute, and in those inside it, whose bytes a text writes apart."""
    pending = [attribute]
    while pending:
        found = pending.pop()
        if isinstance(found, DenseResourceAttr):
            yield found
        elif isinstance(found, ArrayAttr):
            pending.extend(found.values)
        elif isinstance(found, DictionaryAttr):
            pending.extend(found.entries.values())


class Reference(NamedTuple):
    """Where a constant beside a program is to be found by another process: in a file, by the digest of what it holds there, or in
    an array that goes along."""

    name: str
    path: str | None
    digest: bytes
    array: np.ndarray | None


def references(module: Operation) -> list[Reference]:
    """What another process needs to bind the constants beside a module."""
    found: dict[str, Reference] = {}
    for attribute, _ in resources_in(module):
        beside = attribute.resource.beside
        if beside is not None:
            found[attribute.resource.key] = Reference(attribute.resource.key, beside.path, beside.digest,
                                                      None if beside.path is not None else beside.array)
    return list(found.values())
