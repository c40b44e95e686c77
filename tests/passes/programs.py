"""Small programs for the tests of passes: from text or built, run by the reference evaluator, compared bit for bit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Block, Region, Value
from hloom.ir.location import UNKNOWN
from hloom.ir.types import AnyType, FunctionType
from hloom.numbers.difference import SAME_BITS, difference
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import Builder
from hloom.ops.definition.operation import REGISTRY
from hloom.passes import Pass, run_passes
from hloom.reference.interpreter import Interpreter
from hloom.text.mlir import parse
from hloom.verify import verify


def program(text: str) -> Any:
    """The verified module of a text; a text without a function is the body of one, `(arguments) -> results { ... }`."""
    if "func.func" not in text:
        text = f"func.func public @main{text}"
    module = parse(text)
    verify(module)
    return module


class FunctionBuilder(Builder):
    """Builds a module with one function `main`: arguments first, then operations, then `module(results)`."""

    def __init__(self, arguments: Sequence[AnyType] = ()) -> None:
        super().__init__(Block(arguments), UNKNOWN, None)

    @property
    def arguments(self) -> Sequence[Value]:
        return self.block.arguments

    def module(self, *results: Value) -> Any:
        self.block.append(REGISTRY["func.return"].create(results))
        type = FunctionType(tuple(a.type for a in self.block.arguments), tuple(v.type for v in results))
        function = REGISTRY["func.func"].create(regions=[Region([self.block])], sym_name="main", function_type=type,
                                                result_types=())
        outer = Block()
        outer.append(function)
        made = Module([], regions=[Region([outer])])
        verify(made)
        return made


def mnemonics(module: Any, function: str = "main") -> list[str]:
    """The operations of a function in order, those in regions too, terminators apart."""
    return [op.mnemonic for op in module.functions[function].walk() if op.dialect != "func" and not op.is_terminator]


def run(module: Any, *arrays: Any, function: str = "main") -> tuple[Any, ...]:
    return Interpreter(module).call_function(function, *arrays)


def identical(a: Any, b: Any) -> bool:
    """Whether two arrays are of one type and shape and hold the same bytes: mostly, and known at once."""
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def same(a: Any, b: Any) -> bool:
    """Whether two arrays are equal bit for bit, any NaN equal to any other."""
    return identical(a, b) or not difference(a, b, SAME_BITS)


def assert_same_meaning(before: Any, after: Any, *arrays: Any) -> None:
    """Both modules are valid and give the same results."""
    verify(after)
    for wanted, got in zip(run(before, *arrays), run(after, *arrays), strict=True):
        assert same(got, wanted), f"{wanted} became {got}: {difference(got, wanted, SAME_BITS)}"


def arguments(module: Any, seed: int = 0, function: str = "main") -> list[Any]:
    """Arrays for the inputs of a function: numbers near zero, special ones among the floats."""
    rng = np.random.default_rng(seed)
    return [drawn(rng, type.shape, type.storage) for type in module.functions[function].function_type.inputs]


def drawn(rng: np.random.Generator, shape: Sequence[int], element: Any) -> Any:
    """An array of an element type."""
    if element.kind == "pred":
        return rng.random(shape) < 0.5
    if element.is_complex:
        real, imaginary = (drawn(rng, shape, element.part) for _ in range(2))
        return (real + 1j * imaginary).astype(element.dtype)
    if element.is_float:
        special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0])
        ordinary = np.round(rng.standard_normal(shape) * 4) / 2
        return np.where(rng.random(shape) < 0.3, rng.choice(special, shape), ordinary).astype(element.dtype)
    low, high = (0, (1 << element.width) - 1) if element.kind == "uint" else (-(1 << (element.width - 1)),
                                                                             (1 << (element.width - 1)) - 1)
    ordinary = rng.integers(max(low, -3), min(high, 4), shape).astype(element.dtype)
    return np.where(rng.random(shape) < 0.1, rng.choice(np.array([low, high], element.dtype), shape), ordinary)


def after(module: Any, *passes: Pass) -> Any:
    """A copy of a module after passes, which is verified after each."""
    return run_passes(module, passes, verify_each=True)
