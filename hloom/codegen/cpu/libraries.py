"""The libraries that many programs share, which are worth compiling before a program asks for them."""

from __future__ import annotations

from collections.abc import Iterator

from hloom.codegen.cpu.fft import library as transforms
from hloom.codegen.cpu.sorting import library as sorts
from hloom.codegen.llvm.builder import LLVMModule
from hloom.codegen.target import Target


def common_libraries(target: Target) -> Iterator[LLVMModule]:
    """Modules that programs include, one after the other as they are asked for."""
    yield from sorts.common(target)
    yield from transforms.common(target)
