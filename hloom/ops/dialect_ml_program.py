"""The `ml_program` dialect: values of a module that its functions share, as PyTorch's exporter declares them for seeds.

Operations that change one are not known: a global has its first value throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hloom.ir.attributes import DenseResourceAttr
from hloom.ir.core import Operation
from hloom.ops.attribute_kinds import elements, string, symbol, type_, unit
from hloom.ops.constraints import any_tensor, compatible
from hloom.ops.creation import resource
from hloom.ops.definition import Attr, C, Op, Result
from hloom.ops.elementwise import class_name
from hloom.ops.symbols import named
from hloom.support.diagnostics import Diagnostic, EvaluationError


class Global(Op, name="ml_program.global"):
    """A value with a name, `value` at first; one without `value` is defined elsewhere."""

    sym_name: Attr = string
    type_: Attr = type_
    is_mutable: Attr = unit.default(False)
    value: Attr = elements.optional
    sym_visibility: Attr = string
    is_pure = False
    control = "declaration"
    syntax = "custom<Global>"
    checks = [C("value", lambda op: f"value must be of the type {op.type_}, got {op.value}",
                lambda op: op.value is None or compatible(op.value.type, op.type_))]

    def eval(op) -> Any:
        return ()


def load(mnemonic: str, meaning: str) -> type[Op]:
    """A read of a global."""

    class Load(Op, name=f"ml_program.{mnemonic}"):
        global_: Attr = symbol
        result: Result = any_tensor
        looks_outside = True
        symbol_labels = ("symbol",)
        syntax = "$global_ `:` type($result) attr-dict"

        def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
            """That there is a global of this name and type."""
            found: Any = names.get(self.global_)
            if not isinstance(found, Global):
                yield Diagnostic(f"{mnemonic}_symbol", f"{self.name}: there is no global @{self.global_}", self.span)
            elif any_tensor.holds(self.result.type) and not compatible(found.type_, self.result.type):
                yield Diagnostic(f"{mnemonic}_symbol", f"{self.name}: the global @{self.global_} is of type {found.type_}, not "
                                                       f"{self.result.type}", self.span)

        def eval(op) -> Any:
            value = _value(op)
            return resource(op, value) if isinstance(value, DenseResourceAttr) else value.array()

        def decompose(op, b: Any) -> Any:
            found = b("stablehlo.constant", value=_value(op))
            if found.type is op.result.type:
                return found
            return b("tensor.cast", found, result_types=[op.result.type])

    Load.__doc__, Load.__name__ = meaning, class_name(mnemonic)
    return Load


def _value(op: Any) -> Any:
    """What a global holds. EvaluationError where the program does not say."""
    found: Any = named(op, op.global_)
    value = found.value if isinstance(found, Global) else None
    if value is None:
        raise EvaluationError.at(op.span, "symbol", f"{op.name}: the value of the global @{op.global_} is not known")
    return value


load("global_load", "The value of a global.")
load("global_load_const", "The value of a global that never changes.")
