"""Object files -> machine code in memory.

    objects = compile_objects([Part(text)], Target.host())   # bytes of relocatable object files (`compilation`)
    code = load_objects(objects, ["kernel"])                 # mapped into the process
    code.address("kernel")                                   # valid while `code` lives
"""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hloom.codegen.target import Target
from hloom.runtime import elf
from hloom.runtime.llvm_modules import LOCK, machine_of
from hloom.runtime.room import require
from hloom.support.diagnostics import InternalError
from hloom.support.importing import importing

if TYPE_CHECKING:
    import llvmlite.binding as llvm

_library_number = itertools.count()


class LoadedObject:
    """Machine code mapped into this process; unmapped when the last reference to this object goes.

    `owner` is what keeps it mapped, `addresses` are those of its symbols.
    """

    def __init__(self, owner: Any, addresses: Mapping[str, int]) -> None:
        self._owner, self._addresses = owner, addresses
        #: The object file that it was loaded from, where that is kept for who needs it again (`Cache.load`).
        self.object_file = b""

    def address(self, name: str) -> int:
        """Address of one of the symbols that `load_objects` was asked for."""
        return self._addresses[name]


def load_objects(objects: Sequence[bytes], symbols: Iterable[str]) -> LoadedObject:
    """Maps object files into the process, linked with each other, and resolves `symbols` in them.

    Without symbols nothing is mapped: there may be no objects. What they call besides (`memcpy`, `fmod`, ...) is looked up in
    this process. LLVM is only asked where hloom cannot do it itself (`elf`), which takes half as long. Raises InternalError for
    something that is not an object of this machine or lacks a symbol.
    """
    symbols = list(symbols)
    if not symbols:
        return LoadedObject(None, {})
    what = f"an object that defines {', '.join(symbols[:4])}{', ...' if len(symbols) > 4 else ''}"
    reason = "the system is another than Linux on x86-64"
    if elf.is_supported():
        try:
            code = elf.ElfCode(objects)
            return LoadedObject(code, {name: code.address(name) for name in symbols})
        except (elf.UnsupportedError, KeyError) as error:
            reason = str(error)
    try:
        with importing():
            import llvmlite.binding as llvm
    except ImportError:
        raise InternalError(f"{what} cannot be linked without llvmlite: {reason}") from None

    require((16 << 20) + 2 * sum(map(len, objects)), "linking machine code", quick=True)
    with LOCK:
        session = _session()
        builder = llvm.JITLibraryBuilder().add_current_process()
        for data in objects:
            builder.add_object_img(data)
        for name in symbols:
            builder.export_symbol(name)
        try:
            tracker = builder.link(session, f"hloom{next(_library_number)}")
        except RuntimeError as error:
            raise InternalError(f"code generation: LLVM cannot link {what}: {error}") from None
    return LoadedObject(tracker, {name: int(tracker[name]) for name in symbols})


@functools.cache
def _session() -> llvm.LLJIT:
    import llvmlite.binding as llvm

    # JITLink packs a library into two mappings; the older linker needs six, which adds up over thousands of kernels.
    # COFF objects still need the older one.
    return llvm.create_lljit_compiler(machine_of(Target.host()), use_jit_link=sys.platform != "win32",
                                      suppress_errors=True)
