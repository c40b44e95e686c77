"""Right operands that all iterations of a loop find the same are packed once, before the loop; others are not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.plan.program import Command, Launch, Loop
from hloom.numbers.difference import Tolerance
from hloom.pipeline import stages
from tests.codegen.program_checks import verify_program
from tests.harness import agree, dtype_of

STATE, WEIGHTS = "tensor<20x72xf32>", "tensor<72x72xf32>"
PRODUCT = f"stablehlo.dot_general {{}}, {{}}, contracting_dims = [1] x [0] : ({STATE}, {WEIGHTS}) -> {STATE}"
COUNT = "tensor<i32>"
NEAR = Tolerance(relative=2e-5, absolute=2e-6)


def loop(at: str, first: str, body: str, state: str = STATE) -> str:
    """Lines of a loop %{at} of %n iterations from `first`, of which `body` makes %next{at} of %x{at}."""
    return f"""%zero{at} = stablehlo.constant dense<0> : {COUNT}
    %{at}:2 = stablehlo.while(%i{at} = %zero{at}, %x{at} = {first}) : {COUNT}, {state}
    cond {{
      %more{at} = stablehlo.compare LT, %i{at}, %n, SIGNED : ({COUNT}, {COUNT}) -> tensor<i1>
      stablehlo.return %more{at} : tensor<i1>
    }} do {{
      %one{at} = stablehlo.constant dense<1> : {COUNT}
      %j{at} = stablehlo.add %i{at}, %one{at} : {COUNT}
      {body}
      stablehlo.return %j{at}, %next{at} : {COUNT}, {state}
    }}"""


def main(body: str, result: str = "%a#1", arguments: str = f"%x: {STATE}, %w: {WEIGHTS}, %n: {COUNT}", type: str = STATE) -> str:
    return f"func.func @main({arguments}) -> {type} {{\n    {body}\n    return {result} : {type}\n}}"


STEP = "%p = " + PRODUCT.format("{x}", "{w}") + "\n      %next{at} = stablehlo.tanh %p : " + STATE
TRANSPOSED = f"%t = stablehlo.transpose %w, dims = [1, 0] : ({WEIGHTS}) -> {WEIGHTS}\n      "
RESHAPED = f"%t = stablehlo.reshape %w : (tensor<5184xf32>) -> {WEIGHTS}\n      "
MADE = f"%s = stablehlo.tanh %w : {WEIGHTS}\n    %u = stablehlo.multiply %s, %s : {WEIGHTS}\n    "
TABLE = (0.1 * np.random.default_rng(7).standard_normal((72, 72))).astype(np.float32)

#: Programs, and how many products in loops find their right operand packed (that of a table is, by the compiler).
PROGRAMS: dict[str, tuple[str, int]] = {
    "an argument": (main(loop("a", "%x", STEP.format(at="a", x="%xa", w="%w"))), 1),
    "a value from before": (main(MADE + loop("a", "%x", STEP.format(at="a", x="%xa", w="%u"))), 1),
    "read in another order": (main(loop("a", "%x", TRANSPOSED + STEP.format(at="a", x="%xa", w="%t"))), 1),
    "under another shape": (main(loop("a", "%x", RESHAPED + STEP.format(at="a", x="%xa", w="%t")),
                                 arguments=f"%x: {STATE}, %w: tensor<5184xf32>, %n: {COUNT}"), 1),
    "a table": (main(f'%w = stablehlo.constant dense<"0x{TABLE.tobytes().hex().upper()}"> : {WEIGHTS}\n    '
                     + loop("a", "%x", STEP.format(at="a", x="%xa", w="%w")), arguments=f"%x: {STATE}, %n: {COUNT}"), 0),
    "two products": (main(loop("a", "%x", "%o = " + PRODUCT.format("%x", "%w") + "\n      %q = " + PRODUCT.format("%xa", "%w")
                               + f"\n      %p = stablehlo.add %o, %q : {STATE}\n      %nexta = stablehlo.tanh %p : {STATE}")), 1),
    "a loop in a loop": (main(loop("a", "%x", loop("b", "%xa", STEP.format(at="b", x="%xb", w="%w"))
                                   + f"\n      %nexta = stablehlo.negate %b#1 : {STATE}")), 1),
    "made in the outer loop": (main(loop("a", "%x", f"""%c = stablehlo.convert %ia : ({COUNT}) -> tensor<f32>
      %cb = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> {WEIGHTS}
      %d = stablehlo.add %w, %cb : {WEIGHTS}
      %u = stablehlo.tanh %d : {WEIGHTS}
      """ + loop("b", "%xa", STEP.format(at="b", x="%xb", w="%u")) + f"\n      %nexta = stablehlo.negate %b#1 : {STATE}")), 1),
    "in a branch": (main(loop("a", "%x", f"""%odd = stablehlo.compare NE, %ia, %onea, SIGNED : ({COUNT}, {COUNT}) -> tensor<i1>
      %nexta = "stablehlo.if"(%odd) ({{
        %p = """ + PRODUCT.format("%xa", "%w") + f"""
        stablehlo.return %p : {STATE}
      }}, {{
        stablehlo.return %xa : {STATE}
      }}) : (tensor<i1>) -> {STATE}""")), 1),
    "changed by the loop": (main(loop("a", "%w", f"""%p = stablehlo.dot_general %w, %xa, contracting_dims = [1] x [0]
        : ({WEIGHTS}, {WEIGHTS}) -> {WEIGHTS}
      %nexta = stablehlo.tanh %p : {WEIGHTS}""", WEIGHTS), arguments=f"%w: {WEIGHTS}, %n: {COUNT}", type=WEIGHTS), 0),
}


def launches(commands: Sequence[Command], depth: int = 0) -> list[tuple[Launch, int]]:
    """The launches of contractions, each with the number of loops around it."""
    found: list[tuple[Launch, int]] = []
    for command in commands:
        if isinstance(command, Launch) and command.kernel.name.startswith("contraction"):
            found.append((command, depth))
        elif isinstance(command, Loop):
            found += launches([*command.condition, *command.body], depth + 1)
        for arm in getattr(command, "arms", ()):
            found += launches(arm, depth)
    return found


def drawn(text: str, count: int) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    types = hloom.parse(text).functions["main"].function_type.inputs
    made: list[Any] = [rng.standard_normal(t.shape).astype(t.storage.dtype) if t.shape else np.array(count, np.int32)
                       for t in types]
    return [0.1 * a if a.dtype == np.float32 else a for a in made]


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_all_iterations_find_the_same_is_packed_once(name: str) -> None:
    text, kept = PROGRAMS[name]
    generated = stages(hloom.parse(text), workers=2)
    verify_program(generated.program, generated.module.functions["main"])
    parts = [(launch.part, depth) for launch, depth in launches(generated.program.commands)]
    outer = 1 if name == "made in the outer loop" else 0
    assert parts.count((0, outer)) >= kept and sum(part == 1 and depth > outer for part, depth in parts) == kept
    if not kept:
        assert all(depth == 1 for _, depth in parts)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_results_are_those_of_the_evaluator(name: str, count: int) -> None:
    text, _ = PROGRAMS[name]
    arguments = drawn(text, count)
    for threads in (1, 2):
        agree(text, *arguments, tolerance=NEAR, threads=threads)


@pytest.mark.parametrize("type", ["bf16", "f16", "f64", "i8", "complex<f32>"])
@pytest.mark.parametrize("rows", [1, 2, 9])
def test_packed_operands_of_other_types(type: str, rows: int) -> None:
    state, weights = f"tensor<{rows}x70x{type}>", f"tensor<70x70x{type}>"
    body = (f"%p = stablehlo.dot_general %xa, %w, contracting_dims = [1] x [0] : ({state}, {weights}) -> {state}\n"
            f"      %nexta = stablehlo.add %p, %xa : {state}")
    text = main(loop("a", "%x", body, state), arguments=f"%x: {state}, %w: {weights}, %n: {COUNT}", type=state)
    rng = np.random.default_rng(rows)
    arguments = [rng.integers(-2, 3, shape).astype(dtype_of(type)) for shape in ((rows, 70), (70, 70))]
    tolerance = Tolerance(of_largest={"bf16": 2e-2, "f16": 2e-3}.get(type, 1e-5))
    agree(text, *arguments, np.array(2, np.int32), tolerance=tolerance)


def test_a_convolution_of_a_loop_packs_its_kernel_once() -> None:
    image, kernel = "tensor<1x12x12x24xf32>", "tensor<3x3x24x24xf32>"
    window = "window = {stride = [1, 1], pad = [[1, 1], [1, 1]]}"
    body = (f"%p = stablehlo.convolution(%xa, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], {window} "
            f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({image}, {kernel}) -> {image}\n"
            f"      %nexta = stablehlo.tanh %p : {image}")
    text = main(loop("a", "%x", body, image), arguments=f"%x: {image}, %w: {kernel}, %n: {COUNT}", type=image)
    generated = stages(hloom.parse(text), workers=2)
    assert [(launch.part, depth) for launch, depth in launches(generated.program.commands)] == [(0, 0), (1, 1)]
    agree(text, *drawn(text, 3), tolerance=NEAR)
