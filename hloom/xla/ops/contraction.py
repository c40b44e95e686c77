"""Products of matrices, Fourier transforms, and systems of equations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ops.common.attributes import DotDimensionNumbers, RaggedDotDimensionNumbers
from hloom.ops.hlo import data as hlo_data
from hloom.ops.stablehlo import contraction as stablehlo_contraction
from hloom.ops.stablehlo import linear_algebra as stablehlo_linear_algebra
from hloom.support.diagnostics import InputError
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.inference.parts import expect_array
from hloom.xla.ops.parts import integers, listed, of_one_kind, precisions, preferred

#: The fields of dimension numbers, under the names of XLA and of StableHLO.
_DOT_NAMES = {
    "lhs_contracting_dimensions": "lhs_contracting_dimensions",
    "rhs_contracting_dimensions": "rhs_contracting_dimensions",
    "lhs_batch_dimensions": "lhs_batching_dimensions",
    "rhs_batch_dimensions": "rhs_batching_dimensions",
    "lhs_batching_dimensions": "lhs_batching_dimensions",
    "rhs_batching_dimensions": "rhs_batching_dimensions",
}
_RAGGED_NAMES = {**_DOT_NAMES, "lhs_ragged_dimensions": "lhs_ragged_dimensions", "rhs_group_dimensions": "rhs_group_dimensions"}


def dot_numbers(numbers: Any, cls: Any = DotDimensionNumbers) -> Any:
    """Dimension numbers given as such, or by name: `{"lhs_contracting_dimensions": [1], "lhs_batch_dimensions": [0], ...}`."""
    if isinstance(numbers, cls):
        return numbers
    if cls is DotDimensionNumbers and isinstance(numbers, tuple | list) and [len(listed(n, "dimension_numbers")) for n in numbers
                                                                             ] == [2, 2]:
        (left, right), (left_batch, right_batch) = numbers
        return cls(*(integers(v, "dimension_numbers") for v in (left_batch, right_batch, left, right)))
    names = _DOT_NAMES if cls is DotDimensionNumbers else _RAGGED_NAMES
    if not isinstance(numbers, dict) or not set(numbers) <= set(names):
        raise InputError(f"dimension_numbers is a dictionary of {', '.join(sorted(names))}; got {numbers!r:.80}")
    return cls(**{names[key]: integers(values, key) for key, values in numbers.items()})


@operation
def Dot(lhs: XlaOp, rhs: XlaOp, precision_config: Any = None, preferred_element_type: Any = None) -> XlaOp:
    """The product of vectors and matrices (Dot): [n] by [n] gives a scalar, [m,k] by [k] a vector, [m,k] by [k,n] a matrix.

    It sums over the last dimension of a vector or matrix `lhs` and the first of `rhs`. Errors: sizes that differ.
    """
    expect_array(lhs.shape, "lhs of dot")
    expect_array(rhs.shape, "rhs of dot")
    contracting = (0 if lhs.rank == 1 else 1,), (0,)
    return DotGeneral(lhs, rhs, (contracting, ((), ())), precision_config, preferred_element_type)


@operation
def DotGeneral(
    lhs: XlaOp, rhs: XlaOp, dimension_numbers: Any, precision_config: Any = None, preferred_element_type: Any = None
) -> XlaOp:
    """Sums of products over contracting dimensions (DotGeneral).

    The result has the batch dimensions, then the others of `lhs`, then those of `rhs`. `dimension_numbers` is
    DotDimensionNumbers or a
    dictionary of its fields. `preferred_element_type` is the type of the sums. Errors: sizes that differ, dimensions out of
    range.
    """
    numbers = dot_numbers(dimension_numbers)
    return lhs.builder.emit(stablehlo_contraction.DotGeneral, *of_one_kind(lhs, rhs), shape=preferred(preferred_element_type),
                            dot_dimension_numbers=numbers, precision_config=precisions(precision_config))


@operation
def RaggedDot(lhs: XlaOp, rhs: XlaOp, group_sizes: XlaOp, dimension_numbers: Any, precision_config: Any = None,
              preferred_element_type: Any = None) -> XlaOp:
    """Products in groups of different sizes along one dimension of `lhs`.

    The ragged dimension is not contracting: [m,k], [g,k,n], [g] give [m,n]; it is contracting: [m,k], [k,n], [g] give [g,m,n];
    or it is a batch dimension. `dimension_numbers` has also `lhs_ragged_dimensions` and `rhs_group_dimensions`.
    """
    numbers = dot_numbers(dimension_numbers, RaggedDotDimensionNumbers)
    return lhs.builder.emit(hlo_data.RaggedDot, lhs, rhs, group_sizes, shape=preferred(preferred_element_type),
                            ragged_dot_dimension_numbers=numbers, precision_config=precisions(precision_config))


@operation
def ScaledDot(lhs: XlaOp, rhs: XlaOp, lhs_scale: XlaOp, rhs_scale: XlaOp, dimension_numbers: Any, precision_config: Any = None,
              preferred_element_type: Any = None) -> XlaOp:
    """DotGeneral of arrays times their scales (HLO: scaled-dot).

    A scale has an element for each block of its array: sizes that divide the array's; or it is a scalar. Errors: as DotGeneral's,
    scales that do not fit, elements that are not floating point.
    """
    numbers = dot_numbers(dimension_numbers)
    return lhs.builder.emit(hlo_data.ScaledDot, lhs, rhs, lhs_scale, rhs_scale, shape=preferred(preferred_element_type),
                            dot_dimension_numbers=numbers, precision_config=precisions(precision_config))


# Algebra.


@operation
def Fft(operand: XlaOp, fft_type: str, fft_length: Sequence[int]) -> XlaOp:
    """The Fourier transform FFT, IFFT, RFFT or IRFFT over the innermost one to three dimensions (Fft).

    Errors: sizes that are not `fft_length`, elements of another kind.
    """
    lengths = integers(fft_length, "fft_length")
    if fft_type not in ("FFT", "IFFT", "RFFT", "IRFFT"):
        raise InputError(f"Unknown FFT type: {fft_type}.")
    return operand.builder.emit(stablehlo_linear_algebra.Fft, operand, fft_type=fft_type, fft_length=lengths)


@operation
def TriangularSolve(
    a: XlaOp, b: XlaOp, left_side: bool, lower: bool, unit_diagonal: bool, transpose_a: str = "NO_TRANSPOSE"
) -> XlaOp:
    """Solves op(a) x = b, or x op(a) = b where not `left_side`, for triangular a, in batches (TriangularSolve).

    `transpose_a` is NO_TRANSPOSE, TRANSPOSE or ADJOINT. Errors: matrices that are not square or do not fit.
    """
    return a.builder.emit(stablehlo_linear_algebra.TriangularSolve, a, b, left_side=bool(left_side), lower=bool(lower),
                          unit_diagonal=bool(unit_diagonal), transpose_a=transpose_a)


@operation
def Cholesky(a: XlaOp, lower: bool = True) -> XlaOp:
    """The triangular l with a = l l^H, or u with a = u^H u where not `lower`, in batches (Cholesky).

    The other triangle of the result is not defined. Errors: matrices that are not square.
    """
    return a.builder.emit(stablehlo_linear_algebra.Cholesky, a, lower=bool(lower))
