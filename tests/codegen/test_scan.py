"""Cumulative reductions of any body that is a monoid, of several operands and any type, between guard pages."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.numbers.element_type import element_type
from tests.harness import check, compiled, lower, run

SHAPES = {(3, 37): (0, 1), (2, 5, 70): (1,), (33,): (0,)}


def program(shape: tuple[int, ...], dimension: int, reverse: bool, types: list[str], starts: list[str], body: str) -> str:
    """A reduce_window over one dimension from its beginning, or its end."""
    count, length = len(types), shape[dimension]
    tensors = [f"tensor<{'x'.join(map(str, [*shape, t]))}>" for t in types]
    scalars = [f"tensor<{t}>" for t in types]
    padding = [[0, 0] if k != dimension else [0, length - 1] if reverse else [length - 1, 0] for k in range(len(shape))]
    window = ", ".join(str(n if k == dimension else 1) for k, n in enumerate(shape))
    arguments = ", ".join(f"%{side}{k}: {t}" for side in "ab" for k, t in enumerate(scalars))
    names = [f"%x{k}" for k in range(count)]
    constants = "\n".join(f"%c{k} = stablehlo.constant dense<{v}> : {t}" for k, (v, t) in enumerate(zip(starts, scalars)))
    given = ", ".join(f"{n}: {t}" for n, t in zip(names, tensors))
    return f"""func.func @main({given}) -> ({', '.join(tensors)}) {{
        {constants}
        %r:{count} = "stablehlo.reduce_window"({', '.join(names)}, {', '.join(f'%c{k}' for k in range(count))}) <{{
            window_dimensions = array<i64: {window}>, padding = dense<{padding}> : tensor<{len(shape)}x2xi64>}}> ({{
        ^bb0({arguments}):
          {body}
        }}) : ({', '.join(tensors + scalars)}) -> ({', '.join(tensors)})
        return {', '.join(f'%r#{k}' for k in range(count))} : {', '.join(tensors)} }}"""


def numbers(shape: tuple[int, ...], type: str, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 2 if type == "i1" else 4, shape).astype(element_type(type).dtype)


def is_scan(text: str) -> bool:
    return any(kernel.name.startswith("scan") for kernel in lower(text).program.kernels)


RECURRENCE = """%0 = stablehlo.multiply %a0, %b0 : tensor<{0}>
    %1 = stablehlo.multiply %a1, %b0 : tensor<{0}>
    %2 = stablehlo.add %1, %b1 : tensor<{0}>
    stablehlo.return %0, %2 : tensor<{0}>, tensor<{0}>"""
GREATEST = """%0 = stablehlo.compare GE, %a0, %b0 : (tensor<{0}>, tensor<{0}>) -> tensor<i1>
    %1 = stablehlo.select %0, %a0, %b0 : tensor<i1>, tensor<{0}>
    %2 = stablehlo.select %0, %a1, %b1 : tensor<i1>, tensor<i32>
    stablehlo.return %1, %2 : tensor<{0}>, tensor<i32>"""
SINGLE = "%0 = stablehlo.{1} %a0, %b0 : tensor<{0}>\nstablehlo.return %0 : tensor<{0}>"
BODIES = {
    "a linear recurrence": (["i32", "i32"], ["1", "0"], RECURRENCE.format("i32")),
    "a linear recurrence in bytes": (["ui8", "ui8"], ["1", "0"], RECURRENCE.format("ui8")),
    "the greatest and its place": (["f32", "i32"], ["0xFF800000", "-1"], GREATEST.format("f32")),
    "the greatest of narrow floats": (["bf16", "i32"], ["0xFF80", "-1"], GREATEST.format("bf16")),
    "complex sums": (["complex<f32>"], ["(0.0, 0.0)"], SINGLE.format("complex<f32>", "add")),
    "complex products": (["complex<f64>"], ["(1.0, 0.0)"], SINGLE.format("complex<f64>", "multiply")),
    "parity": (["i1"], ["false"], SINGLE.format("i1", "xor")),
    "any": (["i1"], ["false"], SINGLE.format("i1", "or")),
    "a + b + 3 a b": (["i16"], ["0"], """%0 = stablehlo.add %a0, %b0 : tensor<i16>
        %1 = stablehlo.multiply %a0, %b0 : tensor<i16>
        %2 = stablehlo.constant dense<3> : tensor<i16>
        %3 = stablehlo.multiply %1, %2 : tensor<i16>
        %4 = stablehlo.add %0, %3 : tensor<i16>
        stablehlo.return %4 : tensor<i16>"""),
}


@pytest.mark.parametrize("name", sorted(BODIES))
def test_bodies(name: str) -> None:
    types, starts, body = BODIES[name]
    for shape, dimensions in SHAPES.items():
        for dimension in dimensions:
            for reverse in (False, True):
                if name == "complex products" and shape[dimension] > 20:
                    continue  # not exact
                text = program(shape, dimension, reverse, types, starts, body)
                assert is_scan(text)
                arrays = [numbers(shape, t, k) for k, t in enumerate(types)]
                check(text, arrays)


@pytest.mark.parametrize("type", ["f32", "f64"])
def test_sums_of_exponentials(type: str) -> None:
    body = f"""%0 = stablehlo.maximum %a0, %b0 : tensor<{type}>
        %1 = stablehlo.subtract %a0, %b0 : tensor<{type}>
        %2 = stablehlo.compare NE, %1, %1 : (tensor<{type}>, tensor<{type}>) -> tensor<i1>
        %3 = stablehlo.add %a0, %b0 : tensor<{type}>
        %4 = stablehlo.abs %1 : tensor<{type}>
        %5 = stablehlo.negate %4 : tensor<{type}>
        %6 = stablehlo.exponential %5 : tensor<{type}>
        %7 = stablehlo.log_plus_one %6 : tensor<{type}>
        %8 = stablehlo.add %0, %7 : tensor<{type}>
        %9 = stablehlo.select %2, %3, %8 : tensor<i1>, tensor<{type}>
        stablehlo.return %9 : tensor<{type}>"""
    dtype = element_type(type).dtype
    x = np.random.default_rng(0).uniform(-5, 5, (6, 203)).astype(dtype)
    for dimension in (0, 1):
        text = program(x.shape, dimension, False, [type], ["0xFF800000" if type == "f32" else "0xFFF0000000000000"], body)
        assert is_scan(text)
        (found,) = run(compiled(text), x)
        expected = np.logaddexp.accumulate(x.astype(np.longdouble), axis=dimension)
        assert np.max(np.abs(found - expected)) < 40 * np.finfo(dtype).eps * 10


@pytest.mark.parametrize(("start", "body"), [
    ("0", SINGLE.format("i32", "subtract")), ("2", BODIES["a + b + 3 a b"][2].replace("i16", "i32")),
    ("0", "%0 = stablehlo.add %a0, %b0 : tensor<i32>\n%1 = stablehlo.add %0, %b0 : tensor<i32>\n"
          "stablehlo.return %1 : tensor<i32>"),
])
def test_what_is_no_monoid_is_no_scan(start: str, body: str) -> None:
    text = program((3, 11), 1, False, ["i32"], [start], body)
    assert not is_scan(text)
    check(text, [numbers((3, 11), "i32", 0)])
