"""How operations carry the order of dimensions from operands to results, and what they are on operands in another order.

An order lists the dimensions of a value in the order in which another value, its *form*, has them: `transpose(x, order)` is the
form of x in `order`. Dimensions of size 1 may stand anywhere without moving an element.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hloom.ir.core import Value
from hloom.ops.common.decomposition import Builder, clone_region
from hloom.ops.common.region_function import reducer_of
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.creation import Constant, Iota, is_static, splat
from hloom.ops.stablehlo.movement import BroadcastInDim, Concatenate, Pad, Reshape, Reverse, Slice, Transpose, reshaped_runs
from hloom.ops.stablehlo.reduction import Reduce
from hloom.ops.stablehlo.windows import ReduceWindow

Order = tuple[int, ...]

#: Elements of a row below which windows along it are slower than those across rows.
_FEW = 16


class Orders(NamedTuple):
    """Orders that go together: that of the results of an operation, and those of its operands."""

    results: Order
    operands: tuple[Order, ...]


def is_plain(order: Sequence[int]) -> bool:
    """Whether an order is that of the value itself."""
    return tuple(order) == tuple(range(len(order)))


def moves_nothing(before: Order, after: Order, shape: Sequence[int]) -> bool:
    """Whether forms in two orders are the same elements in the same places in memory."""
    return [d for d in before if shape[d] != 1] == [d for d in after if shape[d] != 1]


def form_type(type: Any, order: Order) -> Any:
    """The type of a form."""
    return type.with_shape(tuple([type.shape[d] for d in order]))


class Carrier:
    """Operations whose operands of several dimensions have those of the result, in one order.

    `listed` names the attributes that have a number for each dimension, `naming` those that name dimensions.
    """

    def __init__(self, listed: Sequence[str] = (), naming: Sequence[str] = ()) -> None:
        self.listed, self.naming = listed, naming

    def from_operand(self, op: Any, number: int, order: Order) -> Orders | None:
        """The orders that go with one of an operand; None where none does, or several do."""
        return self.from_results(op, order)

    def from_results(self, op: Any, order: Order) -> Orders | None:
        """The orders that go with one of the results; None where none does, or several do."""
        return Orders(order, tuple([order if v.type.rank else () for v in op.operands]))

    def made(self, op: Any, b: Builder, orders: Orders, operands: Sequence[Value]) -> Sequence[Value]:
        """The forms of the results, made of those of the operands."""
        attributes, kinds, order = dict(op.attributes), op.definition.attribute_fields, orders.results
        for name in self.listed:
            values = getattr(op, name)
            if values is not None and len(values):
                changed = values[list(order)] if isinstance(values, np.ndarray) else [values[d] for d in order]
                attributes[name] = kinds[name].constraint.make(changed)
        for name in self.naming:
            values = getattr(op, name)
            changed = order.index(values) if isinstance(values, int) else sorted(order.index(d) for d in values)
            attributes[name] = kinds[name].constraint.make(changed)
        b.place(type(op)(operands, [form_type(r.type, order) for r in op.results], attributes,
                         [clone_region(region, {}) for region in op.regions]))
        return b.block.operations[-1].results


class _Constants(Carrier):
    """Constants of equal elements."""

    def made(self, op: Any, b: Builder, orders: Orders, operands: Sequence[Value]) -> Sequence[Value]:
        return [b.splat(splat(op.results[0]), form_type(op.results[0].type, orders.results))]


class _Transposes(Carrier):
    """The form of a transpose is that of its operand."""

    def from_operand(self, op: Any, number: int, order: Order) -> Orders | None:
        return Orders(tuple([op.permutation.index(d) for d in order]), (order,))

    def from_results(self, op: Any, order: Order) -> Orders | None:
        return Orders(order, (tuple([op.permutation[d] for d in order]),))

    def made(self, op: Any, b: Builder, orders: Orders, operands: Sequence[Value]) -> Sequence[Value]:
        return operands


class _Broadcasts(Carrier):
    """What is repeated is put in order before."""

    def from_operand(self, op: Any, number: int, order: Order) -> Orders | None:
        return None  # the dimensions along which it is repeated may stand anywhere

    def from_results(self, op: Any, order: Order) -> Orders | None:
        places = [order.index(d) for d in op.broadcast_dimensions]
        return Orders(order, (tuple(sorted(range(len(places)), key=places.__getitem__)),))

    def made(self, op: Any, b: Builder, orders: Orders, operands: Sequence[Value]) -> Sequence[Value]:
        places = [orders.results.index(op.broadcast_dimensions[d]) for d in orders.operands[0]]
        type = form_type(op.result.type, orders.results)
        return [b(BroadcastInDim, *operands, broadcast_dimensions=places, result_types=[type])]


class _Reshapes(Carrier):
    """Dimensions that are split or merged stay neighbours."""

    def from_operand(self, op: Any, number: int, order: Order) -> Orders | None:
        found = _regrouped(order, op.operand.type.shape, op.result.type.shape)
        return None if found is None else Orders(found, (order,))

    def from_results(self, op: Any, order: Order) -> Orders | None:
        found = _regrouped(order, op.result.type.shape, op.operand.type.shape)
        return None if found is None else Orders(order, (found,))

    def made(self, op: Any, b: Builder, orders: Orders, operands: Sequence[Value]) -> Sequence[Value]:
        return [b(Reshape, *operands, result_types=[form_type(op.result.type, orders.results)])]


def _regrouped(order: Order, shape: Sequence[int], other: Sequence[int]) -> Order | None:
    """The order of the dimensions of `other`, a reshape of `shape`, for one of those of `shape`; None where dimensions that
    become others together do not follow each other."""
    run_of = {run[0]: (run, others) for run, others in reshaped_runs(tuple(shape), tuple(other))}
    left = [d for d in order if shape[d] != 1]
    found: list[int] = []
    while left:
        run, others = run_of.get(left[0], ([], []))
        if not run or left[: len(run)] != run:
            return None
        found += others
        left = left[len(run) :]
    moved = iter(found)
    return tuple([d if n == 1 else next(moved) for d, n in enumerate(other)])


class _Reductions(Carrier):
    """The dimensions that are left keep their order. Those reduced are combined in another one where that is left open by the
    specification and by the body, and transposed before where the body may be any function."""

    def from_operand(self, op: Any, number: int, order: Order) -> Orders | None:
        left = [d for d in range(len(order)) if d not in op.dimensions]
        results = tuple([left.index(d) for d in order if d in left])
        return Orders(results, tuple([order if v.type.rank else () for v in op.operands]))

    def from_results(self, op: Any, order: Order) -> Orders | None:
        return None  # the dimensions reduced may stand anywhere

    def made(self, op: Any, b: Builder, orders: Orders, operands: Sequence[Value]) -> Sequence[Value]:
        inputs, initial, order = operands[: len(op.inputs)], operands[len(op.inputs) :], orders.operands[0]
        places, reduced = sorted(order.index(d) for d in op.dimensions), sorted(op.dimensions)
        if [order[k] for k in places] != reduced and reducer_of(op.body) is None:
            before = dict(zip(places, map(order.index, reduced)))
            inputs = [b(Transpose, x, permutation=[before.get(k, k) for k in range(len(order))]) for x in inputs]
        made = b(Reduce, inputs, initial, dimensions=places, regions=[clone_region(op.body, {})])
        return [made] if len(op.results) == 1 else made


class _Windows(Carrier):
    """The elements of a window are combined in another order where that is left open. Windows along rows of a few elements are
    slower than those across rows."""

    def from_results(self, op: Any, order: Order) -> Orders | None:
        long = [d for d in order if op.window_dimensions[d] != 1]
        if long != sorted(long) and reducer_of(op.body) is None:
            return None
        if long and order[-1] == long[-1] and op.inputs[0].type.shape[order[-1]] < _FEW:
            return None
        return super().from_results(op, order)


_ELEMENTWISE = Carrier()
_CONSTANTS = _Constants()
_CARRIERS: dict[type[Op], Carrier] = {
    BroadcastInDim: _Broadcasts(),
    Concatenate: Carrier(naming=("dimension",)),
    Iota: Carrier(naming=("iota_dimension",)),
    Pad: Carrier(("edge_padding_low", "edge_padding_high", "interior_padding")),
    Reduce: _Reductions(),
    ReduceWindow: _Windows(("window_dimensions", "window_strides", "base_dilations", "window_dilations", "padding")),
    Reshape: _Reshapes(),
    Reverse: Carrier(naming=("dimensions",)),
    Slice: Carrier(("start_indices", "limit_indices", "strides")),
    Transpose: _Transposes(),
}


def carrier_of(op: Any) -> Carrier | None:
    """How an operation carries orders; None if it does not, and where there are no elements or sizes that are not known."""
    if not isinstance(op, Op) or not op.results:
        return None
    types: list[Any] = [v.type for v in (*op.operands, *op.results)]
    if not all(is_static(v) for v in (*op.operands, *op.results)) or not all(type.size for type in types):
        return None
    found = _CARRIERS.get(type(op))
    if found is not None:
        return found
    if isinstance(op, Constant):
        return _CONSTANTS if splat(op.results[0]) is not None else None
    shape = types[-1].shape
    if op.is_elementwise and len(op.results) == 1 and not op.regions and all(type.shape in (shape, ()) for type in types):
        return _ELEMENTWISE
    return None


def reordered(b: Builder, form: Any, before: Order, after: Order) -> Value:
    """The form in the order `after` of a value whose form in the order `before` is given."""
    if before == after:
        return form
    permutation, type = tuple([before.index(d) for d in after]), form.type
    if moves_nothing(permutation, tuple(range(len(permutation))), type.shape):
        return b(Reshape, form, result_types=[form_type(type, permutation)])
    return b(Transpose, form, permutation=permutation)
