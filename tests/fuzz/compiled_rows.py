"""Random programs that go over rows several times: sums and extremes of rows, and what is made of rows with them.

Numbers are small and whole, so that every order of a sum gives the same; what bf16 stands for is computed in f32.
"""

from __future__ import annotations

import numpy as np

from hloom.numbers.element_type import element_type
from tests.fuzz.compiled_families import Drawn, function, tensor
from tests.ops.drawing.language import Rng, pick, small_numbers

_REDUCERS = {"add": "0", "maximum": "-100", "minimum": "100"}


def rows(rng: Rng) -> Drawn:
    """One to three passes over each row of an array that a loop may carry, the last of which stores a row or a number."""
    type = pick(rng, ["f32", "f32", "bf16", "bf16", "f64", "i32", "i8", "f16"])
    wide = "f32" if type in ("bf16", "f16") else type
    shape = (*(int(pick(rng, [1, 2, 3, 5, 9])) for _ in range(int(rng.integers(1, 3)))),
             int(pick(rng, [1, 7, 16, 31, 32, 33, 64, 96, 100, 128, 130, 160, 257])))
    row, axis = shape[-1], len(shape) - 1
    x, w, s, v = tensor(shape, type), tensor(shape, wide), tensor(shape[:-1], wide), tensor((row,), wide)
    is_whole = type[0] == "i"
    lines = [f"%w = stablehlo.convert %x : ({x}) -> {w}",
             *(f"%{name} = stablehlo.constant dense<{value}{'' if is_whole else '.0'}> : {tensor((), wide)}"
               for name, value in (("low", "-5"), ("high", "5"))),
             f"%v = stablehlo.broadcast_in_dim %a2, dims = [{axis}] : ({v}) -> {w}"]
    at = "%w"
    for k in range(int(rng.integers(1, 4))):
        name = pick(rng, list(_REDUCERS))
        start = _REDUCERS[name] + ("" if is_whole else ".0")
        lines += [
            f"%i{k} = stablehlo.constant dense<{start}> : {tensor((), wide)}",
            f"%r{k} = stablehlo.reduce({at} init: %i{k}) applies stablehlo.{name} across dimensions = [{axis}] : "
            f"({w}, {tensor((), wide)}) -> {s}",
            f"%c{k} = stablehlo.clamp %low, %r{k}, %high : ({tensor((), wide)}, {s}, {tensor((), wide)}) -> {s}",
            f"%b{k} = stablehlo.broadcast_in_dim %c{k}, dims = {list(range(axis))} : ({s}) -> {w}",
            f"%d{k} = stablehlo.{pick(rng, ['subtract', 'add', 'multiply', 'maximum'])} {pick(rng, [at, '%w'])}, %b{k} : {w}",
            f"%e{k} = stablehlo.{pick(rng, ['add', 'multiply'])} %d{k}, {pick(rng, ['%v', '%w', f'%d{k}'])} : {w}",
            f"%f{k} = stablehlo.clamp %low, %e{k}, %high : ({tensor((), wide)}, {w}, {tensor((), wide)}) -> {w}"]
        at = f"%f{k}"
    lines.append(f"%n = stablehlo.convert {at} : ({w}) -> {x}")
    drawn = element_type(type)
    given = [small_numbers(rng, drawn, shape), np.array(rng.integers(0, 3), np.int32),
             small_numbers(rng, element_type(wide), (row,))]
    if rng.random() < 0.5:
        first = f"%x = stablehlo.negate %a0 : {x}"
        return function([x, "tensor<i32>", v], [x, s], [first, *lines], ["%n", "%r0"]), given
    return function([x, "tensor<i32>", v], [x], [
        "%0 = stablehlo.constant dense<0> : tensor<i32>",
        f"%l:2 = stablehlo.while(%i = %0, %x = %a0) : tensor<i32>, {x}\n  cond {{",
        "%more = stablehlo.compare LT, %i, %a1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "stablehlo.return %more : tensor<i1>\n  } do {",
        "%1 = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.add %i, %1 : tensor<i32>",
        *lines, f"stablehlo.return %j, %n : tensor<i32>, {x}\n  }}"], ["%l#1"]), given


def values_of_rows(rng: Rng) -> Drawn:
    """Elements of rows with values of their rows and of their columns, which may lie where an operand did, or where a row's own
    element decides."""
    type = pick(rng, ["f32", "f32", "bf16", "f64", "i32", "i8", "f16", "i64"])
    count, length = int(pick(rng, [1, 7, 15, 16, 17, 31, 33, 64, 65, 100, 129])), int(rng.integers(2, 68))
    around = [int(pick(rng, [2, 3]))] if rng.random() < 0.2 else []
    shape = (*around, count, length)
    axis = len(shape) - 1
    x, v, c = tensor(shape, type), tensor(shape[:-1], type), tensor((length,), type)
    truth = tensor(shape[:-1], "i1")
    lines = [f"%x = stablehlo.{pick(rng, ['negate', 'abs'])} %a0 : {x}",
             f"%s = stablehlo.slice %x [{''.join(f'0:{n}, ' for n in shape[:-1])}{length - 1}:{length}] : ({x}) -> "
             f"{tensor((*shape[:-1], 1), type)}",
             f"%last = stablehlo.reshape %s : ({tensor((*shape[:-1], 1), type)}) -> {v}",
             f"%row = stablehlo.{pick(rng, ['add', 'subtract', 'maximum'])} %a1, {pick(rng, ['%a1', '%a1', '%last'])} : {v}",
             f"%is = stablehlo.compare LT, %row, %a1 : ({v}, {v}) -> {truth}",
             f"%rows = stablehlo.broadcast_in_dim %row, dims = {list(range(axis))} : ({v}) -> {x}",
             f"%are = stablehlo.broadcast_in_dim %is, dims = {list(range(axis))} : ({truth}) -> {tensor(shape, 'i1')}",
             f"%column = stablehlo.{pick(rng, ['add', 'minimum'])} %a2, %a2 : {c}",
             f"%columns = stablehlo.broadcast_in_dim %column, dims = [{axis}] : ({c}) -> {x}"]
    at = "%x"
    for k in range(int(rng.integers(1, 4))):
        other = pick(rng, ["%rows", "%rows", "%columns", "%x"])
        if rng.random() < 0.3:
            lines.append(f"%e{k} = stablehlo.select %are, {at}, {other} : {tensor(shape, 'i1')}, {x}")
        else:
            name = pick(rng, ["add", "subtract", "maximum", "minimum"])
            lines.append(f"%e{k} = stablehlo.{name} {at}, {other} : {x}")
        at = f"%e{k}"
    given = [small_numbers(rng, element_type(type), each) for each in (shape, shape[:-1], (length,))]
    return function([x, v, c], [x], lines, [at]), given


ROWS = {"rows": rows, "values_of_rows": values_of_rows}
