"""The folders that torch-xla's `save_as_stablehlo` writes: programs, how they are called, and weights. Read without PyTorch.

    functions/NAME.meta       JSON: where each argument of the program comes from, and how arguments and results are put together
    functions/NAME.bytecode   the program; functions/NAME.mlir is its text
    data/WEIGHT               one array a weight, as NumPy saves it (without an ending)
    constants/0 ...           arrays that the export itself has made
"""

from __future__ import annotations

import json
import os
import reprlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from hloom.support.diagnostics import InputError, ParseError
from hloom.support.files import read_file
from hloom.support.records import dataclass
from hloom.support.spelling import did_you_mean
from hloom.vhlo.exported import Tree

_ENDING: Final = ".meta"
#: Most bytes of a description, and most that trees nest.
_LARGEST_META: Final = 1 << 24
_DEEPEST: Final = 100
_MOST_LISTED: Final = 20
#: The one version of trees that PyTorch writes.
_PROTOCOL: Final = 1
#: Trees by the names of their types; others were registered, and are tuples, or dictionaries where they say their keys.
_SEQUENCES: Final = {"builtins.tuple": "tuple", "builtins.list": "list", "collections.deque": "list",
                     "collections.namedtuple": "tuple"}
_DICTIONARIES: Final = ("builtins.dict", "collections.OrderedDict", "collections.defaultdict")
_LEAF: Final = Tree("leaf")


@dataclass(frozen=True)
class Location:
    """Where an argument of the program comes from: leaf `position` of the arguments (`input_arg`), the weight `name`
    (`parameter`), or constant `position` (`constant`)."""

    kind: str
    position: int
    name: str

    @property
    def file(self) -> tuple[str, str]:
        """The folder and the name of the file that holds a weight or a constant."""
        return ("data", self.name) if self.kind == "parameter" else ("constants", str(self.position))


@dataclass(frozen=True)
class FolderFunction:
    """A function of a folder. `in_tree` puts positional and named arguments together, a tuple and a dictionary; `out_tree` is
    None where results come one by one."""

    folder: Path
    name: str
    locations: tuple[Location, ...]
    in_tree: Tree
    out_tree: Tree | None

    @property
    def program(self) -> Path:
        return file_in(self.folder, "functions", f"{self.name}.bytecode")


def is_folder(path: str | Path) -> bool:
    """Whether a path is a folder that torch-xla has written: descriptions of functions are in it."""
    return bool(function_names(path))


def function_names(folder: str | Path) -> list[str]:
    """The functions of a folder; none where it is no such folder."""
    try:
        return sorted([name.removesuffix(_ENDING) for name in os.listdir(Path(folder) / "functions") if name.endswith(_ENDING)])
    except (OSError, ValueError):
        return []


def read_function(folder: str | Path, wanted: str | None = None) -> FolderFunction:
    """A function of a folder: the only one, or that of a name. InputError, with a list, where there are several, or none of that
    name; ParseError where its description makes no sense."""
    names = function_names(folder)
    listed = f"{', '.join(names[:_MOST_LISTED])}{', ...' if len(names) > _MOST_LISTED else ''}"
    if wanted is None and len(names) != 1:
        raise InputError(f"{folder}: {len(names)} functions, of which hloom.load_exported(path, function=...) chooses one "
                         f"(its .module is the program): {listed}")
    if wanted is not None and wanted not in names:
        raise InputError(f"{folder}: no function {wanted!r:.200}{did_you_mean(wanted, names)}; there are {listed}")
    name = names[0] if wanted is None else wanted
    path = file_in(folder, "functions", name + _ENDING)
    if path.stat().st_size > _LARGEST_META:
        raise ParseError(f"{path}: a description has at most {_LARGEST_META} bytes")
    try:
        return _function(Path(folder), name, _json(read_file(path)))
    except ParseError as error:
        raise ParseError(f"{path}: {error}") from None


def file_in(folder: str | Path, part: str, name: str) -> Path:
    """A file in a part of a folder. InputError for a name that would lead out of it, and where there is no such file."""
    path = Path(folder) / part / name
    if Path(name).name != name or name == "..":
        raise InputError(f"{folder}: {name!r:.200} is no name of a file in {part}/")
    try:
        if not path.resolve().is_relative_to(Path(folder).resolve()):
            raise InputError(f"{path}: leads out of the folder")
        if not path.is_file():
            raise InputError(f"{path}: there is no such file" if not path.exists() else f"{path}: is no file")
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, names that no file may have
        raise InputError(f"{folder}: {name!r:.200} is no name of a file in {part}/: {error}"[:2000]) from None
    return path


def _json(data: bytes | str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ParseError(f"not JSON: {'nested too deep' if isinstance(error, RecursionError) else error}") from None


def _function(folder: Path, name: str, meta: Any) -> FolderFunction:
    if not isinstance(meta, dict):
        raise ParseError(f"expected an object that describes a function, got a {type(meta).__name__}")
    if meta.get("name", name) != name:
        raise ParseError(f"describes the function {reprlib.repr(meta['name'])}, expected {name!r}")
    locations = tuple(map(_location, _list(meta, "input_locations")))
    unused = [_location(each[0] if isinstance(each, list) and each else each) for each in _list(meta, "unused_inputs", [])]
    positions = {each.position for each in (*locations, *unused) if each.kind == "input_arg"}
    spec, out = meta.get("input_pytree_spec"), meta.get("output_pytree_spec")
    if spec is None and max(positions, default=-1) >= len(positions):
        raise ParseError(f"the arguments {sorted(positions)[:_MOST_LISTED]} leave some out, and there is no input_pytree_spec")
    in_tree = Tree("tuple", (_LEAF,) * len(positions)) if spec is None else read_tree(spec)
    if in_tree.leaves <= max(positions, default=-1):
        raise ParseError(f"argument {max(positions)} is used, but input_pytree_spec has {in_tree.leaves} leaves")
    return FolderFunction(folder, name, locations, _with_names(in_tree), None if out is None else read_tree(out))


def _list(meta: dict[str, Any], key: str, default: Any = None) -> list[Any]:
    found = meta.get(key, default)
    if not isinstance(found, list):
        raise ParseError(f"expected a list {key}, got {'none' if found is None else f'a {type(found).__name__}'}")
    return found


def _location(found: Any) -> Location:
    kind, position, name = [found.get(key) for key in ("type_", "position", "name")] if isinstance(found, dict) else [None] * 3
    if kind in ("input_arg", "constant") and isinstance(position, int) and not isinstance(position, bool) and position >= 0:
        return Location(kind, position, "")
    if kind == "parameter" and isinstance(name, str):
        return Location(kind, -1, name)
    raise ParseError(f"expected the place of an argument, type_ (input_arg, parameter or constant) with position or name, got "
                     f"{reprlib.repr(found)}")


# Trees


def _with_names(tree: Tree) -> Tree:
    """The tree of positional and named arguments, where that of the positional ones may stand for both."""
    if tree.kind == "tuple" and [child.kind for child in tree.children] == ["tuple", "dict"]:
        return tree
    if tree.kind != "tuple":
        raise ParseError(f"expected input_pytree_spec to be a tuple of arguments, got a {tree.kind}")
    return Tree("tuple", (tree, Tree("dict")))


def read_tree(text: Any) -> Tree:
    """The tree in a text that PyTorch's treespec_dumps writes. ParseError for what is none, or is nested too deep."""
    found = _json(text) if isinstance(text, str) else text
    if not isinstance(found, list) or len(found) != 2 or found[0] != _PROTOCOL:
        raise ParseError(f"expected [{_PROTOCOL}, {{type, context, children_spec}}], as treespec_dumps writes trees, got "
                         f"{reprlib.repr(found)}")
    return _tree(found[1], 0)


def _tree(found: Any, depth: int) -> Tree:
    if depth > _DEEPEST:
        raise ParseError("trees are nested too deep")
    children = found.get("children_spec") if isinstance(found, dict) else None
    if not isinstance(children, list) or not isinstance(found.get("type", 0), str | None):
        raise ParseError(f"expected a tree of type, context and children_spec, got {reprlib.repr(found)}")
    if found["type"] is None:
        if children:
            raise ParseError(f"a leaf has {len(children)} children")
        return _LEAF
    parts = tuple([_tree(child, depth + 1) for child in children])
    name, context = found["type"], found.get("context")
    if name in _SEQUENCES:
        return Tree(_SEQUENCES[name], parts, name=name)
    keys = _keys(context)
    if name in _DICTIONARIES and (keys is None or len(keys) != len(parts)):
        raise ParseError(f"expected the {len(parts)} keys of a dictionary, got {reprlib.repr(context)}")
    if keys is None or len(keys) != len(parts):
        return Tree("custom", parts, name=name)
    return Tree("dict", parts, tuple(keys), name)


def _keys(context: Any) -> Sequence[Any] | None:
    """The keys that a tree says it has: different texts and numbers. None where its context says something else."""
    try:
        found = json.loads(context) if isinstance(context, str) else context
    except (ValueError, RecursionError):
        return None  # the name of a registered type
    if isinstance(found, dict):
        found = found.get("dict_context")  # that of a defaultdict
    if not isinstance(found, list) or not all(isinstance(key, str | int | float | None) for key in found):
        return None
    return found if len(set(found)) == len(found) else None
