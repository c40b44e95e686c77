"""Thresholds of products and convolutions."""

from __future__ import annotations

from typing import ClassVar

from hloom.codegen.machine.record import Record


class PadK(Record):
    """Products over whole groups of pairs (`cpu.lowering.pad_k`)."""

    #: Rows and columns from which on copies of the operands do not count.
    many: int = 16
    #: Groups in a step of instructions for tiles at most, and down to what is worth a step.
    most_groups: int = 16
    least_groups: int = 6


class SplitK(Record):
    """Products that are cut into parts for the workers (`cpu.lowering.split_k`)."""

    #: Results for a worker up to which there are too few tiles of them.
    few_results: int = 1 << 13
    #: Elements of the operands from which on parts are worth a sum of their own, and pairs of one at least.
    least_elements: int = 1 << 18
    least_pairs: int = 512
    #: Parts for each worker: about so many, and at most; and how many elements of operands there are at least for one of a part's
    #: results.
    parts: int = 4
    most_parts: int = 8
    elements_each: int = 4
    #: Pairs of a part are a multiple of the first of these that can be: whole steps, and groups, of the code for products.
    steps: tuple[int, ...] = (64, 4, 1)
    #: Pairs of a part for each one that may be left over.
    pairs_each_left: int = 64
    positive: ClassVar = ("least_pairs", "elements_each")


class LoopProducts(Record):
    """Which products are loops (`cpu.contractions`), and which operands are kept packed."""

    #: Elements of a right operand that is worth packing once for many products: the first-level cache holds less as it is.
    worth_keeping: int = 1 << 12
    #: Bytes of a constant that is packed when the program is compiled, at most: there are three copies of it for a while.
    most_constant_bytes: int = 256 << 20
    #: Products from which on tiny ones go side by side; the most elements of a tiny matrix, and bytes of it and of a row. Complex
    #: ones whose rows do not fill a register are tiny up to more of them: tiles take parts for columns.
    many: int = 64
    near: int = 16
    near_bytes: int = 72
    row_bytes: int = 32
    near_complex: int = 128
    row_bytes_complex: int = 64
    #: Rows of all products together from which on narrow ones do, and their most columns and terms, and terms of bytes. Up to so
    #: many terms are read as they lie; more have to lie in rows of columns, of which there are so many at least for each of them.
    rows: int = 256
    narrow: int = 8
    narrow_of_bytes: int = 12
    few_terms: int = 3
    columns_of_term: float = 3 / 8
    #: Multiplications of a single product that is straight code within a loop, at most; its most terms, and those that lie side
    #: by side.
    straight: int = 512
    straight_terms: int = 16
    terms_side_by_side: int = 12
    #: Columns from which on low products do, their most rows, and the most terms of one row; terms up to which columns of several
    #: rows may lie apart.
    columns: int = 64
    low: int = 8
    terms_of_one: int = 32
    terms_apart: int = 4


class Blocking(Record):
    """Blocks, panels and tiles of products (`cpu.contraction.blocking`)."""

    #: Bytes of a panel of the right operand that one call of the micro-kernel walks through: KC x NR elements.
    panel_bytes: int = 64 << 10
    #: The same for tile registers, from the L1 cache.
    panel_bytes_of_tiles: int = 16 << 10
    #: How fast such a panel comes from the L2 cache, as far as that is not hidden.
    panel_bytes_a_cycle: int = 128
    #: Bytes of a block of the left operand, MC x KC elements: it stays in the L2 cache beside what streams through.
    lhs_block_bytes: int = 256 << 10
    #: The same for tile registers, whose sums, MC x NC words, stay there too: they are read and written for each 16 KB of a
    #: panel.
    lhs_block_bytes_of_tiles: int = 64 << 10
    #: So many blocks of rows are one where they are all that there are, and meet a right operand of `large_operand_bytes`: a task
    #: then packs its own columns, and nobody has to write all of these to memory and read them again.
    most_blocks_as_one: int = 4
    #: Columns of a task. Every task packs its block of the left operand anew, at the cost of about 16 of them. Of a convolution's
    #: windows it copies one, which counts as so many.
    task_columns: int = 512
    window_as_columns: int = 16
    #: Tasks that a worker should have, for balance, and the multiplications under which a task is not worth splitting.
    tasks_per_worker: int = 4
    smallest_task: int = 1 << 18
    #: A right operand of more bytes comes from memory, which delivers it well only in contiguous pieces of so many bytes; fewer
    #: tasks a worker will do then, since tasks that share columns read them anew.
    large_operand_bytes: int = 2 << 20
    smallest_piece_bytes: int = 512
    large_tasks_per_worker: int = 2
    #: Tasks a worker, at most, of which one more or less would keep the others waiting.
    most_evened: int = 8
    #: Multiplications from which on a few per cent of speed count for more than a shorter compilation.
    large_product: int = 1 << 28
    #: Rows (MR) of a register tile; more make the code longer and no faster. Rows that lie multiples of so many bytes apart share
    #: their places in the first-level cache, which holds fewer of them.
    most_mr: int = 14
    #: Such tiles from which on it is of no matter that the last one of a launch is not full.
    tiles_of_one_height: int = 8
    #: Numbers of rows by which tiles for several are chosen.
    most_sizes: int = 32
    colliding_pitch: int = 4096
    most_colliding_mr: int = 8
    #: Rows from which on what is taken off columns is summed once for a panel (a quarter of a tile's time) and not in each tile,
    #: where it takes registers and a product in 14.
    rows_of_corrected_panels: int = 64
    #: Rows, along one axis, and columns from which on tiles are better than vectors.
    worth_tiles: int = 8
    #: Groups of a step from which on tiles are better than vectors: the processor takes as long for fewer.
    worth_a_tile_step: int = 6
    positive: ClassVar = ("panel_bytes_a_cycle", "colliding_pitch")


class Packing(Record):
    """How operands are packed (`cpu.contraction.packing`, `cpu.contraction.copies`)."""

    #: How many lines before its turn a column's line is asked for where columns are contiguous: they are more than the processor
    #: follows by itself.
    lines_ahead: int = 3
    #: Rows of the right operand that are packed together, panel by panel; where they share their places in the first-level cache.
    rows_together: int = 32
    colliding_together: int = 8
    #: Tasks that packing before is cut into, if it can be.
    fewest_tasks: int = 16


class MicroKernels(Record):
    """The loops of a tile, and what they ask for (`cpu.contraction.micro_kernel`, `cpu.contraction.nest`)."""

    #: How many steps ahead a panel is asked for.
    steps_ahead: int = 16
    #: Rows whose addresses are made of one base: multiples of their distance, of which registers hold the odd ones. The next base
    #: is as many rows on, which one instruction adds.
    rows_of_a_base: int = 8
    #: Products that each sum of a micro-kernel has at least where the kernel asks for rows to come: fewer take no longer than
    #: that.
    depth_to_ask: int = 32
    #: Bytes of a panel that no first-level cache holds, and rows of a tile beside which to ask for it costs nothing.
    uncached_panel_bytes: int = 40 << 10
    rows_to_prefetch: int = 6
    #: Bytes of a tile's rows of the left operand that come into the first-level cache before their turn, which holds them beside
    #: those of the tile before and the panel.
    first_level_tile_bytes: int = 8 << 10
    positive: ClassVar = ("rows_of_a_base",)


class Products(Record):
    """How products are computed, by their shapes (`cpu.contraction.matmul`)."""

    #: Bytes up to which a right operand is read where it is: its panels stay in the L2 cache.
    in_place_bytes: int = 256 << 10
    #: Rows up to which a right operand that is contiguous along k is read where it is, by dots of so many bytes at least: to pack
    #: it takes as long as these, and to add the lanes of short ones as well. As many rows of narrow floats that come from memory,
    #: which each dot widens, of so many products.
    dot_rows: tuple[tuple[int, int], ...] = ((768, 64), (512, 32), (384, 16), (256, 12), (192, 8), (128, 6))
    widened_dot_rows: int = 16
    dot_depth: int = 192
    #: Products of a sum from which on dots of what is widened are as fast as tiles of pairs; those of bytes, in fours, always are
    #: faster.
    widened_depth: int = 64
    #: Rows up to which a right operand that is contiguous along n is read where it is, row by row, by its bytes: tiles read
    #: pieces of rows, which takes longer where these do not lie in the caches. The same for 16 registers, which a turn's sums
    #: leave too few of. Bytes of one of a batch from which on that is so; and rows where tiles multiply pairs at once.
    combined_rows: tuple[tuple[int, int], ...] = ((4 << 20, 128), (2 << 20, 4), (0, 1))
    combined_in_few_registers: tuple[tuple[int, int], ...] = ((8 << 20, 8), (2 << 20, 4), (0, 1))
    least_combined_bytes: int = 128 << 10
    grouped_rows: int = 8
    #: Rows from which on a product with a few columns is one of these columns with the rows.
    many_rows: int = 64
    #: Tiles below each other up to which a right operand is read where it is: the second one finds the block of a panel in the L2
    #: cache, and to pack it would take as long as another tile or two. Half as many where it comes from memory. Rows that lie
    #: whole pages (bytes) apart share places even in that cache.
    tiles_in_place: int = 8
    page_bytes: int = 4096
    #: Packing the left operand pays from so many uses of each row on, and not for a handful of rows.
    panels_to_pack_for: int = 8
    rows_to_pack: int = 64
    #: Distances (bytes) between rows that crowd rows into few sets of the L1 cache are multiples of this.
    crowded_pitch: int = 1024
    positive: ClassVar = ("page_bytes", "crowded_pitch")


class Vectors(Record):
    """Products with few rows: dots and row GEMVs (`cpu.contraction.vectors`, `cpu.contraction.row_gemv`)."""

    #: Bytes ahead of what is added that lines are asked for, as the processor's own requests end where a page does; and of
    #: matrices that stay in the second-level cache, of which none are.
    ahead_bytes: int = 1024
    near_bytes: int = 2 << 20
    #: Vectors that a product with a matrix contiguous along k may have to be done by dot products. Columns may be as many as half
    #: a register has lanes, and `most_columns`: from there on tiles of whole registers do as well.
    most_vectors: int = 4
    most_columns: int = 8
    #: Elements of a vector from which on they are gathered by fast code.
    long: int = 256
    #: Sums of a tile of a dot, and where there are 16 registers, which hold what is multiplied, too: with 16 sums AVX2 takes up
    #: to 1.6 times as long. Without multiply-add more of them are better all the same.
    most_sums: int = 16
    few_sums: int = 12
    #: Rows of a tile of a dot, at most: of one vector, and of several.
    most_rows_of_one: int = 8
    most_rows: int = 4
    #: Rows that are added at a time: as many streams as the prefetcher of a core follows with ease.
    rows_combined: int = 8
    #: Vectors whose sums a turn of a row GEMV's loop makes of the same registers; more make the code longer and no faster.
    most_of_a_group: int = 8
    #: Tasks for each worker; elements of the matrix under which a task is not worth splitting.
    tasks_per_worker: int = 4
    smallest_task: int = 1 << 15
    #: Sums of a row GEMV's task, which stay in the second-level cache, and columns of it, where there are many vectors: pieces
    #: of rows so long come from memory as if all of it were read.
    sums_combined: int = 1 << 14
    columns_combined: int = 1 << 10
    positive: ClassVar = ("most_rows", "most_of_a_group", "smallest_task")


class Windows(Record):
    """Windows of convolutions (`cpu.contraction.convolution`, `cpu.contraction.window`)."""

    #: Bytes of a window (as of four blocks of the left operand) beyond which blocks are made smaller, as far as they can be, and
    #: those that are too many.
    window_bytes: int = 1 << 20
    largest_window_bytes: int = 256 << 20
    #: Distances (bytes) between rows that crowd rows into few sets of the L1 cache are multiples of this; those between rows of
    #: rows, of which fewer are read by turns, of `blocking.colliding_pitch`.
    crowded_pitch: int = 1024


class BackToBackGemms(Record):
    """Two products with work on rows between (`cpu.back_to_back_gemms`)."""

    #: Bytes of a block between the products that stays in the second-level cache beside what streams through, and at most.
    block_bytes: int = 256 << 10
    most_block_bytes: int = 2 << 20
    #: Bytes of all that lies between from which on it travels farther than to the next cache; with less there is little to gain.
    worth_bytes: int = 8 << 20
    #: Rows of a block: multiples of many tiles' rows. Fewer read the right operands too often.
    block_rows: tuple[int, ...] = (64, 48, 40, 32, 24, 16)
    tasks_per_worker: int = 4
