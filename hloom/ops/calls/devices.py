"""Linear algebra by other names than those that JAX's exports for the CPU use today: they mean the same.

- `cusolver_*_ffi`, `cuhybrid_*`, `cublas_*`, `cusparse_*`, `cu_*`, and `hip...`: exports for GPUs.
- `lapack_sgetrf`, `blas_strsm` and so on: older exports for the CPU, in which sizes and options are operands of rank 0 before the
  matrices, and the results end with memory that the routine works in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.ops.calls import lapack
from hloom.ops.calls.lapack import Options, batched, options_of, run_batch
from hloom.ops.calls.shape_operands import without_shapes
from hloom.ops.stablehlo.linear_algebra import adjoint, transposed
from hloom.support.diagnostics import EvaluationError

Array = Any
Routine = Callable[..., Any]


# -- GPUs -------------------------------------------------------------------------------------------------------------------
def _triangle(options: Options) -> Options:
    return {**options, "uplo": "L" if options["lower"] else "U"}


def _potrf(options: Options, a: Array) -> Any:
    return lapack.potrf(_triangle(options), a)


def _syevd(options: Options, a: Array) -> Any:
    return lapack.syevd({**_triangle(options), "mode": "V"}, a)


def _sytrd(options: Options, a: Array) -> Any:
    return lapack.sytrd(_triangle(options), a)


def _svd(options: Options, a: Array) -> tuple[Array, Array, Array, Array, Any]:
    mode = "N" if not options["compute_uv"] else "A" if options["full_matrices"] else "S"
    return lapack.gesdd({**options, "mode": mode}, a)


def _gesvd(options: Options, a: Array) -> Any:
    """(a, singular values, U, Vᴴ, info); with `transposed`, which says that the matrix is stored by rows, Vᴴ before U."""
    _, values, left, right, info = _svd(options, a)
    return (a, values, right, left, info) if options["transposed"] else (a, values, left, right, info)


def _gesvdj(options: Options, a: Array) -> Any:
    """(a, singular values, U, V, info)."""
    _, values, left, right, info = _svd(options, a)
    return a, values, left, None if right is None else adjoint(right), info


def _eig(options: Options, a: Array) -> Any:
    return lapack.geev({**options, "compute_left": "V" if options["left"] else "N",
                        "compute_right": "V" if options["right"] else "N"}, a)


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


_FOR_GPUS: list[tuple[str, Routine, tuple[int, ...]]] = [
    ("solver_potrf_ffi", _potrf, (2,)), ("solver_getrf_ffi", lapack.getrf, (2,)), ("blas_getrf_batched_ffi", lapack.getrf, (2,)),
    ("solver_geqrf_ffi", lapack.geqrf, (2,)), ("blas_geqrf_batched_ffi", lapack.geqrf, (2,)),
    ("hybrid_geqp3", lapack.geqp3, (2, 1)), ("solver_orgqr_ffi", lapack.orgqr, (2, 1)),
    ("solver_ormqr_ffi", lapack.ormqr, (2, 1, 2)), ("solver_syevd_ffi", _syevd, (2,)), ("solver_sytrd_ffi", _sytrd, (2,)),
    ("solver_gesvd_ffi", _gesvd, (2,)), ("solver_gesdd_ffi", _gesvd, (2,)), ("solver_gesvdj_ffi", _gesvdj, (2,)),
    ("solver_gesvdp_ffi", _gesvdj, (2,)), ("hybrid_eig_real", _eig, (2,)), ("hybrid_eig_comp", _eig, (2,)),
    ("solver_geev_ffi", _geev, (2,)), ("sparse_gtsv2_ffi", _gtsv, (1, 1, 1, 2)),
    ("_tridiagonal_solve_perturbed", lapack.perturbed_tridiagonal, (1, 1, 1, 2)),
    ("_cholesky_update_ffi", _cholesky_update, (2, 1)),
]


# -- older exports for the CPU ----------------------------------------------------------------------------------------------
def _older(routine: Routine, ranks: Sequence[int], names: Sequence[str]) -> Callable[..., Any]:
    """The custom call of a routine whose first operands are the numbers that `names` name, or sizes that nobody needs."""

    def function(op: Any, *operands: Array) -> Any:
        operands, shapes = without_shapes(op, operands)
        arrays = operands[len(operands) - len(ranks) :]
        numbers = operands[: len(operands) - len(ranks)]
        if len(numbers) < len(names) or any(x.ndim for x in numbers):
            raise EvaluationError.at(op.span, "custom_call", f"{op.call_target_name} takes numbers and then {len(ranks)} arrays; "
                                     "as newer exports state it, its name ends with _ffi")
        return run_batch(op, routine, ranks, {name: x.item() for name, x in zip(names, numbers)}, arrays, shapes)

    return function


def _older_svd(options: Options, a: Array) -> Any:
    return _svd(options, a)


def _older_trsm(options: Options, a: Array, b: Array) -> Any:
    letters = {"side": "L" if options["left"] else "R", "uplo": "L" if options["lower"] else "U",
               "trans_x": "NTC"[int(options["transpose"])], "diag": "U" if options["unit"] else "N"}
    (found,) = lapack.trsm(letters, a, b)
    return (options["alpha"] * found,)


_TRSM = ("left", "lower", "transpose", "unit", "rows", "columns", "batch", "alpha")
_OLDER: list[tuple[Routine, tuple[int, ...], tuple[str, ...], str, str]] = [
    # the routine, the ranks of its arrays, the numbers before them, its names for real and for complex numbers
    (_potrf, (2,), ("lower",), "lapack_?potrf", "lapack_?potrf"), (lapack.getrf, (2,), (), "lapack_?getrf", "lapack_?getrf"),
    (lapack.geqrf, (2,), (), "lapack_?geqrf", "lapack_?geqrf"), (lapack.orgqr, (2, 1), (), "lapack_?orgqr", "lapack_?ungqr"),
    (_syevd, (2,), ("lower",), "lapack_?syevd", "lapack_?heevd"),
    (_older_svd, (2,), ("full_matrices", "compute_uv"), "lapack_?gesdd", "lapack_?gesdd"),
    (_older_trsm, (2, 2), _TRSM, "blas_?trsm", "blas_?trsm"),
]

#: By their targets.
CUSTOM_CALLS: dict[str, Callable[..., Any]] = {
    **{f"{device}{name}": batched(routine, ranks) for device in ("cu", "hip") for name, routine, ranks in _FOR_GPUS},
    **{f"{device}{name}": function for device in ("cu", "hip")
       for name, function in (("_lu_pivots_to_permutation", _permutations), ("solver_syrk_ffi", _syrk))},
    **{pattern.replace("?", letter): _older(routine, ranks, names) for routine, ranks, names, real, complex_ in _OLDER
       for letters, pattern in (("sd", real), ("cz", complex_)) for letter in letters},
}
