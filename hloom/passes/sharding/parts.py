"""Operations on whole values as operations on the parts that each process has of them.

    %r = dot_general %x, %w          ->  %r = dot_general %x_part, %w            %x divided in its rows, as %r is
    %s = reduce %r by add                %p = reduce %r_part by add; %s = all_reduce %p by add

A result is divided as shardings spread to it, along those factors along which parts are made of parts (`factors`). Operands that
lie otherwise are moved before (`movement`). What a divided operand is summed along, or reduced by another function whose order
does not matter, is put together behind the operation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from hloom.ir.core import Block, Operation, Region, Value, captured_values
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import Builder, clone_region
from hloom.ops.common.meshes import Axis
from hloom.ops.common.region_function import reducing_operation
from hloom.ops.definition.attribute_kinds import i64_array
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.ops.sdy.operations import Annotation
from hloom.ops.stablehlo.contraction import Dot, DotGeneral
from hloom.ops.stablehlo.creation import Iota, splat
from hloom.ops.stablehlo.elementwise import Add
from hloom.ops.stablehlo.gather import DynamicSlice, Gather
from hloom.ops.stablehlo.movement import Slice
from hloom.ops.stablehlo.reduction import Reduce
from hloom.passes.sharding.factors import Rule, rule_of
from hloom.passes.sharding.movement import Layout, Movement
from hloom.passes.sharding.propagation import dealt

#: Bits of floats that are added up in whatever order: sums of narrower ones are carried in wider ones, which parts are not.
_WIDE = 32
#: What an operation of parts may be, beside one that computes results from operands.
_FLOW = frozenset({Control.LOOP, Control.BRANCH, Control.BARRIER})


class UnknownPartsError(Exception):
    """There is something in a program of which no parts are known."""


class Parts:
    """Makes the operations of one process; `layouts` are those of values to which shardings spread, others are not divided."""

    def __init__(self, movement: Movement, layouts: Mapping[Value, Layout]) -> None:
        self._movement, self._wanted = movement, layouts
        #: The parts of the program's values, and under which layouts they are.
        self._parts: dict[Value, tuple[Any, Layout]] = {}
        #: Parts under other layouts that have been made in the block that is being made.
        self._moved: dict[tuple[Value, Layout], Any] = {}

    def of_function(self, function: Function, taken: Sequence[Layout], given: Sequence[Layout]) -> Block:
        """The body of a function for one process, whose arguments and results have these layouts."""
        block = Block()
        self._arguments(function.body.block, block, taken)
        self._block(function.body.block, block, given)
        return block

    # -- blocks -------------------------------------------------------------------------------------------------------------
    def _arguments(self, old: Block, new: Block, layouts: Sequence[Layout]) -> None:
        for argument, layout in zip(old.arguments, layouts, strict=True):
            own = new.add_argument(self._local_type(argument, layout), argument.name, argument.location)
            own.span = argument.span
            self._parts[argument] = own, layout

    def _block(self, old: Block, new: Block, given: Sequence[Layout]) -> None:
        """The operations of a block, which returns values under these layouts."""
        with self._scope():
            for op in old.operations:
                b = Builder(new, op.location, op.span)
                if op.is_terminator:
                    values = [self._part(b, v, layout) for v, layout in zip(op.operands, given, strict=True)]
                    new.append(_like(op, values, ()))
                else:
                    self._operation(b, op)

    @contextmanager
    def _scope(self) -> Iterator[None]:
        outer, self._moved = self._moved, {}
        yield
        self._moved = outer

    def _local_type(self, value: Any, layout: Layout) -> TensorType:
        type = value.type
        if not isinstance(type, TensorType) or not type.is_static or type.is_quantized or type.encoding is not None:
            raise UnknownPartsError
        return self._movement.local_type(type, layout)

    def _part(self, b: Builder, value: Value, layout: Layout) -> Any:
        """The part of a value under a layout."""
        part, own = self._parts[value]
        if own == layout:
            return part
        if (value, layout) not in self._moved:
            self._moved[value, layout] = self._movement.moved(b, part, own, layout)
        return self._moved[value, layout]

    def _whole(self, b: Builder, value: Any) -> Any:
        return self._part(b, value, _undivided(value))

    def _layout(self, value: Any) -> Layout:
        """How a value is to be divided."""
        return self._wanted.get(value) or _undivided(value)

    # -- operations ---------------------------------------------------------------------------------------------------------
    def _operation(self, b: Builder, op: Any) -> None:
        if isinstance(op, Annotation):
            for result in op.results:
                layout = self._layout(result)
                self._parts[result] = self._part(b, op.operands[0], layout), layout
            return
        if not isinstance(op, Op) or (op.control is not None and op.control not in _FLOW) or (
                not op.is_pure and op.control is None):
            raise UnknownPartsError
        if op.control is not None:
            self._flow(b, op)
        elif op.is_generator:
            self._generated(b, op)
        else:
            rule = rule_of(op)
            if rule is None or rule.whole is None:
                self._by_itself(b, op, [_undivided(v) for v in op.operands], [_undivided(v) for v in op.results])
            else:
                self._divided(b, op, rule)

    def _by_itself(self, b: Builder, op: Any, taken: Sequence[Layout], given: Sequence[Layout]) -> list[Any]:
        """The operation on parts of its operands: its results, which are parts of those of the whole."""
        values = [self._part(b, v, layout) for v, layout in zip(op.operands, taken)]
        types = [self._local_type(r, layout) for r, layout in zip(op.results, given)]
        outside = {v: self._whole(b, v) for v in captured_values(op)} if op.regions else {}
        made = _like(op, values, types, [clone_region(region, outside) for region in op.regions])
        sizes = _SIZES.get(type(op))
        if sizes is not None:
            made.attributes.update(sizes(op, values[0]))
        b.block.append(made)
        for result, own, layout in zip(op.results, made.results, given):
            self._parts[result] = own, layout
        return list(made.results)

    def _generated(self, b: Builder, op: Any) -> None:
        """A constant or the numbers along a dimension, of which each process makes its part."""
        (result,) = op.results
        layout, value = self._layout(result), splat(result)
        if value is None and not isinstance(op, Iota):
            self._by_itself(b, op, (), [_undivided(result)])
        elif value is not None:
            self._parts[result] = b.splat(value, self._local_type(result, layout)), layout
        else:
            (numbers,) = self._by_itself(b, op, (), [layout])
            names = layout[op.iota_dimension]
            if names:
                start = b.converted(self._movement.start(b, names, numbers.shape[op.iota_dimension]), numbers.element)
                self._parts[result] = b(Add, numbers, b.broadcast(start, (), numbers.shape)), layout

    def _divided(self, b: Builder, op: Any, rule: Rule) -> None:
        """An operation along factors that are divided."""
        along, summed = self._factors(op, rule)
        taken = [_of_factors(dimensions, along) for dimensions in rule.operands]
        given = [_of_factors(dimensions, along) for dimensions in rule.results]
        results = self._by_itself(b, op, taken, given)
        if summed:
            by = _combining(op)
            assert by is not None
            self._parts[op.results[0]] = self._movement.combined(b, results[0], summed, by), given[0]

    def _factors(self, op: Any, rule: Rule) -> tuple[dict[Any, tuple[str, ...]], tuple[str, ...]]:
        """The axes along which each factor is divided, and those of factors that results do not have."""
        assert rule.whole is not None
        whole = {*rule.whole, *(name for dimensions in rule.tensors for names in dimensions for name in names[1:])}
        along: dict[Any, tuple[str, ...]] = {}
        for value, dimensions in zip(op.results, rule.results):
            self._take(along, dimensions, self._layout(value), rule, whole)
        if _combining(op) is not None:
            kept = {name for dimensions in rule.results for names in dimensions for name in names}
            before = dict(along)
            for value, dimensions in zip(op.operands, rule.operands):
                self._take(along, dimensions, self._parts[value][1], rule, whole | kept)
            return along, tuple(name for factor, names in along.items() if factor not in before for name in names)
        return along, ()

    def _take(self, along: dict[Any, tuple[str, ...]], dimensions: Any, layout: Layout, rule: Rule, whole: set[Any]) -> None:
        """Divides factors as a value is, along axes that no other factor has."""
        sizes = {name: self._movement.count([name]) for names in layout for name in names}
        axes = [tuple(Axis(name, 1, sizes[name]) for name in names) for names in layout]
        for factor, found in dealt(dimensions, axes, rule.sizes).items():
            used = {name for names in along.values() for name in names}
            own = tuple(axis.name for axis in found)
            is_whole = all(axis.pre_size == 1 and axis.size == sizes[axis.name] for axis in found)
            if own and is_whole and factor not in whole and factor not in along and not used & set(own):
                along[factor] = own

    # -- the flow of control ------------------------------------------------------------------------------------------------
    def _flow(self, b: Builder, op: Any) -> None:
        """Loops, branches and barriers: what they hand on is divided alike wherever it stands."""
        layouts = [self._layout(r) for r in op.results]
        is_branch = op.control is Control.BRANCH
        values = [self._whole(b, op.operands[0])] if is_branch else [
            self._part(b, v, layout) for v, layout in zip(op.operands, layouts, strict=True)]
        regions = []
        for number, region in enumerate(op.regions):
            block = Block()
            self._arguments(region.block, block, () if is_branch else layouts)
            is_condition = op.control is Control.LOOP and number == 0
            self._block(region.block, block, [()] if is_condition else layouts)
            regions.append(Region([block]))
        made = b.block.append(_like(op, values, [self._local_type(r, layout) for r, layout in zip(op.results, layouts)], regions))
        self._parts.update(zip(op.results, zip(made.results, layouts)))


def _undivided(value: Any) -> Layout:
    return ((),) * getattr(value.type, "rank", 0)


def _of_factors(dimensions: Any, along: Mapping[Any, tuple[str, ...]]) -> Layout:
    return tuple(along.get(names[0], ()) if names else () for names in dimensions)


def _like(op: Operation, operands: Sequence[Any], types: Sequence[Any], regions: Sequence[Region] = ()) -> Any:
    """An operation of the same kind, with other operands, result types and regions."""
    made = type(op)(operands, types, op.attributes, regions, op.location, op.span)
    for old, new in zip(op.results, made.results):
        new.name = old.name
    return made


def _combining(op: Any) -> type[Op] | None:
    """The operation that puts the results of an operation on parts of what it reduces together to the result of the whole; None
    where that is another number."""
    if len(op.results) != 1:
        return None
    if isinstance(op, DotGeneral | Dot):
        return Add if _is_wide(op.results[0].element) else None
    own = reducing_operation(op.regions[0]) if isinstance(op, Reduce) else None
    if own is None or own.reducer is None:
        return None
    element = op.results[0].element
    if own.reducer.accumulates:
        start = splat(op.operands[1])
        if start is None or start != own.reducer.identity(element) or not _is_wide(element):
            return None
    return type(own)


def _is_wide(element: Any) -> bool:
    return not element.is_float or element.width >= _WIDE


# -- attributes with sizes -----------------------------------------------------------------------------------------------------


def _limits(op: Any, operand: Any) -> dict[str, Any]:
    """Along dimensions that are divided the slice has all."""
    found = [end if x == n else n for end, x, n in zip(op.limit_indices, op.operands[0].shape, operand.shape)]
    return {"limit_indices": i64_array.make(found)}


def _slice_sizes(op: Any, operand: Any) -> dict[str, Any]:
    """The same; of batching dimensions each slice has one place."""
    found = [size if x == n or size == 1 else n for size, x, n in zip(op.slice_sizes, op.operands[0].shape, operand.shape)]
    return {"slice_sizes": i64_array.make(found)}


_SIZES: dict[type[Operation], Any] = {Slice: _limits, DynamicSlice: _slice_sizes, Gather: _slice_sizes}
