"""Fusion: the operations of a block -> kernels.

First each value is either materialised (it gets a buffer) or inlined: its `element` is substituted into the expressions
of its consumers. Then kernels over the same outer loops are merged, so that a value that is used nearby need not travel
through memory: whole (the value stays in a register) or row by row (it stays in a row buffer).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.analysis.repetition import evaluations
from hloom.codegen.plan.accumulation import with_wide_sums
from hloom.codegen.plan.excess_precision import widen
from hloom.codegen.plan.kernels import Alias, Kernel, LoopKernel, OperationKernel, Stage, Store, cost_of
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.merging import attach_epilogues, merge_kernels
from hloom.codegen.plan.reasons import Journal, Outcome, Reason, Why, not_loops
from hloom.codegen.plan.sharing import constant_of
from hloom.codegen.plan.target import Capabilities, KernelFamily
from hloom.codegen.plan.views import View, view_of
from hloom.expr.index import FloorDiv, IndexExpr, Mod, Simplifier, Symbol, fresh, postorder
from hloom.expr.scalar import Apply, Literal, ReductionResult, Rewriter, Scalar, Select, indices, nesting, walk
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.definition.operation import Op
from hloom.support.computed_once import computed_once

#: An inlined expression may cost this much when it is computed again for every use.
_CHEAP = 3
#: Operations in one inlined expression: bounds code size. How deep choices, reductions and indices may be nested in it: they are
#: emitted by recursion.
_MAXIMUM_OPERATIONS = 120
_MAXIMUM_NESTING = 12
#: Bytes from which on a constant of equal elements is not kept but filled in.
_LARGE_CONSTANT = 1 << 12
#: Operations in a row whose indices divide (reshapes between movements): what they make together may grow with each.
_MAXIMUM_DIVISIONS = 5


class ElementForm:
    """An operation's results as scalars over fresh dimension variables, and what they cost an element."""

    def __init__(self, dims: tuple[Symbol, ...], scalars: tuple[Scalar, ...], target: Capabilities) -> None:
        self.dims, self.scalars = dims, scalars
        nodes = {id(n): n for s in scalars for n in walk(s)}.values()
        self.cost = sum(cost_of(n.function) for n in nodes if isinstance(n, Apply))
        self.has_reduction = any(isinstance(n, ReductionResult) for n in nodes)
        self.is_literal = all(isinstance(s, Literal) for s in scalars)
        self.choices = sum(isinstance(n, Select) for n in nodes)
        self.nesting = max(map(nesting, scalars))
        self.divides = any(isinstance(e, FloorDiv | Mod) for n in nodes for root in indices(n) for e in postorder(root))
        bodies = {id(n.reduction): n.reduction.combined for n in nodes if isinstance(n, ReductionResult)}.values()
        self.is_supported = all(_is_supported(n, target) for n in nodes) and all(
            _is_supported(n, target) for combined in bodies for s in combined for n in walk(s))

    @computed_once
    def evaluations(self) -> dict[Any, int]:
        """For each value that the operation reads, for how many of its elements it asks, repeated ones counted."""
        return evaluations(self.scalars, self.dims)


def _is_supported(node: Scalar, target: Capabilities) -> bool:
    if not target.has_type(node.type):
        return False
    if isinstance(node, Apply):
        operand = node.children[0].type if node.children else node.type
        return target.has_function(node.function, operand, node.type)
    return True


def element_form(op: Operation, target: Capabilities) -> ElementForm | None:
    """The element form of an operation that the target's loops can compute; None for all others."""
    if not isinstance(op, Op) or op.element is None or not op.results:
        return None
    types = [v.type for v in (*op.operands, *op.results)]
    if not all(isinstance(t, TensorType) and t.is_static and target.has_type(t.element) for t in types):
        return None
    if len({r.type.shape for r in op.results}) != 1:  # type: ignore[union-attr]
        return None
    dims = tuple(fresh(n, f"d{k}") for k, n in enumerate(op.results[0].type.shape))  # type: ignore[union-attr]
    made = op.element(dims)
    if made is None:
        return None
    form = ElementForm(dims, with_wide_sums(made if isinstance(made, tuple) else (made,)), target)
    return form if form.is_supported else None


def filled_form(op: Operation, target: Capabilities) -> ElementForm | None:
    """The element form of a large constant of equal elements whose type loops do not compute with: its bytes. In the compiled
    program, and in the cache, it would be as large as a program of one line may say."""
    constant = constant_of(op)
    if constant is None or not constant.is_splat or constant.data.itemsize * constant.type.size <= _LARGE_CONSTANT:
        return None
    unsigned = ELEMENT_TYPES.get(f"ui{8 * constant.data.itemsize}")
    if unsigned is None or not target.has_type(unsigned):
        return None
    dims = tuple(fresh(n, f"d{k}") for k, n in enumerate(constant.type.shape))
    return ElementForm(dims, (Literal(constant.data.view(unsigned.dtype)[()], unsigned),), target)


def fuse_block(block: Block, target: Capabilities) -> tuple[list[Kernel], Journal]:
    """The kernels of a block, in an order in which each follows what it reads; and why they are these."""
    fusion = _Fusion(block, target)
    return fusion.kernels(), fusion.journal


class _Fusion:
    def __init__(self, block: Block, target: Capabilities) -> None:
        self.block, self.target = block, target
        self.operations = block.operations[:-1]
        self.forms: dict[Operation, ElementForm] = {}
        self.producer: dict[Value, Operation] = {r: op for op in self.operations for r in op.results}
        self.users: dict[Value, dict[Operation, None]] = {}
        for op in block.operations:
            for inner in op.walk():
                for v in inner.operands:
                    self.users.setdefault(v, {})[op] = None
        self.families: dict[Operation, KernelFamily] = {}
        for op in self.operations:
            family = target.family_of(op)
            if family is not None:
                self.families[op] = family
            elif (form := element_form(op, target) or filled_form(op, target)) is not None:
                self.forms[op] = form
        self.materialised: set[Value] = set()
        self.views: dict[Value, View] = {}
        self.journal = Journal(block)
        self._simplifier = Simplifier()
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
                made.append(OperationKernel(op, self.families.get(op), views))
            elif any(r in self.materialised for r in op.results):
                if self._is_alias(op):
                    made.append(Alias(op.results[0], op.operands[0]))
                else:
                    made.append(self._kernel_of(op, form))
        self.journal.begin(made)
        made = attach_epilogues(made, self._outside_uses(made), self.journal)
        made = merge_kernels(made, self._outside_uses(made), self.target.planned_workers, self.journal)
        if self.target.excess_precision:
            widen(made)
        return made

    def _takes_views(self, op: Operation) -> bool:
        family = self.families.get(op)
        return family is not None and family.takes_views

    def _outside_uses(self, kernels: Sequence[Kernel]) -> set[Value]:
        """Values that must end in a buffer: those that the block's end or kernels other than loops use."""
        needed = set(self.block.terminator.operands)
        for kernel in kernels:
            if not isinstance(kernel, LoopKernel):
                needed.update(kernel.inputs)
        return needed

    # -- what is materialised -------------------------------------------------------------------------------------
    def _choose(self) -> None:
        cost: dict[Value, float] = {}
        size: dict[Value, int] = {}
        depth: dict[Value, int] = {}
        divisions: dict[Value, int] = {}
        for op in self.operations:
            form = self.forms.get(op)
            for result in op.results:
                if form is None:
                    self.materialised.add(result)
                    self.journal.inlining[result] = not_loops(op, op in self.families)
                    continue
                inlined = [v for v in dict.fromkeys(op.operands) if v in self.producer and v not in self.materialised]
                cost[result] = form.cost + sum(cost[v] for v in inlined)
                size[result] = 1 + sum(size[v] for v in inlined)
                depth[result] = form.nesting + max([depth[v] for v in inlined], default=0)
                divisions[result] = form.divides + max([divisions[v] for v in inlined], default=0)
                is_long = (size[result] > _MAXIMUM_OPERATIONS or depth[result] > _MAXIMUM_NESTING
                           or divisions[result] > _MAXIMUM_DIVISIONS)
                long = Reason.of(Why.TOO_LONG, operations=size[result], nesting=depth[result],
                                 divisions=divisions[result]) if is_long else None
                reason = self._inlining(result, op, form, cost[result], size[result], long)
                self.journal.inlining[result] = reason
                if reason.why.outcome is Outcome.APART:
                    self.materialised.add(result)

    def _inlining(self, value: Value, op: Operation, form: ElementForm, cost: float, size: int, long: Reason | None) -> Reason:
        """Whether a value is computed where it is used, and why."""
        users = self.users.get(value, {})
        if not users:
            return Reason.of(Why.UNUSED)
        others = [u for u in users if u not in self.forms]
        if others:
            if form.cost == 0 and all(map(self._takes_views, others)):
                scalar = form.scalars[value.index]  # type: ignore[attr-defined]
                view = view_of(form.dims, simplify_scalar(Rewriter(read=self._read)(scalar)))
                if view is not None and not _keeps_memory(op):
                    self.views[value] = view
                    return Reason.of(Why.VIEW, operation=others[0].name)
            return Reason.of(Why.NEEDED, consumer=others[0].name)
        if form.is_literal:
            return Reason.of(Why.CONSTANT)
        if form.has_reduction:
            return Reason.of(Why.REDUCTION)
        if long is not None:
            return long
        several = Reason.of(Why.SEVERAL_USERS, users=len(users), cost=cost)
        if cost <= _CHEAP and form.choices == 0:
            return several if len(users) > 1 and size > 6 else Reason.of(Why.CHEAP, cost=cost)
        if len(users) > 1:
            return several
        (user,) = users
        elements, asked = prod(value.shape), self.forms[user].evaluations.get(value, 0)
        if asked > elements:
            return Reason.of(Why.REPEATED, consumer=user.name, evaluations=asked, elements=elements, cost=cost,
                             times=asked / elements if elements else asked)
        if form.choices > 2:
            return Reason.of(Why.CHOICES, choices=form.choices)
        return Reason.of(Why.READ_ONCE, evaluations=asked, elements=elements)

    def _is_alias(self, op: Operation) -> bool:
        """Whether a result is a value in memory under another type."""
        return _keeps_memory(op) and (op.operands[0] in self.materialised or op.operands[0] not in self.producer)

    # -- expressions ------------------------------------------------------------------------------------------------
    def _kernel_of(self, op: Operation, form: ElementForm) -> LoopKernel:
        rewrite = Rewriter(read=self._read)
        stores = [Store(r, form.dims, simplify_scalar(rewrite(s))) for r, s in zip(op.results, form.scalars)
                  if r in self.materialised or self.users.get(r)]
        return LoopKernel(form.dims, [Stage((), stores)], self._origins(op))

    def _origins(self, op: Operation) -> list[Operation]:
        """The operations whose work the kernel of an operation does: those whose values are inlined in it, and itself."""
        found: dict[Operation, None] = {}
        pending = [op]
        while pending:
            current = pending[-1]
            inlined = [self.producer[v] for v in current.operands if v in self.producer and v not in self.materialised]
            missing = [each for each in inlined if each not in found]
            if missing and current not in found:
                pending.extend(reversed(missing))
            else:
                found[pending.pop()] = None
        return list(found)

    def _read(self, source: Any, index: tuple[IndexExpr, ...]) -> Scalar | None:
        """What a read stands for: itself, or the expression of a value that is inlined."""
        if source in self.materialised or source not in self.producer:
            return None
        index = tuple([self._simplifier.simplify(k) for k in index])
        found = self._inlined.get((source, index))
        if found is None:
            op = self.producer[source]
            form = self.forms[op]
            scalar = form.scalars[source.index]
            found = Rewriter(index=dict(zip(form.dims, index)), read=self._read)(scalar)
            self._inlined[source, index] = found
        return found


def _keeps_memory(op: Operation) -> bool:
    """Whether an operation leaves memory as it is (reshape), so that there is nothing to compute."""
    return isinstance(op, Op) and op.keeps_memory()


def simplify_scalar(root: Scalar) -> Scalar:
    """The scalar with its index expressions and predicates simplified under the variables' own bounds."""
    return Simplifying()(root)
