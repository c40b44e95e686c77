"""Code for several sizes: calls of a function of dynamic shapes that differ in their number of examples share an executable.

Where the unknown sizes are one size, that of the first dimension of some arguments, and each example stands for itself, code that
was made for some examples does the first ones of them as well (`codegen.plan.examples`). Sizes go by classes: what is best
for 64 examples is not so for three, or for a thousand. Which programs these are shows when the first of a class is
compiled; that the function of a call is the same but for its size is looked at for each size, once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from hloom.ir.types import TensorType
from hloom.ops.builtin.function import signature
from hloom.ops.builtin.module import Module
from hloom.passes.specialize import NotSpecializedError, Template
from hloom.runtime.dispatch.program import Batch, OneSizeError
from hloom.runtime.executable import Executable
from hloom.support import options
from hloom.support.logs import Log
from hloom.support.signals import TimeLimit

_LOG = Log("compile")
#: The sizes, from the first to the second one, that share code. Up to 4 rows matrices are read by dots, up to 12, which are one
#: tile, where they are; beyond, tiles of a few heights do as well as those of code for the size.
CLASSES = ((2, 4), (5, 12), (13, 64), (65, 256))
#: Classes of sizes that turn out to be none, after which nobody looks at others.
_MOST_FAILURES = 2

#: Makes the executable of a module for the sizes of its types, or for a batch's: OneSizeError where it is for one size only.
Compile = Callable[..., Executable]
#: `(one, other, function, few, most)`: why a function of the module `one`, for `few` examples, is not what it is in `other`, for
#: `most` of them, but for their number; nothing where it is (`codegen.plan.other_sizes`).
Difference = Callable[[Module, Module, str, int, int], str]


class _Class:
    """Calls of `batch.least` to `batch.most` examples: the module for the most, and the executable that serves them."""

    def __init__(self, module: Module, batch: Batch) -> None:
        self.module, self.batch = module, batch
        self.executable: Executable | None = None
        #: Why there is no such executable.
        self.reason = ""
        self.lock = threading.Lock()


class SeveralSizes:
    """The executables of a function that serve calls of several sizes each."""

    def __init__(self, template: Template, function: str, compile: Compile, difference: Difference) -> None:
        self._template, self._function, self._compile, self._difference = template, function, compile, difference
        #: By the most examples; why there is none.
        self._classes: dict[int, _Class | str] = {}
        self._failures = 0
        #: Why all sizes have code of their own; why the last one has that was asked for.
        self.reason = self.why = ("shapes depend on numbers of arguments" if template.numbers
                                  else "it is guarded (HLOOM_GUARD)" if options.GUARD.value else _reason(template.arguments))

    def of(self, module: Module, shapes: Sequence[tuple[int, ...]], limit: TimeLimit | None) -> Callable[[], Executable | None]:
        """What makes the executable for arguments of these shapes, for which the function is that of `module`; nothing where they
        have code of their own. One thread at a time."""
        self.why = self.reason
        found = None if self.reason else self._class_of(module, shapes, limit)
        if found is None:
            return lambda: None
        examples = shapes[found.batch.arguments[0]][0]
        why = self._difference(module, found.module, self._function, examples, found.batch.most)
        self.why = why
        if why:
            _LOG.info("@%s: %d examples have code of their own: %s", self._function, examples, why)
            return lambda: None
        return partial(self._made, found, examples, module)

    def _class_of(self, module: Module, shapes: Sequence[tuple[int, ...]], limit: TimeLimit | None) -> _Class | None:
        numbers = tuple(k for k, type in enumerate(self._template.arguments) if not type.is_static)
        sizes = {shapes[k][0] for k in numbers}
        if len(sizes) != 1:
            return None
        (size,) = sizes
        least, most = next((bounds for bounds in CLASSES if bounds[0] <= size <= bounds[1]), (0, 0))
        if not most:
            return None
        if most not in self._classes:
            self._classes[most] = self._new_class(module, numbers, shapes, least, most, limit)
        found = self._classes[most]
        if not isinstance(found, str):
            return found
        self.why = found
        return None

    def _new_class(self, module: Module, numbers: tuple[int, ...], shapes: Sequence[tuple[int, ...]], least: int,
                   most: int, limit: TimeLimit | None) -> _Class | str:
        """The class of up to `most` examples, if the function is the same for fewer, or why not; `module` is for a size of it."""
        size = shapes[numbers[0]][0]
        few = least if size == most else size
        try:
            modules = [module if n == size else self._template.specialized(
                [(n, *shape[1:]) if k in numbers else shape for k, shape in enumerate(shapes)], {}, limit) for n in (few, most)]
        except NotSpecializedError as error:  # it may be for some sizes only
            return str(error)
        results = _results_of_examples(*(m.functions[self._function].function_type.outputs for m in modules))
        if results is None:
            return "a result is not one of examples"
        why = self._difference(modules[0], modules[1], self._function, few, most)
        return why or _Class(modules[1], Batch(least, most, numbers, results))

    @property
    def shared(self) -> list[tuple[Executable, Batch]]:
        """The executables that serve several sizes, of the classes that have been called."""
        classes = [found for found in self._classes.copy().values() if isinstance(found, _Class)]
        return [(found.executable, found.batch) for found in classes
                if found.executable is not None and found.executable.native.program.scaled]

    def after_fork(self) -> None:
        """Nobody holds a lock in the child."""
        for found in self._classes.values():
            if isinstance(found, _Class):
                found.lock = threading.Lock()

    def _made(self, found: _Class, examples: int, module: Module) -> Executable | None:
        with found.lock:
            is_new = found.executable is None
            if is_new and not found.reason and not self.reason:
                try:
                    found.executable = self._compile(found.module, found.batch)
                except OneSizeError as error:
                    found.reason = self.why = str(error)
                    self._failures += 1
                    if self._failures == _MOST_FAILURES:
                        self.reason = found.reason
                    _LOG.info("@%s: code for one size at a time: %s", self._function, error)
            made = found.executable
        if made is None or not made.native.program.scaled:
            return None
        _LOG.info("@%s: %d examples are done by code for %d", self._function, examples, found.batch.most)
        special = made.for_examples(examples, signature(module.functions[self._function]))
        if is_new:
            special.stats["seconds"] = made.stats["seconds"]
        special.stats["examples"] = f"{examples}, by code for {found.batch.least} to {found.batch.most}"
        return special


def _reason(types: Sequence[Any]) -> str:
    """Why calls of a function that takes such types never differ in a number of examples; nothing where they may."""
    tensors = [type for type in types if isinstance(type, TensorType)]
    unknown = [type.shape for type in tensors if not type.is_static]
    if len(tensors) < len(types) or any(first >= 0 or min(others, default=0) < 0 for first, *others in unknown):
        return "an argument has an unknown size that is not its first one"
    return ""


def _results_of_examples(few: Sequence[Any], most: Sequence[Any]) -> tuple[int, ...] | None:
    """The numbers of the results that hold examples along their first dimension; None where one does so otherwise."""
    found = []
    for number, (one, other) in enumerate(zip(few, most)):
        if one == other:
            continue
        if not one.shape or one.shape[1:] != other.shape[1:]:
            return None
        found.append(number)
    return tuple(found)
