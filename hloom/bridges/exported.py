"""Functions that `jax.export`, torch-xla or TensorFlow have saved, called as they were, without those."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hloom.bridges.function import ExportedFunction
from hloom.bridges.tensorflow import GraphFunction
from hloom.bridges.torch_xla import TorchFunction
from hloom.bridges.trees import argument_paths, array_for, flatten, paths
from hloom.protos.graphs import looks_like_graph, module_call
from hloom.support.diagnostics import InputError
from hloom.support.files import read_file
from hloom.support.trees import value_of
from hloom.vhlo.api import parse_bytecode
from hloom.vhlo.exported import ExportedBlob, looks_exported, read_exported
from hloom.vhlo.folders import saved_model_in
from hloom.vhlo.torch_xla import is_folder


class JaxFunction(ExportedFunction):
    """A function as `jax.export` serialized it: `f(params, x)` takes and gives nested dicts, lists and tuples of arrays."""

    def __init__(self, blob: ExportedBlob, name: str, platform: str | None, options: Mapping[str, Any]) -> None:
        super().__init__(parse_bytecode(blob.artifact, name), blob.name, options, blob.platforms, blob.devices)
        self._blob = blob
        self._platform = self._platform_number(platform, blob.disabled_checks)

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(f"{path}: {array}" for path, array in zip(argument_paths(self._blob.in_tree), self._blob.arguments))

    @property
    def results(self) -> tuple[str, ...]:
        return tuple(f"{path}: {array}" for path, array in zip(paths(self._blob.out_tree, "result"), self._blob.results))

    def vjp(self) -> ExportedFunction:
        if self._blob.vjp is None:
            raise InputError(f"{self.name} was serialized without its derivative (serialize(vjp_order=1) keeps it)")
        platform = self.platforms[self._platform] if self.platforms else None
        return JaxFunction(self._blob.vjp, f"the derivative of {self.name}", platform, self._options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        blob = self._blob
        leaves = flatten(blob.in_tree, (args, kwargs), self.name)
        arrays = [array_for(value, array, path) for value, array, path in
                  zip(leaves, blob.arguments, argument_paths(blob.in_tree))]
        results = self._run([*self._platform_arguments(self._platform), *(arrays[number] for number in blob.kept)])
        return value_of(blob.out_tree, iter(results[len(results) - len(blob.results) :]))


def load_exported(source: str | Path | bytes | bytearray, *, function: str | None = None, platform: str | None = None,
                  **options: Any) -> ExportedFunction:
    """The function in a file or folder that another framework has saved, to be called as it was exported.

    `source` is what `jax.export` serialized (a file, or bytes), a folder of torch-xla's `save_as_stablehlo`, or a SavedModel or
    GraphDef of TensorFlow with a node XlaCallModule (folder, file, bytes). `function` chooses one of several functions,
    `platform` what a function does that was exported for several (default: the CPU's); other options are those of
    `hloom.compile`. Raises InputError for a file that cannot be read, ParseError for one that makes no sense.
    """
    if isinstance(source, str | Path) and os.path.isdir(source):
        if (saved := saved_model_in(source)) is None and is_folder(source):
            return TorchFunction(source, function, platform, options)
        source = saved or source
    data = bytes(source) if isinstance(source, bytes | bytearray) else read_file(source)
    name = "<bytes>" if isinstance(source, bytes | bytearray) else str(source)
    if looks_like_graph(data):
        return GraphFunction(module_call(data, name, function), name, platform, options)
    if not looks_exported(data):
        raise InputError(f"{name}: this is not what jax.export serializes (exported.serialize()), nor a graph of TensorFlow; "
                         "hloom.load reads programs")
    found = JaxFunction(read_exported(data, name), name, platform, options)
    if function not in (None, found.name):
        raise InputError(f"{name}: no function {function!r:.200}; there is {found.name}")
    return found
