"""Small things that a program does often: what they cost is mostly the way to the compiled code and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

#: A call that is timed, again and again.
Call = Callable[[], object]


def _small() -> jax.Array:
    return jax.device_put(np.arange(4, dtype=np.float32))


def jit_call() -> Call:
    f, x = jax.jit(lambda x: x * 2 + 1), _small()
    return lambda: f(x)


def jit_call_awaited() -> Call:
    f, x = jax.jit(lambda x: x * 2 + 1), _small()
    return lambda: f(x).block_until_ready()


def sixteen_arguments() -> Call:
    f = jax.jit(lambda *xs: [x + 1 for x in xs])
    arguments = [jax.device_put(np.full(8, k, np.float32)) for k in range(16)]
    return lambda: f(*arguments)


def donated() -> Call:
    f, kept = jax.jit(lambda x: x + 1, donate_argnums=0), [_small() + 0]

    def call() -> None:
        kept[0] = f(kept[0])

    return call


def eager_operation() -> Call:
    x, y = _small(), _small()
    return lambda: x + y


def put_scalar() -> Call:
    x = np.float32(1)
    return lambda: jax.device_put(x)


def put_megabyte() -> Call:
    x = np.ones((512, 512), np.float32)
    return lambda: jax.device_put(x).block_until_ready()


def as_numpy() -> Call:
    f, x = jax.jit(lambda x: x * 2 + 1), _small()
    return lambda: np.asarray(f(x))  # of a new result each time: JAX keeps what it has copied once


def await_ready() -> Call:
    x = jax.jit(lambda x: x * 2 + 1)(_small())
    return lambda: x.block_until_ready()


def add_matrices() -> Call:
    f, x = jax.jit(lambda a: a + 1.0), jax.device_put(np.ones((256, 256), np.float32))
    return lambda: f(x).block_until_ready()


def multiply_matrices() -> Call:
    f, x = jax.jit(lambda a: a @ a), jax.device_put(np.full((256, 256), 0.01, np.float32))
    return lambda: f(x).block_until_ready()


#: By name, what makes each ready.
CALLS: dict[str, Callable[[], Call]] = {
    "jit": jit_call, "jit_awaited": jit_call_awaited, "sixteen": sixteen_arguments, "donated": donated, "eager": eager_operation,
    "put": put_scalar, "put_megabyte": put_megabyte, "asarray": as_numpy, "ready": await_ready, "add": add_matrices,
    "matmul": multiply_matrices,
}


def different_operations(count: int) -> list[tuple[Callable[..., Any], tuple[jax.Array, ...]]]:
    """Eager operations that differ from each other in function, shape or type, each with its arguments."""
    unary = [jnp.sin, jnp.exp, jnp.tanh, jnp.abs, jnp.negative, jnp.sqrt, jnp.square, jnp.sum, jnp.max, jnp.cumsum, jnp.sort,
             jnp.flip, jnp.argmax, jnp.isfinite, jnp.transpose]
    binary = [jnp.add, jnp.multiply, jnp.maximum, jnp.subtract, jnp.less, jnp.equal, jnp.logaddexp, jnp.arctan2, jnp.minimum,
              jnp.true_divide]
    types = (np.float32, np.int32)
    made: list[tuple[Callable[..., Any], tuple[jax.Array, ...]]] = []
    size = 2
    while len(made) < count:
        for dtype in types:
            x = jax.device_put(np.arange(1, 3 * size + 1, dtype=dtype).reshape(3, size))
            made += [(f, (x,)) for f in unary] + [(f, (x, x)) for f in binary]
        size += 1
    return made[:count]


def tiny_programs(count: int) -> list[Any]:
    """Programs of a few operations that differ from each other, lowered and not yet compiled."""
    steps = [jnp.sin, jnp.cos, jnp.tanh, jnp.exp, lambda x: x * x, lambda x: jnp.maximum(x, 0), lambda x: x - x.mean(),
             lambda x: jnp.where(x > 0, x, -x), lambda x: jnp.cumsum(x, -1), lambda x: x[..., ::-1]]
    lowered = []
    for number in range(count):
        first, second, third = number % 10, number // 10 % 10, number // 100 % 10
        x = jax.ShapeDtypeStruct((2 + number % 7, 3 + number % 5), np.float32)

        def program(x: jax.Array, first: int = first, second: int = second, third: int = third) -> jax.Array:
            return steps[third](steps[second](steps[first](x) + 1) * 0.5).sum()

        lowered.append(jax.jit(program).lower(x))
    return lowered
