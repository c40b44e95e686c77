"""A call of a GPU's libraries while it becomes StableHLO: its configuration, and arithmetic on whole arrays.

XLA for GPUs writes operations as custom calls whose `backend_config` says what they mean, as JSON of the protocol buffers in
xla/service/gpu/backend_configs.proto. Numbers of 64 bits are strings there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.ir.core import Block, Region
from hloom.ir.types import TensorType, TupleType
from hloom.numbers.element_type import F32, F64, I32, ElementType
from hloom.ops.definition.operation import REGISTRY


class NotStated(Exception):
    """The configuration does not say all that the call means, or says what has no counterpart: it stays a call."""


class VendorCall:
    """A custom call with its operands in the program that is made; `Lowering` makes the operations."""

    def __init__(self, lowering: Any, op: Any, operands: Sequence[Any]) -> None:
        self.lowering, self.op, self.operands = lowering, op, list(operands)
        type = op.results[0].type
        #: The types of what the call gives; what stands behind the results is memory that it works in.
        self.types: tuple[Any, ...] = type.elements if isinstance(type, TupleType) else (type,)

    # The configuration.

    def section(self, name: str) -> dict[str, Any]:
        """The part of the configuration with a name; older texts have its entries themselves."""
        try:
            found = json.loads(getattr(self.op.attributes.get("hlo.backend_config"), "value", ""))
        except (ValueError, RecursionError):
            raise NotStated from None
        found = found.get(name, found) if isinstance(found, dict) else None
        if not isinstance(found, dict):
            raise NotStated
        return found

    def shape(self, number: int = 0) -> tuple[int, ...]:
        type = self.types[number]
        if not isinstance(type, TensorType) or not type.is_static or not isinstance(type.element, ElementType):
            raise NotStated
        return type.shape

    def element(self, number: int = 0) -> ElementType:
        self.shape(number)
        return self.types[number].element

    # What the call gives.

    def given(self, *values: Any) -> Any:
        """The results, each in the type that the call states, and nothing in particular in the memory that it works in."""
        if len(values) > len(self.types):
            raise ValueError(f"it gives {len(values)} results, {len(self.types)} are stated")
        for number, value in enumerate(values):
            if value.type.shape != self.shape(number):
                raise ValueError(f"its result {number} is of the shape {list(value.type.shape)}, "
                                 f"{list(self.shape(number))} is stated")
        made = (*(self.rounded(v, self.element(k)) for k, v in enumerate(values)),
                *(self.lowering.zero(t) for t in self.types[len(values):]))
        return made if isinstance(self.op.results[0].type, TupleType) else made[0]

    def rounded(self, value: Any, element: ElementType) -> Any:
        """A value in another type. What does not fit into an integer or a small float becomes the nearest that does."""
        if value.type.element is element:
            return value
        if element.kind in ("sint", "uint") and value.type.element.kind == "float":
            low, high = (float(n) for n in (np.iinfo(element.dtype).min, np.iinfo(element.dtype).max))
            value = self.make("round_nearest_even", self.make("clamp", self.full(low, value.type.with_shape(())), value,
                                                              self.full(high, value.type.with_shape(()))))
        return self.convert(value, element)

    # Arithmetic.

    def make(self, name: str, *operands: Any, **attributes: Any) -> Any:
        return self.lowering.make(f"stablehlo.{name}", list(operands), **attributes)

    def convert(self, value: Any, element: ElementType) -> Any:
        if value.type.element is element:
            return value
        return self.make("convert", value, result_types=[value.type.with_element(element)])

    def full(self, number: complex, type: TensorType) -> Any:
        """An array of one number in a type."""
        assert isinstance(type.element, ElementType)
        scalar = self.lowering.constant(np.array(number, type.element.dtype), type.element)
        return scalar if not type.rank else self.spread(scalar, type.shape, ())

    def spread(self, value: Any, shape: Sequence[int], dimensions: Sequence[int]) -> Any:
        """`value` along these dimensions of a shape, repeated along the others."""
        return self.make("broadcast_in_dim", value, broadcast_dimensions=tuple(dimensions),
                         result_types=[TensorType(tuple(shape), value.type.element)])

    def scaled(self, value: Any, factor: complex | Any) -> Any:
        """A value times a number, or times a scalar of the program."""
        if isinstance(factor, int | float | complex):
            return value if factor == 1 else self.make("multiply", value, self.full(factor, value.type))
        scalar = self.convert(self.make("reshape", factor, result_types=[TensorType((), factor.type.element)]),
                              value.type.element)
        return self.make("multiply", value, self.spread(scalar, value.type.shape, ()))

    def plus(self, a: Any, b: Any) -> Any:
        return self.make("add", a, self.convert(b, a.type.element))

    def reduced(self, name: str, value: Any, dimensions: Sequence[int], start: float) -> Any:
        """A fold of floats over dimensions, which stay with the size 1: `add` or `maximum`."""
        scalar = TensorType((), value.type.element)
        body = Block([scalar, scalar])
        combined = REGISTRY[f"stablehlo.{name}"](list(body.arguments), [scalar])
        body.append(combined)
        body.append(REGISTRY["stablehlo.return"]([combined.results[0]]))
        kept = [n for d, n in enumerate(value.type.shape) if d not in dimensions]
        found = self.lowering.make("stablehlo.reduce", [[value], [self.full(start, scalar)]], dimensions=tuple(dimensions),
                                   result_types=[TensorType(tuple(kept), value.type.element)], regions=[Region([body])])
        ones = tuple(1 if d in dimensions else n for d, n in enumerate(value.type.shape))
        return self.make("reshape", found, result_types=[TensorType(ones, value.type.element)])

    def repeated(self, value: Any, shape: Sequence[int]) -> Any:
        """A value of the same rank, repeated where its size is 1."""
        return self.spread(value, shape, range(len(shape)))


def expand(function: Callable[[VendorCall], Any], lowering: Any, op: Any, operands: Sequence[Any]) -> Any:
    """What a call is in StableHLO by a function that reads it; None where it stays a call."""
    try:
        return function(VendorCall(lowering, op, operands))
    except NotStated:
        return None


def computed_in(given: ElementType, wanted: ElementType) -> ElementType:
    """The type that the libraries compute in: sums of small floats in f32, of small integers in s32."""
    if given.is_float:
        return F64 if F64 in (given, wanted) else F32
    if given.is_complex:
        return wanted if wanted.is_complex and wanted.width > given.width else given
    return I32
