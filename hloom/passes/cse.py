"""Common subexpressions: of equal pure operations on the same operands the first one serves all.

    %0 = stablehlo.exponential %x : tensor<8xf32>
    %1 = stablehlo.exponential %x : tensor<8xf32>
    %2 = stablehlo.add %0, %1 : tensor<8xf32>
->  %0 = stablehlo.exponential %x : tensor<8xf32>
    %2 = stablehlo.add %0, %0 : tensor<8xf32>

Equal means: same name, operands (in any order for commutative operations), attributes, result types and regions. An
operation inside the body of a loop or a branch is replaced by one outside; the bodies of reductions, sorts and the
like are scalar functions of their arguments and stay closed. Operations without operands are merged within a block
only, since a constant next to its use is cheaper than a value that is carried there.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from hloom.ir.attributes import Attribute, DenseElementsAttr
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ops.definition.traits import Control
from hloom.passes.dce import is_pure

#: Bytes of a constant beyond which only the same attribute counts as equal: comparing would read all of it.
_LARGEST_COMPARED = 1 << 16


def run(module: Operation) -> bool:
    """The pass `cse`."""
    merger = _Merger()
    for region in module.regions:
        for block in region.blocks:
            merger.block(block)
    return merger.changed


class _Merger:
    def __init__(self) -> None:
        self.values: dict[Value, Value] = {}
        self.changed = False

    def block(self, block: Block, around: dict[Hashable, Operation] | None = None) -> None:
        """Merges operations of a block with each other and with those `around` it, which comes back as it was."""
        known: dict[Hashable, Operation] = {} if around is None else around
        added: list[Hashable] = []
        kept: list[Operation] = []
        values = self.values
        for op in block.operations:
            if values:
                op.operands = [values.get(v, v) for v in op.operands]
            for region in op.regions:
                is_open = getattr(op, "control", None) in (Control.BRANCH, Control.LOOP)
                for inner in region.blocks:
                    self.block(inner, known if is_open else None)
            if is_pure(op) and op.results and not op.is_terminator:
                key = _key(op, block)
                first = known.setdefault(key, op)
                if first is not op:
                    values.update(zip(op.results, first.results))
                    self.changed = True
                    continue
                added.append(key)
            kept.append(op)
        if around is not None:
            for key in added:
                del around[key]
        if len(kept) < len(block.operations):
            block.operations = kept


def _key(op: Operation, block: Block) -> Hashable:
    """What equal operations have in common."""
    operands: Any = tuple(op.operands)
    if len(operands) == 2 and getattr(op, "is_commutative", False) and id(operands[0]) > id(operands[1]):
        operands = operands[::-1]
    place = None if operands else block
    regions = tuple([_region_key(region, {}) for region in op.regions]) if op.regions else ()
    return op.name, operands, _attributes_key(op), tuple([r.type for r in op.results]), place, regions


def _attributes_key(op: Operation) -> Hashable:
    return tuple([(name, _attribute_key(value)) for name, value in op.attributes.items()]) if op.attributes else ()


def _attribute_key(attribute: Attribute) -> Hashable:
    if isinstance(attribute, DenseElementsAttr) and attribute.data.nbytes > _LARGEST_COMPARED:
        return id(attribute)
    return attribute


def _region_key(region: Region, numbers: dict[Value, int]) -> Hashable:
    """A region up to the names of its values: those defined inside count by their number, outer ones as themselves."""
    key: list[Hashable] = []
    for block in region.blocks:
        for argument in block.arguments:
            numbers[argument] = len(numbers)
        key.append(tuple(a.type for a in block.arguments))
        for op in block.operations:
            operands = tuple(numbers.get(v, v) for v in op.operands)
            key.append((op.name, operands, _attributes_key(op), tuple(r.type for r in op.results),
                        tuple(_region_key(inner, numbers) for inner in op.regions)))
            for result in op.results:
                numbers[result] = len(numbers)
    return tuple(key)
