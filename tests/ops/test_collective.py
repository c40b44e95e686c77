"""Collective operations on grids, the groups that they form, and their constraints."""
# ruff: noqa: E501  (programs stand on lines of their own)

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.types import TensorType
from hloom.numbers.element_type import I64
from hloom.ops.common.attributes import AxisRef, Mesh, MeshAxis, ReplicaGroupMeshAxes, SubAxisInfo
from hloom.ops.common.process_groups import (
    cross_partition,
    cross_replica,
    cross_replica_and_partition,
    flattened_ids,
    mesh_groups,
)
from hloom.reference import evaluate_grid
from hloom.support.diagnostics import EvaluationError
from tests.ops.programs import codes, function

SUM = """({
  ^bb0(%a: tensor<E>, %b: tensor<E>):
    %s = stablehlo.add %a, %b : tensor<E>
    stablehlo.return %s : tensor<E>
})"""


def on_grid(operation: str, operand: str, result: str, replicas: int, partitions: int) -> np.ndarray:
    """The results of an operation on `%x` by process; each process has its number, spread over `operand`."""
    module = function(f"%r = {operation}\nreturn %r : {result}", f"%x: {operand}", result)
    type: Any = module.functions["main"].function_type.inputs[0]
    arguments = [[(np.full(type.shape, r * partitions + p, type.storage.dtype),) for p in range(partitions)]
                 for r in range(replicas)]
    found = evaluate_grid(module, arguments, num_replicas=replicas, num_partitions=partitions)
    return np.array([[process[0] for process in row] for row in found])


@pytest.mark.parametrize("strategy, groups, wanted", [
    (cross_replica, [[0, 1], [2, 3]], [[0, 2], [1, 3], [4, 6], [5, 7]]),
    (cross_partition, [[0, 1]], [[0, 1], [2, 3], [4, 5], [6, 7]]),
    (cross_replica_and_partition, [[0, 1], [2, 3]], [[0, 2, 1, 3], [4, 6, 5, 7]]),
    (flattened_ids, [[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 1, 2, 3], [4, 5, 6, 7]]),
])
def test_strategies_of_the_specification(strategy: Any, groups: list[list[int]], wanted: list[list[int]]) -> None:
    """The examples of the chapter on parallel execution, with 4 replicas of 2 partitions."""
    assert strategy(groups, 4, 2) == wanted


def test_groups_along_axes_of_a_mesh() -> None:
    mesh = Mesh((MeshAxis("x", 4), MeshAxis("y", 2)))
    op: Any = None
    assert mesh_groups(op, ReplicaGroupMeshAxes(mesh, (AxisRef("x"),))) == [[0, 2, 4, 6], [1, 3, 5, 7]]
    assert mesh_groups(op, ReplicaGroupMeshAxes(mesh, (AxisRef("y"), AxisRef("x", SubAxisInfo(1, 2))))) == [[0, 4, 1, 5],
                                                                                                            [2, 6, 3, 7]]
    assert mesh_groups(op, ReplicaGroupMeshAxes(mesh, (AxisRef("x", SubAxisInfo(2, 2)),))) == [[0, 2], [1, 3], [4, 6], [5, 7]]


def test_groups_of_a_mesh_with_devices_in_another_order() -> None:
    devices = DenseElementsAttr(TensorType((4,), I64), np.array([3, 1, 2, 0]))
    mesh = Mesh((MeshAxis("x", 2), MeshAxis("y", 2)), devices)
    add = function("%0 = stablehlo.add %x, %x : tensor<f32>\nreturn", "%x: tensor<f32>").functions["main"].body.block.operations[0]
    assert mesh_groups(add, ReplicaGroupMeshAxes(mesh, (AxisRef("x"),))) == [[3, 2], [1, 0]]
    with pytest.raises(EvaluationError, match="needs 6 devices, but lists 4"):
        mesh_groups(add, ReplicaGroupMeshAxes(Mesh((MeshAxis("x", 6),), devices), (AxisRef("x"),)))


def test_all_gather_joins_in_the_order_of_the_group() -> None:
    found = on_grid('"stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : '
                    "(tensor<1xi32>) -> tensor<2xi32>", "tensor<1xi32>", "tensor<2xi32>", 2, 2)
    assert found.tolist() == [[[2, 0], [3, 1]], [[2, 0], [3, 1]]]


def test_all_reduce_of_groups_of_different_sizes() -> None:
    found = on_grid('"stablehlo.all_reduce"(%x) ' + SUM.replace("E", "f32") + " {replica_groups = dense<[[0, 1], [2, -1]]> : "
                    "tensor<2x2xi64>} : (tensor<f32>) -> tensor<f32>", "tensor<f32>", "tensor<f32>", 3, 1)
    assert found.tolist() == [[1.0], [1.0], [2.0]]


def test_all_reduce_widens_to_the_type_of_the_body() -> None:
    found = on_grid('"stablehlo.all_reduce"(%x) ' + SUM.replace("E",
                                                                "i32") + " {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, "
                    "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : "
                    "(tensor<2xi8>) -> tensor<2xi32>", "tensor<2xi8>", "tensor<2xi32>", 1, 3)
    assert found.dtype == np.int32 and (found == 3).all()


def test_reduce_scatter_over_replicas_and_partitions() -> None:
    found = on_grid('"stablehlo.reduce_scatter"(%x) ' + SUM.replace("E",
                                                                    "i32") + " {scatter_dimension = 0 : i64, replica_groups = "
                    "dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : "
                    "(tensor<8xi32>) -> tensor<2xi32>", "tensor<8xi32>", "tensor<2xi32>", 2, 2)
    assert found.tolist() == [[[6, 6]] * 2] * 2


def test_all_to_all_swaps_parts() -> None:
    found = on_grid('"stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, '
                    "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1x4xi32>) -> tensor<2x2xi32>",
                    "tensor<1x4xi32>", "tensor<2x2xi32>", 2, 1)
    assert found.tolist() == [[[[0, 0], [1, 1]]]] * 2


def test_collective_permute_around_a_ring() -> None:
    found = on_grid('"stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0], [3, 3]]> : tensor<4x2xi64>} : '
                    "(tensor<i32>) -> tensor<i32>", "tensor<i32>", "tensor<i32>", 5, 1)
    assert found.reshape(-1).tolist() == [2, 0, 1, 3, 0]


def test_collective_broadcast_from_a_root_chosen_at_run_time() -> None:
    module = function("""%root = stablehlo.constant dense<[1]> : tensor<1xi32>
        %r = "stablehlo.collective_broadcast"(%x, %root) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, has_dynamic_root} :
          (tensor<i32>, tensor<1xi32>) -> tensor<i32>
        return %r : tensor<i32>""", "%x: tensor<i32>", "tensor<i32>")
    found = evaluate_grid(module, [[(np.int32(k + 5),)] for k in range(3)], num_replicas=3)
    assert [int(row[0][0]) for row in found] == [7, 0, 7]


def test_cross_replica_sum() -> None:
    found = on_grid('"stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<f32>) -> tensor<f32>',
                    "tensor<f32>", "tensor<f32>", 3, 1)
    assert found.reshape(-1).tolist() == [3.0, 3.0, 3.0]


def test_process_numbers() -> None:
    module = function("%r = stablehlo.replica_id : tensor<ui32>\n%p = stablehlo.partition_id : tensor<ui32>\n"
                      "return %r, %p : tensor<ui32>, tensor<ui32>", "", "tensor<ui32>, tensor<ui32>")
    found = evaluate_grid(module, num_replicas=2, num_partitions=3)
    assert [[tuple(map(int, p)) for p in row] for row in found] == [[(r, p) for p in range(3)] for r in range(2)]


def test_a_process_outside_of_all_groups_is_named() -> None:
    with pytest.raises(EvaluationError, match=r"process \(2, 0\)"):
        on_grid('"stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : '
                "(tensor<1xi32>) -> tensor<2xi32>", "tensor<1xi32>", "tensor<2xi32>", 3, 1)


def gather(groups: str, more: str = "", dim: int = 0, result: str = "tensor<4xf32>", module: str = "") -> str:
    body = f"""func.func @f(%x: tensor<2xf32>) {{
      %0 = "stablehlo.all_gather"(%x) {{all_gather_dim = {dim} : i64, replica_groups = dense<{groups}{more}}} : (tensor<2xf32>) -> {result}
      return
    }}"""
    return f"module attributes {{{module}}} {{{body}}}" if module else body


@pytest.mark.parametrize("text, wanted", [
    (gather("[[0, 1]]> : tensor<1x2xi64>"), []),
    (gather("[[0, 1]]> : tensor<1x2xi64>", dim=1), ["all_gather_c1"]),
    (gather("[[0, 0]]> : tensor<1x2xi64>"), ["all_gather_c2"]),
    (gather("[[0, 1]]> : tensor<1x2xi64>", module="mhlo.num_replicas = 3 : i32"), ["all_gather_c3"]),
    (gather("[[0, 2]]> : tensor<1x2xi64>"), ["all_gather_c4"]),
    (gather("[[0, 1]]> : tensor<1x2xi64>", ", use_global_device_ids"), ["all_gather_c5"]),
    (gather("[[0, 1]]> : tensor<1x2xi64>", result="tensor<3xf32>"), ["all_gather_c6"]),
    (gather("[0, 1]> : tensor<2xi64>"), ["all_gather_i3"]),
])
def test_constraints_of_all_gather(text: str, wanted: list[str]) -> None:
    assert codes(text) == wanted
