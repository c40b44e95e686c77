"""Types, attributes and locations: read, and printed as MLIR prints them."""

from __future__ import annotations

from typing import Any

import pytest

from hloom.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, DictionaryAttr, EnumAttr, IntegerAttr, OpaqueAttr
from hloom.ir.location import CallSiteLocation, FileLocation, FusedLocation, NamedLocation
from hloom.ir.types import DYNAMIC, TOKEN, FunctionType, FutureType, OpaqueType, QuantizedType, TensorType, TupleType
from hloom.numbers.element_type import ELEMENT_TYPES, F32, I64
from hloom.ops.common.attributes import ConvDimensionNumbers, GatherDimensionNumbers, TypeExtensions
from hloom.support.diagnostics import ParseError
from hloom.support.source import Source
from hloom.text.mlir import parse, print_module
from hloom.text.mlir.parser import Parser
from tests.text.oracle import Oracle, jax_oracle, oracles, torch_oracle


def parser(text: str) -> Parser:
    return Parser(Source("<test>", text))


def attribute(text: str) -> Any:
    return parser(text).attribute()


def type_(text: str) -> Any:
    return parser(text).type()


@pytest.fixture(scope="module")
def readers() -> list[Oracle]:
    return oracles()


ATTRIBUTES = [
    "1",
    "-7 : i8",
    "255 : ui8",
    "255 : i8",
    "true",
    "1 : i1",
    "0x10 : i32",
    "3 : index",
    "1.5",
    "1.0 : f32",
    "0x7FC00000 : f32",
    "1.0e-20 : bf16",
    '"text"',
    '"\\00\\22"',
    "@main",
    '@"a b"::@c',
    "[]",
    "[1, 2.0, true]",
    "[1 : i32, [@a]]",
    "{}",
    "{b = 1, a, c = [unit]}",
    '{"a b" = 1}',
    "unit",
    "array<i64>",
    "array<i64: 1, -2>",
    "array<i1: true, false>",
    "array<f32: 1.0, 0x7F800000>",
    "array<i8: 1>",
    "f32",
    "tensor<2x?xf32>",
    "(f32, i1) -> ()",
    "affine_map<(d0, d1) -> (d1, d0)>",
    "affine_set<(d0) : (d0 - 1 >= 0)>",
    "-9223372036854775808 : i64",
    "#stablehlo<comparison_direction LT>",
    "#stablehlo<precision HIGHEST>",
    "#chlo<comparison_type FLOAT>",
    "#stablehlo.dot<rhs_contracting_dimensions = [1], lhs_contracting_dimensions = []>",
    "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>",
    "#stablehlo.conv<[f, b]x[o, i]->[b, f]>",
    "#stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], "
    "kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], "
    "output_batch_dimension = 0, output_feature_dimension = 2, "
    "output_spatial_dimensions = [1]>",
    "#stablehlo.gather<offset_dims = [0], index_vector_dim = 1, operand_batching_dims = [1],>",
    "#stablehlo.gather<>",
    "#stablehlo.scatter<update_window_dims = [0], index_vector_dim = -1>",
    "#stablehlo.channel_handle<type = 0, handle = 3>",
    "#stablehlo.bounds<3, ?>",
    "#stablehlo.type_extensions<bounds = [3, ?]>",
    "#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 2, operand_tuple_indices = []>",
    "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, "
    "lhs_component_count = 1, "
    "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>",
    "#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>",
    "#stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>",
    "#stablehlo.result_accuracy_mode<HIGHEST>",
    '#stablehlo.axis_ref<name = "x">',
    '#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>',
    '#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>',
    '#stablehlo.mesh_axis<name = "x", size = 2>',
    '#stablehlo.mesh<axes=[<name = "x", size = 2>, <name="y",size=3>]>',
    '#stablehlo.mesh<axes = [<name = "x", size = 2>], device_ids = dense<[1, 0]> : tensor<2xi64>>',
    '#sdy.mesh<["x"=2,"y" = 4],device_ids=[7,6,5,4,3,2,1,0]>',
    '#sdy.sharding<@mesh,[{"x":(1)2, ?}p1 , { }],replicated = {"y"},unreduced={"z"}>',
    '#sdy.sharding_per_value<[<@mesh, [{"x"}]>,<@other,[]>]>',
    '#sdy.op_sharding_rule<([i,j], [j, k])->([i, k]) {i=8, j=4,k=16} reduction={j}>',
    "#sdy<manual_axes{ \"a\",\"b\" }>",
    "#chlo.ragged_dot<lhs_ragged_dimensions = [0], rhs_group_dimensions = [0], lhs_contracting_dimensions = [1]>",
]


@pytest.mark.parametrize("text", ATTRIBUTES)
def test_attribute_is_spelled_as_mlir_does(text: str, readers: list[Oracle]) -> None:
    found = attribute(text)
    assert str(found) in [reader.attribute(text) for reader in readers]
    assert attribute(str(found)) == found


TYPES = [
    "f32",
    "i1",
    "ui4",
    "si8",
    "i7",
    "f80",
    "tf32",
    "index",
    "none",
    "complex<f64>",
    "complex<i32>",
    "tensor<f32>",
    "tensor<2x0x?xbf16>",
    "tensor<*xf32>",
    "tensor<?x3xf32, #stablehlo.bounds<4, ?>>",
    "tensor<2xcomplex<f32>>",
    "tensor<2xindex>",
    "tuple<>",
    "tuple<tensor<f32>, tuple<!stablehlo.token>>",
    "!stablehlo.token",
    "!stablehlo.future<tensor<2xf32>, tensor<i1>>",
    "() -> ()",
    "(f32) -> (f32, i1)",
    "() -> (() -> f32)",
    "vector<4xf32>",
    "memref<2x?xf32, strided<[1, 2]>>",
    "tensor<2x3xf8E4M3B11FNUZ>",
    "tensor<2xf4E2M1FN>",
]
QUANTIZED = [
    "!quant.uniform<i8:f32, 0.1:3>",
    "!quant.uniform<u8<1:255>:f32:0, {0.123456789012, 2.0:3, 4.0:-1}>",
    "!quant.uniform<i4<-7:7>:f32, 1.0>",
    "!quant.uniform<i8<-128:127>:bf16, 1.0e-20:0>",
    "!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0:3}, {3.0:-4, 1.1}}>",
    "!quant.uniform<i32:f32, 1.2345678>",
]


@pytest.mark.parametrize("text", TYPES)
def test_type_is_spelled_as_mlir_does(text: str, readers: list[Oracle]) -> None:
    found = type_(text)
    assert str(found) in [reader.type(text) for reader in readers]
    assert type_(str(found)) is found


@pytest.mark.parametrize("text", QUANTIZED)
def test_quantized_type_is_spelled_as_mlir_does(text: str) -> None:
    found = type_(f"tensor<4x{text}>")
    assert str(found) == torch_oracle().type(f"tensor<4x{text}>")
    assert type_(str(found)) is found


def test_types_have_their_parts() -> None:
    found = type_("tensor<2x?xf32, #stablehlo.bounds<?, 5>>")
    assert found == TensorType((2, DYNAMIC), F32, TypeExtensions((None, 5)))
    assert found.bounds == (2, 5)
    assert type_("(f32) -> (i1)") is FunctionType((F32,), (ELEMENT_TYPES["i1"],))
    assert type_("tuple<f32, !stablehlo.token>") is TupleType((F32, TOKEN))
    assert type_("!stablehlo.future<tensor<f32>>") is FutureType((TensorType((), F32),))
    assert type_("!shape.shape") is OpaqueType("!shape.shape")
    assert type_("!mesh.axis<0, [1]>") is OpaqueType("!mesh.axis<0, [1]>")
    quantized = type_("!quant.uniform<u8<1:255>:f32:0, {0.5, 2.0:3}>")
    assert quantized is QuantizedType(ELEMENT_TYPES["ui8"], F32, 1, 255, (0.5, 2.0), (0, 3), (0,))


def test_attributes_have_their_parts() -> None:
    assert attribute("1 : i1") == BoolAttr(True)
    assert attribute("255 : i8") == IntegerAttr(-1, ELEMENT_TYPES["i8"])
    assert attribute("[true, 2]") == ArrayAttr((BoolAttr(True), IntegerAttr(2, I64)))
    assert attribute("array<i64: 3,4>") == DenseArrayAttr(I64, (3, 4))
    assert attribute("{a = 1}") == DictionaryAttr({"a": IntegerAttr(1, I64)})
    assert attribute("#stablehlo<fft_type RFFT>") == EnumAttr("stablehlo", "fft_type", "RFFT")
    assert attribute("#stablehlo.conv<[b, 1, f, 0]x[i, o, 0, 1]->[0, 1, f, b]>") == ConvDimensionNumbers(
        0, 2, (3, 1), 0, 1, (2, 3), 3, 2, (0, 1)
    )
    assert attribute("#stablehlo.gather<offset_dims = [1, 2], index_vector_dim = 1>") == GatherDimensionNumbers(
        (1, 2), index_vector_dim=1
    )


@pytest.mark.parametrize(
    "text",
    [
        '#sdy.sharding<@mesh, [{"x"}, {?}]>',
        "affine_set<(d0):(d0>=0, 3<=d0)>",
        "dense<1.0> : memref<4xf32>",
        '#mhlo.unknown<[1 -> 2], "a > b">',
        "#vhlo.boolean_v1<true>",
        "distinct[3]<@a>",
        "#foo<bar(baz) -> [1]>",
        'loc("a":1:2)',
        "sparse<0, 1.0> : tensor<2xf32>",
        'dense<["a", "b > c"]> : tensor<2x!tf.string>',
    ],
)
def test_unknown_attributes_are_kept_as_they_stand(text: str) -> None:
    found = attribute(text)
    assert isinstance(found, OpaqueAttr)
    assert str(found) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1",
        "{a = }",
        "1 :",
        "256 : i8",
        "-1 : ui8",
        "1.5 : i32",
        "1 : f32",
        "0x1FF : f8E5M2",
        "array<i64: a>",
        "array<complex<f32>: 1>",
        "#stablehlo.dot",
        "#stablehlo.gather<offset_dims = [0], offset_dims = [1]>",
        "#stablehlo.channel_handle<handle = 1>",
        "#stablehlo.conv<[b, 0]x[i, o, 0]->[b, f, 0]>",
        "#stablehlo.conv<[b, f, 0, 2]x[i, o, 0, 1]->[b, f, 0, 1]>",
        "#stablehlo.result_accuracy_mode<BEST>",
        "dense<1> : f32",
        "dense<1> : tensor<?xi32>",
        "@",
        '"open',
        '"\\zz"',
        "#foo<(]>",
        "loc(",
        "1 : " + "i" + "9" * 9,
        "9" * 5000,
        "dense<1.0> : tensor<2x!quant.uniform<i8:f32, 1.0>>",
    ],
)
def test_faulty_attributes_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        attribute(text)


@pytest.mark.parametrize(
    "text",
    [
        "tensor<2xf32",
        "tensor<-1xf32>",
        "tensor<2x>",
        "tensor<99999999999999999999xf32>",
        "tensor<2xtensor<f32>>",
        "complex<index>",
        "complex<tensor<f32>>",
        "!quant.uniform<i8:f32>",
        "!quant.uniform<i8<5:2>:f32, 1.0>",
        "!quant.uniform<i8<-200:2>:f32, 1.0>",
        "!quant.uniform<i8:i32, 1.0>",
        "!quant.uniform<i3:f32, 1.0>",
        "!quant.uniform<i8:f32:{0:1, 1:1}, {{1.0}, {1.0, 2.0}}>",
        "!t",
        "tuple<f32,>",
        "i0",
        "(f32",
        "f33",
    ],
)
def test_faulty_types_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        type_(text)


LOCATIONS = {
    "loc(unknown)": None,
    'loc("a.py":1:2)': FileLocation("a.py", 1, 2),
    'loc("a.py":1:2 to 3:4)': FileLocation("a.py", 1, 2, 3, 4),
    'loc("a.py":1:2 to :4)': FileLocation("a.py", 1, 2, None, 4),
    'loc("name")': NamedLocation("name"),
    'loc("n"("a":1:2))': NamedLocation("n", FileLocation("a", 1, 2)),
    'loc(callsite("f" at "a":1:2))': CallSiteLocation(NamedLocation("f"), FileLocation("a", 1, 2)),
    'loc(fused["a", "b"])': FusedLocation((NamedLocation("a"), NamedLocation("b"))),
    'loc(fused<"m">["a", callsite("f" at "g")])': None,
}


@pytest.mark.parametrize("text", LOCATIONS)
def test_locations(text: str) -> None:
    found = parser(text).location()
    assert f"loc({found})" == text
    if LOCATIONS[text] is not None:
        assert found == LOCATIONS[text]


PROGRAM = """\
#map = affine_map<(d0) -> (d0)>
!t = tensor<4x!e>
#loc = loc("f.py":1:1)
module @m attributes {x = #later, m = #map, w = [dense_resource<weights> : tensor<2xf32>],
                      o = dense_resource<"odd name"> : tensor<i8>} {
  func.func @main(%a: !t loc("a"(#loc))) -> !t {
    %0 = stablehlo.add %a, %a : !t loc(#loc2)
    return %0 : !t loc(unknown)
  } loc(#loc)
} loc(#loc)
!e = f32
#later = {k = #map, o = #foo.bar<#map>}
#loc2 = loc(callsite(#loc1 at #loc))
#loc1 = loc("g.py":3:4)
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040",
      "odd name": "0x0100000001"
    },
    other: { blob: "0x01" }
  },
  external_resources: { tool: { setting: true } }
#-}
"""


RESOURCES = """
module attributes {u.x = {k = dense_resource<c> : tensor<1xi32>}} {
  func.func @main() -> (tensor<1xi32>, tensor<1xi32>) {
    %0 = stablehlo.constant dense_resource<b> : tensor<1xi32>
    %1 = stablehlo.constant dense_resource<a> : tensor<1xi32>
    %2 = stablehlo.constant dense_resource<missing> : tensor<1xi32>
    return %0, %1 : tensor<1xi32>, tensor<1xi32>
  }
}
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000",
      b: "0x0400000002000000",
      c: "0x0400000003000000",
      unused: "0x0400000004000000"
    }
  }
#-}
"""


def test_resources_that_a_program_names_are_printed_in_their_order() -> None:
    printed = print_module(parse(RESOURCES))
    assert printed.partition("{-#")[2] == """
  dialect_resources: {
    builtin: {
      c: "0x0400000003000000",
      b: "0x0400000002000000",
      a: "0x0400000001000000"
    }
  }
#-}
"""
    assert print_module(parse(printed)) == printed
    mlir = jax_oracle()
    with mlir.context:
        # Between programs of one context MLIR makes the keys unique: this asks for others than any other test does.
        assert f"{mlir.ir.Module.parse(RESOURCES)}".rstrip() == printed.rstrip()


def test_resources_of_one_name_and_two_contents_keep_apart() -> None:
    one: Any = parse(RESOURCES)
    other: Any = parse(RESOURCES.replace("0x0400000002000000", "0x0400000007000000"))
    constants = [module.functions["main"].body.block.operations[0] for module in (one, other)]
    assert constants[0].attributes["value"] != constants[1].attributes["value"]
    one.functions["main"].body.block.operations[1].attributes["value"] = constants[1].attributes["value"]
    again: Any = parse(print_module(one))
    values = [op.constant_value() for op in again.functions["main"].body.block.operations[:3]]
    assert [v and v.array().tolist() for v in values] == [[2], [7], None]


def test_aliases_locations_and_resources_of_a_program() -> None:
    module: Any = parse(PROGRAM)
    assert str(module.attributes["x"]) == "{k = affine_map<(d0) -> (d0)>, o = #foo.bar<affine_map<(d0) -> (d0)>>}"
    assert str(module.location) == '"f.py":1:1'
    function = module.functions["main"]
    add, end = function.body.block.operations
    assert str(add.location) == 'callsite("g.py":3:4 at "f.py":1:1)'
    assert str(end.location) == "unknown"
    assert str(function.body.arguments[0].location) == '"a"("f.py":1:1)'
    assert add.results[0].type is TensorType((4,), F32)
    weights, odd = module.attributes["w"].values[0], module.attributes["o"]
    assert weights.elements().array().tolist() == [1.0, 2.0] and weights.resource.alignment == 4
    assert odd.elements().array().tolist() == 1 and odd.resource.data == b"\x01"
    assert 'weights: "0x040000000000803F00000040"' in print_module(module)
    assert "loc(callsite(" in print_module(module, debug_info=True)
    again: Any = parse(print_module(module, debug_info=True))
    assert again.attributes["w"] == module.attributes["w"] and again.attributes["o"] == module.attributes["o"]
    assert print_module(again, debug_info=True) == print_module(module, debug_info=True)


def test_a_sign_is_not_made_by_leaving_out_a_blank() -> None:
    text = 'module attributes {x.y = #sdy.other<["x"tensor<1xf64> =2]>} {\n}\n'
    printed = parse(text).to_text()
    assert printed == text and parse(printed).to_text() == printed
