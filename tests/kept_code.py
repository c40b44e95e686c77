"""Machine code that one test has made, for those that need the same: a module of LLVM IR is compiled once, until LLVM is another.

    objects = objects_of([Part(text)], target)              # as `compile_objects`
    code = code_of(module, target, ["kernel"])              # loaded, with what it includes

It is kept in `build/test-code`, also for the next run: what hloom decides is in the text, of which LLVM makes the same again.
`hloom.compile`, which users call, finds nothing there.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime import compilation, llvm_modules, loading
from hloom.runtime.compilation import Compilation
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.dispatch.processor import CodeTarget
from hloom.runtime.jit import LoadedObject, load_objects
from tests.run_folder import RUN_FOLDER

#: Seconds after which machine code is removed that no test has asked for.
_UNUSED = 7 * 24 * 3600
#: Seconds after which it is noted again that one has.
_NOTED = 24 * 3600


class KeptCode:
    """Object files by descriptions of what they are made of, in a folder (`compilation.Keeper`)."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def find_shared(self, description: str, target: CodeTarget) -> bytes | None:
        path = self._path(description, target)
        try:
            code = path.read_bytes()
            if time.time() - path.stat().st_mtime > _NOTED:
                os.utime(path)
        except FileNotFoundError:
            return None
        return code

    def keep_shared(self, description: str, target: CodeTarget, code: bytes) -> None:
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
            file.write(code)
        os.replace(file.name, self._path(description, target))

    def remove_unused(self) -> None:
        """Removes what nobody has asked for in a long time."""
        for path in self._folder.iterdir():
            if time.time() - path.stat().st_mtime > _UNUSED:
                path.unlink(missing_ok=True)

    def _path(self, description: str, target: CodeTarget) -> Path:
        everything = repr((description, target.triple, target.cpu, target.features, target.attributes, *_compiler()))
        return self._folder / hashlib.sha256(everything.encode()).hexdigest()


@cache
def _compiler() -> tuple[str, ...]:
    """What makes machine code of a text: the versions of LLVM, and how it is asked."""
    sources = (Path(module.__file__ or "").read_bytes() for module in (compilation, llvm_modules, loading))
    return llvm_modules.versions(), *(hashlib.sha256(source).hexdigest() for source in sources)


def _kept() -> KeptCode:
    try:
        kept = KeptCode(Path(__file__).resolve().parents[1] / "build" / "test-code")
        if "PYTEST_XDIST_WORKER" not in os.environ:
            kept.remove_unused()
        return kept
    except OSError:  # somebody else's checkout
        return KeptCode(RUN_FOLDER / "code")


KEPT = _kept()


def objects_of(parts: Iterable[Part], target: CodeTarget) -> tuple[bytes, ...]:
    """The object files of modules, each compiled by whoever needs it first. Raises as `compile_objects` does.

    It is the text that tells them apart: a test may have changed what emits a library of some description.
    """
    with Compilation(target, keeper=KEPT) as compiling, compiling:
        return compiling.finish([part._replace(description=repr(part[:3])) for part in parts])


def code_of(module: LLVMModule, target: CodeTarget, symbols: Sequence[str]) -> LoadedObject:
    """The machine code of a module and of the libraries that it includes, as programs have it: each by itself."""
    return load_objects(objects_of(module.parts(target.attributes, 1), target), symbols)
