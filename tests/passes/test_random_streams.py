"""Draws from a run's stream of random numbers, compiled: the numbers of the evaluator, in every type and through control flow."""

from __future__ import annotations

import re

import numpy as np
import pytest

import hloom
from tests.harness import apart


def agree(text: str, *arrays: np.ndarray, falls_back: bool = False) -> tuple:
    module = hloom.parse(f"func.func @main{text}")
    exe = hloom.compile(module)
    assert bool(exe.fallbacks) == falls_back
    found = exe(*arrays)
    for a, b in zip(found, hloom.evaluate(module, *arrays), strict=True):
        is_normal = "NORMAL" in text and a.dtype.kind == "f"  # whose logarithms and cosines may be an ulp apart
        assert np.allclose(a, b, rtol=1e-6, atol=0) if is_normal else not apart(a, b), (a.dtype, a, b)
    for a, b in zip(found, exe(*arrays)):
        assert a.tobytes() == b.tobytes()  # each run begins anew
    return found


def drawn(number: int, distribution: str, element: str, low: str, high: str, shape: tuple[int, ...]) -> tuple[str, str, str]:
    """Lines that draw numbers, the value, and its type."""
    type = f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"
    sizes = f"dense<{list(shape)}> : tensor<{len(shape)}xi64>" if shape else "dense<> : tensor<0xi64>"
    return f"""%a{number} = stablehlo.constant dense<{low}> : tensor<{element}>
      %b{number} = stablehlo.constant dense<{high}> : tensor<{element}>
      %s{number} = stablehlo.constant {sizes}
      %r{number} = stablehlo.rng %a{number}, %b{number}, %s{number}, distribution = {distribution}
        : (tensor<{element}>, tensor<{element}>, tensor<{len(shape)}xi64>) -> {type}""", f"%r{number}", type


def test_draws_follow_each_other_in_every_type() -> None:
    uniform = [("f32", "-1.5", "2.0", (37,)), ("f64", "0.0", "1.0", (3, 5)), ("bf16", "1.0", "1.5", (50,)),
               ("f16", "0.0", "3.0", ()), ("i32", "-7", "9", (41,)), ("ui8", "3", "250", (20,)), ("i8", "5", "5", (4,)),
               ("i64", "-9000000000", "9000000000", (9,)), ("ui64", "0", "18446744073709551615", (9,)),
               ("i1", "false", "true", (30,)), ("f32", "0.0", "1.0", (0, 3))]
    normal = [("f32", "1.0", "2.0", (33,)), ("f64", "0.0", "1.0", (2, 3, 4)), ("bf16", "0.0", "1.0", (8,))]
    draws = [*(("UNIFORM", *draw) for draw in uniform), *(("NORMAL", *draw) for draw in normal)]
    made = [drawn(k, *draw) for k, draw in enumerate(draws)]
    values, types = ", ".join(v for _, v, _ in made), ", ".join(t for _, _, t in made)
    lines = "\n".join(line for line, _, _ in made)
    found = agree(f"() -> ({types}) {{ {lines}\n return {values} : {types} }}")
    assert found[0].min() >= -1.5 and found[0].max() < 2 and len(set(found[0].tolist())) > 30


LINES, VALUE, TYPE = drawn(0, "UNIFORM", "f32", "0.0", "1.0", (6,))
MORE, OTHER, _ = drawn(1, "NORMAL", "f32", "0.0", "1.0", (6,))


def test_the_state_goes_through_branches_and_loops() -> None:
    inner, within, _ = drawn(2, "UNIFORM", "f32", "0.0", "1.0", (6,))
    text = f"""(%p: tensor<i1>, %n: tensor<i32>) -> ({TYPE}, {TYPE}, {TYPE}, {TYPE}) {{
      {LINES}
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %0 = "stablehlo.if"(%p) ({{
        {MORE}
        stablehlo.return {OTHER} : {TYPE}
      }}, {{
        stablehlo.return {VALUE} : {TYPE}
      }}) : (tensor<i1>) -> {TYPE}
      %1:2 = stablehlo.while(%k = %zero, %v = {VALUE}) : tensor<i32>, {TYPE}
      cond {{
        %q = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %q : tensor<i1>
      }} do {{
        {inner}
        %2 = stablehlo.add %v, {within} : {TYPE}
        %3 = stablehlo.add %k, %one : tensor<i32>
        stablehlo.return %3, %2 : tensor<i32>, {TYPE}
      }}
      {drawn(3, "UNIFORM", "f32", "0.0", "1.0", (6,))[0]}
      return {VALUE}, %0, %1#1, %r3 : {TYPE}, {TYPE}, {TYPE}, {TYPE} }}"""
    for decided in (True, False):
        for count in (0, 1, 5):
            agree(text, np.array(decided), np.array(count, np.int32))


@pytest.mark.parametrize("delta", [3, -5, 1 << 62])
def test_the_state_itself(delta: int) -> None:
    line = f"mhlo.xla.rng_get_and_update_state {{delta = {delta} : i64}}"
    agree(f"() -> (tensor<2xui64>, tensor<2xui64>, {TYPE}) {{ %0 = {line}\n %1 = {line}\n {LINES}\n"
          f"return %0, %1, {VALUE} : tensor<2xui64>, tensor<2xui64>, {TYPE} }}")


def loop(condition: str, body: str = "", compared: str = "%r4") -> str:
    return f"""stablehlo.while(%v = %x) : tensor<f32>
      cond {{
        {condition}
        %q = stablehlo.compare LT, {compared}, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %q : tensor<i1>
      }} do {{
        {body}
        %1 = stablehlo.add %v, %c : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }}"""


ONE = drawn(4, "UNIFORM", "f32", "0.0", "1.0", ())[0]
#: The same with other names.
WITHIN = re.sub(r"%([vqabsr1]4?\b)", r"%inner\1", loop(ONE))


@pytest.mark.parametrize("bound", [0.0, 0.8, 0.95])
@pytest.mark.parametrize("body", ["", drawn(5, "NORMAL", "f32", "0.0", "1.0", ())[0], f"%w = {WITHIN}"],
                         ids=["steady", "drawing", "with a loop within"])
def test_a_condition_that_draws(bound: float, body: str) -> None:
    total, *_ = agree(f"""(%x: tensor<f32>) -> (tensor<f32>, {TYPE}) {{
      %c = stablehlo.constant dense<{bound}> : tensor<f32>
      %0 = {loop(ONE, body)}
      {LINES}
      return %0, {VALUE} : tensor<f32>, {TYPE} }}""", np.array(0, np.float32))
    assert bound > 0 or total == 0


def test_a_condition_that_says_what_it_was_given() -> None:
    agree(f"""(%p: tensor<i1>) -> (tensor<i1>, {TYPE}) {{
      %0 = stablehlo.while(%v = %p) : tensor<i1>
      cond {{
        {ONE}
        stablehlo.return %v : tensor<i1>
      }} do {{
        %1 = stablehlo.not %v : tensor<i1>
        stablehlo.return %1 : tensor<i1>
      }}
      {LINES}
      return %0, {VALUE} : tensor<i1>, {TYPE} }}""", np.array(True))


def test_conditions_within_conditions_are_left_to_the_evaluator() -> None:
    agree(f"""(%x: tensor<f32>) -> (tensor<f32>, {TYPE}) {{
      %c = stablehlo.constant dense<0.4> : tensor<f32>
      %0 = {loop(f"%w = {WITHIN}", compared="%w")}
      {LINES}
      return %0, {VALUE} : tensor<f32>, {TYPE} }}""", np.array(0, np.float32), falls_back=True)
