"""Matrix products: from a specification to kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic, accumulator_type, llvm_type
from hloom.codegen.cpu.contraction.bf16_pairs import as_pairs, pairs_up
from hloom.codegen.cpu.contraction.blocking import Blocking, choose_blocking
from hloom.codegen.cpu.contraction.complex_numbers import as_real
from hloom.codegen.cpu.contraction.emission import Indices
from hloom.codegen.cpu.contraction.nest import emit_product
from hloom.codegen.cpu.contraction.product import Kernel, LhsView, Operand, Product, Scratch
from hloom.codegen.cpu.contraction.spec import (
    Axis,
    Epilogue,
    Index,
    LhsLoad,
    MatmulSpec,
    RhsLoad,
    merge,
    original_indices,
    size_of,
)
from hloom.codegen.cpu.contraction.vectors import VectorProduct, emit_vector_product
from hloom.codegen.llvm.builder import Function, Module, Value
from hloom.codegen.target import Target

#: Bytes up to which a right operand is read where it is: its panels stay in the L2 cache.
IN_PLACE_BYTES = 256 << 10
#: Packing the left operand pays from so many uses of each row on, and not for a handful of rows.
PANELS_TO_PACK_FOR = 8
ROWS_TO_PACK = 64
#: Distances (bytes) between rows that crowd rows into few sets of the L1 cache are multiples of this.
CROWDED_PITCH = 1024


@dataclass(frozen=True)
class ContractionKernels:
    """Kernels to run one after another, and the scratch buffers that follow the caller's arguments."""

    kernels: tuple[Kernel, ...]
    scratch: tuple[Scratch, ...]


@dataclass(frozen=True)
class ContractionPlan:
    """A contraction with all decisions made: the scratch buffers that follow the caller's arguments, how many kernels run
    one after another, and what emits them."""

    scratch: tuple[Scratch, ...]
    parts: int
    #: `(module, name)` -> the kernels, whose names begin with `name`.
    emit_kernels: Callable[[Module, str], tuple[Kernel, ...]]

    def emit(self, module: Module, name: str) -> ContractionKernels:
        return ContractionKernels(self.emit_kernels(module, name), self.scratch)


#: What has nothing to compute.
NOTHING = ContractionPlan((), 0, lambda module, name: ())


def emit_matmul(module: Module, name: str, spec: MatmulSpec, target: Target, **settings: Any) -> ContractionKernels:
    """Emits the kernels of a matrix product; their names begin with `name`. The settings are those of `plan_matmul`."""
    return plan_matmul(spec, target, **settings).emit(module, name)


def plan_matmul(spec: MatmulSpec, target: Target, *, workers: int, arguments: tuple[int, int, int] = (0, 1, 2),
                first_scratch: int = 3, lhs_load: LhsLoad | None = None, rhs_load: RhsLoad | None = None,
                epilogue: Epilogue | None = None) -> ContractionPlan:
    """How a matrix product is computed.

    `arguments` are the places of the left operand, the right operand and the result in the argument array;
    scratch buffer i is argument `first_scratch + i`. `lhs_load` and `rhs_load` compute elements of an operand
    (in the accumulator's type, see `accumulator_type`) instead of reading them; `epilogue` turns sums into what is
    stored, each element once. Hooks are called with a width of 1 or of a vector of the accumulator's type, possibly
    several times, with 1 only where n has a single column; the kernel's argument array is `f.parameters[0]`.
    Complex products take no hooks.
    """
    if 0 in (size_of(spec.batch), size_of(spec.m), size_of(spec.n)):
        return NOTHING
    if spec.out_type.is_complex:
        if lhs_load or rhs_load or epilogue:
            raise ValueError("a complex product takes no hooks")
        spec, rhs_load = as_real(spec, arguments[1])
    arithmetic = Arithmetic.of(accumulator_type(spec.lhs_type, spec.rhs_type, spec.out_type), target,
                               boolean=spec.out_type.kind == "pred")
    epilogue_width = arithmetic.width
    if lhs_load is None and rhs_load is None:
        if size_of(spec.n) == 1 < size_of(spec.m):
            spec, arguments, epilogue = spec.swapped(), (arguments[1], arguments[0], arguments[2]), _swapped(epilogue)
            epilogue_width = 1
        vectors = _vector_product(spec, arithmetic, arguments, first_scratch, epilogue, epilogue_width)
        if vectors is not None and (vectors.is_dot or vectors.is_combination):
            return ContractionPlan(vectors.scratch(workers), 1,
                                   lambda module, name: (emit_vector_product(module, name, vectors, workers),))
        if pairs_up(spec, target):
            arithmetic = replace(arithmetic, kind="pairs")
            spec, lhs_load, rhs_load = as_pairs(spec, *arguments[:2])
    lanes = arithmetic.width if rhs_load is not None or epilogue is not None else 0
    blocking = choose_blocking(
        merge(spec.batch), merge(spec.m, key=lambda a: a.out), _merge_columns(spec, lanes),
        merge(spec.k, lanes=arithmetic.width) if lhs_load else _merge_products(spec), arithmetic, target, workers)
    hooks = Hooks(spec, blocking.axes, lhs_load, rhs_load, epilogue)
    plain_lhs = lhs_load is None and llvm_type(spec.lhs_type) == arithmetic.element
    plain_rhs = rhs_load is None and llvm_type(spec.rhs_type) == arithmetic.element
    rhs_packing = choose_rhs_packing(blocking, plain_rhs)
    product = Product(
        blocking, Operand(arguments[0], spec.lhs_type, spec.lhs_offset),
        Operand(arguments[1], spec.rhs_type, spec.rhs_offset), Operand(arguments[2], spec.out_type), first_scratch,
        packs_lhs=not plain_lhs or lhs_packing_pays(blocking),
        rhs_packing=rhs_packing,
        lhs_hook=hooks.lhs, rhs_hook=hooks.rhs, epilogue=hooks.epilogue, epilogue_width=epilogue_width)
    return plan_of(product)


def plan_of(product: Product, view: Callable[[Module, str], LhsView] | None = None) -> ContractionPlan:
    """The plan that a product is; `view` emits what makes the left operand that its tasks read."""
    return ContractionPlan(tuple(product.scratch), product.parts, lambda module, name: emit_product(
        module, name, product, view(module, f"{name}_window") if view is not None else None))


def _merge_columns(spec: MatmulSpec, lanes: int) -> tuple[Axis, ...]:
    return merge(spec.n, lanes=lanes) if lanes else merge(spec.n, key=lambda a: a.out)


def _merge_products(spec: MatmulSpec) -> tuple[Axis, ...]:
    """The axes of k, those last along which an operand is contiguous."""
    return merge(spec.k, key=lambda a: max(abs(a.lhs), 1))


def _swapped(epilogue: Epilogue | None) -> Epilogue | None:
    if epilogue is None:
        return None
    return lambda f, sums, batch, m, n, width: epilogue(f, sums, batch, n, m, width)


def _vector_product(spec: MatmulSpec, arithmetic: Arithmetic, arguments: tuple[int, int, int], first_scratch: int,
                    epilogue: Epilogue | None, epilogue_width: int) -> VectorProduct | None:
    """The product as one with vectors; None where m or k do not merge into one axis."""
    batch, m, k = merge(spec.batch), merge(spec.m), _merge_products(spec)
    n = _merge_columns(spec, arithmetic.width if epilogue is not None else 0) or (Axis(1),)
    if len(m) > 1 or len(k) > 1:
        return None
    k_axis = replace(k[0], lhs=1, rhs=1) if k and k[0].size <= 1 else k[0] if k else Axis(1, 1, 1)
    m_axis = m[0] if m else Axis(1)
    hooks = Hooks(spec, {"batch": batch, "m": (m_axis,), "n": n, "k": (k_axis,)}, None, None, epilogue)
    return VectorProduct(
        batch, m_axis, n[:-1], n[-1], k_axis, Operand(arguments[0], spec.lhs_type, spec.lhs_offset),
        Operand(arguments[1], spec.rhs_type, spec.rhs_offset), Operand(arguments[2], spec.out_type), arithmetic,
        hooks.epilogue, epilogue_width, first_scratch)


def lhs_packing_pays(b: Blocking) -> bool:
    """Whether copying a block of the left operand costs less than reading it where it is, once for each panel."""
    if b.panel_step < PANELS_TO_PACK_FOR or b.e.size * b.u.size < ROWS_TO_PACK:
        return False
    pitches = [abs(a.lhs) * b.arithmetic.bytes for a in (b.e, b.u, *b.k) if a.size > 1 and abs(a.lhs) > 1]
    return any(p % CROWDED_PITCH == 0 for p in pitches)


def choose_rhs_packing(b: Blocking, plain: bool) -> str:
    """Where the right operand is packed: "in place" (not at all), by each "task", or once "before" all tasks."""
    row_blocks = -(-b.q.size // b.q_step) * -(-b.e.size // b.e_step) * size_of(b.m_outer)
    if plain and b.n.rhs == 1:
        tiles = -(-b.e.size // b.tile.steps) * b.q.size * size_of(b.m_outer)
        pitch = abs(b.k[-1].rhs) * b.arithmetic.bytes
        if tiles == 1 or (pitch * b.k[-1].size <= IN_PLACE_BYTES and pitch % CROWDED_PITCH):
            return "in place"
    elif plain and b.n.size == 1:
        return "in place"
    return "before" if row_blocks > 1 else "task"


class Hooks:
    """A caller's hooks, called with the indices of the specification's axes instead of the merged ones."""

    def __init__(self, spec: MatmulSpec, axes: dict[str, Sequence[Axis]], lhs_load: LhsLoad | None,
                 rhs_load: RhsLoad | None, epilogue: Epilogue | None) -> None:
        self._original = {"batch": spec.batch, "m": spec.m, "n": spec.n, "k": spec.k}
        self._axes = axes
        self._lhs_load, self._rhs_load, self._epilogue = lhs_load, rhs_load, epilogue
        self.lhs = self._call_lhs if lhs_load else None
        self.rhs = self._call_rhs if rhs_load else None
        self.epilogue = self._call_epilogue if epilogue else None

    def _indices(self, f: Function, at: Indices, *groups: str) -> list[Index]:
        return [original_indices(f, self._original[g], [(a, v) for a, v in at if any(a is b for b in self._axes[g])])
                for g in groups]

    def _call_lhs(self, f: Function, at: Indices, width: int) -> Value:
        assert self._lhs_load is not None
        batch, m, k = self._indices(f, at, "batch", "m", "k")
        return self._lhs_load(f, batch, m, k, width)

    def _call_rhs(self, f: Function, at: Indices, width: int) -> Value:
        assert self._rhs_load is not None
        batch, k, n = self._indices(f, at, "batch", "k", "n")
        return self._rhs_load(f, batch, k, n, width)

    def _call_epilogue(self, f: Function, sums: Value, at: Indices, width: int) -> Value:
        assert self._epilogue is not None
        batch, m, n = self._indices(f, at, "batch", "m", "n")
        return self._epilogue(f, sums, batch, m, n, width)
