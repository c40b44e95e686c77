"""Run by tests in a process of its own, on whatever platform JAX has there: programs of `shard_map` and `pmap`, and with
shardings, on 8 devices.

    python tests/bridges/pjrt/mapped_programs.py FILE

Writes an archive of the results, `<program>.<number>`, with where each device's shard lies, `<program>.<number>.places`; and
prints a line of JSON: how programs ran (`runs`, on hloom only), and what those that do more than compute have done.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.lib import xla_client
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

LINE, TABLE = Mesh(np.array(jax.devices()), ("i",)), Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))
RING = [(k, (k + 1) % 8) for k in range(8)]
CUT, WHOLE = P("i"), P()


def put(array: Any, *spec: Any, mesh: Mesh = LINE) -> jax.Array:
    return jax.device_put(array, NamedSharding(mesh, P(*spec)))


def mapped(function: Callable[..., Any], given: Any = CUT, made: Any = CUT, mesh: Mesh = LINE, names: Any = frozenset(),
           **options: Any) -> Any:
    chosen = {"axis_names": names} if names else {}
    return jax.jit(jax.shard_map(function, mesh=mesh, in_specs=given, out_specs=made, check_vma=False, **chosen), **options)


def programs() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Functions that compute, each with arguments. Sums of numbers that are no integers are of the devices in their order."""
    rng = np.random.default_rng(0)
    numbers = rng.standard_normal((8, 16)).astype(np.float32)
    integers = rng.integers(-100, 100, (8, 16)).astype(np.int32)
    x, n, table = put(numbers, "i"), put(integers, "i"), put(numbers, "x", "y", mesh=TABLE)
    large = put(rng.standard_normal((8, 30011)).astype(np.float32), "i")

    def scanned(a: Any) -> Any:
        step = lambda c, row: (c + lax.ppermute(row, "i", RING), lax.pmax(c, "i"))  # noqa: E731
        return lax.scan(step, a[:, 0], jnp.moveaxis(a, 1, 0))[1]

    def alone(function: Callable[[Any], Any], **options: Any) -> Any:
        return jax.jit(lambda a: jax.shard_map(function, mesh=LINE, in_specs=CUT, out_specs=CUT)(a), **options)

    return {
        "psum": (mapped(lambda a: lax.psum(a, "i"), made=WHOLE), (x,)),
        "psum_of_many": (mapped(lambda a: lax.psum(a, "i"), made=WHOLE), (large,)),
        "psum_of_integers": (mapped(lambda a: lax.psum(a, "i"), made=WHOLE), (n,)),
        "psum_of_nothing": (mapped(lambda a: lax.psum(a, "i"), made=WHOLE), (put(np.zeros((8, 0), np.float32), "i"),)),
        "psum_of_bf16": (mapped(lambda a: lax.psum((a % 16).astype(jnp.bfloat16), "i").astype(jnp.float32), made=WHOLE), (n,)),
        "pmean": (mapped(lambda a: lax.pmean(a, "i"), made=WHOLE), (x,)),
        "pmax": (mapped(lambda a: lax.pmax(a, "i") - lax.pmin(a, "i"), made=WHOLE), (x,)),
        "all_gather": (mapped(lambda a: lax.all_gather(a, "i"), made=P(None)), (x,)),
        "all_gather_of_flags": (mapped(lambda a: lax.all_gather(a > 0, "i", axis=1, tiled=True)), (x,)),
        "psum_scatter": (mapped(lambda a: lax.psum_scatter(a, "i", scatter_dimension=1, tiled=True)), (x,)),
        "all_to_all": (mapped(lambda a: lax.all_to_all(a, "i", 1, 0, tiled=True)), (x,)),
        "ppermute": (mapped(lambda a: lax.ppermute(a, "i", RING)), (x,)),
        "ppermute_of_some": (mapped(lambda a: lax.ppermute(a, "i", RING[:3])), (x,)),
        "axis_index": (mapped(lambda a: a + lax.axis_index("i")), (n,)),
        "loop": (mapped(lambda a: lax.fori_loop(0, 5, lambda k, c: 0.5 * c + lax.psum(c, "i"), a)), (x,)),
        "scan": (mapped(scanned, made=P(None)), (x,)),
        "two_axes": (mapped(lambda a: lax.psum(a, "x") + lax.pmax(a, "y"), P("x", "y"), P("x", "y"), TABLE), (table,)),
        "index_in_both": (mapped(lambda a: lax.axis_index(("x", "y"))[None, None], P("x", "y"), P("x", "y"), TABLE), (table,)),
        "two_arguments": (mapped(lambda a, b: (lax.psum(a, "i"), b - lax.pmax(b, "i")), (CUT, CUT), (WHOLE, CUT)), (x, n)),
        "argument_of_one_device": (mapped(lambda a: lax.psum(a, "i"), made=WHOLE), (numbers,)),
        "argument_cut_otherwise": (jax.jit(jax.shard_map(lambda a: a * 2, mesh=LINE, in_specs=P(None, "i"),
                                                         out_specs=P(None, "i"))), (x,)),
        "result_cut_otherwise": (alone(lambda a: a * 2, out_shardings=NamedSharding(LINE, P(None, "i"))), (x,)),
        "argument_in_columns": (alone(lambda a: a.T @ a), (put(np.asfortranarray(numbers), "i"),)),
        "pmap": (jax.pmap(lambda a: lax.psum(a, "b") + lax.axis_index("b"), axis_name="b"), (integers,)),
        "partly": (mapped(lambda a: lax.psum(a, "x"), P("x"), WHOLE, TABLE, {"x"}), (put(integers, "x", "y", mesh=TABLE),)),
        "named": (jax.jit(lambda a, b: (a * 2 + jnp.arange(16), b[::-1] ^ 3)), (table, put(integers, "x", "y", mesh=TABLE))),
        "named_of_few": (jax.jit(lambda a: (jnp.maximum(a, 0), a.T)), (put(numbers, "x", mesh=TABLE),)),
        "named_sums": (jax.jit(lambda a, b: (a.sum(0), a.max(), (a.T @ b).sum(1))),
                       (put(integers, "x", "y", mesh=TABLE), put(integers, "x", mesh=TABLE))),
        "named_in_a_loop": (jax.jit(lambda a: (lambda m: lax.fori_loop(0, 3, lambda k, c: c * 3 + m + k, a))(a.max(0))), (n,)),
        "named_meeting_in_a_loop": (jax.jit(lambda a: lax.fori_loop(0, 3, lambda k, c: c * 3 + c.max(0) + k, a)), (n,)),
        "named_given_away": (jax.jit(lambda a: a * 2, donate_argnums=0), (put(numbers, "y", mesh=TABLE),)),
        "within_more": (jax.jit(lambda a: mapped(lambda b: lax.psum(b, "i"), made=WHOLE)(a + 1).sum()), (n,)),
    }


# -- what does more than compute -----------------------------------------------------------------------------------------------
X = put(np.arange(64, dtype=np.float32).reshape(8, 8), "i")
LIKE = jax.ShapeDtypeStruct((1, 8), jnp.float32)


def donated() -> Any:
    given = X + 0
    made = mapped(lambda a: a + lax.psum(a, "i"), donate_argnums=0)(given)
    return [given.is_deleted(), float(made.sum())]


def donated_in_a_loop() -> Any:
    """States that lie where those before them did, of several sizes, one of which another result is made of."""
    def step(w: Any, m: Any, n: Any) -> Any:
        m = 0.5 * m + lax.psum(w, "i")
        return w - 0.125 * m, m, n + 1, (w * m).sum()

    program = mapped(step, (CUT, CUT, WHOLE), (CUT, CUT, WHOLE, WHOLE), donate_argnums=(0, 1, 2))
    state, kept, sums = [X + 0, X * 2, put(np.float32(0))], [], []
    for _ in range(5):
        kept.append(state)
        *state, total = program(*state)
        sums.append(float(total))
    return [[float(abs(x).sum()) for x in state], sums, [x.is_deleted() for row in kept for x in row]]


def joined_in_a_loop() -> Any:
    """States on all devices of a program of all, given away; what devices have of the results outlives them."""
    whole, cut = NamedSharding(LINE, WHOLE), NamedSharding(LINE, CUT)

    def step(w: Any, m: Any, x: Any) -> Any:
        m = 0.5 * m + (x.T @ x)[:64, :128]
        return w - 0.125 * m, m, x * 2, x[:0], w.sum()

    program = jax.jit(step, out_shardings=(whole, whole, cut, whole, whole), donate_argnums=(0, 1))
    x = jax.device_put(np.arange(256 * 128, dtype=np.float32).reshape(256, 128) % 7, cut)
    w, m = (jax.device_put(np.full((64, 128), k, np.float32), whole) for k in (1, 2))
    shards, views, sums = [], [], []
    for _ in range(4):
        w, m, doubled, nothing, total = program(w, m, x)
        shards += [one.data for one in doubled.addressable_shards]
        views.append(np.asarray(m.addressable_shards[3].data))
        sums += [float(total), nothing.shape]
    w.delete()
    return [sums, [float(one.sum()) for one in shards], [float(view.sum()) for view in views],
            [float(one) for one in m[::9, 5]], float(jax.jit(lambda a: a[3].sum())(shards[-1]))]


def refused() -> Any:
    """Arguments that are given away twice, which XLA does not survive, or were."""
    program = mapped(lambda a, b: a + lax.psum(b, "i"), (CUT, CUT), donate_argnums=0)
    given, found = X + 0, []
    for arguments in ((given, given), (given, X), (given, X)):
        try:
            found.append(float(program(*arguments).sum()))
        except (ValueError, RuntimeError) as error:
            found.append([words for words in ("donate the same buffer twice", "deleted") if words in str(error)])
    return found


def in_threads() -> Any:
    """Calls of one program by several threads at once."""
    program = mapped(lambda a: a * lax.psum(a, "i"))
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(lambda k: float(program(X + k)[1, 2]), range(64)))


def calls_back() -> Any:
    seen: list[int] = []

    def double(a: Any, i: Any) -> Any:
        seen.append(int(i))
        return np.asarray(a) * 2

    program = mapped(lambda a: lax.psum(jax.pure_callback(double, LIKE, a, lax.axis_index("i")), "i"), made=WHOLE)
    return [float(program(X).sum()), sorted(seen)]


def raises() -> Any:
    """On XLA the other devices wait until it ends the process."""
    def unlucky(a: Any, i: Any) -> Any:
        if int(i) == 3:
            raise ValueError("no luck on 3")
        return np.asarray(a)

    program = mapped(lambda a: lax.psum(jax.pure_callback(unlucky, LIKE, a, lax.axis_index("i")), "i"), made=WHOLE)
    try:
        program(X).block_until_ready()
    except jax.errors.JaxRuntimeError as error:
        return "no luck on 3" in str(error)
    return None


def interrupted() -> Any:
    """XLA cannot be interrupted."""
    program = mapped(lambda a: lax.while_loop(lambda c: c[0, 0] > -1, lambda c: lax.psum(c, "i") * 0 + 1, a)).lower(X).compile()
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        program(X).block_until_ready()
    except KeyboardInterrupt:
        return True
    except jax.errors.JaxRuntimeError as error:
        return str(error)
    return None


def shown() -> Any:
    """The program of one device, as XLA shows it."""
    text = mapped(lambda a: lax.psum(a, "i"), made=WHOLE).lower(X).compile().as_text()
    return "all-reduce(" in text and "f32[1,8]" in text


def said() -> Any:
    """Where arguments and results lie, as the module shown says: jaxlib before 0.9 knows it from there only."""
    several = jax.jit(lambda a: (a.T, a[0], a.sum()), out_shardings=(None, NamedSharding(LINE, CUT), None))
    found = []
    for function in (mapped(lambda a: a + 1), several):
        module, = function.lower(X).compile().runtime_executable().hlo_modules()
        for proto in (module.spmd_output_sharding, *module.spmd_parameters_shardings):
            whole = xla_client.HloSharding.from_proto(proto)
            for each in whole.tuple_elements() or [whole]:
                found.append([each.tile_assignment_dimensions(), each.tile_assignment_devices()])
    return found


def main() -> None:
    found: dict[str, Any] = {}
    is_ours = jax.devices()[0].client.platform_version.count("hloom") > 0
    runs: list[str] = []
    if is_ours:
        from hloom.bridges.pjrt import compiling

        make = compiling.runner_of

        def runner_of(*arguments: Any) -> Any:
            runs.append(type(made := make(*arguments)).__name__)
            return made

        compiling.runner_of = runner_of
    ran = {}
    for name, (function, arguments) in programs().items():
        runs.clear()
        for k, made in enumerate(jax.tree.leaves(function(*arguments))):
            found[f"{name}.{k}"] = np.asarray(made)
            found[f"{name}.{k}.places"] = np.array([str(shard.index) for shard in made.addressable_shards])
        ran[name] = [run for run in runs if run != "Single"]
    np.savez(sys.argv[1], **found)
    both = (donated, donated_in_a_loop, joined_in_a_loop, in_threads, calls_back, shown, said)
    told = {f.__name__: f() for f in (*both, *((refused, raises, interrupted) if is_ours else ()))}
    told["after"] = float(mapped(lambda a: lax.psum(a, "i"), made=WHOLE)(X).sum())
    print(json.dumps({"runs": ran, "told": told}))


if __name__ == "__main__":
    main()
