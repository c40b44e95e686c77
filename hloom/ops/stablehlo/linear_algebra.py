"""Irregular numeric operations: Fourier transform, Cholesky decomposition, triangular systems.

All compute in double precision and round once, except where said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.expr.index import fresh
from hloom.expr.scalar import Literal, Scalar, select
from hloom.numbers.convert import convert
from hloom.numbers.element_type import C64, C128, F32, F64, of_dtype
from hloom.numbers.fused import fused_multiply_add
from hloom.numbers.rounding import quiet
from hloom.ops.common.quantization import on_expressed
from hloom.ops.common.shapes import agreeing, computed, infer_tensor, known
from hloom.ops.definition.attribute_kinds import boolean, enum, i64_array
from hloom.ops.definition.constraints import baseline_element, compatible_shapes, complex_, float_, per_tensor_quantized
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers

Array = Any
#: Larger triangular matrices are not inverted; XLA takes them in blocks of this size.
LARGEST_INVERSE = 128
NUMERIC = float_ | complex_ | per_tensor_quantized


def _transform_element(op: Any) -> Any:
    """The element type of a transform's result; None where the operand's does not fit."""
    of = op.operand.element
    if op.fft_type == "RFFT":
        return {F32: C64, F64: C128}.get(of)
    if of not in (C64, C128):
        return None
    return of.part if op.fft_type == "IRFFT" else of


def _half(size: int) -> int:
    """How many of `size` coefficients tell all of the transform of real numbers."""
    return known(lambda n: 0 if n == 0 else n // 2 + 1, size)


def _lengths_fit(op: Any) -> bool:
    """C4 and C5: the lengths are the real tensor's last sizes; the complex one's last size is a half of it."""
    if op.fft_type not in ("RFFT", "IRFFT"):
        return True
    wanted = list(map(computed, op.fft_length))
    if op.fft_type == "IRFFT":
        wanted[-1] = _half(wanted[-1])
    return compatible_shapes(op.operand.shape[-len(wanted) :], tuple(wanted))


class Fft(Op, name="stablehlo.fft"):
    """The discrete Fourier transform, or its inverse, of the last dimensions, of complex or of real numbers."""

    operand: Operand = float_ | complex_
    fft_type: Attr = enum("fft_type", ("FFT", "IFFT", "RFFT", "IRFFT"))
    fft_length: Attr = i64_array
    kernel = "fft"
    syntax = ("$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` "
              "functional-type(operands, results)")
    checks = [
        C(3, "fft_length must have 1, 2 or 3 entries, got {fft_length}", lambda op: 1 <= len(op.fft_length) <= 3),
        C(1, "fft_length must not have more entries than {operand} has dimensions, got {fft_length}",
          lambda op: len(op.fft_length) <= op.operand.rank),
        C(2, "{fft_type} does not take {operand}", lambda op: _transform_element(op) is not None),
        C(4, "fft_length must be the last sizes of the real tensor, got {fft_length} for {operand}", _lengths_fit),
    ]

    @infers(shape="C5", element="C2")
    def result(op) -> Any:
        def rule(shape: tuple[int, ...]) -> tuple[int, ...]:
            last = {"RFFT": _half(shape[-1]), "IRFFT": computed(op.fft_length[-1])}.get(op.fft_type, shape[-1])
            return (*shape[:-1], last)

        return infer_tensor(_transform_element(op), rule, op.operand.type)

    @quiet
    def eval(op, operand: Array) -> Any:
        type: Any = op.result.element
        axes = range(-len(op.fft_length), 0)
        last = {"RFFT": _half(operand.shape[-1]), "IRFFT": op.fft_length[-1]}.get(op.fft_type, operand.shape[-1])
        if not operand.size or not last:
            return np.zeros((*operand.shape[:-1], last), type.dtype)
        wide = operand.astype(np.float64 if op.fft_type == "RFFT" else np.complex128)
        if op.fft_type == "IRFFT":
            found = np.fft.irfftn(wide, s=[*operand.shape[operand.ndim - len(axes) : -1], last], axes=tuple(axes))
        else:
            found = {"FFT": np.fft.fftn, "IFFT": np.fft.ifftn, "RFFT": np.fft.rfftn}[op.fft_type](wide,
                                                                                                  axes=tuple(axes))
        return convert(found, type)

    def accesses(op, i: Any, number: int) -> Any:
        batch = len(i) - len(op.fft_length)
        return [op.operand[[*i[:batch], *(fresh(n, "t") for n in op.operand.shape[batch:])]]]


def triangle(matrix: Any, batch: Sequence[Any], lower: bool, strict: bool) -> Scalar:
    """A read of all elements of a triangle of a matrix: below the diagonal or above, `strict`ly or not."""
    row, column = fresh(matrix.shape[-2], "t"), fresh(matrix.shape[-1], "t")
    below = row - column if lower else column - row
    return select(below >= (1 if strict else 0), matrix[[*batch, row, column]], Literal(0, matrix.type.storage))


def _square(op: Any) -> bool:
    return compatible_shapes(op.a.shape[-2:-1], op.a.shape[-1:])


def in_double(x: Array) -> Array:
    """Floats in f64, complex numbers in complex<f64>."""
    return convert(x, C128 if of_dtype(x.dtype).is_complex else F64)


class Cholesky(Op, name="stablehlo.cholesky"):
    """The triangular factor L of a = L Lᴴ (`lower`), or U of a = Uᴴ U.

    The other triangle is zero; the factor is NaN where a matrix has none.
    """

    a: Operand = NUMERIC
    lower: Attr = boolean.default(False)
    kernel = "cholesky"
    syntax = "$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))"
    checks = [
        C(2, "a must have at least two dimensions, got {a}", lambda op: op.a.rank >= 2),
        C(3, "the last two sizes must be equal, got {a}", _square),
    ]

    @infers("C1")
    def result(op) -> Any:
        return agreeing(op, op.a.type)

    @on_expressed
    def eval(op, a: Array) -> Any:
        wide = in_double(a)
        lower = factorized(wide if op.lower else adjoint(wide))
        return convert(lower if op.lower else adjoint(lower), of_dtype(a.dtype))

    def accesses(op, i: Any, number: int) -> Any:
        # All of the triangle: where the matrix has no factor, every element says so.
        return [triangle(op.a, i[:-2], op.lower, False)]


def transposed(x: Array) -> Array:
    """Matrices in the last two dimensions, transposed."""
    return np.swapaxes(x, -1, -2)


def adjoint(x: Array) -> Array:
    """Matrices in the last two dimensions, transposed, with complex numbers conjugated."""
    return np.conjugate(transposed(x))


@quiet
def factorized(a: Array) -> Array:
    """The lower Cholesky factors of the matrices in the last two dimensions, read from their lower triangles."""
    found = np.zeros_like(a)
    if not a.size:
        return found
    for k in range(a.shape[-1]):
        row = found[..., k, :k]
        pivot = np.sqrt(a[..., k, k].real - np.sum((row * np.conjugate(row)).real, axis=-1))
        found[..., k, k] = pivot
        rest = a[..., k + 1 :, k]
        if k:  # a sum of nothing was NaN at times
            rest = rest - np.einsum("...ij,...j->...i", found[..., k + 1 :, :k], np.conjugate(row))
        found[..., k + 1 :, k] = rest / pivot[..., np.newaxis]
    # Once a pivot is no number, nothing of the factor is known.
    failed = np.isnan(found).any(axis=(-2, -1), keepdims=True)
    return np.where(failed & np.tri(a.shape[-1], dtype=bool), np.nan, found)


class TriangularSolve(Op, name="stablehlo.triangular_solve"):
    """Solves op(a) x = b, or x op(a) = b, for triangular matrices a.

    In f32 and f64 the steps are those of XLA, which multiplies by the inverse of a: on an ill-conditioned system their
    rounding errors are most of the result, and the specification does not say what to compute.
    """

    a: Operand = NUMERIC
    b: Operand = NUMERIC
    left_side: Attr = boolean
    lower: Attr = boolean
    unit_diagonal: Attr = boolean
    transpose_a: Attr = enum("transpose", ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))
    kernel = "triangular_solve"
    checks = [
        C("transpose_a", "transpose_a must be NO_TRANSPOSE, TRANSPOSE or ADJOINT, got {transpose_a}",
          lambda op: op.transpose_a != "TRANSPOSE_INVALID"),
        C(1, "a and b must have one element type, got {a} and {b}",
          lambda op: baseline_element(op.a.type) == baseline_element(op.b.type)),
        C(2, "a and b must have one rank of at least 2, got {a} and {b}", lambda op: op.a.rank == op.b.rank >= 2),
        C(3, "a must be square and agree with b in all dimensions but those of the right-hand sides, got {a} and {b}",
          lambda op: _square(op) and _sides_fit(op)),
    ]

    @infers("C4")
    def result(op) -> Any:
        return agreeing(op, op.b.type)

    @on_expressed
    def eval(op, a: Array, b: Array) -> Any:
        if of_dtype(b.dtype) in (F32, F64) and a.shape[-1] <= LARGEST_INVERSE:
            inverse = inverted(a, op.lower, op.unit_diagonal)
            inverse = inverse if op.transpose_a == "NO_TRANSPOSE" else transposed(inverse)
            return product_in_pairs(inverse, b) if op.left_side else product_in_pairs(b, inverse)
        matrix, right, lower = in_double(a), in_double(b), op.lower
        if op.transpose_a != "NO_TRANSPOSE":
            matrix, lower = (transposed(matrix) if op.transpose_a == "TRANSPOSE" else adjoint(matrix)), not lower
        if not op.left_side:  # x m = b is mᵀ xᵀ = bᵀ
            found = transposed(solved(transposed(matrix), transposed(right), not lower, op.unit_diagonal))
        else:
            found = solved(matrix, right, lower, op.unit_diagonal)
        return convert(found, of_dtype(b.dtype))

    def accesses(op, i: Any, number: int) -> Any:
        side = fresh(op.a.shape[-1], "t")
        right = op.b[[*i[:-2], side, i[-1]] if op.left_side else [*i[:-1], side]]
        return [triangle(op.a, i[:-2], op.lower, op.unit_diagonal), right]


@quiet
def inverted(a: Array, lower: bool, unit_diagonal: bool) -> Array:
    """The inverses of triangular matrices of f32 or f64 in the last two dimensions, of which only one triangle is read.

    Row by row, each from those before it, after the columns have been divided by the diagonal.
    """
    size = a.shape[-1] if a.size else 0
    diagonal = np.ones(a.shape[:-1], a.dtype) if unit_diagonal else np.diagonal(a, axis1=-2, axis2=-1)
    scaled = a / diagonal[..., np.newaxis, :]
    found = np.zeros_like(a)
    for k in range(size) if lower else range(size - 1, -1, -1):
        row = np.zeros_like(a[..., k, :])
        for j in range(k) if lower else range(k + 1, size):
            row = fused_multiply_add(scaled[..., k, j, np.newaxis], found[..., j, :], row)
        found[..., k, :] = -row
        found[..., k, k] = 1
    return found / diagonal[..., :, np.newaxis]


@quiet
def product_in_pairs(a: Array, b: Array) -> Array:
    """Products of matrices of f32 or f64, summed in turns to two numbers, which are added at the end."""
    sums = np.zeros((2, *a.shape[:-1], b.shape[-1]), b.dtype)
    for k in range(a.shape[-1] if sums.size else 0):
        sums[k % 2] = fused_multiply_add(a[..., :, k, np.newaxis], b[..., k, np.newaxis, :], sums[k % 2])
    return sums[0] + sums[1]


def _sides_fit(op: Any) -> bool:
    side = op.b.shape[-2 if op.left_side else -1]
    return compatible_shapes((*op.a.shape[:-2], op.a.shape[-1]), (*op.b.shape[:-2], side))


@quiet
def solved(a: Array, b: Array, lower: bool, unit_diagonal: bool) -> Array:
    """The x with a x = b, for triangular matrices in the last two dimensions, of which only one triangle is read."""
    found = b.copy()
    size = a.shape[-1] if found.size else 0
    order: Sequence[int] = range(size) if lower else range(size - 1, -1, -1)
    for k in order:
        known_rows = slice(0, k) if lower else slice(k + 1, size)
        row = b[..., k, :]
        if k != order[0]:  # a sum of nothing was NaN at times
            row = row - np.einsum("...j,...jr->...r", a[..., k, known_rows], found[..., known_rows, :])
        found[..., k, :] = row if unit_diagonal else row / a[..., k, k, np.newaxis]
    return found
