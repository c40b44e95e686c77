"""Operations, values, blocks and regions: static single assignment form in the style of MLIR.

An operation owns its results and regions and refers to its operands. Values do not list their uses: a pass that
rewrites maps old values to new ones in one forward traversal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from hloom.expr.scalar import Read
from hloom.ir.attributes import Attribute
from hloom.ir.location import UNKNOWN, Location
from hloom.ir.types import AnyType, TensorType, logical_type
from hloom.support.source import Span

_new: Final = object.__new__


class Value:
    """Something an operation can use: `type`, and a `name` hint from the source (None: numbered when printed).

    For a tensor value, `value[index]` is the expression that reads one element, with one index expression (or int)
    a dimension.

    `type` has no layouts. A program in a language with layouts states them by setting `stated_type`.
    """

    __slots__ = ("_stated_type", "name", "type")
    _stated_type: AnyType | None

    def __init__(self, type: AnyType, name: str | None = None) -> None:
        self.type, self.name, self._stated_type = type, name, None

    @property
    def stated_type(self) -> AnyType:
        """The type with the layouts that the program states; `type` where it states none.

        Setting it sets `type`, too. When `type` has been changed since, the layouts are forgotten.
        """
        stated = self._stated_type
        return stated if stated is not None and logical_type(stated) is self.type else self.type

    @stated_type.setter
    def stated_type(self, type: AnyType) -> None:
        self.type = logical_type(type)
        self._stated_type = None if type is self.type else type

    @property
    def is_stated(self) -> bool:
        """Whether the program has stated a type with layouts."""
        return self._stated_type is not None

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the dimensions of a tensor value; DYNAMIC where unknown."""
        return self.type.shape  # type: ignore[union-attr]

    @property
    def rank(self) -> int:
        return self.type.rank  # type: ignore[union-attr]

    @property
    def element(self) -> Any:
        """Element type of a tensor value."""
        return self.type.element  # type: ignore[union-attr]

    def __getitem__(self, index: Sequence[Any]) -> Read:
        assert isinstance(self.type, TensorType)
        return Read(self, tuple(index), self.type.storage)


class OpResult(Value):
    """Result number `index` of the operation `owner`."""

    __slots__ = ("index", "owner")

    def __init__(self, type: AnyType, owner: Operation, index: int, name: str | None = None) -> None:
        self.type, self.owner, self.index, self.name, self._stated_type = type, owner, index, name, None

    def __repr__(self) -> str:
        return f"<result {self.index} of {self.owner.name}: {self.type}>"


class BlockArgument(Value):
    """Argument number `index` of the block `owner`; `span` and `location` are as those of an operation."""

    __slots__ = ("index", "location", "owner", "span")

    def __init__(self, type: AnyType, owner: Block, index: int, name: str | None = None, location: Location = UNKNOWN) -> None:
        self.type, self.owner, self.index, self.name, self.location = type, owner, index, name, location
        self.span: Span | None = None
        self._stated_type = None

    def __repr__(self) -> str:
        return f"<block argument {self.index}: {self.type}>"


class Operation:
    """One operation. Defined operations are instances of their class in `hloom.ops`; others of `UnregisteredOperation`.

    `attributes` holds inherent (declared) and discardable attributes in source order. `span` is the place in the text it
    was read from, `location` what `loc(...)` says.
    """

    __slots__ = ("attributes", "block", "location", "operands", "regions", "results", "span", "successors")

    #: Full name, `stablehlo.add`.
    name: str = ""
    #: Names of the attributes that belong to the operation's definition, in the order in which they are declared.
    inherent: ClassVar[tuple[str, ...]] = ()
    #: Whether this operation ends a block.
    is_terminator: ClassVar[bool] = False

    operands: list[Value]
    results: tuple[OpResult, ...]
    attributes: dict[str, Attribute]
    regions: tuple[Region, ...]
    successors: tuple[Block, ...]
    location: Location
    span: Span | None
    block: Block | None

    def __init__(self, operands: Sequence[Value] = (), result_types: Sequence[AnyType] = (),
                 attributes: Mapping[str, Attribute] | None = None, regions: Sequence[Region] = (),
                 location: Location = UNKNOWN, span: Span | None = None) -> None:
        self.operands = list(operands)
        if len(result_types) == 1:  # nearly always, and made faster so
            self.results = (OpResult(result_types[0], self, 0),)
        else:
            self.results = tuple([OpResult(t, self, k) for k, t in enumerate(result_types)])
        self.attributes = dict(attributes) if attributes else {}
        self.regions = tuple(regions)
        for region in regions:
            region.owner = self
        self.successors = ()
        self.location, self.span, self.block = location, span, None

    @property
    def mnemonic(self) -> str:
        """The name without its dialect: `add`."""
        return self.name[self.name.index(".") + 1 :]

    @property
    def dialect(self) -> str:
        return self.name[: self.name.index(".")] if "." in self.name else ""

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the first result."""
        return self.results[0].type.shape  # type: ignore[union-attr]

    @property
    def parent(self) -> Operation | None:
        """The operation whose region holds this one."""
        return self.block.region.owner if self.block and self.block.region else None

    def walk(self) -> list[Operation]:
        """This operation and all that is inside its regions now, each before its own regions; safe for any depth of nesting."""
        found: list[Operation] = []
        pending: list[Operation] = [self]
        while pending:
            op = pending.pop()
            found.append(op)
            if op.regions:
                for region in reversed(op.regions):
                    for block in reversed(region.blocks):
                        pending.extend(reversed(block.operations))
        return found

    def __repr__(self) -> str:
        return f"<{self.title}{f' at {self.span}' if self.span else ''}>"

    @property
    def title(self) -> str:
        """What lists call the operation: its name, and for a call of what is outside of the program that one's."""
        return self.name


def make_plain(cls: type[Operation], operands: list[Value], result_type: AnyType, attributes: dict[str, Attribute],
               regions: tuple[Region, ...], span: Span | None, name: str | None) -> Operation:
    """`cls(operands, [result_type], attributes, regions, span=span)` with a named result: what nearly every operation is.

    Takes list and dictionary over, and calls no constructors: most of the time that a program takes to read goes into making
    its operations.
    """
    op, result = _new(cls), _new(OpResult)
    op.operands, op.attributes, op.regions, op.successors = operands, attributes, regions, ()
    op.location, op.span, op.block = UNKNOWN, span, None
    for region in regions:
        region.owner = op
    result.type, result.owner, result.index, result.name, result._stated_type = result_type, op, 0, name, None
    op.results = (result,)
    return op


class UnregisteredOperation(Operation):
    """An operation of a dialect that hloom does not know; kept as it stands, `inherent` as the text or file has it."""

    __slots__ = ("inherent", "name")

    def __init__(self, name: str, *args: Any, inherent: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name, self.inherent = name, inherent  # type: ignore[misc]


class Block:
    """A list of operations that run in order; the last one is the terminator."""

    __slots__ = ("arguments", "name", "operations", "region")

    def __init__(self, argument_types: Sequence[AnyType] = (), name: str | None = None) -> None:
        self.arguments = [BlockArgument(t, self, k) for k, t in enumerate(argument_types)]
        self.operations: list[Operation] = []
        self.region: Region | None = None
        self.name = name

    def add_argument(self, type: AnyType, name: str | None = None, location: Location = UNKNOWN) -> BlockArgument:
        self.arguments.append(BlockArgument(type, self, len(self.arguments), name, location))
        return self.arguments[-1]

    def append(self, op: Any) -> Any:
        """Adds an operation at the end; returns it."""
        op.block = self
        self.operations.append(op)
        return op

    @property
    def terminator(self) -> Operation:
        return self.operations[-1]


class Region:
    """A list of blocks inside an operation; StableHLO's regions have one."""

    __slots__ = ("blocks", "owner")

    def __init__(self, blocks: Sequence[Block] = ()) -> None:
        self.blocks = list(blocks)
        self.owner: Operation | None = None
        for block in self.blocks:
            block.region = self

    @property
    def block(self) -> Block:
        """The only block."""
        return self.blocks[0]

    @property
    def arguments(self) -> list[BlockArgument]:
        """The arguments of the entry block; none for an empty region."""
        return self.blocks[0].arguments if self.blocks else []

    def append(self, block: Block) -> Block:
        block.region = self
        self.blocks.append(block)
        return block


def captured_values(op: Operation) -> list[Value]:
    """The values from outside that the regions of an operation use, in order of first use."""
    inside: set[Value] = set()
    found: dict[Value, None] = {}
    for inner in op.walk():
        if inner is not op:
            found.update((v, None) for v in inner.operands if v not in inside)
            inside.update(inner.results)
        for region in inner.regions:
            for block in region.blocks:
                inside.update(block.arguments)
    return list(found)
