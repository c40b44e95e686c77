"""Random convolutions: any order of dimensions in memory, groups, padding, dilation and reversal, sizes of one among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hloom.numbers.element_type import element_type
from tests.ops.drawing.language import Rng, pick, small_numbers

Drawn = tuple[str, list[np.ndarray]]
#: Most multiplications of a convolution, and elements of a tensor.
_MOST, _MOST_ELEMENTS = 300_000, 20_000
_TYPES = [("f32", "f32"), ("f32", "f32"), ("f64", "f64"), ("bf16", "f32"), ("bf16", "bf16"), ("f16", "f16"), ("i8", "i32"),
          ("ui8", "i32"), ("i32", "i32"), ("complex<f32>", "complex<f32>"), ("i1", "i32"), ("f32", "i32")]


def _shuffled(rng: Rng, names: Sequence[str]) -> list[str]:
    return [names[k] for k in rng.permutation(len(names))]


def convolution(rng: Rng) -> Drawn:
    while True:
        rank = int(pick(rng, [0, 1, 2, 2, 2, 3]))
        sizes, kernel = ([int(pick(rng, choice)) for _ in range(rank)] for choice in ([1, 1, 2, 3, 5, 8, 17], [1, 1, 2, 3, 5]))
        strides, base, steps = ([int(pick(rng, choice)) for _ in range(rank)]
                                for choice in ([1, 1, 2, 3], [1, 1, 1, 2, 3], [1, 1, 2]))
        pads = [[int(pick(rng, [-1, 0, 0, 1, 2])) for _ in range(2)] for _ in range(rank)]
        features, groups = int(pick(rng, [1, 2, 3, 4, 8, 16, 17, 33])), int(pick(rng, [1, 1, 2, 3]))
        images, batch_groups = int(pick(rng, [1, 1, 2, 3, 5])), 1
        if rng.random() < 0.3:
            groups, features = features, 1  # each feature by itself
        elif groups == 1 and rng.random() < 0.2:
            batch_groups = int(pick(rng, [2, 3]))
        outputs = groups * batch_groups * int(pick(rng, [1, 1, 2, 3, 16, 17]))
        found = [_places(*given) for given in zip(sizes, kernel, pads, strides, base, steps, strict=True)]
        tensors = {"b": images * batch_groups, "f": features * groups, **dict(zip("0123", sizes))}, {
            "i": features, "o": outputs, **dict(zip("0123", kernel))}, {"b": images, "f": outputs, **dict(zip("0123", found))}
        elements = [int(np.prod(list(t.values()))) for t in tensors]
        if max(elements) <= _MOST_ELEMENTS and elements[2] * features * int(np.prod(kernel)) <= _MOST:
            break
    type, result = pick(rng, _TYPES)
    orders = [_shuffled(rng, list(t)) for t in tensors]
    shapes = [tuple(t[name] for name in order) for t, order in zip(tensors, orders, strict=True)]
    types = [f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"
             for shape, element in zip(shapes, (type, type, result), strict=True)]
    reverse = str([bool(rng.random() < 0.2) for _ in range(rank)]).lower()
    numbers = "x".join(f"[{', '.join(order)}]" for order in orders[:2]) + f"->[{', '.join(orders[2])}]"
    text = f"""func.func @main(%a0: {types[0]}, %a1: {types[1]}) -> {types[2]} {{
  %v = stablehlo.convolution(%a0, %a1) dim_numbers = {numbers}, window = {{stride = {strides}, pad = {pads}, lhs_dilate = {base},
    rhs_dilate = {steps}, reverse = {reverse}}} {{batch_group_count = {batch_groups} : i64, feature_group_count = {groups} : i64}}
    : ({types[0]}, {types[1]}) -> {types[2]}
  return %v : {types[2]}
}}"""
    return text, [small_numbers(rng, element_type(type), shape) for shape in shapes[:2]]


def _places(size: int, kernel: int, pads: Sequence[int], stride: int, base: int, step: int) -> int:
    """Places of a window along a dimension."""
    room, window = (size - 1) * base + 1 + sum(pads), (kernel - 1) * step + 1
    return (room - window) // stride + 1 if room >= window else 0


CONVOLUTIONS: dict[str, Callable[[Rng], Drawn]] = {"convolution": convolution}
