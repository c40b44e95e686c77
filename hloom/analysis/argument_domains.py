"""Which numbers a function's arguments should be of where somebody makes them up: positive where their root is taken, inside
where they are indices.

An operation says what it is made for (`operand_domain`). An argument is followed to it through what hands elements on: movements,
conversions, selections, barriers, sums with constants, calls, loops. What is named as variances are is positive, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ElementType
from hloom.ops.builtin.function import Function, signature
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import POSITIVE, REDUCERS, Control, Domain
from hloom.ops.stablehlo.comparison import Select
from hloom.ops.stablehlo.conversion import Convert

#: How arguments are called that are variances: `var`, `running_var`, `variance`.
_VARIANCE = re.compile(r"(?:^|[^a-z])var(?:iances?)?(?:$|[^a-z])", re.IGNORECASE)
#: Values that one argument is followed to.
_MOST_VALUES = 10_000

Uses = Mapping[Value, list[tuple[Operation, int]]]


def argument_domains(function: Function, functions: Mapping[str, Function]) -> list[Domain]:
    """A domain for each argument of a function of a module with these functions."""
    uses: dict[Value, list[tuple[Operation, int]]] = defaultdict(list)
    for each in functions.values():
        for op in each.walk():
            for number, operand in enumerate(op.operands):
                uses[operand].append((op, number))
    names = [parameter.name for parameter in signature(function).arguments]
    return [_domain_of(argument, name, uses, functions)
            for argument, name in zip(function.body.block.arguments, names)]


def _domain_of(argument: Value, name: str, uses: Uses, functions: Mapping[str, Function]) -> Domain:
    type = argument.type
    element = type.element if isinstance(type, TensorType) else None
    if not isinstance(element, ElementType) or not (element.is_float or element.is_integer):
        return Domain()
    found = POSITIVE if element.is_float and _VARIANCE.search(name) else Domain()
    pending, seen = [argument], {argument}
    while pending and len(seen) < _MOST_VALUES:
        for op, number in uses.get(pending.pop(), ()):
            wanted = op.operand_domain(number) if isinstance(op, Op) else None
            if wanted is not None:
                found = found.both(wanted)
            more = [value for value in _handed_on(op, number, functions) if value not in seen]
            seen.update(more)
            pending += more
    return found


def _handed_on(op: Operation, number: int, functions: Mapping[str, Function]) -> Sequence[Value]:
    """The values that have elements of operand `number`."""
    if not isinstance(op, Op):
        return []
    if op.control is Control.CALL and op.callee_attribute is not None:
        called = functions.get(getattr(op.attributes.get(op.callee_attribute), "value", ""))
        return [] if called is None or called.is_declaration else [called.body.block.arguments[number]]
    if op.control is Control.LOOP:
        return [op.results[number], *(region.block.arguments[number] for region in op.regions)]
    aliases = [result for result, operand in op.aliased_operands() if operand is op.operands[number]]
    if aliases:
        return aliases
    moves = op.moves is not None and number in range(len(op.operands))[op.moves]
    chosen = isinstance(op, Select) and number > 0
    shifted = op.reducer is REDUCERS["add"] and _is_positive_constant(op.operands[1 - number])
    return list(op.results) if moves or chosen or shifted or isinstance(op, Convert) else []


def _is_positive_constant(value: Value) -> bool:
    """Whether a value is made of positive floats that stand in the program: what is added to variances."""
    owner = getattr(value, "owner", None)
    while isinstance(owner, Op) and owner.moves is not None and len(owner.operands) == 1:
        owner = getattr(owner.operands[0], "owner", None)
    constant = owner.constant_value() if isinstance(owner, Op) else None
    return constant is not None and constant.type.storage.is_float and bool((constant.data > 0).all())
