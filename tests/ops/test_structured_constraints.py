"""Constraints of control flow, tuples, normalization and collectives: programs that break one each."""

from __future__ import annotations

import pytest

import hloom.ops
from hloom.text.mlir import parse
from hloom.verify import diagnose

assert hloom.ops

F, V = "tensor<2x3xf32>", "tensor<3xf32>"
RETURN = '({ "stablehlo.return"(%x) : (tensor<2x3xf32>) -> () })'
TAKES = '({ ^bb0(%a: tensor<2x3xf32>): "stablehlo.return"(%x) : (tensor<2x3xf32>) -> () })'
GIVES = '({ "stablehlo.return"(%v) : (tensor<3xf32>) -> () })'
CONDITION = '({ ^bb0(%a: tensor<2x3xf32>): "stablehlo.return"(%p) : (tensor<i1>) -> () })'
BODY = '({ ^bb0(%a: tensor<2x3xf32>): "stablehlo.return"(%a) : (tensor<2x3xf32>) -> () })'


def norm(name: str, *types: str, results: str, index: int = 1) -> str:
    """A batch normalization of operands of these types."""
    values = {F: "%x", V: "%v", "tensor<3xf64>": "%d", "tensor<2xf32>": "%w", "tensor<2x4xf32>": "%z"}
    count = results.count("tensor")
    return (f'%r:{count} = "stablehlo.batch_norm_{name}"({", ".join(values[t] for t in types)}) '
            f"<{{epsilon = 1.0e-3 : f32, feature_index = {index} : i64}}> : ({', '.join(types)}) -> ({results})")


def permute(pairs: str, shape: str, result: str = F) -> str:
    return (f'%0 = "stablehlo.collective_permute"(%x) <{{source_target_pairs = dense<{pairs}> : tensor<{shape}xi64>}}> : '
            f"({F}) -> {result}")


def all_to_all(split: int = 0, concat: int = 1, count: int = 2, groups: str = "[[0, 1]]", result: str = "tensor<1x6xf32>") -> str:
    return (f'%0 = "stablehlo.all_to_all"(%x) <{{split_dimension = {split} : i64, concat_dimension = {concat} : i64, '
            f"split_count = {count} : i64, replica_groups = dense<{groups}> : tensor<1x2xi64>}}> : ({F}) -> {result}")


def joined(*regions: str) -> str:
    return f"({', '.join(region[1:-1] for region in regions)})"


CASES = {
    "if_c1": f'%0 = "stablehlo.if"(%p) {joined(TAKES, RETURN)} : (tensor<i1>) -> {F}',
    "if_c2": f'%0 = "stablehlo.if"(%p) {joined(RETURN, GIVES)} : (tensor<i1>) -> {F}',
    "if_c3": f'%0 = "stablehlo.if"(%p) {joined(RETURN, RETURN)} : (tensor<i1>) -> {V}',
    "case_c1": '"stablehlo.case"(%i) : (tensor<i32>) -> ()',
    "case_c2": f'%0 = "stablehlo.case"(%i) {joined(RETURN, TAKES)} : (tensor<i32>) -> {F}',
    "case_c3": f'%0 = "stablehlo.case"(%i) {joined(RETURN, GIVES)} : (tensor<i32>) -> {F}',
    "case_c4": f'%0 = "stablehlo.case"(%i) {joined(RETURN, RETURN)} : (tensor<i32>) -> {V}',
    "while_c1": f'%0 = "stablehlo.while"(%x) {joined(BODY, BODY)} : ({F}) -> {F}',
    "while_c2": f'%0 = "stablehlo.while"(%x) {joined(CONDITION, CONDITION)} : ({F}) -> {F}',
    "while_c3": f'%0 = "stablehlo.while"(%x) {joined(CONDITION, BODY)} : ({F}) -> {V}',
    "tuple_c1": f'%0 = "stablehlo.tuple"(%x) : ({F}) -> tuple<{V}>',
    "get_tuple_element_c1": f'%0 = "stablehlo.get_tuple_element"(%t) <{{index = 1 : i32}}> : (tuple<{F}>) -> {F}',
    "get_tuple_element_c2": f'%0 = "stablehlo.get_tuple_element"(%t) <{{index = 0 : i32}}> : (tuple<{F}>) -> {V}',
    "optimization_barrier_c1": f'%0 = "stablehlo.optimization_barrier"(%x) : ({F}) -> {V}',
    "imag_c1": '%0 = "stablehlo.imag"(%c) : (tensor<3xcomplex<f32>>) -> tensor<4xf32>',
    "imag_c2": '%0 = "stablehlo.imag"(%c) : (tensor<3xcomplex<f32>>) -> tensor<3xf64>',
    "batch_norm_inference_c1": norm("inference", F, V, V, V, V, results=F, index=2),
    "batch_norm_inference_c2": norm("inference", F, "tensor<3xf64>", V, V, V, results=F),
    "batch_norm_inference_c3": norm("inference", F, "tensor<2xf32>", V, V, V, results=F),
    "batch_norm_inference_c4": norm("inference", F, V, "tensor<2xf32>", V, V, results=F),
    "batch_norm_inference_c5": norm("inference", F, V, V, "tensor<2xf32>", V, results=F),
    "batch_norm_inference_c6": norm("inference", F, V, V, V, "tensor<2xf32>", results=F),
    "batch_norm_inference_c7": norm("inference", F, V, V, V, V, results="tensor<2x4xf32>"),
    "batch_norm_training_c4": norm("training", F, V, "tensor<2xf32>", results=f"{F}, {V}, {V}"),
    "batch_norm_training_c2": norm("training", F, V, "tensor<3xf64>", results=f"{F}, {V}, {V}"),
    "batch_norm_training_c1": norm("training", F, V, V, results=f"{F}, {V}, {V}", index=2),
    "batch_norm_training_c3": norm("training", F, "tensor<2xf32>", V, results=f"{F}, {V}, {V}"),
    "batch_norm_training_c5": norm("training", F, V, V, results=f"{F}, tensor<2xf32>, {V}"),
    "batch_norm_training_c6": norm("training", F, V, V, results=f"{F}, {V}, tensor<2xf32>"),
    "batch_norm_training_c7": norm("training", F, V, V, results=f"tensor<2x4xf32>, {V}, {V}"),
    "batch_norm_grad_c1": norm("grad", F, V, V, V, F, results=f"{F}, {V}, {V}", index=-1),
    "batch_norm_grad_c2": norm("grad", F, V, V, "tensor<3xf64>", F, results=f"{F}, {V}, {V}"),
    "batch_norm_grad_c3": norm("grad", F, V, V, V, "tensor<2x4xf32>", results=f"{F}, {V}, {V}"),
    "batch_norm_grad_c4": norm("grad", F, V, "tensor<2xf32>", V, F, results=f"{F}, {V}, {V}"),
    "batch_norm_grad_c5": norm("grad", F, *["tensor<2xf32>"] * 3, F, results=f"{F}, {V}, {V}"),
    "collective_permute_c1": permute("[[0, 1, 2]]", "1x3"),
    "collective_permute_c2": permute("[[0, 1], [0, 2]]", "2x2"),
    "collective_permute_c3": permute("[[0, 2], [1, 2]]", "2x2"),
    "collective_permute_c4": permute("[[0, -1]]", "1x2"),
    "collective_permute_c5": permute("[[0, 1]]", "1x2", result=V),
    "all_to_all_c1": all_to_all(split=2), "all_to_all_c3": all_to_all(concat=2), "all_to_all_c4": all_to_all(count=0),
    "all_to_all_c2": all_to_all(split=1), "all_to_all_c8": all_to_all(count=1),
    "all_to_all_c5": all_to_all(groups="[[0, 0]]"), "all_to_all_c7": all_to_all(groups="[[0, 2]]"),
    "all_to_all_c9": all_to_all(result="tensor<1x6xf64>"),
}


@pytest.mark.parametrize("code", CASES)
def test_breaks_one_constraint(code: str) -> None:
    text = (f"func.func @f(%x: {F}, %v: {V}, %d: tensor<3xf64>, %w: tensor<2xf32>, %z: tensor<2x4xf32>, %p: tensor<i1>,\n"
            f"    %i: tensor<i32>, %t: tuple<{F}>, %c: tensor<3xcomplex<f32>>) {{\n{CASES[code]}\nreturn\n}}")
    assert [d.code for d in diagnose(parse(text))] == [code]
