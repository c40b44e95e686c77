"""The machinery of operation definitions: a class statement declares an operation and registers it.

    class Reverse(Op, name="stablehlo.reverse"):
        \"\"\"Reverses the order of the elements along `dimensions`.\"\"\"
        operand: Operand = any_tensor                                          # (I1)
        dimensions: Attr = i64_array                                           # (I2)
        syntax = "$operand `,` `dims` `=` $dimensions attr-dict `:` type($result)"
        checks = [C(2, "dimensions must be unique, got {dimensions}", lambda op: unique(op.dimensions))]
        @infers("C1")
        def result(op): return op.operand.type
        def eval(op, x): return np.flip(x, op.dimensions)
        def element(op, i): ...

Annotations name the fields in order: `Operand`, `OptionalOperand`, `Operands` (variadic), `Attr`, `Body` (a region),
`Bodies` (variadic regions), `Result`, `Results` (variadic). On an instance `op.operand` is a `Value`, `op.inputs` a list
of values, `op.dimensions` the Python value of the attribute, `op.body` a `Region`, `op.result` an `OpResult`. The inference
method's name declares the result too: `result`, or in the plural a variadic group (`outputs`). A field may not be called as
an attribute that every operation has (`operands`, `results`, `regions`, `name`, ...): an attribute `name` is the field `name_`.

How an operation computes is exactly one of:
- `element(op, i)`: the scalar expression of the result's element at the index expressions `i` (a tuple for several results);
- `decompose(op, b)`: other operations, made with the builder `b`; returns the replacement values;
- `expand(op, lowering, *operands)`: of an operation of HLO, what it is in StableHLO, where tuples are taken apart;
- `kernel`: a word naming the family of kernels that the compiler may have for it (sort, scatter, fft, collective, ...);
- `control`: how it takes part in the flow of control (`traits.Control`: a branch, a loop, a call).
Beside an `element`, `kernel` names a family that compiles better than the formula does, and `in_stablehlo(op, b)`, of an
operation of another dialect, makes the operations of StableHLO that it stands for, for a program in these alone.
And its meaning, independently: `eval(op, *arrays)` on NumPy arrays, or `run(op, process, *values)` where the operation
needs its surroundings (regions, other processes, channels, custom calls). Both return a value, or a tuple of values for
several results. Quantized tensors are arrays of their storage type, tuples are tuples, tokens are None.
"""

from __future__ import annotations

import string
import sys
from collections import ChainMap, Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import numpy as np

from hloom.ir.attributes import Attribute
from hloom.ir.core import Operation, OpResult, Region, Value
from hloom.ir.location import UNKNOWN, Location
from hloom.ir.types import AnyType
from hloom.ops.definition.traits import Domain, Traits
from hloom.support.diagnostics import InternalError

#: Every defined operation by its full name.
REGISTRY: dict[str, type[Op]] = {}
#: Classes of operations that programs also write under another name, by that name.
SPELLINGS: dict[str, type[Op]] = {}


#: How many of hloom's own operations have a name but for their dialect. What others bring changes no code of these.
_NAMESAKES: Counter[str] = Counter()


def diagnostic_code(op: Operation | type[Op], label: str) -> str:
    """The code of a constraint: that of the specification, `reverse_c3`. Of an operation of another dialect that is called as one
    of StableHLO, or of a third dialect, it has the full name: `shape.add_type`. Those of HLO always have it: they are
    operations of the other dialects in another form, and change no code of these."""
    dialect, _, mnemonic = op.name.partition(".")
    if dialect == "hlo":
        return f"{op.name}_{label}".lower()
    namesakes = _NAMESAKES[mnemonic] - (1 if _is_own(op if isinstance(op, type) else type(op)) else 0)
    stem = mnemonic if dialect == "stablehlo" or not namesakes else op.name
    return f"{stem}_{label}".lower()


def _is_own(cls: type) -> bool:
    return cls.__module__.startswith("hloom.")


def operation_class(name: str) -> type[Op] | None:
    """The class of the operations that programs write so; None if there are none."""
    return REGISTRY.get(name) or SPELLINGS.get(name)


def operation_called(word: str) -> type[Op] | None:
    """The class of operations that people call so: by the full name, or one of StableHLO by its mnemonic."""
    return REGISTRY.get(word) or REGISTRY.get(f"stablehlo.{word}")


class Field:
    """A declared part of an operation; as a descriptor it finds that part on an instance."""

    __slots__ = ("constraint", "is_optional", "is_variadic", "key", "name", "position")

    name: str
    #: The name in programs: the field of an attribute called `name` is spelled `name_`.
    key: str
    #: A TypeConstraint (operands, results), an AttributeKind (attributes), or None (regions).
    constraint: Any
    #: Number among the fields of its sort.
    position: int

    def __init__(self, name: str, constraint: Any, position: int, is_variadic: bool = False, is_optional: bool = False) -> None:
        self.name, self.key, self.constraint, self.position = name, name.rstrip("_"), constraint, position
        self.is_variadic, self.is_optional = is_variadic, is_optional

    def __set__(self, op: Operation, value: Any) -> NoReturn:
        raise AttributeError(f"{self.name} of {op.name} is read-only; change op.operands or op.attributes")


@cache
def several_of(fields: tuple[Field, ...]) -> tuple[int, tuple[int, ...]]:
    """How many fields may have other than one member, and how many of these stand before each field."""
    counts = accumulate([f.is_variadic or f.is_optional for f in fields], initial=0)
    *before, total = counts
    return total, tuple(before)


def _slice(items: Sequence[Any], fields: tuple[Any, ...], field: Field, sizes: tuple[int, ...] | None) -> tuple[int, int]:
    """The range of `items` that belongs to `field`; variadic fields share what the single ones leave, equally, unless `sizes`
    says how many each has: where only one is variadic it says nothing."""
    several, before = several_of(fields)
    if sizes is not None and several > 1:
        start = sum(sizes[: field.position])
        return start, start + sizes[field.position]
    share = (len(items) - (len(fields) - several)) // several if several else 1
    start = field.position + before[field.position] * (share - 1)
    return start, start + (share if field.is_variadic or field.is_optional else 1)


def segments_fit(sizes: Sequence[int], fields: Sequence[Field], count: int) -> bool:
    """Whether these may be the numbers of values that belong to each field, `count` in all."""
    return len(sizes) == len(fields) and sum(sizes) == count and all(
        size >= 0 if field.is_variadic else size == 1 or (size == 0 and field.is_optional) for size, field in zip(sizes, fields))


class OperandField(Field):
    __slots__ = ()

    def __get__(self, op: Operation | None, owner: type[Op]) -> Any:
        if op is None:
            return self
        definition = owner.definition
        if not definition.has_variadic_operands:
            return op.operands[self.position]
        segments = op.attributes.get("operandSegmentSizes")
        start, end = _slice(op.operands, definition.operands, self, getattr(segments, "values", None))
        if self.is_variadic:
            return op.operands[start:end]
        return op.operands[start] if end > start else None


class ResultField(Field):
    __slots__ = ()

    def __get__(self, op: Operation | None, owner: type[Op]) -> Any:
        if op is None:
            return self
        fields = owner.definition.results
        if len(fields) == 1:
            return op.results if self.is_variadic else op.results[0]
        segments = op.attributes.get("resultSegmentSizes") if owner.definition.has_variadic_results else None
        start, end = _slice(op.results, fields, self, getattr(segments, "values", None))
        if self.is_variadic:
            return op.results[start:end]
        return op.results[start] if end > start else None


class AttributeField(Field):
    __slots__ = ()

    def __get__(self, op: Operation | None, owner: type[Op]) -> Any:
        if op is None:
            return self
        attribute = op.attributes.get(self.key)
        return self.constraint.absent if attribute is None else self.constraint.get(attribute)


class RegionField(Field):
    __slots__ = ()

    def __get__(self, op: Operation | None, owner: type[Op]) -> Any:
        if op is None:
            return self
        return op.regions[self.position :] if self.is_variadic else op.regions[self.position]


# What a definition's annotations say. On instances the fields give values, which these stand for in type checking.
class Operand(Value):
    """One operand."""

    type: Any


class OptionalOperand(Value):
    """An operand that may be missing; then the field is None."""

    type: Any


class Operands(list[Value]):
    """Any number of operands."""


class Result(OpResult):
    """One result."""

    type: Any


class Results(tuple[OpResult, ...]):
    """Any number of results."""


# Regions and attributes are declared with a value that stands for their kind (None for a region), not one of their type.
Body = Any
Bodies = Any
Attr = Any


class Check:
    """A constraint: `label` as in the specification (`C2`, `I1`), a message, and the predicate that must hold.

    The message is a format string over the operation's fields, or a function of the operation. A constraint `of_types` is
    about what types state, such as that a size is unknown; the shapes that values have when a program runs need not meet it.
    `states` says what must hold in general, where a message that is computed says it of one operation.
    Where a constraint that `only_warns` does not hold, the program runs all the same.
    """

    __slots__ = ("holds", "label", "message", "of_types", "only_warns", "states")

    def __init__(self, label: int | str, message: str | Callable[[Any], str], holds: Callable[[Any], bool],
                 of_types: bool = False, only_warns: bool = False, states: str | None = None) -> None:
        self.label = f"C{label}" if isinstance(label, int) else label
        self.message, self.holds, self.of_types, self.only_warns = message, holds, of_types, only_warns
        self.states = states

    def text(self, op: Op) -> str:
        """The message for an operation that breaks the constraint."""
        return self.message(op) if callable(self.message) else _MessageFormatter().vformat(self.message, (), _Fields(op))


C = Check


class _Fields(Mapping[str, Any]):
    def __init__(self, op: Op) -> None:
        self.op = op

    def __getitem__(self, name: str) -> Any:
        return self.op if name == "op" else getattr(self.op, name)

    def __iter__(self) -> Any:
        raise TypeError

    def __len__(self) -> int:
        raise TypeError


#: An array of more numbers is not shown in a message.
_MOST_SHOWN = 1000


class _MessageFormatter(string.Formatter):
    """Shows tuples of numbers as lists, as the programs write them."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, tuple | list):
            return f"[{', '.join(str(getattr(v, 'type', v)) for v in value)}]"
        if isinstance(value, np.ndarray) and value.size > _MOST_SHOWN:
            return f"numbers in the shape {list(value.shape)}"
        return super().format_field(value.type if isinstance(value, Value) else value, format_spec)


class Inference:
    """How result types follow from operands and attributes, and which constraints that covers.

    `parts` has labels for `count`, `rank`, `shape`, `element` and any other part of the `type`: one, or one for each result.
    A result may know more or less of its shape than is inferred, unless it `is_exact`.
    """

    __slots__ = ("function", "is_exact", "labels", "parts")

    def __init__(self, function: Callable[[Any], Any], labels: tuple[str, ...], parts: Mapping[str, str],
                 is_exact: bool = False) -> None:
        self.function, self.is_exact = function, is_exact
        self.parts = {part: tuple(text.split()) for part, text in parts.items()}
        self.labels = labels or tuple(dict.fromkeys(label for found in self.parts.values() for label in found))

    def label(self, part: str, result: int = 0) -> str:
        """The constraint that result number `result` breaks if `part` of its type is wrong."""
        found = self.parts.get(part) or (self.parts.get("shape") if part == "rank" else None) or self.parts.get("type")
        if found is None:
            return self.labels[0]
        return found[0] if len(found) == 1 else found[result]


def infers(labels: str = "", exactly: bool = False, **parts: str) -> Callable[[Callable[[Any], Any]], Any]:
    """Marks the method that infers the result type (or a tuple of result types).

    `labels` are the constraints that a wrong result type breaks ("C1 C3"); `element="C1", shape="C3"` say which one for
    which part of the type, `shape="C7 C5 C6"` also for which result. With `exactly` the result has the type that is
    inferred; without, shapes need only be compatible.
    """
    return lambda function: Inference(function, tuple(labels.split()), parts, exactly)


def always(type: AnyType) -> Any:
    """The inference of a result that is of one type always."""
    return infers("type")(lambda op: type)


def type_of(field: str, label: str = "type", exactly: bool = False) -> Any:
    """The inference of a result that has the type of an operand, as what is written into a destination has."""
    return infers(label, exactly)(lambda op: getattr(op, field).type)


class Definition:
    """What a class statement declared."""

    def __init__(self, cls: type[Op], name: str) -> None:
        self.name = name
        self.operands: tuple[OperandField, ...] = ()
        self.attributes: tuple[AttributeField, ...] = ()
        self.regions: tuple[RegionField, ...] = ()
        self.results: tuple[ResultField, ...] = ()
        self.inference: Inference | None = None
        stated = ChainMap(*(vars(base) for base in cls.__mro__))  # type: ignore[arg-type]
        for field, annotation in _annotations(cls).items():
            self._declare(field, annotation, stated.get(field))
        for field, value in list(cls.__dict__.items()):
            if isinstance(value, Inference):
                self.inference = value
                if not self.results:
                    self._declare(field, "Results" if field.endswith("s") else "Result", None)
        self.attribute_fields: dict[str, AttributeField] = {field.name: field for field in self.attributes}
        sorts = (self.operands, self.regions, self.results)
        several = any(f.is_variadic or f.is_optional for fields in sorts for f in fields)
        self._plain_counts = None if several else tuple(map(len, sorts))
        self.has_variadic_operands = any(f.is_variadic or f.is_optional for f in self.operands)
        self.has_variadic_results = any(f.is_variadic or f.is_optional for f in self.results)

    def has_plain_counts(self, op: Operation) -> bool:
        """Whether an operation has one operand, region and result for each field, none of which is variadic or optional."""
        return self._plain_counts == (len(op.operands), len(op.regions), len(op.results))

    def _declare(self, name: str, annotation: str, constraint: Any) -> None:
        sort, variadic, optional = _SORTS[annotation]
        found = getattr(self, sort)
        made = _FIELDS[sort](name, None if isinstance(constraint, Inference) else constraint, len(found), variadic, optional)
        setattr(self, sort, (*found, made))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (*self.operands, *self.attributes, *self.regions, *self.results)


_SORTS = {
    "Operand": ("operands", False, False), "OptionalOperand": ("operands", False, True), "Operands": ("operands", True, False),
    "Attr": ("attributes", False, False), "Body": ("regions", False, False), "Bodies": ("regions", True, False),
    "Result": ("results", False, False), "Results": ("results", True, False),
}
_FIELDS: dict[str, Any] = {"operands": OperandField, "attributes": AttributeField, "regions": RegionField, "results": ResultField}


def _annotations(cls: type) -> dict[str, str]:
    """The annotated fields of a class and then of its bases, as the words that were written."""
    found: dict[str, str] = {}
    for base in (cls, *cls.__mro__[:0:-1]):
        if issubclass(base, Op) and base is not Op:
            for name, annotation in base.__dict__.get("__annotations__", {}).items():
                word = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "Attr")
                if word in _SORTS:
                    found[name] = word
    return found


class Op(Traits):
    """Base of all defined operations; see the module's description, and `traits` for what holds for many of them."""

    __slots__ = ()

    definition: ClassVar[Definition]
    #: The name in programs, which differs from `name` where a dialect only calls an operation otherwise (see `ops/mhlo`).
    spelling: ClassVar[str]
    #: A valid program with the operation, unless it stands in the file beside the definition (see ops.definition.examples).
    example: ClassVar[str | None] = None
    #: How the pretty form is written (see text.assembly); None: only the generic form exists.
    syntax: ClassVar[str | None] = None
    #: Constraints on operands and attributes, in the order in which they depend on each other.
    checks: ClassVar[Sequence[Check]] = ()
    #: Constraints on results that inference does not cover.
    result_checks: ClassVar[Sequence[Check]] = ()
    #: Whether an operation with several fields of any number of operands (or results) says how many belong to each; of
    #: others these fields are of one length.
    states_segments: ClassVar[bool] = False
    #: Whether constraints, inferred types or the formula of an element depend on more than the operation's own parts and the
    #: types of its operands: on the operation around it, or on what its operands are.
    looks_outside: ClassVar[bool] = False
    element: ClassVar[Callable[..., Any] | None] = None
    #: Beside a kernel, which has no element: `accesses(op, i, number)` gives the reads on which result `number` depends at the
    #: index `i`, over `i` and fresh variables, which take all their values for one element; None where they are not known.
    accesses: ClassVar[Callable[..., Any] | None] = None
    #: Of a collective operation: `place_in_group(op, i, number)` is the place in its group of the process from which result
    #: `number` gets what it reads at the index `i`, as an index over `i` and fresh variables; None where that is not known.
    place_in_group: ClassVar[Callable[..., Any] | None] = None
    #: Of an operation that only lays the same elements out anew: `undone(op)` is the one that lays its result out as the operand.
    undone: ClassVar[Callable[..., Any] | None] = None
    #: Where shapes or amounts are operands: `static_form(op)` is the operation without these, None where they are not known.
    static_form: ClassVar[Callable[..., Any] | None] = None
    decompose: ClassVar[Callable[..., Any] | None] = None
    in_stablehlo: ClassVar[Callable[..., Any] | None] = None
    expand: ClassVar[Callable[..., Any] | None] = None
    eval: ClassVar[Callable[..., Any] | None] = None
    run: ClassVar[Callable[..., Any] | None] = None

    def __init_subclass__(cls, name: str | None = None, spelling: str | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if spelling is not None:
            cls.spelling = spelling
            SPELLINGS[spelling] = cls
        if name is None:
            return
        if name in REGISTRY:
            raise InternalError(f"operation {name} is defined twice")
        cls.name = cls.spelling = name
        cls.definition = Definition(cls, name)
        for field in cls.definition.fields:
            if hasattr(Op, field.name):
                raise InternalError(f"{name}: the field {field.name} would hide an attribute of every operation")
            setattr(cls, field.name, field)
        cls.inherent = tuple(f.key for f in cls.definition.attributes)
        REGISTRY[name] = cls
        _NAMESAKES[name.partition(".")[2]] += _is_own(cls) and not name.startswith("hlo.")

    @classmethod
    def create(cls, *operands: Value | Sequence[Value] | None, result_types: Sequence[AnyType] | None = None,
               regions: Sequence[Region] = (), location: Location = UNKNOWN, **attributes: Any) -> Any:
        """Makes an operation from values and Python attribute values; result types are inferred unless given."""
        flat: list[Value] = []
        for operand in operands:
            if isinstance(operand, Value):
                flat.append(operand)
            elif operand is not None:
                flat.extend(operand)
        made: dict[str, Attribute] = {}
        for name, value in attributes.items():
            if value is not None:
                field = cls.definition.attribute_fields[name]
                made[field.key] = value if isinstance(value, Attribute) else field.constraint.make(value)
        op = cls(flat, result_types or (), made, regions, location)
        if result_types is None and cls.definition.inference is not None:
            op.results = tuple([OpResult(t, op, k) for k, t in enumerate(cls.inferred_types(op))])
        return op

    def operand_domain(self, number: int) -> Domain | None:
        """The numbers that operand `number` should be of where somebody makes them up: where a function is real, where an index
        lies inside. None: any. By default what `domains` says of its field."""
        if not self.domains:
            return None
        for field in self.definition.operands:
            if field.name in self.domains and not field.is_variadic and self.operands[number] is getattr(self, field.name):
                return self.domains[field.name]
        return None

    def evaluator(self) -> Callable[..., Any] | None:
        """What a run calls in place of `eval`, where all operands are ordinary tensors and warnings of NumPy are off: the same
        function, with what does not depend on the values looked up once. None: there is no better way than `eval`."""
        return None

    def inferred_types(self) -> tuple[AnyType, ...]:
        """Result types that follow from operands, attributes and regions; the checks must hold."""
        assert self.definition.inference is not None
        found = self.definition.inference.function(self)
        return found if isinstance(found, tuple) else (found,)


# -- foreign -------------------------------------------------------------------------------------------------------------------
# Operations that are defined outside of hloom: what a compiled program depends on besides hloom's own source.


def _is_foreign(cls: type[Operation]) -> bool:
    return issubclass(cls, Op) and cls.__module__.partition(".")[0] != "hloom"


def foreign_sources(root: Operation) -> str | None:
    """Changes whenever a file does that defines operations outside of hloom, if `root` has such operations; else empty.

    None where such an operation is defined in no file, so that nobody can tell whether it is still what it was.
    """
    if not any(map(_is_foreign, {type(op) for op in root.walk()})):
        return ""
    found = set()
    for cls in (*REGISTRY.values(), *SPELLINGS.values()):  # what decomposes may make others of them
        if _is_foreign(cls):
            file = getattr(sys.modules.get(cls.__module__), "__file__", None)
            if file is None or not Path(file).is_file():
                return None
            status = Path(file).stat()
            found.add(f"{file} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(sorted(found))
