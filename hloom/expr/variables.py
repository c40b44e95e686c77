"""Variables of index expressions: those of indexing maps, unique ones, and values known at run time."""

from __future__ import annotations

import itertools
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from hloom.expr.interning import Head, intern
from hloom.expr.interval import UNBOUNDED, Interval
from hloom.expr.nodes import IndexExpr

if TYPE_CHECKING:
    from hloom.expr.predicate import Predicate

_serials = itertools.count()
_number = attrgetter("number")


class Variable(IndexExpr):
    """A variable; `bounds` are the values it may take unless a context knows better."""

    __slots__ = ()
    rank = 7
    kind: ClassVar[int]
    prefix: str
    number: int
    bounds: Interval

    def _fill_leaf(self, depends_on_data: bool = False) -> None:
        self.free_variables = frozenset((self,))
        self.depends_on_data = depends_on_data
        self.division_count = 0
        self.prefix_of_order = self.scaled_prefix = None

    @property
    def order_head(self) -> Head:
        return (self.rank, self.kind, self.number)


class _Numbered(Variable):
    __slots__ = ("number",)
    bounds = UNBOUNDED

    def __new__(cls, number: int) -> Any:
        return intern(cls, number)

    def _fill(self, number: int) -> None:
        self.number = number
        self._fill_leaf()


@lru_cache(maxsize=256)
def numbered(kind: type[_Numbered], count: int) -> tuple[Any, ...]:
    """The first variables of a type."""
    return tuple([kind(number) for number in range(count)])


class Dim(_Numbered):
    """`Dim(k)` is the dimension variable `dk` of an indexing map."""

    __slots__ = ()
    kind = 0
    prefix = "d"


class Range(_Numbered):
    """`Range(k)` is the range variable `sk` of an indexing map: iterated over for one element of the result."""

    __slots__ = ()
    kind = 1
    prefix = "s"


class Runtime(_Numbered):
    """`Runtime(k)` is the runtime variable `rtk` of an indexing map: known only when the program runs."""

    __slots__ = ()
    kind = 2
    prefix = "rt"


class Symbol(Variable):
    """A unique variable made by `fresh`: a loop counter or the variable of a reduction."""

    __slots__ = ("bounds", "number", "prefix")
    kind = 3

    def __init__(self, bounds: Interval, prefix: str) -> None:
        self.bounds = bounds
        self.prefix = prefix
        self.number = next(_serials)
        self._fill_leaf()


class RuntimeValue(Variable):
    """The run-time value of the scalar expression `value`, clamped to `bounds` (see `runtime_value`)."""

    __slots__ = ("bounds", "number", "value")
    kind = 4
    prefix = "value"
    value: Any

    def _fill(self, identity: _Identity, lower: int, upper: int) -> None:
        self.value = identity.value
        self.bounds = Interval(lower, upper)
        self.number = next(_serials)
        self._fill_leaf(depends_on_data=True)


def fresh(extent: int | Interval, hint: str = "k") -> Symbol:
    """A new variable, different from every other, that runs over `[0, extent)` or over an interval."""
    bounds = extent if isinstance(extent, Interval) else Interval.of_extent(extent)
    return Symbol(bounds, hint)


def runtime_value(value: object, interval: Interval) -> RuntimeValue:
    """The index that is the run-time value of `value` (a scalar expression), clamped to `interval`.

    The same object with the same interval gives the same variable.
    """
    return intern(RuntimeValue, _Identity(value), interval.lower, interval.upper)


def runtime_values_of(expression: IndexExpr | Predicate) -> list[RuntimeValue]:
    """The runtime values that occur in an expression, or in a condition, in the order in which they were made: sets of variables
    have none that is the same in every process."""
    if not expression.depends_on_data:
        return []
    found = [v for v in expression.free_variables if isinstance(v, RuntimeValue)]
    return sorted(found, key=_number) if len(found) > 1 else found


class _Identity:
    """An object as part of a key: equal to itself only, whatever its own equality says."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)
