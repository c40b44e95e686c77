"""The custom calls `DynamicConvolution*`: convolutions, and their gradients, of arrays whose sizes are known at run time.

Each is a `dynamic_conv` of StableHLO, whose padding follows from the sizes. With s the stride and e the size of the (dilated)
window of the forward convolution, n elements of its input and m of its result: SAME padding is max((m - 1) s + e - n, 0), half
of it, rounded down, before the first element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.ir.types import TensorType
from hloom.numbers.element_type import I32, I64
from hloom.ops.common.attributes import ConvDimensionNumbers
from hloom.support.diagnostics import UserError

_LABELS: Final = re.compile(r"([bf?\d]+)_([io?\d]+)->([bf?\d]+)", re.ASCII)


class Dimension(NamedTuple):
    """One dimension of space of a window."""

    size: int
    stride: int
    low: int
    high: int
    base_dilation: int
    dilation: int
    is_reversed: bool = False


def _text(op: Any, key: str, default: str = "") -> str:
    return str(getattr(op.attributes.get(f"hlo.{key}"), "value", default))


def stated_window(op: Any, count: int) -> list[Dimension]:
    """The window that a call states as `{size=3x3 stride=2x2 pad=0_1x0_1}`."""
    found = dict(field.split("=", 1) for field in _text(op, "window").strip("{}").split() if "=" in field)

    def numbers(key: str, default: str) -> list[str]:
        values = found[key].split("x") if key in found else [default] * count
        if len(values) != count:
            raise ValueError(f"the window has {len(values)} dimensions, the convolution {count}")
        return values

    pads = [tuple(map(int, p.split("_"))) for p in numbers("pad", "0_0")]
    flips = [v == "1" for v in numbers("rhs_reversal", "0")]
    columns = [[int(v) for v in numbers(key, "1")] for key in ("size", "stride", "lhs_dilate", "rhs_dilate")]
    return [Dimension(size, stride, low, high, base, dilation, flip)
            for size, stride, (low, high), base, dilation, flip in zip(columns[0], columns[1], pads, *columns[2:], flips)]


def stated_numbers(op: Any) -> ConvDimensionNumbers:
    """The dimension numbers that a call states as `bf01_oi01->bf01`."""
    match = _LABELS.fullmatch(_text(op, "dim_labels"))
    if match is None:
        raise ValueError(f"dim_labels={_text(op, 'dim_labels')} of a convolution")
    lhs, rhs, out = match.groups()
    lists = [tuple(part.index(str(k)) for k in range(len(part) - 2)) for part in (lhs, rhs, out)]
    return ConvDimensionNumbers(lhs.index("b"), lhs.index("f"), lists[0], rhs.index("i"), rhs.index("o"), lists[1],
                                out.index("b"), out.index("f"), lists[2])


class _Sizes:
    """Arithmetic on sizes that are scalars of i32 in the program."""

    def __init__(self, lowering: Any) -> None:
        self.lowering = lowering

    def number(self, value: int) -> Any:
        return self.lowering.constant(np.array(value, np.int32), I32)

    def of(self, value: Any, dimension: int) -> Any:
        return self.lowering.make("stablehlo.get_dimension_size", [value], dimension=dimension)

    def entry(self, vector: Any, k: int) -> Any:
        one = self.lowering.make("stablehlo.slice", [vector], start_indices=(k,), limit_indices=(k + 1,), strides=(1,))
        scalar = self.lowering.make("stablehlo.reshape", [one], result_types=[TensorType((), vector.type.element)])
        return self.lowering.make("stablehlo.convert", [scalar], result_types=[TensorType((), I32)])

    def apply(self, name: str, a: Any, b: Any) -> Any:
        a, b = (self.number(v) if isinstance(v, int) else v for v in (a, b))
        return self.lowering.make(f"stablehlo.{name}", [a, b])

    def covered(self, windows: Any, window: int, stride: int) -> Any:
        """(windows - 1) stride + window: the elements that some places of a window cover."""
        return self.apply("add", self.apply("multiply", windows, stride), window - stride)

    def places(self, n: Any, stride: int) -> Any:
        """ceil(n / stride): the places of a window with SAME padding."""
        return self.apply("divide", self.apply("add", n, stride - 1), stride)

    def before(self, n: Any, window: int, stride: int) -> tuple[Any, Any]:
        """SAME padding in all, and before the first element."""
        missing = self.apply("subtract", self.covered(self.places(n, stride), window, stride), n)
        total = self.apply("maximum", missing, 0)
        return total, self.apply("divide", total, 2)


def forward(lowering: Any, op: Any, operands: Sequence[Any], numbers: ConvDimensionNumbers, d: Dimension, k: int) -> Any:
    sizes = _Sizes(lowering)
    if _text(op, "padding_type") != "PADDING_SAME":
        return d.low, d.high
    n = sizes.of(operands[-2], numbers.input_spatial_dimensions[k])
    total, low = sizes.before(n, (d.size - 1) * d.dilation + 1, d.stride)
    return low, sizes.apply("subtract", total, low)


def input_gradient(lowering: Any, op: Any, operands: Sequence[Any], numbers: ConvDimensionNumbers, d: Dimension, k: int) -> Any:
    """The window lies at every place where it meets an element of the gradient: n results, whatever m is."""
    sizes, window, stride = _Sizes(lowering), (d.size - 1) * d.dilation + 1, d.base_dilation
    n = sizes.entry(operands[0], numbers.output_spatial_dimensions[k])
    m = sizes.of(operands[1], numbers.input_spatial_dimensions[k])
    same = _text(op, "padding_type") == "PADDING_SAME"
    low = sizes.apply("subtract", window - 1, sizes.before(n, window, stride)[1] if same else 0)
    whole = sizes.apply("add", n, window - 1)
    return low, sizes.apply("subtract", sizes.apply("subtract", whole, sizes.covered(m, 1, stride)), low)


def kernel_gradient(lowering: Any, op: Any, operands: Sequence[Any], numbers: ConvDimensionNumbers, d: Dimension, k: int) -> Any:
    """The gradient lies at every place of the forward window: as many results as the kernel has elements."""
    sizes, stride, dilation = _Sizes(lowering), d.dilation, d.stride
    size = op.results[0].type.shape[numbers.output_spatial_dimensions[k]]
    if size < 0:
        raise ValueError("the kernel's size is not known")
    n = sizes.of(operands[0], numbers.input_spatial_dimensions[k])
    m = sizes.of(operands[1], numbers.kernel_spatial_dimensions[k])
    window = (size - 1) * dilation + 1
    low = sizes.before(n, window, stride)[1] if _text(op, "padding_type") == "PADDING_SAME" else 0
    return low, sizes.apply("subtract", sizes.apply("subtract", sizes.covered(m, window, stride), n), low)


def expand(rule: Callable[..., Any], lowering: Any, op: Any, operands: Sequence[Any]) -> Any:
    """What a call is in StableHLO, whose type of padding means what `rule` says. UserError for a call that does not say a window
    and dimension numbers that fit."""
    try:
        return _expanded(rule, lowering, op, operands)
    except (ValueError, TypeError, LookupError) as error:
        raise UserError.at(op.span, "custom_call", f"{op.call_target_name} needs a window and dim_labels that fit its operands: "
                           f"{error}") from error


def _expanded(rule: Callable[..., Any], lowering: Any, op: Any, operands: Sequence[Any]) -> Any:
    numbers = stated_numbers(op)
    window = stated_window(op, len(numbers.input_spatial_dimensions))
    # Without a type of padding the call pads as its window says.
    rule = rule if _text(op, "padding_type") else forward
    sizes, parts = _Sizes(lowering), []
    for k, d in enumerate(window):
        for amount in rule(lowering, op, operands, numbers, d, k):
            scalar = sizes.number(amount) if isinstance(amount, int) else amount
            wide = lowering.make("stablehlo.convert", [scalar], result_types=[TensorType((), I64)])
            parts.append(lowering.make("stablehlo.reshape", [wide], result_types=[TensorType((1,), I64)]))
    flat = lowering.make("stablehlo.concatenate", [parts], dimension=0) if parts else lowering.constant(
        np.zeros((0,), np.int64), I64)
    padding = lowering.make("stablehlo.reshape", [flat], result_types=[TensorType((len(window), 2), I64)])
    counts = {f"{key}_group_count": int(getattr(op.attributes.get(f"hlo.{key}_group_count"), "value", 1))
              for key in ("feature", "batch")}
    return lowering.make(
        "stablehlo.dynamic_conv", [*operands[-2:], padding], result_types=[op.results[0].type],
        window_strides=tuple(d.stride for d in window), lhs_dilation=tuple(d.base_dilation for d in window),
        rhs_dilation=tuple(d.dilation for d in window), dimension_numbers=numbers, **counts)
