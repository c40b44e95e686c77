"""Operations without regions, attributes of others, successors: nearly all of a file. Most of the time that it takes to read goes
by here, so that numbers are read in place and no constructors are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hloom.bytecode.wire import Cursor, fail
from hloom.ir.attributes import Attribute
from hloom.ir.core import Block, Operation, OpResult, Region, Value
from hloom.ir.location import Location
from hloom.ir.types import AnyType

#: The bits of the byte that says what an operation has.
ATTRIBUTES, RESULTS, OPERANDS, SUCCESSORS, REGIONS, USES, PROPERTIES_BIT = 1, 2, 4, 8, 16, 32, 64
#: Operations with no other parts are read in one go, those of at most so many operands; they take at most so many bytes.
PLAIN: Final = PROPERTIES_BIT | RESULTS | OPERANDS
_MOST_OPERANDS: Final = 8
_LONGEST_PLAIN: Final = 8 + 2 * _MOST_OPERANDS
_IN_ONE_BYTE: Final = 128
#: The number 1, as it is written.
_ONE: Final = 3
_new: Final = object.__new__

#: The classes and attributes of operations that are plain, by the numbers with which they begin (`head_number`).
Heads = dict[int, tuple[type[Operation], dict[str, Attribute]]]


class Numbers:
    """The numbers of the values of a region: they follow each other from `next` on, in the order of definition."""

    __slots__ = ("end", "next", "values")

    def __init__(self, values: list[Any], first: int, count: int) -> None:
        self.values, self.next, self.end = values, first, first + count
        values.extend([None] * count)

    def define(self, value: Value, cursor: Cursor) -> None:
        if self.next >= self.end:
            fail(cursor.at, "more values are defined than the region announces")
        self.values[self.next] = value
        self.next += 1


def make_operation(cls: type[Operation], operands: list[Value], result_types: list[AnyType], attributes: dict[str, Attribute],
                   regions: tuple[Region, ...], location: Location) -> Operation:
    """An operation of a class; takes lists and dictionaries over and calls no constructors, for there are many."""
    op = _new(cls)
    op.operands, op.attributes, op.regions, op.successors = operands, attributes, regions, ()
    op.location, op.span, op.block = location, None, None
    for region in regions:
        region.owner = op
    op.results = tuple([OpResult(type, op, number) for number, type in enumerate(result_types)])
    return op


def head_number(name: int, mask: int, properties: int) -> int | None:
    """The number under which an operation of this beginning is known as plain (`properties` is -1 where it has none); None where
    it is not plain."""
    if mask & ~PLAIN or max(name, properties) >= _IN_ONE_BYTE:
        return None
    return (name << 1 | 1) << 16 | mask << 8 | (properties << 1 | 1 if properties >= 0 else 0)


def read_plain(cursor: Cursor, block: Block, numbers: Numbers, most: int, heads: Heads,
               locations: Callable[[int], Location | None], types: Callable[[int], AnyType | None]) -> int:
    """Reads operations that are like one before but for the location, the operands and the type of the one result, as nearly all
    are, up to one that is not; returns how many. `locations` and `types` give those that have been met, by number."""
    data, values, at, operations = cursor.data, numbers.values, cursor.at, block.operations
    append, known = operations.append, heads.get
    following, end, last, before = numbers.next, numbers.end, min(len(data) - _LONGEST_PLAIN, cursor.end), len(operations)
    stop, start = before + most, at
    try:
        while at < last and len(operations) < stop:
            start, mask, place = at, data[at + 1], data[at + 2]
            at += 3
            if place & 3 == 2:
                place = (place | data[at] << 8) >> 1
                at += 1
            location = locations(place >> 1)
            begin = data[start] << 16 | mask << 8
            if mask & 64:  # PROPERTIES_BIT
                begin |= data[at]
                at += 1
            head = known(begin)
            if head is None or location is None or not place & 1:
                break
            type = None
            if mask & 2:  # RESULTS
                number = data[at + 1]
                type = types(number >> 1)
                if data[at] != _ONE or type is None or not number & 1 or following >= end:
                    break
                at += 2
            operands: list[Any] = []
            count = 1
            if mask & 4:  # OPERANDS
                count = data[at]
                at += 1
                if not count & 1 or count >= 2 * _MOST_OPERANDS:
                    break
                while count > 1:
                    number = data[at]
                    at += 1
                    if number & 3 == 2:
                        number = (number | data[at] << 8) >> 1
                        at += 1
                    value = values[number >> 1]
                    if value is None or not number & 1:
                        break
                    operands.append(value)
                    count -= 2
            if count > 1 or at > cursor.end:
                break
            op = _made(head, operands, type, location, block)
            if type is not None:
                values[following] = op.results[0]
                following += 1
            append(op)
            start = at
    except IndexError:  # a number of a value that there is not: `OperationReader` says so
        pass
    cursor.at, numbers.next = start, following
    return len(operations) - before


def _made(head: tuple[type[Operation], dict[str, Attribute]], operands: list[Value], type: AnyType | None, location: Location,
          block: Block) -> Operation:
    """An operation without other parts, of a known beginning, with a result of a type or none."""
    op = _new(head[0])
    op.operands, op.attributes, op.regions, op.successors = operands, head[1].copy(), (), ()
    op.location, op.span, op.block = location, None, block
    if type is None:
        op.results = ()
        return op
    result = _new(OpResult)
    result.type, result.owner, result.index, result.name, result._stated_type = type, op, 0, None, None
    op.results = (result,)
    return op
