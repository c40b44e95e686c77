"""Indexing maps against what programs do: only outputs that a map names may change when an element of an input changes."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.analysis.dependence import function_maps, input_to_output, output_to_input
from hloom.analysis.utilisation import utilisation
from hloom.ir.types import TensorType
from hloom.reference.interpreter import Interpreter
from tests.analysis.points import related
from tests.analysis.random_programs import RandomMapsProgram, hlo_program
from tests.ops.drawing.language import body, comparator
from tests.passes.programs import FunctionBuilder

PROGRAMS = int(os.environ.get("RANDOM_MAPS", "0")) or 120


def values(rng: np.random.Generator, type: Any) -> np.ndarray:
    if type.storage.kind == "pred":
        return rng.random(type.shape) < 0.5
    if type.storage.is_integer:
        return rng.integers(-3, 4, type.shape).astype(type.storage.dtype)
    return rng.standard_normal(type.shape).astype(type.storage.dtype)


def changed(rng: np.random.Generator, x: np.ndarray, place: int) -> np.ndarray:
    """A copy of `x` with another value at flat index `place`."""
    copy = x.copy()
    copy.flat[place] = not copy.flat[place] if x.dtype == bool else copy.flat[place] + x.dtype.type(rng.integers(1, 4))
    return copy


def differs(a: Any, b: Any) -> np.ndarray:
    return np.atleast_1d(np.asarray(a)).reshape(-1).view(f"V{np.asarray(a).dtype.itemsize}") != \
        np.atleast_1d(np.asarray(b)).reshape(-1).view(f"V{np.asarray(b).dtype.itemsize}")


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_only_named_outputs_change(seed: int) -> None:
    rng = np.random.default_rng(seed)
    module = RandomMapsProgram(seed, count=1 + seed % 8, depth=1).module()
    function = module.functions["main"]
    types: Any = [a.type for a in function.body.arguments]
    inputs = [values(rng, t) for t in types]
    run = lambda *arrays: Interpreter(module).call_function("main", *arrays)  # noqa: E731
    before = run(*inputs)
    tables = [{k: related(maps, v.shape, types[k].shape) for k, maps in function_maps(function, n).items()}
              for n, v in enumerate(before)]
    for number, x in enumerate(inputs):
        for place in range(x.size):
            after = run(*inputs[:number], changed(rng, x, place), *inputs[number + 1 :])
            for n, (old, new) in enumerate(zip(before, after)):
                unnamed = differs(old, new) & ~tables[n][number][:, place]
                assert not unnamed.any(), f"output {n} at {np.flatnonzero(unnamed)} reads element {place} of argument {number}"


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_hlo_reads_what_is_named_and_nothing_else(seed: int) -> None:
    """Movements and sums in layouts of all sorts, bitcasts and fusions: NaN shows in all that reads it. What a NaN changes at all
    is what is utilised."""
    module = hloom.parse(hlo_program(seed, 1 + seed % 8), format="hlo")
    function: Any = list(module.functions.values())[-1]
    inputs = [np.ones(a.type.shape, np.float32) for a in function.body.arguments]
    maps = function_maps(function)
    for number, x in enumerate(inputs):
        (before,) = hloom.evaluate(module, *inputs)
        named = related(maps[number], np.shape(before), x.shape)
        for place in range(x.size):
            other = x.copy()
            other.flat[place] = np.nan
            (after,) = hloom.evaluate(module, *inputs[:number], other, *inputs[number + 1 :])
            assert np.array_equal(np.isnan(after).reshape(-1), named[:, place]), (number, place)
        found = utilisation(maps[number], x.shape)
        assert (found.read, found.is_exact) == (named.any(axis=0).sum(), True)


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_both_directions_say_the_same(seed: int) -> None:
    module = RandomMapsProgram(seed + 10_000, count=1 + seed % 8, depth=1).module()
    for op in module.functions["main"].body.block.operations[:-1]:
        for number, operand in enumerate(op.operands):
            back = input_to_output(op, number)
            for n, result in enumerate(op.results):
                if isinstance(operand.type, TensorType) and isinstance(result.type, TensorType):
                    there = related(output_to_input(op, n)[number], result.type.shape, operand.type.shape)
                    assert np.array_equal(there, related(back[n], operand.type.shape, result.type.shape).T), (op, number, n)


def test_one_number_clamped_in_two_ways_is_two() -> None:
    """The start 2 of both dimensions is 2 of the one and, clamped, 1 of the other."""
    module = hloom.parse("""func.func @main(%x: tensor<3x2xi32>, %i: tensor<i32>) -> tensor<1x1xi32> {
      %y = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 1] : (tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>
      return %y : tensor<1x1xi32> }""")
    (map,) = output_to_input(module.functions["main"].body.block.operations[0])[0]
    assert str(map) == ("(d0, d1){rt0, rt1} -> (d0 + rt0, d1 + rt1), domain: d0 in [0, 0], d1 in [0, 0], "
                        "rt0 in [0, 2], rt1 in [0, 1]")


def test_runtime_variables_come_in_the_order_of_the_results() -> None:
    gather = hloom.parse("""func.func @main(%x: tensor<9x8xf32>, %i: tensor<5x2xi32>) -> tensor<5x2x3xf32> {
      %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [1, 0],
        index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>}> : (tensor<9x8xf32>, tensor<5x2xi32>) -> tensor<5x2x3xf32>
      return %y : tensor<5x2x3xf32> }""").functions["main"].body.block.operations[0]
    (map,) = output_to_input(gather)[0]
    assert str(map).startswith("(d0, d1, d2){rt0, rt1} -> (d1 + rt0, d2 + rt1), domain: ")
    assert "rt0 in [0, 7], rt1 in [0, 5]" in str(map)
    assert [[str(k) for k in rt.element or ()] for rt in map.runtime] == [["d0", "1"], ["d0", "0"]]


@pytest.mark.parametrize("before, after, back", [
    # No dimension of the one is a product of dimensions of the other.
    ("2x3x4x7", "4x6x7", "(d0, d1, d2, d3) -> (d0 * 2 + (d1 * 4 + d2) floordiv 6, (d1 * 4 + d2) mod 6, d3)"),
    ("8x1x4", "1x32x1", "(d0, d1, d2) -> (0, d0 * 4 + d2, 0)"),
])
def test_reshapes_back_are_reshapes(before: str, after: str, back: str) -> None:
    text = f"""func.func @main(%x: tensor<{before}xf32>) -> tensor<{after}xf32> {{
      %y = stablehlo.reshape %x : (tensor<{before}xf32>) -> tensor<{after}xf32>
      return %y : tensor<{after}xf32> }}"""
    (map,) = input_to_output(hloom.parse(text).functions["main"].body.block.operations[0])[0]
    assert str(map).split(", domain")[0] == back


def moved(build: Any, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The table of the maps of an operation that moves elements, and that of what it moves, told by numbering elements."""
    size = int(np.prod(shape))
    numbers = np.arange(1, size + 1, dtype=np.float32).reshape(shape)
    b = FunctionBuilder([TensorType(shape, hloom_type("f32"))])
    result = build(b, *b.arguments)
    module = b.module(result)
    (found,) = Interpreter(module).call_function("main", numbers)
    table = np.zeros((found.size, size), bool)
    flat = found.reshape(-1).astype(int)
    table[flat > 0, flat[flat > 0] - 1] = True
    return related(output_to_input(result.owner)[0], found.shape, shape), table


def hloom_type(name: str) -> Any:
    from hloom.numbers.element_type import element_type

    return element_type(name)


MOVES = {
    "reverse": lambda b, x: b("stablehlo.reverse", x, dimensions=[0, 2]),
    "transpose": lambda b, x: b("stablehlo.transpose", x, permutation=[2, 0, 1]),
    "reshape": lambda b, x: b("stablehlo.reshape", x, result_types=[x.type.with_shape((4, 3, 5))]),
    "slice": lambda b, x: b("stablehlo.slice", x, start_indices=[0, 1, 0], limit_indices=[3, 4, 5], strides=[1, 2, 3]),
    "pad": lambda b, x: b("stablehlo.pad", x, b.splat(np.float32(0), TensorType((), x.element)), edge_padding_low=[1, -1, 0],
                          edge_padding_high=[0, 2, -2], interior_padding=[1, 0, 2]),
    "concatenate": lambda b, x: b("stablehlo.concatenate", [x, b.splat(np.float32(0), x.type)], dimension=1),
    "broadcast": lambda b, x: b("stablehlo.broadcast_in_dim", x, broadcast_dimensions=[3, 0, 1],
                                result_types=[x.type.with_shape((4, 5, 2, 3))]),
}


@pytest.mark.parametrize("name", MOVES)
def test_movements_are_exact(name: str) -> None:
    told, table = moved(MOVES[name], (3, 4, 5))
    assert np.array_equal(told, table)


def exact_reads(op: Any, inputs: list[np.ndarray], number: int) -> None:
    """That an operation's maps name every element that shows in a result when it turns to NaN, and no other."""
    from tests.ops.drawing.language import evaluate

    results = evaluate(op, inputs)
    for n, result in enumerate(results):
        table = related(output_to_input(op, n)[number], np.shape(result), inputs[number].shape)
        for place in range(inputs[number].size):
            x = inputs[number].copy()
            x.flat[place] = np.nan
            after = evaluate(op, [*inputs[:number], x, *inputs[number + 1 :]])[n]
            assert np.array_equal(np.isnan(after).reshape(-1), table[:, place]), (op.name, number, place)


@pytest.mark.parametrize("operand", [0, 1])
@pytest.mark.parametrize("stride, dilation, base, low, high", [
    (1, 1, 1, 0, 0), (2, 1, 1, 1, 0), (1, 2, 1, 2, 1), (2, 2, 3, 1, 2)])
def test_convolution_reads_exactly(stride: int, dilation: int, base: int, low: int, high: int, operand: int) -> None:
    rng = np.random.default_rng(1)
    x, w = (rng.standard_normal(s).astype(np.float32) for s in ((2, 5, 4), (3, 2, 6)))
    size = 1 + (4 * base + 1 + low + high - 2 * dilation - 1) // stride
    module = hloom.parse(f"""func.func @main(%x: tensor<2x5x4xf32>, %w: tensor<3x2x6xf32>) -> tensor<2x{size}x6xf32> {{
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
        window = {{stride = [{stride}], pad = [[{low}, {high}]], lhs_dilate = [{base}], rhs_dilate = [{dilation}]}}
        {{batch_group_count = 1 : i64, feature_group_count = 2 : i64}}
        : (tensor<2x5x4xf32>, tensor<3x2x6xf32>) -> tensor<2x{size}x6xf32>
      return %0 : tensor<2x{size}x6xf32> }}""")
    op: Any = module.functions["main"].body.block.operations[0]
    if operand == 0:
        exact_reads(op, [x, w], 0)
    else:  # a place of the kernel that meets only padding is named all the same
        table = related(output_to_input(op)[1], op.shape, w.shape)
        for place in range(w.size):
            changed_kernel = w.copy()
            changed_kernel.flat[place] = np.nan
            after = op.eval(x, changed_kernel)
            assert not (np.isnan(after).reshape(-1) & ~table[:, place]).any()


def test_kernels_state_what_they_read() -> None:
    from hloom.ops.definition.operation import REGISTRY
    from tests.ops.drawing.language import value

    f32 = hloom_type("f32")
    sort = REGISTRY["stablehlo.sort"].create([value(TensorType((2, 3), f32)), value(TensorType((2, 3), f32))], dimension=1,
                                             regions=[comparator([f32, f32])])
    for k in (0, 1):
        assert list(map(str, output_to_input(sort, 1)[k])) == ["(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 1], d1 in [0, 2], "
                                                               "s0 in [0, 2]"]
    solve = REGISTRY["stablehlo.triangular_solve"].create(
        value(TensorType((2, 3, 3), f32)), value(TensorType((2, 3, 4), f32)), left_side=True, lower=True, unit_diagonal=False,
        transpose_a="NO_TRANSPOSE")
    a, b = (related(output_to_input(solve)[k], (2, 3, 4), shape) for k, shape in ((0, (2, 3, 3)), (1, (2, 3, 4))))
    assert np.array_equal(a[0].reshape(2, 3, 3)[0], np.tri(3, dtype=bool)) and not a[0].reshape(2, 3, 3)[1].any()
    assert np.array_equal(np.flatnonzero(b[0]), [0, 4, 8])
    scatter = hloom.parse("""func.func @main(%x: tensor<4x6xf32>, %i: tensor<3x1xi32>, %u: tensor<3x6xf32>) -> tensor<4x6xf32> {
      %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          stablehlo.return %b : tensor<f32> }) : (tensor<4x6xf32>, tensor<3x1xi32>, tensor<3x6xf32>) -> tensor<4x6xf32>
      return %0 : tensor<4x6xf32> }""").functions["main"].body.block.operations[0]
    found = output_to_input(scatter)
    assert list(map(str, found[0])) == ["(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 5]"]
    assert [str(m).split(", domain")[0] for m in found[2]] == ["(d0, d1)[s0] -> (s0, d1)"]


def test_unknown_is_said() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
      %0 = stablehlo.custom_call @mystery(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1:2 = stablehlo.while(%a = %0, %b = %n) : tensor<4xf32>, tensor<i32>
        cond { %c = stablehlo.constant dense<0> : tensor<i32>
               %d = stablehlo.compare GT, %b, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %d : tensor<i1> }
        do { %e = stablehlo.reverse %a, dims = [0] : tensor<4xf32>
             stablehlo.return %e, %b : tensor<4xf32>, tensor<i32> }
      return %1#0 : tensor<4xf32> }""")
    call, loop, _ = module.functions["main"].body.block.operations
    assert all(m.is_undefined for op in (call, loop) for maps in output_to_input(op).values() for m in maps)
    assert [m.is_undefined for m in function_maps(module.functions["main"])[0]] == [True]


def test_bodies_beyond_expressions_and_quantized_numbers() -> None:
    from hloom.ops.definition.operation import REGISTRY
    from tests.ops.drawing.language import value

    f32 = hloom_type("f32")
    plain = REGISTRY["stablehlo.reduce"].create([value(TensorType((2, 3), f32))], [value(TensorType((), f32))], dimensions=[1],
                                                regions=[body(f32, "add")])
    maps = [str(m) for m in output_to_input(plain)[0]]
    assert maps == ["(d0)[s0] -> (d0, s0), domain: d0 in [0, 1], s0 in [0, 2]"]
    module = hloom.parse("""!q = tensor<2x3x!quant.uniform<i8:f32, 0.5>>
      func.func @main(%x: !q, %y: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.25>> {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
          : (!q, tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.25>>
        return %0 : tensor<2x2x!quant.uniform<i32:f32, 0.25>> }""")
    dot = module.functions["main"].body.block.operations[0]
    assert [str(m) for k in (0, 1) for m in output_to_input(dot)[k]] == [
        "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 1], d1 in [0, 1], s0 in [0, 2]",
        "(d0, d1)[s0] -> (s0, d1), domain: d0 in [0, 1], d1 in [0, 1], s0 in [0, 2]"]
