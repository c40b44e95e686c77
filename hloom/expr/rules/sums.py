"""The rules that put quotients and remainders of one expression back together.

All of them apply one identity, `(x floordiv m) * m + x mod m == x`, and one consequence of it,
`(y mod n) * m + r == (y * m + r) mod (m * n)` for `0 <= r < m`. They recognise the unions of splits that reshapes
make. A rewrite must make the sum smaller, and it must not merge digits of a mixed-radix number:
`x mod 8 + (x floordiv 8) * 48` has one division less as `x + (x floordiv 8) * 40`, but no longer shows its digits, on
which the rules for divisions of the sum depend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import gcd
from typing import TYPE_CHECKING

from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Mod, Sum, linear_combination, split_affine
from hloom.expr.rules.rule import Rule

if TYPE_CHECKING:
    from hloom.expr.simplify import Simplifier

Terms = Mapping[IndexExpr, int]
_Split = tuple[IndexExpr, int, int, IndexExpr]
"""A dividend `z`, a modulus `m`, a factor `c`, and the remainder `z mod m`."""


def _size(terms: Iterable[IndexExpr]) -> tuple[int, int]:
    """What must become smaller: first the divisions, also those inside of divisions, then the terms."""
    listed = list(terms)
    return sum([term.division_count for term in listed]), len(listed)


def _improved(node: Sum, terms: Terms, changes: Iterable[tuple[IndexExpr, int]]) -> IndexExpr | None:
    """`node` plus `changes`, whose value is zero, if that is smaller and leaves all digits as they are."""
    changed = linear_combination([*terms.items(), *changes], node.constant)
    remaining = split_affine(changed)[1]
    if _size(remaining) >= _size(terms):
        return None
    mixed = any(terms.get(atom, k) != k and atom.own_divisions for atom, k in remaining.items())
    return None if mixed else changed


def _splits(quotient: FloorDiv, factor: int, home: IndexExpr, terms: Terms, simplifier: Simplifier) -> Iterator[_Split]:
    """The ways to read `quotient * factor` as `(z floordiv m) * (m * c)` such that the sum may have other parts of z.

    Worth trying are those for which a term of `z mod m` occurs with its coefficient times `c`, or one of `z` with its
    coefficient times `-c`. Where `m` does not divide the divisor, that term has to be a remainder by `m`.
    """
    assert isinstance(quotient.right, Constant)
    whole, own = quotient.right.value, quotient.free_variables
    moduli: set[int] = set()
    related = False
    for term, k in terms.items():
        # Parts of z have no other variables.
        if term is home or not term.free_variables <= own:
            continue
        related = True
        if factor % k == 0 and (whole % (m := abs(factor // k)) == 0 or (type(term) is Mod and m == _constant(term.right))):
            moduli.add(m)
    if related and factor % whole == 0:
        moduli.add(whole)
    for m in sorted(moduli, reverse=True):
        dividend = _dividend(quotient, m, simplifier) if m > 1 else None
        if dividend is None:
            continue
        c = factor // m
        remainder = simplifier.mod(dividend, m)
        if _occurs(remainder, c, terms) or _occurs(dividend, -c, terms):
            yield dividend, m, c, remainder


def _occurs(expression: IndexExpr, factor: int, terms: Terms) -> bool:
    """Whether some term of `expression * factor` is among the terms."""
    if type(expression) is not Sum:
        return terms.get(expression) == factor
    for part, k in expression.terms:
        if terms.get(part) == factor * k:
            return True
    return False


def _constant(expression: IndexExpr) -> int | None:
    return expression.value if isinstance(expression, Constant) else None


def _dividend(quotient: FloorDiv, m: int, simplifier: Simplifier) -> IndexExpr | None:
    """The `z` for which `quotient == z floordiv m`, or None.

    `x floordiv n` is `(x floordiv (n / m)) floordiv m`. Where `m` does not divide `n`, a quotient nested in `x` may
    give the missing factor `g`: `(x + y floordiv (a * g)) floordiv n == (x * g + y floordiv a) floordiv (n * g)`.
    """
    assert isinstance(quotient.right, Constant)
    numerator, divisor = quotient.left, quotient.right.value
    while divisor % m:
        constant, terms = split_affine(numerator)
        for term, coefficient in terms.items():
            if coefficient == 1 and isinstance(term, FloorDiv) and isinstance(term.right, Constant):
                break
        else:
            return None
        a, g = term.right.value, m // gcd(m, divisor)
        if a % g:
            g = a
        del terms[term]
        inner = simplifier.floordiv(term.left, a // g)
        numerator = simplifier.combine([(inner, 1), *((other, k * g) for other, k in terms.items())], constant * g)
        divisor *= g
    return simplifier.floordiv(numerator, divisor // m)


def _join_quotient(node: Sum, simplifier: Simplifier) -> IndexExpr | None:
    terms = dict(node.terms)
    for term, factor in node.terms:
        if isinstance(term, FloorDiv) and isinstance(term.right, Constant):
            for dividend, m, c, remainder in _splits(term, factor, term, terms, simplifier):
                joined = _improved(node, terms, [(term, -c * m), (remainder, -c), (dividend, c)])
                if joined is not None:
                    return simplifier.normalize(joined)
    return None


def _join_remainder(node: Sum, simplifier: Simplifier) -> IndexExpr | None:
    terms = dict(node.terms)
    for term, factor in node.terms:
        if not (isinstance(term, Mod) and isinstance(term.right, Constant)):
            continue
        for part, coefficient in split_affine(term.left)[1].items():
            if coefficient != 1 or not isinstance(part, FloorDiv) or not isinstance(part.right, Constant):
                continue
            for dividend, m, c, remainder in _splits(part, factor, term, terms, simplifier):
                whole = simplifier.combine([(term.left, m), (part, -m), (dividend, 1)])
                united = simplifier.mod(whole, m * term.right.value)
                joined = _improved(node, terms, [(term, -factor), (remainder, -c), (united, c)])
                if joined is not None:
                    return simplifier.normalize(joined)
    return None


def _take_remainder(node: Sum, simplifier: Simplifier) -> IndexExpr | None:
    terms = dict(node.terms)
    for term, factor in node.terms:
        if not (isinstance(term, FloorDiv) and isinstance(term.right, Constant)) or factor % term.right.value:
            continue
        k = -factor // term.right.value
        constant, parts = split_affine(term.left)
        # What stays of each part has the sign of what goes: then nothing is left from which the quotient comes back.
        if constant or not all((terms.get(part, 0) - k * a) * k * a > 0 for part, a in parts.items()):
            continue
        changes = [(term, -factor), (simplifier.mod(term.left, term.right.value), k), (term.left, -k)]
        return simplifier.normalize(linear_combination([*terms.items(), *changes], node.constant))
    return None


def _round_down(node: Sum, simplifier: Simplifier) -> IndexExpr | None:
    terms = dict(node.terms)
    for term, factor in node.terms:
        if not (isinstance(term, Mod) and isinstance(term.right, Constant)):
            continue
        if _occurs(term.left, -factor, terms):
            m = term.right.value
            quotient = simplifier.floordiv(term.left, m)
            rounded = _improved(node, terms, [(term, -factor), (term.left, factor), (quotient, -factor * m)])
            if rounded is not None:
                return simplifier.normalize(rounded)
    return None


SUM_RULES = (
    Rule(
        "join-quotient",
        "(x floordiv m) * m + x mod m -> x; x - (x floordiv m) * m -> x mod m",
        _join_quotient,
    ),
    Rule(
        "join-remainder",
        "((x floordiv m + y) mod n) * m + x mod m -> (x + y * m) mod (m * n); x mod (m * n) - ... -> x mod m",
        _join_remainder,
    ),
    Rule("take-remainder", "x * c - (x floordiv m) * (m * k) -> (x mod m) * k + x * (c - k)  if 0 < k < c or c < k < 0",
         _take_remainder),
    Rule("round-down", "x - x mod m -> (x floordiv m) * m", _round_down),
)
