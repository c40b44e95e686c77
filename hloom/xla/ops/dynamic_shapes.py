"""Operations on arrays whose sizes are known at run time (lib/dynamic_shaped_ops), and what is known of such sizes before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo import comparison, conversion, creation, dimension_sizes, elementwise, movement
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops.constants import Zero
from hloom.xla.ops.control import Call, Conditional
from hloom.xla.ops.inputs import Parameter
from hloom.xla.ops.movement import GetDimensionSize as SizeOf
from hloom.xla.ops.movement import PadInDim, Reshape, SetDimensionSize, Slice, SliceInDim, Tuple, dimension_of
from hloom.xla.ops.parts import computation_of
from hloom.xla.shape import UNBOUNDED, Shape


class ValueInference:
    """What is known of the values of a builder before they run: bounds of integers that sizes are computed of."""

    def __init__(self, builder: XlaBuilder) -> None:
        self.builder = builder

    def upper_bound(self, op: XlaOp) -> int | None:
        """The largest number that an integral scalar, or a vector of one element, can be; None where that is not known."""
        return self._bound(op.value)

    def is_dynamic(self, op: XlaOp) -> bool:
        """Whether a value may differ from run to run."""
        return not self.builder.OpConstant(op)

    def _bound(self, value: Any) -> int | None:
        owner: Any = getattr(value, "owner", None)
        if isinstance(owner, creation.Constant):
            numbers = owner.value.array()
            return int(numbers.reshape(-1)[0]) if numbers.size == 1 and numbers.dtype.kind in "iu" else None
        if isinstance(owner, dimension_sizes.GetDimensionSize):
            type: Any = owner.operands[0].stated_type
            size = Shape.of_type(type).dimensions[owner.dimension]
            return None if size == UNBOUNDED else size
        if isinstance(owner, movement.Reshape | movement.BroadcastInDim | conversion.Convert):
            return self._bound(owner.operands[0])
        if not isinstance(owner, Op):
            return None
        bounds = [self._bound(v) for v in owner.operands]
        known = [b for b in bounds if b is not None]
        if isinstance(owner, elementwise.Minimum):
            return min(known, default=None)
        if isinstance(owner, comparison.Clamp):
            return bounds[2]
        if isinstance(owner, comparison.Select):
            known = known[1:] if bounds[0] is not None else known
            return max(known) if len(known) == 2 else None
        if len(known) != len(bounds):
            return None
        if isinstance(owner, elementwise.Maximum):
            return max(known)
        if isinstance(owner, elementwise.Add):
            return sum(known)
        return None


# Conditionals.


def _joined(shapes: Sequence[Shape]) -> Shape | None:
    """The shape with the largest sizes, where the shapes differ in sizes alone; None where they differ in more."""
    first = shapes[0]
    if first.is_tuple:
        if any(not s.is_tuple or len(s.tuple_shapes) != len(first.tuple_shapes) for s in shapes):
            return None
        parts = [_joined(column) for column in zip(*(s.tuple_shapes for s in shapes))]
        return None if any(p is None for p in parts) else Shape.of_tuple(parts)  # type: ignore[arg-type]
    if not first.is_array or any(s.element_type is not first.element_type or s.rank != first.rank for s in shapes):
        return first if all(s.without_layout() == first.without_layout() for s in shapes) else None
    columns = list(zip(*(s.dimensions for s in shapes)))
    flags = list(zip(*(s.dynamic_dimensions for s in shapes)))
    return Shape(first.element_type, [max(c) for c in columns],
                 dynamic_dimensions=[any(f) or len(set(c)) > 1 for c, f in zip(columns, flags)])


def _grown(op: XlaOp, wanted: Shape) -> XlaOp:
    """A value in arrays of the sizes of `wanted`, of which its own sizes count."""
    if op.shape.is_tuple:
        return Tuple(op.builder, [_grown(part, shape) for part, shape in zip(op, wanted.tuple_shapes)])
    if not op.shape.is_array:
        return op
    for d, (size, is_dynamic) in enumerate(zip(wanted.dimensions, wanted.dynamic_dimensions)):
        if not is_dynamic:
            continue
        count = SizeOf(op, d)
        if op.shape.dimensions[d] != size:
            op = PadInDim(op, Zero(op.builder, op.element_type), d, 0, size - op.shape.dimensions[d])
        op = SetDimensionSize(op, count, d)
    return op


def _branch(computation: XlaComputation, wanted: Shape) -> XlaComputation:
    sub = XlaBuilder(f"{computation.name}.grown", die_immediately_on_error=True)
    parameters = [Parameter(sub, k, shape) for k, shape in enumerate(computation.program_shape.parameters)]
    return sub.Build(_grown(Call(sub, computation, parameters), wanted))


@operation
def DynamicConditional(builder: XlaBuilder, predicate: XlaOp, *rest: Any) -> XlaOp:
    """Conditional whose branches may give arrays of different sizes, but of one rank (lib/dynamic_shaped_ops).

    `DynamicConditional(builder, pred, true_operand, true_computation, false_operand, false_computation)`, or
    `DynamicConditional(builder, branch_index, branch_computations, branch_operands)`. Sizes that differ are dynamic in the
    result, at most the largest. Errors: as Conditional's, results of different ranks or types.
    """
    if len(rest) == 4:
        branches, form = [rest[1], rest[3]], lambda made: (rest[0], made[0], rest[2], made[1])
    elif len(rest) == 2:
        branches, form = list(rest[0]), lambda made: (made, rest[1])
    else:
        raise InputError("DynamicConditional takes (pred, true_operand, true_computation, false_operand, false_computation) or "
                         "(branch_index, branch_computations, branch_operands)")
    computations = [computation_of(b, "branch_computations") for b in branches]
    shapes = [c.result_shape for c in computations]
    wanted = _joined(shapes) if shapes else None
    if wanted is None or all(s.without_layout() == wanted.without_layout() for s in shapes):
        return Conditional(predicate, *form(computations))
    return Conditional(predicate, *form([_branch(c, wanted) for c in computations]))


# Sizes.


def _known(value_inference: Any, builder: XlaBuilder) -> ValueInference:
    if value_inference is None:
        return ValueInference(builder)
    if not isinstance(value_inference, ValueInference):
        raise InputError(f"value_inference is a ValueInference or None, not {value_inference!r:.60}")
    return value_inference


@operation
def SetDimensionSizeWithRebound(value_inference: Any, operand: XlaOp, dimension_size: XlaOp, dimension: int) -> XlaOp:
    """SetDimensionSize whose bound is made smaller where the size is known to be smaller (lib/dynamic_shaped_ops).

    `value_inference` is a ValueInference of the builder; None makes one.
    """
    d = dimension_of(operand, dimension, "SetDimensionSizeWithRebound")
    bound = _known(value_inference, operand.builder).upper_bound(dimension_size)
    if bound is not None and 0 <= bound < operand.shape.dimensions[d]:
        operand = SliceInDim(operand, 0, bound, 1, d)
    return SetDimensionSize(operand, dimension_size, d)


@operation
def SetAllDimensionSizes(value_inference: Any, operand: XlaOp, size_vector: XlaOp) -> XlaOp:
    """SetDimensionSize of each dimension whose size in a vector of S32 may differ from run to run (lib/dynamic_shaped_ops).

    Errors: a vector of another length than the number of dimensions.
    """
    known = _known(value_inference, operand.builder)
    if not operand.shape.is_array or not size_vector.shape.is_array or size_vector.shape.dimensions != (operand.rank,):
        raise InputError(f"size_vector has a size for each dimension of {operand.shape.to_text(False)}, got "
                         f"{size_vector.shape.to_text(False)}")
    for d, entry in enumerate(_entries(size_vector)):
        if known.is_dynamic(entry):
            operand = SetDimensionSizeWithRebound(known, operand, Reshape(entry, []), d)
    return operand


def _entries(vector: XlaOp) -> list[XlaOp]:
    """The elements of a vector: the operands of a concatenation of one element each, else slices."""
    owner: Any = getattr(vector.value, "owner", None)
    if isinstance(owner, movement.Concatenate) and all(getattr(v.type, "shape", None) == (1,) for v in owner.operands):
        return [XlaOp(vector.builder, v, Shape(vector.element_type, (1,))) for v in owner.operands]
    return [Slice(vector, [k], [k + 1]) for k in range(vector.shape.dimensions[0])]
