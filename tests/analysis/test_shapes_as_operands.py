"""Operations whose shapes or amounts are operands: maps where these are constants or the result's type is static, against what
the evaluator changes when an element changes; what is not known is never told too narrowly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.analysis.dependence import function_maps, input_to_output, output_to_input
from tests.analysis.points import related

GATHER = ("dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
          "index_vector_dim = 1>")
CONV = ("dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, "
        "batch_group_count = 1 : i64, window_strides = array<i64: 2>")
#: By name: the operand's type, those of the others, the result's, the operation with %x and others %a, %b, ..., and for these
#: some values that fit the result.
CASES: dict[str, tuple[str, list[str], str, str, list[list[Any]]]] = {
    "broadcast": ("3xf32", ["3xi32"], "4x3x2xf32", "stablehlo.dynamic_broadcast_in_dim %x, %a, dims = [1]", [[[4, 3, 2]]]),
    "broadcast of 1": ("1x3xf32", ["2xi32"], "4x3xf32", "stablehlo.dynamic_broadcast_in_dim %x, %a, dims = [0, 1]", [[[4, 3]]]),
    "reshape": ("4x3xf32", ["2xi32"], "6x2xf32", "stablehlo.dynamic_reshape %x, %a", [[[6, 2]]]),
    "chlo reshape": ("4x3xf32", ["2xi32"], "2x6xf32", "chlo.dynamic_reshape %x, %a", [[[2, 6]]]),
    "pad": ("4xf32", ["f32", "1xi32", "1xi32", "1xi32"], "9xf32", "stablehlo.dynamic_pad %x, %a, %b, %c, %d",
            [[0.0, [low], [9 - low - 4 - 3 * inner], [inner]] for low in range(-4, 10) for inner in range(3)]),
    "pad of two dimensions": (
        "2x3xf32", ["f32", "2xi32", "2xi32", "2xi32"], "4x5xf32", "stablehlo.dynamic_pad %x, %a, %b, %c, %d",
        [[0.0, [1, 0], [1, 2], [0, 0]], [0.0, [0, 0], [1, 0], [1, 1]], [0.0, [3, -1], [-1, 3], [0, 0]]]),
    "slice": ("7xf32", ["1xi32", "1xi32", "1xi32"], "3xf32", "stablehlo.real_dynamic_slice %x, %a, %b, %c",
              [[[start], [start + n], [step]] for start in range(8) for step, n in ((1, 3), (2, 5), (2, 6), (3, 7))]),
    "gather": ("5x6xf32", ["4x1xi32", "2xi32"], "4x3xf32", f'"stablehlo.dynamic_gather"(%x, %a, %b) <{{{GATHER}}}>',
               [[[[0], [9], [4], [2]], [1, 3]]]),
    "convolution": ("1x6x4xf32", ["3x2x4xf32", "1x2xi32"], "1x3x4xf32", f'"stablehlo.dynamic_conv"(%x, %a, %b) <{{{CONV}}}>',
                    [[np.ones((3, 2, 4)), [[low, 2 - low]]] for low in range(-1, 4)]),
    "size": ("4x3xf32", [], "i32", "stablehlo.get_dimension_size %x, dim = 1", [[]]),
    "set size": ("4x3xf32", ["i32"], "4x3xf32", "stablehlo.set_dimension_size %x, %a, dim = 1", [[3]]),
}


def program(name: str, constants: list[Any] | None = None, result: str | None = None) -> Any:
    """The program of a case; with `constants` the other operands are these instead of arguments."""
    operand, others, stated, text, _ = CASES[name]
    letters = "abcd"[: len(others)]
    given = [] if constants is None else [
        f"%{letter} = stablehlo.constant dense<{np.asarray(c).astype('f4' if 'f32' in t else 'i4').tolist()}> : tensor<{t}>"
        for letter, t, c in zip(letters, others, constants)]
    arguments = [f"%x: tensor<{operand}>", *([] if given else [f"%{v}: tensor<{t}>" for v, t in zip(letters, others)])]
    type = f"tensor<{result or stated}>"
    signature = f"({', '.join(f'tensor<{t}>' for t in (operand, *others))}) -> {type}"
    return hloom.parse("\n".join([f"func.func @main({', '.join(arguments)}) -> {type} {{", *given, f"  %y = {text} : {signature}",
                                  f"  return %y : {type}", "}"]))


def arrays(name: str, values: list[Any]) -> list[np.ndarray]:
    return [np.asarray(v, "f4" if "f32" in t else "i4") for v, t in zip(values, CASES[name][1])]


def changes(module: Any, x: np.ndarray, others: list[np.ndarray], place: int) -> np.ndarray:
    """Which elements of the result another value of an element changes, NaN of it in sums and choices."""
    changed = x.copy()
    changed.flat[place] = np.nan
    before, after = (np.asarray(hloom.evaluate(module, v, *others)[0]).reshape(-1) for v in (x, changed))
    return (before != after) & ~(np.isnan(before) & np.isnan(after)) if before.dtype.kind == "f" else before != after


def operand_of(name: str) -> np.ndarray:
    shape = [int(n) for n in CASES[name][0].split("x")[:-1]]
    return np.arange(1, np.prod(shape) + 1, dtype=np.float32).reshape(shape)


@pytest.mark.parametrize("name", CASES)
def test_nothing_else_changes_whatever_the_amounts_are(name: str) -> None:
    module = program(name)
    module.verify()
    x, function = operand_of(name), module.functions["main"]
    result: Any = function.body.block.terminator.operands[0]
    named = related(function_maps(function)[0], result.shape, x.shape)
    assert not any(map.is_undefined for maps in function_maps(function).values() for map in maps)
    for values in CASES[name][4]:
        for place in range(x.size):
            assert not (changes(module, x, arrays(name, values), place) & ~named[:, place]).any(), (values, place)


@pytest.mark.parametrize("name", [n for n in CASES if n != "set size"])
def test_constant_amounts_are_exact(name: str) -> None:
    for values in CASES[name][4]:
        if name == "gather":
            continue  # its indices are data
        others = arrays(name, values)
        constants: list[Any] = [v.tolist() for v in others]
        module = program(name, constants)
        x, op = operand_of(name), module.functions["main"].body.block.terminator.operands[0].owner
        named = related(output_to_input(op)[0], op.results[0].shape, x.shape)
        for place in range(x.size):
            assert np.array_equal(changes(module, x, [], place), named[:, place]), (values, place)


@pytest.mark.parametrize("name, shape", [("broadcast", "?x3x2xf32"), ("reshape", "?x?xf32"), ("pad", "?xf32"),
                                         ("slice", "?xf32")])
def test_the_shape_of_a_result_follows_from_constants(name: str, shape: str) -> None:
    values = CASES[name][4][0]
    module, fixed = (program(name, [v.tolist() for v in arrays(name, values)], s) for s in (shape, None))
    op, other = (m.functions["main"].body.block.terminator.operands[0].owner for m in (module, fixed))
    assert list(map(str, output_to_input(op)[0])) == list(map(str, output_to_input(other)[0]))
    assert list(map(str, input_to_output(op)[0])) == list(map(str, input_to_output(other)[0]))


def test_shapes_that_nobody_knows() -> None:
    op = program("reshape", result="?x?xf32").functions["main"].body.block.operations[0]
    assert all(map.is_undefined for maps in output_to_input(op).values() for map in maps)
    (loop, *_) = hloom.parse("""func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
      %1:2 = stablehlo.while(%a = %x, %b = %n) : tensor<4xf32>, tensor<i32>
        cond { %c = stablehlo.constant dense<0> : tensor<i32>
               %d = stablehlo.compare GT, %b, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %d : tensor<i1> }
        do { stablehlo.return %a, %b : tensor<4xf32>, tensor<i32> }
      return %1#0 : tensor<4xf32> }""").functions["main"].body.block.operations
    assert all(map.is_undefined for maps in output_to_input(loop).values() for map in maps)


def test_both_arms_of_a_branch_and_its_selector_are_named() -> None:
    module = hloom.parse("""func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
      %y = "stablehlo.if"(%p) ({
        %r = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
        stablehlo.return %r : tensor<4xf32>
      }, { stablehlo.return %x : tensor<4xf32> }) : (tensor<i1>) -> tensor<4xf32>
      return %y : tensor<4xf32> }""")
    maps = function_maps(module.functions["main"])
    assert {str(map).split(",")[0] for map in maps[1]} == {"(d0) -> (d0)", "(d0) -> (-d0 + 3)"}
    assert [str(map) for map in maps[0]] == ["(d0) -> (), domain: d0 in [0, 3]"]
