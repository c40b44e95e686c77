"""Lines that repeat are looked up: whatever the text, the program must be the one that the grammar alone reads."""

from __future__ import annotations

from typing import Any

import pytest

from hloom.ir.core import Block
from hloom.support.diagnostics import ParseError
from hloom.text.mlir import Limits, parse, repetition
from hloom.text.mlir.parser import Parser
from hloom.text.mlir.repetition import Repetition

T = "tensor<4xf32>"


@pytest.fixture(autouse=True)
def forget_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """No template is left of the texts before, and the short texts here are not too short for templates."""
    repetition._OF_ALL_TEXTS.clear()
    monkeypatch.setattr(Parser, "short_text", 0)


def outcome(text: str, **options: Any) -> Any:
    """The program as text with the places of all operations and what their attributes are, or the message of the fault."""
    try:
        module = parse(text, **options)
    except ParseError as error:
        return str(error)
    return module.to_text(), [(op.name, op.span[1:], str(op.location), [r.name for r in op.results]) for op in module.walk()]


def in_function(*lines: str) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f(%a: {T}, %b: {T}, %i: tensor<i32>, %c: tensor<f32>, %d: tensor<2x4xf32>) {{\n{body}\n  return\n}}\n"


CASES = {
    "plain": [f"%0 = stablehlo.add %a, %b : {T}", f"%1 = stablehlo.add %0, %b : {T}", f"%2 = stablehlo.add %1, %1 : {T}"],
    "generic": [f'%0 = "stablehlo.add"(%a, %b) : ({T}, {T}) -> {T}', f'%1 = "stablehlo.add"(%0, %b) : ({T}, {T}) -> {T}'],
    "attributes": ['%0 = stablehlo.transpose %d, dims = [1, 0] {note = "100% "} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
                   '%1 = stablehlo.transpose %d, dims = [1, 0] {note = "100%x "} : (tensor<2x4xf32>) -> tensor<4x2xf32>',
                   '%2 = stablehlo.transpose %d, dims = [1, 0] {note = "100% "} : (tensor<2x4xf32>) -> tensor<4x2xf32>'],
    "other types": [f"%0 = stablehlo.add %a, %b : {T}", f"%1 = stablehlo.add %i, %b : {T}"],
    "undefined": [f"%0 = stablehlo.add %a, %b : {T}", f"%1 = stablehlo.add %a, %zz : {T}"],
    "twice": [f"%0 = stablehlo.add %a, %b : {T}", f"%0 = stablehlo.add %a, %b : {T}"],
    "number in a name": [f"%0 = stablehlo.add %a, %b : {T}", f"%1#0 = stablehlo.add %a, %b : {T}"],
    "first result": [f"%0 = stablehlo.add %a, %b : {T}", f"%1 = stablehlo.add %0#0, %b : {T}",
                     f"%2 = stablehlo.add %1#0, %b : {T}"],
    "groups": [f"%0:2 = stablehlo.optimization_barrier %a, %b : {T}, {T}",
               f"%1:2 = stablehlo.optimization_barrier %0#1, %b : {T}, {T}",
               f"%2, %3 = stablehlo.optimization_barrier %1#0, %b : {T}, {T}", f"%4 = stablehlo.add %3, %1#1 : {T}"],
    "too few names": [f"%0:2 = stablehlo.optimization_barrier %a, %b : {T}, {T}",
                      f"%1 = stablehlo.optimization_barrier %a, %b : {T}, {T}"],
    "types on the next line": [f"%0 = stablehlo.optimization_barrier %a : {T}",
                               f"%1:2 = stablehlo.optimization_barrier %a, %b : {T}",
                               f", {T}"],
    "arrow on the next line": [f"%0 = stablehlo.add %a, %b : ({T}, {T})", f"-> {T}", f"%1 = stablehlo.add %0, %b : ({T}, {T})",
                               f"-> {T}"],
    "more after a whole line": [f"%0 = stablehlo.add %a, %b : {T}", f"%1 = stablehlo.add %a, %b : {T}", f"-> {T}"],
    "two on a line": [f"%0 = stablehlo.add %a, %b : {T} %1 = stablehlo.add %0, %b : {T}",
                      f"%2 = stablehlo.add %0, %b : {T} %3 = stablehlo.add %2, %b : {T}"],
    "comments": [f"%0 = stablehlo.add %a, %b : {T} // <%b>", f"%1 = stablehlo.add %0, %b : {T} // <%a>", "// between",
                 f"%2 = stablehlo.add %1, %b : {T} // <of>", f"%3 = stablehlo.add %2, %b : {T} // <of>", "// after"],
    "locations": [f'%0 = stablehlo.add %a, %b : {T} loc("x":1:2)', f"%1 = stablehlo.add %0, %b : {T} loc(#loc1)",
                  f"%2 = stablehlo.add %1, %b : {T}", f'%3 = stablehlo.add %2, %b : {T} loc("y")',
                  f'%4 = stablehlo.add %3, %b : {T} loc("z"'],
    "bodies": [f"%{k} = stablehlo.reduce(%a init: %c) applies stablehlo.{name} across dimensions = [0] : ({T}, tensor<f32>) -> "
               "tensor<f32>" for k, name in enumerate(("add", "add", "maximum", "add"))],
    "pairs": [f"%{k}:2 = stablehlo.reduce(%a init: %c), (%b init: %c) applies stablehlo.add across dimensions = [0] : "
              f"({T}, {T}, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)" for k in range(2)],
    "calls": [f"%0 = call @g(%a) : ({T}) -> {T}", f"%1 = call @g(%0) : ({T}) -> {T}", f"%2 = func.call @g(%1) : ({T}) -> {T}"],
    "no results": [f"stablehlo.custom_call @check(%a) : ({T}) -> ()", f"stablehlo.custom_call @check(%b) : ({T}) -> ()"],
    "unnamed results": [f"stablehlo.add %a, %b : {T}", f"stablehlo.add %b, %b : {T}"],
    "forward": ['"stablehlo.unknown"() : () -> ()'],
}


@pytest.mark.parametrize("name", CASES)
def test_repeated_lines_mean_what_the_grammar_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = in_function(*CASES[name]) + '#loc1 = loc("there")\n'
    found = outcome(text)
    monkeypatch.setattr(Repetition, "repeat", lambda self, parser, block: False)
    assert found == outcome(text)


def test_repeated_lines_are_not_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hits = count_repetitions(monkeypatch)
    for name, expected in (("plain", 2), ("generic", 1), ("bodies", 2), ("calls", 1), ("groups", 1), ("no results", 1)):
        hits.clear()
        repetition._OF_ALL_TEXTS.clear()
        outcome(in_function(*CASES[name]))
        assert sum(hits) == expected, name


def count_repetitions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of operations that are made from templates from now on."""
    hits: list[int] = []
    repeat = Repetition.repeat

    def counted(self: Repetition, parser: Any, block: Block) -> bool:
        before = len(block.operations)
        again = repeat(self, parser, block)
        hits.append(len(block.operations) - before)
        return again

    monkeypatch.setattr(Repetition, "repeat", counted)
    return hits


def test_short_texts_keep_no_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    hits = count_repetitions(monkeypatch)
    text = in_function(f"%0 = stablehlo.add %a, %b : {T}", f"%1 = stablehlo.add %a, %b : {T}")
    monkeypatch.setattr(Parser, "short_text", len(text) + 1)
    short = outcome(text)
    assert not any(hits) and not repetition._OF_ALL_TEXTS
    monkeypatch.setattr(Parser, "short_text", len(text))
    assert outcome(text) == short
    assert any(hits) and repetition._OF_ALL_TEXTS


def test_later_texts_use_the_templates_of_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    hits = count_repetitions(monkeypatch)
    text = in_function(*CASES["plain"])
    first = outcome(text)
    hits.clear()
    assert outcome(text) == first
    assert sum(hits) == len(CASES["plain"])
    hits.clear()
    outcome(text, limits=Limits(nesting=100))
    assert sum(hits) == len(CASES["plain"]) - 1


def test_what_depends_on_the_text_is_not_taken_from_another() -> None:
    line = "stablehlo.custom_call @check(%a) {note = #n, more = dense_resource<r> : tensor<1xi8>} : (tensor<4xf32>) -> ()"
    for value in ("1 : i8", "2 : i8"):
        data = f"0x0100000000{value[0]:0>2}"
        text = f"#n = {value}\n{in_function(line)}{{-#\n dialect_resources: {{ builtin: {{ r: \"{data}\" }} }}\n#-}}\n"
        call = parse(text).regions[0].block.operations[0].regions[0].block.operations[0]
        assert str(call.attributes["note"]) == value
        assert data in parse(text).to_text()  # type: ignore[attr-defined]


def test_aliases_count_each_time_they_are_used() -> None:
    line = "stablehlo.custom_call @check(%a) {note = #a} : (tensor<4xf32>) -> ()"
    text = f'#a = "{"x" * 100}"\n' + in_function(*[line] * 20)
    parse(text)
    with pytest.raises(ParseError, match="longer than 1000"):
        parse(text, limits=Limits(expanded_size=1000))


def test_repeated_operations_own_their_attributes() -> None:
    module = parse(in_function(*CASES["attributes"]))
    first, _, last = module.regions[0].block.operations[0].regions[0].block.operations[:3]
    assert first.attributes == last.attributes
    del first.attributes["note"]
    assert "note" in last.attributes


def test_depth_of_repeated_lines_is_bounded() -> None:
    line = 'stablehlo.custom_call @check(%a) {note = [[[[1]]]]} : (tensor<4xf32>) -> ()'
    nested = "".join([f'"stablehlo.case"(%i) ({{\n{line}\n' for _ in range(3)])
    for nesting in range(5, 16):
        text = in_function(line, nested)
        expected = outcome(text, limits=Limits(nesting=nesting))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Repetition, "repeat", lambda self, parser, block: False)
            assert expected == outcome(text, limits=Limits(nesting=nesting))
