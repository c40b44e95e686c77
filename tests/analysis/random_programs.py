"""Random programs for the tests of indexing maps: those of `tests.passes.random_programs` with gathers, scatters, sorts, windows,
slices and updates at starts that are data, contractions; and programs in HLO with layouts, bitcasts and fusions."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import I32
from hloom.ops.common.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from tests.ops.drawing.language import body, comparator
from tests.passes.random_programs import RandomProgram

#: Programs stay small: their elements are changed one by one.
_MOST_ELEMENTS = 200


class RandomMapsProgram(RandomProgram):
    """Programs of all sorts of operations, those that read by data among them."""

    def draw(self, b: Builder, count: int, depth: int) -> None:
        for _ in range(count):
            draw = self.one([self.reverse, self.dynamic_slice, self.dynamic_update, self.gather, self.scatter, self.sort,
                             self.window, self.product, *[None] * 8])
            if draw is None:
                super().draw(b, 1, depth)
                continue
            made = draw(b)
            values = [] if made is None else list(made) if isinstance(made, list | tuple) else [made]
            self.values.extend(v for v in values if v.type.size <= _MOST_ELEMENTS)  # type: ignore[attr-defined]

    def ranked(self) -> Any:
        """A value with a dimension, and an element in it."""
        found = [v for v in self.values if v.rank and 0 < v.type.size <= 36]  # type: ignore[attr-defined]
        return self.one(found) if found else None

    def index(self, b: Builder, most: int) -> Value:
        """A scalar index: one that is data, or a constant that may lie outside."""
        known = self.value(element=I32, shape=())
        return known if known is not None and self.rng.random() < 0.6 else b.splat(int(self.rng.integers(-1, most + 2)),
                                                                                 TensorType((), I32))

    def indices(self, b: Builder, count: int, most: int) -> Value:
        """`count` index vectors of one component: data where there is such a value, or constants."""
        known = self.value(element=I32, shape=(count, 1))
        if known is not None and self.rng.random() < 0.6:
            return known
        return b.constant(self.rng.integers(-1, most + 2, (count, 1)).astype(np.int32), I32)

    def reverse(self, b: Builder) -> Any:
        x = self.value()
        return b("stablehlo.reverse", x, dimensions=[d for d in range(x.rank) if self.rng.random() < 0.6])

    def dynamic_slice(self, b: Builder) -> Any:
        x = self.value()
        return b("stablehlo.dynamic_slice", x, [self.index(b, n) for n in x.shape],
                 slice_sizes=[int(self.rng.integers(0, n + 1)) for n in x.shape])

    def dynamic_update(self, b: Builder) -> Any:
        x = self.value()
        sizes = tuple(int(self.rng.integers(0, n + 1)) for n in x.shape)
        update = self.like_shape(b, x, sizes)
        return b("stablehlo.dynamic_update_slice", x, update, [self.index(b, n) for n in x.shape])

    def like_shape(self, b: Builder, x: Any, shape: tuple[int, ...]) -> Value:
        """A value of the element type of `x` in a shape: a known one, or a piece of `x`."""
        known = self.value(element=x.element, shape=shape)
        if known is not None:
            return known
        if len(shape) == x.rank and all(n <= m for n, m in zip(shape, x.shape)):
            return b("stablehlo.slice", x, start_indices=[0] * x.rank, limit_indices=list(shape), strides=[1] * x.rank)
        return self.constant(b, TensorType(shape, x.element))

    def gather(self, b: Builder) -> Any:
        x = self.ranked()
        if x is None:
            return None
        d, count = int(self.rng.integers(x.rank)), int(self.rng.integers(1, 4))
        sizes = [int(self.rng.integers(1, n + 1)) for n in x.shape]
        collapses = self.rng.random() < 0.5
        if collapses:
            sizes[d] = 1
        kept = x.rank - collapses
        return b("stablehlo.gather", x, self.indices(b, count, x.shape[d]), slice_sizes=sizes,
                 dimension_numbers=GatherDimensionNumbers(
                     offset_dims=tuple(range(1, 1 + kept)), collapsed_slice_dims=(d,) if collapses else (),
                     start_index_map=(d,), index_vector_dim=1))

    def scatter(self, b: Builder) -> Any:
        x = self.ranked()
        if x is None:
            return None
        d, count = int(self.rng.integers(x.rank)), int(self.rng.integers(1, 4))
        window = [n for k, n in enumerate(x.shape) if k != d]
        updates = self.like_shape(b, x, (count, *window))
        name = self.one([("add",), ()] if x.element.kind != "pred" else [()])
        return b("stablehlo.scatter", [x], self.indices(b, count, x.shape[d]), [updates], regions=[body(x.element, *name)],
                 scatter_dimension_numbers=ScatterDimensionNumbers(
                     update_window_dims=tuple(range(1, x.rank)), inserted_window_dims=(d,), scatter_dims_to_operand_dims=(d,),
                     index_vector_dim=1), result_types=[x.type])

    def sort(self, b: Builder) -> Any:
        x = self.ranked()
        if x is None:
            return None
        inputs = [x, *([self.like(b, x)] if self.rng.random() < 0.5 else [])]
        return b("stablehlo.sort", inputs, dimension=int(self.rng.integers(x.rank)), is_stable=True,
                 regions=[comparator([v.element for v in inputs])])  # type: ignore[attr-defined]

    def window(self, b: Builder) -> Any:
        x = self.ranked()
        if x is None or x.element.kind == "pred":
            return None
        size, stride, base, dilation = ([int(n) for n in self.rng.integers(1, 3, x.rank)] for _ in range(4))
        padding = self.rng.integers(0, 3, (x.rank, 2)).astype(np.int64)
        padding[:, 1] += np.array([max((s - 1) * k + 1 - n, 0) for s, k, n in zip(size, dilation, x.shape)])
        return b("stablehlo.reduce_window", [x], [self.constant(b, TensorType((), x.element))], window_dimensions=size,
                 window_strides=stride, base_dilations=base, window_dilations=dilation, padding=padding,
                 regions=[combining("stablehlo.add", x.element)])

    def product(self, b: Builder) -> Any:
        x = self.ranked()
        if x is None or x.element.kind == "pred":
            return None
        other = self.like_shape(b, x, (x.shape[-1], int(self.rng.integers(1, 4))))
        return b("stablehlo.dot", x, other) if x.rank <= 2 else None


def hlo_program(seed: int, count: int) -> str:
    """A program in HLO of movements and sums with layouts of all sorts, a part of it as a fusion."""
    rng = np.random.default_rng(seed)

    def layout(rank: int) -> str:
        return f"{{{','.join(map(str, rng.permutation(rank)))}}}"

    def shaped(shape: tuple[int, ...], order: str | None = None) -> str:
        return f"f32[{','.join(map(str, shape))}]{order if order is not None else layout(len(shape))}"

    def factors(size: int) -> tuple[int, ...]:
        found: list[int] = []
        while size > 1:
            n = int(rng.choice([k for k in range(2, size + 1) if size % k == 0]))
            found.append(n)
            size //= n
        if rng.random() < 0.3:
            found.insert(int(rng.integers(len(found) + 1)), 1)
        return tuple(found)

    shapes: dict[str, tuple[int, ...]] = {"p0": (2, 6), "p1": (3, 4)}
    lines = {name: f"{name} = {shaped(shape)} parameter({k})" for k, (name, shape) in enumerate(shapes.items())}
    for number in range(count):
        name, x = f"v{number}", str(rng.choice(list(shapes)[-3:]))
        shape = shapes[x]
        kind = rng.integers(7)
        if kind == 0:
            order = [int(d) for d in rng.permutation(len(shape))]
            made, text = tuple(shape[d] for d in order), f"transpose({x}), dimensions={{{','.join(map(str, order))}}}"
        elif kind in (1, 2):
            made, text = factors(prod(shape)), f"{'bitcast' if kind == 1 else 'reshape'}({x})"
        elif kind == 3:
            others = [k for k, s in shapes.items() if s == shape]
            made, text = shape, f"add({x}, {rng.choice(others)})"
        elif kind == 4 and shape:
            d = int(rng.integers(len(shape)))
            made = (*shape[:d], 2 * shape[d], *shape[d + 1 :]) if prod(shape) < 60 else shape
            text = f"concatenate({x}, {x}), dimensions={{{d}}}" if made != shape else f"copy({x})"
        elif kind == 5 and shape:
            starts = [int(rng.integers(n)) for n in shape]
            parts = [f"[{a}:{n}:{1 + int(rng.integers(2))}]" for a, n in zip(starts, shape)]
            steps = [int(p.rstrip("]").rsplit(":", 1)[1]) for p in parts]
            made = tuple(-(-(n - a) // s) for a, n, s in zip(starts, shape, steps))
            text = f"slice({x}), slice={{{', '.join(parts)}}}"
        else:
            dims = [int(d) for d in rng.permutation(len(shape) + 1)[: len(shape)]]
            dims.sort()
            sizes = [int(n) for n in rng.integers(1, 3, len(shape) + 1)]
            for d, n in zip(dims, shape):
                sizes[d] = n
            made, text = tuple(sizes), f"broadcast({x}), dimensions={{{','.join(map(str, dims))}}}"
        if prod(made) > _MOST_ELEMENTS:
            made, text = shape, f"negate({x})"
        shapes[name] = made
        lines[name] = f"{name} = {shaped(made)} {text}"
    root = list(shapes)[-1]
    lines[root] = f"ROOT {lines[root]}"
    inside = "\n  ".join(lines.values())
    result = lines[root].split(" = ")[1].split(" ")[0]
    if rng.random() < 0.5:
        return f"HloModule m\n\nENTRY e {{\n  {inside}\n}}\n"
    parameters = [lines[p] for p in ("p0", "p1")]
    return (f"HloModule m\n\nf {{\n  {inside}\n}}\n\nENTRY e {{\n  {parameters[0]}\n  {parameters[1]}\n"
            f"  ROOT r = {result} fusion(p0, p1), kind=kLoop, calls=f\n}}\n")
