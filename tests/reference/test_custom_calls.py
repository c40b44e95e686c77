"""Custom calls: registered ones, markers, and the linear algebra of JAX's CPU exports, against XLA and by what they factor."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import EvaluationError, UserError

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax.lax import linalg  # noqa: E402

RANDOM = np.random.default_rng(7)


@pytest.fixture(autouse=True)
def same_numbers() -> None:
    """Each test draws the same numbers whatever ran before it: some LAPACK results hang on the last bit of a pivot."""
    RANDOM.bit_generator.state = np.random.default_rng(7).bit_generator.state


def matrices(*shape: int, dtype: type = np.float32) -> np.ndarray:
    x = RANDOM.standard_normal(shape)
    return (x + 1j * RANDOM.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def symmetric(*shape: int, dtype: type = np.float32) -> np.ndarray:
    x = matrices(*shape, dtype=dtype)
    return x + np.conj(np.swapaxes(x, -1, -2))


def exported(function, *arrays) -> str:
    """The program that JAX would run, with the custom calls in it."""
    text = jax.jit(function).lower(*arrays).as_text()
    assert "custom_call @lapack_" in text
    return text


def evaluated(function, *arrays) -> tuple[np.ndarray, ...]:
    module = hloom.parse(exported(function, *arrays))
    module.verify()
    return hloom.evaluate(module, *arrays)


def agrees(function, *arrays, tolerance: float = 2e-5) -> None:
    """That the program gives what XLA gives, where the result is unique."""
    wanted = jax.jit(function)(*arrays)
    several = wanted if isinstance(wanted, tuple | list) else (wanted,)
    for got, expected in zip(evaluated(function, *arrays), several, strict=True):
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance * 10)


TYPES = [np.float32, np.complex64]


@pytest.mark.parametrize("dtype", TYPES)
def test_cholesky(dtype):
    x = matrices(2, 4, 4, dtype=dtype)
    positive = x @ np.conj(np.swapaxes(x, -1, -2)) + 4 * np.eye(4, dtype=dtype)
    agrees(lambda a: jnp.linalg.cholesky(a), positive)
    (found,) = evaluated(lambda a: jnp.linalg.cholesky(a), -positive)
    assert np.isnan(found[:, 0, 0]).all()


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(4, 4), (2, 5, 3), (3, 5)])
def test_lu(shape, dtype):
    agrees(lambda a: tuple(linalg.lu(a)), matrices(*shape, dtype=dtype))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("mode", ["reduced", "complete"])
def test_qr(mode, dtype):
    agrees(lambda a: tuple(jnp.linalg.qr(a, mode=mode)), matrices(2, 5, 3, dtype=dtype))
    agrees(lambda a: tuple(jnp.linalg.qr(a, mode=mode)), matrices(3, 5, dtype=dtype))


@pytest.mark.parametrize("dtype", TYPES)
def test_qr_with_pivoting(dtype):
    agrees(lambda a: tuple(linalg.qr(a, pivoting=True)), matrices(5, 4, dtype=dtype))


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("dtype", TYPES)
def test_products_with_q(dtype, left):
    raw, tau = np.linalg.qr(matrices(5, 3, dtype=dtype), mode="raw")
    packed = np.ascontiguousarray(raw.T)
    c = matrices(*((5, 2) if left else (2, 5)), dtype=dtype)
    for transpose in (False, True):
        agrees(lambda a, t, b: linalg.ormqr(a, t, b, left=left, transpose=transpose), packed, tau, c)  # noqa: B023


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("lower", [True, False])
def test_eigenvalues_of_hermitian_matrices(lower, dtype):
    a = symmetric(2, 5, 5, dtype=dtype)
    vectors, values = evaluated(lambda x: tuple(linalg.eigh(x, lower=lower, symmetrize_input=False)), a)
    np.testing.assert_allclose(a @ vectors, vectors * values[:, np.newaxis, :], atol=2e-4)
    np.testing.assert_allclose(np.conj(np.swapaxes(vectors, -1, -2)) @ vectors, np.broadcast_to(np.eye(5), a.shape), atol=2e-5)
    agrees(jnp.linalg.eigvalsh, a, tolerance=1e-4)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("algorithm", [linalg.SvdAlgorithm.DIVIDE_AND_CONQUER, linalg.SvdAlgorithm.QR])
def test_singular_values(algorithm, full, dtype):
    a = matrices(2, 5, 3, dtype=dtype)
    u, s, v = evaluated(lambda x: tuple(linalg.svd(x, full_matrices=full, algorithm=algorithm)), a)
    assert u.shape == (2, 5, 5 if full else 3)
    np.testing.assert_allclose(u[..., :3] @ (s[..., np.newaxis] * v), a, atol=1e-4)
    agrees(lambda x: jnp.linalg.svd(x, full_matrices=full, compute_uv=False), a, tolerance=1e-4)


@pytest.mark.parametrize("dtype", TYPES)
def test_eigenvalues_of_any_matrix(dtype):
    a = matrices(2, 4, 4, dtype=dtype)
    values, left, right = evaluated(lambda x: tuple(linalg.eig(x)), a)
    np.testing.assert_allclose(a @ right, right * values[:, np.newaxis, :], atol=1e-4)
    adjoint = np.conj(np.swapaxes(left, -1, -2))
    np.testing.assert_allclose(adjoint @ a, values[..., np.newaxis] * adjoint, atol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(left, axis=-2), 1, atol=1e-5)


@pytest.mark.parametrize("dtype", TYPES)
def test_hessenberg_and_tridiagonal_forms(dtype):
    agrees(lambda x: tuple(linalg.hessenberg(x)), matrices(2, 5, 5, dtype=dtype), tolerance=1e-4)
    for lower in (True, False):
        agrees(lambda x: tuple(linalg.tridiagonal(x, lower=lower)), symmetric(2, 5, 5, dtype=dtype), tolerance=1e-4)  # noqa: B023


@pytest.mark.parametrize("dtype", TYPES)
def test_triangular_solve(dtype):
    a = matrices(2, 4, 4, dtype=dtype) + 4 * np.eye(4, dtype=dtype)
    b = matrices(2, 4, 4, dtype=dtype)
    for left in (True, False):
        for lower in (True, False):
            for transpose in (True, False):
                options = {"left_side": left, "lower": lower, "transpose_a": transpose}
                agrees(lambda x, y: linalg.triangular_solve(x, y, **options), a, b)  # noqa: B023
    options = {"unit_diagonal": True, "conjugate_a": True, "transpose_a": True}
    agrees(lambda x, y: linalg.triangular_solve(x, y, **options), a, b, tolerance=1e-3)


def test_tridiagonal_solve():
    below, diagonal, above = matrices(6), matrices(6), matrices(6)
    below[0] = above[-1] = 0
    agrees(linalg.tridiagonal_solve, below, diagonal, above, matrices(6, 2), tolerance=1e-3)


def test_tridiagonal_solve_of_a_singular_system():
    below, diagonal, above = np.float32([0, 1, 1]), np.float32([0, 1, 1]), np.float32([0, 1, 0])
    right = np.float32([[1], [2], [3]])
    program = hloom.parse(jax.jit(lambda *x: linalg.tridiagonal_solve(*x, perturb_singular=True)).lower(
        below, diagonal, above, right).as_text())
    (found,) = hloom.evaluate(program, below, diagonal, above, right)
    assert np.isfinite(found).all() and np.abs(found).max() > 1e5
    wanted = linalg.tridiagonal_solve(below, diagonal, above, right, perturb_singular=True)
    along = np.vdot(found, wanted) / (np.linalg.norm(found) * np.linalg.norm(wanted))
    np.testing.assert_allclose(abs(along), 1, atol=1e-5)  # the sign of the moved pivot is free


def test_functions_made_of_factorizations():
    a = matrices(4, 4)
    agrees(jnp.linalg.inv, a, tolerance=1e-3)
    agrees(jnp.linalg.det, a, tolerance=1e-4)
    agrees(jax.scipy.linalg.expm, a, tolerance=1e-3)
    agrees(jnp.linalg.solve, a, matrices(4), tolerance=1e-3)
    agrees(lambda x: jnp.linalg.matrix_rank(x), matrices(2, 6, 4))
    agrees(lambda x: jnp.linalg.pinv(x), matrices(6, 4), tolerance=1e-3)


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_double_precision(dtype):
    a = matrices(2, 4, 4, dtype=dtype)
    both = symmetric(2, 4, 4, dtype=dtype)
    with jax.enable_x64(True):
        for function in (lambda x: tuple(linalg.lu(x)), lambda x: tuple(jnp.linalg.qr(x)), jnp.linalg.inv,
                         lambda x: jnp.linalg.svd(x, compute_uv=False), lambda x: tuple(linalg.hessenberg(x))):
            agrees(function, a, tolerance=1e-12)
        agrees(jnp.linalg.eigvalsh, both, tolerance=1e-12)
        agrees(lambda x: tuple(linalg.tridiagonal(x)), both, tolerance=1e-12)
        values, _, right = evaluated(lambda x: tuple(linalg.eig(x)), a)
    np.testing.assert_allclose(a @ right, right * values[:, np.newaxis, :], atol=1e-12)


@pytest.fixture(params=[True, False], ids=["with SciPy", "without"])
def scipy(request, monkeypatch):
    """Whether there is SciPy, whose LAPACK some routines ask."""
    if request.param:
        pytest.importorskip("scipy")
    else:
        def absent(name):
            raise ImportError(name)

        monkeypatch.setattr("hloom.ops.calls.lapack.import_module", absent)
    return request.param


@pytest.mark.parametrize("dtype", TYPES)
def test_schur_form(dtype, scipy):
    a = matrices(2, 5, 5, dtype=dtype)
    form, vectors = evaluated(lambda x: tuple(linalg.schur(x)), a)
    np.testing.assert_allclose(vectors @ form @ np.conj(vectors.swapaxes(1, 2)), a, atol=1e-5)
    assert not np.tril(form, -1 if np.dtype(dtype).kind == "c" else -2).any()


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_the_schur_form_with_scipy_is_lapacks(dtype):
    """In f64, in which the evaluator computes: in f32 LAPACK arrives at other signs."""
    pytest.importorskip("scipy")
    with jax.enable_x64(True):
        outcome(SQUARE["schur"], matrices(5, 5, dtype=dtype))


def module(text: str):
    found = hloom.parse(text)
    found.verify()
    return found


def outcome(function, *arrays) -> None:
    """That the program gives what XLA gives in every element, NaN where it is NaN."""
    wanted = function(*arrays)
    several = wanted if isinstance(wanted, tuple | list) else (wanted,)
    for got, expected in zip(evaluated(function, *arrays), several, strict=True):
        assert got.shape == expected.shape and got.dtype == expected.dtype
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)


SQUARE = {
    "cholesky": linalg.cholesky, "lu": lambda a: tuple(linalg.lu(a)), "eigh": lambda a: tuple(linalg.eigh(a)),
    "eig": lambda a: tuple(linalg.eig(a)), "schur": lambda a: tuple(linalg.schur(a)),
    "triangular": lambda a: linalg.triangular_solve(a, a, left_side=True, lower=True),
}


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(0, 0), (2, 0, 0), (0, 3, 3), (1, 1)])
@pytest.mark.parametrize("name", SQUARE)
def test_empty_matrices(name, shape, dtype):
    outcome(SQUARE[name], abs(matrices(*shape, dtype=dtype)).astype(dtype))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("place", [(0, 0), (1, 1)])
def test_pivots_that_are_nan(place, dtype):
    x = matrices(3, 3, dtype=dtype)
    x[place] = np.nan
    outcome(SQUARE["lu"], x)


def first_largest(column):
    """The place of the largest number as the BLAS defines it: the first that no other exceeds, by |re| + |im|."""
    best, size = 0, abs(column[0].real) + abs(column[0].imag)
    for k, z in enumerate(column):
        if abs(z.real) + abs(z.imag) > size:
            best, size = k, abs(z.real) + abs(z.imag)
    return best


def eliminated(x):
    """L and U in one matrix, and the pivots from 0, step by step; by a pivot that is NaN nothing is divided."""
    a = [list(map(complex, row)) for row in x]
    pivots = []
    for k in range(min(x.shape)):
        best = k + first_largest([row[k] for row in a[k:]])
        pivots.append(best)
        a[k], a[best] = a[best], a[k]
        for row in a[k + 1:]:
            row[k] = row[k] if a[k][k] != a[k][k] else row[k] / a[k][k]
            for column in range(k + 1, x.shape[1]):
                row[column] -= row[k] * a[k][column]
    return np.array(a), pivots


@pytest.mark.parametrize("dtype", [*TYPES, np.float64, np.complex128])
@pytest.mark.parametrize("rows, columns", [(2, 2), (3, 3), (5, 5), (8, 3), (12, 12)])
def test_pivots_beside_nan_are_those_that_the_blas_defines(rows, columns, dtype):
    """Libraries with vector code differ from it, and from each other, by the place, the type and the processor."""
    for row in range(rows):
        x = matrices(rows, columns, dtype=dtype)
        x[row, 0] = np.nan
        with jax.enable_x64(True):
            found, pivots, _ = evaluated(SQUARE["lu"], x)
        wanted, order = eliminated(x)
        assert pivots.tolist() == order
        np.testing.assert_array_equal(np.isnan(found), np.isnan(wanted))
        np.testing.assert_allclose(np.nan_to_num(found), np.where(np.isnan(wanted), 0, wanted), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("vectors", [True, False])
def test_the_schur_form_of_nan(vectors, dtype, scipy):
    x = matrices(3, 3, dtype=dtype)
    x[1, 1] = np.nan
    outcome(lambda a: tuple(linalg.schur(a, compute_schur_vectors=vectors)), x)


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_left_eigenvectors_have_the_phase_that_lapack_gives_them(dtype):
    # In f64, in which the evaluator computes: in f32 LAPACK may arrive at another order, and at other signs.
    if dtype is np.float64:
        pytest.importorskip("scipy")  # the sign of those of real matrices is LAPACK's own
    with jax.enable_x64(True):
        for _ in range(4):
            outcome(SQUARE["eig"], matrices(4, 4, dtype=dtype))


def test_the_largest_element_of_left_eigenvectors_is_real_without_scipy(monkeypatch):
    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr("hloom.ops.calls.lapack.import_module", absent)
    x = np.array([[0, 1, 0.3], [-2, 0.5, 0], [0.1, 0, 2]], np.float32)
    values, left, _ = evaluated(SQUARE["eig"], x)
    assert np.any(values.imag)
    for k in range(3):
        np.testing.assert_allclose(np.conj(left[:, k]) @ x, values[k] * np.conj(left[:, k]), atol=1e-5)
        largest = left[np.argmax(np.abs(left[:, k])), k]
        assert largest.imag == 0 or not values[k].imag


def test_tridiagonal_systems_with_small_pivots_are_solved_as_they_are():
    # 1e-12 is far below the rounding error of the largest element, yet a quotient by it does not overflow.
    below, diagonal, above = np.float32([0, 0, 0]), np.float32([1e-12, 1, 1e3]), np.float32([0, 0, 0])
    right = np.float32([[3], [2], [5]])
    program = hloom.parse(jax.jit(lambda *x: linalg.tridiagonal_solve(*x, perturb_singular=True)).lower(
        below, diagonal, above, right).as_text())
    (found,) = hloom.evaluate(program, below, diagonal, above, right)
    np.testing.assert_allclose(found, linalg.tridiagonal_solve(below, diagonal, above, right, perturb_singular=True), rtol=1e-6)
    np.testing.assert_allclose(found[:, 0], [3e12, 2, 0.005], rtol=1e-5)


@pytest.mark.parametrize("function", [
    lambda a: jax.lax.approx_max_k(a, 3), lambda a: jax.lax.approx_min_k(a, 4), lambda a: jax.lax.approx_max_k(a, 10),
    lambda a: jax.lax.approx_max_k(a, 2, reduction_dimension=0), lambda a: jax.lax.approx_max_k(a, 3, aggregate_to_topk=False),
])
@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_the_first_elements_by_a_comparator(function, dtype):
    x = matrices(3, 10).astype(dtype)
    x[1, 2], x[2, 3:5] = np.inf, 0.5
    module = hloom.parse(jax.jit(function).lower(x).as_text())
    module.verify()
    for found in (hloom.evaluate(module, x), hloom.compile(module)(x)):
        for got, expected in zip(found, function(x), strict=True):
            np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("old, new", [
    ("reduction_dim = 1", "reduction_dim = 2"), ("@top_k_gt_f32_comparator]", "@nobody]"), ("reduction_dim = 1", "other = 1"),
])
def test_a_choice_of_elements_that_makes_no_sense_is_an_error_at_its_place(old, new):
    x = matrices(3, 10)
    text = jax.jit(lambda a: jax.lax.approx_max_k(a, 3)).lower(x).as_text().replace(old, new)
    with pytest.raises(UserError, match=r"ApproxTopK|nobody"):
        module = hloom.parse(text)
        module.verify()
        hloom.evaluate(module, x)


def test_markers_change_nothing():
    program = module("""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]0,1}"} : (tensor<2xf32>) -> tensor<2xf32>
      %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }""")
    x = np.array([1, 2], np.float32)
    np.testing.assert_array_equal(hloom.evaluate(program, x)[0], x)
    program = module("""func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
      %1 = stablehlo.custom_call @SPMDFullToShardShape(%x) : (tensor<4xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }""")
    with pytest.raises(EvaluationError, match="the program is partitioned"):
        hloom.evaluate(program, np.zeros(4, np.float32))


CALL = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


def test_registered_functions():
    x = np.array([1, 2], np.float32)
    np.testing.assert_array_equal(hloom.evaluate(module(CALL), x, custom_calls={"twice": lambda op, a: 2 * a})[0], [2, 4])
    for broken, message in ((lambda op, a: (a, a), "gave 2 results, the operation has 1"),
                            (lambda op, a: a.astype(np.float64), "element type f32"),
                            (lambda op, a: a[:1], r"must have shape \[2\], got \[1\]"), (lambda op, a: None, "gave 0 results"),
                            (lambda op, a: 1 / 0, "ZeroDivisionError")):
        with pytest.raises(EvaluationError, match=message) as caught:
            hloom.evaluate(module(CALL), x, custom_calls={"twice": broken})
        assert caught.value.diagnostics[0].line == 2


def test_a_function_of_the_arrays_alone_is_told_what_it_gets():
    def fails_inside(op, a):
        return len()  # pyright: ignore

    hint = "; it is called with the operation, and an array for each operand"
    for function, is_told in ((lambda a: 2 * a, True), (np.square, True), (fails_inside, False)):
        with pytest.raises(EvaluationError, match=r"'twice' failed: \w*TypeError") as caught:
            hloom.evaluate(module(CALL), np.zeros(2, np.float32), custom_calls={"twice": function})
        assert (hint in str(caught.value)) == is_told


def test_an_unknown_target_says_how_to_register_it():
    hint = r"custom call target 'twice'; hloom.register_custom_call\('twice', function\)"
    with pytest.raises(EvaluationError, match=hint) as caught:
        hloom.evaluate(module(CALL), np.zeros(2, np.float32))
    assert caught.value.diagnostics[0].line == 2


def test_assertions_on_sizes():
    program = module("""func.func @main(%n: tensor<i32>) -> tensor<i32> {
      %four = stablehlo.constant dense<4> : tensor<i32>
      %ok = stablehlo.compare GE, %n, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.custom_call @shape_assertion(%ok, %n) {error_message = "expected n >= 4, found {0}", has_side_effect = true}
        : (tensor<i1>, tensor<i32>) -> ()
      return %n : tensor<i32>
    }""")
    assert hloom.evaluate(program, np.int32(5))[0] == 5
    with pytest.raises(EvaluationError, match="expected n >= 4, found 3"):
        hloom.evaluate(program, np.int32(3))
