"""Softmax and its like over short rows, in vectors along the rows: any length, number of rows and type, rare numbers, rests."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.cpu import shaping
from hloom.codegen.cpu.shaping import in_one_stage
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel
from hloom.codegen.plan.remarks import RemarkKind
from hloom.numbers.difference import Tolerance
from hloom.numbers.element_type import element_type
from hloom.pipeline import fusion
from tests import harness
from tests.harness import lower

LOWEST = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "f16": "0xFC00", "bf16": "0xFF80"}
#: What is computed of rows: the greatest, exponentials of differences from it, their sum; quotients, logarithms, squares.
PROGRAMS = {
    "softmax": ("e / sb", "x"), "logarithm of softmax": ("d - lb", "x"), "logarithm of the sum": ("l + m", "r"),
    "variance": ("v * w", "r"), "normalized": ("c * vb", "x"), "greatest and sum": ("m, s", "r, r")}


def program(kind: str, rows: tuple[int, ...], length: int, type: str) -> str:
    matrix, row, number = (f"tensor<{''.join(f'{n}x' for n in dims)}{type}>" for dims in ((*rows, length), rows, ()))
    reduced = f"across dimensions = [{len(rows)}] : ({matrix}, {number}) -> {row}"
    along = f"dims = {[*range(len(rows))]} : ({row}) -> {matrix}"
    lines = {
        "m": f"stablehlo.reduce(%x init: %low) applies stablehlo.maximum {reduced}",
        "mb": f"stablehlo.broadcast_in_dim %m, {along}", "d": f"stablehlo.subtract %x, %mb : {matrix}",
        "e": f"stablehlo.exponential %d : {matrix}", "s": f"stablehlo.reduce(%e init: %zero) applies stablehlo.add {reduced}",
        "sb": f"stablehlo.broadcast_in_dim %s, {along}", "l": f"stablehlo.log %s : {row}",
        "lb": f"stablehlo.broadcast_in_dim %l, {along}", "t": f"stablehlo.reduce(%x init: %zero) applies stablehlo.add {reduced}",
        "w": f"stablehlo.constant dense<{1 / length}> : {row}", "a": f"stablehlo.multiply %t, %w : {row}",
        "ab": f"stablehlo.broadcast_in_dim %a, {along}", "c": f"stablehlo.subtract %x, %ab : {matrix}",
        "q": f"stablehlo.multiply %c, %c : {matrix}", "v": f"stablehlo.reduce(%q init: %zero) applies stablehlo.add {reduced}",
        "vb": f"stablehlo.broadcast_in_dim %v, {along}"}
    formula, shapes = PROGRAMS[kind]
    types = [{"x": matrix, "r": row}[shape] for shape in shapes.split(", ")]
    if ", " not in formula:
        left, sign, right = formula.split()
        name = {"/": "divide", "-": "subtract", "+": "add", "*": "multiply"}[sign]
        lines["y"] = f"stablehlo.{name} %{left}, %{right} : {types[0]}"
        formula = "y"
    results = ", ".join(f"%{name}" for name in formula.split(", "))
    body = "\n".join(f"  %{name} = {line}" for name, line in lines.items())
    return f"""func.func @main(%x: {matrix}) -> ({', '.join(types)}) {{
  %low = stablehlo.constant dense<{LOWEST[type]}> : {number}
  %zero = stablehlo.constant dense<0.0> : {number}
{body}
  return {results} : {', '.join(types)}
}}"""


def check(text: str, x: np.ndarray) -> None:
    """Results between guard pages, against the evaluator's: narrow floats round in each step, and differences cancel."""
    near = 16 * float(ml_dtypes.finfo(x.dtype).eps)
    harness.check(text, [x], tolerance=Tolerance(absolute=near, of_largest=near))


@pytest.mark.parametrize("type", LOWEST)
@pytest.mark.parametrize("kind", PROGRAMS)
def test_short_rows(kind: str, type: str) -> None:
    rng = np.random.default_rng(len(kind))
    for rows, length in [((16,), 2), ((33,), 3), ((5, 67), 4), ((131,), 7), ((40,), 8), ((3, 21), 9), ((50,), 12), ((17,), 16),
                         ((1000,), 1), ((15,), 3), ((100, 3), 5), ((0,), 3)]:
        x = (rng.integers(-16, 17, (*rows, length)) / 8).astype(element_type(type).dtype)
        check(program(kind, rows, length, type), x)


@pytest.mark.parametrize("kind", ["softmax", "logarithm of the sum", "greatest and sum"])
def test_rare_numbers(kind: str) -> None:
    rng = np.random.default_rng(0)
    x = rng.choice(np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -200.0, 200.0], np.float32), (300, 3))
    check(program(kind, (300,), 3, "f32"), x)


@pytest.mark.parametrize("type", LOWEST)
@pytest.mark.parametrize("length", [5, 6, 7, 9, 10, 11, 13, 14, 15, 16])
def test_odd_lengths(length: int, type: str) -> None:
    """Columns that are picked out of registers, and those of squares, which end where the rows do."""
    rng = np.random.default_rng(length)
    for rows in (64, 97):
        x = (rng.integers(-16, 17, (rows, length)) / 8).astype(element_type(type).dtype)
        check(program("greatest and sum", (rows,), length, type), x)


def test_code_for_rests_of_rows() -> None:
    """The last rows are computed with some before them once more, by the same code."""
    lines = [str(lower(program("greatest and sum", (rows,), 11, "f32")).llvm).count("\n") for rows in (960, 961)]
    assert lines[1] < 1.1 * lines[0]


@pytest.mark.parametrize(("rows", "length", "kernels"), [(4000, 20, 2), (4000, 8, 1), (1000, 20, 1), (4000, 600, 1)])
def test_functions_of_results_apart(rows: int, length: int, kernels: int) -> None:
    """The logarithms of many sums of short rows are a kernel of their own; those of few, of long ones, or in one stage, not."""
    decisions = fusion(hloom.parse(program("logarithm of the sum", (rows,), length, "f32")), workers=2)
    assert kernels == 1 + any(reason.kind is RemarkKind.FEW_LANES for each in decisions for reason in each.reasons)


@pytest.mark.parametrize(("kind", "rows", "length", "are"), [
    ("logarithm of the sum", 100, 4, True), ("variance", 100, 8, True), ("greatest and sum", 100, 3, True),
    ("logarithm of the sum", 15, 4, False), ("logarithm of the sum", 100, 40, False)])
def test_which_are_in_one_stage(kind: str, rows: int, length: int, are: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []

    def noted(machine: Machine, kernel: LoopKernel) -> object:
        found.append(in_one_stage(machine, kernel))
        return found[-1]

    monkeypatch.setattr(shaping, "in_one_stage", noted)
    lower(program(kind, (rows,), length, "f32"))
    assert any(kernel is not None for kernel in found) == are
