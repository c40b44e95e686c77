"""Rows whose elements do not lie beside each other: they are sorted in copies where they do, made by transposes."""

from __future__ import annotations

from typing import Any

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.loops import emit_loop_kernel
from hloom.codegen.cpu.sorting.plan import KeyedSort
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.plan.kernels import LoopKernel, Stage, Store
from hloom.expr.index import fresh
from hloom.expr.scalar import Read
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType

#: Types whose elements are so many bytes: they are only moved.
_TYPES = {1: "ui8", 2: "ui16", 4: "ui32", 8: "ui64", 16: "complex<f64>"}


class _Array:
    """What a kernel reads or stores, known by its shape alone."""

    def __init__(self, shape: tuple[int, ...], type: ElementType) -> None:
        self.shape, self.type = shape, type


def emit_turn(module: LLVMModule, name: str, plan: KeyedSort, bytes: int, is_back: bool) -> EmittedKernel:
    """The kernel that makes copies with rows side by side of arrays of such elements, or puts what is wanted of sorted ones back;
    its arguments are the array that is read and the one that is made."""
    type = ELEMENT_TYPES[_TYPES[bytes]]
    outer, inner = plan.rows // plan.inner, plan.inner
    scattered, joined = _Array((outer, plan.length, inner), type), _Array((outer, inner, plan.length), type)
    o, k, i = fresh(outer), fresh(plan.wanted if is_back else plan.length), fresh(inner)
    if is_back:
        source, target, dims, from_, to = joined, scattered, (o, k, i), (o, i, k), (o, k, i)
    else:
        source, target, dims, from_, to = scattered, joined, (o, i, k), (o, k, i), (o, i, k)
    stage = Stage((), [Store(target, to, Read(source, from_, type))])
    arguments: list[Any] = [source, target]
    assert module.target is not None
    return emit_loop_kernel(module, name, LoopKernel(dims, [stage]), arguments, module.target)

