"""Operations without operands: constant and iota."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.expr.scalar import FromIndex, Literal
from hloom.ir.attributes import DenseElementsAttr, DenseResourceAttr
from hloom.ir.core import Operation
from hloom.ir.types import TensorType
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ElementType
from hloom.ops.common.quantization import is_quantized, quantize
from hloom.ops.definition.attribute_kinds import elements, i64
from hloom.ops.definition.constraints import complex_, float_, integer, per_tensor_quantized, static
from hloom.ops.definition.operation import Attr, C, Op, Result, infers
from hloom.support.diagnostics import UserError
from hloom.support.memory import need


class Constant(Op, name="stablehlo.constant"):
    """A tensor of fixed numbers."""

    value: Attr = elements
    is_generator = True
    syntax = "custom<Constant>"

    @infers("C1", exactly=True)
    def output(op) -> Any:
        type = op.value.type
        given: Any = op.results[0].type if op.results else type
        quantized = isinstance(given, TensorType) and given.is_quantized and given.storage is type.element
        return type.with_element(given.element) if quantized else type

    @property
    def result_names(op) -> tuple[str, ...]:
        element = op.results[0].type.element if isinstance(op.results[0].type, TensorType) else None
        return ("c" if isinstance(element, ElementType) and element.kind in ("pred", "sint", "uint") else "cst",)

    def constant_value(op) -> DenseElementsAttr | None:
        return known_elements(op.attributes.get("value"))

    def eval(op) -> Any:
        return numbers_of(op, op.value)

    def element(op, i: Any) -> Any:
        """The number itself for a tensor of equal numbers; other tensors are read from memory, and have no formula."""
        value = op.constant_value()
        if value is not None and (value.is_splat or value.data.size == 1):
            return Literal(value.data.reshape(())[()], op.output.type.storage)
        return None


def numbers_of(op: Operation, value: DenseElementsAttr | DenseResourceAttr) -> np.ndarray:
    """The numbers of a constant of `op`. UserError where they are in a resource that is missing or does not fit."""
    try:
        return (value.elements() if isinstance(value, DenseResourceAttr) else value).array()
    except ValueError as error:
        raise UserError.at(op.span, "resource", str(error)) from None


def known_elements(value: Any) -> DenseElementsAttr | None:
    """The numbers that an attribute holds; None for other attributes, and for a resource that is missing or does not fit."""
    if isinstance(value, DenseResourceAttr):
        try:
            return value.elements()
        except ValueError:
            return None
    return value if isinstance(value, DenseElementsAttr) else None


class Iota(Op, name="stablehlo.iota"):
    """Each element is its own index along `iota_dimension`."""

    iota_dimension: Attr = i64
    output: Result = (integer | float_ | complex_ | per_tensor_quantized) & static
    is_generator = True
    makes_view = True
    syntax = "`dim` `=` $iota_dimension attr-dict `:` type($output)"
    result_checks = [C(1, "iota_dimension must lie in [0, {output.rank}), got {iota_dimension}",
                       lambda op: 0 <= op.iota_dimension < op.output.rank)]

    def eval(op) -> Any:
        shape, dimension = op.output.shape, op.iota_dimension
        if 0 in shape:  # the numbered dimension may be larger than memory
            return np.empty(shape, op.output.type.storage.dtype)  # type: ignore[union-attr]
        need(32 * shape[dimension])  # the numbers and what converting them takes; the rest is a view
        numbers = np.arange(shape[dimension]).reshape([-1 if d == dimension else 1 for d in range(len(shape))])
        if is_quantized(op.output):
            type = op.output.element
            return np.broadcast_to(quantize(convert(numbers, type.expressed), type), shape)
        return np.broadcast_to(convert(numbers, op.output.element), shape)

    def element(op, i: Any) -> Any:
        return None if is_quantized(op.output) else FromIndex(i[op.iota_dimension], op.output.element)
