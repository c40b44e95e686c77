"""Computations while a text is read: lists of instructions that become regions and functions of the IR."""

from __future__ import annotations

from typing import Any, Final

from hloom.ir.attributes import Attribute, DictionaryAttr, StringAttr, TypeAttr
from hloom.ir.core import Block, Region, Value
from hloom.ir.types import AnyType, FunctionType
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import clone_region
from hloom.ops.definition.operation import REGISTRY
from hloom.ops.hlo.computation import COMPUTATION, MAIN_THREAD, ComputationAttr, Parameter

#: Operations that sharing computations may make: computations that use others twice each grow like powers of two.
MOST_OPERATIONS: Final = 300_000
#: How deep regions may be nested: computations that run others that run others.
DEEPEST_REGION: Final = 100


class Computation:
    """A computation: its block without a terminator, its root, and what is said of it beside."""

    __slots__ = ("attribute", "block", "depth", "is_async", "is_called", "is_taken", "name", "parameters", "root", "size", "span",
                 "thread", "total", "values")

    def __init__(self, name: str, span: Any) -> None:
        self.name, self.span = name, span
        self.block = Block()
        #: Values by the names of their instructions.
        self.values: dict[str, Value] = {}
        #: Place and attributes of each parameter, by its number.
        self.parameters: dict[int, tuple[int, dict[str, Attribute]]] = {}
        self.root: Value | None = None
        self.thread = MAIN_THREAD
        #: Its instructions, and those of the computations that they run.
        self.size = self.total = 0
        #: How deep the regions inside it are nested.
        self.depth = 0
        self.is_taken = self.is_called = self.is_async = False
        self.attribute: ComputationAttr | None = None

    def finish(self) -> None:
        """Says in `attribute` what is said of the computation; the root is known by now."""
        found = [self.parameters[k] for k in range(len(self.parameters))]
        plain = all(place == k and not attributes for k, (place, attributes) in enumerate(found))
        parameters = () if plain else tuple(
            Parameter(place, DictionaryAttr(attributes) if attributes else None) for place, attributes in found)
        self.attribute = ComputationAttr(self.name, self.thread, parameters)

    @property
    def result_type(self) -> AnyType:
        assert self.root is not None
        return self.root.stated_type

    def region(self) -> Region:
        """The computation as a region of a new operation; what it returns is the root."""
        if not self.is_taken:
            self.is_taken = True
            assert self.root is not None
            self.block.append(REGISTRY["stablehlo.return"]([self.root]))
            return Region([self.block])
        return clone_region(self.block.region or Region([self.block]), {})

    def function(self, is_entry: bool) -> Function:
        """The computation as a function."""
        region = self.region()
        block = region.block
        root = block.operations.pop().operands[0]
        block.append(REGISTRY["func.return"]([root]))
        types = FunctionType(tuple(a.type for a in block.arguments), (root.type,))
        attributes: dict[str, Attribute] = {"sym_name": StringAttr(self.name), "function_type": TypeAttr(types)}
        if not is_entry:
            attributes["sym_visibility"] = StringAttr("private")
        assert self.attribute is not None
        attributes[COMPUTATION] = self.attribute
        return Function((), (), attributes, [region], span=self.span)
