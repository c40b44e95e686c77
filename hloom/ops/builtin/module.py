"""The module: a program."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from hloom.ir.attributes import StringAttr
from hloom.ir.core import Region
from hloom.ir.types import TokenType
from hloom.ops.builtin.function import Function, has_type, signature
from hloom.ops.definition.attribute_kinds import string
from hloom.ops.definition.operation import Attr, Body, Op
from hloom.ops.definition.traits import Control
from hloom.support.diagnostics import InputError
from hloom.support.html import table
from hloom.support.signatures import Signature
from hloom.support.spelling import some

if TYPE_CHECKING:
    from hloom.support.boundary import Boundary

#: Most functions that a table lists.
_MOST_SHOWN = 20


class _Functions(dict[str, Function]):
    """The functions of a program in HLO, whose entry is also found as `main`, as the engines call it."""

    def __init__(self, functions: dict[str, Function], entry: str) -> None:
        super().__init__(functions)
        self.entry = entry

    def __missing__(self, name: str) -> Function:
        if name == "main" and self.entry in self:
            return self[self.entry]
        raise KeyError(name)


class _Services(dict[str, Callable[..., Any]]):
    """Functions by a word. For one that is not there yet the front door is loaded, with which all packages are."""

    def __missing__(self, name: str) -> Callable[..., Any]:
        import_module("hloom.pipeline")
        if name not in self:
            raise KeyError(name)
        return self[name]


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
    __slots__ = ("calling", "is_verified", "source", "use_orders")

    #: What packages above do with modules, by a word for it: they put their functions here when they are loaded (`text`,
    #: `hlo_text`, `verify`), so that modules have methods for it.
    services: ClassVar[dict[str, Callable[..., Any]]] = _Services()

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

    def to_hlo_proto(self, message: str = "HloModuleProto") -> bytes:
        """The program as a serialized HloModuleProto, or as the HloProto or HloSnapshot around it; a program in another form is
        converted."""
        return self.services["hlo_proto"](self, message=message)

    def to_bytecode(self, version: int = 6) -> bytes:
        """The program as MLIR bytecode, in its dialects as they are now; `hloom.serialize_portable_artifact` writes what other
        versions of StableHLO read."""
        return self.services["bytecode"](self, version)

    @property
    def is_hlo(self) -> bool:
        """Whether the program is in the form of HLO, as it is read from HLO."""
        return "hlo.module" in self.attributes

    def __repr__(self) -> str:
        """`<Module @jit_f: 3 functions, 12 operations; @main(x: 3xf32) -> (result: 3xf32)>`."""
        name, sizes, signatures = self._summary()
        more = f" and {len(signatures) - 1} more" if len(signatures) > 1 else ""
        return f"<{name}: {sizes}{f'; {signatures[0]}{more}' if signatures else ''}>"

    def _repr_html_(self) -> str:
        name, sizes, signatures = self._summary()
        left_out = len(signatures) - _MOST_SHOWN
        return table(name, [("size", sizes), *(("function", str(each)) for each in signatures[:_MOST_SHOWN]),
                            *([("", f"and {left_out} more")] if left_out > 0 else [])])

    def _summary(self) -> tuple[str, str, list[Signature]]:
        """The module's name, its size, and what its public functions take and give; what a broken program lacks is left out."""
        functions = [op for block in self.regions[0].blocks for op in block.operations if isinstance(op, Function)
                     and has_type(op) and isinstance(op.attributes.get("sym_name"), StringAttr)]
        name = self.attributes.get("sym_name")
        count = sum(1 for _ in self.walk()) - 1 - len(functions)
        sizes = (f"{len(functions)} function{'' if len(functions) == 1 else 's'}, "
                 f"{count} operation{'' if count == 1 else 's'}")
        return (f"Module @{name.value}" if isinstance(name, StringAttr) else "Module", sizes,
                [signature(op) for op in functions if op.is_public])

    def __str__(self) -> str:
        return self.to_hlo_text() if self.is_hlo else self.to_text()

    @property
    def functions(self) -> dict[str, Function]:
        """The functions by name, in order. Of a program in HLO these are the entry, which `functions["main"]` gives whatever it
        is called, and the computations that instructions call; `computations` has all."""
        found = {op.sym_name: op for op in self.regions[0].block.operations if isinstance(op, Function)}
        entry = self.attributes.get("hlo.entry")
        return found if entry is None else _Functions(found, entry.value)  # type: ignore[attr-defined]

    @property
    def computations(self) -> dict[str, Region]:
        """The computations of a program in HLO by name, in order: also those that are the bodies of fusions, loops and
        reductions. In StableHLO the bodies of the functions."""
        return self.services["computations"](self)

    def extract(self, name: str) -> Module:
        """A program of one computation, or of one function, and of what it calls. InputError for a name that there is not.

        Of HLO it is the entry there; `main` is the entry of this program.
        """
        return self.services["extract"](self, name)


def checked_module(module: Any) -> Module:
    """A module as it was given. InputError for what is none, such as a text or what JAX lowered, which have to be read first."""
    if isinstance(module, Module):
        return module
    raise InputError(f"a module is needed, got a {type(module).__name__}: hloom.load reads a file, hloom.parse a text, or what "
                     "jax.jit(f).lower(x) gives")


def function_named(module: Module, name: str) -> Function:
    """A function of the module with a body; InputError where there is none."""
    functions = checked_module(module).functions
    found = functions.get(name)
    if found is None or found.is_declaration:
        known = [n for n, f in functions.items() if not f.is_declaration]
        which = f"its functions are: {some(known)}" if module.body.block.operations else "the program is empty"
        raise InputError(f"the module has no function {name} with a body; {which}")
    return found


def boundary_of(module: Module, function: Function) -> Boundary | None:
    """What stands between a caller and a function; None where arrays go in and come out as they are."""
    calling = getattr(module, "calling", None) if function.sym_name == "main" else None
    type = function.function_type
    if calling is None and not any(isinstance(t, TokenType) for t in (*type.inputs, *type.outputs)):
        return None
    from hloom.ops.builtin.boundary import boundary_before  # most functions need nothing of it

    return boundary_before(function, calling)
