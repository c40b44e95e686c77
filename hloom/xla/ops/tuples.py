"""Tuples taken apart to all depths and put together (lib/tuple)."""

from __future__ import annotations

from collections.abc import Mapping

from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.ops.movement import GetTupleElement, Tuple

#: The index of a part: the places that lead to it.
Index = tuple[int, ...]


def DisassembleTuple(tuple: XlaOp) -> dict[Index, XlaOp]:
    """All parts of a tuple by their indices, parents before children; the tuple itself stands at `()` (lib/tuple)."""
    found: dict[Index, XlaOp] = {}

    def visit(value: XlaOp, index: Index) -> None:
        found[index] = value
        if value.valid and value.shape.is_tuple:
            for k in range(len(value.shape.tuple_shapes)):
                visit(GetTupleElement(value, k), (*index, k))

    visit(tuple, ())
    return found


def AssembleTuple(builder: XlaBuilder, elements: Mapping[Index, XlaOp]) -> XlaOp:
    """The tuple whose leaves stand at indices; what stands at an index with children is made anew of them (lib/tuple).

    InputError for indices with gaps.
    """
    places: dict[Index, set[int]] = {}
    for index in elements:
        for depth in range(len(index)):
            places.setdefault(index[:depth], set()).add(index[depth])

    def made(index: Index) -> XlaOp:
        count = len(places.get(index, ()))
        if not count:
            if index not in elements:
                raise InputError(f"AssembleTuple: there is nothing at the index {index}")
            return elements[index]
        if places[index] != set(range(count)):
            raise InputError(f"AssembleTuple: the parts of {index} are {sorted(places[index])}, which has gaps")
        return Tuple(builder, [made((*index, k)) for k in range(count)])

    return made(())
