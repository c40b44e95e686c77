"""Functions of dynamic shapes for the shapes of one call: every way in which a size is computed, no operation left out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.passes.specialize import NotSpecializedError, Template
from tests.harness import apart

I = np.int32
#: Programs by what they show: a text, and the arguments' shapes, or arrays, of some calls.
PROGRAMS: dict[str, tuple[str, list[tuple]]] = {
    "dynamic_iota": ("""(%x: tensor<?xf32>) -> tensor<?x2xf32> {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %two = stablehlo.constant dense<2> : tensor<1xi32>
        %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %s = stablehlo.concatenate %m, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x2xf32>
        return %0 : tensor<?x2xf32> }""", [((3,),), ((0,),), ((1,),)]),
    "dynamic_pad": ("""(%x: tensor<?xf32>) -> tensor<?xf32> {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %low = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %one = stablehlo.constant dense<1> : tensor<1xi32>
        %v = stablehlo.constant dense<7.0> : tensor<f32>
        %0 = stablehlo.dynamic_pad %x, %v, %low, %one, %one
          : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
        return %0 : tensor<?xf32> }""", [((3,),), ((0,),), ((1,),)]),
    "dynamic_gather": ("""(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>) -> tensor<?x?xf32> {
        %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
        %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %one = stablehlo.constant dense<1> : tensor<1xi32>
        %s = stablehlo.concatenate %one, %m, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
          collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>
          : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
        return %0 : tensor<?x?xf32> }""", [((3, 2), np.array([[2], [0]], I)), ((1, 0), np.array([[9]], I)),
                                             ((2, 3), np.zeros((0, 1), I))]),
    "dynamic_conv": ("""(%x: tensor<1x?x?x1xf32>, %w: tensor<?x2x1x1xf32>) -> tensor<1x?x?x1xf32> {
        %n = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?x2x1x1xf32>) -> tensor<i32>
        %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1x1xi32>
        %zero = stablehlo.constant dense<0> : tensor<1x1xi32>
        %r = stablehlo.concatenate %m, %zero, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
        %p = stablehlo.concatenate %r, %r, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
        %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
          feature_group_count = 1 : i64, batch_group_count = 1 : i64}>
          : (tensor<1x?x?x1xf32>, tensor<?x2x1x1xf32>, tensor<2x2xi32>) -> tensor<1x?x?x1xf32>
        return %0 : tensor<1x?x?x1xf32> }""", [((1, 4, 3, 1), (2, 2, 1, 1)), ((1, 1, 5, 1), (1, 2, 1, 1))]),
    "real_dynamic_slice": ("""(%x: tensor<?x6xf32>) -> tensor<?x3xf32> {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x6xf32>) -> tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %m = stablehlo.subtract %n, %one : tensor<i32>
        %r = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
        %a = stablehlo.constant dense<0> : tensor<2xi32>
        %six = stablehlo.constant dense<6> : tensor<1xi32>
        %b = stablehlo.concatenate %r, %six, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %s = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
        %0 = stablehlo.real_dynamic_slice %x, %a, %b, %s
          : (tensor<?x6xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x3xf32>
        return %0 : tensor<?x3xf32> }""", [((4, 6),), ((1, 6),)]),
    "a slice that begins where data say": ("""(%x: tensor<?x6xf32>, %i: tensor<99xi64>) -> tensor<?x3xf32> {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x6xf32>) -> tensor<i32>
        %m = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
        %r = stablehlo.reshape %m : (tensor<i64>) -> tensor<1xi64>
        %five = stablehlo.constant dense<5> : tensor<1xi64>
        %size = stablehlo.concatenate %r, %five, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
        %zero = stablehlo.constant dense<0> : tensor<1xi64>
        %k = stablehlo.slice %i [98:99] : (tensor<99xi64>) -> tensor<1xi64>
        %a = stablehlo.concatenate %zero, %k, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
        %b = stablehlo.add %size, %a : tensor<2xi64>
        %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
        %0 = stablehlo.real_dynamic_slice %x, %a, %b, %s
          : (tensor<?x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x3xf32>
        return %0 : tensor<?x3xf32> }""", [((4, 6), np.full(99, k)) for k in (0, 1, 2, -3)] + [((0, 6), np.full(99, 1))]),
    "set_dimension_size": ("""(%x: tensor<5xf32>, %n: tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<5>> {
        %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<5xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<5>>
        %1 = stablehlo.add %0, %0 : tensor<?xf32, #stablehlo.bounds<5>>
        return %1 : tensor<?xf32, #stablehlo.bounds<5>> }""", [((5,), np.array(k, I)) for k in (0, 3, 5)]),
    "sizes as arguments": ("""(%n: tensor<i32>, %unused: tensor<i32>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<i32>) {
        %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %v = stablehlo.constant dense<2.0> : tensor<f32>
        %0 = stablehlo.dynamic_broadcast_in_dim %v, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
        %1 = stablehlo.multiply %0, %x : tensor<?xf32>
        return %1, %unused : tensor<?xf32>, tensor<i32> }""", [(np.array(k, I), np.array(9, I), (k,)) for k in (3, 0, 1)]),
    "broadcasts of chlo": ("""(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xi1> {
        %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
        %1 = chlo.broadcast_compare %0, %x {comparison_direction = #chlo<comparison_direction LT>}
          : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xi1>
        return %1 : tensor<?x?xi1> }""", [((3,), (2, 3)), ((1,), (2, 3)), ((3,), (2, 1)), ((1,), (1, 1)), ((0,), (2, 1))]),
    "shapes of the shape dialect": ("""(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
        %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
        %b = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
        %w = shape.cstr_broadcastable %a, %b : tensor<1xindex>, tensor<2xindex>
        %0 = shape.assuming %w -> (tensor<?x?xf32>) {
          %s = shape.broadcast %a, %b : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
          %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
          %2 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
          %3 = stablehlo.add %1, %2 : tensor<?x?xf32>
          shape.assuming_yield %3 : tensor<?x?xf32>
        }
        return %0 : tensor<?x?xf32> }""", [((3,), (2, 3)), ((1,), (2, 3)), ((3,), (0, 1))]),
    "sizes of the tensor dialect": ("""(%x: tensor<?x4xf32>) -> tensor<?xf32> {
        %c0 = arith.constant 0 : index
        %c4 = arith.constant 4 : index
        %n = tensor.dim %x, %c0 : tensor<?x4xf32>
        %m = arith.muli %n, %c4 : index
        %s = tensor.from_elements %m : tensor<1xindex>
        %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<?xf32>
        %k = arith.index_cast %n : index to i64
        %t = tensor.from_elements %k : tensor<1xi64>
        %1 = stablehlo.reshape %t : (tensor<1xi64>) -> tensor<i64>
        %2 = stablehlo.convert %1 : (tensor<i64>) -> tensor<f32>
        %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
        %4 = stablehlo.add %0, %3 : tensor<?xf32>
        return %4 : tensor<?xf32> }""", [((3, 4),), ((0, 4),)]),
    "a branch that sizes decide": ("""(%x: tensor<?xf32>) -> tensor<?xf32> {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %two = stablehlo.constant dense<2> : tensor<i32>
        %p = stablehlo.compare GT, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %0 = "stablehlo.if"(%p) ({
          %a = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
          %1 = stablehlo.real_dynamic_slice %x, %b0, %b2, %b1
            : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
          stablehlo.return %1 : tensor<?xf32>
        }, {
          %1 = stablehlo.negate %x : tensor<?xf32>
          stablehlo.return %1 : tensor<?xf32>
        }) : (tensor<i1>) -> tensor<?xf32>
        return %0 : tensor<?xf32> }""".replace("%n = ", """%b0 = stablehlo.constant dense<0> : tensor<1xi32>
        %b1 = stablehlo.constant dense<1> : tensor<1xi32>
        %b2 = stablehlo.constant dense<2> : tensor<1xi32>
        %n = """), [((3,),), ((1,),), ((0,),)]),
    "a branch that data decide": ("""(%x: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<i32>) {
        %0:2 = "stablehlo.if"(%p) ({
          %1 = stablehlo.add %x, %x : tensor<?xf32>
          %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
          stablehlo.return %1, %n : tensor<?xf32>, tensor<i32>
        }, {
          %1 = stablehlo.constant dense<5> : tensor<i32>
          stablehlo.return %x, %1 : tensor<?xf32>, tensor<i32>
        }) : (tensor<i1>) -> (tensor<?xf32>, tensor<i32>)
        return %0#0, %0#1 : tensor<?xf32>, tensor<i32> }""",
        [((3,), np.array(True)), ((3,), np.array(False)), ((0,), np.array(True))]),
    "a loop": ("""(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<i32>) {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %0:2 = stablehlo.while(%v = %x, %i = %zero) : tensor<?xf32>, tensor<i32>
        cond {
          %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
          %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
          %2 = stablehlo.add %v, %1 : tensor<?xf32>
          %3 = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %2, %3 : tensor<?xf32>, tensor<i32>
        }
        return %0#0, %0#1 : tensor<?xf32>, tensor<i32> }""", [((3,),), ((0,),), ((1,),)]),
    "a scan": ("""(%x: tensor<?x?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
        %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %c = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
        %0:2 = chlo.scan(%x) inits(%c) dimension=1 {
        ^bb0(%input0: tensor<?xi32>, %carry0: tensor<?xi32>):
          %1 = stablehlo.add %input0, %carry0 : tensor<?xi32>
          stablehlo.return %1, %1 : tensor<?xi32>, tensor<?xi32>
        } : (tensor<?x?xi32>, tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>)
        return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32> }""", [(np.arange(a * b, dtype=I).reshape(a, b),)
                                                                  for a, b in ((2, 3), (3, 1), (0, 2))]),
    "a bounded broadcast": ("""(%x: tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 5>> {
        %0 = stablehlo.broadcast_in_dim %x, dims = [1]
          : (tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 5>>
        return %0 : tensor<2x?xf32, #stablehlo.bounds<?, 5>> }""", [((3,),), ((0,),), ((5,),)]),
    "elements of other widths": ("""(%x: tensor<?x4xi8>) -> (tensor<?xi32>, tensor<?x4x2xi4>, tensor<?x4xf32>) {
        %0 = stablehlo.bitcast_convert %x : (tensor<?x4xi8>) -> tensor<?xi32>
        %1 = stablehlo.bitcast_convert %x : (tensor<?x4xi8>) -> tensor<?x4x2xi4>
        %2 = stablehlo.convert %x : (tensor<?x4xi8>) -> tensor<?x4xf32>
        return %0, %1, %2 : tensor<?xi32>, tensor<?x4x2xi4>, tensor<?x4xf32> }""",
        [(np.arange(12, dtype=np.int8).reshape(3, 4),), (np.zeros((0, 4), np.int8),)]),
    "quantized": ("""(%x: tensor<?xf32>) -> tensor<?xf32> {
        %0 = stablehlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<i8:f32, 0.5:3>>
        %1 = stablehlo.add %0, %0 : tensor<?x!quant.uniform<i8:f32, 0.5:3>>
        %2 = stablehlo.uniform_dequantize %1 : (tensor<?x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<?xf32>
        return %2 : tensor<?xf32> }""", [((5,),), ((0,),)]),
    "sort, and its places": ("""(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>) {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
        %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
            %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
        }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
        return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32> }""", [((9,),), ((1,),), ((0,),)]),
    "a size in the body of a reduction": ("""(%x: tensor<?xi32>) -> tensor<i32> {
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
          ^bb0(%a: tensor<i32>, %b: tensor<i32>):
            %m = stablehlo.minimum %b, %n : tensor<i32>
            %s = stablehlo.add %a, %m : tensor<i32>
            stablehlo.return %s : tensor<i32>
        }) : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
        return %0 : tensor<i32> }""", [(np.arange(k, dtype=I) + 2,) for k in (4, 1)]),
}


def arguments(shapes: tuple) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [s if isinstance(s, np.ndarray) else rng.integers(-9, 9, s).astype(np.float32) for s in shapes]


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_engines_agree_at_every_size(name: str) -> None:
    text, calls = PROGRAMS[name]
    module = hloom.parse(f"func.func @main{text}")
    exe = hloom.compile(module)
    for shapes in calls:
        arrays = arguments(shapes)
        found, expected = exe(*arrays), hloom.evaluate(module, *arrays)
        assert not any(map(apart, found, expected)), shapes
    assert not exe.fallbacks, exe.stats


def template(text: str) -> Template:
    module = hloom.parse(f"func.func @main{text}")
    module.verify()
    return Template(module, "main")


def test_which_arguments_say_shapes() -> None:
    assert {name: sorted(template(text).numbers) for name, (text, _) in PROGRAMS.items() if template(text).numbers} == {
        "set_dimension_size": [1], "sizes as arguments": [0]}
    assert not any(template(text).unknown for text, _ in PROGRAMS.values())


@pytest.mark.parametrize(("text", "name"), [
    ("""(%x: tensor<100xi32>) -> tensor<?xi32> {
        %n = stablehlo.slice %x [0:1] : (tensor<100xi32>) -> tensor<1xi32>
        %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
        return %0 : tensor<?xi32> }""", "stablehlo.dynamic_iota"),
    ("""(%x: tensor<?xf32>, %n: tensor<f32>) -> tensor<?xf32> {
        %i = stablehlo.convert %n : (tensor<f32>) -> tensor<i32>
        %0 = stablehlo.set_dimension_size %x, %i, dim = 0 : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
        return %0 : tensor<?xf32> }""", "stablehlo.set_dimension_size"),
    ("""(%x: tensor<?xf32>, %i: tensor<99xi32>) -> tensor<?xf32> {
        %a = stablehlo.slice %i [0:1] : (tensor<99xi32>) -> tensor<1xi32>
        %b = stablehlo.slice %i [1:2] : (tensor<99xi32>) -> tensor<1xi32>
        %one = stablehlo.constant dense<1> : tensor<1xi32>
        %0 = stablehlo.real_dynamic_slice %x, %a, %b, %one
          : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
        return %0 : tensor<?xf32> }""", "stablehlo.real_dynamic_slice"),
])
def test_shapes_that_depend_on_data(text: str, name: str) -> None:
    unknown = template(text).unknown
    assert unknown is not None and unknown.name == name
    exe = hloom.compile(hloom.parse(f"func.func @main{text}"))
    assert name in [op.name for op in exe.fallbacks] and name in exe.stats["reason"]


def test_a_loop_whose_state_grows_is_not_specialized() -> None:
    text = """(%x: tensor<?xf32>) -> tensor<?xf32> {
        %n = stablehlo.constant dense<9> : tensor<i32>
        %0 = stablehlo.while(%v = %x) : tensor<?xf32>
        cond {
          %k = stablehlo.get_dimension_size %v, dim = 0 : (tensor<?xf32>) -> tensor<i32>
          %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %1 = stablehlo.concatenate %v, %v, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          stablehlo.return %1 : tensor<?xf32>
        }
        return %0 : tensor<?xf32> }"""
    with pytest.raises(NotSpecializedError, match="change from iteration to iteration"):
        template(text).specialized([(3,)], {})
    exe = hloom.compile(hloom.parse(f"func.func @main{text}"))
    assert exe(np.ones(3, np.float32))[0].shape == (12,)
    assert "stablehlo.while" in [op.name for op in exe.fallbacks]
    assert "change from iteration" in exe.stats["reason_of"]["(3xf32)"]


@pytest.mark.parametrize("name", ["dynamic_gather", "sizes as arguments", "broadcasts of chlo", "shapes of the shape dialect",
                                  "real_dynamic_slice", "set_dimension_size"])
def test_what_is_wrong_is_said_as_by_the_evaluator(name: str) -> None:
    text, _ = PROGRAMS[name]
    wrong: dict[str, tuple[Any, ...]] = {
        "dynamic_gather": ((0, 2), np.zeros((1, 1), I)), "sizes as arguments": (np.array(-1, I), np.array(0, I), (3,)),
        "broadcasts of chlo": ((2,), (2, 3)), "shapes of the shape dialect": ((2,), (2, 3)), "real_dynamic_slice": ((0, 6),),
        "set_dimension_size": ((5,), np.array(6, I))}
    module = hloom.parse(f"func.func @main{text}")
    exe, arrays = hloom.compile(module), arguments(wrong[name])
    with pytest.raises(hloom.EvaluationError) as expected:
        hloom.evaluate(module, *arrays)
    with pytest.raises(hloom.EvaluationError) as found:
        exe(*arrays)
    assert str(found.value) == str(expected.value)


def test_calls_of_functions_of_other_types_are_taken_along() -> None:
    """A function may state more of a shape than its caller knows; each call has sizes of its own."""
    module = hloom.parse("""
func.func private @twice(%v: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %v, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = stablehlo.add %i, %v : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = call @twice(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @twice(%y) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}""")
    x, y = np.zeros(2, np.float32), np.zeros(3, np.float32)
    exe = hloom.compile(module)
    assert [a.tolist() for a in exe(x, y)] == [[0, 1], [0, 1, 2]] and not exe.fallbacks
