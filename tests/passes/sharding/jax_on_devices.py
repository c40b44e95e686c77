"""Run by tests in a process of its own: functions of JAX on 8 devices, their StableHLO texts, arguments and results.

    python tests/passes/sharding/jax_on_devices.py FOLDER manual|propagated

For each function a text, and an archive with the shards of arguments and results (`argument_<number>_<device>`), and with the
first index and the end of each device's shard along every dimension (`result_places_<number>`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

Programs = dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]


class Devices:
    """Meshes of 8 devices, and arguments on them."""

    def __init__(self) -> None:
        import jax
        from jax.sharding import Mesh, PartitionSpec

        self.jax, self.spec = jax, PartitionSpec
        devices = np.array(jax.devices())
        self.line, self.grid = Mesh(devices, ("i",)), Mesh(devices.reshape(4, 2), ("x", "y"))
        self.cube = Mesh(devices.reshape(2, 2, 2), ("a", "b", "c"))
        self.rng = np.random.default_rng(0)

    def placed(self, *spec: Any, shape: tuple[int, ...], mesh: Any = None, integers: int = 0) -> Any:
        """Random numbers on a mesh: from -1 to 1, or integers below a number."""
        from jax.sharding import NamedSharding

        array = (self.rng.integers(0, integers, shape).astype(np.int32) if integers
                 else self.rng.uniform(-1, 1, shape).astype(np.float32))
        return self.jax.device_put(array, NamedSharding(self.grid if mesh is None else mesh, self.spec(*spec)))

    def mapped(self, function: Callable[..., Any], *specs: Any, out: Any, mesh: Any = None, **options: Any) -> Callable[..., Any]:
        return self.jax.shard_map(function, mesh=self.grid if mesh is None else mesh, in_specs=specs, out_specs=out,
                                  **{"check_vma": False, **options})


def manual(d: Devices) -> Programs:
    """Functions that work on each device's part of their arguments."""
    import jax
    import jax.numpy as jnp
    from jax import lax

    p, mapped = d.spec, d.mapped
    x, rows, both = d.placed("x", "y", shape=(8, 8)), d.placed("x", shape=(8, 6)), p("x", "y")
    ring = [(k, (k + 1) % 4) for k in range(4)]

    def mean_loss(w: Any, v: Any) -> Any:
        local = mapped(lambda w, v: lax.pmean(jnp.sum(jnp.tanh(v @ w) ** 2), ("x", "y")), p(), both, out=p())
        return local(w, v)

    def inner(v: Any) -> Any:
        return lax.psum(v * 2, "y") + lax.axis_index("y")

    def outer(v: Any) -> Any:
        total = lax.psum(v, "x")
        return jax.shard_map(inner, in_specs=p(None, "y"), out_specs=p("y"), axis_names={"y"}, check_vma=False)(total + v)

    def steps(v: Any) -> Any:
        return lax.fori_loop(0, 5, lambda i, c: 0.5 * c + 0.1 * lax.psum(c, "x") + i, v)

    def scanned(v: Any) -> Any:
        def step(carried: Any, row: Any) -> Any:
            following = carried * 0.5 + lax.ppermute(row, "x", ring)
            return following, lax.pmax(following, "y")

        return lax.scan(step, jnp.zeros_like(v[0]), v)

    def until(v: Any) -> Any:
        """A loop that the devices of another column leave at another time."""
        limit = 2 + 3 * lax.axis_index("y")
        return lax.while_loop(lambda c: c[0] < limit, lambda c: (c[0] + 1, 0.5 * lax.psum(c[1], "x") + 1), (0, v))[1]

    def apart(v: Any) -> Any:
        """Branches that devices take differently, one of which meets, and one has a loop."""
        branches = [lambda u: lax.psum(u, "x"), lambda u: -u,
                    lambda u: lax.while_loop(lambda c: c.sum() < 20, lambda c: lax.pmax(c, "x") + 1, u)]
        return lax.switch(lax.axis_index("y") * 2, branches, v)

    def together(v: Any) -> Any:
        return lax.cond(lax.psum(v.sum(), ("x", "y")) > 0, lambda u: lax.psum(u, "y"), lambda u: u - lax.pmin(u, "x"), v)

    @jax.jit
    def called(v: Any) -> Any:
        return lax.psum(v, "x") + lax.all_gather(v, "x", axis=0, tiled=True).sum(0)

    def layer(w: Any, v: Any) -> Any:
        local = mapped(lambda w, v: lax.psum(jnp.tanh(v @ w), "y"), p("y", None), both, out=p("x"))
        return (local(w, v) ** 2).sum()

    def noisy(v: Any) -> Any:
        return v + jax.random.normal(jax.random.fold_in(jax.random.key(3), lax.axis_index("x")), v.shape)

    def resharded(v: Any, w: Any) -> Any:
        return mapped(lambda v, w: lax.psum(v @ w, "x"), p("y", "x"), p("x", None), out=p("y"))(v, w).T + 1

    def indices(v: Any) -> Any:
        return v + lax.axis_index(("x", "y")) * 10 + lax.axis_index("y")

    def scattered(v: Any) -> Any:
        return lax.psum_scatter(v, "y", scatter_dimension=0, tiled=True)

    batch = np.arange(24, dtype=np.float32).reshape(8, 3)
    return {
        "psum": (mapped(lambda v: lax.psum(v, "x"), both, out=p(None, "y")), (x,)),
        "psum of both axes": (mapped(lambda v: lax.psum(v, ("y", "x")), both, out=p()), (x,)),
        "pmax": (mapped(lambda v: (lax.pmax(v, "y"), lax.pmin(v, "x")), both, out=(p("x"), p(None, "y"))), (x,)),
        "all_gather": (mapped(lambda v: lax.all_gather(v, "y", axis=1, tiled=True) * lax.axis_index("x"), both, out=p("x")),
                       (x,)),
        "all_gather stacked": (mapped(lambda v: lax.all_gather(v, "x"), both, out=p(None, None, "y")), (x,)),
        "psum_scatter": (mapped(scattered, both, out=p(("x", "y"))), (x,)),
        "ppermute": (mapped(lambda v: lax.ppermute(v, "x", [(0, 1), (1, 3)]), both, out=both), (x,)),
        "all_to_all": (mapped(lambda v: lax.all_to_all(v, "y", 0, 1, tiled=True), both, out=both), (x,)),
        "all_to_all of four": (mapped(lambda v: lax.all_to_all(v, "x", 1, 0), p(None, None, "x"), out=p("x")),
                               (d.placed(None, None, "x", shape=(3, 4, 8)),)),
        "axis_index": (mapped(indices, both, out=both), (x,)),
        "argmax": (mapped(lambda v: lax.all_gather(v, "x").argmax(0), both, out=both), (x,)),
        "fori_loop": (mapped(steps, both, out=both), (x,)),
        "scan": (mapped(scanned, p(None, "x", "y"), out=(both, p(None, "x"))), (d.placed(None, "x", "y", shape=(3, 8, 8)),)),
        "loop that devices leave apart": (mapped(until, both, out=both), (x,)),
        "branches apart": (mapped(apart, both, out=both), (x,)),
        "branches together": (mapped(together, both, out=both), (x,)),
        "calls": (mapped(called, both, out=both), (x,)),
        "random": (mapped(noisy, both, out=both), (x,)),
        "partial": (mapped(lambda v: lax.psum(jnp.tanh(v), "x") + lax.axis_index("x"), p("x"), out=p("x"), axis_names={"x"}),
                    (x,)),
        "partial of the last axis": (mapped(lambda v: lax.all_gather(v, "y", axis=1, tiled=True), p(None, "y"), out=p(),
                                            axis_names={"y"}), (x,)),
        "nested": (mapped(outer, p("x", None), out=p("x", None), axis_names={"x"}), (x,)),
        "gradient": (jax.grad(layer), (d.placed("y", None, shape=(8, 4)), x)),
        "gradient of a mean": (jax.value_and_grad(mean_loss), (d.placed(shape=(4, 3)), x)),
        "three axes": (mapped(lambda v: lax.psum(v, ("a", "c")), p(("a", "b"), "c"), out=p("b"), mesh=d.cube),
                       (d.placed(("a", "b"), "c", shape=(8, 4), mesh=d.cube),)),
        "reshards around": (resharded, (x, d.placed(None, "y", shape=(8, 16)))),
        "pmap": (jax.pmap(lambda v: v / lax.psum(v, "i"), axis_name="i"), (batch + 1,)),
        "pmap with a shared argument": (jax.pmap(lambda v, w: lax.pmean(v @ w, "i"), axis_name="i", in_axes=(0, None)),
                                        (batch, np.ones((3, 2), np.float32))),
        "unused argument": (mapped(lambda v, w: lax.psum(v, "x"), both, p("x"), out=p(None, "y")), (x, rows)),
        "integers": (mapped(lambda v: lax.psum(v, "x"), p("x"), out=p()), (d.placed("x", shape=(8, 2), integers=100),)),
    }


def main(folder: str, which: str) -> None:
    import jax

    for name, (function, arguments) in globals()[which](Devices()).items():
        lowered = (function if hasattr(function, "lower") else jax.jit(function, keep_unused=True)).lower(*arguments)
        compiled = lowered.compile()
        results = jax.tree.leaves(compiled(*arguments))
        taken = [a if isinstance(a, jax.Array) else jax.device_put(a, s)
                 for a, s in zip(jax.tree.leaves(arguments), jax.tree.leaves(compiled.input_shardings[0]))]
        (Path(folder) / f"{name}.mlir").write_text(lowered.as_text())
        parts = {}
        for kind, values in (("argument", taken), ("result", results)):
            for k, value in enumerate(values):
                ordered = sorted(value.addressable_shards, key=lambda s: s.device.id)
                parts |= {f"{kind}_{k}_{s.device.id}": np.asarray(s.data) for s in ordered}
                parts[f"{kind}_places_{k}"] = np.array([[s.indices(n)[:2] for s, n in zip(shard.index, value.shape)]
                                                        for shard in ordered], np.int64).reshape(len(ordered), value.ndim, 2)
        np.savez(Path(folder) / f"{name}.npz", **parts)  # type: ignore[arg-type]


if __name__ == "__main__":
    main(*sys.argv[1:])
