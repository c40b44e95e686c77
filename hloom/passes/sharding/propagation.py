"""Shardings that spread from where programs state them: what results have of which nothing is said.

    %0 = dot_general %x, %w          %x divided along x in its rows: so is %0
    return %0                        the result that JAX's users see as `result.sharding`

Values are divided alike as far as factors (`factors`) tell, in the manner of Shardy (openxla/shardy: docs/propagation.md): first
through elementwise operations and those that lay elements out anew, then through all; along a factor as far as those agree that
are divided. Where they do not agree, or nothing is known of an operation, a value is on all devices, which is never wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from math import prod
from typing import Any, NamedTuple

from hloom.ir.attributes import OpaqueAttr
from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.common.meshes import Axis, DeviceMesh
from hloom.ops.definition.traits import Control
from hloom.ops.sdy.operations import ManualComputation
from hloom.ops.sdy.shardings import Sharding, axes_of, mesh_of, sharding_of, shardings_of
from hloom.passes.sharding.assignment import TileAssignment
from hloom.passes.sharding.factors import Rule, is_first, moves_alike, rule_of, same

Axes = tuple[Axis, ...]
#: Steps for each operation after which propagation ends where it stands.
_STEPS = 64


class _Node(NamedTuple):
    """Values that a rule relates."""

    values: Sequence[Any]
    rule: Rule
    is_first: bool


class _Entry(NamedTuple):
    """A value and what it is inside of a manual computation, or the other way round: behind the axes `manual` of each dimension
    come those of the first value that are not among `names`."""

    values: Sequence[Any]
    manual: Sequence[Axes]
    names: frozenset[str]
    is_first: bool = True


def propagated(function: Function, values: Sequence[Value], count: int,
               arguments: Sequence[int] = ()) -> list[TileAssignment | None]:
    """How devices share values of a function to which shardings spread from elsewhere; None for those to which none does.

    Shardings spread to the arguments with these numbers, too; others of which nothing is said are on all devices. Calls must have
    been inlined. Parts of axes, of which JAX knows nothing, are left out of what is returned, and so are axes that do not divide
    a dimension. InputError for shardings that make no sense.
    """
    spreading = Spreading(function, [function.body.arguments[k] for k in arguments])
    found: list[TileAssignment | None] = [None] * len(values)
    for mesh in spreading.meshes():
        spreading.run(mesh)
        for number, value in enumerate(values):
            along = spreading.along(value, mesh)
            if found[number] is None and along is not None:
                found[number] = TileAssignment.on_mesh(mesh, along, count)
    return found


class _Statement(NamedTuple):
    """What a program says of a value; where it only would have it so, the value may be divided further."""

    value: Any
    sharding: Sharding
    mesh: DeviceMesh
    is_wish: bool


class Spreading:
    """Values and what relates them, and what is said of them; shardings on one mesh spread at a time (`run`)."""

    def __init__(self, function: Function, open_arguments: Sequence[Value]) -> None:
        self.closed = [a for a in function.body.arguments if a not in open_arguments and isinstance(a.type, TensorType)]
        self.stated: list[_Statement] = []
        self.nodes: list[_Node | _Entry] = []
        #: The axes along which each dimension of a value is divided.
        self.axes: dict[Value, tuple[Axes, ...]] = {}
        #: Whether each dimension of a value may be divided further; all where nothing is said.
        self.open: dict[Value, tuple[bool, ...]] = {}
        for argument in function.body.arguments:
            self._state(argument, sharding_of(argument), function)
        self._block(function.body.block.operations)
        beside: Any = function.res_attrs or ()
        for value, entries in zip(function.body.block.terminator.operands, beside):
            attribute = entries.entries.get("sdy.sharding")
            if isinstance(attribute, OpaqueAttr):
                self._state(value, next(iter(shardings_of(attribute.text)), None), function, is_wish=True)

    def along(self, value: Any, mesh: DeviceMesh) -> list[Axes] | None:
        """The axes along which each dimension of a value is divided, without parts of axes, and without those that do not divide
        it; None for a value to which nothing spreads."""
        found = self.axes.get(value)
        if found is None or not any(found):
            return None
        return [divisible(_whole(axes, dict(mesh.axes)), n) for axes, n in zip(found, value.shape)]

    # -- what is stated -----------------------------------------------------------------------------------------------------
    def _block(self, operations: Sequence[Any]) -> None:
        for op in operations:
            if op.is_terminator:
                continue
            if isinstance(op, ManualComputation):
                self._manual(op)
                continue
            control = getattr(op, "control", None)
            if control in (Control.LOOP, Control.BRANCH, Control.REGION, Control.BARRIER):
                for values in moves_alike(op):
                    self._relate(values, same(values), True)
                for region in op.regions:
                    for block in region.blocks:
                        self._block(block.operations)
                continue
            self._relate((*op.operands, *op.results), rule_of(op), is_first(op))
            for result in op.results:
                self._state(result, sharding_of(result), op)

    def _manual(self, op: Any) -> None:
        names = frozenset(axis.name for axis in axes_of(op.manual_axes.text))
        for value, inside, sharding in zip(op.operands, op.body.arguments, shardings_of(op.in_shardings.text)):
            if isinstance(value.type, TensorType):
                self._constrain(value, sharding, op)
                self.nodes.append(_Entry((value, inside), ((),) * value.rank, names))
        for value, inside, sharding in zip(op.results, op.body.block.terminator.operands, shardings_of(op.out_shardings.text)):
            mesh = self._state(value, sharding, op)
            if mesh is not None:
                self.nodes.append(_Entry((inside, value), _sized(sharding, mesh), names))
                if {name for name, _ in mesh.axes} - names:
                    self._block(op.body.block.operations)

    def _constrain(self, value: Any, sharding: Sharding, op: Operation) -> None:
        """Has a value lie as where it is used, if nothing else is said of it."""
        wanted = Value(value.type)
        self._state(wanted, sharding, op)
        self._relate((value, wanted), same((value, wanted)), True)

    def _relate(self, values: Sequence[Any], rule: Rule | None, first: bool) -> None:
        if rule is not None:
            self.nodes.append(_Node(values, rule, first))

    def _state(self, value: Any, sharding: Sharding | None, op: Operation, is_wish: bool = False) -> DeviceMesh | None:
        """Takes down what is said of a value; on which mesh that is."""
        if sharding is None or not isinstance(value.type, TensorType) or len(sharding.dimensions) != value.rank:
            return None
        mesh = mesh_of(op, sharding.mesh)
        if mesh.axes:
            mesh.tiled([*sharding.dimensions, sharding.unreduced])
        self.stated.append(_Statement(value, sharding, mesh, is_wish))
        return mesh

    def meshes(self) -> list[DeviceMesh]:
        """The meshes with axes on which something is said to be."""
        found = {(mesh.axes, mesh.devices.tobytes()): mesh for _, _, mesh, _ in self.stated if mesh.axes}
        return list(found.values())

    def _begin(self, mesh: DeviceMesh) -> None:
        """What is said of a mesh: on others values stay as they are."""
        self.axes, self.open = {}, {value: (False,) * value.rank for value in self.closed}
        for value, sharding, own, is_wish in self.stated:
            is_own = own.axes == mesh.axes and (own.devices == mesh.devices).all()
            if is_own and not (is_wish and value in self.axes):
                self.axes[value] = _sized(sharding, mesh)
            if not is_wish:
                is_elsewhere = own.is_maximal or (own.axes and not is_own)
                self.open[value] = (False,) * value.rank if is_elsewhere else sharding.is_open

    # -- spreading ----------------------------------------------------------------------------------------------------------
    def run(self, mesh: DeviceMesh) -> None:
        """Has shardings on a mesh spread as far as they do."""
        self._begin(mesh)
        near: dict[Value, list[int]] = {}
        for number, node in enumerate(self.nodes):
            for value in node.values:
                near.setdefault(value, []).append(number)
        for of_first in (True, False):
            steps = _STEPS * len(self.nodes)
            pending = [number for number, node in enumerate(self.nodes) if node.is_first or not of_first]
            heapify(pending)
            waiting = set(pending)
            while pending and steps:
                steps -= 1
                number = heappop(pending)
                waiting.discard(number)
                for value in self._step(self.nodes[number]):
                    for other in near[value]:
                        if other not in waiting and (self.nodes[other].is_first or not of_first):
                            waiting.add(other)
                            heappush(pending, other)

    def _step(self, node: _Node | _Entry) -> list[Value]:
        """Divides the values of a node further as far as the others are; those that have changed."""
        if isinstance(node, _Entry):
            source, target = node.values
            free = (tuple(axis for axis in axes if axis.name not in node.names) for axes in self.axes.get(source, ()))
            axes = [(*before, *after) for before, after in zip(node.manual, free)]
            return [target] if axes and self._divide(target, axes) else []
        tensors, values = node.rule.tensors, node.values
        if not any(value in self.axes for value in values):
            return []
        own = [dealt(dimensions, self.axes.get(value, ()), node.rule.sizes) for dimensions, value in zip(tensors, values)]
        agreed = {name: _agreed([found[name] for found in own if name in found])
                  for name in dict.fromkeys(name for found in own for name, axes in found.items() if axes)}
        lacking = [any(found.get(name, ()) != agreed[name] for d in dimensions for name in d if name in agreed)
                   for dimensions, found in zip(tensors, own)]
        if not any(lacking):
            return []
        weights = {name: (count_of(axes), max(prod(value.shape) for found, value in zip(own, values) if name in found))
                   for name, axes in agreed.items() if axes}
        order = sorted(weights, key=lambda name: weights[name], reverse=True)
        wanted = [_wanted(dimensions, found, agreed, order, node.rule.sizes) if lacks else []
                  for lacks, dimensions, found in zip(lacking, tensors, own)]
        return [value for value, along in zip(values, wanted) if along and self._divide(value, along)]

    def _divide(self, value: Any, wanted: Sequence[Axes]) -> bool:
        """Gives the dimensions of a value these axes where it may be divided further; says whether it is."""
        old: tuple[Axes, ...] = self.axes.get(value) or ((),) * value.rank
        is_open: tuple[bool, ...] = self.open.get(value) or (True,) * value.rank
        new = []
        for more, size, before, may in zip(wanted, value.shape, old, is_open):
            axes = more if may and size >= count_of(more) else before
            new.append(axes if count_of(axes) > count_of(before) and _begins(axes, before) else before)
        if tuple(new) == tuple(old):
            return False
        self.axes[value] = tuple(new)
        return True


def _wanted(dimensions: Any, own: dict[Any, Axes], agreed: dict[Any, Axes], order: Sequence[Any],
            sizes: dict[Any, int]) -> list[Axes]:
    """The axes of a value's dimensions: those of its factors, with those that these have elsewhere unless the value has them
    already, the most divided factor first."""
    found = {name: own.get(name, ()) for names in dimensions for name in names}
    for name in order:
        axes = agreed[name]
        if name in found and _begins(axes, found[name]):
            others = [axis for other, used in found.items() if other != name for axis in used]
            kept = len(axes)
            while any(_overlap(axis, used) for axis in axes[:kept] for used in others):
                kept -= 1
            if count_of(axes[:kept]) > count_of(found[name]):
                found[name] = axes[:kept]
    return [gathered(names, found, sizes) for names in dimensions]


# -- axes ----------------------------------------------------------------------------------------------------------------------
# Here every axis has its size.


def _sized(sharding: Sharding, mesh: DeviceMesh) -> tuple[Axes, ...]:
    """The axes of each dimension."""
    sizes = dict(mesh.axes)
    return tuple(tuple(axis._replace(size=axis.size or sizes[axis.name]) for axis in axes) for axes in sharding.dimensions)


def count_of(axes: Axes) -> int:
    """The number of devices along axes."""
    return prod(axis.size or 1 for axis in axes)


def dealt(dimensions: Any, along: Sequence[Axes], sizes: dict[Any, int]) -> dict[Any, Axes]:
    """The axes of a value's dimensions, dealt to the factors of these: each takes what divides it, also the first part of an
    axis."""
    found: dict[Any, Axes] = {}
    for names, axes in zip(dimensions, along):
        if len(names) == 1:
            found[names[0]] = axes
            continue
        left = list(axes)
        for name in names:
            taken, room = [], sizes[name]
            while left and room > 1:
                (axis, pre_size, known), *left = left
                size = known or 1
                if room % size == 0:
                    taken.append(Axis(axis, pre_size, size))
                    room //= size
                elif size % room == 0:
                    taken.append(Axis(axis, pre_size, room))
                    left.insert(0, Axis(axis, pre_size * room, size // room))
                    room = 1
                else:
                    left = []
            found[name] = tuple(taken)
            if room > 1:
                break
    return found


def gathered(names: Any, factors: dict[Any, Axes], sizes: dict[Any, int]) -> Axes:
    """The axes of a dimension: those of its factors, up to the first that is not divided to its end. Parts of an axis that follow
    each other are one."""
    found: list[Axis] = []
    for name in names:
        for axis in factors[name]:
            last = found[-1] if found else None
            if last is not None and last.name == axis.name and last.pre_size * (last.size or 1) == axis.pre_size:
                found[-1] = last._replace(size=(last.size or 1) * (axis.size or 1))
            else:
                found.append(axis)
        if len(names) > 1 and count_of(factors[name]) != sizes[name]:
            break
    return tuple(found)


def divisible(axes: Axes, size: int) -> Axes:
    """The first axes along which a dimension of this size can be divided evenly."""
    kept = len(axes)
    while kept and (size < 1 or size % count_of(axes[:kept])):
        kept -= 1
    return axes[:kept]


def _agreed(several: Sequence[Axes]) -> Axes:
    """The most axes of which all have the first ones, or none others."""
    found = max(several, key=count_of)
    for axes in several:
        if not _begins(found, axes):
            same = next((k for k, (a, b) in enumerate(zip(found, axes)) if a != b), min(len(found), len(axes)))
            found = found[:same]
    return found


def _begins(axes: Axes, with_axes: Axes) -> bool:
    """Whether axes begin with others, the last of which may be the first part of one."""
    for axis, other in zip(axes, with_axes):
        if axis != other:
            return axes.index(axis) == len(with_axes) - 1 and axis[:2] == other[:2] and (axis.size or 1) % (other.size or 1) == 0
    return len(axes) >= len(with_axes)


def _overlap(a: Axis, b: Axis) -> bool:
    return a.name == b.name and a.pre_size < b.pre_size * (b.size or 1) and b.pre_size < a.pre_size * (a.size or 1)


def _whole(axes: Axes, sizes: dict[str, int]) -> Axes:
    """The axes before the first that is only a part of one."""
    parts = [k for k, axis in enumerate(axes) if axis.size != sizes[axis.name]]
    return axes[: parts[0]] if parts else axes
