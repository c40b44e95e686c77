"""What the operations share: checked numbers, groups of processes, channels, windows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import prod
from operator import index
from typing import Any, Final

import numpy as np

from hloom.ir.attributes import Attribute, DenseElementsAttr, UnitAttr
from hloom.ir.primitive_type import PrimitiveType
from hloom.ir.types import TensorType
from hloom.numbers.element_type import I64
from hloom.ops.common.attributes import ChannelHandle
from hloom.support.diagnostics import InputError
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import OPERATIONS, XlaOp
from hloom.xla.inference import Window
from hloom.xla.shape import Shape
from hloom.xla.shape_util import precision

#: Ways to pad windows in words.
SAME: Final = "SAME"
VALID: Final = "VALID"
#: Kinds of channels in a channel handle.
DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE = 1, 2, 3
_LARGEST: Final = 2**63 - 1


def integer(value: Any, name: str) -> int:
    """An argument that is a whole number of 64 bits."""
    try:
        found = index(value)
    except TypeError:
        raise InputError(f"{name} is a whole number, not {value!r:.60}") from None
    if not -_LARGEST - 1 <= found <= _LARGEST:
        raise InputError(f"{name} does not fit 64 bits: {found}")
    return found


def listed(values: Any, name: str) -> list[Any]:
    """An argument that is a list of anything."""
    if isinstance(values, str | bytes | dict) or not isinstance(values, Iterable):
        raise InputError(f"{name} is a list, not {values!r:.60}")
    return list(values)


def number(value: Any, name: str) -> float:
    """An argument that is a real number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InputError(f"{name} is a number, not {value!r:.60}") from None


def integers(values: Any, name: str) -> tuple[int, ...]:
    """An argument that is a list of whole numbers."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{name} is a list of whole numbers, not {values!r:.60}")
    return tuple([integer(v, name) for v in values])


def pairs(values: Any, name: str) -> tuple[tuple[int, int], ...]:
    """An argument that is a list of pairs of whole numbers."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{name} is a list of pairs of whole numbers, not {values!r:.60}")
    found = [integers(v, name) for v in values]
    for pair in found:
        if len(pair) != 2:
            raise InputError(f"{name} is a list of pairs of whole numbers, got {list(pair)}")
    return tuple((a, b) for a, b in found)


def dense(values: Any, shape: tuple[int, ...]) -> Attribute:
    """A table of whole numbers as an attribute."""
    array = np.array(values, np.int64).reshape(shape)
    return DenseElementsAttr.of(array, TensorType(array.shape, I64))


def same_padding(sizes: Sequence[int], window: Sequence[int], strides: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Padding with which a window of stride 1 gives as many elements as it takes (Conv, ReduceWindow: SAME).

    There are ceil(size / stride) places; what is missing for them is put at both ends, one more at the high end.
    """
    found = []
    for n, w, s in zip(sizes, window, strides):
        total = max((-(-n // s) - 1) * s + w - n, 0)
        found.append((total // 2, total - total // 2))
    return tuple(found)


def make_padding(
    sizes: Sequence[int], window: Sequence[int], strides: Sequence[int], padding: Any
) -> tuple[tuple[int, int], ...]:
    """The padding that SAME, VALID or a list of pairs says."""
    word = padding.upper().removeprefix("K") if isinstance(padding, str) else None
    if len(sizes) != len(window) or len(strides) not in (0, len(window)):
        raise InputError(
            f"A window of {len(window)} dimensions with {len(strides)} strides does not fit {len(sizes)} dimensions."
        )
    if word == VALID:
        return ((0, 0),) * len(window)
    if word == SAME:
        if any(s < 1 for s in strides) or any(n < 0 for n in sizes):
            raise InputError(f"SAME padding needs known sizes and positive strides, got {list(sizes)} and {list(strides)}")
        return same_padding(sizes, window, strides or (1,) * len(window))
    if word is not None:
        raise InputError(f"padding is SAME, VALID or a list of pairs, not {padding!r:.40}")
    return pairs(padding, "padding")


def window_attributes(window: Window) -> dict[str, Any]:
    """A window as attributes; what says nothing is left out."""
    rank = len(window.size)
    made: dict[str, Any] = {"window_dimensions": window.size}
    for name, values in (("window_strides", window.strides), ("base_dilations", window.base_dilation),
                         ("window_dilations", window.dilation)):
        if any(n != 1 for n in values):
            made[name] = values
    if any(p != (0, 0) for p in window.padding):
        made["padding"] = dense(window.padding, (rank, 2))
    return made


def exchange(replica_groups: Any, channel_id: Any, use_global_device_ids: bool = False, layout: Any = None) -> dict[str, Any]:
    """The attributes of a collective operation that say who takes part."""
    rows = _groups(replica_groups if replica_groups is not None else ())
    width = max(map(len, rows), default=0)
    made: dict[str, Any] = {"replica_groups": dense([[*row, *[-1] * (width - len(row))] for row in rows], (len(rows), width))}
    channel = channel_of(channel_id)
    if channel is not None:
        made["channel_handle"] = channel
    if use_global_device_ids:
        made["use_global_device_ids"] = True
    if layout is not None:
        made["discardable"] = {"hlo.constrain_layout": UnitAttr()}
    return made


#: `[groups,members]<=[sizes]T(order)`: the numbers from 0 on in an array of sizes, transposed, row by row.
_DEVICES: Final = re.compile(r"\[(\d+),(\d+)\]<=\[(\d+(?:,\d+)*)\](?:T\((\d+(?:,\d+)*)\))?", re.ASCII)
_MOST_DEVICES: Final = 1 << 20


def _groups(given: Any) -> list[tuple[int, ...]]:
    """Groups of processes: lists, or a list of devices as HLO writes it, `[2,2]<=[4]` (XLA: CollectiveDeviceList)."""
    if not isinstance(given, str):
        return [integers(row, "replica_groups") for row in listed(given, "replica_groups")]
    match = _DEVICES.fullmatch(given.replace(" ", ""))
    if match is None:
        raise InputError(f"a list of devices is like [2,4]<=[8] or [4,2]<=[2,4]T(1,0), not {given!r:.60}")
    shape = int(match[1]), int(match[2])
    sizes = [int(n) for n in match[3].split(",")]
    order = [int(n) for n in match[4].split(",")] if match[4] else list(range(len(sizes)))
    if prod(shape) != prod(sizes) or sorted(order) != list(range(len(sizes))) or not 0 < prod(sizes) <= _MOST_DEVICES:
        raise InputError(f"the list of devices {given!r:.60} has {prod(shape)} places for {prod(sizes)} devices, or is no order")
    return [tuple(row) for row in np.arange(prod(sizes)).reshape(sizes).transpose(order).reshape(shape).tolist()]


def channel_of(handle: Any, type: int = DEVICE_TO_DEVICE) -> ChannelHandle | None:
    """A channel: a number, or a pair of number and type."""
    if handle is None:
        return None
    if isinstance(handle, ChannelHandle):
        return handle
    if isinstance(handle, tuple):
        return ChannelHandle(integer(handle[0], "channel handle"), integer(handle[1], "channel type"))
    return ChannelHandle(integer(handle, "channel handle"), type)


def of_one_kind(lhs: XlaOp, rhs: XlaOp) -> tuple[XlaOp, XlaOp]:
    """Factors of a product: integers beside floating-point numbers, and real numbers beside complex ones, become such."""
    a, b = lhs.element_type, rhs.element_type
    if a is b or (a.is_integer and b.is_integer) or (a.is_float and b.is_float):
        return lhs, rhs
    made = _in_type([lhs, rhs], max(a, b, key=precision))
    return made[0], made[1]


def in_one_precision(operands: Sequence[XlaOp]) -> list[XlaOp]:
    """Arrays of floating-point numbers in the most precise type of them: bf16 is made f32 beside f32."""
    types = {op.element_type for op in operands}
    if len(types) == 1 or not all(type.is_float for type in types):
        return list(operands)
    return _in_type(operands, max(types, key=precision))


def _in_type(operands: Sequence[XlaOp], type: PrimitiveType) -> list[XlaOp]:
    convert = OPERATIONS["ConvertElementType"]
    return [op if op.element_type is type else convert(op, type) for op in operands]


def precisions(config: Any, count: int = 2) -> Any:
    """`HIGHEST`, or a list of such words, one an operand."""
    if config is None:
        return None
    words = [config] * count if isinstance(config, str) else listed(config, "precision_config")
    made = [str(w).upper() for w in words]
    if any(w not in ("DEFAULT", "HIGH", "HIGHEST") for w in made):
        raise InputError(f"a precision is DEFAULT, HIGH or HIGHEST, got {words}")
    return made or None


def computation_of(value: Any, name: str = "computation") -> XlaComputation:
    """An argument that is a computation."""
    if not isinstance(value, XlaComputation):
        raise InputError(f"{name} is an XlaComputation, what Build gives; not {value!r:.60}")
    return value


def preferred(type: Any) -> Shape | None:
    """What says of a product of which type its elements are, if one is asked for."""
    return None if type is None else Shape(type)
