"""Names of values and blocks in printed programs, as MLIR gives them.

Results are numbered in order, arguments of entry blocks are `arg0, arg1, ...`; some operations ask for a name (`cst`,
`iterArg`), which is made unique by a number. All values of a region are named before those of the regions inside it, of
which the last comes first; regions beside each other start from the same numbers.
"""

from __future__ import annotations

from typing import NamedTuple

from hloom.ir.core import Block, BlockArgument, Operation, Region, Value
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.control import While


class Names:
    """Names of the values and blocks inside an operation, by object; without the `%` and `^`."""

    def __init__(self, root: Operation, generic: bool = False, keep: bool = False) -> None:
        self.values: dict[Value, str] = {}
        self.blocks: dict[Block, str] = {}
        #: For an operation whose results have several names: how many results each name covers.
        self.groups: dict[Operation, tuple[int, ...]] = {}
        self._generic, self._keep = generic, keep
        self._value, self._argument, self._conflict = 0, 0, 0
        self._name_operation(root, _Used(None))
        pending = [_Pending(region, 0, 0, 0, _Used(None)) for region in root.regions]
        while pending:
            region, *counters, outer = pending.pop()
            if not generic:  # MLIR's generic form never uses a number twice
                self._value, self._argument, self._conflict = counters
            used = _Used(outer)
            self._name_region(region, used)
            pending.extend(_Pending(inner, self._value, self._argument, self._conflict, used)
                           for block in region.blocks for op in block.operations if op.regions for inner in op.regions)

    def _name_region(self, region: Region, used: _Used) -> None:
        owner = region.owner if not self._generic and isinstance(region.owner, Op) else None
        for number, block in enumerate(region.blocks):
            self.blocks[block] = f"bb{number}"
        for number, block in enumerate(region.blocks):
            for argument in block.arguments:
                if self._keep:
                    hint = _shared_argument(argument, region).name
                else:
                    hint = owner.argument_name(argument.index) if owner is not None and number == 0 else None
                if hint:
                    self.values[argument] = self._unique(hint, used)
                elif number == 0:
                    self.values[argument] = self._unique(f"arg{self._argument}", used)
                    self._argument += 1
                else:
                    self._number(argument, used)
            for op in block.operations:
                self._name_operation(op, used)

    def _name_operation(self, op: Operation, used: _Used) -> None:
        if not op.results:
            return
        hints, sizes = self._hints(op)
        if len(sizes) > 1:
            self.groups[op] = sizes
        start = 0
        for hint, size in zip(hints, sizes):
            first = op.results[start]
            if hint:
                self.values[first] = self._unique(hint, used)
            else:
                self._number(first, used)
            if size > 1:
                base = self.values[first]
                self.values.update((op.results[start + k], f"{base}#{k}") for k in range(size))
            start += size

    def _hints(self, op: Operation) -> tuple[tuple[str | None, ...], tuple[int, ...]]:
        """Names for the groups of an operation's results (None: a number), and the sizes of the groups."""
        count = len(op.results)
        if self._keep:
            starts = [k for k, r in enumerate(op.results) if k == 0 or r.name != op.results[k - 1].name]
            return tuple(op.results[k].name for k in starts), tuple(b - a for a, b in zip(starts, [*starts[1:], count]))
        if self._generic:
            return (None,), (count,)
        names = op.result_names if isinstance(op, Op) else ()
        if len(names) == count:
            return names, (1,) * count
        return (names[0] if len(names) == 1 else None,), (count,)

    def _number(self, value: Value, used: _Used) -> None:
        if self._keep:
            while str(self._value) in used:
                self._value += 1
            used.add(str(self._value))
        self.values[value] = str(self._value)
        self._value += 1

    def _unique(self, name: str, used: _Used) -> str:
        found = name
        while found in used:
            found = f"{name}_{self._conflict}"
            self._conflict += 1
        used.add(found)
        return found


def _shared_argument(argument: BlockArgument, region: Region) -> Value:
    """The argument whose name this one is printed with: a while loop's regions share one list of arguments."""
    owner = region.owner
    if isinstance(owner, While) and region is not owner.regions[0]:
        first = owner.regions[0].arguments
        if argument.owner is region.blocks[0] and argument.index < len(first):
            return first[argument.index]
    return argument


class _Used:
    """The names taken in a region and in those around it."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: _Used | None) -> None:
        self.names: set[str] = set()
        self.outer = outer

    def __contains__(self, name: str) -> bool:
        scope: _Used | None = self
        while scope is not None:
            if name in scope.names:
                return True
            scope = scope.outer
        return False

    def add(self, name: str) -> None:
        self.names.add(name)


class _Pending(NamedTuple):
    region: Region
    value: int
    argument: int
    conflict: int
    outer: _Used
