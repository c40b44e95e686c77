"""Programs for several devices that are not those of one of them, as JAX lowers `shard_map` and `pmap`."""

from __future__ import annotations

from typing import Any

from hloom.ops.builtin.module import Module
from hloom.ops.sdy.operations import ManualComputation


def on_whole_arrays(module: Module, function: str) -> Module:
    """A verified module; of one that divides arrays among partitions, as many as it says that it runs on, the same work as the
    program of one process, which has the whole arrays."""
    partitions: Any = module.attributes.get("mhlo.num_partitions")
    count = getattr(partitions, "value", 1)
    if count == 1 or not any(isinstance(op, ManualComputation) for op in module.walk()):
        return module
    from hloom.passes.sharding import prepare  # few programs need it

    made = prepare(module, 1, count, function).module
    before, after = (m.functions[function].function_type for m in (module, made))
    return made if before == after else module  # what devices may have each of its own is no array of the program
