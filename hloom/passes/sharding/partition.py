"""A program of whole values, with shardings, as the program that each device runs on its parts of them.

    func.func @main(%x: tensor<8xf32> {sdy.sharding = [{"x"}]}) { %0 = multiply %x, %x; %1 = reduce %0 by add }
->  func.func @main(%x: tensor<2xf32>) { %0 = multiply %x, %x; %1 = reduce %0 by add; %2 = all_reduce %1 by add }

Values are divided as shardings spread (`propagation`), and operations with them (`parts`). That is worth it where devices do
little more together than one that does the whole: what makes more work, or is not known here, runs as one program. Along axes
along which nothing is divided all devices are one process.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.analysis.cost import Cost, cost, cost_of
from hloom.ir.attributes import IntegerAttr, OpaqueAttr, TypeAttr
from hloom.ir.core import Block, Value
from hloom.ir.types import FunctionType
from hloom.numbers.element_type import I32
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.meshes import Axis, DeviceMesh
from hloom.ops.common.process_groups import Grouped
from hloom.ops.definition.traits import Control
from hloom.ops.sdy.shardings import Sharding, sharding_of, shardings_of
from hloom.passes.sharding.assignment import TileAssignment
from hloom.passes.sharding.movement import Layout, Movement
from hloom.passes.sharding.parts import Parts, UnknownPartsError
from hloom.passes.sharding.propagation import Spreading
from hloom.passes.sharding.shards import ShardedType

#: The part of the work that devices may do beyond it; how much they may in any case, as joining the parts of a small program's
#: arguments and cutting its results takes as long; and how much in each turn of its loops.
#: (Measured with eight devices on two cores, with an operation a nanosecond: 160 and 60 microseconds a call.)
_MORE, _ANYWAY, _ANYWAY_A_TURN = 1 / 16, 100_000, 1000
#: What a call of an elementary function counts as, and a meeting of all devices (13 microseconds), in operations of arithmetic.
_ELEMENTARY, _MEETING = 8, 13_000
_PARTITIONS = "mhlo.num_partitions"


#: For each process the devices that have the same parts, for all of which it runs.
Processes = tuple[tuple[int, ...], ...]


def make_partitioned(module: Module, function: str, arguments: Sequence[ShardedType], results: Sequence[ShardedType],
                     open_arguments: Sequence[int], whole: Function) -> Processes:
    """Makes of a function, in place, the program of one device, whose arguments and results are shared as is said, and says who
    runs it: nobody, and nothing is changed, where no such program is known, or it is not worth it.

    Calls must have been inlined. Shardings spread to `open_arguments`, too. `whole` is the same function without shardings.
    """
    main: Function = module.functions[function]
    try:
        found = _partitioned(main, arguments, results, open_arguments)
    except UnknownPartsError:
        found = None
    if found is None:
        return ()
    made, processes = found
    old, type = main.body.block, main.attributes["function_type"]
    _replace(main, made, [v.type for v in made.arguments], [v.type for v in made.terminator.operands])
    if not _is_worth_it(main, whole, len(processes)):
        _replace(main, old, type.type.inputs, type.type.outputs)  # type: ignore[attr-defined]
        return ()
    if _PARTITIONS in module.attributes:
        module.attributes[_PARTITIONS] = IntegerAttr(len(processes), I32)
    return processes


def _replace(function: Function, block: Block, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
    function.body.blocks[:] = []
    function.body.append(block)
    function.attributes["function_type"] = TypeAttr(FunctionType(tuple(inputs), tuple(outputs)))


def _is_worth_it(own: Function, whole: Function, count: int) -> bool:
    """Whether so many processes do hardly more together than one that does the whole."""
    for of_one, of_all, anyway in zip(_work(own), _work(whole), (_ANYWAY, _ANYWAY_A_TURN)):
        if of_one.work * count + of_one.meetings * _MEETING - of_all.work > max(of_all.work * _MORE, anyway):
            return False
    return True


def _may_be_worth_it(main: Function, layouts: dict[Value, Layout], sizes: dict[str, int]) -> bool:
    """Whether processes would do hardly more together if each operation were divided along all axes along which its operands and
    results are: what they do is at least that."""
    own, whole = 0.0, 0.0
    for op in main.body.block.operations:
        one = _count(cost_of(op))
        names = {name for value in (*op.operands, *op.results) for along in layouts.get(value, ()) for name in along}
        whole += one
        own += one if op.regions and getattr(op, "control", None) is not None else one * prod(
            size for name, size in sizes.items() if name not in names)
    return own - whole <= max(whole * _MORE, _ANYWAY)


class _Work(NamedTuple):
    """Operations of arithmetic, or what takes as long, and meetings."""

    work: float
    meetings: int


def _work(function: Function) -> tuple[_Work, _Work]:
    """What a call does outside of loops, and what each turn of its loops does."""
    loops: list[Any] = [op for op in function.body.block.operations if getattr(op, "control", None) is Control.LOOP]
    inside, all_of_it = sum(_count(cost_of(op)) for op in loops), _count(cost(function))
    meeting = sum(isinstance(op, Grouped) for loop in loops for op in loop.walk())
    return _Work(all_of_it - inside, sum(isinstance(op, Grouped) for op in function.walk()) - meeting), _Work(inside, meeting)


def _count(one: Cost) -> float:
    return one.flops + _ELEMENTARY * one.transcendentals + one.bytes_accessed


def _partitioned(main: Function, arguments: Sequence[ShardedType], results: Sequence[ShardedType],
                 open_arguments: Sequence[int]) -> tuple[Block, Processes] | None:
    """The function's body as each process has it."""
    count = next((shared.assignment.count for shared in (*arguments, *results)), 1)
    spreading = Spreading(main, [main.body.arguments[k] for k in open_arguments])
    if any(one.sharding.unreduced or one.mesh.is_maximal for one in spreading.stated):
        return None
    meshes = spreading.meshes()
    if len(meshes) != 1 or meshes[0].devices.size != count:
        return None
    (mesh,) = meshes
    spreading.run(mesh)
    layouts = {value: _layout(spreading, value, mesh) for value in spreading.axes}
    beside: Any = main.res_attrs or [None] * len(results)
    stated = [(v, sharding_of(v)) for v in main.body.arguments]
    stated += [(v, _sharding_beside(entries)) for v, entries in zip(main.body.block.terminator.operands, beside)]
    own = [_of_shared(shared, [_of_sharding(sharding), layouts.get(v)], mesh)
           for (v, sharding), shared in zip(stated, (*arguments, *results), strict=True)]
    used = {name for layout in (*layouts.values(), *own) for names in layout or () for name in names}
    axes = tuple(axis for axis in mesh.axes if axis[0] in used)
    if not axes or None in own:
        return None
    if not _may_be_worth_it(main, layouts, dict(axes)):
        return None
    devices = mesh.tiled([[Axis(name) for name, _ in axes]])
    movement = Movement(DeviceMesh(axes, np.arange(len(devices))))
    taken, given = own[: len(arguments)], own[len(arguments) :]
    made = Parts(movement, layouts).of_function(main, taken, given)  # type: ignore[arg-type]
    return made, tuple(map(tuple, devices.tolist()))


# -- layouts -------------------------------------------------------------------------------------------------------------------


def _layout(spreading: Spreading, value: Value, mesh: DeviceMesh) -> Layout:
    """The axes, but for those of one device, along which a value is divided."""
    sizes = dict(mesh.axes)
    along = spreading.along(value, mesh) or [()] * value.rank
    return tuple(tuple(axis.name for axis in axes if sizes[axis.name] > 1) for axes in along)


def _sharding_beside(entries: Any) -> Sharding | None:
    """What a function says of where a result goes."""
    attribute = entries.entries.get("sdy.sharding") if entries is not None else None
    return next(iter(shardings_of(attribute.text)), None) if isinstance(attribute, OpaqueAttr) else None


def _of_sharding(sharding: Sharding | None) -> Layout | None:
    """The layout that is stated; None where it has parts of axes."""
    axes = [axis for along in sharding.dimensions for axis in along] if sharding is not None else []
    if sharding is None or any(axis.size is not None for axis in axes):
        return None
    return tuple(tuple(axis.name for axis in along) for along in sharding.dimensions)


def _of_shared(shared: ShardedType, layouts: Sequence[Layout | None], mesh: DeviceMesh) -> Layout | None:
    """The layout under which devices share a value: one of these, or none at all."""
    sizes, rank = dict(mesh.axes), getattr(shared.type, "rank", 0)
    for layout in (*layouts, ((),) * rank):
        if layout is None or not {name for names in layout for name in names} <= set(sizes):
            continue
        kept = tuple(tuple(name for name in names if sizes[name] > 1) for names in layout)
        own = TileAssignment.on_mesh(mesh, [[Axis(name) for name in names] for names in kept], shared.assignment.count)
        if own == shared.assignment:
            return kept
    return None
