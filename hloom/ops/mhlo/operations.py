"""The operations of the `mhlo` dialect that neither StableHLO nor CHLO has."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.chlo.structured import TopK as LargestK
from hloom.ops.common.process import Process
from hloom.ops.definition.attribute_kinds import boolean, i32, i64, string
from hloom.ops.definition.constraints import any_tensor, float_, integer, pred, tensor, token
from hloom.ops.definition.operation import Attr, Op, Operand, Result, always, infers, type_of

Array = Any


class Copy(Op, name="mhlo.copy"):
    """The operand, in memory of its own."""

    operand: Operand = any_tensor | token
    cross_program_prefetch_index: Attr = i32.optional
    syntax = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))"
    result = type_of("operand")

    def eval(op, operand: Array) -> Any:
        return operand

    def decompose(op, b: Any) -> Any:
        return op.operand


class AddDependency(Op, name="mhlo.add_dependency"):
    """The operand, which is there only after what the token stands for."""

    operand: Operand = any_tensor | token
    token: Operand = token
    syntax = "operands attr-dict `:` functional-type(operands, results)"

    @infers("type")
    def output(op) -> Any:
        return op.operand.type

    def eval(op, operand: Array, token: None) -> Any:
        return operand

    def decompose(op, b: Any) -> Any:
        return op.operand


class TopK(Op, name="mhlo.topk"):
    """The `k` largest elements along the last dimension in order, or the smallest, and where they stand."""

    operand: Operand = pred | integer | float_
    k: Attr = i64
    largest: Attr = boolean.default(True)
    values: Result = pred | integer | float_
    indices: Result = tensor
    result_names = ("values", "indices")
    syntax = ("`(` $operand `,` `k` `=` $k (`,` `largest` `=` $largest^)? `)` attr-dict `:` type($operand) `->` "
              "`(` type($values) `,` type($indices) `)`")
    checks = LargestK.checks
    types = infers("type")(LargestK.definition.inference.function)  # type: ignore[union-attr]

    def decompose(op, b: Any) -> Any:
        if op.largest:
            return tuple(b("chlo.top_k", op.operand, k=op.k))
        # Negation turns the order of floats around, and inverting the bits that of integers, the least one included.
        invert = "stablehlo.negate" if op.operand.element.is_float else "stablehlo.not"
        values, indices = b("chlo.top_k", b(invert, op.operand), k=op.k)
        return b(invert, values), indices


class Trace(Op, name="mhlo.trace"):
    """Names a value in the traces of a run, of which there are none here."""

    operand: Operand = any_tensor
    tag: Attr = string
    is_pure = False
    syntax = "$operand `,` $tag attr-dict `:` type($operand)"

    def eval(op, operand: Array) -> Any:
        return ()

    def decompose(op, b: Any) -> Any:
        return ()


class RngGetAndUpdateState(Op, name="mhlo.xla.rng_get_and_update_state"):
    """The state of this process's random numbers, a number of 128 bits, to which `delta` is added afterwards."""

    delta: Attr = i64
    is_pure = False
    kernel = "random"
    syntax = "attr-dict custom<FixedType>(type($result), rng_state)"
    result = always(TensorType((2,), ELEMENT_TYPES["ui64"]))

    def has_effect(op) -> bool:
        return False

    def run(op, process: Process) -> Any:
        state = np.array(process.random_state, np.uint64)
        number = (int(state[0]) | int(state[1]) << 64) + op.delta
        process.random_state = np.array([number & (1 << 64) - 1, number >> 64 & (1 << 64) - 1], np.uint64)
        return (state,)
