"""The `ml_program` dialect: values of a module that its functions share, as PyTorch's exporter declares them for seeds.

A run begins with the first value of every global; a store changes it for the rest of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import ascii_letters, digits
from typing import Any, Final

import numpy as np

from hloom.ir.attributes import BoolAttr, DenseElementsAttr, DenseResourceAttr, FloatAttr, IntegerAttr, SymbolRefAttr
from hloom.ir.core import Operation, Value
from hloom.ir.types import OpaqueType
from hloom.numbers.bits import from_bits
from hloom.numbers.element_type import ElementType
from hloom.ops.common.process import Process
from hloom.ops.common.symbols import named
from hloom.ops.definition.attribute_kinds import AttributeKind, anything, string, symbol, unit
from hloom.ops.definition.attribute_kinds import type_ as any_type_attribute
from hloom.ops.definition.constraints import TypeConstraint, any_type, compatible
from hloom.ops.definition.operation import Attr, C, Op, Operand, Operands, Result, always, diagnostic_code
from hloom.ops.definition.traits import Control
from hloom.ops.stablehlo.creation import numbers_of
from hloom.support.diagnostics import Diagnostic, EvaluationError

TOKEN = OpaqueType("!ml_program.token")
token: Any = TypeConstraint("!ml_program.token", lambda t: t is TOKEN)
#: What the name of a value may be made of.
_NAME_CHARACTERS: Final = frozenset(ascii_letters + digits + "$._-")
_VISIBILITIES = ("public", "private", "nested")
visibility: Any = AttributeKind(f"one of {', '.join(_VISIBILITIES)}",
                                lambda a: string.holds(a) and string.get(a) in _VISIBILITIES, string.get, string.make)


class Global(Op, name="ml_program.global"):
    """A value with a name, `value` at first."""

    sym_name: Attr = string
    type_: Attr = any_type_attribute
    is_mutable: Attr = unit.default(False)
    value: Attr = anything.optional
    sym_visibility: Attr = visibility.optional
    is_pure = False
    control = Control.CONTAINER
    syntax = "custom<Global>"
    checks = [
        C("initial", "a global that never changes needs a value", lambda op: op.is_mutable or op.value is not None),
        C("value", lambda op: f"value must be of the type {op.type_}, got {op.value}",
          lambda op: not isinstance(op.value, DenseElementsAttr | DenseResourceAttr) or compatible(op.value.type, op.type_),
          states="value must be of the type of the global"),
    ]

    def eval(op) -> Any:
        return ()


def first_value(op: Op, name: str) -> Any:
    """What a global holds when a run begins. EvaluationError where the program does not say."""
    found: Any = named(op, name)
    value = found.value if isinstance(found, Global) else None
    if isinstance(value, DenseElementsAttr | DenseResourceAttr):
        return numbers_of(op, value)
    if isinstance(value, FloatAttr) and isinstance(value.type, ElementType):
        return from_bits(np.array(value.bits), value.type)
    if isinstance(value, BoolAttr | IntegerAttr):
        return np.array(value.value, getattr(found.type_, "dtype", None))
    raise EvaluationError.at(op.span, "symbol", f"{op.name}: the value of the global @{name} is not known")


def _diagnose_use(op: Any, value: Value, names: Mapping[str, Operation], fault: Callable[[Global], str]) -> Iterator[Diagnostic]:
    """What is wrong with a use of a global for `value`; `fault` says what is wrong with the global itself, if anything."""
    found = names.get(op.global_)
    if not isinstance(found, Global):
        wrong = f"there is no global @{op.global_}"
    elif fault(found):
        wrong = f"the global @{op.global_} {fault(found)}"
    elif found.type_ is not value.type:
        wrong = f"the global @{op.global_} is of type {found.type_}, not {value.type}"
    else:
        return
    yield Diagnostic(diagnostic_code(op, "symbol"), f"{op.name}: {wrong}", op.span)


def _is_stored(op: Op, name: str) -> bool:
    """Whether the program around `op` changes a global."""
    root: Operation = op
    while root.parent is not None:
        root = root.parent
    return any(isinstance(other, GlobalStore | GlobalStoreGraph) and other.global_ == name for other in root.walk())


def _loaded(op: Any, process: Process) -> Any:
    value = process.globals.get(op.global_)
    return first_value(op, op.global_) if value is None else value


def _load_by_constant(op: Any, b: Any) -> Any:
    """The constant that a load gives where nothing changes the global; else none."""
    found: Any = named(op, op.global_)
    value = getattr(found, "value", None)
    if not isinstance(value, DenseElementsAttr | DenseResourceAttr) or (found.is_mutable and _is_stored(op, op.global_)):
        return None
    constant = b("stablehlo.constant", value=value)
    if constant.type is op.result.type:
        return constant
    return b("tensor.cast", constant, result_types=[op.result.type])


def _value_name(symbol: str) -> str:
    """The name of a symbol as one of a value: blanks become `_`, other characters that may not stand in one their code."""
    data = symbol.encode("utf-8", "surrogateescape")
    found = "".join(chr(c) if chr(c) in _NAME_CHARACTERS else "_" if c == 32 else f"{c:02X}" for c in data)
    return found if data[:1].decode("ascii", "replace") in _NAME_CHARACTERS.difference(digits) else f"_{found}"


def _name_of_global(op: Any) -> tuple[str, ...]:
    """The name of a loaded value: that of the global."""
    global_ = op.attributes.get("global")
    return (_value_name(global_.value),) if isinstance(global_, SymbolRefAttr) else ()


class GlobalLoad(Op, name="ml_program.global_load"):
    """The value of a global."""

    global_: Attr = symbol
    result: Result = any_type
    looks_outside = True
    is_pure = False
    symbol_labels = ("symbol",)
    syntax = "$global_ `:` type($result) attr-dict"
    decompose = _load_by_constant
    result_names = property(_name_of_global)  # type: ignore[assignment]

    def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
        """That there is a global of this name and type."""
        yield from _diagnose_use(self, self.result, names, lambda _: "")

    def run(op, process: Process) -> Any:
        return (_loaded(op, process),)


class GlobalLoadConst(Op, name="ml_program.global_load_const"):
    """The value of a global that never changes."""

    global_: Attr = symbol
    result: Result = any_type
    looks_outside = True
    symbol_labels = ("symbol",)
    syntax = "$global_ `:` type($result) attr-dict"
    decompose = _load_by_constant
    result_names = property(_name_of_global)  # type: ignore[assignment]

    def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
        """That there is a global of this name and type that never changes."""
        yield from _diagnose_use(self, self.result, names, lambda found: "may change" if found.is_mutable else "")

    def eval(op) -> Any:
        return first_value(op, op.global_)


class GlobalStore(Op, name="ml_program.global_store"):
    """Changes the value of a global."""

    global_: Attr = symbol
    value: Operand = any_type
    looks_outside = True
    is_pure = False
    symbol_labels = ("symbol",)
    kernel = "state"
    syntax = "$global_ `=` $value `:` type($value) attr-dict"

    def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
        """That there is a global of this name and type that may change."""
        yield from _diagnose_use(self, self.value, names, _must_be_mutable)

    def run(op, process: Process, value: Any) -> Any:
        process.globals[op.global_] = np.array(value)
        return ()


def _must_be_mutable(found: Global) -> str:
    return "" if found.is_mutable else "is not mutable"


class GlobalLoadGraph(Op, name="ml_program.global_load_graph"):
    """The value of a global after what the tokens stand for, and a token of this."""

    consumeTokens: Operands = token
    global_: Attr = symbol
    result: Result = any_type
    produceToken: Result = token
    result_names = ("result", "produceToken")
    looks_outside = True
    is_pure = False
    symbol_labels = ("symbol",)
    kernel = "state"
    syntax = "$global_ `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($result) attr-dict"

    def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
        """That there is a global of this name and type."""
        yield from _diagnose_use(self, self.result, names, lambda _: "")

    def run(op, process: Process, *tokens: None) -> Any:
        return _loaded(op, process), None


class GlobalStoreGraph(Op, name="ml_program.global_store_graph"):
    """Changes the value of a global after what the tokens stand for; gives a token of this."""

    value: Operand = any_type
    consumeTokens: Operands = token
    global_: Attr = symbol
    produceToken: Result = token
    looks_outside = True
    is_pure = False
    symbol_labels = ("symbol",)
    kernel = "state"
    syntax = "$global_ `=` $value `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($value) attr-dict"

    def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
        """That there is a global of this name and type that may change."""
        yield from _diagnose_use(self, self.value, names, _must_be_mutable)

    def run(op, process: Process, value: Any, *tokens: None) -> Any:
        process.globals[op.global_] = np.array(value)
        return (None,)


class Token(Op, name="ml_program.token"):
    """A token that waits for nothing."""

    kernel = "token"
    syntax = "attr-dict custom<FixedType>(type($token), ml_token)"
    token = always(TOKEN)

    def eval(op) -> None:
        return None
