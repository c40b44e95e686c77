"""What the programs share: descriptions of parameters, small networks, losses with their gradients, tolerances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

from benchmarks.jax_functions.cases import TYPES, Case, Input, array, case

# -- tolerances -----------------------------------------------------------------------------------------------------------
#: Results behind several roundings to bf16, or to f16, of which each engine leaves out others.
ROUNDED, HALF_ROUNDED = 5e-2, 2e-2
#: Results behind a rounding to integers or 8 bits: a few values may fall on the other side.
QUANTIZED = 2e-2
#: Results of iterations that enlarge what rounding leaves.
ITERATED = 2e-3


# -- parameters -----------------------------------------------------------------------------------------------------------
def weight(*shape: int, type: str = "f32", terms: int = 0) -> Input:
    """A matrix or kernel [..., out] that keeps the size of what it is multiplied with, in sums of `terms` (0: of all but out)."""
    bound = (3 / (terms or prod(shape[:-1]))) ** 0.5
    return array(shape, type, -bound, bound)


def bias(width: int, type: str = "f32") -> Input:
    return array((width,), type, -0.1, 0.1)


def scale(width: int, type: str = "f32") -> Input:
    return array((width,), type, 0.5, 1.5)


def weights(*shapes: tuple[int, ...], type: str = "f32") -> list[Input]:
    """A matrix or kernel for each shape, and a small vector for one of a single axis."""
    return [weight(*shape, type=type) if len(shape) > 1 else bias(*shape, type=type) for shape in shapes]


def dense(*widths: int, type: str = "f32") -> list[Input]:
    """What `network` takes."""
    return [given for n in range(len(widths) - 1) for given in weights(widths[n : n + 2], widths[n + 1 : n + 2], type=type)]


def repeated(count: int, inputs: Sequence[Input]) -> list[Input]:
    """The parameters of so many equal layers, or of members or tasks."""
    return [given | {"shape": [count, *given["shape"]]} for given in inputs]


def within(low: float, high: float, inputs: Sequence[Input]) -> list[Input]:
    """The same with values between other bounds, as gradients and moments of parameters have them."""
    return [given | {"low": low, "high": high} for given in inputs]


def narrowed(type: str, *inputs: Input) -> list[Input]:
    """The same with arrays of f32 in a narrower type."""
    return [given | {"dtype": TYPES[type]} if given["dtype"] == "float32" else given for given in inputs]


# -- networks and losses --------------------------------------------------------------------------------------------------
def network(x: jax.Array, layers: Sequence[jax.Array], activation: Callable[[jax.Array], jax.Array] = nn.relu) -> jax.Array:
    """Layers of a matrix and a vector each, with an activation between them."""
    for n in range(0, len(layers), 2):
        x = x @ layers[n] + layers[n + 1]
        x = activation(x) if n + 2 < len(layers) else x
    return x


def gru_cell(x: jax.Array, h: jax.Array, w: jax.Array, u: jax.Array) -> jax.Array:
    reset, update, fresh = jnp.split(x @ w, 3, -1)
    from_reset, from_update, from_fresh = jnp.split(h @ u, 3, -1)
    z = nn.sigmoid(update + from_update)
    return (1 - z) * jnp.tanh(fresh + nn.sigmoid(reset + from_reset) * from_fresh) + z * h


def unit(x: jax.Array) -> jax.Array:
    """Vectors of length 1."""
    return x * lax.rsqrt(jnp.sum(x * x, -1, keepdims=True) + 1e-6)


def mean_square_to(function: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    """A loss: the mean square error of what a function gives, whose target is the first argument."""
    return lambda y, *arguments: jnp.mean((function(*arguments) - y) ** 2)


def trained(name: str, loss: Callable[..., Any], first: int, *inputs: Input, has_aux: bool = False,
            tolerance: float | None = None) -> Case:
    """A loss with its gradients with respect to all arguments from the one at `first` on."""
    function = jax.value_and_grad(loss, tuple(range(first, len(inputs))), has_aux=has_aux)
    return case(name, function, *inputs, tolerance=tolerance)
