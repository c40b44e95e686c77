"""Indexing maps of one operation that says itself what it reads (indexing analysis: "Indexing maps for unfused ops").

They are read off the operation's `element`: each access in it is a map. What has no element states its `accesses`. A map says
at least what is read: a condition that depends on data is left out, so that a map is never too narrow. Where not even that can
be said the map is UNDEFINED. `dependence` has the operations that are made of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hloom.analysis.accesses import Access, accesses
from hloom.expr.index import (
    Constant,
    Dim,
    IndexExpr,
    Range,
    Runtime,
    RuntimeValue,
    Symbol,
    Variable,
    fresh,
    lift,
    runtime_values_of,
    substitute_all,
)
from hloom.expr.indexing_map import UNDEFINED, DimVar, IndexingMap, RangeVar, RTVar
from hloom.expr.interval import INT64_MAX, Interval
from hloom.expr.map_variables import merge_duplicate_runtime_variables, remove_unused_symbols
from hloom.expr.predicate import Predicate
from hloom.expr.scalar import Read
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ir.types import AnyType, QuantizedType, TensorType, TokenType
from hloom.ops.common.decomposition import clone
from hloom.ops.definition.operation import Op

#: Maps by the number of the operand, or of the result.
Maps = dict[int, list[IndexingMap]]


def stated_maps(op: Operation, output: int) -> Maps:
    """For each operand, the maps from an index of result `output` to the indices of the operand that it depends on."""
    shape = known_shape(op.results[output])
    if shape is None:
        return {k: [UNDEFINED] if has_indices(v) else [] for k, v in enumerate(op.operands)}
    dims = tuple(fresh(n, f"d{k}") for k, n in enumerate(shape))
    reader, reads = accesses_of(op, output, dims)
    origin = dict(zip(reader.operands, op.operands))
    found: Maps = {}
    for number, operand in enumerate(reader.operands):
        if reads is None or not has_indices(operand):
            found[number] = [UNDEFINED] if reads is None and not isinstance(operand.type, TokenType) else []
            continue
        own = [access for access in reads if access.source is operand]
        maps = list(dict.fromkeys(map_of(access, dims, operand.shape, origin) for access in own))
        found[number] = merge_neighbours(maps) if any(access.is_index for access in own) else maps
    return found


def has_indices(value: Value) -> bool:
    """Whether a value is a tensor of a shape that is known before the program runs."""
    return isinstance(value.type, TensorType) and value.type.is_static


def stated_place(op: Operation, output: int) -> IndexingMap | None:
    """For a collective operation the map from an index of result `output` to the place in its group of the process whose element
    is read; UNDEFINED where it is not known, None for all other operations."""
    if not isinstance(op, Op) or op.place_in_group is None:
        return None
    result = op.results[output]
    dims = tuple(fresh(n, f"d{k}") for k, n in enumerate(result.shape)) if has_indices(result) else ()
    place = op.place_in_group(dims, output) if has_indices(result) else None
    if place is None:
        return UNDEFINED
    access = Access(op.operands[output], (lift(place),))
    return map_of(replace(access, ranges=tuple(_free(access, dims))), dims, (INT64_MAX,), {})


def known_shape(value: Value) -> tuple[int, ...] | None:
    """The shape of a tensor that its type states, or the constants from which the operation makes it; None for others."""
    if has_indices(value):
        return value.shape
    owner = getattr(value, "owner", None)
    static = owner.static_form() if isinstance(owner, Op) and owner.static_form is not None else None
    return static.results[0].shape if static is not None and has_indices(static.results[0]) else None


# What an operation reads


def accesses_of(op: Operation, output: int, dims: tuple[Symbol, ...]) -> tuple[Operation, list[Access] | None]:
    """The accesses of the element at `dims` of a result, None where they are not known, and the operation whose operands they
    speak of: this one, or one like it with operands of its own."""
    if not isinstance(op, Op) or op.decompose is not None:
        return op, None
    reader = op if len(set(op.operands)) == len(op.operands) else _distinct(op)
    found = _stated(reader, output, dims)
    if found is None and op.is_elementwise:
        found = [Access(v, dims if v.type.rank else ()) for v in reader.operands]  # type: ignore[union-attr]
    if found is None and op.element is not None:
        reader = _on_plain_numbers(op)
        found = _stated(reader, output, dims)
    return reader, found


def _distinct(op: Op) -> Op:
    """A copy of an operation whose operands are values of their own."""
    twin = clone(op, {})
    twin.operands = list(Block([v.type for v in op.operands]).arguments)
    return twin  # type: ignore[return-value]


def _stated(op: Op, output: int, dims: tuple[Symbol, ...]) -> list[Access] | None:
    if op.accesses is not None:
        scalars = op.accesses(dims, output)
        return None if scalars is None else [replace(access, ranges=(*access.ranges, *_free(access, dims)))
                                             for scalar in scalars for access in accesses(scalar)]
    made = op.element(dims) if op.element is not None else None
    if made is None:
        return None
    return list(accesses(made[output] if isinstance(made, tuple) else made))


def _free(access: Access, dims: tuple[Symbol, ...]) -> list[Symbol]:
    """The variables of an access that are no dimensions, in the order in which they were made."""
    inside = {v for k in (*access.index, access.condition) for v in k.free_variables}
    for v in [v for v in inside if isinstance(v, RuntimeValue)]:
        inside |= {w for k in _element_of(v) or () for w in k.free_variables}
    found = {v for v in inside if isinstance(v, Symbol)} - {*dims, *access.ranges}
    return sorted(found, key=lambda v: v.number)


def _on_plain_numbers(op: Op) -> Op:
    """The operation on numbers in place of quantized ones, with bodies that are expressions: it reads what `op` reads."""
    block = Block([_plain(v.type) for v in op.operands])
    regions = []
    for region in op.regions:
        body = Block([_plain(a.type) for a in region.arguments])
        count = len(region.blocks[0].terminator.operands)
        body.append(type(region.blocks[0].terminator)(body.arguments[len(body.arguments) - count :]))
        regions.append(Region([body]))
    return type(op)(block.arguments, [_plain(r.type) for r in op.results], op.attributes, regions, op.location, op.span)


def _plain(type: AnyType) -> AnyType:
    return TensorType(type.shape, type.element.expressed) if isinstance(type, TensorType) and isinstance(
        type.element, QuantizedType) else type


# From accesses to maps


def map_of(access: Access, dims: Sequence[Symbol], shape: Sequence[int], origin: Mapping[Any, Any]) -> IndexingMap:
    """The map that an access is: from `dims` to the index read in a source of `shape`, simplified.

    Runtime variables name the value of which `origin` says that the access reads it.
    """
    mapping: dict[Variable, IndexExpr] = {v: Dim(k) for k, v in enumerate(dims)}
    mapping.update((v, Range(k)) for k, v in enumerate(access.ranges))
    values = _runtime_values((*access.index, access.condition))
    mapping.update((v, Runtime(k)) for k, v in enumerate(values))
    # What is read lies in the source: that narrows the arm of a choice whose condition cannot be stated.
    inside = Predicate.of((k, Interval.of_extent(n)) for k, n in zip(access.index, shape)
                          if not any(isinstance(v, RuntimeValue) for v in k.free_variables))
    runtime = []
    for value in values:
        element = _element_of(value)
        source = value.value.source if isinstance(value.value, Read) else value.value
        place = None if element is None else substitute_all(element, mapping)
        runtime.append(RTVar(value.bounds, origin.get(source, source), place))
    map = IndexingMap(substitute_all(access.index, mapping), tuple(DimVar(v.bounds) for v in dims),
                      tuple(RangeVar(v.bounds) for v in access.ranges), tuple(runtime),
                      (access.condition & inside).substitute(mapping))
    # A variable of one value stays where the program decides: that is what the operation reads (a slice as long as its operand).
    return remove_unused_symbols(merge_duplicate_runtime_variables(map.simplify(keep_points=bool(runtime))))


def _runtime_values(expressions: Iterable[Any]) -> list[RuntimeValue]:
    """The values known at run time in expressions, in the order in which these come."""
    return list(dict.fromkeys(v for e in expressions for v in runtime_values_of(e)))


def _element_of(value: RuntimeValue) -> tuple[IndexExpr, ...] | None:
    """The index at which a value known at run time is read, if it is just read."""
    return value.value.index if isinstance(value.value, Read) else None


def merge_neighbours(maps: Sequence[IndexingMap]) -> list[IndexingMap]:
    """Maps that differ in one constant result only, joined to one with a range variable where the constants are consecutive.

    An operation that reads the components of an index vector one by one so reads the vector (indexing analysis: gather).
    """
    groups: dict[Any, list[IndexingMap]] = {}
    for map in maps:
        places = [k for k, r in enumerate(map.results) if isinstance(r, Constant)]
        key = (map if len(places) != 1 or map.is_undefined
               else (places[0], replace(map, results=_with(map.results, places[0], Constant(0)))))
        groups.setdefault(key, []).append(map)
    found = []
    for key, members in groups.items():
        if len(members) == 1 or not isinstance(key, tuple):
            found.append(members[0])
            continue
        place, first = key
        values = sorted({map.results[place].value for map in members})  # type: ignore[attr-defined]
        if values[-1] - values[0] + 1 != len(values):
            found.extend(members)
            continue
        variable = RangeVar(Interval(values[0], values[-1]))
        found.append(replace(first, results=_with(first.results, place, Range(len(first.ranges))),
                             ranges=(*first.ranges, variable)))
    return found


def _with(results: tuple[IndexExpr, ...], place: int, value: IndexExpr) -> tuple[IndexExpr, ...]:
    return (*results[:place], value, *results[place + 1 :])
