"""Factors: what operands and results of an operation have in common, so that they can be divided alike.

    dot_general of 8x4 and 4x6     ([i, k], [k, j])->([i, j])      the rows of the first operand are those of the result
    reshape of 6x4 to 24           ([i, j])->([ij])                the dimension of the result is made of two of the operand

A dimension is made of factors, the first of which counts most. The notation is that of Shardy (openxla/shardy:
docs/sdy_op_interfaces.md), in which programs may state rules for custom calls: `sdy.sharding_rule`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from math import gcd
from typing import Any, NamedTuple

from hloom.ir.attributes import OpaqueAttr
from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.ops.calls import TARGETS
from hloom.ops.chlo.structured import TopK
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.ops.sdy.operations import Annotation
from hloom.ops.stablehlo.collective import AllGather, AllReduce, AllToAll, CollectivePermute, ReduceScatter
from hloom.ops.stablehlo.contraction import Dot, DotGeneral
from hloom.ops.stablehlo.conversion import BitcastConvert
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.gather import DynamicSlice, DynamicUpdateSlice, Gather
from hloom.ops.stablehlo.linear_algebra import Cholesky, Fft, TriangularSolve
from hloom.ops.stablehlo.movement import BroadcastInDim, Concatenate, Pad, Reshape, Reverse, Slice, Transpose
from hloom.ops.stablehlo.reduction import Map, Reduce
from hloom.ops.stablehlo.scatter import Scatter
from hloom.ops.stablehlo.sorting import Sort
from hloom.ops.stablehlo.windows import ReduceWindow, SelectAndScatter

#: For each dimension of a tensor the names of its factors.
Dimensions = Sequence[Sequence[Any]]
_STATED = re.compile(r"<\((.*?)\)->\((.*?)\)\s*\{(.*?)\}", re.DOTALL)
_TENSOR = re.compile(r"\[([^\]]*)\]")
_FACTOR = re.compile(r"z_\d+|[a-z]")
_SIZE = re.compile(r"(z_\d+|[a-z])\s*=\s*(\d+)", re.ASCII)


class Rule(NamedTuple):
    """The factors of each operand and then of each result, and the sizes of those of dimensions that are made of several.

    Along a factor parts of the results are made of the same parts of the operands, or, where the results do not have it, put
    together from what comes of these; but for those of `whole`, which are needed as they are. None: that is not known of any.
    """

    operands: Sequence[Dimensions]
    results: Sequence[Dimensions]
    sizes: dict[Any, int]
    whole: Collection[Any] | None = None

    @property
    def tensors(self) -> list[Dimensions]:
        return [*self.operands, *self.results]


def rule_of(op: Any) -> Rule | None:
    """The factors of an operation; None where nothing is known."""
    stated = op.attributes.get("sdy.sharding_rule")
    if isinstance(stated, OpaqueAttr):
        return stated_rule(stated.text, op)
    if not op.results or not all(isinstance(v.type, TensorType) for v in (*op.operands, *op.results)):
        return None
    if isinstance(op, Annotation) or getattr(op, "is_elementwise", False) or is_marker(op):
        return pointwise(op.operands, op.results, ())
    make = next((_RULES[cls] for cls in type(op).__mro__ if cls in _RULES), None)
    return make(op) if make is not None else None


def is_marker(op: Any) -> bool:
    """Whether a custom call says of its operands where they lie, and gives them."""
    target = TARGETS.get(getattr(op, "call_target_name", ""))
    return target is not None and target.is_marker and [v.type for v in op.operands] == [v.type for v in op.results]


def is_first(op: Any) -> bool:
    """Whether shardings spread through an operation before they do through others: elementwise ones, and those that lay the same
    elements out anew."""
    return isinstance(op, Annotation | Reshape | Transpose) or getattr(op, "is_elementwise", False)


def stated_rule(text: str, op: Any) -> Rule | None:
    """The rule in the text of a `#sdy.op_sharding_rule<...>`; None if it is none of the operation."""
    found = _STATED.search(text)
    if found is None:
        return None
    operands, results = ([[_FACTOR.findall(d) for d in tensor.split(",")] if tensor.strip() else []
                          for tensor in _TENSOR.findall(part)] for part in found.groups()[:2])
    rule = Rule(operands, results, {name: int(size) for name, size in _SIZE.findall(found[3])})
    values = (*op.operands, *op.results)
    if any(name not in rule.sizes for tensor in rule.tensors for names in tensor if len(names) > 1 for name in names):
        return None
    fits = len(rule.tensors) == len(values) and len(operands) == len(op.operands) and all(
        len(d) == getattr(v.type, "rank", 0) for d, v in zip(rule.tensors, values))
    return rule if fits else None


def pointwise(operands: Iterable[Any], results: Iterable[Any], whole: Collection[Any] | None = None) -> Rule:
    """Tensors that are divided alike, dimension by dimension; scalars are on all devices."""
    results = list(results)
    rank = results[0].rank
    return Rule([_alike(v, rank) for v in operands], [_alike(v, rank) for v in results], {}, whole)


def _alike(value: Any, rank: int) -> Dimensions:
    return [[d] for d in range(rank)] if value.rank == rank else [[(value, d)] for d in range(value.rank)]


def _along(dimensions: Iterable[Any]) -> Dimensions:
    return [[d] for d in dimensions]


def _apart(value: Any) -> Dimensions:
    """A tensor that has nothing in common with the others."""
    return [[(id(value), d)] for d in range(value.rank)]


# -- each operation ------------------------------------------------------------------------------------------------------------
def _pointwise(op: Any) -> Rule:
    return pointwise(op.operands, op.results)


def _map(op: Any) -> Rule:
    return pointwise(op.operands, op.results, ())


def _along_one(op: Any) -> Rule:
    """Only along `dimension` is it of consequence where an element lies."""
    return pointwise(op.operands, op.results, {op.dimension % op.operands[0].rank})


def _slice(op: Any) -> Rule:
    steps = zip(op.start_indices, op.strides)
    return pointwise(op.operands, op.results, _unequal(op.operands[0].shape, op.shape) | {
        d for d, (start, stride) in enumerate(steps) if start or stride != 1})


def _reverse(op: Any) -> Rule:
    return pointwise(op.operands, op.results, op.dimensions)


def _first_alike(op: Any) -> Rule:
    """The first operand and the results are alike, moved along dimensions that are not as long in both; the others are indices,
    or numbers to fill up with."""
    first, *others = op.operands
    found = pointwise([first], op.results)
    return Rule([*found.operands, *map(_apart, others)], found.results, {}, _unequal(first.shape, op.shape))


def _pad(op: Any) -> Rule:
    amounts = zip(op.edge_padding_low, op.edge_padding_high, op.interior_padding)
    return _first_alike(op)._replace(whole={d for d, found in enumerate(amounts) if any(found)})


def _update(op: Any) -> Rule:
    found = pointwise(op.operands[:2], op.results)
    return Rule([*found.operands, *map(_apart, op.operands[2:])], found.results, {},
                _unequal(op.operands[0].shape, op.operands[1].shape))


def _unequal(first: Sequence[int], second: Sequence[int]) -> set[Any]:
    """The dimensions that are not as long in both."""
    return {d for d, sizes in enumerate(zip(first, second)) if len(set(sizes)) > 1}


def _broadcast(op: Any) -> Rule:
    (x,) = op.operands
    names = [d if x.shape[k] == op.shape[d] else ("widened", d) for k, d in enumerate(op.broadcast_dimensions)]
    return Rule([_along(names)], [_along(range(len(op.shape)))], {}, ())


def _transpose(op: Any) -> Rule:
    return Rule([_along(range(op.operands[0].rank))], [_along(op.permutation)], {}, ())


def _reshape(op: Any) -> Rule | None:
    """The greatest common factors of the dimensions, from the first on; what has none is not shared."""
    shapes = op.operands[0].shape, op.shape
    if any(n < 1 for shape in shapes for n in shape):
        return None
    sizes: dict[Any, int] = {}
    found: tuple[list[list[Any]], list[list[Any]]] = ([[] for _ in shapes[0]], [[] for _ in shapes[1]])
    left, at = [1, 1], [-1, -1]
    while True:
        for k in (0, 1):
            while left[k] == 1 and at[k] + 1 < len(shapes[k]):
                at[k] += 1
                left[k] = shapes[k][at[k]]
        common = gcd(*left)
        if common == 1:
            break
        number = len(sizes)
        sizes[number] = common
        for k in (0, 1):
            found[k][at[k]].append(number)
            left[k] //= common
    for k in (0, 1):
        for d, names in enumerate(found[k]):
            rest = shapes[k][d]
            for name in names:
                rest //= sizes[name]
            if rest > 1 or not names:
                sizes[k, d] = rest
                names.append((k, d))
    return Rule([found[0]], [found[1]], sizes, {name for name in sizes if isinstance(name, tuple)})


def _reduce(op: Any) -> Rule:
    count = len(op.results)
    kept = [d for d in range(op.operands[0].rank) if d not in op.dimensions]
    whole = _along(range(op.operands[0].rank))
    return Rule([whole] * count + [[]] * count, [_along(kept)] * count, {}, ())


def _dot_general(op: Any) -> Rule:
    numbers, (lhs, rhs) = op.dot_dimension_numbers, op.operands
    left: list[Any] = [("left", d) for d in range(lhs.rank)]
    right: list[Any] = [("right", d) for d in range(rhs.rank)]
    pairs = [*zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions),
             *zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions)]
    for a, b in pairs:
        right[b] = left[a]
    used_left = {*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions}
    used_right = {*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions}
    result = [*(left[d] for d in numbers.lhs_batching_dimensions), *(left[d] for d in range(lhs.rank) if d not in used_left),
              *(right[d] for d in range(rhs.rank) if d not in used_right)]
    return Rule([_along(left), _along(right)], [_along(result)], {}, ())


def _dot(op: Any) -> Rule:
    lhs, rhs = op.operands
    left, right = [("left", d) for d in range(lhs.rank)], [("right", d) for d in range(rhs.rank)]
    right[0] = left[-1]
    return Rule([_along(left), _along(right)], [_along([*left[:-1], *right[1:]])], {}, ())


def _convolution(op: Any) -> Rule:
    numbers, (lhs, rhs) = op.dimension_numbers, op.operands
    image: list[Any] = [("space", d) for d in range(lhs.rank)]
    kernel: list[Any] = [("window", d) for d in range(rhs.rank)]
    image[numbers.input_batch_dimension] = "batch"
    image[numbers.input_feature_dimension] = kernel[numbers.kernel_input_feature_dimension] = "features"
    kernel[numbers.kernel_output_feature_dimension] = "made"
    result: list[Any] = [None] * lhs.rank
    result[numbers.output_batch_dimension] = "batch"
    result[numbers.output_feature_dimension] = "made"
    for a, b in zip(numbers.input_spatial_dimensions, numbers.output_spatial_dimensions):
        result[b] = image[a]
    if op.batch_group_count > 1 or op.feature_group_count > 1:
        kernel[numbers.kernel_input_feature_dimension] = "features of a group"
        kernel[numbers.kernel_output_feature_dimension] = "made of groups"
    if op.batch_group_count > 1:
        image[numbers.input_batch_dimension] = "batch of groups"
    alike = {"batch": op.batch_group_count, "made": max(op.batch_group_count, op.feature_group_count)}
    whole = {*image, *kernel, *result} - {name for name, groups in alike.items() if groups == 1}
    return Rule([_along(image), _along(kernel)], [_along(result)], {}, whole)


def _gather(op: Any) -> Rule:
    numbers, (operand, indices) = op.dimension_numbers, op.operands
    taken = [d for d in range(operand.rank) if d not in (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)]
    named = [("operand", d) if op.slice_sizes[d] == operand.shape[d] else ("part", d) for d in range(operand.rank)]
    given: list[Any] = [("operand", d) for d in range(operand.rank)]
    places: list[Any] = [("place", d) for d in range(indices.rank)]
    for a, b in zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims):
        given[a] = places[b]
    batch = iter([places[d] for d in range(indices.rank) if d != numbers.index_vector_dim])
    offsets = iter([named[d] for d in taken])
    result = [next(offsets) if d in numbers.offset_dims else next(batch) for d in range(len(op.shape))]
    kept = {*named, *(places[d] for d in range(indices.rank) if d != numbers.index_vector_dim)}
    whole = {*given, *named, *places} - {name for name in kept if name[0] != "part"}
    return Rule([_along(given), _along(places)], [_along(result)], {}, whole)


def _scatter(op: Any) -> Rule:
    numbers, count = op.scatter_dimension_numbers, len(op.results)
    operand, indices, update = op.operands[0], op.operands[count], op.operands[count + 1]
    given: list[Any] = [("operand", d) for d in range(operand.rank)]
    places: list[Any] = [("place", d) for d in range(indices.rank)]
    for a, b in zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims):
        given[a] = places[b]
    taken = iter([d for d in range(operand.rank) if d not in (*numbers.inserted_window_dims, *numbers.input_batching_dims)])
    batch = iter([places[d] for d in range(indices.rank) if d != numbers.index_vector_dim])
    updated: list[Any] = []
    for d in range(update.rank):
        own = next(taken) if d in numbers.update_window_dims else None
        updated.append(next(batch) if own is None else given[own] if update.shape[d] == operand.shape[own] else ("part", d))
    whole = _along(given)
    return Rule([*[whole] * count, _along(places), *[_along(updated)] * count], [whole] * count, {})


def _lines(kept: Callable[[Any], int]) -> Callable[[Any], Rule]:
    """Tensors that are divided alike along the first dimensions, and not along the others."""

    def make(op: Any) -> Rule:
        count = kept(op)

        def one(v: Any, number: int) -> Dimensions:
            return _along(d if d < count else (number, d) for d in range(v.rank))

        found = Rule([one(v, k) for k, v in enumerate(op.operands)], [one(v, -1 - k) for k, v in enumerate(op.results)], {})
        return found._replace(whole={name for d in found.tensors for (name,) in d if isinstance(name, tuple)})

    return make


_matrices = _lines(lambda op: op.operands[0].rank - 2)
_RULES: dict[type[Op], Callable[[Any], Rule | None]] = {
    BroadcastInDim: _broadcast, Transpose: _transpose, Reshape: _reshape, Reduce: _reduce, DotGeneral: _dot_general, Dot: _dot,
    Convolution: _convolution, Gather: _gather, Scatter: _scatter, Map: _map, Sort: _along_one, Concatenate: _along_one,
    AllGather: _pointwise, AllReduce: _pointwise, ReduceScatter: _pointwise, AllToAll: _pointwise, CollectivePermute: _pointwise,
    Slice: _slice, Reverse: _reverse, Pad: _pad, DynamicSlice: _first_alike, DynamicUpdateSlice: _update,
    ReduceWindow: lambda op: _windows(op, len(op.results)), SelectAndScatter: lambda op: _windows(op, 2),
    BitcastConvert: _lines(lambda op: min(op.operands[0].rank, op.results[0].rank)),
    Fft: _lines(lambda op: op.operands[0].rank - len(op.fft_length)), Cholesky: _matrices, TriangularSolve: _matrices,
    TopK: _lines(lambda op: op.operands[0].rank - 1),
}


def _windows(op: Any, count: int) -> Rule:
    """The first operands are alike with the results; the others are initial values."""
    found = pointwise(op.operands[:count], op.results)
    return Rule([*found.operands, *([] for _ in op.operands[count:])], found.results, {})


def same(values: Sequence[Value]) -> Rule | None:
    """The rule of values that must be divided alike; None where they are no tensors."""
    tensors: Any = [v for v in values if isinstance(v.type, TensorType)]
    return pointwise(tensors[:-1], tensors[-1:]) if len(tensors) == len(values) > 1 else None


def moves_alike(op: Any) -> list[tuple[Value, ...]]:
    """The values that an operation of the flow of control hands on, each with those that it is made of."""
    if op.control is Control.LOOP:
        cond, body = op.regions
        returned = body.block.terminator.operands
        return [*zip(op.operands, cond.arguments, body.arguments, returned, op.results)]
    if op.control is Control.BRANCH:
        return [(*(region.block.terminator.operands[k] for region in op.regions), r) for k, r in enumerate(op.results)]
    if op.control is Control.REGION:
        (region,) = op.regions
        return [*zip(op.operands, region.arguments), *zip(region.block.terminator.operands, op.results)]
    return [*zip(op.operands, op.results)] if op.control is Control.BARRIER else []
