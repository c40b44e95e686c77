"""Products with few results that sum over very many pairs are cut into parts, which workers compute side by side.

    %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0]
             : (tensor<65536x8xf32>, tensor<65536x16xf32>) -> tensor<8x16xf32>
->  %parts = stablehlo.dot_general %x8, %y8, batching_dims = [0] x [0], contracting_dims = [1] x [1]
                 : (tensor<8x8192x8xf32>, tensor<8x8192x16xf32>) -> tensor<8x8x16xf32>
    %0 = stablehlo.reduce(%parts init: %zero) applies stablehlo.add across dimensions = [0] : ... -> tensor<8x16xf32>

Gradients of weights are such products: of all examples, to as many results as there are weights. Tasks are tiles of the results,
of which these have one or two. Parts are equal, so that they are one product, which reads the operands in place; of a number of
pairs without fitting divisors the last few are a product of their own. The last bits of floats differ from those of one sum, as
they do where other sums are cut up; for one worker nothing changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

from hloom.analysis.operand_order import side_of
from hloom.codegen.machine.products import SplitK
from hloom.codegen.target import Target
from hloom.ir.core import Operation
from hloom.ir.types import TensorType
from hloom.ops.common.attributes import DotDimensionNumbers
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotGeneral, accumulation_type, factor_type
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.elementwise import Add
from hloom.ops.stablehlo.reduction import Reduce
from hloom.passes.rewriting import Replacement, Rule, before_widening, index, rewrite

#: Without any of these it changes nothing.
NEEDS = (DotGeneral,)


def run(module: Operation, target: Target, workers: int) -> bool:
    """The pass `split_k` for a target and so many workers."""
    limits = target.machine.split_k
    if workers == 1 or not any(isinstance(op, DotGeneral) and _cut(limits, workers, op) for op in module.walk()):
        return False
    rule = Rule("dot_general(x, y) of few results -> sum(dot_general(parts of x, parts of y))", DotGeneral,
                partial(_in_parts, limits, workers))
    return rewrite(module, index([rule]))


def _cut(limits: SplitK, workers: int, op: Any) -> tuple[tuple[int, int], int, int] | None:
    """The longest dimension that a product sums over, in each of its operands, how many parts it is cut into, and the pairs of
    one; None where the product stays."""
    if not all(map(is_static, (op.lhs, op.rhs, op.result))) or not (op.result.element.is_integer or op.result.element.is_float):
        return None
    sides = side_of(op, 0), side_of(op, 1)
    if not 0 < prod(op.result.shape) <= limits.few_results * workers or prod(op.lhs.shape[d] for d in sides[0].batch) >= workers:
        return None
    numbers = op.dot_dimension_numbers
    pairs = zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True)
    chosen = max(pairs, key=lambda pair: op.lhs.shape[pair[0]], default=None)
    elements = sum(prod(side.shape) for side in sides)
    if chosen is None or elements < limits.least_elements or op.lhs.shape[chosen[0]] < limits.least_pairs * workers:
        return None
    parts = _parts(limits, op.lhs.shape[chosen[0]], workers, elements // (limits.elements_each * prod(op.result.shape)))
    return None if parts is None else (chosen, *parts)


def _in_parts(limits: SplitK, workers: int, op: Any, b: Builder) -> Replacement:
    """The product as a sum of those of parts, and of that of what is left over."""
    cut = _cut(limits, workers, op)
    if cut is None:
        return None
    chosen, parts, size = cut
    # What is summed is of the type of sums, not of the narrower one that these are rounded to.
    result = op.result.element
    element = accumulation_type(factor_type(op.lhs.element, op.rhs.element, result), result)
    numbers, (lhs, rhs) = op.dot_dimension_numbers, (partial(_behind, d) for d in chosen)
    settings = {"precision_config": op.precision_config, "algorithm": op.algorithm}
    given, whole = [before_widening(x) for x in op.operands], parts * size
    taken = [b.converted(_in_two(b, b.between(x, d, 0, whole), d, parts), like.type.element)
             for x, like, d in zip(given, op.operands, chosen, strict=True)]
    made = b(DotGeneral, *taken, **settings, dot_dimension_numbers=DotDimensionNumbers(
        (chosen[0], *lhs(numbers.lhs_batching_dimensions)), (chosen[1], *rhs(numbers.rhs_batching_dimensions)),
        lhs(numbers.lhs_contracting_dimensions), rhs(numbers.rhs_contracting_dimensions)),
        result_types=[TensorType((parts, *op.result.shape), element)])
    total = b(Reduce, [made], [b.constant(0, element)], dimensions=(0,), regions=[combining(Add.name, element)])
    length = given[0].type.shape[chosen[0]]
    if whole < length:
        left = [b.converted(b.between(x, d, whole, length), like.type.element)
                for x, like, d in zip(given, op.operands, chosen, strict=True)]
        total = b(Add, total, b(DotGeneral, *left, **settings, dot_dimension_numbers=numbers,
                                result_types=[TensorType(op.result.shape, element)]))
    return b.converted(total, op.result.element)


def _parts(limits: SplitK, length: int, workers: int, most: int) -> tuple[int, int] | None:
    """How many equal parts so many pairs are cut into, at most, and the pairs of one; None if there are too few."""
    most = min(most, limits.most_parts * workers, length // limits.least_pairs)
    wanted = min(limits.parts * workers, most)
    counts = sorted((n for n in range(max(2, workers), most + 1) if n % workers == 0), key=lambda n: abs(n - wanted))
    if not counts:
        return None
    fitting = [(n, length // n) for step in limits.steps[:-1] for n in counts if length % (n * step) == 0]
    if fitting:
        return fitting[0]
    sizes = [length // counts[0] // step * step for step in limits.steps]
    return counts[0], next((size for size in sizes if (length - counts[0] * size) * limits.pairs_each_left <= size), sizes[-1])


def _in_two(b: Builder, x: Any, dimension: int, parts: int) -> Any:
    """A tensor with a dimension as one of parts and one inside of them."""
    shape = x.type.shape
    return b.reshaped(x, (*shape[:dimension], parts, shape[dimension] // parts, *shape[dimension + 1 :]))


def _behind(dimension: int, dimensions: Sequence[int]) -> tuple[int, ...]:
    """Dimensions after one of them has become two; of that one the second."""
    return tuple(d + (d >= dimension) for d in dimensions)
