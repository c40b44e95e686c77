"""The `arith` dialect: integer arithmetic whose result needs more bits than its operands have, in two parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ir.types import AnyType
from hloom.numbers import arithmetic
from hloom.numbers import integer as integer_numbers
from hloom.numbers.compare import compare
from hloom.ops.definition import Op, Operand, infers
from hloom.ops.dialect_arith import ONE_TYPE, integral, truth_of, without_sign
from hloom.ops.elementwise import class_name

Array = Any


def with_carry(mnemonic: str, compute: Callable[[Array, Array], Array], carries: Callable[[Array, Array, Array], Array],
               meaning: str) -> type[Op]:
    """A function of two integers without sign, and whether it went over the ends: `carries(lhs, rhs, result)`."""

    class WithCarry(Op, name=f"arith.{mnemonic}"):
        lhs: Operand = integral
        rhs: Operand = integral
        kernel = "host"
        is_elementwise = True
        syntax = "$lhs `,` $rhs attr-dict `:` custom<CarriedTypes>(type(operands), type(results))"
        checks = [ONE_TYPE]

        @infers("type", exactly=True)
        def outputs(op) -> tuple[AnyType, AnyType]:
            return op.lhs.type, truth_of(op.lhs.type)

        def eval(op, lhs: Array, rhs: Array) -> Any:
            found = compute(lhs, rhs)
            return found, carries(*map(without_sign, (lhs, rhs, found)))

    WithCarry.__doc__, WithCarry.__name__ = meaning, class_name(mnemonic)
    return WithCarry


with_carry("addui_extended", arithmetic.add, lambda x, y, sum: compare(sum, x, "LT"), "The sum without sign, and its carry.")
with_carry("subui_extended", arithmetic.subtract, lambda x, y, difference: compare(x, y, "LT"),
           "The difference without sign, and whether it borrows.")


def product(mnemonic: str, has_sign: bool, meaning: str) -> type[Op]:
    """The lower and the upper half of a product of double width."""

    class Product(Op, name=f"arith.{mnemonic}"):
        lhs: Operand = integral
        rhs: Operand = integral
        kernel = "host"
        is_elementwise = True
        syntax = "$lhs `,` $rhs attr-dict `:` custom<PairOfTypes>(type(operands), type(results))"
        checks = [ONE_TYPE]

        @infers("type", exactly=True)
        def outputs(op) -> tuple[AnyType, AnyType]:
            return op.lhs.type, op.lhs.type

        def eval(op, lhs: Array, rhs: Array) -> Any:
            x, y = np.asarray(lhs), np.asarray(rhs)
            low = arithmetic.multiply(x, y)
            if x.dtype == np.bool_:  # 1 * 1 is 1, and so is -1 * -1: the upper bit is 0
                return low, np.zeros_like(x)
            high = integer_numbers.multiply_high(x, y) if has_sign else integer_numbers.multiply_high(
                without_sign(x), without_sign(y))
            return low, high.view(x.dtype)

    Product.__doc__, Product.__name__ = meaning, class_name(mnemonic)
    return Product


product("mulsi_extended", True, "The product of integers with sign, its lower and its upper half.")
product("mului_extended", False, "The product of integers without sign, its lower and its upper half.")
