"""VHLO as text is read as the StableHLO that it stands for: as jaxlib prints it, and by hand where it prints nothing."""

from __future__ import annotations

import pytest

import hloom
from tests.bytecode.programs import examples
from tests.vhlo.test_artifacts import in_jaxlib_printed

PROGRAM = """vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<2x?x!vhlo.f32_v1>, %t: !vhlo.token_v1)
    -> (!vhlo.tensor_v1<2x!vhlo.f32_v1>) {
  %c = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<0.0> : tensor<f32>>}> : () -> !vhlo.tensor_v1<!vhlo.f32_v1>
  %0 = "vhlo.reduce_v1"(%arg0, %c) <{dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>}> ({
  ^bb0(%a: !vhlo.tensor_v1<!vhlo.f32_v1>, %b: !vhlo.tensor_v1<!vhlo.f32_v1>):
    %s = "vhlo.add_v1"(%a, %b)
      : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
    "vhlo.return_v1"(%s) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
  }) : (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x!vhlo.f32_v1>
  %1 = "vhlo.exponential_v1"(%0) {mhlo.z = #vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.integer_v1<1 : i32>}>}
    : (!vhlo.tensor_v1<2x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x!vhlo.f32_v1>
  "vhlo.return_v1"(%1) : (!vhlo.tensor_v1<2x!vhlo.f32_v1>) -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
"""
SAME = """func.func @main(%arg0: tensor<2x?xf32>, %t: !stablehlo.token) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [1]
    : (tensor<2x?xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.exponential %0 {mhlo.z = {a = 1 : i32}} : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


def test_a_program() -> None:
    module = hloom.parse(PROGRAM)
    module.verify()
    assert str(module) == str(hloom.parse(SAME)) == str(hloom.parse(PROGRAM, format="auto"))


@pytest.mark.parametrize("type, same", [
    ("!vhlo.tensor_v1<3x?x!vhlo.bf16_v1, #vhlo.type_extensions_v1<bounds = [?, 4]>>",
     "tensor<3x?xbf16, #stablehlo.bounds<?, 4>>"),
    ("!vhlo.tensor_v1<!vhlo.complex_v1<!vhlo.f64_v1>>", "tensor<complex<f64>>"),
    ("!vhlo.tensor_v1<4x!vhlo.bool_v1>", "tensor<4xi1>"),
    ("!vhlo.tuple_v1<!vhlo.tensor_v1<!vhlo.ui8_v1>, !vhlo.token_v1>", "tuple<tensor<ui8>, !stablehlo.token>"),
    ("!vhlo.unranked_tensor_v1<!vhlo.f8E5M2_v1>", "tensor<*xf8E5M2>"), ("!vhlo.future_v1<!vhlo.tensor_v1<!vhlo.f32_v1>>",
                                                                       "!stablehlo.future<tensor<f32>>"),
    ("!vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 3.4e+01:16, -128:127, 1>>",
     "tensor<2x!quant.uniform<i8:f32, 3.400000e+01:16>>"),
    ("!vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0.5:0, 0:255, 0>>",
     "tensor<2x!quant.uniform<u8:f32, 5.000000e-01>>"),
    ("!vhlo.buffer_v1<2x!vhlo.f32_v1>", "memref<2xf32>"),
])
def test_types(type: str, same: str) -> None:
    text = f'vhlo.func_v1 @f(%x: {type}) -> () {{ "vhlo.return_v1"() : () -> () }} {{arg_attrs = #vhlo.array_v1<[]>, ' \
           'res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}'
    assert str(hloom.parse(text)) == str(hloom.parse(f"func.func private @f(%x: {same}) {{ return }}"))


def test_values_may_be_used_before_they_stand() -> None:
    program = """%0 = "my.graph"() ({
      "my.use"(%x) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
      %x = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<0.0> : tensor<f32>>}> : () -> !vhlo.tensor_v1<!vhlo.f32_v1>
    }) : () -> !vhlo.tensor_v1<!vhlo.f32_v1>"""
    module = hloom.parse(program, allow_unregistered=True)
    use, constant = module.regions[0].block.operations[0].regions[0].block.operations
    assert use.operands == [*constant.results]


EMPTY = "#vhlo.tensor_v1<dense<> : tensor<0xi64>>"
GATHER = f'''"my.graph"() ({{
  %x = "vhlo.constant_v1"() <{{value = #vhlo.tensor_v1<dense<0> : tensor<i64>>}}> : () -> !vhlo.tensor_v1<!vhlo.i64_v1>
  %0 = "vhlo.gather_v2"(%x, %x) <{{collapsed_slice_dims = {EMPTY}, index_vector_dim = DIMENSION, indices_are_sorted =
    #vhlo.bool_v1<false>, offset_dims = DIMENSIONS, operand_batching_dims = {EMPTY}, slice_sizes = {EMPTY},
    start_index_map = {EMPTY}, start_indices_batching_dims = {EMPTY}}}>
    : (!vhlo.tensor_v1<!vhlo.i64_v1>, !vhlo.tensor_v1<!vhlo.i64_v1>) -> !vhlo.tensor_v1<!vhlo.i64_v1> }}) : () -> ()'''


def with_attribute(text: str) -> str:
    return PROGRAM.replace("#vhlo.integer_v1<1 : i32>", text)


@pytest.mark.parametrize("text, message", [
    (PROGRAM.replace("vhlo.add_v1", "vhlo.add_v7"),
     r"<input>:6:\d+: error: \[operation\] vhlo.add_v7 does not exist up to StableHLO"),
    (PROGRAM.replace("!vhlo.token_v1", "!vhlo.tokn_v1"),
     r"<input>:1:\d+: error: \[syntax\] unknown type !vhlo.tokn_v1"),
    (PROGRAM.replace("#vhlo.dict_v1", "#vhlo.dct_v1"),
     r"<input>:10:\d+: error: \[syntax\] unknown attribute #vhlo.dct_v1"),
    (PROGRAM.replace("<{dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>}>", ""),
     "vhlo.reduce_v1 has no attribute dimensions"),
    (PROGRAM[:200], "error"),
    (GATHER.replace("DIMENSIONS", EMPTY).replace("DIMENSION", "#vhlo.type_v1<!vhlo.f32_v1>"),
     "index_vector_dim is a number, not f32"),
    (GATHER.replace("DIMENSIONS", "#vhlo.integer_v1<1 : i64>").replace("DIMENSION", "#vhlo.integer_v1<1 : i64>"),
     "offset_dims is a list of numbers, not 1 : i64"),
    (with_attribute("#vhlo.mesh_axis_v1<name = #vhlo.string_v1<\"x\">>"), r"<input>:10:\d+: error: \[syntax\] expected size = "),
    (with_attribute("#vhlo.mesh_axis_v1<name = 3, size = 2>"), r"<input>:10:\d+: error: \[syntax\] expected a name"),
    (with_attribute("#vhlo.axis_ref_v1<name = #vhlo.string_v1<\"x\">, sub_axis_info = unit>"), "expected a part of an axis"),
    (with_attribute("#vhlo.output_operand_alias_v1<outputTupleIndices = [?], operandIndex = 0, operandTupleIndices = []>"),
     "expected a list of numbers"),
    (with_attribute("#vhlo.result_accuracy_v1<atol = f32>"), "expected a number"),
    (with_attribute("!vhlo.complex_v1<!vhlo.token_v1>"), r"<input>:10:\d+: error: \[syntax\] complex<!stablehlo.token> is no"),
    (with_attribute("!vhlo.unranked_tensor_v1<!vhlo.tuple_v1<>>"), "cannot be the type of the elements of a tensor"),
    (with_attribute("!vhlo.tensor_v1<2x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [3]>>"), "have no bound"),
    (with_attribute("!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0.5:0, 0:1000, 1>"), "the range 0:1000 does not lie in -128:127"),
])
def test_what_is_wrong_is_shown_where_it_is(text: str, message: str) -> None:
    with pytest.raises(hloom.ParseError, match=message):
        hloom.parse(text, allow_unregistered=True)


@pytest.mark.slow
def test_what_jaxlib_prints() -> None:
    programs = [program for _, program in examples("stablehlo", "func")]
    read = 0
    for program, texts in zip(programs, in_jaxlib_printed(programs), strict=True):
        if texts is None:  # this jaxlib does not know the operation
            continue
        module = hloom.parse(program)
        same = str(hloom.parse(hloom.serialize_portable_artifact(module, "1.17.0")))
        # The short form of a function without a body has lost the types of its arguments.
        for text in texts[any(function.is_declaration for function in module.functions.values()) :]:
            assert str(hloom.parse(text)) == same
            read += 1
    assert read > 150
