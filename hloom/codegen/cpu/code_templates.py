"""Kernels whose code programs share: what is compiled fast becomes a template and its numbers.

What goes round the functions of shared routines (the tiles of a product, the passes over a row, the parts of a sort) is a kernel
of a program's own sizes. As a template it is a shared routine itself, known by its text, and its numbers are words of the command
table, among them the addresses of the functions that it calls: of a program that does what another did, at other sizes, nothing
is left for LLVM.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.llvm.builder import OUTSIDE, SYMBOL, Function
from hloom.codegen.llvm.module import LLVMModule, SharedRoutine
from hloom.runtime.dispatch.commands import TEMPLATE


def as_templates(module: LLVMModule, kernels: Sequence[EmittedKernel]) -> list[EmittedKernel]:
    """The functions of one kernel that are compiled fast as those of a shared routine, which the module includes in their place.
    As they are where one of them calls another, or mentions what only the module has."""
    found = (module.functions.get(name) for name in dict.fromkeys(kernel.name for kernel in kernels))
    functions = [f for f in found if f is not None and f.is_cold and f.has_parameters(PARAMETERS)]
    if not functions:
        return list(kernels)
    outside = [name for name, text in module.declarations.items() if text.endswith(OUTSIDE)]
    template = template_of(functions, module.globals, {*module.functions, *outside})
    if template is None:
        return list(kernels)
    text = "\n\n".join("\n".join(lines) for lines in template.bodies)
    if not module.functions.keys().isdisjoint(SYMBOL.findall(text)):  # the address of one, not a call
        return list(kernels)
    prefix = f"{TEMPLATE}{hashlib.sha256(text.encode()).hexdigest()[:20]}_"
    declarations = {name: module.declarations[name] for name in SYMBOL.findall(text) if name in module.declarations}
    module.called.update(name for name in template.numbers if isinstance(name, str))
    module.take_out(functions)
    emit_template = partial(_emit, prefix, template.bodies, declarations)
    module.include(SharedRoutine.of_text(f"{prefix} {text}", emit_template, module.target))
    made = {f.name: f"{prefix}{number}" for number, f in enumerate(functions)}
    return [replace(kernel, function=made[kernel.name], numbers=tuple(template.numbers)) if kernel.name in made else kernel
            for kernel in kernels]


def _emit(prefix: str, bodies: Sequence[Sequence[str]], declarations: dict[str, str], module: LLVMModule) -> None:
    module.declarations |= declarations
    for number, lines in enumerate(bodies):
        made = module.function(f"{prefix}{number}", [("ptr", "given"), *PARAMETERS[1:]], is_cold=True)
        made.take_lines(lines)


# -- templates -------------------------------------------------------------------------------------------------------------------
# Templates: functions whose numbers are told to them, so that programs of other sizes have the same code.
#
#     template = template_of(functions, tables, own)   # complete functions that are compiled fast
#     template.bodies, template.numbers
#
# What is compiled fast takes sizes and distances from memory about as fast as from its instructions. With these taken out, the
# loops around the tiles of a product of 1024 and of one of 1000 are the same text: machine code that is kept for one serves the
# other, and LLVM has nothing to do. A number that decides how the code looks (a loop that is left out, a rest) makes another
# text.
#
# Taken out are integers of 64 bits, scalars of f32 and f64, constant tables of integers and of addresses of functions, and
# which functions are called: a number may be the name of one, which becomes its address when the code is loaded. What says what
# is done rather than how often stays: infinities, NaN, and 0, 1 and -1 but where counts and places are worked with. A number is
# loaded where it is used, for functions that are compiled fast would keep it on the stack otherwise.

#: Instructions whose scalar operands may as well come from memory.
_TAKING = frozenset((
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "icmp", "fadd", "fsub",
    "fmul", "fdiv", "frem", "fcmp", "select", "getelementptr", "call", "store", "alloca", "phi"))
#: Of these, such as work on sizes and places, of which any number may be 0, 1 or -1.
_COUNTING = frozenset(("icmp", "add", "sub", "mul", "udiv", "urem", "select", "call"))
_LITERAL = r"-?\d+|0x[0-9A-F]{16}"
_OPCODE = re.compile(r"  (?:%\S+ = )?(\w+)")
#: A literal behind its type, and one behind it or another operand of that type; the values that a block finds, with where it is
#: come from.
_TYPED = re.compile(rf"\b(i64|float|double) (?:({_LITERAL})\b|(\S+)(?=, (?:{_LITERAL})$))(?:, ({_LITERAL})$)?")
_INCOMING = re.compile(rf"\[ ({_LITERAL}), (%\w+) \]")
#: Where one of these may be, for a quick look: most lines have none.
_MAYBE = re.compile(r"(?:i64|float|double|,|\[) (?:-?\d|0x)")
#: A call of a function by its name.
_CALLED = re.compile(r"(call \S+ )@([\w.]+)\(")
_ADDRESS = r"ptrtoint \(ptr @[\w.]+ to i64\)"
_TABLE = re.compile(rf"@\S+ = private unnamed_addr constant \[\d+ x i64\] \[((?:i64 (?:-?\d+|{_ADDRESS})(?:, )?)+)\]")
_STRUCTURAL = re.compile(r"ptr %(?:arguments|s\d+), i64 \d|alloca ptr,")
#: What stays in the text elsewhere: it says what is done rather than how often.
_STAYING = frozenset(("0", "1", "-1", "0x0000000000000000", "0x8000000000000000", "0x3FF0000000000000", "0xBFF0000000000000",
                      "0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000"))
_STAYING_AMONG_COUNTS = _STAYING - {"0", "1", "-1"}


class CodeTemplate(NamedTuple):
    """The lines of functions without their numbers, and the numbers, as words of 64 bits or names of functions.

    Where a function has `%arguments`, the address of addresses, its template has `%given`: the address of its numbers comes first
    there, then those that the function knows.
    """

    bodies: list[list[str]]
    numbers: list[int | str]


def template_of(functions: Sequence[Function], tables: Mapping[str, str], called: Collection[str]) -> CodeTemplate | None:
    """What functions are without their numbers. None where one calls another of them, or mentions anything else of its module
    but a table of integers and of functions; `tables` are definitions, by name, and `called` the names of functions that have an
    address, those of the module and of shared routines."""
    numbers: list[int | str] = []
    known: dict[str, int] = {}
    mine = {f.name for f in functions}
    for name in dict.fromkeys(name for f in functions for name in f.symbols()):
        if name in mine:
            return None
        if name in tables:
            found = _TABLE.match(tables[name])
            if found is None:
                return None
            words = [word.removeprefix("i64 ") for word in found[1].split(", ")]
            addresses = [SYMBOL.findall(word) for word in words]
            if any(name not in called for names in addresses for name in names):
                return None
            known[name] = len(numbers)
            numbers += [names[0] if names else int(word) for word, names in zip(words, addresses)]
    return CodeTemplate([_Taker(numbers, known, called).lines_of(f) for f in functions], numbers)


class _Taker:
    """Takes the numbers out of a function, to the end of `numbers`; `tables` says where those of tables begin."""

    def __init__(self, numbers: list[int | str], tables: Mapping[str, int], called: Collection[str]) -> None:
        self.numbers, self.tables, self.called = numbers, tables, called
        #: What comes before everything else, and what is loaded there: a block finds its values, it does not load them.
        self.first = ["  %numbers = load ptr, ptr %given", "  %arguments = getelementptr ptr, ptr %given, i64 1"]
        self.lines: list[str] = []
        self._count = 0

    def lines_of(self, f: Function) -> list[str]:
        for line in f.lines:
            self._take(line)
        return [*self.first, *self.lines]

    def _take(self, line: str) -> None:
        has_type = _MAYBE.search(line) is not None and ("i64" in line or "float" in line or "double" in line) and "<" not in line
        found = _OPCODE.match(line) if has_type else None
        # Vectors, the addresses of arguments and those in a frame are as many and as long in every program of the template.
        if found is not None and found[1] in _TAKING and not _STRUCTURAL.search(line):
            staying = _STAYING_AMONG_COUNTS if found[1] in _COUNTING else _STAYING
            if found[1] == "phi":
                type = line.split(" = phi ")[1].split(" ")[0]
                line = _INCOMING.sub(lambda m: f"[ {self._told(type, m[1], staying, self.first)}, {m[2]} ]", line)
            else:
                line = _TYPED.sub(lambda m: self._operands(m, staying), line)
        if "@" in line:
            line = _CALLED.sub(self._function, line)
            line = SYMBOL.sub(self._table, line) if self.tables else line
        self.lines.append(line)

    def _operands(self, found: re.Match[str], staying: frozenset[str]) -> str:
        """One operand or two behind their type, with what stands in the place of those that are literals."""
        type, literal, value, second = found.groups()
        operand = value if literal is None else self._told(type, literal, staying, self.lines)
        return f"{type} {operand}" if second is None else f"{type} {operand}, {self._told(type, second, staying, self.lines)}"

    def _told(self, type: str, literal: str, staying: frozenset[str], lines: list[str]) -> str:
        """A literal that is one of those that stay, or the number in its place, which lines at the end of `lines` load."""
        if literal in staying or type not in ("i64", "float", "double"):
            return literal
        self.numbers.append(_word(type, literal))
        address = self._place(len(self.numbers) - 1, lines)
        lines.append(f"  %n{self._count} = load {type}, ptr {address}")
        return f"%n{self._count}"

    def _function(self, found: re.Match[str]) -> str:
        """A call of what the address of a function says."""
        if found[2] not in self.called:
            return found[0]
        self.numbers.append(found[2])
        address = self._place(len(self.numbers) - 1, self.lines)
        self.lines.append(f"  %n{self._count} = load ptr, ptr {address}")
        return f"{found[1]}%n{self._count}("

    def _table(self, found: re.Match[str]) -> str:
        at = self.tables.get(found[1])
        return found[0] if at is None else self._place(at, self.lines)

    def _place(self, number: int, lines: list[str]) -> str:
        self._count += 1
        lines.append(f"  %n{self._count}at = getelementptr i64, ptr %numbers, i64 {number}")
        return f"%n{self._count}at"


def _word(type: str, literal: str) -> int:
    """The 64 bits at which a literal of a type is loaded, as a number with a sign."""
    if type == "i64":  # which may be written without one
        return (int(literal) + (1 << 63)) % (1 << 64) - (1 << 63)
    (value,) = struct.unpack("<d", int(literal, 16).to_bytes(8, "little"))
    return int.from_bytes(struct.pack("<f" if type == "float" else "<d", value).ljust(8, b"\0"), "little", signed=True)
