"""Every equation of the rules holds bit for bit, on all numbers of small types and the hard ones of large types."""

from __future__ import annotations

from itertools import product
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import C64, C128, ELEMENT_TYPES, F32, PRED, ElementType
from hloom.ops.stablehlo.comparison import Select
from hloom.ops.stablehlo.conversion import Complex, Imag, Real
from hloom.ops.stablehlo.elementwise import Not, Power
from hloom.passes import PASSES, Pass
from hloom.passes.rewriting import index, rewrite
from hloom.passes.rules.algebra import EQUATIONS
from hloom.passes.rules.equation import Application, Equation, Literal, Term, Variable, build
from tests.passes.programs import FunctionBuilder, after, run, same

TESTED = [ELEMENT_TYPES[name] for name in ("i1", "i4", "ui4", "i32", "f16", "f32", "f64", "complex<f32>")]
CASES = [(equation, type) for equation in EQUATIONS for type in TESTED if type in equation.types]


def hard_numbers(type: ElementType) -> np.ndarray:
    """All numbers of a type of up to 4 bits; of others the ends of the range, zeros, infinities, NaN, ones, powers."""
    if type is PRED:
        return np.array([False, True])
    if type.is_integer:
        signed = type.kind == "sint"
        low, high = (-(1 << (type.width - 1)), (1 << (type.width - 1)) - 1) if signed else (0, (1 << type.width) - 1)
        if type.width <= 4:
            return np.arange(low, high + 1).astype(type.dtype)
        return np.array([low, low + 1, low // 2, low // 2 - signed, *range(8), high // 2, high - 1, high], type.dtype)
    part = type.part
    tiny, most = (float(getattr(ml_dtypes.finfo(part.dtype), name)) for name in ("smallest_subnormal", "max"))
    positive = [0.0, tiny, 3 * tiny, 0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 1e4, most, np.inf]
    numbers = np.array([*positive, *(-x for x in positive), np.nan], np.float64).astype(part.dtype)
    if not type.is_complex:
        return numbers
    some = numbers[[0, 5, 12, 13, 11, 24]]
    return np.array([complex(a, b) for a, b in product(some, some)], type.dtype)


def variable_types(term: Term, type: ElementType, found: dict[str, ElementType]) -> None:
    """The element types of the variables of a term that has elements of `type`."""
    if isinstance(term, Variable):
        found[term.name] = type
    elif isinstance(term, Application):
        for k, operand in enumerate(term.operands):
            wanted = type
            if term.operation is Select and k == 0:
                wanted = PRED
            elif term.operation is Complex:
                wanted = type.part
            elif term.operation in (Real, Imag):
                wanted = C64 if type is F32 else C128
            variable_types(operand, wanted, found)


def instance(equation: Equation, type: ElementType) -> tuple[Any, list[np.ndarray], int]:
    """A program that computes the left side, its arguments over all combinations of hard numbers, and their count."""
    types: dict[str, ElementType] = {}
    variable_types(equation.left, type, types)
    columns = np.meshgrid(*(np.arange(len(hard_numbers(t))) for t in types.values()), indexing="ij")
    arrays = {name: hard_numbers(t)[column.reshape(-1)] for (name, t), column in zip(types.items(), columns)}
    count = columns[0].size
    free = [name for name in types if not Variable(name).is_constant]
    b = FunctionBuilder([TensorType((count,), types[name]) for name in free])
    bindings: dict[str, Value] = dict(zip(free, b.arguments))
    for name in types:
        if name not in free:
            attribute = DenseElementsAttr(TensorType((count,), types[name]), arrays[name])
            bindings[name] = b("stablehlo.constant", value=attribute)
    result = _build(equation.left, bindings, b, type, count)
    return b.module(result), [arrays[name] for name in free], count


def _build(term: Term, bindings: dict[str, Value], b: Any, type: ElementType, count: int) -> Value:
    if isinstance(term, Application):
        types = [PRED if term.operation is Select and k == 0 else type for k in range(len(term.operands))]
        operands = [_build(t, bindings, b, e, count) for t, e in zip(term.operands, types)]
        return b(term.operation, *operands)
    return build(term, bindings, b, TensorType((count,), type))


@pytest.mark.parametrize(("equation", "type"), CASES, ids=[f"{e.text} [{t}]" for e, t in CASES])
def test_both_sides_are_equal(equation: Equation, type: ElementType) -> None:
    module, arrays, _ = instance(equation, type)
    rules = index(equation.rules())
    changed: list[bool] = []
    step = Pass("one equation", lambda m: bool(changed.append(rewrite(m, rules)) or changed[-1]))
    rewritten = after(module, step)
    assert changed == [True]
    wanted, got = run(module, *arrays)[0], run(rewritten, *arrays)[0]
    if equation.left.operation is Power:  # of which the last bit is open
        np.testing.assert_allclose(np.asarray(got, np.float64), np.asarray(wanted, np.float64), rtol=5e-16)
        assert np.array_equal(np.signbit(got) | (got != got), np.signbit(wanted) | (wanted != wanted))
    else:
        assert same(wanted, got)


def test_an_equation_applies_to_all_orders_of_commutative_operands() -> None:
    x = TensorType((2,), F32)
    for swapped in (False, True):
        b = FunctionBuilder([x, x])
        first, second = b("stablehlo.negate", b.arguments[1]), b.arguments[0]
        module = b.module(b("stablehlo.add", *((first, second) if swapped else (second, first))))
        (equation,) = (e for e in EQUATIONS if e.text == "add(x, negate(y)) -> subtract(x, y)")
        rewritten = after(module, Pass("one equation", lambda m, e=equation: rewrite(m, index(e.rules()))))
        assert "subtract" in [op.mnemonic for op in rewritten.walk()]


@pytest.mark.parametrize(("left", "type"), [
    ("add(x, 0)", "f32"), ("multiply(x, 0)", "f32"), ("subtract(x, x)", "f32"), ("divide(x, x)", "i32"),
    ("subtract(0, x)", "f32"), ("negate(subtract(x, y))", "f32"), ("maximum(x, MAX)", "f32"),
    ("divide(negate(x), negate(y))", "i32"),
])
def test_what_does_not_hold_is_not_a_rule(left: str, type: str) -> None:
    """Laws of real numbers that -0, infinities, NaN or wrapping break: the canonical form must keep the operation."""
    equation = Equation(f"{left} -> x", [ELEMENT_TYPES[type]])
    module, arrays, _ = instance(equation, ELEMENT_TYPES[type])
    rewritten = after(module, PASSES["canonicalize"])
    assert same(run(module, *arrays)[0], run(rewritten, *arrays)[0])
    body = rewritten.functions["main"].body
    assert body.block.terminator.operands[0] not in body.arguments


def test_literals_are_told_apart_by_their_bits() -> None:
    """`x + 0` stays where `x + -0` goes."""
    (equation,) = (e for e in EQUATIONS if e.text == "add(x, -0) -> x")
    for number, changes in ((-0.0, True), (0.0, False)):
        b = FunctionBuilder([TensorType((3,), F32)])
        module = b.module(b("stablehlo.add", b.arguments[0], b.splat(number, TensorType((3,), F32))))
        assert rewrite(module, index(equation.rules())) is changes


def test_terms_parse_to_trees() -> None:
    equation = Equation("select(not(p), x, 0) -> x", [F32])
    assert equation.left == Application(Select, (Application(Not, (Variable("p"),)), Variable("x"), Literal("0")))
    assert str(equation) == equation.text
