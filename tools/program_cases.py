"""Cases of several operations: processes that meet, dynamic shapes, quantized numbers, structure."""

# ruff: noqa: E501  (a program's line stands in one piece)
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from case_text import case, dense, program, type_of, write


def quantized() -> None:
    # scale 0.5, zero point 3: the stored numbers are clamped to [-128, 127].
    program("quantized", "uniform_quantize", """
func.func @there_and_back() {
  %c = stablehlo.constant dense<[0.0, 0.25, 0.75, -1.1, 100.0, -100.0]> : tensor<6xf32>
  %x = stablehlo.optimization_barrier %c : tensor<6xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = stablehlo.uniform_dequantize %q : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6xf32>
  check.expect_eq_const %y, dense<[0.0, 0.0, 1.0, -1.0, 62.0, -65.5]> : tensor<6xf32>
  func.return
}""")
    program("quantized", "add", """
func.func @add() {
  %c = stablehlo.constant dense<[1.0, -2.0, 60.0]> : tensor<3xf32>
  %x = stablehlo.optimization_barrier %c : tensor<3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:0>>
  %s = stablehlo.add %q, %q : tensor<3x!quant.uniform<i8:f32, 0.5:0>>
  %y = stablehlo.uniform_dequantize %s : (tensor<3x!quant.uniform<i8:f32, 0.5:0>>) -> tensor<3xf32>
  check.expect_eq_const %y, dense<[2.0, -4.0, 63.5]> : tensor<3xf32>
  func.return
}""")


def collective() -> None:
    program("collective", "all_reduce", """
func.func private @sum(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%x, %y) <{programs = [[@sum], [@sum]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[11, 22]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[11, 22]> : tensor<2xi32>
  func.return
}""")
    program("collective", "collective_permute", """
func.func private @shift(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<i32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<5> : tensor<i32>
  %b = stablehlo.constant dense<6> : tensor<i32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) <{programs = [[@shift], [@shift], [@shift]]}>
    : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<0> : tensor<i32>
  check.expect_eq_const %r#1, dense<5> : tensor<i32>
  check.expect_eq_const %r#2, dense<6> : tensor<i32>
  func.return
}""")


def parallel(family: str, op: str, body: str, inputs: Sequence[np.ndarray], expected: Sequence[np.ndarray],
             grid: tuple[int, int]) -> None:
    """A case in which each process of a grid runs `body`, from `%x` to `%0`; processes are in the order (0, 0), (0, 1), ..."""
    count, given, wanted = len(expected), type_of(inputs[0]), type_of(expected[0])
    rows = ", ".join("[" + ", ".join(["@each"] * grid[1]) + "]" for _ in range(grid[0]))
    types = f"({', '.join([given] * count)}) -> ({', '.join([wanted] * count)})"
    program(family, op, "\n".join([
        f"func.func private @each(%x: {given}) -> {wanted} {{", f"  {body}", f"  func.return %0 : {wanted}", "}", "func.func @main() {",
        *(f"  %x{k} = stablehlo.constant {dense(x)}" for k, x in enumerate(inputs)),
        f'  %r:{count} = "interpreter.run_parallel"({", ".join(f"%x{k}" for k in range(count))}) <{{programs = [{rows}]}}> : {types}',
        *(f"  check.expect_eq_const %r#{k}, {dense(x)}" for k, x in enumerate(expected)), "  func.return", "}"]))


def more_collective() -> None:
    xs = [np.array([[1, 2], [3, 4]], np.int32) + 10 * k for k in range(4)]
    matrix, pairs = "tensor<2x2xi32>", "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
    across = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
    add = ("({\n  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n    %s = stablehlo.add %a, %b : tensor<i32>\n"
           "    stablehlo.return %s : tensor<i32>\n  })")

    def one(op: str, attributes: str, result: str, region: str = "") -> str:
        return f'%0 = "stablehlo.{op}"(%x) <{{{attributes}}}> {region} : ({matrix}) -> {result}'

    parallel("collective", "all_gather", one("all_gather", f"all_gather_dim = 1 : i64, {pairs}", "tensor<2x4xi32>"),
             xs[:2], [np.concatenate(xs[:2], 1)] * 2, (2, 1))
    split = "split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64"
    parallel("collective", "all_to_all", one("all_to_all", f"{split}, {pairs}", "tensor<1x4xi32>"), xs[:2],
             [np.concatenate([x[k : k + 1] for x in xs[:2]], 1) for k in range(2)], (2, 1))
    parallel("collective", "reduce_scatter", one("reduce_scatter", f"scatter_dimension = 1 : i64, {pairs}", "tensor<2x1xi32>", add),
             xs[:2], [(xs[0] + xs[1])[:, k : k + 1] for k in range(2)], (2, 1))
    # The first process of a group sends; who is in no group gets zeros.
    parallel("collective", "collective_broadcast",
             one("collective_broadcast", "replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>", matrix),
             xs[:3], [0 * xs[0], xs[2], xs[2]], (3, 1))
    # The first process of the group gets the sum, the others zeros.
    parallel("collective", "collective_reduce", one("collective_reduce", "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>", matrix, add),
             xs[:2], [0 * xs[0], xs[0] + xs[1]], (2, 1))
    parallel("collective", "cross-replica-sum", one("cross-replica-sum", pairs, matrix), xs[:2], [xs[0] + xs[1]] * 2, (2, 1))
    parallel("collective", "replica_id", "%0 = stablehlo.replica_id : tensor<ui32>", xs, [np.uint32(r) for r in (0, 0, 1, 1)], (2, 2))
    parallel("collective", "partition_id", "%0 = stablehlo.partition_id : tensor<ui32>", xs, [np.uint32(p) for p in (0, 1, 0, 1)],
             (2, 2))
    # Processes (0, 0) (0, 1) / (1, 0) (1, 1): who sums with whom under the four strategies of the specification.
    every, sums = sum(xs), [xs[0] + xs[2], xs[1] + xs[3]]
    ids = f"replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, {across}, use_global_device_ids"
    for name, attributes, expected in (
            ("replicas", pairs, [sums[0], sums[1], sums[0], sums[1]]),
            ("replicas_and_partitions", f"{pairs}, {across}", [every] * 4),
            ("flattened_ids", ids, [xs[0] + xs[3], xs[1] + xs[2], xs[1] + xs[2], xs[0] + xs[3]])):
        parallel("collective", f"all_reduce_across_{name}", one("all_reduce", attributes, matrix, add), xs, expected, (2, 2))
    parallel("collective", "all_gather_across_partitions",
             one("all_gather", f"all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, {across}",
                 "tensor<4x2xi32>"), xs, [np.concatenate(xs[2 * (k // 2) : 2 * (k // 2) + 2]) for k in range(4)], (2, 2))
    parallel("collective", "collective_permute_across_partitions",
             one("collective_permute", f"source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, {across}", matrix),
             xs, [0 * xs[0], xs[0], 0 * xs[0], xs[2]], (2, 2))
    future = f"!stablehlo.future<{matrix}>"
    reduced = one("all_reduce", pairs, matrix, add).replace("%0", "%y").replace("%x", "%p")
    parallel("communication", "async", f"""%f = "stablehlo.async_start"(%x) ({{
  ^bb0(%p: {matrix}):
    {reduced}
    stablehlo.return %y : {matrix}
  }}) : ({matrix}) -> {future}
  %0 = "stablehlo.async_done"(%f) : ({future}) -> {matrix}""", xs[:2], [xs[0] + xs[1]] * 2, (2, 1))


def communication() -> None:
    program("communication", "send_recv", """
func.func private @sender(%x: tensor<2xi32>) -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  %s = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>
    : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  func.return %s : !stablehlo.token
}
func.func private @receiver() -> tensor<2xi32> {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>
    : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  func.return %r#0 : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%x) <{programs = [[@sender, @receiver]]}> : (tensor<2xi32>) -> (!stablehlo.token, tensor<2xi32>)
  check.expect_eq_const %r#1, dense<[3, 4]> : tensor<2xi32>
  func.return
}""")

    program("communication", "infeed", """
func.func private @first() -> (tensor<2xi32>, tensor<f32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<0.5> : tensor<f32>
  func.return %a, %b : tensor<2xi32>, tensor<f32>
}
func.func private @second() -> (tensor<2xi32>, tensor<f32>) {
  %a = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %b = stablehlo.constant dense<1.5> : tensor<f32>
  func.return %a, %b : tensor<2xi32>, tensor<f32>
}
func.func private @each() -> (tensor<2xi32>, tensor<f32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %a:3 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
  %o = "stablehlo.outfeed"(%a#0, %a#2) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %both = stablehlo.after_all %a#2, %o : !stablehlo.token
  %b:3 = "stablehlo.infeed"(%both) : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
  func.return %a#0, %b#1 : tensor<2xi32>, tensor<f32>
}
func.func @main() {
  %r:2 = "interpreter.run_parallel"() <{infeed = [@first, @second], programs = [[@each]]}> : () -> (tensor<2xi32>, tensor<f32>)
  check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<1.5> : tensor<f32>
  func.return
}""")


def dynamic() -> None:
    program("dynamic", "dynamic_slice_sizes", """
func.func @real_dynamic_slice() {
  %c = stablehlo.constant dense<[0, 10, 20, 30, 40, 50]> : tensor<6xi32>
  %start = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.constant dense<6> : tensor<1xi32>
  %stride = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %c, %start, %limit, %stride
    : (tensor<6xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[10, 30, 50]> : tensor<3xi32>
  func.return
}""")
    program("dynamic", "dynamic_broadcast_in_dim", """
func.func @rows() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2xi32>
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<2xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi32>
  func.return
}""")

    x, arrow = np.arange(6, dtype=np.int32).reshape(2, 3), " : ({types}) -> {result}"
    write("dynamic", "dynamic_reshape", [case("columns", [x, np.array([3, 2])], "stablehlo.dynamic_reshape {0}, {1}" + arrow, x.reshape(3, 2))])
    write("dynamic", "dynamic_iota", [case("rows", [np.array([3, 2])], "stablehlo.dynamic_iota {0}, dim = 0" + arrow,
                                           np.array([[0, 0], [1, 1], [2, 2]], np.int32))])
    padded = np.full((2, 5), 9, np.int32)
    padded[:, 0::2] = x[:, [0, 1, 2]]
    write("dynamic", "dynamic_pad", [
        case("inside", [x, np.array(9, np.int32), np.array([0, 0]), np.array([0, 0]), np.array([0, 1])],
             "stablehlo.dynamic_pad {0}, {1}, {2}, {3}, {4}" + arrow, padded)])
    write("dynamic", "dynamic_gather", [case("columns", [x, np.array([[2], [0]]), np.array([2, 1])],
          '"stablehlo.dynamic_gather"({0}, {1}, {2}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], '
          "start_index_map = [1], index_vector_dim = 1>}}>" + arrow, x[:, [2, 0]].T)])
    line, kernel = np.array([1, 2, 3, 4], np.float32).reshape(1, 4, 1), np.array([1, 10], np.float32).reshape(2, 1, 1)
    write("dynamic", "dynamic_conv", [case("padded", [line, kernel, np.array([[1, 0]])],
          '"stablehlo.dynamic_conv"({0}, {1}, {2}) <{{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, '
          "feature_group_count = 1 : i64, batch_group_count = 1 : i64}}>" + arrow,
          np.array([10, 21, 32, 43], np.float32).reshape(1, 4, 1))])
    write("dynamic", "get_dimension_size", [case("columns", [x], "stablehlo.get_dimension_size {0}, dim = 1" + arrow, np.array(3, np.int32))])
    write("dynamic", "compute_reshape_shape", [case("fill", [np.array(12), np.array([-1, 4])],
          '"stablehlo.compute_reshape_shape"({0}, {1})' + arrow, np.array([3, 4]))])
    bounded = "tensor<?xi32, #stablehlo.bounds<5>>"
    program("dynamic", "set_dimension_size", f"""
func.func @reductions_see_three_elements() {{
  %c = stablehlo.constant dense<[5, 4, 3, 2, 1]> : tensor<5xi32>
  %x = stablehlo.optimization_barrier %c : tensor<5xi32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %short = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<5xi32>, tensor<i32>) -> {bounded}
  %twice = stablehlo.add %short, %short : {bounded}
  %size = stablehlo.get_dimension_size %twice, dim = 0 : ({bounded}) -> tensor<i32>
  check.expect_eq_const %size, dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%twice init: %zero) applies stablehlo.add across dimensions = [0] : ({bounded}, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %sum, dense<24> : tensor<i32>
  func.return
}}""")
    program("dynamic", "cstr_reshapable", """
func.func @holds() {
  %c = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %count = arith.constant 12 : index
  %w = "stablehlo.cstr_reshapable"(%count, %c) : (index, tensor<2xi32>) -> !shape.witness
  shape.assuming %w {
    check.expect_eq_const %c, dense<[3, 4]> : tensor<2xi32>
    shape.assuming_yield
  }
  func.return
}""")


def structure() -> None:
    program("structure", "tuple", """
func.func @pack() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %d = stablehlo.constant dense<2.5> : tensor<f32>
  %t = stablehlo.tuple %c, %d : tuple<tensor<2xi32>, tensor<f32>>
  %x = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<f32>
  check.expect_eq_const %x, dense<2.5> : tensor<f32>
  func.return
}""")
    program("structure", "composite", """
func.func private @twice(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
func.func @decomposed() {
  %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2xi32>
  %0 = stablehlo.composite "test.twice" %x {decomposition = @twice} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[2, -4]> : tensor<2xi32>
  func.return
}""")

    program("structure", "call", """
func.func private @difference(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = stablehlo.subtract %x, %y : tensor<2xi32>
  func.return %0, %x : tensor<2xi32>, tensor<2xi32>
}
func.func @main() {
  %c = stablehlo.constant dense<[7, -2]> : tensor<2xi32>
  %x = stablehlo.optimization_barrier %c : tensor<2xi32>
  %y = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r:2 = func.call @difference(%x, %y) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[6, -4]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[7, -2]> : tensor<2xi32>
  func.return
}""")
    program("structure", "custom_call", """
func.func @marker() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %x = stablehlo.custom_call @Sharding(%c) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi32>
  func.return
}""")


def checks() -> None:
    program("check", "checks", """
func.func @equal() {
  %c = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %x = stablehlo.optimization_barrier %c : tensor<3xf32>
  check.expect_eq %x, %c : tensor<3xf32>
  func.return
}
func.func @nearly_equal() {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = stablehlo.constant dense<[1.00001, 1.99999]> : tensor<2xf32>
  check.expect_almost_eq %c, %d : tensor<2xf32>
  func.return
}
func.func @probed() {
  %c = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %x = interpreter.probe %c, probe_id = "x" : tensor<2xi32>
  check.expect_serialized_eq %x, probe_id = "x" : tensor<2xi32>
  func.return
}""")


FAMILIES = (quantized, collective, more_collective, communication, dynamic, structure, checks)
