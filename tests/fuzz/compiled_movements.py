"""Random programs that move elements within what a loop carries, take them along an axis, turn images, and reduce a few columns.

What a loop carries is stored in the memory that it is read from where that is possible: a movement that stores something first
which it reads later differs from the evaluator only there.
"""

from __future__ import annotations

import numpy as np

from hloom.numbers.element_type import element_type
from tests.fuzz.compiled_families import SIZES, Drawn, body, function, sizes, tensor
from tests.ops.drawing.language import Rng, pick, small_numbers

TYPES = ["i1", "i4", "i8", "bf16", "f16", "i32", "f32", "f64", "complex<f32>", "complex<f64>", "f8E5M2", "ui64"]


def carried_movement(rng: Rng) -> Drawn:
    """A loop that carries an array, of which each turn keeps the shape: one or more movements of any kinds."""
    type, rank = pick(rng, TYPES), int(rng.integers(1, 5))
    shape = tuple(max(1, n) for n in sizes(rng, rank, 3000))
    x, scalar, lines, at = tensor(shape, type), tensor((), type), [], "%x"
    for k in range(int(pick(rng, [1, 1, 1, 2, 3]))):
        made, name = _movement(rng, shape, type, at, f"%m{k}")
        lines += made
        at = name
    text = function([x, "tensor<i32>", scalar], [x], [
        "%0 = stablehlo.constant dense<0> : tensor<i32>",
        f"%l:2 = stablehlo.while(%i = %0, %x = %a0) : tensor<i32>, {x}\n  cond {{",
        "%more = stablehlo.compare LT, %i, %a1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "stablehlo.return %more : tensor<i1>\n  } do {",
        "%1 = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.add %i, %1 : tensor<i32>",
        *lines, f"stablehlo.return %j, {at} : tensor<i32>, {x}\n  }}"], ["%l#1"])
    drawn = element_type(type)
    return text, [small_numbers(rng, drawn, shape), np.array(rng.integers(0, 4), np.int32), small_numbers(rng, drawn, ())]


def _movement(rng: Rng, shape: tuple[int, ...], type: str, x: str, name: str) -> tuple[list[str], str]:
    """The lines of a movement of %x that keeps the shape, and what it gives."""
    of, axis = tensor(shape, type), int(rng.integers(len(shape)))
    kind = pick(rng, ["edges", "edges", "reverse", "roll", "steps", "shift"])
    none = [0] * len(shape)
    if kind == "reverse":
        dims = sorted(int(d) for d in rng.permutation(len(shape))[: int(rng.integers(1, len(shape) + 1))])
        return [f"{name} = stablehlo.reverse {x}, dims = {dims} : {of}"], name
    if kind == "roll":
        first = int(rng.integers(0, shape[axis] + 1))
        parts = [_slice(shape, type, x, f"{name}{k}", {axis: (low, high, 1)})
                 for k, (low, high) in enumerate(((first, shape[axis]), (0, first)))]
        types = ", ".join(t for _, t in parts)
        return [*(line for line, _ in parts),
                f"{name} = stablehlo.concatenate {name}0, {name}1, dim = {axis} : ({types}) -> {of}"], name
    if kind == "steps":  # every second or third element in the place where it is, a number between
        step = int(pick(rng, [2, 3]))
        line, given = _slice(shape, type, x, f"{name}0", {axis: (0, shape[axis], step)})
        between, behind = list(none), list(none)
        between[axis], behind[axis] = step - 1, (shape[axis] - 1) % step
        return [line, f"{name} = stablehlo.pad {name}0, %a2, low = {none}, high = {behind}, interior = {between} : "
                      f"({given}, {tensor((), type)}) -> {of}"], name
    if kind == "shift":
        low, high = list(none), list(none)
        low[axis] = int(rng.integers(-2, 3))
        high[axis] = -low[axis]
        return [f"{name} = stablehlo.pad {x}, %a2, low = {low}, high = {high}, interior = {none} : "
                f"({of}, {tensor((), type)}) -> {of}"], name
    ranges, low, high = {}, list(none), list(none)
    for d in range(len(shape)):
        if d == axis or rng.random() < 0.3:
            low[d] = int(rng.integers(0, min(3, shape[d]) + 1))
            high[d] = int(rng.integers(0, min(3, shape[d] - low[d]) + 1))
            ranges[d] = (low[d], shape[d] - high[d], 1)
    line, given = _slice(shape, type, x, f"{name}0", ranges)
    return [line, f"{name} = stablehlo.pad {name}0, %a2, low = {low}, high = {high}, interior = {none} : "
                  f"({given}, {tensor((), type)}) -> {of}"], name


def _slice(shape: tuple[int, ...], type: str, x: str, name: str, ranges: dict[int, tuple[int, int, int]]) -> tuple[str, str]:
    """The line that takes ranges of some dimensions, and the type of what it gives."""
    each = [ranges.get(d, (0, n, 1)) for d, n in enumerate(shape)]
    given = tensor(tuple(max(0, -(-(high - low) // step)) for low, high, step in each), type)
    places = ", ".join(f"{low}:{high}:{step}" for low, high, step in each)
    return f"{name} = stablehlo.slice {x} [{places}] : ({tensor(shape, type)}) -> {given}", given


def turned(rng: Rng) -> Drawn:
    """Rows and columns change places, of elements or of runs of some (the channels of a pixel), backwards or not."""
    type = pick(rng, TYPES)
    rows, columns = (int(rng.integers(1, 100)) for _ in range(2))
    around, run = int(pick(rng, [1, 1, 2, 3])), int(pick(rng, [1, 2, 3, 3, 4, 5, 7, 12, 33]))
    shape = tuple(n for n in (around, rows, columns, run) if n > 1)
    order = list(range(len(shape)))
    first = int(rng.integers(len(shape))) if rng.random() < 0.2 else max(0, len(shape) - 2 - (run > 1))
    order[first:first + 2] = reversed(order[first:first + 2])
    reverse = sorted(int(d) for d in rng.permutation(len(shape))[:int(rng.integers(0, len(shape) + 1))])
    x, found = tensor(shape, type), tensor(tuple(shape[d] for d in order), type)
    return function([x], [found], [
        f"%0 = stablehlo.reverse %a0, dims = {reverse} : {x}",
        f"%1 = stablehlo.transpose %0, dims = {order} : ({x}) -> {found}"], ["%1"]), [
            small_numbers(rng, element_type(type), shape)]


def taken(rng: Rng) -> Drawn:
    """Elements at computed places along an axis, some of them outside; within padding, and beside it."""
    type, index, rank = pick(rng, TYPES), pick(rng, ["i32", "i64", "i8", "ui16"]), int(rng.integers(1, 5))
    shape, axis = tuple(max(1, n) for n in sizes(rng, rank, 3000)), int(rng.integers(rank))
    count = int(pick(rng, SIZES))
    x, i, j = tensor(shape, type), tensor((count,), index), tensor((count, 1), index)
    found = tensor((*shape[:axis], count, *shape[axis + 1:]), type)
    cut = ", ".join(str(1 if d == axis else n) for d, n in enumerate(shape))
    low, high = ([int(pick(rng, [0, 0, 1, 5, 40])) if d == rank - 1 else 0 for d in range(rank)] for _ in range(2))
    padded = tensor(tuple(n + a + b for n, a, b in zip((*shape[:axis], count, *shape[axis + 1:]), low, high)), type)
    names = pick(rng, [["%v"], ["%p"], ["%v", "%p"]])
    text = function([x, i, i, tensor((), type)], [found if name == "%v" else padded for name in names], [
        f"%s = stablehlo.{pick(rng, ['add', 'maximum', 'subtract'])} %a1, %a2 : {i}", f"%j = stablehlo.reshape %s : ({i}) -> {j}",
        f'%v = "stablehlo.gather"(%a0, %j) <{{dimension_numbers = #stablehlo.gather<offset_dims = '
        f"{[d for d in range(rank) if d != axis]}, collapsed_slice_dims = [{axis}], start_index_map = [{axis}], "
        f"index_vector_dim = 1>, slice_sizes = array<i64: {cut}>}}> : ({x}, {j}) -> {found}",
        f"%p = stablehlo.pad %v, %a3, low = {low}, high = {high}, interior = {[0] * rank} : "
        f"({found}, {tensor((), type)}) -> {padded}"], names)
    places = [rng.integers(0 if index[0] == "u" else -3, min(shape[axis] + 3, 120), count).astype(element_type(index).dtype)
              for _ in range(2)]
    return text, [small_numbers(rng, element_type(type), shape), *places, small_numbers(rng, element_type(type), ())]


def taken_in_rows(rng: Rng) -> Drawn:
    """Elements at a place of its own for each element of the result, or a number where a place lies outside."""
    type, index, rank = pick(rng, TYPES), pick(rng, ["i32", "i64", "i8", "ui16"]), int(rng.integers(1, 4))
    shape, axis = tuple(max(1, n) for n in sizes(rng, rank, 3000)), int(rng.integers(rank))
    result = (*shape[:axis], int(pick(rng, SIZES)), *shape[axis + 1:])
    batch = [d for d in range(rank) if d != axis]
    x, i, j, found, mask = (tensor(s, t) for s, t in (
        (shape, type), (result, index), ((*result, 1), index), (result, type), (result, "i1")))
    lines = [f"%j = stablehlo.reshape %a1 : ({i}) -> {j}",
             f'%v = "stablehlo.gather"(%a0, %j) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [{axis}], '
             f"operand_batching_dims = {batch}, start_indices_batching_dims = {batch}, start_index_map = [{axis}], "
             f"index_vector_dim = {rank}>, slice_sizes = array<i64: {', '.join('1' * rank)}>}}> : ({x}, {j}) -> {found}"]
    fills = rng.random() < 0.5
    if fills:
        lines += [f"%n = stablehlo.constant dense<{min(shape[axis], 120)}> : {i}",
                  f"%m = stablehlo.compare LT, %a1, %n : ({i}, {i}) -> {mask}",
                  f"%b = stablehlo.broadcast_in_dim %a2, dims = [] : ({tensor((), type)}) -> {found}",
                  f"%w = stablehlo.select %m, %v, %b : {mask}, {found}"]
    places = rng.integers(0 if index[0] == "u" else -3, min(shape[axis] + 3, 120), result).astype(element_type(index).dtype)
    drawn = element_type(type)
    return function([x, i, tensor((), type)], [found], lines, ["%w" if fills else "%v"]), [
        small_numbers(rng, drawn, shape), places, small_numbers(rng, drawn, ())]


def columns(rng: Rng) -> Drawn:
    """Extremes and sums down the rows of some columns."""
    type = pick(rng, ["f32", "f64", "bf16", "i8", "i32", "ui16"])
    rows, count = sizes(rng, int(rng.integers(1, 3)), 200), int(pick(rng, [1, 3, 8, 16, 20, 33, 64, 100, 129, 200, 255, 257]))
    rows = (*rows[:-1], max(1, rows[-1]) * int(pick(rng, [1, 8, 64]))) if rng.random() < 0.5 else rows
    x, found, name = tensor((*rows, count), type), tensor((count,), type), pick(rng, ["add", "maximum", "minimum"])
    text = function([x, tensor((), type)], [found], [
        f'%v = "stablehlo.reduce"(%a0, %a1) <{{dimensions = array<i64: {", ".join(map(str, range(len(rows))))}>}}> '
        f"{body(name, type)} : ({x}, {tensor((), type)}) -> {found}"], ["%v"])
    numbers = small_numbers(rng, element_type(type), (*rows, count))
    if name == "add":  # which stay exact
        numbers = np.where(rng.random(numbers.shape) < 0.05, numbers, numbers.dtype.type(0))
    return text, [numbers, small_numbers(rng, element_type(type), ())]


MOVEMENTS = {"carried_movement": carried_movement, "turned": turned, "taken": taken, "taken_in_rows": taken_in_rows,
             "columns": columns}
