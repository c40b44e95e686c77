"""Kernels of LAPACK's eliminations: LU by exchanges of rows, QR by reflections, the columns of Q, products with Q."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.linear.lu import LUWorkspace
from hloom.codegen.cpu.linear.plan import Elimination, Layout
from hloom.codegen.cpu.linear.reflections import ReflectionWorkspace
from hloom.codegen.llvm.module import LLVMModule


def emit_elimination(module: LLVMModule, name: str, one: Elimination, layout: Layout, places: Sequence[int]) -> EmittedKernel:
    """Arguments: the operands (operand k is number `places[k]`), the results."""
    operands = max(places) + 1
    results = {"getrf": 3, "geqrf": 2}.get(one.routine, 1)
    workspace = LUWorkspace if one.routine == "getrf" else ReflectionWorkspace
    work = workspace(module, name, one, layout, operands + results)
    given, made = [work.arguments[k] for k in places], work.arguments[operands:]
    with work.groups():
        getattr(work, one.routine)(given, made)
    matrices = layout.width if layout.beside else 1
    steps = one.count * (one.rows * layout.row(one.columns) / layout.lanes * (1 if one.routine == "getrf" else 2) + 8 * one.rows)
    return EmittedKernel(name, work.tasks, steps + matrices * one.rows * one.columns * 8)
