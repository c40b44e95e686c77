"""Writes `layer.bin`, a function as `jax.export` serializes it, which hloom calls without JAX (docs/artifacts.md).

    python examples/exported/export.py        # needs jax and flatbuffers
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export


def layer(parameters: dict[str, Any], x: Any) -> dict[str, Any]:
    return {"y": jnp.tanh(x @ parameters["w"] + parameters["b"])}


if __name__ == "__main__":
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # places name this file, not where it lies
    parameters = {"w": np.zeros((3, 2), np.float32), "b": np.zeros(2, np.float32)}
    exported = export.export(jax.jit(layer))(parameters, np.zeros((4, 3), np.float32))
    Path(__file__).with_name("layer.bin").write_bytes(exported.serialize(vjp_order=1))
