"""What is made of the operations of a file by their names: those that are defined, and those that are not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from hloom.bytecode.plain import make_operation
from hloom.bytecode.reader import Kind, Made
from hloom.ir.core import Operation, UnregisteredOperation, Value
from hloom.ops.definition.operation import Op, operation_class, several_of

OPERAND_SEGMENTS, RESULT_SEGMENTS = "operandSegmentSizes", "resultSegmentSizes"
#: Joins values of types that different dialects write in their own ways: the IR has one type for both.
_CAST: Final = "builtin.unrealized_conversion_cast"


def properties_of(cls: type[Op]) -> tuple[tuple[str, bool], ...]:
    """The names of the inherent attributes of an operation in the order in which properties hold them, and which are optional."""
    return tuple(sorted([(field.key, not field.constraint.is_required) for field in cls.definition.attributes]))


def segments_of(cls: type[Op]) -> tuple[tuple[str, int], ...]:
    """The attributes that say how many operands and results belong to each field, with how many fields there are."""
    found = []
    for key, fields in ((OPERAND_SEGMENTS, cls.definition.operands), (RESULT_SEGMENTS, cls.definition.results)):
        if cls.states_segments and several_of(fields)[0] > 1:
            found.append((key, len(fields)))
    return tuple(found)


def maker(cls: type[Operation]) -> Callable[[Made], Operation]:
    """What makes operations of a class."""

    return lambda made: make_operation(cls, made.operands, made.result_types, made.attributes, tuple(made.regions), made.location)


@cache
def native_kind(name: str, is_registered: bool) -> Kind:
    """What is made of operations of a name: their class, or an operation that is kept as it stands."""
    if name == _CAST:
        return Kind(name, (), (), None, _cast)
    cls = operation_class(name)
    if cls is not None:
        return Kind(cls.name, properties_of(cls), segments_of(cls), None, maker(cls))
    return Kind(name, () if is_registered else None, (), None, lambda made: _kept(name, made))


def _cast(made: Made) -> list[Value]:
    if [value.type for value in made.operands] != made.result_types:
        raise ValueError(f"gives {', '.join(map(str, made.result_types))} for {', '.join(str(v.type) for v in made.operands)}")
    return made.operands


def _kept(name: str, made: Made) -> UnregisteredOperation:
    return UnregisteredOperation(name, made.operands, made.result_types, made.attributes, made.regions, made.location,
                                 inherent=made.inherent)


def is_defined(name: str) -> bool:
    """Whether something is known to make of operations of a name."""
    return name == _CAST or operation_class(name) is not None
