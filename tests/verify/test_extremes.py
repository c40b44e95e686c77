"""Programs whose numbers no machine holds: a located error, or nothing to say, in no time and memory."""

from __future__ import annotations

import pytest

from hloom.text.mlir import parse, print_module
from hloom.verify import diagnose

HUGE = f"dense<0> : tensor<{2**62}x2xi64>"
BODY = '({^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> ()})'


@pytest.mark.parametrize("operation, code", [
    (f'"stablehlo.all_reduce"(%a) {BODY} {{replica_groups = {HUGE}}}', "all_reduce_replica_groups"),
    (f'"stablehlo.all_reduce"(%a) {BODY} {{replica_groups = dense<0> : tensor<{2**40}x2xi64>}}', "all_reduce_c1"),
    (f'"stablehlo.collective_permute"(%a) {{source_target_pairs = dense<0> : tensor<{2**40}x2xi64>}}', "collective_permute_c2"),
    (f'"stablehlo.collective_permute"(%a) {{source_target_pairs = dense<0> : tensor<{"1x" * 65}i64>}}',
     "collective_permute_source_target_pairs"),
    (f'"stablehlo.custom_call"(%a) {{call_target_name = "f", operand_layouts = [dense<0> : tensor<{2**40}xindex>], '
     'result_layouts = [dense<0> : tensor<1xindex>]}', "custom_call_operand_layouts"),
])
def test_a_repeated_number_is_not_written_out(operation: str, code: str) -> None:
    module = parse(f"func.func @f(%a: tensor<4xf32>) {{\n%r = {operation} : (tensor<4xf32>) -> tensor<4xf32>\nreturn\n}}")
    (found,) = diagnose(module)
    assert (found.code, found.line) == (code, 2)
    assert len(found.message) < 1000
    assert "dense<0>" in print_module(module, generic=True)


@pytest.mark.parametrize("rank", [64, 65, 300])
def test_tensors_have_any_rank(rank: int) -> None:
    type = f"tensor<{'1x' * rank}f32>"
    listed = "[" * rank + "1.0" + "]" * rank
    module = parse(f"func.func @f(%a: {type}) -> {type} {{\n%0 = stablehlo.abs %a : {type}\n"
                   f"%1 = stablehlo.constant dense<1.0> : {type}\n%2 = stablehlo.constant dense<{listed}> : {type}\n"
                   f"%3 = stablehlo.transpose %0, dims = {list(range(rank))} : ({type}) -> {type}\nreturn %3 : {type}\n}}")
    assert diagnose(module) == []
    assert print_module(module).count(type) >= 6


@pytest.mark.parametrize("shape", [f"0x{2**62}x{2**62}", f"{2**62}x{2**62}"])
def test_tensors_have_any_sizes(shape: str) -> None:
    type = f"tensor<{shape}xf32>"
    module = parse(f"func.func @f(%a: {type}) -> {type} {{\n%0 = stablehlo.abs %a : {type}\n"
                   f"%1 = stablehlo.iota dim = 1 : {type}\nreturn %0 : {type}\n}}")
    assert diagnose(module) == []


@pytest.mark.parametrize("operation", [
    '%0 = "tensor.extract_slice"(%a, %n) {operandSegmentSizes = array<i32: 1, 1, 0, 0>, '
    'static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>} : '
    '(tensor<4xf32>, index) -> tensor<1xf32>',
    '%0:2 = "chlo.scan"(%a, %a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x, %y) : (tensor<f32>, '
    'tensor<f32>) -> ()}) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1>, resultSegmentSizes = array<i32: 1, 1>} : '
    '(tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)',
])
def test_operations_that_contradict_themselves_are_printed_in_the_generic_form(operation: str) -> None:
    module = parse(f"func.func @f(%a: tensor<4xf32>, %n: index) {{\n{operation}\nreturn\n}}")
    assert diagnose(module) != []
    assert operation.partition('"')[2].partition('"')[0] in print_module(module)
