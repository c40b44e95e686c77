"""Heavy bodies are computed for several registers side by side: which, and that the numbers stay what they are."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.codegen.cpu.vectorisation import register_lanes, step_lanes, unroll_and_jam
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import PointBuffer, Store
from hloom.expr.index import fresh
from hloom.expr.scalar import Apply, Read, Scalar
from hloom.numbers.element_type import ELEMENT_TYPES
from tests.harness import compiled, guarded, run, targets

MANY = 1 << 20
LOOPS = Machine().loops
F32 = ELEMENT_TYPES["f32"]


def element(type: str, name: str = "x") -> Scalar:
    return Read(PointBuffer((MANY,), ELEMENT_TYPES[type], name), (fresh(MANY),), ELEMENT_TYPES[type])


def chain(functions: list[str], x: Scalar) -> Scalar:
    """f(g(h(x)))."""
    for function in functions:
        x = Apply(function, (x,), x.type)
    return x


def total(values: list[Scalar]) -> Scalar:
    found, *others = values
    for value in others:
        found = Apply("add", (found, value), found.type)
    return found


def test_a_long_way_is_worth_several_registers() -> None:
    assert [unroll_and_jam(Machine(), [chain(["tanh"] * n, element("f32"))], MANY) for n in (1, 2, 4, 13)] == [2, 2, 4, 4]
    assert unroll_and_jam(Machine(), [chain(["tanh"] * 20, element("f32"))], MANY) == 2  # too much code for four


@pytest.mark.parametrize("points", [0, 1, LOOPS.points - 1])
def test_a_few_points_are_not(points: int) -> None:
    assert unroll_and_jam(Machine(), [chain(["tanh"] * 4, element("f32"))], points) == 1


def test_points_for_two_and_for_four() -> None:
    numbers = (LOOPS.points, LOOPS.many_points - 1, LOOPS.many_points)
    assert [unroll_and_jam(Machine(), [chain(["tanh"] * 4, element("f32"))], points) for points in numbers] == [2, 2, 4]


def test_instructions_that_wait_for_nothing_are_not() -> None:
    """Neither where functions stand beside each other, nor where many values wait."""
    beside = [chain(["tanh"], element("f32", f"x{k}")) for k in range(4)]
    assert unroll_and_jam(Machine(), [total(beside)], MANY) == 1
    waiting = [element("f32", f"x{k}") for k in range(8)]
    over = chain(["tanh"] * 4, waiting[0])
    for value in reversed(waiting):
        over = Apply("add", (value, over), F32)
    assert unroll_and_jam(Machine(), [over], MANY) == 4  # each is read where it is added
    kept = total([*waiting, over])
    assert unroll_and_jam(Machine(), [kept], MANY) == 1


@pytest.mark.parametrize("type", ["bf16", "f16"])
def test_what_rounds_waits_more(type: str) -> None:
    assert unroll_and_jam(Machine(), [total([element(type, f"x{k}") for k in range(3)])], MANY) == 2
    assert unroll_and_jam(Machine(), [total([element(type, f"x{k}") for k in range(12)])], MANY) == 4
    assert unroll_and_jam(Machine(), [total([element("f32", f"x{k}") for k in range(3)])], MANY) == 2


def test_large_functions_are_enough_code() -> None:
    assert unroll_and_jam(Machine(), [chain(["lgamma", "tanh", "tanh"], element("f32"))], MANY) == 1


@pytest.mark.parametrize("isa", sorted(targets()))
def test_steps(isa: str) -> None:
    """Where there are registers for that, and no more than the loop has elements."""
    target = targets()[isa]
    for extent, most in ((1 << 18, 4), (40, 1), (70, 2)):
        last = fresh(extent)
        x = Read(PointBuffer((extent,), F32, "x"), (last,), F32)
        store = Store(PointBuffer((extent,), F32, "y"), (last,), chain(["tanh"] * 4, x))
        lanes = register_lanes([store], target)
        wanted = min(most, extent // (2 * lanes)) if target.registers >= 32 else 1
        assert step_lanes([store], last, target, points=MANY) == lanes * max(1, wanted)


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "f16"])
@pytest.mark.parametrize("extent", [131_072, 131_072 + 97, 131_072 + 64])
def test_numbers(type: str, extent: int) -> None:
    """The same bits as one element at a time gives, to the end of the last page."""
    tensor = f"tensor<{extent}x{type}>"
    names = ["tanh", "negate", "logistic", "sine", "tanh"]
    body = "\n".join(f"%{k + 1} = stablehlo.{name} %{k} : {tensor}" for k, name in enumerate(names))
    text = f"""func.func @main(%x: {tensor}) -> {tensor} {{
        %0 = stablehlo.add %x, %x : {tensor}
        {body}
        %r = stablehlo.multiply %5, %x : {tensor}
        return %r : {tensor} }}"""
    dtype = ELEMENT_TYPES[type].dtype
    x = guarded((np.random.default_rng(0).standard_normal(extent) * 2).astype(dtype), True)
    few = 1_000
    (found,), (first,) = run(compiled(text), x), run(
        compiled(text.replace(str(extent), str(few))), np.array(x[-few:]))
    assert found[-few:].tobytes() == first.tobytes()
    wide = x.astype(np.float64)
    wanted = np.tanh(np.sin(1 / (1 + np.exp(np.tanh(2 * wide))))) * wide
    bound = {"f32": 1e-6, "f64": 1e-14, "bf16": 3e-2, "f16": 4e-3}[type]
    np.testing.assert_allclose(found.astype(np.float64), wanted, rtol=bound, atol=bound)
