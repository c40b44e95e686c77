"""Hash-consing: nodes that are built alike are one object, as long as somebody holds it."""

from __future__ import annotations

import threading
from typing import Any
from weakref import ref

from hloom.support.forking import renewed_in_child


class _Reference(ref):
    __slots__ = ("key",)
    key: tuple[Any, ...]


# The nodes that are alive, by their type and fields: an expression that nobody holds disappears from the table. (A
# WeakValueDictionary does the same through Python functions for each look-up and each entry.)
_interned: dict[tuple[Any, ...], _Reference] = {}
# Guards the replacement and the removal of entries; a new key is entered by the dictionary's own atomic operation.
# Reentrant: a collection of garbage may forget nodes at any time.
_intern_lock = renewed_in_child(threading.RLock())

_MOST_DIVISIONS = 1 << 40


def intern(*key: Any) -> Any:
    """The node of this type (the first part of the key) with these fields, the same object each time."""
    reference = _interned.get(key)
    node = None if reference is None else reference()
    return _make(key) if node is None else node


def known(key: tuple[Any, ...]) -> Any:
    """The node that is alive under a key, which begins with its class; None where there is none."""
    reference = _interned.get(key)
    return None if reference is None else reference()


def enter(key: tuple[Any, ...], node: Any) -> Any:
    """A node all filled in, under its key; or the one that another thread has entered since."""
    reference = _Reference(node, _forget)
    reference.key = key
    entered = _interned.setdefault(key, reference)
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
        entered = _interned.get(reference.key)
        other = None if entered is None else entered()
        if other is not None:
            return other
        _interned[reference.key] = reference
    return node


def _forget(reference: Any) -> None:
    with _intern_lock:
        # A node of the same key may have been entered since.
        if _interned.get(reference.key) is reference:
            del _interned[reference.key]


def count_interned() -> int:
    """The number of nodes that are alive."""
    return len(_interned)
