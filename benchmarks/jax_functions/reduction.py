"""Reductions: along each axis and several, of each type, first and last extrema, norms and statistics of columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy import special

from benchmarks.jax_functions.cases import Case, array, case, mask


def euclidean(x: jax.Array, axis: int | None) -> jax.Array:
    return jnp.sqrt(jnp.sum(x * x, axis))


def largest_magnitude(x: jax.Array, axis: int | None) -> jax.Array:
    return jnp.max(jnp.abs(x), axis)


def positive_count(x: jax.Array, axis: int | None) -> jax.Array:
    return jnp.sum(x > 0, axis)


def near_one_product(x: jax.Array, axis: int | None) -> jax.Array:
    return jnp.prod(1 + x * 1e-3, axis)


def any_large(x: jax.Array, axis: int | None) -> jax.Array:
    return jnp.any(x > 1.99, axis)


def extrema(x: jax.Array, axis: int | None) -> tuple[jax.Array, jax.Array]:
    return jnp.min(x, axis), jnp.max(x, axis)


def moments(x: jax.Array, axis: int | None) -> tuple[jax.Array, jax.Array]:
    return jnp.sum(x, axis), jnp.sum(x * x, axis)


def value_and_place(x: jax.Array, axis: int | None) -> tuple[jax.Array, jax.Array]:
    return jnp.max(x, axis), jnp.argmax(x, axis)


def huber_mean(x: jax.Array, axis: int | None) -> jax.Array:
    return jnp.mean(jnp.where(jnp.abs(x) < 1, 0.5 * x * x, jnp.abs(x) - 0.5), axis)


def log_sum_exp(x: jax.Array, axis: int | None) -> jax.Array:
    return special.logsumexp(x, axis=axis)


OPERATIONS = {
    "sum": jnp.sum, "prod": near_one_product, "min": jnp.min, "max": jnp.max, "argmax": jnp.argmax, "argmin": jnp.argmin,
    "mean": jnp.mean, "std": jnp.std, "var": jnp.var, "nansum": jnp.nansum, "nanmean": jnp.nanmean, "ptp": jnp.ptp,
    "euclidean": euclidean, "largest_magnitude": largest_magnitude, "positive_count": positive_count, "any_large": any_large,
    "extrema": extrema, "moments": moments, "value_and_place": value_and_place, "huber_mean": huber_mean,
    "log_sum_exp": log_sum_exp,
}
IN_BF16 = ("sum", "max", "mean", "largest_magnitude", "argmax", "extrema")
#: Shapes and the axes that are reduced.
SEVERAL_AXES = [
    ((63, 129, 257), (1,)), ((63, 129, 257), (0, 1)), ((257, 63, 65), (1, 2)), ((31, 33, 35, 37), (0, 2)),
    ((31, 33, 35, 37), (1, 3)), ((31, 33, 35, 37), (1, 2)), ((5, 7, 9, 11, 65), (0, 2, 4)), ((5, 7, 9, 11, 65), (1, 3)),
    ((16, 28, 28, 96), (0, 1, 2)), ((16, 96, 28, 28), (0, 2, 3)), ((16, 96, 28, 28), (2, 3)), ((1, 1001, 1), (0, 2)),
    ((1001, 1), (0,)), ((1001, 1), (1,)), ((1, 1), (0, 1)), ((100_003,), (0,)), ((7, 0, 3), (1,)), ((300_001, 3), (0,)),
    ((300_001, 3), (1,)), ((3, 100_001), (0,)), ((3, 100_001), (1,)),
]


def weighted_mean(x: jax.Array, w: jax.Array) -> jax.Array:
    return jnp.sum(x * w, 0) / jnp.sum(w, 0)


def cosine_of_columns(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.sum(x * y, 0) / jnp.sqrt(jnp.sum(x * x, 0) * jnp.sum(y * y, 0))


def correlation_of_rows(x: jax.Array, y: jax.Array) -> jax.Array:
    x, y = x - x.mean(1, keepdims=True), y - y.mean(1, keepdims=True)
    return jnp.sum(x * y, 1) / jnp.sqrt(jnp.sum(x * x, 1) * jnp.sum(y * y, 1))


def masked_mean(x: jax.Array, m: jax.Array) -> jax.Array:
    return jnp.sum(jnp.where(m, x, 0), 1) / jnp.maximum(jnp.sum(m, 1), 1)


def xor_of_all(x: jax.Array) -> jax.Array:
    return lax.reduce(x, jnp.uint32(0), lax.bitwise_xor, (0, 1))


def batch_norm_sums(x: jax.Array, t: jax.Array) -> tuple[jax.Array, jax.Array]:
    normal = (x - x.mean(0)) * lax.rsqrt(x.var(0) + 1e-5)
    return jnp.sum(t * normal, 0), jnp.sum(t, 0)


def complex_energy(x: jax.Array) -> jax.Array:
    return jnp.sum(jnp.real(x * jnp.conj(x)), 1)


def cases() -> Iterator[Case]:
    for name, function in OPERATIONS.items():
        for axis in (0, 1, None):
            where = "all" if axis is None else axis
            yield case(f"{name}_{where}", partial(function, axis=axis), array((703, 577)))
            if name in IN_BF16:
                yield case(f"{name}_{where}_bf16", partial(function, axis=axis), array((703, 577), "bf16"))
    for type in ("i8", "i16", "i32", "i64", "u8", "u32", "f64", "f16"):
        for axis in (0, 1):
            yield case(f"max_{axis}_{type}", partial(jnp.max, axis=axis), array((703, 577), type))
            yield case(f"argmin_{axis}_{type}", partial(jnp.argmin, axis=axis), array((703, 577), type))
            yield case(f"sum_{axis}_{type}", partial(jnp.sum, axis=axis), array((703, 577), type, 0, 1 if type == "f16" else 100))
    for axis in (0, 1):
        yield case(f"all_{axis}_bool", partial(jnp.all, axis=axis), mask((703, 577)))
        yield case(f"any_{axis}_bool", partial(jnp.any, axis=axis), mask((703, 577)))
        yield case(f"count_{axis}_bool", partial(jnp.sum, axis=axis), mask((703, 577)))
        yield case(f"argmax_{axis}_bool", partial(jnp.argmax, axis=axis), mask((703, 577)))
        yield case(f"sum_{axis}_c64", partial(jnp.sum, axis=axis), array((403, 277), "c64", 0, 1))
        yield case(f"mean_{axis}_u8", partial(jnp.mean, axis=axis), array((403, 277), "u8", 0, 255))
        yield case(f"norm_{axis}_f64", partial(jnp.linalg.norm, axis=axis), array((403, 277), "f64"))
    for shape, axes in SEVERAL_AXES:
        name = f"{'x'.join(map(str, shape))}_over_{''.join(map(str, axes))}"
        yield case(f"sum_{name}", partial(jnp.sum, axis=axes), array(shape, "f32", 0, 1))
        yield case(f"max_{name}", partial(jnp.max, axis=axes, initial=-9.0), array(shape))
        if 0 not in shape:
            yield case(f"var_{name}", partial(jnp.var, axis=axes), array(shape))
    for axis in range(3):
        for name in ("max", "argmin", "var", "log_sum_exp", "any_large", "sum"):
            yield case(f"{name}_axis{axis}_of_3", partial(OPERATIONS[name], axis=axis), array((40, 65, 130)))
    yield case("weighted_mean", weighted_mean, array((703, 577)), array((703, 577), "f32", 0.1, 1))
    yield case("cosine_of_columns", cosine_of_columns, array((703, 577)), array((703, 577)))
    yield case("correlation_of_rows", correlation_of_rows, array((703, 577)), array((703, 577)))
    yield case("masked_mean", masked_mean, array((703, 577)), mask((703, 577)))
    yield case("xor_of_all", xor_of_all, array((703, 577), "u32", 0, 2**32 - 1))
    yield case("batch_norm_sums", batch_norm_sums, array((1003, 277)), array((1003, 277), "f32", 0, 1))
    yield case("complex_energy", complex_energy, array((403, 277), "c64"))
    yield case("covariance", partial(jnp.cov, rowvar=False), array((1000, 101)))
    yield case("trace", jnp.trace, array((703, 577)))
    yield case("bool_from_bytes", lambda x: jnp.any(x == 7, 1), array((703, 577), "u8"))
