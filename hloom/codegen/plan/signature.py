"""Structural signatures of loop kernels: equal kernels over other buffers are emitted and compiled once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.codegen.plan.kernels import LoopKernel, PointBuffer
from hloom.expr.index import Constant, IndexExpr, RuntimeValue, Sum, Symbol, postorder
from hloom.expr.scalar import Apply, Argument, FromIndex, Literal, Read, ReductionResult, Scalar, Select


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
