"""Fusion: the operations of a block -> kernels.

First each value is either materialised (it gets a buffer) or inlined: its `element` is substituted into the expressions
of its consumers. Then kernels over the same outer loops are merged, so that a value that is used nearby need not travel
through memory: whole (the value stays in a register) or row by row (it stays in a row buffer). Products
with work on rows between them become one kernel (`fuse_back_to_back`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from hloom.analysis.operand_order import prefers_copy
from hloom.analysis.places import same_tile
from hloom.codegen.plan.buffers import Sharing
from hloom.codegen.plan.element_formulas import ConstantIndexFolding, ElementFormula, ElementFormulas
from hloom.codegen.plan.excess_precision import widen
from hloom.codegen.plan.kernels import Alias, Kernel, LoopKernel, OperationKernel, Stage, Store, extents, moving
from hloom.codegen.plan.merging import attach_epilogues, merge_kernels
from hloom.codegen.plan.remarks import FusionRemarks, Outcome, Remark, RemarkKind, not_loops
from hloom.codegen.plan.sign_analysis import SignAnalysis
from hloom.codegen.plan.target import BackToBackFamily, Capabilities, DeadOperandFamily, KernelFamily
from hloom.codegen.plan.views import View, view_of
from hloom.expr.index import IndexExpr, Simplifier
from hloom.expr.scalar import Scalar, Select, Simplifying, walk
from hloom.ir.core import Block, Operation, Value
from hloom.numbers.element_type import F64
from hloom.ops.builtin.function import Function
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.support.records import dataclass


@dataclass(frozen=True)
class BlockPlan:
    """A block that is compiled: the function's own, or one of a loop or a branch inside."""

    block: Block
    #: Values from outside whose buffers the block may change: what a loop carries.
    given: frozenset[Value]
    kernels: Sequence[Kernel]
    #: Why the kernels are these.
    remarks: FusionRemarks
    sharing: Sharing


@dataclass(frozen=True)
class FunctionPlan:
    """A function and its blocks, each after the one around it."""

    function: Function
    blocks: dict[Block, BlockPlan]


def fuse(function: Function, target: Capabilities) -> FunctionPlan:
    """Operations -> kernels: what is cheap is computed where it is used, loops over the same range are one."""
    blocks: dict[Block, BlockPlan] = {}
    pending: list[tuple[Block, frozenset[Value]]] = [(function.body.block, frozenset())]
    while pending:
        block, given = pending.pop(0)
        kernels, remarks = fuse_block(block, target)
        blocks[block] = BlockPlan(block, given, kernels, remarks, Sharing(set()))
        for kernel in kernels:
            if isinstance(kernel, OperationKernel) and kernel.family is None:
                pending.extend(_blocks_inside(kernel.operation))
    return FunctionPlan(function, blocks)


def _blocks_inside(op: Any) -> Iterator[tuple[Block, frozenset[Value]]]:
    """The blocks that commands are made of, with the arguments whose buffers they may change."""
    if not isinstance(op, Op):
        return
    if op.control is Control.BRANCH:
        yield from ((region.block, frozenset()) for region in op.regions)
    elif op.control is Control.LOOP:
        condition, body = (region.block for region in op.regions)
        changed = {result.index for result, _ in op.updated_operands()}
        yield condition, frozenset()
        yield body, frozenset(a for k, a in enumerate(body.arguments) if k in changed)


def fuse_block(block: Block, target: Capabilities) -> tuple[list[Kernel], FusionRemarks]:
    """The kernels of a block, in an order in which each follows what it reads; and why they are these."""
    fusion = _Fusion(block, target)
    return fusion.kernels(), fusion.remarks


class _Fusion:
    def __init__(self, block: Block, target: Capabilities) -> None:
        self.block, self.target = block, target
        self.operations = block.operations[:-1]
        self.forms: dict[Operation, ElementFormula] = {}
        self.producer: dict[Value, Operation] = {r: op for op in self.operations for r in op.results}
        self.users: dict[Value, dict[Operation, None]] = {}
        for op in block.operations:
            for inner in op.walk() if op.regions else (op,):
                for v in inner.operands:
                    self.users.setdefault(v, {})[op] = None
        self.families: dict[Operation, KernelFamily] = {}
        forms, shown = ElementFormulas(target), ConstantIndexFolding(target)
        for op in self.operations:
            family = target.family_of(op)
            if family is not None:
                self.families[op] = family
            elif (form := forms.of(op)) is not None:
                self.forms[op] = shown.form(op, form)
        self.materialised: set[Value] = set()
        # To look whether a family is one of those takes longer than most of what is done for an operation.
        families = {id(family): family for family in self.families.values()}
        dead_operands = {key: family for key, family in families.items() if isinstance(family, DeadOperandFamily)}
        #: For operations whose kernels do not read all operands those that they do not.
        self.dead_operands = {op: found for op, family in self.families.items()
                              if id(family) in dead_operands and (found := dead_operands[id(family)].dead_operands(op))}
        #: For each operation with a form the operands that are inlined in it.
        self.inlined: dict[Operation, list[Value]] = {}
        self.views: dict[Value, View] = {}
        self.remarks = FusionRemarks(block)
        # With excess precision a number may be above the largest, which has been rounded.
        self.signs = None if target.scales_at_once or target.excess_precision else SignAnalysis(target.machine)
        self._simplifier = Simplifier()
        #: A scalar with its index expressions and predicates simplified under the variables' own bounds.
        self._simplified = Simplifying()
        self._inlined: dict[tuple[Value, tuple[IndexExpr, ...]], Scalar] = {}

    def kernels(self) -> list[Kernel]:
        self._choose()
        made: list[Kernel] = []
        for op in self.operations:
            form = self.forms.get(op)
            if form is None and _keeps_memory(op):
                made.append(Alias(op.results[0], op.operands[0]))
            elif form is None:
                views = {v: self.views[v] for v in op.operands if v in self.views}
                made.append(OperationKernel(op, self.families.get(op), views, dead_operands=self.dead_operands.get(op, set())))
            elif any(r in self.materialised for r in op.results):
                if self._is_alias(op):
                    made.append(Alias(op.results[0], op.operands[0]))
                else:
                    made.append(self._kernel_of(op, form))
        self.remarks.begin(made)
        made = attach_epilogues(made, self._outside_uses(made), self.remarks)
        made = merge_kernels(self.target.machine, made, self._outside_uses(made), self.target.planned_workers, self.remarks)
        if self.target.excess_precision:
            widen(made)
        if self.target.back_to_back is not None:
            made = fuse_back_to_back(made, set(self.block.terminator.operands), self.target.back_to_back, self.remarks)
        return made

    def _takes_view(self, op: Operation, value: Value) -> bool:
        """Whether an operation can read an operand as a view: it does not change it in place."""
        family = self.families.get(op)
        return family is not None and family.takes_views and isinstance(op, Op) and (
            all(operand is not value for _, operand in op.updated_operands()))

    def _outside_uses(self, kernels: Sequence[Kernel]) -> set[Value]:
        """Values that must end in a buffer: those that the block's end or kernels other than loops use."""
        needed = set(self.block.terminator.operands)
        for kernel in kernels:
            if not isinstance(kernel, LoopKernel):
                needed.update(kernel.inputs)
        return needed

    # -- what is materialised -------------------------------------------------------------------------------------
    def _choose(self) -> None:
        # Of each value with a form, with what is inlined in it: cost, operations, nesting and divisions.
        fusion = self.target.machine.fusion
        measures: dict[Value, tuple[float, int, int, int]] = {}
        for op in self.operations:
            form = self.forms.get(op)
            if form is None:
                for result in op.results:
                    self.materialised.add(result)
                    self.remarks.inlining[result] = not_loops(op, op in self.families)
                continue
            inlined = [v for v in dict.fromkeys(op.operands) if v in self.producer and v not in self.materialised]
            self.inlined[op] = inlined
            formula = form.formula
            cost, size, depth, divisions = formula.cost, 1, 0, 0
            for v in inlined:
                cost_inside, size_inside, depth_inside, divisions_inside = measures[v]
                cost += cost_inside
                size += size_inside
                depth = max(depth, depth_inside)
                divisions = max(divisions, divisions_inside)
            depth += formula.nesting
            divisions += formula.divides
            is_long = size > fusion.most_operations or depth > fusion.most_nesting or divisions > fusion.most_divisions
            long = Remark.of(RemarkKind.TOO_LONG, operations=size, nesting=depth, divisions=divisions) if is_long else None
            for result in op.results:
                measures[result] = cost, size, depth, divisions
                reason = self._inlining(result, op, form, cost, size, long)
                self.remarks.inlining[result] = reason
                if reason.kind.outcome is Outcome.APART:
                    self.materialised.add(result)

    def _inlining(self, value: Value, op: Operation, form: ElementFormula, cost: float, size: int, long: Remark | None) -> Remark:
        """Whether a value is computed where it is used, and why."""
        fusion = self.target.machine.fusion
        users = self.users.get(value, {})
        if not users:
            return Remark.of(RemarkKind.UNUSED)
        leave_unread = [u for u in self.dead_operands if u in users and value in self.dead_operands[u]]
        if leave_unread:
            users = dict.fromkeys(u for u in users if u not in leave_unread)
        if not users:
            return Remark.of(RemarkKind.UNREAD, consumer=leave_unread[0].name)
        formula = form.formula
        others = [u for u in users if u not in self.forms]
        if others:
            if formula.cost == 0 and all(self._takes_view(u, value) for u in others):
                scalar = formula.scalars[value.index]  # type: ignore[attr-defined]
                view = view_of(form.dims, self._simplified(form.rewriter(form.dims, self._read)(scalar)))
                if view is not None and not self._is_alias(op) and not any(_wants_copy(u, value, view) for u in others):
                    self.views[value] = view
                    return Remark.of(RemarkKind.VIEW, operation=others[0].name)
            return Remark.of(RemarkKind.NEEDED, consumer=others[0].name)
        if formula.is_literal:
            return Remark.of(RemarkKind.CONSTANT)
        if formula.has_reduction:
            return Remark.of(RemarkKind.REDUCTION)
        if long is not None:
            return long
        again = next((u for u in users if self.forms[u].repeats_places(value)), None) if cost else None
        if again is not None:
            if len(users) == 1 and cost <= fusion.cheap_place and self._is_taken_by_components(value, form, again):
                return Remark.of(RemarkKind.COMPONENTS, consumer=again.name, cost=cost)
            return self._repeated(value, again, cost)
        is_cheap = cost <= fusion.cheap and formula.choices == 0
        if is_cheap and (len(users) == 1 or size <= 6):
            return Remark.of(RemarkKind.CHEAP, cost=cost)
        if len(users) > 1:
            return Remark.of(RemarkKind.SEVERAL_USERS, users=len(users), cost=cost)
        (user,) = users
        elements, asked = prod(value.shape), self.forms[user].evaluations_of(value)
        if asked > elements:
            return self._repeated(value, user, cost)
        if formula.choices > 2:
            return Remark.of(RemarkKind.CHOICES, choices=formula.choices)
        if formula.choices and self.forms[user].gathers(value) and elements <= fusion.most_chosen * asked:
            return Remark.of(RemarkKind.GATHERED, consumer=user.name, evaluations=asked, elements=elements)
        return Remark.of(RemarkKind.READ_ONCE, evaluations=asked, elements=elements)

    def _is_taken_by_components(self, value: Value, form: ElementFormula, user: Operation) -> bool:
        """Whether a value is put together of what an operation takes out of it again, each by itself, as parts of places."""
        if not form.formula.choices:
            return False
        scalar = form.formula.scalars[value.index]  # type: ignore[attr-defined]
        found = (self._simplified(form.rewriter(place, self._read)(scalar)) for place in self.forms[user].places_in(value))
        return not any(isinstance(node, Select) for part in found for node in walk(part))

    def _repeated(self, value: Value, user: Operation, cost: float) -> Remark:
        elements, asked = prod(value.shape), self.forms[user].evaluations_of(value)
        return Remark.of(RemarkKind.REPEATED, consumer=user.name, evaluations=asked, elements=elements, cost=cost,
                         times=asked / elements if elements else asked)

    def _is_alias(self, op: Operation) -> bool:
        """Whether a result is a value in memory under another type."""
        return _keeps_memory(op) and (op.operands[0] in self.materialised or op.operands[0] not in self.producer)

    # -- expressions ------------------------------------------------------------------------------------------------
    def _kernel_of(self, op: Operation, form: ElementFormula) -> LoopKernel:
        rewrite = form.rewriter(form.dims, self._read)
        index = tuple(map(self._simplifier.simplify, form.dims))  # as in reads: a variable with one value is that value
        stores = [Store(r, index, self._simplified(rewrite(s))) for r, s in zip(op.results, form.formula.scalars)
                  if r in self.materialised or self.users.get(r)]
        if self.signs is not None:
            stores = self.signs.marked(stores)
        return LoopKernel(form.dims, [Stage((), stores)], self._origins(op))

    def _origins(self, op: Operation) -> list[Operation]:
        """The operations whose work the kernel of an operation does: those whose values are inlined in it, and itself."""
        found: dict[Operation, None] = {}
        pending = [op]
        while pending:
            current = pending[-1]
            missing = [producer for v in self.inlined[current] if (producer := self.producer[v]) not in found]
            if missing and current not in found:
                pending.extend(reversed(missing))
            else:
                found[pending.pop()] = None
        return list(found)

    def _read(self, source: Any, index: tuple[IndexExpr, ...]) -> Scalar | None:
        """What a read stands for: itself, or the expression of a value that is inlined."""
        if source in self.materialised or source not in self.producer:
            return None
        form = self.forms[self.producer[source]]
        scalar = form.formula.scalars[source.index]
        if form.formula.is_literal:
            return scalar
        index = tuple([self._simplifier.simplify(k) for k in index])
        found = self._inlined.get((source, index))
        if found is None:
            found = form.rewriter(index, self._read)(scalar)
            self._inlined[source, index] = found
        return found


def _wants_copy(user: Operation, value: Value, view: View) -> bool:
    """Whether an operation is better off with a copy of a value that it could read as a view, or would not know from that to sum
    in f64."""
    if view.type is not F64 and value.element is F64 and user.is_contraction and user.results[0].element is not F64:  # type: ignore
        return True
    return any(operand is value and prefers_copy(user, k, view.strides) for k, operand in enumerate(user.operands))


def _keeps_memory(op: Operation) -> bool:
    """Whether an operation leaves memory as it is (reshape), so that there is nothing to compute."""
    return isinstance(op, Op) and op.keeps_memory()


# -- chains --------------------------------------------------------------------------------------------------------------------
# Chains: a product, work on each row of it, and a product of what that gives - the core of attention - as one kernel.
#
# Between the three, values as large as rows times columns would travel through memory twice. In a chain a task takes a block of
# rows all the way: its scores stay in the cache of the worker that has made them.


@dataclass(eq=False)
class BackToBackGemm(OperationKernel):
    """`first` makes `scores`, of whose rows `rows` makes those of `weights`, which `last` multiplies; `operation`, `views` and
    `epilogue` are those of `last`."""

    first: Any = None
    rows: Any = None
    last: Any = None
    #: What the family has decided.
    plan: Any = None

    @property
    def scores(self) -> Value:
        return self.first.outputs[0]

    @property
    def weights(self) -> Value:
        return self.rows.outputs[0]

    @property
    def operations(self) -> list[Operation]:
        return list(dict.fromkeys(op for part in (self.first, self.rows, self.last) for op in part.operations))

    @property
    def inputs(self) -> list[Value]:
        between = (self.scores, self.weights)
        return [v for v in dict.fromkeys(v for part in (self.first, self.rows, self.last) for v in part.inputs)
                if v not in between]


def fuse_back_to_back(kernels: Sequence[Kernel], needed: set[Value], family: BackToBackFamily,
                      remarks: FusionRemarks) -> list[Kernel]:
    """Makes one kernel of each chain that `family` takes, in the place of its last part; `needed` are the values that must end in
    buffers whatever kernels do."""
    made: list[Kernel] = list(kernels)
    if sum(map(_is_product, kernels)) < 2:
        return made
    readers: dict[Value, list[Kernel]] = {}
    writer: dict[Value, Kernel] = {}
    for kernel in kernels:
        for v in kernel.inputs:
            readers.setdefault(v, []).append(kernel)
        writer.update((v, kernel) for v in kernel.outputs)
    for last in kernels:
        if not isinstance(last, OperationKernel) or not _is_product(last):
            continue
        for weights in last.operation.operands:
            rows = writer.get(weights)
            if not isinstance(rows, LoopKernel) or not _is_between(weights, last, readers, needed):
                continue
            firsts = [writer[v] for v in rows.inputs if v in writer and _is_between(v, rows, readers, needed)]
            pair = next((c for first in firsts if _is_product(first) and (c := _back_to_back(first, rows, last, family))), None)
            if pair is not None:
                kept = (k for k in made if k is not rows and k is not pair.first)
                made = [pair if k is last else k for k in kept]
                _note(pair, remarks)
                break
    return made


def _is_product(kernel: Kernel) -> bool:
    return isinstance(kernel, OperationKernel) and kernel.family is not None and kernel.family.takes_epilogues and (
        not isinstance(kernel, BackToBackGemm))


def _is_between(value: Value, reader: Kernel, readers: dict[Value, list[Kernel]], needed: set[Value]) -> bool:
    """Whether nothing but `reader` needs a value."""
    return readers.get(value) == [reader] and value not in needed


def _back_to_back(first: Any, rows: LoopKernel, last: Any, family: BackToBackFamily) -> BackToBackGemm | None:
    """The chain that three kernels are, if each row of the scores becomes a row of the weights by itself."""
    scores, outputs = first.outputs[0], rows.outputs
    loops = moving(rows.prefix)
    sizes = without_ones(scores.shape)
    if len(rows.stages) < 2 or len(outputs) != 1 or list(extents(loops)) != sizes[:-1] or (
            without_ones(outputs[0].shape) != sizes or 0 in sizes):
        return None
    places = [r.index for r in rows.reads() if r.source is scores], [s.index for s in rows.stores if s.target is outputs[0]]
    for value, indices in zip((scores, outputs[0]), places):
        for index in indices:
            if same_tile([e for e, n in zip(index, value.shape) if n != 1], loops) != len(loops):
                return None
    pair = BackToBackGemm(last.operation, family, last.views, last.epilogue, last.epilogue_operations, first, rows, last)
    return pair if family.takes(pair) else None


def without_ones(shape: Sequence[int]) -> list[int]:
    """The sizes of the dimensions along which there is something to go through; others may stand anywhere between."""
    return [n for n in shape if n != 1]


def _note(pair: BackToBackGemm, remarks: FusionRemarks) -> None:
    scores: Any = pair.scores.type
    reason = Remark.of(RemarkKind.CHAIN, bytes=scores.shape[-1] * scores.storage.dtype.itemsize)
    for value, kernel in list(remarks.joining):
        if value is pair.scores:
            remarks.join([value], kernel, reason)
    remarks.join([pair.weights], pair.last, reason)
