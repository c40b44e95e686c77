"""Quantized values, several in one word (lib/quantize)."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.constants import ScalarLike
from hloom.xla.ops.inputs import ConstantR1
from hloom.xla.ops.movement import BroadcastInDim, Reshape, Transpose
from hloom.xla.shape import primitive_type


@dataclass(frozen=True)
class QuantizedRange:
    """The numbers that the smallest and the largest quantized value stand for, rounded to BF16."""

    min: float = 0.0
    max: float = 0.0

    def __post_init__(self) -> None:
        for name in ("min", "max"):
            object.__setattr__(self, name, float(ml_dtypes.bfloat16(getattr(self, name))))


def PackToUint32(input: Any) -> np.ndarray:
    """Values of 8 or 16 bits as words of U32, the first in the upper bits; the last word is filled with zeros (lib/quantize).

    InputError for other values, and arrays of other ranks than 1.
    """
    values = np.asarray(input)
    if values.ndim != 1 or values.dtype.kind not in "iu" or values.dtype.itemsize > 2:
        raise InputError(f"PackToUint32 takes a vector of integers of 8 or 16 bits, got {values.dtype.name} of shape "
                         f"{list(values.shape)}")
    width = values.dtype.itemsize
    words = values.view(f"u{width}")
    padded = np.pad(words, (0, -len(words) % (4 // width)))
    return padded.astype(f">u{width}").view(">u4").astype(np.uint32)


@operation
def Dequantize(input: XlaOp, range: QuantizedRange, mode_string: str = "MIN_COMBINED", transpose_output: bool = False,
               type: Any = "u8") -> XlaOp:
    """The numbers, BF16, that packed values stand for (lib/quantize): [..., n] of U32 give [..., n * values in a word].

    `type`, U8, U16, S8 or S16, is what was packed; C++ has it as a template's argument. `transpose_output` reverses the order
    of the dimensions. Errors: elements that are not U32, another mode than MIN_COMBINED.
    """
    packed = primitive_type(type)
    if packed.text not in ("u8", "u16", "s8", "s16"):
        raise InputError(f"Dequantize takes packed u8, u16, s8 or s16, not {packed.text}")
    if not input.shape.is_array or input.element_type.text != "u32" or not input.rank:
        raise InputError("Only U32 is supported for input type of xla::Dequantize Op: an array of one dimension at least, got "
                         f"{input.shape.to_text(layouts=False)}.")
    if mode_string != "MIN_COMBINED":
        raise InputError(f"Only MIN_COMBINED mode is supported in xla::Dequantize Op, not {mode_string!r:.40}.")
    if not isinstance(range, QuantizedRange):
        raise InputError(f"range is a QuantizedRange, not {range!r:.60}")
    count, sizes = 32 // packed.width, input.shape.dimensions
    rank = len(sizes)
    shifts = ConstantR1(input.builder, np.arange(count - 1, -1, -1, dtype=np.uint32) * np.uint32(packed.width))
    words = BroadcastInDim(input, (*sizes, count), [*_range(rank)])
    parts = e.And(e.ShiftRightLogical(words, BroadcastInDim(shifts, (*sizes, count), [rank])),
                  ScalarLike(input, (1 << packed.width) - 1))
    # All arithmetic is that of BF16, constants too.
    bf16: Any = ml_dtypes.bfloat16
    half = bf16(2.0 ** (packed.width - 1) if packed.is_signed_integer else 0.0)
    scale = (bf16(range.max) - bf16(range.min)) / bf16(2**packed.width - 1)
    values = e.ConvertElementType(parts, "bf16")
    made = e.Add(e.Mul(e.Add(values, ScalarLike(values, half)), ScalarLike(values, scale)), ScalarLike(values, bf16(range.min)))
    whole = Reshape(made, (*sizes[:-1], sizes[-1] * count))
    return Transpose(whole, [*_range(rank)][::-1]) if transpose_output else whole


def _range(count: int) -> list[int]:
    """`range` is what the parameter of C++ is called."""
    return [*np.arange(count).tolist()]
