"""How many registers a heavy body of a loop computes side by side.

The instructions of one function after the other wait for each other, and a processor looks ahead over a few dozen: where a body
is longer it finds nothing else to do, unless the same is computed for more registers beside it. That is more code to compile:
worth it for loops over many elements, where the longest way through a body is most of it and few values wait meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.plan.kernels import cost_of
from hloom.expr.scalar import Apply, Literal, Read, Scalar
from hloom.numbers.element_type import BF16, F16

#: Elements of a loop from which on two registers are worth their code, and four.
_POINTS, _MANY_POINTS = 1 << 14, 1 << 17
#: Instructions of a body's longest way from which on it is worth four registers, and of bodies that are not too long for that.
_LONG_WAY, _MOST_CODE = 56, 260
#: The part of a body that its longest way is at least: of another one other instructions are done meanwhile.
_SERIAL = 0.4
#: Values that wait at a time at most: those of several registers are in registers.
_MOST_WAITING = 6
#: A function that is more code than several registers are worth.
_LARGE_FUNCTION = 100
#: Instructions that round to bf16 (to f16 fewer, which take as long), and what is exact.
_ROUNDING = 6
_EXACT = frozenset({"select", "maximum", "minimum", "negate", "abs", "convert", "clamp", "bitcast_convert"})


def side_by_side(scalars: Sequence[Scalar], points: int) -> int:
    """Registers of a heavy body, which computes scalars at so many points in all, that are computed side by side: 1, 2 or 4."""
    if points < _POINTS:
        return 1
    order = _in_order(scalars)
    if any(isinstance(node, Apply) and cost_of(node.function) >= _LARGE_FUNCTION for node in order):
        return 1
    total, way = _instructions(order)
    rounds = any(_is_rounded(node) for node in order)
    if not rounds and (way < _SERIAL * total or _waiting(order) > _MOST_WAITING):
        return 1
    is_long = way >= max(_LONG_WAY, _SERIAL * total) and total <= _MOST_CODE and points >= _MANY_POINTS
    return 4 if is_long and _waiting(order) <= _MOST_WAITING else 2


def _in_order(scalars: Sequence[Scalar]) -> list[Scalar]:
    """The scalars of a body, each after those that it is computed from."""
    found: dict[Scalar, None] = {}
    pending: list[tuple[Scalar, bool]] = [(scalar, False) for scalar in reversed(scalars)]
    while pending:
        node, is_ready = pending.pop()
        if node in found:
            continue
        if is_ready or not node.children:
            found[node] = None
        else:
            pending.append((node, True))
            pending.extend((child, False) for child in reversed(node.children))
    return list(found)


def _instructions(order: Sequence[Scalar]) -> tuple[float, float]:
    """About how many instructions a body takes for a register, and how many its longest way does."""
    ways: dict[Scalar, float] = {}
    total = 0.0
    for node in order:
        cost = float(cost_of(node.function)) if isinstance(node, Apply) else float(isinstance(node, Read))
        cost += _ROUNDING * _is_rounded(node)
        total += cost
        ways[node] = cost + max((ways[child] for child in node.children), default=0.0)
    return total, max(ways.values(), default=0.0)


def _is_rounded(node: Scalar) -> bool:
    return isinstance(node, Apply) and node.type in (BF16, F16) and node.function not in _EXACT


def _waiting(order: Sequence[Scalar]) -> int:
    """How many values wait to be used at a time, at most; what is read for one instruction is read by it."""
    uses: dict[Scalar, list[int]] = {}
    for number, node in enumerate(order):
        for child in node.children:
            uses.setdefault(child, []).append(number)
    ends: list[int] = [0] * (len(order) + 1)
    waiting = most = 0
    for number, node in enumerate(order):
        used = uses.get(node, [len(order)])
        if not isinstance(node, Literal) and (len(used) > 1 or not isinstance(node, Read)):
            waiting += 1
            ends[used[-1]] += 1
        waiting -= ends[number]
        most = max(most, waiting)
    return most
