"""How quantized types are spelled (`!quant.uniform<i8:f32, 1.000000e-01:3>`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hloom.ir.literal_text import double_text

if TYPE_CHECKING:
    from hloom.ir.types import QuantizedType
    from hloom.numbers.element_type import ElementType


def whole_range(storage: ElementType) -> tuple[int, int]:
    """The least and the greatest number that a storage type holds."""
    if storage.kind == "uint":
        return 0, (1 << storage.width) - 1
    return -(1 << (storage.width - 1)), (1 << (storage.width - 1)) - 1


def quantized_text(type: QuantizedType) -> str:
    """The text of a quantized type: storage, its range unless it is the whole one, expressed type, axes, parameters."""
    storage = type.storage
    is_signed = storage.kind != "uint"
    span = type.storage_min, type.storage_max
    shown = "" if span == whole_range(storage) else f"<{span[0]}:{span[1]}>"
    head = f"{'i' if is_signed else 'u'}{storage.width}{shown}:{type.expressed}"
    pairs = [f"{double_text(scale)}:{zero}" if zero else double_text(scale)
             for scale, zero in zip(type.scales, type.zero_points)]
    if type.is_per_tensor:
        return f"!quant.uniform<{head}, {pairs[0]}>"
    if type.is_per_axis:
        return f"!quant.uniform<{head}:{type.axis}, {{{','.join(pairs)}}}>"
    axes = ", ".join(f"{axis}:{size}" for axis, size in zip(type.axes, type.block_sizes))
    for size in reversed(type.parameter_shape):
        pairs = [f"{{{', '.join(pairs[k : k + size])}}}" for k in range(0, len(pairs), size)]
    return f"!quant.uniform<{head}:{{{axes}}}, {pairs[0]}>"
