"""Operations without operands, constant and iota, and what is known of operands that are constants."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.expr.scalar import FromIndex, Literal
from hloom.ir.attributes import DenseElementsAttr, DenseResourceAttr
from hloom.ir.core import Operation, OpResult, Value
from hloom.ir.types import TensorType
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ElementType
from hloom.ops.common.quantization import is_quantized, quantize
from hloom.ops.definition.attribute_kinds import elements, i64
from hloom.ops.definition.constraints import complex_, float_, per_tensor_quantized, static
from hloom.ops.definition.constraints import integer as integral
from hloom.ops.definition.operation import Attr, C, Op, Result, infers
from hloom.ops.definition.traits import Traits
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
    output: Result = (integral | float_ | complex_ | per_tensor_quantized) & static
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


# -- operands that are constants -------------------------------------------------------------------------------------------------
# What a program computes at run time but a reader can already tell.


def constant_values(value: Any) -> list[int] | None:
    """The integers that an operand holds if it is a constant; None if only a run tells, or they are too many for a shape."""
    owner = getattr(value, "owner", None)
    found = owner.constant_value() if isinstance(owner, Traits) else None
    return found.array().reshape(-1).tolist() if found is not None and found.is_short and found.has_array else None


def constant(value: Value) -> DenseElementsAttr | None:
    """The numbers of a value that a constant operation computes; None for any other value."""
    owner = value.owner if isinstance(value, OpResult) else None
    return owner.constant_value() if isinstance(owner, Traits) else None


def splat(value: Value) -> Any:
    """The NumPy scalar that a constant holds in all its elements; None for anything else."""
    found = constant(value)
    return found.data.reshape(())[()] if found is not None and found.data.size == 1 else None


def integer(value: Value) -> int | None:
    """The number that an integer (or truth value) constant holds in all its elements; None for anything else."""
    found = splat(value)
    if found is None or not is_static(value) or value.element.kind not in ("sint", "uint", "pred"):
        return None
    return int(found)


def is_static(value: Value) -> bool:
    """Whether a value is a tensor of known shape, ordinary element type and no encoding."""
    type = value.type
    return (isinstance(type, TensorType) and type.is_static and isinstance(type.element, ElementType)
            and type.encoding is None)
