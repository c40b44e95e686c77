"""Random programs that give the code generator much to do: fusion, merging, aliasing, updates in place, loops, branches.

Programs are drawn so that compiled and evaluated results must be equal bit by bit. Sums and products of matrices, whose
order is free, get small whole numbers, of which sums are exact in any order; results of functions like `tanh`, which may
be off by a unit in the last place, are only moved around and returned (`loose`).
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Block, Region, Value
from hloom.ir.location import UNKNOWN
from hloom.ir.types import TensorType, TupleType
from hloom.numbers.element_type import ELEMENT_TYPES, I32, PRED, ElementType
from hloom.ops.common.attributes import DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from tests.ops.drawing.language import body, comparator
from tests.passes import random_programs
from tests.passes.programs import FunctionBuilder

F32 = ELEMENT_TYPES["f32"]
_FURTHER = [ELEMENT_TYPES[n] for n in ("f64", "bf16", "f16", "i64", "i8", "ui8", "ui32", "complex<f32>", "f32", "i32")]
_SIZES = [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 40, 64, 65, 100, 130]
_MAXIMUM_SIZE = 1 << 13
_FLOATS = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 0.1, np.inf, -np.inf, np.nan]
_BINARY = {
    "float": ["add", "subtract", "multiply", "divide", "maximum", "minimum"],
    "integer": ["add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "and", "or", "xor",
                "shift_left", "shift_right_logical", "shift_right_arithmetic"],
    "pred": ["and", "or", "xor"], "complex": ["add", "subtract"],
}
_UNARY = {"float": ["negate", "abs", "floor", "sign", "sqrt", "round_nearest_even"], "pred": ["not"], "complex": ["negate"],
          "integer": ["negate", "not", "abs", "popcnt"]}
_FUNCTIONS = ["exponential", "tanh", "logistic", "log_plus_one", "sine", "rsqrt"]


def _kind(element: ElementType) -> str:
    return "integer" if element.is_integer else element.kind


class RandomProgram(random_programs.RandomProgram):
    """`module()` is the program; `is_loose[k]` tells whether its k-th result may be off in the last place."""

    def __init__(self, seed: int, count: int = 24, depth: int = 2) -> None:
        self.rng = np.random.default_rng(seed)
        self.elements = [F32, F32, I32, PRED, self.one(_FURTHER)]
        self.shapes = self._shapes()
        #: In order, unlike a set: a seed is one program in every process.
        self.loose: dict[Value, None] = {}
        scalars = [TensorType((), I32), TensorType((), F32), TensorType((), PRED)]
        self.outer = FunctionBuilder([*(TensorType(self.one(self.shapes), self.one(self.elements)) for _ in range(5)), *scalars])
        self.values: list[Value] = list(self.outer.arguments)
        self.draw(self.outer, count, depth)
        found = [*self.values[len(self.outer.arguments) :], *self.loose] or self.values  # nothing that was drawn may have fitted
        self.results = [self.one(found) for _ in range(5)]
        if self.rng.random() < 0.2:
            self.results.append(self.outer.arguments[0])

    def module(self) -> Any:
        return self.outer.module(*self.results)

    @property
    def is_loose(self) -> list[bool]:
        return [v in self.loose for v in self.results]

    def _shapes(self) -> list[tuple[int, ...]]:
        a, b, c = (self.one(_SIZES) if self.rng.random() < 0.97 else 0 for _ in range(3))
        shapes = [(), (a,), (b,), (a, b), (b, a), (a, c), (b, c), (a * b,), (1, a), (b, 1, a), (a, b, c), (c, a, b), (a * b, c),
                  (c, 2, a, b), (a,), (a, b)]
        return [s for s in shapes if prod(s) <= _MAXIMUM_SIZE]

    def draw(self, b: Builder, count: int, depth: int) -> None:
        """Appends operations that use the values known so far, which become known too."""
        flat = [self.elementwise, self.elementwise, self.elementwise, self.compare, self.select, self.clamp, self.reshape,
                self.transpose, self.broadcast, self.broadcast, self.slice, self.concatenate, self.pad, self.reverse, self.reduce,
                self.reduce, self.arguments_of_maximum, self.convert, self.iota, self.dot, self.dynamic_slice,
                self.update_slice, self.update_slice, self.gather, self.scatter, self.sort, self.window, self.cumulate,
                self.function, self.tuple, self.barrier, self.constant]
        for _ in range(count):
            nested = depth > 0 and self.rng.random() < 0.12
            made = self.one([self.loop, self.branch])(b, depth) if nested else self.one(flat)(b)
            made = made if isinstance(made, list | tuple) else [made] if made is not None else []
            self.values.extend(v for v in made if v.type.size <= _MAXIMUM_SIZE)  # type: ignore[union-attr]

    # -- values -------------------------------------------------------------------------------------------------------
    def number(self, element: ElementType) -> Any:
        """A number for a splat."""
        if element is PRED:
            return bool(self.rng.random() < 0.5)
        if element.is_integer:
            return int(self.one([0, 1, 2, 5, 7]))
        return self.one(_FLOATS)

    def constant(self, b: Builder, type: TensorType | None = None) -> Value:
        type = type or TensorType(self.one(self.shapes), self.one(self.elements))
        if self.rng.random() < 0.7:
            return b.splat(self.number(type.storage), type)
        numbers = [self.number(type.storage) for _ in range(min(type.size, 11))] or [0]
        return b.constant(np.resize(np.array(numbers).astype(type.storage.dtype), type.shape), type.storage)

    def scalar(self, b: Builder, element: ElementType) -> Value:
        known = self.value(element=element, shape=())
        return known if known is not None and self.rng.random() < 0.7 else self.constant(b, TensorType((), element))

    def like(self, b: Builder, x: Value) -> Any:
        """A value of the type of `x`: a known one, a scalar spread out, or a constant."""
        drawn = self.rng.random()
        if drawn < 0.6:
            return self.value(type=x.type)
        if drawn < 0.8:
            return b("stablehlo.broadcast_in_dim", self.scalar(b, x.element), broadcast_dimensions=[], result_types=[x.type])
        return self.constant(b, x.type)  # type: ignore[arg-type]

    def whole(self, b: Builder, x: Any) -> Any:
        """`x` with its floats brought to small whole numbers, NaN to 1, of which sums are exact in any order."""
        if x.element.is_complex:
            return b("stablehlo.complex", *(self.whole(b, b(f"stablehlo.{part}", x)) for part in ("real", "imag")))
        if not x.element.is_float:
            return x
        limit = 1.0 if x.element.width == 16 else 4.0
        scalar = TensorType((), x.element)
        cut = b("stablehlo.clamp", b.splat(-limit, scalar), x, b.splat(limit, scalar))
        is_number = b("stablehlo.compare", x, x, comparison_direction="EQ")
        return b("stablehlo.select", is_number, b("stablehlo.round_nearest_even", cut), b.splat(1.0, x.type))

    # -- elementwise ----------------------------------------------------------------------------------------------------
    def elementwise(self, b: Builder) -> Value:
        x = self.value()
        kind = _kind(x.element)
        if self.rng.random() < 0.3 and not (x.element.kind == "uint"):
            return b(f"stablehlo.{self.one(_UNARY[kind])}", x)
        operands = [x, self.like(b, x)]
        return b(f"stablehlo.{self.one(_BINARY[kind])}", *(operands if self.rng.random() < 0.5 else operands[::-1]))

    def compare(self, b: Builder) -> Value:
        x = self.value()
        directions = ["EQ", "NE"] if x.element.is_complex else ["EQ", "NE", "GE", "GT", "LE", "LT"]
        return b("stablehlo.compare", x, self.like(b, x), comparison_direction=self.one(directions))

    def select(self, b: Builder) -> Value:
        x = self.value()
        shape = self.one([x.shape, ()])
        condition = self.value(element=PRED, shape=shape)
        condition = self.constant(b, TensorType(shape, PRED)) if condition is None else condition
        return b("stablehlo.select", condition, x, self.like(b, x))

    def clamp(self, b: Builder) -> Value | None:
        x = self.value()
        if x.element.is_complex:
            return None
        return b("stablehlo.clamp", self.scalar(b, x.element), x, self.like(b, x))

    def convert(self, b: Builder) -> Value:
        x = self.value()
        element = self.one([e for e in self.elements if e.is_complex or not x.element.is_complex] or [x.element])
        return b("stablehlo.convert", x, result_types=[x.type.with_element(element)])

    def function(self, b: Builder) -> None:
        """A function that is not exact, and perhaps a movement of its result."""
        x = self.value(element=F32)
        if x is None:
            return
        made = b(f"stablehlo.{self.one(_FUNCTIONS)}", x)
        known, self.values = self.values, [made]
        for _ in range(int(self.rng.integers(3))):
            moved = self.one([self.transpose, self.slice, self.broadcast, self.reverse, self.reshape])(b)
            self.values = [moved] if moved.type.size <= _MAXIMUM_SIZE else self.values
        self.loose |= dict.fromkeys(self.values if b is self.outer else [])
        self.values = known

    # -- movement -------------------------------------------------------------------------------------------------------
    def reshape(self, b: Builder) -> Value:
        x = self.value()
        shapes = [s for s in self.shapes if prod(s) == x.type.size] or [(x.type.size,), (1, x.type.size)]
        return b("stablehlo.reshape", x, result_types=[TensorType(self.one(shapes), x.element)])

    def broadcast(self, b: Builder) -> Value:
        x = self.value()
        fitting = [(s, d) for s in self.shapes for d in [self._places(x.shape, s)] if d is not None]
        shape, places = self.one(fitting or [(x.shape, list(range(x.rank)))])
        return b("stablehlo.broadcast_in_dim", x, broadcast_dimensions=places, result_types=[TensorType(shape, x.element)])

    def _places(self, small: tuple[int, ...], large: tuple[int, ...]) -> list[int] | None:
        """A place in `large` for each dimension of `small`, in random order; None if there is none."""
        if len(small) > len(large):
            return None
        places = [int(d) for d in self.rng.permutation(len(large))[: len(small)]]
        return places if all(n in (1, large[d]) for n, d in zip(small, places)) else None

    def slice(self, b: Builder) -> Value:
        x = self.value()
        starts = [int(self.rng.integers(n + 1)) if self.rng.random() < 0.3 else 0 for n in x.shape]
        limits = [int(self.rng.integers(a, n + 1)) if self.rng.random() < 0.3 else n for a, n in zip(starts, x.shape)]
        strides = [int(n) if self.rng.random() < 0.3 else 1 for n in self.rng.integers(1, 4, x.rank)]
        return b("stablehlo.slice", x, start_indices=starts, limit_indices=limits, strides=strides)

    def concatenate(self, b: Builder) -> Value | None:
        x = self.value()
        if not x.rank:
            return None
        inputs = [x, *(self.like(b, x) for _ in range(int(self.rng.integers(4))))]
        return b("stablehlo.concatenate", inputs, dimension=int(self.rng.integers(x.rank)))

    def pad(self, b: Builder) -> Value:
        x = self.value()
        low, high = ([int(n) for n in self.rng.integers(-1, 3, x.rank)] for _ in range(2))
        low = [max(a, -n) for a, n in zip(low, x.shape)]
        high = [max(a, -n - min(k, 0)) for a, n, k in zip(high, x.shape, low)]
        interior = [int(n) if self.rng.random() < 0.3 else 0 for n in self.rng.integers(0, 3, x.rank)]
        return b("stablehlo.pad", x, self.scalar(b, x.element), edge_padding_low=low, edge_padding_high=high,
                 interior_padding=interior)

    def reverse(self, b: Builder) -> Value:
        x = self.value()
        return b("stablehlo.reverse", x, dimensions=[d for d in range(x.rank) if self.rng.random() < 0.5])

    def iota(self, b: Builder) -> Value:
        shape = self.one([s for s in self.shapes if s])
        element = self.one([e for e in self.elements if e is not PRED])
        return b("stablehlo.iota", iota_dimension=int(self.rng.integers(len(shape))), result_types=[TensorType(shape, element)])

    # -- reductions -------------------------------------------------------------------------------------------------------
    def reducer(self, element: ElementType, terms: int) -> str:
        if element is PRED:
            return self.one(["and", "or"])
        if element.is_complex:
            return "add"
        if element.is_float and element.width == 16 and terms > 200:
            return "maximum"
        return self.one(["add", "maximum", "minimum"])

    def reduce(self, b: Builder) -> Value:
        x = self.value()
        dimensions = [d for d in range(x.rank) if self.rng.random() < 0.5]
        name = self.reducer(x.element, prod(x.shape[d] for d in dimensions))
        initial = self.scalar(b, x.element)
        if name == "add":
            x, initial = self.whole(b, x), self.whole(b, initial)
        return b("stablehlo.reduce", [x], [initial], dimensions=dimensions, regions=[combining(f"stablehlo.{name}", x.element)])

    def arguments_of_maximum(self, b: Builder) -> Any:
        """The largest value along a dimension and its index, reduced together."""
        x = self.value(element=F32)
        if x is None or not x.rank:
            return None
        d = int(self.rng.integers(x.rank))
        numbers = b("stablehlo.iota", iota_dimension=d, result_types=[TensorType(x.shape, I32)])
        block = Block([TensorType((), e) for e in (F32, I32, F32, I32)])
        inner = Builder(block, UNKNOWN, None)
        a, i, c, j = block.arguments
        first = inner("stablehlo.compare", a, c, comparison_direction="GE")
        inner("stablehlo.return", [inner("stablehlo.select", first, a, c), inner("stablehlo.select", first, i, j)])
        initial = [b.splat(-np.inf, TensorType((), F32)), b.splat(-1, TensorType((), I32))]
        return list(b("stablehlo.reduce", [self.whole(b, x), numbers], initial, dimensions=[d], regions=[Region([block])]))

    def dot(self, b: Builder) -> Value | None:
        x = self.value(element=F32)
        if x is None or not x.rank:
            return None
        limit = _MAXIMUM_SIZE << 2
        partners = [(y, d, e) for y in self.values if y.element is F32 for d in range(x.rank) for e in range(y.rank)
                    if x.shape[d] == y.shape[e] and x.type.size * y.type.size <= limit * max(x.shape[d], 1) ** 2]  # type: ignore
        if not partners:
            return None
        y, d, e = self.one(partners)
        numbers = DotDimensionNumbers((), (), (d,), (e,))
        product = b("stablehlo.dot_general", self.whole(b, x), self.whole(b, y), dot_dimension_numbers=numbers)
        # Sums may start from the first product or from +0: no zero of a sum is negative afterwards.
        return b("stablehlo.add", product, b.splat(0.0, product.type))

    def window(self, b: Builder) -> Value | None:
        x = self.value()
        if not x.rank or x.type.size > 1000:
            return None
        size = [int(n) for n in self.rng.integers(1, 4, x.rank)]
        name = self.reducer(x.element, prod(size))
        x = self.whole(b, x) if name == "add" else x
        initial = b.splat(0, TensorType((), x.element))
        return b("stablehlo.reduce_window", [x], [initial], window_dimensions=size,
                 window_strides=[int(n) for n in self.rng.integers(1, 3, x.rank)],
                 padding=self.rng.integers(0, 2, (x.rank, 2)).astype(np.int64),
                 regions=[combining(f"stablehlo.{name}", x.element)])

    def cumulate(self, b: Builder) -> Value | None:
        x = self.value()
        if not x.rank or x.type.size > 4000 or x.element is PRED or x.element.is_complex or x.element.width == 16:
            return None
        d = int(self.rng.integers(x.rank))
        length = x.shape[d]
        if not 0 < length <= 200:
            return None
        window, padding = [1] * x.rank, np.zeros((x.rank, 2), np.int64)
        window[d], padding[d, int(self.rng.integers(2))] = length, length - 1
        return b("stablehlo.reduce_window", [self.whole(b, x)], [b.splat(0, TensorType((), x.element))], window_dimensions=window,
                 padding=padding, regions=[combining("stablehlo.add", x.element)])

    # -- computed indices ---------------------------------------------------------------------------------------------------
    def start(self, b: Builder, size: int) -> Value:
        """An index that may be out of range."""
        if self.rng.random() < 0.4:
            return b.splat(int(self.rng.integers(-1, size + 2)), TensorType((), I32))
        return self.scalar(b, I32)

    def dynamic_slice(self, b: Builder) -> Value:
        x = self.value()
        sizes = [n if self.rng.random() < 0.5 else int(self.rng.integers(n + 1)) for n in x.shape]
        return b("stablehlo.dynamic_slice", x, [self.start(b, n) for n in x.shape], slice_sizes=sizes)

    def update_slice(self, b: Builder) -> Value | None:
        x = self.value()
        fitting = [u for u in self.values if u.element is x.element and u.rank == x.rank
                   and all(m <= n for m, n in zip(u.shape, x.shape))]
        update = self.one(fitting)
        if self.rng.random() < 0.3:  # a part of what is updated
            update = b("stablehlo.slice", x, start_indices=[0] * x.rank, limit_indices=[(n + 1) // 2 for n in x.shape],
                       strides=[1] * x.rank)
        return b("stablehlo.dynamic_update_slice", x, update, [self.start(b, n) for n in x.shape])

    def indices(self, b: Builder, size: int) -> Any:
        """A list of row numbers for [count, 1] indices, some out of range."""
        known = self.value(element=I32, rank=1)
        if known is not None and known.type.size <= 40 and self.rng.random() < 0.6:
            return b("stablehlo.reshape", known, result_types=[TensorType((known.type.size, 1), I32)])
        return b.constant(self.rng.integers(-2, size + 2, (int(self.rng.integers(1, 20)), 1)).astype(np.int32), I32)

    def gather(self, b: Builder) -> Value | None:
        x = self.value()
        if x.rank < 1 or 0 in x.shape:
            return None
        at = self.indices(b, x.shape[0])
        numbers = GatherDimensionNumbers(tuple(range(1, x.rank)), (0,), (), (), (0,), 1)
        return b("stablehlo.gather", x, at, dimension_numbers=numbers, slice_sizes=[1, *x.shape[1:]])

    def scatter(self, b: Builder) -> Value | None:
        x = self.value()
        if x.rank < 1 or 0 in x.shape:
            return None
        at = self.indices(b, x.shape[0])
        updates = TensorType((at.shape[0], *x.shape[1:]), x.element)
        if updates.size > _MAXIMUM_SIZE:
            return None
        known = self.value(type=updates)
        update = self.constant(b, updates) if known is None else known
        numbers = ScatterDimensionNumbers(tuple(range(1, x.rank)), (0,), (), (), (0,), 1)
        name = self.one([(), (self.reducer(x.element, 1 << 20),)])
        return b("stablehlo.scatter", [x], at, [update], scatter_dimension_numbers=numbers, regions=[body(x.element, *name)])

    def sort(self, b: Builder) -> Any:
        x = self.value()
        if not x.rank or x.element.is_complex or x.element is PRED:
            return None
        second = self.value(shape=x.shape)
        if x.element.is_float:  # the order sees the sign of a NaN, which is free where an operation made it
            is_number = b("stablehlo.compare", x, x, comparison_direction="EQ")
            x = b("stablehlo.select", is_number, x, b.splat(float("nan"), x.type))
        inputs = [x] if self.rng.random() < 0.5 else [x, second]
        order = "TOTALORDER" if x.element.is_float else None
        region = comparator([v.element for v in inputs], 0, self.one(["LT", "GT"]), order)
        made = b("stablehlo.sort", inputs, dimension=int(self.rng.integers(x.rank)), is_stable=True, regions=[region])
        return list(made) if len(inputs) > 1 else made

    # -- structure ------------------------------------------------------------------------------------------------------
    def tuple(self, b: Builder) -> Any:
        parts = [self.value(), self.value()]
        pair = b("stablehlo.tuple", parts, result_types=[TupleType(tuple(v.type for v in parts))])
        return [b("stablehlo.get_tuple_element", pair, index=k) for k in range(2)]

    def barrier(self, b: Builder) -> Any:
        return list(b("stablehlo.optimization_barrier", [self.value(), self.value()]))

    def inside(self, arguments: list[Any], depth: int) -> tuple[Builder, Block]:
        """A block of a region that sees all values known so far, with some operations."""
        block = Block(arguments)
        b = Builder(block, UNKNOWN, None)
        self.values.extend(block.arguments)
        self.draw(b, int(self.rng.integers(1, 7)), depth - 1)
        return b, block

    def branch(self, b: Builder, depth: int) -> Any:
        known = len(self.values)
        types = [self.value().type, self.value().type]
        regions = []
        count = int(self.rng.integers(1, 4))
        is_if = self.rng.random() < 0.5
        for _ in range(2 if is_if else count):
            inner, block = self.inside([], depth)
            inner("stablehlo.return", [self.value(type=t) for t in types])
            regions.append(Region([block]))
            del self.values[known:]
        selector = self.scalar(b, PRED if is_if else I32)
        return list(b(f"stablehlo.{'if' if is_if else 'case'}", selector, regions=regions))

    def loop(self, b: Builder, depth: int) -> Any:
        """Counts from 0 to a small number, known or not before the program runs."""
        known = len(self.values)
        scalar = TensorType((), I32)
        limit = b.splat(int(self.rng.integers(5)), scalar)
        argument = self.value(element=I32, shape=())
        if argument is not None and self.rng.random() < 0.5:
            limit = b("stablehlo.clamp", b.splat(0, scalar), argument, b.splat(3, scalar))
        first = self.value()
        twin = self.value(type=first.type)
        carried = [b.splat(0, scalar), first, twin, self.value()]
        types = [v.type for v in carried]
        cond = Block(types)
        test = Builder(cond, UNKNOWN, None)
        test("stablehlo.return", [test("stablehlo.compare", cond.arguments[0], limit, comparison_direction="LT")])
        inner, block = self.inside(types, depth)
        following = inner("stablehlo.add", block.arguments[0], inner.splat(1, scalar))
        ends = [a if self.rng.random() < 0.2 else self.value(type=a.type) for a in block.arguments[1:]]
        if self.rng.random() < 0.3:  # the two change places
            ends[0], ends[1] = block.arguments[2], block.arguments[1]
        inner("stablehlo.return", [following, *ends])
        del self.values[known:]
        return list(b("stablehlo.while", carried, regions=[Region([cond]), Region([block])]))
