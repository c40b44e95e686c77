"""The `arith` dialect: integer arithmetic whose result needs more bits than its operands have, in two parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ir.types import AnyType
from hloom.numbers import arithmetic
from hloom.numbers import integer as integer_numbers
from hloom.numbers.compare import compare
from hloom.ops.definition.operation import Op, Operand, infers
from hloom.ops.others.arith import ONE_TYPE, integral, truth_of, without_sign
from hloom.ops.stablehlo.elementwise import class_name

Array = Any


def in_two_parts(mnemonic: str, types: str, second: Callable[[AnyType], AnyType],
                 compute: Callable[[Array, Array], tuple[Array, Array]], names: tuple[str, str], meaning: str) -> type[Op]:
    """A function of two integers with two results: one of their type, and one of the type that `second` makes of it."""

    class InTwoParts(Op, name=f"arith.{mnemonic}"):
        lhs: Operand = integral
        rhs: Operand = integral
        kernel = "host"
        is_elementwise = True
        result_names = names
        syntax = f"$lhs `,` $rhs attr-dict `:` custom<{types}>(type(operands), type(results))"
        checks = [ONE_TYPE]

        @infers("type", exactly=True)
        def outputs(op) -> tuple[AnyType, AnyType]:
            return op.lhs.type, second(op.lhs.type)

        def eval(op, lhs: Array, rhs: Array) -> Any:
            return compute(np.asarray(lhs), np.asarray(rhs))

    InTwoParts.__doc__, InTwoParts.__name__ = meaning, class_name(mnemonic)
    return InTwoParts


def _sum_and_carry(x: Array, y: Array) -> tuple[Array, Array]:
    sum = arithmetic.add(x, y)
    return sum, compare(without_sign(sum), without_sign(x), "LT")


def _difference_and_borrow(x: Array, y: Array) -> tuple[Array, Array]:
    return arithmetic.subtract(x, y), compare(without_sign(x), without_sign(y), "LT")


def _product(x: Array, y: Array) -> tuple[Array, Array]:
    """The halves of the product with sign."""
    if x.dtype == np.bool_:  # 1 * 1 is 1, and so is -1 * -1: the upper bit is 0
        return arithmetic.multiply(x, y), np.zeros_like(x)
    return arithmetic.multiply(x, y), integer_numbers.multiply_high(x, y)


def _product_without_sign(x: Array, y: Array) -> tuple[Array, Array]:
    low, high = _product(without_sign(x), without_sign(y))
    return low.view(x.dtype), high.view(x.dtype)


in_two_parts("addui_extended", "CarriedTypes", truth_of, _sum_and_carry, ("sum", "overflow"),
             "The sum without sign, and its carry.")
in_two_parts("subui_extended", "CarriedTypes", truth_of, _difference_and_borrow, ("diff", "borrow"),
             "The difference without sign, and whether it borrows.")
in_two_parts("mulsi_extended", "PairOfTypes", lambda type: type, _product, ("low", "high"),
             "The product of integers with sign, its lower and its upper half.")
in_two_parts("mului_extended", "PairOfTypes", lambda type: type, _product_without_sign, ("low", "high"),
             "The product of integers without sign, its lower and its upper half.")
