"""Convolutions: of arrays of known sizes, and of arrays whose sizes are known at run time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hloom.ir.attributes import Attribute, IntegerAttr, StringAttr
from hloom.numbers.element_type import I64
from hloom.ops.common.attributes import ConvDimensionNumbers
from hloom.ops.hlo import convolution as hlo_convolution
from hloom.ops.hlo.computation import PREFIX
from hloom.ops.stablehlo import convolution as stablehlo_convolution
from hloom.ops.stablehlo import custom_call as stablehlo_custom_call
from hloom.support.diagnostics import InputError
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import variant
from hloom.xla.inference import Window
from hloom.xla.inference.operations import result_shape
from hloom.xla.inference.parts import expect_array
from hloom.xla.ops.parts import dense, integer, integers, make_padding, of_one_kind, pairs, precisions, preferred


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
        count = len(parts[0]) - 2
        wanted = ["".join(sorted(letters + "".join(map(str, range(count))))) for letters in ("bf", "io", "bf")]
        if ["".join(sorted(p)) for p in parts] == wanted and 0 <= count <= 9:
            lhs, rhs, out = parts
            spatial = [tuple(p.index(str(k)) for k in range(count)) for p in parts]
            return ConvDimensionNumbers(lhs.index("b"), lhs.index("f"), spatial[0], rhs.index("i"), rhs.index("o"), spatial[1],
                                        out.index("b"), out.index("f"), spatial[2])
    raise InputError(f"dimension_numbers of a convolution is like 'bf01_oi01->bf01', not {numbers!r:.60}")


def labels(numbers: ConvDimensionNumbers) -> str:
    """The text of dimension numbers."""
    sides = (("b", numbers.input_batch_dimension, "f", numbers.input_feature_dimension, numbers.input_spatial_dimensions),
             ("i", numbers.kernel_input_feature_dimension, "o", numbers.kernel_output_feature_dimension,
              numbers.kernel_spatial_dimensions),
             ("b", numbers.output_batch_dimension, "f", numbers.output_feature_dimension, numbers.output_spatial_dimensions))
    parts = []
    for first, at, second, other, spatial in sides:
        places = {at: first, other: second, **{d: str(k) for k, d in enumerate(spatial)}}
        parts.append("".join(places[d] for d in sorted(places)))
    return f"{parts[0]}_{parts[1]}->{parts[2]}"


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
    lhs: XlaOp, rhs: XlaOp, window_strides: Sequence[int], padding: Any, lhs_dilation: Sequence[int] = (),
    rhs_dilation: Sequence[int] = (), dimension_numbers: Any = None, feature_group_count: int = 1, batch_group_count: int = 1,
    precision_config: Any = None, preferred_element_type: Any = None, window_reversal: Any = None,
    convolution_kind: str = "unset", rhs_sparsity: Sequence[int] | None = None,
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
    more: dict[str, Any] = {} if sparsity is None else {"rhs_sparsity": sparsity}
    is_plain = convolution_kind != "dgrad" and sparsity is None and rhs.shape.is_array
    if is_plain:
        lhs, rhs = of_one_kind(lhs, rhs)
    return lhs.builder.emit(
        stablehlo_convolution.Convolution if is_plain else hlo_convolution.Convolution, lhs, rhs,
        shape=preferred(preferred_element_type),
        **_window_attributes(window), dimension_numbers=numbers, feature_group_count=features, batch_group_count=batches,
        precision_config=precisions(precision_config), window_reversal=tuple(reversal) if any(reversal) else None,
        discardable={f"{PREFIX}convolution_kind": StringAttr(convolution_kind)} if convolution_kind != "unset" else None,
        **more,
    )


def _window_attributes(window: Window) -> dict[str, Any]:
    return {"window_strides": window.strides, "padding": dense(window.padding, (len(window.size), 2)),
            "lhs_dilation": window.base_dilation, "rhs_dilation": window.dilation}


_COUNTS: Final = "feature_group_count batch_group_count precision_config preferred_element_type"

Conv = variant(_convolved, "Conv", f"lhs rhs window_strides padding {_COUNTS}",
    """A convolution (Conv): `lhs` is batch, features, space; `rhs` output features, input features, space.

    `padding` is SAME (with stride 1 the result is as large as the input) or VALID (none). Errors: ranks, types and sizes that
    do not fit.
    """)
ConvWithGeneralPadding = variant(_convolved, "ConvWithGeneralPadding", f"lhs rhs window_strides padding {_COUNTS}",
    "A convolution with a pair (low, high) of padding a dimension of space, maybe negative (ConvWithGeneralPadding).")
ConvWithGeneralDimensions = variant(
    _convolved, "ConvWithGeneralDimensions", f"lhs rhs window_strides padding dimension_numbers {_COUNTS}",
    "Conv with dimension numbers, `b01f_01io->b01f`.")
ConvGeneral = variant(_convolved, "ConvGeneral", f"lhs rhs window_strides padding dimension_numbers {_COUNTS}",
    "ConvWithGeneralPadding with dimension numbers, `b01f_01io->b01f`.")
ConvGeneralDilated = variant(
    _convolved, "ConvGeneralDilated",
    f"lhs rhs window_strides padding lhs_dilation rhs_dilation dimension_numbers {_COUNTS} window_reversal convolution_kind "
    "rhs_sparsity",
    """ConvGeneral with holes (ConvWithGeneralPadding).

    `lhs_dilation - 1` lie between elements of the input, `rhs_dilation - 1` between those of the window, which
    `window_reversal` turns around in some dimensions. `convolution_kind` says of which pass it is: fprop, or a gradient, of
    which dgrad may keep the kernel's labels of the convolution itself. A sparse kernel is the tuple (elements, their places in
    blocks), and `rhs_sparsity` is (1, size of a block, dimension, stride).
    """)


# Convolutions of arrays whose sizes are known at run time, as custom calls.

_PADDING_TYPES: Final = ("PADDING_VALID", "PADDING_SAME", "PADDING_INVALID")


def _dynamic(
    lhs: XlaOp, rhs: XlaOp, window_strides: Sequence[int], padding: Any, lhs_dilation: Sequence[int],
    rhs_dilation: Sequence[int], dimension_numbers: Any, feature_group_count: int = 1, batch_group_count: int = 1,
    precision_config: Any = None, padding_type: str = "PADDING_VALID", preferred_element_type: Any = None,
    target: str = "", first: tuple[XlaOp, ...] = (),
) -> XlaOp:
    expect_array(lhs.shape, "lhs of convolution")
    numbers = conv_numbers(dimension_numbers)
    _, size = _spatial(lhs, rhs, numbers)
    window = Window.of(size, integers(window_strides, "window_strides"), pairs(padding, "padding"),
                       integers(lhs_dilation or (), "lhs_dilation"), integers(rhs_dilation or (), "rhs_dilation"))
    features, batches = integer(feature_group_count, "feature_group_count"), integer(batch_group_count, "batch_group_count")
    like = stablehlo_convolution.Convolution.create(
        lhs.value, rhs.value, result_types=(), dimension_numbers=numbers, feature_group_count=features, batch_group_count=batches,
        **_window_attributes(window))
    shape = result_shape(like, preferred(preferred_element_type))
    if padding_type not in _PADDING_TYPES:
        raise InputError(f"padding_type is {' or '.join(_PADDING_TYPES)}, not {padding_type!r:.40}")
    fields = {"size": window.size, "stride": window.strides, "pad": [f"{low}_{high}" for low, high in window.padding],
              "lhs_dilate": window.base_dilation, "rhs_dilate": window.dilation}
    texts = [f"{key}={'x'.join(map(str, values))}" for key, values in fields.items()
             if key == "size" or any(v not in (1, "0_0") for v in values)]
    more: dict[str, Attribute] = {
        "hlo.window": StringAttr(f"{{{' '.join(texts)}}}"),
        "hlo.dim_labels": StringAttr(labels(numbers)),
    }
    for key, count in (("feature_group_count", features), ("batch_group_count", batches)):
        if count != 1:
            more[f"{PREFIX}{key}"] = IntegerAttr(count, I64)
    if padding_type != "PADDING_INVALID":
        more["hlo.padding_type"] = StringAttr(padding_type)
    words = precisions(precision_config)
    if words is not None:
        more["hlo.operand_precision"] = StringAttr(f"{{{','.join(w.lower() for w in words)}}}")
    return lhs.builder.emit(stablehlo_custom_call.CustomCall, [*first, lhs, rhs], shape=shape, call_target_name=target,
                            discardable=more)


def _forward(lhs: XlaOp, rhs: XlaOp, **said: Any) -> XlaOp:
    return _dynamic(lhs, rhs, target="DynamicConvolutionForward", **said)


def _input_gradient(input_sizes: XlaOp, lhs: XlaOp, rhs: XlaOp, **said: Any) -> XlaOp:
    wanted = (lhs.rank,) if lhs.shape.is_array else None
    if not input_sizes.shape.is_array or input_sizes.shape.dimensions != wanted or not input_sizes.element_type.is_integer:
        raise InputError(f"input_sizes has a whole number for each dimension of {lhs.shape.to_text(False)}, got "
                         f"{input_sizes.shape.to_text(False)}")
    return _dynamic(lhs, rhs, target="DynamicConvolutionInputGrad", first=(input_sizes,), **said)


def _kernel_gradient(activations: XlaOp, gradients: XlaOp, **said: Any) -> XlaOp:
    return _dynamic(activations, gradients, target="DynamicConvolutionKernelGrad", **said)


_SAID: Final = ("window_strides padding lhs_dilation rhs_dilation dimension_numbers feature_group_count batch_group_count "
                "precision_config padding_type preferred_element_type")

DynamicConvForward = variant(
    _forward, "DynamicConvForward", f"lhs rhs {_SAID}",
    """ConvGeneralDilated of arrays whose dimensions of space are dynamic; a custom call.

    `padding_type` PADDING_SAME pads by the sizes at run time as SAME does, PADDING_VALID not at all; PADDING_INVALID pads by
    `padding`, from whose numbers the bounds of the result come in any case.
    """, _dynamic)
DynamicConvInputGrad = variant(
    _input_gradient, "DynamicConvInputGrad", f"input_sizes lhs rhs {_SAID}",
    """The gradient of DynamicConvForward with respect to its input, whose sizes at run time `input_sizes` has; a custom call.

    `lhs` is the gradient of the result, `rhs` the kernel, turned around; `lhs_dilation` are the strides of the forward
    convolution, `rhs_dilation` its dilations.
    """, _dynamic)
DynamicConvKernelGrad = variant(
    _kernel_gradient, "DynamicConvKernelGrad", f"activations gradients {_SAID}",
    """The gradient of DynamicConvForward with respect to its kernel; a custom call.

    `gradients` stand in the place of the kernel; `rhs_dilation` are the strides of the forward convolution, `window_strides`
    its dilations.
    """, _dynamic)
