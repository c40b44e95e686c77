"""The copies of a value that processes have, where a program of one device does the work of all of them.

    x: one value a process; those that are known to be equal are one and the same value, which is computed once
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.meshes import DeviceMesh
from hloom.ops.stablehlo.communication import AfterAll
from hloom.ops.stablehlo.comparison import Select
from hloom.ops.stablehlo.elementwise import Add
from hloom.ops.stablehlo.movement import Concatenate
from hloom.passes.sharding.assignment import TileAssignment

#: One value for each process of a setting.
Copies = tuple[Value, ...]
#: For each process the number of its class: processes of one class have the same value.
Classes = tuple[int, ...]


class Setting(NamedTuple):
    """Whose copies there are.

    `processes` are numbers in the grid (`replica * num_partitions + partition`), by the replica and then by the place along each
    of the axes `axes` of `mesh`, which are manual: with axes that are not, a process stands for all along these. Where processes
    may not be at work here, `active` says of each whether it is: a loop that it has left, a branch that it has not taken.
    """

    processes: tuple[int, ...]
    mesh: DeviceMesh | None = None
    axes: tuple[str, ...] = ()
    active: Copies | None = None


def spread(copies: Copies, count: int) -> Copies:
    """Copies of outer processes as those of `count` inner ones, of which as many follow each other as belong to an outer one."""
    each = count // len(copies)
    return copies if each == 1 else tuple(v for v in copies for _ in range(each))


def is_one(copies: Sequence[Value]) -> bool:
    """Whether all processes have the same value."""
    return all(v is copies[0] for v in copies)


def classes_of(*columns: Sequence[Any]) -> Classes:
    """The coarsest classes in which processes agree in every column."""
    numbers: dict[tuple[Any, ...], int] = {}
    return tuple(numbers.setdefault(row, len(numbers)) for row in zip(*columns))


def one_of_each(copies: Sequence[Any], classes: Classes) -> list[Any]:
    """The value of each class, in the order of their numbers."""
    found: dict[int, Any] = {}
    for value, number in zip(copies, classes):
        found.setdefault(number, value)
    return [found[k] for k in range(len(found))]


def combined(copies: Iterable[Value], apply: Any) -> Value:
    """Values combined from the first on."""
    first, *others = copies
    for other in others:
        first = apply(first, other)
    return first


def part_of(b: Builder, value: Any, slices: Sequence[slice]) -> Any:
    """A block of a tensor."""
    for dimension, along in enumerate(slices):
        value = b.between(value, dimension, along.start, along.stop)
    return value


def concatenated(b: Builder, parts: Sequence[Any], dimension: int) -> Any:
    return parts[0] if len(parts) == 1 else b(Concatenate, parts, dimension=dimension)


def split(b: Builder, values: Sequence[Any], assignment: TileAssignment, known: dict[Any, Any], is_sum: bool = True) -> list[Any]:
    """What each device has of a tensor, which for each is one of `values`. If that is the sum of numbers that are to be added,
    the first device has it and the others zeros. `known` are blocks that are there already. A token is the same on all."""
    if not isinstance(values[0].type, TensorType):
        return list(values)
    found = []
    for device, value in enumerate(values):
        place = assignment.places[device]
        is_zero = is_sum and bool(place.summand)
        key = (value, place.block, is_zero)
        if key not in known:
            part = part_of(b, value, assignment.slices(place.block, value.shape))
            known[key] = b.splat(0, part.type) if is_zero else part
        found.append(known[key])
    return found


def joined(b: Builder, copies: Sequence[Any], assignment: TileAssignment) -> list[Any]:
    """The tensor of which devices have blocks, in each version; or the token that is there when all theirs are."""
    if not isinstance(copies[0].type, TensorType):
        return [copies[0] if is_one(copies) else b(AfterAll, list(dict.fromkeys(copies)))]
    versions: list[dict[tuple[int, ...], Any]] = [{} for _ in range(assignment.num_versions)]
    for device, place in assignment.places.items():
        versions[assignment.version(device)][place.block] = copies[device]
    known: dict[Any, Any] = {}
    found = []
    for blocks in versions:
        key = tuple(blocks.items())
        if key not in known:
            known[key] = of_blocks(b, blocks, assignment)
        found.append(known[key])
    return found


def total(b: Builder, versions: Sequence[Any], num_summands: int) -> Any:
    """The tensor that its versions are: the sum of the numbers that are to be added, of each the first copy."""
    return combined(versions[:: len(versions) // num_summands], lambda x, y: b(Add, x, y))


def of_blocks(b: Builder, blocks: Mapping[tuple[int, ...], Any], assignment: TileAssignment) -> Any:
    """The tensor of these blocks."""
    def along(dimension: int, prefix: tuple[int, ...]) -> Any:
        if dimension == assignment.rank:
            return blocks[prefix]
        parts = [along(dimension + 1, (*prefix, k)) for k in range(assignment.tiles[dimension])]
        return concatenated(b, parts, dimension)

    return along(0, ())


def selected(b: Builder, which: Value, on_true: Any, on_false: Any) -> Any:
    """One of two values, by a value of type i1."""
    return on_true if on_true is on_false else b(Select, which, on_true, on_false)
