"""Writes exported.bin: a function of trees for three platforms and any batch, as `jax.export` serializes it; and network.npz: a
convolutional network for two platforms and any even batch, with JAX's own results.

    python -m tests.bridges.make_exported        # needs jax and flatbuffers
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

PATH = Path(__file__).parent / "exported.bin"
NETWORK = Path(__file__).parent / "network.npz"
#: The batches for which JAX's results are kept.
BATCHES = (4, 2, 8)


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


def network(params: dict[str, Any], x: Any) -> dict[str, Any]:
    """Two convolutions, a normalization and a dense layer; sizes are halves of the batch, and the platform is told."""
    import jax
    from jax import lax

    def convolved(x: Any, layer: dict[str, Any], stride: int) -> Any:
        y = lax.conv_general_dilated(x, layer["w"], (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return y + layer["b"]

    y = jax.nn.relu(convolved(x, params["convolutions"][0], 1))
    y = lax.reduce_window(y, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4
    y = convolved(y, params["convolutions"][1], 2)
    y = jax.nn.gelu((y - params["mean"]) * lax.rsqrt(params["variance"] + 1e-5))
    logits = y.reshape((y.shape[0], -1)) @ params["dense"]["w"] + params["dense"]["b"]
    pairs = logits.reshape((logits.shape[0] // 2, 2, -1)).max(axis=1)
    which = lax.platform_dependent(pairs.sum() * 0, cpu=lambda v: v + 1, cuda=lambda v: v + 2)
    return {"logits": logits, "probabilities": jax.nn.softmax(logits), "pairs": (pairs, None), "which": which}


def network_arguments() -> tuple[dict[str, Any], Any]:
    """Weights, and an input for the largest batch."""
    import numpy as np

    draw = np.random.default_rng(0)

    def drawn(*shape: int) -> Any:
        return (draw.standard_normal(shape) * np.prod(shape[:-1], dtype=float) ** -0.5).astype(np.float32)

    layers = [{"w": drawn(3, 3, 1, 6), "b": drawn(6)}, {"w": drawn(3, 3, 6, 8), "b": drawn(8)}]
    params = {"convolutions": layers, "mean": drawn(8), "variance": abs(drawn(8)) + 1,
              "dense": {"w": drawn(72, 5), "b": drawn(5)}}
    return params, draw.standard_normal((max(BATCHES), 12, 12, 1)).astype(np.float32)


def network_made() -> dict[str, Any]:
    """The network as JAX serializes it, and what JAX gives for each batch by the path to it."""
    import jax
    import numpy as np
    from jax import export

    (batch,) = export.symbolic_shape("b", constraints=["b >= 2", "mod(b, 2) == 0"])
    params, x = network_arguments()
    exported = export.export(jax.jit(network), platforms=("cpu", "cuda"))(
        params, jax.ShapeDtypeStruct((batch, *x.shape[1:]), x.dtype))
    found = {"blob": np.frombuffer(exported.serialize(), np.uint8)}
    for size in BATCHES:
        found |= {f"{size}{jax.tree_util.keystr(path)}": np.asarray(leaf)
                  for path, leaf in jax.tree_util.tree_leaves_with_path(exported.call(params, x[:size]))}
    return found


if __name__ == "__main__":
    import jax
    import numpy as np

    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # places name this file, not where it lies
    PATH.write_bytes(serialized())
    np.savez_compressed(NETWORK, **network_made())
