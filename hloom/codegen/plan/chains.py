"""Chains: a product, work on each row of it, and a product of what that gives - the core of attention - as one kernel.

Between the three, values as large as rows times columns would travel through memory twice. In a chain a task takes a block of
rows all the way: its scores stay in the cache of the worker that has made them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hloom.analysis.tiling import same_tile
from hloom.codegen.plan.kernels import Kernel, LoopKernel, OperationKernel, extents, moving
from hloom.codegen.plan.reasons import Journal, Reason, Why
from hloom.codegen.plan.target import ChainFamily
from hloom.ir.core import Operation, Value


@dataclass(eq=False)
class ChainKernel(OperationKernel):
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


def join_chains(kernels: Sequence[Kernel], needed: set[Value], family: ChainFamily, journal: Journal) -> list[Kernel]:
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
            chain = next((c for first in firsts if _is_product(first) and (c := _chain(first, rows, last, family))), None)
            if chain is not None:
                kept = (k for k in made if k is not rows and k is not chain.first)
                made = [chain if k is last else k for k in kept]
                _note(chain, journal)
                break
    return made


def _is_product(kernel: Kernel) -> bool:
    return isinstance(kernel, OperationKernel) and kernel.family is not None and kernel.family.takes_epilogues and (
        not isinstance(kernel, ChainKernel))


def _is_between(value: Value, reader: Kernel, readers: dict[Value, list[Kernel]], needed: set[Value]) -> bool:
    """Whether nothing but `reader` needs a value."""
    return readers.get(value) == [reader] and value not in needed


def _chain(first: Any, rows: LoopKernel, last: Any, family: ChainFamily) -> ChainKernel | None:
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
    chain = ChainKernel(last.operation, family, last.views, last.epilogue, last.epilogue_operations, first, rows, last)
    return chain if family.takes(chain) else None


def without_ones(shape: Sequence[int]) -> list[int]:
    """The sizes of the dimensions along which there is something to go through; others may stand anywhere between."""
    return [n for n in shape if n != 1]


def _note(chain: ChainKernel, journal: Journal) -> None:
    scores: Any = chain.scores.type
    reason = Reason.of(Why.CHAIN, bytes=scores.shape[-1] * scores.storage.dtype.itemsize)
    for value, kernel in list(journal.joining):
        if value is chain.scores:
            journal.join([value], kernel, reason)
    journal.join([chain.weights], chain.last, reason)
