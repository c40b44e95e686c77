"""What `jax.export` serializes: a portable artifact with how it is called. Read without JAX.

A flatbuffer of the table `Exported`; the numbers of its fields are those of JAX's serialization.fbs (versions 2 to 11).
"""

from __future__ import annotations

from typing import Final

from hloom.support.diagnostics import ParseError
from hloom.support.flatbuffer import Table, root
from hloom.support.records import dataclass

#: Fields of Exported, PyTreeDef, AbstractValue, Effect and DisabledSafetyCheck.
(_NAME, _IN_TREE, _IN_AVALS, _OUT_TREE, _OUT_AVALS, _FEW_DEVICES) = (1, 2, 3, 4, 5, 6)
(_PLATFORMS, _ORDERED, _UNORDERED, _CHECKS, _MODULE, _CONVENTION, _KEPT) = (9, 10, 11, 12, 13, 14, 15)
(_VJP, _DEVICES, _AVALS, _IN_NUMBERS, _OUT_NUMBERS) = (17, 18, 19, 22, 23)
(_KIND, _CHILDREN, _KEYS, _CUSTOM, _AUXILIARY) = (0, 1, 2, 3, 4)
(_SHAPE, _DTYPE) = (1, 2)

_KINDS: Final = ("leaf", "none", "tuple", "list", "dict", "custom")
#: Element types by number; keys of random numbers, which are no numbers themselves, are named as JAX does.
_DTYPES: Final = (
    "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16", "f32", "f64", "complex<f32>", "complex<f64>", "bf16",
    "i4", "ui4", "f8E4M3B11FNUZ", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "float0", "f8E4M3", "f8E3M4", "f8E8M0FNU",
    "f4E2M1FN", "key<fry>", "key<rbg>", "key<unsafe_rbg>",
)
#: Most that trees nest, and most derivatives within each other.
_DEEPEST: Final = 100


@dataclass(frozen=True)
class Tree:
    """How arguments or results are put together: `kind` is leaf, none, tuple, list, dict (of the keys `keys`) or custom (a type
    registered under `name`, with what it wrote of itself in `auxiliary`)."""

    kind: str
    children: tuple[Tree, ...] = ()
    keys: tuple[str, ...] = ()
    name: str = ""
    auxiliary: bytes = b""

    @property
    def parts(self) -> tuple[Tree, ...]:
        """The children, as trees call them that values are taken apart by (`support.trees`)."""
        return self.children

    @property
    def leaves(self) -> int:
        """How many leaves there are."""
        return 1 if self.kind == "leaf" else sum(child.leaves for child in self.children)


@dataclass(frozen=True)
class Array:
    """A leaf: its sizes as texts, numbers or expressions of symbols, and the name of its element type."""

    shape: tuple[str, ...]
    element: str

    def __str__(self) -> str:
        return f"{self.element}[{','.join(self.shape)}]"


@dataclass(frozen=True)
class ExportedBlob:
    """A serialized `jax.export.Exported`. `kept` are the numbers of the arguments that the module takes."""

    name: str
    artifact: bytes
    in_tree: Tree
    out_tree: Tree
    arguments: tuple[Array, ...]
    results: tuple[Array, ...]
    kept: tuple[int, ...]
    platforms: tuple[str, ...]
    devices: int
    calling_convention: int
    ordered_effects: tuple[str, ...]
    unordered_effects: tuple[str, ...]
    disabled_checks: tuple[str, ...]
    vjp: ExportedBlob | None


def looks_exported(data: bytes) -> bool:
    """Whether bytes are what `jax.export` serializes: a flatbuffer with an artifact in the field of the module."""
    try:
        module = root(data).bytes(_MODULE)
    except ParseError:
        return False
    return module is not None and bytes(module[:4]) == b"ML\xefR"


def read_exported(data: bytes, name: str = "<bytes>") -> ExportedBlob:
    """What is in a blob of `jax.export`. Raises ParseError where it is damaged."""
    try:
        return _exported(root(data), 0)
    except ParseError as error:
        raise ParseError(f"{name}: not what jax.export serializes: {error}") from None


def _exported(table: Table, depth: int) -> ExportedBlob:
    artifact = table.bytes(_MODULE)
    if artifact is None or depth > _DEEPEST:
        table.fail("there is no module" if artifact is None else "derivatives are nested too deep")
    avals = [_array(each) for each in table.tables(_AVALS)]
    vjp = table.table(_VJP)
    found = ExportedBlob(
        table.text(_NAME), bytes(artifact), _tree_in(table, _IN_TREE), _tree_in(table, _OUT_TREE),
        _arrays(table, _IN_NUMBERS, _IN_AVALS, avals), _arrays(table, _OUT_NUMBERS, _OUT_AVALS, avals),
        tuple(table.numbers(_KEPT, 2) or ()), tuple(table.texts(_PLATFORMS)), table.number(_DEVICES, 4) or table.number(
            _FEW_DEVICES, 2), table.number(_CONVENTION, 2), tuple(each.text(0) for each in table.tables(_ORDERED)),
        tuple(each.text(0) for each in table.tables(_UNORDERED)), tuple(map(_check, table.tables(_CHECKS))),
        None if vjp is None else _exported(vjp, depth + 1))
    for what, tree, arrays in (("arguments", found.in_tree, found.arguments), ("results", found.out_tree, found.results)):
        if tree.leaves != len(arrays):
            table.fail(f"the tree of the {what} has {tree.leaves} leaves, but there are {len(arrays)}")
    if any(number >= len(found.arguments) for number in found.kept):
        table.fail(f"argument {max(found.kept)} is used, but there are {len(found.arguments)}")
    return found


def _arrays(table: Table, numbers: int, listed: int, avals: list[Array]) -> tuple[Array, ...]:
    """The arguments or results: by number, as newer versions have them, or listed."""
    found = table.numbers(numbers, 4)
    if not found:
        return tuple(map(_array, table.tables(listed)))
    if max(found) >= len(avals):
        table.fail(f"array {max(found)} was asked for, but there are {len(avals)}")
    return tuple([avals[number] for number in found])


def _array(table: Table) -> Array:
    number = table.number(_DTYPE, 1)
    if number >= len(_DTYPES):
        table.fail(f"{number} is no number of an element type that is known here")
    return Array(tuple(table.texts(_SHAPE)), _DTYPES[number])


def _tree_in(table: Table, field: int) -> Tree:
    found = table.table(field)
    if found is None:
        table.fail("there is no tree of arguments or results")
    return _tree(found, 0)


def _tree(table: Table, depth: int) -> Tree:
    if depth > _DEEPEST:
        table.fail("trees are nested too deep")
    number = table.number(_KIND, 1)
    if number >= len(_KINDS):
        table.fail(f"{number} is no kind of a tree that is known here")
    found = Tree(_KINDS[number], tuple([_tree(child, depth + 1) for child in table.tables(_CHILDREN)]), tuple(table.texts(_KEYS)),
                 table.text(_CUSTOM), bytes(table.bytes(_AUXILIARY) or b""))
    if found.kind == "dict" and len(found.keys) != len(found.children):
        table.fail(f"a dictionary has {len(found.keys)} keys and {len(found.children)} entries")
    if found.kind in ("leaf", "none") and found.children:
        table.fail(f"a {found.kind} has {len(found.children)} children")
    return found


def _check(table: Table) -> str:
    """The name of a check that is not made: `platform`, or a custom call's target."""
    kinds = ("platform", "custom_call", "shape_assertions")
    number = table.number(_KIND, 1)
    return table.text(1) if number == 1 else kinds[number] if number < len(kinds) else str(number)
