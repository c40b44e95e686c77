"""Packing the right operand before: a kernel of its own, and the loops that it shares with tasks that pack for themselves."""

from __future__ import annotations

import math
from collections.abc import Callable

from hloom.codegen.cpu.contraction.blocking import Blocking
from hloom.codegen.cpu.contraction.emission import Indices, Range, number, offset, remaining, scaled
from hloom.codegen.cpu.contraction.packing import ROWS_TOGETHER, RhsPacker
from hloom.codegen.cpu.contraction.product import Product, TaskFunction
from hloom.codegen.cpu.contraction.spec import unravel
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule

#: Tasks that packing before is cut into, if it can be.
FEWEST_PACK_TASKS = 16


def emit_pack_kernel(module: LLVMModule, name: str, product: Product, packer: RhsPacker) -> TaskFunction:
    """Emits the kernel that packs all of the right operand: [batch, outer n, panel, k, column].

    A task is some rows of all or many panels or, where rows are not contiguous, a block of k of one panel.
    """
    b = product.blocking
    assert product.rhs_panels is not None
    f = module.function(name, PARAMETERS, is_cold=True)
    source, goal = product.pointer(f, product.rhs.argument), product.pointer(f, product.rhs_panels)
    outer, k_outer, split = (*b.batch, *b.n_outer), b.k[:b.k_split], b.k[b.k_split]
    together, step = _pieces(b, packer)
    sizes = [*(a.size for a in outer), b.panels // together, *(a.size for a in k_outer), max(1, -(-split.size // step))]
    with f.loop(f.parameters[1], f.parameters[2]) as task:
        index = unravel(f, task, sizes, counts_single=True)
        panel, k0 = index[len(outer)], scaled(f, index[-1], step)
        start = [*zip(k_outer, index[len(outer) + 1:-1], strict=True), (split, k0)]
        at = [*zip(outer, index[:len(outer)], strict=True)]
        first = scaled(f, panel, together)
        panels = first, f.add(first, together)
        pack_panels(f, product, packer, source, [*at, *start], panels, lambda p: f.address(
            goal, packed_offset(f, b, at, p, start), b.arithmetic.element), remaining(f, k0, step, split.size))
    f.ret()
    return TaskFunction(f.name, math.prod(sizes))


def _pieces(b: Blocking, packer: RhsPacker) -> tuple[int, int]:
    """The panels and the steps of the split axis of k that a task packs."""
    if not packer.by_rows:
        return 1, b.k_step
    together, step = b.panels, max(1, 2 * ROWS_TOGETHER // math.prod(a.size for a in b.inner_k))
    outer = (*b.batch, *b.n_outer, *b.k[:b.k_split])
    pieces = math.prod(a.size for a in outer) * -(-b.k[b.k_split].size // step)
    while together % 2 == 0 and pieces * (b.panels // together) < FEWEST_PACK_TASKS:
        together //= 2
    return together, step


def packed_offset(f: Function, b: Blocking, outer: Indices, panel: Value, k: Indices) -> Value:
    """Element offset, in the whole packed right operand, of a panel from the indices `k` on."""
    stride, terms = b.panel_width * math.prod(a.size for a in b.inner_k), []
    sizes = [*((a.size, v) for a, v in outer), (b.panels, panel), *((a.size, v) for a, v in k)]
    for size, value in reversed(sizes):
        terms.append((value, stride))
        stride *= size
    return offset(f, terms)


def pack_panels(f: Function, product: Product, packer: RhsPacker, source: Value, at: Indices, panels: Range,
                goal: Callable[[Value], Value], count: Value) -> None:
    """Packs a range of panels; `at` holds the indices of batch and outer n and where k starts."""
    b = product.blocking
    full = [*at, *((a, number(0)) for a in (*b.inner_k, b.n))]
    packer.pack(f, source, product.rhs.offset, goal, full, panels, count)
