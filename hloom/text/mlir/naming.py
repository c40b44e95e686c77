"""Names of values and blocks in printed programs, as MLIR gives them.

Results are numbered in order, arguments of entry blocks are `arg0, arg1, ...`; some operations ask for a name (`cst`,
`iterArg`), which is made unique by a number. All values of a region are named before those of the regions inside it, of
which the last comes first; regions beside each other start from the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_letters, digits
from typing import Any, Final, NamedTuple

from hloom.ir.attributes import BoolAttr, IntegerAttr, SymbolRefAttr
from hloom.ir.core import Block, BlockArgument, Operation, Region, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ElementType

#: What the name of a value may be made of.
_NAME_CHARACTERS: Final = frozenset(ascii_letters + digits + "$._-")


class Names:
    """Names of the values and blocks inside an operation, by object; without the `%` and `^`."""

    def __init__(self, root: Operation, generic: bool = False, keep: bool = False) -> None:
        self.values: dict[Value, str] = {}
        self.blocks: dict[Block, str] = {}
        #: For an operation whose results have several names: how many results each name covers.
        self.groups: dict[Operation, tuple[int, ...]] = {}
        self._generic, self._keep = generic, keep
        self._value, self._argument, self._conflict = 0, 0, 0
        self._name_operation(root, _Used(None))
        pending = [_Pending(region, 0, 0, 0, _Used(None)) for region in root.regions]
        while pending:
            region, *counters, outer = pending.pop()
            if not generic:  # MLIR's generic form never uses a number twice
                self._value, self._argument, self._conflict = counters
            used = _Used(outer)
            self._name_region(region, used)
            pending.extend(_Pending(inner, self._value, self._argument, self._conflict, used)
                           for block in region.blocks for op in block.operations if op.regions for inner in op.regions)

    def _name_region(self, region: Region, used: _Used) -> None:
        wanted = None
        if not self._generic and region.owner is not None:
            wanted = _ARGUMENT_NAMES.get(region.owner.name)
        for number, block in enumerate(region.blocks):
            self.blocks[block] = f"bb{number}"
        for number, block in enumerate(region.blocks):
            for argument in block.arguments:
                if self._keep:
                    hint = _shared_argument(argument, region).name
                else:
                    hint = wanted(region.owner, argument.index) if wanted and number == 0 else None
                if hint:
                    self.values[argument] = self._unique(hint, used)
                elif number == 0:
                    self.values[argument] = self._unique(f"arg{self._argument}", used)
                    self._argument += 1
                else:
                    self._number(argument, used)
            for op in block.operations:
                self._name_operation(op, used)

    def _name_operation(self, op: Operation, used: _Used) -> None:
        if not op.results:
            return
        hints, sizes = self._hints(op)
        if len(sizes) > 1:
            self.groups[op] = sizes
        start = 0
        for hint, size in zip(hints, sizes):
            first = op.results[start]
            if hint:
                self.values[first] = self._unique(hint, used)
            else:
                self._number(first, used)
            if size > 1:
                base = self.values[first]
                self.values.update((op.results[start + k], f"{base}#{k}") for k in range(size))
            start += size

    def _hints(self, op: Operation) -> tuple[tuple[str | None, ...], tuple[int, ...]]:
        """Names for the groups of an operation's results (None: a number), and the sizes of the groups."""
        count = len(op.results)
        if self._keep:
            starts = [k for k, r in enumerate(op.results) if k == 0 or r.name != op.results[k - 1].name]
            return tuple(op.results[k].name for k in starts), tuple(b - a for a, b in zip(starts, [*starts[1:], count]))
        if self._generic:
            return (None,), (count,)
        names = _GROUP_NAMES.get(op.name)
        if names and len(names) == count:
            return names, (1,) * count
        name = _RESULT_NAMES.get(getattr(op, "spelling", op.name))
        return (name(op) if name else None,), (count,)

    def _number(self, value: Value, used: _Used) -> None:
        if self._keep:
            while str(self._value) in used:
                self._value += 1
            used.add(str(self._value))
        self.values[value] = str(self._value)
        self._value += 1

    def _unique(self, name: str, used: _Used) -> str:
        found = name
        while found in used:
            found = f"{name}_{self._conflict}"
            self._conflict += 1
        used.add(found)
        return found


def _shared_argument(argument: BlockArgument, region: Region) -> Value:
    """The argument whose name this one is printed with: a while loop's regions share one list of arguments."""
    owner = region.owner
    if owner is not None and owner.name == "stablehlo.while" and region is not owner.regions[0]:
        first = owner.regions[0].arguments
        if argument.owner is region.blocks[0] and argument.index < len(first):
            return first[argument.index]
    return argument


class _Used:
    """The names taken in a region and in those around it."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: _Used | None) -> None:
        self.names: set[str] = set()
        self.outer = outer

    def __contains__(self, name: str) -> bool:
        scope: _Used | None = self
        while scope is not None:
            if name in scope.names:
                return True
            scope = scope.outer
        return False

    def add(self, name: str) -> None:
        self.names.add(name)


class _Pending(NamedTuple):
    region: Region
    value: int
    argument: int
    conflict: int
    outer: _Used


def _tensor_constant(op: Operation) -> str:
    type = op.results[0].type
    element = type.element if isinstance(type, TensorType) else None
    return "c" if isinstance(element, ElementType) and element.kind in ("pred", "sint", "uint") else "cst"


def _scalar_constant(op: Operation) -> str:
    value = op.attributes.get("value")
    if isinstance(value, BoolAttr):
        return str(value)
    if isinstance(value, IntegerAttr):
        return f"c{value.value}" if str(value.type) == "index" else f"c{value.value}_{value.type}"
    return "cst"


def _named_global(op: Any) -> str | None:
    """The name of a symbol as one of a value: blanks become `_`, other characters that may not stand in one their code."""
    symbol = op.attributes.get("global")
    if not isinstance(symbol, SymbolRefAttr):
        return None
    data = symbol.value.encode("utf-8", "surrogateescape")
    found = "".join(chr(c) if chr(c) in _NAME_CHARACTERS else "_" if c == 32 else f"{c:02X}" for c in data)
    return found if data[:1].decode("ascii", "replace") in _NAME_CHARACTERS.difference(digits) else f"_{found}"


def _size_constant(op: Any) -> str | None:
    value = op.attributes.get("value")
    return f"c{value.value}" if isinstance(value, IntegerAttr) else None


#: What an operation calls its first result.
_RESULT_NAMES: dict[str, Callable[[Any], str | None]] = {
    "stablehlo.constant": _tensor_constant,
    "arith.constant": _scalar_constant,
    "ml_program.global_load": _named_global,
    "ml_program.global_load_const": _named_global,
    "shape.const_size": _size_constant,
    "tensor.cast": lambda op: "cast",
    "tensor.concat": lambda op: "concat",
    "tensor.collapse_shape": lambda op: "collapsed",
    "tensor.dim": lambda op: "dim",
    "tensor.expand_shape": lambda op: "expanded",
    "tensor.extract": lambda op: "extracted",
    "tensor.extract_slice": lambda op: "extracted_slice",
    "tensor.gather": lambda op: "gather",
    "tensor.generate": lambda op: "generated",
    "tensor.from_elements": lambda op: "from_elements",
    "tensor.insert": lambda op: "inserted",
    "tensor.insert_slice": lambda op: "inserted_slice",
    "tensor.pad": lambda op: "padded",
    "tensor.rank": lambda op: "rank",
    "tensor.reshape": lambda op: "reshape",
    "tensor.scatter": lambda op: "scatter",
    "tensor.splat": lambda op: "splat",
}
#: What operations with several single results call them.
_GROUP_NAMES = {
    "stablehlo.batch_norm_grad": ("grad_operand", "grad_scale", "grad_offset"),
    "stablehlo.batch_norm_training": ("output", "batch_mean", "batch_var"),
    "stablehlo.rng_bit_generator": ("output_state", "output"),
    "arith.addui_extended": ("sum", "overflow"),
    "arith.mulsi_extended": ("low", "high"),
    "arith.mului_extended": ("low", "high"),
    "arith.subui_extended": ("diff", "borrow"),
    "chlo.top_k": ("values", "indices"),
    "mhlo.topk": ("values", "indices"),
    "ml_program.global_load_graph": ("result", "produceToken"),
    "shape.split_at": ("head", "tail"),
}
#: What an operation calls the arguments of its regions.
_ARGUMENT_NAMES: dict[str, Callable[[Any, int], str]] = {
    "stablehlo.while": lambda op, index: "iterArg",
    "chlo.scan": lambda op, index: "input" if index < len(op.inputs) else "carry",
}
