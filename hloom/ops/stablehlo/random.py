"""Random numbers: rng draws from the process's own stream, rng_bit_generator from a state that the program carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.expr.index import fresh
from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers import random
from hloom.ops.common.process import Process
from hloom.ops.definition.attribute_kinds import enum
from hloom.ops.definition.constraints import compatible, element, float_, index, integer, pred, rank, scalar, static
from hloom.ops.definition.operation import Attr, C, Op, Operand, Result, infers
from hloom.ops.stablehlo.creation import constant_values
from hloom.ops.stablehlo.dynamic import as_shape
from hloom.support.memory import need_array

Array = Any


class Rng(Op, name="stablehlo.rng"):
    """Random numbers: evenly spread over [a, b), or normal with mean a and deviation b."""

    a: Operand = (pred | integer | float_) & scalar
    b: Operand = (pred | integer | float_) & scalar
    shape_: Operand = (integer | index) & rank(1) & static
    rng_distribution: Attr = enum("rng_distribution", ("UNIFORM", "NORMAL"))
    looks_outside = True
    is_pure = False
    kernel = "random"
    syntax = ("$a `,` $b `,` $shape_ `,` `distribution` `=` $rng_distribution attr-dict `:` "
              "functional-type(operands, results)")
    checks = [
        C(1, "a and b must have one element type, got {a} and {b}", lambda op: op.a.element is op.b.element),
        C(2, "the normal distribution needs floating-point numbers, got {a}",
          lambda op: op.rng_distribution != "NORMAL" or op.a.element.is_float),
    ]

    @infers(shape="C3", element="C1")
    def result(op) -> Any:
        count = op.shape_.shape[0]
        given = getattr(op.results[0].type, "rank", 0) if op.results else 0
        sizes = constant_values(op.shape_) or [DYNAMIC] * (given if count == DYNAMIC else count)
        return TensorType(tuple(sizes), op.a.element)

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[2:]

    def has_effect(op) -> bool:
        return False

    def run(op, process: Process, a: Array, b: Array, shape: Array) -> Any:
        draw = random.uniform if op.rng_distribution == "UNIFORM" else random.normal
        sizes = as_shape(op, shape)
        need_array(sizes, 64)
        process.random_state, found = draw(process.random_state, a, b, sizes, op.a.element)
        return found

    def accesses(op, i: Any, number: int) -> Any:
        return [op.a[()], op.b[()]]


class RngBitGenerator(Op, name="stablehlo.rng_bit_generator"):
    """Random bits and the state that follows, from a state."""

    initial_state: Operand = element("ui64", "i64") & rank(1)
    rng_algorithm: Attr = enum("rng_algorithm", ("DEFAULT", "THREE_FRY", "PHILOX"))
    output_state: Result = element("ui64", "i64") & rank(1)
    output: Result = (integer | float_) & static
    result_names = ("output_state", "output")
    kernel = "random"
    working_bytes = 64
    syntax = "$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)"
    checks = [
        C(2, "the state of THREE_FRY has 2 elements, that of the others 2 or 3, got {initial_state}",
          lambda op: op.initial_state.shape[0] in (DYNAMIC, 2)
            or (op.rng_algorithm != "THREE_FRY" and op.initial_state.shape[0] == 3)),
    ]
    result_checks = [
        C(1, "output_state must have the type of {initial_state}, got {output_state}",
          lambda op: compatible(op.initial_state.type, op.output_state.type)),
    ]

    def eval(op, initial_state: Array) -> Any:
        state, bits = random.rng_bit_generator(np.asarray(initial_state).view(np.uint64), op.rng_algorithm,
                                               op.output.shape, op.output.element)
        return state.view(initial_state.dtype), bits

    def accesses(op, i: Any, number: int) -> Any:
        return [op.initial_state[[fresh(op.initial_state.shape[0], "k")]]]
