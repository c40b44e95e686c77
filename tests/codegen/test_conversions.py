"""Conversions in compiled code: every pair of types at the ends of both, and random chains of them with others between."""

from __future__ import annotations

import itertools
from math import prod
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.difference import SAME_BITS, difference
from hloom.numbers.element_type import ELEMENT_TYPES, PRED, ElementType
from hloom.ops.common.bodies import combining
from tests.harness import agree, same
from tests.numbers.ends import TYPES, ends
from tests.passes.programs import FunctionBuilder


def converted(b: Any, x: Any, *types: ElementType) -> Any:
    for type in types:
        x = b("stablehlo.convert", x, result_types=[x.type.with_element(type)])
    return x


@pytest.mark.parametrize("source", TYPES, ids=str)
def test_every_pair(source: ElementType) -> None:
    """In lanes, and one by one."""
    x = ends(source)
    for shape in (x.shape, (1,)):
        b = FunctionBuilder([TensorType(shape, source)])
        module = b.module(*(converted(b, b.arguments[0], t) for t in TYPES if t is not source))
        executable = hloom.compile(module)
        for k in range(0, len(x) if shape == (1,) else 1, 97):
            given = x[k:k + shape[0]]
            with np.errstate(all="ignore"):
                same(executable(given), hloom.evaluate(module, given))


@pytest.mark.parametrize("source", [t for t in TYPES if t is not PRED], ids=str)
def test_iotas_become_every_type(source: ElementType) -> None:
    for length, widths in ((300, range(129)), (66000, range(16, 17))):
        b = FunctionBuilder()
        count = b("stablehlo.iota", iota_dimension=0, result_types=[TensorType((length,), source)])
        agree(b.module(*(converted(b, count, t) for t in TYPES if t is not source and t.width in widths)))


@pytest.mark.parametrize("target", ["bf16", "f16"])
@pytest.mark.parametrize("source", ["f64", "i32", "ui64", "f32"])
def test_a_stored_conversion_rounds_once_with_excess_precision(source: str, target: str) -> None:
    x = ends(ELEMENT_TYPES[source])
    b = FunctionBuilder([TensorType(x.shape, ELEMENT_TYPES[source])])
    module = b.module(converted(b, b.arguments[0], ELEMENT_TYPES[target]))
    found = hloom.compile(module, excess_precision=True)(x)[0]
    assert not difference(found, hloom.evaluate(module, x)[0], SAME_BITS)


class Chain:
    """A random program: values of which each is converted, or moved, combined, chosen or reduced, and converted again."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        types = [self.one(TYPES) for _ in range(2)]
        self.shape = self.one([(), (7,), (5, 6), (3, 40), (2, 3, 4), (300,)])
        self.b = FunctionBuilder([TensorType(self.shape, t) for t in types])
        self.arrays = [self.rng.choice(ends(t), self.shape).astype(t.dtype) for t in types]
        self.values: list[Any] = list(self.b.arguments)
        for _ in range(12):
            self.values.append(self.converted(self.one([self.constant, self.iota, *3 * [self.known]])()))
            step = self.one([self.combined, self.compared, self.chosen, self.moved, self.padded, self.reduced, self.known])
            self.values.append(self.converted(step()))
        self.module = self.b.module(*self.values[2:])

    def one(self, choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def known(self) -> Any:
        return self.one(self.values[-6:])

    def converted(self, x: Any) -> Any:
        return converted(self.b, x, *(self.one(TYPES) for _ in range(int(self.rng.integers(1, 4)))))

    def constant(self, type: ElementType | None = None, shape: tuple[int, ...] | None = None) -> Value:
        type, shape = type or self.one(TYPES), self.shape if shape is None else shape
        numbers = ends(type)
        if self.rng.random() < 0.6:
            return self.b.splat(self.one(numbers), TensorType(shape, type))
        return self.b.constant(self.rng.choice(numbers, shape).astype(type.dtype), type)

    def iota(self) -> Value:
        shape = self.shape or (3,)
        made = self.b("stablehlo.iota", iota_dimension=int(self.rng.integers(len(shape))), result_types=[
            TensorType(shape, self.one([t for t in TYPES if t is not PRED]))])
        return made if self.shape else self.b.reshaped(self.b.between(made, 0, 1, 2), ())

    def like(self, x: Any) -> Any:
        """A value of the type and shape of another one."""
        if self.rng.random() < 0.5:
            return self.constant(x.element, x.shape)
        found = [v for v in self.values if v.shape == x.shape]
        return converted(self.b, self.one(found), x.element) if found else self.constant(x.element, x.shape)

    def combined(self) -> Value:
        x = self.known()
        names = ["and", "or"] if x.element is PRED else ["maximum", "minimum"] if x.element.is_complex else [
            "maximum", "minimum", "add", "subtract"] if x.element.is_float else ["add", "subtract", "maximum", "and", "multiply"]
        return self.b(f"stablehlo.{self.one(names)}", x, self.like(x))

    def compared(self) -> Value:
        x = self.known()
        direction = self.one(["EQ", "NE"] if x.element.is_complex else ["EQ", "NE", "GE", "GT", "LE", "LT"])
        return self.b("stablehlo.compare", x, self.like(x), comparison_direction=direction)

    def chosen(self) -> Value:
        x = self.known()
        return self.b("stablehlo.select", converted(self.b, self.like(x), PRED), x, self.like(x))

    def moved(self) -> Value:
        x = self.known()
        if not x.shape:
            return self.b.broadcast(x, (), self.shape)
        kind = self.one(["reshape", "broadcast", "slice", "transpose"])
        if kind == "reshape":
            return self.b.reshaped(x, self.one([(prod(x.shape),), (*x.shape, 1), (1, *x.shape)]))
        if kind == "broadcast":
            return self.b.broadcast(x, range(1, len(x.shape) + 1), (2, *x.shape)) if prod(x.shape) < 2000 else x
        if kind == "transpose":
            return self.b("stablehlo.transpose", x, permutation=self.rng.permutation(len(x.shape)).tolist())
        return self.b.between(x, 0, 0, 1 + int(self.rng.integers(x.shape[0])))

    def padded(self) -> Value:
        x = self.known()
        none = [0] * len(x.shape)
        low, high = ([int(n) for n in self.rng.integers(0, 3, len(none))] for _ in range(2))
        if prod(n + 4 for n in x.shape) > 4000:
            return x
        return self.b("stablehlo.pad", x, self.constant(x.element, ()), edge_padding_low=low, edge_padding_high=high,
                      interior_padding=none)

    def reduced(self) -> Value:
        """By what has the same result in any order."""
        x = self.known()
        if x.element.is_complex or not x.shape:
            return x
        name = self.one(["maximum", "minimum", *(["and", "or"] if not x.element.is_float else []),
                         *(["add"] if x.element.is_integer else [])])
        return self.b("stablehlo.reduce", [x], [self.constant(x.element, ())], dimensions=[len(x.shape) - 1],
                      regions=[combining(f"stablehlo.{name}", x.element)])


@pytest.mark.parametrize("seed", range(120))
def test_chains(seed: int) -> None:
    chain = Chain(seed)
    agree(chain.module, *chain.arrays)


#: What stands in padding, the type that it is converted to, and a reducer with the number where it starts.
PADDING = list(itertools.product(["inf", "-inf", "nan", "3e9", "-3e9", "256.0", "-256.0", "0.4", "1e-45"],
                                 [("f32", "i32"), ("f64", "i8"), ("f32", "ui8"), ("f64", "i1"), ("f64", "f16"), ("f32", "ui64")]))


@pytest.mark.parametrize(("padding", "types"), PADDING)
def test_what_stands_in_padding_is_converted_as_elements_are(padding: str, types: tuple[str, str]) -> None:
    """A step of a reduction that meets nothing but padding is left out only where the padding changes nothing."""
    source, target = (ELEMENT_TYPES[name] for name in types)
    b = FunctionBuilder([TensorType((3, 2), source)])
    value = b.splat(float(padding), TensorType((), source))
    whole = converted(b, b("stablehlo.pad", b.arguments[0], value, edge_padding_low=[0, 4], edge_padding_high=[0, 3],
                           interior_padding=[0, 0]), target)
    names = {"pred": ["and", "or"], "float": ["maximum", "minimum"]}.get(target.kind, ["maximum", "minimum", "add", "or"])
    module = b.module(*(b("stablehlo.reduce", [whole], [b.constant(start, target)], dimensions=[1],
                          regions=[combining(f"stablehlo.{name}", target)])
                        for name in names for start in ends(target)[[0, len(ends(target)) // 2, -1]]))
    agree(module, np.arange(6).reshape(3, 2).astype(source.dtype))
