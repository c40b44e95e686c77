"""Linear algebra by other names than those that JAX's exports for the CPU use today: they mean the same.

- `cusolver_*_ffi`, `cuhybrid_*`, `cublas_*`, `cusparse_*`, `cu_*`, and `hip...`: exports for GPUs.
- `lapack_sgetrf`, `blas_strsm` and so on: older exports for the CPU, in which sizes and options are operands of rank 0 before the
  matrices, and the results end with memory that the routine works in.
- `Qr`, `LuDecomposition`, `Eigh` and so on: XlaBuilder's library for matrices, which XLA expands for most devices. Rows are
  numbered from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.ops.calls import lapack
from hloom.ops.calls.lapack import LETTERS, Options, batched, options_of, restated, run_batch
from hloom.ops.calls.target import Target, define, fault, without_shapes
from hloom.ops.stablehlo.linear_algebra import adjoint, transposed
from hloom.support.diagnostics import EvaluationError

Array = Any
Routine = Callable[..., Any]


# -- GPUs -------------------------------------------------------------------------------------------------------------------
def half(options: Options) -> str:
    """Which triangle is read."""
    return "L" if options["lower"] else "U"


def mode(options: Options) -> str:
    """Which singular vectors are wanted: all, as many as there are values, or none."""
    return "N" if not options["compute_uv"] else "A" if options["full_matrices"] else "S"


def sides(options: Options) -> Options:
    """On which sides of a matrix eigenvectors are wanted."""
    return {"compute_left": "V" if options["left"] else "N", "compute_right": "V" if options["right"] else "N"}


def _triangle(options: Options) -> Options:
    return {**options, "uplo": half(options)}


def _potrf(options: Options, a: Array) -> Any:
    return lapack.potrf(_triangle(options), a)


def _syevd(options: Options, a: Array) -> Any:
    return lapack.syevd({**_triangle(options), "mode": "V"}, a)


def _sytrd(options: Options, a: Array) -> Any:
    return lapack.sytrd(_triangle(options), a)


def _svd(options: Options, a: Array) -> tuple[Array, Array, Array, Array, Any]:
    return lapack.gesdd({**options, "mode": mode(options)}, a)


def _gesvd(options: Options, a: Array) -> Any:
    """(a, singular values, U, Vᴴ, info); with `transposed`, which says that the matrix is stored by rows, Vᴴ before U."""
    _, values, left, right, info = _svd(options, a)
    return (a, values, right, left, info) if options["transposed"] else (a, values, left, right, info)


def _gesvdj(options: Options, a: Array) -> Any:
    """(a, singular values, U, V, info)."""
    _, values, left, right, info = _svd(options, a)
    return a, values, left, None if right is None else adjoint(right), info


def _eig(options: Options, a: Array) -> Any:
    return lapack.geev({**options, **sides(options)}, a)


def _geev(options: Options, a: Array) -> Any:
    """(a, eigenvalues, left and right eigenvectors, info); of a pair of conjugate ones of a real matrix the real and the
    imaginary part in two columns."""
    *values, left, right, info = _eig(options, a)
    found = values[0] if len(values) == 1 else values[0] + 1j * values[1]
    if len(values) == 1:
        return a, found, left, right, info
    return a, found, _packed(found, left), _packed(found, right), info


def _packed(values: Array, vectors: Array) -> Array:
    packed = vectors.real.copy()
    first = np.flatnonzero(values.imag > 0)
    packed[:, first + 1] = vectors.imag[:, first]
    return packed


def _gtsv(options: Options, below: Array, diagonal: Array, above: Array, b: Array) -> Any:
    return lapack.gtsv(options, below, diagonal, above, b)[3:4]


def _permutation(options: Options, pivots: Array, count: int) -> Array:
    order = np.arange(count)
    for k, other in enumerate(pivots):
        if not 0 <= other < count:
            raise EvaluationError(f"pivot {other} is not one of {count} rows")
        order[[k, other]] = order[[other, k]]
    return order


def _permutations(op: Any, *operands: Array) -> Array:
    """The order of rows after exchanges, which are numbered from 0, for each row of `pivots`."""
    (pivots,), (shape,) = without_shapes(op, operands)
    if pivots.ndim != len(shape) or pivots.shape[:-1] != shape[:-1] or pivots.shape[-1] > shape[-1]:
        raise EvaluationError.at(op.span, "custom_call", f"{op.call_target_name}: {list(pivots.shape)} exchanges do not give an "
                                 f"order of shape {list(shape)}")
    rows = [_permutation({}, row, shape[-1]) for row in pivots.reshape(-1, pivots.shape[-1])]
    return np.array(rows, op.results[0].type.storage.dtype).reshape(shape)


def _cholesky_update(options: Options, r: Array, w: Array) -> Any:
    """The upper triangular factor of rᵀ r + w wᵀ by rotations, and what is left of w."""
    r, w = r.copy(), w.copy()
    for k in range(len(w)):
        size = np.hypot(r[k, k], w[k])
        c, s = (r[k, k] / size, w[k] / size) if w[k] else (1.0, 0.0)
        r[k], w = c * r[k] + s * w, c * w - s * r[k]
    return r, w


def _syrk(op: Any, *operands: Array) -> Array:
    """alpha a aᵀ + beta c, or alpha aᵀ a + beta c."""
    (a, c, alpha, beta), _ = without_shapes(op, operands)
    wide = a.astype(np.float64)
    product = transposed(wide) @ wide if options_of(op).get("transpose") else wide @ transposed(wide)
    return (float(alpha) * product + float(beta) * c.astype(np.float64)).astype(c.dtype)


# -- older exports for the CPU ----------------------------------------------------------------------------------------------
def _older(routine: Routine, ranks: Sequence[int], names: Sequence[str]) -> Callable[..., Any]:
    """The custom call of a routine whose first operands are the numbers that `names` name, or sizes that nobody needs."""

    def function(op: Any, *operands: Array) -> Any:
        operands, shapes = without_shapes(op, operands)
        arrays = operands[len(operands) - len(ranks) :]
        numbers = operands[: len(operands) - len(ranks)]
        if len(numbers) < len(names) or any(x.ndim for x in numbers):
            raise fault(op, f"takes numbers and then {len(ranks)} arrays; as newer exports state it, its name ends with _ffi")
        return run_batch(op, routine, ranks, {name: x.item() for name, x in zip(names, numbers)}, arrays, shapes)

    return function


def _older_trsm(options: Options, a: Array, b: Array) -> Any:
    letters = {"side": "L" if options["left"] else "R", "uplo": "L" if options["lower"] else "U",
               "trans_x": "NTC"[int(options["transpose"])], "diag": "U" if options["unit"] else "N"}
    (found,) = lapack.trsm(letters, a, b)
    return (options["alpha"] * found,)


# -- XlaBuilder's library -------------------------------------------------------------------------------------------------------
def _lu(options: Options, a: Array) -> Any:
    """(L below the unit diagonal and U, the row that row k was exchanged with, the rows of `a` in their order after that)."""
    packed, pivots, _ = lapack.getrf(options, a)
    order = np.arange(a.shape[0], dtype=np.int32)
    for k, other in enumerate(pivots - 1):
        order[[k, other]] = order[[other, k]]
    return packed, pivots - 1, order


def _eigh(op: Any, a: Array) -> Any:
    """(eigenvectors as columns, eigenvalues in rising order). The call's text says `lower,sort,max_iter,tolerance`; neither the
    number of iterations nor the tolerance matters, as the result is as exact as the type."""
    return batched(lambda _, a: lapack.syevd({"mode": "V", "uplo": triangle(op)}, a)[:2], (2,))(op, a)


def triangle(op: Any) -> str:
    """Which triangle `Eigh` reads."""
    text = str(getattr(op.backend_config, "value", op.backend_config) or "1")
    return "U" if text.split(",")[0].strip() == "0" else "L"


# -- definitions ----------------------------------------------------------------------------------------------------------------
def _named(names: Sequence[str], function: Callable[..., Any], ranks: Sequence[int], *restatement: Any,
           has_numbers: bool = False) -> None:
    define(*(Target(name, function, decompose=restated(ranks, *restatement, has_numbers=has_numbers)) for name in names))


def _on_gpus(name: str, function: Callable[..., Any], ranks: Sequence[int], *restatement: Any) -> None:
    """Defines the calls on GPUs of one name behind that of the device; `restatement` is a function of `restated`, and what it is
    given."""
    _named([f"{device}{name}" for device in ("cu", "hip")], function, ranks, *restatement)


for _name, _ranks, _routine, *_restatement in (
    ("solver_potrf_ffi", (2,), _potrf, "of_a_half", "potrf", {}),
    ("solver_getrf_ffi", (2,), lapack.getrf, "same", "getrf", ()),
    ("blas_getrf_batched_ffi", (2,), lapack.getrf, "same", "getrf", ()),
    ("solver_geqrf_ffi", (2,), lapack.geqrf, "same", "geqrf", ()),
    ("blas_geqrf_batched_ffi", (2,), lapack.geqrf, "same", "geqrf", ()),
    ("hybrid_geqp3", (2, 1), lapack.geqp3, "same", "geqp3", ()),
    ("solver_orgqr_ffi", (2, 1), lapack.orgqr, "same", "orgqr", ()),
    ("solver_ormqr_ffi", (2, 1, 2), lapack.ormqr, "same", "ormqr", ("left", "transpose")),
    ("solver_syevd_ffi", (2,), _syevd, "of_a_half", "syevd", {"mode": "V"}),
    ("solver_sytrd_ffi", (2,), _sytrd, "of_a_half", "sytrd", {}),
    ("solver_gesvd_ffi", (2,), _gesvd, "gesvd"),
    ("solver_gesdd_ffi", (2,), _gesvd, "gesvd"),
    ("solver_gesvdj_ffi", (2,), _gesvdj, "gesvdj"),
    ("solver_gesvdp_ffi", (2,), _gesvdj, "gesvdj"),
    ("hybrid_eig_real", (2,), _eig, "eigenvectors"),
    ("hybrid_eig_comp", (2,), _eig, "eigenvectors"),
    ("solver_geev_ffi", (2,), _geev, "geev"),
    ("sparse_gtsv2_ffi", (1, 1, 1, 2), _gtsv, "gtsv"),
    ("_tridiagonal_solve_perturbed", (1, 1, 1, 2), lapack.perturbed_tridiagonal, "perturbed"),
    ("_cholesky_update_ffi", (2, 1), _cholesky_update, "updated"),
):
    _on_gpus(_name, batched(_routine, _ranks), _ranks, *_restatement)
_on_gpus("_lu_pivots_to_permutation", _permutations, (1,), "order")
_on_gpus("solver_syrk_ffi", _syrk, (2, 2, 0, 0), "syrk")

_TRSM = ("left", "lower", "transpose", "unit", "rows", "columns", "batch", "alpha")
for _real, _complex, _ranks, _routine, _numbers, *_restatement in (
    # The name for real and for complex numbers, the ranks of the arrays, the routine, the numbers before them; LAPACK's routine,
    # how many results it has, and the options that are made of the numbers.
    ("lapack_?potrf", "lapack_?potrf", (2,), _potrf, ("lower",), "older", "potrf", 2, {"uplo": half}),
    ("lapack_?getrf", "lapack_?getrf", (2,), lapack.getrf, (), "older", "getrf", 3, {}),
    ("lapack_?geqrf", "lapack_?geqrf", (2,), lapack.geqrf, (), "older", "geqrf", 2, {}),
    ("lapack_?orgqr", "lapack_?ungqr", (2, 1), lapack.orgqr, (), "older", "orgqr", 1, {}),
    ("lapack_?syevd", "lapack_?heevd", (2,), _syevd, ("lower",), "older", "syevd", 3, {"uplo": half, "mode": lambda _: "V"}),
    ("lapack_?gesdd", "lapack_?gesdd", (2,), _svd, ("full_matrices", "compute_uv"), "older", "gesdd", 5, {"mode": mode}),
    ("blas_?trsm", "blas_?trsm", (2, 2), _older_trsm, _TRSM, "older_trsm"),
):
    _named([(_complex if element.is_complex else _real).replace("?", letter) for element, letter in LETTERS.items()],
           _older(_routine, _ranks, _numbers), _ranks, *_restatement, _numbers, has_numbers=True)

_named(["Qr"], batched(lapack.geqrf, (2,)), (2,), "qr")
_named(["ProductOfElementaryHouseholderReflectors"], batched(lapack.orgqr, (2, 1)), (2, 1), "reflections")
_named(["LuDecomposition"], batched(_lu, (2,)), (2,), "lu")
_named(["Eigh"], _eigh, (2,), "eigh")
