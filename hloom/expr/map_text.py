"""Reading the text form of indexing maps, which `indexing_map.format_map` prints.

    (d0, d1)[s0]{rt0} -> (d0 + rt0, d1 floordiv 16), domain: d0 in [0, 9], d1 in [0, 31], s0 in [0, 4], rt0 in [0, 3],
    d0 + s0 in [0, 11]

One bound for every variable in declared order, then the constraints, printed in the order of their texts. The parser
also takes the form of the document, which separates the lines of a domain by line breaks only.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.expr.index import Dim, IndexExpr, Range, Runtime, Variable
from hloom.expr.index_text import ExpressionParser, variable_name
from hloom.expr.indexing_map import UNDEFINED, DimVar, IndexingMap, RangeVar, RTVar
from hloom.expr.interval import Interval
from hloom.expr.predicate import NEVER, Predicate


def parse_map(text: str, *, dim_sizes: Sequence[int] | None = None, range_sizes: Sequence[int] | None = None) -> IndexingMap:
    """The map that `text` describes (accepts `floordiv` and `/`).

    With `dim_sizes` (and `range_sizes`) the text has no domain, and the variables get the bounds `[0, size)`. Raises
    ParseError, with the place, for text that is not a map, an undeclared variable, a bound that is missing or out of
    order, an integer beyond 64 bits and a wrong number of sizes.
    """
    parser = ExpressionParser(text, "<indexing map>")
    if parser.accept("UNDEFINED"):
        parser.expect_end()
        return UNDEFINED
    if parser.accept("KNOWN"):
        parser.expect("EMPTY")
        parser.expect_end()
        return IndexingMap((), constraints=NEVER)
    groups = _parse_groups(parser)
    parser.expect("->")
    results = _parse_results(parser)
    if dim_sizes is not None or range_sizes is not None:
        parser.expect_end()
        intervals = [Interval.of_extent(size) for size in (*(dim_sizes or ()), *(range_sizes or ()))]
        wanted = (len(groups[0]), len(groups[1]) + len(groups[2]))
        given = (len(dim_sizes or ()), len(range_sizes or ()))
        if wanted != given:
            parser.fail(
                f"the map declares {wanted[0]} dimension and {wanted[1]} range or runtime variables, but {given[0]} and"
                f" {given[1]} sizes are given",
                at=0,
            )
        constraints = []
    else:
        intervals, constraints = _parse_domain(parser, [name for names in groups for name in names])
    bounds = iter(intervals)
    dims, ranges, runtime = groups
    return IndexingMap(
        results,
        tuple(DimVar(next(bounds), _custom_name(name, Dim(number))) for number, name in enumerate(dims)),
        tuple(RangeVar(next(bounds), _custom_name(name, Range(number))) for number, name in enumerate(ranges)),
        tuple(RTVar(next(bounds), name=_custom_name(name, Runtime(number))) for number, name in enumerate(runtime)),
        constraints=Predicate.of(constraints),
    )


def _custom_name(name: str, variable: Variable) -> str | None:
    return None if name == variable_name(variable) else name


def _parse_groups(parser: ExpressionParser) -> tuple[list[str], list[str], list[str]]:
    """The three lists of variable names; declares the variables to the parser."""
    groups: tuple[list[str], list[str], list[str]] = ([], [], [])
    for kind, names, (opening, closing) in zip((Dim, Range, Runtime), groups, ("()", "[]", "{}")):
        if opening == "(":
            parser.expect(opening)
        elif not parser.accept(opening):
            continue
        while not parser.accept(closing):
            if names:
                parser.expect(",")
            parser.declare(kind(len(names)))
            names.append(parser.previous)
    return groups


def _parse_results(parser: ExpressionParser) -> tuple[IndexExpr, ...]:
    results: list[IndexExpr] = []
    parser.expect("(")
    while not parser.accept(")"):
        if results:
            parser.expect(",")
        results.append(parser.expression())
    return tuple(results)


def _parse_domain(parser: ExpressionParser, names: list[str]) -> tuple[list[Interval], list[tuple[IndexExpr, Interval]]]:
    """The bounds of the named variables and the constraints; both are absent from a map without variables."""
    bounds: list[Interval] = []
    constraints: list[tuple[IndexExpr, Interval]] = []
    parser.accept(",")
    if names or not parser.at_end:
        parser.expect("domain")
        parser.expect(":")
    for name in names:
        if bounds:
            parser.accept(",")
        if not parser.accept(name):
            parser.fail(f"expected the bounds of {name}")
        parser.expect("in")
        bounds.append(_parse_interval(parser))
    while not parser.at_end:
        if bounds or constraints:
            parser.accept(",")
        if parser.accept("is_simplified"):
            parser.expect(":")
            if not parser.accept("true"):
                parser.expect("false")
            continue
        expression = parser.expression()
        parser.expect("in")
        constraints.append((expression, _parse_interval(parser)))
    return bounds, constraints


def _parse_interval(parser: ExpressionParser) -> Interval:
    parser.expect("[")
    lower = parser.integer()
    parser.expect(",")
    upper = parser.integer()
    parser.expect("]")
    return Interval(lower, upper)
