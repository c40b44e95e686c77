"""Collective operations of `shard_map` on all devices, each of which has so many bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

from benchmarks.jax.calls import Call

_AXIS = "i"


def _ring(x: Any) -> Any:
    count = jax.device_count()
    return lax.ppermute(x, _AXIS, [(k, (k + 1) % count) for k in range(count)])


#: By name, the operation on a device's numbers, and whether all devices have the same of its result.
OPERATIONS: dict[str, tuple[Callable[[Any], Any], bool]] = {
    "psum": (lambda x: lax.psum(x, _AXIS), True),
    "all_gather": (lambda x: lax.all_gather(x, _AXIS, tiled=True), True),
    "psum_scatter": (lambda x: lax.psum_scatter(x, _AXIS, tiled=True), False),
    "all_to_all": (lambda x: lax.all_to_all(x, _AXIS, 0, 0, tiled=True), False),
    "ppermute": (_ring, False),
}


def collective(name: str, size: int) -> Call:
    """A call of an operation on f32, awaited: `size` bytes on each device."""
    operation, is_whole = OPERATIONS[name]
    mesh = Mesh(np.array(jax.devices()), (_AXIS,))
    mapped = jax.jit(jax.shard_map(operation, mesh=mesh, in_specs=P(_AXIS), out_specs=P() if is_whole else P(_AXIS),
                                   check_vma=False))
    x = jax.device_put(np.ones(jax.device_count() * size // 4, np.float32), NamedSharding(mesh, P(_AXIS)))
    return lambda: mapped(x).block_until_ready()
