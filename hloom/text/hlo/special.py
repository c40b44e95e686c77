"""What is special about single instructions: asynchronous pairs written short, names of computations, checks while reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hloom.ir.attributes import Attribute, DictionaryAttr, StringAttr, SymbolRefAttr
from hloom.ir.core import OpResult, Value
from hloom.ir.types import AnyType, TensorType, TupleType, logical_type
from hloom.numbers.element_type import I32, PRED
from hloom.ops.builtin.function import Call
from hloom.ops.definition.constraints import compatible
from hloom.ops.definition.operation import Op
from hloom.ops.hlo.computation import MAIN_THREAD
from hloom.ops.hlo.control import AsyncDone, AsyncStart, AsyncUpdate, async_types
from hloom.ops.stablehlo.custom_call import TYPED_FFI, CustomCall
from hloom.support.diagnostics import InputError, UserError
from hloom.support.source import Source, make_span
from hloom.text.hlo.literals import read_literal
from hloom.text.hlo.opcodes import OPCODES, Opcode
from hloom.text.hlo.types import type_text
from hloom.text.hlo.unknown_opcodes import instead_of
from hloom.text.mlir.parser import Parser as MlirParser

if TYPE_CHECKING:
    from hloom.text.hlo.computations import Computation
    from hloom.text.hlo.instructions import Instructions

_HALVES: Final = ("-start", "-update", "-done")


def sugar(reader: Instructions, computation: Computation, name: str, type: AnyType | None, opcode: str, start: int) -> Value:
    """`custom-call-start(...)` and its other halves: an asynchronous computation of one instruction."""
    scanner = reader.scanner
    half = next((h for h in _HALVES if opcode.endswith(h)), "")
    base = OPCODES.get(opcode[: len(opcode) - len(half)]) if half else None
    if base is None or type is None:
        scanner.fail(f"unknown opcode {opcode[:60]!r}{instead_of(opcode, OPCODES)}" if base is None
                     else f"{opcode} states its shape", start)
    span = make_span((reader.source, start, scanner.at - 1))
    operands = reader.operands(computation)
    whole = OPCODES[f"async{half}"]
    known = base if half == "-start" else base._replace(fields=(), regions=(), required=frozenset(), formats={})
    both = known._replace(formats={**known.formats, **{k: f for k, f in whole.formats.items() if k != "calls"}})
    values, attributes = reader.attributes(computation, both, start)
    if half == "-start":
        parts = async_types(type)
        if parts is None:
            scanner.fail(f"AsyncStart expects the op shape to be in the form of ((async-operands), async-outputs, state). Got "
                         f"{type_text(type)}", start)
        inner = reader.parser.new_computation("async_wrapped", span)
        inner.thread = values.get("async_execution_thread", MAIN_THREAD)
        for k, operand in enumerate(operands):
            argument = f"async_param.{k}"
            inner.values[argument] = reader.parser.new_parameter(inner, k, argument, operand.stated_type, {}, start)
            inner.size += 1
        own = {key: value for key, value in values.items() if key in base.formats or key in base.regions}
        inner.root = reader.make(inner, base, base.name, parts[1], list(inner.values.values()), own, {}, span)
        inner.size += 1
        reader.parser.close(inner)
        inner.is_called = True
        values = {key: value for key, value in values.items() if key in whole.formats and key not in own} | {"calls": inner.name}
    elif len(operands) == 1:
        started = _start_of(operands[0])
        wrapped = reader.parser.called_opcode(started) if started is not None else None
        if wrapped is not None and wrapped != base.name:
            scanner.fail(f"Expect async wrapped opcode to be {wrapped}, but got {base.name}", start)
    if not whole.least <= len(operands) <= whole.most:
        scanner.fail(f"expects {whole.least} operands of {opcode}, but sees {len(operands)} operands", start)
    value = reader.make(computation, whole, name, type, operands, values, attributes, span)
    computation.values[name] = value
    computation.size += 1
    return value


def _start_of(value: Any) -> Any:
    """The operation that started what a value stands for; None if none did."""
    owner = getattr(value, "owner", None)
    while isinstance(owner, AsyncUpdate):
        owner = getattr(owner.operands[0], "owner", None)
    return owner if isinstance(owner, AsyncStart) else None


def read_names(reader: Instructions, computation: Computation, key: str, opcode: Opcode) -> Any:
    """The value of an attribute that names instructions or computations."""
    scanner = reader.scanner
    if key == "control-predecessors":
        def predecessor() -> str:
            scanner.skip()
            at = scanner.at
            name = scanner.name("the name of an instruction")
            if name not in computation.values:
                scanner.fail(f"'{name}' is not defined", at)
            return name

        return tuple(dict.fromkeys(scanner.listed(predecessor, "{", "}", "the control predecessors")))
    if key in ("branch_computations", "called_computations"):
        found = tuple(scanner.listed(lambda: reader.computation(scanner.at), "{", "}", "the computations"))
        if opcode.branches:
            return found
        for one in found:
            one.is_called = True
        return tuple(one.name for one in found)
    one = reader.computation(scanner.at)
    if opcode.branches:
        return one
    one.is_called = True
    return one.name


def computations(reader: Instructions, opcode: Opcode, operands: list[Value], values: dict[str, Any],
                 span: Any) -> list[Computation]:
    """The computations that an instruction runs as its regions, in order."""
    if not opcode.branches:
        return [values[key] for key in opcode.regions]
    fail = reader.scanner.fail
    type = operands[0].type
    if not isinstance(type, TensorType) or type.rank:
        fail("The first operand must be a scalar", span.start)
    if type.element not in (PRED, I32):
        fail("The first operand must be a scalar of PRED or S32", span.start)
    if type.element is PRED:
        found = [values.get("true_computation"), values.get("false_computation")]
        if None in found or "branch_computations" in values:
            fail("a conditional on PRED names its true_computation and its false_computation", span.start)
    else:
        found = values.get("branch_computations", ())
        if not found or "true_computation" in values or "false_computation" in values:
            fail("a conditional on S32 names its branch_computations", span.start)
    if len(operands) != len(found) + 1:
        fail(f"a conditional of {len(found)} computations has an operand for each, got {len(operands) - 1}", span.start)
    chosen: list[Any] = list(found)
    return chosen


def inferred(reader: Instructions, opcode: Opcode, cls: type[Op], operands: list[Value], attributes: dict[str, Attribute],
             regions: Any, span: Any, name: str) -> Op:
    """The operation of an instruction that does not state its shape."""
    from hloom.xla.inference.operations import result_shape

    shape = None
    if opcode.infers:
        try:
            op = cls(operands, (), attributes, regions, span=span)
            shape = result_shape(op, callee=_callee(reader, op))
        except InputError as error:
            reader.scanner.fail(f"failed to infer shape for opcode: {opcode.name}, error: {error}", span.start)
    if shape is None:
        needed = ", ".join(key for key in opcode.required) or "operands"
        reader.scanner.fail(f"the shape of {opcode.name} does not follow from its operands ({needed}): it must be stated; cannot "
                            f"infer shape for opcode: {opcode.name}", span.start)
    if shape.is_tuple and opcode.packed is not None:
        cls = opcode.packed
    op = cls(operands, (), attributes, regions, span=span)
    stated = _with_layout(shape, operands)
    op.results = (OpResult(logical_type(stated), op, 0, name),)
    if op.results[0].type is not stated:
        op.results[0].stated_type = stated
    return op


def _callee(reader: Instructions, op: Op) -> Any:
    """What the computation takes and gives that a call names."""
    from hloom.xla import Shape
    from hloom.xla.inference import ProgramShape

    if not isinstance(op, Call):
        return None
    found = reader.parser.computations[op.callee]  # type: ignore[index]
    return ProgramShape(tuple(Shape.of_type(a.stated_type) for a in found.block.arguments), Shape.of_type(found.result_type))


def _with_layout(shape: Any, operands: list[Value]) -> AnyType:
    """The type of a shape. Where no layout is said, a function of each element has that of its operand."""
    from hloom.text.hlo.types import make_type

    def made(part: Any) -> AnyType:
        if part.is_tuple:
            return make_type(part.element_type, (), (), None, tuple(map(made, part.tuple_shapes)))
        if not part.is_array:
            return part.to_type()
        return make_type(part.element_type, part.dimensions, part.dynamic_dimensions, part.layout, ())

    found = made(shape)
    first = operands[0].stated_type if operands else found
    return first if shape.is_array and shape.layout is None and logical_type(first) is found else found


def tuple_depth(type: AnyType) -> int:
    """How deep tuples are nested in a type."""
    depth, level = 0, [type]
    while level:
        level = [part for t in level if isinstance(t, TupleType) for part in t.elements]
        depth += 1
    return depth


# Checks while reading, where XLA's parser has them.
def _check_custom_call(reader: Instructions, op: Any, values: dict[str, Any], span: Any) -> None:
    _read_configuration(op)
    constraints = values.get("operand_layout_constraints")
    if constraints is None:
        return
    fail = reader.scanner.fail
    if len(constraints) != len(op.operands):
        fail(f"Expected {len(op.operands)} operand layout constraints, {len(constraints)} given", span.start)
    for k, (type, operand) in enumerate(zip(constraints, op.operands)):
        if not compatible(logical_type(type), operand.type):
            fail(f"shape {type_text(type)} of the layout constraint for operand {k} is not compatible with operand shape "
                 f"{type_text(operand.stated_type)}", span.start)


def _read_configuration(op: Any) -> None:
    """The configuration of a typed call is a dictionary in the notation of MLIR, where it is well formed."""
    config = op.attributes.get("hlo.backend_config")
    if config is None or op.api_version != TYPED_FFI:
        return
    reader = MlirParser(Source("<backend_config>", config.value))
    try:
        found = reader.attribute()
    except UserError:
        return  # kept as the text that it is
    if reader.position == len(reader.text) and isinstance(found, DictionaryAttr):
        op.attributes["backend_config"] = found


def _check_async_start(reader: Instructions, op: Any, values: dict[str, Any], span: Any) -> None:
    parts = async_types(op.results[0].type)
    if parts is None:
        reader.scanner.fail("AsyncStart expects the op shape to be in the form of ((async-operands), async-outputs, state). Got "
                            f"{type_text(op.results[0].stated_type)}", span.start)
    called = reader.parser.computations[values["calls"]]
    if called.is_async:
        reader.scanner.fail(f"Computation {called.name} is called by more than one async op.", span.start)
    called.is_async = True
    stated = values.get("async_execution_thread", MAIN_THREAD)
    if called.thread == MAIN_THREAD != stated:
        called.thread = stated
        called.finish()
    if called.thread != stated:
        reader.scanner.fail(f"the computation {called.name} runs on the thread {called.thread!r}, not on {stated!r}", span.start)
    _hand_down(op, called)


#: What is said of an asynchronous operation, and so of the instruction that it runs.
_HANDED_DOWN: Final = tuple(f"hlo.{key}" for key in ("metadata", "frontend_attributes", "backend_config", "origin", "statistics"))


def _hand_down(op: Op, called: Computation) -> None:
    """As in XLA, the root of the computation has what its asynchronous operation is said to have."""
    root: Any = getattr(called.root, "owner", None)
    if not isinstance(root, Op):
        return
    said = {key: op.attributes[key] for key in _HANDED_DOWN if key in op.attributes}
    root.attributes.update(said)
    if "hlo.metadata" in said:
        root.location = op.location
    if isinstance(root, CustomCall) and "hlo.backend_config" in said:
        _read_configuration(root)


def _check_async_rest(reader: Instructions, op: Any, values: dict[str, Any], span: Any) -> None:
    fail, operand = reader.scanner.fail, op.operands[0]
    started = _start_of(operand)
    if started is None:
        fail("AsyncUpdate and AsyncDone expect a single async op as their operand.", span.start)
    if isinstance(op, AsyncUpdate) and not compatible(op.results[0].type, operand.type):
        fail("AsyncUpdate expects the op shape to be the same as the operand shape. Got "
             f"{type_text(op.results[0].stated_type)} for {type_text(operand.stated_type)}", span.start)
    parts: Any = async_types(operand.type)
    if isinstance(op, AsyncDone) and not compatible(op.results[0].type, parts[1]):
        fail(f"AsyncDone expects the op shape to be the async output {type_text(parts[1])}, got "
             f"{type_text(op.results[0].stated_type)}",
             span.start)
    wanted: SymbolRefAttr = started.attributes["called"]
    if "calls" in values and values["calls"] != wanted.value:
        fail(f"Expect async_wrapped_computation to be {wanted.value}, but got {values['calls']}", span.start)
    thread: StringAttr | None = started.attributes.get("thread")
    expected = thread.value if thread is not None else MAIN_THREAD
    if values.get("async_execution_thread", expected) != expected:
        fail(f"Expect async_execution_thread to be {expected}, but got {values['async_execution_thread']}", span.start)
    _hand_down(op, reader.parser.computations[wanted.value])


def _check_broadcast(reader: Instructions, op: Any, values: dict[str, Any], span: Any) -> None:
    if "dimensions" not in values and getattr(op.operands[0].type, "rank", 0):
        reader.scanner.fail("attribute dimensions is expected but not seen; a scalar needs none", span.start)


def _check_iota(reader: Instructions, op: Any, values: dict[str, Any], span: Any) -> None:
    if "iota_dimension" not in values and getattr(op.results[0].type, "rank", 1) != 1:
        reader.scanner.fail("attribute iota_dimension is expected but not seen; one dimension needs none", span.start)


CHECKS: Final[dict[str, Callable[..., None]]] = {
    "custom-call": _check_custom_call, "async-start": _check_async_start, "async-update": _check_async_rest,
    "async-done": _check_async_rest, "broadcast": _check_broadcast, "iota": _check_iota,
}
__all__ = ["CHECKS", "computations", "inferred", "read_literal", "read_names", "sugar", "tuple_depth"]
