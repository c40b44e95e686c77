"""Operations of other dialects in exported programs: arith, tensor, shape, sdy."""
# ruff: noqa: E501  (programs stand on lines of their own)

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.reference import evaluate
from hloom.support.diagnostics import EvaluationError
from hloom.text.mlir import parse
from hloom.verify import diagnose
from tests.ops.programs import codes, function


def scalar(lines: str, result: str, *arguments: Any, types: str = "") -> Any:
    """The value `%r` of a program's lines."""
    module = function(f"{lines}\n%t = tensor.from_elements %r : tensor<1x{result}>\nreturn %t : tensor<1x{result}>", types,
                      f"tensor<1x{result}>")
    return evaluate(module, *arguments)[0][0].item()


@pytest.mark.parametrize("name, x, y, wanted", [
    ("addi", 7, -3, 4), ("subi", 7, -3, 10), ("muli", 7, -3, -21), ("divsi", -7, 2, -3), ("floordivsi", -7, 2, -4),
    ("ceildivsi", -7, 2, -3),
    ("ceildivsi", 7, 2, 4), ("remsi", -7, 2, -1), ("divui", -2, 2, 2**31 - 1), ("remui", -1, 10, 5), ("andi", 12, 10, 8),
    ("ori", 12, 10, 14),
    ("xori", 12, 10, 6), ("maxsi", -1, 1, 1), ("maxui", -1, 1, -1), ("minui", -1, 1, 1), ("shli", 3, 2, 12), ("shrsi", -8, 1, -4),
    ("shrui", -8, 28, 15),
])
def test_integer_arithmetic(name: str, x: int, y: int, wanted: int) -> None:
    assert scalar(f"%x = arith.constant {x} : i32\n%y = arith.constant {y} : i32\n%r = arith.{name} %x, %y : i32",
                  "i32") == wanted


@pytest.mark.parametrize("predicate, x, y, wanted",
                         [("slt", -1, 1, True), ("ult", -1, 1, False), ("eq", 3, 3, True), ("uge", -1, 1, True)])
def test_integer_comparison(predicate: str, x: int, y: int, wanted: bool) -> None:
    assert scalar(f"%x = arith.constant {x} : i64\n%y = arith.constant {y} : i64\n%r = arith.cmpi {predicate}, %x, %y : i64",
                  "i1") is wanted


@pytest.mark.parametrize("predicate, wanted",
                         [("olt", False), ("ult", True), ("uno", True), ("ord", False), ("true", True), ("une", True)])
def test_comparison_with_nan(predicate: str, wanted: bool) -> None:
    assert scalar(f"%x = arith.constant 0x7FC00000 : f32\n%y = arith.constant 1.0 : f32\n%r = arith.cmpf {predicate}, %x, %y : "
                  f"f32",
                  "i1") is wanted


@pytest.mark.parametrize("width", [8, 32, 64])
@pytest.mark.parametrize("x, y", [(-1, -1), (-1, 2), (100, 100), (0, -1), (5, 7), (-128, -128)])
def test_integers_in_two_parts(x: int, y: int, width: int) -> None:
    names = ("addui_extended", "subui_extended", "mulsi_extended", "mului_extended")
    lines = [f"%{name}:2 = arith.{name} %x, %y : tensor<i{width}>{', tensor<i1>' if 'mul' not in name else ''}" for name in names]
    types = [f"tensor<i{width}>, tensor<i{1 if 'mul' not in name else width}>" for name in names]
    module = function("\n".join([*lines, f"return {', '.join(f'%{name}#0, %{name}#1' for name in names)} : {', '.join(types)}"]),
                      f"%x: tensor<i{width}>, %y: tensor<i{width}>", ", ".join(types))
    found = [v.item() for v in evaluate(module, *(np.array(v, f"int{width}") for v in (x, y)))]
    size = 1 << width
    a, b = x % size, y % size

    def signed(number: int) -> int:
        return (number + size // 2) % size - size // 2

    assert found[:4] == [signed(a + b), a + b >= size, signed(a - b), a < b]
    assert found[4:] == [signed(x * y), (x * y) >> width, signed(a * b), signed((a * b) >> width)]


def test_conversions() -> None:
    assert scalar("%x = arith.constant -1 : i8\n%r = arith.extsi %x : i8 to i32", "i32") == -1
    assert scalar("%x = arith.constant -1 : i8\n%r = arith.extui %x : i8 to i32", "i32") == 255
    assert scalar("%x = arith.constant 258 : i32\n%r = arith.trunci %x : i32 to i8", "i8") == 2
    assert scalar("%x = arith.constant true\n%r = arith.extui %x : i1 to i32", "i32") == 1
    assert scalar("%x = arith.constant -2 : i32\n%r = arith.sitofp %x : i32 to f32", "f32") == -2.0
    assert scalar("%x = arith.constant -2.7 : f32\n%r = arith.fptosi %x : f32 to i32", "i32") == -2
    assert scalar("%x = arith.constant 1.00390625 : bf16\n%h = arith.convertf %x : bf16 to f16\n%r = arith.extf %h : f16 to f32",
                  "f32") == 1.0
    assert scalar("%x = arith.constant 1.0 : f32\n%r = arith.bitcast %x : f32 to i32", "i32") == 0x3F800000


def test_sizes_and_elements_of_tensors() -> None:
    module = function("""%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %n = tensor.dim %x, %c0 : tensor<?x3xf32>
        %m = tensor.dim %x, %c1 : tensor<?x3xf32>
        %k = arith.muli %n, %m : index
        %shape = tensor.from_elements %k : tensor<1xindex>
        %flat = tensor.reshape %x(%shape) : (tensor<?x3xf32>, tensor<1xindex>) -> tensor<?xf32>
        %e = tensor.extract %flat[%m] : tensor<?xf32>
        %changed = tensor.insert %e into %flat[%c0] : tensor<?xf32>
        %cast = tensor.cast %changed : tensor<?xf32> to tensor<6xf32>
        return %cast : tensor<6xf32>""", "%x: tensor<?x3xf32>", "tensor<6xf32>")
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert evaluate(module, x)[0].tolist() == [3, 1, 2, 3, 4, 5]
    with pytest.raises(EvaluationError, match="tensor<9xf32> and tensor<6xf32> must be compatible"):
        evaluate(module, np.zeros((3, 3), np.float32))


def test_shapes() -> None:
    module = function("""%s = shape.shape_of %x : tensor<?x3xf32> -> tensor<2xindex>
        %c = shape.const_shape [4, 1, 3] : tensor<3xindex>
        %w = shape.cstr_broadcastable %s, %c : tensor<2xindex>, tensor<3xindex>
        %r = shape.assuming %w -> (tensor<3xindex>) {
          %b = shape.broadcast %s, %c : tensor<2xindex>, tensor<3xindex> -> tensor<3xindex>
          shape.assuming_yield %b : tensor<3xindex>
        }
        %n = shape.num_elements %r : tensor<3xindex> -> index
        %t = tensor.from_elements %n : tensor<1xindex>
        %all = shape.concat %r, %t : tensor<3xindex>, tensor<1xindex> -> tensor<4xindex>
        %i = arith.index_cast %all : tensor<4xindex> to tensor<4xi32>
        return %i : tensor<4xi32>""", "%x: tensor<?x3xf32>", "tensor<4xi32>")
    assert evaluate(module, np.zeros((2, 3), np.float32))[0].tolist() == [4, 2, 3, 24]


def test_slices_with_sizes_that_are_operands() -> None:
    module = function("""%c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %part = tensor.extract_slice %x[%c1, 0] [%c2, 2] [1, %c2] : tensor<3x4xf32> to tensor<?x2xf32>
        %row = tensor.extract_slice %x[2, 1] [1, 3] [1, 1] : tensor<3x4xf32> to tensor<3xf32>
        %changed = tensor.insert_slice %row into %x[0, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<3x4xf32>
        %both = tensor.concat dim(0) %part, %part : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
        %bits = tensor.bitcast %row : tensor<3xf32> to tensor<3xi32>
        return %changed, %both, %bits : tensor<3x4xf32>, tensor<?x2xf32>, tensor<3xi32>""",
                      "%x: tensor<3x4xf32>", "tensor<3x4xf32>, tensor<?x2xf32>, tensor<3xi32>")
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    changed, both, bits = evaluate(module, x)
    wanted = x.copy()
    wanted[0, :3] = x[2, 1:]
    assert np.array_equal(changed, wanted)
    assert np.array_equal(both, np.concatenate([x[1:3, 0:4:2]] * 2))
    assert np.array_equal(bits, x[2, 1:].view(np.int32))


@pytest.mark.parametrize("offset, size", [(-1, 2), (2, 2), (0, -1), (0, 4)])
def test_a_slice_lies_in_its_tensor(offset: int, size: int) -> None:
    module = function(f"""%o = arith.constant {offset} : index
        %n = arith.constant {size} : index
        %part = tensor.extract_slice %x[%o] [%n] [1] : tensor<3xf32> to tensor<?xf32>
        return %part : tensor<?xf32>""", "%x: tensor<3xf32>", "tensor<?xf32>")
    with pytest.raises(EvaluationError, match="does not lie in"):
        evaluate(module, np.zeros(3, np.float32))


def test_slices_at_listed_places() -> None:
    module = function("""%rows = tensor.gather %x[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<2x2xi32>) -> tensor<2x5xf32>
        %full = tensor.gather %x[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<2x2xi32>) -> tensor<2x1x5x1xf32>
        %r = tensor.scatter %y into %x[%i] scatter_dims([0, 2]) unique
          : (tensor<2x5xf32>, tensor<4x5x6xf32>, tensor<2x2xi32>) -> tensor<4x5x6xf32>
        return %rows, %full, %r : tensor<2x5xf32>, tensor<2x1x5x1xf32>, tensor<4x5x6xf32>""",
                      "%x: tensor<4x5x6xf32>, %i: tensor<2x2xi32>, %y: tensor<2x5xf32>",
                      "tensor<2x5xf32>, tensor<2x1x5x1xf32>, tensor<4x5x6xf32>")
    x, y = np.arange(120, dtype=np.float32).reshape(4, 5, 6), np.full((2, 5), -1, np.float32)
    places = np.array([[3, 1], [0, 5]], np.int32)
    rows, full, changed = evaluate(module, x, places, y)
    wanted = np.stack([x[3, :, 1], x[0, :, 5]])
    assert np.array_equal(rows, wanted) and np.array_equal(full, wanted.reshape(2, 1, 5, 1))
    expected = x.copy()
    expected[3, :, 1] = expected[0, :, 5] = -1
    assert np.array_equal(changed, expected)
    with pytest.raises(EvaluationError, match="an index lies outside"):
        evaluate(module, x, np.array([[4, 0], [0, 0]], np.int32), y)


def test_tensors_of_what_a_region_gives() -> None:
    module = function("""%c0 = arith.constant 0 : index
        %n = tensor.dim %x, %c0 : tensor<?xf32>
        %turned = tensor.generate %n {
        ^bb0(%i: index, %j: index):
          %s = arith.addi %i, %j : index
          %e = tensor.extract %x[%s] : tensor<?xf32>
          tensor.yield %e : f32
        } : tensor<?x1xf32>
        %zero = arith.constant 0.0 : f32
        %padded = tensor.pad %x low[2] high[%n] {
        ^bb0(%i: index):
          tensor.yield %zero : f32
        } : tensor<?xf32> to tensor<?xf32>
        return %turned, %padded : tensor<?x1xf32>, tensor<?xf32>""", "%x: tensor<?xf32>", "tensor<?x1xf32>, tensor<?xf32>")
    turned, padded = evaluate(module, np.array([1, 2, 3], np.float32))
    assert turned.tolist() == [[1], [2], [3]] and padded.tolist() == [0, 0, 1, 2, 3, 0, 0, 0]


def test_parts_of_shapes() -> None:
    module = function("""%s = shape.shape_of %x : tensor<?x3x5xf32> -> tensor<3xindex>
        %last = arith.constant -1 : index
        %head, %tail = "shape.split_at"(%s, %last) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
        %one = arith.constant 1 : index
        %n = shape.reduce(%head, %one) : tensor<?xindex> -> index {
        ^bb0(%d: index, %extent: index, %product: index):
          %m = shape.mul %product, %extent : index, index -> index
          shape.yield %m : index
        }
        %same = shape.meet %s, %s : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
        %shape = shape.value_as_shape %s : tensor<3xindex> -> !shape.shape
        %larger = shape.max %shape, %shape : !shape.shape, !shape.shape -> !shape.shape
        %with = shape.with_shape %x, %larger : tensor<?x3x5xf32>, !shape.shape
        %value = shape.value_of %with : tensor<?x3x5xf32>
        %t = tensor.from_elements %n : tensor<1xindex>
        %i = arith.index_cast %t : tensor<1xindex> to tensor<1xi32>
        %j = arith.index_cast %tail : tensor<?xindex> to tensor<?xi32>
        return %i, %j, %value : tensor<1xi32>, tensor<?xi32>, tensor<?x3x5xf32>""",
                      "%x: tensor<?x3x5xf32>", "tensor<1xi32>, tensor<?xi32>, tensor<?x3x5xf32>")
    product, tail, value = evaluate(module, np.zeros((2, 3, 5), np.float32))
    assert (product.tolist(), tail.tolist(), value.shape) == ([6], [5], (2, 3, 5))


def test_the_number_that_is_not_nan() -> None:
    lines = "%x = arith.constant 0x7FC00000 : f32\n%y = arith.constant 1.0 : f32\n%r = arith.{} %x, %y : f32"
    assert scalar(lines.format("maxnumf"), "f32") == scalar(lines.format("minnumf"), "f32") == 1.0
    assert scalar("%x = arith.constant 3.0e9 : f32\n%r = arith.fptoui %x : f32 to i32", "i32") == 3_000_000_000 - 2**32


def test_shapes_that_do_not_fit() -> None:
    module = function("""%s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
        %c = shape.const_shape [4] : tensor<1xindex>
        %w = shape.cstr_eq %s, %c : tensor<1xindex>, tensor<1xindex>
        return""", "%x: tensor<?xf32>", "")
    evaluate(module, np.zeros(4, np.float32))
    with pytest.raises(EvaluationError, match="cstr_eq"):
        evaluate(module, np.zeros(3, np.float32))


def test_shardings_change_no_value() -> None:
    module = function("""%0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xf32>
        %1 = sdy.named_computation<"twice">(%0) (%a: tensor<4xf32>) {
          %s = stablehlo.add %a, %a : tensor<4xf32>
          sdy.return %s : tensor<4xf32>
        } : (tensor<4xf32>) -> tensor<4xf32>
        return %1 : tensor<4xf32>""", "%x: tensor<4xf32>", "tensor<4xf32>")
    assert evaluate(module, np.arange(4, dtype=np.float32))[0].tolist() == [0, 2, 4, 6]


def test_collectives_on_shardings_change_no_value() -> None:
    module = function("""%0 = sdy.all_slice [{"x"}, {}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<4x4xf32>
        %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<4x4xf32>
        %2 = sdy.all_gather [{}, {"x"}] %1 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
        %3 = sdy.all_reduce {"y"} %2 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
        %4 = sdy.constant dense<1.0> : tensor<4x4xf32>
        sdy.sharding_group %4 group_id=1 : tensor<4x4xf32>
        %5 = stablehlo.add %3, %4 : tensor<4x4xf32>
        return %5 : tensor<4x4xf32>""", "%x: tensor<4x4xf32>", "tensor<4x4xf32>")
    x = np.arange(16, dtype=np.float32).reshape(4, 4)
    assert np.array_equal(evaluate(module, x)[0], x + 1)
    compiled = hloom.compile(module)
    assert np.array_equal(compiled(x)[0], x + 1) and not compiled.fallbacks


GLOBALS = """ml_program.global private mutable @seed(dense<[1, 2]> : tensor<2xi64>) : tensor<2xi64>
ml_program.global private @fixed(dense<[3, 4]> : tensor<2xi64>) : tensor<?xi64>
ml_program.global private mutable @elsewhere : tensor<2xi64>
func.func @main() -> (tensor<2xi64>, tensor<?xi64>) {
  %0 = ml_program.global_load @seed : tensor<2xi64>
  %1 = ml_program.global_load_const @fixed : tensor<?xi64>
  return %0, %1 : tensor<2xi64>, tensor<?xi64>
}"""


def test_values_that_functions_share() -> None:
    assert codes(GLOBALS) == []
    module = parse(GLOBALS)
    assert [x.tolist() for x in evaluate(module)] == [x.tolist() for x in hloom.compile(module)()] == [[1, 2], [3, 4]]
    with pytest.raises(EvaluationError, match="the value of the global @elsewhere is not known"):
        evaluate(parse(GLOBALS.replace("global_load @seed", "global_load @elsewhere")))


@pytest.mark.parametrize("old, new, wanted", [
    ("global_load @seed", "global_load @sead", "global_load_symbol"),
    ("global_load @seed", "global_load @fixed", "global_load_symbol"),
    ("global_load_const @fixed", "global_load_const @main", "global_load_const_symbol"),
    ("private @fixed", "private mutable @fixed", "global_load_const_symbol"),
    ("(dense<[1, 2]> : tensor<2xi64>)", "(dense<[1.0, 2.0]> : tensor<2xf64>)", "global_value"),
    ("@fixed(dense<[3, 4]> : tensor<2xi64>)", "@fixed", "global_initial"),
    ("  return", "  ml_program.global_store @sead = %0 : tensor<2xi64>\n  return", "global_store_symbol"),
    ("  return", "  ml_program.global_store @fixed = %1 : tensor<?xi64>\n  return", "global_store_symbol"),
    ("  return", "  %2, %3 = ml_program.global_load_graph @fixed ordering(() -> !ml_program.token) : tensor<2xi64>\n  return",
     "global_load_graph_symbol"),
    ("  return", "  %2 = ml_program.global_store_graph @fixed = %1 ordering(() -> !ml_program.token) : tensor<?xi64>\n  return",
     "global_store_graph_symbol"),
])
def test_faults_of_globals(old: str, new: str, wanted: str) -> None:
    assert old in GLOBALS and codes(GLOBALS.replace(old, new)) == [wanted]


def test_values_that_functions_change() -> None:
    module = parse("""ml_program.global private mutable @count(dense<5> : tensor<i64>) : tensor<i64>
        ml_program.global private mutable @scalar(2 : i32) : i32
        func.func private @next() -> tensor<i64> {
          %0 = ml_program.global_load @count : tensor<i64>
          %one = stablehlo.constant dense<1> : tensor<i64>
          %1 = stablehlo.add %0, %one : tensor<i64>
          ml_program.global_store @count = %1 : tensor<i64>
          return %0 : tensor<i64>
        }
        func.func @main() -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<1xi32>) {
          %0 = call @next() : () -> tensor<i64>
          %1 = call @next() : () -> tensor<i64>
          %t = ml_program.token
          %2, %u = ml_program.global_load_graph @count ordering(%t -> !ml_program.token) : tensor<i64>
          %v = ml_program.global_store_graph @count = %0 ordering(%t, %u -> !ml_program.token) : tensor<i64>
          %s = ml_program.global_load @scalar : i32
          %r = tensor.from_elements %s : tensor<1xi32>
          return %0, %1, %2, %r : tensor<i64>, tensor<i64>, tensor<i64>, tensor<1xi32>
        }""")
    assert diagnose(module) == []
    compiled = hloom.compile(module)
    for _ in range(2):  # every run begins with the first values
        assert [x.tolist() for x in evaluate(module)] == [x.tolist() for x in compiled()] == [5, 6, 7, [2]]


def test_faults() -> None:
    assert codes("func.func @f(%x: tensor<2x3xf32>, %i: index) {\n%0 = tensor.extract %x[%i] : tensor<2x3xf32>\nreturn\n}") == ["extract_indices"]
    assert codes("func.func @f(%x: tensor<2x3xf32>) {\n%0 = tensor.cast %x : tensor<2x3xf32> to tensor<2x4xf32>\nreturn\n}") == ["cast_type"]
    assert codes("func.func @f(%x: tensor<2x3xf32>) "
                 "{\n%0 = tensor.collapse_shape %x [[0]] : tensor<2x3xf32> into tensor<6xf32>\nreturn\n}") == [
        "collapse_shape_reassociation"]
