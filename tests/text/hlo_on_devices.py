"""Run by `test_hlo_on_devices` in a process of its own: JAX programs on 8 devices, their HLO texts, arguments and results.

    python -m tests.text.hlo_on_devices FOLDER
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"


def programs() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Functions and arguments that are placed on the devices."""
    import jax
    import jax.numpy as jnp
    from jax import lax
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    devices = np.array(jax.devices())
    line, grid = Mesh(devices, ("x",)), Mesh(devices.reshape(2, 4), ("x", "y"))
    rng = np.random.default_rng(0)

    def placed(mesh: Any, *spec: Any, shape: tuple[int, ...]) -> Any:
        return jax.device_put(rng.standard_normal(shape).astype(np.float32), NamedSharding(mesh, PartitionSpec(*spec)))

    def mapped(function: Callable[..., Any], out: Any, *specs: Any) -> Callable[..., Any]:
        return jax.shard_map(function, mesh=line, in_specs=specs, out_specs=out, check_vma=False)

    row, whole = PartitionSpec("x"), PartitionSpec()
    x = partial(placed, line, "x", shape=(16, 8))
    ring = [(k, (k + 1) % 8) for k in range(8)]
    loss = jax.value_and_grad(lambda w, v: (jnp.tanh(v @ w) ** 2).mean())
    return {
        "sum": (lambda v: v.sum(), (x(),)),
        "softmax": (lambda v: jax.nn.softmax(v, 0), (x(),)),
        "matmul": (lambda a, b: a @ b, (placed(grid, "x", "y", shape=(8, 16)), placed(grid, "y", None, shape=(16, 4)))),
        "gradient": (loss, (placed(grid, None, "y", shape=(8, 12)), placed(grid, "x", None, shape=(16, 8)))),
        "sort": (lambda v: jnp.sort(v, 0), (x(),)),
        "psum": (mapped(lambda v: lax.psum(v, "x"), whole, row), (x(),)),
        "pmax": (mapped(lambda v: lax.pmax(v, "x"), whole, row), (x(),)),
        "all_gather": (mapped(lambda v: lax.all_gather(v, "x", tiled=True), whole, row), (x(),)),
        "reduce_scatter": (mapped(lambda v: lax.psum_scatter(v, "x", tiled=True), row, PartitionSpec()),
                           (placed(line, shape=(16, 8)),)),
        "permute": (mapped(lambda v: lax.ppermute(v, "x", ring), row, row), (x(),)),
        "all_to_all": (mapped(lambda v: lax.all_to_all(v, "x", 1, 0, tiled=True), row, row), (x(),)),
        "index": (mapped(lambda v: v + lax.axis_index("x"), row, row), (x(),)),
        "two axes": (jax.shard_map(lambda v: lax.psum(v, "y"), mesh=grid, in_specs=PartitionSpec("x", "y"),
                                   out_specs=PartitionSpec("x"),
                                   check_vma=False), (placed(grid, "x", "y", shape=(4, 8)),)),
    }


def shards(values: Any) -> list[list[np.ndarray]]:
    """The parts of arrays on each device, in the order of the devices."""
    return [[np.asarray(s.data) for s in sorted(v.addressable_shards, key=lambda s: s.device.id)] for v in values]


def main(folder: str) -> None:
    import jax
    from jaxlib import _hlo

    options = _hlo.HloPrintOptions()
    options.print_large_constants = True
    for name, (function, arguments) in programs().items():
        lowered = jax.jit(function).lower(*arguments)
        compiled = lowered.compile()
        results = jax.tree.leaves(compiled(*arguments))
        before = lowered.compiler_ir("hlo")
        module = before.get_hlo_module() if hasattr(before, "get_hlo_module") else before.as_hlo_module()
        path = Path(folder)
        (path / f"{name}.before.hlo").write_text(module.to_string(options))
        (path / f"{name}.after.hlo").write_text(compiled.runtime_executable().hlo_modules()[0].to_string(options))
        parts = {f"{kind}_{k}_{d}": part for kind, values in (("argument", jax.tree.leaves(arguments)), ("result", results))
                 for k, rows in enumerate(shards(values)) for d, part in enumerate(rows)}
        np.savez(path / f"{name}.npz", **parts)  # type: ignore[arg-type]


if __name__ == "__main__":
    main(sys.argv[1])
