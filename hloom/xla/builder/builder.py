"""The builder: it appends operations to a computation and keeps the first error with the line that made it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from hloom.ir.attributes import ArrayAttr, Attribute, DenseElementsAttr, DictionaryAttr, StringAttr
from hloom.ir.core import Block, BlockArgument, OpResult, Value
from hloom.ir.types import TensorType, logical_type
from hloom.ops.definition.operation import Op
from hloom.ops.hlo import data as hlo_data
from hloom.ops.hlo.aliases import alias_fault, donor_fault
from hloom.ops.hlo.computation import COMPUTATIONS, KEYWORDS, ComputationAttr, Parameter, legal_name
from hloom.ops.stablehlo import control as stablehlo_control
from hloom.ops.stablehlo import creation as stablehlo_creation
from hloom.ops.stablehlo import dimension_sizes
from hloom.ops.stablehlo import tuples as stablehlo_tuples
from hloom.support.diagnostics import InputError, UserError
from hloom.xla.builder.computation import XlaComputation, unique_key
from hloom.xla.builder.errors import BuilderError, Caller, caller
from hloom.xla.builder.op import OPERATIONS, XlaOp, described, failed, ops_in
from hloom.xla.builder.scopes import Scopes, add_frontend_attribute
from hloom.xla.inference import ProgramShape
from hloom.xla.inference.operations import result_shape
from hloom.xla.shape import Shape

#: The instruction's word where it is not the operation's.
_WORDS: Final = {"dot_general": "dot", "broadcast_in_dim": "broadcast", "literal": "constant", "opt_barrier": "opt-barrier"}
#: A name that HLO text can write.


class XlaBuilder(Scopes):
    """Makes a computation: `hloom.xla.ops` appends operations, `Build` gives the computation (XLA: XlaBuilder).

        b = XlaBuilder("area")
        x = ops.Parameter(b, 0, Shape("f32", (3,)), "x")
        y = ops.Parameter(b, 1, Shape("f32", (3,)), "y")
        area = b.Build(x * y)
        area([1, 2, 3], [4, 5, 6])

    An operation whose operands or attributes do not fit is not made; the first such error is kept in `first_error` and raised by
    `Build`, what depends on it is ignored. With `die_immediately_on_error` it is raised where it is made.
    """

    def __init__(self, name: str = "computation", die_immediately_on_error: bool = False) -> None:
        super().__init__()
        self._name = legal_name(str(name), KEYWORDS)
        self.die_immediately_on_error = die_immediately_on_error
        self._block = Block()
        self._parameters: dict[int, tuple[BlockArgument, Shape, str, dict[str, Attribute]]] = {}
        self._names: set[str] = set()
        self._last: XlaOp | None = None
        self._depth = 0
        self._is_built = False
        self._first_error: BuilderError | None = None
        self._callees: dict[str, XlaComputation] = {}
        self._aliases: list[str] = []
        self._donors: list[str] = []
        self._instructions = 0

    # What is known.

    def __repr__(self) -> str:
        state = "built" if self._is_built else f"first error: {self._first_error}" if self._first_error else "no error"
        return f"<XlaBuilder {self._name}: {len(self._parameters)} parameters, {len(self._block.operations)} operations, {state}>"

    @property
    def name(self) -> str:
        return self._name

    @property
    def first_error(self) -> BuilderError | None:
        """The first error, with the line of Python that made it; None while there is none."""
        return self._first_error

    def GetShape(self, op: XlaOp) -> Shape:
        """The shape of a value of this builder."""
        self._own(op)
        return op.shape

    def GetProgramShape(self, root: XlaOp | None = None) -> ProgramShape:
        """The shapes of the parameters so far, and of the root: the last operation unless one is given."""
        found = root if root is not None else self._last
        if found is None:
            raise InputError(f"the computation {self._name} has no operations")
        self._own(found)
        return self._program_shape(found)

    def OpConstant(self, op: XlaOp) -> bool:
        """Whether a value depends on no parameter and nothing that happens while the program runs."""
        self._own(op)
        pending, seen = [op.value], set()
        while pending:
            value = pending.pop()
            if value is None or value in seen:
                continue
            seen.add(value)
            owner = getattr(value, "owner", None)
            if isinstance(value, BlockArgument) or (owner is not None and not owner.is_pure):
                return False
            pending.extend(owner.operands)  # type: ignore[union-attr]
        return True

    def _own(self, op: XlaOp) -> None:
        if op.builder is not self:
            raise InputError(f"the operation {op.name} belongs to the builder {op.builder.name}, not to {self._name}")

    # Errors.

    def ReportError(self, error: UserError | str, operation: str = "") -> XlaOp:
        """Keeps an error, if it is the first one; gives a value that is not valid."""
        self._report(operation, str(error), caller())
        return XlaOp(self, None, None)

    def ReportErrorOrReturn(self, function: Callable[[], XlaOp]) -> XlaOp:
        """What `function` gives, or, if it raises a UserError, that error kept."""
        try:
            return function()
        except UserError as error:
            return self.ReportError(error)

    def _report(self, operation: str, message: str, where: Caller, raise_now: bool = False) -> None:
        error = BuilderError.of(operation, message, where)
        if self._first_error is None:
            self._first_error = error
        if raise_now or self.die_immediately_on_error:
            raise error

    def _perform(self, name: str, function: Callable[..., Any], bound: inspect.BoundArguments, returns: Any) -> Any:
        """Runs an operation's function; the outermost one answers for errors."""
        operands = list(ops_in(bound.arguments.values()))
        where = caller()
        if self._is_built:
            self._report(
                described(name, bound, XlaBuilder),
                f"the builder {self._name} has built its computation; it takes no more operations",
                where,
                raise_now=True,
            )
        for op in operands:
            if op.builder is not self:
                message = f"the operation {op.name} belongs to the builder {op.builder.name}, not to {self._name}"
                self._report(described(name, bound, XlaBuilder), message, where)
                return failed(self, returns)
        if any(not op.valid for op in operands):
            return failed(self, returns)
        if self._depth:
            return function()
        self._depth += 1
        try:
            return function()
        except UserError as error:
            self._report(described(name, bound, XlaBuilder), str(error), where)
            return failed(self, returns)
        finally:
            self._depth -= 1

    # Making operations.

    def emit(
        self,
        operation: type[Op],
        *operands: Any,
        shape: Shape | None = None,
        computations: Sequence[XlaComputation] = (),
        calls: Sequence[XlaComputation] = (),
        discardable: Mapping[str, Attribute] | None = None,
        **attributes: Any,
    ) -> XlaOp:
        """Appends an operation of the IR; the operations of `hloom.xla.ops` are made of this.

        Its shape is what follows from it, as in programs that are read. `shape` states it where it does not follow (a product's
        says its type only). `computations` become its regions. `calls` are named in its attributes by their `key`.
        """
        values = [[_value(o) for o in operand] if isinstance(operand, list | tuple) else _value(operand) for operand in operands]
        op = operation.create(*values, result_types=(), regions=[c.region() for c in computations], **attributes)
        if computations:
            op.attributes[COMPUTATIONS] = ArrayAttr(tuple([ComputationAttr(c.key) for c in computations]))
        op.attributes.update(discardable or {})
        shapes = [o.shape for operand in operands for o in (operand if isinstance(operand, list | tuple) else (operand,))]
        callee = calls[0].program_shape if calls else None
        shape = result_shape(op, shape, callee, shapes) or shape
        assert shape is not None, operation
        type = shape.to_type()
        op.results = (OpResult(logical_type(type), op, 0),)
        op.attributes.update(self.scoped_attributes(shape))
        for computation in (*computations, *calls):
            self._callees.update(computation.callees)
        self._callees.update({c.key: c for c in calls})
        result = op.results[0]
        if result.type is not type:
            result.stated_type = type
        word = str(op.name).split(".")[-1]
        result.name = self._fresh(_WORDS.get(word, word.replace("_", "-")))
        self._block.append(op)
        self._last = XlaOp(self, result, shape)
        return self._last

    def constant(self, literal: Any) -> XlaOp:
        """A constant of a Literal; one with bounds is a constant of as many elements as they say, whose sizes are then set."""
        if literal.shape.is_dynamic:
            return self._bounded_constant(literal)

        def attribute(part: Any) -> Attribute:
            if part.shape.is_tuple:
                return ArrayAttr(tuple([attribute(p) for p in part]))
            if not part.shape.is_array:
                raise InputError(f"a constant has no {part.shape} inside")
            type: Any = logical_type(part.shape.to_type())
            return DenseElementsAttr.of(
                np.ascontiguousarray(part.array).reshape(type.shape), TensorType(type.shape, type.element)
            )

        value = attribute(literal)
        name = hlo_data.Literal if literal.shape.is_tuple else stablehlo_creation.Constant
        return self.emit(name, shape=literal.shape, value=value)

    def _bounded_constant(self, literal: Any) -> XlaOp:
        if literal.shape.is_tuple:
            return self.emit(stablehlo_tuples.Tuple, [self.constant(part) for part in literal])
        shape = Shape(literal.shape.element_type, literal.shape.dimensions, literal.shape.layout)
        made = self.constant(type(literal)(literal.bounded_array, shape))
        for d, size in enumerate(literal.sizes):
            if literal.shape.is_dynamic_dimension(d):
                flags = [*literal.shape.dynamic_dimensions[: d + 1], *(False,) * (shape.rank - d - 1)]
                count = self.constant(type(literal)(size, "s32"))
                bounded = Shape(shape.element_type, shape.dimensions, shape.layout, flags)
                made = self.emit(dimension_sizes.SetDimensionSize, made, count, shape=bounded, dimension=d)
        return made

    def parameter(self, number: int, shape: Shape, name: str, replicated: Sequence[bool] = ()) -> XlaOp:
        """Adds the parameter of a number; `ops.Parameter`."""
        if number < 0:
            raise InputError(f"parameters are numbered from 0, got {number}")
        if number in self._parameters:
            raise InputError(f"parameter {number} already registered")
        attributes = self.scoped_attributes(shape)
        if replicated:
            attributes["hlo.parameter_replication"] = StringAttr(f"{{{','.join('true' if b else 'false' for b in replicated)}}}")
        type = shape.to_type()
        argument = BlockArgument(logical_type(type), self._block, number, self._fresh(legal_name(str(name)), bare=True))
        if argument.type is not type:
            argument.stated_type = type
        self._parameters[number] = argument, shape, name, attributes
        self._last = XlaOp(self, argument, shape)
        return self._last

    def _fresh(self, base: str, bare: bool = False) -> str:
        self._instructions += 1
        name = base if bare else f"{base}.{self._instructions}"
        while name in self._names:
            name = f"{base}.{self._instructions}"
            self._instructions += 1
        self._names.add(name)
        return name

    def SetInstructionFrontendAttribute(self, op: XlaOp, attribute: str, value: str) -> None:
        """Gives one operation a frontend attribute more, whose value is quoted."""
        self._own(op)
        if not op.valid:
            return
        owner: Any = op.value.owner  # type: ignore[union-attr]
        target = self._parameters[op.value.index][3] if isinstance(op.value, BlockArgument) else owner.attributes
        add_frontend_attribute(target, attribute, value)

    # Aliases.

    def SetUpAlias(self, output_index: Sequence[int], param_number: int, param_index: Sequence[int] = (),
                   kind: str = "may-alias") -> None:
        """Says that a part of the result may (or `must-alias`: must) share the memory of a part of a parameter."""
        if kind not in ("may-alias", "must-alias"):
            raise InputError(f"an alias is may-alias or must-alias, not {kind!r}")
        self._aliases.append(f"{_index(output_index)}: ({int(param_number)}, {_index(param_index)}, {kind})")

    def AddBufferDonor(self, param_number: int, param_index: Sequence[int] = ()) -> None:
        """Says that the memory of a part of a parameter may be taken for results."""
        self._donors.append(f"({int(param_number)}, {_index(param_index)})")

    # The computation.

    def CreateSubBuilder(self, name: str) -> XlaBuilder:
        """A builder for a computation that this one runs."""
        return XlaBuilder(name, self.die_immediately_on_error)

    def Build(self, root: XlaOp | None = None, remove_dynamic_dimensions: bool = False) -> XlaComputation:
        """The computation, whose result is `root`: the last operation unless one is given. Raises the first error, if there is
        one.

        The builder is used up. `remove_dynamic_dimensions` makes the dimensions of the result fixed.
        """
        if self._first_error is not None:
            raise self._first_error
        where = caller()
        if self._is_built:
            self._report("Build", f"the builder {self._name} has built its computation", where, raise_now=True)
        found = root if root is not None else self._last
        if found is None:
            self._report("Build", f"the computation {self._name} has no operations", where, raise_now=True)
            raise AssertionError
        if found.builder is not self:
            self._report(
                "Build",
                f"the root {found.name} belongs to the builder {found.builder.name}, not to {self._name}",
                where,
                raise_now=True,
            )
        missing = next((k for k in range(len(self._parameters)) if k not in self._parameters), None)
        if missing is not None:
            self._report(
                "Build",
                f"the computation {self._name} has {len(self._parameters)} parameters, but no parameter {missing}",
                where,
                raise_now=True,
            )
        if remove_dynamic_dimensions and found.shape.is_dynamic:
            found = self._without_dynamic_dimensions(found)
        header = self._sharing(found, where)
        program_shape = self._program_shape(found)
        self._is_built = True
        block = self._block
        block.arguments.extend(self._parameters[k][0] for k in range(len(self._parameters)))
        block.append(stablehlo_control.Return.create([_value(found)]))
        own = [self._parameters[k][3] for k in range(len(self._parameters))]
        parameters = tuple([Parameter(k, DictionaryAttr(a) if a else None) for k, a in enumerate(own)]) if any(own) else ()
        return XlaComputation(self._name, unique_key(self._name), block, program_shape, dict(self._callees), parameters, header)

    def _sharing(self, root: XlaOp, where: Any) -> dict[str, Attribute]:
        """Which parts share memory; an error where the parameters or the root have no such part."""
        types = [self._parameters[k][0].stated_type for k in range(len(self._parameters))]
        header: dict[str, Attribute] = {}
        if self._aliases:
            text = f"{{ {', '.join(self._aliases)} }}"
            header["hlo.input_output_alias"] = StringAttr(text)
            fault = alias_fault(text, types, _value(root).stated_type)
            if fault:
                self._report("Build", fault, where, raise_now=True)
        if self._donors:
            text = f"{{ {', '.join(self._donors)} }}"
            header["hlo.buffer_donor"] = StringAttr(text)
            fault = donor_fault(text, types)
            if fault:
                self._report("Build", fault, where, raise_now=True)
        return header

    def BuildConstantSubGraph(self, root: XlaOp) -> XlaComputation:
        """A computation without parameters that gives `root`, which must not depend on any (see OpConstant)."""
        from hloom.ops.common.decomposition import clone

        self._own(root)
        if not self.OpConstant(root):
            raise InputError(
                f"{root.name} is not a constant: it depends on a parameter, or on what happens while the program runs"
            )
        needed, pending = set(), [root.value.owner]  # type: ignore[union-attr]
        while pending:
            op = pending.pop()
            if op not in needed:
                needed.add(op)
                pending.extend(v.owner for v in op.operands)  # type: ignore[union-attr]
        made = XlaBuilder(f"{self._name}.constant")
        mapping: dict[Value, Value] = {}
        for op in self._block.operations:
            if op in needed:
                made._block.append(clone(op, mapping))
        made._callees = dict(self._callees)
        return made.Build(XlaOp(made, mapping[root.value], root.shape))  # type: ignore[index]

    def _without_dynamic_dimensions(self, op: XlaOp) -> XlaOp:
        if op.shape.is_tuple:
            return OPERATIONS["Tuple"](self, [self._without_dynamic_dimensions(part) for part in op])
        for d, is_dynamic in enumerate(op.shape.dynamic_dimensions if op.shape.is_array else ()):
            if is_dynamic:
                op = OPERATIONS["RemoveDynamicDimension"](op, d)
        return op

    def _program_shape(self, root: XlaOp) -> ProgramShape:
        numbers = sorted(self._parameters)
        return ProgramShape(
            tuple(self._parameters[k][1] for k in numbers), root.shape, tuple(self._parameters[k][2] for k in numbers)
        )


def _value(operand: Any) -> Value:
    assert isinstance(operand, XlaOp), operand
    assert operand.value is not None
    return operand.value


def _index(index: Sequence[int]) -> str:
    if isinstance(index, str) or not all(isinstance(k, int) for k in index):
        raise InputError(f"the index of a part is a list of whole numbers, not {index!r:.60}")
    return f"{{{', '.join(map(str, index))}}}"
