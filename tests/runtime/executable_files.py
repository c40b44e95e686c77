"""A program in files, for tests: what it is, what it gives, and a process that only calls it."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

import hloom
from hloom.ir.constants_beside import bind

PROGRAM = """func.func @main(%x: tensor<37x64xf32>, %b: tensor<96xf32>) -> (tensor<37x96xf32>, tensor<37xf32>) {
  %w = stablehlo.constant dense_resource<w> : tensor<64x96xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<37x64xf32>, tensor<64x96xf32>) -> tensor<37x96xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<96xf32>) -> tensor<37x96xf32>
  %2 = stablehlo.add %0, %1 : tensor<37x96xf32>
  %3 = stablehlo.tanh %2 : tensor<37x96xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<37x96xf32>, tensor<f32>) -> tensor<37xf32>
  return %3, %4 : tensor<37x96xf32>, tensor<37xf32>
}"""
GENERATOR = np.random.default_rng(0)
X, W, B = ((GENERATOR.standard_normal(shape) / 8).astype(np.float32) for shape in ((37, 64), (64, 96), (96,)))
EXPECTED = np.tanh(X.astype(float) @ W + B)


def module() -> Any:
    """The program, with its weights."""
    made = hloom.parse(PROGRAM)
    bind(made, {"w": W})
    return made


def check(executable: Any, **named: Any) -> None:
    """Asserts that it gives what the program gives; with the argument `b` by its name."""
    y, s = executable(X, **named) if named else executable(X, B)
    assert np.allclose(y, EXPECTED, atol=1e-5) and np.allclose(s, EXPECTED.sum(1), atol=1e-4)


#: Calls a file in a process that has no llvmlite.
CALLS = """
import sys
sys.modules.update(dict.fromkeys(ABSENT))
import hloom
executable = hloom.load_executable(sys.argv[1])
print("numpy" in sys.modules)
import numpy as np
executable(np.zeros((37, 64), np.float32), np.zeros(96, np.float32))
unwanted = [] if "numpy.random" in sys.modules else sorted({"_hashlib", "html", "numpy.typing"} & set(sys.modules))
generator = np.random.default_rng(0)
x, w, b = ((generator.standard_normal(s) / 8).astype(np.float32) for s in ((37, 64), (64, 96), (96,)))
y, s = executable(x, b=b)
print(bool(np.allclose(y, np.tanh(x.astype(float) @ w + b), atol=1e-5)))
heavy = ("hloom.ops", "hloom.ir", "hloom.text", "hloom.numbers", "hloom.codegen")
print([m for m in sys.modules if m.startswith(heavy)] + unwanted)
"""


def calls(*others: str) -> str:
    """The source of a process that calls a file, for which there are none of these packages."""
    return CALLS.replace("ABSENT", repr(("llvmlite", *others)))


# -- damage ----------------------------------------------------------------------------------------------------------------
PREAMBLE = struct.Struct("<12sHHQQ32s")


def resealed(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """A file whose header says something else, with a digest that fits."""
    magic, version, nothing, length, _, _ = PREAMBLE.unpack_from(data)
    header = json.loads(data[64 : 64 + length])
    first = -(-(64 + length) // 4096) * 4096
    change(header)
    text = json.dumps(header).encode()
    start = -(-(64 + len(text)) // 4096) * 4096
    fields = PREAMBLE.pack(magic, version, nothing, len(text), start + len(data) - first, b"")[:32]
    return fields + hashlib.sha256(fields + text).digest() + text + bytes(start - 64 - len(text)) + data[first:]


def setting(path: list[Any], value: Any) -> Callable[[dict[str, Any]], None]:
    """What sets a value in a header, at a path."""

    def change(header: Any) -> None:
        for key in path[:-1]:
            header = header[key]
        header[path[-1]] = value

    return change
