"""Modules of LLVM IR under construction, how they are cut into parts that several threads compile, and libraries: modules that
programs share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial, update_wrapper
from typing import Any, Concatenate, ParamSpec

from hloom.codegen.llvm.builder import SYMBOL, Function, Value
from hloom.codegen.machine import Machine
from hloom.codegen.target import Target
from hloom.numbers.element_type import ElementType
from hloom.runtime.dispatch.parts import Consumer, Part
from hloom.support.diagnostics import InternalError
from hloom.support.records import computed_once

_Parameters = ParamSpec("_Parameters")


class LLVMModule:
    """A module under construction: declarations, globals and functions in the order in which they were added.

    `target` is what emitters may use beyond LLVM's generic vectors; None: nothing, for a `machine`. `consumer` gets parts of it
    as soon as they are made.
    """

    def __init__(self, target: Target | None = None, consumer: Consumer | None = None, machine: Machine | None = None) -> None:
        self.target, self.consumer = target, consumer
        self.machine = machine or (Machine() if target is None else target.machine)
        #: The functions that are not cold and have not been given to the consumer.
        self._remaining: list[Function] = []
        #: Functions that LLVM's passes make, and which functions are inlined in each.
        self._optimised: dict[Function, Sequence[Function]] = {}
        self.declarations: dict[str, str] = {}
        self.globals: dict[str, str] = {}
        self.functions: dict[str, Function] = {}
        #: The names of functions that are called from outside of it.
        self.called: set[str] = set()
        #: What this one calls functions of, by description, and what the consumer lacks of it.
        self._included: dict[str, Library] = {}
        self._lacking: list[Library] = []

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

    def include(self, *libraries: Library) -> None:
        """Says that functions of libraries are called here; each is compiled by itself, once for all programs."""
        for library in libraries:
            if library.description not in self._included:
                self._included[library.description] = library
                if self.consumer is None or not self.consumer.takes_kept(library.description):
                    self._lacking.append(library)
        self._offer_library()  # and no more: functions of this module are still being made

    @property
    def libraries(self) -> Sequence[Library]:
        """Those of which functions are called here, in the order in which they were included."""
        return tuple(self._included.values())

    def inlined_in(self, f: Function) -> Sequence[Function] | None:
        """The functions that are inlined in one that goes through all of LLVM's passes; None for any other."""
        return self._optimised.get(f)

    def take_out(self, functions: Sequence[Function]) -> None:
        """Leaves out functions, and globals that nothing else mentions: they stand elsewhere. None has gone to the consumer."""
        for f in functions:
            del self.functions[f.name]
            if f in self._remaining:
                self._remaining.remove(f)
        mentioned = {name for f in functions for name in f.symbols() if name in self.globals}
        if mentioned:
            for name in mentioned.difference(*(f.symbols() for f in self.functions.values())):
                del self.globals[name]

    def finished(self, but: Function | None = None) -> None:
        """Says that every function so far is complete unless it is cold, `but` for this one: the consumer may have them if it has
        nothing to do."""
        compilation = self.machine.compilation
        if self._offer_library() or self.consumer is None or self.target is None:
            return
        complete = [f for f in self._remaining if f is not but]
        lines = _cost(complete)
        if not self.consumer.is_ready(ahead=lines >= 2 * compilation.most_lines):
            return
        # Nothing may follow: then as much is left for this thread. One that is still being made is something that follows.
        share = _shares(complete, [0] * max(1 if but else 2, -(-lines // compilation.most_lines)))[0]
        if _cost(share) >= compilation.part_lines:
            self.consumer.take(Part(self._part(share, self.target.attributes)))
            self._remaining = [f for f in self._remaining if f not in share]

    @property
    def cost(self) -> int:
        """About how long LLVM takes for all of it, in lines of code that is not cold."""
        return _cost(self.functions.values())

    def _offer_library(self) -> bool:
        """Gives the consumer an included module that it lacks, if it has nothing to do; whether it has got one."""
        if not self._lacking or self.consumer is None or self.target is None or not self.consumer.is_ready():
            return False
        self.consumer.take(self._lacking.pop(0).part(self.target.attributes))
        return True

    def text(self, attributes: str = "nounwind") -> str:
        """The text of the module and of those that it includes; `attributes` become attribute group #0, which functions carry by
        default."""
        return self._joined([*(library.module for library in self.libraries), self], attributes)

    def own_text(self, attributes: str) -> str:
        """The text of the module by itself: what it calls of others is declared."""
        return self._joined([self], attributes)

    def _joined(self, modules: Sequence[LLVMModule], attributes: str) -> str:
        constants = {name: text for module in modules for name, text in module.globals.items()}
        functions = {name for module in modules for name in module.functions}
        declarations = {name: text for module in modules for name, text in module.declarations.items() if name not in functions}
        return self._text([f.text() for module in modules for f in module.functions.values()], constants.values(),
                          declarations.values(), attributes)

    def parts(self, attributes: str, workers: int) -> list[Part]:
        """What the consumer has not got as modules to be compiled by that many threads and linked: those that take longer
        come first. Cold functions are one of their own: LLVM 22 fails at times where it optimises others beside them.

        What was internal to the module is visible in them.
        """
        compilation = self.machine.compilation
        self._drop_copied()
        cold = [f for f in self.functions.values() if f.is_cold]
        lines = _cost(self._remaining)
        is_alone = self.consumer is not None and not self.consumer.is_ready()  # others have parts already
        count = max(1, min(workers, lines // (compilation.part_lines * (1 + is_alone)), len(self._remaining)))
        short = lines // ((compilation.long_part + 2) * count)
        if count > 1 and short >= compilation.most_lines:
            shares = _shares(self._remaining, [0] * count + [compilation.long_part * short] * (2 * count))
        else:  # the thread that is through with the smallest part also takes the cold functions
            shares = _shares(self._remaining, [0] * (count - 1) + [_cost(cold)])
        first = [Part(self._part([f], attributes, inlined), is_optimised=True) for f, inlined in self._optimised.items()]
        rest = [(library.module.cost, library.part(attributes)) for library in self._lacking]
        rest += [(_cost(part), Part(self._part(part, attributes), part is cold)) for part in (*shares, cold) if part]
        return [*first, *(part for _, part in sorted(rest, key=lambda entry: -entry[0]))]

    def _drop_copied(self) -> None:
        """Leaves out functions that nobody calls but where they are inlined."""
        copied = {f for inlined in self._optimised.values() for f in inlined}
        if copied:
            called = self.called.union(*(f.symbols() for f in self.functions.values() if f not in self._optimised))
            self._remaining = [f for f in self._remaining if f not in copied or f.name in called]

    def _part(self, functions: Sequence[Function], attributes: str, inlined: Sequence[Function] = ()) -> str:
        bodies = [f.text(linkage="") for f in functions]
        bodies += [f.text(linkage="internal", attributes=" alwaysinline") for f in inlined]
        used = {name for body in bodies for name in SYMBOL.findall(body)}
        constants = [text for name, text in self.globals.items() if name in used]
        used.update(name for text in constants for name in SYMBOL.findall(text))
        mine = {f.name for f in (*functions, *inlined)}
        others = [f.declaration for name, f in self.functions.items() if name in used and name not in mine]
        declarations = [text for name, text in self.declarations.items() if name in used]
        return self._text(bodies, constants, [*declarations, *others], attributes)

    @staticmethod
    def _text(functions: Iterable[str], constants: Iterable[str], declarations: Iterable[str], attributes: str) -> str:
        return "\n".join([*constants, *declarations, *functions, f"attributes #0 = {{ {attributes} }}", "!0 = !{i32 1}", ""])


def _shares(functions: Sequence[Function], load: list[int]) -> list[list[Function]]:
    """Functions in shares that cost about the same with what each costs already."""
    shares: list[list[Function]] = [[] for _ in load]
    for f in sorted(functions, key=lambda f: -f.cost):
        least = load.index(min(load))
        shares[least].append(f)
        load[least] += f.cost
    return shares


def _cost(functions: Iterable[Function]) -> int:
    return sum(f.cost for f in functions)


# -- library -------------------------------------------------------------------------------------------------------------------
# Libraries: code that programs share, known by what it is made of.
#
#     module.include(Library(emit, target, 8, "i32"))     # nothing is made yet
#     f.call_outside("name", "void", [...])               # calls a function of it
#
# Whoever keeps machine code looks for that of a library by its description. LLVM IR of it is only made where there is none.


class Library:
    """The module that `emit(module, *parameters)` fills for a target: a function that looks at nothing else.

    In one version of hloom libraries of equal descriptions are equal. Raises InternalError for what cannot be described: `emit`
    is defined at the top of its file; parameters are numbers, texts, element types, and tuples and data classes of such.
    """

    def __init__(self, emit: Callable[..., None], target: Target | None, *parameters: Any) -> None:
        if "<" in emit.__qualname__ or emit.__closure__:
            raise InternalError(f"code generation: {emit.__qualname__} may depend on more than its parameters")
        self._make, self._target = partial(_with_parameters, emit, parameters), target
        self.description = f"{emit.__module__}.{emit.__qualname__}{_described(parameters)} {_described_target(target)}"

    @classmethod
    def of_text(cls, text: str, make: Callable[[LLVMModule], None], target: Target | None) -> Library:
        """The module that `make` fills for a target, which looks at nothing but what `text` says in full."""
        made = cls.__new__(cls)
        made._make, made._target, made.description = make, target, f"{text} {_described_target(target)}"
        return made

    @computed_once
    def module(self) -> LLVMModule:
        """The functions, in LLVM IR."""
        made = LLVMModule(self._target)
        self._make(made)
        return made

    def part(self, attributes: str) -> Part:
        """The module by itself, to be compiled once for all programs that include it."""
        is_cold = all(f.is_cold for f in self.module.functions.values())
        return Part(self.module.own_text(attributes), is_cold, description=self.description)


def library_of(emit: Callable[Concatenate[LLVMModule, _Parameters], None]) -> Callable[
        Concatenate[Target | None, _Parameters], Library]:
    """What gives the library that `emit` fills, for a target and the parameters: a decorator."""
    def made(target: Target | None, *parameters: _Parameters.args, **_: _Parameters.kwargs) -> Library:
        return Library(emit, target, *parameters)

    return update_wrapper(made, emit)


def _with_parameters(emit: Callable[..., None], parameters: tuple[Any, ...], module: LLVMModule) -> None:
    emit(module, *parameters)


def _described(value: Any) -> str:
    """A text that only equal values have."""
    kind = type(value)
    if value is None or kind in (str, int, bool, ElementType):
        return repr(value)
    if kind is tuple:
        return f"({', '.join(map(_described, value))})"
    if is_dataclass(value):
        return kind.__qualname__ + _described(tuple(getattr(value, field.name) for field in fields(value)))
    raise InternalError(f"code generation: nothing tells {kind.__qualname__}s apart that libraries are made of")


@lru_cache(maxsize=8)
def _described_target(target: Target | None) -> str:
    if target is None:
        return _described(None)
    return f"{type(target).__qualname__}{_described(tuple(target.described().values()))}{target.tuning}"
