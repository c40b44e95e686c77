"""The `tensor` dialect: slices, padding and elementwise construction, with sizes that are numbers or operands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Region, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import INDEX
from hloom.ops.common.process import Process
from hloom.ops.common.region_function import ends, inputs_of, outputs_of
from hloom.ops.common.shapes import total
from hloom.ops.definition.attribute_kinds import i64, i64_array, unit
from hloom.ops.definition.constraints import any_type, compatible_shapes, float_, integer, pred, ranked_tensor
from hloom.ops.definition.operation import Attr, Body, C, Op, Operand, Operands, Result, type_of
from hloom.ops.definition.traits import Control
from hloom.ops.others.tensor import dynamic_count, filled_in, index_value
from hloom.ops.stablehlo.conversion import bitcast_convert
from hloom.ops.stablehlo.dynamic import failed
from hloom.support.memory import need_array

Array = Any
#: What stands for an operand in an array of sizes.
DYNAMIC_SIZE = -(1 << 63)


def _mixed(static: Sequence[int], dynamic: Iterable[Array]) -> list[int]:
    """Numbers, with operands where DYNAMIC_SIZE stands."""
    rest = iter(dynamic)
    return [int(next(rest)) if n == DYNAMIC_SIZE else n for n in static]


def _shape_of(static: Sequence[int]) -> tuple[int, ...]:
    """Sizes as a shape, those that are operands unknown."""
    return tuple(max(n, -1) for n in static)


def _one_operand_each(name: str) -> C:
    """The field `name` holds an operand for each number of `static_name` that stands for one."""
    return C(name, f"{name} needs one operand for each unknown number of static_{name}",
             lambda op: len(getattr(op, name)) == getattr(op, f"static_{name}").count(DYNAMIC_SIZE))


def _window_checks(tensor: str) -> list[C]:
    """What the offsets, sizes and strides of a slice of the operand `tensor` must fulfil."""
    def is_complete(op: Any) -> bool:
        return len(op.static_offsets) == len(op.static_sizes) == len(op.static_strides) == getattr(op, tensor).rank

    return [C("window", f"needs an offset, a size and a stride for each dimension of {{{tensor}}}", is_complete),
            *map(_one_operand_each, ("offsets", "sizes", "strides"))]


def _window(op: Any, tensor: Array, dynamic: Sequence[Array]) -> tuple[slice, ...]:
    """The part of `tensor` that offsets, sizes and strides say; `dynamic` are those that are operands, in this order."""
    rest = iter(dynamic)
    offsets, sizes, strides = (_mixed(static, rest) for static in (op.static_offsets, op.static_sizes, op.static_strides))
    for start, size, step, extent in zip(offsets, sizes, strides, tensor.shape):
        last = start + (size - 1) * step
        if size < 0 or step < 1 or (size and not 0 <= start <= last < extent):
            raise failed(op, f"the slice of {sizes} elements from {offsets} in steps of {strides} does not lie in "
                             f"{list(tensor.shape)}")
    return tuple(slice(start, start + size * step, step) for start, size, step in zip(offsets, sizes, strides))


class _OfWindow(Op):
    """The fields that say a part of a tensor, behind the tensors."""

    offsets: Operands = index_value
    sizes: Operands = index_value
    strides: Operands = index_value
    static_offsets: Attr = i64_array
    static_sizes: Attr = i64_array
    static_strides: Attr = i64_array
    states_segments = True
    kernel = "host"


def _drops_only_ones(full: Sequence[int], reduced: Sequence[int]) -> bool:
    """Whether a shape is another one without some sizes that are 1."""
    rest = list(reduced)
    for size in full:
        if rest and rest[0] == size:
            rest.pop(0)
        elif size != 1:
            return False
    return not rest


def _part_type(op: Any) -> TensorType:
    return TensorType(_shape_of(op.static_sizes), op.source.element)


class ExtractSlice(_OfWindow, name="tensor.extract_slice"):
    """A part of a tensor: `sizes` elements from `offsets` on in steps of `strides`; dimensions of size 1 may be dropped."""

    source: Operand = ranked_tensor
    result: Result = ranked_tensor
    result_names = ("extracted_slice",)
    makes_view = True
    syntax = ("$source `` custom<MixedSizes>($offsets, $static_offsets) custom<MixedSizes>($sizes, $static_sizes) "
              "custom<MixedSizes>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)")
    checks = _window_checks("source")
    result_checks = [
        C("type", lambda op: f"the result must be {_part_type(op)}, or without dimensions of size 1, got {op.result.type}",
          lambda op: op.result.element is op.source.element
          and _drops_only_ones(_shape_of(op.static_sizes), op.result.shape),
          states="the result must have the element type of source and the sizes of the slice, of which 1 may be left out"),
    ]

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, source: Array, *dynamic: Array) -> Any:
        part = source[_window(op, source, dynamic)]
        return part.reshape(_reduced(part.shape, op.result.shape))


def _reduced(full: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """The sizes of `full` that a type of the shape `wanted` keeps."""
    rest = list(wanted)
    kept = []
    for size in full:
        if rest and rest[0] in (size, -1):
            rest.pop(0)
            kept.append(size)
    return kept


class InsertSlice(_OfWindow, name="tensor.insert_slice"):
    """`dest` with a part of it replaced by `source`."""

    source: Operand = ranked_tensor
    dest: Operand = ranked_tensor
    result_names = ("inserted_slice",)
    working_bytes = 0
    syntax = ("$source `into` $dest `` custom<MixedSizes>($offsets, $static_offsets) "
              "custom<MixedSizes>($sizes, $static_sizes) custom<MixedSizes>($strides, $static_strides) attr-dict `:` "
              "type($source) `into` custom<SameType>(type($dest), type($result))")
    checks = [
        *_window_checks("dest"),
        C("source", "source must have the element type of {dest} and the sizes of the slice, got {source}",
          lambda op: op.source.element is op.dest.element
          and _drops_only_ones(_shape_of(op.static_sizes), op.source.shape), of_types=True),
    ]
    result = type_of("dest")

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[2:]

    def eval(op, source: Array, dest: Array, *dynamic: Array) -> Any:
        found, window = np.array(dest), _window(op, dest, dynamic)
        part = found[window]
        if source.size != part.size:
            raise failed(op, f"{list(source.shape)} elements do not fill a slice of {list(part.shape)}")
        found[window] = source.reshape(part.shape)
        return found


class Concat(Op, name="tensor.concat"):
    """Tensors one after the other along `dim`."""

    inputs: Operands = ranked_tensor
    dim: Attr = i64
    result: Result = ranked_tensor
    result_names = ("concat",)
    kernel = "host"
    working_bytes = 0
    syntax = "`dim` `` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)"
    checks = [
        C("inputs", "needs at least one tensor", lambda op: len(op.inputs) > 0),
        C("dim", "dim must lie in the dimensions of {inputs}, got {dim}",
          lambda op: all(0 <= op.dim < x.rank for x in op.inputs)),
    ]
    result_checks = [
        C("type", "the types of the inputs {inputs} and of the result {result} must agree outside of dimension {dim}, in "
          "which sizes add up",
          lambda op: all(x.element is op.result.element and len(x.shape) == len(op.result.shape)
                         and compatible_shapes(x.shape[:op.dim] + x.shape[op.dim + 1:],
                                               op.result.shape[:op.dim] + op.result.shape[op.dim + 1:])
                         for x in op.inputs)
          and compatible_shapes((total(x.shape[op.dim] for x in op.inputs),), (op.result.shape[op.dim],))),
    ]

    def eval(op, *inputs: Array) -> Any:
        if len({x.shape[:op.dim] + x.shape[op.dim + 1:] for x in inputs}) > 1:
            raise failed(op, f"the shapes {', '.join(str(list(x.shape)) for x in inputs)} do not agree")
        return np.concatenate(inputs, op.dim)


class Bitcast(Op, name="tensor.bitcast"):
    """The same bits as elements of another type of the same width."""

    source: Operand = pred | integer | float_
    dest: Result = pred | integer | float_
    kernel = "host"
    working_bytes = 0
    syntax = "$source attr-dict `:` type($source) `to` type($dest)"
    result_checks = [
        C("type", "{source} and {dest} must have compatible shapes, and elements of one width",
          lambda op: compatible_shapes(op.source.shape, op.dest.shape)
          and op.source.element.width == op.dest.element.width),
    ]

    def eval(op, source: Array) -> Any:
        return bitcast_convert(source, op.dest.type.element)


def _gives_element(region: Region, rank: int, element: Any) -> bool:
    """Whether a region takes as many indices as there are dimensions, and gives one element."""
    return ends(region) and inputs_of(region) == (INDEX,) * rank and outputs_of(region) == (element,)


class Generate(Op, name="tensor.generate"):
    """The tensor whose element at some indices is what `body` gives for them."""

    dynamicExtents: Operands = index_value
    body: Body = None
    result: Result = ranked_tensor
    ends_with = "tensor.yield"
    is_pure = False
    result_names = ("generated",)
    kernel = "host"
    syntax = "$dynamicExtents $body attr-dict `:` type($result)"
    result_checks = [
        dynamic_count("dynamicExtents"),
        C("body", "body must take an index for each dimension of {result} and yield an element",
          lambda op: _gives_element(op.body, op.result.rank, op.result.element)),
    ]

    def shape_operands(op) -> Sequence[Value]:
        return op.operands

    def run(op, process: Process, *dynamic: Array) -> Any:
        type: Any = op.result.type
        found = np.empty(filled_in(op, type, dynamic), type.storage.dtype)
        for place in np.ndindex(found.shape):
            (found[place],) = process.call(op.body, *(np.array(k) for k in place))
        return found


class Pad(Op, name="tensor.pad"):
    """The tensor with `low` elements before and `high` elements after it in each dimension, which `region` gives."""

    source: Operand = ranked_tensor
    low: Operands = index_value
    high: Operands = index_value
    static_low: Attr = i64_array
    static_high: Attr = i64_array
    nofold: Attr = unit.default(False)
    region: Body = None
    result: Result = ranked_tensor
    ends_with = "tensor.yield"
    is_pure = False
    result_names = ("padded",)
    states_segments = True
    kernel = "host"
    syntax = ("$source custom<Flag>($nofold, nofold) `low` `` custom<MixedSizes>($low, $static_low) "
              "`high` `` custom<MixedSizes>($high, $static_high) $region attr-dict `:` type($source) `to` type($result)")
    checks = [
        C("padding", "needs a number before and one after for each dimension of {source}",
          lambda op: len(op.static_low) == len(op.static_high) == op.source.rank),
        *map(_one_operand_each, ("low", "high")),
        C("region", "region must take an index for each dimension of {source} and yield an element",
          lambda op: _gives_element(op.region, op.source.rank, op.source.element)),
    ]
    result_checks = [
        C("type", lambda op: f"the result must have the shape {_padded(op)}, got {op.result.type}",
          lambda op: op.result.element is op.source.element and compatible_shapes(op.result.shape, _padded(op)),
          states="the result must have the element type of source, and its sizes with low and high added"),
    ]

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def run(op, process: Process, source: Array, *dynamic: Array) -> Any:
        rest = iter(dynamic)
        low, high = _mixed(op.static_low, rest), _mixed(op.static_high, rest)
        if min((*low, *high), default=0) < 0:
            raise failed(op, f"padding must not be negative, got {low} and {high}")
        inside = tuple(slice(n, n + size) for n, size in zip(low, source.shape))
        shape = [sum(sizes) for sizes in zip(low, source.shape, high)]
        need_array(shape, source.dtype.itemsize)
        found = np.empty(shape, source.dtype)
        for place in np.ndindex(found.shape):
            if not all(s.start <= k < s.stop for s, k in zip(inside, place)):
                (found[place],) = process.call(op.region, *(np.array(k) for k in place))
        found[inside] = source
        return found


def _padded(op: Any) -> tuple[int, ...]:
    return tuple(map(total, zip(_shape_of(op.static_low), op.source.shape, _shape_of(op.static_high))))


class Yield(Op, name="tensor.yield"):
    """Ends the region of tensor.generate and tensor.pad."""

    value: Operand = any_type
    is_terminator = True
    stands_in = ("tensor.generate", "tensor.pad")
    is_pure = False
    control = Control.RETURN
    syntax = "$value attr-dict `:` type($value)"
