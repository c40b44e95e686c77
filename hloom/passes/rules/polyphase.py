"""Places of windows over elements that stand apart, in phases: those whose windows meet elements at the same taps.

    elements   a . . b . . c        distance 3, windows of 4 taps, one beside the other: in phase 0 (places 0, 3, ...) the taps
    place 0    0 1 2 3              0 and 3 meet elements, in phase 1 the tap 2, in phase 2 the tap 1. Each phase is a window
    place 1      0 1 2 3            over the elements alone, with the taps that meet them.

What is computed for each phase is put together in turns. A phase has as many places as others; its last may be one too many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd

from hloom.ir.core import Value
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.movement import Concatenate, Slice
from hloom.support.records import dataclass


@dataclass(frozen=True)
class Axis:
    """A window along one dimension: `size` taps, `dilation` apart, at every `stride`-th position of `elements`, which stand
    `distance` apart and have `low` positions before them; `places` of the window in all."""

    size: int
    stride: int
    distance: int
    dilation: int
    low: int
    elements: int
    places: int

    @property
    def phases(self) -> int:
        """After so many places, the same taps meet elements."""
        return self.distance // gcd(self.stride, self.distance)

    @property
    def places_of_phase(self) -> int:
        return -(-self.places // self.phases)

    def phase(self, start: int) -> Phase | None:
        """The places `start`, `start` + `phases`, ...; None where no tap meets an element."""
        position, common = start * self.stride - self.low, gcd(self.dilation, self.distance)
        if position % common:
            return None
        step = self.distance // common
        first = -position // common * pow(self.dilation // common, -1, step) % step
        if first >= self.size:
            return None
        count = -(-(self.size - first) // step)
        stride, dilation = self.phases * self.stride // self.distance, step * self.dilation // self.distance
        low = -((position + first * self.dilation) // self.distance)
        extent = (self.places_of_phase - 1) * stride + (count - 1) * dilation + 1
        return Phase(first, step, count, stride, dilation, low, extent - low - self.elements)


@dataclass(frozen=True)
class Phase:
    """A window over the elements of an axis: of its taps `count`, which are `step` apart, from the `first` on. They are
    `dilation` elements apart; the window's places are `stride` apart, on elements padded by `low` and `high`."""

    first: int
    step: int
    count: int
    stride: int
    dilation: int
    low: int
    high: int


def interleaved(b: Builder, parts: Mapping[tuple[int, ...], Value], phases: Sequence[int], shape: Sequence[int]) -> Value:
    """A tensor of `shape` from its phases, of which there are so many along each dimension; they are named by their starts.

    They come side by side along a dimension behind each one that has phases, which is then merged with it.
    """
    several = [k for k, d in enumerate(phases) if d > 1]
    places = [-(-n // d) for n, d in zip(shape, phases)]
    split = [n for k, size in enumerate(places) for n in ([size, 1] if k in several else [size])]
    made = {tuple(choice[k] for k in several): b.reshaped(part, split) for choice, part in parts.items()}
    for nth, k in reversed(list(enumerate(several))):
        joined: dict[tuple[int, ...], list[Value]] = {}
        for choice, part in made.items():
            joined.setdefault(choice[:-1], []).append(part)
        made = {choice: b(Concatenate, values, dimension=k + nth + 1) for choice, values in joined.items()}
    (whole,) = made.values()
    whole = b.reshaped(whole, [n * d for n, d in zip(places, phases)])
    return b(Slice, whole, start_indices=[0] * len(shape), limit_indices=shape, strides=[1] * len(shape))
