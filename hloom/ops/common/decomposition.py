"""Building operations in place, and operations that stand for others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Block, Operation, Region, Value, make_plain
from hloom.ir.location import Location
from hloom.ir.types import AnyType, FunctionType, TensorType
from hloom.numbers.element_type import ElementType, of_dtype
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.support.source import Span


class Builder:
    """Appends operations to a block: `b(Add, x, y)` gives the result value (a tuple for several results).

    An operation is named by its class or, where that stands above the caller, by its name. Result types are inferred unless
    `result_types` says otherwise; the location and place are those of the operation that is being replaced.
    """

    def __init__(self, block: Block, location: Location, span: Span | None) -> None:
        self.block, self.location, self.span = block, location, span

    def __call__(self, operation: type[Op] | str, *operands: Value | Sequence[Value] | None,
                 result_types: Sequence[AnyType] | None = None, regions: Sequence[Region] = (), **attributes: Any) -> Any:
        cls = REGISTRY[operation] if isinstance(operation, str) else operation
        return self.place(cls.create(*operands, result_types=result_types, regions=regions, **attributes))

    def place(self, op: Op) -> Any:
        """Appends an operation that has been made already; gives its result (a tuple for several)."""
        op.location, op.span = self.location, self.span
        self.block.append(op)
        return op.results[0] if len(op.results) == 1 else op.results

    def constant(self, value: Any, type: ElementType | None = None) -> Value:
        """A constant tensor with the shape of `value`; NumPy's dtype decides the element type unless given."""
        array = np.asarray(value, type.dtype if type else None)
        attribute = DenseElementsAttr.of(array, TensorType(array.shape, type or of_dtype(array.dtype)))
        return self("stablehlo.constant", value=attribute)

    def splat(self, value: Any, like: TensorType) -> Value:
        """A constant tensor of type `like` with one value everywhere."""
        is_plain = like.encoding is None and not like.is_quantized
        plain = like if is_plain else TensorType(like.shape, like.storage)
        value = DenseElementsAttr(plain, np.asarray(value, like.storage.dtype), is_splat=True)
        return self("stablehlo.constant", value=value, result_types=[plain])

    # Values of static shape in another form; one that has the form already is given back as it is.

    def converted(self, x: Any, element: ElementType) -> Any:
        """A tensor with its elements converted to another type."""
        return x if x.element is element else self("stablehlo.convert", x, result_types=[TensorType(x.shape, element)])

    def reshaped(self, x: Any, shape: Sequence[int]) -> Any:
        """A tensor in another shape of as many elements."""
        shape = tuple(shape)
        return x if x.shape == shape else self("stablehlo.reshape", x, result_types=[TensorType(shape, x.element)])

    def broadcast(self, x: Any, dimensions: Sequence[int], shape: Sequence[int]) -> Any:
        """A tensor repeated to a shape, in which its own dimensions are `dimensions`."""
        dimensions, shape = tuple(dimensions), tuple(shape)
        if x.shape == shape and dimensions == tuple(range(len(shape))):
            return x
        return self("stablehlo.broadcast_in_dim", x, broadcast_dimensions=dimensions,
                    result_types=[TensorType(shape, x.element)])

    def between(self, x: Any, dimension: int, first: int, end: int) -> Any:
        """The elements of a tensor from one place of a dimension to before another."""
        shape = x.type.shape
        if (first, end) == (0, shape[dimension]):
            return x
        starts, limits = [0] * len(shape), list(shape)
        starts[dimension], limits[dimension] = first, end
        return self("stablehlo.slice", x, start_indices=starts, limit_indices=limits, strides=[1] * len(shape))

    def padded(self, x: Any, low: Sequence[int], high: Sequence[int]) -> Any:
        """A tensor with zeros around it, or without what negative amounts cut off."""
        if not any(low) and not any(high):
            return x
        return self("stablehlo.pad", x, self.splat(0, TensorType((), x.element)), edge_padding_low=low, edge_padding_high=high,
                    interior_padding=[0] * len(low))


def decompose_into(op: Op, block: Block) -> tuple[Value, ...]:
    """Appends what `op` stands for to `block`; returns the values that replace its results."""
    assert op.decompose is not None
    found = op.decompose(Builder(block, op.location, op.span))
    return found if isinstance(found, tuple) else (found,)


def function_of(op: Op, name: str) -> Any:
    """A function of `op`'s operands that computes what `op` stands for; `op`'s regions must not see outer values."""
    block = Block([v.type for v in op.operands])
    region = Region([block])
    outer, op.operands = op.operands, list(block.arguments)  # type: ignore[misc]
    try:
        results = decompose_into(op, block)
    finally:
        op.operands = outer
    block.append(REGISTRY["func.return"].create(list(results)))
    type = FunctionType(tuple(v.type for v in op.operands), tuple(v.type for v in results))
    return REGISTRY["func.func"].create(regions=[region], sym_name=name, function_type=type, result_types=())


def clone_region(region: Region, mapping: dict[Value, Value]) -> Region:
    """A copy of a region whose outer values are replaced by `mapping` (others are kept)."""
    made = Region()
    for block in region.blocks:
        copy = made.append(Block(name=block.name))
        for argument in block.arguments:
            made_argument = mapping[argument] = copy.add_argument(argument.type, argument.name, argument.location)
            if argument.is_stated:
                made_argument.stated_type = argument.stated_type
        for op in block.operations:
            copy.append(clone(op, mapping))
    return made


def clone(op: Operation, mapping: dict[Value, Value]) -> Operation:
    """A copy of an operation with operands replaced by `mapping`, which receives its results."""
    operands = [mapping.get(v, v) for v in op.operands]
    if isinstance(op, Op) and len(op.results) == 1 and not op.regions and not op.results[0].is_stated:
        (result,) = op.results
        plain = make_plain(op.__class__, operands, result.type, op.attributes.copy(), (), op.span, result.name)
        plain.location = op.location
        mapping[result] = plain.results[0]
        return plain
    made = type(op).__new__(type(op))
    if not isinstance(op, Op):
        made.name = op.name  # type: ignore[misc]
    Operation.__init__(made, operands, [r.type for r in op.results], op.attributes,
                       [clone_region(r, mapping) for r in op.regions], op.location, op.span)
    for old, new in zip(op.results, made.results):
        new.name = old.name
        if old.is_stated:
            new.stated_type = old.stated_type
        mapping[old] = new
    return made
