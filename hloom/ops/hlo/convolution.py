"""Products and convolutions that StableHLO lacks.

Factors may have two types, a kernel may be sparse, and a gradient may keep the labels of the convolution itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from hloom.ir.types import TensorType, TupleType
from hloom.numbers.element_type import I64
from hloom.ops.common.attributes import ConvDimensionNumbers, DotDimensionNumbers
from hloom.ops.definition.attribute_kinds import anything, array_of, bool_array, dense, enum, i64, i64_array, struct
from hloom.ops.definition.constraints import any_type, tensor
from hloom.ops.definition.operation import Attr, C, Op, Operand, Result
from hloom.ops.stablehlo.convolution import Convolution as Plain
from hloom.support.diagnostics import UserError

#: The attributes that say of which pass a convolution is: older texts have the first one.
KINDS: Final = ("hlo.conv_kind", "hlo.convolution_kind")


def is_input_gradient(attributes: Any) -> bool:
    """Whether a convolution is the gradient with respect to an input."""
    return any(getattr(attributes.get(key), "value", None) == "dgrad" for key in KINDS)


def gradient_numbers(numbers: ConvDimensionNumbers) -> ConvDimensionNumbers:
    """The dimension numbers of a gradient with respect to the input: the kernel's features change places."""
    return replace(numbers, kernel_input_feature_dimension=numbers.kernel_output_feature_dimension,
                   kernel_output_feature_dimension=numbers.kernel_input_feature_dimension)


def are_mixed(lhs: Any, rhs: Any) -> bool:
    """Whether factors have two types that StableHLO does not multiply: integers of two types, or numbers of two kinds."""
    if not isinstance(lhs, TensorType) or not isinstance(rhs, TensorType):
        return False
    return lhs.element is not rhs.element and not lhs.storage.kind == rhs.storage.kind == "float"


def _factors(lowering: Any, values: list[Any], result: Any) -> list[Any]:
    """The factors in the type of the product where they have two types."""
    if not are_mixed(*(v.type for v in values)):
        return values
    return [v if v.type.element is result.element else lowering.make(
        "stablehlo.convert", [v], result_types=[v.type.with_element(result.element)]) for v in values]


class Dot(Op, name="hlo.dot"):
    """A product of factors of two types, which are converted to the type of the product."""

    lhs: Operand = tensor
    rhs: Operand = tensor
    dot_dimension_numbers: Attr = struct(DotDimensionNumbers)
    precision_config: Attr = array_of(enum("precision", ("DEFAULT", "HIGH", "HIGHEST"))).optional
    algorithm: Attr = anything.optional
    result: Result = tensor

    def expand(op, lowering: Any, lhs: Any, rhs: Any) -> Any:
        factors = _factors(lowering, [lhs, rhs], op.result.type)
        return lowering.make("stablehlo.dot_general", factors, result_types=[op.result.type],
                             dot_dimension_numbers=op.dot_dimension_numbers, precision_config=op.precision_config)


class Convolution(Op, name="hlo.convolution"):
    """A convolution whose kernel keeps one element of each block, or that is the gradient with respect to an input.

    A sparse kernel is a tuple of the elements and their places in the blocks. `rhs_sparsity` is how many elements of a block
    there are, the size of a block, the dimension that blocks divide, and the stride within blocks.
    """

    lhs: Operand = tensor
    rhs: Operand = any_type
    window_strides: Attr = i64_array.optional
    padding: Attr = dense(I64).optional
    lhs_dilation: Attr = i64_array.optional
    rhs_dilation: Attr = i64_array.optional
    window_reversal: Attr = bool_array.optional
    dimension_numbers: Attr = struct(ConvDimensionNumbers)
    feature_group_count: Attr = i64
    batch_group_count: Attr = i64
    precision_config: Attr = array_of(enum("precision", ("DEFAULT", "HIGH", "HIGHEST"))).optional
    lhs_sparsity: Attr = i64_array.optional
    rhs_sparsity: Attr = i64_array.optional
    result: Result = tensor
    checks = [
        C("rhs", "a sparse kernel is (elements, places in their blocks), got {rhs}",
          lambda op: isinstance(op.rhs.type, TensorType) or (isinstance(op.rhs.type, TupleType) and len(op.rhs.type.elements) == 2
              and all(isinstance(t, TensorType) for t in op.rhs.type.elements))),
        C("lhs_sparsity", "only the kernel may be sparse", lambda op: op.lhs_sparsity is None),
        C("rhs_sparsity", "one element of each block is kept, got {rhs_sparsity}",
          lambda op: op.rhs_sparsity is None or (op.rhs_sparsity[0] == 1 and op.rhs_sparsity[1] > 0)),
    ]

    def expand(op, lowering: Any, lhs: Any, rhs: Any) -> Any:
        kernel = op._dense(lowering, rhs)
        numbers = op.dimension_numbers
        if is_input_gradient(op.attributes):
            features = lhs.type.shape[numbers.input_feature_dimension]
            if features != kernel.type.shape[numbers.kernel_input_feature_dimension] * op.feature_group_count:
                numbers = gradient_numbers(numbers)
        names = {field.name for field in Plain.definition.attributes} - {"dimension_numbers"}
        shared = {name: value for name, value in op.attributes.items() if name in names}
        factors = _factors(lowering, [lhs, kernel], op.result.type)
        return lowering.make("stablehlo.convolution", factors, result_types=[op.result.type],
                             dimension_numbers=numbers, **shared)

    def _dense(op, lowering: Any, rhs: Any) -> Any:
        """The kernel with the zeros between the elements that are kept."""
        config = op.rhs_sparsity
        if config is None:
            return rhs[0] if isinstance(rhs, tuple) else rhs
        if not isinstance(rhs, tuple):
            raise UserError.at(op.span, "conversion", "the kernel is sparse, but nothing says where its elements are: it is no "
                               "tuple of elements and places")
        _, block, dimension, stride = config
        if stride not in (0, 1):
            raise UserError.at(op.span, "conversion", f"a sparse kernel with a stride of {stride} is not supported")
        elements, places = rhs
        type: TensorType = elements.type
        if not 0 <= dimension < type.rank:
            raise UserError.at(op.span, "conversion", f"the kernel {type} has no dimension {dimension}")
        before, after = type.shape[: dimension + 1], type.shape[dimension + 1 :]
        spread = TensorType((*before, block, *after), type.element)
        over = tuple(d + (d > dimension) for d in range(type.rank))
        wide, at = (lowering.make("stablehlo.broadcast_in_dim", [v], broadcast_dimensions=over,
                                  result_types=[spread.with_element(v.type.element)]) for v in (elements, places))
        number = lowering.make("stablehlo.iota", [], [at.type], iota_dimension=dimension + 1)
        here = lowering.make("stablehlo.compare", [at, number], comparison_direction="EQ")
        zero = lowering.zero(TensorType((), type.element))
        nothing = lowering.make("stablehlo.broadcast_in_dim", [zero], broadcast_dimensions=(), result_types=[spread])
        chosen = lowering.make("stablehlo.select", [here, wide, nothing])
        return lowering.make("stablehlo.reshape", [chosen], result_types=[
            TensorType((*type.shape[:dimension], type.shape[dimension] * block, *after), type.element)])
