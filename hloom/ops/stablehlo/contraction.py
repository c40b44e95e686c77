"""Contractions: sums of products over pairs of dimensions (dot_general, dot)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.expr.index import fresh
from hloom.expr.scalar import Literal, Scalar, apply, convert, reduction
from hloom.ir.types import TensorType
from hloom.numbers import arithmetic
from hloom.numbers import convert as conversion
from hloom.numbers.element_type import C64, C128, ELEMENT_TYPES, F32, F64, I64, PRED, ElementType, of_dtype
from hloom.numbers.rounding import quiet
from hloom.ops.common.accumulation import DOUBLE_STEPS, SEQUENTIAL_STEPS, accumulator_type, narrow
from hloom.ops.common.attributes import DotAlgorithm, DotDimensionNumbers
from hloom.ops.common.quantization import is_quantized, on_expressed, unless_quantized
from hloom.ops.common.shapes import Shape, infer_tensor, merge_sizes
from hloom.ops.definition.attribute_kinds import array_of, enum, struct
from hloom.ops.definition.constraints import (
    any_tensor,
    compatible_shapes,
    expressed_element,
    in_range,
    per_tensor_quantized,
    tensor,
    unique,
)
from hloom.ops.definition.operation import Attr, C, Op, Operand, Result, infers

Array = Any
PRECISIONS = ("DEFAULT", "HIGH", "HIGHEST")
precisions = array_of(enum("precision", PRECISIONS)).optional


def at_most_two_precisions(op: Any) -> bool:
    """Whether `precision_config` has an entry for each operand at most; those that are missing are DEFAULT, as MLIR has it."""
    return len(op.precision_config or ()) <= 2


def contract(lhs: Array, rhs: Array, type: ElementType) -> Array:
    """The stacked matrix product of `lhs` [..., m, k] and `rhs` [..., k, n], converted to `type`.

    Small products of floats are summed in order, as the specification writes them; larger ones in f64 in any order,
    which it allows too, the largest in f32. Integers wrap, so that the order makes no difference.
    """
    lhs, rhs = of_one_type(lhs, rhs, type)
    operand = of_dtype(lhs.dtype)
    if not operand.is_integer and operand is not PRED and prod(lhs.shape) * rhs.shape[-1] <= SEQUENTIAL_STEPS:
        return conversion.convert(_contract_in_order(lhs, rhs, accumulation_type(operand, type)), type)
    return stored(matrix_product(lhs, rhs), operand, type)


def of_one_type(lhs: Array, rhs: Array, result: ElementType) -> tuple[Array, Array]:
    """The operands of a contraction in the type in which they are multiplied, if it is not theirs."""
    types = of_dtype(lhs.dtype), of_dtype(rhs.dtype)
    common = factor_type(*types, result)
    return tuple(x if type is common else conversion.convert(x, common) for x, type in zip((lhs, rhs), types))  # type: ignore


def factor_type(lhs: ElementType, rhs: ElementType, result: ElementType) -> ElementType:
    """The type in which the factors of a contraction are multiplied: numbers of different types in one that holds both, complex
    ones in one as precise as the result, integers in that of a result that is no integer. Floats of one type are multiplied in
    that of their sums (`accumulation_type`), which holds them."""
    is_double = F64 in (lhs.part, rhs.part, result.part)
    if lhs.is_complex or rhs.is_complex:
        return C128 if is_double else C64
    if lhs.is_float or rhs.is_float:
        return lhs if lhs is rhs else F64 if is_double else F32
    if result.is_float or result.is_complex:
        return result
    return lhs if lhs is rhs and (lhs.is_integer or result is PRED) else I64


def stored(total: Array, operand: ElementType, type: ElementType) -> Array:
    """A sum of products of `operand` numbers in the result's type: integers wrap, also before they become truth values; others
    are rounded once."""
    total = np.asarray(total)
    if operand.is_integer and type is PRED:
        total = narrow(total, operand)
    return narrow(total, type) if type.is_integer and operand.is_integer else conversion.convert(total, type)


@quiet
def matrix_product(lhs: Array, rhs: Array) -> Array:
    """The stacked matrix product in the widest type of the operands' kind; in f32 if it would take too long in f64."""
    operand = of_dtype(lhs.dtype)
    wide = accumulator_type(operand)
    if wide is F64 and operand is not F64 and prod(lhs.shape) * rhs.shape[-1] > DOUBLE_STEPS:
        wide = F32
    if operand.is_integer and lhs.shape[-1] << (2 * operand.width) < 1 << 53:
        # All sums are exact in f64, whose products NumPy computes much faster than those of integers.
        return np.matmul(conversion.convert(lhs, F64), conversion.convert(rhs, F64)).astype(wide.dtype)
    return np.matmul(conversion.convert(lhs, wide), conversion.convert(rhs, wide))


def _contract_in_order(lhs: Array, rhs: Array, type: ElementType) -> Array:
    lhs, rhs = conversion.convert(lhs, type), conversion.convert(rhs, type)
    total = np.zeros((*lhs.shape[:-1], rhs.shape[-1]), type.dtype)
    for k in range(lhs.shape[-1] if total.size else 0):
        total = arithmetic.add(total, arithmetic.multiply(lhs[..., k, np.newaxis], rhs[..., k : k + 1, :]))
    return total


def accumulation_type(operand: ElementType, result: ElementType) -> ElementType:
    """The type in which a contraction's formula adds factors of a type: for floats at least f32 and as precise as the result, for
    complex numbers as precise as that, for integers the result's own, whose lower bits depend on no higher ones. Truth values of
    numbers are those of their sum."""
    if operand.is_complex:
        return C128 if F64 in (operand.part, result.part) else operand
    if operand.is_float:
        return max(operand, F32, *([result.part] if result.part.is_float else []), key=lambda t: t.width)
    return operand if result is PRED else result


def sum_of_products(x: Scalar, y: Scalar, variables: Sequence[Any], result: ElementType) -> Scalar:
    """The sum of `x * y` over `variables`, as an element of type `result`."""
    factor = factor_type(x.type, y.type, result)
    type = accumulation_type(factor, result)
    product = apply("multiply", *(convert(convert(v, factor), type) for v in (x, y)))
    return convert(reduction(variables, [Literal(0, type)], [product], lambda total, p: [apply("add", total, p)])[0], result)


def chosen_element(op: Any, default: Any) -> Any:
    """The element type of a contraction's result: the program's choice where it states one."""
    return op.results[0].type.element if op.results and isinstance(op.results[0].type, TensorType) else default


def free_dimensions(rank: int, *taken: Sequence[int]) -> tuple[int, ...]:
    """The dimensions that stand in none of the lists."""
    return tuple(d for d in range(rank) if not any(d in dimensions for dimensions in taken))


class ProductSizes(NamedTuple):
    """What a dot_general is as products of matrices: how many, and of each the rows, columns and terms of a sum."""

    count: int
    rows: int
    columns: int
    terms: int


def product_sizes(op: Any) -> ProductSizes:
    """The sizes of a dot_general of static tensors."""
    numbers = op.dot_dimension_numbers
    batch, summed = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    rows = free_dimensions(op.lhs.rank, batch, summed)
    columns = free_dimensions(op.rhs.rank, numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions)
    return ProductSizes(*(prod(x.shape[d] for d in dimensions) for x, dimensions in (
        (op.lhs, batch), (op.lhs, rows), (op.rhs, columns), (op.lhs, summed))))


def _equal_sizes(op: Any, lhs: Sequence[int], rhs: Sequence[int]) -> bool:
    return all(compatible_shapes((op.lhs.shape[a],), (op.rhs.shape[b],)) for a, b in zip(lhs, rhs))


def dot_shape(numbers: DotDimensionNumbers, lhs: Shape, rhs: Shape) -> Shape:
    """Batching dimensions, then the free ones of lhs, then those of rhs (StableHLO spec: dot_general (C12))."""
    batch = [merge_sizes(lhs[a], rhs[b])
             for a, b in zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions)]
    lhs_free = free_dimensions(len(lhs), numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions)
    rhs_free = free_dimensions(len(rhs), numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions)
    return (*batch, *(lhs[d] for d in lhs_free), *(rhs[d] for d in rhs_free))


def dot_arrays(numbers: DotDimensionNumbers, lhs: Array, rhs: Array, type: ElementType) -> Array:
    """The contraction of two arrays, of floats of different types in a type that holds both."""
    shape = dot_shape(numbers, lhs.shape, rhs.shape)
    batch = [lhs.shape[d] for d in numbers.lhs_batching_dimensions]
    depth = prod(lhs.shape[d] for d in numbers.lhs_contracting_dimensions)
    lhs_free = free_dimensions(lhs.ndim, numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions)
    rhs_free = free_dimensions(rhs.ndim, numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions)
    left = lhs.transpose(*numbers.lhs_batching_dimensions, *lhs_free, *numbers.lhs_contracting_dimensions)
    right = rhs.transpose(*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions, *rhs_free)
    rows, columns = prod(lhs.shape[d] for d in lhs_free), prod(rhs.shape[d] for d in rhs_free)
    return contract(left.reshape(*batch, rows, depth), right.reshape(*batch, depth, columns), type).reshape(shape)


def dot_element(numbers: DotDimensionNumbers, lhs: Any, rhs: Any, i: Sequence[Any], type: ElementType) -> Scalar:
    """Element `i` of the contraction of two values."""
    lhs_free = free_dimensions(lhs.rank, numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions)
    rhs_free = free_dimensions(rhs.rank, numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions)
    variables = [fresh(lhs.shape[d], "k") for d in numbers.lhs_contracting_dimensions]
    count = len(numbers.lhs_batching_dimensions)

    def read(x: Any, batching: Sequence[int], contracting: Sequence[int], free: Sequence[int],
             places: Sequence[Any]) -> Scalar:
        index = dict(zip(batching, i[:count])) | dict(zip(contracting, variables)) | dict(zip(free, places))
        return x[[index[d] for d in range(x.rank)]]

    middle = count + len(lhs_free)
    x = read(lhs, numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions, lhs_free, i[count:middle])
    y = read(rhs, numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions, rhs_free, i[middle:])
    return sum_of_products(x, y, variables, type)


def _quantized_axis(value: Any) -> int:
    """The axis of a value that is quantized per axis; -1 for others."""
    return value.element.axis if is_quantized(value) and value.element.is_per_axis else -1


def _hybrid(op: Any) -> bool:
    """Whether only rhs is quantized, so that lhs must have the expressed type."""
    return is_quantized(op.rhs) and not is_quantized(op.lhs)


def quantization_checks(both: int, storage: int, expressed: int, floating: int) -> list[C]:
    """The constraints that contractions share on quantized operands, under their numbers."""
    return [
        C(both, "rhs must be quantized where lhs is, got {lhs} and {rhs}",
          lambda op: is_quantized(op.rhs) or not is_quantized(op.lhs)),
        C(storage, "lhs and rhs must have one storage type, got {lhs} and {rhs}",
          lambda op: not is_quantized(op.lhs) or op.lhs.element.storage is op.rhs.element.storage),
        C(expressed, "lhs and rhs must have one expressed type, got {lhs} and {rhs}",
          lambda op: not is_quantized(op.lhs) or op.lhs.element.expressed is op.rhs.element.expressed),
        C(floating, "lhs must have the expressed type of rhs, got {lhs} and {rhs}",
          lambda op: not _hybrid(op) or op.lhs.element is op.rhs.element.expressed),
    ]


def quantized_result_checks(both: int, expressed: int, per_tensor: int, floating: int) -> list[C]:
    """The constraints that contractions share on the results of quantized operands, under their numbers."""
    return [
        C(both, "the result must be quantized where lhs is, got {result}",
          lambda op: is_quantized(op.lhs) == is_quantized(op.result)),
        C(expressed, "the result must have the expressed type of the operands, got {result}",
          lambda op: not is_quantized(op.lhs) or op.result.element.expressed is op.lhs.element.expressed),
        C(per_tensor, "the result must be quantized per tensor as rhs is, got {result}",
          lambda op: not (is_quantized(op.lhs) and op.rhs.element.is_per_tensor) or op.result.element.is_per_tensor),
        C(floating, "the result must have the element type of lhs, got {result}",
          lambda op: not _hybrid(op) or op.result.element is op.lhs.element),
    ]


def _algorithms() -> frozenset[tuple[Any, ...]]:
    """Algorithms that some hardware has: types of lhs, rhs and sum, products a step, whether sums may be imprecise."""
    same = [("f16", "f16", 1), ("f16", "f32", 1), ("bf16", "bf16", 1),
            *(("bf16", "f32", count) for count in (1, 3, 6, 9)),
            *(("tf32", "f32", count) for count in (1, 3)), ("f32", "f32", 1), ("f64", "f64", 1)]
    small = [name for name in ELEMENT_TYPES if name.startswith("f8")]
    return frozenset([(t, t, total, count, False) for t, total, count in same]
                     + [(a, b, "f32", 1, imprecise) for a in small for b in small for imprecise in (False, True)])


ALGORITHMS = _algorithms()


def _is_known(algorithm: DotAlgorithm) -> bool:
    types = (str(t) for t in (algorithm.lhs_precision_type, algorithm.rhs_precision_type, algorithm.accumulation_type))
    return (algorithm.lhs_component_count == algorithm.rhs_component_count == 1
            and (*types, algorithm.num_primitive_operations, algorithm.allow_imprecise_accumulation) in ALGORITHMS)


class DotGeneral(Op, name="stablehlo.dot_general"):
    """Sums of products over pairs of contracting dimensions, for each index of the batching dimensions."""

    lhs: Operand = tensor | per_tensor_quantized
    rhs: Operand = any_tensor
    dot_dimension_numbers: Attr = struct(DotDimensionNumbers)
    precision_config: Attr = precisions
    algorithm: Attr = struct(DotAlgorithm).optional
    is_contraction = True
    kernel = "contraction"
    syntax = ("$lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) "
              "custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict `:` "
              "functional-type(operands, results)")
    checks = [
        C(1, "lhs and rhs need equally many batching dimensions, got {dot_dimension_numbers}",
          lambda op: len(op.numbers.lhs_batching_dimensions) == len(op.numbers.rhs_batching_dimensions)),
        C(2, "lhs and rhs need equally many contracting dimensions, got {dot_dimension_numbers}",
          lambda op: len(op.numbers.lhs_contracting_dimensions) == len(op.numbers.rhs_contracting_dimensions)),
        C(3, "batching and contracting dimensions of lhs must be unique, got {dot_dimension_numbers}",
          lambda op: unique(op.numbers.lhs_batching_dimensions + op.numbers.lhs_contracting_dimensions)),
        C(4, "batching and contracting dimensions of rhs must be unique, got {dot_dimension_numbers}",
          lambda op: unique(op.numbers.rhs_batching_dimensions + op.numbers.rhs_contracting_dimensions)),
        C(5, "lhs_batching_dimensions must lie in [0, {lhs.rank}), got {numbers.lhs_batching_dimensions}",
          lambda op: in_range(op.numbers.lhs_batching_dimensions, op.lhs.rank)),
        C(6, "lhs_contracting_dimensions must lie in [0, {lhs.rank}), got {numbers.lhs_contracting_dimensions}",
          lambda op: in_range(op.numbers.lhs_contracting_dimensions, op.lhs.rank)),
        C(7, "rhs_batching_dimensions must lie in [0, {rhs.rank}), got {numbers.rhs_batching_dimensions}",
          lambda op: in_range(op.numbers.rhs_batching_dimensions, op.rhs.rank)),
        C(8, "rhs_contracting_dimensions must lie in [0, {rhs.rank}), got {numbers.rhs_contracting_dimensions}",
          lambda op: in_range(op.numbers.rhs_contracting_dimensions, op.rhs.rank)),
        C(9, "batching dimensions must have equal sizes in {lhs} and {rhs}",
          lambda op: _equal_sizes(op, op.numbers.lhs_batching_dimensions, op.numbers.rhs_batching_dimensions)),
        C(10, "contracting dimensions must have equal sizes in {lhs} and {rhs}",
          lambda op: _equal_sizes(op, op.numbers.lhs_contracting_dimensions, op.numbers.rhs_contracting_dimensions)),
        C(11, "precision_config must have at most two entries, got {precision_config}", at_most_two_precisions),
        # XLA multiplies numbers of two types in one that holds both, and JAX writes such programs.
        C(13, "lhs and rhs should have one element type, got {lhs} and {rhs}",
          lambda op: is_quantized(op.lhs) or is_quantized(op.rhs) or op.lhs.element is op.rhs.element, only_warns=True),
        *quantization_checks(14, 17, 18, 20),
        C(15, "zero points of rhs must be 0, got {rhs}",
          lambda op: not is_quantized(op.rhs) or not any(op.rhs.element.zero_points)),
        C(16, "rhs must not be quantized along a contracting dimension, got {rhs}",
          lambda op: _quantized_axis(op.rhs) not in op.numbers.rhs_contracting_dimensions),
        C(21, "an algorithm needs the DEFAULT precisions, got {precision_config}",
          lambda op: op.algorithm is None or all(p == "DEFAULT" for p in op.precision_config or ())),
        C(22, "lhs_component_count must be positive, got {algorithm}",
          lambda op: op.algorithm is None or op.algorithm.lhs_component_count > 0),
        C(23, "rhs_component_count must be positive, got {algorithm}",
          lambda op: op.algorithm is None or op.algorithm.rhs_component_count > 0),
        C(24, "num_primitive_operations must be positive, got {algorithm}",
          lambda op: op.algorithm is None or op.algorithm.num_primitive_operations > 0),
        C("algorithm", "no hardware is known for {algorithm}",
          lambda op: op.algorithm is None or _is_known(op.algorithm)),
    ]
    result_checks = quantized_result_checks(14, 18, 19, 20)

    @property
    def numbers(op) -> DotDimensionNumbers:
        return op.dot_dimension_numbers

    @infers("C12")
    def result(op) -> Any:
        return _type_of_product(op)

    @on_expressed
    def eval(op, lhs: Array, rhs: Array) -> Any:
        return dot_arrays(op.numbers, lhs, rhs, expressed_element(op.result.type))

    @unless_quantized
    def element(op, i: Any) -> Any:
        return dot_element(op.numbers, op.lhs, op.rhs, i, op.result.element)


def _type_of_product(op: Any) -> Any:
    return infer_tensor(chosen_element(op, op.lhs.element), lambda lhs, rhs: dot_shape(op.numbers, lhs, rhs), op.lhs.type,
                        op.rhs.type)


class Dot(Op, name="stablehlo.dot"):
    """The product of vectors or matrices: the last dimension of lhs with the first of rhs."""

    lhs: Operand = tensor | per_tensor_quantized
    rhs: Operand = any_tensor
    precision_config: Attr = precisions
    result: Result = any_tensor
    is_contraction = True
    syntax = "$lhs `,` $rhs custom<PrecisionConfig>($precision_config) attr-dict `:` functional-type(operands, results)"
    checks = [
        C("rank", "lhs and rhs must be vectors or matrices, got {lhs} and {rhs}",
          lambda op: {op.lhs.rank, op.rhs.rank} <= {1, 2}),
        C("size", "the last dimension of lhs and the first of rhs must have equal sizes, got {lhs} and {rhs}",
          lambda op: _equal_sizes(op, op.numbers.lhs_contracting_dimensions, op.numbers.rhs_contracting_dimensions)),
        C("precision_config", "precision_config must have at most two entries, got {precision_config}", at_most_two_precisions),
    ]

    @property
    def numbers(op) -> DotDimensionNumbers:
        """The same contraction as a dot_general states it."""
        return DotDimensionNumbers((), (), (op.lhs.rank - 1,), (0,))

    @infers("shape")
    def type(op) -> Any:
        return _type_of_product(op)

    eval = DotGeneral.eval
    element = DotGeneral.element
