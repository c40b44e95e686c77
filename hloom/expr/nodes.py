"""Index expressions: the arithmetic by which one tensor's index is computed from another's.

An `IndexExpr` denotes an exact integer (in elements) as a function of its variables. Expressions are immutable and
hash-consed: two that are built alike are the same object, so equality is identity and every analysis can memoise by
identity. Construction keeps a light canonical form:

* `Sum` is a linear combination `c1 * t1 + ... + cn * tn + constant` of distinct terms that are neither sums nor
  constants, in the canonical order; `x * 3` is the sum of one term;
* `Product` multiplies two or more expressions of which none is a constant;
* `FloorDiv` rounds towards minus infinity; `Mod` is the remainder by the divisor's absolute value, never negative;
  constant divisors are positive (`x floordiv -c -> -x floordiv c`);
* `ceildiv(a, b)` is written as `-(-a floordiv b)`.

What needs the bounds of the variables is left to `hloom.expr.simplify`.
"""

from __future__ import annotations

import itertools
import operator
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import KeyedRef

from hloom.expr.interval import UNBOUNDED, Interval
from hloom.expr.order import CONSTANT_RANK, PRODUCT_RANK, Head, canonical_order, compare, sort_terms

if TYPE_CHECKING:
    from hloom.expr.order import Item
    from hloom.expr.predicate import Predicate

# The nodes that are alive, by their type and fields: an expression that nobody holds disappears from the table. (A
# WeakValueDictionary does the same through a Python function for each look-up.)
_interned: dict[tuple[Any, ...], KeyedRef[tuple[Any, ...], IndexExpr]] = {}
# Reentrant: a collection of garbage may run code that makes expressions while one is being made.
_intern_lock = threading.RLock()
_serials = itertools.count()

_NO_VARIABLES: frozenset[Variable] = frozenset()
_MOST_DIVISIONS = 1 << 40


class IndexExpr:
    """An integer-valued expression over index variables. Equality is identity; comparisons give a `Predicate`."""

    __slots__ = ("__weakref__", "division_count", "free_variables", "prefix_of_order")

    #: Place of the node type in the canonical order of terms.
    rank: ClassVar[int]
    own_divisions: ClassVar[int] = 0
    free_variables: frozenset[Variable]
    #: The number of quotients and remainders when shared parts are written out each time; saturates.
    division_count: int
    prefix_of_order: tuple[Head, ...]

    @property
    def children(self) -> tuple[IndexExpr, ...]:
        """The direct subexpressions."""
        return ()

    def rebuild(self, children: tuple[IndexExpr, ...]) -> IndexExpr:
        """The same operation on other subexpressions."""
        return self

    @property
    def factors(self) -> tuple[IndexExpr, ...]:
        """What a product with this expression multiplies."""
        return (self,)

    @property
    def order_head(self) -> Head:
        """See `hloom.expr.order`."""
        return (self.rank, 0, 0)

    @property
    def order_operands(self) -> Sequence[Item]:
        """See `hloom.expr.order`."""
        return self.children

    def __add__(self, other: IndexExpr | int) -> IndexExpr:
        return add(self, lift(other))

    def __radd__(self, other: int) -> IndexExpr:
        return add(lift(other), self)

    def __sub__(self, other: IndexExpr | int) -> IndexExpr:
        return add(self, scale(lift(other), -1))

    def __rsub__(self, other: int) -> IndexExpr:
        return add(lift(other), scale(self, -1))

    def __mul__(self, other: IndexExpr | int) -> IndexExpr:
        return multiply(self, lift(other))

    __rmul__ = __mul__

    def __neg__(self) -> IndexExpr:
        return scale(self, -1)

    def __floordiv__(self, other: IndexExpr | int) -> IndexExpr:
        return floordiv(self, lift(other))

    def __rfloordiv__(self, other: int) -> IndexExpr:
        return floordiv(lift(other), self)

    def __mod__(self, other: IndexExpr | int) -> IndexExpr:
        return mod(self, lift(other))

    def __rmod__(self, other: int) -> IndexExpr:
        return mod(lift(other), self)

    def __lt__(self, other: IndexExpr | int) -> Predicate:
        return _compare(self - other, None, -1)

    def __le__(self, other: IndexExpr | int) -> Predicate:
        return _compare(self - other, None, 0)

    def __gt__(self, other: IndexExpr | int) -> Predicate:
        return _compare(self - other, 1, None)

    def __ge__(self, other: IndexExpr | int) -> Predicate:
        return _compare(self - other, 0, None)

    def eq(self, other: IndexExpr | int) -> Predicate:
        """The predicate `self == other` (the operator `==` compares the expressions themselves)."""
        return _compare(self - other, 0, 0)

    def __str__(self) -> str:
        from hloom.expr.index_text import format_expression

        return format_expression(self)

    def __repr__(self) -> str:
        return f"<IndexExpr {self}>"

    def __copy__(self) -> IndexExpr:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> IndexExpr:
        return self


class Constant(IndexExpr):
    """An integer."""

    __slots__ = ("value",)
    rank = CONSTANT_RANK
    value: int

    @property
    def order_head(self) -> Head:
        return (self.rank, self.value, 0)

    def __new__(cls, value: int) -> Constant:
        return _intern(cls, (value,))

    def _fill(self, value: int) -> None:
        self.value = value


class Variable(IndexExpr):
    """A variable; `bounds` are the values it may take unless a context knows better."""

    __slots__ = ()
    rank = 7
    kind: ClassVar[int]
    prefix: str
    number: int
    bounds: Interval

    @property
    def order_head(self) -> Head:
        return (self.rank, self.kind, self.number)


class _Numbered(Variable):
    __slots__ = ("number",)
    bounds = UNBOUNDED

    def __new__(cls, number: int) -> Any:
        return _intern(cls, (number,))

    def _fill(self, number: int) -> None:
        self.number = number
        self.free_variables = frozenset((self,))


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
    """A unique variable made by `fresh`: a loop counter or the variable of a fold."""

    __slots__ = ("bounds", "number", "prefix")
    kind = 3

    def __init__(self, bounds: Interval, prefix: str) -> None:
        self.bounds = bounds
        self.prefix = prefix
        self.number = next(_serials)
        self.free_variables = frozenset((self,))
        self.division_count = 0


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
        self.free_variables = frozenset((self,))
        self.division_count = 0


class Sum(IndexExpr):
    """The linear combination of `terms` (pairs of a term and a nonzero coefficient) plus `constant`."""

    __slots__ = ("constant", "terms")
    rank = 0
    terms: tuple[tuple[IndexExpr, int], ...]
    constant: int

    def _fill(self, terms: tuple[tuple[IndexExpr, int], ...], constant: int) -> None:
        self.terms = terms
        self.constant = constant

    @property
    def children(self) -> tuple[IndexExpr, ...]:
        return tuple([term for term, _ in self.terms])

    @property
    def order_operands(self) -> Sequence[Item]:
        # A single scaled term stands in the order as the product that it is.
        if len(self.terms) == 1 and not self.constant:
            return (*self.terms[0][0].factors, self.terms[0][1])
        entries: list[Item] = [entry if entry[1] != 1 else entry[0] for entry in self.terms]
        return [*entries, self.constant] if self.constant else entries

    @property
    def order_head(self) -> Head:
        if len(self.terms) == 1 and not self.constant:
            return (PRODUCT_RANK, -len(self.terms[0][0].factors) - 1, 0)
        return (self.rank, -len(self.terms) - (self.constant != 0), 0)

    def rebuild(self, children: tuple[IndexExpr, ...]) -> IndexExpr:
        return linear_combination([(child, coefficient) for child, (_, coefficient) in zip(children, self.terms)], self.constant)


class Product(IndexExpr):
    """The product of two or more expressions, none of them a constant."""

    __slots__ = ("factors",)
    rank = PRODUCT_RANK
    factors: tuple[IndexExpr, ...]  # type: ignore[assignment]  # a slot in place of the property

    @property
    def order_head(self) -> Head:
        return (self.rank, -len(self.factors), 0)

    def _fill(self, factors: tuple[IndexExpr, ...]) -> None:
        self.factors = factors

    @property
    def children(self) -> tuple[IndexExpr, ...]:
        return self.factors

    def rebuild(self, children: tuple[IndexExpr, ...]) -> IndexExpr:
        result = children[0]
        for child in children[1:]:
            result = multiply(result, child)
        return result


class _Binary(IndexExpr):
    __slots__ = ("left", "right")
    left: IndexExpr
    right: IndexExpr

    def _fill(self, left: IndexExpr, right: IndexExpr) -> None:
        self.left = left
        self.right = right

    @property
    def children(self) -> tuple[IndexExpr, ...]:
        return (self.left, self.right)

    def rebuild(self, children: tuple[IndexExpr, ...]) -> IndexExpr:
        return _BUILD[type(self)](*children)


class Mod(_Binary):
    """The remainder of `left` by the absolute value of `right`: never negative."""

    __slots__ = ()
    rank = 2
    own_divisions = 1


class FloorDiv(_Binary):
    """The quotient of `left` by `right`, rounded towards minus infinity."""

    __slots__ = ()
    rank = 3
    own_divisions = 1


class Maximum(_Binary):
    """The larger of two expressions."""

    __slots__ = ()
    rank = 5


class Minimum(_Binary):
    """The smaller of two expressions."""

    __slots__ = ()
    rank = 6


def _intern(cls: type, fields: tuple[Any, ...]) -> Any:
    """The node of this type with these fields, the same object each time."""
    key = (cls, *fields)
    reference = _interned.get(key)
    node = None if reference is None else reference()
    return _make(key) if node is None else node


def _make(key: tuple[Any, ...]) -> Any:
    with _intern_lock:
        reference = _interned.get(key)
        node = None if reference is None else reference()
        if node is None:
            node = object.__new__(key[0])
            node.free_variables = _NO_VARIABLES
            node.division_count = 0
            node._fill(*key[1:])
            children = node.children
            if children:
                node.free_variables = _union_of_variables(children)
                count = node.own_divisions + sum([child.division_count for child in children])
                node.division_count = count if count < _MOST_DIVISIONS else _MOST_DIVISIONS
            _interned[key] = KeyedRef(node, _forget, key)
    return node


def _forget(reference: KeyedRef[tuple[Any, ...], IndexExpr]) -> None:
    # A node of the same key may have been made since.
    if _interned.get(reference.key) is reference:
        del _interned[reference.key]


def _union_of_variables(children: tuple[IndexExpr, ...]) -> frozenset[Variable]:
    """The free variables of a node; an operand's own set is shared where it already holds them all."""
    largest = children[0].free_variables
    for child in children[1:]:
        if not child.free_variables <= largest:
            largest = child.free_variables if largest <= child.free_variables else largest | child.free_variables
    return largest


ZERO = Constant(0)
ONE = Constant(1)


# Leaves -------------------------------------------------------------------------------------------------------------


def lift(value: int | IndexExpr) -> IndexExpr:
    """`value` as an expression. Raises TypeError for anything but an integer or an index expression."""
    if isinstance(value, IndexExpr):
        return value
    try:
        return Constant(int(operator.index(value)))
    except TypeError:
        raise TypeError(f"an index expression or an integer is needed, got {type(value).__name__}") from None


def fresh(extent: int | Interval, hint: str = "k") -> Symbol:
    """A new variable, different from every other, that runs over `[0, extent)` or over an interval."""
    bounds = extent if isinstance(extent, Interval) else Interval.of_extent(extent)
    return Symbol(bounds, hint)


def runtime_value(value: object, interval: Interval) -> RuntimeValue:
    """The index that is the run-time value of `value` (a scalar expression), clamped to `interval`.

    The same object with the same interval gives the same variable.
    """
    return _intern(RuntimeValue, (_Identity(value), interval.lower, interval.upper))


class _Identity:
    """An object as part of a key: equal to itself only, whatever its own equality says."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


# Sums ---------------------------------------------------------------------------------------------------------------


def split_affine(expression: IndexExpr) -> tuple[int, dict[IndexExpr, int]]:
    """The constant and the coefficients by term: `expression == constant + sum(c * t for t, c in terms.items())`."""
    if isinstance(expression, Sum):
        return expression.constant, dict(expression.terms)
    if isinstance(expression, Constant):
        return expression.value, {}
    return 0, {expression: 1}


def linear_combination(parts: Iterable[tuple[IndexExpr, int]], constant: int = 0) -> IndexExpr:
    """`constant` plus every part times its coefficient; sums among the parts are merged, like terms combined."""
    coefficients: dict[IndexExpr, int] = {}
    for part, coefficient in parts:
        if isinstance(part, Sum):
            constant += coefficient * part.constant
            for term, inner in part.terms:
                coefficients[term] = coefficients.get(term, 0) + coefficient * inner
        elif isinstance(part, Constant):
            constant += coefficient * part.value
        else:
            coefficients[part] = coefficients.get(part, 0) + coefficient
    terms = [(term, coefficient) for term, coefficient in coefficients.items() if coefficient]
    if not terms:
        return Constant(constant)
    if len(terms) == 1:
        if constant == 0 and terms[0][1] == 1:
            return terms[0][0]
    else:
        sort_terms(terms)
    return _intern(Sum, (tuple(terms), constant))


def add(left: IndexExpr, right: IndexExpr) -> IndexExpr:
    if right is ZERO:
        return left
    if left is ZERO:
        return right
    return linear_combination(((left, 1), (right, 1)))


def scale(expression: IndexExpr, factor: int) -> IndexExpr:
    """`expression * factor` for an integer factor."""
    if factor == 0:
        return ZERO
    if factor == 1:
        return expression
    if isinstance(expression, Constant):
        return Constant(expression.value * factor)
    if isinstance(expression, Sum):
        terms = [(term, coefficient * factor) for term, coefficient in expression.terms]
        if len(terms) > 1 and factor != -1:
            sort_terms(terms)  # whether a coefficient is a unit takes part in the order
        if len(terms) == 1 and terms[0][1] == 1 and expression.constant == 0:
            return terms[0][0]
        return _intern(Sum, (tuple(terms), expression.constant * factor))
    return _intern(Sum, (((expression, factor),), 0))


def multiply(left: IndexExpr, right: IndexExpr) -> IndexExpr:
    if isinstance(right, Constant):
        return scale(left, right.value)
    if isinstance(left, Constant):
        return scale(right, left.value)
    coefficient = 1
    factors: list[IndexExpr] = []
    for part in (left, right):
        if isinstance(part, Sum) and len(part.terms) == 1 and part.constant == 0:
            part, inner = part.terms[0]
            coefficient *= inner
        factors.extend(part.factors)
    factors.sort(key=canonical_order)
    return scale(_intern(Product, (tuple(factors),)), coefficient)


# Division, minimum, maximum -----------------------------------------------------------------------------------------


def floordiv(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """`left` divided by `right`, rounded towards minus infinity. Raises ZeroDivisionError for the constant 0."""
    left, right = lift(left), lift(right)
    if isinstance(right, Constant):
        if right.value == 0:
            raise ZeroDivisionError("floordiv by zero in an index expression")
        if right.value < 0:
            left, right = scale(left, -1), Constant(-right.value)
        if right.value == 1:
            return left
        if isinstance(left, Constant):
            return Constant(left.value // right.value)
    if left is ZERO:
        return ZERO
    return _intern(FloorDiv, (left, right))


def ceildiv(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """`left` divided by `right`, rounded towards plus infinity: `-(-left floordiv right)`."""
    return scale(floordiv(scale(lift(left), -1), right), -1)


def mod(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """The remainder of `left` by `|right|`, never negative. Raises ZeroDivisionError for the constant 0."""
    left, right = lift(left), lift(right)
    if isinstance(right, Constant):
        if right.value == 0:
            raise ZeroDivisionError("mod by zero in an index expression")
        right = Constant(abs(right.value))
        if right.value == 1:
            return ZERO
        if isinstance(left, Constant):
            return Constant(left.value % right.value)
    if left is ZERO:
        return ZERO
    return _intern(Mod, (left, right))


def minimum(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """The smaller of the two."""
    left, right = lift(left), lift(right)
    difference = add(left, scale(right, -1))
    if isinstance(difference, Constant):
        return left if difference.value <= 0 else right
    return _intern(Minimum, _ordered(left, right))


def maximum(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """The larger of the two."""
    left, right = lift(left), lift(right)
    difference = add(left, scale(right, -1))
    if isinstance(difference, Constant):
        return left if difference.value >= 0 else right
    return _intern(Maximum, _ordered(left, right))


def _ordered(left: IndexExpr, right: IndexExpr) -> tuple[IndexExpr, IndexExpr]:
    return (left, right) if compare(left, right) <= 0 else (right, left)


_BUILD = {FloorDiv: floordiv, Mod: mod, Minimum: minimum, Maximum: maximum}


def _compare(difference: IndexExpr, lower: int | None, upper: int | None) -> Predicate:
    from hloom.expr.predicate import constrain

    bounds = Interval(
        UNBOUNDED.lower if lower is None else lower,
        UNBOUNDED.upper if upper is None else upper,
    )
    return constrain(difference, bounds)
