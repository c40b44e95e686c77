"""Excess precision: inside of a kernel, bf16 and f16 are kept in f32, and rounded only where they are stored.

What XLA calls `xla_allow_excess_precision`: a conversion of f32 to bf16 and back is left out, and so are the roundings between
operations on bf16, from where values are loaded to where they are stored, converted to another type, or looked at bit by bit.
What rounds because the program says so in another way (reduce_precision) still rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hloom.codegen.plan.kernels import Kernel, LoopKernel, OperationKernel, PointBuffer, Stage
from hloom.expr.index import IndexExpr
from hloom.expr.scalar import Apply, Literal, Read, Reduction, Rewriter, Scalar, Select, convert, select
from hloom.numbers.element_type import ELEMENT_TYPES, F32, ElementType

_NARROW = {ELEMENT_TYPES["bf16"], ELEMENT_TYPES["f16"]}
#: Functions that are about the very bits of their operands, or round by themselves.
_EXACT = {"bitcast_convert", "reduce_precision", "is_finite", "next_after"}


def widen(kernels: Sequence[Kernel]) -> None:
    """Takes roundings to bf16 and f16 out of what kernels compute."""
    for kernel in kernels:
        if isinstance(kernel, LoopKernel):
            wide = {b: PointBuffer(b.shape, F32, b.name) for b in kernel.scratch if b.type in _NARROW}
            for stage in kernel.stages:
                _widen_stage(stage, wide)
        elif isinstance(kernel, OperationKernel) and kernel.epilogue is not None:
            _widen_stage(kernel.epilogue, {})


def _widen_stage(stage: Stage, wide: Mapping[Any, PointBuffer]) -> None:
    """`wide`: the kernel's own buffers of narrow numbers, with what takes their place."""
    def read(source: Any, index: tuple[IndexExpr, ...]) -> Scalar | None:
        return Read(wide[source], index, F32) if source in wide else None

    widening = _Widening(read=read)
    for store in stage.stores:
        target = wide.get(store.target)
        store.scalar = _narrowed(widening(store.scalar), store.scalar.type if target is None else F32)
        store.target = target or store.target


def _narrowed(scalar: Scalar, type: ElementType) -> Scalar:
    """A scalar in a type; one that was only converted before is so from what it was, which rounds once."""
    if isinstance(scalar, Apply) and scalar.function == "convert" and type in _NARROW:
        return convert(scalar.children[0], type)
    return convert(scalar, type)


class _Widening(Rewriter):
    """Rebuilds scalars so that those of bf16 and f16 become scalars of f32; all others keep their types."""

    def _rebuild(self, node: Scalar) -> Scalar:
        if isinstance(node, Apply):
            return self._apply(node)
        if isinstance(node, Select):
            return select(self.where(node.condition), self.memo[node.then], self.memo[node.otherwise])
        if isinstance(node, Literal) and node.type in _NARROW:
            return Literal(node.value, F32)
        return _widened(super()._rebuild(node))

    def _apply(self, node: Apply) -> Scalar:
        arguments = [self.memo[c] for c in node.children]
        if all(child.type not in _NARROW for child in node.children) and node.type not in _NARROW:
            return super()._rebuild(node)
        if node.function == "convert":
            return convert(arguments[0], F32 if node.type in _NARROW else node.type)
        if node.function in _EXACT or "TOTALORDER" in node.parameters or not all(
                child.type in _NARROW or child.type.kind == "pred" for child in node.children):
            exact = tuple([_narrowed(a, child.type) for a, child in zip(arguments, node.children)])
            return _widened(Apply(node.function, exact, node.type, node.parameters))
        return Apply(node.function, tuple(arguments), F32 if node.type in _NARROW else node.type, node.parameters)

    def _reduction(self, old: Reduction) -> Reduction:
        made = self.reductions.get(id(old))
        if made is None:
            initial = tuple([_narrowed(self.memo[c], c.type) for c in old.initial])
            values = tuple([_narrowed(self.memo[c], c.type) for c in old.values])
            made = Reduction(old.variables, initial, values, old.accumulators, old.elements, old.combined, old.reorderable)
            self.reductions[id(old)] = made
        return made


def _widened(scalar: Scalar) -> Scalar:
    return convert(scalar, F32) if scalar.type in _NARROW else scalar
