"""Which numbers arguments should be of: what an argument flows into says it."""

from __future__ import annotations

import pytest

import hloom
from hloom.analysis.argument_domains import argument_domains
from hloom.ops.definition.traits import POSITIVE, UNIT, Domain

ANY = Domain()
T = "tensor<4xf32>"


def domains(text: str, function: str = "main") -> list[Domain]:
    module = hloom.parse(text)
    module.verify()
    return argument_domains(module.functions[function], module.functions)


def of_body(lines: str, arguments: str = f"%x: {T}, %y: {T}", result: str = T) -> list[Domain]:
    return domains(f"func.func @main({arguments}) -> {result} {{\n{lines}\n return %r : {result}\n}}")


@pytest.mark.parametrize("operation, expected", [
    ("stablehlo.rsqrt %x", [POSITIVE, ANY]), ("stablehlo.sqrt %x", [POSITIVE, ANY]), ("stablehlo.log %y", [ANY, POSITIVE]),
    ("stablehlo.divide %x, %y", [ANY, POSITIVE]), ("stablehlo.power %x, %y", [POSITIVE, ANY]),
    ("stablehlo.exponential %x", [ANY, ANY]), ("stablehlo.add %x, %y", [ANY, ANY]),
])
def test_functions_that_are_made_for_some_numbers(operation: str, expected: list[Domain]) -> None:
    assert of_body(f" %r = {operation} : {T}") == expected


@pytest.mark.parametrize("name, expected", [
    ("acos", UNIT), ("atanh", UNIT), ("erf_inv", UNIT), ("acosh", Domain(1, is_open=True)), ("lgamma", POSITIVE), ("sinh", ANY)])
def test_functions_of_chlo(name: str, expected: Domain) -> None:
    assert of_body(f" %r = chlo.{name} %x : {T} -> {T}") == [expected, ANY]


def test_movements_conversions_and_constants_on_the_way() -> None:
    assert domains(f"""func.func @main(%x: tensor<4xbf16>, %y: {T}) -> tensor<2x4xf32> {{
      %e = stablehlo.constant dense<1.0e-5> : tensor<f32>
      %es = stablehlo.broadcast_in_dim %e, dims = [] : (tensor<f32>) -> {T}
      %0 = stablehlo.convert %x : (tensor<4xbf16>) -> {T}
      %1 = stablehlo.add %0, %es : {T}
      %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
      %3 = stablehlo.rsqrt %2 : tensor<2x4xf32>
      return %3 : tensor<2x4xf32>
    }}""") == [POSITIVE, ANY]
    assert of_body(f" %c = stablehlo.constant dense<-1.0> : {T}\n %0 = stablehlo.add %x, %c : {T}\n"
                   f" %r = stablehlo.log %0 : {T}") == [ANY, ANY]


def test_calls_and_loops_on_the_way() -> None:
    assert domains(f"""
    func.func private @f(%a: {T}, %b: {T}) -> {T} {{
      %0 = stablehlo.log %b : {T}
      return %0 : {T}
    }}
    func.func @main(%x: {T}, %y: {T}, %n: tensor<i32>) -> {T} {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0 = func.call @f(%x, %y) : ({T}, {T}) -> {T}
      %w:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, {T} cond {{
        %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %s = stablehlo.sqrt %v : {T}
        stablehlo.return %zero, %s : tensor<i32>, {T}
      }}
      return %w#1 : {T}
    }}""") == [POSITIVE, POSITIVE, ANY]


def test_variances_by_name_and_in_batch_norm() -> None:
    assert of_body(f" %r = stablehlo.add %running_var, %variable : {T}", f"%running_var: {T}, %variable: {T}") == [POSITIVE, ANY]
    assert of_body(' %r = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64}'
                   f" : (tensor<2x4xf32>, {T}, {T}, {T}, {T}) -> tensor<2x4xf32>",
                   f"%x: tensor<2x4xf32>, %s: {T}, %o: {T}, %m: {T}, %v: {T}", "tensor<2x4xf32>") == [ANY] * 4 + [POSITIVE]


def test_indices_lie_inside() -> None:
    assert of_body(" %r = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> "
                   "tensor<2x3xf32>", "%x: tensor<5x3xf32>, %i: tensor<i32>, %j: tensor<i32>", "tensor<2x3xf32>") == [
        ANY, Domain(0, 3), Domain(0, 0)]
    assert of_body(" %r = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<5x3xf32>, tensor<1x1xf32>, "
                   "tensor<i32>, tensor<i32>) -> tensor<5x3xf32>", "%x: tensor<5x3xf32>, %u: tensor<1x1xf32>, %i: tensor<i32>, "
                   "%j: tensor<i32>", "tensor<5x3xf32>") == [ANY, ANY, Domain(0, 4), Domain(0, 2)]
    gather = ("offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1")
    assert of_body(f' %0 = stablehlo.reshape %i : (tensor<6xi64>) -> tensor<6x1xi64>\n %r = "stablehlo.gather"(%x, %0) {{'
                   f"dimension_numbers = #stablehlo.gather<{gather}>, slice_sizes = array<i64: 1, 3>}} : "
                   "(tensor<7x3xf32>, tensor<6x1xi64>) -> tensor<6x3xf32>", "%x: tensor<7x3xf32>, %i: tensor<6xi64>",
                   "tensor<6x3xf32>") == [ANY, Domain(0, 6)]
    scatter = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1"
    assert of_body(f' %r = "stablehlo.scatter"(%x, %i, %u) ({{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n stablehlo.return %b : '
                   f"tensor<f32>\n}}) {{scatter_dimension_numbers = #stablehlo.scatter<{scatter}>}} : "
                   "(tensor<7x3xf32>, tensor<6x2xi64>, tensor<6x2xf32>) -> tensor<7x3xf32>",
                   "%x: tensor<7x3xf32>, %i: tensor<6x2xi64>, %u: tensor<6x2xf32>", "tensor<7x3xf32>") == [ANY, Domain(0, 1), ANY]
    assert of_body(' %r = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : '
                   "(tensor<7x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>", "%x: tensor<7x3xf32>, %i: tensor<2xi64>",
                   "tensor<2x3xf32>") == [ANY, Domain(0, 6)]
    assert of_body(' %r = "stablehlo.case"(%i) ({ stablehlo.return %x : tensor<f32> }, { stablehlo.return %x : tensor<f32> }, '
                   "{ stablehlo.return %x : tensor<f32> }) : (tensor<i32>) -> tensor<f32>", "%x: tensor<f32>, %i: tensor<i32>",
                   "tensor<f32>") == [ANY, Domain(0, 2)]


def test_an_index_that_counts_from_the_end_where_it_is_negative() -> None:
    assert of_body(""" %zero = stablehlo.constant dense<0> : tensor<i32>
 %n = stablehlo.constant dense<5> : tensor<i32>
 %neg = stablehlo.compare LT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %k = stablehlo.add %i, %n : tensor<i32>
 %s = stablehlo.select %neg, %k, %i : tensor<i1>, tensor<i32>
 %r = stablehlo.dynamic_slice %x, %s, sizes = [1] : (tensor<5xf32>, tensor<i32>) -> tensor<1xf32>""",
                   "%x: tensor<5xf32>, %i: tensor<i32>", "tensor<1xf32>") == [ANY, Domain(0, 4)]


def test_domains_that_do_not_meet_leave_the_first() -> None:
    assert Domain(0, 3).both(Domain(5, 9)) == Domain(0, 3) and Domain(0, 9).both(Domain(5)) == Domain(5, 9)
    assert POSITIVE.both(UNIT) == Domain(0, 1, is_open=True) and ANY.both(Domain(0, 4)) == Domain(0, 4)
