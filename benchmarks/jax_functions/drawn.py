"""Cases drawn at random: operations on arrays of any rank and type, along any axes, in any order of dimensions.

Cases that somebody thinks of have the shapes that somebody thinks of. What is drawn here has short axes last, prime sizes,
batches behind rows and sums over several axes, which is where loops turn out to be made for other shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from benchmarks.jax_functions import drawn_computations as computations
from benchmarks.jax_functions.cases import Case, Input, array, case, indices
from benchmarks.jax_functions.drawing import MOST, Draw, Drawn, a_size, given, some_axes, with_size
from benchmarks.jax_functions.drawn_compositions import composition

#: Multiplications of a product.
_LEAST_WORK, _MOST_WORK = 20_000, 200_000_000


def _einsum(draw: Draw) -> Drawn:
    while True:
        counts = [int(n) for n in (*draw.integers(0, 3, 3), draw.integers(1, 3))]
        letters = iter("abcdefgh")
        batch, rows, columns, summed = ([next(letters) for _ in range(n)] for n in counts)
        sizes = {d: a_size(draw, 200) for d in (*batch, *rows, *columns, *summed)}
        left, right, result = ("".join(draw.permutation(names)) if names else "" for names in (
            batch + rows + summed, batch + columns + summed, batch + rows + columns))
        shapes = [tuple(sizes[d] for d in names) for names in (left, right, result)]
        if _LEAST_WORK < prod(sizes.values()) < _MOST_WORK and max(map(prod, shapes)) < 4 * MOST:
            break
    type = str(draw.choice(["f32", "f32", "bf16", "i8", "i32", "c64"]))
    into = jnp.int32 if type == "i8" else None
    return (partial(jnp.einsum, f"{left},{right}->{result}", preferred_element_type=into),
            (array(shapes[0], type, -3, 3), array(shapes[1], type, -3, 3)))


def _reduction(draw: Draw) -> Drawn:
    shape, type, _ = given(draw, "fiu")
    name = str(draw.choice(["sum", "max", "min", "mean", "var", "any"]))
    return partial(getattr(jnp, name), axis=some_axes(draw, len(shape))), (array(shape, type),)


def _extreme(draw: Draw) -> Drawn:
    shape, type, axis = given(draw, "fiub")
    return partial(jnp.argmax, axis=axis), (array(shape, type),)


def _transpose(draw: Draw) -> Drawn:
    shape, type, _ = given(draw)
    return partial(jnp.transpose, axes=tuple(int(d) for d in draw.permutation(len(shape)))), (array(shape, type),)


def _pad(draw: Draw) -> Drawn:
    shape, type, _ = given(draw)
    padding = [(int(draw.integers(-1, 5)), int(draw.integers(-1 if n > 1 else 0, 5)), int(draw.random() < 0.2)) for n in shape]

    def padded(x: Any) -> Any:
        return lax.pad(x, jnp.zeros((), x.dtype), padding)

    return padded, (array(shape, type),)


def _slice(draw: Draw) -> Drawn:
    shape, type, _ = given(draw)
    starts = [int(draw.integers(n // 2 + 1)) for n in shape]
    limits = [int(draw.integers(start + (start < n), n + 1)) for start, n in zip(starts, shape)]
    steps = [int(n) for n in draw.choice([1, 1, 2, 3], len(shape))]

    def sliced(x: Any) -> Any:
        return lax.slice(x, starts, limits, steps)

    return sliced, (array(shape, type),)


def _concatenation(draw: Draw) -> Drawn:
    shape, type, axis = given(draw)
    other = with_size(shape, axis, int(draw.integers(1, shape[axis] + 1)))
    return lambda x, y: jnp.concatenate([x, y, x], axis), (array(shape, type), array(other, type))


def _running(draw: Draw) -> Drawn:
    shape, type, axis = given(draw, "fi")
    return partial([lax.cumsum, lax.cummax][int(draw.integers(2))], axis=axis), (array(shape, type, -3, 3),)


def _sort(draw: Draw) -> Drawn:
    shape, type, axis = given(draw, "fiu")
    return partial([jnp.sort, jnp.argsort][int(draw.integers(2))], axis=axis), (array(shape, type),)


def _take(draw: Draw) -> Drawn:
    shape, type, axis = given(draw)
    if draw.random() < 0.5:
        return partial(jnp.take, axis=axis), (array(shape, type), indices((int(draw.integers(1, 200)),), shape[axis]))
    chosen = indices(with_size(shape, axis, int(draw.integers(1, 6))), shape[axis])
    return partial(jnp.take_along_axis, axis=axis), (array(shape, type), chosen)


def _scatter(draw: Draw) -> Drawn:
    shape, type, _ = given(draw, "fi")
    count = int(draw.integers(1, 1 + min(3000, MOST // prod(shape[1:]))))
    name = str(draw.choice(["add", "max"]))
    return lambda x, i, u: getattr(x.at[i], name)(u), (array(shape, type), indices((count,), shape[0]),
                                                       array((count, *shape[1:]), type))


def _update(draw: Draw) -> Drawn:
    shape, type, _ = given(draw)
    part = tuple(int(draw.integers(1, n + 1)) for n in shape)
    starts = [int(draw.integers(n - m + 1)) for n, m in zip(shape, part)]
    return lambda x, y, i: lax.dynamic_update_slice(x, y, [i + n for n in starts]), (
        array(shape, type), array(part, type), array((), "i32", 0, 0))


def _reverse(draw: Draw) -> Drawn:
    shape, type, axis = given(draw)
    if draw.random() < 0.3:
        return partial(jnp.roll, shift=int(draw.integers(1, 5)), axis=axis), (array(shape, type),)
    return partial(lax.rev, dimensions=some_axes(draw, len(shape))), (array(shape, type),)


#: What draws a function and its arguments, by family.
FAMILIES: dict[str, Callable[[Draw], Drawn]] = {
    "einsum": _einsum, "reduction": _reduction, "extreme": _extreme, "transpose": _transpose, "pad": _pad, "slice": _slice,
    "concatenation": _concatenation, "running": _running, "sort": _sort, "take": _take, "scatter": _scatter, "update": _update,
    "reverse": _reverse, "window": computations.window, "convolution": computations.convolution,
    "convolution_gradient": computations.convolution_gradient, "conversion": computations.conversion,
    "normalization": computations.normalization, "short_rows": computations.short_rows, "broadcast": computations.broadcast,
    "complex": computations.of_complex_numbers, "top_k": computations.greatest, "loop": computations.loop,
    "batch": computations.batch_of_products,
    "fourier": computations.fourier, "linear": computations.linear, "composition": composition}


def families(count: int, seed: int) -> dict[str, Callable[[], Iterator[Case]]]:
    """What gives `count` cases of each family; of equal seeds they are equal."""
    return {family: partial(_cases, family, count, seed) for family in FAMILIES}


def _cases(family: str, count: int, seed: int) -> Iterator[Case]:
    draw = np.random.default_rng([seed, *family.encode()])
    for number in range(count):
        function, inputs = FAMILIES[family](draw)
        shapes = "_".join("x".join(map(str, [*each["shape"], each["dtype"]])) for each in inputs[:3])
        yield case(f"{number:03}_{shapes}", function, *inputs, tolerance=_tolerance(family, inputs))


def _tolerance(family: str, inputs: tuple[Input, ...]) -> float | None:
    """Where results are computed of results, a small difference of large numbers may be all there is, and of bf16 what XLA keeps
    wider in between decides."""
    types = {each["dtype"] for each in inputs}
    return None if family != "composition" or "float64" in types else 0.25 if "bfloat16" in types else 0.005
