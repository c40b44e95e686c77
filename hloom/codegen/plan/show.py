"""What the stages give, as text: kernels with the operations that they came from, who shares buffers, commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hloom.codegen.plan.buffers import Rotation, rotations
from hloom.codegen.plan.fusion import BlockPlan, FunctionPlan
from hloom.codegen.plan.kernels import Alias, Kernel, LoopKernel, OperationKernel
from hloom.codegen.plan.program import Branch, Callback, Command, Copy, Intermediate, Launch, Loop, Program, Use, origins
from hloom.ir.core import Block, Operation, Value
from hloom.runtime.dispatch.program import Buffer


def origin_text(operations: Iterable[Operation]) -> str:
    """`stablehlo.add at model.mlir:3:5, ...`: each operation with its place in the source, if it has one."""
    return ", ".join(map(str, origins(operations)))


class _Names:
    """Names of values: the program's own, or numbers."""

    def __init__(self) -> None:
        self._names: dict[Any, str] = {}

    def __call__(self, value: Any) -> str:
        found = self._names.get(value)
        if found is None:
            found = value.name if isinstance(value, Value | Intermediate) else None
            found = self._names[value] = f"%{found or f'v{len(self._names)}'}"
        return found


# -- plans of blocks --------------------------------------------------------------------------------------------------------
def plan_text(plan: FunctionPlan) -> str:
    """The kernels of each block, and who shares buffers as far as that is decided."""
    name = _Names()
    return "\n\n".join("\n".join(_block_lines(plan, block, name)) for block in plan.blocks.values()) + "\n"


def _block_lines(plan: FunctionPlan, block: BlockPlan, name: _Names) -> Iterator[str]:
    yield f"{_owner_text(plan, block.block)}:"
    for number, kernel in enumerate(block.kernels):
        yield f"  kernel {number}: {_kernel_text(kernel, name)}"
        if isinstance(kernel, LoopKernel):
            yield from _indented(kernel.text(), 4)
    for value, root in block.sharing.joined:
        yield f"  {name(value)} lies in the buffer of {name(root)}"


def _owner_text(plan: FunctionPlan, block: Block) -> str:
    """What a block is a block of."""
    for outer in plan.blocks:
        for op in outer.operations:
            for number, region in enumerate(op.regions):
                if block in region.blocks:
                    return f"block {number} of {origin_text([op])}"
    return f"@{plan.function.sym_name}"


def _kernel_text(kernel: Kernel, name: _Names) -> str:
    if isinstance(kernel, Alias):
        return f"{name(kernel.value)} is {name(kernel.source)}"
    results = ", ".join(map(name, kernel.outputs))
    operands = ", ".join(map(name, kernel.inputs))
    kind = "loops"
    if isinstance(kernel, OperationKernel):
        kind = f"{type(kernel.family).__name__.lower() if kernel.family is not None else 'commands'}"
    return f"{results or '()'} = {kind}({operands})  // {origin_text(kernel.operations)}"


# -- programs ---------------------------------------------------------------------------------------------------------------
def program_text(program: Program) -> str:
    """The kernels of a program with the operations that they came from, and its commands."""
    lines = [f"@{program.name}: {len(program.kernels)} kernels, {len(program.constants)} constants, "
             f"an arena of {program.arena_bytes} bytes"]
    for kernel in program.kernels:
        lines += ["", f"{kernel.name}:  // {origin_text(kernel.operations)}", *_indented(kernel.text, 2)]
    buffers = _Buffers()
    return "\n".join([*lines, "", *_command_lines(program.commands, buffers, _Names(), rotations(program), 0)]) + "\n"


class _Buffers:
    """Names of buffers: by kind and number; of temporary ones also the place in the arena, where it is known."""

    def __init__(self) -> None:
        self._numbers: dict[Buffer, int] = {}

    def __call__(self, buffer: Buffer) -> str:
        if buffer.kind != "temporary":
            return f"{buffer.kind}{buffer.number}"
        number = self._numbers.setdefault(buffer, len(self._numbers))
        return f"temporary{number}" if buffer.offset < 0 else f"temporary{number}@{buffer.offset}+{buffer.bytes}"


def _command_lines(commands: Sequence[Command], buffers: _Buffers, name: _Names, turns: Mapping[Loop, Rotation],
                   depth: int) -> Iterator[str]:
    indent = "  " * depth
    for command in commands:
        match command:
            case Launch():
                part = f".{command.part}" if command.part else ""
                yield f"{indent}launch {command.kernel.name}{part}({_uses_text(command.uses, buffers, name)})"
            case Copy():
                yield f"{indent}copy {command.bytes} bytes from {buffers(command.source)} to {buffers(command.target)}"
            case Callback():
                yield (f"{indent}evaluate {origin_text([command.operation])} "
                       f"({_uses_text(command.uses, buffers, name)})")
            case Loop():
                yield f"{indent}loop over {', '.join(map(buffers, command.carried))}  // {origin_text([command.operation])}"
                yield from _command_lines(command.condition, buffers, name, turns, depth + 1)
                yield f"{indent}while {buffers(command.predicate)}"
                body = turns[command].body if command in turns else command.body
                yield from _command_lines(body, buffers, name, turns, depth + 1)
                for ring in turns[command].rings if command in turns else ():
                    yield f"{indent}  then {', '.join(map(buffers, ring))} change names: each has the memory of the one before it"
            case Branch():
                yield f"{indent}branch by {buffers(command.selector)}  // {origin_text([command.operation])}"
                for number, arm in enumerate(command.arms):
                    yield f"{indent}arm {number}"
                    yield from _command_lines(arm, buffers, name, turns, depth + 1)


def _uses_text(uses: Sequence[Use], buffers: _Buffers, name: _Names) -> str:
    return ", ".join(f"{use.access.value} {buffers(use.buffer)}{f': {name(use.value)}' if use.value is not None else ''}"
                     for use in uses)


def _indented(text: str, by: int) -> list[str]:
    return [" " * by + line for line in text.splitlines()]
