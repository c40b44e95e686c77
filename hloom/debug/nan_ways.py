"""The ways of a NaN through a run: from an element of a result back, operation by operation, to an element of an operand that has
it, up to the operation of which no operand has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.debug.around import places_of
from hloom.debug.fragments import defining
from hloom.debug.nan_told import NanOrigin, Passed
from hloom.debug.nan_tracking import Mark, Node, Tracker, path_of
from hloom.ir.core import BlockArgument, Operation, Value
from hloom.ir.types import TokenType
from hloom.numbers.rounding import quietly
from hloom.ops.builtin.function import Function, signature
from hloom.ops.builtin.module import Module, function_named
from hloom.ops.definition.operation import Op
from hloom.reference.observe import first_of, looked_for, words_of
from hloom.reference.values import function_of, names_in
from hloom.support.diagnostics import UserError

#: Elements of operands among which one that has what is looked for is sought.
_MOST_PLACES: Final = 1 << 12
#: Elements of a result, and of an operand, from which ways lead back; elements that are looked at for one result.
_MOST_TRIED, _MOST_VISITED = 32, 50_000


class Watch:
    """A run of a function that is watched: `tracker` is to be its observer; afterwards `origins` has what was found."""

    def __init__(self, module: Module, function: str, kind: str = "nan", results: Sequence[str] = ()) -> None:
        self.function = function_named(module, function)
        self.kind = kind
        self.tracker = Tracker(self.function, module.functions, kind)
        self.origins: list[NanOrigin] = []
        self._functions = set(module.functions)
        self._results = results or [p.name for p in signature(self.function).results if not isinstance(p.type, TokenType)]
        self._names: dict[Function, dict[Value, str]] = {}
        self._places: dict[tuple[Operation, int, tuple[int, ...]], Mapping[int, list[tuple[int, ...]]]] = {}

    def run(self, run: Callable[[], Sequence[Any]]) -> None:
        """Runs, and finds the origins. Where the run fails after something was made, that is what is found."""
        try:
            results = run()
        except UserError:
            self.broken()
            if not self.origins:
                raise
        else:
            self.finish(results)

    def broken(self) -> None:
        """The run has failed before its end."""
        first = self.tracker.first
        self.origins = [] if first is None else [replace(self._origin([_made(first)]), is_whole=False)]

    def finish(self, results: Sequence[Any] | None = None) -> None:
        """The run has come to its end, with such results; None where only what operations have made of them is known."""
        ends: dict[str, Mark] = {}
        values = [v for v in self.function.body.block.terminator.operands if not isinstance(v.type, TokenType)]
        if results is not None:
            results = [x for x in results if x is not None]
        for k, (value, name) in enumerate(zip(values, self._results)):
            if results is None:
                ends |= {f"{name} of {thread}": mark for thread, mark in self.tracker.made_of(value).items()}
            elif (mark := self.tracker.mark_of(value, results[k])) is not None:
                ends[name] = mark
        with quietly():
            self._find(ends)

    def _find(self, ends: Mapping[str, Mark]) -> None:
        first = self.tracker.first
        found: dict[Node, NanOrigin] = {}
        for name, end in ends.items():
            way = (None if first is None else self._way_from(first, end)) or self._way(_Place(end, None))
            start = next((k for k, p in enumerate(way) if p.mark.node is first), len(way) - 1)
            origin = way[start].mark.node
            if origin not in found:
                found[origin] = self._origin(way[start::-1])
            found[origin] = replace(found[origin], results={**found[origin].results, name: way[0].index or ()})
        if first is not None and first not in found:
            found[first] = self._origin([_made(first)])
        # In the order of the run, what was given last.
        self.origins = [found[node] for node in sorted(found, key=lambda node: (node.op is None, node.number))]

    # -- ways from results back to origins ------------------------------------------------------------------------------------

    def _way(self, place: _Place) -> list[_Place]:
        """The way back from a place, as far as it goes."""
        way: list[_Place] = []
        current: _Place | None = place
        while current is not None:
            way.append(self._real(current))
            current = next(iter(self._before(way[-1])), None)
        return way

    def _way_from(self, origin: Node, end: Mark) -> list[_Place]:
        """The way from an operation to a result; empty where none is found."""
        array = _array_of(end)
        marked = None if array is None else looked_for(self.kind, array)
        indices: list[Any] = [None] if marked is None else [tuple(map(int, i)) for i in np.argwhere(marked)[:_MOST_TRIED]]
        pending = [self._real(_Place(end, index)) for index in reversed(indices)]
        behind: dict[_Place, _Place | None] = dict.fromkeys(pending)
        while pending and len(behind) < _MOST_VISITED:
            place = pending.pop()
            if place.mark.node is origin:
                way: list[_Place] = []
                current: _Place | None = place
                while current is not None:
                    way.append(current)
                    current = behind[current]
                return way[::-1]
            for before in reversed(self._before(place)):
                before = self._real(before)
                if before not in behind:
                    behind[before] = place
                    pending.append(before)
        return []

    def _real(self, place: _Place) -> _Place:
        """The place, or if that has not what is looked for, the first element of the value that has it."""
        array = _array_of(place.mark)
        marked = None if array is None else looked_for(self.kind, array)
        if marked is None:
            return _Place(place.mark, None)
        index = place.index
        if index is not None and len(index) == marked.ndim and all(k < n for k, n in zip(index, marked.shape)) and marked[index]:
            return place
        return _Place(place.mark, first_of(marked))

    def _before(self, place: _Place) -> list[_Place]:
        """Where an element has it from; nothing where it was made there."""
        node, result = place.mark
        if node.op is None:
            return []
        if node.returned is not None:
            mark = node.returned[result]
            return [] if mark is None else [_Place(mark, place.index)]
        inside = [_Place(mark, None) for k, mark in node.links if k < 0]
        links = [(k, mark) for k, mark in node.links if k >= 0]
        if node.operands is None:
            return [_Place(mark, None) for _, mark in links] or inside
        sources = self._sources(node.op, result, place.index, node.operands, links)
        if len(sources) > 1:
            sources = self._carrying(node.op, result, place.index, node.operands, sources)
        return [source for several in sources.values() for source in several] or inside

    def _sources(self, op: Operation, result: int, index: tuple[int, ...] | None, operands: Sequence[Any],
                 links: Sequence[tuple[int, Mark]]) -> dict[int, list[_Place]]:
        """The places of operands that have it and that an element depends on, by the operand; one place where no map tells."""
        known = self._places_of(op, result, index) if links and index is not None else {}
        found: dict[int, list[_Place]] = {}
        for k, mark in links:
            marked = looked_for(self.kind, operands[k])
            places = known.get(k)
            if marked is None:  # a tuple
                found[k] = [_Place(mark, None)]
            elif places is None or len(places) >= _MOST_PLACES:
                found[k] = [_Place(mark, first_of(marked))]
            elif having := [_Place(mark, p) for p in places if len(p) == marked.ndim and marked[p]]:
                found[k] = having[:_MOST_TRIED]
        return found

    def _places_of(self, op: Operation, result: int, index: tuple[int, ...]) -> Mapping[int, list[tuple[int, ...]]]:
        if getattr(op, "is_elementwise", False):
            return {k: [index] for k, v in enumerate(op.operands) if getattr(v.type, "rank", None) == len(index)}
        key = op, result, index
        if key not in self._places:
            self._places[key] = places_of(op, index, result, _MOST_PLACES)
        return self._places[key]

    def _carrying(self, op: Operation, result: int, index: tuple[int, ...] | None, operands: Sequence[Any],
                  sources: dict[int, list[_Place]]) -> dict[int, list[_Place]]:
        """Of several operands those from which an element has it: where only one of them has it, the element has it still."""
        if not isinstance(op, Op) or op.eval is None or op.regions or not op.is_pure or index is None:
            return sources
        carrying = {}
        for k, places in sources.items():
            given = [_cleaned(x, looked_for(self.kind, x)) if j in sources and j != k else x for j, x in enumerate(operands)]
            try:
                found = op.eval(*given)
            except (ArithmeticError, TypeError, ValueError):  # ones are no operands for it
                return sources
            marked = looked_for(self.kind, found[result] if isinstance(found, tuple) else found)
            if marked is not None and marked[index]:
                carrying[k] = places
        return carrying or sources

    # -- what is told ---------------------------------------------------------------------------------------------------------

    def _origin(self, way: Sequence[_Place]) -> NanOrigin:
        """What is at the beginning of a way, which leads on to a result."""
        start = self._real(way[0])
        node, result = start.mark
        path = path_of(node.frame)
        chain = tuple(Passed(p.mark.node.op, self.name_of(p.mark.node.op, p.mark.result), path_of(p.mark.node.frame))
                      for p in way[1:] if p.mark.node.op is not None)
        if node.op is None:
            return self._given(start, chain)
        op, index, made = node.op, start.index or (), node.made
        name = self.name_of(op, result)
        operands: dict[str, Any] = {}
        for k, (value, x) in enumerate(zip(op.operands, node.operands or ())):
            label = self.value_name(value) or f"operand {k}"
            operands[f"{label} (operand {k})" if label in operands else label] = x
        if made is not None and made.result == result:
            return NanOrigin(op, name, made.word, result, index, made.count, made.size, operands, path, chain,
                             told=made.told(op))
        array = _array_of(start.mark)
        marked = None if array is None else looked_for(self.kind, array)
        if marked is None:
            return NanOrigin(op, name, "NaN", result, (), 0, 0, operands, path, chain, told=f"{op.name} makes it")
        word = words_of(self.kind, np.asarray(array)[index])
        told = f"{op.name} makes {word} at {list(index)}, from elements of its operands that have none"
        return NanOrigin(op, name, word, result, index, int(marked.sum()), marked.size, operands, path, chain, told=told)

    def _given(self, start: _Place, chain: tuple[Passed, ...]) -> NanOrigin:
        """An argument or a constant that has it."""
        value = start.mark.node.value
        assert value is not None
        array, index = np.asarray(_array_of(start.mark)), start.index or ()
        marked = looked_for(self.kind, array)
        assert marked is not None
        op = defining(value)
        word = words_of(self.kind, array[index])
        if op is None and isinstance(value, BlockArgument):
            name, what = signature(self.function).arguments[value.index].name, "argument"
        else:
            name, what = self.value_name(value), "the constant"
        told = f"{what} {name} has {word}: {int(marked.sum())} of {marked.size} elements, the first at {list(first_of(marked))}"
        return NanOrigin(op, name, word, 0, index, int(marked.sum()), marked.size, {}, (), chain, told=told, value=value)

    def name_of(self, op: Operation, result: int = 0) -> str:
        """What a result of an operation is called, as `hloom.reference.values` says."""
        return self.value_name(op.results[result]) or op.mnemonic if result < len(op.results) else op.mnemonic

    def value_name(self, value: Value) -> str:
        """What a value is called; empty for one without a name."""
        op = defining(value)
        function = function_of(op) if op is not None else None
        if op is None or function is None:
            return value.name or ""
        if function.sym_name not in self._functions:
            return value.name or op.mnemonic
        if function not in self._names:
            self._names[function] = names_in(function)
        name = self._names[function].get(value, value.name or op.mnemonic)
        return name if function.sym_name == self.function.sym_name else f"{function.sym_name}/{name}"


class _Place(NamedTuple):
    """An element of a value."""

    mark: Mark
    #: None where it is not known.
    index: tuple[int, ...] | None


def _made(node: Node) -> _Place:
    """The first element that an operation made."""
    assert node.made is not None
    return _Place(Mark(node, node.made.result), node.made.index)


def _array_of(mark: Mark) -> Any:
    results = mark.node.results
    array = results[mark.result] if results is not None and mark.result < len(results) else None
    return array if isinstance(array, np.ndarray | np.generic) else None


def _cleaned(array: Any, marked: np.ndarray | None) -> Any:
    """An array with ones in the place of what is looked for."""
    if marked is None:
        return array
    clean = np.array(array)
    clean[marked] = 1
    return clean
