"""The module: a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from hloom.ops.builtin.function import Function
from hloom.ops.definition.attribute_kinds import string
from hloom.ops.definition.operation import Attr, Body, Op
from hloom.ops.definition.traits import Control


class Module(Op, name="builtin.module"):
    """A program: functions, found by name (StableHLO spec: Programs)."""

    body: Body = None
    sym_name: Attr = string.optional
    sym_visibility: Attr = string.optional
    is_isolated = True
    is_symbol_table = True
    needs_terminator = False
    default_dialect = "builtin"
    is_pure = False
    syntax = "custom<Module>"
    control = Control.CONTAINER
    __slots__ = ("source",)

    #: What packages above do with modules, by a word for it: they put their functions here when they are loaded (`text`,
    #: `hlo_text`, `verify`), so that modules have methods for it.
    services: ClassVar[dict[str, Callable[..., Any]]] = {}

    def verify(self) -> None:
        """Raises VerificationError with every constraint that the program breaks."""
        self.services["verify"](self)

    def to_text(self, generic: bool = False, **options: Any) -> str:
        """The program as MLIR prints it; `generic` chooses the form that is the same for all operations."""
        return self.services["text"](self, generic=generic, **options)

    def to_hlo_text(self, **options: Any) -> str:
        """The program as HLO text; a program in another form is converted. `options` are those of XLA (see
        `hloom.text.hlo.PrintOptions`), and `short=True` or `canonical=True` for its two other forms."""
        return self.services["hlo_text"](self, **options)

    @property
    def is_hlo(self) -> bool:
        """Whether the program is in the form of HLO, as it is read from HLO."""
        return "hlo.module" in self.attributes

    def __str__(self) -> str:
        return self.to_hlo_text() if self.is_hlo else self.to_text()

    @property
    def functions(self) -> dict[str, Function]:
        """The functions by name, in order."""
        return {op.sym_name: op for op in self.regions[0].block.operations if isinstance(op, Function)}
