"""Rules for `floordiv` and `mod`. Letters: `x y` expressions, `c g n k q` integers, the divisor positive."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import TYPE_CHECKING

from hloom.expr.interval import INT64_MAX, INT64_MIN, Interval
from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Mod, Sum, some_of_sum, split_affine
from hloom.expr.rules.rule import Rule

if TYPE_CHECKING:
    from hloom.expr.rules.rule import Quotient, QuotientOfSum, Remainder, RemainderOfSum
    from hloom.expr.simplify import Simplifier

Terms = list[tuple[IndexExpr, int]]


def period(interval: Interval, length: int) -> int | None:
    """`q` where the whole interval lies in `[q * length, (q + 1) * length)`, else None."""
    lower, upper = interval
    q = lower // length
    return q if q == upper // length and lower != INT64_MIN and upper != INT64_MAX else None


def small_remainder(dividend: Sum, modulus: int, simplifier: Simplifier) -> tuple[int, Terms, int] | None:
    """Splits a dividend into `x * g` and a rest, with its constant, that lies within one period of `g`.

    `g` divides `modulus`. The answer is `g`, the terms of the rest and the period `q` of the rest; None where there
    is no such `g`. The largest `g` wins, because it removes most.
    """
    terms = dividend.terms
    common = modulus
    candidates: set[int] = set()
    for divisor in sorted({gcd(coefficient, modulus) for _, coefficient in terms}, reverse=True):
        common = gcd(common, divisor)
        candidates.add(divisor)
        candidates.add(common)
    for g in sorted(candidates, reverse=True):
        rest = [entry for entry in terms if entry[1] % g]
        if g == 1 or not rest or len(rest) == len(terms):
            continue
        q = period(simplifier.interval(some_of_sum(rest, dividend.constant)), g)
        if q is not None:
            return g, rest, q
    return None


def shift_into_first_period(node: Quotient | Remainder, simplifier: Simplifier, length: int) -> int:
    """The `q` for which `node.left - q * length` is the canonical representative modulo `length`.

    Its least value lies in `[0, length)`: numerators are non-negative whenever they can be, and those that are equal
    up to a multiple of the divisor are identical. Where there is no finite least value, or it is negative although
    nothing is subtracted (a variable with negative values), the constant of the sum lies in `[0, length)` instead.
    """
    left = node.left
    lower = simplifier.interval(left).lower
    constant, coefficients = (left.constant, [k for _, k in left.terms]) if type(left) is Sum else (0, [1])
    if lower == INT64_MIN or (lower < constant and min(coefficients) > 0):
        return constant // length
    return lower // length


def shares_variables(part: IndexExpr, terms: Iterable[IndexExpr]) -> bool:
    """Whether a variable of `part` occurs in `terms`.

    Then the sum may be a mixed-radix number of which `part` and the terms are digits; taking one digit apart and
    merging its pieces with the others would hide that.
    """
    apart = part.free_variables.isdisjoint
    for term in terms:
        if not apart(term.free_variables):
            return True
    return False


def _constant_quotient(node: Quotient, simplifier: Simplifier) -> IndexExpr | None:
    q = period(simplifier.interval(node.left), node.right.value)
    return None if q is None else Constant(q)


def _pull_out_multiples(node: QuotientOfSum, simplifier: Simplifier) -> IndexExpr | None:
    c = node.right.value
    outside = [(term, coefficient // c) for term, coefficient in node.left.terms if coefficient % c == 0]
    if not outside:
        return None
    inside = some_of_sum([entry for entry in node.left.terms if entry[1] % c], node.left.constant)
    return simplifier.combine([(simplifier.floordiv(inside, c), 1), *outside])


def _quotient_of_remainder(node: Quotient, simplifier: Simplifier) -> IndexExpr | None:
    assert isinstance(node.left, Mod)
    c, modulus = node.right.value, node.left.right
    if not isinstance(modulus, Constant) or modulus.value % c:
        return None
    return simplifier.mod(simplifier.floordiv(node.left.left, c), modulus.value // c)


def _common_factor(node: QuotientOfSum, simplifier: Simplifier) -> IndexExpr | None:
    c = node.right.value
    g = gcd(c, *[coefficient for _, coefficient in node.left.terms])
    if g == 1:
        return None
    numerator = simplifier.combine([(term, coefficient // g) for term, coefficient in node.left.terms], node.left.constant // g)
    return simplifier.floordiv(numerator, c // g)


def _drop_small_remainder(node: QuotientOfSum, simplifier: Simplifier) -> IndexExpr | None:
    c = node.right.value
    found = small_remainder(node.left, c, simplifier)
    if found is None:
        return None
    g, _, q = found
    kept = simplifier.combine([(term, k // g) for term, k in node.left.terms if k % g == 0], q)
    return simplifier.floordiv(kept, c // g)


def _merge_quotients(node: Quotient, simplifier: Simplifier) -> IndexExpr | None:
    if not node.left.division_count:
        return None
    constant, terms = split_affine(node.left)
    inner = [
        (term, term.right.value)
        for term, coefficient in terms.items()
        if coefficient == 1 and type(term) is FloorDiv and type(term.right) is Constant
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


def _shift(node: Quotient, simplifier: Simplifier) -> IndexExpr | None:
    c = node.right.value
    constant, _ = split_affine(node.left)
    # A constant that is a multiple leaves the sum; none comes in only to make the sum positive.
    q = shift_into_first_period(node, simplifier, c) if constant % c else constant // c
    if q == 0:
        return None
    return simplifier.combine([(simplifier.floordiv(node.left - q * c, c), 1)], q)


def _variable_divisor(node: FloorDiv, simplifier: Simplifier) -> IndexExpr | None:
    numerator, divisor = simplifier.interval(node.left), simplifier.interval(node.right)
    if numerator.lower >= 0 and numerator.lt(divisor):
        return Constant(0)
    return None


DIVISION_RULES = (
    Rule("constant-quotient", "x floordiv c -> q  if q * c <= x < q * c + c", _constant_quotient),
    Rule("pull-out-multiples", "(x * c + y) floordiv c -> x + y floordiv c", _pull_out_multiples, (Sum,)),
    Rule("quotient-of-remainder", "(x mod (c * n)) floordiv c -> (x floordiv c) mod n", _quotient_of_remainder, (Mod,)),
    Rule("common-factor", "(x * g + k) floordiv (g * n) -> (x + k floordiv g) floordiv n", _common_factor, (Sum,)),
    Rule(
        "drop-small-remainder",
        "(x * g + y) floordiv (g * n) -> (x + q) floordiv n  if q * g <= y < q * g + g",
        _drop_small_remainder,
        (Sum,),
    ),
    Rule("merge-quotients", "(x + y floordiv a) floordiv c -> (x * a + y) floordiv (a * c)", _merge_quotients, (Sum, FloorDiv)),
    Rule("shift-quotient", "(x + q * c) floordiv c -> x floordiv c + q  if x has no constant, or 0 <= lower(x) < c", _shift),
    Rule("small-by-variable", "x floordiv y -> 0  if 0 <= x < y", _variable_divisor, by_constant=False),
)


# -- remainder -----------------------------------------------------------------------------------------------------------------
# Rules for `mod`. Letters: `x y` expressions, `m a b g n k q` integers, the modulus positive.


def _single_period(node: Remainder, simplifier: Simplifier) -> IndexExpr | None:
    m = node.right.value
    q = period(simplifier.interval(node.left), m)
    return None if q is None else simplifier.combine([(node.left, 1)], -q * m)


def _drop_multiples(node: RemainderOfSum, simplifier: Simplifier) -> IndexExpr | None:
    m = node.right.value
    kept = [entry for entry in node.left.terms if entry[1] % m]
    if len(kept) == len(node.left.terms):
        return None
    return simplifier.mod(some_of_sum(kept, node.left.constant), m)


def _nested_remainder(node: Remainder, simplifier: Simplifier) -> IndexExpr | None:
    if not node.left.division_count:
        return None
    m = node.right.value
    constant, terms = split_affine(node.left)
    parts: list[tuple[IndexExpr, int]] = []
    changed = False
    for term, coefficient in terms.items():
        part = term
        if type(term) is Mod and type(term.right) is Constant and term.right.value * coefficient % m == 0:
            if not shares_variables(term, [other for other in terms if other is not term]):
                part, changed = term.left, True
        parts.append((part, coefficient))
    return simplifier.mod(simplifier.combine(parts, constant), m) if changed else None


def _common_factor_of_mod(node: RemainderOfSum, simplifier: Simplifier) -> IndexExpr | None:
    m, constant = node.right.value, node.left.constant
    g = gcd(m, *[coefficient for _, coefficient in node.left.terms])
    if g == 1:
        return None
    inner = simplifier.combine([(term, coefficient // g) for term, coefficient in node.left.terms], constant // g)
    return simplifier.combine([(simplifier.mod(inner, m // g), g)], constant % g)


def _split_small_remainder(node: RemainderOfSum, simplifier: Simplifier) -> IndexExpr | None:
    m, constant = node.right.value, node.left.constant
    found = small_remainder(node.left, m, simplifier)
    if found is None:
        return None
    g, rest, q = found
    kept = simplifier.combine([(term, k // g) for term, k in node.left.terms if k % g == 0], q)
    return simplifier.combine([(simplifier.mod(kept, m // g), g), *rest], constant - q * g)


def _shift_of_mod(node: Remainder, simplifier: Simplifier) -> IndexExpr | None:
    m = node.right.value
    constant, _ = split_affine(node.left)
    if constant % m == 0:
        # The constant leaves the sum; none comes in only to make the sum positive.
        return simplifier.mod(node.left - constant, m) if constant else None
    q = shift_into_first_period(node, simplifier, m)
    if len(str(abs(constant - q * m))) > len(str(constant % m)):
        q = constant // m  # a shorter constant is worth more than a sum that is positive
    return simplifier.mod(node.left - q * m, m) if q else None


def _variable_modulus(node: Mod, simplifier: Simplifier) -> IndexExpr | None:
    numerator, modulus = simplifier.interval(node.left), simplifier.interval(node.right)
    return node.left if numerator.lower >= 0 and numerator.lt(modulus) else None


REMAINDER_RULES = (
    Rule("single-period", "x mod m -> x - q * m  if q * m <= x < q * m + m", _single_period),
    Rule("drop-multiples", "(x * m + y) mod m -> y mod m", _drop_multiples, (Sum,)),
    Rule(
        "nested-remainder",
        "((x mod a) * b + y) mod m -> (x * b + y) mod m  if m divides a * b",
        _nested_remainder,
        (Sum, Mod),
    ),
    Rule("common-factor", "(x * g + k) mod (g * n) -> ((x + k floordiv g) mod n) * g + k mod g", _common_factor_of_mod, (Sum,)),
    Rule(
        "split-small-remainder",
        "(x * g + y) mod (g * n) -> ((x + q) mod n) * g + y - q * g  if q * g <= y < q * g + g",
        _split_small_remainder,
        (Sum,),
    ),
    Rule("shift-remainder", "(x + q * m) mod m -> x mod m  if x has a short constant, or 0 <= lower(x) < m", _shift_of_mod),
    Rule("small-by-variable", "x mod y -> x  if 0 <= x < y", _variable_modulus, by_constant=False),
)
