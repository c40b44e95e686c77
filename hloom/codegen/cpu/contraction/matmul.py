"""Matrix products: from a specification to a plan, in steps.

    as_real          a complex product is a real one of twice the size
    swapped          a product with one column has its operands exchanged: then it has one row; so has one with a few columns
                     and a left operand that is contiguous along k
    in_groups        products of narrow types by instructions that do several at a time
    VectorProduct    a product with few rows reads the matrix once
    Product          any other is cut in blocks and tiles
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic, accumulator_type, llvm_type, stored_bytes
from hloom.codegen.cpu.contraction.blocking import Blocking, choose_blocking
from hloom.codegen.cpu.contraction.complex_numbers import as_real
from hloom.codegen.cpu.contraction.constants import packed_constant
from hloom.codegen.cpu.contraction.dots import unit_of
from hloom.codegen.cpu.contraction.emission import Indices
from hloom.codegen.cpu.contraction.groups import in_groups
from hloom.codegen.cpu.contraction.nest import emit_choice_of_height, emit_product
from hloom.codegen.cpu.contraction.operand_layouts import LhsLayout, Packing, RhsLayout
from hloom.codegen.cpu.contraction.product import MakeWindow, Operand, Product, Scratch, TaskFunction
from hloom.codegen.cpu.contraction.row_gemv import emit_row_gemv
from hloom.codegen.cpu.contraction.spec import (
    Axis,
    Epilogue,
    Examples,
    Index,
    MatmulSpec,
    RhsLoad,
    merge,
    original_indices,
    row_major,
    size_of,
)
from hloom.codegen.cpu.contraction.vectors import (
    Gathered,
    VectorProduct,
    emit_dot,
    emit_gathering,
)
from hloom.codegen.cpu.kernel_function import Chosen
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.dot_products import Dot
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.numbers.element_type import ElementType
from hloom.support.records import dataclass


@dataclass(frozen=True)
class ContractionKernels:
    """Kernels to run one after another, and the scratch buffers that follow the caller's arguments."""

    kernels: tuple[TaskFunction, ...]
    scratch: tuple[Scratch, ...]


@dataclass(frozen=True)
class ContractionPlan:
    """A contraction with all decisions made: the scratch buffers that follow the caller's arguments, how many kernels run
    one after another, and what emits them."""

    scratch: tuple[Scratch, ...]
    parts: int
    #: `(module, name)` -> the kernels, whose names begin with `name`.
    emit_kernels: Callable[[LLVMModule, str], tuple[TaskFunction, ...]]
    #: A constant right operand -> what is given in place of scratch memory that workers share; None where nothing is.
    pack_constant: Callable[[np.ndarray], np.ndarray] | None = None
    #: What it is computed by, and as what it was looked at first, as one with few rows; texts say why there is no such thing.
    product: Product | VectorProduct | str = "there is nothing to compute"
    tried: VectorProduct | str | None = None

    @property
    def chosen(self) -> Chosen:
        """Of which kind it is, and how large its parts are; why it is of none of those before."""
        made, tried = self.product, self.tried
        name = ("directly" if isinstance(made, str) else "tiles" if isinstance(made, Product)
                else "dots" if made.is_dot else "row GEMV")
        whys = [] if tried is None else [tried, tried] if isinstance(tried, str) else [tried.not_dot, tried.not_row_gemv]
        passed = tuple(zip(KINDS, whys))[: list(KINDS).index(name)]
        return Chosen(name, KINDS[name], passed, {}, (lambda: made) if isinstance(made, str) else made.text)

    def emit(self, module: LLVMModule, name: str) -> ContractionKernels:
        """Adds the kernels to a module."""
        return ContractionKernels(self.emit_kernels(module, name), self.scratch)


#: Why a product is none with few rows.
_SEVERAL_LOOPS = "its rows, or its terms, are several loops"
#: The kinds of products, and what they do.
KINDS = {
    "dots": "a few vectors with rows of the matrix, which all lie along the terms",
    "row GEMV": "rows of the matrix, which is read once, are added up, each times an element of a few vectors",
    "tiles": "tiles of sums in registers, over blocks of operands that stay in the caches",
    "directly": "each sum by itself, from operands where they are",
}
#: What has nothing to compute.
NOTHING = ContractionPlan((), 0, lambda module, name: ())


@dataclass(frozen=True)
class Request:
    """A product on its way to a plan: what is computed, for which machine, and by what in place of plain memory.

    `arguments` are the places of the left operand, the right operand and the result in the argument array; scratch buffer i is
    argument `first_scratch + i`. `rhs_load` computes elements of the right operand, in the accumulator's type, which are packed,
    instead of reading them. `epilogue` turns sums into what is stored, each element once. They are called with a width of 1 or of
    a vector of the accumulator's type, possibly several times, with 1 only where n has a single column; the kernel's argument
    array is `f.parameters[0]`.
    """

    spec: MatmulSpec
    target: Target
    workers: int
    arguments: tuple[int, int, int] = (0, 1, 2)
    first_scratch: int = 3
    epilogue: Epilogue | None = None
    #: Lanes for which the epilogue may be called, at most.
    epilogue_width: int = 64
    rhs_load: RhsLoad | None = None
    #: The instruction for groups of products, where the operands are grouped.
    dot: Dot | None = None
    #: Whether one packed right operand serves many products; whether that is because it is a constant.
    keeps_rhs: bool = False
    rhs_is_constant: bool = False
    #: What its rows, or the matrices of a batch, are of where a launch may have fewer.
    examples: Examples | None = None

    @property
    def has_fewer_rows(self) -> bool:
        """Whether launches say how many rows they have."""
        return self.examples is not None and not self.examples.is_batch

    @property
    def arithmetic(self) -> Arithmetic:
        if self.dot is not None:
            return replace(Arithmetic.of(self.dot.element, self.target), kind="dot", dot=self.dot)
        lhs, rhs, out = self.spec.lhs_type, self.spec.rhs_type, self.spec.out_type
        assert isinstance(lhs, ElementType) and isinstance(rhs, ElementType)
        return Arithmetic.of(accumulator_type(lhs, rhs, out), self.target, boolean=out.kind == "pred")

    @property
    def operands(self) -> tuple[Operand, Operand, Operand]:
        """Left operand, right operand, result."""
        spec, (lhs, rhs, out) = self.spec, self.arguments
        return (Operand(lhs, spec.lhs_type, spec.lhs_offset), Operand(rhs, spec.rhs_type, spec.rhs_offset),
                Operand(out, spec.out_type))

    @property
    def has_plain_lhs(self) -> bool:
        """Whether the left operand's elements lie in memory as they are multiplied."""
        return llvm_type(self.spec.lhs_type) == self.arithmetic.element

    @property
    def has_plain_rhs(self) -> bool:
        return self.rhs_load is None and llvm_type(self.spec.rhs_type) == self.arithmetic.element


def plan_matmul(request: Request) -> ContractionPlan:
    """How a matrix product is computed, step by step; see the module's description. Complex products take no epilogue."""
    spec = request.spec
    if 0 in (size_of(spec.batch), size_of(spec.m), size_of(spec.n)):
        return NOTHING
    if spec.out_type.is_complex:
        request = real_request(request)
    if request.rhs_load is None:
        request = request if request.has_fewer_rows else _with_one_row(request)
        tried = vectors = _vector_product(request, _dot_rows(request))
        if vectors is None or not (vectors.is_dot or vectors.is_row_gemv):
            vectors = _with_few_columns(request)
        if vectors is not None:
            return ContractionPlan(vectors.scratch(request.workers), 1 if vectors.gathered is None else 2,
                                   partial(_emit_vectors, p=vectors, workers=request.workers), product=vectors,
                                   tried=vectors if vectors is tried else None)
        for on_tiles in (True, False):
            found = in_groups(request.spec, request.target, on_tiles=on_tiles)
            if found is None:
                continue
            grouped = _tiled_product(replace(request, spec=found[0], dot=found[1]))
            if not on_tiles or grouped.blocking.tile_depth is not None:
                return plan_of(grouped, tried=tried or _SEVERAL_LOOPS)
        return plan_of(_tiled_product(request), tried=tried or _SEVERAL_LOOPS)
    return plan_of(_tiled_product(request), tried="its right operand is computed as it is packed")


def _emit_vectors(module: LLVMModule, name: str, p: VectorProduct, workers: int) -> tuple[TaskFunction, ...]:
    """Emits the kernels of a product that `is_dot` or `is_row_gemv`, one after the other."""
    first = () if p.gathered is None else (emit_gathering(module, f"{name}_gather", p, p.gathered),)
    emit, heights = emit_dot if p.is_dot else emit_row_gemv, p.of_heights()
    if len(heights) == 1:
        return (*first, emit(module, name, next(iter(heights.values())), workers))
    made = {height: emit(module, f"{name}_{height}_rows", other, workers) for height, other in heights.items()}
    return (*first, emit_choice_of_height(module, name, p.vectors, p.most_together, made))


def plan_rows(request: Request, rows: int) -> Product | None:
    """A product of which each task makes all columns of `rows` rows, in the order of batches and rows; None where it is not cut
    in tiles, or rows are not one axis."""
    spec = request.spec
    if 0 in map(size_of, (spec.batch, spec.m, spec.n, spec.k)) or len(merge(spec.m, key=lambda a: a.out)) != 1 or (
            len(_merge_columns(spec, 0)) > 1):
        return None
    for on_tiles in (True, False):
        found = in_groups(spec, request.target, on_tiles=on_tiles)
        if found is not None:
            grouped = _tiled_product(replace(request, spec=found[0], dot=found[1]), rows)
            if (not on_tiles or grouped.blocking.tile_depth is not None) and _has_whole_rows(grouped.blocking, rows):
                return grouped
    product = _tiled_product(request, rows)
    return product if _has_whole_rows(product.blocking, rows) else None


def _has_whole_rows(b: Blocking, rows: int) -> bool:
    """Whether tasks are blocks of rows, each of whole tiles: the last one, whose last tile is moved back, has a tile's rows."""
    last = b.m_tile.size % rows
    return (not b.n_outer and not b.m_outer and b.m_block.size == b.m_unit.size == 1
            and (b.m_tile.size <= rows or (rows % b.tile.steps == 0 and (last == 0 or last >= b.tile.steps))))


def real_request(request: Request) -> Request:
    """The real product that computes a complex one."""
    if request.epilogue is not None:
        raise ValueError("a complex product takes no epilogue")
    real, rhs_load = as_real(request.spec, request.arguments[1])
    return replace(request, spec=real, rhs_load=rhs_load, examples=None)


def _with_one_row(request: Request) -> Request:
    """A product with one column and several rows has its operands exchanged."""
    return _exchanged(request) if size_of(request.spec.n) == 1 < size_of(request.spec.m) else request


def _dot_rows(request: Request) -> int:
    """Rows that a product may have to be made by dots with a right operand that is contiguous along k."""
    matmul = request.target.machine.matmul
    vectors = request.target.machine.vectors
    spec, given = request.spec, (request.spec.lhs_type, request.spec.rhs_type)
    depth, are_floats = size_of(spec.k), all(isinstance(t, ElementType) and t.is_float for t in given)
    grouped = in_groups(spec, request.target)
    if grouped is not None and (grouped[1].size > 2 or depth < matmul.widened_depth):
        return 1
    if request.keeps_rhs:
        return vectors.most_vectors
    if request.has_plain_lhs and request.has_plain_rhs:
        bytes = depth * request.arithmetic.bytes
        return next((rows for least, rows in matmul.dot_rows if bytes >= least), vectors.most_vectors)
    is_large = size_of(spec.n) * depth * stored_bytes(spec.rhs_type) >= request.target.machine.caches.uncached_bytes
    is_widened = depth >= matmul.dot_depth and are_floats and is_large and not request.target.has_bf16_tiles
    return matmul.widened_dot_rows if is_widened else vectors.most_vectors


def _combined_rows(request: Request) -> int:
    """Rows that a product may have to be made by adding rows of a right operand that is contiguous along n."""
    matmul = request.target.machine.matmul
    spec, lhs, rhs = request.spec, request.spec.lhs_type, request.spec.rhs_type
    is_float = isinstance(lhs, ElementType) and isinstance(rhs, ElementType) and lhs.is_float and rhs.is_float
    if not is_float or request.keeps_rhs or request.rhs_is_constant:
        return 1
    size = size_of(spec.n) * size_of(spec.k) * stored_bytes(rhs)
    if size < matmul.least_combined_bytes:
        return 1
    table = matmul.combined_rows if request.target.registers >= 32 else matmul.combined_in_few_registers
    most = next(rows for least, rows in table if size * size_of(spec.batch) >= least)
    return min(most, matmul.grouped_rows) if in_groups(spec, request.target) is not None else most


def _with_few_columns(request: Request) -> VectorProduct | None:
    """The product of a few columns and many more rows, which are contiguous along k, as dots of these rows with the columns; None
    for any other."""
    columns, rows = size_of(request.spec.n), size_of(request.spec.m)
    is_plain = request.has_plain_lhs and request.has_plain_rhs and request.dot is None and not request.has_fewer_rows
    most = min(request.target.machine.vectors.most_columns, request.arithmetic.width // 2)
    if not is_plain or columns > most or rows < request.target.machine.matmul.many_rows:
        return None
    found = _vector_product(_exchanged(request), most, gathers=True)
    return found if found is not None and found.is_dot else None


def _exchanged(request: Request) -> Request:
    """The product with its operands exchanged. Lanes of the epilogue lie along the columns, or the rows if there are none."""
    spec, (lhs, rhs, out) = request.spec, request.arguments
    return replace(request, spec=spec.swapped(), arguments=(rhs, lhs, out), epilogue=_swapped(request.epilogue),
                   epilogue_width=1 if spec.n else request.epilogue_width, keeps_rhs=False, rhs_is_constant=False)


def _tiled_product(request: Request, whole_rows: int = 0) -> Product:
    """The product cut in blocks and tiles (`whole_rows`: see `choose_blocking`)."""
    limits = request.target.machine.blocking
    spec, arithmetic = request.spec, request.arithmetic
    lanes = arithmetic.width if request.rhs_load is not None or request.epilogue is not None else 0
    choose = partial(
        choose_blocking, merge(spec.batch), merge(spec.m, key=lambda a: a.out), _merge_columns(spec, lanes),
        _merge_products(spec), arithmetic, request.target, request.workers, whole_rows=whole_rows, examples=request.examples)
    blocking = choose()
    reads_rows = not arithmetic.on_tiles or (blocking.k[-1].lhs == 1 and blocking.m_tile.lhs >= 0)
    if request.has_plain_lhs and reads_rows and not lhs_packing_pays(blocking):
        pitch = blocking.m_tile.lhs * arithmetic.bytes
        collides = bool(pitch) and pitch % limits.colliding_pitch == 0
        if not arithmetic.on_tiles and blocking.tile.mr > limits.most_colliding_mr and collides:
            blocking = choose(most_mr=limits.most_colliding_mr)
        lhs = LhsLayout.in_place(blocking)
    else:
        lhs = LhsLayout.packed(blocking, by_rows=unit_of(spec.lhs_type) > 1 or arithmetic.on_tiles)
    return product_of(request, blocking, lhs)


def product_of(request: Request, blocking: Blocking, lhs: LhsLayout, window: int = 0) -> Product:
    """A request with its blocking and the layout of its left operand; `window`: see `Product`."""
    hooks = Hooks(request.spec, blocking.axes, request.rhs_load, request.epilogue)
    packing = choose_rhs_packing(blocking, request.has_plain_rhs, request.keeps_rhs)
    is_given = request.rhs_is_constant and packing is Packing.BEFORE and request.rhs_load is None
    return Product(
        blocking, *request.operands, request.first_scratch, lhs, RhsLayout.of(blocking, packing),
        rhs_hook=hooks.rhs, epilogue=hooks.epilogue,
        epilogue_width=min(request.epilogue_width, blocking.arithmetic.width), window=window, rhs_is_given=is_given)


def plan_of(product: Product, make_window: Callable[[LLVMModule], MakeWindow] | None = None,
            tried: VectorProduct | str | None = None) -> ContractionPlan:
    """The plan that a product is; `make_window` emits what makes the left operand that its tasks read."""
    product.of_heights()  # which decide how much scratch memory there is
    return ContractionPlan(tuple(product.scratch), product.parts, lambda module, name: emit_product(
        module, name, product, make_window(module) if make_window is not None else None),
        partial(packed_constant, product) if product.rhs_is_given else None, product, tried)


def _merge_columns(spec: MatmulSpec, lanes: int) -> tuple[Axis, ...]:
    return merge(spec.n, lanes=lanes) if lanes else merge(spec.n, key=lambda a: a.out)


def _merge_products(spec: MatmulSpec) -> tuple[Axis, ...]:
    """The axes of k, those last along which an operand is contiguous."""
    return merge(spec.k, key=lambda a: max(abs(a.lhs), 1))


def _swapped(epilogue: Epilogue | None) -> Epilogue | None:
    if epilogue is None:
        return None
    return lambda f, sums, batch, m, n, width: epilogue(f, sums, batch, n, m, width)


def _vector_product(request: Request, most: int | None = None, gathers: bool = False) -> VectorProduct | None:
    """The product as one with at most so many vectors; None where m or k do not merge into one axis. With `gathers`, vectors that
    are not contiguous are gathered first."""
    vectors = request.target.machine.vectors
    spec, arithmetic, machine = request.spec, request.arithmetic, request.target.machine
    batch, m, k = merge(spec.batch), merge(spec.m), _merge_products(spec)
    n = _merge_columns(spec, arithmetic.width if request.epilogue is not None else 0) or (Axis(1),)
    if len(m) > 1 or len(k) > 1:
        return None
    k_axis = replace(k[0], lhs=1, rhs=1) if k and k[0].size <= 1 else k[0] if k else Axis(1, 1, 1)
    m_axis = m[0] if m else Axis(1)
    lhs, rhs, out = request.operands
    gathered = None
    if gathers and k_axis.lhs != 1:
        gathered = Gathered(lhs, (*batch, m_axis, k_axis))
        *batch_strides, row, _ = row_major([a.size for a in gathered.axes])
        batch = tuple(replace(a, lhs=stride) for a, stride in zip(batch, batch_strides, strict=True))
        m_axis, k_axis = replace(m_axis, lhs=row), replace(k_axis, lhs=1)
        lhs = Operand(request.first_scratch, lhs.type)
    hooks = Hooks(spec, {"batch": batch, "m": (m_axis,), "n": n, "k": (k_axis,)}, None, request.epilogue)
    return VectorProduct(batch, m_axis, n[:-1], n[-1], k_axis, lhs, rhs, out, arithmetic, hooks.epilogue,
                         min(request.epilogue_width, arithmetic.width), request.first_scratch,
                         vectors.most_vectors if most is None else most,
                         vectors.few_sums if request.target.registers < 32 and request.target.has_fma else vectors.most_sums,
                         _combined_rows(request), machine, request.examples, gathered)


def lhs_packing_pays(b: Blocking) -> bool:
    """Whether copying a block of the left operand costs less than reading it where it is, once for each panel."""
    matmul = b.machine.matmul
    if b.task_panels < matmul.panels_to_pack_for or b.m_tile.size * b.m_unit.size < matmul.rows_to_pack:
        return False
    pitches = [abs(a.lhs) * b.arithmetic.bytes for a in (b.m_tile, b.m_unit, *b.k) if a.size > 1 and abs(a.lhs) > 1]
    return any(p % matmul.crowded_pitch == 0 for p in pitches)


def choose_rhs_packing(b: Blocking, is_plain: bool, is_kept: bool = False) -> Packing:
    """Who packs the right operand, whose elements lie in memory as they are multiplied if it `is_plain`; what `is_kept` is packed
    once for many products."""
    caches = b.machine.caches
    matmul = b.machine.matmul
    if is_kept and not (is_plain and b.n.size == 1):
        return Packing.BEFORE
    row_blocks = -(-b.m_block.size // b.m_block_step) * -(-b.m_tile.size // b.m_tile_step) * size_of(b.m_outer)
    if is_plain and b.n.rhs == 1:
        tiles = -(-b.m_tile.size // b.tile.steps) * b.m_block.size * size_of(b.m_outer)
        pitch = abs(b.k[-1].rhs) * b.arithmetic.bytes
        rhs_bytes = pitch * b.k[-1].size
        few = (1 if pitch % matmul.page_bytes == 0 else matmul.tiles_in_place if rhs_bytes <= caches.uncached_bytes
               else matmul.tiles_in_place // 2)
        if tiles <= few or (rhs_bytes <= matmul.in_place_bytes and pitch % matmul.crowded_pitch):
            return Packing.IN_PLACE
    elif is_plain and b.n.size == 1:
        return Packing.IN_PLACE
    return Packing.BEFORE if row_blocks > 1 else Packing.BY_TASK


class Hooks:
    """A caller's hooks, called with the indices of the specification's axes instead of the merged ones."""

    def __init__(self, spec: MatmulSpec, axes: dict[str, Sequence[Axis]], rhs_load: RhsLoad | None,
                 epilogue: Epilogue | None) -> None:
        self._original = {"batch": spec.batch, "m": spec.m, "n": spec.n, "k": spec.k}
        self._axes = axes
        self._rhs_load, self._epilogue = rhs_load, epilogue
        self.rhs = self._call_rhs if rhs_load else None
        self.epilogue = self._call_epilogue if epilogue else None

    def _indices(self, f: Function, at: Indices, *groups: str) -> list[Index]:
        return [original_indices(f, self._original[g], [(a, v) for a, v in at if any(a is b for b in self._axes[g])])
                for g in groups]

    def _call_rhs(self, f: Function, at: Indices, width: int) -> Value:
        assert self._rhs_load is not None
        batch, k, n = self._indices(f, at, "batch", "k", "n")
        return self._rhs_load(f, batch, k, n, width)

    def _call_epilogue(self, f: Function, sums: Value, at: Indices, width: int) -> Value:
        assert self._epilogue is not None
        batch, m, n = self._indices(f, at, "batch", "m", "n")
        return self._epilogue(f, sums, batch, m, n, width)
