"""Hash-consing: nodes that are built alike are one object, as long as somebody holds it; and the canonical order
of nodes, which makes sums that are built alike be built of the same."""

from __future__ import annotations

import operator
import threading
from collections.abc import Sequence
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any
from weakref import ref

from hloom.support.forking import renewed_in_child

if TYPE_CHECKING:
    from hloom.expr.nodes import IndexExpr
    Item = IndexExpr | tuple[IndexExpr, int] | int


class _Reference(ref):
    __slots__ = ("key",)
    key: tuple[Any, ...]


#: The nodes that are alive, by their type and fields: an expression that nobody holds disappears from the table. Who makes nodes
#: looks here for one that there is (of one that is gone the reference gives None). A WeakValueDictionary does the same through
#: Python's functions for each look-up and each entry.
INTERNED: dict[tuple[Any, ...], _Reference] = {}
# Guards the replacement and the removal of entries; a new key is entered by the dictionary's own atomic operation.
# Reentrant: a collection of garbage may forget nodes at any time.
_intern_lock = renewed_in_child(threading.RLock())

_MOST_DIVISIONS = 1 << 40


def intern(*key: Any) -> Any:
    """The node of this type (the first part of the key) with these fields, the same object each time."""
    reference = INTERNED.get(key)
    node = None if reference is None else reference()
    return _make(key) if node is None else node


def enter(key: tuple[Any, ...], node: Any) -> Any:
    """A node all filled in, under its key; or the one that another thread has entered since."""
    reference = _Reference(node, _forget)
    reference.key = key
    entered = INTERNED.setdefault(key, reference)
    return node if entered is reference else _enter_again(node, reference)


def _make(key: tuple[Any, ...]) -> Any:
    node = object.__new__(key[0])
    node.prefix_of_order = node.scaled_prefix = None
    node._fill(*key[1:])
    children = node.children
    if children:
        variables = children[0].free_variables
        count = node.own_divisions
        depends_on_data = False
        for child in children:
            count += child.division_count
            depends_on_data = depends_on_data or child.depends_on_data
            own = child.free_variables
            # An operand's set is shared where it already holds them all.
            if own is not variables and not own <= variables:
                variables = own if variables <= own else variables | own
        node.free_variables = variables
        node.division_count = count if count < _MOST_DIVISIONS else _MOST_DIVISIONS
        node.depends_on_data = depends_on_data
    return enter(key, node)


def _enter_again(node: Any, reference: _Reference) -> Any:
    """Enters a node although the table has an entry for its key; the node of that entry if it is alive."""
    with _intern_lock:
        entered = INTERNED.get(reference.key)
        other = None if entered is None else entered()
        if other is not None:
            return other
        INTERNED[reference.key] = reference
    return node


def _forget(reference: Any) -> None:
    with _intern_lock:
        # A node of the same key may have been entered since.
        if INTERNED.get(reference.key) is reference:
            del INTERNED[reference.key]


def count_interned() -> int:
    """The number of nodes that are alive."""
    return len(INTERNED)


# -- order ---------------------------------------------------------------------------------------------------------------------
# The canonical order of expressions, which makes sums that are built alike identical.
#
# By node type, then by operands from left to right, longer sums and products first, variables by kind and number, constants
# last. A term with a coefficient counts as a product with a constant on the right; among the terms of a sum the coefficients 1
# and -1 do not count.
#
# The order looks at *items*: expressions, terms with a coefficient, and integers. A node type says by `order_head` what stands
# at its place and by `order_operands` which items follow.

Head = tuple[int, int, int]
"""The rank of the node type and two integers that tell nodes of one type apart before their operands do."""

CONSTANT_RANK = 8
PRODUCT_RANK = 1
_PREFIX_LENGTH = 32
_SCALED = (PRODUCT_RANK, -2, 0)
_COEFFICIENT = (CONSTANT_RANK, 0, 0)
_first = operator.itemgetter(0)


def _head(item: Item) -> Head:
    if isinstance(item, int):
        return (CONSTANT_RANK, item, 0)
    if isinstance(item, tuple):
        return (PRODUCT_RANK, -len(item[0].factors) - 1, 0)
    return item.order_head


def _operands(item: Item) -> Sequence[Item]:
    if isinstance(item, int):
        return ()
    return (*item[0].factors, item[1]) if isinstance(item, tuple) else item.order_operands


def compare(left: Item, right: Item) -> int:
    """-1, 0 or 1 for an item before, equal to or behind another; on an explicit stack, to any depth."""
    stack = [(left, right)]
    while stack:
        left, right = stack.pop()
        if left is right:
            continue
        head_left, head_right = _head(left), _head(right)
        if head_left != head_right:
            return -1 if head_left < head_right else 1
        stack.extend(reversed(list(zip(_operands(left), _operands(right)))))
    return 0


canonical_order = cmp_to_key(compare)
"""Sort key of expressions."""


def order_prefix(item: Item) -> tuple[Head, ...]:
    """The first heads of an item in preorder, which decide most comparisons; remembered with a node."""
    if isinstance(item, int):
        return (_head(item),)
    prefix = None if isinstance(item, tuple) else item.prefix_of_order
    if prefix is None:
        heads = [_head(item)]
        for operand in _operands(item):
            if len(heads) >= _PREFIX_LENGTH:
                break
            heads.extend(order_prefix(operand))
        prefix = tuple(heads[:_PREFIX_LENGTH])
        if not isinstance(item, tuple):
            item.prefix_of_order = prefix
    return prefix


def _scaled_prefix(term: IndexExpr) -> tuple[Head, ...]:
    """The prefix of a term with a coefficient, remembered likewise: a product's, with a constant behind the factors.

    It stands for every coefficient, because no two terms of one sum have the same factors.
    """
    scaled = term.scaled_prefix
    if scaled is None:
        prefix = term.prefix_of_order or order_prefix(term)
        if prefix[0][0] == PRODUCT_RANK:
            heads = ((PRODUCT_RANK, prefix[0][1] - 1, 0), *prefix[1:], _COEFFICIENT)
        else:
            heads = (_SCALED, *prefix, _COEFFICIENT)
        scaled = term.scaled_prefix = heads[:_PREFIX_LENGTH]
    return scaled


def sort_terms(terms: list[tuple[IndexExpr, int]]) -> None:
    """Sorts the terms of a sum; only where prefixes tie, by the slower comparison of whole expressions."""
    keyed = [
        (term.prefix_of_order or order_prefix(term) if -1 <= k <= 1 else term.scaled_prefix or _scaled_prefix(term), (term, k))
        for term, k in terms
    ]
    keyed.sort(key=_first)
    terms[:] = [entry for _, entry in keyed]
    before = None
    for prefix, _ in keyed:
        if prefix == before:
            terms.sort(key=lambda entry: canonical_order(_unsigned(entry)))
            return
        before = prefix


def _unsigned(entry: tuple[IndexExpr, int]) -> Item:
    # The sign takes no part, so that `x - y` and `y - x` list their terms alike.
    return entry if abs(entry[1]) != 1 else entry[0]
