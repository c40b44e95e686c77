"""Trees of arguments and results: tuples, lists, dicts and None, with leaves in them; taken apart and put together.

Those that files keep do what is asked of a tree of JAX (`hloom.support.calling`), without JAX.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hloom.support.diagnostics import shortened

#: Characters of a key in messages and lists of arguments.
_LONGEST_KEY = 200
#: Levels of a tree, at most: those of a program are few, and who reads a file must not run out of them.
_DEEPEST = 200


class SavedTree:
    """`kind` is `leaf`, `none`, `tuple`, `list` or `dict`, whose children are in the order of the sorted `keys`."""

    __slots__ = ("keys", "kind", "num_leaves", "parts")

    def __init__(self, kind: str, children: Sequence[SavedTree] = (), keys: Sequence[Any] = ()) -> None:
        self.kind, self.parts, self.keys = kind, list(children), list(keys)
        #: Leaves in it.
        self.num_leaves: int = 1 if kind == "leaf" else sum(child.num_leaves for child in children)

    def children(self) -> list[SavedTree]:
        return self.parts

    def node_data(self) -> tuple[Any, Any] | None:
        """The type of the value that it is of, with the keys of a dict; None for a leaf."""
        types = {"none": type(None), "tuple": tuple, "list": list, "dict": dict}
        return (types[self.kind], self.keys if self.kind == "dict" else None) if self.kind in types else None

    def flatten_up_to(self, value: Any) -> list[Any]:
        """The leaves of a value. Raises ValueError for one that is put together in another way."""
        return list(leaves_of(self, value, is_strict=True))

    def unflatten(self, leaves: Sequence[Any]) -> Any:
        """The value with these leaves."""
        return value_of(self, iter(leaves))


def leaves_of(tree: Any, value: Any, path: str = "", *, is_strict: bool = False) -> Iterator[Any]:
    """The leaves of a value that is put together as a tree; `is_strict` tells lists from tuples. ValueError, which says where,
    for one that is not. Trees have `kind`, `keys` and `parts`."""
    if tree.kind == "leaf":
        yield value
        return
    where, parts = named(path), None
    if tree.kind == "none":
        if value is not None:
            raise ValueError(f"{where} is None, got a {type(value).__name__}")
        return
    if tree.kind == "dict":
        if not isinstance(value, Mapping) or set(value) != set(tree.keys):
            got = f"the keys {sorted(map(str, value))}" if isinstance(value, Mapping) else f"a {type(value).__name__}"
            raise ValueError(f"{where} has the keys {list(tree.keys)}, got {got}"[:2000])
        parts = [value[key] for key in tree.keys]
    elif isinstance(value, {"tuple": tuple, "list": list}[tree.kind] if is_strict else list | tuple):
        parts = list(value)  # named tuples and registered ones go in as tuples
    if parts is None or len(parts) != len(tree.parts):
        got = f"{len(parts)} parts" if parts is not None else f"a {type(value).__name__}"
        raise ValueError(f"{where} is a {tree.kind} of {len(tree.parts)} parts, got {got}")
    for child, part, step in zip(tree.parts, parts, steps(tree)):
        yield from leaves_of(child, part, path + step, is_strict=is_strict)


def value_of(tree: Any, leaves: Iterator[Any]) -> Any:
    """The value that is put together as a tree from its leaves. Types that were registered come as tuples."""
    if tree.kind == "leaf":
        return next(leaves)
    if tree.kind == "none":
        return None
    parts = [value_of(child, leaves) for child in tree.parts]
    return dict(zip(tree.keys, parts)) if tree.kind == "dict" else parts if tree.kind == "list" else tuple(parts)


def steps(tree: Any) -> list[str]:
    """How one comes from a value to each of its parts."""
    if tree.kind == "dict":
        return [f"[{shortened(repr(key), _LONGEST_KEY)}]" for key in tree.keys]
    return [f"[{k}]" for k in range(len(tree.parts))]


def named(path: str) -> str:
    """A path from a pair of arguments and keyword arguments on, as JAX names it: `args[0]['w']`, `kwargs['scale']`."""
    return f"args{path[3:]}" if path.startswith("[0]") else f"kwargs{path[3:]}" if path.startswith("[1]") else "the arguments"


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
