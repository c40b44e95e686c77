"""Matrix products: odd sizes, few rows and columns, transposed operands, types, batches, contractions of several operands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import Case, array, case

#: Rows, depth, columns.
SIZES = [(1, 1000, 1000), (7, 513, 1001), (100, 100, 100), (333, 1, 555), (700, 3, 700), (64, 4097, 64), (1537, 769, 9),
         (16, 16, 4096), (129, 1000, 257), (31, 33, 35), (1, 1, 1), (3, 5, 7), (255, 257, 256), (5, 0, 7), (513, 64, 1),
         (20_000, 33, 17), (17, 33, 20_000), (17, 20_000, 19), (1, 4096, 1)]
TYPES = ("i8", "i16", "i32", "i64", "u8", "f64", "f16", "c64", "c128", "u32")


def dot(a: jax.Array, b: jax.Array) -> jax.Array:
    return lax.dot_general(a, b, (((1,), (0,)), ((), ())))


def dot_in_i32(a: jax.Array, b: jax.Array) -> jax.Array:
    return lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)


def dot_in_f32(a: jax.Array, b: jax.Array) -> jax.Array:
    return lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32)


def second_transposed(a: jax.Array, b: jax.Array) -> jax.Array:
    return a @ b.T


def first_transposed(a: jax.Array, b: jax.Array) -> jax.Array:
    return a.T @ b


def both_transposed(a: jax.Array, b: jax.Array) -> jax.Array:
    return a.T @ b.T


def einsum(formula: str) -> Callable[..., jax.Array]:
    return partial(jnp.einsum, formula)


#: A formula and the shapes of its operands.
CONTRACTIONS = [
    ("bij,bj->bi", (5000, 3, 3), (5000, 3)), ("bi,bj->bij", (200, 33), (200, 65)),
    ("bi,ijk,bk->bj", (64, 50), (50, 40, 30), (64, 30)),
    ("bi,ij,bj->b", (1000, 100), (100, 120), (1000, 120)), ("bij,bji->b", (200, 33, 33), (200, 33, 33)),
    ("bgnqd,bgkd->bgnqk", (2, 4, 3, 65, 64), (2, 4, 129, 64)), ("bhqk,bkhd->bqhd", (2, 4, 65, 67), (2, 67, 4, 33)),
    ("bqhd,bkhd->bhqk", (2, 65, 4, 33), (2, 67, 4, 33)), ("i,j,k->ijk", (33,), (35,), (37,)),
    ("ijk,kl->ijl", (17, 19, 65), (65, 33)),
    ("ijk,jl->ikl", (17, 65, 19), (65, 33)), ("ijk,il->jkl", (65, 17, 19), (65, 33)),
    ("ab,bc,cd->ad", (65, 33), (33, 129), (129, 17)),
    ("ii->i", (501, 501)), ("ij->", (501, 503)), ("abcde,edf->abcf", (3, 5, 7, 9, 11), (11, 9, 33)),
    ("bn,bn->b", (701, 503), (701, 503)),
    ("bn,bn->n", (701, 503), (701, 503)), ("bn,n->b", (701, 503), (503,)), ("tec,td->ecd", (129, 4, 33), (129, 65)),
    ("bsd,vd->bsv", (2, 33, 65), (501, 65)),
    ("bchw,oc->bohw", (2, 33, 29, 31), (65, 33)), ("bhwc,hwd->bcd", (4, 9, 11, 33), (9, 11, 17)), ("i,i->", (10_001,), (10_001,)),
]
#: Shapes of batched operands.
BATCHES = {"middle": ((64, 65, 33), (64, 33, 47)), "tiny": ((5000, 4, 4), (5000, 4, 4)), "three": ((2003, 3, 3), (2003, 3, 5)),
           "vector": ((257, 1, 65), (257, 65, 33)), "shared_right": ((33, 17, 65), (65, 33)),
           "shared_left": ((17, 65), (33, 65, 31)),
           "rank5": ((2, 3, 5, 17, 19), (2, 3, 5, 19, 23)), "broadcast": ((5, 1, 33, 35), (1, 7, 35, 37)),
           "one": ((1, 129, 65), (1, 65, 33)),
           "outer": ((500, 17, 1), (500, 1, 19))}


def distances(a: jax.Array, b: jax.Array) -> jax.Array:
    squares = jnp.sum(a * a, 1)[:, None] + jnp.sum(b * b, 1) - 2 * a @ b.T
    return jnp.sqrt(jnp.maximum(squares, 0))


def distances_by_difference(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.sqrt(jnp.sum((a[:, None] - b[None]) ** 2, -1))


def low_rank_update(x: jax.Array, w: jax.Array, a: jax.Array, b: jax.Array) -> jax.Array:
    return x @ w + (x @ a) @ b


def chain_of_vectors(m: jax.Array, v: jax.Array) -> jax.Array:
    return m @ (m @ (m @ v))


def dense_relu(x: jax.Array, w: jax.Array, b: jax.Array) -> jax.Array:
    return nn.relu(x @ w + b)


def quantized(x: jax.Array, w: jax.Array, scales: jax.Array) -> jax.Array:
    """A product of bytes, where activations are quantised row by row and weights have a scale for each column."""
    scale = jnp.max(jnp.abs(x), 1, keepdims=True) / 127
    bytes = jnp.clip(jnp.round(x / scale), -127, 127).astype(jnp.int8)
    return dot_in_i32(bytes, w).astype(jnp.float32) * scale * scales


def weights_of_bytes(x: jax.Array, w: jax.Array, scales: jax.Array) -> jax.Array:
    return x @ (w.astype(x.dtype) * scales)


def with_zero_points(x: jax.Array, w: jax.Array) -> jax.Array:
    return lax.dot_general(x.astype(jnp.int32) - 128, w.astype(jnp.int32) - 7, (((1,), (0,)), ((), ())))


def symmetric(x: jax.Array) -> jax.Array:
    return x.T @ x


def cases() -> Iterator[Case]:
    for size in SIZES:
        rows, depth, columns = size
        name = "x".join(map(str, size))
        yield case(name, jnp.matmul, array((rows, depth)), array((depth, columns)))
        yield case(f"{name}_bf16", jnp.matmul, array((rows, depth), "bf16"), array((depth, columns), "bf16"))
    for type in TYPES:
        yield case(f"of_{type}", dot, array((301, 257), type, 0, 3), array((257, 199), type, 0, 3))
        yield case(f"vector_{type}", jnp.matmul, array((301, 257), type, 0, 3), array((257,), type, 0, 3))
    for type in ("i8", "u8", "i16"):
        yield case(f"{type}_in_i32", dot_in_i32, array((257, 500), type), array((500, 301), type))
    for type in ("bf16", "f16"):
        yield case(f"{type}_in_f32", dot_in_f32, array((257, 500), type), array((500, 301), type))
    for columns in (1, 2, 3, 4, 5, 6, 8, 12, 16, 24):
        yield case(f"columns_{columns}", jnp.matmul, array((500, 601)), array((601, columns)))
        yield case(f"rows_{columns}", jnp.matmul, array((columns, 601)), array((601, 500)))
        yield case(f"rows_second_transposed_{columns}", second_transposed, array((columns, 601)), array((500, 601)))
        yield case(f"columns_first_transposed_{columns}", first_transposed, array((601, 500)), array((601, columns)))
    for count in (2, 7):
        for type in ("bf16", "f64", "i32"):
            yield case(f"columns_{count}_{type}", jnp.matmul, array((500, 601), type, 0, 3), array((601, count), type, 0, 3))
            yield case(f"rows_{count}_{type}", jnp.matmul, array((count, 601), type, 0, 3), array((601, 500), type, 0, 3))
    for type in ("f32", "bf16", "f64", "i32"):
        for function, left, right in ((second_transposed, (301, 400), (203, 400)), (first_transposed, (400, 301), (400, 203)),
                                      (both_transposed, (400, 301), (203, 400))):
            yield case(f"{function.__name__}_{type}", function, array(left, type), array(right, type))
    for name, (left, right) in BATCHES.items():
        yield case(f"batch_{name}", jnp.matmul, array(left), array(right))
        for type in ("bf16", "f64"):
            yield case(f"batch_{name}_{type}", jnp.matmul, array(left, type), array(right, type))
    for formula, *shapes in CONTRACTIONS:
        yield case(f"einsum_{formula.replace(',', '_').replace('->', '_to_')}", einsum(formula), *map(array, shapes))
    yield case("distances", distances, array((301, 65)), array((403, 65)))
    yield case("distances_by_difference", distances_by_difference, array((200, 17)), array((301, 17)))
    yield case("low_rank_update", low_rank_update, array((256, 500)), array((500, 400)), array((500, 8)), array((8, 400)))
    yield case("chain_of_vectors", chain_of_vectors, array((700, 700), "f32", -0.05, 0.05), array((700,)))
    for rows in (1, 3, 13, 33, 100, 129):
        yield case(f"dense_relu_{rows}", dense_relu, array((rows, 300)), array((300, 513)), array((513,)))
        yield case(f"dense_relu_{rows}_bf16", dense_relu, array((rows, 300), "bf16"), array((300, 513), "bf16"),
                   array((513,), "bf16"))
        yield case(f"quantized_{rows}", quantized, array((rows, 512)), array((512, 384), "i8"), array((384,), "f32", 0.01, 0.02),
                   tolerance=2e-3)  # a number that is rounded to another byte
        yield case(f"weights_of_bytes_{rows}", weights_of_bytes, array((rows, 512)), array((512, 384), "i8"), array((384,)))
    yield case("with_zero_points", with_zero_points, array((129, 301), "u8", 0, 255), array((301, 203), "u8", 0, 15))
    yield case("symmetric", symmetric, array((501, 203)))
    yield case("multi_dot", lambda a, b, c, d: jnp.linalg.multi_dot([a, b, c, d]), array((65, 301)), array((301, 17)),
               array((17, 203)), array((203, 33)))
    yield case("matrix_power", partial(jnp.linalg.matrix_power, n=5), array((101, 101), "f32", -0.1, 0.1))
    yield case("polynomial_features", lambda x, w: jnp.stack([x**k for k in range(5)], -1) @ w, array((2003,)), array((5,)))
