"""The pipeline as a whole: it keeps the meaning of programs, leaves its input alone, and reports what it does."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import hloom.passes.manager as manager
from hloom.codegen.cpu.lowering.table import LOWERING
from hloom.ir.attributes import TypeAttr
from hloom.ir.core import Block
from hloom.ir.location import UNKNOWN
from hloom.ir.types import FunctionType
from hloom.ops.common.decomposition import Builder
from hloom.ops.definition.operation import Op
from hloom.passes import PASSES, PIPELINE, Pass, run_passes
from hloom.passes.rewriting import substitute
from hloom.support.diagnostics import EvaluationError, InternalError, ParseError, UserError
from hloom.text.mlir import parse, print_module
from hloom.verify import diagnose
from tests.passes.programs import arguments, assert_same_meaning, mnemonics, program, run, same
from tests.passes.random_programs import RandomProgram

SMALL = """(%x: tensor<3xf32>) -> tensor<3xf32> {
    %c = stablehlo.constant dense<1.0> : tensor<3xf32>
    %0 = stablehlo.multiply %x, %c : tensor<3xf32>
    %1 = stablehlo.sine %0 : tensor<3xf32>
    return %1 : tensor<3xf32> }"""


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_keep_their_meaning(seed: int) -> None:
    module = RandomProgram(seed).module()
    before = print_module(module)
    rewritten = run_passes(module, verify_each=True)
    assert print_module(module) == before
    for k in range(2):
        assert_same_meaning(module, rewritten, *arguments(module, k))


def test_a_second_run_changes_little() -> None:
    """What the first run leaves is close to final: no program gets much smaller by another run."""
    sizes = []
    for seed in range(20):
        once = run_passes(RandomProgram(seed).module())
        sizes.append((len(mnemonics(once)), len(mnemonics(run_passes(once)))))
    assert sum(second for _, second in sizes) > 0.95 * sum(first for first, _ in sizes)


def test_the_input_is_left_alone() -> None:
    module = program(SMALL)
    rewritten = run_passes(module)
    assert mnemonics(module) == ["constant", "multiply", "sine"]
    assert mnemonics(rewritten) == ["sine"]


def test_dumps_are_numbered_and_say_what_changed(tmp_path: Path) -> None:
    run_passes(program(SMALL), dump=tmp_path)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["00-input.mlir", *(f"{k:02}-{p.name}.mlir" for k, p in enumerate(PIPELINE, 1))]
    heads = {path.name: path.read_text(encoding="utf-8").splitlines()[0] for path in tmp_path.iterdir()}
    assert heads["00-input.mlir"] == "// input" and heads["02-inline.mlir"] == "// inline (unchanged)"
    (changed,) = (name for name, head in heads.items() if head == "// canonicalize")
    parse((tmp_path / changed).read_text(encoding="utf-8"))


def test_times_and_stop_after() -> None:
    times: dict[str, float] = {}
    stopped = run_passes(program(SMALL), times=times, stop_after="canonicalize")
    assert list(times) == ["flatten_tuples", "inline", "decompose", "trim_carried", "canonicalize"]
    assert "constant" in mnemonics(stopped)  # which dce would have removed


def test_an_unknown_pass_is_the_users_error() -> None:
    with pytest.raises(UserError, match=r"there is no pass 'canonicalise'; did you mean 'canonicalize'\?"):
        run_passes(program(SMALL), stop_after="canonicalise")


def _break(module: Any) -> bool:
    """Uses a value before it is defined."""
    block = module.functions["main"].body.block
    block.operations[:-1] = block.operations[-2::-1]
    return True


def _fail(module: Any) -> bool:
    raise KeyError("x")


@pytest.mark.parametrize(("broken", "message"), [
    (_break, "the pass broken made an invalid program"), (_fail, "the pass broken failed: KeyError: 'x'"),
])
def test_a_failing_pass_is_named_with_a_command_to_see_it_again(broken: Any, message: str) -> None:
    with pytest.raises(InternalError, match=message) as caught:
        run_passes(program(SMALL), [Pass("broken", broken)], verify_each=True)
    assert "--stop-after broken" in str(caught.value)


def test_a_pass_that_runs_out_of_memory_is_no_fault_of_its_own() -> None:
    def grow(module: Any) -> bool:
        raise MemoryError("8 TB")

    with pytest.raises(MemoryError, match="8 TB"):
        run_passes(program(SMALL), [Pass("growing", grow)])


@pytest.mark.parametrize("step", [step for step in PASSES.values() if step.needs is not None], ids=lambda step: step.name)
def test_a_pass_changes_nothing_without_what_it_needs(step: Pass) -> None:
    for seed in range(20):
        module = RandomProgram(seed).module()
        if step.needs.isdisjoint(op.name for op in module.walk()):  # type: ignore[union-attr]
            before = print_module(module)
            assert not step.run(module)
            assert print_module(module) == before


def test_a_pass_runs_where_an_earlier_one_made_what_it_needs() -> None:
    def make(module: Any) -> bool:
        body = module.functions["main"].body
        b = Builder(body.block, UNKNOWN, None)
        end = body.block.operations.pop()
        b("stablehlo.negate", end.operands[0])
        body.block.append(end)
        return True

    ran: list[str] = []
    needy = Pass("needy", lambda module: bool(ran.append("needy")), frozenset({"stablehlo.negate"}))
    run_passes(program(SMALL), [needy, Pass("make", make), needy])
    assert ran == ["needy"]


def test_regions_of_several_blocks_are_refused() -> None:
    module = parse("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
        "cf.br"()[^end] : () -> ()
      ^end:
        return %x : tensor<f32> }""", allow_unregistered=True)
    with pytest.raises(UserError, match="several blocks"):
        run_passes(module)


def test_every_pass_says_what_it_does_with_an_example() -> None:
    modules = [f"hloom.passes.{name}" for name in PASSES]
    modules += [f"hloom.codegen.cpu.lowering.{step.name}" for step in LOWERING]
    for name in modules:
        document = import_module(name).__doc__ or ""
        assert re.search(r"^->  ", document, re.MULTILINE) or name.endswith(".dce"), name


def test_passes_run_in_an_order_with_reasons() -> None:
    assert {p.name for p in PIPELINE} | {"fold"} == set(manager.PASSES)


# -- the programs beside the checkout ---------------------------------------------------------------------------------


def _without_checks(module: Any) -> list[str]:
    """Turns self-checking functions into ones that return what they would check; returns their names."""
    names = []
    for name, function in module.functions.items():
        if function.is_declaration or not function.is_public or function.body.arguments:
            continue
        block = function.body.block
        checks = [op for op in block.operations if op.dialect == "check" or _target(op).startswith("check.")]
        truth = Builder(Block(), UNKNOWN, None).constant(True)
        block.operations = [truth.owner, *(op for op in block.operations if op not in checks)]  # type: ignore[attr-defined]
        substitute(function, {result: truth for op in checks for result in op.results})
        end = block.terminator
        end.operands = [*end.operands, *(v for op in checks for v in op.operands)]
        function.attributes.pop("res_attrs", None)
        type = FunctionType(function.function_type.inputs, tuple(v.type for v in end.operands))
        function.attributes["function_type"] = TypeAttr(type)
        names.append(name)
    return names


def _target(op: Any) -> str:
    return op.call_target_name if op.name == "stablehlo.custom_call" else ""


def _constants_as_arguments(module: Any, name: str) -> list[Any]:
    """Makes every other constant of a function an argument, so that not all is folded; returns their values."""
    function = module.functions[name]
    block = function.body.block
    constants = [op for op in block.operations if op.name == "stablehlo.constant"][::2]
    values = {op.results[0]: block.add_argument(op.results[0].type) for op in constants}
    block.operations = [op for op in block.operations if op not in constants]
    substitute(function, values)
    type = FunctionType(tuple(a.type for a in block.arguments), function.function_type.outputs)
    function.attributes["function_type"] = TypeAttr(type)
    return [op.eval() for op in constants if isinstance(op, Op) and op.eval is not None]


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("folder", ["interpret", "testdata", "quantized"])
@pytest.mark.long
def test_conformance_programs_keep_their_meaning(shared: Path, folder: str) -> None:
    compared = 0
    for path in sorted((shared / "conformance" / folder).glob("*.mlir"))[:: 5 if folder == "testdata" else 1]:
        try:
            module = parse(path.read_text(encoding="utf-8"), path.name, allow_unregistered=True)
        except ParseError:
            continue
        grid = any(op.name == "interpreter.run_parallel" for op in module.walk())
        names = [] if grid or diagnose(module) else _without_checks(module)
        inputs = {name: _constants_as_arguments(module, name) for name in names}
        rewritten = run_passes(module, verify_each=True) if names else None
        for name in names:
            try:
                wanted = run(module, *inputs[name], function=name)
            except EvaluationError:
                continue
            got = run(rewritten, *inputs[name], function=name)
            assert all(map(same, wanted, got)), f"{path.name}: @{name}"
            compared += 1
    assert compared > 20


@pytest.mark.shared
def test_benchmark_programs_verify_after_every_pass(shared: Path) -> None:
    for path in sorted((shared / "bench" / "stablehlo").glob("*.mlir")):
        if path.stat().st_size < 200_000:
            run_passes(parse(path.read_text(encoding="utf-8"), path.name), verify_each=True)
