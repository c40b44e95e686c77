"""Operations on each element: arithmetic with implicit broadcasting, comparisons, functions, choices, conversions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.attributes import StringAttr
from hloom.ops.chlo import elementwise as chlo_elementwise
from hloom.ops.definition.operation import Op
from hloom.ops.hlo import rounding as hlo_rounding
from hloom.ops.stablehlo import comparison as stablehlo_comparison
from hloom.ops.stablehlo import conversion as stablehlo_conversion
from hloom.ops.stablehlo import elementwise as stablehlo_elementwise
from hloom.support.diagnostics import InputError
from hloom.xla.broadcasting import broadcast_operands
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import constant_like, named, operation
from hloom.xla.inference.parts import expect_array
from hloom.xla.ops.parts import in_one_precision, integer, integers, number
from hloom.xla.shape import UNBOUNDED, Shape

# Broadcasting.


def broadcast_pair(lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Sequence[int], name: str) -> list[XlaOp]:
    """Both operands with the sizes of the result (Broadcasting): scalars and sizes 1 are repeated."""
    found = broadcast_operands(lhs.shape, rhs.shape, integers(broadcast_dimensions, "broadcast_dimensions"), name)
    sides = ((lhs, found.lhs_dimensions, rhs, found.rhs_dimensions), (rhs, found.rhs_dimensions, lhs, found.lhs_dimensions))
    made = [_stretched(op, own, other, theirs, found.shape) for op, own, other, theirs in sides]
    return made


def _stretched(op: XlaOp, dimensions: Sequence[int], other: XlaOp, others: Sequence[int], shape: Shape) -> XlaOp:
    """`op`, whose dimension k is `dimensions[k]` of the result, with all dimensions of `shape`."""
    from hloom.xla.ops.movement import BroadcastInDim, GetDimensionSize, Reshape, SetDimensionSize

    stretched = [k for k, d in enumerate(dimensions) if op.shape.dimensions[k] == 1 and not op.shape.dynamic_dimensions[k]
                 and (shape.dimensions[d], shape.dynamic_dimensions[d]) != (1, False)]
    if len(dimensions) == shape.rank and not stretched:
        return op
    if shape.is_unbounded_dynamic:
        return _dynamic_broadcast(op, dimensions, other, others, shape)
    kept = [k for k in range(op.rank) if k not in stretched]
    if stretched:
        op = Reshape(op, [op.shape.dimensions[k] for k in kept])
    bounds = Shape(op.element_type, shape.dimensions, dynamic_dimensions=[
        d in [dimensions[k] for k in kept] and shape.dynamic_dimensions[d] for d in range(shape.rank)])
    result = BroadcastInDim(op, bounds, [dimensions[k] for k in kept])
    for d, is_dynamic in enumerate(shape.dynamic_dimensions):
        if is_dynamic and not bounds.dynamic_dimensions[d]:
            result = SetDimensionSize(result, GetDimensionSize(other, others.index(d)), d)
    return result


def _dynamic_broadcast(op: XlaOp, dimensions: Sequence[int], other: XlaOp, others: Sequence[int], shape: Shape) -> XlaOp:
    """`op` in the dimensions of `shape`, some of whose sizes only the other operand knows."""
    from hloom.xla.ops.dynamic import MhloDynamicBroadcastInDim
    from hloom.xla.ops.inputs import ConstantR0
    from hloom.xla.ops.movement import Broadcast, ConcatInDim, GetDimensionSize

    builder, sizes = op.builder, []
    for d, (n, is_dynamic) in enumerate(zip(shape.dimensions, shape.dynamic_dimensions)):
        if n != UNBOUNDED and not is_dynamic:
            sizes.append(ConstantR0(builder, n))
            continue
        known = [GetDimensionSize(x, dims.index(d)) for x, dims in ((op, list(dimensions)), (other, list(others))) if d in dims]
        sizes.append(known[0] if len(known) == 1 else Max(*known))
    vector = ConcatInDim(builder, [Broadcast(s, (1,)) for s in sizes], 0)
    return MhloDynamicBroadcastInDim(op, vector, dimensions, shape.replace(element_type=op.element_type))


# Binary operations.


def _instruction(kind: type[Op]) -> str:
    """The name of an instruction of HLO: `shift-left`."""
    return kind.name.partition(".")[2].replace("_", "-")


def _binary(name: str, kind: type[Op], meaning: str, result: str = "", mixes: bool = True) -> Any:
    instruction = _instruction(kind)

    def apply(lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Sequence[int] = ()) -> XlaOp:
        pair = broadcast_pair(lhs, rhs, broadcast_dimensions, instruction)
        return lhs.builder.emit(kind, *(in_one_precision(pair) if mixes else pair))

    return named(
        apply,
        name,
        f"{meaning} (Element-wise binary arithmetic operations).\n\n    {result}"
        "The shapes are the same, or broadcast: a scalar, sizes 1, or `broadcast_dimensions`, which says for the operand of "
        "lower\n    rank which dimensions of the other its own are. Errors: types or sizes that differ.",
    )


Add = _binary("Add", stablehlo_elementwise.Add, "lhs + rhs; or, of PRED")
Sub = _binary("Sub", stablehlo_elementwise.Subtract, "lhs - rhs")
Mul = _binary("Mul", stablehlo_elementwise.Multiply, "lhs * rhs; and, of PRED")
Mulhi = _binary("Mulhi", chlo_elementwise.Mulhi, "The upper half of the product of integers")
Div = _binary("Div", stablehlo_elementwise.Divide, "lhs / rhs; of integers rounded toward zero",
              "Of integers, division by zero gives -1 (all bits), the smallest number divided by -1 itself.\n\n    ")
Rem = _binary("Rem", stablehlo_elementwise.Remainder, "The remainder of lhs / rhs, with the sign of lhs")
Max = _binary("Max", stablehlo_elementwise.Maximum, "The larger one; NaN if one is")
Min = _binary("Min", stablehlo_elementwise.Minimum, "The smaller one; NaN if one is")
Pow = _binary("Pow", stablehlo_elementwise.Power, "lhs to the power of rhs")
Atan2 = _binary("Atan2", stablehlo_elementwise.Atan2, "The angle of the point (rhs, lhs)")
Complex = _binary("Complex", stablehlo_conversion.Complex, "Complex numbers of real and imaginary parts, F32 or F64", mixes=False)
Xor = _binary("Xor", stablehlo_elementwise.Xor, "Exclusive or, bit by bit")
ShiftLeft = _binary(
    "ShiftLeft", stablehlo_elementwise.ShiftLeft, "lhs shifted left by rhs bits; 0 where that is the width or more"
)
ShiftRightArithmetic = _binary(
    "ShiftRightArithmetic", stablehlo_elementwise.ShiftRightArithmetic, "lhs shifted right by rhs bits, the sign moved in"
)
ShiftRightLogical = _binary(
    "ShiftRightLogical", stablehlo_elementwise.ShiftRightLogical, "lhs shifted right by rhs bits, zeros moved in"
)
_And = _binary("And", stablehlo_elementwise.And, "And, bit by bit")
_Or = _binary("Or", stablehlo_elementwise.Or, "Or, bit by bit")


def _folded(two: Any, operands: Any, rhs: Any, dimensions: Any) -> XlaOp:
    if rhs is not None:
        return two(operands, rhs, dimensions)
    values = list(operands) if not isinstance(operands, XlaOp) else [operands]
    if not values:
        raise InputError(f"{two.__name__} of no operands is not defined")
    while len(values) > 1:
        values = [two(*values[k : k + 2]) if k + 1 < len(values) else values[k] for k in range(0, len(values), 2)]
    return values[0]


@operation
def And(lhs: Any, rhs: Any = None, broadcast_dimensions: Sequence[int] = ()) -> XlaOp:
    """And, bit by bit (Element-wise binary arithmetic operations); `And([a, b, c])` of a list of operands."""
    return _folded(_And, lhs, rhs, broadcast_dimensions)


@operation
def Or(lhs: Any, rhs: Any = None, broadcast_dimensions: Sequence[int] = ()) -> XlaOp:
    """Or, bit by bit (Element-wise binary arithmetic operations); `Or([a, b, c])` of a list of operands."""
    return _folded(_Or, lhs, rhs, broadcast_dimensions)


# Comparisons.


@operation
def Compare(lhs: XlaOp, rhs: XlaOp, *rest: Any, broadcast_dimensions: Sequence[int] | None = None, direction: str | None = None,
            compare_type: str | None = None) -> XlaOp:
    """PRED elements: whether the comparison of a direction (EQ, NE, GE, GT, LE, LT) holds (Element-wise comparison operations).

    `Compare(lhs, rhs, direction)` or `Compare(lhs, rhs, broadcast_dimensions, direction, compare_type)`; the type is FLOAT,
    TOTALORDER, SIGNED or UNSIGNED, that of the elements if nothing is said.
    """
    more = list(rest)
    if more and not isinstance(more[0], str):
        broadcast_dimensions = more.pop(0)
    direction = more.pop(0) if more else direction
    compare_type = more.pop(0) if more else compare_type
    if more or direction not in ("EQ", "NE", "GE", "GT", "LE", "LT"):
        raise InputError(f"a comparison's direction is EQ, NE, GE, GT, LE or LT, got {direction!r}")
    lhs, rhs = in_one_precision(broadcast_pair(lhs, rhs, broadcast_dimensions or (), "compare"))
    type = lhs.element_type
    default = "FLOAT" if type.is_float or type.is_complex else "SIGNED" if type.is_signed_integer else "UNSIGNED"
    given = default if compare_type is None else compare_type
    if given != default and not (given == "TOTALORDER" and default == "FLOAT" and not type.is_complex):
        raise InputError(f"a comparison of {type.text} is {default}"
                         f"{' or TOTALORDER' if type.is_float else ''}, not {compare_type!r}")
    return lhs.builder.emit(stablehlo_comparison.Compare, lhs, rhs, comparison_direction=direction,
                            compare_type=None if given == default else given)


def _comparison(name: str, meaning: str) -> Any:
    direction, total = name.removesuffix("TotalOrder").upper(), name.endswith("TotalOrder")

    def apply(lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: Sequence[int] = ()) -> XlaOp:
        order = "TOTALORDER" if total and lhs.element_type.is_float else None
        return Compare(lhs, rhs, broadcast_dimensions, direction, order)

    order = ", where -NaN < -Inf < -Finite < -0 < +0 < +Finite < +Inf < +NaN" if total else ""
    return named(apply, name, f"PRED elements: whether lhs {meaning} rhs{order} (Element-wise comparison operations).\n\n"
                  "    Broadcast as Add. Errors: types or sizes that differ; an order of complex numbers.")


Eq = _comparison("Eq", "==")
Ne = _comparison("Ne", "!=")
Ge = _comparison("Ge", ">=")
Gt = _comparison("Gt", ">")
Le = _comparison("Le", "<=")
Lt = _comparison("Lt", "<")
EqTotalOrder = _comparison("EqTotalOrder", "==")
NeTotalOrder = _comparison("NeTotalOrder", "!=")
GeTotalOrder = _comparison("GeTotalOrder", ">=")
GtTotalOrder = _comparison("GtTotalOrder", ">")
LeTotalOrder = _comparison("LeTotalOrder", "<=")
LtTotalOrder = _comparison("LtTotalOrder", "<")


# Functions of one operand.


def _accuracy(value: Any) -> Any:
    from hloom.ops.common.attributes import ResultAccuracy, ResultAccuracyMode

    if value is None or isinstance(value, ResultAccuracy):
        return value
    if isinstance(value, str) and value.upper() in ResultAccuracyMode.cases:
        return ResultAccuracy(mode=ResultAccuracyMode(value.upper()))
    if isinstance(value, dict) and set(value) <= {"atol", "rtol", "ulps"}:
        return ResultAccuracy(number(value.get("atol", 0), "atol"), number(value.get("rtol", 0), "rtol"),
                              integer(value.get("ulps", 0), "ulps"),
                              ResultAccuracyMode("TOLERANCE"))
    raise InputError(f"result_accuracy is DEFAULT, HIGHEST, or tolerances atol, rtol, ulps; got {value!r:.60}")


def _unary(name: str, kind: type[Op], meaning: str, accurate: bool = False) -> Any:
    def accurately(operand: XlaOp, result_accuracy: Any = None) -> XlaOp:
        more = {"result_accuracy": _accuracy(result_accuracy)} if result_accuracy is not None else {}
        return operand.builder.emit(kind, operand, **more)

    def plainly(operand: XlaOp) -> XlaOp:
        return operand.builder.emit(kind, operand)

    more = " `result_accuracy`: DEFAULT, HIGHEST, or tolerances." if accurate else ""
    return named(
        accurately if accurate else plainly,
        name,
        f"{meaning} of each element (Element-wise unary functions).\n\n    The result has the operand's shape.{more} "
        "Errors: elements of another kind.",
    )


def _inverse(name: str, kind: type[Op], meaning: str) -> Any:
    def apply(x: XlaOp, result_accuracy: Any = None, expand: bool = False) -> XlaOp:
        discardable = {}
        found = _accuracy(result_accuracy)
        if found is not None and found.mode.value == "HIGHEST":
            discardable["hlo.result_accuracy"] = StringAttr("{mode=highest}")
        return x.builder.emit(kind, x, discardable=discardable)

    return named(
        apply,
        name,
        f"{meaning} of each element (lib/math).\n\n    The result has the operand's shape. `expand` asks for a "
        "form made of simpler operations, which means the same. Errors: elements\n    that are not floating point or complex.",
    )


Abs = _unary("Abs", stablehlo_elementwise.Abs, "The absolute value, real for complex numbers,")
Neg = _unary("Neg", stablehlo_elementwise.Negate, "-x")
Sign = _unary("Sign", stablehlo_elementwise.Sign, "-1, -0, +0, 1 or NaN, by the sign")
Floor = _unary("Floor", stablehlo_elementwise.Floor, "The largest whole number that is not larger")
Ceil = _unary("Ceil", stablehlo_elementwise.Ceil, "The smallest whole number that is not smaller")
Round = _unary("Round", stablehlo_elementwise.RoundNearestAfz, "The nearest whole number, away from zero in the middle,")
RoundNearestEven = _unary(
    "RoundNearestEven", stablehlo_elementwise.RoundNearestEven, "The nearest whole number, the even one in the middle,"
)
Not = _unary("Not", stablehlo_elementwise.Not, "The complement, bit by bit,")
PopulationCount = _unary("PopulationCount", stablehlo_elementwise.Popcnt, "The number of bits that are set")
Clz = _unary("Clz", stablehlo_elementwise.CountLeadingZeros, "The number of zeros before the first bit that is set")
Real = _unary("Real", stablehlo_conversion.Real, "The real part")
Imag = _unary("Imag", stablehlo_conversion.Imag, "The imaginary part, 0 for real numbers,")
IsFinite = _unary("IsFinite", stablehlo_conversion.IsFinite, "Whether it is neither infinite nor NaN, a PRED,")
Exp = _unary("Exp", stablehlo_elementwise.Exponential, "e to the power", True)
Expm1 = _unary("Expm1", stablehlo_elementwise.ExponentialMinusOne, "e to the power, minus 1,", True)
Log = _unary("Log", stablehlo_elementwise.Log, "The natural logarithm", True)
Log1p = _unary("Log1p", stablehlo_elementwise.LogPlusOne, "The natural logarithm of 1 + x", True)
Logistic = _unary("Logistic", stablehlo_elementwise.Logistic, "1 / (1 + exp(-x))", True)
Sqrt = _unary("Sqrt", stablehlo_elementwise.Sqrt, "The square root", True)
Rsqrt = _unary("Rsqrt", stablehlo_elementwise.Rsqrt, "1 / the square root", True)
Cbrt = _unary("Cbrt", stablehlo_elementwise.Cbrt, "The cube root", True)
Cos = _unary("Cos", stablehlo_elementwise.Cosine, "The cosine", True)
Sin = _unary("Sin", stablehlo_elementwise.Sine, "The sine", True)
Tan = _unary("Tan", stablehlo_elementwise.Tan, "The tangent", True)
Tanh = _unary("Tanh", stablehlo_elementwise.Tanh, "The hyperbolic tangent", True)
Erf = _inverse("Erf", chlo_elementwise.Erf, "The error function")
Acos = _inverse("Acos", chlo_elementwise.Acos, "The inverse cosine")
Acosh = _inverse("Acosh", chlo_elementwise.Acosh, "The inverse hyperbolic cosine")
Asin = _inverse("Asin", chlo_elementwise.Asin, "The inverse sine")
Asinh = _inverse("Asinh", chlo_elementwise.Asinh, "The inverse hyperbolic sine")
Atan = _inverse("Atan", chlo_elementwise.Atan, "The inverse tangent")
Atanh = _inverse("Atanh", chlo_elementwise.Atanh, "The inverse hyperbolic tangent")
Cosh = _inverse("Cosh", chlo_elementwise.Cosh, "The hyperbolic cosine")
Sinh = _inverse("Sinh", chlo_elementwise.Sinh, "The hyperbolic sine")


@operation
def Conj(operand: XlaOp) -> XlaOp:
    """The complex conjugate of each element: (real, -imaginary)."""
    return Complex(Real(operand), Neg(Imag(operand)))


# Choices.


@operation
def Clamp(min: XlaOp, operand: XlaOp, max: XlaOp) -> XlaOp:
    """min(max(operand, min), max); `min` and `max` may be scalars (Clamp). Errors: types or shapes that differ."""
    return operand.builder.emit(stablehlo_comparison.Clamp, min, operand, max)


@operation
def Select(pred: XlaOp, on_true: Any, on_false: Any) -> XlaOp:
    """Elements of `on_true` where `pred` holds, else of `on_false` (Select).

    `pred` has PRED elements and the shape of the others, or is a scalar. A choice between tuples is TupleSelect, as
    instructions of HLO take arrays only. Errors: shapes that differ.
    """
    like = next((x for x in (on_true, on_false) if isinstance(x, XlaOp)), None)
    values = [
        x if isinstance(x, XlaOp) else constant_like(pred.builder, x, like, "on_true, on_false") for x in (on_true, on_false)
    ]
    yes, no = values
    if like is not None and yes.shape.is_array and no.shape.is_array and yes.rank != no.rank and 0 in (yes.rank, no.rank):
        scalar_is_yes = yes.rank == 0 and not isinstance(on_true, XlaOp)
        if scalar_is_yes or (no.rank == 0 and not isinstance(on_false, XlaOp)):
            from hloom.xla.ops.movement import Broadcast

            yes, no = ((Broadcast(yes, no.shape.dimensions), no) if scalar_is_yes else (yes, Broadcast(no, yes.shape.dimensions)))
    return pred.builder.emit(stablehlo_comparison.Select, pred, *in_one_precision([yes, no]))


@operation
def TupleSelect(pred: XlaOp, on_true: XlaOp, on_false: XlaOp) -> XlaOp:
    """One of two tuples of the same shape, by a scalar of PRED (Select), element by element. Errors: shapes that differ."""
    from hloom.xla.ops.movement import Tuple

    shapes = on_true.shape, on_false.shape
    if not all(s.is_tuple for s in shapes):
        raise InputError(f"TupleSelect takes tuples; got {shapes[0].to_text(False)} and {shapes[1].to_text(False)}.")
    if shapes[0].without_layout() != shapes[1].without_layout():
        raise InputError(
            f"Operands to select must be the same shape; got {shapes[0].to_text(False)} and {shapes[1].to_text(False)}."
        )
    return Tuple(pred.builder, [(TupleSelect if a.shape.is_tuple else Select)(pred, a, b) for a, b in zip(on_true, on_false)])


# Conversions.


@operation
def ConvertElementType(operand: XlaOp, new_element_type: Any) -> XlaOp:
    """Each element as a number of another type (ConvertElementType): numbers to integers are cut off and held in range, NaN is 0.

    Errors: complex numbers to real ones.
    """
    wanted = Shape(new_element_type)
    expect_array(operand.shape, "convert")
    if operand.element_type.is_complex and not wanted.element_type.is_complex:
        raise InputError(f"Conversion from complex to real type {operand.shape.to_text(layouts=False)} => "
                         f"{wanted.element_type.text} is not implemented.")
    return operand.builder.emit(stablehlo_conversion.Convert, operand, shape=wanted)


@operation
def BitcastConvertType(operand: XlaOp, new_element_type: Any) -> XlaOp:
    """The same bits as elements of another type (BitcastConvertType).

    Of elements of half the width there are two, in a new last dimension; for wider ones the last dimension is taken. Errors:
    widths that do not divide, a last dimension that is not the ratio of the widths.
    """
    return operand.builder.emit(stablehlo_conversion.BitcastConvert, operand, shape=Shape(new_element_type))


@operation
def StochasticConvertType(operand: XlaOp, random: XlaOp, new_element_type: Any) -> XlaOp:
    """Each element rounded up or down by chance (HLO: stochastic-convert).

    `random` has unsigned numbers of the operand's width; where its upper bits are less than what is cut off, the element is
    rounded away from zero. Errors: other shapes, random numbers of another width.
    """
    return operand.builder.emit(hlo_rounding.StochasticConvert, operand, random, shape=Shape(new_element_type))


@operation
def ReducePrecision(operand: XlaOp, exponent_bits: int, mantissa_bits: int) -> XlaOp:
    """Each element rounded to a floating-point format with fewer bits, in the same type (ReducePrecision).

    Errors: no exponent bit, a negative number of mantissa bits, elements that are not floating point.
    """
    exponent, mantissa = integer(exponent_bits, "exponent_bits"), integer(mantissa_bits, "mantissa_bits")
    return operand.builder.emit(stablehlo_conversion.ReducePrecision, operand, exponent_bits=exponent, mantissa_bits=mantissa)
