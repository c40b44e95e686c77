"""Linear algebra: factors, systems, inverses, eigenvalues of many sizes, one matrix and batches, and methods made of products."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy import linalg

from benchmarks.jax_functions.cases import Case, array, case, positive_definite

SIZES = (1, 2, 3, 5, 16, 33, 64, 100, 129, 200, 256, 400)
LARGE_SIZES = (512, 800)
BATCHES = ((1000, 2), (501, 3), (301, 4), (201, 5), (101, 8), (33, 16), (9, 33), (5, 65))


def triangular(a: jax.Array, b: jax.Array, **options: bool) -> jax.Array:
    return lax.linalg.triangular_solve(a, b, **options)


def lower_upper(a: jax.Array) -> jax.Array:
    return lax.linalg.lu(a)[0]


def upper_factor(a: jax.Array) -> jax.Array:
    """R of a QR factorization without the signs of its rows, which are free."""
    return jnp.abs(jnp.linalg.qr(a)[1])


def projector(a: jax.Array) -> jax.Array:
    """Q Q^T, in which the signs of columns cancel."""
    q = jnp.linalg.qr(a)[0]
    return q @ q.T


def solved(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.linalg.solve(a, b)


def solved_vectors(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.linalg.solve(a, b[..., None])[..., 0]


def log_determinant(a: jax.Array) -> jax.Array:
    return jnp.linalg.slogdet(a)[1]


def with_cholesky(a: jax.Array, b: jax.Array) -> jax.Array:
    return linalg.cho_solve((jnp.linalg.cholesky(a), True), b)


def eigenvalues(a: jax.Array) -> jax.Array:
    return jnp.linalg.eigvalsh(a)


def matrix_root(a: jax.Array) -> jax.Array:
    """The root of a symmetric matrix, through its eigenvectors, whose signs cancel."""
    values, vectors = jnp.linalg.eigh(a)
    return (vectors * jnp.sqrt(values)[..., None, :]) @ jnp.swapaxes(vectors, -1, -2)


def singular_values(a: jax.Array) -> jax.Array:
    return jnp.linalg.svd(a, compute_uv=False)


def low_rank(a: jax.Array) -> jax.Array:
    left, values, right = jnp.linalg.svd(a, full_matrices=False)
    return (left[..., :3] * values[..., None, :3]) @ right[..., :3, :]


def normal_equations(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.linalg.solve(a.T @ a, a.T @ b)


def least_squares(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.linalg.lstsq(a, b)[0]


def gaussian_process(x: jax.Array, y: jax.Array) -> jax.Array:
    covariance = jnp.exp(-0.5 * jnp.sum((x[:, None] - x[None]) ** 2, -1)) + jnp.eye(x.shape[0])
    return with_cholesky(covariance, y)


def gram_schmidt(a: jax.Array) -> jax.Array:
    def step(i: jax.Array, q: jax.Array) -> jax.Array:
        before = q * (jnp.arange(q.shape[1]) < i)
        v = q[:, i] - before @ (before.T @ q[:, i])
        return q.at[:, i].set(v / jnp.linalg.norm(v))
    return lax.fori_loop(0, a.shape[1], step, a)


def power_iteration(a: jax.Array, v: jax.Array) -> jax.Array:
    def step(_: jax.Array, v: jax.Array) -> jax.Array:
        v = a @ v
        return v / jnp.linalg.norm(v)
    return lax.fori_loop(0, 50, step, v)


def conjugate_gradients(a: jax.Array, b: jax.Array) -> jax.Array:
    def step(_: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        x, r, p = state
        ap = a @ p
        alpha = (r @ r) / (p @ ap)
        rest = r - alpha * ap
        return x + alpha * p, rest, rest + (rest @ rest) / (r @ r) * p
    return lax.fori_loop(0, 8, step, (jnp.zeros_like(b), b, b))[0]


def sinkhorn(cost: jax.Array) -> jax.Array:
    kernel = jnp.exp(-cost)
    def step(_: jax.Array, v: jax.Array) -> jax.Array:
        return 1 / (kernel.T @ (1 / (kernel @ v)))
    return lax.fori_loop(0, 20, step, jnp.ones(cost.shape[1]))


def orthogonalized(x: jax.Array) -> jax.Array:
    """Five steps from a matrix of norm 1 towards the closest orthogonal one, as the optimiser Muon takes them."""
    def step(_: jax.Array, x: jax.Array) -> jax.Array:
        gram = x @ x.T
        return 3.4445 * x + (-4.775 * gram + 2.0315 * gram @ gram) @ x
    return lax.fori_loop(0, 5, step, x)


def newton_schulz(a: jax.Array) -> jax.Array:
    return orthogonalized(a / jnp.linalg.norm(a))


def kernel_matrix(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.exp(-(jnp.sum(x * x, 1)[:, None] + jnp.sum(y * y, 1) - 2 * x @ y.T))


def householder(a: jax.Array, v: jax.Array) -> jax.Array:
    return a - 2 * jnp.outer(v, v @ a) / (v @ v)


def tridiagonal(a: jax.Array, b: jax.Array, c: jax.Array, d: jax.Array) -> jax.Array:
    """Thomas's algorithm, a scan down and a scan up."""
    def down(state: tuple[jax.Array, ...], row: tuple[jax.Array, ...]) -> tuple[tuple[jax.Array, ...], tuple[jax.Array, ...]]:
        below, diagonal, above, right = row
        scale = diagonal - below * state[0]
        now = above / scale, (right - below * state[1]) / scale
        return now, now
    zero = jnp.zeros(())
    _, (factors, values) = lax.scan(down, (zero, zero), (a, b, c, d))
    def up(x: jax.Array, row: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x = row[1] - row[0] * x
        return x, x
    return lax.scan(up, zero, (factors, values), reverse=True)[1]


def grad_of_log_determinant(a: jax.Array) -> jax.Array:
    return jax.grad(log_determinant)(a)


def grad_of_solution(a: jax.Array, b: jax.Array) -> jax.Array:
    return jax.grad(lambda b: jnp.sum(with_cholesky(a, b) ** 2))(b)


#: Functions of a positive definite matrix.
OF_A_MATRIX: dict[str, Callable[[jax.Array], jax.Array]] = {
    "cholesky": jnp.linalg.cholesky, "inverse": jnp.linalg.inv, "determinant": jnp.linalg.det,
    "log_determinant": log_determinant, "lower_upper": lower_upper, "eigenvalues": eigenvalues, "matrix_root": matrix_root,
}


def cases() -> Iterator[Case]:
    lower = partial(triangular, left_side=True, lower=True)
    for n in (*SIZES, *LARGE_SIZES):
        yield case(f"cholesky_{n}", jnp.linalg.cholesky, positive_definite((n, n)))
        yield case(f"lower_upper_{n}", lower_upper, positive_definite((n, n)))
        yield case(f"triangular_{n}_one_column", lower, positive_definite((n, n)), array((n, 1)))
        yield case(f"triangular_{n}", lower, positive_definite((n, n)), array((n, 65)))
    for n in SIZES:
        right = partial(triangular, left_side=False, lower=True)
        yield case(f"triangular_right_{n}", right, positive_definite((n, n)), array((33, n)))
        upper = partial(triangular, left_side=True, lower=True, transpose_a=True)
        yield case(f"triangular_transposed_{n}", upper, positive_definite((n, n)), array((n, n)))
        yield case(f"upper_factor_{n}", upper_factor, array((n, n)))
        yield case(f"cholesky_{n}_f64", jnp.linalg.cholesky, positive_definite((n, n), "f64"))
        yield case(f"triangular_{n}_f64", lower, positive_definite((n, n), "f64"), array((n, 9), "f64"))
        yield case(f"solved_{n}", solved, positive_definite((n, n)), array((n, 7)))
    for n in (2, 5, 17, 33, 64, 100):
        for name in ("inverse", "determinant", "log_determinant", "eigenvalues", "matrix_root"):
            yield case(f"{name}_{n}", OF_A_MATRIX[name], positive_definite((n, n)))
        yield case(f"inverse_{n}_f64", jnp.linalg.inv, positive_definite((n, n), "f64"))
        yield case(f"singular_values_{n}", singular_values, array((n, n)))
    for count, n in BATCHES:
        for name, function in OF_A_MATRIX.items():
            yield case(f"{name}_{count}x{n}", function, positive_definite((count, n, n)))
        yield case(f"solved_vectors_{count}x{n}", solved_vectors, positive_definite((count, n, n)), array((count, n)))
        yield case(f"triangular_{count}x{n}", lower, positive_definite((count, n, n)), array((count, n, 3)))
        yield case(f"upper_factor_{count}x{n}", upper_factor, array((count, n + 3, n)))
    for shape in ((60, 40), (40, 60), (200, 9), (33, 12, 8)):
        name = "x".join(map(str, shape))
        yield case(f"singular_values_{name}", singular_values, array(shape))
        yield case(f"low_rank_{name}", low_rank, array(shape))
        yield case(f"pseudo_inverse_{name}", jnp.linalg.pinv, array(shape))
    yield case("upper_factor_200x100", upper_factor, array((200, 100)))
    yield case("projector", projector, array((101, 33)))
    yield case("with_cholesky", with_cholesky, positive_definite((150, 150)), array((150,)))
    yield case("exponential", linalg.expm, array((50, 50), "f32", -0.1, 0.1))
    yield case("exponential_batch", linalg.expm, array((17, 4, 4)))
    yield case("spectral_norm", partial(jnp.linalg.norm, ord=2), array((80, 80)))
    yield case("nuclear_norm", partial(jnp.linalg.norm, ord="nuc"), array((33, 35)))
    yield case("rank", jnp.linalg.matrix_rank, array((33, 17)))
    yield case("normal_equations", normal_equations, array((500, 20)), array((500,)))
    yield case("least_squares", least_squares, array((101, 9)), array((101,)))
    yield case("eigenvalues_f64", eigenvalues, positive_definite((65, 65), "f64"))
    yield case("complex_cholesky", lambda a: jnp.linalg.cholesky(a.astype(jnp.complex64)), positive_definite((33, 33)))
    yield case("complex_solved", solved, array((33, 33), "c64"), array((33, 3), "c64"))
    yield case("gaussian_process", gaussian_process, array((200, 3)), array((200,)))
    yield case("gram_schmidt", gram_schmidt, array((64, 16)))
    yield case("power_iteration", power_iteration, positive_definite((100, 100)), array((100,)))
    yield case("conjugate_gradients", conjugate_gradients, positive_definite((200, 200)), array((200,)))
    yield case("sinkhorn", sinkhorn, array((128, 129), "f32", 0, 1))
    yield case("newton_schulz", newton_schulz, array((129, 257)))
    yield case("kernel_matrix", kernel_matrix, array((301, 16)), array((401, 16)))
    yield case("householder", householder, array((301, 203)), array((301,)))
    yield case("tridiagonal", tridiagonal, array((501,)), array((501,), "f32", 5, 6), array((501,)), array((501,)))
    yield case("grad_of_log_determinant", grad_of_log_determinant, positive_definite((33, 33)))
    yield case("grad_of_solution", grad_of_solution, positive_definite((33, 33)), array((33,)))
    yield case("cross_products", jnp.cross, array((5003, 3)), array((5003, 3)))
    yield case("outer", jnp.outer, array((501,)), array((503,)))
