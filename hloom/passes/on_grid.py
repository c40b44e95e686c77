"""A function as each process of a grid runs it: one program for all of them, which learns from its last arguments who it is.

    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.partition_id : tensor<ui32>
      %1 = "stablehlo.all_reduce"(%x) ...
->  func.func @main(%x: tensor<4xf32>, %replica: tensor<ui32>, %partition: tensor<ui32>, %state: tensor<ui64>) ... {
      %1 = "stablehlo.all_reduce"(%x) ... {hloom.meeting = 0}

A collective operation that compiled code runs by itself is a *meeting*: of one operand, converted to the type of its body, in
which every process has a place that is known beforehand. It has the meeting's number in an attribute; the last argument is the
address of what a process knows of its meetings (`codegen.cpu.grid_code`). An asynchronous operation runs where it begins.
All others stay as they are: the evaluator runs them, and says what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from hloom.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr, TypeAttr
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import FunctionType, TensorType
from hloom.numbers.element_type import I64, UI32, UI64
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import Builder, clone, clone_region
from hloom.ops.common.process_groups import all_groups, channel_id, exchange_strategy, reduction_strategy
from hloom.ops.stablehlo.collective import (
    AllGather,
    AllReduce,
    AllToAll,
    CollectiveBroadcast,
    CollectivePermute,
    CollectiveReduce,
    CrossReplicaSum,
    PartitionId,
    ReduceScatter,
    ReplicaId,
    body_element,
)
from hloom.ops.stablehlo.communication import AsyncDone, AsyncStart
from hloom.ops.stablehlo.elementwise import Add, Multiply
from hloom.ops.stablehlo.movement import Concatenate
from hloom.passes import inline
from hloom.passes.random_streams import carry_state
from hloom.passes.rewriting import substitute
from hloom.passes.rules.one_process import GRID
from hloom.passes.surroundings import self_contained
from hloom.support.diagnostics import UserError

#: The attribute of a meeting's operation, and the types of the arguments behind those of the function.
MEETING = "hloom.meeting"
#: That of any collective operation: its number in the program as it is stated.
_STATED = "hloom.stated"
BEHIND = (TensorType((), UI32), TensorType((), UI32), TensorType((), UI64))


@dataclass(frozen=True)
class Meeting:
    """A collective operation of a program: as it was stated, and where each process takes part.

    `operation` is the program's own, `number` is its number there, `function` that of its function, `operand` that of the operand
    that is met with.
    `groups[process]` is the group of a process, by flat numbers; None where it is in none. What a process is sent in a
    permutation comes from `sources[process]`, what it sends goes to `targets[process]`: groups of a pair.
    """

    operation: Operation
    number: int
    function: int
    operand: int
    channel_id: int
    groups: Sequence[tuple[int, ...] | None] = ()
    sources: Sequence[tuple[int, ...] | None] = ()
    targets: Sequence[tuple[int, ...] | None] = ()


@dataclass
class OnGrid:
    """A module whose function `function` is what processes run, and the meetings of it by their numbers."""

    module: Module
    function: str
    #: The collective operations of the program that it was made of, by their numbers.
    stated: list[Operation]
    meetings: list[Meeting] = field(default_factory=list)


def on_grid(module: Module, name: str, num_replicas: int, num_partitions: int) -> OnGrid:
    """A verified module's function for the processes of a grid; the module itself is left alone. Raises UserError for a
    function that calls itself."""
    given = self_contained(module, name, skip=False)
    made: Any = clone(given, {}) if given is module else given
    stated = _number(module, made)
    made.source = getattr(module, "source", None)
    made.functions[name].attributes.pop("sym_visibility", None)
    _drop_others(made, name)
    inline.run(made)
    if any(name in inline.symbols_in(op.attributes.values()) for op in made.functions[name].walk()):
        raise UserError.at(made.functions[name].span, "unsupported", f"@{name} refers to itself")
    made.attributes[GRID] = ArrayAttr((IntegerAttr(num_replicas, I64), IntegerAttr(num_partitions, I64)))
    function = made.functions[name]
    arguments = _add_arguments(function)
    found = OnGrid(made, name, stated)
    _Placing(found, module, num_replicas, num_partitions, arguments).function(function)
    carry_state(made, partial(_first_state, arguments, num_partitions))
    return found


def _number(module: Module, made: Module) -> list[Operation]:
    """Gives the collective operations of a copy of a module their numbers, which copies of them keep; those of the module."""
    stated = [op for op in module.walk() if type(op) in _STATES]
    for number, op in enumerate(op for op in made.walk() if type(op) in _STATES):
        op.attributes[_STATED] = IntegerAttr(number, I64)
    return stated


def _drop_others(module: Any, name: str) -> None:
    """Leaves out the functions that `name` does not lead to."""
    functions, kept, pending = module.functions, {name}, [name]
    while pending:
        operations = functions[pending.pop()].walk()
        named = {symbol for op in operations if op.attributes for symbol in inline.symbols_in(op.attributes.values())}
        more = (named & functions.keys()) - kept
        kept |= more
        pending.extend(more)
    block = module.regions[0].block
    block.operations = [op for op in block.operations if not isinstance(op, Function) or op.sym_name in kept]


def _first_state(arguments: Sequence[Value], num_partitions: int, b: Builder) -> Value:
    """The state of a process's random numbers when it begins: 0, and its number."""
    one = TensorType((1,), UI64)
    replica, partition = (b.reshaped(b.converted(x, UI64), (1,)) for x in arguments[:2])
    number = b(Add, b(Multiply, replica, b.splat(np.uint64(num_partitions), one)), partition)
    return b(Concatenate, [b.splat(np.uint64(0), one), number], dimension=0)


def _add_arguments(function: Function) -> list[Value]:
    """Adds the arguments that say which process it is."""
    block, type = function.body.block, function.function_type
    function.attributes["function_type"] = TypeAttr(FunctionType((*type.inputs, *BEHIND), type.outputs))
    stated = function.attributes.get("arg_attrs")
    if isinstance(stated, ArrayAttr):
        function.attributes["arg_attrs"] = ArrayAttr((*stated.values, *[DictionaryAttr({})] * len(BEHIND)))
    return [block.add_argument(t) for t in BEHIND]


class _Placing:
    """Rewrites a function; `values` are what stands for the results of what is replaced."""

    def __init__(self, made: OnGrid, module: Module, num_replicas: int, num_partitions: int, arguments: Sequence[Value]) -> None:
        self.made, self.sizes, self.arguments = made, (num_replicas, num_partitions), arguments
        self.values: dict[Value, Value] = {}
        #: The numbers of the program's functions as they are stated.
        self.functions: dict[Operation | None, int] = {op: k for k, op in enumerate(module.regions[0].block.operations)}

    def function(self, function: Function) -> None:
        self._block(function.body.block)
        substitute(function, self.values)

    def _block(self, block: Block) -> None:
        pending, block.operations = block.operations[::-1], []
        while pending:
            op = pending.pop()
            op.operands[:] = [self._now(v) for v in op.operands]
            b = Builder(block, op.location, op.span)
            if isinstance(op, CrossReplicaSum):
                reduced = op.decompose(b)
                block.operations.pop()
                reduced.owner.attributes[_STATED] = op.attributes[_STATED]
                self.values[op.results[0]] = reduced
                pending.append(reduced.owner)
            elif isinstance(op, AsyncStart) and all(isinstance(user, AsyncDone) for user in _users(op, pending)):
                self._inside(op, pending)
            elif not self._replaced(op, b):
                for region in op.regions:
                    for inner in region.blocks:
                        self._block(inner)
                block.append(op)

    def _now(self, value: Value) -> Value:
        while value in self.values:
            value = self.values[value]
        return value

    def _inside(self, op: Any, pending: list[Operation]) -> None:
        """The operation that another starts in its place; what waits for it waits for nothing."""
        collective, end = op.body.block.operations
        self.values.update(zip(op.body.arguments, op.inputs))
        for done in _users(op, pending):
            pending.remove(done)
            self.values.update(zip(done.results, end.operands))
        collective.location, collective.span = op.location, op.span or collective.span
        pending.append(collective)

    def _replaced(self, op: Any, b: Builder) -> bool:
        """Whether other values stand for an operation's results now."""
        if isinstance(op, ReplicaId | PartitionId):
            self.values[op.results[0]] = self.arguments[isinstance(op, PartitionId)]
            return True
        place = _PLACES.get(type(op))
        if place is None or getattr(op, "has_dynamic_root", False) or not all(map(_is_plain, (*op.operands, *op.results))):
            return False
        try:
            meeting = place(op, *self.sizes)
        except UserError:  # which the evaluator raises where a process comes to the operation
            return False
        if meeting is None:
            return False
        number: Any = op.attributes[_STATED]
        for k, (operand, result) in enumerate(zip(op.operands, op.results)):
            stated = self.made.stated[number.value]
            own = replace(meeting, operation=stated, number=number.value, function=self._function(stated), operand=k)
            self.values[result] = self._met(op, operand, result, own, b)
        return True

    def _function(self, op: Operation | None) -> int:
        """The number of the function that states an operation."""
        while op is not None and not isinstance(op, Function):
            op = op.parent
        return self.functions[op]

    def _met(self, op: Any, operand: Value, result: Value, meeting: Meeting, b: Builder) -> Value:
        """One operand's part of a collective operation."""
        if op.regions:
            operand = b.converted(operand, body_element(op))
        made = type(op).create(operand, result_types=[result.type], regions=[clone_region(r, {}) for r in op.regions])
        made.attributes.update(op.attributes)
        made.attributes[MEETING] = IntegerAttr(len(self.made.meetings), I64)
        self.made.meetings.append(meeting)
        return b.place(made)


def _users(op: Operation, operations: Sequence[Operation]) -> list[Operation]:
    """The operations that name a result of `op`, of those that follow it in its block and inside of them."""
    return [other for follower in operations for other in follower.walk() if any(r in other.operands for r in op.results)]


def _is_plain(value: Value) -> bool:
    type: Any = value.type
    return isinstance(type, TensorType) and type.is_static and not type.is_quantized


# -- places --------------------------------------------------------------------------------------------------------------------
# Where each process takes part in an operation; None where the evaluator is to say what is wrong with it.

Place = Callable[[Any, int, int], "Meeting | None"]


def _in_groups(op: Any, num_replicas: int, num_partitions: int) -> Meeting | None:
    """An operation of groups. Every process must be in one, but of a broadcast, and sizes must be those of the groups."""
    strategy = exchange_strategy(op) if isinstance(op, AllToAll | CollectiveBroadcast) else reduction_strategy(op)
    groups = all_groups(op, strategy, op.replica_groups, num_replicas, num_partitions)
    own = _of_each(groups, num_replicas * num_partitions)
    if None in own and not isinstance(op, CollectiveBroadcast):
        return None
    if not all(_fits(op, len(group)) for group in own if group is not None):
        return None
    return Meeting(op, 0, 0, 0, channel_id(op), own)


def _of_each(groups: Sequence[Sequence[int]], count: int) -> list[tuple[int, ...] | None]:
    found: list[tuple[int, ...] | None] = [None] * count
    for group in reversed(groups):  # the first group that a process is in is its own
        own = tuple(group)
        for number in group:
            found[number] = own
    return found


def _fits(op: Any, size: int) -> bool:
    """Whether results have the sizes that groups of `size` processes give them."""
    pairs = [(x.type.shape, r.type.shape) for x, r in zip(op.operands, op.results)]
    if isinstance(op, AllGather):
        return all(r[op.all_gather_dim] == size * x[op.all_gather_dim] for x, r in pairs)
    if isinstance(op, ReduceScatter):
        return all(x[op.scatter_dimension] == size * r[op.scatter_dimension] for x, r in pairs)
    return not isinstance(op, AllToAll) or op.split_count == size


def _in_pairs(op: Any, num_replicas: int, num_partitions: int) -> Meeting | None:
    """A permutation: each process is the source of one pair at most, and the target of one."""
    count = num_replicas * num_partitions
    sources: list[tuple[int, ...] | None] = [None] * count
    targets: list[tuple[int, ...] | None] = [None] * count
    for pair in op.source_target_pairs:
        for group in all_groups(op, exchange_strategy(op), pair.reshape(1, 2), num_replicas, num_partitions):
            source, target = group
            if targets[source] is not None or sources[target] is not None:
                return None
            targets[source] = sources[target] = (source, target)
    return Meeting(op, 0, 0, 0, channel_id(op), sources=sources, targets=targets)


_PLACES: dict[type, Place] = {
    AllGather: _in_groups, AllReduce: _in_groups, AllToAll: _in_groups, CollectiveBroadcast: _in_groups,
    CollectiveReduce: _in_groups, ReduceScatter: _in_groups, CollectivePermute: _in_pairs,
}
_STATES = (*_PLACES, CrossReplicaSum)
