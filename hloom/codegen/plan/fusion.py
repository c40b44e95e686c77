"""Fusion: the operations of a block -> kernels.

First each value is either materialised (it gets a buffer) or inlined: its `element` is substituted into the expressions
of its consumers. Then kernels over the same outer loops are merged, so that a value that is used nearby need not travel
through memory: whole (the value stays in a register) or row by row (it stays in a row buffer).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from hloom.codegen.llvm.element_types import is_supported
from hloom.codegen.llvm.functions import has_function
from hloom.codegen.plan.accumulation import with_wide_sums
from hloom.codegen.plan.kernels import Alias, Kernel, LoopKernel, OperationKernel, Stage, Store, cost_of, extents
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.merging import attach_epilogues, merge_kernels
from hloom.codegen.plan.views import View, view_of
from hloom.expr.index import FloorDiv, IndexExpr, Mod, Simplifier, Symbol, fresh, postorder
from hloom.expr.scalar import Apply, FoldResult, Literal, Rewriter, Scalar, Select, indices, nesting, walk
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import TensorType
from hloom.ops.definition.operation import Op

#: An inlined expression may cost this much when it is computed again for every use.
_CHEAP = 3
#: Operations in one inlined expression: bounds code size. How deep choices, folds and indices may be nested in it: they are
#: emitted by recursion.
_MAXIMUM_OPERATIONS = 120
_MAXIMUM_NESTING = 12
#: Operations in a row whose indices divide (reshapes between movements): what they make together may grow with each.
_MAXIMUM_DIVISIONS = 5


class ElementForm:
    """An operation's results as scalars over fresh dimension variables, and what they cost an element."""

    def __init__(self, dims: tuple[Symbol, ...], scalars: tuple[Scalar, ...]) -> None:
        self.dims, self.scalars = dims, scalars
        nodes = {id(n): n for s in scalars for n in walk(s)}.values()
        self.cost = sum(cost_of(n.function) for n in nodes if isinstance(n, Apply))
        self.has_fold = any(isinstance(n, FoldResult) for n in nodes)
        self.is_literal = all(isinstance(s, Literal) for s in scalars)
        self.choices = sum(isinstance(n, Select) for n in nodes)
        self.nesting = max(map(nesting, scalars))
        self.divides = any(isinstance(e, FloorDiv | Mod) for n in nodes for root in indices(n) for e in postorder(root))
        self.is_supported = all(_node_is_supported(n) for n in nodes)
        #: Elements that are read or folded for all elements of the result.
        self.work = prod(extents(self.dims)) * max(
            [prod(extents(n.fold.variables)) for n in nodes if isinstance(n, FoldResult)], default=1)  # type: ignore[arg-type]


def _node_is_supported(node: Scalar) -> bool:
    if not is_supported(node.type):
        return False
    if isinstance(node, Apply):
        operand = node.children[0].type if node.children else node.type
        return has_function(node.function, operand, node.type)
    return True


def element_form(op: Operation) -> ElementForm | None:
    """The element form of an operation that compiled loops can compute; None for all others."""
    if not isinstance(op, Op) or op.element is None or not op.results:
        return None
    types = [v.type for v in (*op.operands, *op.results)]
    if not all(isinstance(t, TensorType) and t.is_static and is_supported(t.element) for t in types):
        return None
    if len({r.type.shape for r in op.results}) != 1:  # type: ignore[union-attr]
        return None
    dims = tuple(fresh(n, f"d{k}") for k, n in enumerate(op.results[0].type.shape))  # type: ignore[union-attr]
    made = op.element(dims)
    if made is None:
        return None
    form = ElementForm(dims, with_wide_sums(made if isinstance(made, tuple) else (made,)))
    return form if form.is_supported else None


class Fusion:
    """Turns one block into kernels, in an order in which each follows what it reads.

    `has_kernel(op)` says that an operation has a kernel of its own although it may have an element form, and
    `takes_views(op)` that this kernel reads operands at any strides.
    """

    def __init__(self, block: Block, has_kernel: Callable[[Operation], bool], takes_views: Callable[[Operation], bool],
                 workers: int) -> None:
        self.block, self.workers, self.takes_views = block, workers, takes_views
        self.operations = block.operations[:-1]
        self.forms: dict[Operation, ElementForm] = {}
        self.producer: dict[Value, Operation] = {r: op for op in self.operations for r in op.results}
        self.users: dict[Value, dict[Operation, None]] = {}
        for op in block.operations:
            for inner in op.walk():
                for v in inner.operands:
                    self.users.setdefault(v, {})[op] = None
        for op in self.operations:
            form = None if has_kernel(op) else element_form(op)
            if form is not None:
                self.forms[op] = form
        self.materialised: set[Value] = set()
        self.views: dict[Value, View] = {}
        self._simplifier = Simplifier()
        self._inlined: dict[tuple[Value, tuple[IndexExpr, ...]], Scalar] = {}

    def kernels(self) -> list[Kernel]:
        """The kernels of the block."""
        self._choose()
        made: list[Kernel] = []
        for op in self.operations:
            form = self.forms.get(op)
            if form is None and _reinterprets(op):
                made.append(Alias(op.results[0], op.operands[0]))
            elif form is None:
                made.append(OperationKernel(op, {v: self.views[v] for v in op.operands if v in self.views}))
            elif any(r in self.materialised for r in op.results):
                if self._is_alias(op):
                    made.append(Alias(op.results[0], op.operands[0]))
                else:
                    made.append(self._kernel_of(op, form))
        made = attach_epilogues(made, self.takes_views, self._outside_uses(made))
        return merge_kernels(made, self._outside_uses(made), self.workers)

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
                    continue
                inlined = [v for v in dict.fromkeys(op.operands) if v in self.producer and v not in self.materialised]
                cost[result] = form.cost + sum(cost[v] for v in inlined)
                size[result] = 1 + sum(size[v] for v in inlined)
                depth[result] = form.nesting + max([depth[v] for v in inlined], default=0)
                divisions[result] = form.divides + max([divisions[v] for v in inlined], default=0)
                is_long = (size[result] > _MAXIMUM_OPERATIONS or depth[result] > _MAXIMUM_NESTING
                           or divisions[result] > _MAXIMUM_DIVISIONS)
                if self._must_have_buffer(result, op, form, cost[result], size[result], is_long):
                    self.materialised.add(result)

    def _must_have_buffer(self, value: Value, op: Operation, form: ElementForm, cost: float, size: int, is_long: bool) -> bool:
        users = self.users.get(value, {})
        if not users:
            return False
        others = [u for u in users if u not in self.forms]
        if others:
            if form.cost == 0 and all(map(self.takes_views, others)):
                scalar = form.scalars[value.index]  # type: ignore[attr-defined]
                view = view_of(form.dims, simplify_scalar(Rewriter(read=self._read)(scalar)))
                if view is not None and op.name != "stablehlo.reshape":
                    self.views[value] = view
            return value not in self.views
        if form.is_literal:
            return False
        if form.has_fold or is_long:
            return True
        if cost <= _CHEAP and form.choices == 0:
            return len(users) > 1 and size > 6
        if len(users) > 1:
            return True
        (user,) = users
        return self.forms[user].work > prod(value.shape) or form.choices > 2

    def _is_alias(self, op: Operation) -> bool:
        source = op.operands[0] if op.name == "stablehlo.reshape" else None
        return source is not None and (source in self.materialised or source not in self.producer)

    # -- expressions ------------------------------------------------------------------------------------------------
    def _kernel_of(self, op: Operation, form: ElementForm) -> LoopKernel:
        rewrite = Rewriter(read=self._read)
        stores = [Store(r, form.dims, simplify_scalar(rewrite(s))) for r, s in zip(op.results, form.scalars)
                  if r in self.materialised or self.users.get(r)]
        return LoopKernel(form.dims, [Stage((), stores)], [op])

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


def _reinterprets(op: Operation) -> bool:
    """Whether an operation leaves memory as it is: a bitcast of whole bytes, such as to and from quantized types."""
    if op.name != "stablehlo.bitcast_convert":
        return False
    types: list[Any] = [op.operands[0].type, op.results[0].type]
    return all(t.is_static for t in types) and all(t.storage.width == 8 * t.storage.dtype.itemsize for t in types)


def simplify_scalar(root: Scalar) -> Scalar:
    """The scalar with its index expressions and predicates simplified under the variables' own bounds."""
    return Simplifying()(root)
