"""Linear regression on eight devices, each with its part of the data, in JAX's two ways: `NamedSharding` and `shard_map`.

    JAX_PLATFORMS=hloom HLOOM_DEVICES=8 python examples/jax/data_parallel.py

With NamedSharding the function is that of one device, and arrays say how they are cut; with shard_map the function is what each
device does, and says itself where devices speak with each other. Both find the same weights. (Each step is awaited: XLA-CPU may
come to a standstill where many steps of several devices are under way at once on few cores.)
"""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

STEPS, RATE = 100, 0.1


def loss(w: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
    return ((x @ w - y) ** 2).mean()


@jax.jit
def step(w: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
    return w - RATE * jax.grad(loss)(w, x, y)


def main() -> None:
    mesh = jax.make_mesh((jax.device_count(),), ("data",), axis_types=(jax.sharding.AxisType.Auto,))
    cut, whole = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())
    rng = np.random.default_rng(0)
    true = rng.standard_normal((16, 4), np.float32)
    inputs = rng.standard_normal((512, 16), np.float32)
    x, y = jax.device_put(inputs, cut), jax.device_put(inputs @ true, cut)
    start = jax.device_put(jnp.zeros((16, 4)), whole)

    w = start
    for _ in range(STEPS):
        w = step(w, x, y).block_until_ready()

    @jax.jit
    @partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data")), out_specs=P())
    def mapped_step(w: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
        # The gradient of a mean over all devices is the mean of theirs.
        return w - RATE * jax.grad(lambda w: jax.lax.pmean(loss(w, x, y), "data"))(w)

    v = start
    for _ in range(STEPS):
        v = mapped_step(v, x, y).block_until_ready()

    print(f"{jax.device_count()} devices, {x.addressable_shards[0].data.shape[0]} of {x.shape[0]} rows on each")
    print(f"NamedSharding: loss {loss(w, x, y):.3e}, largest error of a weight {jnp.abs(w - true).max():.3e}")
    print(f"shard_map: loss {loss(v, x, y):.3e}, largest error of a weight {jnp.abs(v - true).max():.3e}")


if __name__ == "__main__":
    main()
