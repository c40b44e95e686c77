"""Commands of a program as data: what they run on (the context, the watch, frames of callbacks, pieces of a launch), and their
table.

The context is an array of addresses: the worker pool, the function that runs callbacks, the arena, the watch and the table of the
commands, then the constants, the routines from outside, the arguments and the results.

The watch is how a call is stopped from outside: three words, of which somebody sets the first when there may be a reason to.
Loops look at it once an iteration and `parallel` once a piece; they then call the function that the second word names, with the
watch's address, and stop if the third word is not 0 after that.

A callback is given the address of a frame: a word that it sets to 0 when it has succeeded, its number, and the addresses of its
operands and results. Both functions say through memory that all is well, so that one that ends otherwise stops the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

#: What the context begins with.
POOL, CALLBACK, ARENA, WATCH, TABLE, FIRST = range(6)
#: Offsets in the watch.
ATTENTION, ATTEND, STOPPED = 0, 8, 16
WATCH_WORDS = 3
#: What the names begin with of functions that loops have become.
SMALL_LOOP = "small_loop_"
#: What the names begin with of functions that programs of other sizes have, too (`cpu.code_templates`).
TEMPLATE = "form_"
#: The work of a launch that pays just so where two processors share a cache, and that from which on one always does: beside
#: a tenth of a millisecond of work handing over does not count (`cpu.dispatch_latency`).
UNIT, ALWAYS = 16, 640


# -- command table -------------------------------------------------------------------------------------------------------------
# Commands of a program as data: its table, an array of i64 that a routine goes through (`cpu.command_runner`).
#
# The first word is the number of addresses that there must be memory for: the most that a command hands on, `ADDRESSES_BESIDE`
# included. Behind it come the commands, each with its number (`Op`), then its words (`WORDS`). A place in memory is two words,
# a slot of the context and bytes from the address there; a target is the number of the word where the next command begins.
# Until a program is loaded, a word that is the address of a function is the function's name.

#: Words of a callback's frame before the addresses.
ADDRESSES_BESIDE = 2
#: Words are below this number, but for addresses.
MOST_WORD = 1 << 62


class Op(IntEnum):
    """What a command does."""

    #: Ends the program.
    END = 0
    #: Runs all tasks of a kernel on the calling thread.
    LAUNCH = 1
    #: Runs the tasks on all workers, in pieces of `grain`, if it is so much work that this pays (`cpu.dispatch_latency`).
    PARALLEL = 2
    #: Copies bytes to a place from another.
    COPY = 3
    #: Goes on at the target.
    GO = 4
    #: Goes on at the target if the byte at the place is 0.
    UNLESS = 5
    #: Goes on at the target whose number is the i32 at the place, at the last one if there is none of that number.
    PICK = 6
    #: Looks at the watch.
    POLL = 7
    #: Calls a function with the context, and stops if it returns another number than 0.
    CALL = 8
    #: Calls back.
    CALLBACK = 9
    #: Does nothing: its words are numbers that functions read, of 64 bits with their sign, or addresses of functions.
    NUMBERS = 10
    #: Meets other processes (`cpu.grid_code`), and stops if the grid does; the first two places say nothing.
    MEET = 11
    #: Meets others and combines what they have: blocks by one function, what is left of them by the other; and whether these are
    #: templates, whose numbers are at the first two places.
    COMBINE = 12


#: The words behind a command's number: of `place` there are two, of `places` their count and two each, of `numbers` their count
#: and themselves, of `targets` one more than `last` says.
WORDS: dict[Op, tuple[str, ...]] = {
    Op.END: (),
    Op.LAUNCH: ("function", "tasks", "places"),
    Op.PARALLEL: ("function", "tasks", "grain", "worth", "places"),
    Op.COPY: ("bytes", "place", "place"),
    Op.GO: ("target",),
    Op.UNLESS: ("target", "place"),
    Op.PICK: ("last", "place", "targets"),
    Op.POLL: (),
    Op.CALL: ("function",),
    Op.CALLBACK: ("number", "places"),
    Op.NUMBERS: ("numbers",),
    Op.MEET: ("places",),
    Op.COMBINE: ("function", "tasks", "form", "function", "tasks", "form", "places"),
}
#: Bytes of a word.
WORD = 8


class TableCommand(NamedTuple):
    """A command as it stands in a table, from word `begin` to word `end`, which is not its own any more."""

    op: Op
    begin: int
    end: int
    functions: list[Any]
    #: Two words each.
    places: list[Any]
    targets: list[Any]


def commands_of(table: Sequence[Any]) -> Iterator[TableCommand]:
    """The commands of a table, in its order. Raises ValueError, TypeError or IndexError where they make no sense."""
    at = 1
    while at < len(table):
        begin, op = at, Op(table[at])
        functions: list[Any] = []
        places: list[Any] = []
        targets: list[Any] = []
        at += 1
        for kind in WORDS[op]:
            match kind:
                case "function":
                    functions.append(table[at])
                case "place":
                    places += table[at : at + 2]
                    at += 1
                case "places":
                    end = at + 2 * table[at]
                    places += table[at + 1 : end + 1]
                    at = end
                case "numbers":
                    at += table[at]
                case "target":
                    targets.append(table[at])
                case "targets":
                    end = at + table[begin + 1]
                    targets += table[at : end + 1]
                    at = end
                case _:
                    pass
            at += 1
        yield TableCommand(op, begin, at, functions, places, targets)
    if at != len(table):
        raise ValueError("the last command breaks off")


def checked_table(table: Any, kernels: Iterable[str], slots: int, arena_bytes: int) -> list[int | str]:
    """A table as it was given: one of a program with these kernels and so many slots in its context, which calls nothing back.
    Its words lie where commands have them, its places in the program's memory. Whether there are functions of the names that
    numbers are turns out when it is loaded.

    Raises ValueError, TypeError or IndexError for any other.
    """
    if type(table) is not list or {*map(type, table)} - {int, str}:
        raise ValueError("words are integers and names")
    first = 1 + 2 + table[2] if table[1:2] == [Op.NUMBERS] else 1
    words = [word for word in (table[0], *table[first:]) if type(word) is int]
    if not 0 < first <= len(table) or {*map(type, table[:min(first, 3)])} - {int} or min(words) < 0 or max(words) >= MOST_WORD:
        raise ValueError("a word out of range")
    if any(not (-1 << 63 <= word < 1 << 63 if type(word) is int else word.isidentifier()) for word in table[1:first]):
        raise ValueError("a number of more than 64 bits, or what is no name")
    last, addresses, names = None, ADDRESSES_BESIDE, 0
    known = (*kernels, TEMPLATE)
    begins: set[int] = set()
    places: list[Any] = []
    targets: list[Any] = []
    for last, begin, _, functions, own, own_targets in commands_of(table):  # of which none is kept: that wakes the collector
        begins.add(begin)
        for name in functions:  # that of a kernel's part begins with the kernel's
            names += 1
            if type(name) is not str or not name.startswith(SMALL_LOOP if last is Op.CALL else known):
                raise ValueError("a function that is not the program's")
        places += own
        targets += own_targets
        if last is Op.CALLBACK:
            raise ValueError("a callback")
        if last is Op.NUMBERS and begin != 1:
            raise ValueError("numbers behind commands")
        if "places" in WORDS[last]:
            addresses = max(addresses, len(own) // 2 + ADDRESSES_BESIDE)
    if last is not Op.END:
        raise ValueError("a table without an end")
    if table[0] != addresses:
        raise ValueError("memory for another number of addresses")
    if names + len(words) + first - 1 != len(table):
        raise ValueError("names in place of numbers")
    if not begins.issuperset(targets):
        raise ValueError("a target within a command")
    for slot, offset in set(zip(places[::2], places[1::2])):
        if not (offset <= arena_bytes if slot == ARENA else offset < first * WORD if slot == TABLE
                else FIRST <= slot < slots and offset == 0):
            raise ValueError("a place outside of the program's memory")
    return table
