"""Structure: what holds for every program whatever its operations (StableHLO spec: Programs, Functions, Identifiers).

- every value is used after it is defined, in its own region or one inside it, and functions see no outer values;
- a block ends with a terminator, which stands nowhere else; its operands fit what the region's owner expects;
- symbols are unique, and references find a function whose type fits the call.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from hloom.ir.attributes import StringAttr
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ops.definition import REGISTRY, Op
from hloom.support.diagnostics import Diagnostic
from hloom.verify.operations import diagnose_parts


def diagnose_structure(root: Operation) -> Iterator[Diagnostic]:
    """The structural faults of a program, in source order."""
    with_symbols = [root]
    yield from _regions(root, set(), with_symbols)
    yield from _symbols(with_symbols)


@cache
def _symbol_classes() -> frozenset[type[Operation]]:
    """The classes of operations that are tables of symbols or refer to symbols."""
    return frozenset(cls for cls in REGISTRY.values() if cls.is_symbol_table or hasattr(cls, "diagnose_symbols"))


def _regions(op: Operation, visible: set[Value], with_symbols: list[Operation]) -> Iterator[Diagnostic]:
    """Checks the operations inside `op`, given the values that are visible there, and collects those with symbols.

    Iterative: nesting may be deep.
    """
    symbol_classes = _symbol_classes()
    pending: list[tuple[Iterator[Operation], set[Value], list[Value]]] = []

    def enter(region: Region, seen: set[Value]) -> None:
        for block in reversed(region.blocks):
            added: list[Value] = [*block.arguments]
            seen.update(added)
            pending.append((iter(block.operations), seen, added))

    for region in reversed(op.regions):
        yield from _terminators(op, region)
        enter(region, visible)
    while pending:
        operations, seen, added = pending[-1]
        current = next(operations, None)
        if current is None:
            pending.pop()
            seen.difference_update(added)
            continue
        if current.__class__ in symbol_classes:
            with_symbols.append(current)
        if not seen.issuperset(current.operands):
            for k, operand in enumerate(current.operands):
                if operand not in seen and not _in_other_block(operand, current):
                    yield Diagnostic("dominance", f"operand {k} of {current.name} is used before it is defined or out "
                                     "of its scope", current.span)
        if current.regions:
            isolated = getattr(current, "is_isolated", False)
            for region in reversed(current.regions):
                yield from _terminators(current, region)
                enter(region, set() if isolated else seen)
        seen.update(current.results)
        added.extend(current.results)


def _in_other_block(value: Value, user: Operation) -> bool:
    """Whether `value` is defined in another block of a region that encloses `user`: with several blocks, control flow,
    which programs of this kind do not use, decides; such values are taken to dominate."""
    owner = value.owner  # type: ignore[attr-defined]
    block = owner if isinstance(owner, Block) else owner.block
    if block is None or block.region is None or len(block.region.blocks) == 1:
        return False
    inside = user.block
    while inside is not None and inside.region is not None:
        if inside.region is block.region:
            return inside is not block
        owner_op = inside.region.owner
        inside = owner_op.block if owner_op is not None and not getattr(owner_op, "is_isolated", False) else None
    return False


def _terminators(owner: Operation, region: Region) -> Iterator[Diagnostic]:
    needs = getattr(owner, "needs_terminator", True)
    for block in region.blocks:
        for op in block.operations[:-1]:
            if op.is_terminator:
                yield Diagnostic("terminator", f"{op.name} must be the last operation of its block", op.span)
        if needs and isinstance(owner, Op) and not (block.operations and block.operations[-1].is_terminator):
            yield Diagnostic("terminator", f"a block of {owner.name} must end with a terminator",
                             block.operations[-1].span if block.operations else owner.span)


def _symbols(operations: Sequence[Operation]) -> Iterator[Diagnostic]:
    """Symbols are unique within their table; references and calls fit (each call checks itself against its callee).

    `operations` are those with symbols, each after the one around it.
    """
    users: dict[Operation, list[Operation]] = {}
    for op in operations:
        if getattr(op, "is_symbol_table", False):
            users[op] = []
        if hasattr(op, "diagnose_symbols"):
            table: Operation | None = op
            while table is not None:
                if table in users:
                    users[table].append(op)
                table = table.parent
    for table, inside in users.items():
        names: dict[str, Operation] = {}
        for op in (op for region in table.regions for block in region.blocks for op in block.operations):
            symbol = op.attributes.get("sym_name")
            if not isinstance(symbol, StringAttr):
                continue
            name = symbol.value
            if name in names:
                yield Diagnostic("symbol", f"the symbol @{name} is defined twice", op.span,
                                 notes=(("the first definition is here", names[name].span),))
            else:
                names[name] = op
        for op in inside:
            if not any(diagnose_parts(op, op.definition)):  # type: ignore[attr-defined]
                yield from op.diagnose_symbols(names)  # type: ignore[attr-defined]
