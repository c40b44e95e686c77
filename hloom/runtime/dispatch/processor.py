"""Processors as LLVM names them, and what machine code is made for as those see it who compile, keep and run it."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Processor(NamedTuple):
    """A processor in LLVM's words: the triple of its system, its name, its features (`+avx2,-avx512f,...`)."""

    triple: str
    cpu: str
    features: str

    @classmethod
    def here(cls) -> Processor:
        """That of this process as LLVM describes it: the same for all processes."""
        import llvmlite.binding as llvm

        return cls(llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


class CodeTarget(Protocol):
    """What machine code is made for. The code generator knows more of it (`codegen.target`)."""

    @property
    def triple(self) -> str: ...

    @property
    def cpu(self) -> str: ...

    @property
    def features(self) -> str: ...

    @property
    def tuning(self) -> str:
        """What is different in the machine that code is planned for: empty for the default."""
        ...

    @property
    def attributes(self) -> str:
        """Function attributes (LLVM attribute group #0) that make LLVM generate code for this target."""
        ...
