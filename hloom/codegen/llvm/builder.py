"""Textual LLVM IR, one function at a time.

Kernels are written as text and parsed once by LLVM: in Python that is several times faster than building an object
graph. A `Value` is a type and the text of an operand. Mutable variables are stack slots (`Function.variable`); the SROA
pass, the only one that every kernel runs, turns them into registers.
"""

from __future__ import annotations

import operator
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hloom.codegen.llvm.types import FLOAT_BITS, bits_of, element_of, is_float, lanes, mangle, vector, with_element
from hloom.support.diagnostics import InternalError

if TYPE_CHECKING:
    from hloom.codegen.llvm.module import LLVMModule


#: The name of a function or global, as text mentions it.
SYMBOL = re.compile(r"@([\w.$-]+)")


class Value(NamedTuple):
    """An SSA value or a constant: `str(value)` is `type name`, as an instruction's operand is written."""

    type: str
    name: str

    def __str__(self) -> str:
        return f"{self.type} {self.name}"


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


def integer_of(a: Value) -> int | None:
    """The integer that all lanes of a constant are; None for what is computed, and for lanes of different numbers."""
    text = a.name.removeprefix("splat (").removesuffix(")").split(" ")[-1] if a.name.startswith("splat (") else a.name
    return 0 if text == "zeroinitializer" else int(text) if text.removeprefix("-").isdigit() else None


#: Bits of registers that hold vectors.
_REGISTER_BITS = (128, 256, 512)
#: Arithmetic on literals that needs no instruction.
_FOLDED: dict[str, Callable[[int, int], int]] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}

#: The attributes of functions of hloom's own, which a module or a shared routine has.
OUTSIDE = "#0"


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


class Function:
    """A function body under construction: instructions go to the end of the current block."""

    def __init__(self, module: LLVMModule, name: str, parameters: Sequence[tuple[str, str]], result: str,
                 linkage: str, attributes: str, is_cold: bool) -> None:
        self.module, self.name, self.result, self.is_cold = module, name, result, is_cold
        self.machine = module.machine
        self.parameters = tuple(Value(type.split(" ")[0] if type[0] != "<" else type, f"%{n}") for type, n in parameters)
        self._linkage = linkage
        self._signature = f"{result} @{name}({', '.join(f'{type} %{n}' for type, n in parameters)}) {attributes}"
        self._slots: list[str] = []
        self._lines: list[str] = []
        self._block = "entry"
        self._count = self._shuffles = 0
        #: How often each long formula is in it, and how many lines it has (`functions.emitted`).
        self.formulas: dict[str, tuple[int, int]] = {}
        #: Values that are others rounded to a narrower format.
        self.unrounded: dict[Value, Value] = {}

    def text(self, linkage: str | None = None, attributes: str = "") -> str:
        """The definition, with another linkage than the function was given if `linkage` is not None, and more attributes."""
        linkage = self._linkage if linkage is None else linkage
        return "\n".join([f"define {linkage + ' ' if linkage else ''}{self._signature}{attributes} {{",
                          "entry:", *self._slots, *self._lines, "}"])

    @property
    def cost(self) -> int:
        """About how long LLVM takes for it, in lines of code that is not cold."""
        compilation = self.machine.compilation
        lines = self.line_count + self._shuffles * (compilation.shuffle_lines - 1) + compilation.function_lines
        return lines // (compilation.cold_lines if self.is_cold else 1)

    @property
    def line_count(self) -> int:
        return len(self._slots) + len(self._lines)

    def has_parameters(self, parameters: Sequence[tuple[str, str]]) -> bool:
        """Whether it takes these (type, name) and returns nothing."""
        return self.result == "void" and self.parameters == tuple(Value(type, f"%{name}") for type, name in parameters)

    @property
    def lines(self) -> list[str]:
        """The body, from the beginning of the entry block."""
        return [*self._slots, *self._lines]

    def take_lines(self, lines: Sequence[str]) -> None:
        """Gives a function that has none yet a body that is complete."""
        self._lines += lines

    def symbols(self) -> list[str]:
        """The names of functions and globals that the body mentions, each once, in the order in which they come."""
        return list(dict.fromkeys(name for line in self._lines if "@" in line for name in SYMBOL.findall(line)))

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
        if a.name[0] not in "%@":  # so that what is computed with it sees that it is a constant
            return Value(type, f"splat ({a})")
        first = self.value(type, f"insertelement {type} poison, {a}, i64 0")
        return self.value(type, f"shufflevector {first}, {type} poison, <{width} x i32> zeroinitializer")

    def shuffle(self, a: Value, b: Value | None, indices: Sequence[int]) -> Value:
        """`shufflevector` with constant lane numbers; -1 leaves a lane undefined."""
        if b is not None and (count := _zeros_between(a, b, indices)):
            return self._with_zeros(a, indices, count)
        mask = ", ".join("i32 poison" if i < 0 else f"i32 {i}" for i in indices)
        other = f"{a.type} poison" if b is None else str(b)
        self._shuffles += 1
        return self.value(vector(element_of(a.type), len(indices)),
                          f"shufflevector {a}, {other}, <{len(indices)} x i32> <{mask}>")

    def _with_zeros(self, a: Value, indices: Sequence[int], count: int) -> Value:
        """`shuffle` of integers with zeros between them, `count` - 1 each time. LLVM 22 makes the same of it by itself, but fails
        where `a` is part of a wider register (`getVectorElementType` of an i256 or i512), as a load is that it takes from what
        has been stored before."""
        width, element = len(indices), element_of(a.type)
        part = a
        if lanes(a.type) != width // count:
            part = self.shuffle(a, None, indices[::count])
        return self.bitcast(self.cast("zext", part, f"i{bits_of(element) * count}"), vector(element, width))

    def joined(self, parts: Sequence[Value]) -> Value:
        """Vectors of one type, a power of two of them, as one."""
        while len(parts) > 1:
            parts = [self.shuffle(a, b, range(2 * lanes(a.type))) for a, b in zip(parts[::2], parts[1::2])]
        return parts[0]

    def settled(self, a: Value) -> Value:
        """The register `a`, which LLVM takes as it is: it neither looks how it was made to do what comes next in another way nor
        unites shuffles on both sides, a search that takes more than half of the time of generating code for many of them."""
        size = lanes(a.type) * bits_of(a.type)
        if size not in _REGISTER_BITS:
            return a
        floats = a.type if element_of(a.type) in ("float", "double") else vector("float", size // 32)
        return self.bitcast(self.intrinsic("arithmetic.fence", self.bitcast(a, floats)), a.type)

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

    def call_outside(self, name: str, result: str, arguments: Sequence[Value]) -> Value:
        """Calls a function of this module or of a shared routine that it includes."""
        if name not in self.module.functions:
            self.module.declare(name, result, [a.type for a in arguments], OUTSIDE)
        return self.call(name, result, arguments)

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

    def prefetch(self, address: Value, is_written: bool = False, level: int = 3) -> None:
        """Asks for the line of the cache at an address, where there need not be any memory, to be read or written; `level` 3 is
        into all caches, 2 into all but the first."""
        numbers = (Value("i32", str(n)) for n in (int(is_written), level, 1))
        self.intrinsic("prefetch", address, *numbers, result="void")

    def clear_bytes(self, target: Value, size: Value | int, byte: int = 0) -> None:
        size = size if isinstance(size, Value) else Value("i64", str(size))
        self.intrinsic("memset", target, Value("i8", str(byte)), size, Value("i1", "false"), result="void",
                       overload=("ptr", "i64"))

    def slot(self, type: str, count: int = 1, align: int = 64) -> Value:
        """Stack memory for `count` elements of `type`, allocated once in the entry block."""
        self._count += 1
        name = f"%s{self._count}"
        self._slots.append(f"  {name} = alloca {type}, i64 {count}, align {align}")
        return Value("ptr", name)

    def variable(self, initial: Value) -> Variable:
        """A mutable variable that holds `initial`."""
        size = lanes(initial.type) * bits_of(initial.type) // 8
        # Where it stays in memory, as in cold functions, registers are moved to it and from it as to where they belong.
        made = Variable(initial.type, self.slot(initial.type, align=max(8, 1 << (size - 1).bit_length())))
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
        with self._phis([lower]) as (head, (current,), following):
            body, done = self.label("body"), self.label("done")
            self.branch_if(self.compare("slt", current, upper), body, done)
            self.block(body)
            yield current
            following.append(self.binary("add", current, step, "nsw"))
            self.branch(head)
        self.block(done)

    @contextmanager
    def _phis(self, initial: Sequence[Value]) -> Iterator[tuple[str, list[Value], list[Value]]]:
        """A new block with values that are the initial ones where it is come to from here. The block in which the context ends
        goes back there; it has appended to the list what they are then."""
        before, head = self._block, self.label("head")
        self.branch(head)
        self.block(head)
        place = len(self._lines)
        values = [self.value(v.type, "phi") for v in initial]
        following: list[Value] = []
        yield head, values, following
        place = self._lines.index(f"{head}:", place - 1) + 1  # lines may have come before it
        for k, (old, start, new) in enumerate(zip(values, initial, following, strict=True)):
            self._lines[place + k] = (f"  {old.name} = phi {old.type} [ {start.name}, %{before} ], "
                                      f"[ {new.name}, %{self._block} ]")

    @contextmanager
    def carrying_loop(self, lower: Value | int, upper: Value | int, initial: Sequence[Value]) -> Iterator[Carried]:
        """`for (i64 k = lower; k < upper; k++)` over values that each iteration makes anew from those before.

        The body calls `Carried.become` once; after the loop `Carried.values` are the last ones. In comparison with
        variables there is less text, and nothing for LLVM to clean up.
        """
        first = lower if isinstance(lower, Value) else Value("i64", str(lower))
        with self._phis([first, *initial]) as (head, (counter, *values), following):
            carried = Carried(counter, values)
            body, done = self.label("body"), self.label("done")
            self.branch_if(self.compare("slt", counter, upper), body, done)
            self.block(body)
            yield carried
            following += [self.binary("add", counter, 1, "nsw"), *carried.next_values]
            self.branch(head)
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


def _zeros_between(a: Value, b: Value, indices: Sequence[int]) -> int:
    """How many lanes each lane of `a` takes that a shuffle of integers puts in front of zeros, up to 64 bits of them; 0 where it
    does something else."""
    element, held = element_of(a.type), lanes(a.type)
    if is_float(element) or integer_of(b) != 0:
        return 0
    for count in (2, 4, 8):
        kept = list(indices[::count])
        if len(indices) % count or len(kept) < 2 or bits_of(element) * count > 64:
            continue
        if kept != list(range(kept[0], kept[0] + len(kept))):
            continue
        if 0 <= kept[0] and kept[-1] < held and all(k >= held for n, k in enumerate(indices) if n % count):
            return count
    return 0


def binary(opcode: str) -> Callable[..., Value]:
    """What emits one instruction of two operands, for tables of functions by name: `emit(f, node, a, b)`."""
    return lambda f, node, a, b: f.binary(opcode, a, b)
