"""Values must be defined before they are used, blocks must end with terminators: found wherever it stands, and as MLIR has it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.ir.core import Operation
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import REGISTRY
from tests.text.oracle import jax_oracle
from tests.verify.asking_mlir import verdicts

the_oracle = cache(jax_oracle)

T = "tensor<4xf32>"
ADD = "^bb0(%a: tensor<f32>, %b: tensor<f32>): %s = stablehlo.add %a, %b : tensor<f32>"


def reduce(result: str, body: str) -> str:
    return (f'%{result} = "stablehlo.reduce"(%x, %i) <{{dimensions = array<i64: 0>}}> ({{ {body} }}) : '
            f"({T}, tensor<f32>) -> tensor<f32>")


GOOD = reduce("g", f"{ADD} stablehlo.return %s : tensor<f32>")
#: Bodies of functions on `%x` and `%i`, with the lines of the values that are used where they must not be.
PROGRAMS: dict[str, tuple[list[str], list[int]]] = {
    "in order": ([GOOD, "%u = stablehlo.add %g, %i : tensor<f32>"], []),
    "before": (["%u = stablehlo.add %g, %i : tensor<f32>", GOOD], [2]),
    "itself": (["%u = stablehlo.add %u, %i : tensor<f32>"], [2]),
    "result within": ([reduce("r", f"{ADD} stablehlo.return %r : tensor<f32>")], [2]),
    "result deeper within": ([reduce("r", "^bb0(%a: tensor<f32>, %b: tensor<f32>): "
                                     '%k = "stablehlo.case"(%c) ({ stablehlo.return %r : tensor<f32> }) : '
                                     "(tensor<i32>) -> tensor<f32> stablehlo.return %k : tensor<f32>")], [2]),
    "from outside": ([GOOD, reduce("r", f"{ADD} stablehlo.return %g : tensor<f32>")], []),
    "from after": ([reduce("r", f"{ADD} stablehlo.return %g : tensor<f32>"), GOOD], [2]),
    "from between": ([GOOD, reduce("r", f"{ADD} stablehlo.return %g : tensor<f32>"),
                      reduce("q", f"{ADD} stablehlo.return %g : tensor<f32>")], []),
    "after a region": ([GOOD, reduce("r", f"{ADD} stablehlo.return %s : tensor<f32>"),
                        "%u = stablehlo.add %r, %g : tensor<f32>"], []),
}


def in_function(*lines: str) -> str:
    body = "\n".join(lines)
    return f"func.func @f(%x: {T}, %i: tensor<f32>, %c: tensor<i32>) {{\n{body}\nreturn\n}}\n"


def lines_of(code: str, module: Operation) -> list[int]:
    return [d.span.line for d in hloom.diagnose(module) if d.code == code and d.span is not None]


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_are_used_after_they_are_defined(name: str) -> None:
    lines, faults = PROGRAMS[name]
    assert lines_of("dominance", hloom.parse(in_function(*lines))) == faults


@pytest.mark.parametrize("name", PROGRAMS)
def test_mlir_finds_the_same_values_used_too_early(name: str) -> None:
    lines, faults = PROGRAMS[name]
    oracle = the_oracle()
    with oracle.context:
        if faults:
            with pytest.raises(oracle.ir.MLIRError, match="does not dominate"):
                oracle.ir.Module.parse(in_function(*lines))
        else:
            oracle.ir.Module.parse(in_function(*lines))


def test_every_one_of_equal_regions_is_looked_into() -> None:
    """Equal operations are judged once, and by their structure, too."""
    module = hloom.parse(in_function(*[GOOD.replace("%g", f"%g{k}") for k in range(4)]))
    assert not hloom.diagnose(module)
    operations = module.regions[0].block.operations[0].regions[0].block.operations
    for op in operations[1], operations[3]:
        op.regions[0].block.operations.pop()
    assert lines_of("terminator", module) == [3, 5]


def test_values_of_a_region_are_not_seen_after_it() -> None:
    module = hloom.parse(in_function(GOOD, GOOD.replace("%g", "%h"), "%u = stablehlo.add %g, %h : tensor<f32>"))
    first, second, add, _ = module.regions[0].block.operations[0].regions[0].block.operations
    inner = first.regions[0].block
    for value in inner.arguments[0], inner.operations[0].results[0]:
        add.operands[1] = value
        assert lines_of("dominance", module) == [4]
        add.operands[1] = second.results[0]
        second.regions[0].block.operations[0].operands[0] = value
        assert lines_of("dominance", module) == [3]
        second.regions[0].block.operations[0].operands[0] = second.regions[0].arguments[0]
    assert not hloom.diagnose(module)


RETURN = "stablehlo.return"
TERMINATORS = [*sorted(name for name, cls in REGISTRY.items() if cls.is_terminator), "mhlo.return"]
#: Regions that MLIR takes whatever terminator of StableHLO they have; the specification does not.
WARNED_OF = {"stablehlo.reduce_scatter", "stablehlo.collective_reduce", "stablehlo.select_and_scatter", "stablehlo.scatter",
             "stablehlo.sort"}
FUNCTION = 'func.func @f(%x: tensor<f32>) -> tensor<f32> {\n  "END"(%x) : (tensor<f32>) -> ()\n}\n'
#: Functions with one value of each type that the operations below take.
IN_MHLO = """func.func @f(%x: tensor<f32>, %p: tensor<i1>, %c: tensor<i32>, %v: tensor<4xf32>) -> tensor<f32> {
  OPERATION
  return %x : tensor<f32>
}
"""
OF_MHLO = {
    "mhlo.if": '%0 = "mhlo.if"(%p) ({ "END"(%x) : (tensor<f32>) -> () }, { "END"(%x) : (tensor<f32>) -> () }) : '
               "(tensor<i1>) -> tensor<f32>",
    "mhlo.case": '%0 = "mhlo.case"(%c) ({ "END"(%x) : (tensor<f32>) -> () }) : (tensor<i32>) -> tensor<f32>',
    "mhlo.while": '%0 = "mhlo.while"(%x) ({ ^bb0(%k: tensor<f32>): "END"(%p) : (tensor<i1>) -> () }, '
                  '{ ^bb0(%k: tensor<f32>): "END"(%k) : (tensor<f32>) -> () }) : (tensor<f32>) -> tensor<f32>',
    "mhlo.reduce": '%0 = "mhlo.reduce"(%v, %x) <{dimensions = dense<0> : tensor<1xi64>}> ({ ^bb0(%a: tensor<f32>, '
                   '%b: tensor<f32>): "END"(%a) : (tensor<f32>) -> () }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>',
}


@cache
def ended() -> dict[tuple[str, str], str]:
    """Each operation with regions, by name, with each terminator at the end of them."""
    found = {("func.func", end): FUNCTION.replace("END", end) for end in TERMINATORS}
    found |= {(name, end): IN_MHLO.replace("OPERATION", text.replace("END", end)) for name, text in OF_MHLO.items()
              for end in TERMINATORS}
    for name, cls in REGISTRY.items():
        dialect = name.partition(".")[0]
        if not cls.definition.regions or dialect in ("builtin", "func", "hlo"):  # hlo: of HLO texts only
            continue
        text = hloom.parse(example_of(cls)).to_text(generic=True)
        op = next(op for op in hloom.parse(text).walk() if op.name == name)
        for end in TERMINATORS:
            if op.regions:  # composite has any number of them
                found[name, end] = text.replace(f'"{op.regions[0].block.terminator.name}"', f'"{end}"')
    return found


def severities(text: str) -> set[str]:
    return {d.severity for d in hloom.diagnose(hloom.parse(text)) if d.code == "terminator"}


def test_each_region_has_its_own_terminator() -> None:
    """One ends it, and those of other dialects where MLIR takes any; those that belong to other operations nowhere."""
    for name in dict.fromkeys(name for name, _ in ended()):
        good = [end for end in TERMINATORS if not severities(ended()[name, end])]
        dialect = name.partition(".")[0]
        if name == "chlo.scan":  # the dialect has no terminator
            assert {RETURN, "mhlo.return", "sdy.return"} == set(good)
        else:
            assert good in ([f"{dialect}.return"], ["shape.assuming_yield"], ["shape.yield"], ["tensor.yield"]), name
        warned_of = {end for end in TERMINATORS if severities(ended()[name, end]) == {"warning"}}
        any_of = {RETURN, "mhlo.return", "sdy.return"}
        assert warned_of == (any_of - set(good) if name in WARNED_OF | {"func.func"} else set()), name


def test_mlir_refuses_the_same_terminators() -> None:
    pytest.importorskip("jaxlib")
    programs = {f"{name} {end}": text for (name, end), text in ended().items()}
    found = verdicts(programs, Path(__file__).resolve().parents[2])
    asked = {key: verdict for key, verdict in found.items() if verdict is not None}
    assert len(asked) > 100
    ours = {key: any(d.is_error for d in hloom.diagnose(hloom.parse(programs[key]))) for key in asked}
    assert ours == {key: bool(verdict) for key, verdict in asked.items()}


ADDED, RETURNED = "%0 = stablehlo.add %x, %x : tensor<f32>", "return %x : tensor<f32>"


@pytest.mark.parametrize("lines, message, line", [
    ([ADDED], "a block of func.func must end with func.return, but ends with stablehlo.add", 2),
    ([], "a block of func.func must end with func.return, but is empty", 1),
    ([RETURNED, RETURNED], "func.return must be the last operation of its block", 2),
    ([RETURNED, ADDED], "func.return must be the last operation of its block", 2),
    (["stablehlo.return %x : tensor<f32>"], "a block of func.func must end with func.return, but ends with stablehlo.return", 2),
    (["tensor.yield %x : tensor<f32>"], "tensor.yield may stand only in tensor.generate and tensor.pad, not in func.func; a "
     "block of func.func ends with func.return", 2),
])
def test_what_is_said_of_ends(lines: list[str], message: str, line: int) -> None:
    text = "\n".join(["func.func @f(%x: tensor<f32>) -> tensor<f32> {", *lines, "}"])
    found = [d for d in hloom.diagnose(hloom.parse(text)) if d.code == "terminator"]
    assert (found[0].message, found[0].line) == (message, line)


def test_terminators_outside_of_functions() -> None:
    found = hloom.diagnose(hloom.parse("func.func @f() { return }\nfunc.return\n"))
    assert [d.message for d in found] == ["func.return may stand only in func.func, not in builtin.module"]
    assert severities('module { "stablehlo.return"() : () -> () }') == {"warning"}
    inside = '"a.b"() ({ "func.return"() : () -> () }) : () -> ()'
    assert [d.message for d in hloom.diagnose(hloom.parse(inside, allow_unregistered=True))] == [
        "func.return may stand only in func.func, not in a.b"]
    # What is unknown may be a terminator, and may be ended by any that is not somebody else's.
    assert not hloom.diagnose(hloom.parse('func.func @f() { "cf.br"() : () -> () }', allow_unregistered=True))
    assert not hloom.diagnose(hloom.parse('"a.b"() ({ "sdy.return"() : () -> () }) : () -> ()', allow_unregistered=True))


@pytest.mark.parametrize("inputs", ["%x", "", "%x, %x"])
def test_a_function_returns_what_its_type_says_whatever_ends_it(inputs: str) -> None:
    """Other compilers run functions that end with stablehlo.return."""
    types = ", ".join(["tensor<2xf32>"] * (inputs.count("%")))
    text = f'func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{ "stablehlo.return"({inputs}) : ({types}) -> () }}'
    module, x = hloom.parse(text), np.array([1, 2], np.float32)
    if inputs == "%x":
        assert severities(text) == {"warning"}
        assert hloom.evaluate(module, x)[0].tolist() == hloom.compile(module)(x)[0].tolist() == [1, 2]
        return
    for run in hloom.evaluate, hloom.compile:
        with pytest.raises(hloom.VerificationError, match=r"must end with func\.return"):
            run(module, x) if run is hloom.evaluate else run(module)
