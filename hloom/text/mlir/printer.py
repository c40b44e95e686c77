"""Printing of programs as MLIR prints them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hloom.ir.attributes import ALIASES, SHOWN_RESOURCES, DictionaryAttr, Resource, StringAttr, entry_text
from hloom.ir.core import Block, BlockArgument, Operation, Region, Value
from hloom.ir.literal_text import string_text
from hloom.ops.definition.operation import Op
from hloom.ops.mhlo.spellings import written
from hloom.text.mlir.aliases import Aliases, Shown
from hloom.text.mlir.assembly import functional_type_text, has_default_value
from hloom.text.mlir.format_compiler import format_of
from hloom.text.mlir.naming import Names
from hloom.text.mlir.resources import resources_text

#: Inherent attributes that say how operands and results are dealt out to several variadic fields.
_SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")
#: Default values that MLIR's generic form states.
_STATED_DEFAULTS = {
    "stablehlo.infeed": {"infeed_config": StringAttr("")},
    "stablehlo.outfeed": {"outfeed_config": StringAttr("")},
}


class Printer:
    """Gives the text of operations; multi-line texts are indented for the place where they stand."""

    def __init__(self, names: Names, aliases: Aliases | Shown, generic: bool = False, debug_info: bool = False) -> None:
        self.names, self.aliases, self.generic, self.debug_info = names, aliases, generic, debug_info
        self._margin = ""
        self._default_dialect = ""

    # Values

    def value(self, value: Value) -> str:
        """`%0`, `%arg1`, `%2#1`."""
        return "%" + self.names.values.get(value, "<<unknown value>>")

    def values(self, values: Iterable[Value]) -> str:
        """Values with commas between."""
        return ", ".join([self.value(value) for value in values])

    # Operations

    def operation(self, op: Operation) -> str:
        """An operation with its results and location, without the margin before it."""
        left = ""
        if len(op.results) == 1:
            left = f"{self.value(op.results[0])} = "
        elif op.results:
            left = f"{self._result_groups(op)} = "
        format = format_of(type(op)) if isinstance(op, Op) and not self.generic else None
        if format is None or not format.fits(op) or _is_misplaced(op):
            text = self._generic_text(op)
        else:
            text = self._shown_name(op.spelling) + format.text(self, op)  # type: ignore[attr-defined]
        return f"{left}{text}{self.aliases.location(op) if self.debug_info else ''}"

    def _result_groups(self, op: Operation) -> str:
        """`%a:2, %b`: the names of several results."""
        parts, start = [], 0
        for size in self.names.groups.get(op, (len(op.results),)):
            name = self.value(op.results[start])
            parts.append(name if size == 1 else f"{name.rpartition('#')[0]}:{size}")
            start += size
        return ", ".join(parts)

    def _shown_name(self, name: str) -> str:
        prefix, _, rest = name.partition(".")
        return rest if (prefix == self._default_dialect and "." not in rest) or prefix == "builtin" else name

    def _generic_text(self, op: Operation) -> str:
        inherent = {*op.inherent, *_SEGMENTS} if isinstance(op, Op) else set(op.inherent)
        properties = _STATED_DEFAULTS.get(op.name, {}) | {k: v for k, v in written(op).items() if k in inherent}
        others = {k: v for k, v in op.attributes.items() if k not in inherent}
        name = op.spelling if isinstance(op, Op) else op.name
        parts = [f"{string_text(name.encode())}({self.values(op.operands)})"]
        if op.successors:
            parts.append(f"[{', '.join(self.block_name(block) for block in op.successors)}]")
        if properties:
            parts.append(f" <{DictionaryAttr(properties)}>")
        if op.regions:
            parts.append(f" ({', '.join([self.region(region, show_empty_block=True) for region in op.regions])})")
        if others:
            parts.append(f" {DictionaryAttr(others)}")
        parts.append(f" : {functional_type_text(op.operands, op.results)}")
        return "".join(parts)

    def dictionary(self, op: Operation, elided: Collection[str] = (), keyword: str = "") -> str:
        """The attributes of an operation, with a blank (and keyword) before; nothing if there are none.

        Those that are `elided`, and those that have their default value, are left out.
        """
        entries = sorted((k, v) for k, v in written(op).items() if k not in elided and not has_default_value(op, k))
        if not entries:
            return ""
        return f"{keyword} {{{', '.join([entry_text(k, v) for k, v in entries])}}}"

    # Regions

    def region(self, region: Region, show_arguments: bool = True, show_empty_block: bool = False,
               show_terminators: bool = True) -> str:
        """`{ ... }` over several lines; the closing brace has this operation's margin.

        The entry block has a label if it has arguments that are to be shown, or if it is empty and that is to be shown.
        """
        outer = self._default_dialect
        self._default_dialect = getattr(region.owner, "default_dialect", "")
        parts = ["{\n"]
        for number, block in enumerate(region.blocks):
            has_label = (number > 0 or (show_arguments and bool(block.arguments))
                         or (show_empty_block and not block.operations))
            parts.append(self._block(block, has_label, block.operations if show_terminators else block.operations[:-1]))
        parts.append(self._margin + "}")
        self._default_dialect = outer
        return "".join(parts)

    def block_name(self, block: Block) -> str:
        """`^bb0`."""
        return f"^{self.names.blocks.get(block, '<<unknown block>>')}"

    def _block(self, block: Block, has_label: bool, operations: Sequence[Operation]) -> str:
        parts = []
        if has_label:
            arguments = f"({self.arguments(block)})" if block.arguments else ""
            parts.append(f"{self._margin}{self.block_name(block)}{arguments}:{self._predecessors(block)}\n")
        outer = self._margin
        self._margin += "  "
        parts.extend([f"{self._margin}{self.operation(op)}\n" for op in operations])
        self._margin = outer
        return "".join(parts)

    def _predecessors(self, block: Block) -> str:
        """The comment that says from where a block is entered; none for an entry block."""
        assert block.region is not None
        found = [other for other in block.region.blocks
                 if other.operations and any(target is block for target in other.operations[-1].successors)]
        if not found:
            return "" if block is block.region.blocks[0] else "  // no predecessors"
        names = ", ".join(map(self.block_name, found))
        return f"  // pred: {names}" if len(found) == 1 else f"  // {len(found)} preds: {names}"

    def arguments(self, block: Block) -> str:
        """`%a: type, %b: type` of a block's arguments."""
        return ", ".join([f"{self.value(a)}: {a.type}{self.trailing_location(a)}" for a in block.arguments])

    def line(self, text: str) -> str:
        """A new line at this operation's margin, and a text on it."""
        return f"\n{self._margin}{text}"

    def trailing_location(self, argument: BlockArgument) -> str:
        """` loc(...)` of an argument where locations are asked for."""
        return self.aliases.location(argument, by_alias=False) if self.debug_info else ""


def _is_misplaced(op: Operation) -> bool:
    """Whether operations follow a terminator: of `return` and `%0 = ...` on the next line, `return %0` would be read."""
    return op.is_terminator and op.block is not None and op.block.operations[-1] is not op


def print_operation(op: Operation, generic: bool = False, names: str = "mlir", debug_info: bool = False) -> str:
    """The text of one operation and what is inside it, without a line end."""
    if names not in ("mlir", "keep"):
        raise ValueError(f"names must be 'mlir' or 'keep', got {names!r}")
    numbering, shown = Names(op, generic, names == "keep"), None
    if debug_info:
        shown = Shown()
        Printer(numbering, shown, generic, debug_info).operation(op)
    aliases = Aliases(op, generic, shown)
    token = ALIASES.set(aliases.attributes)
    try:
        text = Printer(numbering, aliases, generic, debug_info).operation(op)
    finally:
        ALIASES.reset(token)
    return f"{aliases.head()}{text}\n{aliases.tail()}".removesuffix("\n")


def print_module(module: Operation, generic: bool = False, names: str = "mlir", debug_info: bool = False) -> str:
    """The text of a module with its resources, ending in a line end.

    `generic` prints every operation in the generic form; `names="keep"` keeps the names of the source text where there
    are any, "mlir" numbers values as MLIR does; `debug_info` adds locations.
    """
    resources: dict[str, Resource] = {}
    token = SHOWN_RESOURCES.set(resources)
    try:
        text = print_operation(module, generic, names, debug_info)
    finally:
        SHOWN_RESOURCES.reset(token)
    return f"{text}\n{resources_text(resources)}"
