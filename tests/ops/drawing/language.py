"""Random operations for property tests: valid types and attributes, and values with the extremes among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Block, Region, Value
from hloom.ir.types import TensorType, tensor
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES, PRED, ElementType, element_type
from hloom.ops.definition.operation import REGISTRY

Rng = np.random.Generator
TYPES = [t for t in ELEMENT_TYPES.values() if t.kind != "index"]
COMMON = [element_type(n) for n in ("f32", "f64", "bf16", "f16", "i32", "ui8", "i4", "i1", "complex<f32>", "f8E4M3FN")]
EXACT = [element_type(n) for n in ("f32", "f64", "bf16", "i32", "ui8", "i64", "complex<f64>")]


class Bodies:
    """The part of a process that bodies of scalar operations need."""

    def call_batched(self, region: Region, *arguments: np.ndarray) -> tuple[np.ndarray, ...]:
        known: dict[Value, Any] = dict(zip(region.arguments, arguments))
        for op in region.block.operations[:-1]:
            known[op.results[0]] = op.eval(*(known[v] for v in op.operands))  # type: ignore[attr-defined]
        shape = np.broadcast_shapes(*map(np.shape, arguments))
        return tuple(np.broadcast_to(known[v], shape) for v in region.block.terminator.operands)


def evaluate(op: Any, arrays: list[np.ndarray]) -> tuple[np.ndarray, ...]:
    """The results by `eval` or `run`."""
    found = op.run(Bodies(), *arrays) if op.run is not None else op.eval(*arrays)
    return found if isinstance(found, tuple) else (found,)


def value(type: TensorType) -> Value:
    return Value(type)


def body(element: ElementType, *mnemonics: str, arguments: int = 2) -> Region:
    """A region that chains binary operations: `m2(m1(a, b), b)`; without operations it returns its last argument."""
    block = Block([tensor((), element)] * arguments)
    last = block.arguments[-1] if not mnemonics else block.arguments[0]
    for mnemonic in mnemonics:
        last = block.append(REGISTRY[f"stablehlo.{mnemonic}"].create(last, block.arguments[-1])).results[0]
    block.append(REGISTRY["stablehlo.return"].create([last], result_types=()))
    return Region([block])


def comparator(elements: list[ElementType], number: int = 0, direction: str = "LT", order: str | None = None) -> Region:
    """A region that compares the two elements of input `number`."""
    block = Block([tensor((), e) for e in elements for _ in range(2)])
    pair = block.arguments[2 * number : 2 * number + 2]
    op = block.append(REGISTRY["stablehlo.compare"].create(*pair, comparison_direction=direction, compare_type=order))
    block.append(REGISTRY["stablehlo.return"].create(list(op.results), result_types=()))
    return Region([block])


def _small(rng: Rng, rank: int, most: int) -> tuple[int, ...]:
    return tuple([int(rng.choice([0, 1, 2, 3, most], p=[0.04, 0.2, 0.3, 0.26, 0.2])) for _ in range(rank)])


#: What draws the sizes of shapes, the last one does; see `sizes_from`.
_SIZES: list[Callable[[Rng, int, int], tuple[int, ...]]] = [_small]


@contextmanager
def sizes_from(draw: Callable[[Rng, int, int], tuple[int, ...]]) -> Iterator[None]:
    """Inside, `draw(rng, rank, most)` chooses the sizes of shapes instead of small ones."""
    _SIZES.append(draw)
    try:
        yield
    finally:
        _SIZES.pop()


def shape(rng: Rng, rank: int | None = None, most: int = 4) -> tuple[int, ...]:
    """Sizes from 0 to `most`; a rank from 0 to 5 unless given."""
    rank = int(rng.integers(0, 6)) if rank is None else rank
    return _SIZES[-1](rng, rank, most)


def small_numbers(rng: Rng, type: ElementType, shape: tuple[int, ...]) -> np.ndarray:
    """Whole numbers of which short sums and products are exact in every type."""
    numbers = rng.integers(0 if type.kind in ("uint", "pred") else -3, 4, shape)
    return convert(numbers, type)


def any_numbers(rng: Rng, type: ElementType, shape: tuple[int, ...]) -> np.ndarray:
    """Random numbers of a type, extremes and special values among them."""
    count = prod(shape)
    if type.is_complex:
        return _joined(any_numbers(rng, type.part, shape), any_numbers(rng, type.part, shape), type)
    if type is PRED:
        return rng.random(shape) < 0.5
    if type.is_integer:
        low = -(1 << (type.width - 1)) if type.kind == "sint" else 0
        high = low + (1 << type.width) - 1
        special = _extreme_integers(low, high)
        extremes = [special[k] for k in rng.integers(0, len(special), count)]
        others = rng.integers(low, high, count, np.int64 if low else np.uint64, endpoint=True)
        values = [int(a if pick else b) for a, b, pick in zip(extremes, others, rng.random(count) < 0.5)]
        wide = np.array(values, np.int64 if type.kind == "sint" else np.uint64)
        return convert(wide, type).reshape(shape)
    numbers = np.where(rng.random(count) < 0.4, rng.choice(_EXTREME_FLOATS, count),
                       rng.normal(size=count) * 10.0 ** rng.integers(-3, 4, count))
    return convert(numbers, type).reshape(shape)


_EXTREME_FLOATS = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -1.5, 1e-40, 3e38, -7e4, 1e-310])


def _extreme_integers(low: int, high: int) -> list[int]:
    return [low, high, 0, 1, min(5, high), max(-1, low), high // 2]


def extremes(type: ElementType) -> np.ndarray:
    """The ends of a type, special values, and some others: a vector, the same at each call."""
    if type.is_complex:
        parts = convert(np.array([0.0, -2.5, 3e38, np.inf, np.nan]), type.part)
        return _joined(np.repeat(parts, parts.size), np.tile(parts, parts.size), type)
    if type is PRED:
        return np.array([False, True])
    if type.is_integer:
        low = -(1 << (type.width - 1)) if type.kind == "sint" else 0
        numbers = [*_extreme_integers(low, low + (1 << type.width) - 1), 7 % (1 << type.width - 1)]
        return convert(np.array(numbers, np.int64 if type.kind == "sint" else np.uint64), type)
    return convert(_EXTREME_FLOATS, type)


def _joined(real: np.ndarray, imaginary: np.ndarray, type: ElementType) -> np.ndarray:
    found = np.empty(real.shape, type.dtype)
    found.real, found.imag = real, imaginary
    return found


Case = tuple[Any, list[np.ndarray]]
#: What draws operations of which each element has a formula, and what draws others.
DRAW: dict[str, Callable[[Rng], Case]] = {}
DRAW_IRREGULAR: dict[str, Callable[[Rng], Case]] = {}


def draws(name: str, has_formula: bool = True) -> Callable[[Callable[[Rng], Case]], Callable[[Rng], Case]]:
    """Registers a function that draws a case of `stablehlo.name`."""
    def register(function: Callable[[Rng], Case]) -> Callable[[Rng], Case]:
        (DRAW if has_formula else DRAW_IRREGULAR)[f"stablehlo.{name}"] = function
        return function

    return register


def make(name: str, operands: list[np.ndarray], types: list[ElementType], **options: Any) -> Case:
    """An operation on values that hold `operands`."""
    values = [value(tensor(x.shape, t)) for x, t in zip(operands, types)]
    return REGISTRY[f"stablehlo.{name}"].create(*values, **options), operands


def pick(rng: Rng, items: Any) -> Any:
    return items[int(rng.integers(len(items)))]


def accepted(cls: Any, position: int = 0, types: list[ElementType] = TYPES) -> list[ElementType]:
    """The element types that an operand's constraint admits."""
    constraint = cls.definition.operands[position].constraint
    return [t for t in types if constraint.holds(tensor((2,), t)) or constraint.holds(tensor((), t))]


def draw_elementwise(name: str, rng: Rng) -> Case:
    """A case of an operation all of whose operands have one type."""
    cls = REGISTRY[f"stablehlo.{name}"]
    types = [t for t in accepted(cls) if not (name == "remainder" and t.is_complex)]
    type, sizes = pick(rng, types), shape(rng)
    operands = [any_numbers(rng, type, sizes) for _ in cls.definition.operands]
    if name == "power" and type.is_complex:
        y = operands[1]  # of a longer product y log x no engine knows the angle
        operands[1] = np.where(np.isfinite(y) & (np.abs(y) > 1e12), y.dtype.type(0.75), y)
    if name == "atan2" and type.is_complex:  # away from its cuts, of which rounding decides the side
        operands = [np.where((np.abs(z.real) > 1e-6) & (np.abs(z.imag) > 1e-6) & (np.abs(z) < 1e6), z, z.dtype.type(0.7 - 0.2j))
                    for z in operands]
    return make(name, operands, [type] * len(operands))


def reducer_bodies(rng: Rng, type) -> tuple[str, ...]:
    if type is PRED:
        return pick(rng, [("and",), ("or",), ("add",)])
    if type.is_complex:
        return pick(rng, [("add",), ("multiply", "add")])
    return pick(rng, [("add",), ("maximum",), ("minimum",), ("multiply", "maximum"), ("minimum", "add"), ()])


INDEX_TYPES = [ELEMENT_TYPES[name] for name in ("i8", "i32", "i64", "ui8", "ui32", "ui64")]


def start_indices(rng: Rng, type, sizes) -> np.ndarray:
    """Indices around the ranges that they address, now and then far outside."""
    return any_numbers(rng, type, sizes) if rng.random() < 0.3 else small_numbers(rng, type, sizes)
