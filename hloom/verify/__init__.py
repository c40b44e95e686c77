"""The verifier: structure first, then the constraints of every operation. Collects all faults."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple

from hloom.ir.attributes import StringAttr
from hloom.ir.core import Block, Operation, OpResult, UnregisteredOperation, Value
from hloom.ops.builtin.module import Module
from hloom.ops.definition.operation import Op, operation_class
from hloom.ops.hlo.lowering import to_stablehlo
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import ERROR, WARNING, Diagnostic, InputError, UserError, VerificationError
from hloom.verify.operations import diagnose_operation, diagnose_parts, own_parts, signature, stands_alone

Module.services["verify"] = lambda module: verify(module)

#: Signatures that are kept at most, which bounds the memory that verifying takes.
_MOST_SIGNATURES = 10_000

__all__ = ["diagnose", "diagnose_operation", "verify"]


def diagnose(root: Operation) -> list[Diagnostic]:
    """Every fault of a program, and what it is warned of, in source order; without errors the program is valid.

    What a program in the form of HLO is in StableHLO must be valid, too; faults that this shows have their places in HLO.
    """
    if not isinstance(root, Operation):
        raise InputError(f"a module is needed, got a {type(root).__name__}: hloom.load reads a file, hloom.parse a text")
    found = _diagnose(root)
    if isinstance(root, Module) and root.is_hlo and not any(d.severity == "error" for d in found):
        try:
            found = _diagnose(to_stablehlo(root, is_run=True))  # type: ignore[arg-type]
        except UserError as error:
            # What StableHLO cannot say is not wrong.
            found = [d for d in error.diagnostics if d.code != "conversion"]
        if not any(d.severity == "error" for d in found):
            # Imported here: `import hloom` loads no rules of XLA.
            from hloom.verify.instructions import diagnose_instructions

            found += diagnose_instructions(root)
    return found


def _diagnose(root: Operation) -> list[Diagnostic]:
    settled: set[Operation] = set()
    with collector_paused():
        found = _diagnose_operations(root, settled)
        found.extend(diagnose_structure(root, settled))
    return sorted(found, key=lambda d: d.span.start if d.span else -1)


def _diagnose_operations(root: Operation, settled: set[Operation]) -> list[Diagnostic]:
    """The faults of the operations by themselves; iterative, since nesting may be deep.

    Operations with regions that are as those of an earlier one without faults, structural ones included, are `settled`.
    """
    found: list[Diagnostic] = []
    good: set[Hashable] = set()
    pending: list[Iterator[Operation]] = [iter((root,))]
    while pending:
        for op in pending[-1]:
            key = None
            if stands_alone(op.__class__):
                key = signature(op) if op.regions else own_parts(op)
            if key is None:
                found.extend(diagnose_operation(op))
                if op.regions:
                    blocks = [block for region in op.regions for block in region.blocks]
                    pending.extend([iter(block.operations) for block in reversed(blocks)])
                    break
            elif key in good:
                if op.regions:
                    settled.add(op)
            elif not op.regions:
                faults = diagnose_operation(op)
                if faults:
                    found.extend(faults)
                elif len(good) < _MOST_SIGNATURES:
                    good.add(key)
            else:  # the signature stands for what is inside of the operation, too
                inside = [inner for inner in op.walk() if inner is not op and own_parts(inner) not in good]
                faults = [fault for judged in (op, *inside) for fault in diagnose_operation(judged)]
                found.extend(faults)
                if not faults and len(good) < _MOST_SIGNATURES and is_sound_inside(op):
                    good.update((key, *map(own_parts, inside)))
        else:
            pending.pop()
    return found


def verify(root: Operation) -> None:
    """Raises VerificationError with every error of the program; returns nothing for a valid one."""
    found = [diagnostic for diagnostic in diagnose(root) if diagnostic.is_error]
    if found:
        raise VerificationError.of(*found)
    if isinstance(root, Module):
        root.is_verified = True


# -- structure -----------------------------------------------------------------------------------------------------------------
# Structure: what holds for every program whatever its operations (StableHLO spec: Programs, Functions, Identifiers).
#
# - every value is used after it is defined, in its own region or one inside it, and functions see no outer values;
# - a block ends with the terminator of the region's owner, which stands nowhere else;
# - symbols are unique, and references find a function whose type fits the call.

_is_terminator: Final = attrgetter("is_terminator")
_results: Final = attrgetter("results")


def diagnose_structure(root: Operation, settled: Set[Operation] = frozenset()) -> Iterator[Diagnostic]:
    """The structural faults of a program, in source order; the insides of `settled` operations are known to have none."""
    with_symbols = [root]
    yield from _regions(root, with_symbols, settled)
    yield from _symbols(with_symbols)


def is_sound_inside(op: Operation) -> bool:
    """Whether an operation whose regions use no values or symbols from outside has no structural faults in them."""
    return next(_regions(op, [], frozenset()), None) is None


@cache
def _has_symbols(cls: type[Operation]) -> bool:
    """Whether operations of a class are tables of symbols or refer to symbols."""
    return getattr(cls, "is_symbol_table", False) or hasattr(cls, "diagnose_symbols")


class _Place(NamedTuple):
    """Where the check of a program is, in one of the regions around each other."""

    #: The operations that are left of a block.
    operations: Iterator[Operation]
    #: The values that are visible there.
    seen: set[Value]
    #: The block whose values go out of sight at its end, and the values that come in sight.
    block: Block | None = None
    results: tuple[OpResult, ...] = ()


def _regions(root: Operation, with_symbols: list[Operation], settled: Set[Operation]) -> Iterator[Diagnostic]:
    """Checks the operations inside `root` but not those inside the settled ones, and collects those with symbols.

    Iterative: nesting may be deep.
    """
    yield from _terminators(root)
    pending = _inside(root, set())
    while pending:
        operations, seen, block, results = pending[-1]
        for op in operations:
            if _has_symbols(op.__class__):
                with_symbols.append(op)
            if not seen.issuperset(op.operands):
                for k, operand in enumerate(op.operands):
                    if operand not in seen and not _in_other_block(operand, op):
                        yield Diagnostic("dominance", f"operand {k} of {op.name} is used before it is defined or out "
                                         "of its scope", op.span)
            if op.regions and op not in settled:
                yield from _terminators(op)
                pending += _inside(op, seen)
                break
            seen.update(op.results)
        else:
            pending.pop()
            if block is not None:
                seen.difference_update(block.arguments, *map(_results, block.operations))
            seen.update(results)


def _inside(op: Operation, visible: set[Value]) -> list[_Place]:
    """The places in the regions of an operation where `visible` values are, the first one last; the operation's results
    come in sight after them all."""
    is_isolated = getattr(op, "is_isolated", False)
    found = [_Place(iter(()), visible, results=op.results)]
    for region in reversed(op.regions):
        seen = set() if is_isolated else visible
        for block in reversed(region.blocks):
            seen.update(block.arguments)
            found.append(_Place(iter(block.operations), seen, None if is_isolated else block))
    return found


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


def _terminators(owner: Operation) -> Iterator[Diagnostic]:
    """The blocks of an operation that do not end as they must, and terminators that stand elsewhere."""
    for region in owner.regions:
        for block in region.blocks:
            operations = block.operations
            for op in filter(_is_terminator, operations[:-1]):
                yield Diagnostic("terminator", f"{_name(op)} must be the last operation of its block", op.span)
            last = operations[-1] if operations else None
            if last is None or not last.is_terminator:
                yield from _missing(owner, last)
            elif isinstance(last, Op) and not _may_end(owner.__class__, last.__class__):
                yield _misplaced(owner, last)


def _missing(owner: Operation, last: Operation | None) -> Iterator[Diagnostic]:
    """What is wrong with a block that ends with `last`, which is no terminator, or with nothing."""
    if not isinstance(owner, Op) or not owner.needs_terminator or isinstance(last, UnregisteredOperation):  # it may be one
        return
    found = f"ends with {_name(last)}" if last else "is empty"
    yield Diagnostic("terminator", f"a block of {_name(owner)} must end with {_end_of(owner.__class__) or 'a terminator'}, but "
                     f"{found}", (last or owner).span)


@cache
def _may_end(owner: type[Operation], last: type[Op]) -> bool:
    """Whether a terminator may end the regions of an operation, by their classes."""
    if last.stands_in and owner.name not in last.stands_in:
        return False
    return not issubclass(owner, Op) or (owner.needs_terminator and _end_of(owner) in ("", last.spelling))


@cache
def _end_of(owner: type[Op]) -> str:
    """The name of the terminator of an operation's regions; empty where there is more than one."""
    if owner.ends_with is not None:
        return owner.ends_with
    own = f"{owner.spelling.partition('.')[0]}.return"
    return own if operation_class(own) else ""


def _misplaced(owner: Operation, last: Op) -> Diagnostic:
    """What to say of a terminator that ends the regions of other operations."""
    here = _name(owner)
    if not isinstance(owner, Op) or (last.stands_in and owner.name not in last.stands_in):
        end = _end_of(owner.__class__) if isinstance(owner, Op) else ""
        message = f"{_name(last)} may stand only in {' and '.join(last.stands_in)}, not in {here}"
        return Diagnostic("terminator", message + (f"; a block of {here} ends with {end}" if end else ""), last.span)
    if not owner.needs_terminator:
        return Diagnostic("terminator", f"a block of {here} ends without {_name(last)}", last.span, WARNING)
    message = f"a block of {here} must end with {_end_of(owner.__class__)}, but ends with {_name(last)}"
    return Diagnostic("terminator", message, last.span, WARNING if owner.may_end_with(last) else ERROR)


def _name(op: Operation) -> str:
    """The name of an operation as programs write it."""
    return getattr(op, "spelling", op.name)


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
            if not diagnose_parts(op, op.definition):  # type: ignore[attr-defined]
                yield from op.diagnose_symbols(names)  # type: ignore[attr-defined]
