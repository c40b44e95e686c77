"""Regions of scalar operations (bodies of reduce, map, sort, ...) as functions, and their types.

A body's formula is read from the `element`s of its operations at the empty index: nothing is stated twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hloom.expr.scalar import Argument, Rewriter, Scalar
from hloom.ir.core import Region, Value
from hloom.ir.types import AnyType, QuantizedType, TensorType
from hloom.numbers.element_type import PRED, ElementType
from hloom.ops.definition.constraints import compatible, compatible_shapes
from hloom.ops.definition.operation import C, Op
from hloom.ops.definition.traits import Reducer

ScalarFunction = Callable[..., tuple[Scalar, ...]]


def region_function(region: Region) -> ScalarFunction | None:
    """The function that a region computes, on scalars.

    None if an operation has no formula or is not of rank 0, or if the region uses values from outside.
    """
    known = region_scalars(region)
    if known is None or any(v not in known for v in region.block.terminator.operands):
        return None
    parameters = [known[a] for a in region.arguments]
    results = [known[v] for v in region.block.terminator.operands]

    def function(*arguments: Scalar) -> tuple[Scalar, ...]:
        insert = Rewriter(scalars=dict(zip(parameters, arguments)))
        return tuple(map(insert, results))

    return function


def region_scalars(region: Region) -> dict[Value, Scalar] | None:
    """The values of a region as scalars, of which its arguments are placeholders; None where `region_function` is."""
    if any(getattr(a.type, "rank", -1) != 0 for a in region.arguments):
        return None
    known: dict[Value, Scalar] = {a: Argument(a.type.storage, a.name or "x") for a in region.arguments}  # type: ignore[union-attr]
    for op in region.block.operations[:-1]:
        if not isinstance(op, Op) or op.element is None or any(getattr(r.type, "rank", -1) != 0 for r in op.results):
            return None
        if any(v not in known for v in op.operands):
            return None
        found = op.element(())
        if found is None:
            return None
        insert = Rewriter(read=lambda source, index: known.get(source))
        known.update(zip(op.results, map(insert, found if isinstance(found, tuple) else (found,))))
    return known


def reducer_of(region: Region) -> Reducer | None:
    """The reducer that is all of a body of two arguments; None for any other body."""
    op = reducing_operation(region)
    return None if op is None else op.reducer


def reducing_operation(region: Region) -> Op | None:
    """The operation by a reducer that is all of a body of two arguments; None for any other body."""
    block = region.block
    if len(block.operations) != 2 or len(block.arguments) != 2:
        return None
    op, end = block.operations
    if not isinstance(op, Op) or op.reducer is None or end.operands != list(op.results):
        return None
    if isinstance(op.results[0].element, QuantizedType):
        return None
    return op if op.operands in (block.arguments, block.arguments[::-1]) else None


def is_promotable(a: AnyType, b: AnyType) -> bool:
    """Whether element type `a` converts to `b` without loss of range (StableHLO spec: `is_promotable`)."""
    if isinstance(a, QuantizedType) and isinstance(b, QuantizedType):
        return a.expressed is b.expressed and a.storage.width <= b.storage.width
    if not (isinstance(a, ElementType) and isinstance(b, ElementType)):
        return False
    return (a.kind == b.kind or (a.is_integer and b.is_integer)) and a.width <= b.width


def _is_within(shape: tuple[int, ...], sizes: Sequence[int]) -> bool:
    """Whether the sizes of `shape` occur among `sizes` in this order."""
    remaining = iter(sizes)
    return not shape or all(any(compatible_shapes((n,), (m,)) for m in remaining) for n in shape)


def _elements(types: Sequence[AnyType]) -> list[AnyType] | None:
    """Element types of tensors of rank 0; None if one of the types is anything else."""
    found = [t.element for t in types if isinstance(t, TensorType) and t.rank == 0]
    return found if len(found) == len(types) else None


def is_reducer(region: Region, inputs: Sequence[Value], sizes: Sequence[int] = ()) -> bool:
    """Whether a region has type `(E0.., E0..) -> (E0..)` with the elements of `inputs` promotable to `E0..`.

    Programs may also state bodies on tensors whose sizes occur among `sizes` (they verify, but have no meaning).
    """
    results: Any = outputs_of(region)
    return (len(results) == len(inputs) and all(isinstance(t, TensorType) for t in results)
            and same_types(inputs_of(region), results * 2)
            and all(is_promotable(x.element, t.element) and _is_within(t.shape, sizes)
                    for x, t in zip(inputs, results)))


def is_comparator(region: Region, elements: Sequence[AnyType]) -> bool:
    """Whether a region takes these elements and gives one truth value."""
    return _elements(inputs_of(region)) == list(elements) and _elements(outputs_of(region)) == [PRED]


def one_block(name: str) -> C:
    """The check that the region `name` is a block with a return, which all constraints on its type presuppose."""
    return C(name, f"{name} must be one block that ends with a return", lambda op: ends(getattr(op, name)))


def takes_reducer(number: int, name: str = "body", inputs: Callable[[Any], Sequence[Value]] = lambda op: op.inputs,
            sizes: Callable[[Any], Sequence[int]] = lambda op: ()) -> C:
    """The constraint that the region `name` combines elements of `inputs`."""
    def message(op: Any) -> str:
        region, types = getattr(op, name), tuple(x.type for x in inputs(op))
        return (f"{name} must take two scalars for each of {types_text(types)}, whose elements it may widen, and "
                "return one, got "
                f"{types_text(inputs_of(region))} -> {types_text(outputs_of(region))}")

    return C(number, message, lambda op: is_reducer(getattr(op, name), inputs(op), sizes(op)),
             states=f"{name} must take two scalars for each input, whose elements it may widen, and return one for each")


# -- regions -------------------------------------------------------------------------------------------------------------------
# What constraints ask about regions: the types that they take and return.


def outputs_of(region: Region) -> tuple[AnyType, ...]:
    """Types of the values with which a region ends."""
    return tuple([v.type for v in region.block.terminator.operands])


def inputs_of(region: Region) -> tuple[AnyType, ...]:
    """Types of a region's arguments."""
    return tuple([a.type for a in region.arguments])


def same_types(a: tuple[AnyType, ...], b: tuple[AnyType, ...]) -> bool:
    """Whether two lists of types are compatible one by one."""
    return len(a) == len(b) and all(map(compatible, a, b))


def ends(region: Region) -> bool:
    """Whether a region has one block with a terminator, without which its constraints cannot be stated."""
    return len(region.blocks) == 1 and bool(region.block.operations) and region.block.terminator.is_terminator


def types_text(types: tuple[AnyType, ...]) -> str:
    return f"({', '.join(map(str, types))})"
