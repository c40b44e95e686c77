"""Reading and writing at indices: gathers, scatters that combine, segments, slices at dynamic places, one-hot vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, Input, array, case, indices, mask


def rows_at(x: jax.Array, i: jax.Array) -> jax.Array:
    return x[i]


def elements_at(x: jax.Array, i: jax.Array, j: jax.Array) -> jax.Array:
    return x[i, j]


def last_at(x: jax.Array, i: jax.Array) -> jax.Array:
    return x[..., i]


def along(x: jax.Array, i: jax.Array, axis: int) -> jax.Array:
    return jnp.take_along_axis(x, i, axis)


def slice_at(x: jax.Array, i: jax.Array) -> jax.Array:
    return lax.dynamic_slice(x, (i,), (64,))


def slices_at(x: jax.Array, i: jax.Array) -> jax.Array:
    return jnp.stack([lax.dynamic_slice(x, (i[k], 0), (7, 129)) for k in range(8)])


def update_at(x: jax.Array, i: jax.Array, u: jax.Array) -> jax.Array:
    return lax.dynamic_update_slice(x, u, (i,))


def update_block(x: jax.Array, u: jax.Array, i: jax.Array) -> jax.Array:
    return lax.dynamic_update_slice(x, u, (i, 3))


def scatter(method: str) -> Callable[..., jax.Array]:
    """x[i] changed by the updates u with a method of `x.at[i]`."""
    return lambda x, i, u: getattr(x.at[i], method)(u)


def scatter_elements(x: jax.Array, i: jax.Array, j: jax.Array, u: jax.Array) -> jax.Array:
    return x.at[i, j].add(u)


def scatter_columns(x: jax.Array, i: jax.Array, u: jax.Array) -> jax.Array:
    return x.at[:, i].add(u)


def one_hot_product(i: jax.Array, w: jax.Array) -> jax.Array:
    return nn.one_hot(i, w.shape[0]) @ w


def histogram_2d(i: jax.Array, j: jax.Array) -> jax.Array:
    return jnp.zeros((64, 65)).at[i, j].add(1.0)


def embedding_grad(i: jax.Array, t: jax.Array) -> jax.Array:
    return jnp.zeros((3001, t.shape[-1])).at[i].add(t)


def gather_grad(x: jax.Array, i: jax.Array) -> jax.Array:
    return jax.grad(lambda x: jnp.sum(jnp.sin(x[i])))(x)


def segment(function: Callable[..., jax.Array], count: int, ordered: bool = False) -> Callable[..., jax.Array]:
    def reduced(x: jax.Array, i: jax.Array) -> jax.Array:
        return function(x, jnp.sort(i) if ordered else i, count, indices_are_sorted=ordered)
    return reduced


def segment_mean(x: jax.Array, i: jax.Array) -> jax.Array:
    counts = jax.ops.segment_sum(jnp.ones(i.shape[0]), i, 500)
    return jax.ops.segment_sum(x, i, 500) / jnp.maximum(counts, 1)[:, None]


def segment_softmax(x: jax.Array, i: jax.Array) -> jax.Array:
    e = jnp.exp(x - jax.ops.segment_max(x, i, 500)[i])
    return e / jax.ops.segment_sum(e, i, 500)[i]


def searched(a: jax.Array, v: jax.Array) -> jax.Array:
    return jnp.searchsorted(jnp.sort(a), v)


def digitized(x: jax.Array) -> jax.Array:
    return jnp.digitize(x, jnp.linspace(-2, 2, 33))


def looked_up(codes: jax.Array, table: jax.Array) -> jax.Array:
    """Weights of four bits from a table of 16 numbers."""
    parts = jnp.stack([codes & 15, codes >> 4], -1).reshape(codes.shape[0], -1)
    return table[parts.astype(jnp.int32)]


def nonzero(x: jax.Array) -> jax.Array:
    return jnp.nonzero(x > 1, size=1000, fill_value=0)[0]


def compressed(x: jax.Array, m: jax.Array) -> jax.Array:
    """The chosen elements moved to the front."""
    places = jnp.where(m, jnp.cumsum(m) - 1, x.shape[0])
    return jnp.zeros_like(x).at[places].set(x, mode="drop")


def interpolated(x: jax.Array, heights: jax.Array) -> jax.Array:
    return jnp.interp(x, jnp.linspace(-2, 2, heights.shape[0]), heights)


def last_tokens(x: jax.Array, lengths: jax.Array) -> jax.Array:
    return x[jnp.arange(x.shape[0]), lengths]


def taken(x: jax.Array, i: jax.Array, axis: int, mode: str) -> jax.Array:
    return jnp.take(x, i, axis=axis, mode=mode)


#: A name and the arguments of scatters: what is changed, where, and with what.
TARGETS: dict[str, Callable[[str], tuple[Input, Input, Input]]] = {
    "rows": lambda type: (array((1009, 65), type, 0, 1), indices((5003,), 1009), array((5003, 65), type, 0, 1)),
    "flat": lambda type: (array((1009,), type, 0, 1), indices((50_021,), 1009), array((50_021,), type, 0, 1)),
    "few": lambda type: (array((20_003, 33), type, 0, 1), indices((17,), 20_003), array((17, 33), type, 0, 1)),
    "rank3": lambda type: (array((101, 7, 33), type, 0, 1), indices((501,), 101), array((501, 7, 33), type, 0, 1)),
}


def gathers() -> Iterator[Case]:
    for type in ("f32", "bf16", "f64", "i8", "i64", "c64", "bool"):
        yield case(f"rows_{type}", rows_at, array((5003, 65), type), indices((3001,), 5003))
        yield case(f"flat_{type}", rows_at, array((10_007,), type), indices((50_021,), 10_007))
    for type in ("i8", "u8", "i16", "i64", "u32"):
        yield case(f"rows_by_{type}", rows_at, array((100, 65)), indices((3001,), 100, type))
    for axis in range(3):
        yield case(f"take_{axis}", partial(jnp.take, axis=axis), array((40, 65, 130)), indices((50,), 40))
        yield case(f"along_{axis}", partial(along, axis=axis), array((40, 65, 130)), indices((40, 65, 130), 40))
        for mode in ("wrap", "clip", "fill"):
            yield case(f"take_{mode}_{axis}", partial(taken, axis=axis, mode=mode), array((40, 65, 130)),
                       array((33,), "i32", -60, 200))
    yield case("rows_1", rows_at, array((5003, 65)), indices((1,), 5003))
    yield case("rows_of_one_column", rows_at, array((5003, 1)), indices((3001,), 5003))
    yield case("rows_rank3", rows_at, array((501, 9, 17)), indices((33, 35), 501))
    yield case("rows_of_rank5", rows_at, array((33, 3, 5, 7, 9)), indices((101,), 33))
    yield case("none", rows_at, array((33, 3)), indices((0,), 33))
    yield case("elements", elements_at, array((1003, 997)), indices((50_021,), 1003), indices((50_021,), 997))
    yield case("last", last_at, array((500, 1001)), indices((333,), 1001))
    yield case("batch", jax.vmap(rows_at), array((64, 100, 17)), indices((64, 50), 100))
    yield case("dynamic_slices", jax.vmap(slice_at), array((500, 1000)), indices((500,), 900))
    yield case("slices", slices_at, array((1001, 129)), indices((8,), 900))
    yield case("last_tokens", last_tokens, array((33, 65, 129)), indices((33,), 65))
    yield case("embedding", lambda i, w, p: w[i] + p, indices((16, 129), 5003), array((5003, 128)), array((129, 128)))
    yield case("embedding_bf16", rows_at, array((5003, 768), "bf16"), indices((4, 129), 5003))
    yield case("embedding_scaled", lambda w, i: w[i] * 128**0.5, array((5003, 128)), indices((4, 129), 5003))
    yield case("gather_grad", gather_grad, array((5003, 65)), indices((3001,), 5003))
    yield case("one_hot", partial(nn.one_hot, num_classes=1001), indices((1003,), 1001))
    yield case("one_hot_bf16", partial(nn.one_hot, num_classes=65, dtype=jnp.bfloat16), indices((16, 129), 65))
    yield case("one_hot_product", one_hot_product, indices((1003,), 500), array((500, 64)))
    yield case("one_hot_of_maximum", lambda x: nn.one_hot(x.argmax(-1), 64), array((3000, 64)))
    yield case("where", jnp.where, mask((501, 777)), array((501, 777)), array((501, 777)))
    yield case("searched", searched, array((10_007,)), array((20_021,)))
    yield case("digitized", digitized, array((50_003,)))
    yield case("looked_up", looked_up, array((257, 256), "u8", 0, 255), array((16,)))
    yield case("nonzero", nonzero, array((10_007,)))
    yield case("interpolated", interpolated, array((20_011,), "f32", -1.9, 1.9), array((101,)))
    yield case("choose", lambda i, a, b, c: jnp.choose(i, [a, b, c], mode="clip"), indices((501, 303), 3),
               *[array((501, 303))] * 3)


def scatters() -> Iterator[Case]:
    for method in ("add", "max", "min", "multiply"):
        for name, arguments in TARGETS.items():
            x, i, u = arguments("f32")
            factors = {"low": 0.9, "high": 1.1} if method == "multiply" else {}
            yield case(f"{method}_{name}", scatter(method), x, i, u | factors)
    # Which of two writers to one place comes last is not defined: indices are unique.
    for type in ("f32", "bf16", "i8", "i64", "c64", "bool"):
        yield case(f"set_rows_{type}", scatter("set"), array((10_007, 65), type), indices((3001,), 10_007, unique=True),
                   array((3001, 65), type))
        yield case(f"set_flat_{type}", scatter("set"), array((50_021,), type), indices((20_003,), 50_021, unique=True),
                   array((20_003,), type))
    yield case("set_few", scatter("set"), array((20_003, 33)), indices((17,), 20_003, unique=True), array((17, 33)))
    yield case("set_constant", lambda x, i: x.at[i].set(0), array((10_007, 33)), indices((3001,), 10_007))
    for type in ("bf16", "f16", "f64", "i32", "i8", "i64", "c64"):
        high = 100 if type[0] == "i" else 0.1
        x, i, u = TARGETS["rows"](type)
        yield case(f"add_rows_{type}", scatter("add"), x, i, u | {"high": high})
        if type != "c64":
            yield case(f"max_rows_{type}", scatter("max"), x | {"high": high}, i, u | {"high": high})
    yield case("add_elements", scatter_elements, array((503, 509)), indices((20_021,), 503), indices((20_021,), 509),
               array((20_021,)))
    yield case("add_columns", scatter_columns, array((301, 257)), indices((129,), 257), array((301, 129)))
    yield case("add_batch", jax.vmap(scatter("add")), array((64, 100)), indices((64, 300), 100), array((64, 300)))
    yield case("set_batch", jax.vmap(scatter("set")), array((64, 100)), indices((64, 1), 100), array((64, 1)))
    yield case("update_block", update_block, array((1001, 999)), array((77, 55)), array((), "i32", 0, 900))
    yield case("update_batch", jax.vmap(update_at), array((500, 1000)), indices((500,), 900), array((500, 64)))
    yield case("counts", partial(jnp.bincount, length=1000), indices((50_007,), 1000))
    yield case("weighted_counts", lambda i, w: jnp.bincount(i, w, length=1000), indices((50_007,), 1000), array((50_007,)))
    yield case("histogram_2d", histogram_2d, indices((50_003,), 64), indices((50_003,), 65))
    yield case("embedding_grad", embedding_grad, indices((2001,), 3001), array((2001, 128)))
    yield case("compressed", compressed, array((20_011,)), mask((20_011,)))
    yield case("masked_set", lambda x, m: x.at[:, 3].set(jnp.where(m, 0, x[:, 3])), array((501, 33)), mask((501,)))
    for name, function in (("sum", jax.ops.segment_sum), ("max", jax.ops.segment_max), ("min", jax.ops.segment_min),
                           ("prod", jax.ops.segment_prod)):
        bounds = (0.9, 1.1) if name == "prod" else (-2, 2)
        for ordered in (False, True):
            suffix = "_ordered" if ordered else ""
            yield case(f"segment_{name}{suffix}", segment(function, 500, ordered), array((5003, 64), "f32", *bounds),
                       indices((5003,), 500))
            yield case(f"segment_{name}_flat{suffix}", segment(function, 500, ordered), array((20_003,), "f32", *bounds),
                       indices((20_003,), 500))
    yield case("segment_max_i32", segment(jax.ops.segment_max, 500), array((20_003,), "i32"), indices((20_003,), 500))
    yield case("segment_mean", segment_mean, array((5003, 64)), indices((5003,), 500))
    yield case("segment_softmax", segment_softmax, array((5003, 8)), indices((5003,), 500))
