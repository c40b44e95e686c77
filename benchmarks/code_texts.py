"""The code of a program as texts, and their digests: its place in the plan, its commands, its kernels, what it includes.

Nothing is run, and LLVM sees none of it: texts are as they come from emission. They are the same in every process, and for the
processors of `processors` but the machine's own on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hloom.codegen.cpu.compiler import Generated
    from hloom.codegen.cpu.kernel_function import EmittedKernel
    from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
    from hloom.codegen.plan.program import Program

#: Hexadecimal digits of a digest: of a million texts, two have the same one once in a million million times.
_DIGITS = 16


class Piece(NamedTuple):
    """A part of a program's code, under a name that no other part of the program has."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        return digest(self.text)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def pieces(made: Generated) -> list[Piece]:
    """The parts of a program's code, always in the same order: `plan` (kernels, commands in their order, buffers with their
    places), `constants`, `commands` (how each kernel is divided among workers, and the table), its kernels' functions, each loop
    that is one function, what else there is in the module, and the shared routines that programs share, by their first
    function."""
    from hloom.codegen.cpu.command_words import table_text
    from hloom.codegen.plan.show import program_text

    code, emitted = made.code, made.emitter.emitted
    owners = {kernel.name: [part.symbol for part in parts] for kernel, parts in emitted.items()}
    owners |= {name: [name] for name in made.emitter.small_loops.values()}
    left = dict(code.functions)
    found = [Piece("plan", program_text(made.program)), Piece("constants", "".join(_constants(made.program))),
             Piece("commands", "\n".join([*_divided(made), table_text(made.program.table)]))]
    for owner, roots in owners.items():
        reached = [name for name in _reached(code, roots) if name in left]
        if reached:
            found.append(Piece(owner, _text(code, reached)))
        for name in reached:
            del left[name]
    found.append(Piece("module", f"attributes #0 = {{ {made.target.attributes} }}\n{_text(code, left)}"))
    return [*found, *map(_of_routine, code.shared_routines)]


def _constants(program: Program) -> Iterator[str]:
    """What a program has at hand: arrays, those that are made when it first runs, and routines of libraries."""
    for number, array in enumerate(program.constants):
        contents = program.lazy.get(number) or program.beside.get(number) or hashlib.sha256(array.tobytes()).hexdigest()[:_DIGITS]
        yield f"{number}: {array.dtype}{list(array.shape)} {contents}\n"
    yield from (f"{name}\n" for name in program.routines)


def _divided(made: Generated) -> Iterator[str]:
    """The functions of each kernel, with their schedules and tasks."""
    for kernel, parts in made.emitter.emitted.items():
        for number, part in enumerate(parts):
            yield f"{kernel.name}.{number}: {_part_text(part)}"


def _part_text(part: EmittedKernel) -> str:
    pieces = f", {part.pieces} pieces" if part.pieces else ""
    least = f", at least {part.least_piece} tasks a piece" if part.least_piece > 1 else ""
    numbers = f", {len(part.numbers)} numbers" if part.numbers else ""
    schedule = f" as {part.chosen.name}" if part.chosen is not None else ""
    return f"{part.symbol}{schedule}, {part.tasks} tasks of {part.cost:.6g} instructions{pieces}{least}{numbers}"


def _reached(code: LLVMModule, roots: Iterable[str]) -> list[str]:
    """The functions of a module that some call, these first."""
    found = list(dict.fromkeys(name for name in roots if name in code.functions))
    for name in found:
        found += [other for other in code.functions[name].symbols() if other in code.functions and other not in found]
    return found


def _text(code: LLVMModule, names: Iterable[str]) -> str:
    """Functions with the globals and the declarations that they mention, and what is said of how they are compiled."""
    functions = [code.functions[name] for name in names]
    mentioned = dict.fromkeys(name for f in functions for name in f.symbols())
    lines = [text for known in (code.globals, code.declarations) for name, text in known.items() if name in mentioned]
    for f in functions:
        inlined = code.inlined_in(f)
        if inlined is not None:
            lines.append(f"; goes through all passes, with {', '.join(other.name for other in inlined) or 'nothing'} inlined")
        lines.append(f.text())
    return "\n".join([*lines, ""])


#: What shared routines are, by what they are made of: most programs include what others did. How many are remembered.
_routines: dict[str, Piece] = {}
_MOST_LIBRARIES = 2000


def _of_routine(routine: SharedRoutine) -> Piece:
    found = _routines.get(routine.description)
    if found is None:
        if len(_routines) >= _MOST_LIBRARIES:
            _routines.clear()
        part = routine.part("")
        name = next(iter(routine.module.functions), "nothing")
        found = Piece(f"library {name}", f"; {'compiled fast' if part.is_cold else 'optimised'}\n{part.text}")
        _routines[routine.description] = found
    return found
