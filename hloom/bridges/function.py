"""Functions that other frameworks have exported: a program, what it takes and gives, and how it is called."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.pipeline import compile as compile_module
from hloom.support.diagnostics import InputError, ParseError

#: How JAX and TensorFlow call the platform that compiled programs run on here.
_PLATFORM: Final = "cpu"


class ExportedFunction(ABC):
    """An exported function: it is called as it was before, with trees of arrays where its framework has trees.

    `module` is its program, `platforms` are those that it was exported for (none: any). It is compiled when it is first called.
    """

    def __init__(self, module: Module, name: str, options: Mapping[str, Any], platforms: Sequence[str] = (),
                 devices: int = 1) -> None:
        self.module, self.name, self.platforms, self.devices = module, name, tuple(platforms), devices
        self._options, self._executable = dict(options), None

    @property
    @abstractmethod
    def arguments(self) -> tuple[str, ...]:
        """What the function takes, `args[0]['w']: f32[3,4]`, in the order of its leaves."""

    @property
    @abstractmethod
    def results(self) -> tuple[str, ...]:
        """What the function gives, in the order of its leaves."""

    @abstractmethod
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function gives for arguments as it takes them."""

    def vjp(self) -> ExportedFunction:
        """The function of the arguments and the results' cotangents that gives the arguments' cotangents."""
        raise InputError(f"{self.name} has no derivative with it: jax.export keeps one (serialize(vjp_order=1))")

    def _run(self, arrays: Sequence[Any]) -> Sequence[Any]:
        """What the program gives for its own arguments."""
        if self._executable is None:
            self._executable = compile_module(self.module, **self._options)
        return self._executable(*arrays)

    @property
    def _main(self) -> Function:
        found = self.module.functions.get("main")
        if found is None:
            raise ParseError(f"{self.name}: the program has no function @main")
        return found

    def _platform_number(self, platform: str | None, disabled_checks: Sequence[str]) -> int:
        """The number of a platform among those that the function was exported for."""
        wanted, known = (platform or _PLATFORM).casefold(), [each.casefold() for each in self.platforms]
        if wanted in known:
            return known.index(wanted)
        if platform is None and ("platform" in disabled_checks or not known):
            return 0
        raise InputError(f"{self.name} was exported for {', '.join(self.platforms) or 'no platform in particular'}, not for "
                         f"{wanted}{f'; platform={self.platforms[0]!r} runs what it does there' if known else ''}")

    def _platform_arguments(self, number: int) -> list[Any]:
        """The argument that says on which of several platforms the function runs; none where it was exported for one."""
        if len(self.platforms) < 2:
            return []
        type = next(iter(self._main.function_type.inputs), None)
        return [np.array(number, type.storage.dtype if isinstance(type, TensorType) else np.dtype(np.int32))]

    def __repr__(self) -> str:
        return f"<exported {self.name}({', '.join(self.arguments)}) -> ({', '.join(self.results)})>"
