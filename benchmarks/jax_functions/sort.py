"""Sorting and selection: values, places, keys with values, several keys, the largest of rows, quantiles, ranks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case, indices

TYPES = ("f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
SHAPES = [(16,), (1,), (0,), (1, 1001), (1001, 1), (20_003, 7), (300, 1001), (5003, 33), (3, 30_011), (7, 5, 3, 65),
          (65, 2, 3, 5, 7)]


def descending(x: jax.Array) -> jax.Array:
    return jnp.sort(x, descending=True)


def argsort_descending(x: jax.Array) -> jax.Array:
    return jnp.argsort(x, descending=True)


def keys_and_values(k: jax.Array, v: jax.Array) -> tuple[jax.Array, ...]:
    return lax.sort((k, v), num_keys=1)


def two_keys(a: jax.Array, b: jax.Array, v: jax.Array) -> tuple[jax.Array, ...]:
    return lax.sort((a, b, v), num_keys=2)


def by_magnitude(x: jax.Array) -> jax.Array:
    return x[jnp.argsort(jnp.abs(x))]


def rows_by_column(x: jax.Array) -> jax.Array:
    return x[jnp.argsort(x[:, 1])]


def lexicographic(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.lexsort((a, b))


def distinct_numbers(x: jax.Array) -> jax.Array:
    """Which of the distinct values each sorted element is."""
    return jnp.cumsum(jnp.concatenate([jnp.array([1]), (jnp.diff(jnp.sort(x)) != 0).astype(jnp.int32)]))


def distinct(x: jax.Array) -> jax.Array:
    return jnp.unique(x, size=1000, fill_value=-1)


def ranks(x: jax.Array) -> jax.Array:
    return jnp.argsort(jnp.argsort(x))


def routed(x: jax.Array, w: jax.Array) -> tuple[jax.Array, jax.Array]:
    return lax.top_k(nn.softmax(x @ w), 2)


def nucleus(x: jax.Array) -> jax.Array:
    """Logits, those outside the most probable nine tenths masked."""
    ordered = jnp.sort(x, descending=True)
    covered = jnp.cumsum(nn.softmax(ordered), -1)
    limit = jnp.take_along_axis(ordered, jnp.sum(covered < 0.9, -1, keepdims=True), -1)
    return jnp.where(x >= limit, x, -jnp.inf)


def top_k_mask(x: jax.Array) -> jax.Array:
    return jnp.where(x >= lax.top_k(x, 40)[0][..., -1:], x, -jnp.inf)


def trimmed_mean(x: jax.Array) -> jax.Array:
    return jnp.mean(jnp.sort(x, 1)[:, 10:-10], 1)


def sort_grad(x: jax.Array, t: jax.Array) -> jax.Array:
    return jax.grad(lambda x: jnp.sum(jnp.sort(x) * t))(x)


def median_deviation(x: jax.Array) -> jax.Array:
    return jnp.median(jnp.abs(x - jnp.median(x, 1, keepdims=True)), 1)


def area_under_curve(scores: jax.Array, labels: jax.Array) -> jax.Array:
    hits = labels[jnp.argsort(scores)].astype(jnp.float32)
    return jnp.sum(hits * jnp.cumsum(1 - hits)) / (jnp.sum(hits) * jnp.sum(1 - hits))


def cases() -> Iterator[Case]:
    for type in TYPES:
        yield case(f"sort_{type}", jnp.sort, array((50_003,), type, 0, 100))
        yield case(f"argsort_{type}", jnp.argsort, array((20_003,), type, 0, 100))
        yield case(f"sort_rows_{type}", jnp.sort, array((101, 257), type, 0, 100))
    for shape in SHAPES:
        name = "x".join(map(str, shape))
        yield case(f"sort_{name}", jnp.sort, array(shape))
        yield case(f"argsort_{name}", jnp.argsort, array(shape))
    for axis in range(3):
        yield case(f"sort_{axis}_of_3", partial(jnp.sort, axis=axis), array((40, 65, 130)))
        yield case(f"argsort_{axis}_of_3", partial(jnp.argsort, axis=axis), array((40, 65, 130)))
        yield case(f"median_{axis}_of_3", partial(jnp.median, axis=axis), array((40, 65, 130)))
        yield case(f"partition_{axis}_of_3", partial(jnp.partition, kth=5, axis=axis), array((20, 33, 65)))
    yield case("sort_bool", jnp.sort, array((1003, 65), "bool"))
    yield case("sort_c64", jnp.sort, array((2003,), "c64"))
    for function in (descending, argsort_descending, by_magnitude, ranks):
        yield case(function.__name__, function, array((20_011,)))
    yield case("keys_and_values", keys_and_values, indices((50_003,), 1000), array((50_003,)))
    yield case("keys_and_values_f64", keys_and_values, array((20_003,), "f64"), array((20_003,), "f64"))
    yield case("keys_and_values_bf16_rows", keys_and_values, array((101, 257), "bf16"), array((101, 257), "i32"))
    yield case("two_keys", two_keys, indices((20_021,), 100), indices((20_021,), 100), array((20_021,)))
    yield case("two_keys_mixed", two_keys, indices((20_021,), 9, "i8"), array((20_021,)), array((20_021,), "i32"))
    yield case("rows_by_column", rows_by_column, array((5003, 9)))
    yield case("lexicographic", lexicographic, indices((10_007,), 50), indices((10_007,), 50))
    yield case("distinct_numbers", distinct_numbers, indices((20_003,), 1000))
    yield case("distinct", distinct, indices((5003,), 700))
    for rows, columns, count in ((1000, 1001, 1), (64, 32_003, 50), (16, 50_257, 40), (2003, 64, 2), (257, 33, 5),
                                 (1, 100_003, 10),
                                 (33, 100, 100)):
        yield case(f"top_{count}_of_{rows}x{columns}", partial(lax.top_k, k=count), array((rows, columns)))
    for type in ("bf16", "f64", "i32", "i8", "u8"):
        yield case(f"top_8_{type}", partial(lax.top_k, k=8), array((64, 5003), type))
    yield case("top_5_rank3", partial(lax.top_k, k=5), array((16, 32, 257)))
    yield case("bottom_3", lambda x: lax.top_k(-x, 3)[0], array((129, 1001)))
    yield case("median", partial(jnp.median, axis=1), array((300, 1001)))
    yield case("median_even", partial(jnp.median, axis=1), array((300, 1000)))
    yield case("quantile", partial(jnp.quantile, q=0.9, axis=1), array((300, 1001)))
    yield case("quantiles", partial(jnp.percentile, q=np.array([5, 25, 50, 75, 95]), axis=0), array((301, 65)))
    yield case("median_deviation", median_deviation, array((129, 501)))
    yield case("routed", routed, array((1024, 256)), array((256, 16)))
    yield case("nucleus", nucleus, array((16, 5003)))
    yield case("top_k_mask", top_k_mask, array((16, 32_003)))
    yield case("trimmed_mean", trimmed_mean, array((129, 501)))
    yield case("sort_grad", sort_grad, array((2003,)), array((2003,)))
    yield case("area_under_curve", area_under_curve, array((20_003,)), array((20_003,), "bool"))
    yield case("approximate_top", partial(lax.approx_max_k, k=10), array((64, 5003)))
