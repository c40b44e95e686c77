"""Rules for `floordiv`. Letters: `x y` expressions, `c g n k q` integers, the divisor positive."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import TYPE_CHECKING

from hloom.expr.interval import INT64_MAX, INT64_MIN, Interval
from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Mod, Sum, linear_combination, split_affine
from hloom.expr.rules.rule import Rule

if TYPE_CHECKING:
    from hloom.expr.simplify import Simplifier

Terms = dict[IndexExpr, int]


def period(interval: Interval, length: int) -> int | None:
    """`q` where the whole interval lies in `[q * length, (q + 1) * length)`, else None."""
    if interval.is_bounded and interval.lower // length == interval.upper // length:
        return interval.lower // length
    return None


def small_remainder(terms: Terms, constant: int, modulus: int, simplifier: Simplifier) -> tuple[int, Terms, int] | None:
    """Splits `sum(terms) + constant` into `x * g` and a rest that lies within one period of `g`.

    `g` divides `modulus`. The answer is `g`, the terms of the rest and the period `q` of the rest; None where there
    is no such `g`. The largest `g` wins, because it removes most.
    """
    divisors = sorted({gcd(coefficient, modulus) for coefficient in terms.values()}, reverse=True)
    common = modulus
    candidates: list[int] = []
    for divisor in divisors:
        common = gcd(common, divisor)
        candidates.extend((divisor, common))
    for g in sorted(set(candidates), reverse=True):
        rest = {term: coefficient for term, coefficient in terms.items() if coefficient % g}
        if g == 1 or not rest or len(rest) == len(terms):
            continue
        q = period(simplifier.interval(linear_combination(rest.items(), constant)), g)
        if q is not None:
            return g, rest, q
    return None


def shift_into_first_period(node: FloorDiv | Mod, simplifier: Simplifier, length: int) -> int:
    """The `q` for which `node.left - q * length` is the canonical representative modulo `length`.

    Its least value lies in `[0, length)`: numerators are non-negative whenever they can be, and those that are equal
    up to a multiple of the divisor are identical. Where there is no finite least value, or it is negative although
    nothing is subtracted (a variable with negative values), the constant of the sum lies in `[0, length)` instead.
    """
    constant, terms = split_affine(node.left)
    lower = simplifier.interval(node.left).lower
    if lower == INT64_MIN or (lower < constant and min(terms.values()) > 0):
        return constant // length
    return lower // length


def shares_variables(part: IndexExpr, terms: Iterable[IndexExpr]) -> bool:
    """Whether a variable of `part` occurs in `terms`.

    Then the sum may be a mixed-radix number of which `part` and the terms are digits; taking one digit apart and
    merging its pieces with the others would hide that.
    """
    return any(not part.free_variables.isdisjoint(term.free_variables) for term in terms)


def _constant_quotient(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    if isinstance(node.right, Constant):
        q = period(simplifier.interval(node.left), node.right.value)
        return None if q is None else Constant(q)
    return None


def _pull_out_multiples(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    if not (isinstance(node.right, Constant) and isinstance(node.left, Sum)):
        return None
    c = node.right.value
    outside = {term: coefficient // c for term, coefficient in node.left.terms if coefficient % c == 0}
    if not outside:
        return None
    inside = linear_combination(
        [(term, coefficient) for term, coefficient in node.left.terms if coefficient % c], node.left.constant
    )
    return simplifier.combine([(simplifier.floordiv(inside, c), 1), *outside.items()])


def _quotient_of_remainder(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    if not (isinstance(node.right, Constant) and isinstance(node.left, Mod)):
        return None
    c, modulus = node.right.value, node.left.right
    if not isinstance(modulus, Constant) or modulus.value % c:
        return None
    return simplifier.mod(simplifier.floordiv(node.left.left, c), modulus.value // c)


def _common_factor(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    if not (isinstance(node.right, Constant) and isinstance(node.left, Sum)):
        return None
    c = node.right.value
    g = gcd(c, *(coefficient for _, coefficient in node.left.terms))
    if g == 1:
        return None
    numerator = simplifier.combine([(term, coefficient // g) for term, coefficient in node.left.terms], node.left.constant // g)
    return simplifier.floordiv(numerator, c // g)


def _drop_small_remainder(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    if not (isinstance(node.right, Constant) and isinstance(node.left, Sum)):
        return None
    c = node.right.value
    terms = dict(node.left.terms)
    found = small_remainder(terms, node.left.constant, c, simplifier)
    if found is None:
        return None
    g, rest, q = found
    kept = simplifier.combine([(term, k // g) for term, k in terms.items() if term not in rest], q)
    return simplifier.floordiv(kept, c // g)


def _merge_quotients(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    if not isinstance(node.right, Constant):
        return None
    constant, terms = split_affine(node.left)
    inner = [
        (term, term.right.value)
        for term, coefficient in terms.items()
        if coefficient == 1 and isinstance(term, FloorDiv) and isinstance(term.right, Constant)
    ]
    if len(inner) != 1:
        return None
    quotient, a = inner[0]
    c = node.right.value
    if a * c * max(1, abs(constant), *map(abs, terms.values())) > INT64_MAX:
        return None
    del terms[quotient]
    if shares_variables(quotient, terms):
        return None
    numerator = simplifier.combine([(quotient.left, 1), *((term, k * a) for term, k in terms.items())], constant * a)
    return simplifier.floordiv(numerator, a * c)


def _shift(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    if not isinstance(node.right, Constant):
        return None
    c = node.right.value
    q = shift_into_first_period(node, simplifier, c)
    if q == 0:
        return None
    return simplifier.combine([(simplifier.floordiv(node.left - q * c, c), 1)], q)


def _variable_divisor(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    if isinstance(node.right, Constant):
        return None
    numerator, divisor = simplifier.interval(node.left), simplifier.interval(node.right)
    if numerator.lower >= 0 and numerator.lt(divisor):
        return Constant(0)
    return None


DIVISION_RULES = (
    Rule("constant-quotient", "x floordiv c -> q  if q * c <= x < q * c + c", _constant_quotient),
    Rule("pull-out-multiples", "(x * c + y) floordiv c -> x + y floordiv c", _pull_out_multiples),
    Rule("quotient-of-remainder", "(x mod (c * n)) floordiv c -> (x floordiv c) mod n", _quotient_of_remainder),
    Rule("common-factor", "(x * g + k) floordiv (g * n) -> (x + k floordiv g) floordiv n", _common_factor),
    Rule(
        "drop-small-remainder",
        "(x * g + y) floordiv (g * n) -> (x + q) floordiv n  if q * g <= y < q * g + g",
        _drop_small_remainder,
    ),
    Rule("merge-quotients", "(x + y floordiv a) floordiv c -> (x * a + y) floordiv (a * c)", _merge_quotients),
    Rule("shift-quotient", "(x + q * c) floordiv c -> x floordiv c + q  if 0 <= lower(x) < c", _shift),
    Rule("small-by-variable", "x floordiv y -> 0  if 0 <= x < y", _variable_divisor),
)
