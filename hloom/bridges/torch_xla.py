"""Functions in the folders that torch-xla's `save_as_stablehlo` writes, called with their weights, without PyTorch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hloom.bridges.function import ExportedFunction
from hloom.bridges.trees import argument_paths, array_for, array_of, flatten, paths
from hloom.ir.types import DYNAMIC, TensorType
from hloom.pipeline import parse
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.files import ARRAY_FAULTS, read_file
from hloom.support.trees import value_of
from hloom.vhlo.exported import Tree
from hloom.vhlo.torch_xla import Location, file_in, read_function


class TorchFunction(ExportedFunction):
    """A function of such a folder. Its weights are mapped into memory when it is first called; dictionaries of every kind come as
    dict, named tuples and registered types as tuples."""

    def __init__(self, folder: str | Path, function: str | None, platform: str | None, options: Mapping[str, Any]) -> None:
        found = read_function(folder, function)
        program = found.program
        super().__init__(parse(read_file(program), format="auto", name=str(program)), found.name, options)
        self._platform_number(platform, ())
        self._found, self._weights = found, {}
        self._inputs, outputs = self._main.function_type.inputs, self._main.function_type.outputs
        if len(found.locations) != len(self._inputs):
            raise ParseError(f"{folder}: {found.name}.meta says where {len(found.locations)} arguments come from, expected the "
                             f"program's {len(self._inputs)}")
        self._out_tree = found.out_tree or Tree("tuple", (Tree("leaf"),) * len(outputs))
        if self._out_tree.leaves != len(outputs):
            raise ParseError(f"{folder}: the output_pytree_spec of {found.name}.meta has {self._out_tree.leaves} leaves, "
                             f"expected those of the program's {len(outputs)} results"[:2000])
        self._types, self._results = [list(map(array_of, types)) for types in (self._inputs, outputs)]

    @property
    def arguments(self) -> tuple[str, ...]:
        taken = {each.position: array for each, array in zip(self._found.locations, self._types) if each.kind == "input_arg"}
        names = argument_paths(self._found.in_tree)
        return tuple(f"{name}: {taken.get(number, 'not used')}" for number, name in enumerate(names))

    @property
    def results(self) -> tuple[str, ...]:
        return tuple(f"{path}: {array}" for path, array in zip(paths(self._out_tree, "result"), self._results))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        found = self._found
        leaves, names = flatten(found.in_tree, (args, kwargs), self.name), argument_paths(found.in_tree)
        arrays = [array_for(leaves[each.position], array, names[each.position]) if each.kind == "input_arg" else
                  self._weight(each, type) for each, array, type in zip(found.locations, self._types, self._inputs)]
        return value_of(self._out_tree, iter(self._run(arrays)))

    def _weight(self, location: Location, type: Any) -> np.ndarray:
        """A weight or a constant, as the program takes it."""
        if location not in self._weights:
            self._weights[location] = _mapped(file_in(self._found.folder, *location.file), type)
        return self._weights[location]


def _mapped(path: Path, type: Any) -> np.ndarray:
    """The array in a file that NumPy has saved, mapped into memory. InputError for one of another type or shape.

    NumPy saves types that it does not have itself (bf16, f8) as bytes of their width: those are taken for the type that the
    program asks for, bit by bit.
    """
    try:
        found = np.lib.format.open_memmap(path, mode="r")
    except (OSError, *ARRAY_FAULTS) as error:
        raise InputError(f"{path}: not an array that NumPy has saved: {error}"[:2000]) from None
    dtype = type.storage.dtype if isinstance(type, TensorType) else None
    if dtype is not None and found.dtype.kind == "V" == dtype.kind and found.dtype.itemsize == dtype.itemsize:
        found = found.view(dtype)
    elif found.dtype.newbyteorder("=") == dtype:
        found = found.astype(dtype, copy=False)
    if found.dtype != dtype or found.ndim != type.rank or any(n not in (DYNAMIC, m) for n, m in zip(type.shape, found.shape)):
        raise InputError(f"{path}: {found.dtype.name}{list(found.shape)}, expected {array_of(type)}")
    return found
