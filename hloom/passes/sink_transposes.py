"""Transposes move down to where they cost less: to another one that undoes them, or behind a reduction.

    %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x64xf32>) -> tensor<64x8xf32>
    %1 = stablehlo.exponential %0 : tensor<64x8xf32>
    %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : ... -> tensor<8xf32>
->  %1 = stablehlo.exponential %x : tensor<8x64xf32>
    %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [1] : ... -> tensor<8xf32>

What an operation makes of transposed operands is often the transpose of what it makes of the operands as they are: each value has
two forms, in the order of its dimensions and in that of the transposes above it, and each operation (`dimension_orders`) computes
one of them. A transpose in the first order costs the bytes that it moves, half of them where it moves rows. Where a value is
needed in a form that is not computed it is transposed, which must save twice as much: in its old place a transpose may be part of
loops that read transposed elements about as fast as others. The choice that costs the least is a minimum cut between the forms.

There are two orders only. First a transpose that does not undo those above it begins another one, then it adds to theirs.
Operations that are the end of the way (products, loops, results) take what they took.
"""

from __future__ import annotations

from math import prod
from typing import Any

from hloom.ir.core import Block, Operation, OpResult, Value
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.movement import Transpose
from hloom.passes import dce
from hloom.passes.dimension_orders import Order, Orders, carrier_of, is_plain, moves_nothing, reordered
from hloom.support.minimum_cut import Graph

#: Bytes that must be saved in a block: fewer are moved in no time.
_LEAST_BYTES = 1 << 12
#: Bytes of a line of the cache.
_LINE = 64
#: How often the transposes of a block that are left are looked at again.
_MOST_ROUNDS = 4
#: Operations upwards that are asked for what another one needs in an order.
_MOST_ASKED = 6
#: Without any of these it changes nothing.
NEEDS = (Transpose,)


def run(module: Operation, least_bytes: int = _LEAST_BYTES) -> bool:
    """The pass `sink_transposes`, which moves transposes of a block where that saves so many bytes."""
    blocks = list(dict.fromkeys(op.block for op in module.walk() if isinstance(op, Transpose) and op.block is not None))
    if not blocks:
        return False
    changed = dce.run(module)  # what nobody needs would be paid for
    for block in blocks:
        for _ in range(_MOST_ROUNDS):
            first = _Sinking(block, adds=False)
            if not (first.run(least_bytes) or (first.has_several and _Sinking(block, adds=True).run(least_bytes))):
                break
            changed = True
    return changed


def _bytes(value: Any) -> int:
    return prod(value.type.shape) * value.type.storage.dtype.itemsize


def _bytes_moved(value: Any, order: Order, before: Order | None = None) -> int:
    """The bytes to move from one form of a value, the plain one for None, to that in another order. Where only sizes of 1 change
    places it is next to nothing: values that are computed side by side had better have them in the same places."""
    return 1 if moves_nothing(order, before or tuple(range(len(order))), value.type.shape) else _bytes(value)


def _moves_rows(op: Any) -> bool:
    """Whether a transpose leaves side by side what fills a line of the cache."""
    shape = op.operand.type.shape
    moved = [d for d in op.permutation if shape[d] != 1]
    return moved[-1] == max(moved) and shape[moved[-1]] * op.result.type.storage.dtype.itemsize >= _LINE


def _is_generated(value: Any) -> bool:
    """Whether a value is made in any order at no cost: a constant of equal elements, an iota."""
    return isinstance(value, OpResult) and not value.owner.operands and carrier_of(value.owner) is not None


class _Sinking:
    """One block. `orders` are those in which operations compute their other form: a *moved* operation does. `adds` says whether
    the order behind a transpose is made of that above it in any case."""

    def __init__(self, block: Block, adds: bool) -> None:
        self.block, self.adds = block, adds
        self.orders: dict[Operation, Orders] = {}
        #: Whether a transpose began another order behind one that there was.
        self.has_several = False
        self.graph = Graph()
        #: The edges of forms that the graph has.
        self.edges: set[tuple[Any, Any]] = set()

    def run(self, least_bytes: int) -> bool:
        for op in self.block.operations:
            self._choose_orders(op)
        before = self._add_costs()
        if before < least_bytes:
            return False
        cost, moved = self.graph.cut("plain", "moved")
        if before - cost < least_bytes:
            return False
        _Rewriting(self.block, {op: orders for op, orders in self.orders.items() if op in moved}).run()
        return True

    # -- orders -----------------------------------------------------------------------------------------------------------
    def _order(self, value: Value) -> Order | None:
        """The order of the other form of a value; None if it has none."""
        found = self.orders.get(value.owner) if isinstance(value, OpResult) else None
        return None if found is None or is_plain(found.results) else found.results

    def _choose_orders(self, op: Any) -> None:
        """Gives an operation the orders that follow from its largest operand in another form, or from its being a transpose."""
        carrier = carrier_of(op)
        if carrier is None:
            return
        given = [(_bytes(v), k, order) for k, v in enumerate(op.operands) if (order := self._order(v)) is not None]
        if isinstance(op, Transpose) and not (given and (self.adds or self._is_undone(op, given[0][2]))):
            self.has_several |= bool(given)
            given = [(0, 0, tuple(range(op.operand.rank)))]
        for _, number, order in sorted(given, reverse=True):
            found = carrier.from_operand(op, number, order)
            if found is not None:
                self.orders[op] = found
                for value, wanted in zip(op.operands, found.operands):
                    self._ask(value, wanted, _MOST_ASKED)
                return

    def _is_undone(self, op: Any, order: Order) -> bool:
        """Whether a transpose gives back the elements as they lie in its operand's form in an order."""
        return moves_nothing(tuple([op.permutation.index(d) for d in order]), tuple(range(len(order))), op.result.type.shape)

    def _ask(self, value: Any, wanted: Order, depth: int) -> int:
        """The bytes to transpose for a value in an order; where that is less than the value's own it gets these orders."""
        own = self._order(value)
        if is_plain(wanted) or own == wanted or _is_generated(value):
            return 0
        most = _bytes_moved(value, wanted)
        op = value.owner if own is None and depth and isinstance(value, OpResult) else None
        if op is None or op.block is not self.block or op in self.orders or isinstance(op, Transpose):
            return most
        carrier = carrier_of(op)
        found = None if carrier is None else carrier.from_results(op, wanted)
        if found is None:
            return most
        cost = sum(self._ask(v, order, depth - 1) for v, order in zip(op.operands, found.operands))
        if cost < most:
            self.orders[op] = found
        return min(cost, most)

    # -- costs ------------------------------------------------------------------------------------------------------------
    def _add_costs(self) -> int:
        """Makes the graph, whose nodes are operations; returns what the program as it stands costs."""
        total, used = 0, set()
        for op in self.block.operations:
            for inner in op.walk():
                for number, value in enumerate(inner.operands):
                    owner = value.owner  # type: ignore[attr-defined]
                    if not (isinstance(owner, Transpose) and getattr(inner, "is_contraction", False)):
                        used.add(owner)  # products read transposes in place
                        self._add_use(op, number if inner is op else None, value)
        for op in self.orders:
            if isinstance(op, Transpose) and op in used:
                cost = _bytes(op.result) // (2 if _moves_rows(op) else 1)
                total += cost
                self.graph.edge(op, "moved", cost)
        return total

    def _add_use(self, op: Operation, number: int | None, value: Any) -> None:
        """Adds what it costs that an operation uses a value in another form than it is computed in. `number` is None for what is
        inside of the operation."""
        own = self._order(value)
        if (own is None and op not in self.orders) or _is_generated(value):
            return
        wanted = self.orders[op].operands[number] if number is not None and op in self.orders else None
        if wanted is not None and not is_plain(wanted):
            if own is not None and wanted == own:
                self._add_form(value, own, value.owner, "moved", op)
            else:
                self.graph.edge("plain", op, 2 * _bytes_moved(value, wanted, own))
        if own is None or (isinstance(op, Transpose) and wanted == own):
            return  # a transpose takes its operand in either form
        self._add_form(value, own, "plain" if wanted is None or is_plain(wanted) else op, "plain", value.owner)

    def _add_form(self, value: Value, own: Order, start: Any, form: str, end: Any) -> None:
        """Adds the cost of the form of a value that is not computed, of which one serves all that use it: where `start` is plain
        and `end` is moved."""
        node, cost = (value, form), 2 * _bytes_moved(value, own)
        for edge in ((start, node), (node, end)):
            if edge not in self.edges:
                self.edges.add(edge)
                self.graph.edge(*edge, cost)


class _Rewriting:
    """Makes the operations of a block anew, some of them moved."""

    def __init__(self, block: Block, moved: dict[Operation, Orders]) -> None:
        self.block, self.moved = block, moved
        #: The forms that there are of values of which a form but the plain one was made.
        self.forms: dict[Value, dict[Order, Value]] = {}

    def run(self) -> None:
        operations = self.block.operations
        self.block.operations = []
        for op in operations:
            b = Builder(self.block, op.location, op.span)
            orders = self.moved.get(op)
            if orders is not None:
                operands = [self._form(b, v, order) for v, order in zip(op.operands, orders.operands)]
                carrier: Any = carrier_of(op)
                for old, new in zip(op.results, carrier.made(op, b, orders, operands), strict=True):
                    new.name = new.name or old.name
                    self.forms[old] = {orders.results: new}
            elif isinstance(op, Transpose) and op.operand in self.forms:
                self.forms[op.result] = {tuple(range(op.operand.rank)): self._transposed(b, op)}
            else:
                for inner in op.walk():
                    inner.operands = [self._form(b, v, None) if v in self.forms else v for v in inner.operands]
                self.block.append(op)

    def _form(self, b: Builder, value: Any, order: Order | None) -> Value:
        """The form of a value in an order; the plain one for None."""
        plain = tuple(range(value.type.rank))
        forms = self.forms.setdefault(value, {plain: value})
        order = order or plain
        if order not in forms:
            if _is_generated(value):
                carrier: Any = carrier_of(value.owner)
                (forms[order],) = carrier.made(value.owner, b, Orders(order, ()), [])
            else:
                before, form = next(iter(forms.items()))
                forms[order] = reordered(b, form, before, order)
        return forms[order]

    def _transposed(self, b: Builder, op: Any) -> Value:
        """What a transpose makes of the first form of its operand."""
        before, form = next(iter(self.forms[op.operand].items()))
        return reordered(b, form, before, op.permutation)
