"""Simulations and estimates: stencils, ODE steps, particles, spins, prices, signals, clusters, neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, random
from jax.scipy import stats

from benchmarks.jax_functions.cases import Case, array, case, indices, key


# -- stencils -------------------------------------------------------------------------------------------------------------
def heat(x: jax.Array) -> jax.Array:
    def step(_: jax.Array, x: jax.Array) -> jax.Array:
        around = jnp.pad(x, 1)
        return x + 0.1 * (around[2:, 1:-1] + around[:-2, 1:-1] + around[1:-1, 2:] + around[1:-1, :-2] - 4 * x)
    return lax.fori_loop(0, 10, step, x)


def heat_inside(x: jax.Array) -> jax.Array:
    def step(_: jax.Array, x: jax.Array) -> jax.Array:
        return x.at[1:-1, 1:-1].add(0.1 * (x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2] - 4 * x[1:-1, 1:-1]))
    return lax.fori_loop(0, 10, step, x)


def jacobi(x: jax.Array) -> jax.Array:
    def step(_: jax.Array, x: jax.Array) -> jax.Array:
        return 0.25 * (jnp.roll(x, 1, 0) + jnp.roll(x, -1, 0) + jnp.roll(x, 1, 1) + jnp.roll(x, -1, 1))
    return lax.fori_loop(0, 20, step, x)


def wave(u: jax.Array) -> jax.Array:
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        now, before = state
        return 2 * now - before + 0.1 * (jnp.roll(now, 1) + jnp.roll(now, -1) - 2 * now), now
    return lax.fori_loop(0, 20, step, (u, u))[0]


def reaction_diffusion(u: jax.Array, v: jax.Array) -> tuple[jax.Array, jax.Array]:
    def laplacian(x: jax.Array) -> jax.Array:
        return sum(jnp.roll(x, shift, axis) for shift in (1, -1) for axis in (0, 1)) - 4 * x
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        u, v = state
        reaction = u * v * v
        return u + 0.16 * laplacian(u) - reaction + 0.035 * (1 - u), v + 0.08 * laplacian(v) + reaction - 0.1 * v
    return lax.fori_loop(0, 10, step, (u, v))


def advection(q: jax.Array, c: jax.Array) -> jax.Array:
    """Upwind differences."""
    def step(_: jax.Array, q: jax.Array) -> jax.Array:
        back, ahead = q - jnp.roll(q, 1, 1), jnp.roll(q, -1, 1) - q
        return q - 0.1 * jnp.where(c > 0, c * back, c * ahead)
    return lax.fori_loop(0, 10, step, q)


def diffusion_in_space(x: jax.Array) -> jax.Array:
    return x + 0.1 * (sum(jnp.roll(x, shift, axis) for shift in (1, -1) for axis in range(3)) - 6 * x)


def lattice_boltzmann(f: jax.Array) -> jax.Array:
    ways = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]
    weights = [4 / 9, *[1 / 9] * 4, *[1 / 36] * 4]
    moved = jnp.stack([jnp.roll(f[n], way, (0, 1)) for n, way in enumerate(ways)])
    density = jnp.sum(moved, 0)
    rest = jnp.stack([weight * density for weight in weights])
    return moved + 0.6 * (rest - moved)


def divergence_free(u: jax.Array, v: jax.Array) -> jax.Array:
    right, down = jnp.gradient(u)[1], jnp.gradient(v)[0]
    return right + down


# -- ordinary differential equations --------------------------------------------------------------------------------------
def runge_kutta_step(field: Callable[[Any], Any], y: Any, h: float) -> Any:
    """The classical method, of fourth order, on an array or a tree of arrays."""
    def moved(y: Any, by: float, slopes: Any) -> Any:
        return jax.tree.map(lambda y, slope: y + by * slope, y, slopes)
    a = field(y)
    b = field(moved(y, 0.5 * h, a))
    c = field(moved(y, 0.5 * h, b))
    d = field(moved(y, h, c))
    return jax.tree.map(lambda y, a, b, c, d: y + h / 6 * (a + 2 * b + 2 * c + d), y, a, b, c, d)


def runge_kutta(field: Callable[[Any], Any], y: Any, h: float, steps: int) -> Any:
    return lax.fori_loop(0, steps, lambda _, y: runge_kutta_step(field, y, h), y)


def lorenz(y: jax.Array) -> jax.Array:
    return jnp.stack([10 * (y[1] - y[0]), y[0] * (28 - y[2]) - y[1], y[0] * y[1] - 8 / 3 * y[2]])


def pendulum(y: jax.Array) -> jax.Array:
    return jnp.stack([y[1], -jnp.sin(y[0])])


def predators(y: jax.Array) -> jax.Array:
    return jnp.stack([y[0] - y[0] * y[1], y[0] * y[1] - y[1]])


def neural_field(y: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    return runge_kutta(lambda y: jnp.tanh(y @ a) @ b, y, 0.1, 5)


def implicit(y: jax.Array) -> jax.Array:
    """Backward Euler with a few steps of Newton for each."""
    def step(_: jax.Array, y: jax.Array) -> jax.Array:
        def newton(_: jax.Array, z: jax.Array) -> jax.Array:
            return z - (z - y + 0.1 * z**3) / (1 + 0.3 * z**2)
        return lax.fori_loop(0, 4, newton, y)
    return lax.fori_loop(0, 20, step, y)


# -- particles and spins --------------------------------------------------------------------------------------------------
def gravity(p: jax.Array) -> jax.Array:
    d = p[None] - p[:, None]
    return jnp.sum(d / (jnp.sum(d * d, -1, keepdims=True) + 0.01) ** 1.5, 1)


def lennard_jones(p: jax.Array) -> jax.Array:
    def energy(p: jax.Array) -> jax.Array:
        squares = jnp.sum((p[None] - p[:, None]) ** 2, -1) + jnp.eye(p.shape[0])
        inverse = (1 / jnp.maximum(squares, 0.25)) ** 3
        return 2 * jnp.sum((inverse * inverse - inverse) * (1 - jnp.eye(p.shape[0])))
    return jax.grad(energy)(p)


def leapfrog(p: jax.Array, v: jax.Array) -> tuple[jax.Array, jax.Array]:
    def step(_: jax.Array, state: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        p, v = state
        v = v + 0.005 * gravity(p)
        p = p + 0.01 * v
        return p, v + 0.005 * gravity(p)
    return lax.fori_loop(0, 5, step, (p, v))


def boids(p: jax.Array, v: jax.Array) -> jax.Array:
    near = jnp.sum((p[None] - p[:, None]) ** 2, -1) < 0.3
    count = jnp.sum(near, 1, keepdims=True)
    return v + 0.1 * (near @ p / count - p) + 0.1 * (near @ v / count - v)


def ising(data: jax.Array, spins: jax.Array) -> jax.Array:
    """Both colours of a chessboard in turn."""
    rows, columns = spins.shape
    white = (jnp.arange(rows)[:, None] + jnp.arange(columns)) % 2 == 0
    def half(spins: jax.Array, chosen: jax.Array, key: jax.Array) -> jax.Array:
        field = sum(jnp.roll(spins, shift, axis) for shift in (1, -1) for axis in (0, 1))
        flips = random.uniform(key, spins.shape) < jnp.exp(-0.8 * spins * field)
        return jnp.where(chosen & flips, -spins, spins)
    a, b = random.split(random.wrap_key_data(data))
    spins = 2 * spins - 1.0
    return half(half(spins, white, a), ~white, b)


# -- finance --------------------------------------------------------------------------------------------------------------
def black_scholes(s: jax.Array, k: jax.Array, t: jax.Array) -> jax.Array:
    d = (jnp.log(s / k) + 0.07 * t) / (0.2 * jnp.sqrt(t))
    return s * stats.norm.cdf(d) - k * jnp.exp(-0.05 * t) * stats.norm.cdf(d - 0.2 * jnp.sqrt(t))


def greeks(s: jax.Array, k: jax.Array, t: jax.Array) -> Any:
    return jax.grad(lambda s, k, t: jnp.sum(black_scholes(s, k, t)), (0, 2))(s, k, t)


def binomial_tree(s: jax.Array) -> jax.Array:
    n, up = 64, 1.02
    prices = s[:, None] * up ** (2.0 * jnp.arange(n + 1) - n)
    def step(_: jax.Array, value: jax.Array) -> jax.Array:
        return 0.999 * (0.5 * value + 0.5 * jnp.roll(value, -1, 1))
    return lax.fori_loop(0, n, step, jnp.maximum(prices - 100, 0))[:, 0]


def asian_option(data: jax.Array, s: jax.Array) -> jax.Array:
    steps = 0.0002 + 0.01 * random.normal(random.wrap_key_data(data), (s.shape[0], 65))
    return jnp.maximum(jnp.mean(s[:, None] * jnp.exp(jnp.cumsum(steps, 1)), 1) - 100, 0)


def portfolio(returns: jax.Array, w: jax.Array) -> tuple[jax.Array, jax.Array]:
    gains = returns @ w
    wealth = jnp.cumprod(1 + gains)
    return jnp.mean(gains) / jnp.std(gains), jnp.min(wealth / lax.cummax(wealth) - 1)


# -- clusters, neighbours, estimates --------------------------------------------------------------------------------------
def nearest_centres(x: jax.Array, c: jax.Array) -> jax.Array:
    return jnp.argmin(jnp.sum((x[:, None] - c) ** 2, -1), 1)


def k_means(x: jax.Array, c: jax.Array) -> jax.Array:
    def step(_: jax.Array, c: jax.Array) -> jax.Array:
        places = nearest_centres(x, c)
        counts = jax.ops.segment_sum(jnp.ones(x.shape[0]), places, c.shape[0])
        return jax.ops.segment_sum(x, places, c.shape[0]) / jnp.maximum(counts, 1)[:, None]
    return lax.fori_loop(0, 5, step, c)


def k_nearest(x: jax.Array, q: jax.Array) -> jax.Array:
    """Only distances: which of two equally near points is found depends on the last digit."""
    return lax.top_k(2 * q @ x.T - jnp.sum(q * q, 1)[:, None] - jnp.sum(x * x, 1), 5)[0]


def mixture(x: jax.Array, means: jax.Array, weights: jax.Array) -> jax.Array:
    logs = -0.5 * jnp.sum((x[:, None] - means) ** 2, -1) + jnp.log(weights)
    parts = jax.nn.softmax(logs)
    return parts.T @ x / jnp.sum(parts, 0)[:, None]


def density(x: jax.Array, q: jax.Array) -> jax.Array:
    return jnp.mean(jnp.exp(-0.5 * ((q[:, None] - x) / 0.2) ** 2), 1)


def neighbour_embedding(p: jax.Array, y: jax.Array) -> jax.Array:
    d = y[:, None] - y
    kernel = 1 / (1 + jnp.sum(d * d, -1))
    return 4 * jnp.sum((p - kernel / jnp.sum(kernel))[..., None] * kernel[..., None] * d, 1)


def page_rank(senders: jax.Array, receivers: jax.Array) -> jax.Array:
    degree = jnp.maximum(jnp.bincount(senders, length=1001), 1)
    def step(_: jax.Array, rank: jax.Array) -> jax.Array:
        return 0.15 / 1001 + 0.85 * jax.ops.segment_sum((rank / degree)[senders], receivers, 1001)
    return lax.fori_loop(0, 20, step, jnp.full(1001, 1 / 1001))


def shortest_paths(w: jax.Array) -> jax.Array:
    return lax.fori_loop(0, w.shape[0], lambda k, d: jnp.minimum(d, d[:, k, None] + d[k]), w)


def sparse_product(v: jax.Array, columns: jax.Array, rows: jax.Array, x: jax.Array) -> jax.Array:
    return jax.ops.segment_sum(v * x[columns], rows, 2003)


def boosted_trees(x: jax.Array, places: jax.Array, limits: jax.Array, leaves: jax.Array) -> jax.Array:
    """Oblivious trees of depth 6: bits of comparisons choose the leaf."""
    bits = x[:, places] > limits
    leaf = jnp.sum(bits * 2 ** jnp.arange(6), -1)
    return jnp.sum(jnp.take_along_axis(leaves[None], leaf[..., None], 2)[..., 0], 1)


def dynamic_warping(a: jax.Array, b: jax.Array) -> jax.Array:
    costs = jnp.abs(a[:, None] - b)
    def row(before: jax.Array, cost: jax.Array) -> tuple[jax.Array, None]:
        best = jnp.minimum(before, jnp.concatenate([jnp.array([1e9]), before[:-1]]))
        def column(left: jax.Array, given: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
            now = given[0] + jnp.minimum(left, given[1])
            return now, now
        return lax.scan(column, jnp.float32(1e9), (cost, best))[1], None
    return lax.scan(row, jnp.cumsum(costs[0]), costs[1:])[0][-1]


def q_learning(table: jax.Array, s: jax.Array, a: jax.Array, r: jax.Array, t: jax.Array) -> jax.Array:
    def step(table: jax.Array, given: tuple[jax.Array, ...]) -> tuple[jax.Array, None]:
        s, a, r, t = given
        return table.at[s, a].add(0.1 * (r + 0.9 * jnp.max(table[t]) - table[s, a])), None
    return lax.scan(step, table, (s, a, r, t))[0]


def gradient_of_distance(p: jax.Array, q: jax.Array) -> jax.Array:
    """Chamfer's distance of two clouds of points."""
    def distance(p: jax.Array) -> jax.Array:
        d = jnp.sum((p[:, None] - q) ** 2, -1)
        return jnp.mean(jnp.min(d, 0)) + jnp.mean(jnp.min(d, 1))
    return jax.grad(distance)(p)


def rays_and_spheres(origin: jax.Array, way: jax.Array, centres: jax.Array) -> jax.Array:
    d = way / jnp.linalg.norm(way, axis=1, keepdims=True)
    offset = origin[:, None] - centres
    b = jnp.einsum("rsd,rd->rs", offset, d)
    root = b * b - jnp.sum(offset * offset, -1) + 1
    near = -b - jnp.sqrt(jnp.maximum(root, 0))
    return jnp.min(jnp.where((root > 0) & (near > 0), near, 1e9), 1)


def quaternion_rotation(q: jax.Array, v: jax.Array) -> jax.Array:
    q = q / jnp.linalg.norm(q, axis=-1, keepdims=True)
    return v + 2 * jnp.cross(q[:, 1:], jnp.cross(q[:, 1:], v) + q[:, :1] * v)


def cases() -> Iterator[Case]:
    for type in ("f32", "f64"):
        for shape in ((129, 131), (256, 513)):
            name = f"{shape[0]}x{shape[1]}_{type}"
            yield case(f"heat_{name}", heat, array(shape, type))
            yield case(f"heat_inside_{name}", heat_inside, array(shape, type))
            yield case(f"jacobi_{name}", jacobi, array(shape, type))
        yield case(f"wave_{type}", wave, array((20_003,), type))
        yield case(f"pendulum_{type}", lambda y: runge_kutta(pendulum, y, 0.05, 50), array((2, 1003), type))
        yield case(f"predators_{type}", lambda y: runge_kutta(predators, y, 0.05, 50), array((2, 1003), type, 0.5, 2))
        yield case(f"gravity_{type}", gravity, array((257, 3), type))
        yield case(f"black_scholes_{type}", black_scholes, array((20_003,), type, 50, 150), array((20_003,), type, 50, 150),
                   array((20_003,), type, 0.1, 2))
    yield case("lorenz", lambda y: runge_kutta(lorenz, y, 0.01, 100), array((3, 65), "f32", 0.9, 1.1))
    yield case("neural_field", neural_field, array((33, 17)), array((17, 65), "f32", -0.2, 0.2),
               array((65, 17), "f32", -0.2, 0.2))
    yield case("implicit", implicit, array((1003,)))
    yield case("reaction_diffusion", reaction_diffusion, array((129, 131), "f32", 0, 1), array((129, 131), "f32", 0, 1))
    yield case("advection", advection, array((129, 131)), array((129, 131)))
    yield case("diffusion_in_space", diffusion_in_space, array((33, 35, 37)))
    yield case("lattice_boltzmann", lattice_boltzmann, array((9, 65, 129), "f32", 0, 1))
    yield case("divergence_free", divergence_free, array((257, 259)), array((257, 259)))
    yield case("lennard_jones", lennard_jones, array((129, 3)))
    yield case("leapfrog", leapfrog, array((65, 3)), array((65, 3)))
    yield case("boids", boids, array((257, 2)), array((257, 2)))
    yield case("ising", ising, key(), array((129, 130), "i32", 0, 1))
    yield case("greeks", greeks, array((5003,), "f32", 50, 150), array((5003,), "f32", 50, 150), array((5003,), "f32", 0.1, 2))
    yield case("binomial_tree", binomial_tree, array((129,), "f32", 50, 150))
    yield case("asian_option", asian_option, key(), array((1003,), "f32", 80, 120))
    yield case("portfolio", portfolio, array((501, 33), "f32", -0.01, 0.011), array((33,), "f32", 0, 0.1))
    yield case("nearest_centres", nearest_centres, array((2003, 9)), array((33, 9)))
    yield case("k_means", k_means, array((1003, 9)), array((17, 9)))
    yield case("k_nearest", k_nearest, array((5003, 33)), array((65, 33)))
    yield case("mixture", mixture, array((1003, 9)), array((17, 9)), array((17,), "f32", 0.1, 1))
    yield case("density", density, array((1003,)), array((257,)))
    yield case("neighbour_embedding", neighbour_embedding, array((129, 129), "f32", 0, 0.01), array((129, 2)))
    yield case("page_rank", page_rank, indices((5003,), 1001), indices((5003,), 1001))
    yield case("shortest_paths", shortest_paths, array((65, 65), "f32", 0, 9))
    yield case("sparse_product", sparse_product, array((20_003,)), indices((20_003,), 2003), indices((20_003,), 2003),
               array((2003,)))
    yield case("boosted_trees", boosted_trees, array((1003, 17)), indices((33, 6), 17), array((33, 6)), array((33, 64)))
    yield case("dynamic_warping", dynamic_warping, array((65,)), array((67,)))
    yield case("q_learning", q_learning, array((33, 5)), indices((501,), 33), indices((501,), 5), array((501,)),
               indices((501,), 33))
    yield case("gradient_of_distance", gradient_of_distance, array((257, 3)), array((301, 3)))
    yield case("rays_and_spheres", rays_and_spheres, array((1003, 3), "f32", -9, 9), array((1003, 3)), array((17, 3)))
    yield case("quaternion_rotation", quaternion_rotation, array((2003, 4)), array((2003, 3)))
