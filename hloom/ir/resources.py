"""The constants of a program whose numbers are kept apart from its operations: in a section of its text, or beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from hloom.ir.attributes import ArrayAttr, Attribute, Beside, DenseResourceAttr, DictionaryAttr
from hloom.ir.core import Operation


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
