"""Fits: Gaussian processes, regressions, curves, cameras and points, mixtures, clusters, components and factors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import linalg, special

from benchmarks.jax_functions.cases import Case, array, case, indices, mask, positive_definite


def fitted_process(x: jax.Array, y: jax.Array, queries: jax.Array) -> Any:
    """A Gaussian process: length, variance and noise (in logarithms) by gradients of the marginal likelihood, and predictions."""
    def kernel(a: jax.Array, b: jax.Array, p: jax.Array) -> jax.Array:
        return jnp.exp(p[1] - 0.5 * jnp.exp(-2 * p[0]) * jnp.sum((a[:, None] - b) ** 2, -1))

    def factor(p: jax.Array) -> jax.Array:
        return jnp.linalg.cholesky(kernel(x, x, p) + (jnp.exp(p[2]) + 1e-6) * jnp.eye(x.shape[0]))

    def likelihood(p: jax.Array) -> jax.Array:
        lower = factor(p)
        return -0.5 * y @ linalg.cho_solve((lower, True), y) - jnp.sum(jnp.log(jnp.diagonal(lower)))

    def step(_: jax.Array, p: jax.Array) -> jax.Array:
        gradient = jax.grad(likelihood)(p)
        return p + 0.1 * gradient / (1 + jnp.linalg.norm(gradient))

    p = lax.fori_loop(0, 8, step, jnp.zeros(3, x.dtype))
    lower, across = factor(p), kernel(x, queries, p)
    half = linalg.solve_triangular(lower, across, lower=True)
    return p, across.T @ linalg.cho_solve((lower, True), y), jnp.exp(p[1]) - jnp.sum(half * half, 0)


def evidence_regression(x: jax.Array, y: jax.Array, queries: jax.Array) -> Any:
    """Bayesian linear regression: precisions of weights and of noise at a fixed point of the evidence, and predictions."""
    y = y + x @ jnp.linspace(-1, 1, x.shape[1])
    gram, right, identity = x.T @ x, x.T @ y, jnp.eye(x.shape[1])
    values = jnp.linalg.eigvalsh(gram)

    def weights(alpha: jax.Array, beta: jax.Array) -> jax.Array:
        return linalg.solve(alpha * identity + beta * gram, beta * right, assume_a="pos")

    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        alpha, beta = state
        mean = weights(alpha, beta)
        effective = jnp.sum(beta * values / (alpha + beta * values))
        return effective / (mean @ mean), (x.shape[0] - effective) / jnp.sum((y - x @ mean) ** 2)

    alpha, beta = lax.fori_loop(0, 10, step, (jnp.float32(1), jnp.float32(1)))
    covariance = jnp.linalg.inv(alpha * identity + beta * gram)
    return queries @ weights(alpha, beta), jnp.sqrt(1 / beta + jnp.einsum("ni,ij,nj->n", queries, covariance, queries))


def logistic_newton(x: jax.Array, y: jax.Array) -> Any:
    """Logistic regression with a ridge penalty by Newton's method, standard errors of the weights, and the deviance."""
    def hessian(w: jax.Array) -> jax.Array:
        p = jax.nn.sigmoid(x @ w)
        return (x.T * (p * (1 - p))) @ x + jnp.eye(x.shape[1])

    def step(_: jax.Array, w: jax.Array) -> jax.Array:
        return w - linalg.solve(hessian(w), x.T @ (jax.nn.sigmoid(x @ w) - y) + w, assume_a="pos")

    w = lax.fori_loop(0, 6, step, jnp.zeros(x.shape[1]))
    deviance = 2 * jnp.sum(jnp.logaddexp(0, jnp.where(y, -1, 1) * (x @ w)))
    return w, jnp.sqrt(jnp.diagonal(jnp.linalg.inv(hessian(w)))), deviance


def limited_memory(a: jax.Array, b: jax.Array) -> tuple[jax.Array, jax.Array]:
    """L-BFGS: the two-loop recursion over the last five changes, the newest first, and steps halved until they descend."""
    def cost(x: jax.Array) -> jax.Array:
        return jnp.sum(jnp.sqrt(1 + (a @ x - b) ** 2)) + 0.05 * x @ x

    def descent(gradient: jax.Array, steps: jax.Array, changes: jax.Array) -> jax.Array:
        curvature = jnp.sum(steps * changes, 1)
        inverse = jnp.where(curvature > 0, 1 / jnp.where(curvature > 0, curvature, 1), 0)
        def first(q: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
            alpha = given[2] * (given[0] @ q)
            return q - alpha * given[1], alpha
        q, alphas = lax.scan(first, gradient, (steps, changes, inverse))
        q = q * jnp.where(curvature[0] > 0, curvature[0] / (changes[0] @ changes[0] + 1e-30), 0.1)
        def second(r: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, None]:
            return r + given[0] * (given[3] - given[2] * (given[1] @ r)), None
        return -lax.scan(second, q, (steps, changes, inverse, alphas), reverse=True)[0]

    def step(_: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        x, gradient, steps, changes = state
        direction = descent(gradient, steps, changes)
        decrease = 1e-4 * gradient @ direction
        def too_long(t: jax.Array) -> jax.Array:
            return cost(x + t * direction) > cost(x) + t * decrease
        length = lax.while_loop(too_long, lambda t: 0.5 * t, jnp.ones((), x.dtype))
        moved = x + length * direction
        after = jax.grad(cost)(moved)
        return (moved, after, jnp.roll(steps, 1, 0).at[0].set(moved - x), jnp.roll(changes, 1, 0).at[0].set(after - gradient))

    x, past = jnp.zeros(a.shape[1], a.dtype), jnp.zeros((5, a.shape[1]), a.dtype)
    x = lax.fori_loop(0, 12, step, (x, jax.grad(cost)(x), past, past))[0]
    return x, cost(x)


def levenberg_marquardt(t: jax.Array, y: jax.Array) -> Any:
    """Exponential decays fitted to many curves at once; a step that does not improve is taken back and damped more."""
    def residual(p: jax.Array, y: jax.Array) -> jax.Array:
        return p[0] * jnp.exp(-jnp.exp(p[1]) * t) + p[2] - (2 * jnp.exp(-0.8 * t) + 0.1 * y)

    def fitted(y: jax.Array) -> Any:
        def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
            p, damping = state
            jacobian, error = jax.jacfwd(residual)(p, y), residual(p, y)
            normal = jacobian.T @ jacobian
            tried = p - jnp.linalg.solve(normal + damping * jnp.diag(jnp.diagonal(normal)), jacobian.T @ error)
            better = jnp.sum(residual(tried, y) ** 2) < jnp.sum(error**2)
            return jnp.where(better, tried, p), jnp.where(better, 0.3 * damping, 5 * damping)
        p, _ = lax.fori_loop(0, 6, step, (jnp.array([1.0, 0.5, 0.2], t.dtype), jnp.ones((), t.dtype)))
        return p, jnp.sum(residual(p, y) ** 2)

    return jax.vmap(fitted)(y)


#: The matrices of the cross products with the three axes.
CROSS_PRODUCTS = np.array([np.cross(axis, np.eye(3)).T for axis in np.eye(3)])


def bundle_adjustment(cameras: jax.Array, points: jax.Array, c: jax.Array, p: jax.Array, seen: jax.Array) -> Any:
    """A damped step for cameras and points together: Jacobians of each observation, and Schur's complement of the points."""
    def residual(camera: jax.Array, point: jax.Array, seen: jax.Array) -> jax.Array:
        angle = jnp.sqrt(camera[:3] @ camera[:3] + 1e-6)
        skew = jnp.tensordot(camera[:3] / angle, CROSS_PRODUCTS, 1)
        across = skew @ point
        x = point + jnp.sin(angle) * across + (1 - jnp.cos(angle)) * (skew @ across) + camera[3:]
        return x[:2] / (6 + x[2]) - seen

    given = cameras[c], points[p], seen
    error = jax.vmap(residual)(*given)
    of_camera, of_point = jax.vmap(jax.jacfwd(residual, (0, 1)))(*given)
    many, few = points.shape[0], cameras.shape[0]

    def blocks(a: jax.Array, b: jax.Array) -> jax.Array:
        return jnp.einsum("nri,nrj->nij", a, b)

    u = jax.ops.segment_sum(blocks(of_camera, of_camera), c, few) + 0.1 * jnp.eye(6)
    v = jax.ops.segment_sum(blocks(of_point, of_point), p, many) + 0.1 * jnp.eye(3)
    w = jnp.zeros((few, many, 6, 3), points.dtype).at[c, p].add(blocks(of_camera, of_point))
    right = -jax.ops.segment_sum(jnp.einsum("nri,nr->ni", of_camera, error), c, few)
    below = -jax.ops.segment_sum(jnp.einsum("nri,nr->ni", of_point, error), p, many)
    inverse = jnp.linalg.inv(v)
    eliminated = jnp.einsum("apik,pkl->apil", w, inverse)
    schur = (-jnp.einsum("apik,bpjk->aibj", eliminated, w)).at[jnp.arange(few), :, jnp.arange(few)].add(u)
    right = right - jnp.einsum("apik,pk->ai", eliminated, below)
    moved = linalg.solve(schur.reshape(6 * few, 6 * few), right.ravel(), assume_a="pos").reshape(few, 6)
    rest = jnp.einsum("pkl,pl->pk", inverse, below - jnp.einsum("apik,ai->pk", w, moved))
    return cameras + moved, points + rest, jnp.sum(error**2)


def mixture_of_ellipsoids(x: jax.Array, means: jax.Array) -> Any:
    """A few steps of EM for a mixture of Gaussians, each with a full covariance."""
    (count, size), parts = x.shape, means.shape[0]
    def step(_: jax.Array, state: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
        means, covariances, weights, _ = state
        lower = jnp.linalg.cholesky(covariances)
        scaled = linalg.solve_triangular(lower, jnp.swapaxes(x - means[:, None], 1, 2), lower=True)
        volumes = jnp.sum(jnp.log(jnp.diagonal(lower, axis1=1, axis2=2)), 1)
        logs = (jnp.log(weights) - volumes)[:, None] - 0.5 * jnp.sum(scaled * scaled, 1)
        total = special.logsumexp(logs, 0)
        share = jnp.exp(logs - total)
        mass = jnp.sum(share, 1)
        means = share @ x / mass[:, None]
        offsets = x - means[:, None]
        covariances = jnp.einsum("kn,kni,knj->kij", share, offsets, offsets) / mass[:, None, None] + 0.01 * jnp.eye(size)
        return means, covariances, mass / count, jnp.mean(total)
    start = means, jnp.tile(jnp.eye(size), (parts, 1, 1)), jnp.full(parts, 1 / parts), jnp.float32(0)
    return lax.fori_loop(0, 5, step, start)


def k_medoids(x: jax.Array, medoids: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Medoids moved to the member with the least sum of distances until none moves: the sum for all, and steps."""
    distances = jnp.sum(jnp.abs(x[:, None] - x), -1)
    def step(state: tuple[jax.Array, jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array, jax.Array]:
        medoids, _, count = state
        nearest = jnp.argmin(distances[:, medoids], 1)
        own = nearest == jnp.arange(medoids.shape[0])[:, None]
        found = jnp.argmin(jnp.where(own, own.astype(jnp.int32) @ distances, 1 << 30), 1).astype(jnp.int32)
        return found, jnp.any(found != medoids), count + 1
    medoids, _, steps = lax.while_loop(lambda s: s[1] & (s[2] < 30), step, (medoids, jnp.array(True), jnp.int32(0)))
    return jnp.sum(jnp.min(distances[:, medoids], 1)), steps


def whitened(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """ZCA whitening (principal components of equal variance, rotated back), and each component's share of the variance."""
    x = x - jnp.mean(x, 0)
    values, vectors = jnp.linalg.eigh(x.T @ x / (x.shape[0] - 1))
    return x @ (vectors / jnp.sqrt(values + 1e-3)) @ vectors.T, values[::-1] / jnp.sum(values)


def independent_components(x: jax.Array, mixing: jax.Array) -> tuple[jax.Array, jax.Array]:
    """FastICA of mixed signals, with a symmetric decorrelation of the components in each step."""
    def inverse_root(a: jax.Array) -> jax.Array:
        values, vectors = jnp.linalg.eigh(a)
        return (vectors / jnp.sqrt(values)) @ vectors.T
    mixed = mixing @ x
    mixed = mixed - jnp.mean(mixed, 1, keepdims=True)
    white = inverse_root(mixed @ mixed.T / x.shape[1]) @ mixed
    def step(_: jax.Array, w: jax.Array) -> jax.Array:
        bent = jnp.tanh(w @ white)
        w = bent @ white.T / x.shape[1] - jnp.mean(1 - bent**2, 1)[:, None] * w
        return inverse_root(w @ w.T) @ w
    w = lax.fori_loop(0, 8, step, jnp.eye(x.shape[0], dtype=x.dtype))
    return w @ white, w


def superimposed(x: jax.Array, noise: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Kabsch's rotation of each cloud of points onto another one, never a reflection, and the deviation that remains."""
    rotation = jnp.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0], [0.48, 0.64, 0.6]])
    a = x - jnp.mean(x, 1, keepdims=True)
    b = (x + noise) @ rotation
    b = b - jnp.mean(b, 1, keepdims=True)
    left, _, right = jnp.linalg.svd(jnp.swapaxes(a, 1, 2) @ b)
    sign = jnp.sign(jnp.linalg.det(left @ right))
    best = left.at[:, :, 2].multiply(sign[:, None]) @ right
    return best, jnp.sqrt(jnp.mean(jnp.sum((a @ best - b) ** 2, -1), 1))


def nonnegative_factors(v: jax.Array, w: jax.Array, h: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Lee and Seung's multiplicative updates, by the divergence of Kullback and Leibler, and what it comes to."""
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        w, h = state
        h = h * (w.T @ (v / (w @ h))) / jnp.sum(w, 0)[:, None]
        return w * ((v / (w @ h)) @ h.T) / jnp.sum(h, 1), h
    w, h = lax.fori_loop(0, 10, step, (w, h))
    close = w @ h
    return w, h, jnp.sum(special.xlogy(v, v / close) - v + close)


def cases() -> Iterator[Case]:
    yield case("fitted_process", fitted_process, array((50, 2), "f64"), array((50,), "f64"), array((33, 2), "f64"))
    yield case("evidence_regression", evidence_regression, array((501, 17)), array((501,)), array((50, 17)), tolerance=1e-3)
    yield case("logistic_newton", logistic_newton, array((1003, 9)), mask((1003,)))
    yield case("limited_memory", limited_memory, array((101, 33), "f64"), array((101,), "f64"), tolerance=1e-7)
    yield case("levenberg_marquardt", levenberg_marquardt, array((50,), "f64", 0, 4), array((65, 50), "f64"))
    yield case("bundle_adjustment", bundle_adjustment, array((7, 6), "f64", -0.3, 0.3), array((50, 3), "f64"),
               indices((197,), 7), indices((197,), 50), array((197, 2), "f64", -0.3, 0.3))
    yield case("mixture_of_ellipsoids", mixture_of_ellipsoids, array((513, 3)), array((5, 3)), tolerance=1e-3)
    yield case("k_medoids", k_medoids, array((197, 3), "i32"), indices((7,), 197, unique=True))
    yield case("whitened", whitened, array((513, 17)))
    yield case("independent_components", independent_components, array((5, 513), "f64"), positive_definite((5, 5), "f64"))
    yield case("superimposed", superimposed, array((50, 21, 3)), array((50, 21, 3), "f32", -0.2, 0.2))
    yield case("nonnegative_factors", nonnegative_factors, array((101, 65), "f32", 0.1, 1), array((101, 7), "f32", 0.1, 1),
               array((7, 65), "f32", 0.1, 1))
