"""Textual LLVM IR, one function at a time.

Kernels are written as text and parsed once by LLVM: in Python that is several times faster than building an object
graph. Mutable variables are stack slots (`Function.variable`); the SROA pass, the only one that every kernel runs,
turns them into registers.

Types are LLVM type strings (`"i64"`, `"float"`, `"<16 x float>"`, `"ptr"`); a `Value` is a type and an operand text.
"""

from __future__ import annotations

import operator
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from hloom.codegen.target import Target
from hloom.support.diagnostics import InternalError

FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64}
#: What a function costs LLVM besides its lines, in lines; how many lines of a cold function cost what one of another does;
#: and what a part, itself worth 60, should have at least.
_FUNCTION_LINES = 40
_COLD_LINES = 8
_PART_LINES = 60
#: Lines that are compiled at once while others are made: enough that what a part costs does not count, and no more, so that
#: threads are through at about the same time.
_MOST_LINES = 500
#: Where each thread has several times as much to do, it takes a part as long as that many others, and then short ones: what was
#: thought to take equally long does not.
_LONG_PART = 4
#: Arithmetic on literals that needs no instruction.
_FOLDED: dict[str, Callable[[int, int], int]] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}
_SYMBOL = re.compile(r"@([\w.$-]+)")


class Value(NamedTuple):
    """An SSA value or a constant: `str(value)` is `type name`, as an instruction's operand is written."""

    type: str
    name: str

    def __str__(self) -> str:
        return f"{self.type} {self.name}"


#: What a function says of a type: programs have a few dozen types, and ask at each instruction.
_of_type = lru_cache(maxsize=512)


@_of_type
def lanes(type: str) -> int:
    """Number of lanes of a vector type; 1 for a scalar type."""
    return int(type[1 : type.index(" ")]) if type[0] == "<" else 1


@_of_type
def element_of(type: str) -> str:
    """Element type of a vector type; a scalar type itself."""
    return type[type.index(" x ") + 3 : -1] if type[0] == "<" else type


def vector(element: str, width: int) -> str:
    """The vector type of `width` lanes; the element type itself for a width of 1."""
    return f"<{width} x {element}>" if width > 1 else element


@_of_type
def with_element(type: str, element: str) -> str:
    """`type` with its element type replaced: the mask or integer type that goes with a vector."""
    return vector(element, lanes(type))


@_of_type
def is_float(type: str) -> bool:
    return element_of(type) in FLOAT_BITS


@_of_type
def bits_of(type: str) -> int:
    """Bits of one element of `type`."""
    element = element_of(type)
    return 64 if element == "ptr" else FLOAT_BITS.get(element) or int(element[1:])


def float_literal(element: str, value: float) -> str:
    """`value`, rounded to `element`, as LLVM spells a floating-point constant bit for bit."""
    if element == "bfloat":
        bits = struct.unpack("<I", struct.pack("<f", np.float32(value)))[0]
        if bits & 0x7FFFFFFF > 0x7F800000:
            return f"0xR{bits >> 16 | 0x40:04X}"
        return f"0xR{(bits + 0x7FFF + (bits >> 16 & 1)) >> 16:04X}"
    if element == "half":
        return f"0xH{int(np.float16(value).view(np.uint16)):04X}"
    wide = float(np.float32(value)) if element == "float" else float(value)
    return f"0x{struct.unpack('<Q', struct.pack('<d', wide))[0]:016X}"


def constant(type: str, value: float | int | bool) -> Value:
    """A constant of a scalar or (as a splat) vector type."""
    if type == "i64":
        return Value(type, str(int(value)))
    element = element_of(type)
    text = float_literal(element, value) if element in FLOAT_BITS else str(int(value))
    if element == "i1":
        text = "true" if value else "false"
    return Value(type, text if lanes(type) == 1 else f"splat ({element} {text})")


def zero(type: str) -> Value:
    return Value(type, "zeroinitializer" if lanes(type) > 1 else "null" if type == "ptr" else constant(type, 0).name)


def constant_vector(element: str, values: Sequence[float | int]) -> Value:
    """A vector constant with one value a lane."""
    return Value(vector(element, len(values)), "<" + ", ".join(str(constant(element, v)) for v in values) + ">")


def literal_of(a: Value) -> int | None:
    """The number that an i64 is written as; None for one that is computed."""
    return int(a.name) if a.type == "i64" and a.name[0] in "-0123456789" else None


class Variable(NamedTuple):
    """A mutable variable: a stack slot of one type."""

    type: str
    slot: Value


class Carried:
    """What a `Function.carrying_loop` carries: its counter and the values of the iteration."""

    def __init__(self, counter: Value, values: list[Value]) -> None:
        self.counter, self.values = counter, values
        self.next_values: Sequence[Value] = ()

    def become(self, values: Sequence[Value]) -> None:
        """Says what the next iteration finds."""
        self.next_values = values


class Part(NamedTuple):
    """A module as text; `is_cold` says that it takes less time to run than to optimise, `is_optimised` that all of LLVM's passes
    are worth their time, `is_shared` that other programs have it, too, so that its machine code is worth keeping."""

    text: str
    is_cold: bool = False
    is_optimised: bool = False
    is_shared: bool = False


class Consumer(Protocol):
    """Who compiles parts of a module while the rest is still being made."""

    def is_ready(self, ahead: bool = False) -> bool:
        """Whether a part would be compiled at once, or `ahead` as the next one, at the same time as the rest is made."""
        ...

    def take(self, part: Part) -> None: ...


class LLVMModule:
    """A module under construction: declarations, globals and functions in the order in which they were added.

    `target` is what emitters may use beyond LLVM's generic vectors; None: nothing. `consumer` gets parts of it as soon as
    they are made.
    """

    def __init__(self, target: Target | None = None, consumer: Consumer | None = None) -> None:
        self.target, self.consumer = target, consumer
        #: The functions that are not cold and have not been given to the consumer.
        self._remaining: list[Function] = []
        #: Functions that LLVM's passes make, and which functions are inlined in each.
        self._optimised: dict[Function, Sequence[Function]] = {}
        self.declarations: dict[str, str] = {}
        self.globals: dict[str, str] = {}
        self.functions: dict[str, Function] = {}
        #: Modules that this one calls functions of, and those of them that have been given to the consumer.
        self._included: list[LLVMModule] = []
        self._given: list[LLVMModule] = []

    def declare(self, name: str, result: str, parameters: Sequence[str], attributes: str = "") -> str:
        """Declares an external function or intrinsic once; returns its name with the `@`."""
        text = f"declare {result} @{name}({', '.join(parameters)}) {attributes}".rstrip()
        if self.declarations.setdefault(name, text) != text:
            raise InternalError(f"code generation: {name} is declared as {self.declarations[name]!r} and as {text!r}")
        return f"@{name}"

    def define_global(self, name: str, definition: str) -> Value:
        """Adds `@name = definition` once, e.g. `private constant [2 x i32] [i32 1, i32 2], align 64`."""
        self.globals.setdefault(name, f"@{name} = {definition}")
        return Value("ptr", f"@{name}")

    def function(self, name: str, parameters: Sequence[tuple[str, str]], result: str = "void", *,
                 linkage: str = "", attributes: str = "#0", is_cold: bool = False) -> Function:
        """Starts a function; `parameters` are (type with parameter attributes, name) pairs.

        A cold function is much code that seldom runs: it is compiled fast rather than to fast code.
        """
        attributes += " noinline optnone" if is_cold else ""
        made = self._new_function(name, parameters, result, linkage, attributes, is_cold)
        if not is_cold:
            self._remaining.append(made)
        return made

    def optimised_function(self, name: str, parameters: Sequence[tuple[str, str]], result: str,
                           inlined: Sequence[Function]) -> Function:
        """Starts a function that is a module of its own, with copies of other functions that are inlined in it, and goes through
        all of LLVM's passes."""
        made = self._new_function(name, parameters, result, "", "#0", is_cold=False)
        self._optimised[made] = inlined
        return made

    def _new_function(self, name: str, parameters: Sequence[tuple[str, str]], result: str, linkage: str, attributes: str,
                      is_cold: bool) -> Function:
        if name in self.functions:
            raise ValueError(f"function {name} is defined twice")
        made = self.functions[name] = Function(self, name, parameters, result, linkage, attributes, is_cold)
        return made

    def include(self, *libraries: LLVMModule) -> None:
        """Makes the functions of complete modules known to this one; each is compiled by itself, once for all programs."""
        self._included += [library for library in dict.fromkeys(libraries) if library not in self._included]
        self._offer_library()  # and no more: functions of this module are still being made

    def include_function(self, name: str, emit: Callable[[LLVMModule], None]) -> None:
        """Includes a module that `emit` fills, unless one of its functions, which has this name, is known here."""
        if not any(name in module.functions for module in (self, *self._included)):
            library = LLVMModule(self.target)
            emit(library)
            self.include(library)

    def _own_text(self, attributes: str) -> str:
        """The module by itself: what it calls of other modules is declared."""
        mine = list(self.functions.values())
        bodies = [f.text() for f in mine]
        used = {name for body in bodies for name in _SYMBOL.findall(body)}
        others = [f.declaration for module in self._included for name, f in module.functions.items() if name in used]
        return self._text(bodies, self.globals.values(), [*self.declarations.values(), *others], attributes)

    def shared_part(self, target: Target) -> Part:
        """A complete module by itself, to be compiled once for all programs that include it."""
        return self._shared_part(target.attributes)

    def _shared_part(self, attributes: str) -> Part:
        return Part(self._own_text(attributes), is_cold=all(f.is_cold for f in self.functions.values()), is_shared=True)

    def finished(self) -> None:
        """Says that every function so far is complete unless it is cold: the consumer may have them if it has nothing to do."""
        if self._offer_library() or self.consumer is None or self.target is None:
            return
        lines = sum(f.cost for f in self._remaining)
        if not self.consumer.is_ready(ahead=lines >= 2 * _MOST_LINES):
            return
        # Nothing may follow: then as much is left for this thread.
        share = self._shares([0] * max(2, -(-lines // _MOST_LINES)))[0]
        if sum(f.cost for f in share) >= _PART_LINES:
            self.consumer.take(Part(self._part(share, self.target.attributes)))
            self._remaining = [f for f in self._remaining if f not in share]

    def _offer_library(self) -> bool:
        """Gives the consumer an included module that it lacks, if it has nothing to do; whether it has got one."""
        waiting = [library for library in self._included if library not in self._given]
        if not waiting or self.consumer is None or self.target is None or not self.consumer.is_ready():
            return False
        self._given.append(waiting[0])
        self.consumer.take(waiting[0].shared_part(self.target))
        return True

    def text(self, attributes: str = "nounwind") -> str:
        """The text of the module and of those that it includes; `attributes` become attribute group #0, which functions carry by
        default."""
        modules = [*self._included, self]
        constants = {name: text for module in modules for name, text in module.globals.items()}
        declarations = {name: text for module in modules for name, text in module.declarations.items()}
        return self._text([f.text() for module in modules for f in module.functions.values()], constants.values(),
                          declarations.values(), attributes)

    def parts(self, attributes: str, workers: int) -> list[Part]:
        """What the consumer has not got as modules to be compiled by that many threads and linked: those that take longer
        come first.

        What was internal to the module is visible in them.
        """
        self._drop_copied()
        cold = [f for f in self.functions.values() if f.is_cold]
        lines = sum(f.cost for f in self._remaining)
        is_alone = self.consumer is not None and not self.consumer.is_ready()  # others have parts already
        count = max(1, min(workers, lines // (_PART_LINES * (1 + is_alone)), len(self._remaining)))
        short = lines // ((_LONG_PART + 2) * count)
        if count > 1 and short >= _MOST_LINES:
            shares = self._shares([0] * count + [_LONG_PART * short] * (2 * count))
        else:  # the thread that is through with the smallest part also takes the cold functions
            shares = self._shares([0] * (count - 1) + [sum(f.cost for f in cold)])
        made = [library._shared_part(attributes) for library in self._included if library not in self._given]
        made += [Part(self._part([f], attributes, inlined), is_optimised=True) for f, inlined in self._optimised.items()]
        return [*made, *(Part(self._part(part, attributes), part is cold) for part in (*shares, cold) if part)]

    def _drop_copied(self) -> None:
        """Leaves out functions that nobody calls but where they are inlined."""
        copied = {f for inlined in self._optimised.values() for f in inlined}
        if copied:
            called = {name for f in self.functions.values() if f not in self._optimised for name in f.symbols()}
            called.update(name for text in self.globals.values() for name in _SYMBOL.findall(text))
            self._remaining = [f for f in self._remaining if f not in copied or f.name in called]

    def _shares(self, load: list[int]) -> list[list[Function]]:
        """The functions that remain, in shares that cost about the same with what each costs already."""
        shares: list[list[Function]] = [[] for _ in load]
        for f in sorted(self._remaining, key=lambda f: -f.cost):
            least = load.index(min(load))
            shares[least].append(f)
            load[least] += f.cost
        return shares

    def _part(self, functions: Sequence[Function], attributes: str, inlined: Sequence[Function] = ()) -> str:
        bodies = [f.text(linkage="") for f in functions]
        bodies += [f.text(linkage="internal", attributes=" alwaysinline") for f in inlined]
        used = {name for body in bodies for name in _SYMBOL.findall(body)}
        constants = [text for name, text in self.globals.items() if name in used]
        used.update(name for text in constants for name in _SYMBOL.findall(text))
        mine = {f.name for f in (*functions, *inlined)}
        known = {name: f for module in (*self._included, self) for name, f in module.functions.items()}
        others = [f.declaration for name, f in known.items() if name in used and name not in mine]
        declarations = [text for name, text in self.declarations.items() if name in used]
        return self._text(bodies, constants, [*declarations, *others], attributes)

    @staticmethod
    def _text(functions: Iterable[str], constants: Iterable[str], declarations: Iterable[str], attributes: str) -> str:
        return "\n".join([*constants, *declarations, *functions, f"attributes #0 = {{ {attributes} }}", "!0 = !{i32 1}", ""])


class Function:
    """A function body under construction: instructions go to the end of the current block."""

    def __init__(self, module: LLVMModule, name: str, parameters: Sequence[tuple[str, str]], result: str,
                 linkage: str, attributes: str, is_cold: bool) -> None:
        self.module, self.name, self.result, self.is_cold = module, name, result, is_cold
        self.parameters = tuple(Value(type.split(" ")[0] if type[0] != "<" else type, f"%{n}") for type, n in parameters)
        self._linkage = linkage
        self._signature = f"{result} @{name}({', '.join(f'{type} %{n}' for type, n in parameters)}) {attributes}"
        self._slots: list[str] = []
        self._lines: list[str] = []
        self._block = "entry"
        self._count = 0
        #: How often each long formula is in it, and how many lines it has (`shared_code`).
        self.formulas: dict[str, tuple[int, int]] = {}

    def text(self, linkage: str | None = None, attributes: str = "") -> str:
        """The definition, with another linkage than the function was given if `linkage` is not None, and more attributes."""
        linkage = self._linkage if linkage is None else linkage
        return "\n".join([f"define {linkage + ' ' if linkage else ''}{self._signature}{attributes} {{",
                          "entry:", *self._slots, *self._lines, "}"])

    @property
    def cost(self) -> int:
        """About how long LLVM takes for it, in lines of code that is not cold."""
        return (self.line_count + _FUNCTION_LINES) // (_COLD_LINES if self.is_cold else 1)

    @property
    def line_count(self) -> int:
        return len(self._slots) + len(self._lines)

    def symbols(self) -> set[str]:
        """The names of functions and globals that the body mentions."""
        return {name for line in self._lines if "@" in line for name in _SYMBOL.findall(line)}

    @property
    def declaration(self) -> str:
        return f"declare {self._signature}"

    # -- raw emission --------------------------------------------------------------------------------------------
    def emit(self, line: str) -> None:
        """Appends an instruction without a result."""
        self._lines.append("  " + line)

    def value(self, type: str, instruction: str) -> Value:
        """Appends an instruction and names its result."""
        self._count += 1
        name = f"%t{self._count}"
        self._lines.append(f"  {name} = {instruction}")
        return Value(type, name)

    @contextmanager
    def where_defined(self, a: Value) -> Iterator[None]:
        """Emits what is computed from `a` alone right behind `a`: outside the loops that begin after it."""
        place = len(self._lines)
        if a in self.parameters:
            place = 0
        elif a.name.startswith("%"):
            definition = f"  {a.name} = "
            place = next(k for k in range(place, 0, -1) if self._lines[k - 1].startswith(definition))
        later = self._lines[place:]
        del self._lines[place:]
        yield
        self._lines += later

    def label(self, hint: str = "block") -> str:
        """A fresh block name (without the `%`)."""
        self._count += 1
        return f"{hint}{self._count}"

    def block(self, label: str) -> None:
        """Starts the block `label`; the block before it must have ended with a terminator."""
        self._lines.append(f"{label}:")
        self._block = label

    # -- arithmetic ----------------------------------------------------------------------------------------------
    def binary(self, opcode: str, a: Value, b: Value | int | float, flags: str = "") -> Value:
        """`opcode a, b`; a plain number for `b` becomes a constant of `a`'s type."""
        b = b if isinstance(b, Value) else constant(a.type, b)
        if opcode in _FOLDED and a.type == "i64":
            left, right = literal_of(a), literal_of(b)
            if left is not None and right is not None and abs(folded := _FOLDED[opcode](left, right)) < 1 << 63:
                return Value("i64", str(folded))
        return self.value(a.type, f"{opcode} {flags + ' ' if flags else ''}{a.type} {a.name}, {b.name}")

    def add(self, a: Value, b: Value | int | float) -> Value:
        if type(b) is int and b == 0 and not is_float(a.type):
            return a
        return self.binary("fadd" if is_float(a.type) else "add", a, b)

    def sub(self, a: Value, b: Value | int | float) -> Value:
        return self.binary("fsub" if is_float(a.type) else "sub", a, b)

    def mul(self, a: Value, b: Value | int | float) -> Value:
        if type(b) is int and b == 1 and not is_float(a.type):
            return a
        return self.binary("fmul" if is_float(a.type) else "mul", a, b)

    def compare(self, predicate: str, a: Value, b: Value | int | float) -> Value:
        """`icmp` or `fcmp` by type; `predicate` in LLVM's spelling (`slt`, `olt`, `une`, ...)."""
        b = b if isinstance(b, Value) else constant(a.type, b)
        opcode = "fcmp" if is_float(a.type) else "icmp"
        return self.value(with_element(a.type, "i1"), f"{opcode} {predicate} {a}, {b.name}")

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        return self.value(a.type, f"select {condition}, {a}, {b}")

    def cast(self, opcode: str, a: Value, element: str) -> Value:
        """`sext`, `fptosi`, `bitcast`, ... lane by lane to the element type `element`; nothing when it has it already."""
        type = with_element(a.type, element)
        return a if type == a.type and opcode != "bitcast" else self.value(type, f"{opcode} {a} to {type}")

    def bitcast(self, a: Value, type: str) -> Value:
        return a if a.type == type else self.value(type, f"bitcast {a} to {type}")

    def splat(self, a: Value, width: int) -> Value:
        """A vector with `a` in each of `width` lanes; `a` itself for a width of 1."""
        if width == 1:
            return a
        type = vector(a.type, width)
        first = self.value(type, f"insertelement {type} poison, {a}, i64 0")
        return self.value(type, f"shufflevector {first}, {type} poison, <{width} x i32> zeroinitializer")

    def shuffle(self, a: Value, b: Value | None, indices: Sequence[int]) -> Value:
        """`shufflevector` with constant lane numbers; -1 leaves a lane undefined."""
        mask = ", ".join("i32 poison" if i < 0 else f"i32 {i}" for i in indices)
        other = f"{a.type} poison" if b is None else str(b)
        return self.value(vector(element_of(a.type), len(indices)),
                          f"shufflevector {a}, {other}, <{len(indices)} x i32> <{mask}>")

    def extract(self, a: Value, lane: Value | int) -> Value:
        lane = lane if isinstance(lane, Value) else Value("i64", str(lane))
        return self.value(element_of(a.type), f"extractelement {a}, {lane}")

    def insert(self, a: Value, b: Value, lane: Value | int) -> Value:
        lane = lane if isinstance(lane, Value) else Value("i64", str(lane))
        return self.value(a.type, f"insertelement {a}, {b}, {lane}")

    # -- calls ---------------------------------------------------------------------------------------------------
    def call(self, name: str, result: str, arguments: Sequence[Value], flags: str = "") -> Value:
        """Calls the function `@name` (declared or defined in the module)."""
        text = f"call {flags + ' ' if flags else ''}{result} @{name}({', '.join(map(str, arguments))})"
        if result == "void":
            self.emit(text)
            return Value("void", "")
        return self.value(result, text)

    def intrinsic(self, name: str, *arguments: Value, result: str | None = None, flags: str = "",
                  overload: Sequence[str] | None = None) -> Value:
        """Calls `llvm.<name>`, overloaded on the first argument's type unless `overload` lists the types.

        `overload=()` calls an intrinsic that is not overloaded.
        """
        result = result or arguments[0].type
        overload = (arguments[0].type,) if overload is None else overload
        full = ".".join(["llvm", name, *map(mangle, overload)])
        self.module.declare(full, result, [a.type for a in arguments])
        return self.call(full, result, arguments, flags)

    def fma(self, a: Value, b: Value, c: Value) -> Value:
        """`a * b + c`, rounded once."""
        return self.intrinsic("fma", a, b, c)

    # -- memory --------------------------------------------------------------------------------------------------
    def address(self, base: Value, index: Value | int, element: str) -> Value:
        """Address of element `index` (a count of `element`s, not bytes) from `base`."""
        index = index if isinstance(index, Value) else Value("i64", str(index))
        return self.value("ptr", f"getelementptr {element}, ptr {base.name}, {index}") if index.name != "0" else base

    def load(self, type: str, address: Value, align: int | None = None) -> Value:
        """Loads a scalar or vector; a vector needs only its element's alignment unless `align` (bytes) says more."""
        align = align or max(bits_of(type) // 8, 1)
        return self.value(type, f"load {type}, {address}, align {align}")

    def store(self, a: Value, address: Value, align: int | None = None, nontemporal: bool = False) -> None:
        align = align or max(bits_of(a.type) // 8, 1)
        self.emit(f"store {a}, {address}, align {align}{', !nontemporal !0' if nontemporal else ''}")

    def copy_bytes(self, target: Value, source: Value, size: Value | int) -> None:
        """Copies `size` bytes between places that do not overlap."""
        size = size if isinstance(size, Value) else Value("i64", str(size))
        self.intrinsic("memcpy", target, source, size, Value("i1", "false"), result="void", overload=("ptr", "ptr", "i64"))

    def clear_bytes(self, target: Value, size: int, byte: int = 0) -> None:
        self.intrinsic("memset", target, Value("i8", str(byte)), Value("i64", str(size)), Value("i1", "false"), result="void",
                       overload=("ptr", "i64"))

    def slot(self, type: str, count: int = 1, align: int = 64) -> Value:
        """Stack memory for `count` elements of `type`, allocated once in the entry block."""
        self._count += 1
        name = f"%s{self._count}"
        self._slots.append(f"  {name} = alloca {type}, i64 {count}, align {align}")
        return Value("ptr", name)

    def variable(self, initial: Value) -> Variable:
        """A mutable variable that holds `initial`."""
        made = Variable(initial.type, self.slot(initial.type, align=max(8, bits_of(initial.type) // 8)))
        self.set(made, initial)
        return made

    def get(self, variable: Variable) -> Value:
        return self.value(variable.type, f"load {variable.type}, {variable.slot}")

    def set(self, variable: Variable, a: Value) -> None:
        if a.type != variable.type:  # LLVM would write past the slot
            raise InternalError(f"code generation: a variable of type {variable.type} is given a value of type {a.type}")
        self.emit(f"store {a}, {variable.slot}")

    # -- control flow --------------------------------------------------------------------------------------------
    def branch(self, label: str) -> None:
        self.emit(f"br label %{label}")

    def branch_if(self, condition: Value, then: str, otherwise: str) -> None:
        self.emit(f"br {condition}, label %{then}, label %{otherwise}")

    def ret(self, a: Value | None = None) -> None:
        self.emit(f"ret {a}" if a is not None else "ret void")

    @contextmanager
    def loop(self, lower: Value | int, upper: Value | int, step: Value | int = 1) -> Iterator[Value]:
        """`for (i64 k = lower; k < upper; k += step)`; yields `k`. A loop that has one turn whatever happens is no loop."""
        lower, upper, step = (v if isinstance(v, Value) else Value("i64", str(v)) for v in (lower, upper, step))
        bounds = [literal_of(v) for v in (lower, upper, step)]
        if None not in bounds and bounds[0] < bounds[1] <= bounds[0] + bounds[2]:  # type: ignore[operator]
            yield lower
            return
        counter = self.variable(lower)
        head, body, done = self.label("head"), self.label("body"), self.label("done")
        self.branch(head)
        self.block(head)
        current = self.get(counter)
        self.branch_if(self.compare("slt", current, upper), body, done)
        self.block(body)
        yield current
        self.set(counter, self.binary("add", current, step, "nsw"))
        self.branch(head)
        self.block(done)

    @contextmanager
    def carrying_loop(self, lower: Value | int, upper: Value | int, initial: Sequence[Value]) -> Iterator[Carried]:
        """`for (i64 k = lower; k < upper; k++)` over values that each iteration makes anew from those before.

        The body calls `Carried.become` once; after the loop `Carried.values` are the last ones. In comparison with
        variables there is less text, and nothing for LLVM to clean up.
        """
        before = self._block
        head, body, done = self.label("head"), self.label("body"), self.label("done")
        self.branch(head)
        self.block(head)
        first = lower if isinstance(lower, Value) else Value("i64", str(lower))
        values = [self.value(v.type, "phi") for v in (first, *initial)]
        carried = Carried(values[0], values[1:])
        self.branch_if(self.compare("slt", values[0], upper), body, done)
        self.block(body)
        yield carried
        next_values = [self.binary("add", values[0], 1, "nsw"), *carried.next_values]
        self.branch(head)
        place = self._lines.index(f"{head}:") + 1
        for k, (old, start, new) in enumerate(zip(values, (first, *initial), next_values, strict=True)):
            self._lines[place + k] = (f"  {old.name} = phi {old.type} [ {start.name}, %{before} ], "
                                      f"[ {new.name}, %{self._block} ]")
        self.block(done)

    @contextmanager
    def when(self, condition: Value) -> Iterator[None]:
        """Runs the body only if the i1 `condition` holds."""
        then, done = self.label("then"), self.label("endif")
        self.branch_if(condition, then, done)
        self.block(then)
        yield
        self.branch(done)
        self.block(done)

    def if_else(self, condition: Value, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Runs one of two emitters; results go through variables."""
        yes, no, done = self.label("then"), self.label("else"), self.label("endif")
        self.branch_if(condition, yes, no)
        for label, emit in ((yes, then), (no, otherwise)):
            self.block(label)
            emit()
            self.branch(done)
        self.block(done)


def mangle(type: str) -> str:
    """A type in the suffix of an overloaded intrinsic: `v16f32` for `<16 x float>`."""
    element = element_of(type)
    short = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "ptr": "p0"}.get(element, element)
    return f"v{lanes(type)}{short}" if lanes(type) > 1 else short
