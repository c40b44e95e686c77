"""Linear algebra as JAX exports it for other devices and exported it for the CPU before: against JAX, or by what it factors, on
both engines.

JAX lowers programs for devices that are not there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime.dispatch import lapack

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax import export, lax  # noqa: E402
from jax.lax import linalg  # noqa: E402

#: What gives the results of a module for arrays.
Run = Callable[..., tuple[np.ndarray, ...]]


def compiled(module: hloom.Module, *arrays: Any) -> tuple[np.ndarray, ...]:
    executable = hloom.compile(module)
    assert not executable.fallbacks or lapack.routine("sgesdd") is None
    return tuple(executable(*arrays))


@pytest.fixture(params=[hloom.evaluate, compiled], ids=["reference", "cpu"])
def run(request: pytest.FixtureRequest) -> Run:
    return request.param


def drawn(*shape: int, dtype: type = np.float32) -> np.ndarray:
    generator = np.random.default_rng(5)
    x = generator.standard_normal(shape)
    return (x + 1j * generator.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


A, TALL, WIDE, COMPLEX = drawn(2, 4, 4), drawn(2, 6, 4), drawn(2, 4, 6), drawn(2, 4, 4, dtype=np.complex64)
POSITIVE = A @ A.swapaxes(1, 2) + np.eye(4, dtype=np.float32)
HERMITIAN = COMPLEX @ np.conj(COMPLEX.swapaxes(1, 2)) + np.eye(4, dtype=np.complex64)
D, B, TAU = drawn(5) + 3, drawn(5, 2), np.full((2, 4), 0.5, np.float32)
UPPER = np.triu(drawn(4, 4)) + 2 * np.eye(4, dtype=np.float32)
SVD = linalg.SvdAlgorithm


def svd(**options: Any) -> Callable[..., Any]:
    """What does not depend on signs: the singular values, and the product of the factors."""
    def function(a: Any) -> Any:
        u, s, vh = linalg.svd(a, full_matrices=False, **options)
        return s, (u * s[:, jnp.newaxis].astype(u.dtype)) @ vh

    return function


def square_svd(a: Any) -> Any:
    u, s, vh = linalg.svd(a, full_matrices=True, algorithm=SVD.QR)
    return s, u @ u.swapaxes(1, 2), vh @ vh.swapaxes(1, 2)


def eig(left: bool = True, **options: Any) -> Callable[..., Any]:
    def function(a: Any) -> Any:
        found = linalg.eig(a, compute_left_eigenvectors=left, **options)
        values, right = found[0], found[-1]
        order = jnp.lexsort((jnp.round(values.imag, 3), jnp.round(values.real, 3)))
        values = jnp.take_along_axis(values, order, -1)
        a = a.astype(right.dtype)
        rest = [a @ right - right * found[0][:, jnp.newaxis]]
        if left:
            rest.append(found[1].swapaxes(1, 2).conj() @ a - found[0][..., jnp.newaxis] * found[1].swapaxes(1, 2).conj())
        return values, *rest

    return function


#: The call that is made, the function, its arguments.
CALLS: dict[str, tuple[str, Callable[..., Any], tuple[Any, ...]]] = {
    "cholesky": ("solver_potrf_ffi", linalg.cholesky, (POSITIVE,)),
    "cholesky of no positive matrix": ("solver_potrf_ffi", linalg.cholesky, (-POSITIVE,)),
    "complex cholesky": ("solver_potrf_ffi", linalg.cholesky, (HERMITIAN,)),
    "lu": ("solver_getrf_ffi", lambda a: tuple(linalg.lu(a)), (TALL,)),
    "solve": ("_lu_pivots_to_permutation", jnp.linalg.solve, (A, WIDE)),
    "qr": ("solver_orgqr_ffi", lambda a: tuple(linalg.qr(a, full_matrices=False)), (TALL,)),
    "qr with pivots": ("hybrid_geqp3", lambda a: tuple(linalg.qr(a, pivoting=True, full_matrices=False)), (TALL,)),
    "reflections": ("solver_orgqr_ffi", linalg.householder_product, (TALL, TAU)),
    "eigh": ("solver_syevd_ffi", lambda a: linalg.eigh(a)[1], (POSITIVE,)),
    "complex eigh": ("solver_syevd_ffi", lambda a: linalg.eigh(a)[1], (HERMITIAN,)),
    "eigenvectors": ("solver_syevd_ffi", lambda a: jnp.abs(linalg.eigh(a)[0]), (POSITIVE,)),
    "svd by Jacobi": ("solver_gesvdj_ffi", svd(), (TALL,)), "svd of a wide matrix": ("solver_gesvdj_ffi", svd(), (WIDE,)),
    "complex svd": ("solver_gesvdj_ffi", svd(), (COMPLEX,)), "svd by QR": ("solver_gesvd_ffi", svd(algorithm=SVD.QR), (TALL,)),
    "svd by QR of a wide matrix": ("solver_gesvd_ffi", svd(algorithm=SVD.QR), (WIDE,)),
    "whole svd": ("solver_gesvd_ffi", square_svd, (TALL,)),
    "whole svd of a wide matrix": ("solver_gesvd_ffi", square_svd, (WIDE,)),
    "singular values": ("solver_gesvdj_ffi", lambda a: linalg.svd(a, compute_uv=False), (TALL,)),
    "eig": ("hybrid_eig_real", eig(), (A,)), "complex eig": ("hybrid_eig_comp", eig(), (COMPLEX,)),
    "tridiagonal": ("solver_sytrd_ffi", lambda a: tuple(linalg.tridiagonal(a)[1:3]), (POSITIVE,)),
    "tridiagonal system": ("sparse_gtsv2_ffi", lambda d, b: linalg.tridiagonal_solve(d / 4, d, d / 3, b), (D, B)),
    "perturbed system": ("_tridiagonal_solve_perturbed",
                         lambda d, b: linalg.tridiagonal_solve(d / 4, d, d / 3, b, perturb_singular=True), (D, B)),
    "order of rows": ("_lu_pivots_to_permutation", lambda p: linalg.lu_pivots_to_permutation(p, 6),
                      (np.array([[2, 5, 2, 3], [0, 1, 4, 4]], np.int32),)),
    "update of a factor": ("_cholesky_update_ffi", linalg.cholesky_update, (UPPER, drawn(4))),
    "symmetric product": ("solver_syrk_ffi", lambda a, c: linalg.symmetric_product(a, c, alpha=0.5, beta=2.0),
                          (TALL, drawn(2, 6, 6))),
    "least squares": ("solver_gesvdj_ffi", lambda a, b: jnp.linalg.lstsq(a, b)[0], (TALL[0], drawn(6))),
}
ONLY_CUDA = {"update of a factor", "symmetric product"}


def lowered(function: Callable[..., Any], arrays: tuple[Any, ...], platform: str) -> str:
    return jax.jit(function).trace(*arrays).lower(lowering_platforms=(platform,)).as_text()


@cache
def call_for(name: str, platform: str) -> str:
    """One of CALLS as JAX lowers it, once for both engines."""
    _, function, arrays = CALLS[name]
    return lowered(function, arrays, platform)


@cache
def results_of_jax(name: str) -> list[Any]:
    _, function, arrays = CALLS[name]
    return [np.asarray(x) for x in jax.tree.leaves(jax.jit(function)(*arrays))]


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.every_case
def test_programs_for_gpus_give_what_jax_gives(name: str, run: Run) -> None:
    call, _, arrays = CALLS[name]
    wanted = results_of_jax(name)
    for device, platform in (("cu", "cuda"), ("hip", "rocm")):
        if platform == "rocm" and name in ONLY_CUDA:
            continue
        text = call_for(name, platform)
        expected_call = f"@{device}{call}(" if f"@{device}{call}(" in text or platform == "cuda" else f"custom_call @{device}"
        assert expected_call in text
        module = hloom.parse(text)
        module.verify()
        for got, expected in zip(run(module, *arrays), wanted, strict=True):
            assert got.dtype == expected.dtype and got.shape == expected.shape
            np.testing.assert_allclose(got, expected, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("name", ["lu", "qr", "eigh", "complex eigh", "reflections", "solve", "cholesky", "svd by Jacobi",
                                  "complex svd", "svd of a wide matrix", "least squares"])
def test_programs_for_tpus_give_what_jax_gives(name: str, run: Run) -> None:
    _, _, arrays = CALLS[name]
    module = hloom.parse(call_for(name, "tpu"))
    module.verify()
    for got, expected in zip(run(module, *arrays), results_of_jax(name), strict=True):
        np.testing.assert_allclose(got, expected, rtol=5e-4, atol=5e-4)


def test_the_svd_by_polar_decomposition(run: Run) -> None:
    """Which JAX does not have on the CPU."""
    module = hloom.parse(lowered(svd(algorithm=SVD.POLAR), (TALL,), "cuda"))
    values, product = run(module, TALL)
    np.testing.assert_allclose(values, np.linalg.svd(TALL, compute_uv=False), rtol=1e-5)
    np.testing.assert_allclose(product, TALL, atol=1e-5)


def test_eigenvectors_in_two_columns(run: Run) -> None:
    """As cuSOLVER gives those of a pair of conjugate eigenvalues."""
    text = """func.func @main(%a: tensor<3x3xf32>) -> (tensor<3xcomplex<f32>>, tensor<3x3xf32>) {
      %0:5 = stablehlo.custom_call @cusolver_geev_ffi(%a) {mhlo.backend_config = {left = false, right = true}}
        : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xcomplex<f32>>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<i32>)
      return %0#1, %0#3 : tensor<3xcomplex<f32>>, tensor<3x3xf32>
    }"""
    a = np.array([[0, 1, 0.3], [-2, 0.5, 0], [0.1, 0, 2]], np.float32)
    values, packed = run(hloom.parse(text), a)
    first = int(np.flatnonzero(values.imag > 0)[0])
    vectors = packed.astype(np.complex64)
    vectors[:, first] = packed[:, first] + 1j * packed[:, first + 1]
    vectors[:, first + 1] = packed[:, first] - 1j * packed[:, first + 1]
    np.testing.assert_allclose(a @ vectors, vectors * values, atol=1e-5)


# -- other calls ------------------------------------------------------------------------------------------------------------
def test_memory_that_holds_nothing_yet() -> None:
    text = lowered(lambda x: lax.empty((2, 3), np.float32) * 0 + x, (np.float32(2),), "cuda")
    assert "@AllocateBuffer(" in text
    assert hloom.evaluate(hloom.parse(text), np.float32(2))[0].tolist() == [[2, 2, 2], [2, 2, 2]]


@pytest.mark.parametrize("function", [lax.approx_max_k, lax.approx_min_k])
def test_the_first_elements_as_many_as_a_size_says(function: Any) -> None:
    x, (k,) = drawn(3, 10), export.symbolic_shape("k", constraints=["k <= 10"])
    text = str(export.export(jax.jit(lambda x, y: function(x, y.shape[0])), platforms=["cpu"])(
        jax.ShapeDtypeStruct(x.shape, x.dtype), jax.ShapeDtypeStruct((k,), np.float32)).mlir_module())
    assert "@stablehlo.dynamic_approx_top_k(" in text
    module = hloom.parse(text)
    module.verify()
    for count in (1, 4):
        for got, expected in zip(hloom.evaluate(module, x, np.zeros(count, np.float32)), function(x, count), strict=True):
            assert np.array_equal(got, expected)


# -- older exports for the CPU ----------------------------------------------------------------------------------------------
def older(run: Run, target: str, numbers: str, arrays: list[np.ndarray],
          results: list[tuple[str, tuple[int, ...]]]) -> tuple[Any, ...]:
    """A call with numbers before the arrays, as exports of 2023 state it."""
    def type_of(element: str, shape: tuple[int, ...]) -> str:
        return f"tensor<{'x'.join([*map(str, shape), element])}>"

    names = {"float32": "f32", "complex64": "complex<f32>"}
    given = [type_of(names[a.dtype.name], a.shape) for a in arrays]
    made = ", ".join(type_of(*r) for r in results)
    constants = [number.split(":") for number in numbers.split()]
    lines = [f"%n{k} = stablehlo.constant dense<{value}> : tensor<{element}>" for k, (value, element) in enumerate(constants)]
    operands = ", ".join([*(f"%n{k}" for k in range(len(constants))), *(f"%a{k}" for k in range(len(arrays)))])
    types = ", ".join([*(f"tensor<{element}>" for _, element in constants), *given])
    parameters = ", ".join(f"%a{k}: {type}" for k, type in enumerate(given))
    found = f"%r:{len(results)}" if len(results) > 1 else "%r"
    names_of = ", ".join(f"%r#{k}" for k in range(len(results))) if len(results) > 1 else "%r"
    module = hloom.parse(f"func.func @main({parameters}) -> ({made}) {{\n" + "\n".join(lines) + f"""
      {found} = stablehlo.custom_call @{target}({operands}) {{api_version = 2 : i32}} : ({types}) -> ({made})
      return {names_of} : {made} }}""")
    module.verify()
    return run(module, *arrays)


def test_older_calls_factor_matrices(run: Run) -> None:
    batch, n = 2, 4
    matrix, vector, info = ("f32", (batch, n, n)), ("f32", (batch, n)), ("i32", (batch,))
    factor, status = older(run, "lapack_spotrf", "1:i32 2:i32 4:i32", [POSITIVE], [matrix, info])
    np.testing.assert_allclose(np.tril(factor) @ np.tril(factor).swapaxes(1, 2), POSITIVE, rtol=1e-4, atol=1e-4)
    assert not status.any()
    packed, pivots, _ = older(run, "lapack_sgetrf", "2:i32 4:i32 4:i32", [A], [matrix, ("i32", (batch, n)), info])
    wanted = linalg.lu(A)
    np.testing.assert_allclose(packed, wanted[0], atol=1e-5)
    assert np.array_equal(pivots - 1, wanted[1])
    packed, taus, *_ = older(run, "lapack_sgeqrf", "2:i32 4:i32 4:i32 32:i32", [A], [matrix, vector, info, ("f32", (32,))])
    q, *_ = older(run, "lapack_sorgqr", "2:i32 4:i32 4:i32 4:i32 32:i32", [packed, taus], [matrix, info, ("f32", (32,))])
    np.testing.assert_allclose(q @ np.triu(packed), A, atol=1e-5)
    vectors, values, *_ = older(run, "lapack_ssyevd", "1:i32 2:i32 4:i32", [POSITIVE],
                                [matrix, vector, info, ("f32", (64,)), ("i32", (64,))])
    np.testing.assert_allclose(POSITIVE @ vectors, vectors * values[:, np.newaxis], rtol=1e-3, atol=1e-4)
    _, s, u, vt, *_ = older(run, "lapack_sgesdd", "1:i32 1:i32 2:i32 4:i32 4:i32 100:i32", [A],
                            [matrix, vector, matrix, matrix, info, ("i32", (32,)), ("f32", (100,))])
    np.testing.assert_allclose((u * s[:, np.newaxis]) @ vt, A, atol=1e-5)
    values = older(run, "lapack_cheevd", "1:i32 2:i32 4:i32", [HERMITIAN], [("complex<f32>", (2, 4, 4)), vector, info])[1]
    np.testing.assert_allclose(values, np.linalg.eigvalsh(HERMITIAN), rtol=1e-4)


@pytest.mark.parametrize("transpose", [0, 1])
@pytest.mark.parametrize("left", [0, 1])
def test_older_triangular_systems(left: int, transpose: int, run: Run) -> None:
    lower = np.tril(A) + 3 * np.eye(4, dtype=np.float32)
    (x,) = older(run, "blas_strsm", f"{left}:i32 1:i32 {transpose}:i32 0:i32 4:i32 4:i32 2:i32 2.0:f32", [lower, POSITIVE],
                 [("f32", (2, 4, 4))])
    a = lower.swapaxes(1, 2) if transpose else lower
    np.testing.assert_allclose(a @ x if left else x @ a, 2 * POSITIVE, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("target, numbers, message", [
    ("lapack_spotrf", "", "takes numbers and then 1 arrays; as newer exports state it, its name ends with _ffi"),
    ("cusolver_potrf_ffi", "", "needs the option 'lower'"), ("cusolver_getrf_ffi", "1:i32", "takes 1 arrays of ranks"),
    ("cusolver_unknown_ffi", "", r"hloom.register_custom_call\('cusolver_unknown_ffi', function\) adds one \(on the command"),
])
def test_calls_that_do_not_fit(target: str, numbers: str, message: str) -> None:
    with pytest.raises(hloom.EvaluationError, match=message):
        older(hloom.evaluate, target, numbers, [A], [("f32", (2, 4, 4)), ("i32", (2,)), ("i32", (2,))])
