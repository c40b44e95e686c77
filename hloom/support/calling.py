"""How a function of JAX is called, as the object says that JAX lowered it to: trees of arguments and of results, arguments that
jit dropped, functions of this process that the program calls back. JAX is not imported for it: a tree knows how to take values
apart and to put them together."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from hloom.support.diagnostics import InputError

#: Characters of what JAX says is wrong with arguments; it may print all their elements.
_LONGEST_REASON = 300


class Calling:
    """The convention by which `main` stands for a function of JAX.

    `in_tree` is the structure of `(arguments, keyword arguments)`, `out_tree` that of what the function returns; None where they
    got lost. Of the leaves of `in_tree`, `main` takes those of the numbers `kept`, in this order, behind the values `leading`,
    which the program has itself. `platform` is the number of this platform among those that the program is for. `callbacks` are
    the functions that the program calls back by their number; `owner` keeps them alive. `narrows` says whether jit makes numbers
    of 64 bits ones of 32. A Calling is pickled without callbacks, and without trees that JAX does not pickle.
    """

    __slots__ = ("callbacks", "in_tree", "kept", "leading", "narrows", "out_tree", "owner", "platform")

    def __init__(self, in_tree: Any, out_tree: Any, kept: Sequence[int], leading: Sequence[Any] = (), platform: int = 0,
                 narrows: bool = True, callbacks: Sequence[Callable[..., Any]] = (), owner: Any = None) -> None:
        self.in_tree, self.out_tree, self.kept, self.leading = in_tree, out_tree, tuple(kept), tuple(leading)
        self.platform, self.narrows, self.callbacks, self.owner = platform, narrows, tuple(callbacks), owner

    @property
    def has_trees(self) -> bool:
        """Whether arguments and results can be trees."""
        return self.in_tree is not None and self.out_tree is not None

    @property
    def keywords(self) -> list[str]:
        """The arguments that are given by name."""
        return list(self.in_tree.children()[1].node_data()[1])

    def leaves(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
        """What `main` takes behind `leading`, out of the arguments of the function. Raises InputError for arguments of another
        structure."""
        try:
            found = self.in_tree.flatten_up_to((tuple(arguments), dict(named)))
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{error}"[:_LONGEST_REASON]) from None
        return [found[k] for k in self.kept]

    def positions(self) -> list[range]:
        """For each argument by position the numbers of its leaves among those that `main` takes behind `leading`."""
        places = {leaf: place for place, leaf in enumerate(self.kept)}
        found, first = [], 0
        for child in self.in_tree.children()[0].children():
            mine = [places[leaf] for leaf in range(first, first + child.num_leaves) if leaf in places]
            found.append(range(mine[0], mine[-1] + 1) if mine else range(0))
            first += child.num_leaves
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (_packed(self.in_tree), _packed(self.out_tree), self.kept, self.leading, self.platform, self.narrows)


def calling_of(program: Any, platform: str = "cpu") -> Calling | None:
    """How a jax.stages.Lowered or a jax.export.Exported is called; None for what does not say it."""
    in_tree: Any = getattr(program, "in_tree", None)
    out_tree: Any = getattr(program, "out_tree", None)
    if not hasattr(in_tree, "flatten_up_to") or not hasattr(out_tree, "unflatten"):
        return None
    kept = getattr(program, "module_kept_var_idx", None)  # of Exported
    lowering = getattr(program, "_lowering", None)  # what Lowered keeps for its compilation has no public names
    settings = getattr(lowering, "compile_args", None)
    settings = settings if isinstance(settings, Mapping) else {}
    leading = tuple(getattr(lowering, "const_args", None) or ())
    if kept is None and settings.get("kept_var_idx") is not None:
        kept = [k - len(leading) for k in sorted(settings["kept_var_idx"]) if k >= len(leading)]
    platforms = tuple(getattr(program, "platforms", None) or getattr(lowering, "_platforms", None) or ())
    return Calling(in_tree, out_tree, range(in_tree.num_leaves) if kept is None else kept, leading,
                   platforms.index(platform) if platform in platforms else 0, not _has_64_bits(),
                   settings.get("host_callbacks") or (), program)


def _has_64_bits() -> bool:
    """Whether JAX, which is loaded if one of its programs is, keeps numbers of 64 bits."""
    return bool(getattr(getattr(sys.modules.get("jax"), "config", None), "jax_enable_x64", False))


def _packed(tree: Any) -> bytes | None:
    """A tree as bytes; None for one with nodes that JAX does not pickle."""
    with suppress(Exception):  # whatever JAX raises for those
        return pickle.dumps(tree)
    return None


def _restored(in_tree: bytes | None, out_tree: bytes | None, *more: Any) -> Calling:
    trees = [_unpacked(in_tree), _unpacked(out_tree)]
    return Calling(*trees, *more)


def _unpacked(tree: bytes | None) -> Any:
    with suppress(Exception):  # there may be no JAX here, or another one
        return None if tree is None else pickle.loads(tree)
    return None
