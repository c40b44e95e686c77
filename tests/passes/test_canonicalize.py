"""Each rule of canonicalization: what it makes of a small program, which still gives the same numbers."""

from __future__ import annotations

from typing import Any

import pytest

from hloom.ops.stablehlo.elementwise import Abs
from hloom.passes import PASSES, Pass
from hloom.passes.canonicalize import TABLES
from hloom.passes.rewriting import Rule, index, rewrite
from hloom.passes.rules import algebra
from hloom.support.diagnostics import InternalError
from tests.passes.programs import after, arguments, assert_same_meaning, mnemonics, program

#: What a rule is expected to do: its name, a program, the operations that are left.
CASES: list[tuple[str, str, list[str]]] = [
    ("quotient_by_power_of_two", """(%x: tensor<5xf32>) -> tensor<5xf32> {
        %c = stablehlo.constant dense<512.0> : tensor<5xf32>
        %0 = stablehlo.divide %x, %c : tensor<5xf32>
        return %0 : tensor<5xf32> }""", ["constant", "multiply"]),
    ("quotient_by_power_of_two", """(%x: tensor<5xf16>) -> tensor<5xf16> {
        %c = stablehlo.constant dense<-6.103515625e-05> : tensor<5xf16>
        %0 = stablehlo.divide %x, %c : tensor<5xf16>
        return %0 : tensor<5xf16> }""", ["constant", "multiply"]),
    ("", """(%x: tensor<5xf32>) -> tensor<5xf32> {
        %c = stablehlo.constant dense<3.0> : tensor<5xf32>
        %0 = stablehlo.divide %x, %c : tensor<5xf32>
        return %0 : tensor<5xf32> }""", ["constant", "divide"]),
    ("comparison_with_itself", """(%x: tensor<5xi32>) -> tensor<5xi1> {
        %0 = stablehlo.compare GE, %x, %x : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
        return %0 : tensor<5xi1> }""", ["constant"]),
    ("", """(%x: tensor<5xf32>) -> tensor<5xi1> {
        %0 = stablehlo.compare EQ, %x, %x : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
        return %0 : tensor<5xi1> }""", ["compare"]),
    ("constant_on_the_right", """(%x: tensor<5xf32>) -> tensor<5xi1> {
        %c = stablehlo.constant dense<1.0> : tensor<5xf32>
        %0 = stablehlo.compare LT, %c, %x, TOTALORDER : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
        return %0 : tensor<5xi1> }""", ["constant", "compare"]),
    ("negated_comparison", """(%x: tensor<5xi32>, %y: tensor<5xi32>) -> tensor<5xi1> {
        %0 = stablehlo.compare LT, %x, %y : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
        %1 = stablehlo.not %0 : tensor<5xi1>
        return %1 : tensor<5xi1> }""", ["compare"]),
    ("product_in_its_own_types", """(%x: tensor<4x3xf32>, %y: tensor<3x2xf32>) -> tensor<4x2xi8> {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
            : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xi8>
        return %0 : tensor<4x2xi8> }""", ["dot_general", "convert"]),
    ("product_in_its_own_types", """(%x: tensor<4x3xcomplex<f32>>, %y: tensor<3x2xcomplex<f32>>) -> tensor<4x2xcomplex<f64>> {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
            : (tensor<4x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<4x2xcomplex<f64>>
        return %0 : tensor<4x2xcomplex<f64>> }""", ["convert", "convert", "dot_general"]),
    ("", """(%x: tensor<4x3xi8>, %y: tensor<3x2xi8>) -> tensor<4x2xf32> {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
            : (tensor<4x3xi8>, tensor<3x2xi8>) -> tensor<4x2xf32>
        return %0 : tensor<4x2xf32> }""", ["dot_general"]),
    ("", """(%x: tensor<5xf32>, %y: tensor<5xf32>) -> tensor<5xi1> {
        %0 = stablehlo.compare LT, %x, %y : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
        %1 = stablehlo.not %0 : tensor<5xi1>
        return %1 : tensor<5xi1> }""", ["compare", "not"]),
    ("comparison_with_the_end", """(%x: tensor<5xui8>) -> tensor<5xi1> {
        %c = stablehlo.constant dense<0> : tensor<5xui8>
        %0 = stablehlo.compare LT, %x, %c : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
        return %0 : tensor<5xi1> }""", ["constant"]),
    ("comparison_with_truth", """(%p: tensor<5xi1>) -> (tensor<5xi1>, tensor<5xi1>) {
        %c = stablehlo.constant dense<true> : tensor<5xi1>
        %0 = stablehlo.compare EQ, %p, %c : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
        %1 = stablehlo.compare NE, %p, %c : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
        return %0, %1 : tensor<5xi1>, tensor<5xi1> }""", ["not"]),
    ("conversion_to_the_same_type", """(%x: tensor<5xi32>) -> tensor<5xi32> {
        %0 = stablehlo.convert %x : (tensor<5xi32>) -> tensor<5xi32>
        return %0 : tensor<5xi32> }""", []),
    ("conversion_of_conversion", """(%x: tensor<5xf32>) -> tensor<5xf32> {
        %0 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xf64>
        %1 = stablehlo.convert %0 : (tensor<5xf64>) -> tensor<5xf32>
        return %1 : tensor<5xf32> }""", []),
    ("", """(%x: tensor<5xf32>) -> tensor<5xf32> {
        %0 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xbf16>
        %1 = stablehlo.convert %0 : (tensor<5xbf16>) -> tensor<5xf32>
        return %1 : tensor<5xf32> }""", ["convert", "convert"]),
    ("conversion_of_iota", """() -> (tensor<200xf32>, tensor<200xi32>) {
        %0 = stablehlo.iota dim = 0 : tensor<200xui8>
        %1 = stablehlo.convert %0 : (tensor<200xui8>) -> tensor<200xf32>
        %2 = stablehlo.iota dim = 0 : tensor<200xi8>
        %3 = stablehlo.convert %2 : (tensor<200xi8>) -> tensor<200xi32>
        return %1, %3 : tensor<200xf32>, tensor<200xi32> }""", ["iota", "iota", "convert"]),
    ("conversion_of_iota", """() -> (tensor<200xui8>, tensor<200xi8>) {
        %0 = stablehlo.iota dim = 0 : tensor<200xf32>
        %1 = stablehlo.convert %0 : (tensor<200xf32>) -> tensor<200xui8>
        %2 = stablehlo.convert %0 : (tensor<200xf32>) -> tensor<200xi8>
        return %1, %2 : tensor<200xui8>, tensor<200xi8> }""", ["iota", "iota", "convert"]),
    ("shifted_iota", """() -> (tensor<9xui64>, tensor<9xui64>) {
        %0 = stablehlo.iota dim = 0 : tensor<9xui64>
        %c4 = stablehlo.constant dense<4> : tensor<9xui64>
        %c3 = stablehlo.constant dense<3> : tensor<9xui64>
        %1 = stablehlo.shift_right_logical %0, %c4 : tensor<9xui64>
        %2 = stablehlo.shift_right_logical %0, %c3 : tensor<9xui64>
        return %1, %2 : tensor<9xui64>, tensor<9xui64> }""", ["iota", "constant", "constant", "shift_right_logical"]),
    ("bitcast_of_bitcast", """(%x: tensor<5xf32>) -> tensor<5xf32> {
        %0 = stablehlo.bitcast_convert %x : (tensor<5xf32>) -> tensor<5xi32>
        %1 = stablehlo.bitcast_convert %0 : (tensor<5xi32>) -> tensor<5xf32>
        return %1 : tensor<5xf32> }""", []),
    ("broadcast_of_leading_dimensions", """(%x: tensor<3xf32>) -> tensor<2x3xf32> {
        %0 = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32> }""", ["broadcast_in_dim"]),
    ("broadcast_to_itself", """(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
        %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32> }""", []),
    ("broadcast_of_broadcast", """(%x: tensor<1x3xf32>) -> tensor<4x3x2xf32> {
        %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<1x3xf32>) -> tensor<3x2xf32>
        %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<3x2xf32>) -> tensor<4x3x2xf32>
        return %1 : tensor<4x3x2xf32> }""", ["broadcast_in_dim"]),
    ("broadcast_of_transpose", """(%x: tensor<2x3xf32>) -> tensor<4x3x2xf32> {
        %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
        %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<3x2xf32>) -> tensor<4x3x2xf32>
        return %1 : tensor<4x3x2xf32> }""", ["broadcast_in_dim"]),
    ("broadcast_without_repetition", """(%x: tensor<2x3xf32>) -> tensor<2x1x3xf32> {
        %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
        return %0 : tensor<2x1x3xf32> }""", ["reshape"]),
    ("", """(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
        %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
        return %0 : tensor<3x2xf32> }""", ["broadcast_in_dim"]),
    ("broadcast_of_layout_change", """(%x: tensor<2x1x3xf32>) -> tensor<2x3x4xf32> {
        %0 = stablehlo.reshape %x : (tensor<2x1x3xf32>) -> tensor<2x3x1xf32>
        %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
        return %1 : tensor<2x3x4xf32> }""", ["broadcast_in_dim"]),
    ("reshape_to_itself", """(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
        %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32> }""", []),
    ("reshape_of_reshape", """(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
        %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
        %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32>
        return %1 : tensor<3x2xf32> }""", ["reshape"]),
    ("layout_change_of_broadcast", """(%x: tensor<3x1xf32>) -> tensor<2x1x3xf32> {
        %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x1xf32>) -> tensor<2x3xf32>
        %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
        return %1 : tensor<2x1x3xf32> }""", ["broadcast_in_dim"]),
    ("layout_change_of_broadcast", """(%x: tensor<1xf32>) -> tensor<6xf32> {
        %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<1xf32>) -> tensor<2x3xf32>
        %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<6xf32>
        return %1 : tensor<6xf32> }""", ["broadcast_in_dim"]),
    ("transpose_to_itself", """(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
        %0 = stablehlo.transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32> }""", []),
    ("transpose_of_transpose", """(%x: tensor<2x3x4xf32>) -> tensor<3x2x4xf32> {
        %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
        %1 = stablehlo.transpose %0, dims = [2, 1, 0] : (tensor<4x2x3xf32>) -> tensor<3x2x4xf32>
        return %1 : tensor<3x2x4xf32> }""", ["transpose"]),
    ("transpose_of_broadcast", """(%x: tensor<3xf32>) -> tensor<3x2xf32> {
        %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
        %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
        return %1 : tensor<3x2xf32> }""", ["broadcast_in_dim"]),
    ("transpose_of_nothing", """(%x: tensor<2x1x3xf32>) -> tensor<1x2x3xf32> {
        %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
        return %0 : tensor<1x2x3xf32> }""", ["reshape"]),
    ("movement_of_iota", """() -> tensor<1x3x2xi32> {
        %0 = stablehlo.iota dim = 0 : tensor<2xi32>
        %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
        %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
        %3 = stablehlo.reshape %2 : (tensor<3x2xi32>) -> tensor<1x3x2xi32>
        return %3 : tensor<1x3x2xi32> }""", ["iota"]),
    ("slice_of_everything", """(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = stablehlo.slice %x [0:4] : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32> }""", []),
    ("slice_of_slice", """(%x: tensor<20xf32>) -> tensor<2xf32> {
        %0 = stablehlo.slice %x [1:20:3] : (tensor<20xf32>) -> tensor<7xf32>
        %1 = stablehlo.slice %0 [1:5:2] : (tensor<7xf32>) -> tensor<2xf32>
        return %1 : tensor<2xf32> }""", ["slice"]),
    ("slice_of_concatenation", """(%x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<2xf32> {
        %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
        %1 = stablehlo.slice %0 [3:7:2] : (tensor<7xf32>) -> tensor<2xf32>
        return %1 : tensor<2xf32> }""", ["slice"]),
    ("", """(%x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<2xf32> {
        %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
        %1 = stablehlo.slice %0 [2:4] : (tensor<7xf32>) -> tensor<2xf32>
        return %1 : tensor<2xf32> }""", ["concatenate", "slice"]),
    ("concatenation_of_one", """(%x: tensor<3xf32>, %y: tensor<0xf32>) -> tensor<3xf32> {
        %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xf32>, tensor<0xf32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }""", []),
    ("concatenation_of_concatenation", """(%x: tensor<3xf32>, %y: tensor<1xf32>) -> tensor<7xf32> {
        %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xf32>, tensor<1xf32>) -> tensor<4xf32>
        %1 = stablehlo.concatenate %0, %x, dim = 0 : (tensor<4xf32>, tensor<3xf32>) -> tensor<7xf32>
        return %1 : tensor<7xf32> }""", ["concatenate"]),
    ("pad_without_padding", """(%x: tensor<5xf32>, %v: tensor<f32>) -> tensor<2xf32> {
        %0 = stablehlo.pad %x, %v, low = [-1], high = [-2], interior = [0]
          : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
        return %0 : tensor<2xf32> }""", ["slice"]),
    ("pad_without_padding", """(%x: tensor<5xf32>, %v: tensor<f32>) -> tensor<5xf32> {
        %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
        return %0 : tensor<5xf32> }""", []),
    ("pad_of_nothing", """(%x: tensor<0xf32>, %v: tensor<f32>) -> tensor<3xf32> {
        %0 = stablehlo.pad %x, %v, low = [1], high = [2], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }""", ["broadcast_in_dim"]),
    ("reverse_of_nothing", """(%x: tensor<3x1xf32>) -> tensor<3x1xf32> {
        %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<3x1xf32>
        return %0 : tensor<3x1xf32> }""", ["reverse"]),
    ("sort_of_nothing", """(%x: tensor<3x1xf32>, %y: tensor<3x1xi32>) -> (tensor<3x1xf32>, tensor<3x1xi32>) {
        %0, %1 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = false}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
          %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %l : tensor<i1>
        }) : (tensor<3x1xf32>, tensor<3x1xi32>) -> (tensor<3x1xf32>, tensor<3x1xi32>)
        return %0, %1 : tensor<3x1xf32>, tensor<3x1xi32> }""", []),
    ("reverse_of_reverse", """(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
        %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<3x2xf32>
        %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<3x2xf32>
        return %1 : tensor<3x2xf32> }""", []),
    ("dynamic_slice_of_everything", """(%x: tensor<3xf32>, %i: tensor<i32>) -> tensor<3xf32> {
        %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<3xf32>, tensor<i32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }""", []),
    ("dynamic_slice_at_constants", """(%x: tensor<5xf32>) -> tensor<3xf32> {
        %i = stablehlo.constant dense<7> : tensor<i32>
        %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<5xf32>, tensor<i32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }""", ["slice"]),
    ("update_of_everything", """(%x: tensor<3xf32>, %u: tensor<3xf32>, %i: tensor<i32>) -> tensor<3xf32> {
        %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }""", []),
    ("update_of_nothing", """(%x: tensor<3xf32>, %u: tensor<0xf32>, %i: tensor<i32>) -> tensor<3xf32> {
        %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<3xf32>, tensor<0xf32>, tensor<i32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }""", []),
    ("decided_if", """(%x: tensor<f32>) -> tensor<f32> {
        %p = stablehlo.constant dense<false> : tensor<i1>
        %0 = "stablehlo.if"(%p) ({ stablehlo.return %x : tensor<f32> }, {
          %1 = stablehlo.negate %x : tensor<f32>
          stablehlo.return %1 : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        return %0 : tensor<f32> }""", ["negate"]),
    ("decided_case", """(%x: tensor<f32>) -> tensor<f32> {
        %k = stablehlo.constant dense<7> : tensor<i32>
        %0 = "stablehlo.case"(%k) ({ stablehlo.return %x : tensor<f32> }, {
          %1 = stablehlo.negate %x : tensor<f32>
          stablehlo.return %1 : tensor<f32> }) : (tensor<i32>) -> tensor<f32>
        return %0 : tensor<f32> }""", ["negate"]),
    ("choice_of_values", """(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
        %0 = "stablehlo.if"(%p) ({ stablehlo.return %x : tensor<2xf32> }, { stablehlo.return %y : tensor<2xf32> })
          : (tensor<i1>) -> tensor<2xf32>
        return %0 : tensor<2xf32> }""", ["select"]),
    ("loop_that_never_runs", """(%x: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.while(%a = %x) : tensor<f32> cond {
          %p = stablehlo.constant dense<false> : tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %1 = stablehlo.negate %a : tensor<f32>
          stablehlo.return %1 : tensor<f32>
        }
        return %0 : tensor<f32> }""", []),
    ("loop_of_few_iterations", """(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) {
        %c0 = stablehlo.constant dense<7> : tensor<i32>
        %0:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<3xf32> cond {
          %c1 = stablehlo.constant dense<2> : tensor<i32>
          %p = stablehlo.compare LT, %c1, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %c2 = stablehlo.constant dense<-2> : tensor<i32>
          %1 = stablehlo.add %c2, %i : tensor<i32>
          %2 = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
          %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<3xf32>
          %4 = stablehlo.multiply %a, %3 : tensor<3xf32>
          stablehlo.return %1, %4 : tensor<i32>, tensor<3xf32>
        }
        return %0#1, %0#0 : tensor<3xf32>, tensor<i32> }""",
     ["constant", "multiply", "constant", "multiply", "constant", "constant", "multiply"]),
    ("", """(%x: tensor<f32>) -> tensor<f32> {
        %c0 = stablehlo.constant dense<0> : tensor<i32>
        %0:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<f32> cond {
          %c1 = stablehlo.constant dense<100> : tensor<i32>
          %p = stablehlo.compare LT, %i, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %c2 = stablehlo.constant dense<1> : tensor<i32>
          %1 = stablehlo.add %i, %c2 : tensor<i32>
          %2 = stablehlo.sine %a : tensor<f32>
          stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
        }
        return %0#1 : tensor<f32> }""", ["constant", "while", "constant", "compare", "constant", "add", "sine"]),
    ("static_broadcast", """(%x: tensor<3xf32>) -> tensor<2x3xf32> {
        %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
        %0 = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32> }""", ["broadcast_in_dim"]),
    ("static_reshape", """(%x: tensor<6xf32>) -> tensor<2x3xf32> {
        %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
        %0 = stablehlo.dynamic_reshape %x, %c : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32> }""", ["reshape"]),
    ("static_iota", """() -> tensor<2x3xf32> {
        %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
        %0 = stablehlo.dynamic_iota %c, dim = 1 : (tensor<2xi32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32> }""", ["iota"]),
    ("static_pad", """(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<8xf32> {
        %l = stablehlo.constant dense<1> : tensor<1xi32>
        %h = stablehlo.constant dense<2> : tensor<1xi32>
        %0 = stablehlo.dynamic_pad %x, %v, %l, %h, %l
          : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<8xf32>
        return %0 : tensor<8xf32> }""", ["pad"]),
    ("static_slice", """(%x: tensor<9xf32>) -> tensor<2xf32> {
        %a = stablehlo.constant dense<7> : tensor<1xi32>
        %b = stablehlo.constant dense<11> : tensor<1xi32>
        %s = stablehlo.constant dense<2> : tensor<1xi32>
        %0 = stablehlo.real_dynamic_slice %x, %a, %b, %s
          : (tensor<9xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
        return %0 : tensor<2xf32> }""", ["slice"]),
    ("slice_of_known_size", """(%x: tensor<9xf32>, %a: tensor<1xi32>) -> tensor<2xf32> {
        %n = stablehlo.constant dense<3> : tensor<1xi32>
        %b = stablehlo.add %n, %a : tensor<1xi32>
        %s = stablehlo.constant dense<2> : tensor<1xi32>
        %0 = stablehlo.real_dynamic_slice %x, %a, %b, %s
          : (tensor<9xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
        return %0 : tensor<2xf32> }""", ["reshape", "dynamic_slice", "slice"]),
    ("static_gather", """(%x: tensor<5x2xf32>, %i: tensor<3xi32>) -> tensor<3x2xf32> {
        %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
        %0 = "stablehlo.dynamic_gather"(%x, %i, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
          collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}>
          : (tensor<5x2xf32>, tensor<3xi32>, tensor<2xi32>) -> tensor<3x2xf32>
        return %0 : tensor<3x2xf32> }""", ["gather"]),
    ("gather_along_each_dimension", """(%x: tensor<5x4xf32>, %i: tensor<3xi32>, %j: tensor<2xi32>) -> tensor<3x2xf32> {
        %r = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<3xi32>) -> tensor<3x2x1xi32>
        %c = stablehlo.broadcast_in_dim %j, dims = [1] : (tensor<2xi32>) -> tensor<3x2x1xi32>
        %s = stablehlo.concatenate %r, %c, dim = 2 : (tensor<3x2x1xi32>, tensor<3x2x1xi32>) -> tensor<3x2x2xi32>
        %0 = "stablehlo.gather"(%x, %s) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1],
          start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}>
          : (tensor<5x4xf32>, tensor<3x2x2xi32>) -> tensor<3x2xf32>
        return %0 : tensor<3x2xf32> }""", ["reshape", "gather", "reshape", "gather"]),
    ("static_convolution", """(%x: tensor<1x5x1xf32>, %w: tensor<2x1x1xf32>) -> tensor<1x6x1xf32> {
        %p = stablehlo.constant dense<1> : tensor<1x2xi64>
        %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64,
          dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}>
          : (tensor<1x5x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x6x1xf32>
        return %0 : tensor<1x6x1xf32> }""", ["convolution"]),
    ("known_size", """(%x: tensor<5x2xf32>) -> tensor<i32> {
        %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<5x2xf32>) -> tensor<i32>
        return %0 : tensor<i32> }""", ["constant"]),
    ("size_of_known_shape", """(%x: tensor<5x2xf32>) -> index {
        %c = arith.constant 1 : index
        %0 = tensor.dim %x, %c : tensor<5x2xf32>
        return %0 : index }""", ["constant"]),
    ("number_of_dimensions", """(%x: tensor<5x2xf32>) -> index {
        %0 = tensor.rank %x : tensor<5x2xf32>
        return %0 : index }""", ["constant"]),
    ("unchanged_size", """(%x: tensor<5xf32>) -> tensor<5xf32> {
        %c = stablehlo.constant dense<5> : tensor<i32>
        %0 = stablehlo.set_dimension_size %x, %c, dim = 0 : (tensor<5xf32>, tensor<i32>) -> tensor<5xf32>
        return %0 : tensor<5xf32> }""", []),
    ("element_of_tuple", """(%x: tensor<f32>, %y: tensor<2xf32>) -> tensor<2xf32> {
        %0 = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<2xf32>>
        %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<f32>, tensor<2xf32>>) -> tensor<2xf32>
        return %1 : tensor<2xf32> }""", []),
    ("reduction_of_single_elements", """(%x: tensor<3x1xf32>, %v: tensor<f32>) -> tensor<3xf32> {
        %0 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1]
          : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
        return %0 : tensor<3xf32> }""", ["broadcast_in_dim", "reshape", "add"]),
    ("of_constants", """(%x: tensor<3xf32>) -> tensor<3xf32> {
        %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
        %b = stablehlo.constant dense<2.0> : tensor<3xf32>
        %0 = stablehlo.multiply %a, %b : tensor<3xf32>
        %1 = stablehlo.add %x, %0 : tensor<3xf32>
        return %1 : tensor<3xf32> }""", ["constant", "add"]),
    ("without_elements", """(%x: tensor<3xf32>) -> tensor<0xf32> {
        %0 = stablehlo.slice %x [2:2] : (tensor<3xf32>) -> tensor<0xf32>
        return %0 : tensor<0xf32> }""", ["constant"]),
    ("selection_of_equal_elements", """(%i: tensor<i32>) -> tensor<2xf32> {
        %c = stablehlo.constant dense<2.0> : tensor<9xf32>
        %0 = stablehlo.dynamic_slice %c, %i, sizes = [2] : (tensor<9xf32>, tensor<i32>) -> tensor<2xf32>
        return %0 : tensor<2xf32> }""", ["constant"]),
    ("iota_of_one", """() -> tensor<3x1xi32> {
        %0 = stablehlo.iota dim = 1 : tensor<3x1xi32>
        return %0 : tensor<3x1xi32> }""", ["constant"]),
]


def canonicalized(module: Any) -> tuple[Any, list[str]]:
    """A module after canonicalize and dce, and the names of the rules that applied."""
    applied: list[str] = []

    def watched(rule: Rule) -> Rule:
        def apply(op: Any, b: Any) -> Any:
            found = rule.apply(op, b)
            if found is not None:
                applied.append(rule.name)
            return found

        return Rule(rule.equation, rule.operation, apply, rule.producer)

    rules = index([watched(rule) for table in TABLES for rule in table])
    return after(module, Pass("canonicalize", lambda m: rewrite(m, rules)), PASSES["dce"]), applied


@pytest.mark.parametrize(("rule", "text", "left"), CASES, ids=[f"{k}-{c[0] or 'none'}" for k, c in enumerate(CASES)])
def test_rule(rule: str, text: str, left: list[str]) -> None:
    module = program(text)
    rewritten, applied = canonicalized(module)
    assert mnemonics(rewritten) == left
    assert not rule or rule in applied
    for seed in range(4):
        assert_same_meaning(module, rewritten, *arguments(module, seed))


def test_every_rule_has_a_case() -> None:
    """The equations of arithmetic have their own test."""
    rules = {rule.name for table in TABLES for rule in table}
    equations = {equation.text for equation in algebra.EQUATIONS}
    assert rules - equations == {case[0] for case in CASES if case[0]}


def test_concatenations_do_not_grow_without_bound() -> None:
    lines = ["%0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>"]
    for k in range(1, 16):
        half, whole = f"tensor<{1 << k}xf32>", f"tensor<{2 << k}xf32>"
        lines.append(f"%{k} = stablehlo.concatenate %{k - 1}, %{k - 1}, dim = 0 : ({half}, {half}) -> {whole}")
    body = "\n".join([*lines, "return %15 : tensor<65536xf32>"])
    module = program(f"(%x: tensor<1xf32>) -> tensor<65536xf32> {{ {body} }}")
    rewritten = after(module, PASSES["canonicalize"])
    assert max(len(op.operands) for op in rewritten.walk()) <= 64


def test_rules_that_undo_each_other_are_reported() -> None:
    back_and_forth = index([Rule("x -> -(-x)", Abs, lambda op, b: b(Abs, op.operand))])
    module = program("(%x: tensor<f32>) -> tensor<f32> { %0 = stablehlo.abs %x : tensor<f32> return %0 : tensor<f32> }")
    with pytest.raises(InternalError, match="does not come to an end"):
        rewrite(module, back_and_forth)


#: Small results of constants that take terabytes on the way, for padding and dilation are as large as a program says.
OUTGROWN = {
    "convolution": """
      %a = stablehlo.constant dense<1> : tensor<1x3x2xi32>
      %b = stablehlo.constant dense<1> : tensor<2x2x3xi32>
      %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
        window = {pad = [[1099511627776, 0]], rhs_dilate = [1099511627776]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<1x3x2xi32>, tensor<2x2x3xi32>) -> tensor<1x3x3xi32>""",
    "reduce_window": """
      %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %0 = "stablehlo.reduce_window"(%a, %z) ({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %s = stablehlo.add %x, %y : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) {window_dimensions = array<i64: 2>, window_dilations = array<i64: 1099511627776>,
          padding = dense<[[1099511627776, 0]]> : tensor<1x2xi64>} : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>""",
}


@pytest.mark.parametrize("name", OUTGROWN)
def test_what_takes_much_memory_on_the_way_is_not_folded(name: str) -> None:
    type = OUTGROWN[name].rpartition("-> ")[2]
    found = after(program(f"() -> {type} {{\n  {OUTGROWN[name]}\n  return %0 : {type}\n}}"), PASSES["canonicalize"])
    assert name in mnemonics(found)
