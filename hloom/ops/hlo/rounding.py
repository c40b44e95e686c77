"""Rounding by chance."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, F64
from hloom.ops.definition.constraints import tensor
from hloom.ops.definition.operation import C, Op, Operand, Result
from hloom.support.diagnostics import UserError


class StochasticConvert(Op, name="hlo.stochastic_convert"):
    """Rounds to an integer or a narrower float, away from zero by chance.

    What is cut off, as a share of the distance between the neighbours, is compared with `random / 2^width`: the result is the
    neighbour away from zero where the random number is smaller. Numbers that the result's type does not reach become its
    nearest one; NaN becomes 0 as an integer.
    """

    operand: Operand = tensor
    random: Operand = tensor
    result: Result = tensor
    result_checks = [C("result", "operand, random numbers and result must have one shape, got {operand}, {random} and {result}",
                       lambda op: op.operand.type.shape == op.random.type.shape == op.result.type.shape)]

    def expand(op, lowering: Any, operand: Any, random: Any) -> Any:
        given, wanted = operand.type.element, op.result.type.element
        if not given.is_float or not (wanted.is_float or wanted.is_integer) or wanted.width < 8 or (
                wanted.is_float and wanted.width >= given.width):
            raise UserError.at(op.span, "conversion",
                               f"stochastic-convert from {given} to {wanted} has no counterpart in StableHLO")
        return _Rounding(lowering, operand, random, op.result.type).result()

    def accesses(op, i: Any, number: int) -> Any:
        return [op.operand[i], op.random[i]]


class _Rounding:
    """The parts of the computation, in f64, where every difference between neighbours is exact."""

    def __init__(self, lowering: Any, operand: Any, random: Any, type: TensorType) -> None:
        self.lowering, self.operand, self.random, self.type = lowering, operand, random, type
        self.wide = operand.type.with_element(F64)

    def make(self, name: str, *operands: Any, type: Any = None, **more: Any) -> Any:
        return self.lowering.make(f"stablehlo.{name}", list(operands), result_types=None if type is None else [type], **more)

    def splat(self, value: Any, like: TensorType) -> Any:
        one = self.lowering.constant(np.asarray(value, like.storage.dtype), like.storage)
        return one if not like.rank else self.make("broadcast_in_dim", one, type=like, broadcast_dimensions=())

    def compared(self, direction: str, a: Any, b: Any) -> Any:
        return self.make("compare", a, b, comparison_direction=direction)

    def result(self) -> Any:
        x = self.make("convert", self.operand, type=self.wide)
        size = self.make("abs", x)
        lower, upper = self.integers(size) if self.type.storage.kind in ("sint", "uint") else self.floats(size)
        share = self.make("divide", self.make("subtract", size, lower), self.make("subtract", upper, lower))
        width: int = self.random.type.storage.width
        chance = self.make("multiply", share, self.splat(2.0**width, self.wide))
        unit = self.make("floor", chance)
        up = self.compared("LT", self.make("convert", self.random, type=self.wide), unit)
        rounded = self.make("select", up, upper, lower)
        negative = self.compared("LT", x, self.splat(0.0, self.wide))
        signed = self.make("select", negative, self.make("negate", rounded), rounded)
        # Zeros, infinities and NaN, and what the result's type does not reach, are converted as ever.
        plain = self.compared("EQ", size, lower)
        low, high = self.limits()
        limit = self.make("select", negative, self.splat(-low, self.wide), self.splat(high, self.wide))
        reached = self.compared("LT", size, limit)
        direct = self.make("convert", self.operand, type=self.type)
        found = self.make("select", plain, direct, self.make("convert", signed, type=self.type))
        return self.make("select", reached, found, direct)

    def limits(self) -> tuple[float, float]:
        """From where on nothing is left to chance: the lowest and the highest number of the result's type."""
        info = ml_dtypes.iinfo if self.type.storage.kind in ("sint", "uint") else ml_dtypes.finfo
        found: Any = info(self.type.storage.dtype)
        return float(found.min), float(found.max)

    def integers(self, size: Any) -> tuple[Any, Any]:
        lower = self.make("floor", size)
        return lower, self.make("add", lower, self.splat(1.0, self.wide))

    def floats(self, size: Any) -> tuple[Any, Any]:
        """The neighbours in the narrower type: patterns of bits of positive floats are in the order of their values."""
        bits = self.type.with_element(ELEMENT_TYPES[f"ui{self.type.storage.width}"])
        nearest = self.make("convert", size, type=self.type)
        above = self.compared("GT", self.make("convert", nearest, type=self.wide), size)
        pattern = self.make("bitcast_convert", nearest, type=bits)
        one = self.splat(1, bits)
        low = self.make("select", above, self.make("subtract", pattern, one), pattern)
        values = (low, self.make("add", low, one))
        lower, upper = (self.make("convert", self.make("bitcast_convert", v, type=self.type), type=self.wide) for v in values)
        return lower, upper
