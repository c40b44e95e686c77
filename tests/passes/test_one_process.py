"""Markers and operations of groups of one process are compiled as their operands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.reference.custom_calls import CUSTOM_CALLS

X = np.arange(6, dtype=np.float32).reshape(2, 3)
TYPE = "tensor<2x3xf32>"
SUM = ("({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> "
       "stablehlo.return %s : tensor<f32> })")
ALONE = "replica_groups = dense<0> : tensor<1x1xi64>"
MARKERS = ["Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement", "LayoutConstraint",
           "MoveToDevice", "MoveToHost", "PinToDevice", "PinToDeviceSram", "xla.sdy.Sharding", "xla.sdy.FuncResultSharding",
           "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape", "xla.sdy.PropagationBarrier"]


def around(line: str, result: str = TYPE) -> Any:
    """A program with `line`, which makes %0 of %a, that is twice the argument."""
    return hloom.parse(f"""func.func public @main(%x: {TYPE}) -> {result} {{
      %a = stablehlo.add %x, %x : {TYPE}
      {line}
      return %0 : {result}
    }}""")


def on_both(module: Any) -> list[Any]:
    executable = hloom.compile(module)
    assert not executable.fallbacks
    return [executable(X)[0], hloom.evaluate(module, X)[0]]


@pytest.mark.parametrize("effect", ["", ", has_side_effect = true"])
@pytest.mark.parametrize("target", MARKERS)
def test_markers_are_their_operands(target: str, effect: str) -> None:
    call = f'stablehlo.custom_call @{target}(%a) {{backend_config = ""{effect}}}'
    for found in on_both(around(f"%0 = {call} : ({TYPE}) -> {TYPE}")):
        np.testing.assert_array_equal(found, 2 * X)


@pytest.mark.parametrize("target", ["Sharding", "annotate_device_placement", "InspectSharding"])
def test_markers_without_results_are_nothing(target: str) -> None:
    call = f'stablehlo.custom_call @{target}(%a) {{backend_config = "", has_side_effect = true}} : ({TYPE}) -> ()'
    for found in on_both(around(f"{call}\n%0 = stablehlo.add %a, %a : {TYPE}")):
        np.testing.assert_array_equal(found, 4 * X)


def test_memory_that_nobody_has_written_to() -> None:
    for found in on_both(around(f"%0 = stablehlo.custom_call @AllocateBuffer() : () -> {TYPE}")):
        np.testing.assert_array_equal(found, 0 * X)


def test_a_marker_between_processes_is_refused() -> None:
    module = around(f"%0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : ({TYPE}) -> tensor<1x3xf32>", "tensor<1x3xf32>")
    executable = hloom.compile(module)
    for run in (lambda: executable(X), lambda: hloom.evaluate(module, X)):
        with pytest.raises(hloom.EvaluationError, match="the program is partitioned"):
            run()


def test_what_is_registered_for_a_marker_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    module = around(f"%0 = stablehlo.custom_call @Sharding(%a) : ({TYPE}) -> {TYPE}")
    assert not hloom.compile(module).fallbacks  # and is in the cache
    monkeypatch.setitem(CUSTOM_CALLS, "Sharding", lambda op, x: x + 1)
    executable = hloom.compile(module)
    assert [op.title for op in executable.fallbacks] == ["stablehlo.custom_call @Sharding"]
    np.testing.assert_array_equal(executable(X)[0], 2 * X + 1)


def test_a_function_with_its_own_partitioning() -> None:
    text = f"""module {{
      func.func private @f(%x: {TYPE}) -> {TYPE} {{ %y = stablehlo.negate %x : {TYPE} return %y : {TYPE} }}
      func.func public @main(%x: {TYPE}) -> {TYPE} {{
        %0 = stablehlo.custom_call @CustomSPMDPartitioning(%x) {{called_computations = [@f]}} : ({TYPE}) -> {TYPE}
        return %0 : {TYPE} }} }}"""
    for found in on_both(hloom.parse(text)):
        np.testing.assert_array_equal(found, -X)


@pytest.mark.parametrize("channel", [
    "", ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>",
    ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids"])
@pytest.mark.parametrize("groups", [ALONE, "replica_groups = dense<> : tensor<0x0xi64>"])
@pytest.mark.parametrize("name, attributes", [("all_reduce", ""), ("all_gather", "all_gather_dim = 1 : i64, "),
                                              ("reduce_scatter", "scatter_dimension = 0 : i64, ")])
def test_reductions_of_one_process(name: str, attributes: str, groups: str, channel: str) -> None:
    region = "" if name == "all_gather" else f" {SUM}"
    for found in on_both(around(f'%0 = "stablehlo.{name}"(%a){region} {{{attributes}{groups}{channel}}} : ({TYPE}) -> {TYPE}')):
        np.testing.assert_array_equal(found, 2 * X)


@pytest.mark.parametrize("name, attributes, expected", [
    ("all_to_all", f"split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, {ALONE}", 2 * X),
    ("collective_broadcast", ALONE, 2 * X), ("collective_permute", "source_target_pairs = dense<0> : tensor<1x2xi64>", 2 * X),
    ("collective_permute", "source_target_pairs = dense<> : tensor<0x2xi64>", 0 * X)])
def test_exchanges_of_one_process(name: str, attributes: str, expected: Any) -> None:
    for found in on_both(around(f'%0 = "stablehlo.{name}"(%a) {{{attributes}}} : ({TYPE}) -> {TYPE}')):
        np.testing.assert_array_equal(found, expected)


def test_sums_in_a_wider_type() -> None:
    wide = SUM.replace("f32", "f64")
    for found in on_both(around(f'%0 = "stablehlo.all_reduce"(%a) {wide} {{{ALONE}}} : ({TYPE}) -> tensor<2x3xf64>',
                                "tensor<2x3xf64>")):
        assert found.dtype == np.float64
        np.testing.assert_array_equal(found, 2 * X)


@pytest.mark.parametrize("name", ["replica_id", "partition_id"])
def test_numbers_of_the_process(name: str) -> None:
    for found in on_both(around(f"%0 = stablehlo.{name} : tensor<ui32>", "tensor<ui32>")):
        assert found == 0


@pytest.mark.parametrize("line", [
    f'%0 = "stablehlo.all_reduce"(%a) {SUM} {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : ({TYPE}) -> {TYPE}',
    f'%0 = "stablehlo.collective_permute"(%a) {{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}} '
    f": ({TYPE}) -> {TYPE}"])
def test_groups_of_several_processes_are_refused(line: str) -> None:
    module = around(line)
    executable = hloom.compile(module)
    for run in (lambda: executable(X), lambda: hloom.evaluate(module, X)):
        with pytest.raises(hloom.EvaluationError, match="names number 1 in its groups"):
            run()


def test_functions_that_run_on_a_grid_keep_their_processes() -> None:
    module = hloom.parse("""module {
      func.func public @main() -> (tensor<ui32>, tensor<ui32>, tensor<ui32>) {
        %r:2 = "interpreter.run_parallel"() {programs = [[@number], [@number]]} : () -> (tensor<ui32>, tensor<ui32>)
        %own = stablehlo.replica_id : tensor<ui32>
        return %r#0, %r#1, %own : tensor<ui32>, tensor<ui32>, tensor<ui32>
      }
      func.func public @number() -> tensor<ui32> {
        %0 = stablehlo.replica_id : tensor<ui32>
        return %0 : tensor<ui32>
      }
    }""")
    for found in (hloom.compile(module)(), hloom.evaluate(module)):
        assert [int(x) for x in found] == [0, 1, 0]
    assert hloom.compile(module, "number")()[0] == 0


def test_sums_of_replicas() -> None:
    for found in on_both(around(f'%0 = "stablehlo.cross-replica-sum"(%a) {{{ALONE}}} : ({TYPE}) -> {TYPE}')):
        np.testing.assert_array_equal(found, 2 * X)


def test_tokens_take_no_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CUSTOM_CALLS, "tests.next", lambda op, token, x: x + 1)
    module = hloom.parse(f"""func.func @main(%x: {TYPE}, %n: tensor<i32>) -> {TYPE} {{
      %t = stablehlo.create_token : !stablehlo.token
      %c = stablehlo.constant dense<0> : tensor<i32>
      %o = stablehlo.constant dense<1> : tensor<i32>
      %r:3 = stablehlo.while(%a = %t, %i = %c, %y = %x) : !stablehlo.token, tensor<i32>, {TYPE} cond {{
        %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }} do {{
        %j = stablehlo.add %i, %o : tensor<i32>
        %u:2 = stablehlo.custom_call @tests.next(%a, %y) : (!stablehlo.token, {TYPE}) -> (!stablehlo.token, {TYPE})
        %v = stablehlo.after_all %u#0, %a : !stablehlo.token
        stablehlo.return %v, %j, %u#1 : !stablehlo.token, tensor<i32>, {TYPE}
      }}
      return %r#2 : {TYPE}
    }}""")
    executable = hloom.compile(module)
    assert [op.title for op in executable.fallbacks] == ["stablehlo.custom_call @tests.next"]
    for found in (executable(X, 5), hloom.evaluate(module, X, 5)):
        np.testing.assert_array_equal(found[0], X + 5)
