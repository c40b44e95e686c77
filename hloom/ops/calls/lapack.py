"""The custom calls `lapack_*_ffi` of JAX's CPU exports (the letter after `lapack_` is the type: s, d, c, z).

Each function works on one matrix, in double precision; leading dimensions are a batch. Options are one-letter codes
(`uplo = 76 : ui8` is 'L'), `info` is 0, or what LAPACK's routine of that name reports. What LAPACK leaves undefined is 0; a
whole result of that kind is None here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from math import prod
from typing import Any

import numpy as np

from hloom.ir.attributes import BoolAttr, IntegerAttr
from hloom.numbers.convert import convert
from hloom.numbers.element_type import C64, C128, F32, F64, ElementType
from hloom.ops.calls.target import Routine, Target, define, fault, later, without_shapes
from hloom.ops.stablehlo.linear_algebra import adjoint, solved, transposed

Array = Any
#: Names and values of a call's options: letters as strings, numbers and truth values as they are.
Options = dict[str, Any]

_generate, _hessenberg, _multiply, _pivoted_qr, _qr, _tridiagonal = (
    later("householder", name) for name in ("generate", "hessenberg", "multiply", "pivoted_qr", "qr", "tridiagonal"))
_schur, _eigenvalues = (later("schur", name) for name in ("schur", "eigenvalues"))


def options_of(op: Any) -> Options:
    """The options that a call states."""
    return {name: _option(value) for name, value in op.options().items()}


def _option(value: Any) -> Any:
    if isinstance(value, BoolAttr):
        return value.value
    if isinstance(value, IntegerAttr):
        return chr(value.value) if str(value.type) == "ui8" else value.value
    return value


def potrf(options: Options, a: Array) -> Any:
    part = np.tril(a) if options["uplo"] == "L" else np.conj(np.triu(a).T)
    try:
        found = np.linalg.cholesky(part)
    except np.linalg.LinAlgError:
        info = next(k for k in range(1, a.shape[0] + 1) if not _is_positive(part[:k, :k]))
        return np.full_like(a, np.nan), np.int32(info)
    whole = np.tril(found) + np.triu(a, 1) if options["uplo"] == "L" else np.conj(np.tril(found).T) + np.tril(a, -1)
    return whole, np.int32(0)


def _is_positive(a: Array) -> bool:
    try:
        np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        return False
    return True


def getrf(options: Options, a: Array) -> Any:
    """L below the diagonal, U above; row k was exchanged with row pivots[k], from 1.

    NaN is a pivot where it stands on the diagonal already; nothing is divided by it, unless another part of it is a number.
    """
    a = a.copy()
    count = min(a.shape)
    pivots, info = np.zeros(count, np.int32), 0
    for k in range(count):
        size = np.abs(a[k:, k].real) + np.abs(a[k:, k].imag)
        best = k if np.isnan(size[0]) else k + int(np.argmax(np.where(np.isnan(size), -1.0, size)))
        pivots[k] = best + 1
        a[[k, best]] = a[[best, k]]
        if a[k, k] == 0:
            info = info or k + 1
            continue
        if not np.isnan(a[k, k]) or np.fmax(np.abs(a[k, k].real), np.abs(a[k, k].imag)) > 0:
            a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a, pivots, np.int32(info)


def geqrf(options: Options, a: Array) -> Any:
    return _qr(a)


def geqp3(options: Options, a: Array, fixed: Array) -> Any:
    packed, tau, order = _pivoted_qr(a, fixed)
    return packed, (order + 1).astype(np.int32), tau


def orgqr(options: Options, packed: Array, tau: Array) -> Any:
    return (_generate(packed, tau),)


def ormqr(options: Options, packed: Array, tau: Array, c: Array) -> Any:
    """Q c, or c Q = (Qᴴ cᴴ)ᴴ; with `transpose` the adjoint of Q in the place of Q."""
    if options["left"]:
        return (_multiply(packed, tau, c, options["transpose"]),)
    return (adjoint(_multiply(packed, tau, adjoint(c), not options["transpose"])),)


def syevd(options: Options, a: Array) -> Any:
    try:
        if options["mode"] == "V":
            values, vectors = np.linalg.eigh(a, UPLO=options["uplo"])
            return vectors, values, np.int32(0)
        return np.zeros_like(a), np.linalg.eigvalsh(a, UPLO=options["uplo"]), np.int32(0)
    except np.linalg.LinAlgError:
        return np.full_like(a, np.nan), np.full(a.shape[0], np.nan), np.int32(1)


def gesdd(options: Options, a: Array) -> Any:
    try:
        if options["mode"] == "N":
            return a, np.linalg.svd(a, compute_uv=False), None, None, np.int32(0)
        left, values, right = np.linalg.svd(a, full_matrices=options["mode"] == "A")
        return a, values, left, right, np.int32(0)
    except np.linalg.LinAlgError:
        return a, None, None, None, np.int32(1)


def geev(options: Options, a: Array) -> Any:
    """Eigenvalues (of real matrices as real and imaginary parts), left and right eigenvectors of norm 1."""
    n, info = a.shape[0], 0
    left = right = np.zeros((n, n), np.complex128)
    try:
        found: Any = np.linalg.eig(a)
        values, right = found
        if options["compute_left"] == "V":
            left = _left_vectors(a, values, right)
    except np.linalg.LinAlgError:
        values, info = np.full(n, np.nan, np.complex128), 1
    if options["compute_right"] != "V":
        right = np.zeros((n, n), np.complex128)
    parts = (values,) if a.dtype.kind == "c" else (values.real, values.imag)
    return *parts, left, right, np.int32(info)


def _left_vectors(a: Array, values: Array, right: Array) -> Array:
    """The left eigenvectors of norm 1 that belong to `values`, in this order, of complex ones the largest element real.

    Of complex matrices it is positive, as LAPACK has it; of real ones its sign follows from how LAPACK arrived at it, so that
    only LAPACK can tell: SciPy has it, without SciPy it is positive.
    """
    if a.dtype.kind != "c" and np.any(values.imag):
        try:
            return import_module("scipy.linalg").eig(a, left=True, right=False)[1]
        except ImportError:
            pass
    try:
        found = adjoint(np.linalg.inv(right))
        found = found / np.linalg.norm(found, axis=0)
    except np.linalg.LinAlgError:  # too few right eigenvectors: those of the adjoint, by the nearest eigenvalue
        others, vectors = np.linalg.eig(adjoint(a))
        nearest = np.abs(np.conj(others)[np.newaxis, :] - values[:, np.newaxis]).argmin(1)
        found = vectors[:, nearest]
    return found if a.dtype.kind != "c" and not np.any(values.imag) else _with_real_largest(found, a.dtype.kind == "c", values)


def _with_real_largest(vectors: Array, is_complex: bool, values: Array) -> Array:
    """Columns turned so that the largest element is positive; of a real matrix those of complex eigenvalues only."""
    found = vectors.astype(np.complex128)
    for k in range(found.shape[1]):
        if is_complex or values[k].imag:
            largest = int(np.argmax(np.abs(found[:, k])))
            found[:, k] *= np.conj(found[largest, k]) / np.abs(found[largest, k])
            found[largest, k] = found[largest, k].real
    return found


def gees(options: Options, a: Array) -> Any:
    """The Schur form, its vectors and the eigenvalues in the order of its diagonal.

    Signs, and the order of eigenvalues, follow from how a routine arrives at them: with SciPy they are LAPACK's.
    """
    is_complex = a.dtype.kind == "c"
    try:
        if np.isnan(a).any():
            raise np.linalg.LinAlgError
        try:
            decompose = partial(import_module("scipy.linalg").schur, output="complex" if is_complex else "real",
                                check_finite=False)
        except ImportError:
            decompose = _schur
        form, vectors = decompose(a)
        found: Any = _eigenvalues(form)
    except np.linalg.LinAlgError:
        found = np.full(a.shape[0], np.nan, np.complex128)
        form = vectors = np.full_like(a, np.nan)
    values = (found,) if is_complex else (found.real, found.imag)
    if options["mode"] != "V":
        vectors = np.zeros_like(a)
    return form, vectors, *values, np.int32(0), np.int32(0)


def gehrd(options: Options, a: Array) -> Any:
    packed, tau = _hessenberg(a, options["low"], options["high"])
    return packed, tau, np.int32(0)


def sytrd(options: Options, a: Array) -> Any:
    packed, d, e, tau = _tridiagonal(a, options["uplo"] == "L")
    return packed, d, e, tau, np.int32(0)


def trsm(options: Options, a: Array, b: Array) -> Any:
    """The x with op(a) x = b, or x op(a) = b."""
    lower = options["uplo"] == "L"
    if options["trans_x"] != "N":
        a, lower = (transposed(a) if options["trans_x"] == "T" else adjoint(a)), not lower
    unit = options["diag"] == "U"
    if options["side"] == "R":
        return (transposed(solved(transposed(a), transposed(b), not lower, unit)),)
    return (solved(a, b, lower, unit),)


def gtsv(options: Options, below: Array, diagonal: Array, above: Array, b: Array) -> Any:
    """Solves a tridiagonal system by elimination with row exchanges. `below[k]` stands in row k, so that `below[0]` and the
    last of `above` mean nothing."""
    lower, d, upper, second, x = _eliminated(below, diagonal, above, b)
    zeros = np.flatnonzero(d == 0)
    if zeros.size:
        return lower, d, upper, x, np.int32(zeros[0] + 1)
    return lower, d, upper, _back_substituted(d, upper, second, x), np.int32(0)


def perturbed_tridiagonal(options: Options, below: Array, diagonal: Array, above: Array, b: Array) -> Any:
    """As `gtsv`, with pivots moved away from 0 by the rounding error of the factor where a quotient would overflow, as LAPACK's
    `lagts` does: singular systems have a solution too."""
    _, d, upper, second, x = _eliminated(below, diagonal, above, b)
    limits = np.finfo(options["element"].part.dtype)
    size = max((float(np.abs(part).max()) for part in (d, upper[:-1], second) if part.size), default=0.0)
    least = float(limits.eps) / 2 * size or float(limits.eps) / 2  # of the least numbers, too: a pivot must move
    largest = 1.0 / float(limits.tiny)

    def quotient(total: Array, pivot: Any) -> Array:
        pivots, step = np.full(total.shape, pivot), -least if np.real(pivot) < 0 else least
        while True:
            overflows = (np.abs(pivots) < 1) & (np.abs(total) > np.abs(pivots) * largest)
            overflows |= pivots == 0
            if not overflows.any():
                return total / pivots
            pivots[overflows] += step
            step *= 2

    return (_back_substituted(d, upper, second, x, quotient),)


def _eliminated(below: Array, diagonal: Array, above: Array, b: Array) -> tuple[Array, Array, Array, Array, Array]:
    """The multipliers below the diagonal, the diagonal and the two above it of the triangular system that elimination with row
    exchanges leaves, and its right side."""
    n = len(diagonal)
    lower, d, upper, x = np.roll(below, -1), diagonal.copy(), above.copy(), b.copy()
    second = np.zeros(max(n - 2, 0), d.dtype)
    for k in range(n - 1):
        if abs(d[k]) >= abs(lower[k]):
            factor = lower[k] / d[k] if d[k] != 0 else 0
            d[k + 1] -= factor * upper[k]
            x[k + 1] -= factor * x[k]
            lower[k] = 0
        else:
            factor = d[k] / lower[k]
            d[k], old = lower[k], d[k + 1]
            d[k + 1] = upper[k] - factor * old
            if k < n - 2:
                second[k], upper[k + 1] = upper[k + 1], -factor * upper[k + 1]
                lower[k] = second[k]
            upper[k] = old
            x[[k, k + 1]] = x[[k + 1, k]]
            x[k + 1] -= factor * x[k]
    return lower, d, upper, second, x


def _back_substituted(d: Array, upper: Array, second: Array, x: Array, quotient: Callable[..., Array] = np.divide) -> Array:
    """The solution of a triangular system with two diagonals above the main one."""
    n, found = len(d), x.copy()
    for k in range(n - 1, -1, -1):
        total = found[k].copy()
        if k + 1 < n:
            total -= upper[k] * found[k + 1]
        if k + 2 < n:
            total -= second[k] * found[k + 2]
        found[k] = quotient(total, d[k])
    return found


def restated(ranks: Sequence[int], name: str, *given: Any, has_numbers: bool = False) -> Callable[..., Any]:
    """The `decompose` of calls of arrays of these ranks, where `has_numbers` behind numbers, which a function of `restated` says
    in calls of LAPACK."""
    return later("restated", "restate", ranks, has_numbers, later("restated", name, *given))


def batched(routine: Callable[..., Any], ranks: Sequence[int]) -> Callable[..., Any]:
    """The custom call of a routine whose operands have these ranks, for any leading dimensions."""

    def function(op: Any, *operands: Array) -> Any:
        operands, shapes = without_shapes(op, operands)
        options = {**options_of(op), "element": op.operands[len(ranks) - 1].type.element}
        return run_batch(op, routine, ranks, options, operands, shapes)

    return function


def run_batch(op: Any, routine: Callable[..., Any], ranks: Sequence[int], options: Options, operands: Sequence[Array],
              shapes: Sequence[tuple[int, ...]]) -> tuple[Array, ...]:
    """The results of a call, of these shapes: what the routine gives for each matrix of a batch, and zeros for what it does
    not."""
    types = [r.type for r in op.results]
    if len(operands) != len(ranks) or any(x.ndim < rank for x, rank in zip(operands, ranks)):
        raise fault(op, f"takes {len(ranks)} arrays of ranks {list(ranks)} and a batch, got {[list(x.shape) for x in operands]}")
    batch = operands[0].shape[: operands[0].ndim - ranks[0]]
    if any(x.shape[: x.ndim - rank] != batch for x, rank in zip(operands, ranks)):
        raise fault(op, f"takes arrays of one batch, got {[list(x.shape) for x in operands]}")
    wide = [_in_double(x).reshape(prod(batch), *x.shape[len(batch) :]) for x in operands]
    found: list[list[Array | None]] = [[] for _ in types]
    for k in range(prod(batch)):
        try:
            parts = routine(options, *(x[k] for x in wide))
        except KeyError as missing:
            raise fault(op, f"needs the option {missing}") from None
        if len(parts) > len(found):
            raise fault(op, f"has {len(parts)} results, not {len(found)}")
        for column, part in zip(found, (*parts, *[None] * (len(found) - len(parts)))):
            column.append(part)
    return tuple(_joined(column, type, shape) for column, type, shape in zip(found, types, shapes))


def _in_double(x: Array) -> Array:
    return convert(x, C128 if x.dtype.kind == "c" else F64) if x.dtype.kind in "fc" else x


def _joined(parts: list[Array | None], type: Any, shape: tuple[int, ...]) -> Array:
    if not parts or all(part is None for part in parts):
        return np.zeros(shape, type.storage.dtype)
    # A batch may have parts that are undefined where others are not.
    known = next(part for part in parts if part is not None)
    stacked: Any = np.stack([np.zeros_like(known) if part is None else part for part in parts])
    if stacked.dtype.kind == "c" and not type.storage.is_complex:
        stacked = stacked.real
    return convert(stacked, type.storage).reshape(shape)


#: The letters of the types.
LETTERS = {F32: "s", F64: "d", C64: "c", C128: "z"}
#: The targets by the names of routines for real numbers, and the type.
CALLS_OF: dict[tuple[str, ElementType], str] = {}


def _define(name: str, ranks: tuple[int, ...], routine: Callable[..., Any], complex_name: str = "", is_square: bool = False,
            is_called: bool = True, **traits: Any) -> None:
    """Defines the calls of a routine whose operands have these ranks, for each type. Unless it `is_called`, compiled code always
    has its own."""
    for element, letter in LETTERS.items():
        entry = letter + (complex_name or name if element.is_complex else name)
        target = CALLS_OF[name, element] = f"lapack_{entry}_ffi"
        define(Target(target, batched(routine, ranks), is_pure=True,
                      routine=Routine(name, entry if is_called else None, element, ranks, is_square), **traits))


_define("potrf", (2,), potrf, is_square=True)
_define("getrf", (2,), getrf)
_define("geqrf", (2,), geqrf)
_define("geqp3", (2, 1), geqp3)
_define("orgqr", (2, 1), orgqr, "ungqr")
_define("ormqr", (2, 1, 2), ormqr, "unmqr")
_define("syevd", (2,), syevd, "heevd", is_square=True, wanted={"mode": (-3,)})
_define("gesdd", (2,), gesdd, wanted={"mode": (-3, -2)})
_define("gesvd", (2,), gesdd, wanted={"mode": (-3, -2)})
_define("geev", (2,), geev, is_square=True, wanted={"compute_left": (-3,), "compute_right": (-2,)})
_define("gees", (2,), gees, is_square=True)
_define("gehrd", (2,), gehrd, is_square=True)
_define("sytrd", (2,), sytrd, "hetrd", is_square=True)
_define("trsm", (2, 2), trsm, is_called=False)
_define("gtsv", (1, 1, 1, 2), gtsv)
define(Target("tridiagonal_solve_perturbed_ffi", batched(perturbed_tridiagonal, (1, 1, 1, 2)), is_pure=True,
              decompose=restated((1, 1, 1, 2), "perturbed")))
