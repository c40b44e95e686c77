"""Products of matrices, convolutions, Fourier transforms, and systems of equations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.attributes import Attribute, IntegerAttr, StringAttr
from hloom.numbers.element_type import I64
from hloom.ops.common.attributes import ConvDimensionNumbers, DotDimensionNumbers, RaggedDotDimensionNumbers
from hloom.ops.hlo import convolution as hlo_convolution
from hloom.ops.hlo import data as hlo_data
from hloom.ops.hlo.computation import PREFIX
from hloom.ops.stablehlo import contraction as stablehlo_contraction
from hloom.ops.stablehlo import convolution as stablehlo_convolution
from hloom.ops.stablehlo import custom_call as stablehlo_custom_call
from hloom.ops.stablehlo import linear_algebra as stablehlo_linear_algebra
from hloom.support.diagnostics import InputError
from hloom.xla import inference
from hloom.xla.builder.builder import operation
from hloom.xla.builder.op import XlaOp
from hloom.xla.inference import Window
from hloom.xla.inference.parts import expect_array
from hloom.xla.ops.parts import dense, integer, integers, make_padding, pairs, precisions

#: The fields of dimension numbers, under the names of XLA and of StableHLO.
_DOT_NAMES = {
    "lhs_contracting_dimensions": "lhs_contracting_dimensions",
    "rhs_contracting_dimensions": "rhs_contracting_dimensions",
    "lhs_batch_dimensions": "lhs_batching_dimensions",
    "rhs_batch_dimensions": "rhs_batching_dimensions",
    "lhs_batching_dimensions": "lhs_batching_dimensions",
    "rhs_batching_dimensions": "rhs_batching_dimensions",
}
_RAGGED_NAMES = {**_DOT_NAMES, "lhs_ragged_dimensions": "lhs_ragged_dimensions", "rhs_group_dimensions": "rhs_group_dimensions"}


def dot_numbers(numbers: Any, cls: Any = DotDimensionNumbers) -> Any:
    """Dimension numbers given as such, or by name: `{"lhs_contracting_dimensions": [1], "lhs_batch_dimensions": [0], ...}`."""
    if isinstance(numbers, cls):
        return numbers
    if isinstance(numbers, tuple | list) and len(numbers) == 2 and cls is DotDimensionNumbers:
        (left, right), (left_batch, right_batch) = numbers
        return cls(*(integers(v, "dimension_numbers") for v in (left_batch, right_batch, left, right)))
    names = _DOT_NAMES if cls is DotDimensionNumbers else _RAGGED_NAMES
    if not isinstance(numbers, dict) or not set(numbers) <= set(names):
        raise InputError(f"dimension_numbers is a dictionary of {', '.join(sorted(names))}; got {numbers!r:.80}")
    return cls(**{names[key]: integers(values, key) for key, values in numbers.items()})


@operation
def Dot(lhs: XlaOp, rhs: XlaOp, precision_config: Any = None, preferred_element_type: Any = None) -> XlaOp:
    """The product of vectors and matrices (Dot): [n] by [n] gives a scalar, [m,k] by [k] a vector, [m,k] by [k,n] a matrix.

    It sums over the last dimension of a vector or matrix `lhs` and the first of `rhs`. Errors: sizes that differ.
    """
    expect_array(lhs.shape, "lhs of dot")
    expect_array(rhs.shape, "rhs of dot")
    contracting = ((min(1, lhs.rank - 1),), (0,)) if lhs.rank and rhs.rank else ((), ())
    return DotGeneral(lhs, rhs, (contracting, ((), ())), precision_config, preferred_element_type)


@operation
def DotGeneral(
    lhs: XlaOp, rhs: XlaOp, dimension_numbers: Any, precision_config: Any = None, preferred_element_type: Any = None
) -> XlaOp:
    """Sums of products over contracting dimensions (DotGeneral).

    The result has the batch dimensions, then the others of `lhs`, then those of `rhs`. `dimension_numbers` is
    DotDimensionNumbers or a
    dictionary of its fields. `preferred_element_type` is the type of the sums. Errors: sizes that differ, dimensions out of
    range.
    """
    numbers = dot_numbers(dimension_numbers)
    shape = inference.dot(lhs.shape, rhs.shape, numbers, preferred_element_type)
    return lhs.builder.emit(stablehlo_contraction.DotGeneral, shape, lhs, rhs, dot_dimension_numbers=numbers,
                            precision_config=precisions(precision_config))


@operation
def RaggedDot(lhs: XlaOp, rhs: XlaOp, group_sizes: XlaOp, dimension_numbers: Any, precision_config: Any = None,
              preferred_element_type: Any = None) -> XlaOp:
    """Products in groups of different sizes along one dimension of `lhs`.

    The ragged dimension is not contracting: [m,k], [g,k,n], [g] give [m,n]; it is contracting: [m,k], [k,n], [g] give [g,m,n];
    or it is a batch dimension. `dimension_numbers` has also `lhs_ragged_dimensions` and `rhs_group_dimensions`.
    """
    numbers = dot_numbers(dimension_numbers, RaggedDotDimensionNumbers)
    shape = inference.ragged_dot(lhs.shape, rhs.shape, group_sizes.shape, numbers, preferred_element_type)
    return lhs.builder.emit(hlo_data.RaggedDot, shape, lhs, rhs, group_sizes, ragged_dot_dimension_numbers=numbers,
                            precision_config=precisions(precision_config))


# Convolutions.


def default_numbers(spatial: int) -> ConvDimensionNumbers:
    """Batch and features first, `bf01_oi01->bf01` (Conv)."""
    rest = tuple(range(2, 2 + max(spatial, 0)))
    return ConvDimensionNumbers(0, 1, rest, 1, 0, rest, 0, 1, rest)


def conv_numbers(numbers: Any) -> ConvDimensionNumbers:
    """Dimension numbers of a convolution, or their text `b01f_01io->b01f`."""
    if isinstance(numbers, ConvDimensionNumbers):
        return numbers
    if isinstance(numbers, str):
        parts = numbers.replace("->", "_").split("_")
        if len(parts) == 3:
            count = len(parts[0]) - 2
            wanted = ["".join(sorted(letters + "".join(map(str, range(count))))) for letters in ("bf", "io", "bf")]
            if ["".join(sorted(p)) for p in parts] == wanted and 0 <= count <= 9:
                lhs, rhs, out = parts
                spatial = [tuple(p.index(str(k)) for k in range(count)) for p in parts]
                return ConvDimensionNumbers(
                    lhs.index("b"),
                    lhs.index("f"),
                    spatial[0],
                    rhs.index("i"),
                    rhs.index("o"),
                    spatial[1],
                    out.index("b"),
                    out.index("f"),
                    spatial[2],
                )
    raise InputError(f"dimension_numbers of a convolution is like 'bf01_oi01->bf01', not {numbers!r:.60}")


def _spatial(lhs: XlaOp, rhs: XlaOp, numbers: ConvDimensionNumbers) -> tuple[list[int], list[int]]:
    """The sizes of the base area and of the window; those out of range are left for the rules."""
    found = []
    kernel = rhs.shape.tuple_shapes[0] if rhs.shape.is_tuple and rhs.shape.tuple_shapes else rhs.shape
    for shape, dims, what in ((lhs.shape, numbers.input_spatial_dimensions, "lhs"),
                              (kernel, numbers.kernel_spatial_dimensions, "rhs")):
        expect_array(shape, f"{what} of convolution")
        if any(not 0 <= d < shape.rank for d in dims):
            raise InputError(f"A convolution with {len(dims)} spatial dimensions does not fit {what} "
                             f"{shape.to_text(layouts=False)}.")
        found.append([shape.dimensions[d] for d in dims])
    return found[0], found[1]


def _convolved(
    lhs: XlaOp,
    rhs: XlaOp,
    window_strides: Any,
    padding: Any,
    lhs_dilation: Any,
    rhs_dilation: Any,
    dimension_numbers: Any,
    feature_group_count: int,
    batch_group_count: int,
    precision_config: Any,
    preferred_element_type: Any,
    window_reversal: Any = None,
    convolution_kind: str = "unset",
    rhs_sparsity: Sequence[int] | None = None,
) -> XlaOp:
    expect_array(lhs.shape, "lhs of convolution")
    numbers = default_numbers(lhs.rank - 2) if dimension_numbers is None else conv_numbers(dimension_numbers)
    base, size = _spatial(lhs, rhs, numbers)
    strides = integers(window_strides, "window_strides")
    pads = make_padding(base, size, strides, padding) if isinstance(padding, str) else pairs(padding, "padding")
    reversal = [bool(b) for b in window_reversal] if window_reversal is not None else []
    window = Window.of(
        size, strides, pads, integers(lhs_dilation or (), "lhs_dilation"), integers(rhs_dilation or (), "rhs_dilation"), reversal
    )
    features, batches = integer(feature_group_count, "feature_group_count"), integer(batch_group_count, "batch_group_count")
    if convolution_kind not in ("unset", "fprop", "dgrad", "wgrad"):
        raise InputError(f"convolution_kind is unset, fprop, dgrad or wgrad, not {convolution_kind!r:.40}")
    sparsity = None if rhs_sparsity is None else integers(rhs_sparsity, "rhs_sparsity")
    if sparsity is not None and len(sparsity) != 4:
        raise InputError("rhs_sparsity is (elements that are kept, size of a block, dimension, stride)")
    shape = inference.convolution(lhs.shape, rhs.shape, features, batches, window, numbers, preferred_element_type,
                                  convolution_kind == "dgrad", None, sparsity)
    more: dict[str, Any] = {} if sparsity is None else {"rhs_sparsity": sparsity}
    is_plain = convolution_kind != "dgrad" and sparsity is None and rhs.shape.is_array
    return lhs.builder.emit(
        stablehlo_convolution.Convolution if is_plain else hlo_convolution.Convolution,
        shape,
        lhs,
        rhs,
        window_strides=window.strides,
        padding=dense(window.padding, (len(size), 2)),
        lhs_dilation=window.base_dilation,
        rhs_dilation=window.dilation,
        dimension_numbers=numbers,
        feature_group_count=features,
        batch_group_count=batches,
        precision_config=precisions(precision_config),
        window_reversal=tuple(reversal) if any(reversal) else None,
        discardable={f"{PREFIX}convolution_kind": StringAttr(convolution_kind)} if convolution_kind != "unset" else None,
        **more,
    )


@operation
def Conv(
    lhs: XlaOp,
    rhs: XlaOp,
    window_strides: Sequence[int],
    padding: Any,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision_config: Any = None,
    preferred_element_type: Any = None,
) -> XlaOp:
    """A convolution (Conv): `lhs` is batch, features, space; `rhs` output features, input features, space.

    `padding` is SAME (with stride 1 the result is as large as the input) or VALID (none). Errors: ranks, types and sizes that
    do not fit.
    """
    return _convolved(lhs, rhs, window_strides, padding, (), (), None, feature_group_count, batch_group_count, precision_config,
                      preferred_element_type)


@operation
def ConvWithGeneralPadding(lhs: XlaOp, rhs: XlaOp, window_strides: Sequence[int], padding: Any, feature_group_count: int = 1,
                           batch_group_count: int = 1, precision_config: Any = None, preferred_element_type: Any = None) -> XlaOp:
    """A convolution with a pair (low, high) of padding a dimension of space, maybe negative (ConvWithGeneralPadding)."""
    return _convolved(lhs, rhs, window_strides, padding, (), (), None, feature_group_count, batch_group_count, precision_config,
                      preferred_element_type)


@operation
def ConvWithGeneralDimensions(lhs: XlaOp, rhs: XlaOp, window_strides: Sequence[int], padding: Any, dimension_numbers: Any,
                              feature_group_count: int = 1, batch_group_count: int = 1, precision_config: Any = None,
                              preferred_element_type: Any = None) -> XlaOp:
    """Conv with dimension numbers, `b01f_01io->b01f`."""
    return _convolved(lhs, rhs, window_strides, padding, (), (), dimension_numbers, feature_group_count, batch_group_count,
                      precision_config, preferred_element_type)


@operation
def ConvGeneral(
    lhs: XlaOp,
    rhs: XlaOp,
    window_strides: Sequence[int],
    padding: Any,
    dimension_numbers: Any,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision_config: Any = None,
    preferred_element_type: Any = None,
) -> XlaOp:
    """ConvWithGeneralPadding with dimension numbers."""
    return _convolved(lhs, rhs, window_strides, padding, (), (), dimension_numbers, feature_group_count, batch_group_count,
                      precision_config, preferred_element_type)


@operation
def ConvGeneralDilated(
    lhs: XlaOp,
    rhs: XlaOp,
    window_strides: Sequence[int],
    padding: Any,
    lhs_dilation: Sequence[int],
    rhs_dilation: Sequence[int],
    dimension_numbers: Any,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision_config: Any = None,
    preferred_element_type: Any = None,
    window_reversal: Any = None,
    convolution_kind: str = "unset",
    rhs_sparsity: Sequence[int] | None = None,
) -> XlaOp:
    """ConvGeneral with holes: `lhs_dilation - 1` between elements of the input, `rhs_dilation - 1` between those of the window
    (ConvWithGeneralPadding).

    `convolution_kind` says of which pass it is: fprop, or a gradient, of which dgrad may keep the kernel's labels of the
    convolution itself. A sparse kernel is the tuple (elements, their places in blocks), and `rhs_sparsity` is (1, size of a
    block, dimension, stride).
    """
    return _convolved(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, dimension_numbers, feature_group_count,
                      batch_group_count, precision_config, preferred_element_type, window_reversal, convolution_kind,
                      rhs_sparsity)


# Convolutions of arrays whose sizes are known at run time, as custom calls that other compilers know.


def _dynamic(target: str, operands: Sequence[XlaOp], lhs: XlaOp, rhs: XlaOp, window_strides: Any, padding: Any, lhs_dilation: Any,
             rhs_dilation: Any, dimension_numbers: Any, feature_group_count: int, batch_group_count: int, precision_config: Any,
             padding_type: str, preferred_element_type: Any) -> XlaOp:
    numbers = conv_numbers(dimension_numbers)
    _, size = _spatial(lhs, rhs, numbers)
    window = Window.of(size, integers(window_strides, "window_strides"), pairs(padding, "padding"),
                       integers(lhs_dilation or (), "lhs_dilation"), integers(rhs_dilation or (), "rhs_dilation"))
    shape = inference.convolution(
        lhs.shape, rhs.shape, feature_group_count, batch_group_count, window, numbers, preferred_element_type
    )
    if padding_type not in ("PADDING_VALID", "PADDING_SAME", "PADDING_INVALID"):
        raise InputError(f"padding_type is PADDING_VALID or PADDING_SAME, not {padding_type!r:.40}")
    fields = {"size": window.size, "stride": window.strides, "pad": [f"{low}_{high}" for low, high in window.padding],
              "lhs_dilate": window.base_dilation, "rhs_dilate": window.dilation}
    texts = [f"{key}={'x'.join(map(str, values))}" for key, values in fields.items()
             if key == "size" or any(v not in (1, "0_0") for v in values)]
    more: dict[str, Attribute] = {
        "hlo.window": StringAttr(f"{{{' '.join(texts)}}}"),
        "hlo.dim_labels": StringAttr(_labels(numbers)),
    }
    for key, count in (("feature_group_count", feature_group_count), ("batch_group_count", batch_group_count)):
        if count != 1:
            more[f"{PREFIX}{key}"] = IntegerAttr(count, I64)
    if padding_type != "PADDING_INVALID":
        more["hlo.padding_type"] = StringAttr(padding_type)
    words = precisions(precision_config)
    if words is not None:
        more["hlo.operand_precision"] = StringAttr(f"{{{','.join(w.lower() for w in words)}}}")
    return lhs.builder.emit(stablehlo_custom_call.CustomCall, shape, list(operands), call_target_name=target, discardable=more)


def _labels(numbers: ConvDimensionNumbers) -> str:
    sides = [
        ("b", numbers.input_batch_dimension, "f", numbers.input_feature_dimension, numbers.input_spatial_dimensions),
        (
            "i",
            numbers.kernel_input_feature_dimension,
            "o",
            numbers.kernel_output_feature_dimension,
            numbers.kernel_spatial_dimensions,
        ),
        ("b", numbers.output_batch_dimension, "f", numbers.output_feature_dimension, numbers.output_spatial_dimensions),
    ]
    parts = []
    for first, at, second, other, spatial in sides:
        places = {at: first, other: second, **{d: str(k) for k, d in enumerate(spatial)}}
        parts.append("".join(places[d] for d in sorted(places)))
    return f"{parts[0]}_{parts[1]}->{parts[2]}"


@operation
def DynamicConvForward(
    lhs: XlaOp,
    rhs: XlaOp,
    window_strides: Sequence[int],
    padding: Any,
    lhs_dilation: Sequence[int],
    rhs_dilation: Sequence[int],
    dimension_numbers: Any,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision_config: Any = None,
    padding_type: str = "PADDING_VALID",
    preferred_element_type: Any = None,
) -> XlaOp:
    """A convolution whose dimensions of space are dynamic; a custom call, which the engines do not know."""
    return _dynamic(
        "DynamicConvolutionForward",
        [lhs, rhs],
        lhs,
        rhs,
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        dimension_numbers,
        feature_group_count,
        batch_group_count,
        precision_config,
        padding_type,
        preferred_element_type,
    )


@operation
def DynamicConvInputGrad(
    input_sizes: XlaOp,
    lhs: XlaOp,
    rhs: XlaOp,
    window_strides: Sequence[int],
    padding: Any,
    lhs_dilation: Sequence[int],
    rhs_dilation: Sequence[int],
    dimension_numbers: Any,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision_config: Any = None,
    padding_type: str = "PADDING_VALID",
    preferred_element_type: Any = None,
) -> XlaOp:
    """The gradient of DynamicConvForward with respect to the input, whose sizes are `input_sizes`; a custom call."""
    return _dynamic(
        "DynamicConvolutionInputGrad",
        [input_sizes, lhs, rhs],
        lhs,
        rhs,
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        dimension_numbers,
        feature_group_count,
        batch_group_count,
        precision_config,
        padding_type,
        preferred_element_type,
    )


@operation
def DynamicConvKernelGrad(
    activations: XlaOp,
    gradients: XlaOp,
    window_strides: Sequence[int],
    padding: Any,
    lhs_dilation: Sequence[int],
    rhs_dilation: Sequence[int],
    dimension_numbers: Any,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision_config: Any = None,
    padding_type: str = "PADDING_VALID",
    preferred_element_type: Any = None,
) -> XlaOp:
    """The gradient of DynamicConvForward with respect to the kernel; a custom call."""
    return _dynamic(
        "DynamicConvolutionKernelGrad",
        [activations, gradients],
        activations,
        gradients,
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        dimension_numbers,
        feature_group_count,
        batch_group_count,
        precision_config,
        padding_type,
        preferred_element_type,
    )


# Algebra.


@operation
def Fft(operand: XlaOp, fft_type: str, fft_length: Sequence[int]) -> XlaOp:
    """The Fourier transform FFT, IFFT, RFFT or IRFFT over the innermost one to three dimensions (Fft).

    Errors: sizes that are not `fft_length`, elements of another kind.
    """
    lengths = integers(fft_length, "fft_length")
    shape = inference.fft(operand.shape, fft_type, lengths)
    return operand.builder.emit(stablehlo_linear_algebra.Fft, shape, operand, fft_type=fft_type, fft_length=lengths)


@operation
def TriangularSolve(
    a: XlaOp, b: XlaOp, left_side: bool, lower: bool, unit_diagonal: bool, transpose_a: str = "NO_TRANSPOSE"
) -> XlaOp:
    """Solves op(a) x = b, or x op(a) = b where not `left_side`, for triangular a, in batches (TriangularSolve).

    `transpose_a` is NO_TRANSPOSE, TRANSPOSE or ADJOINT. Errors: matrices that are not square or do not fit.
    """
    shape = inference.triangular_solve(a.shape, b.shape, bool(left_side), transpose_a)
    return a.builder.emit(stablehlo_linear_algebra.TriangularSolve, shape, a, b, left_side=bool(left_side), lower=bool(lower),
                          unit_diagonal=bool(unit_diagonal), transpose_a=transpose_a)


@operation
def Cholesky(a: XlaOp, lower: bool = True) -> XlaOp:
    """The triangular l with a = l l^H, or u with a = u^H u where not `lower`, in batches (Cholesky).

    The other triangle of the result is not defined. Errors: matrices that are not square.
    """
    return a.builder.emit(stablehlo_linear_algebra.Cholesky, inference.cholesky(a.shape), a, lower=bool(lower))
