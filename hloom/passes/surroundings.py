"""Before compilation: what a program asks of others that are not there. Tokens between a function and its caller order nothing,
and callbacks into Python of another process have no function.

    func.func @main(%t: token, %x: tensor<f32>) -> (token, tensor<f32>) { return %t, %x }
->  func.func @main(%x: tensor<f32>) -> tensor<f32> { %t = create_token; return %x }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hloom.ir.attributes import ArrayAttr, TypeAttr
from hloom.ir.core import Operation, Value
from hloom.ir.types import FunctionType, TokenType
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.calls.callbacks import gives_nothing, lost
from hloom.ops.common.decomposition import clone
from hloom.ops.definition.traits import Control, Traits
from hloom.ops.stablehlo.communication import AfterAll, CreateToken
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.passes.inline import callee_of, symbols_in
from hloom.passes.rewriting import Rule, rewrite, substitute
from hloom.reference.callbacks import is_callback
from hloom.reference.custom_calls import definition_of


def self_contained(module: Module, name: str, skip: bool) -> Module:
    """A module whose function `name` takes and gives no tokens, unless something in the program refers to it, and if they are
    skipped, without callbacks that give no results; the module itself where it is so."""
    function = module.functions[name]
    type = function.function_type
    has_tokens = any(isinstance(t, TokenType) for t in (*type.inputs, *type.outputs)) and not any(
        name in symbols_in(op.attributes.values()) for op in module.walk())
    skip = skip and any(is_callback(op) and gives_nothing(op) for op in module.walk())
    if not has_tokens and not skip:
        return module
    made: Any = clone(module, {})
    made.source = getattr(module, "source", None)
    if has_tokens:
        _drop_tokens(made.functions[name])
    if skip:
        rewrite(made, lambda op: _SKIP if is_callback(op) else ())
    return made


def require_callbacks(module: Module, name: str, custom_calls: Mapping[str, Callable[..., Any]]) -> None:
    """Raises the EvaluationError that a run of a function would end with at a callback that has no function; one in a branch,
    which may never be run, is not looked at."""
    for op in _certain(module.functions[name], module.functions):
        known = definition_of(op) if isinstance(op, CustomCall) else None
        if known is not None and known.calls_back and known.name not in custom_calls:
            lost(op)


def _certain(root: Operation, functions: dict[str, Function]) -> Iterator[Any]:
    """The operations inside a function, and of the functions that it calls, that a run comes to, as far as can be seen.

    Calls may nest deeper than Python's do: what is still to be looked at stands in a list.
    """
    seen, left = {root}, [_inside(root)]
    while left:
        op = next(left[-1], None)
        if op is None:
            left.pop()
            continue
        yield op
        control = op.control if isinstance(op, Traits) else None
        callee = callee_of(op, functions) if control is Control.CALL else None
        if callee is not None and callee not in seen:
            seen.add(callee)
            left.append(_inside(callee))
        elif op.regions and control is not Control.BRANCH:
            left.append(_inside(op))


def _inside(op: Operation) -> Iterator[Operation]:
    return (inner for region in op.regions for block in region.blocks for inner in block.operations)


def _skipped(op: Any, b: Any) -> Any:
    if not gives_nothing(op):
        return None
    tokens = [v for v in op.operands if isinstance(v.type, TokenType)]
    return [b(AfterAll, tokens) for _ in op.results]


_SKIP = (Rule("callback(token, x) without results -> token", None, _skipped),)


def _drop_tokens(function: Function) -> None:
    type, block = function.function_type, function.body.block
    values: dict[Value, Value] = {}
    for argument in block.arguments:
        if isinstance(argument.type, TokenType):
            made = CreateToken.create(location=argument.location)
            made.block, made.span = block, argument.span
            block.operations.insert(0, made)
            values[argument] = made.results[0]
    block.arguments = [a for a in block.arguments if a not in values]
    for number, argument in enumerate(block.arguments):
        argument.index = number
    substitute(function, values)
    end = block.terminator
    end.operands = [v for v in end.operands if not isinstance(v.type, TokenType)]
    for key, types in (("arg_attrs", type.inputs), ("res_attrs", type.outputs)):
        given = function.attributes.get(key)
        if isinstance(given, ArrayAttr):
            function.attributes[key] = ArrayAttr(tuple(a for a, t in zip(given.values, types) if not isinstance(t, TokenType)))
    kept = [tuple(t for t in types if not isinstance(t, TokenType)) for types in (type.inputs, type.outputs)]
    function.attributes["function_type"] = TypeAttr(FunctionType(*kept))
