"""Trees of arguments and results as files keep them: tuples, lists, dicts and None, with leaves in them.

They do what is asked of a tree of JAX (`hloom.support.calling`), without JAX.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: Levels of a tree, at most: those of a program are few, and who reads a file must not run out of them.
_DEEPEST = 200


class SavedTree:
    """`kind` is `leaf`, `none`, `tuple`, `list` or `dict`, whose children are in the order of the sorted `keys`."""

    __slots__ = ("_children", "keys", "kind", "num_leaves")

    def __init__(self, kind: str, children: Sequence[SavedTree] = (), keys: Sequence[Any] = ()) -> None:
        self.kind, self._children, self.keys = kind, list(children), list(keys)
        #: Leaves in it.
        self.num_leaves: int = 1 if kind == "leaf" else sum(child.num_leaves for child in children)

    def children(self) -> list[SavedTree]:
        return self._children

    def node_data(self) -> tuple[Any, Any] | None:
        """The type of the value that it is of, with the keys of a dict; None for a leaf."""
        types = {"none": type(None), "tuple": tuple, "list": list, "dict": dict}
        return (types[self.kind], self.keys if self.kind == "dict" else None) if self.kind in types else None

    def flatten_up_to(self, value: Any) -> list[Any]:
        """The leaves of a value. Raises ValueError for one that is put together in another way."""
        return list(self._leaves(value, ""))

    def _leaves(self, value: Any, place: str) -> Iterator[Any]:
        if self.kind == "leaf":
            yield value
            return
        where = place or "the arguments"
        if self.kind == "none":
            if value is not None:
                raise ValueError(f"{where}: None is expected, got a {type(value).__name__}")
            return
        if self.kind == "dict":
            if not isinstance(value, Mapping) or set(value) != set(self.keys):
                got = f"with the keys {sorted(map(str, value))}" if isinstance(value, Mapping) else f"a {type(value).__name__}"
                raise ValueError(f"{where}: a dict with the keys {self.keys} is expected, got one {got}"[:500])
            parts: list[Any] = [value[key] for key in self.keys]
        else:
            expected = tuple if self.kind == "tuple" else list
            if not isinstance(value, expected) or len(value) != len(self._children):
                got = f"one of {len(value)}" if isinstance(value, expected) else f"a {type(value).__name__}"
                raise ValueError(f"{where}: a {self.kind} of {len(self._children)} is expected, got {got}")
            parts = list(value)
        for key, child, part in zip(self.keys or range(len(parts)), self._children, parts):
            yield from child._leaves(part, f"{place}[{key!r:.100}]")

    def unflatten(self, leaves: Sequence[Any]) -> Any:
        """The value with these leaves."""
        return self._value(iter(leaves))

    def _value(self, leaves: Iterator[Any]) -> Any:
        if self.kind == "leaf":
            return next(leaves)
        if self.kind == "none":
            return None
        parts = [child._value(leaves) for child in self._children]
        return dict(zip(self.keys, parts)) if self.kind == "dict" else parts if self.kind == "list" else tuple(parts)


def described(tree: Any) -> Any:
    """A tree, also one of JAX, as JSON has it. None for what is none, and for one with nodes of other types than those above, or
    with keys that JSON has no words for."""
    try:
        return None if tree is None else _described(tree)
    except TypeError:
        return None


def _described(tree: Any) -> Any:
    data = tree.node_data()
    if data is None:
        return "leaf"
    kind, keys = data
    children = [_described(child) for child in tree.children()]
    if kind is type(None):
        return "none"
    if kind is dict and all(type(key) in (str, int) for key in keys):
        return ["dict", children, list(keys)]
    if kind in (tuple, list):
        return [kind.__name__, children]
    raise TypeError("a tree that files have no words for")


def tree_of(stated: Any, depth: int = 0) -> SavedTree | None:
    """The tree that was described, None where none was. Raises ValueError or TypeError where it makes no sense."""
    if stated is None:
        return None
    if stated in ("leaf", "none"):
        return SavedTree(stated)
    kind, parts, *keys = stated
    if kind not in ("tuple", "list", "dict") or depth > _DEEPEST or len(keys) != (kind == "dict"):
        raise ValueError("no tree")
    children = [tree_of(part, depth + 1) for part in parts]
    if None in children or any(len(each) != len(children) or {*map(type, each)} - {str, int} for each in keys):
        raise ValueError("no tree")
    return SavedTree(kind, children, *keys)  # type: ignore[arg-type]
