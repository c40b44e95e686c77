"""Writes exported.bin: a function of trees for three platforms and any batch, as `jax.export` serializes it.

    python -m tests.bridges.make_exported        # needs jax and flatbuffers
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

PATH = Path(__file__).parent / "exported.bin"


def function(params: dict[str, Any], x: Any, *, scale: Any) -> dict[str, Any]:
    """A layer whose arguments and results are trees; on a GPU it adds 1, so that platforms can be told apart."""
    import jax.numpy as jnp
    from jax import lax

    y = jnp.tanh(x @ params["w"] + params["b"] * scale)
    y = lax.platform_dependent(y, cpu=lambda v: v, cuda=lambda v: v + 1, tpu=lambda v: v + 2)
    return {"y": y, "rest": (None, [x.sum(), params["n"] + 1])}


def serialized(**options: Any) -> bytes:
    """The function as JAX serializes it today."""
    import jax
    import numpy as np
    from jax import export

    (batch,) = export.symbolic_shape("b", constraints=["b >= 2"])
    params = {"w": jax.ShapeDtypeStruct((3, 4), np.float32), "b": jax.ShapeDtypeStruct((4,), np.float32),
              "n": jax.ShapeDtypeStruct((), np.int32)}
    exported = export.export(jax.jit(function), platforms=("cpu", "cuda", "tpu"))(
        params, jax.ShapeDtypeStruct((batch, 3), np.float32), scale=jax.ShapeDtypeStruct((), np.float32))
    return bytes(exported.serialize(**options))


if __name__ == "__main__":
    PATH.write_bytes(serialized())
