"""Functions in TensorFlow's graphs (nodes XlaCallModule), called without TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hloom.bridges.function import ExportedFunction
from hloom.bridges.trees import array_for, array_of
from hloom.ir.types import TensorType, TokenType
from hloom.pipeline import parse
from hloom.protos.graphs import ModuleCall
from hloom.support.diagnostics import InputError, ParseError


class GraphFunction(ExportedFunction):
    """A node XlaCallModule: it takes the arrays that the node takes, weights among them, and gives a tuple of arrays."""

    def __init__(self, call: ModuleCall, name: str, platform: str | None, options: Mapping[str, Any]) -> None:
        super().__init__(parse(call.program(name), name=name), call.name, options, call.platforms)
        self._platform = self._platform_number(platform, call.disabled_checks)
        self._call = call
        inputs, first = self._main.function_type.inputs, (len(call.platforms) > 1) + len(call.dimensions)
        if len(inputs) < first or any(not isinstance(type, TensorType) or type.rank or not type.storage.is_integer
                                      for type in inputs[:first]):
            raise ParseError(f"{name}: the program takes {', '.join(map(str, inputs))}: expected {first} integers first, for the "
                             "platform and for sizes")
        self._sizes = inputs[first - len(call.dimensions) : first]
        self._types, self._results = [list(map(array_of, types)) for types in (inputs[first:], self._main.function_type.outputs)]
        for argument, axis in call.dimensions:
            if argument >= len(self._types) or axis >= len(self._types[argument].shape):
                raise ParseError(f"{name}: dim_args_spec asks for axis {axis} of argument {argument}, which there is not")

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(f"args[{number}]: {array}" for number, array in enumerate(self._types))

    @property
    def results(self) -> tuple[str, ...]:
        return tuple(f"result[{number}]: {array}" for number, array in enumerate(self._results))

    def __call__(self, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        if any(isinstance(type, TokenType) for type in self._main.function_type.inputs):
            raise InputError(f"{self.name} takes a token, by which TensorFlow orders effects: that cannot be given from outside")
        if kwargs or len(args) != len(self._types):
            got = f"{len(args)}{f' and the names {sorted(kwargs)}' if kwargs else ''}"
            raise InputError(f"{self.name} takes {len(self._types)} arguments, got {got}")
        arrays = [array_for(value, array, f"args[{number}]") for number, (value, array) in enumerate(zip(args, self._types))]
        sizes = [np.array(arrays[argument].shape[axis], type.storage.dtype)
                 for (argument, axis), type in zip(self._call.dimensions, self._sizes)]
        return tuple(self._run([*self._platform_arguments(self._platform), *sizes, *arrays]))
