"""Random programs in which one kernel family works on what another one made, with exact results (`exact_values`).

Indices come from the program itself, from reductions, sorts and places of extremes, some of them far outside.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Block, Region
from hloom.ir.location import UNKNOWN
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.common.attributes import DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from tests.fuzz.exact_values import I32, MOST, PRED, SIZES, ExactValues
from tests.ops.drawing.language import Rng, body, comparator, pick

#: Numbers that indices may be beside those that mean something.
_FAR = [-1, -2, 0, 1, 1 << 15, (1 << 31) - 1, -(1 << 31)]


class Composition(ExactValues):
    """`module()` is the program, `arrays` its arguments."""

    def __init__(self, rng: Rng, count: int) -> None:
        super().__init__(rng)
        for _ in range(count):
            self.step(self.b)
        self.results = self.values[-4:] if rng.random() < 0.5 else self.values[-1:]

    def module(self) -> Any:
        return self.b.module(*self.results)

    def step(self, b: Builder) -> None:
        choices = [self.moved] * 6 + [
            self.elementwise, self.elementwise, self.chosen, self.product, self.product, self.product, self.reduced, self.reduced,
            self.cumulated, self.cumulated, self.place, self.place, self.sorted, self.sorted, self.top_k, self.gathered,
            self.scattered, self.scattered, self.piece, self.piece, self.updated, self.loop, self.loop, self.bits,
            self.rows, self.chain, self.converted, self.window]
        pick(self.rng, choices)(b)

    # -- contractions -------------------------------------------------------------------------------------------------------
    def product(self, b: Builder, x: Any = None) -> Any:
        x = self.value(1, numbers=True) if x is None else x
        rng, d = self.rng, int(self.rng.integers(x.rank))
        others = [(v, e) for v in self.values for e in range(v.rank)
                  if v.element is x.element and v.shape[e] == x.shape[d] and v.rank + x.rank <= 6]
        if others and rng.random() < 0.6:
            y, e = pick(rng, others)
        else:
            n = int(pick(rng, self.sizes))
            y, bound = self.argument((x.shape[d], n) if rng.random() < 0.5 else (n, x.shape[d]), x.element)
            self.bounds[y] = bound
            e = 0 if y.shape[0] == x.shape[d] else 1
        count = max(x.shape[d], 1)
        batch = next(((i, j) for i in range(x.rank) for j in range(y.rank) if i != d and j != e and x.shape[i] == y.shape[j]),
                     None) if rng.random() < 0.3 else None
        rest = [n for i, n in enumerate(x.shape) if i != d] + [n for j, n in enumerate(y.shape) if j != e and not (
            batch and j == batch[1])]
        if prod(rest) > MOST or prod(rest) * count > 400_000:
            return None
        found = x.element
        if found.is_float and found.width < 32 and rng.random() < 0.5:
            found = ELEMENT_TYPES["f32"]
        if found.name in ("i8", "ui8", "i4") and rng.random() < 0.7:
            found = I32
        limit = self.limit(found)
        part = max(int(np.sqrt(limit / (2 * count))), 1)
        if 2 * count * part * part > limit:
            return None
        x, y = self.within(b, x, part), self.within(b, y, part)
        numbers = DotDimensionNumbers(*((batch[:1], batch[1:]) if batch else ((), ())), (d,), (e,))
        made = b("stablehlo.dot_general", x, y, dot_dimension_numbers=numbers, result_types=[
            TensorType(tuple([x.shape[batch[0]]] if batch else []) + tuple(
                n for i, n in enumerate(x.shape) if i != d and not (batch and i == batch[0])) + tuple(
                n for j, n in enumerate(y.shape) if j != e and not (batch and j == batch[1])), found)])
        return self.known(made, 2 * count * self.bounds[x] * self.bounds[y])

    def rows(self, b: Builder, x: Any = None) -> Any:
        """Each row less its greatest element, and what is left of it less the sum of another row."""
        x = self.value(1, numbers=True, real=True) if x is None else x
        d = x.rank - 1 if self.rng.random() < 0.7 else int(self.rng.integers(x.rank))
        kept = [k for k in range(x.rank) if k != d]
        x = self.within(b, x, self.limit(x.element) // 8)
        for name in ("maximum", pick(self.rng, ["minimum", "maximum"])):
            scalar = b.constant(np.asarray(-1 if x.element.kind != "uint" else 0).astype(x.element.dtype), x.element)
            if x.element.kind != "uint" and self.rng.random() < 0.5:
                lowest = -np.inf if x.element.name in ("f32", "f64", "bf16", "f16") else -2
                scalar = b.splat(lowest if x.shape[d] and name == "maximum" else -2, TensorType((), x.element))
            m = b("stablehlo.reduce", [x], [scalar], dimensions=[d], regions=[combining(f"stablehlo.{name}", x.element)])
            spread = b("stablehlo.broadcast_in_dim", m, broadcast_dimensions=kept, result_types=[x.type])
            made = b("stablehlo.subtract", x, spread)
            self.bounds[made] = 2 * max(self.bounds[x], 2)
            x = self.within(b, made, self.limit(x.element) // 8)
            self.bounds[x] = min(self.bounds[x], self.limit(x.element))
        return self.known(x, self.bounds[x])

    def chain(self, b: Builder) -> None:
        """Two products with work on rows between."""
        scores = self.product(b)
        if scores is None or not scores.rank or scores.element is PRED or scores.element.is_complex:
            return
        if self.rng.random() < 0.5:
            mask = b("stablehlo.compare", scores, self.partner(b, scores), comparison_direction="GT")
            scores = self.known(b("stablehlo.select", mask, scores, self.spread(b, scores, -1)), max(self.bounds[scores], 1))
        weights = self.rows(b, scores)
        self.product(b, weights)
        if self.rng.random() < 0.8:  # nothing else reads them
            self.values = [v for v in self.values if v is not scores and v is not weights]

    def spread(self, b: Builder, like: Any, number: int) -> Any:
        return b.splat(abs(number) if like.element.kind == "uint" else number, like.type)

    # -- reductions ---------------------------------------------------------------------------------------------------------
    def reduced(self, b: Builder) -> None:
        x = self.value(1)
        dims = [d for d in range(x.rank) if self.rng.random() < 0.6] or [0]
        count = max(prod(x.shape[d] for d in dims), 1)
        name = pick(self.rng, ["or", "and"] if x.element is PRED else ["add"] if x.element.is_complex else
                    ["add", "maximum", "minimum"])
        if name == "add":
            if 2 * count > self.limit(x.element):
                return
            x = self.within(b, x, self.limit(x.element) // (2 * count))
        number = int(self.rng.integers(-1, 2))
        made = b("stablehlo.reduce", [x], [self.splat(b, x, number)], dimensions=dims,
                 regions=[combining(f"stablehlo.{name}", x.element)])
        self.known(made, (self.bounds[x] * count + 1) if name == "add" else max(self.bounds[x], 1))

    def window(self, b: Builder) -> None:
        x = self.value(1, numbers=True, real=True)
        if x.type.size > 2000 or 2 * 9 > self.limit(x.element):
            return
        size = [int(n) for n in self.rng.integers(1, 4, x.rank)]
        name = pick(self.rng, ["add", "maximum"])
        x = self.within(b, x, self.limit(x.element) // (2 * prod(size))) if name == "add" else x
        made = b("stablehlo.reduce_window", [x], [self.splat(b, x, 0)], window_dimensions=size,
                 window_strides=[int(n) for n in self.rng.integers(1, 4, x.rank)],
                 base_dilations=[int(n) for n in self.rng.choice([1, 1, 2], x.rank)],
                 window_dilations=[int(n) for n in self.rng.choice([1, 1, 2], x.rank)],
                 padding=self.rng.integers(0, 3, (x.rank, 2)).astype(np.int64),
                 regions=[combining(f"stablehlo.{name}", x.element)])
        self.known(made, self.bounds[x] * prod(size) if name == "add" else max(self.bounds[x], 1))

    def cumulated(self, b: Builder) -> None:
        rng, x = self.rng, self.value(1)
        if x.type.size > 4000 or 0 in x.shape:
            return
        d = int(rng.integers(x.rank))
        length = x.shape[d]
        if length > 200:
            return
        element = x.element
        name = pick(rng, ["and", "or"] if element is PRED else ["add"] if element.is_complex else
                    ["add", "maximum", "minimum", "last", "pair"])
        number = {"and": 1, "minimum": 100}.get(name, 0)
        if element.is_float:
            number = {"maximum": -np.inf, "minimum": np.inf}.get(name, number) if element.width >= 16 else number
        elif element is not PRED and name in ("maximum", "minimum"):
            number = {"maximum": np.iinfo(element.dtype).min if element.width >= 8 else -8,
                      "minimum": np.iinfo(element.dtype).max if element.width >= 8 else 7}[name]
        elif element is PRED:
            number = bool(number)
        if name in ("add", "pair"):
            if 2 * length > self.limit(element):
                return
            x = self.within(b, x, self.limit(element) // (2 * length))
        window, padding = [1] * x.rank, np.zeros((x.rank, 2), np.int64)
        window[d], padding[d, int(rng.integers(2))] = length, length - 1
        initial = b.splat(number, TensorType((), element))
        inputs, initials, region = [x], [initial], None
        if name not in ("last", "pair"):
            region = combining(f"stablehlo.{name}", element)
        elif name == "last":  # the last one that is not zero
            block = Block([TensorType((), element)] * 2)
            inner = Builder(block, UNKNOWN, None)
            old, new = block.arguments
            test = inner("stablehlo.compare", new, inner.splat(0, TensorType((), element)), comparison_direction="NE")
            inner("stablehlo.return", [inner("stablehlo.select", test, new, old)])
            region = Region([block])
        else:
            other, _ = self.argument(x.shape, PRED)
            block = Block([TensorType((), e) for e in (element, PRED) * 2])
            inner = Builder(block, UNKNOWN, None)
            (p, s), (q, t) = block.arguments[:2], block.arguments[2:]
            total = inner("stablehlo.select", t, q, inner("stablehlo.add", p, q))
            inner("stablehlo.return", [total, inner("stablehlo.or", s, t)])
            inputs, initials = [x, other], [initial, b.splat(False, TensorType((), PRED))]
            region = Region([block])
        made = b("stablehlo.reduce_window", inputs, initials, window_dimensions=window, padding=padding, regions=[region])
        if name == "pair":
            made, other = made
            self.known(other, 1)
        self.known(made, self.bounds[x] * length if name in ("add", "pair") else min(max(self.bounds[x], 1), self.limit(element)))

    def place(self, b: Builder) -> None:
        """The greatest (least) element along a dimension and where it is."""
        rng, x = self.rng, self.value(1, numbers=True, real=True)
        element = x.element
        if element.name.startswith("f8") or element.width < 8 or 0 in x.shape:
            return
        d = int(rng.integers(x.rank))
        index = ELEMENT_TYPES[pick(rng, ["i32", "i32", "i64", "ui8", "i16"])]
        is_most = rng.random() < 0.5
        number: Any = (-np.inf if is_most else np.inf) if element.is_float else getattr(
            np.iinfo(element.dtype), "min" if is_most else "max")
        if rng.random() < 0.5 and x.shape[d] < 100:
            numbers = b("stablehlo.iota", iota_dimension=d, result_types=[x.type.with_element(index)])
        else:
            index = I32
            line = b("stablehlo.iota", iota_dimension=0, result_types=[TensorType((x.shape[d],), index)])
            numbers = b("stablehlo.broadcast_in_dim", line, broadcast_dimensions=[d], result_types=[x.type.with_element(index)])
        block = Block([TensorType((), e) for e in (element, index) * 2])
        inner = Builder(block, UNKNOWN, None)
        p, i, q, j = block.arguments
        before = inner("stablehlo.compare", p, q, comparison_direction="GT" if is_most else "LT")
        if element.is_float:
            before = inner("stablehlo.or", before, inner("stablehlo.compare", p, p, comparison_direction="NE"))
        both = inner("stablehlo.and", inner("stablehlo.compare", p, q, comparison_direction="EQ"),
                     inner("stablehlo.compare", i, j, comparison_direction="LT"))
        inner("stablehlo.return", [inner("stablehlo.select", before, p, q),
                                   inner("stablehlo.select", inner("stablehlo.or", before, both), i, j)])
        initial = [b.splat(number, TensorType((), element)), b.splat(0, TensorType((), index))]
        most, at = b("stablehlo.reduce", [x, numbers], initial, dimensions=[d], regions=[Region([block])])
        self.known(most, self.bounds[x])
        self.known(at, x.shape[d])

    # -- sorts --------------------------------------------------------------------------------------------------------------
    def sorted(self, b: Builder) -> None:
        rng, x = self.rng, self.value(1, real=True)
        d = int(rng.integers(x.rank))
        inputs = [x]
        if rng.random() < 0.4:
            inputs.append(b("stablehlo.iota", iota_dimension=d, result_types=[x.type.with_element(I32)]))
            self.bounds[inputs[-1]] = 1 << 20
        elif rng.random() < 0.5:
            inputs.append(self.partner(b, x))
        if rng.random() < 0.3:
            inputs = inputs[::-1]
        key = inputs.index(x)
        order = "TOTALORDER" if x.element.is_float and rng.random() < 0.5 else None
        made = b("stablehlo.sort", inputs, dimension=d, is_stable=True,
                 regions=[comparator([v.element for v in inputs], key, pick(rng, ["LT", "GT"]), order)])
        made = made if len(inputs) > 1 else [made]
        cut = int(rng.integers(1, x.shape[d] + 1)) if x.shape[d] and rng.random() < 0.4 else None
        for given, value in zip(inputs, made):
            if cut is not None:
                value = b("stablehlo.slice", value, start_indices=[0] * x.rank, strides=[1] * x.rank,
                          limit_indices=[cut if k == d else n for k, n in enumerate(x.shape)])
            self.known(value, self.bounds[given])

    def top_k(self, b: Builder) -> None:
        x = self.value(1, numbers=True, real=True)
        if not x.shape[-1] or x.element.width < 8 or x.element.name.startswith("f8"):
            return
        values, places = b("chlo.top_k", x, k=int(self.rng.integers(1, min(x.shape[-1], 20) + 1)))
        self.known(values, self.bounds[x])
        self.known(places, x.shape[-1])

    # -- computed indices ---------------------------------------------------------------------------------------------------
    def index(self, b: Builder, shape: tuple[int, ...], size: int) -> Any:
        """Indices of a shape, made of a known value where there is one."""
        rng = self.rng
        found = [v for v in self.values if v.element.is_integer and v.type.size >= prod(shape)]
        if found and rng.random() < 0.7 and prod(shape):
            x = pick(rng, found[-3:])
            line = b("stablehlo.reshape", x, result_types=[TensorType((x.type.size,), x.element)])
            line = b("stablehlo.slice", line, start_indices=[0], limit_indices=[prod(shape)], strides=[1])
            return b("stablehlo.reshape", line, result_types=[TensorType(shape, x.element)])
        element = ELEMENT_TYPES[pick(rng, ["i32", "i32", "i64", "ui64", "ui32", "i8", "ui8"])]
        low, high = np.iinfo(element.dtype).min, np.iinfo(element.dtype).max
        drawn = rng.integers(-2, size + 2, shape)
        drawn = np.where(rng.random(shape) < 0.1, rng.choice([*_FAR, low, min(high, (1 << 63) - 1)], shape), drawn)
        self.arrays.append(np.array(np.clip(drawn, low, min(high, (1 << 63) - 1)).astype(element.dtype), order="C"))
        return self.b.block.add_argument(TensorType(shape, element))

    def starts(self, b: Builder, x: Any) -> list[Any]:
        made = [self.index(b, (), n) for n in x.shape]
        return [made[0] if v.type != made[0].type else v for v in made]

    def piece(self, b: Builder) -> None:
        x = self.value(1)
        sizes = [n if self.rng.random() < 0.5 else int(self.rng.integers(min(n, 1), n + 1)) for n in x.shape]
        self.known(b("stablehlo.dynamic_slice", x, self.starts(b, x), slice_sizes=sizes), self.bounds[x])

    def updated(self, b: Builder) -> None:
        x = self.value(1)
        shape = tuple(n if self.rng.random() < 0.5 else int(self.rng.integers(min(n, 1), n + 1)) for n in x.shape)
        if self.rng.random() < 0.5:
            update = b("stablehlo.slice", x, start_indices=[n - m for n, m in zip(x.shape, shape)], limit_indices=list(x.shape),
                       strides=[1] * x.rank)
            self.bounds[update] = self.bounds[x]
        else:
            update, bound = self.argument(shape, x.element)
            self.bounds[update] = bound
        made = b("stablehlo.dynamic_update_slice", x, update, self.starts(b, x))
        self.known(made, max(self.bounds[x], self.bounds[update]))

    def gathered(self, b: Builder) -> None:
        x = self.value(1)
        if 0 in x.shape:
            return
        d, count = int(self.rng.integers(x.rank)), int(pick(self.rng, SIZES[:14]))
        if prod(x.shape) // x.shape[d] * count > MOST:
            return
        at = self.index(b, (count, 1), x.shape[d])
        place = int(self.rng.integers(x.rank))
        offsets = tuple(k for k in range(x.rank) if k != place)
        sizes = [1 if k == d else n for k, n in enumerate(x.shape)]
        self.known(b("stablehlo.gather", x, at, dimension_numbers=GatherDimensionNumbers(offsets, (d,), (), (), (d,), 1),
                     slice_sizes=sizes), self.bounds[x])

    def scattered(self, b: Builder) -> None:
        rng, x = self.rng, self.value(1)
        if 0 in x.shape:
            return
        d, count = int(rng.integers(x.rank)), int(pick(rng, [*SIZES, 200, 300]))
        rest = [n for k, n in enumerate(x.shape) if k != d]
        if prod(rest) * count > MOST:
            return
        name = pick(rng, ["or", "and"] if x.element is PRED else ["add", "replace"] if x.element.is_complex else
                    ["add", "add", "maximum", "replace", "minimum", "subtract"])
        if name in ("add", "subtract"):
            if 2 * (count + 1) > self.limit(x.element):
                return
            x = self.within(b, x, self.limit(x.element) // 4)
        at = self.index(b, (count, 1), x.shape[d])
        place = int(rng.integers(x.rank))
        shape = [*rest]
        shape.insert(place, count)
        found = [v for v in self.values if v.type == TensorType(tuple(shape), x.element)]
        update, bound = (found[-1], self.bounds[found[-1]]) if found else self.argument(tuple(shape), x.element)
        self.bounds[update] = bound
        if name in ("add", "subtract"):
            update = self.within(b, update, self.limit(x.element) // (4 * count))
            bound = self.bounds[update] * count + self.bounds[x]
        numbers = ScatterDimensionNumbers(tuple(k for k in range(x.rank) if k != place), (d,), (), (), (d,), 1)
        made = b("stablehlo.scatter", [x], at, [update], scatter_dimension_numbers=numbers,
                 regions=[body(x.element, *([] if name == "replace" else [name]))])
        self.known(made, max(bound, self.bounds[x]))

    # -- the rest -----------------------------------------------------------------------------------------------------------
    def bits(self, b: Builder) -> None:
        rng = self.rng
        element = ELEMENT_TYPES[pick(rng, ["ui32", "ui64", "ui8", "i16", "i4"])]
        shape = self.shape()
        self.arrays.append(rng.integers(0, 1 << 64, 2, np.uint64, endpoint=False))
        words = TensorType((2,), ELEMENT_TYPES["ui64"])
        state = self.b.block.add_argument(words)
        algorithm = pick(rng, ["PHILOX", "THREE_FRY", "DEFAULT"])
        types = [words, TensorType(shape, element)]
        _, made = b("stablehlo.rng_bit_generator", state, rng_algorithm=algorithm, result_types=types)
        self.known(made, 1 << 62)

    def loop(self, b: Builder) -> None:
        """A loop that counts, whose body changes a value by what it finds at the counter's place of another one."""
        rng, x = self.rng, self.value(1)
        element = ELEMENT_TYPES[pick(rng, ["i32", "i32", "i64", "ui8"])]
        scalar = TensorType((), element)
        count, first = int(pick(rng, [0, 1, 2, 3, 5, 17])), int(rng.integers(0, 3))
        if x.shape[0] and rng.random() < 0.5:
            count = min(x.shape[0], 40)
        known, limit = len(self.values), self.limit(x.element)
        d = int(rng.integers(x.rank))
        carried = [b.splat(first, scalar), self.within(b, x, 2)]
        growth = self.bounds[carried[1]]
        other = self.value(1)
        if rng.random() < 0.5:
            carried.append(other)
        types = [v.type for v in carried]
        cond, block = Block(types), Block(types)
        test, inner = Builder(cond, UNKNOWN, None), Builder(block, UNKNOWN, None)
        test("stablehlo.return", [test("stablehlo.compare", cond.arguments[0], test.splat(first + count, scalar),
                                       comparison_direction="LT")])
        number, now, *more = block.arguments
        zero = inner.splat(0, scalar)
        for argument, value in zip(block.arguments[1:], carried[1:]):
            self.bounds[argument] = max(self.bounds[value], growth)
        at = number if rng.random() < 0.7 else inner("stablehlo.subtract", inner.splat(first + count, scalar), number)
        source = pick(rng, [now, carried[1]])
        row = inner("stablehlo.dynamic_slice", source, [at if k == d else zero for k in range(x.rank)],
                    slice_sizes=[min(n, 1) if k == d else n for k, n in enumerate(x.shape)])
        self.bounds[row] = growth
        if rng.random() < 0.5 and row.rank > 1 and row.element is not PRED:
            self.values.append(row)
            self.product(inner, row)
        self.values += [now, row, *more]
        for _ in range(int(rng.integers(0, 3))):
            pick(rng, [self.moved, self.elementwise, self.reduced, self.piece, self.cumulated, self.sorted, self.scattered,
                       self.updated, self.rows])(inner)
        fitting = [v for v in self.values[known:] if v.type == row.type and v is not row]
        update = self.within(inner, pick(rng, fitting), growth) if fitting and x.element is not PRED else row
        if rng.random() < 0.5 and x.element is not PRED:
            update = inner("stablehlo.reverse", update, dimensions=[k for k in range(x.rank) if rng.random() < 0.5])
        after = inner("stablehlo.dynamic_update_slice", now, update, [number if k == d else zero for k in range(x.rank)])
        ends = [v for v in self.values[known:] if more and v.type == more[0].type]
        last = [self.within(inner, pick(rng, ends), self.bounds[other])] if more else []
        inner("stablehlo.return", [inner("stablehlo.add", number, inner.splat(1, scalar)), after, *last])
        del self.values[known:]
        made = b("stablehlo.while", carried, regions=[Region([cond]), Region([block])])
        for value, given in zip(made[1:], carried[1:]):
            self.known(value, min(self.bounds[given], limit))


def draw_composition(rng: Rng) -> tuple[Any, list[np.ndarray]]:
    """A module, and its arguments."""
    made = Composition(rng, int(rng.integers(3, 13)))
    return made.module(), made.arrays
