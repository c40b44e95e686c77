"""What stands between a caller and a function: trees of JAX, tokens, arguments that nobody has to give.

A token orders effects and holds nothing. Those that JAX marks (`jax.token`) come from its ordered effects: they are neither given
nor returned. Others may be given in their places, as anything, or be left out; among results they are None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hloom.support.calling import Calling
from hloom.support.diagnostics import InputError
from hloom.support.signatures import Parameter, Signature, is_tree, wrong_count

#: What an argument or a result is: an array, a token, the token of one of JAX's effects, which of the export's platforms this is.
ARRAY, TOKEN, EFFECT, PLATFORM = "array", "token", "effect", "platform"


class Boundary:
    """Makes the arrays that a function takes out of what a caller gives, and what the caller gets out of its results.

    `given` and `returned` say what each argument and each result is, `names` what the arguments are called; `calling` is how JAX
    calls the function.
    """

    def __init__(self, function: str, names: Sequence[str], given: Sequence[str], returned: Sequence[str],
                 calling: Calling | None) -> None:
        if calling is None:  # nobody knows which platform this is
            given = [ARRAY if kind == PLATFORM else kind for kind in given]
        self.function, self.names, self.given, self.returned, self.calling = function, names, given, returned, calling
        leading = iter(calling.leading if calling is not None else ())
        #: What nobody has to give, by the number of the argument.
        self._own: dict[int, Any] = {}
        for number, kind in enumerate(given):
            if kind == PLATFORM:
                self._own[number] = calling.platform  # type: ignore[union-attr]
            elif kind == ARRAY and (value := next(leading, None)) is not None:
                self._own[number] = value
        #: The arguments that leaves of the function's own arguments are, in their order.
        self._leaves = [k for k, kind in enumerate(given) if kind in (ARRAY, TOKEN) and k not in self._own]
        self._has_trees = calling is not None and calling.has_trees and (
            len(self._leaves), sum(kind != EFFECT for kind in returned)) == (len(calling.kept), calling.out_tree.num_leaves)

    @property
    def has_tokens(self) -> bool:
        """Whether the function takes or gives tokens."""
        return not {TOKEN, EFFECT}.isdisjoint((*self.given, *self.returned))

    def arrays(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> tuple[list[Any], bool]:
        """A value for each argument that is no token, and whether the caller takes part in trees: they gave the arguments of the
        function of JAX. Raises InputError for arguments that are neither these nor leaves."""
        reason = ""
        if self._has_trees:
            assert self.calling is not None
            try:
                leaves = self.calling.leaves(*self._by_position(arguments, named))
            except InputError as error:
                reason = str(error).rstrip(".")
            else:
                return self._all(dict(zip(self._leaves, leaves))), True
        return self._all(self._flat(arguments, named, reason)), False

    def results(self, found: Sequence[Any], is_tree: bool) -> Any:
        """What the caller gets, of the results that are no tokens."""
        values = iter(found)
        visible = [next(values) if kind == ARRAY else None for kind in self.returned if kind != EFFECT]
        if not is_tree:
            return tuple(visible)
        assert self.calling is not None
        return self.calling.out_tree.unflatten(visible)

    def _all(self, values: Mapping[int, Any]) -> list[Any]:
        return [values[k] if k in values else self._own[k] for k, kind in enumerate(self.given) if kind in (ARRAY, PLATFORM)]

    def _by_position(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> tuple[Sequence[Any], Mapping[str, Any]]:
        """The arguments with those by position that are given by name put into their places."""
        assert self.calling is not None
        if set(named) <= set(self.calling.keywords):
            return arguments, named
        roots = [{_root(self.names[self._leaves[k]]) for k in places} for places in self.calling.positions()]
        rest, found = dict(named), list(arguments)
        while len(found) < len(roots) and len(roots[len(found)]) == 1 and (name := min(roots[len(found)])) in rest:
            found.append(rest.pop(name))
        return found, rest

    def _flat(self, arguments: Sequence[Any], named: Mapping[str, Any], reason: str) -> dict[int, Any]:
        """Leaves by the numbers of the arguments; tokens may be among them, and what nobody has to give."""
        kinds, own = list(enumerate(self.given)), self._own
        accepted = ([k for k, kind in kinds if kind in (ARRAY, PLATFORM) and k not in own], self._leaves,
                    [k for k, kind in kinds if kind in (ARRAY, PLATFORM)], [k for k, kind in kinds if kind != EFFECT],
                    [k for k, _ in kinds])
        names = [self.names[k] for k in accepted[0]]
        try:
            if named:
                own = Signature(self.function, tuple(Parameter(name, None) for name in names), ())
                return dict(zip(accepted[0], own.bind(arguments, named)))
            for places in accepted:
                if len(places) == len(arguments) and not (reason and any(map(is_tree, arguments))):
                    return dict(zip(places, arguments))
            raise wrong_count(self.function, names, arguments)
        except InputError as error:
            if reason:
                raise InputError(f"the arguments are not those of the function that was lowered ({reason}), nor leaves of them: "
                                 f"{error}") from None
            is_lost = self.calling is not None and not self.calling.has_trees
            raise InputError(f"{error}{_LOST if is_lost else ''}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Boundary, (self.function, self.names, self.given, self.returned, self.calling)


_LOST = ("; the trees of its arguments and results got lost when the executable was pickled or saved: there is no JAX here to "
         "read them, or they have nodes of classes that it does not pickle, or that files have no words for")


def _root(name: str) -> str:
    """The argument of a function that a leaf of it belongs to: `params` of `params['w']`."""
    return name.partition("[")[0].partition(".")[0]
