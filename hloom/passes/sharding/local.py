"""The program that each device runs, where all that devices do is one manual computation.

    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a) { %b = all_reduce %a ... }
      return %r
->  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { %b = all_reduce %a ... }     on each of the devices of the mesh
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.attributes import TypeAttr
from hloom.ir.core import Block, Operation, OpResult, Value, captured_values
from hloom.ir.types import FunctionType
from hloom.ops.builtin.function import Function, FunctionReturn
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.sdy.operations import Annotation, ManualComputation
from hloom.ops.sdy.shardings import axes_of, mesh_of, shardings_of
from hloom.passes.sharding.assignment import of_sharding
from hloom.passes.sharding.shards import ShardedType

Local = tuple[list[ShardedType], list[ShardedType]]


def make_local(module: Module, function: str, arguments: Sequence[ShardedType], results: Sequence[ShardedType]) -> Local | None:
    """Makes of a function, in place, the program that each partition runs: it takes and gives shards. How they share the whole
    values is returned, for each argument and result; None, and nothing is changed, where the function does something else than
    one manual computation along all axes.

    Calls must have been inlined. `arguments` and `results` are those of the function itself: of an argument that is not used the
    shards are the same.
    """
    main: Function = module.functions[function]
    block = main.body.block
    count = next((shared.assignment.count for shared in (*arguments, *results)), 1)
    found = [op for op in block.operations if isinstance(op, ManualComputation)]
    if len(found) != 1 or not _is_everywhere(found[0], count):
        return None
    (op,) = found
    given = [_source(v) for v in block.terminator.operands]
    if any(not isinstance(v, OpResult) or v.owner is not op for v in given) or any(_has_effect(o, op) for o in block.operations):
        return None
    taken = _arguments(op, block, arguments, count)
    constants = _constants(op, block)
    if taken is None or constants is None:
        return None
    outs = shardings_of(op.out_shardings.text)
    shared = [ShardedType(v.type, of_sharding(outs[v.index], op, getattr(v.type, "rank", 0), count)) for v in given]  # type: ignore[union-attr]
    _build(main, op, taken, constants, [v.index for v in given])  # type: ignore[union-attr]
    return taken, shared


def _is_everywhere(op: Any, count: int) -> bool:
    """Whether each of the devices runs the body of a manual computation by itself."""
    names = {axis.name for axis in axes_of(op.manual_axes.text)}
    stated = (*shardings_of(op.in_shardings.text), *shardings_of(op.out_shardings.text))
    meshes = [mesh for mesh in (mesh_of(op, sharding.mesh) for sharding in stated) if mesh.axes]
    return bool(meshes) and all(len(mesh.devices) == count and {name for name, size in mesh.axes if size > 1} <= names
                                for mesh in meshes)


def _source(value: Value) -> Value:
    """The value that annotations are put on."""
    while isinstance(value, OpResult) and isinstance(value.owner, Annotation):
        value = value.owner.operands[0]
    return value


def _has_effect(op: Any, manual: Operation) -> bool:
    return op is not manual and not op.is_terminator and not isinstance(op, Annotation) and (not op.is_pure or bool(op.regions))


def _arguments(op: Any, block: Block, stated: Sequence[ShardedType], count: int) -> list[ShardedType] | None:
    """How partitions share the arguments of the function; None where one is used twice, and otherwise, or an operand is none."""
    found: dict[Value, ShardedType] = {}
    for operand, sharding in zip(op.operands, shardings_of(op.in_shardings.text)):
        source = _source(operand)
        if source not in block.arguments:
            return None
        assignment = of_sharding(sharding, op, getattr(operand.type, "rank", 0), count)
        if source in found and found[source].assignment != assignment:
            return None
        found[source] = ShardedType(source.type, assignment)
    return [found.get(argument, shared) for argument, shared in zip(block.arguments, stated)]


def _constants(op: Operation, block: Block) -> list[Operation] | None:
    """The operations outside that values in the body depend on; None where these depend on arguments."""
    needed: set[Operation] = set()
    pending = captured_values(op)
    while pending:
        value = pending.pop()
        if not isinstance(value, OpResult) or value.owner is op:
            return None
        if value.owner not in needed:
            needed.add(value.owner)
            pending += [*value.owner.operands, *captured_values(value.owner)]
    return [other for other in block.operations if other in needed]


def _build(main: Function, op: Any, taken: Sequence[ShardedType], constants: Sequence[Operation], order: Sequence[int]) -> None:
    old, new = main.body.block, Block()
    returned: list[Any]
    values: dict[Value, Value] = {}
    for argument, shared in zip(old.arguments, taken):
        own = new.add_argument(shared.local_type, argument.name, argument.location)
        own.span = argument.span
        values[argument] = own
    for argument, operand in zip(op.body.arguments, op.operands):
        values[argument] = values[_source(operand)]
    *inside, end = op.body.block.operations
    for inner in (*constants, *inside):
        new.append(clone(inner, values))
    returned = [values.get(end.operands[k], end.operands[k]) for k in order]
    Builder(new, end.location, end.span)(FunctionReturn, returned)
    main.body.blocks[:] = []
    main.body.append(new)
    type = FunctionType(tuple(a.type for a in new.arguments), tuple(v.type for v in returned))
    main.attributes["function_type"] = TypeAttr(type)
