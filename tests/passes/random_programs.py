"""Random programs that passes find much to do in: few shapes, many constants, equal operations, loops and branches."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar

import numpy as np

from hloom.ir.core import Block, Region, Value
from hloom.ir.location import UNKNOWN
from hloom.ir.types import TensorType
from hloom.numbers.element_type import F32, I32, PRED, ElementType
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from tests.passes.programs import FunctionBuilder

_FLOATS = [0.0, -0.0, 1.0, -1.0, 2.0, 4.0, 0.1, np.inf, -np.inf, np.nan]
_INTEGERS = [0, 1, -1, 2, 5, -(1 << 31), (1 << 31) - 1]
_BINARY = {
    "float": ["add", "subtract", "multiply", "divide", "maximum", "minimum"],
    "sint": ["add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "and", "or", "xor"],
    "pred": ["and", "or", "xor"],
}
_UNARY = {"float": ["negate", "abs", "floor"], "sint": ["negate", "abs", "not"], "pred": ["not"]}


class RandomProgram:
    """Draws operations into blocks; `module()` gives the program."""

    #: What values have.
    shapes: ClassVar[Sequence[tuple[int, ...]]] = ((), (1,), (3,), (2, 3), (3, 2), (1, 3), (3, 1), (2, 1, 3), (6,))

    def __init__(self, seed: int, count: int = 24, depth: int = 2) -> None:
        self.rng = np.random.default_rng(seed)
        types = [TensorType(self.one(self.shapes), self.one([F32, F32, I32, PRED])) for _ in range(4)]
        self.outer = FunctionBuilder(types)
        self.values: list[Value] = list(self.outer.arguments)
        self.draw(self.outer, count, depth)

    def module(self) -> Any:
        """The program; every other value of the function is a result, so that little of it is dead."""
        return self.outer.module(*self.values[4::2])

    def one(self, choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def draw(self, b: Builder, count: int, depth: int) -> None:
        """Appends operations that use the values known so far, which become known too."""
        for _ in range(count):
            draw = self.one([self.elementwise, self.elementwise, self.constant, self.compare, self.select, self.reshape,
                             self.transpose, self.broadcast, self.slice, self.concatenate, self.pad, self.reduce,
                             self.convert, self.iota, *([self.loop, self.branch] if depth else [])])
            made = draw(b, depth) if draw in (self.loop, self.branch) else draw(b)
            self.values.extend(made if isinstance(made, list | tuple) else [made] if made is not None else [])

    # -- values -------------------------------------------------------------------------------------------------------
    def value(self, **wanted: Any) -> Any:
        """A known value, a recent one rather, with the attributes that are wanted (`element`, `shape`, `rank`)."""
        found = [v for v in self.values if all(getattr(v, name) == x for name, x in wanted.items())]
        return self.one(found[-8:]) if found and self.rng.random() < 0.7 else self.one(found) if found else None

    def constant(self, b: Builder, type: TensorType | None = None) -> Value:
        type = type or TensorType(self.one(self.shapes), self.one([F32, I32, PRED]))
        numbers = {F32: _FLOATS, I32: _INTEGERS, PRED: [False, True]}[type.element]  # type: ignore[index]
        if self.rng.random() < 0.7:
            return b.splat(self.one(numbers), type)
        drawn = [self.one(numbers) for _ in range(type.size)]
        return b.constant(np.array(drawn).astype(type.storage.dtype).reshape(type.shape), type.storage)

    def like(self, b: Builder, x: Value) -> Value:
        """A value of the type of `x`."""
        return self.value(type=x.type) if self.rng.random() < 0.6 else self.constant(b, x.type)  # type: ignore[arg-type]

    # -- operations ---------------------------------------------------------------------------------------------------
    def elementwise(self, b: Builder) -> Value:
        x = self.value()
        if self.rng.random() < 0.3:
            return b(f"stablehlo.{self.one(_UNARY[x.element.kind])}", x)
        operands = [x, self.like(b, x)][:: self.one([1, -1])]
        return b(f"stablehlo.{self.one(_BINARY[x.element.kind])}", *operands)

    def compare(self, b: Builder) -> Value:
        x = self.value()
        direction = self.one(["EQ", "NE", "GE", "GT", "LE", "LT"])
        return b("stablehlo.compare", x, self.like(b, x), comparison_direction=direction)

    def select(self, b: Builder) -> Value:
        x = self.value()
        shape = self.one([x.shape, ()])
        return b("stablehlo.select", self.value(element=PRED, shape=shape) or self.constant(b, TensorType(shape, PRED)),
                 x, self.like(b, x))

    def reshape(self, b: Builder) -> Value:
        x = self.value()
        shapes = [(x.type.size,), (1, x.type.size), *(s for s in self.shapes if prod(s) == x.type.size)]
        return b("stablehlo.reshape", x, result_types=[TensorType(self.one(shapes), x.element)])

    def transpose(self, b: Builder) -> Value:
        x = self.value()
        return b("stablehlo.transpose", x, permutation=[int(d) for d in self.rng.permutation(x.rank)])

    def broadcast(self, b: Builder) -> Value:
        x = self.value()
        rank = x.rank + int(self.rng.integers(2))
        places = [int(d) for d in self.rng.permutation(rank)[: x.rank]]
        shape = [int(n) for n in self.rng.integers(1, 4, rank)]
        for n, d in zip(x.shape, places):
            shape[d] = n if n != 1 or self.rng.random() < 0.5 else shape[d]
        return b("stablehlo.broadcast_in_dim", x, broadcast_dimensions=places,
                 result_types=[TensorType(tuple(shape), x.element)])

    def slice(self, b: Builder) -> Value:
        x = self.value()
        starts = [int(self.rng.integers(n + 1)) if self.rng.random() < 0.4 else 0 for n in x.shape]
        limits = [int(self.rng.integers(a, n + 1)) if self.rng.random() < 0.4 else n for a, n in zip(starts, x.shape)]
        return b("stablehlo.slice", x, start_indices=starts, limit_indices=limits,
                 strides=[int(n) for n in self.rng.integers(1, 3, x.rank)])

    def concatenate(self, b: Builder) -> Value | None:
        x = self.value()
        if not x.rank:
            return None
        inputs = [x, *(self.like(b, x) for _ in range(int(self.rng.integers(3))))]
        return b("stablehlo.concatenate", inputs, dimension=int(self.rng.integers(x.rank)))

    def pad(self, b: Builder) -> Value:
        x = self.value()
        low, high = ([int(n) for n in self.rng.integers(-1, 2, x.rank)] for _ in range(2))
        low = [max(a, -n) for a, n in zip(low, x.shape)]
        high = [max(a, -n - min(k, 0)) for a, n, k in zip(high, x.shape, low)]
        return b("stablehlo.pad", x, self.constant(b, TensorType((), x.element)), edge_padding_low=low,
                 edge_padding_high=high, interior_padding=[int(n) for n in self.rng.integers(0, 2, x.rank)])

    def reduce(self, b: Builder) -> Value:
        x = self.value()
        names = {"float": ["add", "maximum"], "sint": ["add", "minimum"], "pred": ["and", "or"]}
        name = self.one(names[x.element.kind])
        return b("stablehlo.reduce", [x], [self.constant(b, TensorType((), x.element))],
                 dimensions=[d for d in range(x.rank) if self.rng.random() < 0.5],
                 regions=[combining(f"stablehlo.{name}", x.element)])

    def convert(self, b: Builder) -> Value:
        x = self.value()
        element: ElementType = self.one([F32, I32, PRED])
        return b("stablehlo.convert", x, result_types=[x.type.with_element(element)])

    def iota(self, b: Builder) -> Value:
        shape = self.one([s for s in self.shapes if s])
        return b("stablehlo.iota", iota_dimension=int(self.rng.integers(len(shape))),
                 result_types=[TensorType(shape, self.one([F32, I32]))])

    # -- control flow -------------------------------------------------------------------------------------------------
    def inside(self, arguments: list[Any], depth: int) -> tuple[Builder, Block]:
        """A block of a region that sees all values known so far, with some operations."""
        block = Block(arguments)
        b = Builder(block, UNKNOWN, None)
        self.values.extend(block.arguments)
        self.draw(b, 6, depth - 1)
        return b, block

    def branch(self, b: Builder, depth: int) -> Any:
        known = len(self.values)
        types = [self.value().type, self.value().type]
        regions = []
        for _ in range(2):
            inner, block = self.inside([], depth)
            inner("stablehlo.return", [self.value(type=t) for t in types])
            regions.append(Region([block]))
            del self.values[known:]
        condition = self.value(element=PRED, shape=()) or self.constant(b, TensorType((), PRED))
        return list(b("stablehlo.if", condition, regions=regions))

    def loop(self, b: Builder, depth: int) -> Any:
        """Counts from 0 to a small number, known or not before the program runs."""
        known = len(self.values)
        scalar = TensorType((), I32)
        limit = b.splat(int(self.rng.integers(4)), scalar)
        argument = self.value(element=I32, shape=())
        if argument is not None and self.rng.random() < 0.5:
            limit = b("stablehlo.clamp", b.splat(0, scalar), argument, b.splat(3, scalar))
        carried = [b.splat(0, scalar), *(self.value() for _ in range(3))]
        types = [v.type for v in carried]
        cond = Block(types)
        test = Builder(cond, UNKNOWN, None)
        holds = test("stablehlo.compare", cond.arguments[0], limit, comparison_direction="LT")
        test("stablehlo.return", [holds])
        inner, body = self.inside(types, depth)
        following = inner("stablehlo.add", body.arguments[0], inner.splat(1, scalar))
        ends = [a if self.rng.random() < 0.3 else self.value(type=a.type) for a in body.arguments[1:]]
        inner("stablehlo.return", [following, *ends])
        del self.values[known:]
        return list(b("stablehlo.while", carried, regions=[Region([cond]), Region([body])]))
