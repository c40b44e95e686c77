"""Decompositions of matrices, in batches (lib/qr, lib/lu_decomposition, lib/self_adjoint_eig, lib/logdet).

The decompositions are the custom calls `Qr`, `LuDecomposition` and `Eigh`, as XLA's library has them; both engines know them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hloom.support.diagnostics import InputError
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.arithmetic import CreateScalarAddComputation, CreateScalarMultiplyComputation
from hloom.xla.ops.constants import FullLike, One, Zero, ZerosLike
from hloom.xla.ops.control import CustomCall
from hloom.xla.ops.inputs import Iota
from hloom.xla.ops.matrix import GetMatrixDiagonal, UpperTriangle
from hloom.xla.ops.movement import PadInDim
from hloom.xla.ops.parts import integer
from hloom.xla.ops.reduction import Reduce
from hloom.xla.ops.slicing import SliceInMinorDims
from hloom.xla.shape import Shape


def matrices(a: XlaOp, what: str, square: bool = False) -> tuple[tuple[int, ...], int, int]:
    """The sizes of the batch, and of each matrix. InputError for what is no array of floating-point or complex matrices."""
    shape = a.shape
    if not shape.is_array or shape.rank < 2:
        raise InputError(f"Arguments to {what} must have rank >= 2: got shape {shape.to_text(layouts=False)}")
    if not (shape.element_type.is_float or shape.element_type.is_complex):
        raise InputError(f"{what} takes floating-point or complex elements, got {shape.to_text(layouts=False)}")
    if shape.is_dynamic:
        raise InputError(f"{what} takes matrices of known sizes, got {shape.to_text(layouts=False)}")
    *batch, m, n = shape.dimensions
    if square and m != n:
        raise InputError(f"Arguments to {what} must be square matrices: got shape {shape.to_text(layouts=False)}")
    return tuple(batch), m, n


def _real(shape: Shape) -> Shape:
    """The shape with the type of the absolute values of its elements."""
    parts = {"c64": "f32", "c128": "f64"}
    return shape.replace(element_type=parts.get(shape.element_type.text, shape.element_type))


class QrDecomposition(NamedTuple):
    """R above the diagonal of `q_and_r`, and below it the reflections whose product is Q; their factors `taus`."""

    q_and_r: XlaOp
    taus: XlaOp


@operation(returns=QrDecomposition)
def Qr(a: XlaOp) -> QrDecomposition:
    """a = Q R with orthonormal Q and triangular R, in the form of LAPACK's geqrf (lib/qr): [..., m, n] and [..., min(m, n)]."""
    batch, m, n = matrices(a, "QR")
    taus = Shape(a.element_type, (*batch, min(m, n)))
    made = CustomCall(a.builder, "Qr", [a], Shape.of_tuple([Shape(a.element_type, a.shape.dimensions), taus]))
    return QrDecomposition(*made)


@operation
def ProductOfElementaryHouseholderReflectors(a: XlaOp, taus: XlaOp) -> XlaOp:
    """The first n columns of Q for `a` of [..., m, n] and `taus` as Qr gives them (lib/qr; LAPACK's orgqr).

    Errors: fewer rows than columns, more factors than columns.
    """
    batch, m, n = matrices(a, "ProductOfElementaryHouseholderReflectors")
    if m < n:
        raise InputError("Argument to product of elementary Householder reflectors must have m >= n, got shape "
                         f"{a.shape.to_text(layouts=False)}")
    sizes = taus.shape.dimensions if taus.shape.is_array else ()
    if not sizes or sizes[:-1] != batch or sizes[-1] > n or taus.element_type is not a.element_type:
        raise InputError(f"taus of elementary Householder reflectors {a.shape.to_text(layouts=False)} are at most {n} of the "
                         f"same type for each matrix, got {taus.shape.to_text(layouts=False)}")
    return CustomCall(a.builder, "ProductOfElementaryHouseholderReflectors", [a, taus],
                      Shape(a.element_type, a.shape.dimensions))


class QrExplicitResult(NamedTuple):
    """The factors of a = q r."""

    q: XlaOp
    r: XlaOp


@operation(returns=QrExplicitResult)
def QrExplicit(a: XlaOp, full_matrices: bool) -> QrExplicitResult:
    """(q, r) with a = q r (lib/qr): [..., m, m] and [..., m, n] of full matrices, else [..., m, k] and [..., k, n].

    k is min(m, n). C++ gives them by reference.
    """
    _, m, n = matrices(a, "QR")
    packed, taus = Qr(a)
    r = UpperTriangle(packed)
    if m < n:
        packed = SliceInMinorDims(packed, [0, 0], [m, m])
    elif full_matrices:
        packed = PadInDim(packed, Zero(a.builder, a.element_type), a.rank - 1, 0, m - n)
    else:
        r = SliceInMinorDims(r, [0, 0], [n, n])
    return QrExplicitResult(ProductOfElementaryHouseholderReflectors(packed, taus), r)


class LuDecompositionResult(NamedTuple):
    """L below the unit diagonal of `lu` and U above; the exchanges of rows, and the order of rows that they give."""

    lu: XlaOp
    pivots: XlaOp
    permutation: XlaOp


@operation(returns=LuDecompositionResult)
def LuDecomposition(a: XlaOp) -> LuDecompositionResult:
    """P a = L U with partial pivoting (lib/lu_decomposition).

    For [..., m, n]: `lu` of the same shape; `pivots` S32[..., min(m, n)], row k is exchanged with row pivots[k], from 0;
    `permutation` S32[..., m], the rows of `a` in the order of L U.
    """
    batch, m, n = matrices(a, "LuDecomposition")
    shape = Shape.of_tuple([Shape(a.element_type, a.shape.dimensions), Shape("s32", (*batch, min(m, n))),
                            Shape("s32", (*batch, m))])
    return LuDecompositionResult(*CustomCall(a.builder, "LuDecomposition", [a], shape))


class SelfAdjointEigResult(NamedTuple):
    """The eigenvectors of norm 1, as columns, and the eigenvalues, in rising order."""

    v: XlaOp
    w: XlaOp


@operation(returns=SelfAdjointEigResult)
def SelfAdjointEig(a: XlaOp, lower: bool = True, max_iter: int = 15, tol: float = 1e-5,
                   sort_eigenvalues: bool = True) -> SelfAdjointEigResult:
    """a = v diag(w) v^H of symmetric, or Hermitian, matrices, one triangle of which is read (lib/self_adjoint_eig).

    `max_iter` and `tol` limit the work of devices that iterate. Errors: matrices that are not square.
    """
    batch, n, _ = matrices(a, "self-adjoint eigendecomposition", square=True)
    values = _real(Shape(a.element_type, (*batch, n)))
    text = f"{int(bool(lower))},{int(bool(sort_eigenvalues))},{integer(max_iter, 'max_iter')},{float(tol):f}"
    return SelfAdjointEigResult(*CustomCall(a.builder, "Eigh", [a],
                                            Shape.of_tuple([Shape(a.element_type, a.shape.dimensions), values]), text))


class SignAndLogDet(NamedTuple):
    """The sign of determinants, 1, 0 or -1 (complex: of absolute value 1), and the logarithms of their absolute values."""

    sign: XlaOp
    logdet: XlaOp


@operation(returns=SignAndLogDet)
def SLogDet(a: XlaOp) -> SignAndLogDet:
    """The sign and the logarithm of the absolute value of the determinant of square matrices (lib/logdet)."""
    matrices(a, "LogDet", square=True)
    packed, pivots, _ = LuDecomposition(a)
    diagonal, last = GetMatrixDiagonal(packed), a.rank - 2
    b, type = a.builder, a.element_type
    moved = e.ConvertElementType(e.Ne(pivots, Iota(b, pivots.shape, last)), "s32")
    exchanges = Reduce(moved, Zero(b, "s32"), CreateScalarAddComputation("s32"), [last])
    sign = Reduce(e.Sign(diagonal), One(b, type), CreateScalarMultiplyComputation(type), [last])
    sign = e.Select(e.Eq(e.Rem(exchanges, FullLike(exchanges, 2)), ZerosLike(exchanges)), sign, e.Neg(sign))
    size = e.Abs(diagonal)
    logdet = Reduce(e.Log(size), Zero(b, size.element_type), CreateScalarAddComputation(size.element_type), [last])
    return SignAndLogDet(sign, logdet)


@operation
def LogDet(a: XlaOp) -> XlaOp:
    """The logarithm of the determinant of square matrices; NaN for negative ones, of complex matrices complex (lib/logdet)."""
    sign, logdet = SLogDet(a)
    if sign.element_type.is_complex:
        return e.Add(e.Log(sign), e.Complex(logdet, ZerosLike(logdet)))
    return e.Select(e.Ge(sign, ZerosLike(sign)), logdet, FullLike(logdet, np.nan))
