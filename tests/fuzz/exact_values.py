"""Values of random programs whose results are exact: small whole numbers, of which a bound is known.

Sums of them are exact in any order, in the element type that they have; what would grow beyond that is clamped before.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.ops.common.decomposition import Builder
from tests.ops.drawing.language import Rng, pick
from tests.passes.programs import FunctionBuilder

#: Up to where whole numbers are exact, sums of several of them included.
_EXACT = {"f32": 1 << 23, "f64": 1 << 50, "f16": 1 << 10, "bf16": 1 << 7, "f8E4M3FN": 8, "f8E5M2": 4}
_TYPES = ["f32", "f32", "f32", "f64", "bf16", "f16", "i32", "i32", "i8", "ui8", "i64", "ui32", "i16", "f8E4M3FN", "i4", "i1",
          "complex<f32>"]
SIZES = [1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 66, 97, 127, 128, 129]
MOST = 6000
PRED, I32 = ELEMENT_TYPES["i1"], ELEMENT_TYPES["i32"]


class ExactValues:
    """Arguments (`arrays` are what they get) and values made of them in a function that `b` builds."""

    def __init__(self, rng: Rng) -> None:
        self.rng, self.b = rng, FunctionBuilder()
        self.type = ELEMENT_TYPES[pick(rng, _TYPES)]
        self.sizes = [int(pick(rng, SIZES)) for _ in range(3)]
        if rng.random() < 0.04:
            self.sizes[0] = 0
        self.arrays: list[np.ndarray] = []
        #: How far from zero elements are at most.
        self.bounds: dict[Value, int] = {}
        self.values: list[Any] = []
        for _ in range(2):
            self.known(*self.argument(self.shape()))

    # -- values -----------------------------------------------------------------------------------------------------------
    def shape(self, rank: int | None = None) -> tuple[int, ...]:
        rank = int(pick(self.rng, [1, 2, 2, 2, 3, 3])) if rank is None else rank
        shape = [int(pick(self.rng, [*self.sizes, *self.sizes, 1, 2, 3])) for _ in range(rank)]
        while prod(shape) > MOST:
            shape[int(np.argmax(shape))] //= 2
        return tuple(shape)

    def argument(self, shape: tuple[int, ...], element: ElementType | None = None) -> tuple[Any, int]:
        element = element or self.type
        drawn: Any = self.rng.integers(0 if element.kind in ("uint", "pred") else -2, 3, shape)
        if element.is_complex:
            drawn = drawn + 1j * self.rng.integers(-2, 3, shape)
        if element.kind == "pred":
            drawn = drawn > 0
        self.arrays.append(np.array(np.asarray(drawn).astype(element.dtype), order="C"))
        return self.b.block.add_argument(TensorType(shape, element)), 2

    def known(self, x: Any, bound: int) -> Any:
        self.bounds[x] = bound
        if x.type.size <= MOST:
            self.values.append(x)
        return x

    def limit(self, element: ElementType) -> int:
        return _EXACT.get(element.part.name if element.is_complex else element.name, 1 << 62)

    def value(self, least_rank: int = 0, numbers: bool = False, real: bool = False) -> Any:
        found = [v for v in self.values if v.rank >= least_rank and not (numbers and v.element is PRED) and not (
            real and v.element.is_complex)]
        if not found:
            element = I32 if (numbers and self.type is PRED) or (real and self.type.is_complex) else self.type
            return self.known(*self.argument(self.shape(max(least_rank, 1)), element))
        return pick(self.rng, found[-3:] if self.rng.random() < 0.7 else found)

    def within(self, b: Builder, x: Any, most: int) -> Any:
        """`x`, clamped so that no element is farther from zero."""
        element = x.element
        if element.kind in ("sint", "uint", "pred") or self.bounds[x] <= most:
            return x
        most = max(most, 1)
        if element.is_complex:
            made = b("stablehlo.complex", *(b("stablehlo.clamp", b.splat(-most, TensorType((), element.part)), b(
                f"stablehlo.{part}", x), b.splat(most, TensorType((), element.part))) for part in ("real", "imag")))
        else:
            scalar = TensorType((), element)
            made = b("stablehlo.clamp", b.splat(-most, scalar), x, b.splat(most, scalar))
        self.bounds[made] = most
        return made

    def splat(self, b: Builder, x: Any, number: int) -> Any:
        element = x.element
        number = bool(number) if element is PRED else abs(number) if element.kind == "uint" else number
        return b.splat(number, TensorType((), element))

    def partner(self, b: Builder, x: Any) -> Any:
        """Another value of the type of `x`: a known one, moved, spread out, or an argument."""
        found = [v for v in self.values if v.type == x.type and v is not x]
        drawn = self.rng.random()
        if found and drawn < 0.5:
            return pick(self.rng, found)
        if drawn < 0.6 and x.rank:
            made = b("stablehlo.reverse", x, dimensions=[int(self.rng.integers(x.rank))])
            self.bounds[made] = self.bounds[x]
            return made
        if drawn < 0.8:
            dims = [d for d in range(x.rank) if self.rng.random() < 0.5]
            small, bound = self.argument(tuple(x.shape[d] for d in dims), x.element)
            made = b("stablehlo.broadcast_in_dim", small, broadcast_dimensions=dims, result_types=[x.type])
        else:
            made, bound = self.argument(x.shape, x.element)
        self.bounds[made] = bound
        return made

    # -- movement and arithmetic --------------------------------------------------------------------------------------------
    def moved(self, b: Builder) -> None:
        rng, x = self.rng, self.value()
        bound = self.bounds[x]
        match pick(rng, ["pad", "pad", "slice", "slice", "reverse", "reverse", "transpose", "broadcast", "concatenate", "reshape",
                         "reshape"]):
            case "pad":
                number = int(rng.integers(-2, 3))
                interior = [int(n) for n in rng.choice([0, 0, 0, 1, 2], x.rank)]
                low, high = [], []
                for n, p in zip(x.shape, interior):
                    size = max((n - 1) * (p + 1) + 1, 0)
                    low.append(int(rng.integers(-min(size, 2), 4)))
                    high.append(int(rng.integers(-min(size + min(low[-1], 0), 2), 4)))
                made = b("stablehlo.pad", x, self.splat(b, x, number), interior_padding=interior, edge_padding_low=low,
                         edge_padding_high=high)
                bound = max(bound, 2)
            case "slice":
                starts = [int(rng.integers(0, n + 1)) if rng.random() < 0.3 else 0 for n in x.shape]
                limits = [int(rng.integers(s, n + 1)) if rng.random() < 0.3 else n for s, n in zip(starts, x.shape)]
                made = b("stablehlo.slice", x, start_indices=starts, limit_indices=limits,
                         strides=[int(n) for n in rng.integers(1, 5, x.rank)])
            case "reverse":
                made = b("stablehlo.reverse", x, dimensions=[d for d in range(x.rank) if rng.random() < 0.6])
            case "transpose":
                made = b("stablehlo.transpose", x, permutation=[int(d) for d in rng.permutation(x.rank)])
            case "broadcast":
                shape = [*x.shape]
                place = int(rng.integers(x.rank + 1))
                shape.insert(place, int(pick(rng, [1, 2, 3])))
                made = b("stablehlo.broadcast_in_dim", x, broadcast_dimensions=[d for d in range(x.rank + 1) if d != place],
                         result_types=[TensorType(tuple(shape), x.element)])
            case "concatenate":
                if not x.rank:
                    return
                other = self.partner(b, x)
                made = b("stablehlo.concatenate", [x, other], dimension=int(rng.integers(x.rank)))
                bound = max(bound, self.bounds[other])
            case _:
                size, d = x.type.size, int(pick(rng, [1, 2, 3, 4, 8]))
                shape = (size // d, d) if size % d == 0 and rng.random() < 0.7 else (size,)
                made = b("stablehlo.reshape", x, result_types=[TensorType(shape, x.element)])
        self.known(made, bound)

    def elementwise(self, b: Builder) -> None:
        x = self.within(b, self.value(), 1 << 20)
        y = self.partner(b, x)
        limit = self.limit(x.element)
        if x.element is PRED:
            self.known(b(f"stablehlo.{pick(self.rng, ['and', 'or', 'xor'])}", x, y), 1)
            return
        name = pick(self.rng, ["add", "subtract", "multiply"] if x.element.is_complex else
                    ["add", "subtract", "multiply", "maximum", "minimum"])
        part = limit // 2 if name != "multiply" else int(np.sqrt(limit / 2))
        x, y = self.within(b, x, part), self.within(b, y, part)
        p, q = self.bounds[x], self.bounds[y]
        self.known(b(f"stablehlo.{name}", x, y), max(p, q) if name[0] == "m" and name != "multiply" else
                   2 * p * q if name == "multiply" else p + q)

    def chosen(self, b: Builder) -> None:
        x = self.value(real=True)
        y = self.partner(b, x)
        test = b("stablehlo.compare", x, y, comparison_direction=pick(self.rng, ["LT", "GE", "EQ", "NE"]))
        self.known(test, 1)
        self.known(b("stablehlo.select", test, y, x), max(self.bounds[x], self.bounds[y]))

    def converted(self, b: Builder) -> None:
        x = self.value(real=True)
        element = ELEMENT_TYPES[pick(self.rng, ["f32", "f64", "i32", "i64", "bf16", "i8"])]
        limit = min(self.limit(element), 100 if element.name == "i8" else 1 << 30)
        if not x.element.is_float and element.is_float:  # which may be large
            if x.element is not PRED and x.element.width > 4:
                low = 0 if x.element.kind == "uint" else -min(limit, 100)
                scalar = TensorType((), x.element)
                x = b("stablehlo.clamp", b.splat(low, scalar), x, b.splat(min(limit, 100), scalar))
            self.known(b("stablehlo.convert", x, result_types=[x.type.with_element(element)]), 100)
            return
        x = self.within(b, x, limit)
        self.known(b("stablehlo.convert", x, result_types=[x.type.with_element(element)]), self.bounds[x])
