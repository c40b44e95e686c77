"""The text form of expressions and maps: what is printed is read back, faults are shown with a caret."""

from __future__ import annotations

import random

import pytest

from hloom.expr.index import Dim, Range, Runtime, ceildiv, fresh, maximum, minimum
from hloom.indexing import format_expression, format_map, parse_expression, parse_map
from hloom.support.diagnostics import ParseError
from tests.expr.random_maps import random_expression, random_map

d0, d1, s0, rt0 = Dim(0), Dim(1), Range(0), Runtime(0)
NAMES = {"d0": d0, "d1": d1, "s0": s0, "rt0": rt0}


@pytest.mark.parametrize(
    "expression, text",
    [
        (d0 + d1 // 16, "d1 floordiv 16 + d0"),
        (d1 % 16 + d0, "d1 mod 16 + d0"),
        (d0 * 2 + d1 // 2, "d0 * 2 + d1 floordiv 2"),
        ((d1 % 2) * 4 + d0, "(d1 mod 2) * 4 + d0"),
        (16 - d1, "-d1 + 16"),
        (-(d0 // 4), "-(d0 floordiv 4)"),
        (d0 - s0, "d0 - s0"),
        (d0 - 5, "d0 - 5"),
        (d0 * -2 + 1, "d0 * -2 + 1"),
        (d0 - d1 * 3, "d1 * -3 + d0"),
        ((d0 - 1) // 2, "(d0 - 1) floordiv 2"),
        ((-d0) // 2, "-d0 floordiv 2"),
        (((d0 + d1) * s0) % 5, "((d0 + d1) * s0) mod 5"),
        ((d0 % 8) // 3, "(d0 mod 8) floordiv 3"),
        (d0 // rt0 + d1, "d0 floordiv rt0 + d1"),
        (minimum(d0, 10 - d1), "min(-d1 + 10, d0)"),
        (maximum(d0 * 2, d1) + 1, "max(d0 * 2, d1) + 1"),
        (d0 - d0, "0"),
    ],
)
def test_printed_form(expression, text: str) -> None:
    assert str(expression) == text
    assert parse_expression(text, NAMES) is expression


def test_negated_operand_binds_tighter_than_division() -> None:
    assert parse_expression("-d0 floordiv 2", NAMES) is (-d0) // 2
    assert parse_expression("-(d0 floordiv 2)", NAMES) is -(d0 // 2)
    assert str(-(d0 // 2)) == "-(d0 floordiv 2)"


@pytest.mark.parametrize(
    "text, expression",
    [
        ("d0 / 2", d0 // 2),
        ("d0 * 4 mod 3 floordiv 2", ((d0 * 4) % 3) // 2),
        ("100d0 + 10d1", d0 * 100 + d1 * 10),
        ("d0 ceildiv 4", ceildiv(d0, 4)),
        ("min(d0, max(d1, 3) * 2)", minimum(d0, maximum(d1, 3) * 2)),
        ("((((d0))))", d0),
        ("--3", 3 + d0 * 0),
        ("-9223372036854775808 + d0", d0 - (1 << 63)),
    ],
)
def test_accepted_forms(text: str, expression) -> None:
    assert parse_expression(text, NAMES) is expression


def test_random_expressions_are_read_back() -> None:
    choose = random.Random(6)
    for _ in range(600):
        expression = random_expression(choose, [d0, d1, s0, rt0], 5)
        assert parse_expression(str(expression), NAMES) is expression
        assert parse_expression(format_expression(expression, division="/"), NAMES) is expression


def test_random_maps_are_read_back() -> None:
    choose = random.Random(7)
    for _ in range(200):
        map = random_map(choose)
        if not map.is_known_empty:
            assert parse_map(str(map)) == map
            assert parse_map(format_map(map, division="/")) == map


def test_nesting_and_length_are_no_limit() -> None:
    assert parse_expression("(" * 5000 + "d0" + ")" * 5000, NAMES) is d0
    nested = "".join(f"({k} + (" for k in range(2, 1002)) + "d0" + ") mod 1000)" * 1000
    assert parse_expression(nested, NAMES).division_count == 1000
    assert parse_expression("min(" * 1000 + "d0" + ", d1)" * 1000, NAMES) is not None
    assert parse_expression("-" * 4001 + "d0", NAMES) is -d0
    assert parse_expression(" + ".join(["d0"] * 20000), NAMES) is d0 * 20000


def test_names_of_unique_variables() -> None:
    k = fresh(4, "row")
    assert str(k * 2) == f"row{k.number} * 2"


def test_custom_names_are_kept() -> None:
    text = (
        "(th_x, bl_x)[vector_elem]{r} -> (bl_x * 4 + vector_elem + th_x + r), domain: th_x in [0, 7], "
        "bl_x in [0, 3], vector_elem in [0, 3], r in [0, 1], bl_x + th_x in [0, 9]"
    )
    map = parse_map(text)
    assert parse_map(str(map)) == map and "bl_x" in str(map)
    assert str(map.rename({Dim(0): None, Dim(1): "block"})).startswith("(d0, block)[vector_elem]{r}")


def test_the_form_of_the_document() -> None:
    text = """(d0, d1, d2) -> (d0 - 5, (d1 - 3) floordiv 7, d2 floordiv 2)
    domain:
    d0 in [5, 9]
    d1 in [3, 17]
    d2 in [0, 48]
    (d1 - 3) mod 7 in [0, 0]
    d2 mod 2 in [0, 0]"""
    assert str(parse_map(text)) == (
        "(d0, d1, d2) -> (d0 - 5, (d1 - 3) floordiv 7, d2 floordiv 2), domain: d0 in [5, 9], d1 in [3, 17], "
        "d2 in [0, 48], (d1 - 3) mod 7 in [0, 0], d2 mod 2 in [0, 0]"
    )


@pytest.mark.parametrize(
    "text, column, message",
    [
        ("(d0) (d0), domain: d0 in [0, 1]", 6, "expected '->', got '('"),
        ("(d0 d1) -> (d0), domain: d0 in [0, 1], d1 in [0, 1]", 5, "expected ',', got 'd1'"),
        ("(d0) -> (d0 + x), domain: d0 in [0, 1]", 15, "this variable is not declared, got 'x'"),
        ("(d0) -> (d0), domain: d1 in [0, 1]", 23, "expected the bounds of d0, got 'd1'"),
        ("(d0, d1) -> (d0), domain: d0 in [0, 1]", 39, "expected the bounds of d1, got the end of the text"),
        ("(d0) -> (d0)", 13, "expected 'domain', got the end of the text"),
        ("(d0) -> (d0), domain: d0 in [0; 1]", 31, "expected ',', got ';'"),
        ("(d0) -> (d0), domain: d0 in [0, x]", 33, "expected an integer, got 'x'"),
        ("(d0) -> (d0), domain: d0 in [0, 9223372036854775808]", 33, "does not fit into 64 bits"),
        ("(d0) -> (d0 floordiv 0), domain: d0 in [0, 1]", 13, "floordiv by zero"),
        ("(d0) -> (d0 +), domain: d0 in [0, 1]", 14, "expected an expression, got ')'"),
        ("(d0) -> ((d0), domain: d0 in [0, 1]", 16, "expected an expression, got 'domain'"),
        ("(d0) -> (min(d0)), domain: d0 in [0, 1]", 16, "'min' needs two operands"),
        ("(d0, d0) -> (d0), domain: d0 in [0, 1]", 6, "declared twice"),
        ("(in) -> (in), domain: in in [0, 1]", 2, "cannot name a variable"),
        ("(0) -> (0)", 2, "expected the name of a variable"),
        ("(d0) -> (d0), domain: d0 in [0, 1], d0 + 1", 43, "expected 'in', got the end of the text"),
        ("(d0) -> (99999999999999999999d0), domain: d0 in [0, 1]", 10, "does not fit into 64 bits"),
        ("", 1, "expected '(', got the end of the text"),
        ("KNOWN", 6, "expected 'EMPTY'"),
        ("() -> () x", 10, "expected 'domain', got 'x'"),
    ],
)
def test_faults_show_their_place(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_map(text)
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.column == column
    assert "^" in str(caught.value)


@pytest.mark.parametrize("text", ["", "d0 +", "d0 d1", "(d0", "d0)", "min(d0, d1", "min(d0, d1, s0)", "d0 mod", "@", "1 2"])
def test_faults_in_expressions(text: str) -> None:
    with pytest.raises(ParseError):
        parse_expression(text, NAMES)


def test_any_prefix_of_a_map_is_a_parse_error() -> None:
    text = "(d0)[s0]{rt0} -> (min(s0 * 2, d0) mod 3), domain: d0 in [0, 3], s0 in [0, 1], rt0 in [0, 5], d0 + s0 in [0, 3]"
    for end in range(len(text)):
        try:
            map = parse_map(text[:end])
        except ParseError:
            continue
        # Only the constraint can be left out.
        assert str(map) == text[:end].rstrip(", ")


def test_special_maps() -> None:
    assert str(parse_map("UNDEFINED")) == "UNDEFINED" and parse_map("UNDEFINED").is_undefined
    assert str(parse_map("KNOWN EMPTY")) == "KNOWN EMPTY"
    assert str(parse_map("() -> ()")) == "() -> ()"
    assert str(parse_map("(d0) -> (d0), domain: d0 in [0, 1], is_simplified: true")) == ("(d0) -> (d0), domain: d0 in [0, 1]")
    assert parse_map("(d0)[s0] -> (d0 + s0)", dim_sizes=[4], range_sizes=[2]) == parse_map(
        "(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [0, 1]"
    )
