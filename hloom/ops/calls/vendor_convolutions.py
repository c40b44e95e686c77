"""Convolutions by cuDNN: `__cudnn$convForward`, its gradients, and the one with a bias and an activation.

Window and `dim_labels` are those of the forward convolution: result = input * filter. Of a gradient the first operand or the
result stands in the place of one of the three (xla/service/gpu/cublas_cudnn.h).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hloom.ir.types import TensorType
from hloom.numbers.element_type import F32, I32
from hloom.ops.calls.dynamic_convolution import Dimension, stated_numbers, stated_window
from hloom.ops.calls.vendor_call import NotStated, VendorCall, computed_in
from hloom.ops.calls.vendor_products import relu
from hloom.ops.common.attributes import ConvDimensionNumbers


def _stated(call: VendorCall) -> tuple[dict[str, Any], ConvDimensionNumbers, list[Dimension], int]:
    config = call.section("cudnn_conv_backend_config")
    if "conv_result_scale" not in config or config.get("reordered_int8_nchw_vect"):
        raise NotStated
    numbers = stated_numbers(call.op)
    window = stated_window(call.op, len(numbers.input_spatial_dimensions))
    if any(len(v.type.shape) != len(window) + 2 for v in call.operands[:2]):
        raise NotStated  # elements in groups of 4 or 32
    groups = int(getattr(call.op.attributes.get("hlo.feature_group_count"), "value", 1))
    return config, numbers, window, groups


def _convolution(call: VendorCall, a: Any, b: Any, shape: Sequence[int], numbers: ConvDimensionNumbers, strides: Sequence[int],
                 pads: Sequence[tuple[int, int]], base: Sequence[int], dilations: Sequence[int], reversal: Sequence[bool],
                 **groups: int) -> Any:
    element = computed_in(a.type.element, call.element())
    made = call.make(
        "convolution", call.convert(a, element), call.convert(b, element), dimension_numbers=numbers,
        window_strides=tuple(strides), padding=[list(p) for p in pads] if pads else None, lhs_dilation=tuple(base),
        rhs_dilation=tuple(dilations), window_reversal=tuple(reversal), result_types=[TensorType(tuple(shape), element)],
        feature_group_count=groups.get("feature", 1), batch_group_count=groups.get("batch", 1))
    return call.convert(made, F32) if element is I32 else made


def _forward(call: VendorCall, numbers: ConvDimensionNumbers, window: list[Dimension], groups: int) -> Any:
    input, filter = call.operands[:2]
    return _convolution(call, input, filter, call.shape(), numbers, [d.stride for d in window],
                        [(d.low, d.high) for d in window], [d.base_dilation for d in window], [d.dilation for d in window],
                        [d.is_reversed for d in window], feature=groups)


def forward(call: VendorCall) -> Any:
    """`__cudnn$convForward`: scale * (input * filter)."""
    config, numbers, window, groups = _stated(call)
    return call.given(call.scaled(_forward(call, numbers, window, groups), float(config["conv_result_scale"])))


def bias_activation(call: VendorCall) -> Any:
    """`__cudnn$convBiasActivationForward`: activation(scale * (input * filter) + side scale * side input + bias)."""
    config, numbers, window, groups = _stated(call)
    activation = _ACTIVATIONS.get(config.get("activation_mode", "kNone"))
    if activation is None:
        raise NotStated
    bias, *side = call.operands[2:]
    value = call.scaled(_forward(call, numbers, window, groups), float(config["conv_result_scale"]))
    for each in side:
        value = call.plus(value, call.scaled(call.convert(each, value.type.element), float(config.get("side_input_scale", 0))))
    value = call.plus(value, call.spread(call.convert(bias, value.type.element), value.type.shape,
                                         (numbers.output_feature_dimension,)))
    return call.given(activation(call, value, config))


def backward_input(call: VendorCall) -> Any:
    """`__cudnn$convBackwardInput`: of the gradient of the result and the filter, the gradient of the input."""
    config, numbers, window, groups = _stated(call)
    _no_base_dilation(window)
    gradient, filter = call.operands[:2]
    shape, pads = call.shape(), []
    for k, d in enumerate(window):
        size, count = shape[numbers.input_spatial_dimensions[k]], gradient.type.shape[numbers.output_spatial_dimensions[k]]
        covered = (d.size - 1) * d.dilation + 1
        low = covered - 1 - d.low
        pads.append((low, size + covered - 1 - low - ((count - 1) * d.stride + 1)))
    turned = ConvDimensionNumbers(
        numbers.output_batch_dimension, numbers.output_feature_dimension, numbers.output_spatial_dimensions,
        numbers.kernel_output_feature_dimension, numbers.kernel_input_feature_dimension, numbers.kernel_spatial_dimensions,
        numbers.input_batch_dimension, numbers.input_feature_dimension, numbers.input_spatial_dimensions)
    found = _convolution(call, gradient, _grouped(call, filter, numbers, groups), shape, turned, [1] * len(window), pads,
                         [d.stride for d in window], [d.dilation for d in window], [not d.is_reversed for d in window],
                         feature=groups)
    return call.given(call.scaled(found, float(config["conv_result_scale"])))


def _grouped(call: VendorCall, filter: Any, numbers: ConvDimensionNumbers, groups: int) -> Any:
    """The filter with the groups of its output features among its input features: there they are when it is turned round."""
    if groups == 1:
        return filter
    into, out = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
    shape = filter.type.shape
    split = [n for d, size in enumerate(shape) for n in ((groups, size // groups) if d == out else (size,))]
    at, place = out, into + (into > out)
    order = [d for d in range(len(split)) if d != at]
    order.insert(order.index(place), at)
    sizes = [size // groups if d == out else size * groups if d == into else size for d, size in enumerate(shape)]
    parts = call.make("reshape", filter, result_types=[TensorType(tuple(split), filter.type.element)])
    return call.make("reshape", call.make("transpose", parts, permutation=tuple(order)),
                     result_types=[TensorType(tuple(sizes), filter.type.element)])


def backward_filter(call: VendorCall) -> Any:
    """`__cudnn$convBackwardFilter`: of the input and the gradient of the result, the gradient of the filter."""
    config, numbers, window, groups = _stated(call)
    _no_base_dilation(window)
    input, gradient = call.operands[:2]
    pads = []
    for k, d in enumerate(window):
        size, count = (v.type.shape[dims[k]] for v, dims in ((input, numbers.input_spatial_dimensions),
                                                             (gradient, numbers.output_spatial_dimensions)))
        pads.append((d.low, (d.size - 1) * d.dilation + (count - 1) * d.stride + 1 - size - d.low))
    turned = ConvDimensionNumbers(
        numbers.input_feature_dimension, numbers.input_batch_dimension, numbers.input_spatial_dimensions,
        numbers.output_batch_dimension, numbers.output_feature_dimension, numbers.output_spatial_dimensions,
        numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension, numbers.kernel_spatial_dimensions)
    found = _convolution(call, input, gradient, call.shape(), turned, [d.dilation for d in window], pads, [1] * len(window),
                         [d.stride for d in window], [False] * len(window), batch=groups)
    turned_round = tuple(dim for dim, d in zip(numbers.kernel_spatial_dimensions, window) if d.is_reversed)
    found = call.make("reverse", found, dimensions=turned_round) if turned_round else found
    return call.given(call.scaled(found, float(config["conv_result_scale"])))


def _no_base_dilation(window: list[Dimension]) -> None:
    if any(d.base_dilation != 1 for d in window):
        raise NotStated


# Activations, by their names in stream_executor::dnn::ActivationMode.
Activation = Callable[[VendorCall, Any, dict[str, Any]], Any]


def _clamped(low: float, high: float) -> Activation:
    def clamp(call: VendorCall, x: Any, config: dict[str, Any]) -> Any:
        scalar = x.type.with_shape(())
        return call.make("clamp", call.full(low, scalar), x, call.full(high, scalar))

    return clamp


def _where_positive(call: VendorCall, x: Any, other: Any) -> Any:
    return call.make("select", call.make("compare", x, call.full(0, x.type), comparison_direction="GT"), x, other)


def _gelu_exact(call: VendorCall, x: Any, config: dict[str, Any]) -> Any:
    error = call.lowering.make("chlo.erf", [call.scaled(x, 0.5 ** 0.5)])
    return call.make("multiply", call.scaled(x, 0.5), call.plus(error, call.full(1, x.type)))


_MODES: Final[dict[str, Activation]] = {
    "kNone": lambda call, x, config: x,
    "kSigmoid": lambda call, x, config: call.make("logistic", x),
    "kRelu": lambda call, x, config: relu(call, x),
    "kRelu6": _clamped(0, 6),
    "kTanh": lambda call, x, config: call.make("tanh", x),
    "kElu": lambda call, x, config: _where_positive(call, x, call.make("exponential_minus_one", x)),
    "kLeakyRelu": lambda call, x, config: _where_positive(call, x, call.scaled(x, float(config.get("leakyrelu_alpha", 0)))),
    "kGeluExact": _gelu_exact,
}
_NUMBERS: Final = ("kNone", "kSigmoid", "kRelu", "kRelu6", "kReluX", "kTanh", "kBandPass", "kElu", "kLeakyRelu", "kGeluExact")
#: Older texts have the numbers, as strings, too.
_ACTIVATIONS: Final[dict[Any, Activation]] = {
    key: _MODES[name] for number, name in enumerate(_NUMBERS) if name in _MODES for key in (name, number, str(number))}
