"""Shapes of a contraction on a given machine: the register tile, the cache blocks, the tasks.

The names are those of the field (Goto, van de Geijn: Anatomy of high-performance matrix multiplication). A register tile has
MR rows and NR columns. A block of MC rows of the left operand stays in the L2 cache, and the KC products that it and a panel,
NR columns of the right operand, have in common make one call of the micro-kernel for each tile. A task has NC columns.

The model counts cycles of a core with two vector FMA units, two loads and four instructions a cycle (any x86 since
Haswell, and close enough for others); it only has to rank candidates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import field, replace

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic
from hloom.codegen.cpu.contraction.spec import Axis, Examples, leads, size_of
from hloom.codegen.cpu.contraction.tiles import tile_depth
from hloom.codegen.llvm.dot_products import MOST
from hloom.codegen.machine import Machine
from hloom.codegen.target import Target
from hloom.support.records import dataclass


@dataclass(frozen=True)
class RegisterTile:
    """A micro-kernel's tile: `steps` steps of the tiled axis of m, `unit` rows a step, `nr` lanes along n."""

    steps: int
    unit: int
    nr: int

    @property
    def mr(self) -> int:
        return self.steps * self.unit


@dataclass(frozen=True)
class Blocking:
    """Axes of a contraction by role, and how far a task, a block and a tile go along each.

    Where `n` moves in the left operand too, columns are multiplied lane by lane (a depthwise convolution).
    A task is a point of `batch`, `n_outer` and `m_outer` and a block of `m_block`, `m_tile` and `n`; in a task, blocks of k
    follow one another. A tile steps along `m_tile` and covers all of `m_unit`.
    """

    batch: tuple[Axis, ...]
    m_outer: tuple[Axis, ...]
    m_block: Axis
    m_tile: Axis
    m_unit: Axis
    n_outer: tuple[Axis, ...]
    n: Axis
    #: Axes before number `k_split` are walked one by one, that one in steps of `k_step`, those after it entirely in each block.
    k: tuple[Axis, ...]
    k_split: int
    k_step: int
    tile: RegisterTile
    m_block_step: int
    m_tile_step: int
    #: Panels of a task.
    task_panels: int
    arithmetic: Arithmetic = field(repr=False)
    machine: Machine = field(repr=False)
    #: What the first axis of m, or of batch, goes over where there may be fewer.
    examples: Examples | None = None
    #: There are as many blocks along the axis of examples, of about equally many rows, for each of so many workers.
    row_shares: int = 1

    @property
    def axis_of_examples(self) -> Axis | None:
        """Which axis of blocks or tiles goes over the examples, whose extent is known at launches only."""
        if self.examples is None or self.examples.is_batch:
            return None
        return next((axis for axis in (self.m_block, self.m_tile) if leads([axis])), None)

    @property
    def block_of_examples(self) -> tuple[int, int]:
        """Steps of a block along that axis, at most, and what they are multiples of, but for the last ones."""
        return (self.m_tile_step, self.tile.steps) if self.axis_of_examples is self.m_tile else (self.m_block_step, 1)

    @property
    def has_heights(self) -> bool:
        """Whether launches have so few rows that the rest of a tile counts, and how high tiles are is decided there."""
        axis, examples = self.axis_of_examples, self.examples
        limits = self.machine.blocking
        return (examples is not None and axis is not None and axis is self.m_tile and self.tile.unit == 1
                and examples.least * examples.rows(axis) < limits.most_mr * limits.tiles_of_one_height)

    @property
    def share(self) -> tuple[int, int, int] | None:
        """How many tasks there are for fewer examples (`EmittedKernel.share`)."""
        if self.examples is None:
            return None
        axis = self.axis_of_examples
        if axis is None:
            first = self.batch if self.examples.is_batch else () if self.batch or self.n_outer else self.m_outer
            return (self.tasks // self.examples.most, 1, 1) if leads(first) else None
        shares = self.row_shares
        return self.tasks // self.blocks_of(axis.size) * shares, self.examples.rows(axis), self.block_of_examples[0] * shares

    def blocks_of(self, rows: int) -> int:
        """Blocks along the axis of examples where that has so many rows."""
        return self.row_shares * -(-rows // (self.row_shares * self.block_of_examples[0]))

    @property
    def fewest_tasks(self) -> int:
        """Tasks of a launch of the fewest examples."""
        if self.examples is None or self.share is None:
            return self.tasks
        times, multiple, divisor = self.share
        return times * -(-self.examples.least * multiple // divisor)

    @property
    def axes(self) -> dict[str, Sequence[Axis]]:
        """The axes by the group of the specification that they stand for."""
        return {"batch": self.batch, "m": (*self.m_outer, *self.m_inner), "n": (*self.n_outer, self.n),
                "k": self.k}

    @property
    def m_inner(self) -> tuple[Axis, Axis, Axis]:
        """The axes of m inside a task, outermost first."""
        return self.m_block, self.m_tile, self.m_unit

    @property
    def panels(self) -> int:
        """Panels of all columns."""
        return -(-self.n.size // self.tile.nr)

    @property
    def panel_width(self) -> int:
        """Lanes of a panel, padded to whole vectors."""
        width = self.arithmetic.width
        return -(-self.tile.nr // width) * width

    @property
    def inner_k(self) -> tuple[Axis, ...]:
        """Axes of k that every block covers entirely."""
        return self.k[self.k_split + 1:]

    @property
    def k_blocks(self) -> int:
        return size_of(self.k[:self.k_split]) * max(1, -(-self.k[self.k_split].size // self.k_step))

    @property
    def kc(self) -> int:
        """Most products that a block adds to each element."""
        return self.k_step * size_of(self.inner_k)

    @property
    def tile_depth(self) -> int | None:
        """Groups of a step on tile registers, which are filled along the axis of k that is walked last; None if they are not."""
        return tile_depth(self.machine, self.k[-1].size)

    @property
    def corrects_panels(self) -> bool:
        """Whether the sums of a panel begin with what is taken off its columns."""
        return _corrects_panels(self.machine, size_of((*self.m_outer, *self.m_inner)), self.arithmetic)

    @property
    def run_multiple(self) -> int:
        """What divides the lengths of all runs along the last axis of k in a block."""
        return self.inner_k[-1].size if self.inner_k else math.gcd(self.k[-1].size, self.k_step)

    @property
    def mc(self) -> int:
        """Rows of a task."""
        return self.m_block_step * self.m_tile_step * self.m_unit.size

    @property
    def nc(self) -> int:
        """Columns of a task."""
        return self.task_panels * self.tile.nr

    @property
    def task_sizes(self) -> tuple[int, ...]:
        """Extents of the task space: batch axes, outer axes of n and m, then blocks of n, m_block and m_tile."""
        of_examples = self.axis_of_examples
        blocks = (self.blocks_of(axis.size) if axis is of_examples else -(-axis.size // step) for axis, step in (
            (self.m_block, self.m_block_step), (self.m_tile, self.m_tile_step)))
        return (*(a.size for a in (*self.batch, *self.n_outer, *self.m_outer)), -(-self.panels // self.task_panels), *blocks)

    @property
    def tasks(self) -> int:
        return math.prod(self.task_sizes)


def choose_blocking(batch: tuple[Axis, ...], m: tuple[Axis, ...], n: tuple[Axis, ...], k: tuple[Axis, ...],
                    arithmetic: Arithmetic, target: Target, workers: int, rows: int | None = None,
                    whole_rows: int = 0, most_mr: int | None = None, has_windows: bool = False,
                    examples: Examples | None = None) -> Blocking:
    """Blocking of a contraction of (merged) axes, none of them of size 0 except in k.

    `rows` limits the rows of a block, by default to what fits the cache as a packed block. With `whole_rows` tasks have all
    columns of so many steps of the last axis of m, which are whole tiles (or all there are). Tiles have `most_mr` rows at most.
    `has_windows`: each task copies what it reads of a convolution's input, also where others do so for other columns.
    """
    limits = target.machine.blocking
    n = n or (Axis(1),)
    k = (Axis(0),) if size_of(k) == 0 else k or (Axis(1),)
    tile = (tile_of_tiles(m, n[-1].size) if arithmetic.on_tiles
            else choose_tile(m, n[-1].size, size_of(k), arithmetic, target, whole_rows, most_mr, examples))
    unit = m[-1] if tile.unit > 1 else Axis(1)
    *m_outer, block, tiled = (Axis(1), Axis(1), *(m[:-1] if tile.unit > 1 else m))
    width = -(-tile.nr // arithmetic.width) * arithmetic.width
    panel = limits.panel_bytes_of_tiles if arithmetic.on_tiles else limits.panel_bytes
    granule = tile_depth(target.machine, k[-1].size) if arithmetic.on_tiles else None
    split, k_step = split_k(k, max(128, panel // (width * arithmetic.bytes)), granule or 16)
    blocking = Blocking(batch, tuple(a for a in m_outer if a.size > 1), block, tiled, unit, n[:-1], n[-1], k, split, k_step, tile,
                        block.size, tiled.size, max(1, limits.task_columns // tile.nr), arithmetic, target.machine, examples)
    if whole_rows:
        return replace(blocking, m_block_step=1, m_tile_step=min(whole_rows, tiled.size), task_panels=blocking.panels)
    if rows is None:
        block_bytes = limits.lhs_block_bytes_of_tiles if arithmetic.on_tiles else limits.lhs_block_bytes
        rows = max(4 * tile.mr, block_bytes // (max(blocking.kc, 1) * arithmetic.bytes))
        if not arithmetic.on_tiles and _has_large_rhs(blocking) and size_of(m) <= limits.most_blocks_as_one * rows:
            rows = size_of(m) + tile.mr  # the last tile need not be full
    blocking = _shrink(_limit_rows(blocking, rows), workers, has_windows)
    return replace(blocking, m_tile_step=tiled.size) if blocking.has_heights else _shared_evenly(blocking, workers)


def cycles(machine: Machine, rows: int, vectors: int, fused: bool, vector_bytes: int, shares_units: bool = False) -> float:
    """Cycles of one step of a micro-kernel's loop; its part of the panel comes from the L2 cache. `shares_units`: three units do
    products, two of them at a time, and move the left operand's elements to all lanes."""
    blocking = machine.blocking
    products = rows * vectors
    instructions = products * (1 if fused else 2) + (rows if vectors > 1 else 0) + (vectors if rows > 1 else 0) + 3
    shared = (products + rows) / 3 if shares_units else 0.0
    computing = max(products / 2, (rows + vectors) / 2, instructions / 4, shared, 4.0)
    return computing + vectors * vector_bytes / blocking.panel_bytes_a_cycle


def tile_of_tiles(m: Sequence[Axis], n: int) -> RegisterTile:
    """The tile of a micro-kernel on tile registers: rows of the last axis of m, and columns, as there is room for, evenly."""
    inner = m[-1].size if m else 1
    return RegisterTile(math.ceil(inner / math.ceil(inner / MOST)), 1, math.ceil(n / math.ceil(n / MOST)))


def choose_tile(m: Sequence[Axis], n: int, k: int, arithmetic: Arithmetic, target: Target, whole_rows: int = 0,
                most_mr: int | None = None, examples: Examples | None = None) -> RegisterTile:
    """The register tile for the trailing axes of m, for n columns and k products each.

    It steps along the last axis of m, in steps that divide `whole_rows`, or along the axis before it where all of the last one
    fits (`unit` rows). Where the last axis goes over `examples`, it is the one that is best for all numbers of them on average.
    """
    blocking = target.machine.blocking
    most_mr = blocking.most_mr if most_mr is None else most_mr
    inner = m[-1].size if m else 1
    options = [(inner, 1)]
    has_examples = examples is not None and not examples.is_batch
    counts = examples.counts(m[-1], blocking.most_sizes) if has_examples and leads(m[-1:]) else ()  # type: ignore[union-attr]
    if len(m) > 1 and inner < most_mr and not whole_rows and not (has_examples and leads(m[-2:])):
        options.append((m[-2].size, inner))
    fused = arithmetic.kind in ("fused", "dot")
    # Every accumulator makes the generated code longer: of about equal tiles, the smaller one is better.
    code_cost = 0.006 if size_of(m) * n * k < blocking.large_product else 0.002

    def cost_of_tile(rows: int, vectors: int) -> float:
        taken = cycles(target.machine, rows, vectors, fused, target.vector_bytes, arithmetic.shares_units)
        return taken * (1 + code_cost * rows * vectors)

    best: tuple[float, RegisterTile] | None = None
    for vectors in (1, 2, 3, 4, 6, 8, 12, 16):
        if (vectors - 1) * arithmetic.width >= n:
            break
        columns = min(n, vectors * arithmetic.width)
        for extent, unit in options:
            for steps in range(1, extent + 1):
                rows = steps * unit
                if whole_rows % steps and inner > whole_rows:
                    continue
                live = rows * vectors + (vectors if rows > 1 else 0) + (1 if fused else 2)
                if arithmetic.corrects and not _corrects_panels(target.machine, size_of(m), arithmetic):
                    live += vectors + 1
                if live > target.registers or rows > most_mr:
                    break
                cost = math.ceil(n / columns) * (_mean(counts, steps, cost_of_tile, vectors) if counts else math.ceil(
                    extent / steps) * cost_of_tile(rows, vectors) / (extent * unit))
                if best is None or cost < best[0]:
                    best = cost, RegisterTile(steps, unit, columns)
    assert best is not None, "a tile of one row and one vector fits every register file"
    return best[1]


def _mean(counts: Sequence[int], most: int, cost_of_tile: Callable[[int, int], float], vectors: int) -> float:
    """What a row costs on average, over counts of rows that are done by tiles of one height, as few as there can be of `most`
    rows."""
    tiles = [math.ceil(count / most) for count in counts]
    costs = {rows: cost_of_tile(rows, vectors) for rows in {math.ceil(count / t) for count, t in zip(counts, tiles)}}
    return sum(t * costs[math.ceil(count / t)] / count for count, t in zip(counts, tiles)) / len(counts)


def _corrects_panels(machine: Machine, rows: int, arithmetic: Arithmetic) -> bool:
    return arithmetic.corrects and rows >= machine.blocking.rows_of_corrected_panels


def split_k(k: Sequence[Axis], limit: int, granule: int = 16) -> tuple[int, int]:
    """The axis of k to split and its step, so that a block takes about `limit` products (at most 4/3 of it): along the last axis,
    whole `granule`s (vectors), as far as that leaves the blocks about even."""
    inner = 1
    for position in range(len(k) - 1, -1, -1):
        size = k[position].size
        if inner * size > limit * 4 // 3:
            blocks = math.ceil(size / max(1, limit // inner))
            multiple = granule if inner == 1 else 1
            return position, math.ceil(size / (blocks * multiple)) * multiple
        inner *= size
    return 0, max(1, k[0].size)


def _has_large_rhs(blocking: Blocking) -> bool:
    return blocking.n.size * size_of(blocking.k) * blocking.arithmetic.bytes > blocking.machine.blocking.large_operand_bytes


def _limit_rows(blocking: Blocking, rows: int) -> Blocking:
    """Steps along m_block and m_tile for blocks of about `rows` rows."""
    block, tiled, unit = (axis.size for axis in blocking.m_inner)
    if tiled * unit >= rows:
        return replace(blocking, m_block_step=1, m_tile_step=_balanced(tiled, max(1, rows // unit), blocking.tile.steps))
    return replace(blocking, m_block_step=_balanced(block, max(1, rows // (tiled * unit)), 1), m_tile_step=tiled)


def _balanced(size: int, step: int, multiple: int) -> int:
    """A step of at most about `step`, in multiples of `multiple`, that cuts `size` into equal blocks."""
    units = -(-size // multiple)
    blocks = -(-units // max(1, step // multiple))
    return min(size, -(-units // blocks) * multiple)


def _shrink(blocking: Blocking, workers: int, has_windows: bool) -> Blocking:
    """Smaller blocks where there are too few tasks to keep the workers busy evenly."""
    limits = blocking.machine.blocking
    blocking = replace(blocking, task_panels=_balanced(blocking.panels, blocking.task_panels, 1))
    large = _has_large_rhs(blocking)
    narrowest = limits.smallest_piece_bytes // blocking.arithmetic.bytes if large and blocking.n.rhs == 1 else 1
    if blocking.n.lhs:
        # Every task reads the left operand of all its columns: more of them cost more than they share.
        blocking, narrowest = replace(blocking, task_panels=blocking.panels), blocking.n.size
    enough = workers * (limits.large_tasks_per_worker if large else limits.tasks_per_worker)
    # Where launches may have fewer rows, these are cut first, as long as a task has some tiles of them: so that workers end
    # together at every number of rows.
    varies = workers > 1 and blocking.axis_of_examples is not None and not blocking.has_heights
    while True:
        rows, columns = blocking.mc, blocking.nc
        cuts_rows = varies and blocking.fewest_tasks < enough and rows >= limits.tiles_of_one_height * blocking.tile.mr
        if (not cuts_rows and blocking.tasks >= enough) or rows * columns * size_of(blocking.k) < 2 * limits.smallest_task:
            break
        if (not cuts_rows and blocking.task_panels > 1 and columns >= 2 * narrowest
                and (columns >= rows or rows <= blocking.tile.mr)):
            blocking = replace(blocking, task_panels=_balanced(blocking.panels, blocking.task_panels // 2, 1))
        elif rows > blocking.tile.mr:
            smaller = _limit_rows(blocking, max(blocking.tile.mr, rows // 2))
            if smaller == blocking:
                break
            blocking = smaller
        else:
            break
    return _evened(blocking, workers, narrowest, has_windows)


def _evened(blocking: Blocking, workers: int, narrowest: int, has_windows: bool) -> Blocking:
    """Tasks of about as many columns, few of them, such that workers are done at about the same time; with windows of about as
    many rows, too."""
    limits = blocking.machine.blocking
    if blocking.tasks > limits.most_evened * workers:
        return blocking
    given, rows = blocking.task_panels, blocking.mc
    least = max(1, given // 2, -(-narrowest // blocking.tile.nr))
    most = max(given, min(2 * given, limits.task_columns // blocking.tile.nr, blocking.panels))
    heights = [_limit_rows(blocking, max(blocking.tile.mr, rows * part // 8)) for part in range(7, 3, -1)] if has_windows else []
    window = limits.window_as_columns if has_windows else 0
    candidates = [replace(b, task_panels=panels) for b in (blocking, *heights) for panels in range(least, most + 1)]

    def cost(b: Blocking) -> tuple[int, int, int]:
        """Of the worker that has most to do."""
        return -(-b.tasks // workers) * b.mc * (b.nc + window), abs(b.task_panels - given), rows - b.mc

    return min(candidates, default=blocking, key=cost)


def _shared_evenly(blocking: Blocking, workers: int) -> Blocking:
    """As many blocks of examples for each worker, whatever their number, where there are rows enough: of blocks of 48 rows, 160
    have three and a part, of which one worker would do 96 rows."""
    axis, examples = blocking.axis_of_examples, blocking.examples
    if axis is None or examples is None or axis.size <= blocking.block_of_examples[0]:
        return blocking
    made, unit = replace(blocking, row_shares=workers), blocking.block_of_examples[1]
    counts = [n * examples.rows(axis) for n in range(examples.least, examples.most + 1)]
    return made if all(made.blocks_of(rows) <= -(-rows // unit) for rows in counts) else blocking
