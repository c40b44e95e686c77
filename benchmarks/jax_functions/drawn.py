"""Cases drawn at random: operations on arrays of any rank and type, along any axes, in any order of dimensions.

Cases that somebody thinks of have the shapes that somebody thinks of. What is drawn here has short axes last, prime sizes,
batches behind rows and sums over several axes, which is where loops turn out to be made for other shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import exp, log, prod
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from benchmarks.jax_functions.cases import Case, array, case, indices

#: Elements of an array: enough to be measured, few enough for many cases.
_LEAST, _MOST = 20_000, 4_000_000
#: Multiplications of a product, and the longest axis.
_LEAST_WORK, _MOST_WORK, _LONGEST = 20_000, 200_000_000, 400
_TYPES = ("f32", "f32", "bf16", "f16", "f64", "i8", "i32", "u8", "bool", "c64")

Draw = np.random.Generator
Shape = tuple[int, ...]


def _size(draw: Draw, longest: int = _LONGEST) -> int:
    return int(exp(draw.uniform(log(1.5), log(longest))))


def _shape(draw: Draw, rank: int) -> Shape:
    if rank == 1:
        return (int(draw.integers(_LEAST, _MOST)),)
    while True:
        shape = tuple(_size(draw) for _ in range(rank))
        if _LEAST < prod(shape) < _MOST:
            return shape


def _given(draw: Draw, kinds: str = "fiubc") -> tuple[Shape, str, int]:
    """A shape, a type (of floats, signed or unsigned integers, truth values, complex numbers), and one of its axes."""
    shape = _shape(draw, int(draw.integers(1, 6)))
    return shape, str(draw.choice([t for t in _TYPES if _kind(t) in kinds])), int(draw.integers(len(shape)))


def _kind(type: str) -> str:
    return "b" if type == "bool" else "f" if type == "bf16" else type[0]


def _einsum(draw: Draw) -> tuple[Callable[..., Any], Any]:
    while True:
        counts = [int(n) for n in (*draw.integers(0, 3, 3), draw.integers(1, 3))]
        letters = iter("abcdefgh")
        batch, rows, columns, summed = ([next(letters) for _ in range(n)] for n in counts)
        sizes = {d: _size(draw, 200) for d in (*batch, *rows, *columns, *summed)}
        left, right, result = ("".join(draw.permutation(names)) if names else "" for names in (
            batch + rows + summed, batch + columns + summed, batch + rows + columns))
        shapes = [tuple(sizes[d] for d in names) for names in (left, right, result)]
        if _LEAST_WORK < prod(sizes.values()) < _MOST_WORK and max(map(prod, shapes)) < 4 * _MOST:
            break
    type = str(draw.choice(["f32", "f32", "bf16", "i8", "i32", "c64"]))
    into = jnp.int32 if type == "i8" else None
    return (partial(jnp.einsum, f"{left},{right}->{result}", preferred_element_type=into),
            (array(shapes[0], type, -3, 3), array(shapes[1], type, -3, 3)))


def _reduction(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, _ = _given(draw, "fiu")
    axes = tuple(sorted(int(d) for d in draw.choice(len(shape), int(draw.integers(1, len(shape) + 1)), replace=False)))
    name = str(draw.choice(["sum", "max", "min", "mean", "var", "any"]))
    return partial(getattr(jnp, name), axis=axes), (array(shape, type),)


def _extreme(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, axis = _given(draw, "fiub")
    return partial(jnp.argmax, axis=axis), (array(shape, type),)


def _transpose(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, _ = _given(draw)
    return partial(jnp.transpose, axes=tuple(int(d) for d in draw.permutation(len(shape)))), (array(shape, type),)


def _pad(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, _ = _given(draw)
    padding = [(*(int(n) for n in draw.integers(-1, 5, 2)), int(draw.random() < 0.2)) for _ in shape]

    def padded(x: Any) -> Any:
        return lax.pad(x, jnp.zeros((), x.dtype), padding)

    return padded, (array(shape, type),)


def _slice(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, _ = _given(draw)
    starts = [int(draw.integers(n // 2 + 1)) for n in shape]
    limits = [int(draw.integers(start + (start < n), n + 1)) for start, n in zip(starts, shape)]
    steps = [int(n) for n in draw.choice([1, 1, 2, 3], len(shape))]

    def sliced(x: Any) -> Any:
        return lax.slice(x, starts, limits, steps)

    return sliced, (array(shape, type),)


def _concatenation(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, axis = _given(draw)
    other = _with(shape, axis, int(draw.integers(1, shape[axis] + 1)))
    return lambda x, y: jnp.concatenate([x, y, x], axis), (array(shape, type), array(other, type))


def _running(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, axis = _given(draw, "fi")
    return partial([lax.cumsum, lax.cummax][int(draw.integers(2))], axis=axis), (array(shape, type, -3, 3),)


def _sort(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, axis = _given(draw, "fiu")
    return partial([jnp.sort, jnp.argsort][int(draw.integers(2))], axis=axis), (array(shape, type),)


def _take(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, axis = _given(draw)
    if draw.random() < 0.5:
        return partial(jnp.take, axis=axis), (array(shape, type), indices((int(draw.integers(1, 200)),), shape[axis]))
    chosen = indices(_with(shape, axis, int(draw.integers(1, 6))), shape[axis])
    return partial(jnp.take_along_axis, axis=axis), (array(shape, type), chosen)


def _scatter(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, _ = _given(draw, "fi")
    count = int(draw.integers(1, 1 + min(3000, _MOST // prod(shape[1:]))))
    name = str(draw.choice(["add", "max"]))
    return lambda x, i, u: getattr(x.at[i], name)(u), (array(shape, type), indices((count,), shape[0]),
                                                       array((count, *shape[1:]), type))


def _update(draw: Draw) -> tuple[Callable[..., Any], Any]:
    shape, type, _ = _given(draw)
    part = tuple(int(draw.integers(1, n + 1)) for n in shape)
    starts = [int(draw.integers(n - m + 1)) for n, m in zip(shape, part)]
    return lambda x, y, i: lax.dynamic_update_slice(x, y, [i + n for n in starts]), (
        array(shape, type), array(part, type), array((), "i32", 0, 0))


def _with(shape: Sequence[int], axis: int, size: int) -> Shape:
    return (*shape[:axis], size, *shape[axis + 1:])


#: What draws a function and its arguments, by family.
FAMILIES: dict[str, Callable[[Draw], tuple[Callable[..., Any], Any]]] = {
    "einsum": _einsum, "reduction": _reduction, "extreme": _extreme, "transpose": _transpose, "pad": _pad, "slice": _slice,
    "concatenation": _concatenation, "running": _running, "sort": _sort, "take": _take, "scatter": _scatter, "update": _update}


def families(count: int, seed: int) -> dict[str, Callable[[], Iterator[Case]]]:
    """What gives `count` cases of each family; of equal seeds they are equal."""
    return {family: partial(_cases, family, count, seed) for family in FAMILIES}


def _cases(family: str, count: int, seed: int) -> Iterator[Case]:
    draw = np.random.default_rng([seed, *family.encode()])
    for number in range(count):
        function, inputs = FAMILIES[family](draw)
        shapes = "_".join("x".join(map(str, [*given["shape"], given["dtype"]])) for given in inputs)
        yield case(f"{number:03}_{shapes}", function, *inputs)
