"""The machine that code is planned and emitted for: sizes of its caches, costs, and every threshold, by their meaning.

Which instructions there are, how many registers and how wide, is said by the processor (`codegen.target`), whose `machine` this
is. A value is in the unit that its field states; its source is what is said there, or a measurement of the benchmarks (`make
bench`, the sweep) on Zen 4 and Zen 5 with two threads.

    processor.machine.transposes.large_bytes
    Machine(rows=Rows(least_called=1))                      # for a test
    HLOOM_MACHINE=machine.json                              # for an experiment (`reading`)
"""

from __future__ import annotations

from hloom.codegen.machine.families import Collectives, Linear, RandomBits, Scatter, Sorting, Transforms
from hloom.codegen.machine.loops import (
    Columns,
    Costs,
    Fetching,
    GatherIndices,
    Interleaving,
    Loops,
    PackedRows,
    Picking,
    RowPipelines,
    Rows,
    SmallLoops,
)
from hloom.codegen.machine.movement import BoxMoves, Caches, RegisterTranspose, RunMoves, Streaming, Transposes
from hloom.codegen.machine.planning import BaselineTier, Fusion, Merging, Rotation, Scratch, Splitting, Unrolling
from hloom.codegen.machine.products import (
    BackToBackGemms,
    Blocking,
    LoopProducts,
    MicroKernels,
    Packing,
    PadK,
    Products,
    SplitK,
    Vectors,
    Windows,
)
from hloom.codegen.machine.record import Record
from hloom.codegen.machine.running import Compilation, Dispatch, DispatchLatency


class Machine(Record):
    """All of it; see the classes of its fields."""

    fusion: Fusion = Fusion()
    merging: Merging = Merging()
    splitting: Splitting = Splitting()
    unrolling: Unrolling = Unrolling()
    scratch: Scratch = Scratch()
    rotation: Rotation = Rotation()
    baseline_tier: BaselineTier = BaselineTier()
    costs: Costs = Costs()
    loops: Loops = Loops()
    rows: Rows = Rows()
    row_pipeline: RowPipelines = RowPipelines()
    columns: Columns = Columns()
    packed_rows: PackedRows = PackedRows()
    interleaving: Interleaving = Interleaving()
    gather_indices: GatherIndices = GatherIndices()
    fetching: Fetching = Fetching()
    small_loops: SmallLoops = SmallLoops()
    picking: Picking = Picking()
    caches: Caches = Caches()
    streaming: Streaming = Streaming()
    transposes: Transposes = Transposes()
    register_transpose: RegisterTranspose = RegisterTranspose()
    run_moves: RunMoves = RunMoves()
    box_moves: BoxMoves = BoxMoves()
    pad_k: PadK = PadK()
    split_k: SplitK = SplitK()
    products: LoopProducts = LoopProducts()
    blocking: Blocking = Blocking()
    packing: Packing = Packing()
    micro_kernel: MicroKernels = MicroKernels()
    matmul: Products = Products()
    vectors: Vectors = Vectors()
    windows: Windows = Windows()
    back_to_back: BackToBackGemms = BackToBackGemms()
    fft: Transforms = Transforms()
    sorting: Sorting = Sorting()
    linear: Linear = Linear()
    scatter: Scatter = Scatter()
    random_bits: RandomBits = RandomBits()
    collectives: Collectives = Collectives()
    compilation: Compilation = Compilation()
    dispatch: Dispatch = Dispatch()
    dispatch_latency: DispatchLatency = DispatchLatency()
