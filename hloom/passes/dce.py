"""Dead code: what has no effect and is not used is removed.

    %0 = stablehlo.exponential %x : tensor<8xf32>                  (unused)
    %1:2 = stablehlo.while(%i = %c0, %a = %x) ... return %i, %a    (only %1#0 used)
->  %1 = stablehlo.while(%i = %c0) ... return %i

Everything that effects and function results depend on is marked, backwards from them; the rest goes. Results of
control flow count one by one: a branch no longer computes, and a loop no longer carries, what only a dead result
needs. Operations with an effect stay, and so does whatever holds them. Not to come to an end is no effect: a loop none
of whose results is used goes, too, whether it would end or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.core import Block, BlockArgument, Operation, OpResult, Value
from hloom.ops.builtin.function import Function
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.reference.custom_calls import effectless


def has_effect(op: Operation) -> bool:
    """Whether an operation does something besides computing its results, its regions apart.

    An operation that hloom does not know may do anything.
    """
    return not isinstance(op, Op) or op.has_effect()


def is_pure(op: Operation) -> bool:
    """Whether an operation, with all inside it, may be merged with an equal one, moved, or computed in vain."""
    if not isinstance(op, Op) or not (op.is_pure or _is_pure_call(op)):
        return False
    return not op.regions or all(isinstance(inner, Op) and (inner.is_pure or inner.is_terminator)
                                 for inner in op.walk())


def _is_pure_call(op: Op) -> bool:
    known = effectless(op) if isinstance(op, CustomCall) else None
    return known is not None and known.is_pure


def run(module: Operation) -> bool:
    """The pass `dce`."""
    functions = _functions(module)
    liveness = _marked(functions)
    changed = False
    for function in functions:
        changed |= liveness.sweep(function)
    return changed


def used_values(module: Operation) -> set[Value]:
    """The values that are read by what effects and the results of functions depend on. A loop's result that nobody reads is none
    of them, although the loop may have to carry it."""
    return _marked(_functions(module)).used


def _functions(module: Operation) -> list[Function]:
    return [op for op in module.walk() if isinstance(op, Function)]


def _marked(functions: list[Function]) -> _Liveness:
    liveness = _Liveness()
    for function in functions:
        liveness.mark_function(function)
    return liveness


def _control(op: Any) -> Control | None:
    return getattr(op, "control", None)


class _Liveness:
    def __init__(self) -> None:
        self.values: set[Value] = set()
        self.used: set[Value] = set()
        self.operations: set[Operation] = set()
        self.pending: list[Value] = []

    # -- marking ------------------------------------------------------------------------------------------------------
    def mark_function(self, function: Operation) -> None:
        """Marks all that the function's results and effects depend on."""
        self.operations.add(function)
        for op in function.walk():
            if op is not function and not op.is_terminator and has_effect(op):
                self.keep(op)
        for region in function.regions:
            for block in region.blocks:
                self._need_all(block.operations[-1:])
        while self.pending:
            self._follow(self.pending.pop())

    def keep(self, op: Operation) -> None:
        """Marks an operation as needed, whatever holds it, and what it needs whichever of its results is used."""
        current: Operation | None = op
        while current is not None and current not in self.operations:
            self.operations.add(current)
            self._need_by(current)
            current = current.parent

    def _need_by(self, op: Operation) -> None:
        control = _control(op) if op.regions else None
        if control is Control.BRANCH:
            self.need(op.operands[0])
        elif control is Control.LOOP:
            self.need(op.regions[0].block.terminator.operands[0])
            for block in (op.regions[0].block, op.regions[1].block):
                self.operations.add(block.terminator)
        else:
            for value in op.operands:
                self.need(value)
            for region in op.regions:
                for block in region.blocks:
                    self._need_all(block.operations[-1:])

    def _need_all(self, operations: list[Operation]) -> None:
        for op in operations:
            self.operations.add(op)
            for value in op.operands:
                self.need(value)

    def need(self, value: Value) -> None:
        self.used.add(value)
        if value not in self.values:
            self.values.add(value)
            self.pending.append(value)

    def _follow(self, value: Value) -> None:
        """Marks what a needed value depends on."""
        if isinstance(value, OpResult):
            op = value.owner
            self.keep(op)
            control = _control(op) if op.regions else None
            if control is Control.BRANCH:
                for region in op.regions:
                    self.need(region.block.terminator.operands[value.index])
            elif control is Control.LOOP:
                self._need_carried(op, value.index)
        elif isinstance(value, BlockArgument):
            owner = value.owner.region.owner if value.owner.region else None
            if owner is not None and _control(owner) is Control.LOOP:
                self.keep(owner)
                self._need_carried(owner, value.index)

    def _need_carried(self, loop: Operation, index: int) -> None:
        """A loop's carried value comes from outside at first, then from the body."""
        self.need(loop.operands[index])
        self.need(loop.regions[1].block.terminator.operands[index])
        self.values.update((loop.results[index], *(region.arguments[index] for region in loop.regions)))

    # -- sweeping -----------------------------------------------------------------------------------------------------
    def sweep(self, root: Operation) -> bool:
        """Removes what was not marked; says whether that was anything."""
        changed = False
        for op in root.walk():
            if not op.regions or (op is not root and op not in self.operations):  # those are gone, with all that is inside them
                continue
            if op is not root and _control(op) in (Control.BRANCH, Control.LOOP):
                changed |= self._shrink(op)
            for region in op.regions:
                for block in region.blocks:
                    changed |= self._sweep_block(block)
        return changed

    def _sweep_block(self, block: Block) -> bool:
        kept = [op for op in block.operations if op in self.operations or op.is_terminator]
        if len(kept) == len(block.operations):
            return False
        block.operations = kept
        return True

    def _shrink(self, op: Operation) -> bool:
        kept = [k for k, result in enumerate(op.results) if result in self.values]
        if len(kept) == len(op.results):
            return False
        (keep_carried if _control(op) is Control.LOOP else keep_results)(op, kept)
        return True


def keep_results(op: Operation, kept: Sequence[int]) -> None:
    """Leaves an `if` or `case` with the results numbered `kept`, in ascending order; the others must be unused."""
    _number(op, kept)
    for region in op.regions:
        end = region.block.terminator
        end.operands = [end.operands[k] for k in kept]


def keep_carried(loop: Operation, kept: Sequence[int]) -> None:
    """Leaves a `while` with the carried values numbered `kept`, in ascending order.

    The results and the region arguments of the others must be unused.
    """
    _number(loop, kept)
    loop.operands = [loop.operands[k] for k in kept]
    for region in loop.regions:
        block = region.block
        block.arguments = [block.arguments[k] for k in kept]
        for index, argument in enumerate(block.arguments):
            argument.index = index
    end = loop.regions[1].block.terminator
    end.operands = [end.operands[k] for k in kept]


def _number(op: Operation, kept: Sequence[int]) -> None:
    op.results = tuple([op.results[k] for k in kept])
    for index, result in enumerate(op.results):
        result.index = index
