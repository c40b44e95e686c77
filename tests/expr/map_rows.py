"""Checks of the rows of a table of indexing-map facts, by their kind; each raises AssertionError for a row that does not hold.

A map may print otherwise than the table has it where it is no longer and equal at every point, or where it is exactly what the
row simplifies: a table of what a program prints is not always exact. `OTHER_FORMS` collects these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hloom.expr.access import is_multiple_of
from hloom.expr.index import Dim, Range, evaluate, interval_of, simplify, variables
from hloom.expr.index_text import format_expression, parse_expression
from hloom.expr.interval import Interval
from hloom.indexing import (
    UNDEFINED,
    IndexingMap,
    compose,
    convert_symbols_to_dims,
    format_map,
    parse_map,
    remove_unused_symbols,
    remove_unused_variables,
    rescale_ranges,
)
from hloom.support.diagnostics import ParseError
from tests.expr.random_maps import assert_same_map
from tests.xla.map_comparison import OTHER_FORMS, are_equal, is_stated, map_length, squeezed

Row = dict[str, Any]
NAMED = {f"v{number}": Dim(number) for number in range(4)}


def assert_prints(row: Row, map: IndexingMap, expected: str) -> None:
    if is_stated(map, expected):
        return
    given = parse_map(row["input"])
    assert are_equal(map, given) and map_length(map) <= map_length(parse_map(expected)), f"got {map}, expected {expected}"
    OTHER_FORMS.append((str(map), expected))


def changed(text: str, map: IndexingMap) -> bool:
    """Whether a map differs from its text: reading alone puts terms in order and folds what needs no bounds."""
    return squeezed(format_map(map, division="/")) != squeezed(text)


def simplify_row(row: Row) -> None:
    after = parse_map(row["input"]).simplify()
    assert_prints(row, after, row["expected"])
    assert changed(row["input"], after) == row["changed"]
    assert after.simplify() == after


def simplify_idempotent_row(row: Row) -> None:
    before = parse_map(row["input"])
    after = before.simplify()
    assert_same_map(before, after)
    assert changed(row["input"], after) == row["changed_first"]
    assert (after.simplify() != after) == row["changed_second"]


def verify_row(row: Row) -> None:
    assert not row["ok"]
    with pytest.raises(ParseError, match="range or runtime variables"):
        parse_map(row["affine"], dim_sizes=row["dim_sizes"], range_sizes=row["symbol_sizes"])


def evaluate_row(row: Row) -> None:
    if "->" in row["map"]:
        assert list(parse_map(row["map"]).evaluate(row["dims"], row["symbols"])) == row["expected"]
    else:
        values = dict(zip(NAMED.values(), row["dims"]))
        assert [evaluate(parse_expression(row["map"], NAMED), values)] == row["expected"]


def constraints_row(row: Row) -> None:
    assert parse_map(row["map"]).constraints_hold(row["dims"], row["symbols"]) == row["expected"]


def compose_row(row: Row) -> None:
    composed = compose(parse_map(row["consumer"]), parse_map(row["producer"]))
    assert squeezed(str(composed)) == squeezed(row["expected"])


def rewriting_row(rewrite: Callable[[IndexingMap], IndexingMap]) -> Callable[[Row], None]:
    return lambda row: assert_prints(row, rewrite(parse_map(row["input"])), row["expected"])


def rescale_row(row: Row) -> None:
    before = parse_map(row["input"])
    after = rescale_ranges(before)
    assert (after != before) == row["changed"]
    if row["expected"] is not None:
        assert squeezed(str(after)) == squeezed(row["expected"])
    for outcome in row.get("accept_any", ()):
        if str(after.results[3]) == outcome["result3"]:
            assert [str(constraint) for constraint in after.constraints.constraints] == [outcome["constraint"]]
            break
    else:
        assert "accept_any" not in row


def range_row(row: Row) -> None:
    map = parse_map(row["map"])
    expression = parse_expression(row["expr"], {str(variable): variable for variable in map.bounds})
    interval = interval_of(expression, map.bounds)
    if isinstance(row["expected"], bool):
        assert (interval.lower >= 0) == row["expected"]
    else:
        assert list(interval) == row["expected"]


def result_ranges_row(row: Row) -> None:
    map = parse_map(row["map"])
    assert [list(interval) for interval in map.result_intervals()] == row["expected"]
    cleared = map.with_bounds({}, parse_map("() -> ()").constraints)
    assert str([list(interval) for interval in cleared.result_intervals()]).replace(" ", "") in row["notes"]


def undefined_row(row: Row) -> None:
    assert str(IndexingMap.undefined()) == "UNDEFINED"
    assert not IndexingMap.identity((2, 3)).is_undefined


def used_parameters_row(row: Row) -> None:
    names = {f"d{k}": Dim(k) for k in range(row["num_dims"])} | {f"s{k}": Range(k) for k in range(2)}
    used = variables([parse_expression(text, names) for text in row["exprs"]])
    assert used == {*map(Dim, row["dims"]), *map(Range, row["symbols"])}


def print_row(row: Row) -> None:
    if "expr" in row:
        expression = parse_expression(row["expr"], NAMED)
        again = parse_expression(str(expression).replace("d", "v").replace("floorviv", "floordiv"), NAMED)
        assert again is expression
        assert parse_expression(row["expected"], NAMED) is expression
    else:
        assert str(UNDEFINED if row["map"] == "undefined map" else parse_map(row["map"])) == row["expected"]


def roundtrip_row(row: Row) -> None:
    assert squeezed(str(parse_map(row["input"]))) == squeezed(row["expected"])
    assert squeezed(str(parse_map(row["expected"]))) == squeezed(row["expected"])


def interval_compare_row(row: Row) -> None:
    assert getattr(Interval(*row["a"]), row["op"].lower())(Interval(*row["b"])) is row["expected"]


def interval_math_row(row: Row) -> None:
    a, b = Interval(*row["a"]), Interval(*row["b"])
    assert list(a + b if row["op"] == "+" else a * b) == row["expected"]


def divmod_row(row: Row) -> None:
    texts = {word: f"{row['a']} {word} ({row['b']})" for word in ("floordiv", "ceildiv", "mod")}
    values = {word: evaluate(parse_expression(text), {}) for word, text in texts.items()}
    assert (values["floordiv"], values["ceildiv"]) == (row["floordiv"], row["ceildiv"])
    assert values["mod"] > 0 if row["a"] % row["b"] else values["mod"] == 0


def canonicalize_row(row: Row) -> None:
    result = simplify(parse_expression(row["input"], NAMED))
    names: dict[Any, str] = {variable: name for name, variable in NAMED.items()}
    if format_expression(result, names) != row["expected"]:
        assert result is parse_expression(row["expected"], NAMED)
        OTHER_FORMS.append((format_expression(result, names), row["expected"]))


def is_multiple_of_row(row: Row) -> None:
    assert is_multiple_of(simplify(parse_expression(row["expr"], NAMED)), row["n"]) == row["expected"]


CHECKS: dict[str, Callable[[Row], None]] = {
    "canonicalize": canonicalize_row,
    "compose": compose_row,
    "constraints": constraints_row,
    "convert_symbols_to_dims": rewriting_row(convert_symbols_to_dims),
    "divmod": divmod_row,
    "evaluate": evaluate_row,
    "interval_compare": interval_compare_row,
    "interval_math": interval_math_row,
    "is_multiple_of": is_multiple_of_row,
    "print": print_row,
    "range": range_row,
    "range_always_positive_or_zero": range_row,
    "remove_unused_symbols": rewriting_row(remove_unused_symbols),
    "remove_unused_vars": rewriting_row(remove_unused_variables),
    "rescale_symbols": rescale_row,
    "result_ranges": result_ranges_row,
    "roundtrip": roundtrip_row,
    "simplify": simplify_row,
    "simplify_idempotent": simplify_idempotent_row,
    "undefined": undefined_row,
    "used_parameters": used_parameters_row,
    "verify": verify_row,
}
