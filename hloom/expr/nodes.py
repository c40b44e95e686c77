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

import operator
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hloom.expr.interning import CONSTANT_RANK, PRODUCT_RANK, Head, canonical_order, compare, intern, sort_terms
from hloom.expr.interval import UNBOUNDED, Interval

if TYPE_CHECKING:
    from hloom.expr.interning import Item
    from hloom.expr.predicate import Predicate
    from hloom.expr.variables import Variable

_NO_VARIABLES: frozenset[Variable] = frozenset()
# The first constants live on: a compiler divides by the same sizes again and again.
_constants: dict[int, Constant] = {}
_MOST_CONSTANTS = 1024


class IndexExpr:
    """An integer-valued expression over index variables. Equality is identity; comparisons give a `Predicate`."""

    __slots__ = ("__weakref__", "depends_on_data", "division_count", "free_variables", "prefix_of_order", "scaled_prefix")

    #: The direct subexpressions.
    children: tuple[IndexExpr, ...] = ()

    #: Place of the node type in the canonical order of terms.
    rank: ClassVar[int]
    own_divisions: ClassVar[int] = 0
    free_variables: frozenset[Variable]
    #: Whether a value that is only known at run time is among the variables.
    depends_on_data: bool
    #: The number of quotients and remainders when shared parts are written out each time; saturates.
    division_count: int
    #: See `hloom.expr.interning`; None until somebody asks for them.
    prefix_of_order: tuple[Head, ...] | None
    scaled_prefix: tuple[Head, ...] | None

    def rebuild(self, children: tuple[IndexExpr, ...]) -> IndexExpr:
        """The same operation on other subexpressions."""
        return self

    @property
    def factors(self) -> tuple[IndexExpr, ...]:
        """What a product with this expression multiplies."""
        return (self,)

    @property
    def order_head(self) -> Head:
        """See `hloom.expr.interning`."""
        return (self.rank, 0, 0)

    @property
    def order_operands(self) -> Sequence[Item]:
        """See `hloom.expr.interning`."""
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
        found = _constants.get(value)
        if found is None:
            found = intern(cls, value)
            if len(_constants) < _MOST_CONSTANTS:
                _constants[value] = found
        return found

    def _fill(self, value: int) -> None:
        self.value = value
        self.free_variables = _NO_VARIABLES
        self.depends_on_data = False
        self.division_count = 0


class Sum(IndexExpr):
    """The linear combination of `terms` (pairs of a term and a nonzero coefficient) plus `constant`."""

    __slots__ = ("children", "constant", "terms")
    rank = 0
    terms: tuple[tuple[IndexExpr, int], ...]
    constant: int

    def _fill(self, terms: tuple[tuple[IndexExpr, int], ...], constant: int) -> None:
        self.terms = terms
        self.constant = constant
        self.children = tuple([term for term, _ in terms])

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

    __slots__ = ("children", "factors")
    rank = PRODUCT_RANK
    factors: tuple[IndexExpr, ...]  # type: ignore[assignment]  # a slot in place of the property

    @property
    def order_head(self) -> Head:
        return (self.rank, -len(self.factors), 0)

    def _fill(self, factors: tuple[IndexExpr, ...]) -> None:
        self.factors = factors
        self.children = factors

    def rebuild(self, children: tuple[IndexExpr, ...]) -> IndexExpr:
        result = children[0]
        for child in children[1:]:
            result = multiply(result, child)
        return result


class _Binary(IndexExpr):
    __slots__ = ("children", "left", "right")
    left: IndexExpr
    right: IndexExpr

    def _fill(self, left: IndexExpr, right: IndexExpr) -> None:
        self.left = left
        self.right = right
        self.children = (left, right)

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


ZERO = Constant(0)
ONE = Constant(1)


# Leaves -------------------------------------------------------------------------------------------------------------


def lift(value: int | IndexExpr) -> IndexExpr:
    """`value` as an expression. Raises TypeError for anything but an integer or an index expression."""
    if isinstance(value, IndexExpr):
        return value
    if type(value) is int:
        return Constant(value)
    try:
        return Constant(int(operator.index(value)))
    except TypeError:
        raise TypeError(f"an index expression or an integer is needed, got {type(value).__name__}") from None


# Sums ---------------------------------------------------------------------------------------------------------------


def split_affine(expression: IndexExpr) -> tuple[int, dict[IndexExpr, int]]:
    """The constant and the coefficients by term: `expression == constant + sum(c * t for t, c in terms.items())`."""
    if type(expression) is Sum:
        return expression.constant, dict(expression.terms)
    if type(expression) is Constant:
        return expression.value, {}
    return 0, {expression: 1}


def linear_combination(parts: Iterable[tuple[IndexExpr, int]], constant: int = 0) -> IndexExpr:
    """`constant` plus every part times its coefficient; sums among the parts are merged, like terms combined."""
    coefficients: dict[IndexExpr, int] = {}
    known = coefficients.get
    for part, coefficient in parts:
        if type(part) is Sum:
            constant += coefficient * part.constant
            for term, inner in part.terms:
                coefficients[term] = known(term, 0) + coefficient * inner
        elif type(part) is Constant:
            constant += coefficient * part.value
        else:
            coefficients[part] = known(part, 0) + coefficient
    terms = [entry for entry in coefficients.items() if entry[1]]
    if len(terms) > 1:
        sort_terms(terms)
    elif not terms:
        return Constant(constant)
    elif constant == 0 and terms[0][1] == 1:
        return terms[0][0]
    return intern(Sum, tuple(terms), constant)


def some_of_sum(terms: Sequence[tuple[IndexExpr, int]], constant: int = 0) -> IndexExpr:
    """The sum of `constant` and some of the terms of one sum, in their order there."""
    if not terms:
        return Constant(constant)
    if constant == 0 and len(terms) == 1 and terms[0][1] == 1:
        return terms[0][0]
    return intern(Sum, tuple(terms), constant)


def add(left: IndexExpr, right: IndexExpr) -> IndexExpr:
    if right is ZERO:
        return left
    if left is ZERO:
        return right
    if type(left) is Sum and type(right) is Constant:
        return some_of_sum(left.terms, left.constant + right.value)
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
        if factor != -1 and 0 < sum([-1 <= k <= 1 for _, k in expression.terms]) < len(terms):
            sort_terms(terms)  # whether a coefficient is a unit takes part in the order
        if len(terms) == 1 and terms[0][1] == 1 and expression.constant == 0:
            return terms[0][0]
        return intern(Sum, tuple(terms), expression.constant * factor)
    return intern(Sum, ((expression, factor),), 0)


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
    return scale(intern(Product, tuple(factors)), coefficient)


# Division, minimum, maximum -----------------------------------------------------------------------------------------


def floordiv(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """`left` divided by `right`, rounded towards minus infinity. Raises ZeroDivisionError for the constant 0."""
    return quotient(lift(left), lift(right))


def quotient(left: IndexExpr, right: IndexExpr) -> IndexExpr:
    """`floordiv` of expressions."""
    if type(right) is Constant:
        divisor = right.value
        if divisor == 0:
            raise ZeroDivisionError("floordiv by zero in an index expression")
        if divisor < 0:
            left, right, divisor = scale(left, -1), Constant(-divisor), -divisor
        if divisor == 1:
            return left
        if type(left) is Constant:
            return Constant(left.value // divisor)
    return ZERO if left is ZERO else intern(FloorDiv, left, right)


def ceildiv(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """`left` divided by `right`, rounded towards plus infinity: `-(-left floordiv right)`."""
    return scale(floordiv(scale(lift(left), -1), right), -1)


def mod(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """The remainder of `left` by `|right|`, never negative. Raises ZeroDivisionError for the constant 0."""
    return remainder(lift(left), lift(right))


def remainder(left: IndexExpr, right: IndexExpr) -> IndexExpr:
    """`mod` of expressions."""
    if type(right) is Constant:
        modulus = right.value
        if modulus == 0:
            raise ZeroDivisionError("mod by zero in an index expression")
        if modulus < 0:
            right, modulus = Constant(-modulus), -modulus
        if modulus == 1:
            return ZERO
        if type(left) is Constant:
            return Constant(left.value % modulus)
    return ZERO if left is ZERO else intern(Mod, left, right)


def minimum(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """The smaller of the two."""
    left, right = lift(left), lift(right)
    difference = add(left, scale(right, -1))
    if isinstance(difference, Constant):
        return left if difference.value <= 0 else right
    return intern(Minimum, *_ordered(left, right))


def maximum(left: IndexExpr | int, right: IndexExpr | int) -> IndexExpr:
    """The larger of the two."""
    left, right = lift(left), lift(right)
    difference = add(left, scale(right, -1))
    if isinstance(difference, Constant):
        return left if difference.value >= 0 else right
    return intern(Maximum, *_ordered(left, right))


def _ordered(left: IndexExpr, right: IndexExpr) -> tuple[IndexExpr, IndexExpr]:
    return (left, right) if compare(left, right) <= 0 else (right, left)


_BUILD = {FloorDiv: quotient, Mod: remainder, Minimum: minimum, Maximum: maximum}


def _compare(difference: IndexExpr, lower: int | None, upper: int | None) -> Predicate:
    from hloom.expr.predicate import constrain

    bounds = Interval(
        UNBOUNDED.lower if lower is None else lower,
        UNBOUNDED.upper if upper is None else upper,
    )
    return constrain(difference, bounds)
