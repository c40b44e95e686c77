"""Machine code that one test has made, for those that need the same: a module of LLVM IR is compiled once.

    objects = objects_of([Part(text)], target)              # as `compile_objects`
    code = code_of(module, target, ["kernel"])              # loaded, with what it includes

It is kept for the processes of this run alone. `hloom.compile`, which users call, finds nothing there.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.compilation import Compilation
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.dispatch.processor import CodeTarget
from hloom.runtime.jit import LoadedObject, load_objects
from tests.run_folder import RUN_FOLDER


class KeptCode:
    """Object files by descriptions of what they are made of, in a folder (`compilation.Keeper`)."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def find_shared(self, description: str, target: CodeTarget) -> bytes | None:
        try:
            return self._path(description, target).read_bytes()
        except FileNotFoundError:
            return None

    def keep_shared(self, description: str, target: CodeTarget, code: bytes) -> None:
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
            file.write(code)
        os.replace(file.name, self._path(description, target))

    def _path(self, description: str, target: CodeTarget) -> Path:
        everything = repr((description, target.triple, target.cpu, target.features, target.attributes))
        return self._folder / hashlib.sha256(everything.encode()).hexdigest()


KEPT = KeptCode(RUN_FOLDER / "code")


def objects_of(parts: Iterable[Part], target: CodeTarget) -> tuple[bytes, ...]:
    """The object files of modules, each compiled by whoever needs it first. Raises as `compile_objects` does.

    It is the text that tells them apart: a test may have changed what emits a routine of some description.
    """
    with Compilation(target, keeper=KEPT) as compiling, compiling:
        return compiling.finish([part._replace(description=repr(part[:3])) for part in parts])


def code_of(module: LLVMModule, target: CodeTarget, symbols: Sequence[str]) -> LoadedObject:
    """The machine code of a module and of the routines that it includes, as programs have it: each by itself."""
    return load_objects(objects_of(module.parts(target.attributes, 1), target), symbols)
