"""Functions of the reference said in instructions: their own formulas, followed by values that stand for arrays of f64.

    Traced.applied(raising, special.erf_inv, [x])    the instructions of erf_inv of a value, which is converted to f64 and back

A formula is written once, in `numbers.special`; NumPy hands its calls to the values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import F64, PRED, UI64, ElementType

_SAME: Final[dict[Any, str]] = {
    np.add: "add", np.subtract: "subtract", np.multiply: "multiply", np.divide: "divide", np.power: "power",
    np.negative: "negate", np.absolute: "abs", np.exp: "exponential", np.log: "log", np.log1p: "log_plus_one",
    np.sqrt: "sqrt", np.sin: "sine", np.tan: "tan",
    np.rint: "round_nearest_even", np.floor: "floor", np.minimum: "minimum", np.maximum: "maximum",
    np.bitwise_and: "and", np.bitwise_or: "or", np.invert: "not"}
_COMPARISONS: Final[dict[Any, str]] = {
    np.less: "LT", np.less_equal: "LE", np.greater: "GT", np.greater_equal: "GE", np.equal: "EQ", np.not_equal: "NE"}
_SIGN: Final = 1 << 63


class Traced(NDArrayOperatorsMixin):
    """A value that a formula takes for an array; what the formula does with it becomes instructions."""

    #: Formulas see one number; the value has it for every element.
    shape = ()

    def __init__(self, raising: Any, value: Any) -> None:
        self.raising, self.value = raising, value

    @classmethod
    def applied(cls, raising: Any, function: Callable[..., Any], values: Sequence[Value]) -> Value:
        """`function` of floating-point values of one type, in that type."""
        type: Any = values[0].type
        wide = [v if type.element is F64 else raising.make("stablehlo.convert", [v], v.type.with_element(F64))  # type: ignore
                for v in values]
        found = function(*(cls(raising, v) for v in wide)).value
        return found if type.element is F64 else raising.make("stablehlo.convert", [found], type)

    # What NumPy hands over.

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method != "__call__" or options:
            return NotImplemented
        if function is np.isnan:
            return inputs[0]._compared("NE", inputs[0])
        if function is np.isinf:
            return abs(inputs[0])._compared("EQ", np.inf)
        if function is np.copysign:
            size, sign = (self._operand(v, F64).view(np.uint64) for v in inputs)
            return ((size & np.uint64(_SIGN - 1)) | (sign & np.uint64(_SIGN))).view(np.float64)
        if function in _COMPARISONS:
            return self._operand(inputs[0], self.element)._compared(_COMPARISONS[function], inputs[1])
        if function not in _SAME:
            return NotImplemented
        operands = [self._operand(v, self.element).value for v in inputs]
        return Traced(self.raising, self.raising.make(f"stablehlo.{_SAME[function]}", operands, operands[0].type))

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        if function is np.where:
            chosen, *values = arguments
            operands = [self._operand(v, F64).value for v in values]
            return Traced(self.raising, self.raising.make("stablehlo.select", [chosen.value, *operands], operands[0].type))
        if function in (np.ones_like, np.zeros_like):
            return self._operand(1.0 if function is np.ones_like else 0.0, F64)
        if function is np.broadcast_arrays:
            return list(arguments)
        return NotImplemented

    def view(self, dtype: Any) -> Traced:
        """The same bits as numbers of another type of 64 bits."""
        wanted = UI64 if dtype is np.uint64 else F64
        type = self.value.type.with_element(wanted)
        return Traced(self.raising, self.raising.make("stablehlo.bitcast_convert", [self.value], type))

    # Parts.

    @property
    def element(self) -> ElementType:
        return self.value.type.element

    def _operand(self, value: Any, element: ElementType) -> Traced:
        """A value, or a number for every element."""
        if isinstance(value, Traced):
            return value
        scalar, type = TensorType((), element), self.value.type.with_element(element)
        constant = DenseElementsAttr(scalar, np.asarray(value, element.dtype), is_splat=True)
        one = self.raising.make("stablehlo.constant", [], scalar, value=constant)
        return Traced(self.raising, one if not type.rank else self.raising.make("stablehlo.broadcast_in_dim", [one], type,
                                                                               broadcast_dimensions=()))

    def _compared(self, direction: str, other: Any) -> Traced:
        operands = [self.value, self._operand(other, self.element).value]
        return Traced(self.raising, self.raising.make("stablehlo.compare", operands, self.value.type.with_element(PRED),
                                                      comparison_direction=direction))
