"""Tuples are taken apart: what takes, gives or carries a tuple takes, gives or carries its parts, one by one.

    %0 = tuple %a, %b : tuple<A, B>
    %1 = while(%0) ({^bb0(%t: tuple<A, B>): ...}) : (tuple<A, B>) -> tuple<A, B>
    %2 = get_tuple_element %1[1] : (tuple<A, B>) -> B
->  %1:2 = while(%a, %b) ({^bb0(%t: A, %u: B): ...}) : (A, B) -> (A, B)         (and %1#1 for %2)

Functions, too: a function of tuples becomes one of their parts, and calls follow. Tuples stay where something else than control
flow looks at them: in functions that are referred to otherwise than by calls, and at operations of other sorts, round which
they are put together and taken apart again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hloom.ir.attributes import ArrayAttr, DictionaryAttr, TypeAttr
from hloom.ir.core import Block, Operation, OpResult, Region, Value
from hloom.ir.types import AnyType, FunctionType, TupleType, leaf_types, leaves, nested
from hloom.ops.builtin.function import Function
from hloom.ops.definition.traits import Control, Traits
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.ops.stablehlo.tuples import GetTupleElement, Tuple
from hloom.passes.inline import callee_of, symbols_in

#: A value, or the nested tuples of values that stand for one of a tuple type.
Parts = Any
#: Parts that all tuples of a program may have together: their number can double with each type that is made of another.
_MOST_PARTS = 1_000_000
_OPEN = frozenset({Control.LOOP, Control.BRANCH, Control.BARRIER})


def run(module: Any) -> bool:
    """The pass `flatten_tuples`."""
    sizes: dict[AnyType, int] = {}
    if not 0 < sum(_size(type, sizes) for type in _tuple_types(module)) <= _MOST_PARTS:
        return False
    functions: dict[str, Function] = module.functions
    referred = {name for op in module.walk() if not _is_call(op) for name in symbols_in(op.attributes.values())}
    opened = {name: f for name, f in functions.items() if name not in referred and not f.is_declaration}
    flattening = _Flattening(opened)
    for name, function in functions.items():
        flattening.region(function.body, name in opened)
        if name in opened:
            _give_type(function)
    return True


def _tuple_types(module: Operation) -> Iterator[AnyType]:
    for op in module.walk():
        for result in op.results:
            if isinstance(result.type, TupleType):
                yield result.type
        for region in op.regions:
            for block in region.blocks:
                yield from [a.type for a in block.arguments if isinstance(a.type, TupleType)]


def _size(type: AnyType, known: dict[AnyType, int]) -> int:
    """How many parts a type has; 1 for an empty tuple, which has to go, too."""
    found = known.get(type)
    if found is None:
        found = known[type] = max(sum(_size(t, known) for t in type.elements), 1) if isinstance(type, TupleType) else 1
    return found


def _is_call(op: Operation) -> bool:
    return isinstance(op, Traits) and op.control is Control.CALL


def _give_type(function: Function) -> None:
    """Makes the type of a function, and the attributes of its arguments and results, those of the parts."""
    type = function.function_type
    for key, types in (("arg_attrs", type.inputs), ("res_attrs", type.outputs)):
        given = function.attributes.get(key)
        if isinstance(given, ArrayAttr):
            each = [(value, 1) if not isinstance(t, TupleType) else (DictionaryAttr({}), len(leaf_types(t)))
                    for value, t in zip(given.values, types)]
            function.attributes[key] = ArrayAttr(tuple(a for value, count in each for a in [value] * count))
    inputs = tuple(a.type for a in function.body.arguments)
    outputs = tuple(leaf for t in type.outputs for leaf in leaf_types(t))
    function.attributes["function_type"] = TypeAttr(FunctionType(inputs, outputs))


class _Flattening:
    """Rewrites regions in place; `opened` are the functions that take and give parts."""

    def __init__(self, opened: dict[str, Function]) -> None:
        self.opened = opened
        #: What stands for values of tuple types, and for what is taken out of tuples.
        self.parts: dict[Value, Parts] = {}

    def region(self, region: Region, is_open: bool) -> None:
        """`is_open`: whether the region's arguments and what it returns become parts."""
        for block in region.blocks:
            if is_open:
                self._arguments(block)
            operations, block.operations = block.operations, []
            for op in operations:
                self._operation(op, block, is_open)

    def _arguments(self, block: Block) -> None:
        old, block.arguments = block.arguments, []
        for argument in old:
            if isinstance(argument.type, TupleType):
                made = [block.add_argument(t, None, argument.location) for t in leaf_types(argument.type)]
                self.parts[argument] = nested(made, argument.type)
            else:
                argument.index = len(block.arguments)
                block.arguments.append(argument)

    def _operation(self, op: Operation, block: Block, is_in_open: bool) -> None:
        operands = [self.parts.get(v, v) for v in op.operands]
        if isinstance(op, Tuple):
            self.parts[op.results[0]] = tuple(operands)
            return
        if isinstance(op, GetTupleElement) and isinstance(operands[0], tuple):
            self.parts[op.results[0]] = operands[0][op.index]
            return
        is_open = is_in_open if op.is_terminator else self._is_open(op)
        if is_open:
            op.operands = [leaf for v in operands for leaf in leaves(v)]
        else:
            op.operands = [self._packed(v, op, block) for v in operands]
        for region in op.regions:
            self.region(region, is_open)
        block.append(op)
        if is_open:
            self._open_results(op)
        else:
            for result in op.results:
                if isinstance(result.type, TupleType):
                    self.parts[result] = self._taken_apart(result, op, block)

    def _is_open(self, op: Any) -> bool:
        """Whether an operation takes and gives the parts of tuples as well."""
        if not isinstance(op, Traits):
            return False
        if op.control is Control.CALL:
            return callee_of(op, self.opened) is not None
        if isinstance(op, CustomCall):
            return _may_give_parts(op)
        return op.control in _OPEN

    def _open_results(self, op: Operation) -> None:
        made: list[OpResult] = []
        for result in op.results:
            if isinstance(result.type, TupleType):
                own = [OpResult(t, op, len(made) + k) for k, t in enumerate(leaf_types(result.type))]
                self.parts[result] = nested(own, result.type)
                made += own
            else:
                result.index = len(made)
                made.append(result)
        op.results = tuple(made)

    def _packed(self, parts: Parts, at: Operation, block: Block) -> Value:
        """A value of a tuple type, made of its parts."""
        if not isinstance(parts, tuple):
            return parts
        op = Tuple.create([self._packed(part, at, block) for part in parts], location=at.location)
        op.span = at.span
        return block.append(op).results[0]

    def _taken_apart(self, value: Value, at: Operation, block: Block) -> Parts:
        if not isinstance(value.type, TupleType):
            return value
        found = []
        for k in range(len(value.type.elements)):
            op = GetTupleElement.create(value, index=k, location=at.location)
            op.span = at.span
            found.append(self._taken_apart(block.append(op).results[0], at, block))
        return tuple(found)


def _may_give_parts(op: CustomCall) -> bool:
    """Whether a custom call may have a result for each part of its one result. Its function gives the same either way."""
    type = op.results[0].type if len(op.results) == 1 else None
    if not isinstance(type, TupleType) or len(type.elements) < 2 or any(isinstance(t, TupleType) for t in type.elements):
        return False
    return not any(isinstance(v.type, TupleType) for v in op.operands)
