"""What a case of the sweep is, and descriptions of the arguments it is called with (as `workloads.draw` takes them)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

#: Names of types as MLIR spells them or nearly so, which rows are called by, and as NumPy does.
TYPES = {
    "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128",
    **{f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"u{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    "bool": "bool",
}
#: A description of an argument.
Input = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A JAX function, its arguments, and the tolerance of its results, relative to the largest (None: by their types)."""

    name: str
    function: Callable[..., Any]
    inputs: tuple[Input, ...]
    tolerance: float | None = None

    @property
    def wide(self) -> bool:
        """Whether an argument has a type of 64 bits (a part), which JAX knows only where it is told to."""
        return any(given["dtype"] in ("float64", "int64", "uint64", "complex128") for given in self.inputs)


def case(name: str, function: Callable[..., Any], *inputs: Input, tolerance: float | None = None) -> Case:
    return Case(name, function, inputs, tolerance)


def array(shape: Sequence[int], type: str = "f32", low: float | None = None, high: float | None = None) -> Input:
    """Uniform values: by default floats of -2 to 2, signed integers of -100 to 100, unsigned ones of 0 to 100."""
    if type == "bool":
        return {"shape": list(shape), "dtype": "bool"}
    if type[0] in "iu":
        bounds = 0 if type[0] == "u" else -100, 100
    else:
        bounds = -2.0, 2.0
    return {"shape": list(shape), "dtype": TYPES[type], "low": bounds[0] if low is None else low,
            "high": bounds[1] if high is None else high}


def indices(shape: Sequence[int], count: int, type: str = "i32", unique: bool = False) -> Input:
    """Indices of an axis of `count` elements, `unique` ones if so said."""
    given = array(shape, type, 0, count - 1)
    return given | {"unique": True} if unique else given


def mask(shape: Sequence[int]) -> Input:
    return array(shape, "bool")


def positive_definite(shape: Sequence[int], type: str = "f32") -> Input:
    return {"shape": list(shape), "dtype": TYPES[type], "positive_definite": True}


def key() -> Input:
    """The data of a key of random numbers, which `jax.random.wrap_key_data` takes."""
    return array((2,), "u32", 0, 999_999)
