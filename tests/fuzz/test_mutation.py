"""A short run of the mutation fuzzer over small programs of all kinds, and over the conformance programs where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from hloom.ops.definition.operation import REGISTRY
from tests.fuzz.mutate import mutated, problem_with, problem_with_hlo, read_programs, run
from tests.ops.operations import PROGRAMS
from tests.text.test_hlo_run import CASES

SECONDS = 2.0


def programs(shared: Path) -> list[str]:
    found = read_programs([shared / "conformance" / "verify", shared / "conformance" / "roundtrip"])
    assert found
    return found


@pytest.mark.shared
def test_mutated_programs_give_results_or_located_errors(shared: Path) -> None:
    findings = list(run(programs(shared), seed=1, first=0, iterations=100_000, seconds=SECONDS))
    assert not findings, "\n".join(f"iteration {f.number}: {f.problem}" for f in findings)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "%0 = ",
        '"',
        "module",
        "#",
        "!",
        "{-#",
        "func.func @",
        "func.func @f(%a: tensor<",
        'func.func @f() { "stablehlo.if"() ({',
        "}" * 100,
        "(" * 10_000,
        "#a = #a",
        "%a:99999999 = stablehlo.add",
        "func.func @f() attributes {a = dense<",
        "dense<1> : tensor<" + "2x" * 10_000 + "f32>",
        "func.func @f() { %0 = stablehlo.constant dense<" + "[" * 5000 + "]" * 5000 + "> : tensor<f32> }",
        "// only a comment",
        '"builtin.module"() : () -> ()',
        'module { "builtin.module"() ({}) : () -> () }',
        '"func.func"() : () -> ()',
        '"stablehlo.while"() : () -> ()',
        '"func.func"() ({ "func.call"() {callee = i32} : () -> () }) {sym_name = 1, function_type = 2} : () -> ()',
        "\n" * 100_000,
        "func.func @f() { %0 = stablehlo.constant dense<-1> : tensor<1xi32> : (i32) -> i32\n return }",
        'func.func @f(%w: !shape.witness) { shape.assuming %w { shape.assuming_yield\n func.return }\n return }',
        *(f'func.func @f(%w: !shape.witness) {{ "shape.assuming"(%w) ({region}) : (!shape.witness) -> ()\n return }}'
          for region in (
            "{}", "{^bb0:}", '{^bb0(%x: i32): "shape.assuming_yield"() : () -> ()}', '{"func.return"() : () -> ()}',
            '{"shape.assuming_yield"() : () -> () ^bb1: "shape.assuming_yield"() : () -> ()}')),
        'func.func @f(%a: i32) { %0 = "shape.reduce"(%a) ({^bb0: "shape.yield"() : () -> ()}) : (i32) -> i32\n return }',
        'func.func @f() { %0 = "stablehlo.constant"() <{value = dense<-1> : tensor<1xi32>}> : () -> ((i32) -> i32)\n return }',
        'module { "sdy.mesh"() <{mesh = 1 : i64, sym_name = "m"}> : () -> () '
        '"sdy.mesh"() <{mesh = 2 : i64, sym_name = []}> : () -> () '
        'func.func @f(%a: tensor<4xf32>) { %0 = sdy.manual_computation(%a) in_shardings=[<@n, [{"x"}]>] '
        'out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) { sdy.return %b : tensor<2xf32> } '
        ': (tensor<4xf32>) -> tensor<4xf32>\n return } }',
    ],
)
def test_fragments(text: str) -> None:
    assert problem_with(text) is None


def hlo_programs() -> list[str]:
    return [text for name, text in PROGRAMS.items() if name.startswith("hlo.")] + [case[1] for case in CASES]


def test_mutated_hlo_texts_give_results_or_located_errors() -> None:
    findings = list(run(hlo_programs(), seed=1, first=0, iterations=100_000, seconds=SECONDS, judge=problem_with_hlo))
    assert not findings, "\n".join(f"iteration {f.number}: {f.problem}" for f in findings)


@pytest.mark.parametrize("text", [
    "", "HloModule", "HloModule m\n\n", "ENTRY", "e {", "HloModule m, frontend_attributes={", "FileNames\n1",
    "HloModule m\nFileNames\n1 \"a",
    "f32[", "r = ", "r = f32[] add(", "HloModule m\nENTRY e { ROOT x = f32[] parameter(0), metadata={op_name=\"", "(" * 10_000,
    "/*", "//"])
def test_fragments_of_hlo(text: str) -> None:
    assert problem_with_hlo(text) is None


@pytest.mark.parametrize("operands, regions, results", [
    (0, "", "()"), (1, "", "tensor<2xf32>"), (2, "", "(tensor<2xf32>, index)"), (3, "({})", "()"), (2, "({}, {})", "i32"),
    (1, '({^bb0(%x: i32): "stablehlo.return"(%x) : (i32) -> ()})', "()"),
])
@pytest.mark.parametrize("type", ["tensor<2xf32>", "index"])
def test_operations_with_parts_that_do_not_belong_together(operands: int, regions: str, results: str, type: str) -> None:
    values, types = ", ".join(["%a"] * operands), ", ".join([type] * operands)
    rest = f"({values}) {regions} : ({types}) -> {results}"
    problems = {name: problem_with(f'func.func @f(%a: {type}) {{ "{name}"{rest}\n return }}') for name in REGISTRY}
    assert not {name: problem for name, problem in problems.items() if problem}


def test_iterations_are_repeatable() -> None:
    import random

    texts = ["func.func @f() { return }", "module {}"]
    assert mutated(texts, random.Random("1/7")) == mutated(texts, random.Random("1/7"))
