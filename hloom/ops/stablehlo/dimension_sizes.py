"""Sizes of dimensions and of shapes as values: asked for, set, computed from a count of elements, and checked against one."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC, OpaqueType, TensorType
from hloom.numbers.element_type import I32, INDEX, ElementType
from hloom.ops.common.attributes import TypeExtensions
from hloom.ops.definition.attribute_kinds import i64
from hloom.ops.definition.constraints import TypeConstraint, any_tensor, element, index, integer, scalar, tensor
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers, type_of
from hloom.ops.definition.traits import FIRST
from hloom.ops.stablehlo.creation import constant_values
from hloom.ops.stablehlo.dynamic import failed, sizes
from hloom.ops.stablehlo.dynamism import of_size, whole
from hloom.ops.stablehlo.elementwise import ANY_RESULT
from hloom.support.memory import need_array

Array = Any
#: The largest size that fits in the result of `get_dimension_size`.
LARGEST_GIVEN_SIZE = (1 << 31) - 1


class GetDimensionSize(Op, name="stablehlo.get_dimension_size"):
    """The size of a dimension."""

    operand: Operand = any_tensor
    dimension: Attr = i64
    kernel = "dynamic"
    reads_shape_of = FIRST
    makes_view = True
    syntax = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"
    checks = [C(1, "dimension must lie in [0, {operand.rank}), got {dimension}",
                lambda op: 0 <= op.dimension < op.operand.rank)]

    @infers("type")
    def result(op) -> Any:
        return TensorType((), I32)

    def accesses(op, i: Any, number: int) -> Any:
        return []  # a size, and no element

    def eval(op, operand: Array) -> Any:
        size = operand.shape[op.dimension]
        if size > LARGEST_GIVEN_SIZE:
            raise failed(op, f"the size {size} of dimension {op.dimension} does not fit in i32")
        return np.array(size, np.int32)


class SetDimensionSize(Op, name="stablehlo.set_dimension_size"):
    """The operand with the size of a dimension set at run time, at most its bound; new elements are zeros."""

    operand: Operand = tensor
    size: Operand = element("i32") & scalar
    dimension: Attr = i64
    looks_outside = True
    kernel = "dynamic"
    working_bytes = 0
    syntax = "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"
    checks = [C("dimension", "dimension must lie in [0, {operand.rank}), got {dimension}",
                lambda op: 0 <= op.dimension < op.operand.rank)]

    @infers("type")
    def result(op) -> Any:
        type: Any = op.operand.type
        known = constant_values(op.size)
        shape, bounds = list(type.shape), list(type.bounds)
        if known is not None and known[0] == shape[op.dimension]:
            return type
        shape[op.dimension] = DYNAMIC
        return TensorType(tuple(shape), type.element,
                          TypeExtensions(tuple(b if n == DYNAMIC else None for n, b in zip(shape, bounds))))

    def accesses(op, i: Any, number: int) -> Any:
        return [op.operand[i], op.size[()]] if op.operand.type.is_static else None

    static_form = of_size

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, operand: Array, size: Array) -> Any:
        count, d = int(size), op.dimension
        bound = op.operand.type.bounds[d]  # type: ignore[union-attr]
        if count < 0 or (bound is not None and count > bound):
            raise failed(op, f"the size of dimension {d} must lie between 0 and {bound}, got {count}")
        kept = operand[(slice(None),) * d + (slice(0, count),)]
        missing = count - kept.shape[d]
        if not missing:
            return kept
        need_array((*kept.shape[:d], count, *kept.shape[d + 1 :]), 2 * kept.dtype.itemsize)
        return np.concatenate([kept, np.zeros((*kept.shape[:d], missing, *kept.shape[d + 1 :]), kept.dtype)], d)


#: A count of elements: a scalar integer or index, as a tensor or by itself.
count_type: Any = TypeConstraint("integer or index",
                                 lambda t: isinstance(t, ElementType) and (t.is_integer or t is INDEX)) | (
    (integer | index) & scalar)
WITNESS = OpaqueType("!shape.witness")


class ComputeReshapeShape(Op, name="stablehlo.compute_reshape_shape"):
    """The shape `dynamic_shape` with -1 replaced by what makes it hold `num_elements`."""

    num_elements: Operand = count_type
    dynamic_shape: Operand = sizes
    kernel = "dynamic"
    syntax = ANY_RESULT
    result = type_of("dynamic_shape")

    def accesses(op, i: Any, number: int) -> Any:
        counted = [op.num_elements[()]] if isinstance(op.num_elements.type, TensorType) else []
        return [*counted, *whole(op.dynamic_shape)] if op.dynamic_shape.type.is_static else None

    def eval(op, num_elements: Array, dynamic_shape: Array) -> Any:
        rest = prod(int(n) for n in dynamic_shape if n != -1)
        found = np.array(dynamic_shape)
        found[dynamic_shape == -1] = int(num_elements) // rest if rest else 0
        return found


class CstrReshapable(Op, name="stablehlo.cstr_reshapable"):
    """A witness that `num_elements` elements have the shape `dynamic_shape`, in which one -1 stands for any size."""

    num_elements: Operand = count_type
    dynamic_shape: Operand = sizes
    is_pure = False
    kernel = "dynamic"
    syntax = ANY_RESULT

    @infers("type")
    def result(op) -> Any:
        return WITNESS

    def eval(op, num_elements: Array, dynamic_shape: Array) -> Any:
        given = [int(n) for n in dynamic_shape]
        rest = prod(n for n in given if n != -1)
        fits = rest != 0 and int(num_elements) % rest == 0 if given.count(-1) == 1 else rest == int(num_elements)
        if not fits or given.count(-1) > 1 or min(given, default=0) < -1:
            raise failed(op, f"{int(num_elements)} elements do not have the shape {given}")
        return True
