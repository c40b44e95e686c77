"""What an executable says of itself, in a line or as a table for notebooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hloom.ops.builtin.signature import Parameter
from hloom.runtime.memory import short_size
from hloom.support.html import table

if TYPE_CHECKING:
    from hloom.runtime.executable import Executable

#: Most kinds of fallbacks that are named.
_MOST_SHOWN = 4
#: Most arguments, and most results, that a table has rows for.
_MOST_ROWS = 50


def as_text(executable: Executable) -> str:
    """`<Executable @main(x: 3xf32) -> (result: 3xf32): 1 kernel, constants 0 bytes, ...; no fallbacks>`."""
    parts = ", ".join(f"{name} {value}" for name, value in _sizes(executable))
    return f"<{type(executable).__name__} {executable.signature}: {parts}; {_fallbacks(executable)}>"


def as_html(executable: Executable) -> str:
    """The same as a table: a row for each argument and result, sizes, fallbacks."""
    signature = executable.signature
    rows = [*_rows("argument", signature.arguments), *_rows("result", signature.results), *_sizes(executable),
            ("fallbacks", _fallbacks(executable).removeprefix("fallbacks: ").replace("no fallbacks", "none"))]
    return table(f"{type(executable).__name__} @{signature.function}", rows)


def _rows(word: str, parameters: Sequence[Parameter]) -> list[tuple[str, str]]:
    rows = [(f"{word} {k}", str(p)) for k, p in enumerate(parameters[:_MOST_ROWS])]
    left_out = len(parameters) - _MOST_ROWS
    return [*rows, (f"{word}s", f"and {left_out} more")] if left_out > 0 else rows


def _sizes(executable: Executable) -> list[tuple[str, str]]:
    stats = executable.stats
    if "reason" in stats:
        line = str(stats["reason"]).partition("\n")[0]  # a diagnostic: the place and the code go before the message
        return [("on the evaluator:", line.rpartition("] ")[2])]
    return [*([("specializations", str(stats["specializations"]))] if "specializations" in stats else []),
            ("kernels", str(len(executable.kernels))),
            *((word, short_size(stats[key])) for word, key in (("constants", "constant_bytes"), ("arena", "arena_bytes"))
              if key in stats), *([("threads", str(stats["threads"]))] if "threads" in stats else []),
            *((key.replace("_", " "), "yes") for key in ("deterministic", "excess_precision") if stats.get(key))]


def _fallbacks(executable: Executable) -> str:
    counts = Counter(op.name for op in executable.fallbacks)
    if not counts:
        return "no fallbacks"
    shown = ", ".join(name if count == 1 else f"{count} x {name}" for name, count in counts.most_common(_MOST_SHOWN))
    left_out = len(counts) - _MOST_SHOWN
    return f"fallbacks: {shown}{f' and {left_out} more' if left_out > 0 else ''}"
