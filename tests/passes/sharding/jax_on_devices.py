"""Run by tests in a process of its own: functions of JAX on 8 devices, their StableHLO texts, arguments and results.

    python tests/passes/sharding/jax_on_devices.py FOLDER manual|gspmd|propagated

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


def gspmd(d: Devices) -> Programs:
    """Some of these in GSPMD's form."""
    import jax

    jax.config.update("jax_use_shardy_partitioner", False)
    names = ("psum", "all_gather", "psum_scatter", "ppermute", "all_to_all", "axis_index", "fori_loop", "branches apart",
             "partial", "gradient", "reshards around")
    return {name: program for name, program in manual(d).items() if name in names}


def propagated(d: Devices) -> Programs:
    """Functions of whole arrays, of which XLA chooses where the results lie."""
    import jax
    import jax.numpy as jnp
    from jax import lax
    from jax.sharding import NamedSharding

    x, y, rows = d.placed("x", "y", shape=(8, 16)), d.placed("x", "y", shape=(8, 16)), d.placed("x", shape=(8, 16))
    columns, plain = d.placed(None, "y", shape=(8, 16)), d.placed(shape=(8, 16))
    vector, deep = d.placed("x", shape=(16,)), d.placed("x", None, "y", shape=(4, 6, 8))

    def constrained(*spec: Any) -> Callable[[Any], Any]:
        return lambda v: lax.with_sharding_constraint(v * 2, NamedSharding(d.grid, d.spec(*spec))) + 1

    def mlp(v: Any, w1: Any, w2: Any) -> Any:
        return jnp.tanh(jnp.tanh(v @ w1) @ w2)

    def attention(v: Any, *weights: Any) -> Any:
        q, k, u = ((v @ w).reshape(8, 6, 4, 4).transpose(0, 2, 1, 3) for w in weights)
        scores = jnp.where(jnp.tril(jnp.ones((6, 6), bool)), jnp.einsum("bhid,bhjd->bhij", q, k), -1e9)
        return jnp.einsum("bhij,bhjd->bhid", jax.nn.softmax(scores), u).transpose(0, 2, 1, 3).reshape(8, 6, 16)

    def step(parameters: Any, v: Any) -> Any:
        value, gradient = jax.value_and_grad(lambda p: (mlp(v, *p) ** 2).mean())(parameters)
        return jax.tree.map(lambda p, g: p - 0.1 * g, parameters, gradient), value

    weights = (d.placed(None, "y", shape=(16, 32)), d.placed("y", None, shape=(32, 4)))
    return {
        "elementwise": (lambda v, w: jnp.tanh(v) * w + 1, (x, y)),
        "elementwise of two layouts": (lambda v, w: v + w, (rows, columns)),
        "elementwise of layouts that conflict": (lambda v, w: v + w, (rows, d.placed("y", shape=(8, 16)))),
        "elementwise with what is on all": (lambda v, w: v + w, (rows, plain)),
        "select": (lambda v, w: jnp.where(v > 0, v, w), (x, plain)),
        "convert": (lambda v: v.astype(jnp.int32), (x,)),
        "copy": (lambda v: v + 0, (x,)),
        "transpose": (lambda v: v.T, (x,)),
        "transpose of three": (lambda v: v.transpose(2, 0, 1), (deep,)),
        "broadcast": (lambda v: jnp.broadcast_to(v, (3, 16)), (vector,)),
        "broadcast of a size 1": (lambda v: jnp.broadcast_to(v, (8, 16)), (d.placed("x", None, shape=(8, 1)),)),
        "reshape that splits": (lambda v: v.reshape(4, 4), (vector,)),
        "reshape that splits across": (lambda v: v.reshape(2, 8), (vector,)),
        "reshape that merges": (lambda v: v.reshape(128), (x,)),
        "reshape that merges rows": (lambda v: v.reshape(128), (rows,)),
        "reshape with ones": (lambda v: v.reshape(1, 8, 1, 16), (x,)),
        "reshape of three": (lambda v: v.reshape(24, 8), (deep,)),
        "reduce rows": (lambda v: v.sum(0), (x,)),
        "reduce columns": (lambda v: v.max(1), (x,)),
        "reduce all": (lambda v: v.sum(), (x,)),
        "argmax": (lambda v: v.argmax(1), (x,)),
        "dot": (lambda v, w: v @ w, (x, d.placed("y", None, shape=(16, 6)))),
        "dot of rows and columns": (lambda v, w: v @ w, (rows, d.placed(None, "y", shape=(16, 4)))),
        "dot in batches": (lambda v, w: jnp.einsum("bij,bjk->bik", v, w),
                           (d.placed("x", None, None, shape=(4, 2, 6)), d.placed("x", None, "y", shape=(4, 6, 8)))),
        "dot along one axis": (lambda v, w: v @ w, (rows, d.placed(None, "x", shape=(16, 4)))),
        "mlp": (mlp, (rows, *weights)),
        "gradient": (jax.grad(lambda w, v: (jnp.tanh(v @ w) ** 2).mean()), (d.placed(None, "y", shape=(16, 4)), rows)),
        "slice of columns": (lambda v: v[:, 4:12], (rows,)),
        "slice of rows": (lambda v: v[2:6], (x,)),
        "slice of all rows but one": (lambda v: v[1:], (x,)),
        "slice of one row": (lambda v: v[3], (x,)),
        "dynamic slice": (lambda v, k: lax.dynamic_slice(v, (0, k), (8, 4)), (rows, np.int32(3))),
        "dynamic update": (lambda v, w: lax.dynamic_update_slice(v, w, (0, 3)), (x, plain[:, :4])),
        "pad": (lambda v: jnp.pad(v, ((0, 0), (8, 8))), (x,)),
        "reverse": (lambda v: v[:, ::-1], (x,)),
        "concatenate": (lambda v, w: jnp.concatenate([v, w], 1), (x, y)),
        "concatenate rows": (lambda v, w: jnp.concatenate([v, w], 0), (rows, rows)),
        "stack": (lambda v, w: jnp.stack([v, w]), (x, y)),
        "gather of rows": (lambda v, k: v[k], (columns, d.placed("x", shape=(4,), integers=8))),
        "gather along": (lambda v, k: jnp.take_along_axis(v, k, 1), (rows, d.placed("x", shape=(8, 2), integers=16))),
        "scatter": (lambda v, k: v.at[k].add(1.0), (columns, d.placed(shape=(4,), integers=8))),
        "iota": (lambda v: v + jnp.arange(16.0), (x,)),
        "sort": (lambda v: jnp.sort(v, 1), (rows,)),
        "sort along": (lambda v: jnp.sort(v, 0), (rows,)),
        "cumsum": (lambda v: jnp.cumsum(v, 1), (rows,)),
        "softmax": (lambda v: jax.nn.softmax(v, -1), (x,)),
        "constraint": (constrained("y", "x"), (x,)),
        "constraint to all": (constrained(), (x,)),
        "constraint of a part": (constrained("x", d.spec.UNCONSTRAINED), (columns,)),
        "constraint behind": (lambda v: constrained("x", None)(v * v), (plain,)),
        "while": (lambda v: lax.fori_loop(0, 3, lambda i, c: jnp.tanh(c) + v, v), (x,)),
        "while from zeros": (lambda v: lax.fori_loop(0, 3, lambda i, c: c + v, jnp.zeros((8, 16))), (x,)),
        "scan": (lambda v: lax.scan(lambda c, r: (c + r, c.sum()), jnp.zeros(16), v), (d.placed(None, "x", shape=(3, 16)),)),
        "scan along": (lambda v: lax.scan(lambda c, r: (c + r, c * r), jnp.zeros(16), v), (rows,)),
        "cond": (lambda v, w: lax.cond(v.sum() > 0, lambda: v * 2, lambda: w), (x, plain)),
        "calls": (lambda v: jax.jit(lambda u: u * 2)(v) + jax.jit(jnp.sin)(v), (x,)),
        "random": (lambda v: v + jax.random.normal(jax.random.key(0), (8, 16)), (x,)),
        "convolution": (lambda v, w: lax.conv_general_dilated(v, w, (1, 1), "SAME"),
                        (d.placed("x", shape=(8, 3, 6, 6)), d.placed("y", shape=(4, 3, 3, 3)))),
        "fft": (lambda v: jnp.abs(jnp.fft.fft(v)), (rows,)),
        "linear algebra": (lambda v: jnp.linalg.cholesky(jnp.einsum("bij,bkj->bik", v, v) + 9 * jnp.eye(4)),
                           (d.placed("x", shape=(8, 4, 4)),)),
        "manual": (lambda v: d.mapped(lambda u: u * 2, d.spec("y"), out=d.spec("y"))(v) + 1, (plain,)),
        "outer": (lambda v, w: jnp.outer(v, w), (vector, d.placed("y", shape=(8,)))),
        "unused": (lambda v: jnp.ones((4, 4)), (x,)),
        "argument": (lambda v, w: (w, v), (x, columns)),
        "top_k": (lambda v: lax.top_k(v, 3), (rows,)),
        "one hot": (lambda k: jax.nn.one_hot(k, 10), (d.placed("x", shape=(16,), integers=10),)),
        "roll": (lambda v: jnp.roll(v, 3, 0), (x,)),
        "split": (lambda v: jnp.split(v, 4, 1), (x,)),
        "tile": (lambda v: jnp.tile(v, (2, 3)), (x,)),
        "heads and back": (lambda v: v.reshape(8, 4, 4).transpose(1, 0, 2).reshape(32, 4), (x,)),
        "both axes in one dimension": (lambda v, w: (v + w, w[:, None] * jnp.ones((16, 8))),
                                       (vector, d.placed(("x", "y"), shape=(16,)))),
        "dot that conflicts": (lambda v, w: v @ w, (rows, d.placed("x", None, shape=(16, 32)))),
        "dot with itself": (lambda v: v @ v.T, (x,)),
        "loop that turns": (lambda v: lax.fori_loop(0, 4, lambda i, c: lax.cond(i > 1, lambda u: u * 2, lambda u: u.T, c), v),
                            (d.placed("x", None, shape=(8, 8)),)),
        "embedding": (jax.grad(lambda e, t: (e[t] ** 2).sum()),
                      (d.placed(None, "y", shape=(20, 16)), d.placed("x", shape=(8, 5), integers=20))),
        "solve": (lambda v, w: jnp.linalg.solve(v + 9 * jnp.eye(4), w),
                  (d.placed("x", shape=(8, 4, 4)), d.placed("x", shape=(8, 4, 2)))),
        "attention": (attention, (d.placed("x", shape=(8, 6, 16)), *(d.placed(None, "y", shape=(16, 16)) for _ in range(3)))),
        "step": (step, ([d.placed(None, "y", shape=(16, 32)), d.placed("y", None, shape=(32, 4))], d.placed("x", shape=(8, 16)))),
        "recurrent": (lambda w, v: lax.scan(lambda c, r: (jnp.tanh(c @ w + r), c.sum(-1)), jnp.zeros((8, 16)), v),
                      (d.placed(None, "y", shape=(16, 16)), d.placed(None, "x", shape=(5, 8, 16)))),
        "pooled": (lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
                   (d.placed("x", None, None, "y", shape=(8, 6, 6, 2)),)),
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
