"""Where buffers begin within their pages of memory: those that are used together at different places, if it can be.

A processor takes a load for one of what a store shortly before it has left where their addresses have the same lowest twelve
bits, and if they overlap in part the load waits until the store is through. A loop that reads `x[i]` and stores `y[i + 1]` meets
that in each turn if x and y begin at the same place of a page: 128,000 f64 take ten times as long on a Zen 4. So buffers of
results begin at odd multiples of a line (`PLACES`), and temporary buffers within their arena, which begins at one, too: what two
of these kinds have between them is an odd number of lines, and several of one kind differ.
"""

from __future__ import annotations

from collections.abc import Set

#: Bytes of a line of the cache, and of a page.
LINE, PAGE = 64, 4 << 10
#: Buffers of this many bytes and more, which no first-level cache holds, are staggered.
LEAST = 32 << 10
#: How many places there are, and where they begin: not near the begin of a page, where other libraries' large arrays begin.
_COUNT, _FIRST = 29, 3
#: The places of buffers in a process, in an order in which those of one time are far from each other.
PLACES = tuple(LINE * (2 * (7 * k % _COUNT) + _FIRST) for k in range(_COUNT))


def coloured(at: int, taken: Set[int]) -> int:
    """The first offset from `at` on, a multiple of a line, of a buffer in memory whose places `taken` are those of others; `at`
    where none is left."""
    odd = at if at // LINE % 2 else at + LINE
    return next((offset for offset in range(odd, odd + PAGE, 2 * LINE) if offset % PAGE not in taken), at)
