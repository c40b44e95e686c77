"""The family of chains (`plan.fusion.BackToBackGemm`): two products with work on rows between, block of rows by block of rows.

The kernels of the three parts are those that they would have alone, with tasks that are the same blocks of rows. One more
function calls them by turns for each block. What lies between is a block in the worker's own memory, of which the parts are
told that it is the block's part of the whole: an address from which the whole would begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Literal

from hloom.codegen.cpu.contraction.emission import minimum, number, offset
from hloom.codegen.cpu.contraction.matmul import Request, plan_of, plan_rows
from hloom.codegen.cpu.contraction.product import Product, Scratch
from hloom.codegen.cpu.contraction.spec import MatmulSpec, size_of
from hloom.codegen.cpu.contractions import Contractions, Dot, epilogue_of, epilogue_signature
from hloom.codegen.cpu.costs import packing_instructions, product_instructions
from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.cpu.schedules import emit_loop_kernel
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.machine import Machine
from hloom.codegen.plan.fusion import BackToBackGemm, without_ones
from hloom.codegen.plan.kernels import LoopKernel, in_worker_memory, kernel_signature
from hloom.codegen.plan.program import Access, Intermediate, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.plan.views import plain_view
from hloom.codegen.target import Target
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.support.diagnostics import InternalError
from hloom.support.records import dataclass

#: What a part finds at a place of its argument array: an argument of the chain or one of its scratch buffers, by number, or the
#: block that it reads or makes.
Place = tuple[Literal["argument", "scratch", "scores", "weights"], int]


@dataclass(frozen=True)
class BackToBackPlan:
    """A chain cut in blocks of rows."""

    first: Product
    last: Product
    #: Batches and rows of what lies between; rows of a block.
    batches: int
    rows: int
    block: int
    #: Bytes of a row of the scores, and of one of the weights; 0 where that takes the place of the scores.
    row_bytes: tuple[int, int]
    #: The values whose addresses the chain gets, and the argument arrays of the parts.
    arguments: list[Any]
    places: tuple[list[Place], list[Place], list[Place]]
    row_arguments: list[Any]
    #: Multiplications and additions of both products, and about how many instructions these take.
    flops: float
    instructions: float
    signature: str

    @property
    def blocks(self) -> int:
        return -(-self.rows // self.block)

    @property
    def weights_at(self) -> int:
        """Where the block of the weights begins behind that of the scores."""
        return -(-self.block * self.row_bytes[0] // 64) * 64 if self.row_bytes[1] else 0

    @property
    def between(self) -> Scratch:
        """The blocks of each worker."""
        size = self.weights_at + self.block * (self.row_bytes[1] or self.row_bytes[0])
        return Scratch(-(-size // 64) * 64, per_worker=True)


class BackToBackGemms:
    """The family of chains."""

    takes_views = takes_epilogues = False

    def __init__(self, contractions: Contractions) -> None:
        self.processor, self.options, self.workers = contractions.processor, contractions.options, contractions.workers

    def matches(self, op: Any, target: Capabilities) -> bool:
        return False  # chains are found, no operation names them

    def takes(self, pair: BackToBackGemm) -> bool:
        """Whether a chain's parts can go block by block, and whether that keeps anything in the caches."""
        pair.plan = self._plan(pair)
        return pair.plan is not None

    # -- planning -------------------------------------------------------------------------------------------------------
    def _plan(self, pair: BackToBackGemm) -> BackToBackPlan | None:
        back_to_back = self.processor.machine.back_to_back
        first, last = pair.first.operation, pair.last.operation
        scores, weights = pair.scores, pair.weights
        if not isinstance(first, DotGeneral) or not isinstance(last, DotGeneral):
            return None
        types: list[Any] = [scores.type, weights.type]
        side, shape = _side(last, weights), without_ones(scores.shape)
        if side is None or len(shape) < 2 or not all(t.storage.is_float for t in types) or (
                side == 1 and pair.last.epilogue is not None):
            return None
        *batches, rows, columns = shape
        specs = [part.spec for part in (_Part.of(pair.first, None), _Part.of(pair.last, side))]
        if any((size_of(spec.batch), size_of(spec.m)) != (prod(batches), rows) for spec in specs) or (
                size_of(specs[0].n), size_of(specs[1].k)) != (columns, columns):
            return None
        sizes = [t.storage.dtype.itemsize for t in types]
        in_place = sizes[0] == sizes[1] and _may_be_in_place(pair.rows, scores, weights)
        row_bytes = columns * sizes[0], 0 if in_place else columns * sizes[1]
        count = prod(batches)
        if rows < min(back_to_back.block_rows) or count * rows * sum(row_bytes) < back_to_back.worth_bytes:
            return None
        workers = self.options.planned_workers(self.workers)
        found: BackToBackPlan | None = None
        for block in _blocks(self.processor.machine, rows, sum(row_bytes)):
            made = self._cut(pair, side, row_bytes, (count, rows), block, workers)
            found = made or found
            if made is not None and count * made.blocks >= back_to_back.tasks_per_worker * workers:
                break
        return found

    def _cut(self, pair: BackToBackGemm, side: int, row_bytes: tuple[int, int], sizes: tuple[int, int], block: int,
             workers: int) -> BackToBackPlan | None:
        """The chain in blocks of so many rows; None where the products cannot be cut like that."""
        parts = [_Part.of(pair.first, None), _Part.of(pair.last, side)]
        excess = self.options.excess_precision
        products = [plan_rows(Request(
            part.spec, self.processor, workers, first_scratch=len(part.arguments),
            epilogue=epilogue_of(part.kernel, part.arguments, part.dot, excess)), block) for part in parts]
        first, last = products
        if first is None or last is None:
            return None
        rows: LoopKernel = pair.rows
        row_arguments = [*rows.inputs, pair.weights]
        between = {pair.scores: "scores", pair.weights: "weights"}
        arguments = [v for v in dict.fromkeys((*parts[0].arguments, *row_arguments, *parts[1].arguments)) if v not in between]

        def places(values: Sequence[Any], scratch: int, start: int = 0) -> list[Place]:
            found: list[Any] = [(between[v], 0) if v in between else ("argument", arguments.index(v)) for v in values]
            return [*found, *(("scratch", start + k) for k in range(scratch))]

        count = len(first.scratch)
        products = [f"{p.spec} {p.dot.starts} {epilogue_signature(p.kernel, p.arguments)}" for p in parts]
        signature = " ".join(["chain", str(sizes), str(block), str(row_bytes), *products, kernel_signature(rows, row_arguments)])
        return BackToBackPlan(
            first, last, *sizes, block, row_bytes, arguments,
            (places(parts[0].arguments, count), places(row_arguments, 0), places(parts[1].arguments, len(last.scratch), count)),
            row_arguments, sum(p.dot.flops for p in parts), sum(p.instructions(self.processor) for p in parts), signature)

    # -- commands -------------------------------------------------------------------------------------------------------
    def schedule(self, kernel: BackToBackGemm, context: KernelContext) -> None:
        plan: BackToBackPlan = kernel.plan
        planned = context.kernel("chain", plan.signature, lambda: _Body(plan, kernel))
        result = kernel.outputs[0]
        target = context.output(result)
        scratch = [*plan.first.scratch, *plan.last.scratch, plan.between, *_scratch_of_rows(self.processor.machine, kernel)]
        buffers = [context.temporary(s.bytes * (self.workers if s.per_worker else 1)) for s in scratch]
        packed = [Intermediate("packed") for _ in scratch]
        launched = 0
        for product, places in ((plan.first, plan.places[0]), (plan.last, plan.places[2])):
            if product.parts == 2:
                source = plan.arguments[places[product.rhs.argument][1]]
                read = Use(context.buffer(source), source, Access.READ)
                uses = [Use(buffers[k], packed[k], Access.WRITE) if kind == "scratch" and not scratch[k].per_worker else read
                        for kind, k in places]
                if context.is_kept(source):
                    context.launch_ahead(source, planned, launched, uses)
                else:
                    context.launch(planned, launched, uses)
                launched += 1
        context.launch(planned, launched, [
            *(Use(target, v, Access.WRITE) if v is result else Use(context.buffer(v), v, Access.READ) for v in plan.arguments),
            *(Use(b, None, Access.SCRATCH) if s.per_worker else Use(b, p, Access.READ)
              for b, p, s in zip(buffers, packed, scratch))])

    # -- code -----------------------------------------------------------------------------------------------------------
    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        plan = body.plan
        first = plan_of(plan.first).emit_kernels(module, f"{name}_first")
        rows = emit_loop_kernel(module, f"{name}_rows", body.kernel.rows, plan.row_arguments, self.processor)
        last = plan_of(plan.last).emit_kernels(module, f"{name}_last")
        tasks = plan.batches * plan.blocks
        if (first[-1].tasks, rows.tasks, last[-1].tasks) != (tasks, plan.batches * plan.rows, tasks):
            raise InternalError(f"code generation: the parts of {name} have {first[-1].tasks}, {rows.tasks} and {last[-1].tasks} "
                                "tasks")
        own = len(plan.first.scratch) + len(plan.last.scratch) + 1
        row_places = [*plan.places[1], *(("scratch", own) for _ in _scratch_of_rows(module.machine, body.kernel))]
        self._emit_blocks(module, name, plan, (first[-1].name, rows.name, last[-1].name),
                          (plan.places[0], row_places, plan.places[2]))
        cost = packing_instructions(module.machine, plan.flops / 2 / plan.rows)
        packing = [EmittedKernel(part.name, part.tasks, cost / max(part.tasks, 1))
                   for part in (*first[:-1], *last[:-1])]
        cost = (plan.instructions + rows.tasks * rows.cost) / tasks
        return [*packing, EmittedKernel(name, tasks, cost)]

    def _emit_blocks(self, module: LLVMModule, name: str, plan: BackToBackPlan, parts: tuple[str, str, str],
                     given_to: tuple[Sequence[Place], Sequence[Place], Sequence[Place]]) -> None:
        """The function that calls the parts by turns, each with the addresses of its places."""
        f = module.function(name, PARAMETERS, is_cold=True)
        given, begin, end, worker = f.parameters
        count = len(plan.arguments)
        arrays = [f.slot("ptr", len(places), align=16) for places in given_to]
        for array, places in zip(arrays, given_to, strict=True):
            for k, (kind, position) in enumerate(places):
                if kind in ("argument", "scratch"):
                    position += count if kind == "scratch" else 0
                    f.store(f.load("ptr", f.address(given, position, "ptr")), f.address(array, k, "ptr"))
        scratch = count + len(plan.first.scratch) + len(plan.last.scratch)
        own = f.address(f.load("ptr", f.address(given, scratch, "ptr")), f.mul(worker, plan.between.bytes), "i8")
        first_bytes = plan.row_bytes[0]
        starts = {"scores": (own, first_bytes),
                  "weights": (f.address(own, plan.weights_at, "i8"), plan.row_bytes[1] or first_bytes)}
        with f.loop(begin, end) as task:
            batch = f.binary("udiv", task, plan.blocks) if plan.blocks > 1 else task
            block = f.binary("urem", task, plan.blocks) if plan.blocks > 1 else number(0)
            within = offset(f, [(block, plan.block)])
            row = offset(f, [(batch, plan.rows), (within, 1)])
            self._tell(f, arrays, plan, {
                kind: f.address(start, f.mul(row, -size), "i8") for kind, (start, size) in starts.items()})
            after = f.add(offset(f, [(batch, plan.rows)]), minimum(f, f.add(within, plan.block), plan.rows))
            following = f.add(task, 1)
            f.call(parts[0], "void", [arrays[0], task, following, worker])
            f.call(parts[1], "void", [arrays[1], row, after, worker])
            f.call(parts[2], "void", [arrays[2], task, following, worker])
        f.ret()

    @staticmethod
    def _tell(f: Function, arrays: Sequence[Value], plan: BackToBackPlan, addresses: dict[str, Value]) -> None:
        """Stores where the whole of scores and weights would begin."""
        for array, places in zip(arrays, plan.places, strict=True):
            for k, (kind, _) in enumerate(places):
                if kind in addresses:
                    f.store(addresses[kind], f.address(array, k, "ptr"))


def _scratch_of_rows(machine: Machine, kernel: BackToBackGemm) -> list[Scratch]:
    """The memory that the work on rows is given for each worker, if any: a last address of its own."""
    _, size = in_worker_memory(machine, kernel.rows.scratch)
    return [Scratch(size, per_worker=True)] if size else []


@dataclass(frozen=True)
class _Body:
    """What a chain is emitted from."""

    plan: BackToBackPlan
    kernel: BackToBackGemm

    def text(self) -> str:
        plan, kernel = self.plan, self.kernel
        return "\n".join([f"for each of {plan.batches} x {plan.blocks} blocks of {plan.block} rows:",
                          f"  {kernel.first.operation.name}", *(f"  {line}" for line in kernel.rows.text().splitlines()),
                          f"  {kernel.last.operation.name}"])


@dataclass(frozen=True)
class _Part:
    """A product of a chain: its kernel, its specification, the values that it gets."""

    kernel: Any
    dot: Dot
    spec: MatmulSpec
    arguments: list[Any]

    @classmethod
    def of(cls, kernel: Any, side: int | None) -> _Part:
        """`side` is the operand that comes first, 1 if the operands are to change places."""
        op, result = kernel.operation, kernel.outputs[0]
        lhs, rhs = (kernel.views.get(v) or plain_view(v) for v in op.operands)
        dot = Dot(op, lhs, rhs, result)
        bases = [rhs.base, lhs.base] if side == 1 else [lhs.base, rhs.base]
        extra = [v for v in kernel.inputs if v not in bases]
        return cls(kernel, dot, dot.spec.swapped() if side == 1 else dot.spec, [*bases, result, *extra])

    def instructions(self, target: Target) -> float:
        op = self.kernel.operation
        return product_instructions(self.dot.flops, prod(op.results[0].shape), op.lhs.type.storage, target)


def _side(op: Any, weights: Any) -> int | None:
    """Which operand of a product the weights are, if it goes through their batches in order and adds up along their rows."""
    if list(op.operands).count(weights) != 1:
        return None
    side, numbers = list(op.operands).index(weights), op.dot_dimension_numbers
    batching = (numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions)[side]
    contracting = (numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions)[side]
    *leading, _, last = [d for d, n in enumerate(weights.shape) if n != 1] if len(without_ones(weights.shape)) > 1 else (0, 0)
    long = [[d for d in dimensions if weights.shape[d] != 1] for dimensions in (batching, contracting)]
    return side if long == [leading, [last]] else None


def _may_be_in_place(rows: LoopKernel, scores: Any, weights: Any) -> bool:
    """Whether nothing reads an element of the scores once one of the weights has taken its place, or another's."""
    *before, last = rows.stages
    if any(store.target is weights for stage in before for store in stage.stores):
        return False
    return all(read.index == store.index for store in last.stores if store.target is weights
               for other in last.stores for read in other.reads() if read.source is scores)


def _blocks(machine: Machine, rows: int, row_bytes: int) -> list[int]:
    """Rows of blocks that are worth a try, the largest first."""
    limits = machine.back_to_back
    whole = [rows] if rows <= limits.block_rows[0] else []
    fitting = [n for n in (*whole, *limits.block_rows) if n <= rows and n * row_bytes <= limits.block_bytes]
    return fitting or ([limits.block_rows[-1]] if limits.block_rows[-1] * row_bytes <= limits.most_block_bytes else [])
