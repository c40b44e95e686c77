"""Formulas in NumPy's notation as scalar expressions: a formula is followed by values that stand for arrays of one element.

    special.erf_inv(Traced(x)).value     the expression of erf_inv(x), where x is a scalar expression of type f64

So a function of the reference that is written once, in `numbers.special`, says what operations it is made of.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from hloom.expr.scalar import Literal, Scalar, apply, compare, convert
from hloom.numbers.element_type import C64, C128, ELEMENT_TYPES, F32, F64, ElementType

_SAME: Final[dict[Any, str]] = {
    np.add: "add", np.subtract: "subtract", np.multiply: "multiply", np.divide: "divide", np.power: "power",
    np.negative: "negate", np.absolute: "abs", np.exp: "exponential", np.expm1: "exponential_minus_one", np.log: "log",
    np.log1p: "log_plus_one", np.sqrt: "sqrt", np.sin: "sine", np.cos: "cosine", np.tan: "tan", np.arctan2: "atan2",
    np.rint: "round_nearest_even", np.floor: "floor", np.minimum: "minimum", np.maximum: "maximum",
    np.bitwise_and: "and", np.bitwise_or: "or", np.invert: "not"}
_COMPARISONS: Final[dict[Any, str]] = {
    np.less: "LT", np.less_equal: "LE", np.greater: "GT", np.greater_equal: "GE", np.equal: "EQ", np.not_equal: "NE"}


class Traced(NDArrayOperatorsMixin):
    """A scalar expression that a formula takes for an array; what the formula does with it becomes an expression."""

    #: Formulas see one number.
    shape = ()

    def __init__(self, value: Scalar) -> None:
        self.value = value

    # What NumPy hands over.

    def __array_ufunc__(self, ufunc: Any, method: Any, *inputs: Any, **options: Any) -> Any:
        function = ufunc
        if method != "__call__" or options:
            return NotImplemented
        if function is np.isnan:
            return inputs[0]._compared("NE", inputs[0])
        if function is np.isinf:
            return abs(inputs[0])._compared("EQ", np.inf)
        if function is np.isfinite:
            return abs(inputs[0])._compared("LT", np.inf)
        if function is np.signbit:
            bits = inputs[0].bits()
            return bits._compared("GE", 1 << (bits.element.width - 1))
        if function is np.copysign:
            size, sign = (self._operand(v, self.element).bits() for v in inputs)
            top = 1 << (size.element.width - 1)
            return ((size & (top - 1)) | (sign & top)).as_float(self.element)
        if function in _COMPARISONS:
            return self._operand(inputs[0], self.element)._compared(_COMPARISONS[function], inputs[1])
        if function not in _SAME:
            return NotImplemented
        return Traced(apply(_SAME[function], *(self._operand(v, self.element).value for v in inputs)))

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        if function is np.where:
            chosen, *values = arguments
            element = next((v.element for v in values if isinstance(v, Traced)), self.element_of_numbers)
            return Traced(apply("select", chosen.value, *(self._operand(v, element).value for v in values), type=element))
        if function in (np.ones_like, np.zeros_like):
            return self._operand(1.0 if function is np.ones_like else 0.0, self.element)
        if function is np.broadcast_arrays:
            return list(arguments)
        return NotImplemented

    def view(self, dtype: Any) -> Traced:
        """The same bits as numbers of another type of 64 bits."""
        return self.bits() if dtype is np.uint64 else self.as_float(F64)

    # Parts.

    @property
    def element(self) -> ElementType:
        return self.value.type

    #: The type of a choice between two plain numbers: conditions are made of numbers of that type only in formulas of f64.
    element_of_numbers: Final = F64

    def bits(self) -> Traced:
        """The bits as an unsigned integer."""
        return Traced(apply("bitcast_convert", self.value, type=ELEMENT_TYPES[f"ui{self.element.width}"]))

    def as_float(self, element: ElementType) -> Traced:
        """The number of a floating-point type that has these bits."""
        return Traced(apply("bitcast_convert", self.value, type=element))

    @property
    def real(self) -> Traced:
        return Traced(apply("real", self.value, type=self.element.part))

    @property
    def imag(self) -> Traced:
        return Traced(apply("imag", self.value, type=self.element.part))

    @classmethod
    def combined(cls, real: Traced, imaginary: Traced) -> Traced:
        """The complex number of two parts of f32 or f64."""
        return cls(apply("complex", real.value, imaginary.value, type={F32: C64, F64: C128}[real.element]))

    def like(self, number: float) -> Traced:
        """A number of this type."""
        return Traced(Literal(number, self.element))

    def converted(self, element: ElementType) -> Traced:
        """The number in another floating-point type."""
        return Traced(convert(self.value, element))

    def _operand(self, value: Any, element: ElementType) -> Traced:
        """A value, or a number for every element."""
        return value if isinstance(value, Traced) else Traced(Literal(value, element))

    def _compared(self, direction: str, other: Any) -> Traced:
        kind = "FLOAT" if self.element.is_float else "UNSIGNED"
        return Traced(compare(self.value, self._operand(other, self.element).value, direction, kind))
