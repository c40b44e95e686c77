"""Drawn cases that compute: windows, convolutions and gradients of these, conversions, normalizations, complex numbers, loops,
linear algebra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from benchmarks.jax_functions.cases import Input, array, positive_definite
from benchmarks.jax_functions.drawing import (
    LEAST,
    MOST,
    TYPES,
    Draw,
    Drawn,
    Shape,
    a_shape,
    a_size,
    a_type,
    given,
    numbers_of,
    some_axes,
    with_size,
)

#: Multiplications of a convolution, at most.
_MOST_WORK = 300_000_000
_FLOATS = ("f32", "f32", "bf16", "f16", "f64")


def window(draw: Draw) -> Drawn:
    """Sums and extremes of windows, of any stride, padding, and distance between elements and of windows."""
    shape = a_shape(draw, rank := int(draw.integers(1, 5)))
    type = a_type(draw, "fiu")
    sizes = numbers_of(draw, (1, 1, 2, 3, 5), rank)
    strides, dilations, apart = (numbers_of(draw, choice, rank) for choice in (
        (1, 1, 2, 3), (1, 1, 1, 2), (1, 1, 1, 1, 1, 2)))
    function, start = [(lax.add, 0), (lax.max, None), (lax.min, None)][int(draw.integers(3))]
    if function is not lax.add:  # XLA takes an extreme of nothing but zeros between elements from elements nearby
        apart = [1] * rank
    if type in ("bf16", "f16") and function is lax.add:  # XLA rounds each step: few
        sizes = [min(n, 2) for n in sizes]
    padding: Any = str(draw.choice(["SAME", "before"]))
    if padding != "SAME":
        padding = [(d * (n - 1), 0) for n, d in zip(sizes, dilations)]

    def reduced(x: jax.Array) -> jax.Array:
        least = jnp.iinfo if jnp.issubdtype(x.dtype, jnp.integer) else jnp.finfo
        identity = start if start is not None else least(x.dtype).min if function is lax.max else least(x.dtype).max
        return lax.reduce_window(x, jnp.asarray(identity, x.dtype), function, sizes, strides, padding, apart, dilations)

    return reduced, (array(shape, type, 0 if type == "u8" else -3, 3),)


def convolution(draw: Draw) -> Drawn:
    """Of one to three axes, in any order of dimensions, with strides, dilations of both sides, and groups."""
    while True:
        rank = int(draw.integers(1, 4))
        space = [int(draw.integers(4, (400, 60, 16)[rank - 1])) for _ in range(rank)]
        kernel, strides, dilations = (numbers_of(draw, choice, rank) for choice in ((1, 2, 3, 4, 5), (1, 1, 2), (1, 1, 1, 2)))
        apart = numbers_of(draw, (1, 1, 1, 1, 2), rank)
        groups = int(draw.choice([1, 1, 1, 2, a_size(draw, 40)]))
        batch, inputs, outputs = (a_size(draw, longest) for longest in (9, 40, 40))
        if groups * inputs * outputs * batch * prod(space) * prod(kernel) < _MOST_WORK:
            break
    orders = [tuple(int(n) for n in draw.permutation(rank + 2)) if draw.random() < 0.2 else tuple(order) for order in (
        _first_or_last(draw, rank), _first_or_last(draw, rank), _first_or_last(draw, rank))]
    numbers = lax.ConvDimensionNumbers(*orders)
    shapes = [_placed((batch, groups * inputs, *space), orders[0]), _placed((groups * outputs, inputs, *kernel), orders[1])]
    type = str(draw.choice(["f32", "f32", "bf16", "f64", "c64"]))
    around = [(d * (n - 1) // 2, d * (n - 1) - d * (n - 1) // 2) for n, d in zip(kernel, dilations)]
    return (partial(lax.conv_general_dilated, window_strides=strides, padding=around, lhs_dilation=apart, rhs_dilation=dilations,
                    dimension_numbers=numbers, feature_group_count=groups), tuple(array(s, type) for s in shapes))


def convolution_gradient(draw: Draw) -> Drawn:
    """Of a convolution, by its kernel or by its input."""
    function, (x, kernel) = convolution(draw)
    images, weights = (jax.ShapeDtypeStruct(each["shape"], each["dtype"]) for each in (x, kernel))
    result: Input = {**x, "shape": list(jax.eval_shape(function, images, weights).shape)}
    if draw.random() < 0.5:
        return lambda a, c: jax.linear_transpose(lambda k: function(a, k), weights)(c)[0], (x, result)
    return lambda k, c: jax.linear_transpose(lambda a: function(a, k), images)(c)[0], (kernel, result)


def _first_or_last(draw: Draw, rank: int) -> list[int]:
    """Where batch, features and the axes of space lie: features before space, or behind it."""
    return [*range(rank + 2)] if draw.random() < 0.5 else [0, rank + 1, *range(1, rank + 1)]


def _placed(sizes: Sequence[int], order: Sequence[int]) -> Shape:
    """A shape whose dimension `order[k]` has the k-th size."""
    by_place = dict(zip(order, sizes))
    return tuple(by_place[k] for k in range(len(sizes)))


def conversion(draw: Draw) -> Drawn:
    """From a type to another one, mostly with something to compute; negative floats have no unsigned value."""
    shape, type, _ = given(draw, "fiub")
    into = jnp.dtype(array((), draw.choice([t for t in TYPES if t not in (type, "c64")]))["dtype"])
    adds = draw.random() < 0.3 and type != "bool"
    return lambda x: (x + x if adds else x).astype(into), (array(shape, type, 0, 3),)


def normalization(draw: Draw) -> Drawn:
    shape = a_shape(draw, int(draw.integers(1, 6)))
    axes = some_axes(draw, len(shape))

    def normalized(x: jax.Array) -> jax.Array:
        return (x - x.mean(axes, keepdims=True)) * lax.rsqrt(x.var(axes, keepdims=True) + 1e-5)

    functions: list[Callable[..., Any]] = [
        partial(jnp.var, axis=axes), partial(jax.nn.softmax, axis=axes), partial(jax.nn.log_softmax, axis=axes),
        partial(jax.nn.logsumexp, axis=axes), partial(jnp.linalg.norm, axis=axes[:2]), normalized]
    return functions[int(draw.integers(len(functions)))], (array(shape, str(draw.choice(_FLOATS))),)


def short_rows(draw: Draw) -> Drawn:
    """Many rows of 2 to 40 numbers: what they come to, and what is made of each number with that, or with one of its row."""
    length, type = a_size(draw, 40) + 1, str(draw.choice(_FLOATS))
    rows = int(draw.integers(LEAST // length, MOST // (4 * length)))
    each, of_rows, of_columns = (array(shape, type, 1, 3) for shape in ((rows, length), (rows, 1), (length,)))
    exact = array((rows, length), type if type == "f64" else "f32", 1, 3)  # of few numbers the variance may be rounding alone
    functions: list[tuple[Callable[..., Any], tuple[Input, ...]]] = [
        (jax.nn.softmax, (each,)), (jax.nn.log_softmax, (each,)), (partial(jax.nn.logsumexp, axis=-1), (each,)),
        (lambda x: x / jnp.linalg.norm(x, axis=-1, keepdims=True), (each,)),
        (lambda x: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5), (exact,)),
        (lambda x: (x.max(-1), x.sum(-1)), (each,)), (partial(jnp.argmax, axis=-1), (each,)),
        (lambda x: x - x[:, :1], (each,)), (lambda x, y: (x * y).sum(-1), (each, each)),
        (lambda x, r: jnp.exp(x - r), (each, of_rows)), (lambda x, r: jnp.where(r > 2, x, 0), (each, of_rows)),
        (lambda x, r, c: x * r + c, (each, of_rows, of_columns)), (lambda x, c: jax.nn.relu(x + c), (each, of_columns))]
    return functions[int(draw.integers(len(functions)))]


def broadcast(draw: Draw) -> Drawn:
    """Two arrays, of which each lacks axes of the other, as numbers or as axes of one element."""
    shape, type, axis = given(draw, "fiu")
    names = ["add", "multiply", "maximum", "greater", *(["divide", "power", "arctan2"] if type[0] in "bf" else [])]
    name = str(draw.choice(names))
    others = tuple(n if draw.random() < 0.5 else 1 for n in shape)
    other = others[axis:] if draw.random() < 0.3 else others
    return getattr(jnp, name), (array(with_size(shape, axis, 1) if draw.random() < 0.2 else shape, type, 1, 3),
                                array(other, type, 1, 3))


def of_complex_numbers(draw: Draw) -> Drawn:
    shape = a_shape(draw, int(draw.integers(1, 5)))
    functions: list[Callable[..., Any]] = [
        lambda x, y: x * y, lambda x, y: x / y, lambda x, y: x * jnp.conj(y) + 1, lambda x, y: jnp.abs(x) + jnp.real(y),
        lambda x, y: jnp.exp(x) - y, lambda x, y: jnp.sum(x * y, axis=-1), lambda x, y: jnp.where(jnp.abs(x) > 1, x, y),
        lambda x, y: lax.complex(jnp.imag(x), jnp.real(y)), lambda x, y: jnp.sqrt(x) + y]
    type = str(draw.choice(["c64", "c64", "c128"]))
    return functions[int(draw.integers(len(functions)))], (array(shape, type), array(shape, type, 1, 2))


def greatest(draw: Draw) -> Drawn:
    shape, type, _ = given(draw, "fiu")
    count = int(draw.integers(1, min(shape[-1], 50) + 1))
    return partial(lax.top_k, k=count), (array(shape, type),)


def loop(draw: Draw) -> Drawn:
    """Loops that count, with little to do in each turn, and scans over the first axis."""
    shape = tuple(a_size(draw, 60) for _ in range(int(draw.integers(1, 4))))
    turns = int(draw.integers(2, 60))
    if draw.random() < 0.5:
        def counted(x: jax.Array) -> jax.Array:
            return lax.fori_loop(0, turns, lambda i, y: jnp.sin(y) * 0.5 + x * i, x)

        return counted, (array(shape),)

    def step(y: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        y = jnp.tanh(y * 0.9 + x)
        return y, y * y if turns % 2 else jnp.sum(y)

    return lambda y, x: lax.scan(step, y, x), (array(shape), array((turns, *shape)))


def batch_of_products(draw: Draw) -> Drawn:
    """Many products of small matrices, each of whose factors may be transposed."""
    while True:
        count = a_size(draw, 20_000)
        rows, columns, summed = (a_size(draw, 24) for _ in range(3))
        if LEAST < count * rows * columns * summed < 10 * MOST:
            break
    left = (count, summed, rows) if (first := draw.random() < 0.3) else (count, rows, summed)
    right = (count, columns, summed) if (second := draw.random() < 0.3) else (count, summed, columns)
    type = str(draw.choice(["f32", "f32", "f64", "bf16", "i32", "c64"]))

    def product(x: jax.Array, y: jax.Array) -> jax.Array:
        return (x.mT if first else x) @ (y.mT if second else y)

    return product, (array(left, type, -3, 3), array(right, type, -3, 3))


def fourier(draw: Draw) -> Drawn:
    shape = a_shape(draw, int(draw.integers(1, 4)))
    axis = int(draw.integers(len(shape)))
    name, type = [("fft", "c64"), ("ifft", "c64"), ("rfft", "f32"), ("irfft", "c64"), ("fft", "c128")][int(draw.integers(5))]
    return partial(getattr(jnp.fft, name), axis=axis), (array(shape, type),)


def linear(draw: Draw) -> Drawn:
    """Factors of batches of matrices, and systems."""
    while True:
        count, size, columns = a_size(draw, 2000), a_size(draw, 60), a_size(draw, 60)
        if count * size ** 3 < 20_000_000 and count * size * size > 500:
            break
    type = str(draw.choice(["f32", "f32", "f64"]))
    square: Input = positive_definite((count, size, size), type)
    lower, transposed = (bool(n) for n in draw.integers(0, 2, 2))
    solved = partial(lax.linalg.triangular_solve, left_side=True, lower=lower, transpose_a=transposed)
    choices: list[Drawn] = [
        (jnp.linalg.cholesky, (square,)), (lambda x: lax.linalg.lu(x)[0], (square,)), (jnp.linalg.inv, (square,)),
        (solved, (square, array((count, size, columns), type))), (jnp.linalg.det, (square,)),
        (jnp.linalg.solve, (square, array((count, size, columns), type))),
        (lambda x: jnp.abs(jnp.linalg.qr(x)[1]), (square,))]
    return choices[int(draw.integers(len(choices)))]
