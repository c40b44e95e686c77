"""Boxes: what moves elements, by the ranges of its loops within which each element comes from one place.

Conditions of padding and of concatenation are on one loop each: between two bounds, or every so many places. So the points at
which they hold are a box, whose loops have affine accesses and no condition. What surrounds a box is boxes as well; where it has
one value, that is stored everywhere, and what is inside later in its place: unless that is read where it is to be stored, which
may be the same memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store
from hloom.expr.access import split_affine
from hloom.expr.index import Constant, IndexExpr, Mod, Symbol, fresh
from hloom.expr.interval import Interval
from hloom.expr.predicate import Predicate, divide_interval
from hloom.expr.scalar import Literal, Read, Scalar, Select, Simplifying, index_variables, reads


class Range(NamedTuple):
    """Values of a loop's variable: `count` of them, which is not zero, from `start` on, `step` apart."""

    start: int
    step: int
    count: int

    def within(self, low: int, high: int) -> Range | None:
        """Those of the values that lie in [low, high]; None if none does."""
        first = max(0, -((self.start - low) // self.step))
        end = min(self.count, (high - self.start) // self.step + 1)
        return Range(self.start + first * self.step, self.step, end - first) if first < end else None

    def outside(self, inner: Range) -> list[Range]:
        """What lies before and behind some of the values, which have the same distance."""
        before = (inner.start - self.start) // self.step
        behind = self.count - before - inner.count
        found = [Range(self.start, self.step, before), Range(inner.start + inner.count * self.step, self.step, behind)]
        return [each for each in found if each.count]


class Box(NamedTuple):
    """A store for the points of some ranges: in terms of `variables`, which count the values of each range."""

    ranges: tuple[Range, ...]
    variables: tuple[Symbol, ...]
    store: Store


def boxes(machine: Machine, loops: Sequence[Symbol], store: Store) -> list[Box] | None:
    """The boxes of a store that only moves elements, in the order in which they are to be stored; None where there are others."""
    whole = tuple(Range(0, 1, v.bounds.upper + 1) for v in loops)
    is_in_place = any(read.index == store.index for read in reads(store.scalar))
    found = _Finder(machine, loops, not is_in_place).boxes(store.scalar, whole)
    if found is None or len(found) > machine.box_moves.most_boxes:
        return None
    made = []
    for ranges, scalar in found:
        variables = tuple(fresh(each.count) for each in ranges)
        rewrite = Simplifying(index={v: k * r.step + r.start for v, k, r in zip(loops, variables, ranges)})
        made.append(Box(ranges, variables, Store(store.target, tuple(map(rewrite.at, store.index)), rewrite(scalar))))
    return made


_Ranges = tuple[Range, ...]


class _Finder:
    def __init__(self, machine: Machine, loops: Sequence[Symbol], stores_twice: bool) -> None:
        self._machine = machine
        self.places: dict[Any, int] = {v: k for k, v in enumerate(loops)}
        self.stores_twice = stores_twice

    def boxes(self, scalar: Scalar, ranges: _Ranges) -> list[tuple[_Ranges, Scalar]] | None:
        """What is stored in which ranges, each in place of what was before."""
        if isinstance(scalar, Literal | Read):
            return [(ranges, scalar)]
        if not isinstance(scalar, Select):
            return None
        inside = self._inside(scalar.condition, ranges)
        if inside is None:
            return None
        if not inside:
            return self.boxes(scalar.otherwise, ranges)
        (inner,) = inside
        is_under = self.stores_twice and _is_one_value(scalar.otherwise)
        around = [ranges] if is_under else _around(ranges, inner)
        if around is None or len(around) > self._machine.box_moves.most_boxes:
            return None
        found = []
        for part, where in [*((scalar.otherwise, each) for each in around), (scalar.then, inner)]:
            more = self.boxes(part, where)
            if more is None:
                return None
            found += more
        return found

    def _inside(self, condition: Predicate, ranges: _Ranges) -> list[_Ranges] | None:
        """The ranges in which a condition holds, if there are any; None where it does not hold in ranges."""
        found = list(ranges)
        for expression, interval in condition.constraints:
            constant, terms = split_affine(expression)
            if len(terms) != 1:
                digits = self._digits(terms, interval + Interval.point(-constant))
                if digits is None:
                    return None
                for place, value in digits.items():
                    narrowed = found[place].within(value, value)
                    if narrowed is None:
                        return []
                    found[place] = narrowed
                continue
            ((term, factor),) = terms.items()
            allowed = divide_interval(interval + Interval.point(-constant), factor)
            place = self.places.get(term)
            if place is not None:
                narrowed = found[place].within(allowed.lower, allowed.upper)
            else:
                narrowed, place = self._periodic(term, allowed, found)
                if place is None:
                    return None
            if narrowed is None:
                return []
            found[place] = narrowed
        return [tuple(found)]

    def _digits(self, terms: Mapping[IndexExpr, int], allowed: Interval) -> dict[int, int] | None:
        """The values of the variables that are digits of a number (the quotient and the remainder of one that was cut in two),
        which is one certain number, by where the variables are; None if it is not such a condition."""
        rest, found = allowed.lower, {}
        below = sum(factor * term.bounds.upper for term, factor in terms.items() if isinstance(term, Symbol))
        for term, factor in sorted(terms.items(), key=lambda item: -item[1]):
            place = self.places.get(term)
            if place is None or not isinstance(term, Symbol) or factor <= 0:
                return None
            below -= factor * term.bounds.upper
            if below >= factor:
                return None
            found[place], rest = divmod(rest, factor)
        return found if rest == 0 and allowed.lower == allowed.upper >= 0 else None

    def _periodic(self, term: IndexExpr, allowed: Interval, ranges: Sequence[Range]) -> tuple[Range | None, int | None]:
        """The values of a variable for which a remainder is one certain number, and where that variable is; None if it is not
        such a condition."""
        if not isinstance(term, Mod) or not isinstance(term.right, Constant):
            return None, None
        period = term.right.value
        low, high = max(allowed.lower, 0), min(allowed.upper, period - 1)
        constant, terms = split_affine(term.left)
        if low > high:
            return None, 0
        ((variable, factor),) = terms.items() if len(terms) == 1 else ((None, 0),)
        place = self.places.get(variable)
        if low != high or factor != 1 or place is None or ranges[place].step != 1:
            return None, None
        start, _, count = ranges[place]
        first = (low - constant - start) % period
        rest = count - first
        return Range(start + first, period, -(-rest // period)) if rest > 0 else None, place


def _is_one_value(scalar: Scalar) -> bool:
    """Whether an element is the same at all points, and can be read at all of them."""
    return isinstance(scalar, Literal) or (isinstance(scalar, Read) and not any(index_variables(e) for e in scalar.index))


def _around(ranges: _Ranges, inner: _Ranges) -> list[_Ranges] | None:
    """Boxes that are together what is in some ranges and not in others."""
    if any(a.step != b.step for a, b in zip(ranges, inner)):
        return None
    return [(*inner[:place], outside, *ranges[place + 1:])
            for place, each in enumerate(ranges) for outside in each.outside(inner[place])]
