"""Every simplification rule, exhaustively over small domains.

For each row of the rule tables there is a generator of expressions that the row is meant for. On every domain the row
is applied by itself, and its result must have the same value at every point. A row without a generator fails.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from hloom.expr.index import Dim, IndexExpr, Simplifier, evaluate, maximum, minimum, mod
from hloom.expr.interval import Interval
from hloom.expr.predicate import Predicate
from hloom.expr.rules.constraints import CONSTRAINT_RULES
from hloom.expr.simplify import RULES

x, y = Dim(0), Dim(1)
DIVISORS = range(1, 18)
FEW = (2, 3, 4, 6, 8, 9)
#: Positive, negative, mixed, of one point, without any.
DOMAINS = [
    (Interval(0, 20), Interval(0, 4)),
    (Interval(-13, 9), Interval(0, 2)),
    (Interval(-20, -1), Interval(-3, 3)),
    (Interval(5, 5), Interval(1, 6)),
    (Interval(3, 40), Interval(0, 0)),
    (Interval(0, -1), Interval(0, 3)),
]
Expressions = Iterator[IndexExpr]


def quotients() -> Expressions:
    for c in DIVISORS:
        yield from (x // c, (x - 3) // c, (x * 2 + 5) // c, (5 - x) // c)


def quotients_of_multiples() -> Expressions:
    for c, k in itertools.product(DIVISORS[1:], (-2, -1, 1, 3)):
        yield from ((x * (c * k) + y) // c, (y * (c * k) + x * 5 - 7) // c)


def quotients_of_remainders() -> Expressions:
    for c, n in itertools.product(DIVISORS[1:9], (2, 3, 5)):
        yield (x % (c * n)) // c


def quotients_with_common_factor() -> Expressions:
    for g, n, k in itertools.product(FEW, FEW, (-5, 0, 1, 4)):
        yield from ((x * g + k) // (g * n), (x * (g * 5) - y * (g * 7) + k) // (g * n))


def quotients_with_small_remainder() -> Expressions:
    for g, n, k in itertools.product(DIVISORS[1:8], FEW, (-9, -1, 0, 1, 6)):
        yield from ((x * g + y + k) // (g * n), (x * -g + y + k) // (g * n))


def quotients_of_quotients() -> Expressions:
    for a, c in itertools.product(DIVISORS[1:9], DIVISORS[1:9]):
        yield from ((x // a) // c, (x // a + y * 5 - 2) // c, (y // a - x) // c)


def shifted_quotients() -> Expressions:
    for c, k in itertools.product(DIVISORS[1:], (-19, -1, 1, 18)):
        yield from ((x + k) // c, (k - x * 2) // c)


def quotients_by_variable() -> Expressions:
    yield from (y // (x + 25), (y + 3) // (x + 30), x // (y + 5))


def remainders() -> Expressions:
    for m in DIVISORS[1:]:
        yield from (x % m, (x - 3) % m, (x * 2 + 5) % m, (5 - x) % m)


def remainders_of_multiples() -> Expressions:
    for m, k in itertools.product(DIVISORS[1:], (-2, -1, 1, 3)):
        yield from ((x * (m * k) + y) % m, (y * (m * k) + x * 5 - 7) % m)


def nested_remainders() -> Expressions:
    for m, n in itertools.product(DIVISORS[1:9], (1, 2, 3)):
        yield from ((x % (m * n)) % m, ((x % (m * n)) * 3 + y) % m, ((x % n) * m - y) % m)


def remainders_with_common_factor() -> Expressions:
    for g, n, k in itertools.product(FEW, FEW, (-5, 0, 1, 4)):
        yield from ((x * g + k) % (g * n), (x * (g * 5) - y * (g * 7) + k) % (g * n))


def remainders_with_small_remainder() -> Expressions:
    for g, n, k in itertools.product(DIVISORS[1:8], FEW, (-9, -1, 0, 1, 6)):
        yield from ((x * g + y + k) % (g * n), (x * -g + y + k) % (g * n))


def shifted_remainders() -> Expressions:
    for m, k in itertools.product(DIVISORS[1:], (-19, -1, 1, 18)):
        yield from ((x + k) % m, (k - x * 2) % m)


def remainders_by_variable() -> Expressions:
    yield from (y % (x + 25), (y + 3) % (x + 30), x % (y + 5))


def joined_quotients() -> Expressions:
    for m, k in itertools.product(DIVISORS[1:], (-2, 1, 3)):
        yield from ((x // m) * (m * k) + (x % m) * k + y, x * k - (x // m) * (m * k), (x // m) * m - x + y // 2)
        yield ((x * 3 + y) // m) * m + (x * 3 + y) % m
        for n in (2, 3):
            yield (x // (m * n)) * (n * k) + ((x // m) % n) * k
            # One dividend, whose quotient has been split.
            digits = (x % m) * (n * 3) + x // m
            yield (((x % m) * 3 + x // (m * n)) // 2) * (n * 2 * k) + (digits % (n * 2)) * k


def joined_remainders() -> Expressions:
    for m, n, k in itertools.product(DIVISORS[1:9], (2, 3, 5), (-1, 1, 4)):
        yield ((x // m) % n) * (m * k) + (x % m) * k
        yield ((x // m + y) % n) * (m * k) + (x % m) * k
        yield (x % (m * n)) * k - ((x // m) % n) * (m * k)


def taken_remainders() -> Expressions:
    for m, k, c in itertools.product([2, 3, 5], [1, -2, 4], [1, -1, 3]):
        if c * k > 0:
            yield x * (c + k) - (x // m) * (m * k)
            yield (x + y * 2) * k + x * c + y * (3 * c) - ((x + y * 2) // m) * (m * k)


def rounded() -> Expressions:
    for m, k in itertools.product(DIVISORS[1:], (-2, 1, 3)):
        yield from (x * k - (x % m) * k, (x % m) * k - x * k + y, (x + y) * k - ((x + y) % m) * k)


def extrema() -> Expressions:
    for k in range(-25, 26, 5):
        yield from (minimum(x, y + k), maximum(x, y + k), minimum(x * 2, x + k), maximum(-x, x - k))


def nested_extrema() -> Expressions:
    for inner, outer in itertools.product((minimum, maximum), (minimum, maximum)):
        yield from (outer(inner(x, y), x), outer(y, inner(x, y)))


def points() -> Expressions:
    yield from (x, y)


EXPRESSIONS: dict[str, Callable[[], Expressions]] = {
    "FloorDiv constant-quotient": quotients,
    "FloorDiv pull-out-multiples": quotients_of_multiples,
    "FloorDiv quotient-of-remainder": quotients_of_remainders,
    "FloorDiv common-factor": quotients_with_common_factor,
    "FloorDiv drop-small-remainder": quotients_with_small_remainder,
    "FloorDiv merge-quotients": quotients_of_quotients,
    "FloorDiv shift-quotient": shifted_quotients,
    "FloorDiv small-by-variable": quotients_by_variable,
    "Mod single-period": remainders,
    "Mod drop-multiples": remainders_of_multiples,
    "Mod nested-remainder": nested_remainders,
    "Mod common-factor": remainders_with_common_factor,
    "Mod split-small-remainder": remainders_with_small_remainder,
    "Mod shift-remainder": shifted_remainders,
    "Mod small-by-variable": remainders_by_variable,
    "Sum join-quotient": joined_quotients,
    "Sum join-remainder": joined_remainders,
    "Sum take-remainder": taken_remainders,
    "Sum round-down": rounded,
    "Minimum decided-extremum": extrema,
    "Minimum absorbed-extremum": nested_extrema,
    "Maximum decided-extremum": extrema,
    "Maximum absorbed-extremum": nested_extrema,
    "Dim point-variable": points,
}
TABLE = {
    f"{kind.__name__} {rule.name}": (kind, rule)
    for kind, rules in RULES.items()
    for rule in rules
    if kind.__name__ not in ("Range", "Runtime", "Symbol", "RuntimeValue")  # the row of Dim, once more
}


def grid(bounds: tuple[Interval, Interval]) -> dict[Dim, np.ndarray]:
    axes = [np.arange(interval.lower, interval.upper + 1) for interval in bounds]
    first, second = np.meshgrid(*axes, indexing="ij")
    return {x: first.reshape(-1), y: second.reshape(-1)}


def test_every_rule_has_expressions() -> None:
    assert TABLE.keys() == EXPRESSIONS.keys()
    assert all("->" in rule.equation for _, rule in TABLE.values())


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_rule_keeps_the_value(name: str) -> None:
    kind, rule = TABLE[name]
    fired = 0
    for expression in EXPRESSIONS[name]():
        if not isinstance(expression, kind) or not rule.fits(expression):
            continue
        for bounds in DOMAINS:
            simplifier = Simplifier(dict(zip((x, y), bounds)))
            result = rule.apply(expression, simplifier)
            if result is None:
                continue
            fired += result is not expression
            at = grid(bounds)
            want, got = evaluate(expression, at), evaluate(result, at)
            assert np.all(np.equal(want, got)), f"{expression} -> {result} on {bounds}"
    assert fired >= 2, "the rule has hardly been used"


CONSTRAINED: dict[str, Callable[[], Expressions]] = {
    "bare-sum": lambda: iter((x + 7, x * 3 - 5, 4 - x * 2, x * 6 - y * 4 + 1)),
    "quotient": lambda: (expression for c in DIVISORS[1:] for expression in (x // c, (x * 2 + y) // c)),
    "multiple-and-rest": lambda: (expression for g in DIVISORS[1:] for expression in (x * g + y, y * g - x, x * -g + y * 3)),
    "extremum": lambda: iter((minimum(x, y * 2), maximum(x, y * 2), maximum(x, 3), minimum(y, 2))),
}


@pytest.mark.parametrize("rule", CONSTRAINT_RULES, ids=[rule.name for rule in CONSTRAINT_RULES])
def test_constraint_rule_keeps_the_points(rule) -> None:
    fired = 0
    for expression in CONSTRAINED[rule.name]():
        for bounds, lower, width in itertools.product(DOMAINS, (-17, -4, 0, 5, 12), (0, 1, 5, 11, 100)):
            interval = Interval(lower, lower + width)
            replaced = rule.apply(expression, interval, Simplifier(dict(zip((x, y), bounds))))
            if replaced is None:
                continue
            fired += 1
            at = grid(bounds)
            before = np.broadcast_to(Predicate.of([(expression, interval)]).holds(at), at[x].shape)
            after = np.broadcast_to(Predicate.of(replaced).holds(at), at[x].shape)
            assert np.array_equal(before, after), f"{expression} in {interval} -> {replaced} on {bounds}"
    assert fired >= 2


def test_rules_of_other_variables_are_those_of_dimensions() -> None:
    variables = [kind for kind in RULES if kind.__name__ in ("Dim", "Range", "Runtime", "Symbol", "RuntimeValue")]
    assert len(variables) == 5 and len({RULES[kind] for kind in variables}) == 1


def test_remainder_by_a_negative_constant_is_that_by_its_absolute_value() -> None:
    for m in DIVISORS:
        at = grid(DOMAINS[1])
        assert np.array_equal(np.broadcast_to(evaluate(mod(x, -m), at), at[x].shape), at[x] % m)
