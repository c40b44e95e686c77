"""Operand layouts: how the micro-kernel finds an operand.

Either an operand is read in place, or blocks of it are copied (packed) so that the micro-kernel walks through memory in order:
by every task for itself, or once, by a kernel that runs before. A convolution's task makes a window of its left operand, in
which patches overlap. A layout says which, and the distances between elements.
"""

from __future__ import annotations

import math
from enum import Enum

from hloom.codegen.cpu.contraction.blocking import Blocking
from hloom.support.records import dataclass


class Packing(Enum):
    """Who copies an operand: nobody, every task what it needs, or a kernel of its own before all tasks."""

    IN_PLACE = "in place"
    BY_TASK = "by task"
    BEFORE = "before"


@dataclass(frozen=True)
class LhsLayout:
    """The left operand: element strides by axis, of the operand itself, of a packed block, or of a window."""

    packing: Packing
    m_block: int
    m_tile: int
    m_unit: int
    #: Of the split axis of k and of those inside it.
    k: tuple[int, ...]
    #: Elements of a packed block.
    size: int = 0
    #: Distance of tiles for each step of m_tile, where they are packed one by one; otherwise tiles are rows among others.
    tile: int | None = None

    @classmethod
    def in_place(cls, b: Blocking) -> LhsLayout:
        return cls(Packing.IN_PLACE, b.m_block.lhs, b.m_tile.lhs, b.m_unit.lhs, tuple(a.lhs for a in b.k[b.k_split:]))

    @classmethod
    def packed(cls, b: Blocking, *, by_rows: bool) -> LhsLayout:
        """The layout of packed blocks; `by_rows`: groups of neighbours in memory come along k."""
        along_tile = b.m_tile.lhs == 1 and b.m_unit.size == 1 and b.k[-1].lhs != 1 and not by_rows
        return cls._by_tiles(b) if along_tile else cls._by_rows(b)

    @classmethod
    def _by_rows(cls, b: Blocking) -> LhsLayout:
        """Rows of consecutive k, set apart so that they do not compete for cache sets."""
        line = 64 // b.arithmetic.bytes
        pitch = -(-b.kc // line) * line + line
        unit = b.m_unit.size * pitch
        return cls(Packing.BY_TASK, b.m_tile_step * unit, unit, pitch, _dense_k(b), b.mc * pitch)

    @classmethod
    def _by_tiles(cls, b: Blocking) -> LhsLayout:
        """Tiles in which the rows' elements for the same k lie side by side, as in a source contiguous along m_tile."""
        steps, tiles = b.tile.steps, -(-b.m_tile_step // b.tile.steps)
        size = tiles * steps * b.kc
        return cls(Packing.BY_TASK, size, 1, 0, tuple(i * steps for i in _dense_k(b)), b.m_block_step * size, b.kc)


@dataclass(frozen=True)
class RhsLayout:
    """The right operand: for each k a row of columns, `k` elements apart along the split axis of k and those inside it.

    Packed, it is cut in panels of NR columns, which have room for whole vectors. All of it packed before is
    [batch, outer n, panel, k, column]; what a task packs for itself is [panel, k, column].
    """

    packing: Packing
    k: tuple[int, ...]
    #: Elements of what is packed.
    size: int = 0

    @classmethod
    def of(cls, b: Blocking, packing: Packing) -> RhsLayout:
        if packing is Packing.IN_PLACE:
            return cls(packing, tuple(a.rhs for a in b.k[b.k_split:]))
        rows, panels = b.kc, b.task_panels
        if packing is Packing.BEFORE:
            rows, panels = math.prod(a.size for a in (*b.batch, *b.n_outer, *b.k)), b.panels
        return cls(packing, tuple(b.panel_width * i for i in _dense_k(b)), rows * panels * b.panel_width)


def _dense_k(b: Blocking) -> tuple[int, ...]:
    """Strides of the split axis of k and those inside it where they lie densely."""
    return tuple(math.prod(a.size for a in b.inner_k[i:]) for i in range(len(b.inner_k) + 1))
