"""Kernels: what the compiler turns a block of operations into.

A `LoopKernel` computes values by loop nests over scalar expressions. Its `prefix` variables are the outer loops, which
run in parallel; for each point of them its stages run one after another, each a loop nest over its own `dims` that
stores one or several values. A value that only later stages of the same kernel read is scratch: it lives in a buffer of
one point's size. A softmax is one kernel: prefix (row), stages maximum, exponential, sum, quotient.

Below: kernels as text, and as signatures, by which equal ones are found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from math import prod
from typing import Any

from hloom.codegen.machine import Machine
from hloom.codegen.plan.target import KernelFamily
from hloom.codegen.plan.views import View
from hloom.expr.index import Constant, IndexExpr, RuntimeValue, Sum, Symbol, Variable, postorder, runtime_values_of
from hloom.expr.scalar import (
    Apply,
    Argument,
    FromIndex,
    Literal,
    Read,
    ReductionResult,
    Rewriter,
    Scalar,
    Select,
    indices,
    reads,
    reductions,
    walk,
)
from hloom.ir.core import Operation, Value
from hloom.support.records import dataclass


class PointBuffer:
    """A buffer for one point of a kernel's prefix, private to the worker that runs it."""

    __slots__ = ("name", "shape", "type")

    def __init__(self, shape: tuple[int, ...], type: Any, name: str) -> None:
        self.shape, self.type, self.name = shape, type, name

    @property
    def bytes(self) -> int:
        return prod(self.shape) * self.type.dtype.itemsize

    @property
    def distance(self) -> int:
        """Bytes from the buffer of a point to that of another one."""
        return -(-self.bytes // ROOM_BEHIND) * ROOM_BEHIND + ROOM_BEHIND


#: Bytes behind each point buffer that may be touched, too; each begins at a multiple of as many.
ROOM_BEHIND = 64


def in_worker_memory(machine: Machine, buffers: Sequence[PointBuffer]) -> tuple[dict[PointBuffer, int], int]:
    """Where those point buffers of a kernel lie for which the workers' stacks have no room, in memory that it is given for each
    worker, and how many bytes of it they take."""
    scratch = machine.scratch
    places: dict[PointBuffer, int] = {}
    size = 0
    if sum(buffer.bytes for buffer in buffers) > scratch.most_on_stack_bytes:
        for buffer in buffers:
            if buffer.bytes > scratch.most_on_stack_bytes // scratch.shares:
                places[buffer] = size
                size += buffer.distance
    return places, size


@dataclass(eq=False)
class Store:
    """`target[index] = scalar`; `target` is a value of the program or a PointBuffer."""

    target: Any
    index: tuple[IndexExpr, ...]
    scalar: Scalar

    def reads(self) -> Sequence[Read]:
        """What is read for an element, and for the place where it goes."""
        found = reads(self.scalar)
        places = [v.value for k in self.index if k.depends_on_data for v in runtime_values_of(k)]
        return [*found, *(r for value in places for r in reads(value))] if places else found


@dataclass(eq=False)
class Stage:
    """One loop nest inside a point of the prefix; all stores happen at every point of `dims`."""

    dims: tuple[Symbol, ...]
    stores: list[Store]

    @property
    def scalars(self) -> list[Scalar]:
        return [s.scalar for s in self.stores]

    @property
    def has_reduction(self) -> bool:
        return bool(reductions(*self.scalars))


@dataclass(eq=False)
class LoopKernel:
    """Loop nests over expressions; see the module's description."""

    prefix: tuple[Symbol, ...]
    stages: list[Stage]
    operations: list[Operation] = field(default_factory=list)
    #: What it computes of a reduction that is split (`splitting`).
    part: str = ""

    @property
    def stores(self) -> Iterator[Store]:
        for stage in self.stages:
            yield from stage.stores

    @property
    def outputs(self) -> list[Value]:
        """The program's values that the kernel computes."""
        return [s.target for stage in self.stages for s in stage.stores if isinstance(s.target, Value)]

    @property
    def inputs(self) -> list[Value]:
        """The program's values that the kernel reads, in order of first use."""
        sources = dict.fromkeys([read.source for read in self.reads()])
        for store in self.stores:
            sources.pop(store.target, None)
        return [v for v in sources if isinstance(v, Value)]

    def reads(self) -> list[Read]:
        return [read for stage in self.stages for store in stage.stores for read in store.reads()]

    @property
    def scratch(self) -> list[PointBuffer]:
        return list(dict.fromkeys(s.target for s in self.stores if isinstance(s.target, PointBuffer)))

    def is_pointwise_in(self, values: set[Value]) -> bool:
        """Whether the kernel reads `values` only at the elements that it stores at the same moment."""
        if len(self.stages) != 1 or self.stages[0].has_reduction:
            return False
        first, *others = self.stages[0].stores
        if any(store.index != first.index or store.target.shape != first.target.shape for store in others):
            return False
        return all(r.index == first.index and r.source.shape == first.target.shape for r in self.reads() if r.source in values)

    def takes_at_most(self, instructions: float) -> bool:
        """Whether it costs about so many instructions, one element at a time, or fewer."""
        points = [prod(extents((*self.prefix, *stage.dims))) for stage in self.stages]
        if sum(points) > instructions:  # each point costs one at least: most kernels need no closer look
            return False
        return sum(count * work(stage.stores) for count, stage in zip(points, self.stages)) <= instructions

    def copy(self) -> LoopKernel:
        """The same kernel, which does not change when this one does."""
        stages = [Stage(stage.dims, list(stage.stores)) for stage in self.stages]
        return LoopKernel(self.prefix, stages, list(self.operations), self.part)

    def drop_empty_stages(self) -> None:
        """Removes the stages that have no element to compute."""
        self.stages = [stage for stage in self.stages if 0 not in extents(stage.dims)]

    def text(self) -> str:
        """The kernel as a listing of loops and stores."""
        lines = [f"for {', '.join(f'{v} in {v.bounds}' for v in self.prefix) or '()'}:"]
        for stage in self.stages:
            indent = "    "
            if stage.dims:
                lines.append(f"{indent}for {', '.join(f'{v} in {v.bounds}' for v in stage.dims)}:")
                indent += "    "
            definitions, values = listed(stage.scalars)
            lines += [indent + definition for definition in definitions]
            for store, value in zip(stage.stores, values):
                target = getattr(store.target, "name", None) or "value"
                lines.append(f"{indent}{target}[{', '.join(map(str, store.index))}] = {value}")
        variables = [*self.prefix, *(v for stage in self.stages for v in stage.dims)]
        return with_short_names("\n".join(lines), variables, [s.scalar for s in self.stores], [s.index for s in self.stores])


@dataclass(eq=False)
class OperationKernel:
    """An operation that has code of its own: a contraction, a sort, control flow, a call of the evaluator."""

    operation: Operation
    #: Who compiles it; None for control flow, constants, and what runs on the evaluator.
    family: KernelFamily | None = None
    #: Operands that are read in place from other values' buffers.
    views: dict[Value, View] = field(default_factory=dict)
    #: Elementwise operations done on the result before it is stored (contractions): the values that are stored, and
    #: their scalars in terms of reads of the operation's own result at `dims`.
    epilogue: Stage | None = None
    #: Those operations.
    epilogue_operations: list[Operation] = field(default_factory=list)
    #: Operands that are not read at all.
    dead_operands: set[Value] = field(default_factory=set, kw_only=True)

    @property
    def operations(self) -> list[Operation]:
        return [self.operation, *self.epilogue_operations]

    @property
    def inputs(self) -> list[Value]:
        own = set(self.operation.results)
        found = dict.fromkeys(self.views[v].base if v in self.views else v for v in self.operation.operands
                              if v not in self.dead_operands)
        if self.epilogue is not None:
            for store in self.epilogue.stores:
                found.update((read.source, None) for read in reads(store.scalar) if read.source not in own)
        for inner in (op for region in self.operation.regions for block in region.blocks for op in block.operations):
            for op in inner.walk():
                found.update((v, None) for v in op.operands)
        return list(found)

    @property
    def outputs(self) -> list[Value]:
        return [s.target for s in self.epilogue.stores] if self.epilogue else list(self.operation.results)


@dataclass(eq=False)
class Alias:
    """A value that is another one under a different shape: no code."""

    value: Value
    source: Value

    @property
    def operations(self) -> list[Operation]:
        return [self.value.owner]  # type: ignore[attr-defined]

    @property
    def inputs(self) -> list[Value]:
        return [self.source]

    @property
    def outputs(self) -> list[Value]:
        return [self.value]


Kernel = LoopKernel | OperationKernel | Alias


def extents(variables: Sequence[Symbol]) -> tuple[int, ...]:
    """The number of values of each variable, which all start at 0."""
    return tuple([v.bounds.upper + 1 for v in variables])


def moving(variables: Sequence[Any]) -> list[Any]:
    """The variables that have more than one value."""
    return [v for v in variables if v.bounds.upper > 0]


def index_that_moves(read: Read) -> list[IndexExpr]:
    """The index of a read without dimensions of one element, which say nothing of how elements lie in memory."""
    return [place for place, size in zip(read.index, read.source.shape, strict=True) if size > 1]


_FREE = {"convert", "bitcast_convert", "real", "imag", "complex"}
_COSTS = {"divide": 5, "sqrt": 6, "rsqrt": 8, "remainder": 20, "power": 40, "exponential": 14, "exponential_minus_one": 18,
          "exponential_of_negative": 14, "exponential_base_two": 14, "log": 18, "log_plus_one": 20, "logistic": 18, "tanh": 18,
          "sine": 24, "cosine": 24, "tan": 40, "sinh": 18, "cosh": 16, "asin": 12, "acos": 14, "atan": 18, "asinh": 40,
          "acosh": 36, "atanh": 30, "erf": 24, "erfc": 40, "erf_inv": 50, "atan2": 40, "cbrt": 24, "lgamma": 120, "digamma": 100,
          "bessel_i1e": 100, "zeta": 1500, "polygamma": 1800}


def cost_of(function: str) -> int:
    """A rough count of instructions an element that a function costs."""
    return 0 if function in _FREE else _COSTS.get(function, 1)


def work(stores: Sequence[Store]) -> float:
    """About how many instructions one point of the stores costs."""
    total = 1.0
    for store in stores:
        for node in walk(store.scalar):
            if isinstance(node, Apply):
                total += cost_of(node.function)
            elif isinstance(node, Read):
                total += 1
            elif isinstance(node, ReductionResult):
                total += prod(extents(node.reduction.variables))  # type: ignore[arg-type]
    return total


# -- listing -------------------------------------------------------------------------------------------------------------------
# Expressions as text: what occurs several times, or stands deep inside of others, gets a name, so that listings stay as small
# as the expressions are.

#: Functions inside of each other in one line.
_DEEPEST = 24
_WORD = re.compile(r"\b[A-Za-z]\w*\b")


class _Naming(Rewriter):
    """Puts names in the place of scalars. Indices stay as they are: a number that is only known at run time is a variable there,
    and would become another one, of which the listing knows no name, with a name inside of what it is."""

    def at(self, expression: IndexExpr) -> IndexExpr:
        return expression


def listed(roots: Sequence[Scalar]) -> tuple[list[str], list[str]]:
    """Definitions `t0 = ...` of what several expressions use, in order, and the texts of the expressions themselves."""
    ordered = _operands_first(roots)
    uses = Counter(child for node in ordered for child in node.children)
    names: dict[Scalar, Scalar] = {}
    depth: dict[Scalar, int] = {}
    lines = []
    for node in ordered:
        depth[node] = 1 + max([depth[child] for child in node.children if child not in names], default=0)
        if (uses[node] > 1 or depth[node] > _DEEPEST) and isinstance(node, Apply | ReductionResult | Select):
            lines.append(f"t{len(names)} = {_Naming(scalars=names)(node)}")
            names[node] = Argument(node.type, f"t{len(names)}")
    return lines, [str(_Naming(scalars=names)(root) if names else root) for root in roots]


def with_short_names(text: str, variables: Iterable[Variable], scalars: Iterable[Scalar],
                     targets: Iterable[Sequence[IndexExpr]]) -> str:
    """A listing with variables called by their hints, and the second of a hint `d0_1`, instead of by numbers that tell them apart
    in the whole process. `variables` are those of loops; others are looked for in the scalars and the indices stored at."""
    found = dict.fromkeys(variables)
    expressions = [e for index in targets for e in index]
    pending = [*scalars, *(v.value for e in expressions for v in runtime_values_of(e))]
    for node in dict.fromkeys([node for scalar in pending for node in walk(scalar)]):
        expressions += indices(node)
        if isinstance(node, ReductionResult):
            found |= dict.fromkeys(node.reduction.variables)
    for e in expressions:
        if not found.keys() >= e.free_variables:
            found |= dict.fromkeys(sorted(e.free_variables, key=lambda v: v.order_head))
    taken: Counter[str] = Counter()
    names = {}
    for variable in found:
        names[str(variable)] = variable.prefix + (f"_{taken[variable.prefix]}" if taken[variable.prefix] else "")
        taken[variable.prefix] += 1
    return _WORD.sub(lambda word: names.get(word[0], word[0]), text)


def _operands_first(roots: Sequence[Scalar]) -> list[Scalar]:
    """The distinct nodes of expressions, each after its operands."""
    done: dict[Scalar, None] = {}
    pending = list(reversed(roots))
    while pending:
        node = pending[-1]
        missing = [child for child in node.children if child not in done]
        if missing and node not in done:
            pending.extend(missing)
        else:
            done[pending.pop()] = None
    return list(done)


# -- signature -----------------------------------------------------------------------------------------------------------------
# Structural signatures of loop kernels: equal kernels over other buffers are emitted and compiled once.


def kernel_signature(kernel: LoopKernel, arguments: Sequence[Any]) -> str:
    """A text that two kernels share exactly if the same code computes both, given their arguments in order."""
    return _Signature(arguments).of(kernel)


class _Signature:
    def __init__(self, arguments: Sequence[Any]) -> None:
        self.lines: list[str] = []
        self.names: dict[Any, str] = {}
        for k, value in enumerate(arguments):
            self.names[value] = f"a{k}"
            self.lines.append(f"a{k}:{value.type}")

    def of(self, kernel: LoopKernel) -> str:
        self.lines.append("prefix " + " ".join(map(self.variable, kernel.prefix)))
        for stage in kernel.stages:
            self.lines.append("stage " + " ".join(map(self.variable, stage.dims)))
            for store in stage.stores:
                index = [self.index(i) for i in store.index]
                self.lines.append(f"store {self.source(store.target)} {index} {self.scalar(store.scalar)}")
        return "\n".join(self.lines)

    def variable(self, v: Any) -> str:
        name = self.names.get(v)
        if name is None:
            name = self.names[v] = f"v{len(self.names)}"
            self.lines.append(f"{name}:{v.bounds}")
        return name

    def source(self, source: Any) -> str:
        name = self.names.get(source)
        if name is None:
            assert isinstance(source, PointBuffer)
            name = self.names[source] = f"s{len(self.names)}"
            self.lines.append(f"{name}:{source.shape}{source.type}")
        return name

    def index(self, root: IndexExpr) -> str:
        for node in postorder(root):
            if node in self.names:
                continue
            if isinstance(node, RuntimeValue):
                text = f"runtime {self.scalar(node.value)} {node.bounds}"
            elif isinstance(node, Symbol):
                self.variable(node)
                continue
            elif isinstance(node, Constant):
                text = str(node.value)
            elif isinstance(node, Sum):
                text = f"sum {[(self.names[t], c) for t, c in node.terms]} {node.constant}"
            else:
                text = f"{type(node).__name__} {[self.names[c] for c in node.children]}"
            self._define(node, text)
        return self.names[root]

    def _define(self, node: Any, text: str) -> None:
        self.names[node] = f"n{len(self.names)}"
        self.lines.append(f"{self.names[node]} {text}")

    def scalar(self, root: Scalar) -> str:
        pending = [root]
        while pending:
            node = pending[-1]
            if node in self.names:
                pending.pop()
                continue
            missing = [c for c in node.children if c not in self.names]
            if missing:
                pending.extend(missing)
                continue
            self._define(node, f"{self._text(node)}:{node.type}")
            pending.pop()
        return self.names[root]

    def _text(self, node: Scalar) -> str:
        children = [self.names[c] for c in node.children]
        match node:
            case Literal():
                return f"literal {node.value.tobytes().hex()}"
            case Argument():
                return "argument"
            case Read():
                return f"read {self.source(node.source)} {[self.index(i) for i in node.index]}"
            case FromIndex():
                return f"from {self.index(node.index)}"
            case Apply():
                return f"{node.function} {children} {node.parameters}"
            case Select():
                return f"select {[(self.index(c.expression), str(c.interval)) for c in node.condition.constraints]} {children}"
            case ReductionResult():
                reduction = node.reduction
                variables = [self.variable(v) for v in reduction.variables]
                combined = [self.scalar(c) for c in (*reduction.accumulators, *reduction.elements, *reduction.combined)]
                start = f"reduction {node.number} {variables} {len(reduction.initial)}"
                return f"{start} {children} {combined} {reduction.reorderable}"
            case _:
                raise AssertionError(node)
