"""Cumulative operations along each axis, rolling windows, pooling, signals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import signal

from benchmarks.jax_functions.cases import Case, array, case


def maximum_pool(x: jax.Array, window: tuple[int, ...], strides: tuple[int, ...], padding: str = "SAME") -> jax.Array:
    lowest = -jnp.inf if jnp.issubdtype(x.dtype, jnp.floating) else jnp.iinfo(x.dtype).min
    return lax.reduce_window(x, np.array(lowest, x.dtype), lax.max, window, strides, padding)


def average_pool(x: jax.Array, window: tuple[int, ...], strides: tuple[int, ...], padding: str = "SAME") -> jax.Array:
    zero = np.array(0, x.dtype)
    counts = lax.reduce_window(jnp.ones_like(x), zero, lax.add, window, strides, padding)
    return lax.reduce_window(x, zero, lax.add, window, strides, padding) / counts


def sum_pool(x: jax.Array, window: tuple[int, ...], strides: tuple[int, ...], padding: str = "SAME") -> jax.Array:
    return lax.reduce_window(x, np.array(0, x.dtype), lax.add, window, strides, padding)


def grad_of_sine(function: Callable[[jax.Array], jax.Array]) -> Callable[[jax.Array], Any]:
    return jax.grad(lambda x: jnp.sum(jnp.sin(function(x))))


def rolling_mean(x: jax.Array, width: int) -> jax.Array:
    total = jnp.cumsum(jnp.pad(x, ((width, 0), (0, 0))), 0)
    return (total[width:] - total[:-width]) / width


def rolling_deviation(x: jax.Array, width: int) -> jax.Array:
    starts = jnp.arange(x.shape[0] - width + 1)
    return jnp.std(x[starts[:, None] + jnp.arange(width)], axis=1)


def exponential_average(x: jax.Array) -> jax.Array:
    def combine(left: tuple[jax.Array, jax.Array], right: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        return left[0] * right[0], left[1] * right[0] + right[1]
    return lax.associative_scan(combine, (jnp.full_like(x, 0.9), 0.1 * x))[1]


def moving_average(x: jax.Array) -> jax.Array:
    return jnp.convolve(x, jnp.ones(25) / 25, mode="same")


def dilated_maximum(x: jax.Array) -> jax.Array:
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3), (1, 1), "VALID", window_dilation=(1, 4))


def erosion(x: jax.Array) -> jax.Array:
    return lax.reduce_window(x, np.array(255, x.dtype), lax.min, (1, 5, 5), (1, 1, 1), "SAME")


def first_after_reset(x: jax.Array, m: jax.Array) -> jax.Array:
    """Sums that begin anew where a flag is set."""
    def combine(left: tuple[jax.Array, jax.Array], right: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        return left[0] | right[0], jnp.where(right[0], right[1], left[1] + right[1])
    return lax.associative_scan(combine, (m, x))[1]


CUMULATIVE = {"cumsum": lax.cumsum, "cumprod": lax.cumprod, "cummax": lax.cummax, "cummin": lax.cummin,
              "cumlogsumexp": lax.cumlogsumexp}
#: A name, a shape, a window and strides.
POOLS = [
    ("nhwc_3_by_2", (4, 57, 57, 64), (1, 3, 3, 1), (1, 2, 2, 1)), ("nchw_3_by_2", (4, 64, 57, 57), (1, 1, 3, 3), (1, 1, 2, 2)),
    ("nhwc_2_by_2", (4, 56, 56, 33), (1, 2, 2, 1), (1, 2, 2, 1)), ("nhwc_3_by_1", (4, 29, 31, 64), (1, 3, 3, 1), (1, 1, 1, 1)),
    ("rows_5", (32, 1001, 32), (1, 5, 1), (1, 1, 1)), ("rank5", (2, 9, 17, 19, 16), (1, 2, 3, 3, 1), (1, 1, 2, 2, 1)),
    ("wide_31", (16, 2003), (1, 31), (1, 1)), ("columns_7", (1003, 65), (7, 1), (3, 1)), ("flat_9", (100_003,), (9,), (1,)),
]


def cases() -> Iterator[Case]:
    for name, function in CUMULATIVE.items():
        near_one = (0.99, 1.01) if name == "cumprod" else (-2.0, 2.0)
        for axis in range(3):
            yield case(f"{name}_{axis}_of_3", partial(function, axis=axis), array((40, 65, 130), "f32", *near_one))
        for axis in (0, 1):
            yield case(f"{name}_{axis}_of_2", partial(function, axis=axis), array((301, 403), "f32", *near_one))
        yield case(f"{name}_reverse", partial(function, axis=0, reverse=True), array((301, 103), "f32", *near_one))
        yield case(f"{name}_flat", function, array((30_011,), "f32", *((0.9999, 1.0001) if name == "cumprod" else near_one)))
    for type in ("f64", "bf16", "i32", "i64", "i8", "u8"):
        bounds = (0, 0.1) if type == "bf16" else (0, 1)
        for axis in (0, 1):
            yield case(f"cumsum_{axis}_{type}", partial(jnp.cumsum, axis=axis), array((301, 403), type, *bounds))
            yield case(f"cummax_{axis}_{type}", partial(lax.cummax, axis=axis), array((301, 403), type))
    for shape in ((1, 1001), (1001, 1), (20_003, 7), (7, 20_003), (5, 0), (3, 5, 7, 9, 11)):
        yield case(f"cumsum_{'x'.join(map(str, shape))}", partial(jnp.cumsum, axis=len(shape) - 1), array(shape))
    yield case("cumsum_grad", jax.grad(lambda x: jnp.sum(jnp.sin(jnp.cumsum(x, 1)))), array((101, 203)))
    for name, shape, window, strides in POOLS:
        yield case(f"maximum_pool_{name}", partial(maximum_pool, window=window, strides=strides), array(shape))
        yield case(f"average_pool_{name}", partial(average_pool, window=window, strides=strides), array(shape))
    name, shape, window, strides = POOLS[0]
    for type in ("bf16", "f64", "i8", "i32"):
        yield case(f"maximum_pool_{type}", partial(maximum_pool, window=window, strides=strides), array(shape, type))
    yield case("sum_pool_bf16", partial(sum_pool, window=window, strides=strides), array(shape, "bf16"))
    yield case("sum_pool_i32", partial(sum_pool, window=window, strides=strides), array(shape, "i32"))
    for name, shape, window, strides in POOLS[:4]:
        for kind, pool in (("maximum", maximum_pool), ("average", average_pool)):
            function = partial(pool, window=window, strides=strides, padding="VALID")
            yield case(f"{kind}_pool_grad_{name}", grad_of_sine(function), array(shape))
    yield case("average_pool_global", partial(jnp.mean, axis=(1, 2)), array((8, 14, 14, 512)))
    yield case("rolling_mean", partial(rolling_mean, width=20), array((2003, 65)))
    yield case("rolling_deviation", partial(rolling_deviation, width=20), array((2003, 33)))
    yield case("exponential_average", exponential_average, array((1024, 65)))
    yield case("exponential_average_odd", exponential_average, array((1003, 33)))
    yield case("moving_average", moving_average, array((50_001,)))
    yield case("dilated_maximum", dilated_maximum, array((65, 2003)))
    yield case("erosion", erosion, array((4, 129, 131), "u8", 0, 255))
    yield case("first_after_reset", first_after_reset, array((2003,)), array((2003,), "bool"))
    yield case("convolve_full", jnp.convolve, array((20_011,)), array((65,)))
    yield case("convolve_same", partial(jnp.convolve, mode="same"), array((20_011,)), array((33,)))
    yield case("correlate_2d", partial(signal.convolve2d, mode="same"), array((200, 201)), array((7, 5)))
    yield case("prefix_extrema", lambda x: (lax.cummax(x, 1), lax.cummin(x, 1)), array((301, 403)))
