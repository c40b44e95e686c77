"""Functions of a program and calls of them: the dialect `func`; and what their arguments and results are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hloom.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from hloom.ir.core import BlockArgument, Operation
from hloom.ir.location import NamedLocation
from hloom.ir.types import FunctionType, TensorType
from hloom.ops.definition.attribute_kinds import any_array, anything, function_type, string, symbol
from hloom.ops.definition.constraints import any_type
from hloom.ops.definition.operation import Attr, Body, C, Op, Operands, Results
from hloom.ops.definition.traits import Control
from hloom.support.diagnostics import Diagnostic
from hloom.support.signatures import Signature, parameters


class Function(Op, name="func.func"):
    """A named function; the region's arguments are its inputs (StableHLO spec: Functions)."""

    body: Body = None
    sym_name: Attr = string
    function_type: Attr = function_type
    sym_visibility: Attr = string.optional
    arg_attrs: Attr = any_array.optional
    res_attrs: Attr = any_array.optional
    no_inline: Attr = anything.optional
    is_isolated = True
    is_pure = False
    default_dialect = "func"
    syntax = "custom<Function>"
    control = Control.CONTAINER
    checks = [
        C("signature", lambda op: f"the entry block has arguments {[str(a.type) for a in op.body.arguments]}, the function type "
          f"is {op.function_type}", lambda op: not op.body.blocks
            or tuple(a.type for a in op.body.arguments) == op.function_type.inputs,
          states="the entry block must have arguments of the types that function_type gives the inputs"),
        C("arg_attrs", "needs one dictionary an argument",
          lambda op: op.arg_attrs is None or _dictionaries(op.arg_attrs, len(op.function_type.inputs))),
        C("res_attrs", "needs one dictionary a result",
          lambda op: op.res_attrs is None or _dictionaries(op.res_attrs, len(op.function_type.outputs))),
    ]

    @property
    def is_public(self) -> bool:
        return self.sym_visibility in (None, "public")

    @property
    def is_declaration(self) -> bool:
        """Whether the function has no body."""
        return not self.regions[0].blocks

    def may_end_with(self, last: Operation) -> bool:
        """Whether it returns what the function's type says."""
        return has_type(self) and _fit(last.operands, self.function_type.outputs)


def _dictionaries(values: Any, count: int) -> bool:
    return len(values) == count and all(isinstance(v, DictionaryAttr) for v in values)


class FunctionReturn(Op, name="func.return"):
    """Ends a function with its results."""

    inputs: Operands = any_type
    looks_outside = True
    is_terminator = True
    stands_in = ("func.func",)
    is_pure = False
    syntax = "attr-dict ($inputs^ `:` type($inputs))?"
    control = Control.RETURN
    checks = [
        C("types", lambda op: f"returns {_types(op.inputs)}, but the function's type is {op.parent.function_type}",
          lambda op: not has_type(op.parent) or _fit(op.inputs, op.parent.function_type.outputs),
          states="the types of inputs must be those that the function's type gives the outputs"),
    ]


def has_type(function: Operation | None) -> bool:
    """Whether an operation is a function of which the type is known; one without is reported as such."""
    found = function.attributes.get("function_type") if isinstance(function, Function) else None
    return found is not None and function_type.holds(found)


class Call(Op, name="func.call"):
    """Runs a function of the module."""

    inputs: Operands = any_type
    callee: Attr = symbol
    no_inline: Attr = anything.optional
    arg_attrs: Attr = any_array.optional
    res_attrs: Attr = any_array.optional
    outputs: Results = any_type
    is_pure = False
    syntax = "$callee `(` $inputs `)` attr-dict `:` functional-type(operands, results)"
    control = Control.CALL
    callee_attribute = "callee"

    def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
        """That the callee exists and its type fits."""
        yield from diagnose_call(self, self.callee, names, self.inputs, self.outputs)

    def run(op, process: Any, *inputs: Any) -> Any:
        return process.call_function(op.callee, *inputs)


def diagnose_call(op: Operation, callee: str, names: Mapping[str, Operation], inputs: Any, outputs: Any) -> Iterator[Diagnostic]:
    """The faults of a reference to a function that takes `inputs` and gives `outputs`."""
    function = names.get(callee)
    if not isinstance(function, Function):
        near = f"; functions are {', '.join('@' + n for n in list(names)[:8])}" if names else ""
        yield Diagnostic("symbol", f"{op.name}: there is no function @{callee}{near}", op.span)
        return
    if not has_type(function):
        return
    type: FunctionType = function.function_type
    if not _fit(inputs, type.inputs) or not _fit(outputs, type.outputs):
        yield Diagnostic("call", f"{op.name} has type ({_types(inputs)}) -> ({_types(outputs)}), but @{callee} is {type}",
                         op.span,
                         notes=((f"@{callee} is defined here", function.span),))


def _types(values: Any) -> str:
    return ", ".join(str(v.type) for v in values)


def _fit(values: Any, types: Any) -> bool:
    return tuple(v.type for v in values) == tuple(types)


# -- signature -----------------------------------------------------------------------------------------------------------------
# How programs say what their arguments and results are called.

#: The attribute in which JAX says what a result is in the structure that a function returns.
_RESULT_NAME = "jax.result_info"
#: What JAX has no numbers of unless `jax_enable_x64` is set.
_OF_64_BITS = frozenset({"i64", "ui64", "f64", "complex<f64>"})


def signature(function: Function) -> Signature:
    """The signature of a function, of which the body gives names where it has one."""
    type = function.function_type
    values = [] if function.is_declaration else function.body.block.arguments
    arguments = [_argument_name(value) for value in values] or [""] * len(type.inputs)
    results = [_result_name(function, number) for number in range(len(type.outputs))]
    stated = [isinstance(value.location, NamedLocation) for value in values] or [False] * len(type.inputs)
    return Signature(function.sym_name, parameters(arguments, type.inputs, "arg", stated),
                     parameters(results, type.outputs, "result"), _is_narrow_jax(function))


def _argument_name(value: BlockArgument) -> str:
    if isinstance(value.location, NamedLocation):
        return value.location.name
    return "" if value.name is None or value.name.isdecimal() else value.name


def _result_name(function: Function, number: int) -> str:
    every = function.attributes.get("res_attrs")
    found = every.values[number] if isinstance(every, ArrayAttr) and number < len(every.values) else None
    stated = found.entries.get(_RESULT_NAME) if isinstance(found, DictionaryAttr) else None
    return stated.value if isinstance(stated, StringAttr) else ""


def _is_narrow_jax(function: Function) -> bool:
    """Whether JAX made a function, and no argument or result has 64 bits, as none has unless `jax_enable_x64` is set."""
    attributes = [a for key in ("arg_attrs", "res_attrs") if isinstance(every := function.attributes.get(key), ArrayAttr)
                  for a in every.values if isinstance(a, DictionaryAttr)]
    if not any(key.startswith("jax.") for a in attributes for key in a.entries):
        return False
    types = (*function.function_type.inputs, *function.function_type.outputs)
    return not any(isinstance(t, TensorType) and getattr(t.element, "name", "") in _OF_64_BITS for t in types)
