"""What is kept of a compiled program beside its machine code and its constants, as JSON has it: described, and made anew.

Whatever is read is checked: a table that leads outside of the program's memory, or a size that is none, is not taken.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple
from math import prod
from typing import TYPE_CHECKING, Any, Final

from hloom.runtime.dispatch import commands, lapack, pool_state
from hloom.runtime.dispatch.commands import Op, checked_table
from hloom.runtime.dispatch.program import CompiledProgram, Scaled, context_slots
from hloom.support.digests import sha256

if TYPE_CHECKING:
    import numpy as np

    from hloom.runtime.dispatch.lazy_constants import LongTable

#: Raised whenever machine code and what runs it agree in another way that the numbers of `interface` do not show.
_AGREEMENT: Final = 2


def interface() -> str:
    """What tells versions of hloom apart whose code others cannot run: how contexts, tables of commands, watches and the pool are
    laid out."""
    words = [(op.name, int(op), commands.WORDS[op]) for op in Op]
    context = (commands.POOL, commands.CALLBACK, commands.ARENA, commands.WATCH, commands.TABLE, commands.FIRST,
               commands.ADDRESSES_BESIDE, commands.ATTENTION, commands.ATTEND, commands.STOPPED, commands.WATCH_WORDS)
    pool = (pool_state.LINE, pool_state.HEAD, pool_state.SHARES, pool_state.WORKERS, pool_state.SPIN, pool_state.LIBRARY,
            pool_state.SYMBOLS, lapack.LOCK, lapack.USERS, lapack.GET, lapack.SET, lapack.BEFORE)
    return sha256(repr((_AGREEMENT, words, context, pool)).encode()).hexdigest()[:16]


def describe(program: CompiledProgram) -> dict[str, Any]:
    """A compiled program that needs no evaluator, without the numbers of its constants."""
    return {
        "name": program.name, "arguments": [describe_type(t.shape, t.storage) for t in program.argument_types],
        "results": [describe_type(t.shape, t.storage) for t in program.result_types],
        "constants": [(c.shape, name_of(c.dtype)) for c in program.constants],
        "late": [(number, astuple(table)) for number, table in program.lazy.items()],
        "routines": program.routines, "threaded": program.has_threaded_routines, "arena": program.arena_bytes,
        "aliases": list(program.aliases.items()), "long": program.may_run_long, "table": program.table,
        "scaled": [list(scaled) for scaled in program.scaled],
    }


def program_of(stated: Mapping[str, Any], arguments: Sequence[Any], results: Sequence[Any], constants: list[np.ndarray],
               kernels: Collection[str], beside: Mapping[int, Any] | None = None) -> CompiledProgram:
    """The program that was described, with these types and constants, of which the lazy ones hold nothing yet.

    Raises ValueError, TypeError, KeyError or IndexError where that makes no sense.
    """
    lazy = lazy_constants(stated)
    if max((*lazy, *(beside or ())), default=-1) >= len(constants):
        raise ValueError("a table that is no constant")
    program = CompiledProgram(checked(stated["name"], str), list(arguments), list(results), constants=constants, lazy=lazy,
                      beside={**(beside or {})}, routines=[_found(name) for name in stated["routines"]],
                      has_threaded_routines=checked(stated["threaded"], bool), arena_bytes=size(stated["arena"]),
                      may_run_long=checked(stated["long"], bool))
    program.aliases = _aliases(stated["aliases"], program)
    program.table = checked_table(stated["table"], kernels, context_slots(program)["size"], program.arena_bytes)
    program.scaled = [_scaled(words, program.table) for words in stated.get("scaled", ())]
    return program


def _scaled(words: Any, table: Sequence[int | str]) -> Scaled:
    """A word that the number of examples decides. Raises ValueError for what is none."""
    found = Scaled(*map(size, words))
    if found.word >= len(table) or type(table[found.word]) is not int or found.divisor == 0:
        raise ValueError("not a word that sizes decide")
    return found


def lazy_constants(stated: Mapping[str, Any]) -> dict[int, LongTable]:
    """The constants that are computed when the program runs first, by number."""
    return {size(number): _table(*parameters) for number, parameters in stated["late"]}


def _table(kind: Any, *sizes: Any) -> LongTable:
    from hloom.runtime.dispatch.lazy_constants import LongTable  # few programs have any

    made = LongTable(kind, *map(size, sizes))
    if not made.is_sound:
        raise ValueError("not a table")
    return made


def _aliases(pairs: Any, program: CompiledProgram) -> dict[int, int]:
    """Results that lie where arguments of their size do."""
    aliases = {size(result): size(argument) for result, argument in pairs}
    for result, argument in aliases.items():
        one, other = program.result_types[result], program.argument_types[argument]
        if prod(one.shape) * one.storage.dtype.itemsize != prod(other.shape) * other.storage.dtype.itemsize:
            raise ValueError("a result where an argument of another size lies")
    if len({*aliases.values()}) != len(pairs):
        raise ValueError("two results at one place")
    return aliases


def _found(name: Any) -> str:
    if lapack.routine(checked(name, str)) is None:
        raise ValueError("a routine that this process has not got")
    return name


def checked(value: Any, kind: type) -> Any:
    """A value as it was given. Raises TypeError for one of another kind."""
    if not isinstance(value, kind):
        raise TypeError(f"expected a {kind.__name__}, got {value!r:.50}")
    return value


def size(value: Any) -> int:
    """A size or a number as it was given. Raises ValueError for what is none."""
    if type(value) is not int or not 0 <= value < 1 << 62:
        raise ValueError(f"not a size: {value!r:.50}")
    return value


def describe_type(shape: Sequence[int], element: Any) -> tuple[list[int], str]:
    return list(shape), element.name


def name_of(dtype: np.dtype) -> str:
    """What a dtype of NumPy or of ml_dtypes is called."""
    return dtype.str if dtype.kind != "V" and dtype.isbuiltin == 1 else dtype.name


def dtype_of(name: str) -> np.dtype:
    """The dtype of a name. Raises TypeError or AttributeError where there is none."""
    import numpy as np

    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))
