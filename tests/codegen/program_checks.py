"""Checking a program: every command finds in its buffers what it was planned to read.

The commands are followed with, for each buffer, the value that it holds. Writing to a temporary buffer wipes out what other
buffers hold at the same place of the arena. So whatever is wrong with live ranges, places, sizes, updates in place or the order
of commands shows as a command that reads something else than it should. Loops are followed until what they hold is stable, the
arms of a branch one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

from hloom.codegen.plan.buffers import constant_of
from hloom.codegen.plan.program import (
    Access,
    Branch,
    Callback,
    Command,
    Copy,
    Launch,
    Loop,
    Program,
    Use,
    buffers_in,
    walk_commands,
)
from hloom.codegen.plan.schedule import LoopNest, bytes_of
from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.definition.traits import Control, Traits
from hloom.runtime.dispatch.program import ALIGNMENT, Buffer
from hloom.support.diagnostics import InternalError

#: What each buffer holds: a value, under the name that `_Values` gives all values that are the same.
Contents = dict[Buffer, Any]
_MOST_FAULTS = 8


def verify_program(program: Program, function: Function) -> None:
    """Raises InternalError, naming the commands, for a program that is not what `function` says."""
    faults = list(dict.fromkeys(_Checker(program, function).faults()))
    if faults:
        more = f"\n... and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
        raise InternalError(f"the program of @{program.name} is wrong:\n" + "\n".join(faults[:_MOST_FAULTS]) + more)


class _Values:
    """Names that values share which are one and the same: results under another name, what a loop carries, constants."""

    def __init__(self, function: Function) -> None:
        self._same: dict[Value, Any] = {}
        for op in function.walk():
            if isinstance(op, Traits):
                self._same.update(self._pairs(op))

    def __call__(self, value: Any) -> Any:
        while isinstance(value, Value) and value in self._same:
            value = self._same[value]
        return value

    @staticmethod
    def _pairs(op: Any) -> Iterator[tuple[Value, Any]]:
        constant = constant_of(op)
        if constant is not None:
            yield op.results[0], ("constant", constant.array().tobytes())
        elif op.control is Control.LOOP:
            changed = {result for result, _ in op.updated_operands()}
            condition, body = (region.block for region in op.regions)
            for k, (result, operand) in enumerate(zip(op.results, op.operands)):
                carried = (op, k) if result in changed else operand
                yield from ((v, carried) for v in (result, condition.arguments[k], body.arguments[k]))
        elif op.name == "stablehlo.sort" and op.inputs[0].shape[op.dimension] == 1:
            yield from zip(op.results, op.inputs)  # there is nothing to sort
        elif op.keeps_memory():
            yield op.results[0], op.operands[0]
        else:
            yield from op.aliased_operands()
            updated = dict(op.updated_operands())
            if any(isinstance(v.type, TensorType) and 0 in v.shape for v in op.operands if v not in updated.values()):
                yield from updated.items()  # there is nothing to change them with


class _Checker:
    def __init__(self, program: Program, function: Function) -> None:
        self.program, self.function, self.same = program, function, _Values(function)

    def faults(self) -> Iterator[str]:
        block = self.function.body.block
        contents: Contents = {}
        buffers = dict.fromkeys(buffers_in(self.program.commands))
        for loop in walk_commands(self.program.commands):  # what one hands on as it is may be named by nothing else
            if isinstance(loop, Loop):
                buffers.update(dict.fromkeys(b for b in loop.carried if b.kind != "temporary"))
        for buffer in buffers:
            yield from self._placement(buffer)
            if buffer.kind == "argument":
                contents[buffer] = self.same(block.arguments[buffer.number])
            elif buffer.kind == "constant":
                late = self.program.lazy.get(buffer.number)
                contents[buffer] = ("constant", self.program.constants[buffer.number].tobytes() if late is None else late)
            elif buffer.kind == "routine":
                contents[buffer] = ("routine", self.program.routines[buffer.number])
        yield from self._follow(self.program.commands, contents)
        results = {buffer.number: buffer for buffer in buffers if buffer.kind == "result"}
        given = {buffer.number: buffer for buffer in buffers if buffer.kind == "argument"}
        for number, argument in self.program.aliases.items():
            yield from self._alias(number, argument, results)
            results[number] = given.get(argument) or Buffer("argument", 0, argument)
            contents.setdefault(results[number], self.same(block.arguments[argument]))  # if no command names it
        for number, value in enumerate(block.terminator.operands):
            if bytes_of(value.type):
                held = contents.get(results[number]) if number in results else None
                if held != self.same(value):
                    yield f"result {number} holds {_name(held)} at the end, not {_name(self.same(value))}"

    def _alias(self, number: int, argument: int, results: dict[int, Buffer]) -> Iterator[str]:
        """What is wrong with a result that lies where an argument does."""
        size, other = bytes_of(self.program.result_types[number]), bytes_of(self.program.argument_types[argument])
        if size != other:
            yield f"result {number} of {size} bytes lies where argument {argument} of {other} bytes does"
        if list(self.program.aliases.values()).count(argument) > 1:
            yield f"two results lie where argument {argument} does"
        if number in results:
            yield f"result {number} lies where argument {argument} does, and elsewhere"

    def _placement(self, buffer: Buffer) -> Iterator[str]:
        if buffer.kind == "temporary" and buffer.bytes:
            if buffer.offset < 0 or buffer.offset % ALIGNMENT:
                yield f"a temporary buffer of {buffer.bytes} bytes lies at {buffer.offset}, not at a multiple of {ALIGNMENT}"
            elif buffer.offset + buffer.bytes > self.program.arena_bytes:
                yield (f"a temporary buffer of {buffer.bytes} bytes at {buffer.offset} reaches beyond the arena of "
                       f"{self.program.arena_bytes} bytes")

    # -- commands ---------------------------------------------------------------------------------------------------------
    def _follow(self, commands: Sequence[Command], contents: Contents) -> Iterator[str]:
        """Changes `contents` to what it is after the commands; gives what is wrong with them."""
        for command in commands:
            match command:
                case Launch():
                    yield from self._launch(command, contents)
                case Callback():
                    # The evaluator has computed all results before it stores the first one.
                    yield from self._uses(f"{command.operation.name} on the evaluator", command.uses, contents)
                case Copy():
                    yield from self._copy(command, contents)
                case Loop():
                    yield from self._loop(command, contents)
                case Branch():
                    yield from self._branch(command, contents)

    def _launch(self, launch: Launch, contents: Contents) -> Iterator[str]:
        name, uses = launch.kernel.name, launch.uses
        body = launch.kernel.body
        if isinstance(body, LoopNest) and [v.type for v in body.arguments] != [u.value.type for u in uses]:
            yield f"{name} takes values of the types {[str(v.type) for v in body.arguments]}, " \
                  f"got {[str(u.value.type) for u in uses]}"
            return
        for use in uses:
            if use.access is Access.READ:
                continue
            for other in uses:
                if other is not use and _overlap(use.buffer, other.buffer) and not self._may_share(launch, use, other):
                    yield f"{name} {use.access.value} {_name(use.value)} where it {other.access.value} {_name(other.value)}"
        yield from self._uses(name, uses, contents)

    @staticmethod
    def _may_share(launch: Launch, written: Use, read: Use) -> bool:
        """Whether a kernel may store a value where it reads another one: loops that read it only at the element they store."""
        body = launch.kernel.body
        if not isinstance(body, LoopNest) or written.buffer is not read.buffer or {written.access, read.access} != {
                Access.WRITE, Access.READ}:
            return False
        if written.access is Access.READ:
            written, read = read, written
        return body.kernel.is_pointwise_in({body.arguments[launch.uses.index(read)]})

    def _uses(self, name: str, uses: Sequence[Use], contents: Contents) -> Iterator[str]:
        for use in uses:
            if isinstance(use.value, Value) and bytes_of(use.value.type) > use.buffer.bytes:
                yield f"{name} {use.access.value} {_name(use.value)} in {use.buffer.bytes} bytes"
            wanted = use.before if use.access is Access.UPDATE else use.value if use.access is Access.READ else None
            if wanted is not None:
                yield from self._holds(name, use.buffer, wanted, contents)
        written = [use for use in uses if use.access is not Access.READ]
        for use in written:
            yield from self._wipe(name, use.buffer, contents)
        for use in written:
            if use.access is not Access.SCRATCH:
                contents[use.buffer] = self.same(use.value)

    def _holds(self, name: str, buffer: Buffer, value: Any, contents: Contents) -> Iterator[str]:
        held = contents.get(buffer)
        if buffer.bytes and held != self.same(value):
            yield f"{name} reads {_name(self.same(value))} from {_place(buffer)}, which holds {_name(held)}"

    def _wipe(self, name: str, buffer: Buffer, contents: Contents) -> Iterator[str]:
        """What is lost when a buffer is written to."""
        is_kept = buffer.kind == "constant" or (buffer.kind == "argument" and buffer.number not in self.program.aliases.values())
        if buffer.kind == "routine" or (is_kept and buffer.bytes):
            yield f"{name} writes to {_place(buffer)}"
        for other in [b for b in contents if _overlap(b, buffer)]:
            del contents[other]

    def _copy(self, copy: Copy, contents: Contents) -> Iterator[str]:
        name = f"a copy from {_place(copy.source)} to {_place(copy.target)}"
        held = contents.get(copy.source)
        if copy.bytes > min(copy.source.bytes, copy.target.bytes):
            yield f"{name} is of {copy.bytes} bytes"
        if held is None:
            yield f"{name} reads what nobody has written"
        if _overlap(copy.source, copy.target):
            yield f"{name} overlaps"
        yield from self._wipe(name, copy.target, contents)
        if held is not None:
            contents[copy.target] = held

    # -- control flow -------------------------------------------------------------------------------------------------------
    def _loop(self, loop: Loop, contents: Contents) -> Iterator[str]:
        op: Any = loop.operation
        name = _operation_name(op)
        condition, body = (region.block for region in op.regions)
        # Values that the body hands on as they are need not be in memory unless something reads them.
        changed = {result.index: operand for result, operand in op.updated_operands()}
        named = {*buffers_in([loop])}
        for k, operand in changed.items():
            yield from self._carries(name, loop, k, operand, named, contents)
        before: Contents | None = None
        after_condition = contents
        while before != contents:  # each turn can only forget values
            before = dict(contents)
            yield from self._follow(loop.condition, contents)
            yield from self._holds(name, loop.predicate, condition.terminator.operands[0], contents)
            after_condition = dict(contents)
            yield from self._follow(loop.body, contents)
            for k in changed:
                yield from self._carries(name, loop, k, body.terminator.operands[k], named, contents)
            _keep_common(contents, before)
        contents.clear()
        contents.update(after_condition)

    def _carries(self, name: str, loop: Loop, k: int, value: Any, named: Set[Buffer], contents: Contents) -> Iterator[str]:
        """Looks for what is carried as the loop's k-th value, and goes on to call it that. What no command of the loop names may
        be lost: whoever reads it behind the loop is told."""
        buffer = loop.carried[k]
        if buffer in named or contents.get(buffer) == self.same(value):
            yield from self._holds(name, buffer, value, contents)
            contents[buffer] = self.same(loop.operation.results[k])
        else:
            contents.pop(buffer, None)

    def _branch(self, branch: Branch, contents: Contents) -> Iterator[str]:
        op = branch.operation
        name = _operation_name(op)
        yield from self._holds(name, branch.selector, op.operands[0], contents)
        ends: list[Contents] = []
        for region, arm in zip(op.regions, branch.arms, strict=True):
            inside = dict(contents)
            yield from self._follow(arm, inside)
            for buffer, value in zip(branch.outputs, region.block.terminator.operands):
                yield from self._holds(name, buffer, value, inside)
            for buffer, result in zip(branch.outputs, op.results):
                inside[buffer] = self.same(result)
            ends.append(inside)
        first, *others = ends
        for other in others:
            _keep_common(first, other)
        contents.clear()
        contents.update(first)


def _keep_common(contents: Contents, other: Contents) -> None:
    """Forgets what is not in both."""
    for buffer in [b for b, held in contents.items() if other.get(b) != held]:
        del contents[buffer]


def _overlap(a: Buffer, b: Buffer) -> bool:
    """Whether two buffers have memory in common."""
    if a is b:
        return a.bytes > 0
    if a.kind != "temporary" or b.kind != "temporary":
        return False
    return a.offset < b.offset + b.bytes and b.offset < a.offset + a.bytes


def _place(buffer: Buffer) -> str:
    return f"{buffer.bytes} bytes at {buffer.offset}" if buffer.kind == "temporary" else f"{buffer.kind} {buffer.number}"


def _operation_name(op: Operation) -> str:
    return f"{op.name} at {op.span}" if op.span is not None else op.name


def _name(value: Any) -> str:
    if isinstance(value, tuple):
        if value[0] == "routine":
            return f"the routine {value[1]}"
        return "a constant" if value[0] == "constant" else f"value {value[1]} of {_operation_name(value[0])}"
    owner = getattr(value, "owner", None)
    if isinstance(owner, Operation):
        return f"the result of {_operation_name(owner)}"
    return "nothing" if value is None else f"%{getattr(value, 'name', None) or '?'}"
