"""Convolutions to few features: a product of every element with all taps, and sums of its shifted parts.

    y[p, o] = sum over t, i of x[p + t, i] w[t, i, o]    ->    z[q, t, o] = sum over i of x[q, i] w[t, i, o]
                                                               y[p, o] = sum over t of z[p + t, t, o]

Output features lie in the lanes of a register, of which three leave thirteen empty; taps times features fill it. What the
product computes is added up along one spatial dimension after the other, each in a loop of its own: as many terms as the kernel
has taps along it. In memory whose features come first, taps and features are the rows of the product rather than its columns,
so that elements stay side by side.

What the padding adds is computed once for each tap and feature rather than taken for zero: its products with weights that are
infinite or no numbers are no numbers.
"""

from __future__ import annotations

from math import prod
from typing import Any

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import BF16, F16, F32, F64, ElementType
from hloom.ops.common.attributes import DotDimensionNumbers
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.ops.stablehlo.elementwise import Add
from hloom.ops.stablehlo.movement import BroadcastInDim, Concatenate, Transpose
from hloom.ops.stablehlo.windows import ones
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.convolution_along_rows import goes_along_rows
from hloom.passes.rules.limits import Limits

_FLOATS = (BF16, F16, F32, F64)


def by_taps(limits: Limits, op: Any, b: Builder) -> Replacement:
    """convolution(x, w) -> sum over taps(shifted(dot_general(x, w))), part of the pass `decompose`."""
    if not _applies(op) or goes_along_rows(limits, op):
        return None
    total = _accumulated(op)
    numbers, rank = op.dimension_numbers, op.lhs.rank - 2
    spatial = numbers.input_spatial_dimensions
    taps = prod(op.rhs.shape[d] for d in numbers.kernel_spatial_dimensions)
    columns = taps * op.rhs.shape[numbers.kernel_output_feature_dimension]
    if not _is_faster(limits, op, taps, columns, total):
        return None
    places = [d for d in range(op.lhs.rank) if d != numbers.input_feature_dimension]  # the dimensions of an element's place
    taps_first = numbers.input_feature_dimension < max(spatial) or columns > limits.most_columns
    # Which spatial dimension is summed first: along whose elements whole rows lie behind each other.
    order = sorted(range(rank), key=lambda k: spatial[k], reverse=not taps_first)
    kernel = b(Transpose, op.rhs, permutation=[*(numbers.kernel_spatial_dimensions[k] for k in order),
                                               numbers.kernel_output_feature_dimension, numbers.kernel_input_feature_dimension])
    x, w = op.lhs.type.shape, kernel.type.shape[:-1]
    operands, contracted = [op.lhs, kernel], [(numbers.input_feature_dimension,), (rank + 1,)]
    shape = [*(x[d] for d in places), *w]
    if taps_first:
        operands, contracted, shape = operands[::-1], contracted[::-1], [*w, *(x[d] for d in places)]
    made: Value = b(DotGeneral, *operands, dot_dimension_numbers=DotDimensionNumbers((), (), *contracted),
                    precision_config=op.precision_config, result_types=[TensorType(tuple(shape), total)])
    edge = None if total.is_integer or not any(n > 0 for pads in op.pads for n in pads) else b(
        DotGeneral, kernel, b.splat(0, TensorType(kernel.type.shape[-1:], op.lhs.type.element)),
        dot_dimension_numbers=DotDimensionNumbers((), (), (rank + 1,), (0,)), result_types=[TensorType(w, total)])
    for n, k in enumerate(order):
        behind = rank - n if taps_first else 0  # the dimensions of the taps that are not summed yet, and of the features
        made, edge = _summed(op, b, made, edge, k, 0 if taps_first else len(places), behind + places.index(spatial[k]))
    # Where the dimensions of an element's place, and the features, are now.
    first, features = (1, 0) if taps_first else (0, len(places))
    sources = {numbers.output_batch_dimension: first + places.index(numbers.input_batch_dimension),
               numbers.output_feature_dimension: features}
    sources |= {o: first + places.index(d) for o, d in zip(numbers.output_spatial_dimensions, spatial)}
    made = b(Transpose, made, permutation=[sources[d] for d in range(rank + 2)])
    return b.converted(made, op.result.type.element)


def lanes_taken(limits: Limits, outputs: int, total: ElementType) -> float:
    """The lanes that a product takes for so many outputs, summed in a type; one register that waits for itself takes more."""
    lanes = 8 * limits.register // (total.width // 2 if total.is_complex else max(total.width, 32))
    return -(-outputs // lanes) * lanes * (limits.alone if outputs <= lanes else 1)


def _applies(op: Any) -> bool:
    types: list[Any] = [op.lhs.type, op.rhs.type, op.result.type]
    if not all(t.is_static and t.size and not t.is_quantized for t in types) or op.lhs.rank < 3:
        return False
    rank, (x, w, result) = op.lhs.rank - 2, (t.element for t in types)
    if x is not w or op.feature_group_count * op.batch_group_count > 1:
        return False
    if any(n > 1 for n in (*ones(op.window_strides, rank), *ones(op.lhs_dilation, rank))):
        return False
    if x.is_integer:
        return result.is_integer and 8 <= x.width <= result.width
    return (result is x and x.is_complex) or (x in _FLOATS and result in _FLOATS and x.width <= result.width)


def _accumulated(op: Any) -> ElementType:
    """The type in which products are summed."""
    result: ElementType = op.result.type.element
    return F32 if result in (BF16, F16) else result


def _is_faster(limits: Limits, op: Any, taps: int, columns: int, total: ElementType) -> bool:
    """Whether a product of all places with all taps and sums of its parts take less time than a convolution whose outputs lie in
    lanes. A filter's gradient, whose taps are all of an image, makes a few places of very many."""
    numbers = op.dimension_numbers
    inputs, outputs = (op.rhs.shape[d] for d in (numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension))
    if taps == 1 or op.result.type.size * inputs * taps < limits.taps_worth_it:
        return False
    if sum(op.rhs.shape[d] for d in numbers.kernel_spatial_dimensions) > limits.most_taps:
        return False
    # Of narrow numbers several are multiplied in a lane: pairs of bf16; of bytes four, in long sums rather than in short ones.
    element = op.rhs.element
    packed = 2 if element is BF16 else 4 if element.is_integer and element.width == 8 else 1
    read, made = op.lhs.type.size // inputs, op.result.type.size // outputs
    size = read * columns * total.width // 8
    taken = inputs * lanes_taken(limits, columns, total) / min(packed, 2)
    taken += columns * (limits.kept if size <= limits.caches else limits.fetched)
    otherwise = made * inputs * taps * lanes_taken(limits, outputs, total) / packed
    return size <= limits.most_bytes and limits.taps_margin * read * taken <= otherwise


def _summed(op: Any, b: Builder, parts: Value, edge: Value | None, k: int, taps: int, places: int) -> tuple[Value, Value | None]:
    """The sum over the taps of spatial dimension k, dimension `taps` of `parts`, each shifted along dimension `places`, counted
    without that of the taps; `edge` is what the taps make of padding, a value for each of their dimensions and each feature."""
    numbers = op.dimension_numbers
    size, low = op.rhs.shape[numbers.kernel_spatial_dimensions[k]], op.pads[k][0]
    dilation, is_reversed = (values[k] if values else default for values, default in ((op.rhs_dilation, 1),
                                                                                      (op.window_reversal, False)))
    count = op.result.shape[numbers.output_spatial_dimensions[k]]
    total, edge_total = None, None
    for tap in range(size):
        begin = (size - 1 - tap if is_reversed else tap) * dilation - low  # the element that the first result meets
        part, value = _part(b, parts, taps, tap), None if edge is None else _part(b, edge, 0, tap)
        part = _shifted(b, part, value, places, begin, count, taps)
        total = part if total is None else b(Add, total, part)
        if value is not None:
            edge_total = value if edge_total is None else b(Add, edge_total, value)
    assert total is not None
    return total, edge_total


def _shifted(b: Builder, part: Any, edge: Any, places: int, begin: int, count: int, features: int) -> Any:
    """The `count` elements from `begin` on along dimension `places`, those outside with the value of `edge`, whose dimensions are
    those of `part` from `features` on (None: all zero)."""
    shape, element = list(part.type.shape), part.type.element
    elements = shape[places]
    before, behind = (min(max(n, 0), count) for n in (-begin, begin + count - elements))
    if before + behind < count:
        pieces = [b.between(part, places, begin + before, begin + count - behind)]
    else:
        before, behind, pieces = count, 0, []
    for at, size in ((0, before), (len(pieces) + 1, behind)):
        if size:
            shape[places] = size
            type = TensorType(tuple(shape), element)
            pieces.insert(at, b.splat(0, type) if edge is None else b(
                BroadcastInDim, edge, broadcast_dimensions=range(features, features + edge.type.rank), result_types=[type]))
    return pieces[0] if len(pieces) == 1 else b(Concatenate, pieces, dimension=places)


def _part(b: Builder, parts: Value, dimension: int, number: int) -> Any:
    """`parts` at a place of a dimension, without that dimension."""
    type: Any = parts.type
    return b.reshaped(b.between(parts, dimension, number, number + 1), (*type.shape[:dimension], *type.shape[dimension + 1 :]))
