"""Modules, functions, calls, tuples and the other operations that hold a program together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from hloom.ir.attributes import DenseElementsAttr, DictionaryAttr, StringAttr
from hloom.ir.core import Operation
from hloom.ir.types import FunctionType, TupleType
from hloom.ops.common.attributes import OutputOperandAlias
from hloom.ops.definition.attribute_kinds import (
    any_array,
    any_integer,
    anything,
    array_of,
    boolean,
    function_type,
    i32,
    string,
    struct,
    symbol,
)
from hloom.ops.definition.constraints import any_type, compatible, handed_over, per_tensor_quantized, tensor, token, tuple_
from hloom.ops.definition.operation import Attr, Body, C, Op, Operand, Operands, Results, infers
from hloom.support.diagnostics import Diagnostic


class Module(Op, name="builtin.module"):
    """A program: functions, found by name (StableHLO spec: Programs)."""

    body: Body = None
    sym_name: Attr = string.optional
    sym_visibility: Attr = string.optional
    is_isolated = True
    is_symbol_table = True
    needs_terminator = False
    is_pure = False
    syntax = "custom<Module>"
    control = "module"
    __slots__ = ("resources", "source")

    #: How modules are printed (`text`, `hlo_text`) and verified (`verify`): given by the packages of those names when they are
    #: loaded.
    faces: ClassVar[dict[str, Callable[..., Any]]] = {}

    def verify(self) -> None:
        """Raises VerificationError with every constraint that the program breaks."""
        self.faces["verify"](self)

    def to_text(self, generic: bool = False, **options: Any) -> str:
        """The program as MLIR prints it; `generic` chooses the form that is the same for all operations."""
        return self.faces["text"](self, generic=generic, **options)

    def to_hlo_text(self, **options: Any) -> str:
        """The program as HLO text; a program in another form is converted. `options` are those of XLA (see
        `hloom.text.hlo.PrintOptions`), and `short=True` or `canonical=True` for its two other forms."""
        return self.faces["hlo_text"](self, **options)

    @property
    def is_hlo(self) -> bool:
        """Whether the program is in the form of HLO, as read from an HLO text or proto."""
        return "hlo.module" in self.attributes

    def __str__(self) -> str:
        return self.to_hlo_text() if self.is_hlo else self.to_text()

    @property
    def functions(self) -> dict[str, Function]:
        """The functions by name, in order."""
        return {op.sym_name: op for op in self.regions[0].block.operations if isinstance(op, Function)}


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
    syntax = "custom<Function>"
    control = "function"
    checks = [
        C("signature", lambda op: f"the entry block has arguments {[str(a.type) for a in op.body.arguments]}, the function type "
          f"is {op.function_type}", lambda op: not op.body.blocks
            or tuple(a.type for a in op.body.arguments) == op.function_type.inputs),
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


def _dictionaries(values: Any, count: int) -> bool:
    return len(values) == count and all(isinstance(v, DictionaryAttr) for v in values)


class FunctionReturn(Op, name="func.return"):
    """Ends a function with its results."""

    inputs: Operands = any_type
    looks_outside = True
    is_terminator = True
    is_pure = False
    syntax = "attr-dict ($inputs^ `:` type($inputs))?"
    control = "return"
    checks = [
        C("types", lambda op: f"returns {_types(op.inputs)}, but the function's type is {op.parent.function_type}",
          lambda op: not has_type(op.parent) or _fit(op.inputs, op.parent.function_type.outputs)),
    ]


def has_type(function: Operation | None) -> bool:
    """Whether an operation is a function of which the type is known; one without is reported as such."""
    found = function.attributes.get("function_type") if isinstance(function, Function) else None
    return found is not None and function_type.holds(found)


class Return(Op, name="stablehlo.return"):
    """Ends a region of a StableHLO operation with its results."""

    inputs: Operands = any_type
    is_terminator = True
    is_pure = False
    syntax = "$inputs attr-dict (`:` type($inputs)^)?"
    control = "return"


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
    control = "call"

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
    return len(values) == len(types) and all(compatible(v.type, t) for v, t in zip(values, types))


class Tuple(Op, name="stablehlo.tuple"):
    """Packs values into a tuple."""

    val: Operands = any_type
    syntax = "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))"
    control = "tuple"

    @infers("C1", exactly=True)
    def result(op) -> Any:
        return TupleType(tuple(v.type for v in op.val))

    def eval(op, *val: Any) -> Any:
        return tuple(val)


class GetTupleElement(Op, name="stablehlo.get_tuple_element"):
    """Takes value number `index` out of a tuple."""

    operand: Operand = tuple_
    index: Attr = i32
    syntax = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)"
    control = "tuple"
    checks = [C(1, lambda op: f"index must lie in [0, {len(op.operand.type.elements)}), got {op.index}",
                lambda op: 0 <= op.index < len(op.operand.type.elements))]

    @infers("C2")
    def result(op) -> Any:
        return op.operand.type.elements[op.index]

    def eval(op, operand: Any) -> Any:
        return operand[op.index]


class OptimizationBarrier(Op, name="stablehlo.optimization_barrier"):
    """The identity, across which nothing is moved."""

    operand: Operands = tensor | per_tensor_quantized | token
    is_pure = False
    syntax = "attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($outputs))) : (`(` `)`)?"
    control = "barrier"

    @infers("C1", exactly=True)
    def outputs(op) -> Any:
        return tuple(v.type for v in op.operand)

    def eval(op, *operand: Any) -> Any:
        return operand if len(operand) != 1 else operand[0]


class CustomCall(Op, name="stablehlo.custom_call"):
    """Calls a function that is registered by name, outside of the program."""

    inputs: Operands = handed_over
    call_target_name: Attr = string
    has_side_effect: Attr = boolean.default(False)
    backend_config: Attr = anything.optional
    api_version: Attr = any_integer.default(1)
    called_computations: Attr = array_of(symbol).default(())
    operand_layouts: Attr = any_array.optional
    result_layouts: Attr = any_array.optional
    result_tilings: Attr = any_array.optional
    output_operand_aliases: Attr = array_of(struct(OutputOperandAlias)).default(())
    outputs: Results = handed_over
    is_pure = False
    syntax = "custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)"
    control = "custom_call"
    checks = [
        C("layouts", "operand_layouts and result_layouts are given together",
          lambda op: (op.operand_layouts is None) == (op.result_layouts is None)),
        C("operand_layouts", "operand_layouts must order the dimensions of each of {inputs}",
          lambda op: op.operand_layouts is None or _layouts_fit(op.operand_layouts, [v.type for v in op.inputs])),
        C("result_layouts", "result_layouts must order the dimensions of each of {outputs}",
          lambda op: op.result_layouts is None or _layouts_fit(op.result_layouts, _parts(op.outputs))),
        C("output_operand_aliases", "an alias must name parts of an operand and of the results that have one type, "
          "got {output_operand_aliases}", lambda op: all(_alias_fits(op, alias) for alias in op.output_operand_aliases)),
        C("backend_config", "backend_config must be a dictionary for api_version 4 and a string for the others, got "
                            "{backend_config}",
          lambda op: op.backend_config is None
          or isinstance(op.backend_config, DictionaryAttr if op.api_version == TYPED_FFI else StringAttr)),
    ]

    def run(op, process: Any, *inputs: Any) -> Any:
        return process.custom_call(op, *inputs)


#: The `api_version` whose configuration is a dictionary.
TYPED_FFI = 4


def _parts(values: Any) -> list[Any]:
    """The types that layouts are given for: those of values, or of the parts of a single tuple."""
    types = [v.type for v in values]
    return list(types[0].elements) if len(types) == 1 and isinstance(types[0], TupleType) else types


def _layouts_fit(layouts: Any, types: list[Any]) -> bool:
    """Whether each layout is a permutation of the dimensions of its tensor; it is empty for what is no tensor."""
    if len(layouts) != len(types):
        return False
    orders = [layout.array().reshape(-1).tolist() if isinstance(layout, DenseElementsAttr) else None for layout in layouts]
    return all(order is not None and sorted(order) == list(range(getattr(type, "rank", 0)))
               for order, type in zip(orders, types))


def _part(type: Any, indices: Any) -> Any:
    """The part of a (nested) tuple type that indices lead to; None where there is none."""
    for k in indices:
        if not isinstance(type, TupleType) or not 0 <= k < len(type.elements):
            return None
        type = type.elements[k]
    return type


def _alias_fits(op: Any, alias: OutputOperandAlias) -> bool:
    if not 0 <= alias.operand_index < len(op.inputs):
        return False
    given = _part(op.inputs[alias.operand_index].type, alias.operand_tuple_indices)
    results = tuple(r.type for r in op.outputs)
    found = _part(results[0] if len(results) == 1 else TupleType(results), alias.output_tuple_indices)
    return given is not None and found is not None and compatible(given, found)
