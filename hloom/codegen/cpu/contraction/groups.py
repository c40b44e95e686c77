"""Products whose axis k runs in groups of neighbours, for the instructions of `dots`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hloom.codegen.cpu.contraction.dots import Group, Stored
from hloom.codegen.cpu.contraction.spec import Axis, MatmulSpec, merge, size_of
from hloom.codegen.cpu.contraction.tiles import tile_depth
from hloom.codegen.llvm.dot_products import Dot
from hloom.codegen.llvm.hooks import hooks_of
from hloom.codegen.machine import Machine
from hloom.codegen.target import Target
from hloom.numbers.element_type import F32, I32, ElementType


def in_groups(spec: MatmulSpec, target: Target, *, on_tiles: bool = False) -> tuple[MatmulSpec, Dot] | None:
    """The product of groups that a product is, and the instruction for it, on vectors or on tile registers.

    None where the processor has none for its types, no axis of k is a multiple of a group, or there is only one row or column.
    """
    if isinstance(spec.lhs_type, Group) or isinstance(spec.rhs_type, Group) or min(size_of(spec.m), size_of(spec.n)) == 1:
        return None
    k = merge(spec.k, key=lambda a: max(abs(a.lhs), 1))
    types, hooks = (spec.lhs_type, spec.rhs_type, spec.out_type), hooks_of(target)
    dot = hooks.dot_on_tiles(*types) if on_tiles else hooks.dot(*types)
    if dot is None or (on_tiles and not (
            k and fits_tiles(target.machine, dot, merge(spec.m, key=lambda a: a.out), size_of(spec.n), k[-1].size))):
        return None
    size = dot.size
    chosen = next((a for a in reversed(k) if a.size and a.size % size == 0), None)
    if chosen is None:
        return None
    grouped = Axis(chosen.size // dot.size, dot.size * chosen.lhs, dot.size * chosen.rhs)
    made = replace(spec, k=tuple(replace(grouped if a is chosen else a, members=()) for a in k),
                   lhs_type=Group(spec.lhs_type, dot.size, chosen.lhs, dot.flips),
                   rhs_type=Group(spec.rhs_type, dot.size, chosen.rhs))
    return _with_plain_operands(made, F32 if dot.element == "float" else I32), dot


def fits_tiles(machine: Machine, dot: Dot, m: Sequence[Axis], columns: int, depth: int) -> bool:
    """Whether a product has rows and columns enough for tiles to pay, and depth (along the last axis of k) that fills them."""
    return (bool(m) and min(m[-1].size, columns) >= machine.blocking.worth_tiles and depth % dot.size == 0
            and tile_depth(machine, depth // dot.size) is not None)


def _with_plain_operands(spec: MatmulSpec, word: ElementType) -> MatmulSpec:
    """The product with operands whose groups lie in memory as they are multiplied taken for matrices of words."""
    if _is_plain(spec.lhs_type, spec.lhs_offset, [a.lhs for a in (*spec.batch, *spec.m, *spec.k)]):
        size = spec.lhs_type.size  # type: ignore[union-attr]
        batch, m, k = (tuple(replace(a, lhs=a.lhs // size) for a in axes) for axes in (spec.batch, spec.m, spec.k))
        spec = replace(spec, batch=batch, m=m, k=k, lhs_type=word, lhs_offset=spec.lhs_offset // size)
    if _is_plain(spec.rhs_type, spec.rhs_offset, [a.rhs for a in (*spec.batch, *spec.n, *spec.k)]):
        size = spec.rhs_type.size  # type: ignore[union-attr]
        batch, n, k = (tuple(replace(a, rhs=a.rhs // size) for a in axes) for axes in (spec.batch, spec.n, spec.k))
        spec = replace(spec, batch=batch, n=n, k=k, rhs_type=word, rhs_offset=spec.rhs_offset // size)
    return spec


def _is_plain(type: Stored, offset: int, strides: list[int]) -> bool:
    return (isinstance(type, Group) and type.step == 1 and not type.flips and type.element.width >= 8
            and all(s % type.size == 0 for s in (offset, *strides)))
