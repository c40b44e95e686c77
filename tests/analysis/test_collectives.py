"""Maps of collective operations against grids of processes: an element of one process changes only what the maps name, in the
processes for whose group the place says so; both directions; groups of every kind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.analysis.dependence import function_maps, gathered_places, input_to_output, output_to_input
from hloom.expr.index import Dim
from hloom.indexing import IndexingMap, points
from hloom.ops.common import process_groups
from hloom.reference import evaluate_grid
from tests.analysis.points import related

SUM = ("({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %s = stablehlo.add %a, %b : tensor<f32> "
       "stablehlo.return %s : tensor<f32> })")
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"

#: Kinds of groups: replicas, partitions, groups, whether there is a channel, whether ids are those of devices.
GRIDS: dict[str, tuple[int, int, list[list[int]], bool, bool]] = {
    "4 replicas in two groups": (4, 1, [[0, 2], [3, 1]], False, False),
    "4 replicas of 2 partitions": (4, 2, [[2, 0], [1, 3]], False, False),
    "across replicas and partitions": (2, 2, [[0], [1]], True, False),
    "devices in another order": (3, 2, [[5, 0], [1, 4], [2, 3]], True, True),
    "8 devices in one group of 8": (4, 2, [[7, 6, 5, 4, 3, 2, 1, 0]], True, True),
    "partitions": (2, 4, [[3, 1], [0, 2]], True, False),
}


def attributes(groups: list[list[int]], channel: bool, devices: bool) -> str:
    parts = [f"replica_groups = dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"]
    return ", ".join([*parts, *([CHANNEL] if channel else []), *(["use_global_device_ids"] if devices else [])])


def size_of(name: str) -> int:
    """How many processes meet: with a channel and no device ids all partitions of the replicas do."""
    _, partitions, groups, channel, devices = GRIDS[name]
    return len(groups[0]) * (partitions if channel and not devices else 1)


def gather(name: str) -> str:
    count = size_of(name)
    return (f'"stablehlo.all_gather"(%x) <{{all_gather_dim = 1 : i64, {attributes(*GRIDS[name][2:])}}}> '
            f": (tensor<2x3xf32>) -> tensor<2x{3 * count}xf32>")


def reduce(name: str) -> str:
    return f'"stablehlo.all_reduce"(%x) <{{{attributes(*GRIDS[name][2:])}}}> {SUM} : (tensor<2x3xf32>) -> tensor<2x3xf32>'


def scatter(name: str) -> str:
    count = size_of(name)
    return (f'"stablehlo.reduce_scatter"(%x) <{{scatter_dimension = 0 : i64, {attributes(*GRIDS[name][2:])}}}> {SUM} '
            f": (tensor<{2 * count}x3xf32>) -> tensor<2x3xf32>")


def exchange(split: int, concat: int) -> Any:
    def text(name: str) -> str:
        _, _, groups, channel, _ = GRIDS[name]
        count = len(groups[0])
        shape, result = [2, 3], [2, 3]
        shape[split] *= count
        result[concat] *= count
        return (f'"stablehlo.all_to_all"(%x) <{{split_dimension = {split} : i64, concat_dimension = {concat} : i64, '
                f"split_count = {count} : i64, {attributes(groups, channel, False)}}}> : "
                f"(tensor<{shape[0]}x{shape[1]}xf32>) -> tensor<{result[0]}x{result[1]}xf32>")

    return text


def broadcast(name: str) -> str:
    return (f'"stablehlo.collective_broadcast"(%x) <{{{attributes(*GRIDS[name][2:4], False)}}}> : (tensor<2x3xf32>) '
            "-> tensor<2x3xf32>")


def permute(name: str) -> str:
    _, _, groups, channel, _ = GRIDS[name]
    pairs = [list(pair) for group in groups for pair in zip(group, [*group[1:], group[0]])]
    return (f'"stablehlo.collective_permute"(%x) <{{source_target_pairs = dense<{pairs}> : tensor<{len(pairs)}x2xi64>'
            f"{', ' + CHANNEL if channel else ''}}}> : (tensor<2x3xf32>) -> tensor<2x3xf32>")


OPERATIONS = {"all_gather": gather, "all_reduce": reduce, "reduce_scatter": scatter, "all_to_all": exchange(0, 1),
              "all_to_all along one dimension": exchange(1, 1), "collective_broadcast": broadcast, "collective_permute": permute}
#: Those whose groups are of replicas or of partitions, and never of devices.
EXCHANGES = ("all_to_all", "all_to_all along one dimension", "collective_broadcast", "collective_permute")


def groups_of(op: Any, name: str) -> list[list[int]]:
    """The groups of processes, by number; of pairs, the pairs."""
    replicas, partitions, groups, _, _ = GRIDS[name]
    rows = op.source_target_pairs.tolist() if hasattr(op, "source_target_pairs") else groups
    exchanges = op.name.rpartition(".")[2] in ("all_to_all", "collective_broadcast", "collective_permute")
    strategy = process_groups.exchange_strategy(op) if exchanges else process_groups.reduction_strategy(op)
    return strategy(rows, replicas, partitions)


def places_of(maps: list[IndexingMap], shape: tuple[int, ...], most: int) -> np.ndarray:
    """`table[i, p]`: whether element i of a result comes from place p of the group."""
    return related(maps, shape, (most,))


@pytest.mark.parametrize("operation, grid", [
    (operation, grid) for operation in OPERATIONS for grid, (*_, devices) in GRIDS.items()
    if (not devices if operation in EXCHANGES else grid != "partitions")])
def test_an_element_changes_what_the_maps_name(operation: str, grid: str) -> None:
    text = OPERATIONS[operation](grid)
    operand, result = (t.strip() for t in text.rpartition(": (")[2].replace(")", "").split("->"))
    replicas, partitions, *_ = GRIDS[grid]
    module = hloom.parse(f"""module attributes {{
        mhlo.num_replicas = {replicas} : i32, mhlo.num_partitions = {partitions} : i32}} {{
      func.func @main(%x: {operand}) -> {result} {{\n%y = {text}\nreturn %y : {result}\n}} }}""")
    module.verify()
    op: Any = module.functions["main"].body.block.operations[0]
    x, y = op.operands[0], op.results[0]
    reads = related(output_to_input(op)[0], y.shape, x.shape)
    assert np.array_equal(reads, related(input_to_output(op)[0], x.shape, y.shape).T)
    count = replicas * partitions
    groups = groups_of(op, grid)
    place_maps = gathered_places(y, module.functions["main"].body.block)[x]
    assert not any(map.is_undefined for map in place_maps)
    places = places_of(place_maps, y.shape, max(map(len, groups)))
    inputs = [np.arange(x.type.size, dtype=np.float32).reshape(x.shape) + 100 * k for k in range(count)]

    def run(arrays: list[np.ndarray]) -> list[np.ndarray]:
        given = [[(arrays[r * partitions + p],) for p in range(partitions)] for r in range(replicas)]
        found = evaluate_grid(module, given, num_replicas=replicas, num_partitions=partitions)
        return [np.asarray(process[0]).reshape(-1) for row in found for process in row]

    before = run(inputs)
    touched = np.zeros_like(reads)
    for sender in range(count):
        for place in range(x.type.size):
            changed = [v.copy() for v in inputs]
            changed[sender].flat[place] += 5000
            for receiver, (old, new) in enumerate(zip(before, run(changed))):
                own = [group.index(sender) for group in groups if receiver in group and sender in group
                       and (op.name != "stablehlo.collective_permute" or group[1] == receiver)]
                named = reads[:, place] & np.any([places[:, p] for p in own], axis=0) if own else np.zeros(len(old), bool)
                assert not ((old != new) & ~named).any(), (sender, receiver, place)
                touched[:, place] |= old != new
    # Over all processes every element that the maps name is read by one of them.
    assert np.array_equal(touched, reads)


def test_places_of_collectives_with_roots_and_without_groups() -> None:
    module = hloom.parse(f"""func.func @main(%x: tensor<4xf32>, %r: tensor<1xi32>) -> tensor<4xf32> {{
      %y = "stablehlo.collective_broadcast"(%x, %r) <{{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, has_dynamic_root}}>
        : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
      %z = "stablehlo.all_reduce"(%y) <{{replica_groups = dense<> : tensor<0x0xi64>}}> {SUM} : (tensor<4xf32>) -> tensor<4xf32>
      return %z : tensor<4xf32> }}""")
    block = module.functions["main"].body.block
    broadcast, reduction, _ = block.operations
    places = gathered_places(broadcast.results[0], block)
    assert [str(map) for map in places[block.arguments[0]]] == ["(d0){rt0} -> (rt0), domain: d0 in [0, 3], rt0 in [0, 2]"]
    assert [str(m) for m in output_to_input(broadcast)[1]] == ["(d0) -> (0), domain: d0 in [0, 3]"]
    text = reduce("across replicas and partitions")
    alone = hloom.parse(f"func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {{ %y = {text}\nreturn %y : tensor<2x3xf32> }}")
    inside = alone.functions["main"].body.block
    # All partitions meet: how many there are only a module with a grid says.
    assert [map.is_undefined for map in gathered_places(inside.operations[0].results[0], inside)[inside.arguments[0]]] == [True]
    # No groups are one of all, however many there are.
    assert [map.is_undefined for map in gathered_places(reduction.results[0], block)[broadcast.results[0]]] == [True]


def test_places_through_a_function_and_what_comes_behind() -> None:
    module = hloom.parse("""func.func private @gathered(%x: tensor<3xf32>) -> tensor<6xf32> {
      %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
        : (tensor<3xf32>) -> tensor<6xf32>
      return %y : tensor<6xf32> }
    func.func @main(%x: tensor<3xf32>) -> tensor<6xf32> {
      %y = call @gathered(%x) : (tensor<3xf32>) -> tensor<6xf32>
      %z = stablehlo.reverse %y, dims = [0] : tensor<6xf32>
      return %z : tensor<6xf32> }""")
    block = module.functions["main"].body.block
    (place,) = gathered_places(block.terminator.operands[0], block)[block.arguments[0]]
    found = points(place)
    assert np.array_equal(np.broadcast_to(place.evaluate([found[Dim(0)]])[0], 6), [1, 1, 1, 0, 0, 0])


def test_through_what_runs_asynchronously() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<3xf32>) -> tensor<6xf32> {
      %f = "stablehlo.async_start"(%x) ({ ^bb0(%a: tensor<3xf32>):
        %g = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
          : (tensor<3xf32>) -> tensor<6xf32>
        stablehlo.return %g : tensor<6xf32> }) : (tensor<3xf32>) -> !stablehlo.future<tensor<6xf32>>
      %y = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<6xf32>>) -> tensor<6xf32>
      return %y : tensor<6xf32> }""")
    block = module.functions["main"].body.block
    value, argument = block.terminator.operands[0], block.arguments[0]
    assert [str(m) for m in function_maps(module.functions["main"])[0]] == ["(d0) -> (d0 mod 3), domain: d0 in [0, 5]"]
    assert [str(m) for m in gathered_places(value, block)[argument]] == ["(d0) -> (d0 floordiv 3), domain: d0 in [0, 5]"]
    hlo = hloom.parse("""HloModule m

    f {
      a = f32[2,3] parameter(0)
      ROOT t = f32[3,2] transpose(a), dimensions={1,0}
    }

    ENTRY e {
      x = f32[2,3] parameter(0)
      s = ((f32[2,3]), f32[3,2], s32[]) async-start(x), calls=f
      u = ((f32[2,3]), f32[3,2], s32[]) async-update(s)
      ROOT d = f32[3,2] async-done(u)
    }
    """, format="hlo")
    (maps,) = function_maps(list(hlo.functions.values())[-1]).values()
    assert [str(m) for m in maps] == ["(d0, d1) -> (d1, d0), domain: d0 in [0, 2], d1 in [0, 1]"]
