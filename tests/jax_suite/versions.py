"""Runs a few programs on hloom in each of some interpreters, whose versions of JAX may differ, and says what of them works.

    python -m tests.jax_suite.versions PYTHON...

Results are compared with NumPy. Exit status 1 if something does not work anywhere.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

from benchmarks.jax.sides import REPOSITORY

DEVICES = 8


def steps() -> dict[str, Any]:
    """By name, what to try: each returns whether its result is right."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding
    from jax.sharding import PartitionSpec as P

    shard_map = getattr(jax, "shard_map", None)
    if shard_map is None:
        from jax.experimental.shard_map import shard_map
    x, mesh = np.arange(64, dtype=np.float32).reshape(8, 8) / 64, Mesh(np.array(jax.devices()), ("d",))
    cut = jax.device_put(x, NamedSharding(mesh, P("d")))

    def close(found: Any, expected: Any) -> bool:
        return bool(np.allclose(np.asarray(found), expected, rtol=1e-5, atol=1e-6))

    def donation() -> bool:
        given = jnp.asarray(x)
        made = jax.jit(lambda a: a * 2, donate_argnums=0)(given)
        return close(made, x * 2) and given.is_deleted()

    def error() -> bool:
        def fails(_: Any) -> Any:
            raise ValueError("nothing but this")

        try:
            jax.jit(lambda a: jax.pure_callback(fails, jax.ShapeDtypeStruct((), jnp.float32), a))(1.0).block_until_ready()
        except Exception as found:  # each version has a class of its own for it
            return "nothing but this" in str(found)
        return False

    return {
        "jit": lambda: close(jax.jit(lambda a: jnp.tanh(a @ a.T).sum())(x), np.tanh(x @ x.T).sum()),
        "grad": lambda: close(jax.grad(lambda a: (a**3).sum())(x), 3 * x**2),
        "loop": lambda: close(jax.jit(lambda n: jax.lax.fori_loop(0, n, lambda i, c: c * 1.5 + i, 1.0))(5), 23.96875),
        "linear algebra": lambda: close(jnp.linalg.solve(x + 8 * np.eye(8, dtype=np.float32), x),
                                        np.linalg.solve(x + 8 * np.eye(8), x)),
        "donation": donation,
        "text": lambda: "f32[8,8]" in (jax.jit(lambda a: a + 1).lower(x).compile().as_text() or ""),
        "devices": lambda: len(jax.devices()) == DEVICES,
        "sharding": lambda: close(jax.jit(lambda a: (a + 1).T)(cut), (x + 1).T),
        "shard_map": lambda: close(jax.jit(shard_map(lambda a: jax.lax.psum(a, "d"), mesh=mesh, in_specs=P("d"), out_specs=P()))(
            cut), x.sum(0, keepdims=True)),
        "error": error,
    }


def child() -> None:
    """Tries all, and prints a line of JSON: the version of JAX, and what is wrong, by name."""
    import jax

    wrong = {}
    for name, step in steps().items():
        try:
            if not step():
                wrong[name] = "another result"
        except Exception as error:
            wrong[name] = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps({"jax": jax.__version__, "python": sys.version.split()[0], "wrong": wrong}))


def tried(python: str) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "JAX_PLATFORMS": "hloom", "HLOOM_DEVICES": str(DEVICES)}
    program = "from tests.jax_suite import versions; versions.child()"
    try:
        done = subprocess.run([python, "-c", program], capture_output=True, text=True, env=environment, timeout=300, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return {"jax": "?", "python": python, "wrong": {"process": str(error)}}
    if done.returncode or not done.stdout:
        return {"jax": "?", "python": python, "wrong": {"process": (done.stderr.strip().splitlines() or ["no answer"])[-1]}}
    return json.loads(done.stdout.splitlines()[-1])


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.jax_suite.versions", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("pythons", nargs="+", metavar="PYTHON", help="an interpreter that has JAX and what hloom needs")
    status = 0
    for python in parser.parse_args(argv).pythons:
        found = tried(python)
        said = "; ".join(f"{name}: {message}" for name, message in found["wrong"].items()) or "all"
        print(f"jax {found['jax']:10} Python {found['python']:8} {said}", flush=True)
        status |= bool(found["wrong"])
    return status


if __name__ == "__main__":
    sys.exit(main())
