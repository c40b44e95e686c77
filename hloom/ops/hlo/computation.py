"""What HLO says of a computation beside its instructions, kept where the computation is a region or a function of the IR."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import field
from typing import Final, NamedTuple

from hloom.ir.attributes import DictionaryAttr, StructAttr
from hloom.ir.primitive_type import BY_TEXT
from hloom.support.records import dataclass

#: Marks a module in the form of HLO: every instruction is one operation with one result, every computation a region or function.
MODULE: Final = "hlo.module"
#: The entry computation of such a module, and the names of all computations in the order of the text.
ENTRY: Final = "hlo.entry"
ORDER: Final = "hlo.order"
#: The computations that an operation's regions are, or the one that a function is.
COMPUTATIONS: Final = "hlo.computations"
COMPUTATION: Final = "hlo.computation"
#: What every attribute begins with that only HLO knows; StableHLO's rules do not see them.
PREFIX: Final = "hlo."
#: Words of HLO's texts, which are names only behind `%`, and the names of types, which are none for instructions.
KEYWORDS: Final = frozenset(
    "true false inf nan HloModule ENTRY ROOT FileNames FunctionNames FileLocations StackFrames maximal replicated manual unknown "
    "unreduced last_tile_dim_replicate last_tile_dims shard_as shard_like".split())
TYPE_NAMES: Final = frozenset(BY_TEXT)
#: The thread that instructions run on unless they say otherwise.
MAIN_THREAD: Final = "main"


class Parameter(NamedTuple):
    """A parameter instruction: its place among the instructions of its computation, and its attributes."""

    place: int
    attributes: DictionaryAttr | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ComputationAttr(StructAttr, dialect="hlo", mnemonic="computation"):
    """The name of a computation, its thread, and its parameters in the order of their numbers.

    Without `parameters` they stand before all other instructions, in order.
    """

    symbol: str
    thread: str = MAIN_THREAD
    parameters: tuple[Parameter, ...] = field(default=())

    def __str__(self) -> str:
        return f"#hlo.computation<{self.symbol}>"


def legal_name(name: str, taken: Container[str] = ()) -> str:
    """A name that HLO's texts can have for something that is called `name` elsewhere, and that is not in `taken`.

    What a name cannot have in it becomes an underscore, and one is added, as by XLA, to a name that is a type's.
    """
    made = re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)
    made = made if re.match(r"[A-Za-z_]", made) else f"_{made}"
    while made in TYPE_NAMES or made in taken:
        made += "_"
    return made
