"""Transposes move down to where they cost less, and nothing changes but the order in which sums are made."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.difference import Tolerance
from hloom.numbers.element_type import element_type
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from hloom.passes import PASSES, PIPELINE, run_passes
from tests.harness import compiled, same, told
from tests.harness import run as run_compiled
from tests.passes import random_programs
from tests.passes.programs import after, arguments, mnemonics, program, run
from tests.programs import loop

#: Of a few bytes nothing is moved: 64 x 96 f32 are 24 KB.
X, XT = "tensor<64x96xf32>", "tensor<96x64xf32>"
HEAD = f"""(%x: {X}, %y: {XT}) -> RESULT {{
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %t = stablehlo.transpose %x, dims = [1, 0] : ({X}) -> {XT}
"""


def reduced(value: str, dimension: int, type: str, result: str) -> str:
    return (f"stablehlo.reduce({value} init: %zero) applies stablehlo.add across dimensions = [{dimension}] : "
            f"({type}, tensor<f32>) -> {result}")


def sunk(result: str, body: str) -> Any:
    """A program behind the pass, of which the evaluator gives the same."""
    before = program(HEAD.replace("RESULT", result) + body + "\n}")
    made = after(before, PASSES["sink_transposes"], PASSES["dce"])
    for seed in range(2):
        assert_nearly_same(before, made, seed)
    return made


def assert_nearly_same(before: Any, made: Any, seed: int) -> None:
    """Both give the same but for the rounding of sums in another order."""
    given = arguments(before, seed)
    same(run(made, *given), run(before, *given), Tolerance(relative=1e-5, absolute=1e-5))


def test_a_reduction_of_a_transpose_reads_what_is_transposed() -> None:
    made = sunk("tensor<64xf32>", f"""
        %r = {reduced("%t", 0, XT, "tensor<64xf32>")}
        return %r : tensor<64xf32>""")
    assert mnemonics(made) == ["constant", "reduce", "add"]


def test_operations_between_are_done_before() -> None:
    made = sunk("tensor<96xf32>", f"""
        %half = stablehlo.constant dense<0.5> : {XT}
        %i = stablehlo.iota dim = 0 : {XT}
        %a = stablehlo.multiply %t, %half : {XT}
        %b = stablehlo.add %a, %i : {XT}
        %m = {reduced("%b", 1, XT, "tensor<96xf32>")}
        %s = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<96xf32>) -> {XT}
        %c = stablehlo.subtract %b, %s : {XT}
        %r = {reduced("%c", 1, XT, "tensor<96xf32>")}
        return %r : tensor<96xf32>""")
    assert "transpose" not in mnemonics(made)


def test_one_that_is_undone_is_none() -> None:
    made = sunk(X, f"""
        %a = stablehlo.tanh %t : {XT}
        %r = stablehlo.transpose %a, dims = [1, 0] : ({XT}) -> {X}
        return %r : {X}""")
    assert mnemonics(made) == ["tanh"]


def test_two_of_what_is_added_are_one_where_that_is_reduced() -> None:
    made = sunk("tensor<64xf32>", f"""
        %u = stablehlo.transpose %y, dims = [1, 0] : ({XT}) -> {X}
        %v = stablehlo.transpose %u, dims = [1, 0] : ({X}) -> {XT}
        %a = stablehlo.add %t, %v : {XT}
        %r = {reduced("%a", 0, XT, "tensor<64xf32>")}
        return %r : tensor<64xf32>""")
    assert mnemonics(made).count("transpose") == 1  # y as it is, or x


@pytest.mark.parametrize(("operation", "result", "kept"), [
    (f"stablehlo.slice %t [2:90, 0:64:2] : ({XT}) -> tensor<88x32xf32>", "tensor<88x32xf32>", "slice"),
    (f"stablehlo.pad %t, %zero, low = [2, -1], high = [0, 3], interior = [1, 0] : ({XT}, tensor<f32>) -> tensor<193x66xf32>",
     "tensor<193x66xf32>", "pad"),
    (f"stablehlo.reverse %t, dims = [0] : {XT}", XT, "reverse"),
    (f"stablehlo.concatenate %t, %t, dim = 1 : ({XT}, {XT}) -> tensor<96x128xf32>", "tensor<96x128xf32>", "concatenate"),
    (f"stablehlo.reshape %t : ({XT}) -> tensor<12x8x64x1xf32>", "tensor<12x8x64x1xf32>", "reshape"),
    (f"stablehlo.convert %t : ({XT}) -> tensor<96x64xf32>", XT, "convert"),
])
def test_movements_follow_their_dimensions(operation: str, result: str, kept: str) -> None:
    dimensions = list(range(result.count("x")))
    made = sunk("tensor<f32>", f"""
        %a = {operation}
        %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = {dimensions} : ({result}, tensor<f32>)
            -> tensor<f32>
        return %r : tensor<f32>""")
    assert kept in mnemonics(made) and "transpose" not in mnemonics(made)


def test_windows_follow_their_dimensions() -> None:
    made = sunk(X, f"""
        %a = "stablehlo.reduce_window"(%t, %zero) <{{window_dimensions = array<i64: 1, 64>,
            padding = dense<[[0, 0], [63, 0]]> : tensor<2x2xi64>}}> ({{
        ^bb0(%p: tensor<f32>, %q: tensor<f32>):
          %0 = stablehlo.add %p, %q : tensor<f32>
          stablehlo.return %0 : tensor<f32>
        }}) : ({XT}, tensor<f32>) -> {XT}
        %r = stablehlo.transpose %a, dims = [1, 0] : ({XT}) -> {X}
        return %r : {X}""")
    assert "transpose" not in mnemonics(made)


@pytest.mark.parametrize("body", [
    f"%r = stablehlo.tanh %t : {XT}\n return %r : {XT}",
    f"%r = stablehlo.add %t, %y : {XT}\n return %r : {XT}",
    f"""%c = stablehlo.tanh %t : {XT}
        %d = stablehlo.reshape %c : ({XT}) -> tensor<6144xf32>
        %r = stablehlo.reshape %d : (tensor<6144xf32>) -> {XT}
        return %r : {XT}""",
])
def test_what_ends_in_the_order_of_the_transpose_keeps_it_in_its_place(body: str) -> None:
    before = mnemonics(program(HEAD.replace("RESULT", XT) + body + "}"))
    assert mnemonics(sunk(XT, body)) == [name for name in before if name != "constant"]


def test_few_elements_stay() -> None:
    before = program("""(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
        %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
        %1 = stablehlo.tanh %0 : tensor<4x8xf32>
        %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
        return %2 : tensor<8x4xf32> }""")
    assert mnemonics(after(before, PASSES["sink_transposes"])).count("transpose") == 2


def test_transposes_in_loops_sink_in_their_bodies() -> None:
    body = f"""%a = stablehlo.transpose %z, dims = [1, 0] : ({X}) -> {XT}
            %b = stablehlo.tanh %a : {XT}
            %c = stablehlo.transpose %b, dims = [1, 0] : ({XT}) -> {X}"""
    made = sunk(X, f"""
        {loop("3", "%z = %x", X, body, "%c").replace("%zero", "%none")}
        return %r#1 : {X}""")
    assert "transpose" not in mnemonics(made)


@pytest.mark.parametrize("dimensions", ["[0, 1]", "[1]", "[0]"])
def test_a_body_that_may_be_any_function_meets_the_elements_as_before(dimensions: str) -> None:
    """2 a + b, which depends on the order."""
    result = "tensor<i64>" if "," in dimensions else f"tensor<{30 if dimensions == '[1]' else 32}xi64>"
    before = program(f"""(%x: tensor<32x30xi64>) -> {result} {{
        %c = stablehlo.constant dense<1> : tensor<i64>
        %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<32x30xi64>) -> tensor<30x32xi64>
        %1 = stablehlo.reduce(%0 init: %c) across dimensions = {dimensions} : (tensor<30x32xi64>, tensor<i64>) -> {result}
          reducer(%a: tensor<i64>, %b: tensor<i64>) {{
            %2 = stablehlo.add %a, %a : tensor<i64>
            %3 = stablehlo.add %2, %b : tensor<i64>
            stablehlo.return %3 : tensor<i64>
          }}
        return %1 : {result} }}""")
    made = after(before, PASSES["sink_transposes"])
    assert mnemonics(made) != mnemonics(before) or dimensions == "[0, 1]"
    (x,) = given = arguments(before, 1)
    rows = {"[0, 1]": x.T.reshape(-1), "[1]": x, "[0]": x.T}[dimensions]
    wanted: Any = np.ones(rows.shape[1:], np.int64)
    for row in rows:
        wanted = wanted + wanted + row
    for found in (*run(made, *given), *run_compiled(compiled(before), *given)):
        assert np.array_equal(wanted, found)


def test_keepdims_puts_sizes_of_one_where_rows_go_together() -> None:
    made = sunk("tensor<64xf32>", f"""
        %m = {reduced("%t", 0, XT, "tensor<64xf32>")}
        %k = stablehlo.reshape %m : (tensor<64xf32>) -> tensor<1x64xf32>
        %e = stablehlo.exponential %k : tensor<1x64xf32>
        %s = stablehlo.broadcast_in_dim %e, dims = [0, 1] : (tensor<1x64xf32>) -> {XT}
        %c = stablehlo.subtract %t, %s : {XT}
        %r = {reduced("%c", 0, XT, "tensor<64xf32>")}
        return %r : tensor<64xf32>""")
    (exponential,) = (op for op in made.walk() if op.mnemonic == "exponential")
    assert exponential.results[0].type.shape == (64, 1)


class _Transposing(random_programs.RandomProgram):
    """Programs with many transposes, and with what they sink through."""

    shapes = ((3,), (2, 3), (3, 2), (1, 3), (3, 1), (2, 1, 3), (6,), (2, 3, 4), (4, 2, 3), (4, 6), (6, 4), (2, 3, 1, 4), (3, 3),
              (3, 3, 3))

    def one(self, choices: Any) -> Any:
        if isinstance(choices, list) and self.elementwise in choices:
            choices = [*choices, *[self.transpose] * 5, *[self.elementwise] * 2, *[self.reduce] * 2, self.reverse, self.window]
        return super().one(choices)

    def reverse(self, b: Builder) -> Value:
        x = self.value()
        return b("stablehlo.reverse", x, dimensions=[d for d in range(x.rank) if self.rng.random() < 0.5])

    def window(self, b: Builder) -> Value | None:
        x = self.value()
        if not x.rank or 0 in x.shape:
            return None
        name = {"float": "maximum", "sint": "add", "pred": "or"}[x.element.kind]
        return b("stablehlo.reduce_window", [x], [self.constant(b, TensorType((), x.element))],
                 window_dimensions=[int(self.rng.integers(1, n + 1)) for n in x.shape],
                 window_strides=[int(n) for n in self.rng.integers(1, 3, x.rank)], padding=self.rng.integers(0, 2, (x.rank, 2)),
                 regions=[combining(f"stablehlo.{name}", x.element)])


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_keep_their_meaning(seed: int) -> None:
    module = _Transposing(seed, count=30).module()
    sinking = told("sink_transposes", least_bytes=1)
    made = run_passes(module, [sinking if p.name == sinking.name else p for p in PIPELINE], verify_each=True)
    for k in range(2):
        assert_nearly_same(module, made, k)


@pytest.mark.parametrize("name", ["f32", "f64", "i32"])
def test_compiled_sums_and_extremes_of_transposes(name: str) -> None:
    """Against NumPy: heads that were split from rows, and results in another order than elements lie in."""
    x = np.random.default_rng(0).integers(-3, 4, (3, 33, 5, 17)).astype(element_type(name).dtype)
    squares, largest = run_compiled(compiled(f"""(%x: tensor<3x33x5x17x{name}>) -> (tensor<5x33x{name}>,
            tensor<17x3x{name}>) {{
        %i = stablehlo.constant dense<0> : tensor<i8>
        %c = stablehlo.convert %i : (tensor<i8>) -> tensor<{name}>
        %0 = stablehlo.transpose %x, dims = [0, 2, 1, 3] : (tensor<3x33x5x17x{name}>) -> tensor<3x5x33x17x{name}>
        %1 = stablehlo.multiply %0, %0 : tensor<3x5x33x17x{name}>
        %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0, 3] : (tensor<3x5x33x17x{name}>,
            tensor<{name}>) -> tensor<5x33x{name}>
        %3 = stablehlo.transpose %x, dims = [3, 0, 2, 1] : (tensor<3x33x5x17x{name}>) -> tensor<17x3x5x33x{name}>
        %4 = stablehlo.reduce(%3 init: %c) applies stablehlo.maximum across dimensions = [2, 3] : (tensor<17x3x5x33x{name}>,
            tensor<{name}>) -> tensor<17x3x{name}>
        return %2, %4 : tensor<5x33x{name}>, tensor<17x3x{name}> }}"""), x)
    assert np.array_equal(squares, (x * x).sum((0, 3)).T)
    assert np.array_equal(largest, np.maximum(x.max((1, 2)).T, 0))
