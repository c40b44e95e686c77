"""The singular value decomposition, by rotations (lib/svd)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.arithmetic import CreateScalarAddComputation, CreateScalarMaxComputation
from hloom.xla.ops.comparators import CreateScalarGtComputation
from hloom.xla.ops.constants import Epsilon, FullLike, One, ScalarLike, Zero, ZerosLike
from hloom.xla.ops.decompositions import ProductOfElementaryHouseholderReflectors, Qr, matrices
from hloom.xla.ops.inputs import ConstantR0, Iota
from hloom.xla.ops.loops import ForEachIndex, WhileLoopHelper
from hloom.xla.ops.matrix import GetMatrixDiagonal, IdentityMatrix, MaybeTransposeInMinorDims
from hloom.xla.ops.movement import Broadcast, BroadcastInDim, ConcatInDim, PadInDim, SliceInDim
from hloom.xla.ops.parts import integer
from hloom.xla.ops.reduction import Reduce, ReduceAll, Sort
from hloom.xla.ops.slicing import TorchIndexSelect
from hloom.xla.shape import Shape


class SVDResult(NamedTuple):
    """The factors of a = u diag(d) v^H: columns of u and v are orthonormal, d falls."""

    u: XlaOp
    d: XlaOp
    v: XlaOp


@operation(returns=SVDResult)
def SVD(a: XlaOp, max_iter: int = 100, epsilon: float = 1e-6, precision: Any = "HIGHEST") -> SVDResult:
    """a = u diag(d) v^H of a batch of matrices [..., m, n] (lib/svd): [..., m, m], [..., min(m, n)] and [..., n, n].

    Pairs of columns are rotated until all are orthogonal: at most `max_iter` times each, or until the cosine of the angle of any
    two was at most `epsilon` before the last rotations, which square it. `precision` is for devices that round products.
    """
    _, m, n = matrices(a, "SVD")
    if m < n:
        u, d, v = SVD(_adjoint(a), max_iter, epsilon, precision)
        return SVDResult(v, d, u)
    if a.element_type.width < 32:
        wide = SVD(e.ConvertElementType(a, "f32"), max_iter, epsilon, precision)
        return SVDResult(*[e.ConvertElementType(part, a.element_type) for part in wide])
    builder, type, axis = a.builder, a.element_type, a.rank - 1
    # Below the least normal number a product of columns is no longer exact, above the largest's root it is infinite.
    scale = _largest(a)
    scaled = e.Div(a, _spread(scale, a, [*range(a.rank - 2)]))
    # Rotations take the columns of two halves in pairs: an odd column gets one of zeros beside it.
    odd = n % 2
    columns = PadInDim(scaled, Zero(builder, type), axis, 0, odd)
    basis = Broadcast(IdentityMatrix(builder, type, n + odd, n + odd), a.shape.dimensions[:-2])
    if n > 1:
        columns, basis = _orthogonal(columns, basis, integer(max_iter, "max_iter"), float(epsilon))
    columns, basis = SliceInDim(columns, 0, n, 1, axis), SliceInDim(SliceInDim(basis, 0, n, 1, axis - 1), 0, n, 1, axis)
    columns, basis, sizes = _sorted(columns, basis)
    # The columns are orthogonal: their QR decomposition finds directions, also for what is missing or zero.
    packed, taus = Qr(columns)
    full = ProductOfElementaryHouseholderReflectors(PadInDim(packed, Zero(builder, type), axis, 0, m - n), taus)
    turns = GetMatrixDiagonal(packed)
    length = e.Abs(turns)
    is_zero = e.Eq(length, ZerosLike(length))
    unit = e.Select(is_zero, FullLike(turns, 1), e.Div(turns, _as(e.Select(is_zero, FullLike(length, 1), length), turns)))
    unit = PadInDim(unit, One(builder, type), unit.rank - 1, 0, m - n)
    u = e.Mul(full, _spread(unit, full, [*range(a.rank - 2), axis]))
    return SVDResult(u, e.Mul(sizes, _spread(e.Real(scale), sizes, [*range(a.rank - 2)])), basis)


def _adjoint(x: XlaOp) -> XlaOp:
    turned = MaybeTransposeInMinorDims(x, True)
    return e.Conj(turned) if x.element_type.is_complex else turned


def _as(x: XlaOp, like: XlaOp) -> XlaOp:
    """Real numbers as elements of the type of others."""
    return x if x.element_type is like.element_type else e.Complex(x, ZerosLike(x))


def _spread(x: XlaOp, like: XlaOp, dimensions: list[int]) -> XlaOp:
    return BroadcastInDim(x, like.shape.dimensions, dimensions)


def _largest(a: XlaOp) -> XlaOp:
    """The largest absolute value in each matrix, 1 for zeros, in the type of the matrices."""
    size = e.Abs(a)
    type = size.element_type
    found = Reduce(size, Zero(a.builder, type), CreateScalarMaxComputation(type), [a.rank - 2, a.rank - 1])
    usable = e.And(e.Gt(found, ZerosLike(found)), e.IsFinite(found))
    return _as(e.Select(usable, found, FullLike(found, 1)), a)


def _column_sums(x: XlaOp) -> XlaOp:
    return Reduce(x, Zero(x.builder, x.element_type), CreateScalarAddComputation(x.element_type), [x.rank - 2])


def _squares(x: XlaOp) -> XlaOp:
    """The squares of the absolute values of elements, real."""
    if not x.element_type.is_complex:
        return e.Mul(x, x)
    re, im = e.Real(x), e.Imag(x)
    return e.Add(e.Mul(re, re), e.Mul(im, im))


def _orthogonal(columns: XlaOp, basis: XlaOp, max_iter: int, epsilon: float) -> tuple[XlaOp, XlaOp]:
    """Columns turned into orthogonal ones, and the basis turned the same way (one-sided Jacobi rotations)."""
    builder, count = columns.builder, columns.shape.dimensions[-1]
    real = "f64" if columns.element_type.text in ("f64", "c128") else "f32"
    # The sums of products round.
    epsilon = max(epsilon, 4 * float(np.finfo(real.replace("f", "float")).eps) * columns.shape.dimensions[-2] ** 0.5)

    def goes_on(values: list[XlaOp], b: XlaBuilder) -> XlaOp:
        return e.And(e.Lt(values[0], ConstantR0(b, max_iter)), e.Gt(values[1], ConstantR0(b, epsilon, real)))

    def sweep(values: list[XlaOp], b: XlaBuilder) -> list[XlaOp]:
        worst, x, v = ForEachIndex(count - 1, "s32", lambda _, parts, inner: _round(parts),
                                   [ConstantR0(b, 0.0, real), *values[2:]], "rounds", b)
        return [e.Add(values[0], ConstantR0(b, 1)), worst, x, v]

    start = [ConstantR0(builder, 0), ConstantR0(builder, 2 * max(epsilon, 1.0), real), columns, basis]
    return tuple(WhileLoopHelper(goes_on, sweep, start, "sweeps", builder)[2:])  # type: ignore[return-value]


def _round(parts: list[XlaOp]) -> list[XlaOp]:
    """Rotates the k-th column of the left half against the k-th of the right one; then all but the first move on by one place.

    After as many rounds as there are columns, less one, each has met each other, and all stand where they stood.
    """
    worst, x, v = parts
    half = x.shape.dimensions[-1] // 2

    def halves(y: XlaOp) -> tuple[XlaOp, XlaOp]:
        return SliceInDim(y, 0, half, 1, y.rank - 1), SliceInDim(y, half, 2 * half, 1, y.rank - 1)

    left, right = halves(x)
    alpha, beta = _column_sums(_squares(left)), _column_sums(_squares(right))
    product = _column_sums(e.Mul(e.Conj(left) if left.element_type.is_complex else left, right))
    gamma = e.Abs(product)
    scale = e.Mul(e.Sqrt(alpha), e.Sqrt(beta))
    # Columns below the rounding errors of the largest elements, which are 1, have no direction.
    tiny = Epsilon(x.builder, scale.element_type)
    tiny = e.Mul(e.Mul(tiny, tiny), ScalarLike(scale, x.shape.dimensions[-2]))
    meets = e.And(e.Gt(gamma, ZerosLike(gamma)), e.Gt(scale, Broadcast(tiny, scale.shape.dimensions)))
    one, zero = FullLike(gamma, 1), ZerosLike(gamma)
    safe = e.Select(meets, gamma, one)
    cosine = e.Select(meets, e.Div(gamma, e.Select(meets, scale, one)), zero)
    worst = e.Max(worst, ReduceAll(cosine, 0, CreateScalarMaxComputation(cosine.element_type)))
    # tan of the angle: the smaller root of t^2 + 2 zeta t - 1.
    zeta = e.Div(e.Sub(beta, alpha), e.Mul(FullLike(safe, 2), safe))
    root = e.Div(one, e.Add(e.Abs(zeta), e.Sqrt(e.Add(one, e.Mul(zeta, zeta)))))
    tangent = e.Select(meets, e.Select(e.Lt(zeta, zero), e.Neg(root), root), zero)
    c = e.Div(one, e.Sqrt(e.Add(one, e.Mul(tangent, tangent))))
    s = e.Mul(c, tangent)
    phase = e.Select(meets, e.Div(product, _as(safe, product)), FullLike(product, 1))
    batch = [*range(x.rank - 2), x.rank - 1]

    def rotated(y: XlaOp) -> XlaOp:
        p, q = halves(y)
        cosines, sines, phases = (_spread(_as(w, p), p, batch) for w in (c, s, phase))
        back = e.Conj(phases) if p.element_type.is_complex else phases
        turned = e.Mul(back, q)
        return _moved(e.Sub(e.Mul(cosines, p), e.Mul(sines, turned)), e.Add(e.Mul(sines, p), e.Mul(cosines, turned)))

    return [worst, rotated(x), rotated(v)]


def _moved(left: XlaOp, right: XlaOp) -> XlaOp:
    """Both halves with the places of a round-robin: the first column stays, the others go round, right half backwards."""
    axis, half = left.rank - 1, left.shape.dimensions[-1]
    if half == 1:
        return ConcatInDim(left.builder, [left, right], axis)
    first, rest, last = (SliceInDim(left, *bounds, 1, axis) for bounds in ((0, 1), (1, half - 1), (half - 1, half)))
    head, tail = SliceInDim(right, 0, 1, 1, axis), SliceInDim(right, 1, half, 1, axis)
    return ConcatInDim(left.builder, [first, head, rest, tail, last], axis)


def _sorted(columns: XlaOp, basis: XlaOp) -> tuple[XlaOp, XlaOp, XlaOp]:
    """Columns in falling order of their norms, the basis in the same order, and the norms."""
    b, axis = columns.builder, columns.rank - 1
    norms = e.Sqrt(_column_sums(_squares(columns)))
    places = Iota(b, Shape("s32", norms.shape.dimensions), norms.rank - 1)
    compare = CreateScalarGtComputation([norms.element_type, "s32"])
    sizes, order = Sort([norms, places], compare, norms.rank - 1, True)

    def ordered(y: XlaOp) -> XlaOp:
        return TorchIndexSelect(y, order, axis, axis - 1)

    return ordered(columns), ordered(basis), sizes
