"""Computations that a builder has made: they run, print, and become the body of operations of others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from typing import Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ir.types import FunctionType
from hloom.ops.builtin import function as builtin_function
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import clone_region
from hloom.ops.definition.operation import REGISTRY
from hloom.ops.hlo.computation import COMPUTATION, COMPUTATIONS, ENTRY, MAIN_THREAD, MODULE, PREFIX, ComputationAttr, Parameter
from hloom.ops.hlo.raising_functions import FUNCTIONS
from hloom.ops.stablehlo.control import Return
from hloom.support.diagnostics import InputError
from hloom.xla.inference import ProgramShape
from hloom.xla.shape import Shape

_numbers: Final = count(1)
#: Divides a computation's name from its number; no name in HLO text has one.
_MARK: Final = "#"
#: Attributes that name computations.
_CALLS: Final = ("callee", "called", "hlo.calls", "hlo.to_apply")


def unique_key(name: str) -> str:
    """A name that no other computation has."""
    return f"{name}{_MARK}{next(_numbers)}"


class XlaComputation:
    """What `XlaBuilder.Build` gives (XLA: XlaComputation).

    `computation(x, y)` runs it on the reference engine, `computation(x, y, engine="cpu")` as machine code; arguments are
    arrays, or
    nested tuples of them where a parameter is a tuple, and so is the result. `str(computation)` is HLO text, `to_stablehlo()` the
    program in StableHLO, `module` the IR in the form of HLO.
    """

    def __init__(self, name: str, key: str, block: Block, program_shape: ProgramShape, callees: dict[str, XlaComputation],
                 parameters: tuple[Parameter, ...], header: dict[str, Attribute]) -> None:
        self.name, self.key, self.program_shape = name, key, program_shape
        #: The computations that this one calls by name, and those that these call, the latter first.
        self.callees = callees
        self._region = Region([block])
        self._parameters, self._header = parameters, header
        self._module: Module | None = None
        self._instructions: Module | None = None
        self._executable: Any = None

    def __repr__(self) -> str:
        return f"<XlaComputation {self.name}: {self.program_shape}>"

    def GetProgramShape(self) -> ProgramShape:
        """`program_shape` under its name in C++."""
        return self.program_shape

    @property
    def result_shape(self) -> Shape:
        return self.program_shape.result

    def region(self) -> Region:
        """A copy of the computation as a region of an operation."""
        return clone_region(self._region, {})

    # The program.

    @property
    def module(self) -> Module:
        """The program in the form of HLO, with this computation as its entry; it is made once."""
        if self._module is None:
            self._module = _Naming(self).module()
        return self._module

    @property
    def instructions(self) -> Module:
        """`module` in instructions of HLO alone: special functions that it has none for are calls of what they are made of.

        It is what text and protocol buffers say; what runs is `module`, whose special functions the engines know.
        """
        if self._instructions is None:
            naming = _Naming(self, expands=True)
            made = naming.module()
            self._instructions = made if naming.expanded else self.module
        return self._instructions

    def __str__(self) -> str:
        return self.to_hlo_text()

    def to_hlo_text(self, **options: Any) -> str:
        """HLO text; options as those of `Module.to_hlo_text`."""
        return self.instructions.to_hlo_text(**options)

    def to_stablehlo(self) -> Module:
        """The program in StableHLO; its function `main` takes and gives the parts of tuples one by one."""
        from hloom.ops.hlo.lowering import to_stablehlo

        self.module.verify()
        return to_stablehlo(self.module)

    def verify(self) -> None:
        """Raises VerificationError if the program breaks a rule of HLO or of StableHLO."""
        self.module.verify()

    def to_proto(self) -> bytes:
        """The program as a serialized HloModuleProto."""
        return Module.services["hlo_proto"](self.instructions)

    # Runs.

    def compile(self) -> Any:
        """Machine code for the program (see `hloom.compile`); made once. It takes and gives the parts of tuples one by one."""
        if self._executable is None:
            self._executable = Module.services["compile"](self.module)
        return self._executable

    def __call__(self, *arguments: Any, engine: str = "reference") -> Any:
        """Runs the computation; `engine` is `reference` or `cpu`. InputError for arguments that do not fit."""
        shapes = self.program_shape.parameters
        if len(arguments) != len(shapes):
            raise InputError(f"Expected {len(shapes)} argument{'' if len(shapes) == 1 else 's'}, but got {len(arguments)}.")
        flat = [leaf for k, (value, shape) in enumerate(zip(arguments, shapes)) for leaf in _flat(value, shape, k)]
        if engine == "reference":
            if self._executable is None:
                self.module.verify()
            results = Module.services["evaluate"](self.module, *flat)
        elif engine == "cpu":
            results = self.compile()(*flat)
        else:
            raise InputError(f"the engine {engine!r} is not known; known: reference, cpu")
        return _nested(iter(results), self.result_shape)


def _flat(value: Any, shape: Shape, number: int) -> Iterator[Any]:
    """The arrays in an argument."""
    from hloom.xla.literal import Literal

    if shape.is_tuple:
        parts = list(value) if isinstance(value, tuple | list | Literal) else None
        if parts is None or len(parts) != len(shape.tuple_shapes):
            raise InputError(f"Shape mismatch at parameter {number}. Computation expected {shape}, but arg was "
                             f"{'a tuple of ' + str(len(parts)) if parts is not None else f'{value!r:.60}'}.")
        for part, inner in zip(parts, shape.tuple_shapes):
            yield from _flat(part, inner, number)
        return
    if isinstance(value, Literal):
        value = value.array if value.shape.is_array else None
    if shape.is_array and not shape.is_token:
        value = _array(value, shape, number)
    yield value


def _array(value: Any, shape: Shape, number: int) -> Any:
    """An array of a parameter's type; numbers of Python take it."""
    import numpy as np

    if isinstance(value, bool | int | float | complex | list):
        value = np.asarray(value, shape.dtype)
    sizes = getattr(value, "shape", None)
    if sizes is None:
        return value
    fits = len(sizes) == shape.rank and all(n == m or (b and (m < 0 or n <= m))
                                           for n, m, b in zip(sizes, shape.dimensions, shape.dynamic_dimensions))
    if not fits or (isinstance(value, np.ndarray) and value.dtype != shape.dtype):
        try:
            given: Any = Shape(value.dtype, sizes)
        except (AttributeError, InputError, TypeError):
            given = f"an array of {tuple(sizes)}"
        wanted = shape if shape.has_layout else shape.with_default_layout()
        raise InputError(f"Shape mismatch at parameter {number}. Computation expected {wanted}, but arg was {given}.")
    return value


def _nested(values: Iterator[Any], shape: Shape) -> Any:
    if shape.is_tuple:
        return tuple([_nested(values, part) for part in shape.tuple_shapes])
    return next(values)


class _Naming:
    """Puts a computation and those that it runs into a module, under names that are all different."""

    def __init__(self, computation: XlaComputation, expands: bool = False) -> None:
        self.computation, self.expands = computation, expands
        #: What operations without an instruction became, by key.
        self.expanded: dict[str, XlaComputation] = {}
        self.names: dict[str, str] = {}
        self.taken: set[str] = set()
        self.attributes: dict[str, ComputationAttr] = {}

    def module(self) -> Module:
        made = self.computation
        self.name(made.key)
        functions = [self.function(callee, is_entry=False) for callee in made.callees.values()]
        functions.append(self.function(made, is_entry=True))
        block = Block()
        for function in (*[self.function(c, is_entry=False) for c in self.expanded.values()], *functions):
            block.append(function)
        arguments = made._region.arguments
        root = made._region.block.terminator.operands[0]
        layout = FunctionType(tuple(a.stated_type for a in arguments), (root.stated_type,))
        attributes: dict[str, Attribute] = {
            "sym_name": StringAttr(made.name), MODULE: UnitAttr(), ENTRY: SymbolRefAttr(self.names[made.key]), **made._header,
            "hlo.entry_computation_layout": TypeAttr(layout)}
        return Module((), (), attributes, [Region([block])])

    def name(self, key: str) -> str:
        found = self.names.get(key)
        if found is None:
            base, number = key.split(_MARK)[0], 1
            found = base
            while found in self.taken:
                number += 1
                found = f"{base}.{number}"
            self.names[key] = found
            self.taken.add(found)
        return found

    def attribute(self, key: str, parameters: tuple[Parameter, ...] = (), thread: str = MAIN_THREAD) -> ComputationAttr:
        found = self.attributes.get(key)
        if found is None:
            found = self.attributes[key] = ComputationAttr(self.name(key), thread, parameters)
        return found

    def function(self, computation: XlaComputation, is_entry: bool) -> Function:
        region = computation.region()
        if self.expands:
            self.expand(region)
        for op in region.block.operations:
            for inner in op.walk():
                self.rename(inner)
        block = region.block
        root = block.operations.pop().operands[0]
        block.append(builtin_function.FunctionReturn.create([root]))
        types = FunctionType(tuple(a.type for a in block.arguments), (root.type,))
        attributes: dict[str, Attribute] = {"sym_name": StringAttr(self.name(computation.key)), "function_type": TypeAttr(types)}
        if not is_entry:
            attributes["sym_visibility"] = StringAttr("private")
        attributes[COMPUTATION] = self.attribute(computation.key, computation._parameters)
        return Function((), (), attributes, [region])

    def expand(self, region: Region) -> None:
        """Puts calls in the place of operations that HLO has no instruction for; whoever uses their results uses the calls'."""
        operations = region.block.operations
        for k, op in enumerate(operations):
            for inner in op.regions:
                self.expand(inner)
            if op.name not in FUNCTIONS:
                continue
            made = _formula(op.name, tuple([v.type for v in op.operands]))
            self.expanded[made.key] = made
            call = builtin_function.Call.create(list(op.operands), result_types=[r.type for r in op.results], callee=made.key)
            call.attributes.update({key: value for key, value in op.attributes.items() if key.startswith(PREFIX)})
            call.results, call.block = op.results, op.block
            for result in call.results:
                result.owner = call
            operations[k] = call

    def rename(self, op: Operation) -> None:
        attributes = op.attributes
        found: Any = attributes.get(COMPUTATIONS)
        if found is not None:
            attributes[COMPUTATIONS] = ArrayAttr(tuple([self.attribute(c.symbol, c.parameters, c.thread) for c in found.values]))
        for key in _CALLS:
            symbol: Any = attributes.get(key)
            if symbol is not None:
                attributes[key] = SymbolRefAttr(self.name(symbol.value))
        listed: Any = attributes.get("called_computations")
        if listed is not None:
            attributes["called_computations"] = ArrayAttr(tuple([SymbolRefAttr(self.name(s.value)) for s in listed.values]))


class _Formula:
    """What a function of `raising_functions` appends its instructions to: the block of a computation."""

    def __init__(self, types: tuple[Any, ...]) -> None:
        self.block = Block(types)
        self.values: dict[Any, Value] = {}

    def operands(self, op: Any) -> list[Value]:
        return list(self.block.arguments)

    def raised(self, op: Any) -> None:
        self.block.append(op)
        self.values.update(zip(op.results, op.results))

    def make(self, name: str, operands: list[Any], type: Any, **attributes: Any) -> Value:
        made = self.block.append(REGISTRY[name].create(*operands, result_types=[type], **attributes)).results[0]
        made.name = f"{made.owner.mnemonic.replace('_', '-')}.{len(self.block.operations)}"
        return made


@lru_cache(maxsize=64)
def _formula(name: str, types: tuple[Any, ...]) -> XlaComputation:
    """The computation that is a function without an instruction, of operands of some types."""
    formula = _Formula(types)
    op = REGISTRY[name].create(*formula.block.arguments)
    FUNCTIONS[name](formula, op)
    root = formula.values[op.results[0]]
    for k, argument in enumerate(formula.block.arguments):
        argument.name = f"x{k}"
    formula.block.append(Return.create([root]))
    word = name.split(".")[-1]
    shape = ProgramShape(tuple([Shape.of_type(t) for t in types]), Shape.of_type(root.type), tuple(
        [f"x{k}" for k in range(len(types))]))
    return XlaComputation(word, unique_key(word), formula.block, shape, {}, (), {})
