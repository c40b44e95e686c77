"""Names of operations: what a symbol reference means where it stands."""

from __future__ import annotations

from hloom.ir.attributes import StringAttr
from hloom.ir.core import Operation


def named(op: Operation, name: str) -> Operation | None:
    """The operation called `name` in the innermost table of symbols around `op` that has one; None where there is none."""
    table: Operation | None = op
    while table is not None:
        if getattr(table, "is_symbol_table", False):
            for member in table.regions[0].block.operations:
                symbol = member.attributes.get("sym_name")
                if isinstance(symbol, StringAttr) and symbol.value == name:
                    return member
        table = table.parent
    return None
