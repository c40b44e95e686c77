"""On which arguments' numbers the shapes in a function depend, beside the shapes of the arguments.

    func.func @main(%n: tensor<i32>, %x: tensor<?xf32>) ...           // n is the size of x's rows in another unit
      %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
      %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>         // depends on argument 0

A shape that is computed from arguments with a few integers is known as soon as these are, as those are that follow from the
arguments' shapes. One that is computed from data is known when the program has come there, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from hloom.analysis.offsets import differences
from hloom.ir.core import Block, Operation, Value, captured_values
from hloom.ir.types import TensorType, TokenType
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.ops.others.shape import Assuming
from hloom.ops.stablehlo.dynamic import RealDynamicSlice
from hloom.support.records import dataclass

#: Elements of what shapes are computed from.
MOST_ELEMENTS = 1024
#: Elements of an argument whose numbers may say shapes.
_MOST_GIVEN = 64
#: Kinds of element types that sizes may have.
_WHOLE = ("sint", "uint", "pred", "index")
#: Kernels of operations that compute shapes, or what a program demands of them.
SHAPE_KERNELS = ("host", "dynamic")
#: Kernels of operations that give another value in each process.
_OF_PROCESSES = ("process_id", "collective")


@dataclass
class ShapeArguments:
    """The numbers of the arguments that shapes depend on; and an operation whose results have a shape that only a run tells."""

    numbers: set[int] = field(default_factory=set)
    unknown: Operation | None = None


def is_computable(op: Operation) -> bool:
    """Whether an operation's results are a function of its operands and of what its regions use, wherever it runs."""
    if not isinstance(op, Op) or op.control is not None or not (op.is_pure or op.kernel in SHAPE_KERNELS):
        return False
    if op.kernel in _OF_PROCESSES or (op.eval is None and op.run is None and op.decompose is None):
        return False
    return all(inner.is_terminator or is_computable(inner) for inner in op.walk() if inner is not op)


def values_read(op: Operation) -> list[Value]:
    """The values whose elements, not only shapes, the results of an operation depend on."""
    without: Any = range(len(op.operands))[op.reads_shape_of] if isinstance(op, Op) else ()
    return [*(v for k, v in enumerate(op.operands) if k not in without), *(captured_values(op) if op.regions else ())]


def may_say_shapes(type: Any, most: int = MOST_ELEMENTS) -> bool:
    """Whether values of a type are few enough for shapes to be computed from."""
    return not isinstance(type, TensorType) or (type.size <= most if type.is_static else type.rank <= 1)


def shape_arguments(function: Any, is_demand: Callable[[Operation], bool],
                    sizes_of_call: Callable[[Operation], Sequence[Value]]) -> ShapeArguments:
    """What the shapes in a function without calls depend on.

    `is_demand` says which operations state what must hold of sizes, `sizes_of_call` which operands of a custom call are sizes.
    """
    found = ShapeArguments()
    sources: dict[Value, frozenset[int] | None] = {}
    for number, argument in enumerate(function.body.arguments):
        type = argument.type
        is_whole = isinstance(type, TensorType) and isinstance(type.element, ElementType) and type.element.kind in _WHOLE
        sources[argument] = frozenset((number,)) if is_whole and may_say_shapes(type, _MOST_GIVEN) else None
    for op in _in_order(function.body.block):
        sources.update(zip(op.results, _results(op, sources)))
        _demand(op, sources, found, sizes_of_call)
        if is_demand(op):
            for value in op.operands:
                found.numbers |= sources.get(value) or set()
    return found


def _in_order(block: Block) -> Iterator[Operation]:
    """The operations of a block, those of regions through which control goes before their owners."""
    for op in block.operations:
        for region in op.regions if getattr(op, "control", None) is not None else ():
            for inner in region.blocks:
                yield from _in_order(inner)
        yield op


def _results(op: Operation, sources: dict[Value, Any]) -> Sequence[frozenset[int] | None]:
    """The arguments from which each result is computed; None for one that is computed from data."""
    control = getattr(op, "control", None)
    if isinstance(op, Assuming):
        return [sources.get(v) for v in op.doRegion.block.terminator.operands]
    if control is Control.BARRIER:
        return [sources.get(v) for v in op.operands]
    if control is Control.BRANCH:
        chosen = sources.get(op.operands[0])
        columns = zip(*(region.block.terminator.operands for region in op.regions))
        return [_union([chosen, *map(sources.get, column)]) for column in columns]
    if not is_computable(op):
        return [None] * len(op.results)
    everything = _union([sources.get(v) for v in values_read(op)])
    return [everything if may_say_shapes(r.type) else None for r in op.results]


def _union(parts: Sequence[frozenset[int] | None]) -> frozenset[int] | None:
    return None if any(part is None for part in parts) else frozenset().union(*parts)  # type: ignore[arg-type]


def _demand(op: Operation, sources: dict[Value, Any], found: ShapeArguments,
            sizes_of_call: Callable[[Operation], Sequence[Value]]) -> None:
    """Notes what must be known for an operation to be one of tensors of known shapes."""
    demanded: list[Value] = [r for r in op.results if not isinstance(r.type, TensorType | TokenType)]
    if isinstance(op, Op) and any(isinstance(r.type, TensorType) and not r.type.is_static for r in op.results):
        demanded += [*op.shape_operands(), *(sizes_of_call(op) if op.control is Control.CUSTOM_CALL else ())]
    if isinstance(op, RealDynamicSlice) and any(sources.get(v) is None for v in demanded):
        demanded = [op.strides]
        if not _is_of_known_size(op, sources, demanded):
            found.unknown = found.unknown or op
    for value in demanded:
        if sources.get(value) is None:
            found.unknown = found.unknown or op
        else:
            found.numbers |= sources[value]


def _is_of_known_size(op: RealDynamicSlice, sources: dict[Value, Any], demanded: list[Value]) -> bool:
    """Whether the size of a slice follows from values that are not data; notes these in `demanded`."""
    def elements(value: Value) -> Any:
        if sources.get(value) is None:
            return None
        demanded.append(value)
        return np.zeros(value.shape, np.int64)  # which ones does not matter

    return differences(op.limit_indices, op.start_indices, elements) is not None
