"""Programs drawn at random: several operations one behind the other, as a model's layers and losses are.

What an operation costs depends on what stands before and behind it: on what is fused, on which values are written, in which order
of dimensions. Each step takes values that are there already, and the results are those that no other step takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from benchmarks.jax_functions.cases import Input, array, indices
from benchmarks.jax_functions.drawing import LEAST, MOST, Draw, Drawn, Shape, a_shape, a_size, some_axes, with_size

#: A step: a function, and the numbers of the values that it takes.
Step = tuple[Callable[..., Any], tuple[int, ...]]

#: Functions whose results stay of moderate size, so that long programs do.
_FUNCTIONS: tuple[Callable[[Any], Any], ...] = (
    jnp.tanh, jnp.sin, jax.nn.sigmoid, jax.nn.relu, jax.nn.gelu, lambda x: x * 0.5 + 0.25, lambda x: jnp.exp(-x * x),
    lambda x: jnp.sqrt(jnp.abs(x) + 0.1), lambda x: jnp.log1p(jnp.abs(x)), lambda x: 1 / (1 + x * x), jnp.abs, jnp.negative)
_PAIRS: tuple[Callable[[Any, Any], Any], ...] = (
    jnp.add, jnp.subtract, jnp.maximum, lambda x, y: x * jnp.tanh(y), lambda x, y: jnp.where(x > y, x, y * 0.5),
    lambda x, y: x / (1 + jnp.abs(y)))


class _Composition:
    """A program under construction: arguments, steps, and the shape and type of every value."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.type = str(draw.choice(["f32", "f32", "f32", "bf16", "f64"]))
        self.inputs: list[Input] = []
        self.steps: list[Step] = []
        self.values: list[Any] = []
        self.argument(a_shape(draw, int(draw.integers(2, 5))))

    def argument(self, shape: Sequence[int]) -> int:
        return self.given(array(shape, self.type))

    def given(self, given: Input) -> int:
        """Adds an argument, which comes before all that is computed: returns its number as an argument, negative."""
        self.inputs.append(given)
        return -len(self.inputs)

    def kind(self, number: int) -> jax.ShapeDtypeStruct:
        if number >= 0:
            return self.values[number]
        given = self.inputs[-number - 1]
        return jax.ShapeDtypeStruct(tuple(given["shape"]), jnp.dtype(given["dtype"]))

    def add(self, function: Callable[..., Any], *operands: int) -> bool:
        """Adds a step, unless its result is too large."""
        with jax.enable_x64(self.type == "f64"):
            made: Any = jax.eval_shape(function, *map(self.kind, operands))
        if prod(made.shape) > MOST or not made.shape:
            return False
        self.steps.append((function, operands))
        self.values.append(made)
        return True

    def some_value(self) -> int:
        """One of the latest values most of the time, or an argument."""
        if not self.values or self.draw.random() < 0.15:
            return -int(self.draw.integers(1, 1 + len([i for i in self.inputs if i["dtype"] != "int32"])))
        return max(0, len(self.values) - 1 - int(self.draw.geometric(0.6) - 1))

    def like(self, shape: Shape) -> int:
        """A value that goes with one of a shape, there already or an argument of its own."""
        fitting = [k for k, value in enumerate(self.values) if _go_together(value.shape, shape)]
        if fitting and self.draw.random() < 0.7:
            return int(self.draw.choice(fitting))
        kept = [n if self.draw.random() < 0.6 else 1 for n in shape]
        return self.argument(kept)

    def run(self, *arguments: Any) -> Any:
        values: list[Any] = []
        for function, operands in self.steps:
            values.append(function(*(values[k] if k >= 0 else arguments[-k - 1] for k in operands)))
        used = {k for _, operands in self.steps for k in operands}
        return [value for k, value in enumerate(values) if k not in used]


def _go_together(one: Shape, other: Shape) -> bool:
    """Whether two shapes have a common one to which both are broadcast."""
    return all(m == n or 1 in (m, n) for m, n in zip(reversed(one), reversed(other)))


def _pointwise(c: _Composition, x: int) -> bool:
    return c.add(_FUNCTIONS[int(c.draw.integers(len(_FUNCTIONS)))], x)


def _pair(c: _Composition, x: int) -> bool:
    return c.add(_PAIRS[int(c.draw.integers(len(_PAIRS)))], x, c.like(c.kind(x).shape))


def _reduction(c: _Composition, x: int) -> bool:
    axes, name = some_axes(c.draw, len(c.kind(x).shape)), str(c.draw.choice(["mean", "max", "min", "std"]))
    return c.add(lambda v: getattr(v, name)(axis=axes, keepdims=True), x)


def _normalization(c: _Composition, x: int) -> bool:
    axes = some_axes(c.draw, len(c.kind(x).shape))
    if c.draw.random() < 0.5:
        return c.add(lambda v: jax.nn.softmax(v, axis=axes), x)
    return c.add(lambda v: (v - v.mean(axes, keepdims=True)) * lax.rsqrt(v.var(axes, keepdims=True) + 1e-3), x)


def _transpose(c: _Composition, x: int) -> bool:
    order = tuple(int(d) for d in c.draw.permutation(len(c.kind(x).shape)))
    return c.add(lambda v: v.transpose(order), x)


def _merged(c: _Composition, x: int) -> bool:
    """Two neighbouring axes as one, or one as two."""
    shape = c.kind(x).shape
    axis = int(c.draw.integers(len(shape)))
    divisors = [d for d in range(2, shape[axis]) if shape[axis] % d == 0]
    if divisors and c.draw.random() < 0.5:
        part = int(c.draw.choice(divisors))
        return c.add(lambda v: v.reshape(*shape[:axis], part, shape[axis] // part, *shape[axis + 1:]), x)
    if len(shape) < 2:
        return False
    axis = min(axis, len(shape) - 2)
    return c.add(lambda v: v.reshape(*shape[:axis], -1, *shape[axis + 2:]), x)


def _product(c: _Composition, x: int) -> bool:
    """With a matrix, along the last axis."""
    shape = c.kind(x).shape
    columns = a_size(c.draw)
    if prod(shape) * columns > 100 * MOST:
        return False
    return c.add(lambda v, w: v @ w * (1 / shape[-1]), x, c.argument((shape[-1], columns)))


def _part(c: _Composition, x: int) -> bool:
    """A slice, a value shifted within itself, or one with an edge."""
    shape = c.kind(x).shape
    axis, choice = int(c.draw.integers(len(shape))), c.draw.random()
    if choice < 0.4:
        start = int(c.draw.integers(shape[axis]))
        limit = int(c.draw.integers(start + 1, shape[axis] + 1))
        return (limit - start) * prod(shape) > LEAST * shape[axis] and c.add(
            lambda v: lax.slice_in_dim(v, start, limit, axis=axis), x)
    if choice < 0.7:
        return c.add(lambda v: jnp.roll(v, 1, axis), x)
    before = int(c.draw.integers(3))
    return c.add(lambda v: lax.pad(v, jnp.zeros((), v.dtype), [(before, 1, 0) if d == axis else (0, 0, 0)
                                                               for d in range(len(shape))]), x)


def _joined(c: _Composition, x: int) -> bool:
    shape = c.kind(x).shape
    axis = int(c.draw.integers(len(shape)))
    other = c.argument(with_size(shape, axis, int(c.draw.integers(1, shape[axis] + 1))))
    return c.add(lambda v, w: jnp.concatenate([v, w], axis), x, other)


def _taken(c: _Composition, x: int) -> bool:
    shape = c.kind(x).shape
    axis = int(c.draw.integers(len(shape)))
    places = c.given(indices((a_size(c.draw),), shape[axis]))
    return c.add(lambda v, i: jnp.take(v, i, axis), x, places)


def _running(c: _Composition, x: int) -> bool:
    shape = c.kind(x).shape
    axis = int(c.draw.integers(len(shape)))
    return c.add(lambda v: jnp.cumsum(v, axis) * (1 / shape[axis]), x)


#: The kinds of steps, those that models have more of several times.
_KINDS = (*[_pointwise, _pair] * 4, *[_reduction, _normalization, _transpose, _product] * 2, _merged, _part, _joined, _taken,
          _running)


def composition(draw: Draw) -> Drawn:
    """Four to ten steps."""
    c = _Composition(draw)
    wanted = int(draw.integers(4, 11))
    while len(c.steps) < wanted:
        step = _KINDS[int(draw.integers(len(_KINDS)))]
        x = c.some_value()
        if prod(c.kind(x).shape) < LEAST and step is not _pair:
            continue
        step(c, x)
    return c.run, tuple(c.inputs)
