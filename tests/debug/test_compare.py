"""Comparing engines and programs: agreement, the first operation that differs, and how it is told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.debug import compare, expose
from hloom.debug.divergence import Search
from hloom.debug.engines import Command, EngineError, Reference
from hloom.support.diagnostics import InputError
from tests.debug.planted import PROGRAM, arrays, changes_results, faulty_programs, line_of

FAULTY = [(name, program if not isinstance(program, str) else hloom.parse(program)) for name, program in faulty_programs()]
CHANGED = [(name, program) for name, program in FAULTY if changes_results(program, arrays())]


def test_thirty_faults_are_planted() -> None:
    assert len(CHANGED) >= 30
    assert len({type(op) for _, program in CHANGED for op in program.walk()}) > 15


@pytest.mark.parametrize(("name", "program"), CHANGED, ids=[f"{k}-{name}" for k, (name, _) in enumerate(CHANGED)])
def test_the_first_operation_that_differs_between_two_programs(name: str, program: Any) -> None:
    found = compare(hloom.parse(PROGRAM), *arrays(), other=program)
    assert not found
    match = found.match
    assert match is not None and match.is_first
    line = PROGRAM.splitlines()[line_of(match.ops[1]) - 1]
    assert line.strip().startswith((f"%{name} ", f"%{name}:")), (name, line)
    assert f"%{match.names[1]} = {match.ops[1].name}" in str(found)


class Faulty:
    """An engine that runs another program than it was given: PROGRAM with a fault. It knows PROGRAM's parts by their text."""

    name = "faulty"

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def load(self, module: Any) -> Any:
        return Reference().load(hloom.parse(module.to_text().replace(self.old, self.new)))


@pytest.mark.parametrize(("old", "new", "iteration"), [
    ("stablehlo.sine", "stablehlo.cosine", 1), ("stablehlo.tanh", "stablehlo.sine", 0),
    ("stablehlo.logistic", "stablehlo.tanh", None),
    ("stablehlo.exponential", "stablehlo.exponential_minus_one", None), ("stablehlo.divide", "stablehlo.multiply", None),
    ("stablehlo.subtract", "stablehlo.maximum", None), ("stablehlo.remainder", "stablehlo.maximum", 1)])
def test_the_first_operation_that_an_engine_gets_wrong(old: str, new: str, iteration: int | None) -> None:
    engine = Faulty(old, new)
    found = compare(hloom.parse(PROGRAM), *arrays(), engines=("reference", engine))
    divergence = found.divergences["faulty"]
    assert divergence is not None and divergence.op.name == old and not divergence.freedom
    assert (f"iteration {iteration} of" in "".join(divergence.path)) == (iteration is not None)
    assert "it is a fault" in str(found) and str(divergence.op.span) in str(found)


def test_an_engine_that_is_right_as_long_as_it_is_looked_at() -> None:
    """What differs only where nothing between is a result is found by programs of one result each."""
    class Together(Faulty):
        def load(self, module: Any) -> Any:
            text = module.to_text()
            is_alone = "stablehlo.exponential" in text and "stablehlo.divide" in text and text.count("jax.result_info") == 0
            shown = len(module.functions["main"].function_type.outputs) > 2
            return Reference().load(hloom.parse(text.replace(self.old, self.new) if is_alone and not shown else text))

    found = compare(hloom.parse(PROGRAM), *arrays(), engines=("reference", Together("stablehlo.divide", "stablehlo.multiply")))
    divergence = found.divergences["faulty"]
    assert divergence is not None and divergence.op.name == "stablehlo.divide" and divergence.only_together


@pytest.mark.parametrize("engines", [("reference", "cpu"), ("cpu", "reference")])
def test_engines_that_agree(engines: Any) -> None:
    found = compare(hloom.parse(PROGRAM), *arrays(), engines=engines)
    assert found and str(found).endswith(f"{engines[0]} and {engines[1]} agree")


def test_freedoms_of_the_specification() -> None:
    """With a tolerance of nothing, sums in another order and elementary functions differ, and are no faults."""
    from hloom.numbers.difference import EQUAL

    module = hloom.parse("""func.func @main(%x: tensor<4x1000xf32>) -> tensor<4xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<4x1000xf32>, tensor<f32>) -> tensor<4xf32>
      return %r : tensor<4xf32> }""")
    x = np.random.default_rng(0).normal(size=(4, 1000)).astype(np.float32)

    class OtherOrder:
        name = "other"

        def load(self, module: Any) -> Any:
            return lambda given: [np.add.accumulate(given[0][:, ::-1], axis=1, dtype=np.float32)[:, -1]]

    found = compare(module, x, engines=("reference", OtherOrder()), tolerance=EQUAL)
    divergence = found.divergences["other"]
    assert divergence is not None and divergence.freedom == "the order of a sum"
    assert "may differ" in str(found) and "leaves the order of a sum open" in str(found)


def test_an_engine_that_fails_is_told_with_the_operation() -> None:
    class Failing:
        name = "failing"

        def load(self, module: Any) -> Any:
            def run(given: Any) -> Any:
                if "stablehlo.divide" in module.to_text():
                    raise EngineError("failing", "it cannot divide")
                return Reference().load(module)(given)

            return run

    found = compare(hloom.parse(PROGRAM), *arrays(), engines=("reference", Failing()))
    divergence = found.divergences["failing"]
    assert found.failures == {"failing": "failing: it cannot divide"}
    assert divergence is not None and divergence.op.name == "stablehlo.divide" and "cannot divide" in str(found)


def test_values_become_results() -> None:
    module = hloom.parse(PROGRAM)
    shown = expose(module, ["p", "sum"])
    shown.verify()
    names = [p.name for p in hloom.compile(shown).signature.results]
    assert names == ["result0", "result1", "p", "sum"]
    found = hloom.evaluate(shown, *arrays())
    np.testing.assert_allclose(found[2].sum(axis=1), np.ones(6), rtol=1e-5)
    assert len(expose(module).functions["main"].function_type.outputs) > 20
    with pytest.raises(InputError, match="no value 'pp'; did you mean"):
        expose(module, ["pp"])


def test_programs_of_other_types_are_refused() -> None:
    other = hloom.parse("func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }")
    with pytest.raises(InputError, match="different types"):
        compare(hloom.parse(PROGRAM), *arrays(), other=other)
    with pytest.raises(InputError, match="no engine 'cpuu'; did you mean 'cpu'"):
        compare(hloom.parse(PROGRAM), *arrays(), engines=("reference", "cpuu"))


def test_another_compiler_by_its_command(tmp_path: Path) -> None:
    """A command reads {program} and {inputs}, and writes {outputs}; what it says when it fails is shown."""
    script = tmp_path / "other.py"
    script.write_text("import sys, numpy as np, hloom\n"
                      "found = hloom.evaluate(hloom.load(sys.argv[1]), *np.load(sys.argv[2]).values())\n"
                      "np.savez(sys.argv[3], *found)\n")
    command = f"{sys.executable} {script} {{program}} {{inputs}} {{outputs}}"
    assert compare(hloom.parse(PROGRAM), *arrays(), engines=("reference", Command(command)))
    script.write_text("import sys\nsys.exit('the device is on fire')\n")
    found = compare(hloom.parse(PROGRAM), *arrays(), engines=("reference", Command(command)))
    assert "ended with status 1" in str(found) and "on fire" in str(found)


def test_a_search_on_a_program_without_faults_finds_nothing() -> None:
    from hloom.debug.fragments import inlined

    assert Search(Reference()).first(inlined(hloom.parse(PROGRAM)), arrays()) is None
