"""Variables of index expressions (those of indexing maps, unique ones, and values known at run time), and walks over expressions,
which put something in their place: substitution, evaluation.

All walks visit each distinct subexpression once, operands first, on an explicit stack: their cost is linear in the number of
distinct subexpressions, and expressions may be nested to any depth.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from hloom.expr.interning import Head, intern
from hloom.expr.interval import UNBOUNDED, Interval
from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Maximum, Minimum, Mod, Product, Sum, lift

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


# -- walks -----------------------------------------------------------------------------------------------------------------------
def postorder(roots: IndexExpr | Iterable[IndexExpr], stop_at: Mapping[IndexExpr, Any] | None = None) -> list[IndexExpr]:
    """The distinct subexpressions of `roots`, each after its operands; nodes in `stop_at` are left out."""
    order: list[IndexExpr] = []
    known = stop_at if stop_at is not None else {}
    seen: set[IndexExpr] = set()
    stack = [(root, False) for root in ((roots,) if isinstance(roots, IndexExpr) else tuple(roots))]
    stack.reverse()
    while stack:
        node, operands_done = stack.pop()
        if operands_done:
            order.append(node)
            continue
        if node in seen or node in known:
            continue
        seen.add(node)
        children = node.children
        if children:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(children))
        else:
            order.append(node)
    return order


def variables(expression: IndexExpr | Iterable[IndexExpr]) -> frozenset[Variable]:
    """The variables that occur in an expression, or in any of several."""
    if isinstance(expression, IndexExpr):
        return expression.free_variables
    return frozenset().union(*(part.free_variables for part in expression))


def substitute(expression: IndexExpr, mapping: Mapping[Any, IndexExpr | int]) -> IndexExpr:
    """`expression` with every key of `mapping` (variables, or other subexpressions) replaced, all at once."""
    return substitute_all((expression,), mapping)[0]


def substitute_all(expressions: Iterable[IndexExpr], mapping: Mapping[Any, IndexExpr | int]) -> tuple[IndexExpr, ...]:
    """`substitute` on several expressions that share subexpressions."""
    return tuple(map(Substitution(mapping), expressions)) if mapping else tuple(expressions)


class Substitution:
    """`substitute` with one mapping, on expressions that come one by one; what they share is rebuilt once."""

    __slots__ = ("_done", "_only_variables", "_replaced")

    def __init__(self, mapping: Mapping[Any, IndexExpr | int]) -> None:
        self._done: dict[IndexExpr, IndexExpr] = {}
        self._replaced = frozenset(mapping)
        self._only_variables = True
        for key, value in mapping.items():
            self._done[key] = value if isinstance(value, IndexExpr) else lift(value)
            if not isinstance(key, Variable):
                self._only_variables = False

    def __call__(self, expression: IndexExpr) -> IndexExpr:
        done, only_variables, replaced = self._done, self._only_variables, self._replaced
        found = done.get(expression)
        if found is not None:
            return found
        if only_variables and replaced.isdisjoint(expression.free_variables):
            return expression
        stack = [expression]
        while stack:
            node = stack[-1]
            children = node.children
            if node in done:
                stack.pop()
            elif not children or (only_variables and replaced.isdisjoint(node.free_variables)):
                done[node] = node
                stack.pop()
            elif missing := [child for child in children if child not in done]:
                stack.extend(missing)
            else:
                made = tuple([done[child] for child in children])
                done[node] = node if made == children else node.rebuild(made)
                stack.pop()
        return done[expression]


def evaluate(expression: IndexExpr, values: Mapping[Any, Any]) -> Any:
    """The value for given values of the variables: Python integers (exact) or NumPy int64 arrays (elementwise).

    Raises KeyError for a variable without a value and ZeroDivisionError for a division by zero.
    """
    return evaluate_all((expression,), values)[0]


def evaluate_all(expressions: Iterable[IndexExpr], values: Mapping[Any, Any]) -> list[Any]:
    """`evaluate` on several expressions that share subexpressions."""
    expressions = tuple(expressions)
    done: dict[IndexExpr, Any] = {}
    for node in postorder(expressions):
        done[node] = values[node] if isinstance(node, Variable) else _evaluate_node(node, done)
    return [done[expression] for expression in expressions]


def _evaluate_node(node: IndexExpr, done: Mapping[IndexExpr, Any]) -> Any:
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Sum):
        total: Any = node.constant
        for term, coefficient in node.terms:
            total = total + done[term] * coefficient
        return total
    if isinstance(node, Product):
        product: Any = 1
        for factor in node.factors:
            product = product * done[factor]
        return product
    assert isinstance(node, FloorDiv | Mod | Minimum | Maximum)
    left, right = done[node.left], done[node.right]
    if isinstance(node, FloorDiv | Mod):
        if (right == 0) if isinstance(right, int) else np.any(np.equal(right, 0)):
            raise ZeroDivisionError(f"division by zero in {node}")
        return left // right if isinstance(node, FloorDiv) else left % abs(right)
    if isinstance(left, int) and isinstance(right, int):
        return min(left, right) if isinstance(node, Minimum) else max(left, right)
    return np.minimum(left, right) if isinstance(node, Minimum) else np.maximum(left, right)
