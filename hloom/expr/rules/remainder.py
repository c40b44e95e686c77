"""Rules for `mod`. Letters: `x y` expressions, `m a b g n k q` integers, the modulus positive."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from hloom.expr.nodes import Constant, IndexExpr, Mod, Sum, some_of_sum, split_affine
from hloom.expr.rules.division import period, shares_variables, shift_into_first_period, small_remainder
from hloom.expr.rules.rule import Rule

if TYPE_CHECKING:
    from hloom.expr.rules.rule import Remainder, RemainderOfSum
    from hloom.expr.simplify import Simplifier


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


def _common_factor(node: RemainderOfSum, simplifier: Simplifier) -> IndexExpr | None:
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


def _shift(node: Remainder, simplifier: Simplifier) -> IndexExpr | None:
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
    Rule("common-factor", "(x * g + k) mod (g * n) -> ((x + k floordiv g) mod n) * g + k mod g", _common_factor, (Sum,)),
    Rule(
        "split-small-remainder",
        "(x * g + y) mod (g * n) -> ((x + q) mod n) * g + y - q * g  if q * g <= y < q * g + g",
        _split_small_remainder,
        (Sum,),
    ),
    Rule("shift-remainder", "(x + q * m) mod m -> x mod m  if x has a short constant, or 0 <= lower(x) < m", _shift),
    Rule("small-by-variable", "x mod y -> x  if 0 <= x < y", _variable_modulus, by_constant=False),
)
