"""Windows that slide over arrays: convolutions, reductions by windows, and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ops.common.shapes import window_count
from hloom.support.records import dataclass
from hloom.xla.inference.parts import (
    Size,
    fail,
)


@dataclass(frozen=True)
class Window:
    """Sizes, strides, padding and dilations of a window, one of each a dimension."""

    size: tuple[int, ...]
    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]
    base_dilation: tuple[int, ...]
    dilation: tuple[int, ...]
    reversal: tuple[bool, ...] = ()

    @classmethod
    def of(cls, size: Sequence[int], strides: Sequence[int] = (), padding: Sequence[Sequence[int]] = (),
           base_dilation: Sequence[int] = (), dilation: Sequence[int] = (), reversal: Sequence[bool] = ()) -> Window:
        """A window whose fields are checked; those that are empty say nothing (1, or no padding)."""
        rank = len(size)
        for values, what in ((strides, "window strides"), (padding, "padding entries"), (base_dilation, "base dilation factors"),
                             (dilation, "window dilation factors"), (reversal, "window reversal")):
            if len(values) and len(values) != rank:
                fail(f"Window has different number of window dimensions than of {what}\n: {rank} vs {len(values)}.")
        for values, what in ((size, "dimension"), (strides, "stride"), (base_dilation, "base area dilation factor"),
                             (dilation, "dilation factor")):
            for n in values:
                if n <= 0:
                    fail(f"Window {list(size)} has a non-positive {what}.")
        pads = [(int(p[0]), int(p[1])) for p in padding] or [(0, 0)] * rank
        return cls(tuple(size), tuple(strides) or (1,) * rank, tuple(pads), tuple(base_dilation) or (1,) * rank,
                   tuple(dilation) or (1,) * rank, tuple(map(bool, reversal)))

    def output(self, sizes: Sequence[Size]) -> list[Size]:
        """The sizes of what is made of the windows of an array."""
        return [(window_count(n, *self.padding[d], self.size[d], self.strides[d], self.base_dilation[d], self.dilation[d]), b)
                for d, (n, b) in enumerate(sizes)]


def window_of(op: Any) -> Window:
    """The window of an operation; padding that is none may be stated as None."""
    size = list(op.window_dimensions)
    pads = [(0, 0)] * len(size) if op.padding is None else [(int(low), int(high)) for low, high in op.padding]
    return Window.of(size, list(op.window_strides or ()), pads, list(getattr(op, "base_dilations", None) or ()),
                     list(getattr(op, "window_dilations", None) or ()))
