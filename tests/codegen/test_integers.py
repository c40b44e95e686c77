"""Integers of compiled code where floats do the work: division of vectors, conversions that saturate."""

from __future__ import annotations

import ctypes
import random

import numpy as np
import pytest

from hloom.codegen.llvm.builder import constant, constant_vector
from hloom.codegen.llvm.integers import INTEGER
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target
from hloom.expr.scalar import Apply, Literal
from hloom.ir.types import tensor
from hloom.numbers import arithmetic
from hloom.numbers.bits import from_bits
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.stablehlo.conversion import Convert
from hloom.ops.stablehlo.elementwise import Divide, Remainder
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.jit import load_objects
from tests.harness import apart, compiled, run, same, targets
from tests.kept_code import objects_of
from tests.passes.programs import FunctionBuilder


def pairs(name: str) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of narrow integers; else extremes, and numbers at and beside multiples of divisors of all sizes."""
    type = ELEMENT_TYPES[name]
    if type.width <= 8:
        every = from_bits(np.arange(1 << type.width), type)
        a, b = np.meshgrid(every, every)
        return a.ravel(), b.ravel()
    rng = np.random.default_rng(type.width)
    low = -(1 << (type.width - 1)) if type.kind == "sint" else 0
    high = low + (1 << type.width) - 1
    divisors = rng.integers(1, [1 << k for k in rng.integers(1, type.width - 1, 3000)], dtype=np.int64)
    multiples = divisors * rng.integers(0, high // divisors, endpoint=True) + rng.integers(-1, 2, 3000)
    signs = rng.choice([-1, 1] if low else [1], (2, 3000))
    ends = np.array([low, low + 1, high - 1, high, 0, 1, 3, max(low, -1)])
    a, b = np.meshgrid(ends, ends)
    dividends = np.concatenate([np.clip(multiples, 0, high) * signs[0], a.ravel()])
    return dividends.astype(type.dtype), np.concatenate([divisors * signs[1], b.ravel()]).astype(type.dtype)


@pytest.mark.parametrize("name", ["i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64"])
def test_division(name: str) -> None:
    a, b = pairs(name)
    builder = FunctionBuilder([tensor(a.shape, ELEMENT_TYPES[name])] * 2)
    results = [builder.block.append(cls.create(*builder.arguments)).results[0] for cls in (Divide, Remainder)]
    same(run(compiled(builder.module(*results)), a, b), [arithmetic.divide(a, b), arithmetic.remainder(a, b)])


def long_pairs(signed: bool) -> tuple[list[int], list[int]]:
    """Pairs of 64-bit integers: the ends and powers of two with their neighbours; multiples of divisors of all lengths, and what
    lies beside them, where quotients of all lengths change."""
    low, high = (-(1 << 63), (1 << 63) - 1) if signed else (0, (1 << 64) - 1)
    ends = {n for k in range(65) for d in (-1, 0, 1) for n in ((1 << k) + d, -(1 << k) + d) if low <= n <= high}
    found = [(a, b) for a in sorted(ends) for b in sorted(ends)]
    draw = random.Random(5)
    for _ in range(20_000):
        divisor = draw.getrandbits(draw.randint(1, 64)) or 1
        multiple = divisor * (draw.getrandbits(draw.randint(1, 64)) % (high // min(divisor, high) + 1)) + draw.randint(-1, 1)
        signs = [draw.choice((-1, 1)) if signed else 1 for _ in range(2)]
        found.append((min(max(multiple * signs[0], low), high), min(max(divisor * signs[1], low), high)))
    return [a for a, _ in found], [b for _, b in found]


def divided(a: int, b: int) -> tuple[int, int]:
    """The quotient towards zero and what remains."""
    quotient = -1 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - b * quotient if b else a


@pytest.mark.parametrize("name", ["i64", "ui64"])
@pytest.mark.parametrize("processor", targets())
def test_division_of_long_integers(processor: str, name: str) -> None:
    """Exact, in Python's integers, wherever f64 is not."""
    type = ELEMENT_TYPES[name]
    a, b = long_pairs(name == "i64")
    shape = (len(a),)
    builder = FunctionBuilder([tensor(shape, type)] * 2)
    results = [builder.block.append(cls.create(*builder.arguments)).results[0] for cls in (Divide, Remainder)]
    found = run(compiled(builder.module(*results), processor), np.array(a, type.dtype), np.array(b, type.dtype))
    for array, wanted in zip(found, zip(*map(divided, a, b))):
        bits = np.array([n % (1 << 64) for n in wanted], np.uint64)
        assert not apart(array.view(np.uint64), bits)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 9, 17])
def test_division_of_few_long_integers(count: int) -> None:
    """Rows that do not fill a register, or end within one, with divisors of zero in between."""
    rng = np.random.default_rng(count)
    a, b = rng.integers(-(1 << 63), (1 << 63) - 1, (5, count)), rng.integers(-3, 4, (5, count)) * (1 << 40)
    builder = FunctionBuilder([tensor(a.shape, ELEMENT_TYPES["i64"])] * 2)
    results = [builder.block.append(cls.create(*builder.arguments)).results[0] for cls in (Divide, Remainder)]
    quotient, remainder = run(compiled(builder.module(*results)), a, b)
    wanted = [divided(x, y) for x, y in zip(a.ravel().tolist(), b.ravel().tolist())]
    assert list(zip(quotient.ravel().tolist(), remainder.ravel().tolist())) == wanted


@pytest.mark.parametrize("processor", targets())
def test_conversions_saturate(processor: str) -> None:
    """Floats at, beside and beyond the ends of every integer type, and what is no number."""
    results, expected = [], []
    ends = [sign * 2.0**k for k in (1, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 100) for sign in (-1, 1)]
    beside = [[x, np.nextafter(x, 0), np.nextafter(x, 4 * x), x - 1, x - 0.5, x + 0.5] for x in ends]
    special = [np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 0.5, -0.5, 1e-310]
    doubles = np.array([*np.ravel(beside), *special])
    # Old processors convert f16 in a library that may not be there.
    names = ["f64", "f32", "bf16", "f8E5M2", *(["f16"] if processor != "sse" else [])]
    with np.errstate(all="ignore"):
        arguments = [convert(doubles, ELEMENT_TYPES[name]) for name in names]
    builder = FunctionBuilder([tensor(doubles.shape, ELEMENT_TYPES[name]) for name in names])
    for argument, array in zip(builder.arguments, arguments):
        for type in ELEMENT_TYPES.values():
            if type.is_integer:
                op = Convert.create(argument, result_types=[tensor(doubles.shape, type)])
                results.append(builder.block.append(op).results[0])
                expected.append(convert(array, type))
    same(run(compiled(builder.module(*results), processor), *arguments), expected)


@pytest.mark.parametrize("name", ["i8", "ui8", "i32", "ui32", "i64", "ui64"])
@pytest.mark.parametrize("divisor", [1, 2, -2, 3, 4, -4, 7, -8, 64, -1, 0])
def test_division_by_a_constant(name: str, divisor: int) -> None:
    type = ELEMENT_TYPES[name]
    if divisor < 0 and type.kind == "uint":
        divisor = (1 << (type.width - 1)) + divisor + 2
    a, _ = pairs(name) if name != "ui64" else (np.array([0, 1, 5, 1 << 62, (1 << 64) - 1] * 7, np.uint64), None)
    builder = FunctionBuilder([tensor(a.shape, type)])
    b = builder.constant(np.full(a.shape, divisor, type.dtype), type)
    results = [builder.block.append(cls.create(builder.arguments[0], b)).results[0] for cls in (Divide, Remainder)]
    b = np.full(a.shape, divisor, type.dtype)
    same(run(compiled(builder.module(*results)), a), [arithmetic.divide(a, b), arithmetic.remainder(a, b)])


@pytest.mark.parametrize("divisor", [2, -2, 4, -4, 3, -3, 1 << 40, -(1 << 62)])
@pytest.mark.parametrize("width", [1, 2, 8, 16])
def test_division_of_constants(divisor: int, width: int) -> None:
    """What LLVM computes itself: it has taken -48 / 2 for -48."""
    host = Target.host()
    dividends = [-48 - 3 * k for k in range(width)]
    module = LLVMModule(host)
    f = module.function("f", [("ptr", "out")])
    node = Apply("divide", (Literal(np.int64(0), ELEMENT_TYPES["i64"]),) * 2, ELEMENT_TYPES["i64"])
    a = f.sub(constant_vector("i64", [0] * width) if width > 1 else constant("i64", 0),
              constant_vector("i64", [-n for n in dividends]) if width > 1 else constant("i64", -dividends[0]))
    for k, name in enumerate(("divide", "remainder")):
        f.store(INTEGER[name](f, node, a, constant(vector("i64", width), divisor)), f.address(f.parameters[0], k * width, "i64"))
    f.ret()
    code = load_objects(objects_of([Part(module.text(host.attributes))], host), ["f"])
    out = np.empty((2, width), np.int64)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address("f"))(out.ctypes.data)
    quotients = [int(abs(n) // abs(divisor)) * (1 if divisor < 0 else -1) for n in dividends]
    assert out.tolist() == [quotients, [n - q * divisor for n, q in zip(dividends, quotients)]]


MIXED = """
func.func @main(%x: tensor<{n}x{source}>, %y: tensor<{n}x{target}>) -> (tensor<{n}x{target}>, tensor<{n}x{target}>) {{
  %sum = stablehlo.add %x, %x : tensor<{n}x{source}>
  %narrow = stablehlo.convert %sum : (tensor<{n}x{source}>) -> tensor<{n}x{target}>
  %less = stablehlo.compare LT, %narrow, %y : (tensor<{n}x{target}>, tensor<{n}x{target}>) -> tensor<{n}xi1>
  %chosen = stablehlo.select %less, %narrow, %y : tensor<{n}xi1>, tensor<{n}x{target}>
  %difference = stablehlo.subtract %y, %narrow : tensor<{n}x{target}>
  return %chosen, %difference : tensor<{n}x{target}>, tensor<{n}x{target}>
}}
"""


@pytest.mark.parametrize("processor", targets())
@pytest.mark.parametrize("target", ["i2", "ui2"])
@pytest.mark.parametrize("source", ["i4", "ui4", "i8", "ui16"])
def test_the_smallest_integers_in_many_lanes(source: str, target: str, processor: str) -> None:
    """LLVM 22 ends the process where more than 32 lanes of 4 bits are truncated to 2 and meet others of 2 bits."""
    rng = np.random.default_rng(3)
    signed, bits = target == "i2", 1 << int(source.lstrip("ui"))
    for n in (1, 31, 33, 64, 100, 1000):
        x, low = rng.integers(0, bits, n), rng.integers(0, 4, n)
        y = low - 4 * (low >= 2) if signed else low
        narrow = 2 * x % bits % 4
        narrow = narrow - 4 * (narrow >= 2) if signed else narrow
        difference = (y - narrow) % 4
        source_type, target_type = ELEMENT_TYPES[source], ELEMENT_TYPES[target]
        executable = compiled(MIXED.format(n=n, source=source, target=target), processor)
        chosen, found = run(executable, from_bits(x, source_type), from_bits(low, target_type))
        assert np.array_equal(chosen.astype(int), np.minimum(narrow, y))
        assert np.array_equal(found.astype(int), difference - 4 * (difference >= 2) if signed else difference)
