"""Self-checking programs: the `check` and `interpreter` operations, and the custom calls `check.*` that mean the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from hloom.ir.attributes import FloatAttr, IntegerAttr
from hloom.ir.core import Operation
from hloom.numbers.bits import to_bits
from hloom.numbers.difference import EQUAL, Tolerance, difference, units_text
from hloom.numbers.element_type import ELEMENT_TYPES, F64, of_dtype
from hloom.ops.builtin.function import Function, has_type
from hloom.ops.common.process import Process
from hloom.ops.common.region_function import same_types, types_text
from hloom.ops.definition.attribute_kinds import AttributeKind, array_of, elements, string, symbol
from hloom.ops.definition.constraints import any_tensor, per_tensor_quantized, tensor, token
from hloom.ops.definition.operation import Attr, C, Op, Operand, Operands, Results, type_of
from hloom.support.diagnostics import Diagnostic, EvaluationError

Array = Any

#: Numbers of units in the last place, of any type; written without one.
_units: Any = AttributeKind("integer", lambda a: isinstance(a, IntegerAttr), lambda a: a.value,
                            lambda v: IntegerAttr(v, ELEMENT_TYPES["ui64"]), ("integer", ELEMENT_TYPES["ui64"]))
#: An absolute tolerance.
_tolerance: Any = AttributeKind("f64 number", lambda a: isinstance(a, FloatAttr), lambda a: a.value,
                                lambda v: FloatAttr(int(to_bits(np.asarray(v, np.float64))), F64), ("float", F64))


class CheckFailure(EvaluationError):
    """A program's own check does not hold: names the first element that differs, and both of its values."""


def _expect(op: Operation, found: Array, expected: Array, tolerance: Tolerance, allowed: str = "") -> None:
    """Raises CheckFailure where arrays do not agree; `allowed` says what of floats would."""
    apart = difference(found, expected, tolerance)
    if apart:
        raise CheckFailure.of(Diagnostic("check", f"{op.name}: {apart}{allowed and f'; {allowed}'}", op.span))


def is_integer(x: Array) -> bool:
    type = of_dtype(np.asarray(x).dtype)
    return not (type.is_float or type.is_complex)


def expect_eq(op: Operation, lhs: Array, rhs: Array) -> None:
    """That elements are equal; NaN equals NaN."""
    _expect(op, lhs, rhs, EQUAL)


def expect_almost_eq(op: Operation, lhs: Array, rhs: Array, tolerance: float) -> None:
    """That elements differ by `tolerance` at most; infinities and NaN equal themselves; integers must be equal."""
    if is_integer(lhs):
        expect_eq(op, lhs, rhs)
    else:
        _expect(op, lhs, rhs, Tolerance(absolute=tolerance), f"allowed are {tolerance}")


def expect_close(op: Operation, lhs: Array, rhs: Array, least: int, most: int) -> None:
    """That elements, and parts of complex ones, are from `least` to `most` units in the last place apart."""
    if is_integer(lhs):
        expect_eq(op, lhs, rhs)
    else:
        _expect(op, lhs, rhs, Tolerance(most, least_units=least), f"allowed are {least} to {units_text(most)}")


class ExpectEq(Op, name="check.expect_eq"):
    """That both operands are equal."""

    lhs: Operand = any_tensor
    rhs: Operand = any_tensor
    is_pure = False
    kernel = "check"
    syntax = "$lhs `,` $rhs attr-dict `:` type($lhs)"

    def eval(op, lhs: Array, rhs: Array) -> None:
        expect_eq(op, lhs, rhs)


class ExpectEqConst(Op, name="check.expect_eq_const"):
    """That the operand is equal to `value`."""

    lhs: Operand = any_tensor
    value: Attr = elements
    is_pure = False
    kernel = "check"
    syntax = "$lhs `,` $value attr-dict"

    def eval(op, lhs: Array) -> None:
        expect_eq(op, lhs, op.value.array())


class ExpectAlmostEq(Op, name="check.expect_almost_eq"):
    """That the operands differ by `tolerance` at most."""

    lhs: Operand = any_tensor
    rhs: Operand = any_tensor
    tolerance: Attr = _tolerance.default(1e-4)
    is_pure = False
    kernel = "check"
    syntax = "$lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)"

    def eval(op, lhs: Array, rhs: Array) -> None:
        expect_almost_eq(op, lhs, rhs, op.tolerance)


class ExpectAlmostEqConst(Op, name="check.expect_almost_eq_const"):
    """That the operand differs from `value` by `tolerance` at most."""

    lhs: Operand = any_tensor
    value: Attr = elements
    tolerance: Attr = _tolerance.default(1e-4)
    is_pure = False
    kernel = "check"
    syntax = "$lhs `,` $value attr-dict"

    def eval(op, lhs: Array) -> None:
        expect_almost_eq(op, lhs, op.value.array(), op.tolerance)


class ExpectClose(Op, name="check.expect_close"):
    """That the operands' distance in units in the last place lies between two bounds."""

    expected: Operand = any_tensor
    actual: Operand = any_tensor
    max_ulp_difference: Attr = _units.default(1)
    min_ulp_difference: Attr = _units.default(0)
    is_pure = False
    kernel = "check"
    syntax = ("$expected `,` $actual (`,` `max_ulp_difference` `=` $max_ulp_difference^)? "
              "(`,` `min_ulp_difference` `=` $min_ulp_difference^)? attr-dict `:` type($expected) `,` type($actual)")

    def eval(op, expected: Array, actual: Array) -> None:
        expect_close(op, actual, expected, op.min_ulp_difference, op.max_ulp_difference)


class ExpectSerializedEq(Op, name="check.expect_serialized_eq"):
    """That the operand is equal to the value number `iter` that the probe `probe_id` saw."""

    expected: Operand = any_tensor
    probe_id: Attr = string
    iter: Attr = _units.default(0)
    is_pure = False
    kernel = "check"
    syntax = "$expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iter^)? attr-dict `:` type($expected)"

    def run(op, process: Process, expected: Array) -> None:
        seen = process.probes.get(op.probe_id, [])
        if not 0 <= op.iter < len(seen):
            raise CheckFailure.of(Diagnostic("check",
                                             f"{op.name}: the probe {op.probe_id!r} has seen {len(seen)} values, "
                                             f"number {op.iter} "
                                             "is asked for", op.span))
        expect_eq(op, seen[op.iter], expected)


class Probe(Op, name="interpreter.probe"):
    """The operand, of which a copy is kept under `probe_id`."""

    operand: Operand = tensor | per_tensor_quantized
    probe_id: Attr = string
    is_pure = False
    kernel = "check"
    syntax = ("$operand `,` `probe_id` `=` $probe_id attr-dict `:` "
              "custom<SameOperandsAndResultType>(type($operand), type($result))")
    result = type_of("operand", exactly=True)

    def run(op, process: Process, operand: Array) -> Any:
        process.keep_probe(op, operand)
        return operand


class Print(Op, name="interpreter.print"):
    """Writes the operand to standard output."""

    operand: Operand = tensor | per_tensor_quantized
    is_pure = False
    kernel = "check"
    syntax = "$operand attr-dict `:` type($operand)"

    def eval(op, operand: Array) -> None:
        print(f"{op.operand.type}: {operand}", file=sys.stdout)


_runs_with = tensor | per_tensor_quantized | token


class RunParallel(Op, name="interpreter.run_parallel"):
    """Runs functions on a grid of processes: `programs[replica][partition]`, each taking the next operands.

    `infeed` names functions whose results are the items of the infeed queue. Results are joined in the same order.
    """

    inputs: Operands = _runs_with
    infeed: Attr = array_of(symbol).default(())
    programs: Attr = array_of(array_of(symbol))
    outputs: Results = _runs_with
    is_pure = False
    kernel = "check"
    checks = [
        C("programs", "programs must be a grid: one row a replica, one function a partition, got {programs}",
          lambda op: len({len(row) for row in op.programs}) == 1 and len(op.programs[0]) > 0),
    ]
    #: Constraints that `diagnose_symbols` checks.
    symbol_labels = ("inputs", "outputs")

    def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
        """That the functions exist, and together take the types of the operands and give those of the results."""
        if not self.checks[0].holds(self):
            return
        functions = [names.get(name) for row in self.programs for name in row]
        listed = [*(name for row in self.programs for name in row), *self.infeed]
        missing = [name for name in listed if not isinstance(names.get(name), Function)]
        if missing:
            yield Diagnostic("symbol", f"{self.name}: there is no function @{missing[0]}", self.span)
        elif all(map(has_type, functions)) and all(_runs_with.holds(v.type) for v in (*self.inputs, *self.outputs)):  # type: ignore[arg-type]
            for what, values in (("inputs", self.inputs), ("outputs", self.outputs)):
                wanted = tuple(type for f in functions for type in getattr(f.function_type, what))  # type: ignore[union-attr]
                mine = tuple(v.type for v in values)
                if not same_types(mine, wanted):
                    yield Diagnostic(f"run_parallel_{what}", f"{what} must have the types {types_text(wanted)} that the programs "
                                     f"have together, got {types_text(mine)}", self.span)

    def run(op, process: Process, *inputs: Any) -> Any:
        rest = list(inputs)
        arguments = []
        for name in (name for row in op.programs for name in row):
            count = process.count_arguments(name)
            arguments.append(tuple(rest[:count]))
            rest = rest[count:]
        if rest:
            raise EvaluationError.at(op.span, "programs", f"{op.name}: {len(rest)} operands are left over")
        return process.run_parallel(op, op.programs, arguments, op.infeed)
