"""Comparators that order elements by keys: then sorting needs the keys only, each computed once.

    compare LT, f(a), f(b)                                              one key, f
    or(compare LT, f(a), f(b), and(compare EQ, f(a), f(b), rest))       f first, then what `rest` orders by

where f is any elementwise function of one input's element. Programs compare like that when they put zeros of both signs,
or all NaNs, in one place, or order by several inputs or by the parts of complex numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Block, OpResult, Value
from hloom.numbers.bits import to_bits
from hloom.numbers.compare import total_order_key
from hloom.numbers.convert import widen_integer
from hloom.numbers.element_type import F64, of_dtype
from hloom.numbers.rounding import widen
from hloom.ops.common.quantization import is_quantized_operation
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.comparison import Compare, Select
from hloom.ops.stablehlo.creation import Constant
from hloom.ops.stablehlo.elementwise import And, Or
from hloom.support.records import dataclass

Array = Any


@dataclass(frozen=True)
class Canonical:
    """What a key makes of its input's elements, which it leaves as they are else: all zeros are one number, all NaNs are one; its
    bits, None where they stay apart."""

    zero: int | None = None
    nan: int | None = None


@dataclass(frozen=True)
class SortKey:
    """A key that a comparator orders elements by: `value` is computed from an element of input number `operand` alone.

    `is_total` says that floats are in the total order; else zeros are equal, NaNs are, and these come last whichever way it
    goes. `canonical` describes a value that is nearly the element itself, None stands for any other function of it.
    """

    operand: int
    value: Value
    argument: Value
    ascends: bool
    is_total: bool
    canonical: Canonical | None


def comparator_keys(block: Block) -> list[SortKey] | None:
    """The keys that a comparator orders by, the most significant first; None for another comparator."""
    found = _keys_of(block.terminator.operands[0], block)
    return None if found is None else [_described(comparison, block) for comparison in found]


def _described(comparison: Compare, block: Block) -> SortKey:
    number = _argument_number(comparison.lhs, block)
    return SortKey(number // 2, comparison.lhs, block.arguments[number], _ascends(comparison, number),
                   comparison.order == "TOTALORDER", _canonical(comparison.lhs))


def _canonical(value: Value) -> Canonical | None:
    """How a value differs from the argument that it is computed from, if it is nearly that.

        select(compare NE x, x, NaN, select(compare EQ x, 0, 0, x))
    """
    zero = nan = None
    x = value
    while isinstance(x, OpResult):
        op = x.owner
        if not isinstance(op, Select) or not isinstance(op.pred, OpResult) or not isinstance(op.pred.owner, Compare):
            return None
        test, number = op.pred.owner, _number(op.on_true)
        if number is None or test.order != "FLOAT" or _argument_of(value) is not test.lhs:
            return None
        if test.comparison_direction == "NE" and test.rhs is test.lhs and np.isnan(number):
            nan = int(to_bits(number))
        elif test.comparison_direction == "EQ" and number == 0 and _number(test.rhs) == 0:
            zero = int(to_bits(number))
        else:
            return None
        x = op.on_false
    return Canonical(zero, nan)


def _number(value: Value) -> Array | None:
    """The float that a value always is; None for any other value."""
    op = value.owner if isinstance(value, OpResult) else None
    found = np.asarray(op.eval()) if isinstance(op, Constant) else None
    return found if found is not None and found.ndim == 0 and of_dtype(found.dtype).is_float else None


def sort_keys(block: Block, rows: Sequence[Array]) -> list[Array] | None:
    """Numbers for which ascending order is the comparator's, the most significant first; None for another comparator."""
    found = _keys_of(block.terminator.operands[0], block)
    return None if found is None else [_key(comparison, block, rows) for comparison in found]


def _keys_of(value: Value, block: Block) -> list[Compare] | None:
    """The comparisons that decide, one after the other."""
    op = value.owner if isinstance(value, OpResult) else None
    if isinstance(op, Compare):
        return [op] if op.comparison_direction in ("LT", "GT", "LE", "GE") and _mirrors(op, block) else None
    if not isinstance(op, Or):
        return None
    for first, rest in (op.operands, op.operands[::-1]):
        tie = rest.owner if isinstance(rest, OpResult) else None
        if not isinstance(first, OpResult) or not isinstance(first.owner, Compare) or not isinstance(tie, And):
            continue
        leading = _keys_of(first, block)
        for equal, further in (tie.operands, tie.operands[::-1]):
            others = _keys_of(further, block)
            if leading and others and leading[0].comparison_direction in ("LT", "GT") and _is_tie(equal, leading[0]):
                return leading + others
    return None


def _is_tie(value: Value, comparison: Compare) -> bool:
    """Whether a value says that the two sides of a comparison are equal."""
    op = value.owner if isinstance(value, OpResult) else None
    return (isinstance(op, Compare) and op.comparison_direction == "EQ" and op.order == comparison.order
            and _same(op.lhs, comparison.lhs) and _same(op.rhs, comparison.rhs))


def _mirrors(comparison: Compare, block: Block) -> bool:
    """Whether a comparison applies one function to both elements of one input."""
    if is_quantized_operation(comparison):
        return False
    names: dict[Value, Value] = {}
    if not _same(comparison.lhs, comparison.rhs, names):
        return False
    arguments: list[Any] = block.arguments
    pairs = {(arguments.index(a), arguments.index(b)) for a, b in names.items() if a in arguments and b in arguments}
    return len(pairs) == 1 == len(names) and all(a != b and a // 2 == b // 2 for a, b in pairs)


def _same(x: Value, y: Value, names: dict[Value, Value] | None = None) -> bool:
    """Whether two values are computed alike by elementwise operations; with `names`, from arguments of other names."""
    pending: list[tuple[Value, Value]] = [(x, y)]
    while pending:
        a, b = pending.pop()
        if not (isinstance(a, OpResult) and isinstance(b, OpResult)):
            if names is None:
                if a is not b:
                    return False
            elif isinstance(a, OpResult) or isinstance(b, OpResult) or names.setdefault(a, b) is not b:
                return False
            continue
        p, q = a.owner, b.owner
        if not isinstance(p, Op) or p.eval is None or p.regions or not (p.is_elementwise or isinstance(p, Constant)):
            return False
        if p.name != q.name or p.attributes != q.attributes or [v.type for v in p.operands] != [v.type for v in q.operands]:
            return False
        pending += zip(p.operands, q.operands)
    return True


def _key(comparison: Compare, block: Block, rows: Sequence[Array]) -> Array:
    """Numbers that are ordered as a comparison orders the elements of its input."""
    number = _argument_number(comparison.lhs, block)
    x = np.broadcast_to(_computed(comparison.lhs, rows[number // 2]), rows[0].shape)
    ascends = _ascends(comparison, number)
    if of_dtype(x.dtype).is_float and comparison.order != "TOTALORDER":
        return widen(x, F64) if ascends else -widen(x, F64)
    key = total_order_key(x) if of_dtype(x.dtype).is_float else widen_integer(x)
    return key if ascends else ~key  # of the least integer there is no negative one


def _ascends(comparison: Compare, number: int) -> bool:
    """Whether smaller keys come first, where argument `number` is on the left."""
    return (comparison.comparison_direction in ("LT", "LE")) == (number % 2 == 0)


def _argument_number(value: Value, block: Block) -> int:
    """The number of the one block argument that a value is computed from."""
    return block.arguments.index(_argument_of(value))  # type: ignore[arg-type]


def _argument_of(value: Value) -> Value:
    """The one block argument that a value is computed from."""
    while isinstance(value, OpResult):
        value = next(v for v in value.owner.operands if _has_argument(v))
    return value


def _has_argument(value: Value) -> bool:
    return not isinstance(value, OpResult) or any(map(_has_argument, value.owner.operands))


def _computed(value: Value, x: Array) -> Array:
    """A value for all elements `x` of the argument that it is computed from."""
    if not isinstance(value, OpResult):
        return x
    op: Any = value.owner
    return op.eval(*(_computed(v, x) for v in op.operands))
