"""Products of operands that are copied into another order first, against NumPy's einsum."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import element_type
from hloom.passes import PASSES, run_passes
from tests.harness import compiled, run

SIZES = {"a": 19, "b": 2, "c": 33, "d": 5, "e": 3, "f": 7, "g": 4, "h": 70}


def program(left: str, right: str, batch: str, summed: str, type: str, sum_type: str) -> tuple[str, str]:
    """A product of arrays whose dimensions have names, and its equation."""
    free = "".join(d for d in left + right if d not in batch + summed)
    types = {side: f"tensor<{'x'.join([*(str(SIZES[d]) for d in side), t])}>"
             for side, t in ((left, type), (right, type), (batch + free, sum_type))}
    numbers = " x ".join(str([side.index(d) for d in batch]) for side in (left, right))
    summing = " x ".join(str([side.index(d) for d in summed]) for side in (left, right))
    result = types[batch + free]
    return f"""func.func @main(%x: {types[left]}, %y: {types[right]}) -> {result} {{
        %0 = stablehlo.dot_general %x, %y, batching_dims = {numbers}, contracting_dims = {summing}
          : ({types[left]}, {types[right]}) -> {result}
        return %0 : {result} }}""", f"{left},{right}->{batch + free}"


def copies(text: str) -> bool:
    return any(op.name == "stablehlo.transpose" for op in run_passes(hloom.parse(text), [PASSES["decompose"]]).walk())


@pytest.mark.parametrize("types", [("f32", "f32"), ("f64", "f64"), ("bf16", "f32"), ("f16", "f16"), ("i8", "i32"), ("i32", "i32"),
                                   ("ui8", "ui8"), ("complex<f32>", "complex<f32>")])
@pytest.mark.parametrize(("left", "right", "batch", "summed"), [
    ("aef", "gefb", "", "ef"),  # few columns last
    ("aef", "cfbe", "", "ef"),  # summed last, in another order
    ("daef", "gefbd", "d", "ef"),  # a batch behind them
    ("dfa", "cdfb", "d", "f"),
    ("hef", "fe", "", "ef"),  # sums over two axes of a vector, of a few columns, of the left operand
    ("hef", "fegb", "", "ef"),
    ("fe", "efh", "", "ef"),
    ("gfed", "dhef", "d", "ef"),
])
def test_products(left: str, right: str, batch: str, summed: str, types: tuple[str, str]) -> None:
    text, equation = program(left, right, batch, summed, *types)
    assert copies(text)
    rng, (given, made) = np.random.default_rng(0), (element_type(t).dtype for t in types)
    x, y = (rng.integers(0 if types[0] == "ui8" else -1, 2, [SIZES[d] for d in side]).astype(given) for side in (left, right))
    (found,) = run(compiled(text), x, y)
    wide = np.complex128 if given.kind == "c" else np.float64
    assert np.array_equal(found, np.einsum(equation, x.astype(wide), y.astype(wide)).astype(made))


@pytest.mark.parametrize(("left", "right", "batch", "summed"), [
    ("aef", "efgb", "", "ef"),  # columns side by side
    ("aef", "gefc", "", "ef"),  # many columns side by side
    ("ef", "gefb", "", "ef"),  # one row
    ("ae", "eb", "", "e"),
    ("aef", "fe", "", "ef"),  # few rows
    ("hea", "fe", "e", ""),  # nothing is summed
])
def test_what_is_read_where_it_is(left: str, right: str, batch: str, summed: str) -> None:
    assert not copies(program(left, right, batch, summed, "f32", "f32")[0])


def test_a_transpose_is_a_copy_as_well() -> None:
    text = """func.func @main(%x: tensor<19x21xf32>, %y: tensor<21x4x2xf32>) -> tensor<19x4x2xf32> {
        %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
          : (tensor<19x21xf32>, tensor<21x4x2xf32>) -> tensor<19x4x2xf32>
        return %0 : tensor<19x4x2xf32> }"""
    turned = text.replace("%y: tensor<21x4x2xf32>", "%z: tensor<4x21x2xf32>").replace("        %0", """
        %y = stablehlo.transpose %z, dims = [1, 0, 2] : (tensor<4x21x2xf32>) -> tensor<21x4x2xf32>
        %0""")
    assert [len(hloom.compile(hloom.parse(t)).kernels) for t in (text, turned)] == [1, 2]
