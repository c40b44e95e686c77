"""The `tensor` dialect: sizes, elements and casts of tensors, as exported programs with dynamic shapes use them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers.element_type import INDEX, ElementType
from hloom.ops.common.shapes import has_array, known
from hloom.ops.definition.attribute_kinds import array_of, i64, i64_array
from hloom.ops.definition.constraints import TypeConstraint, compatible_shapes, index, integer, rank, ranked_tensor
from hloom.ops.definition.operation import Attr, C, Op, Operand, Operands, Result, always, infers, type_of
from hloom.ops.definition.traits import FIRST
from hloom.ops.stablehlo.dynamic import failed, reshaped
from hloom.ops.stablehlo.movement import Reshape as StaticReshape
from hloom.support.memory import need_array

Array = Any

#: A scalar index, not a tensor.
index_value: Any = TypeConstraint("index", lambda t: t is INDEX)
#: A scalar of any type, not a tensor.
scalar_value: Any = TypeConstraint("scalar", lambda t: isinstance(t, ElementType))


_with_dimensions: Any = TypeConstraint("tensor that is not 0-dimensional",
                                       lambda t: isinstance(t, TensorType) and t.rank > 0)


def _numbers(values: Any) -> tuple[int, ...]:
    return tuple(int(v) for v in values)


class Dim(Op, name="tensor.dim"):
    """The size of a dimension."""

    source: Operand = _with_dimensions
    index: Operand = index_value
    result_names = ("dim",)
    kernel = "host"
    reads_shape_of = FIRST
    makes_view = True
    syntax = "$source `,` $index attr-dict `:` type($source) custom<FixedType>(type($result), index)"
    result = always(INDEX)

    def eval(op, source: Array, index: Array) -> Any:
        if not 0 <= int(index) < source.ndim:
            raise failed(op, f"there is no dimension {int(index)} in a tensor of {source.ndim}")
        return np.array(source.shape[int(index)])


class Rank(Op, name="tensor.rank"):
    """The number of dimensions."""

    tensor: Operand = ranked_tensor
    result_names = ("rank",)
    kernel = "host"
    reads_shape_of = FIRST
    makes_view = True
    syntax = "$tensor attr-dict `:` type($tensor) custom<FixedType>(type($result), index)"
    result = always(INDEX)

    def eval(op, tensor: Array) -> Any:
        return np.array(tensor.ndim)


def _place(op: Op, tensor: Array, indices: Any) -> tuple[int, ...]:
    place = _numbers(indices)
    if any(not 0 <= k < n for k, n in zip(place, tensor.shape)):
        raise failed(op, f"the index {list(place)} lies outside of {list(tensor.shape)}")
    return place


def _one_index_each(tensor: str) -> C:
    """`indices` holds one for each dimension of the operand `tensor`."""
    return C("indices", f"needs one index for each dimension of {{{tensor}}}",
             lambda op: len(op.indices) == getattr(op, tensor).rank)


class Extract(Op, name="tensor.extract"):
    """One element."""

    tensor: Operand = ranked_tensor
    indices: Operands = index_value
    result_names = ("extracted",)
    kernel = "host"
    makes_view = True
    syntax = "$tensor `[` $indices `]` attr-dict `:` custom<ElementOf>(type($tensor), type($result))"
    checks = [_one_index_each("tensor")]

    @infers("type")
    def result(op) -> Any:
        return op.tensor.element

    def eval(op, tensor: Array, *indices: Array) -> Any:
        return np.asarray(tensor[_place(op, tensor, indices)])


class Insert(Op, name="tensor.insert"):
    """The tensor with one element replaced."""

    scalar: Operand = scalar_value
    dest: Operand = ranked_tensor
    indices: Operands = index_value
    result_names = ("inserted",)
    kernel = "host"
    working_bytes = 0
    syntax = "$scalar `into` $dest `[` $indices `]` attr-dict `:` custom<SameType>(type($dest), type($result))"
    checks = [C("scalar", "scalar must be of the element type of {dest}, got {scalar}",
                lambda op: op.scalar.type is op.dest.element),
              _one_index_each("dest")]
    result = type_of("dest", exactly=True)

    def eval(op, scalar: Array, dest: Array, *indices: Array) -> Any:
        found = np.array(dest)
        found[_place(op, dest, indices)] = scalar
        return found


class FromElements(Op, name="tensor.from_elements"):
    """A tensor of these elements, in row-major order."""

    elements: Operands = scalar_value
    result: Result = ranked_tensor
    result_names = ("from_elements",)
    kernel = "host"
    working_bytes = 0
    syntax = "$elements attr-dict `:` type($result)"
    result_checks = [C("result", "needs one element for each of {result}",
                       lambda op: op.result.type.is_static and op.result.type.size == len(op.elements)),
                     C("elements", "elements must be of the element type of {result}, got {elements}",
                       lambda op: all(e.type is op.result.element for e in op.elements))]

    def eval(op, *elements: Array) -> Any:
        type: Any = op.result.type
        return np.array([np.asarray(e)[()] for e in elements], type.storage.dtype).reshape(type.shape)


class Cast(Op, name="tensor.cast"):
    """The same tensor with more, or less, known of its shape."""

    source: Operand = ranked_tensor
    dest: Result = ranked_tensor
    result_names = ("cast",)
    makes_view = True
    syntax = "$source attr-dict `:` type($source) `to` type($dest)"
    result_checks = [C("type", "the types {source} and {dest} must be compatible",
                       lambda op: op.source.element is op.dest.element
                         and compatible_shapes(op.source.shape, op.dest.shape))]

    def decompose(op, b: Any) -> Any:
        return op.source if op.source.type is op.dest.type else None

    def eval(op, source: Array) -> Any:
        if not compatible_shapes(source.shape, op.dest.shape):
            raise failed(op, f"a tensor of shape {list(source.shape)} is not a {op.dest.type}")
        return source


def filled_in(op: Op, type: TensorType, dynamic: Any) -> tuple[int, ...]:
    """The shape of `type` with its unknown sizes filled in, in order."""
    rest = iter(_numbers(dynamic))
    shape = tuple(next(rest) if n == DYNAMIC else n for n in type.shape)
    if min(shape, default=0) < 0:
        raise failed(op, f"sizes must not be negative, got {list(shape)}")
    if not has_array(shape):
        raise failed(op, f"there are no tensors as large as {list(shape)}")
    need_array(shape, type.storage.dtype.itemsize)
    return shape


def dynamic_count(name: str) -> C:
    """The field `name` holds an operand for each unknown size of the result."""
    return C(name, "needs one size for each unknown one of {result}",
             lambda op: len(getattr(op, name)) == op.result.shape.count(DYNAMIC))


class Empty(Op, name="tensor.empty"):
    """A tensor whose elements are unspecified: zeros."""

    dynamicSizes: Operands = index_value
    result: Result = ranked_tensor
    kernel = "host"
    working_bytes = 0
    syntax = "`(` $dynamicSizes `)` attr-dict `:` type($result)"
    result_checks = [dynamic_count("dynamicSizes")]

    def shape_operands(op) -> Sequence[Value]:
        return op.operands

    def eval(op, *dynamic: Array) -> Any:
        type: Any = op.result.type
        return np.zeros(filled_in(op, type, dynamic), type.storage.dtype)


class Splat(Op, name="tensor.splat"):
    """A tensor with one number everywhere."""

    input: Operand = scalar_value
    dynamicSizes: Operands = index_value
    result: Result = ranked_tensor
    result_names = ("splat",)
    moves = FIRST
    kernel = "host"
    working_bytes = 0
    syntax = "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($result)"
    result_checks = [dynamic_count("dynamicSizes"),
                     C("input", "input must be of the element type of {result}, got {input}",
                       lambda op: op.input.type is op.result.element)]

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, input: Array, *dynamic: Array) -> Any:
        type: Any = op.result.type
        return np.full(filled_in(op, type, dynamic), input, type.storage.dtype)


class Reshape(Op, name="tensor.reshape"):
    """The same elements in a shape that is an operand."""

    source: Operand = ranked_tensor
    shape_: Operand = (integer | index) & rank(1)
    result: Result = ranked_tensor
    result_names = ("reshape",)
    kernel = "host"
    syntax = "$source `(` $shape_ `)` attr-dict `:` functional-type(operands, results)"
    checks = [C("shape", "shape must have a known number of elements, got {shape_}", lambda op: DYNAMIC not in op.shape_.shape)]
    result_checks = [
        C("rank", "shape must have an element for each dimension of {result}, got {shape_}",
          lambda op: op.shape_.shape == (op.result.rank,)),
        C("type", "{source} and {result} must have one element type and one number of elements",
          lambda op: op.source.element is op.result.element
          and (not (op.source.type.is_static and op.result.type.is_static) or op.source.type.size == op.result.type.size)),
    ]

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, source: Array, shape: Array) -> Any:
        return reshaped(op, source, shape)


def _groups(op: Any) -> list[list[int]]:
    """Which dimensions of the higher rank each dimension of the lower rank stands for."""
    return [[*group] for group in op.reassociation]


def _covers(op: Any, low: int, high: int) -> bool:
    """Whether there are `low` groups of `high` dimensions."""
    groups = _groups(op)
    return len(groups) == low and [d for g in groups for d in g] == list(range(high))


def _collapsed(op: Any, type: TensorType) -> TensorType:
    """A type with groups of dimensions joined; of a group in which a size is unknown, so is the product."""
    sizes = ([type.shape[d] for d in group] for group in _groups(op))
    return TensorType(tuple(known(lambda *ns: prod(ns), *group) for group in sizes), type.element)


def _as_reshape(op: Any, b: Any) -> Any:
    """The reshape that a change between static shapes is; None for other types."""
    types = (op.src.type, op.result.type)
    if not all(t.is_static and isinstance(t.element, ElementType) and t.element is not INDEX for t in types):
        return None
    return b(StaticReshape, op.src, result_types=[op.result.type])


class CollapseShape(Op, name="tensor.collapse_shape"):
    """The same elements with groups of neighbouring dimensions joined."""

    src: Operand = ranked_tensor
    reassociation: Attr = array_of(array_of(i64))
    result_names = ("collapsed",)
    working_bytes = 0
    decompose = _as_reshape
    syntax = "$src custom<Reassociation>($reassociation) attr-dict `:` type($src) `into` type($result)"
    checks = [C("reassociation", "reassociation must list all dimensions of {src}, in groups",
                lambda op: _covers(op, len(op.reassociation), op.src.rank))]

    @infers("type", exactly=True)
    def result(op) -> Any:
        return _collapsed(op, op.src.type)

    def eval(op, src: Array) -> Any:
        return np.reshape(src, [prod(src.shape[d] for d in group) for group in _groups(op)])


class ExpandShape(Op, name="tensor.expand_shape"):
    """The same elements with dimensions split into groups of neighbours."""

    src: Operand = ranked_tensor
    output_shape: Operands = index_value
    reassociation: Attr = array_of(array_of(i64))
    static_output_shape: Attr = i64_array
    result_names = ("expanded",)
    working_bytes = 0
    decompose = _as_reshape
    syntax = ("$src custom<Reassociation>($reassociation) `output_shape` custom<MixedSizes>($output_shape, "
              "$static_output_shape) attr-dict "
              "`:` type($src) `into` type($result)")
    checks = [
        C("output_shape", "output_shape needs one operand for each unknown number of static_output_shape",
          lambda op: len(op.output_shape) == sum(n < 0 for n in op.static_output_shape)),
        C("reassociation", "reassociation must list all dimensions of the result, in groups",
          lambda op: _covers(op, op.src.rank, len(op.static_output_shape))),
        C("sizes", lambda op: f"the operand must be a {_collapsed(op, _expanded(op))}, got {op.src.type}",
          lambda op: _collapsed(op, _expanded(op)) is op.src.type, of_types=True,
          states="each size of the operand must be the product of the sizes of the result that it is expanded to"),
    ]

    @infers("type", exactly=True)
    def result(op) -> Any:
        return _expanded(op)

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, src: Array, *dynamic: Array) -> Any:
        rest = iter(_numbers(dynamic))
        # Sizes that are operands are marked by the least integer.
        return reshaped(op, src, np.array([next(rest) if n < 0 else n for n in op.static_output_shape], np.int64))


def _expanded(op: Any) -> TensorType:
    """The type that `static_output_shape` states."""
    return TensorType(tuple(max(n, DYNAMIC) for n in op.static_output_shape), op.src.element)
