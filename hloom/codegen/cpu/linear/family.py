"""The families of cholesky and triangular_solve, and of the calls of LAPACK, with the kernels of its eliminations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.linear.calls import emit_call, is_one_by_one, uses_threads
from hloom.codegen.cpu.linear.emitter import emit_factorization, emit_solution
from hloom.codegen.cpu.linear.lu import LUWorkspace
from hloom.codegen.cpu.linear.plan import Elimination, Factorization, Layout, Problem, Solution, Triangular
from hloom.codegen.cpu.linear.reflections import ReflectionWorkspace
from hloom.codegen.cpu.linear.routines import Call
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.plan.kernels import OperationKernel
from hloom.codegen.plan.program import Access, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target


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


class LinearSystems:
    """A family of operations that `problem_of` reads as problems for a processor; None if it does not know them."""

    takes_views = takes_epilogues = False

    def __init__(self, processor: Target, problem_of: Callable[[Any, Target], Problem | Call | None]) -> None:
        self.processor, self.problem_of = processor, problem_of

    def matches(self, op: Any, target: Capabilities) -> bool:
        types = [v.type for v in (*op.operands, *op.results)]
        return (all(getattr(t, "is_static", False) and not t.is_quantized and target.has_type(t.element) for t in types)  # type: ignore[union-attr]
                and self.problem_of(op, self.processor) is not None)

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        problem = self.problem_of(op, self.processor)
        assert problem is not None
        targets = [Use(context.output(r), r, Access.WRITE) for r in op.results]
        if all(0 in r.shape for r in op.results):
            return
        operands = list(dict.fromkeys(op.operands))
        workers = context.target.workers
        one_by_one = isinstance(problem, Call) and is_one_by_one(self.processor.machine, problem, workers)
        each = problem.bytes if isinstance(problem, Call) else problem.scratch(problem.layout(self.processor))
        body = _Body(problem, [operands.index(v) for v in op.operands], one_by_one)
        scratch = context.temporary(each if one_by_one else workers * each)
        routine = ([context.routine(problem.routine, uses_threads(self.processor.machine, problem, workers))]
                   if isinstance(problem, Call) else [])
        context.launch(context.kernel("linear", body.signature, lambda: body), 0, [
            *(Use(context.buffer(v), v, Access.READ) for v in operands), *routine, *targets,
            Use(scratch, None, Access.SCRATCH)])

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        problem = body.problem
        if isinstance(problem, Call):
            return [emit_call(module, name, problem, body.places, body.one_by_one)]
        layout = problem.layout(self.processor)
        if isinstance(problem, Factorization):
            return [emit_factorization(module, name, problem, layout)]
        if isinstance(problem, Elimination):
            return [emit_elimination(module, name, problem, layout, body.places)]
        assert isinstance(problem, Solution)
        return [emit_solution(module, name, problem, layout, max(body.places) + 1)]


class _Body:
    """What a kernel is emitted from: the problem, the numbers of its operands among the arguments, and whether one
    task deals with all matrices."""

    def __init__(self, problem: Problem | Call, places: Sequence[int], one_by_one: bool) -> None:
        self.problem, self.places, self.one_by_one = problem, places, one_by_one
        self.signature = f"linear {problem} {places} {one_by_one}"

    def text(self) -> str:
        problem = self.problem
        if isinstance(problem, Call):
            return f"{problem.batch} x {problem.routine}({problem.sizes}), called"
        size, beside = "", ""
        if isinstance(problem, Elimination):
            size = f"{problem.rows} x {problem.columns}"
        elif isinstance(problem, Triangular):
            size = f"{problem.size} x {problem.size}"
        if isinstance(problem, Solution):
            beside = f", for {problem.all_sides} {'columns' if problem.left else 'rows'}"
        return f"{problem.batch} x {problem.name} of {size} {problem.type}{beside}"
