"""Linear systems, eigenvalues and optima: Krylov and multigrid methods, relaxation, reduction, pivots, splittings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy import linalg, special

from benchmarks.jax_functions.cases import Case, array, case, positive_definite


def krylov_solution(a: jax.Array, b: jax.Array) -> tuple[jax.Array, jax.Array]:
    """GMRES without restarts: Arnoldi's basis, orthogonalized twice, and the least residual in it."""
    count = 10
    a = a + 3 * jnp.eye(b.shape[0])
    def step(k: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        basis, h = state
        v = a @ basis[k]
        once = basis @ v
        v = v - once @ basis
        twice = basis @ v
        v = v - twice @ basis
        size = jnp.linalg.norm(v)
        return basis.at[k + 1].set(v / size), h.at[:, k].set((once + twice).at[k + 1].set(size))
    size = jnp.linalg.norm(b)
    basis = jnp.zeros((count + 1, b.shape[0]), b.dtype).at[0].set(b / size)
    basis, h = lax.fori_loop(0, count, step, (basis, jnp.zeros((count + 1, count), b.dtype)))
    right = jnp.zeros(count + 1, b.dtype).at[0].set(size)
    return jnp.linalg.lstsq(h, right)[0] @ basis[:-1], h


def lanczos_values(a: jax.Array, v: jax.Array) -> jax.Array:
    """Ritz values: the eigenvalues of the tridiagonal matrix of Lanczos's steps, with a basis orthogonalized twice."""
    def step(basis: jax.Array, k: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        w = a @ basis[k]
        along = basis[k] @ w
        w = w - (basis @ w) @ basis
        w = w - (basis @ w) @ basis
        size = jnp.linalg.norm(w)
        return basis.at[k + 1].set(w / size), (along, size)
    basis = jnp.zeros((17, v.shape[0]), v.dtype).at[0].set(v / jnp.linalg.norm(v))
    _, (diagonal, beside) = lax.scan(step, basis, jnp.arange(16))
    return jnp.linalg.eigvalsh(jnp.diag(diagonal) + jnp.diag(beside[:-1], 1) + jnp.diag(beside[:-1], -1))


def multigrid(f: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Two V-cycles for Poisson's equation with zero around it, and the largest residual."""
    def five_points(u: jax.Array) -> jax.Array:
        around = jnp.pad(u, 1)
        return 4 * u - around[2:, 1:-1] - around[:-2, 1:-1] - around[1:-1, 2:] - around[1:-1, :-2]

    def smoothed(u: jax.Array, f: jax.Array) -> jax.Array:
        return lax.fori_loop(0, 3, lambda _, u: u + 0.2 * (f - five_points(u)), u)

    # Both resample the first axis and transpose, so that twice is both axes.
    def coarser(r: jax.Array) -> jax.Array:
        return (0.25 * (r[:-2:2] + r[2::2]) + 0.5 * r[1:-1:2]).T

    def finer(e: jax.Array) -> jax.Array:
        around = jnp.pad(e, ((1, 1), (0, 0)))
        fine = jnp.zeros((2 * e.shape[0] + 1, e.shape[1]), e.dtype)
        return fine.at[1::2].set(e).at[::2].set(0.5 * (around[1:] + around[:-1])).T

    def cycle(u: jax.Array, f: jax.Array) -> jax.Array:
        u = smoothed(u, f)
        if f.shape[0] > 15:
            rest = 4 * coarser(coarser(f - five_points(u)))
            u = u + finer(finer(cycle(jnp.zeros_like(rest), rest)))
        return smoothed(u, f)

    u = lax.fori_loop(0, 2, lambda _, u: cycle(u, f), jnp.zeros_like(f))
    return u, jnp.max(jnp.abs(f - five_points(u)))


def red_black_relaxation(f: jax.Array, conductivity: jax.Array) -> jax.Array:
    """Gauss and Seidel's method, overrelaxed, on the points of one colour of a chessboard, then on the others."""
    rows, columns = f.shape
    black = (jnp.arange(rows)[:, None] + jnp.arange(columns)) % 2 == 1
    down, right = (0.5 * (conductivity + jnp.roll(conductivity, -1, axis)) for axis in (0, 1))
    up, left = jnp.roll(down, 1, 0), jnp.roll(right, 1, 1)
    total = up + down + left + right + 0.1
    def half(u: jax.Array, chosen: jax.Array) -> jax.Array:
        around = (up * jnp.roll(u, 1, 0) + down * jnp.roll(u, -1, 0) + left * jnp.roll(u, 1, 1) + right * jnp.roll(u, -1, 1))
        return jnp.where(chosen, -0.4 * u + 1.4 * (f + around) / total, u)
    return lax.fori_loop(0, 20, lambda _, u: half(half(u, ~black), black), jnp.zeros_like(f))


def cyclic_reduction(a: jax.Array, b: jax.Array, c: jax.Array, d: jax.Array) -> jax.Array:
    """Tridiagonal systems at once: each step takes from every equation those a power of two before and behind it."""
    def before(x: jax.Array, by: int, fill: float = 0) -> jax.Array:
        return jnp.pad(x[:, :-by], ((0, 0), (by, 0)), constant_values=fill)
    def behind(x: jax.Array, by: int, fill: float = 0) -> jax.Array:
        return jnp.pad(x[:, by:], ((0, 0), (0, by)), constant_values=fill)
    a, c, by = a.at[:, 0].set(0), c.at[:, -1].set(0), 1
    while by < a.shape[1]:
        lower, upper = a / before(b, by, 1), c / behind(b, by, 1)
        b, d = (b - lower * before(c, by) - upper * behind(a, by), d - lower * before(d, by) - upper * behind(d, by))
        a, c, by = -lower * before(a, by), -upper * behind(c, by), 2 * by
    return d / b


def simplex_tableau(a: jax.Array, b: jax.Array, c: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The largest c x where a x <= b and x >= 0: pivots while one improves it."""
    rows, columns = a.shape
    table = jnp.zeros((rows + 1, columns + rows + 1), a.dtype)
    table = table.at[:-1, :columns].set(a).at[:-1, columns:-1].set(jnp.eye(rows)).at[:-1, -1].set(b).at[-1, :columns].set(-c)
    def pivot(state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        table, basis, count = state
        column = jnp.argmin(table[-1, :-1])
        entries = table[:-1, column]
        row = jnp.argmin(jnp.where(entries > 1e-9, table[:-1, -1] / jnp.where(entries > 1e-9, entries, 1), jnp.inf))
        chosen = table[row] / table[row, column]
        table = (table - jnp.outer(table[:, column], chosen)).at[row].set(chosen)
        return table, basis.at[row].set(column), count + 1
    start = table, columns + jnp.arange(rows), jnp.int32(0)
    table, basis, _ = lax.while_loop(lambda s: (jnp.min(s[0][-1, :-1]) < -1e-9) & (s[2] < 60), pivot, start)
    return jnp.zeros(columns + rows, a.dtype).at[basis].set(table[:-1, -1])[:columns], table[-1, -1]


def transport_of_clouds(x: jax.Array, y: jax.Array) -> Any:
    """Entropic optimal transport by Sinkhorn's steps in logarithms: its cost, and where each point goes on average."""
    cost = jnp.sum((x[:, None] - y) ** 2, -1)
    m, n, blur = x.shape[0], y.shape[0], 0.5
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        g = state[1]
        f = -blur * special.logsumexp((g - cost) / blur - jnp.log(n), 1)
        return f, -blur * special.logsumexp((f[:, None] - cost) / blur - jnp.log(m), 0)
    f, g = lax.fori_loop(0, 20, step, (jnp.zeros(m), jnp.zeros(n)))
    plan = jnp.exp((f[:, None] + g - cost) / blur) / (m * n)
    return jnp.sum(plan * cost), plan @ y / jnp.sum(plan, 1, keepdims=True)


def lasso(a: jax.Array, b: jax.Array) -> jax.Array:
    """Least squares with few coefficients by ADMM, with one factorization for all steps."""
    count = a.shape[1]
    factor, right = linalg.cho_factor(a.T @ a + 5 * jnp.eye(count), lower=True), a.T @ b
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        z, u = state
        x = linalg.cho_solve(factor, right + 5 * (z - u))
        z = jnp.sign(x + u) * jnp.maximum(jnp.abs(x + u) - 2, 0)
        return z, u + x - z
    return lax.fori_loop(0, 25, step, (jnp.zeros(count), jnp.zeros(count)))[0]


def without_variation(x: jax.Array) -> jax.Array:
    """Total variation denoising by Chambolle and Pock's primal-dual steps."""
    def gradient(u: jax.Array) -> jax.Array:
        return jnp.stack([jnp.diff(u, axis=0, append=u[-1:]), jnp.diff(u, axis=1, append=u[:, -1:])])
    def divergence(p: jax.Array) -> jax.Array:
        down, right = p[0].at[-1].set(0), p[1].at[:, -1].set(0)
        return jnp.diff(down, axis=0, prepend=0) + jnp.diff(right, axis=1, prepend=0)
    def step(_: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        u, ahead, p = state
        p = p + 0.3 * gradient(ahead)
        p = p / jnp.maximum(1, jnp.linalg.norm(p, axis=0))
        after = (u + 0.3 * (divergence(p) + 4 * x)) / 2.2
        return after, 2 * after - u, p
    return lax.fori_loop(0, 15, step, (x, x, jnp.zeros((2, *x.shape), x.dtype)))[0]


def cases() -> Iterator[Case]:
    yield case("krylov_solution", krylov_solution, array((129, 129), "f64", -0.1, 0.1), array((129,), "f64"))
    yield case("lanczos_values", lanczos_values, positive_definite((129, 129), "f64"), array((129,), "f64"))
    yield case("multigrid", multigrid, array((63, 63)))
    yield case("multigrid_f64", multigrid, array((127, 127), "f64"))
    yield case("red_black_relaxation", red_black_relaxation, array((97, 101)), array((97, 101), "f32", 0.5, 2))
    yield case("cyclic_reduction", cyclic_reduction, array((33, 100)), array((33, 100), "f32", 5, 6), array((33, 100)),
               array((33, 100)))
    yield case("simplex_tableau", simplex_tableau, array((50, 65), "f64", 0.1, 1), array((50,), "f64", 1, 2),
               array((65,), "f64", 0.1, 1))
    yield case("transport_of_clouds", transport_of_clouds, array((50, 2)), array((65, 2)))
    yield case("lasso", lasso, array((129, 65)), array((129,)))
    yield case("without_variation", without_variation, array((97, 101)))
