"""Specialization: a function of tensors whose sizes only a call tells, as a function of tensors of the sizes of one call.

    func.func @main(%x: tensor<?x4xf32>) -> tensor<?xf32> {                               // called with 3x4xf32
      %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
      ... %shape = 4 * n : tensor<1xi32>
      %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
->  func.func @main(%x: tensor<3x4xf32>) -> tensor<12xf32> {
      %0 = stablehlo.reshape %x : (tensor<3x4xf32>) -> tensor<12xf32>

Operations are made anew in their order, with the types that follow from those of their operands, and operations whose shapes are
operands in their static forms. What shapes are computed from is computed here, by the reference evaluator, one value after the
other as it is asked for; so are witnesses and constraints on sizes, which then are no part of the result. What the evaluator
would find wrong with these shapes in a run, and shapes that depend on data, end the specialization: then the evaluator itself
says what is wrong, or runs what must be run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hloom.analysis.shape_arguments import (
    SHAPE_KERNELS,
    is_computable,
    may_say_shapes,
    shape_arguments,
    values_read,
)
from hloom.ir.attributes import DenseElementsAttr, StringAttr, TypeAttr
from hloom.ir.core import Block, Operation, OpResult, Region, Value, captured_values
from hloom.ir.types import AnyType, FunctionType, TensorType, TokenType
from hloom.numbers.element_type import INDEX, ElementType
from hloom.ops.builtin.function import Function
from hloom.ops.chlo.structured import Scan
from hloom.ops.common.attributes import TypeExtensions
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.common.shapes import has_array
from hloom.ops.definition.constraints import compatible
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.ops.others.arith import Constant as Number
from hloom.ops.others.arith import scalar_attribute
from hloom.ops.others.shape import Assuming
from hloom.ops.others.tensor import Cast
from hloom.ops.stablehlo.control import If
from hloom.ops.stablehlo.conversion import BitcastConvert
from hloom.ops.stablehlo.creation import Constant
from hloom.ops.stablehlo.dynamic import RealDynamicSlice
from hloom.passes.inline import callee_of
from hloom.passes.manager import PASSES, run_passes
from hloom.passes.partly_dynamic import called_operation, moving_slice, sizes_of_call
from hloom.reference.custom_calls import CUSTOM_CALLS, definition_of
from hloom.reference.interpreter import DEEPEST_CALL, Interpreter
from hloom.support.diagnostics import UserError
from hloom.support.signals import TimeLimit, TimeLimitError

#: What a function goes through once, before it is specialized: afterwards it calls nothing, and loops do not carry sizes.
_BEFORE = tuple(PASSES[name] for name in ("flatten_tuples", "inline", "trim_carried"))


class NotSpecializedError(UserError):
    """The shapes of a function do not follow from those of its arguments, or are not such as it takes."""


class Template:
    """A function of a verified module made ready for being specialized, any number of times, by one thread at a time.

    `arguments` are the types of its arguments, in which tuples are taken apart, and `numbers` those of them on whose elements
    shapes depend. `unknown` is an operation whose results have a shape that is computed from data: then there are no
    specializations. Raises UserError for a module that is not compiled either way.
    """

    def __init__(self, module: Any, function: str) -> None:
        alone = clone(module, {})
        for name, other in alone.functions.items():  # type: ignore[attr-defined]
            other.attributes["sym_visibility"] = StringAttr("public" if name == function else "private")
        if hasattr(module, "source"):
            alone.source = module.source  # type: ignore[attr-defined]
        self._module, self._name = run_passes(alone, _BEFORE), function
        self.arguments: tuple[Any, ...] = self._function.function_type.inputs
        found = shape_arguments(self._function, _is_assertion, sizes_of_call)
        self.numbers, self.unknown = frozenset(found.numbers), found.unknown

    @property
    def module(self) -> Any:
        """The module in which the function is ready, which others must not change."""
        return self._module

    @property
    def _function(self) -> Function:
        return self._module.functions[self._name]

    def specialized(self, shapes: Sequence[tuple[int, ...]], given: Mapping[int, np.ndarray],
                    time_limit: TimeLimit | None = None) -> Any:
        """The module with the function for arguments of these shapes, and these elements of the arguments `numbers`.

        Raises NotSpecializedError, with what to blame, where there is no such function of tensors of known shapes, and
        TimeLimitError where it takes longer to compute what shapes are computed from.
        """
        types = [_settled(type, shape) for type, shape in zip(self.arguments, shapes)]
        body = self._module.regions[0].block
        made = clone(self._module, {})
        old = self._function
        try:
            new = _Specializer(self._module, time_limit).function(old, types, given)
        except RecursionError:
            raise NotSpecializedError(f"@{self._name} has regions that are nested too deeply") from None
        block = made.regions[0].block
        new.block = block
        block.operations[body.operations.index(old)] = new
        return made


def _is_assertion(op: Operation) -> bool:
    """Whether an operation is a constraint on sizes, as exports of JAX state them."""
    known = definition_of(op)
    return known is not None and known.is_assertion


def _settled(type: Any, shape: tuple[int, ...]) -> TensorType:
    """A type with its unknown sizes known: without bounds."""
    encoding = None if isinstance(type.encoding, TypeExtensions) else type.encoding
    return TensorType(shape, type.element, encoding)


def _is_settled(type: AnyType) -> bool:
    return type.is_static if isinstance(type, TensorType) else isinstance(type, TokenType)


def _failed(op: Operation, message: str) -> NotSpecializedError:
    return NotSpecializedError.at(op.span, "unsupported", f"{op.name} {message}")


class _Specializer:
    """Makes the operations of one function anew. Values of the old one are told apart by identity."""

    def __init__(self, module: Any, time_limit: TimeLimit | None) -> None:
        self.functions: dict[str, Function] = module.functions
        self.interpreter = Interpreter(module, CUSTOM_CALLS, time_limit=time_limit)
        #: What stands for the values of the old function.
        self.made: dict[Value, Value] = {}
        #: The elements of values of the old function that have been asked for; None for those that only a run tells.
        self.known: dict[Value, Any] = {}
        #: Constants for such elements, which stand before everything else.
        self.constants = Block()
        self.calls = 0

    def function(self, old: Function, types: Sequence[TensorType], given: Mapping[int, np.ndarray]) -> Function:
        self.known.update((old.body.arguments[number], array) for number, array in given.items())
        region = self._region(old.body, types)
        block = region.block
        for op in self.constants.operations:
            op.block = block
        block.operations[:0] = self.constants.operations
        outputs = tuple(v.type for v in block.terminator.operands)
        made = Function([], [], old.attributes, [region], old.location, old.span)
        made.attributes["function_type"] = TypeAttr(FunctionType(tuple(types), outputs))
        return made

    def _region(self, old: Region, types: Sequence[AnyType] | None = None) -> Region:
        """A region made anew, with arguments of other types or of those that it has."""
        block = Block(name=old.block.name)
        for number, argument in enumerate(old.arguments):
            type = argument.type if types is None else types[number]
            made = self.made[argument] = block.add_argument(type, argument.name, argument.location)
            made.span = argument.span
        self._operations(old.block, block)
        end = old.block.terminator
        block.append(_like(end, [self._value(v, end) for v in end.operands], ()))
        return Region([block])

    def _operations(self, old: Block, block: Block) -> None:
        for op in old.operations[:-1]:
            self._operation(op, block)

    def _operation(self, op: Operation, block: Block) -> None:
        control = getattr(op, "control", None)
        if isinstance(op, Assuming):
            self._assuming(op, block)
        elif control is Control.BRANCH:
            self._branch(op, block)
        elif control is Control.LOOP:
            self._loop(op, block)
        elif isinstance(op, Scan):
            self._scan(op, block)
        elif control is Control.CALL and callee_of(op, self.functions) is not None:
            self._call(op, block)
        elif _is_assertion(op) and all(self._elements(v) is not None for v in op.operands):
            self._run(op, [self._elements(v) for v in op.operands])
        elif self._static_form(op, block) or self._moving_slice(op, block):
            pass
        elif not self._is_computed(op):
            self._anew(op, block)

    # -- control ------------------------------------------------------------------------------------------------------------
    def _assuming(self, op: Assuming, block: Block) -> None:
        """What relies on a witness stands where the witness was asked for."""
        if not self._elements(op.witness):
            raise _failed(op, "has a witness that does not hold, or that only a run tells")
        self._in_place(op, op.doRegion, block)

    def _branch(self, op: Operation, block: Block) -> None:
        """Of branches between which sizes decide, the one that runs; the others need not fit."""
        chosen = self._elements(op.operands[0])
        if chosen is not None:
            number = (0 if chosen else 1) if isinstance(op, If) else int(chosen)
            self._in_place(op, op.regions[number if 0 <= number < len(op.regions) else -1], block)
            return
        regions = [self._region(region) for region in op.regions]
        kinds = {tuple(v.type for v in region.block.terminator.operands) for region in regions}
        if len(kinds) > 1:
            raise _failed(op, "has branches that return other shapes than each other")
        self._append(_like(op, [self._value(op.operands[0], op)], regions, kinds.pop()), op, block)

    def _loop(self, op: Operation, block: Block) -> None:
        operands = [self._value(v, op) for v in op.operands]
        types = [v.type for v in operands]
        regions = [self._region(region, types) for region in op.regions]
        if [v.type for v in regions[1].block.terminator.operands] != types:
            raise _failed(op, "carries values whose shapes change from iteration to iteration")
        self._append(_like(op, operands, regions, types), op, block)

    def _scan(self, op: Scan, block: Block) -> None:
        made = _like(op, [self._value(v, op) for v in op.operands], ())
        regions = [self._region(op.body, made.body_types())]
        self._anew(op, block, regions)

    def _call(self, op: Operation, block: Block) -> None:
        """A call that is not inlined yet, as its types are only compatible with those of the function."""
        callee = callee_of(op, self.functions)
        assert callee is not None
        self.calls += 1
        if self.calls > DEEPEST_CALL:
            raise _failed(op, f"is one of more than {DEEPEST_CALL} calls of functions of other types")
        copy: Any = clone(callee, {})  # whose values are those of this call alone
        for argument, operand in zip(copy.body.arguments, op.operands):
            self._alias(argument, operand)
        self._in_place(op, copy.body, block)

    def _in_place(self, op: Operation, region: Region, block: Block) -> None:
        """A region's operations where `op` stands, whose results are what the region returns."""
        self._operations(region.block, block)
        for result, value in zip(op.results, region.block.terminator.operands):
            self._alias(result, value)
            self._fits(op, result.type, getattr(self.made.get(result), "type", result.type))

    def _alias(self, value: Value, other: Value) -> None:
        if other in self.made:
            self.made[value] = self.made[other]
        self.known[value] = self._elements(other)

    # -- operations ---------------------------------------------------------------------------------------------------------
    def _static_form(self, op: Operation, block: Block) -> bool:
        """Whether `op` was made as what it is where shapes are no operands."""
        if not isinstance(op, Op) or op.static_form is None:
            return False
        sizes = {*op.shape_operands(), *sizes_of_call(op)}
        if not sizes or any(self._elements(v) is None for v in sizes):
            return False
        twin = _like(op, [self._constant(v, op) if v in sizes else self._value(v, op) for v in op.operands], ())
        form = twin.static_form() or called_operation(op, twin)
        if form is None:
            return False
        form.location, form.span = op.location, op.span
        self._type_results(form)
        for result, own in zip(twin.results, form.results):
            result.type = own.type
        _check(twin, op)
        self._append(form, op, block)
        return True

    def _moving_slice(self, op: Operation, block: Block) -> bool:
        """Whether `op` was made as a slice of known size that begins where only a run tells."""
        if not isinstance(op, RealDynamicSlice):
            return False
        operand, starts = self._value(op.operand, op), self._value(op.start_indices, op)
        found = moving_slice(op, operand, starts, self._elements, Builder(block, op.location, op.span))
        if found is not None:
            self._fits(op, op.result.type, found.type)
            self.made[op.results[0]] = found
        return found is not None

    def _is_computed(self, op: Operation) -> bool:
        """Whether `op` computes shapes or sizes, which are known now, and is no part of the new function."""
        if not isinstance(op, Op) or not op.results:
            return False
        computes_shapes = op.kernel in SHAPE_KERNELS or not all(isinstance(r.type, TensorType | TokenType) for r in op.results)
        return computes_shapes and all(self._elements(r) is not None for r in op.results)

    def _anew(self, op: Operation, block: Block, regions: Sequence[Region] | None = None) -> None:
        regions = [self._region(region) for region in op.regions] if regions is None else regions
        made = _like(op, [self._value(v, op) for v in op.operands], regions)
        if any(not _is_settled(v.type) for v in (*op.operands, *op.results)):
            _check(made, op, of_results=False)
            self._type_results(made)
            _check(made, op)
        self._append(made, op, block)

    def _type_results(self, made: Any) -> None:
        """Gives an operation's results the types that follow from its operands, where they are not known."""
        if all(_is_settled(r.type) for r in made.results):
            return
        try:
            found = _followed(made)
        except UserError as error:
            raise _failed(made, f"does not fit: {error}") from None
        if found is None:
            raise _failed(made, f"has results ({', '.join(str(r.type) for r in made.results)}) whose shapes only a run tells")
        for result, type in zip(made.results, found):
            stated = result.type
            if not _is_settled(stated) and isinstance(stated, TensorType) and isinstance(type, TensorType):
                result.type = _settled(stated, type.shape)

    def _append(self, made: Any, op: Operation, block: Block) -> None:
        for old, new in zip(op.results, made.results):
            if not _is_settled(new.type):
                raise _failed(op, f"has a result of type {new.type}, which only a run tells")
            self._fits(op, old.type, new.type)
            new.name = old.name
            self.made[old] = new
        block.append(made)

    def _fits(self, op: Operation, stated: AnyType, found: AnyType) -> None:
        if not compatible(found, stated) and not isinstance(found, TokenType):
            same_encoding = isinstance(found, TensorType) and isinstance(stated, TensorType) and compatible(
                TensorType(found.shape, found.element), TensorType(stated.shape, stated.element))
            if not same_encoding:
                raise _failed(op, f"gives a {found}, not a {stated}")

    # -- elements -----------------------------------------------------------------------------------------------------------
    def _value(self, value: Value, op: Operation) -> Value:
        """What stands for a value in the new function: a constant for one that was computed here."""
        made = self.made.get(value)
        if made is None:
            made = self.made[value] = self._constant(value, op)
        return made

    def _constant(self, value: Value, op: Operation) -> Value:
        """A constant for a value whose elements are known."""
        elements = self._elements(value)
        made = None if elements is None else _constant(elements, value.type)
        if made is None:
            raise _failed(op, f"has an operand of type {value.type}, which only a run tells")
        made.location, made.span = op.location, op.span
        return self.constants.append(made).results[0]

    def _elements(self, value: Value) -> Any:
        """The elements of a value of the old function, None for one that only a run tells."""
        pending = [value]
        while pending:
            current = pending[-1]
            if current in self.known:
                pending.pop()
                continue
            op = current.owner if isinstance(current, OpResult) else None
            if op is None or not self._may_be_computed(op):
                self.known.update(dict.fromkeys(op.results if op is not None else (current,)))
                continue
            read = values_read(op)
            missing = [v for v in read if v not in self.known]
            if missing:
                pending += missing
            elif any(self.known[v] is None for v in read):
                self.known.update(dict.fromkeys(op.results))
            else:
                self._compute(op)
        return self.known[value]

    def _may_be_computed(self, op: Operation) -> bool:
        values = (*op.results, *values_read(op))
        return is_computable(op) and all(may_say_shapes(getattr(self.made.get(v), "type", v.type)) for v in values)

    def _compute(self, op: Operation) -> None:
        """Computes an operation all of whose operands are known, or read for their shapes only."""
        arrays = []
        for v in op.operands:
            if self.known.get(v) is None and v in self.made:
                type: Any = self.made[v].type
                if not has_array(type.shape):
                    raise _failed(op, f"takes {type}, which has too many elements")
                arrays.append(np.broadcast_to(np.zeros((), type.storage.dtype), type.shape))
            else:
                arrays.append(self.known.get(v))
        if any(array is None for array in arrays):
            self.known.update(dict.fromkeys(op.results))
            return
        captured = [self.known[v] for v in captured_values(op)] if op.regions else []
        self.known.update(zip(op.results, self._run(op, [*arrays, *captured])))

    def _run(self, op: Operation, arrays: Sequence[Any]) -> tuple[Any, ...]:
        try:
            return self.interpreter.run_operation(op, *arrays)
        except TimeLimitError:
            raise
        except UserError as error:
            raise NotSpecializedError(str(error), error.diagnostics) from None


def _like(op: Any, operands: Sequence[Value], regions: Sequence[Region], types: Sequence[AnyType] | None = None) -> Any:
    """An operation with other operands and regions, and results of other types or of those that it has."""
    made: Any = object.__new__(type(op))
    if not isinstance(op, Op):
        made.name = op.name
    results = [r.type for r in op.results] if types is None else types
    Operation.__init__(made, operands, results, op.attributes, regions, op.location, op.span)
    return made


def _check(made: Any, op: Operation, of_results: bool = True) -> None:
    """Raises NotSpecializedError for a constraint that an operation breaks with operands, or results, of known shapes."""
    if not isinstance(made, Op):
        return
    for check in made.result_checks if of_results else made.checks:
        if not check.of_types and not check.only_warns and not check.holds(made):
            raise _failed(op, f"does not fit: {check.text(made)}")


def _followed(made: Any) -> Sequence[AnyType] | None:
    """The types of an operation's results that follow from its operands, of which only the shapes count; None: not known."""
    if not isinstance(made, Op):
        return None
    if made.definition.inference is not None:
        return made.inferred_types()
    if isinstance(made, BitcastConvert):
        return [TensorType(made.followed_shape(), made.result.element)]
    if (made.is_elementwise or isinstance(made, Cast)) and len(made.results) == 1:
        return [made.operands[0].type]
    if made.makes_view and made.eval is not None and len(made.results) == 1:
        types: Any = [v.type for v in (*made.operands, *made.results)]
        arrays = [np.broadcast_to(np.zeros((), t.storage.dtype), t.shape) for t in types[:-1]]
        return [TensorType(np.shape(made.eval(*arrays)), types[-1].element)]
    return None


def _constant(elements: Any, type: Any) -> Any:
    """A constant of a value's type; None for types that have none."""
    array = np.asarray(elements)
    if isinstance(type, ElementType):
        value = scalar_attribute(array[()], type)
        return None if value is None else Number.create(value=value)
    if not isinstance(type, TensorType) or not isinstance(type.element, ElementType):
        return None
    value = DenseElementsAttr.of(array, TensorType(array.shape, type.element))
    return (Number if type.element is INDEX else Constant).create(value=value)
