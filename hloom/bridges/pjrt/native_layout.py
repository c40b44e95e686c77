"""What native code and Python both know: where the words of cells, events, work and blocks lie, and the names of functions.

It is apart from what emits that code (`native_*`), which no process needs that has the code from a cache.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from hloom.bridges.pjrt.cells import FIRST
from hloom.bridges.pjrt.interface import interface
from hloom.runtime.dispatch import commands

# -- buffers -------------------------------------------------------------------------------------------------------------------


class Cell(IntEnum):
    """Where the words of a buffer's cell lie, in bytes."""

    TYPE = 16
    DIMENSIONS = 24
    RANK = 32
    DEVICE = 40
    MEMORY = 48
    STATE = 56
    LAYOUT = 64
    EVENT = 72
    DATA = 80
    BYTES = 88
    #: Where its elements lie (`Place`), and the handle of what keeps foreign ones.
    PLACE = 96
    KEEPER = 104
    #: The size of the cell; its dimensions follow.
    SIZE = 128


class Place(IntEnum):
    """Where a buffer's elements lie: in the block of the cell, in a block of their own, or in memory of somebody else, which an
    object of Python keeps; nowhere before they are computed, and where another buffer has taken their memory."""

    INLINE = 0
    OWN = 1
    FOREIGN = 2
    NONE = 3


#: Bits of the state; the lower half counts who holds the elements.
DELETED, DESTROYED = 1 << 32, 1 << 33
COUNT = (1 << 32) - 1
#: Elements of at most so many bytes lie behind their cell.
INLINE_BYTES = 16 << 10
#: The words of the state that native code and Python share: the dead, the handle of what is ready, the layouts by rank, how many
#: bytes of blocks are kept and may be, how many bytes buffers have and have had at most, how many there were; the error of a
#: function of Python that was interrupted, and what has Python interrupt again.
DEAD, READY, LAYOUTS, KEPT_BYTES, KEPT_LIMIT, BYTES_IN_USE, PEAK_BYTES, ALLOCATIONS, INTERRUPTED, INTERRUPT, WORDS = range(11)
STATE = "hloom_pjrt_state"
#: The functions of Python that native code calls by itself, beside those of the interface that it answers in part.
OF_PYTHON = ("Room",)
#: The functions of Python, in the order of `python_functions`.
PYTHON = "hloom_pjrt_python_functions"
#: What destructors of objects of Python are.
BURY = "hloom_pjrt_bury"


@functools.cache
def python_functions() -> tuple[str, ...]:
    """The names of all that Python may be asked for: the functions of the interface, with "" for those of newer ones, and the
    others."""
    known = interface()
    return (*known.functions, *(name for e in known.extensions.values() for name in e.functions), *OF_PYTHON, "")


def python_symbol(name: str) -> str:
    """What native code calls the function of Python of this name."""
    return f"hloom_pjrt_python_{name}"


# -- events and work -----------------------------------------------------------------------------------------------------------


class Event(IntEnum):
    """Where the words of an event lie, in bytes; those of Python have 0 as their kind."""

    KIND = FIRST
    HOLDERS = 24
    TO_TELL = 32
    #: The event of what went wrong first, 0 if nothing has; of that one, the handle of the error.
    CAUSE = 40
    ERROR = 48
    #: The number of the work in the order of its dispatch.
    NUMBER = 56
    SIZE = 64


#: The kind of native events, and the end of the list of those to tell when all have been.
NATIVE, ENDED = 1, 1


class Queue(IntEnum):
    """Where the words of the queue lie, in bytes."""

    #: A mutex, and two conditions: there is something to do, something has been done.
    MUTEX = 0
    WORK = 128
    DONE = 256
    #: The first and the last piece of work that waits, and the one that is being done.
    FIRST = 384
    LAST = 392
    CURRENT = 400
    #: How many wait or are being done, and how many wait for one to be done.
    COUNT = 408
    WAITING = 416
    #: Whether a thread takes work, and is to end.
    IS_OPEN = 424
    IS_CLOSING = 432
    #: Numbers of pieces of work: the last one, the one that is being done, the last one that was stopped, the last one that the
    #: main thread wants the end of.
    NUMBER = 440
    RUNNING = 448
    STOPPED = 456
    WANTED = 464
    #: The events of what was stopped, and of what there was no memory for: causes.
    CANCELLED = 472
    EXHAUSTED = 480
    #: The watch of calls in the thread's loop, and that of the main thread's own calls; twice their number, less 1 while one is
    #: being done.
    WATCH = 488
    WATCH_OUTSIDE = 512
    OUTSIDE = 536
    #: Where who is interrupted writes a byte, and the function that was to be called before; the thread of the loop, and the main
    #: thread of Python.
    PIPE = 544
    BEFORE = 552
    THREAD = 560
    MAIN = 568
    #: What there was to stop when a signal came: the last piece of work, if the main thread waited, and its own call.
    TO_STOP = 576
    TO_STOP_OUTSIDE = 584
    SIZE = 592


class Work(IntEnum):
    """Where the words of a piece of work lie, in bytes."""

    NEXT = 0
    KIND = 8
    NUMBER = 16
    EVENT = 24
    #: A call: the program's block, its arguments, their number, which of them are given away, results and their number.
    BLOCK = 32
    ARGUMENTS = 40
    ARGUMENT_COUNT = 48
    DONATED = 56
    RESULTS = 64
    RESULT_COUNT = 72
    #: A copy: of a buffer, of so many bytes, to an address.
    SOURCE = 32
    BYTES = 40
    TARGET = 48
    SIZE = 80


#: The kinds of work.
CALL, COPY = range(2)
#: So many pieces of work are under way at most: whoever would give another waits, as each keeps its arguments.
MOST_WORK = 32
QUEUE = "hloom_pjrt_queue"
#: How `run` ends (`native_execute`).
DONE_WELL, STOPPED, NO_MEMORY = range(3)

# -- executables ---------------------------------------------------------------------------------------------------------------


class Block(IntEnum):
    """The words of an executable's block."""

    #: Words of the context, and the address of what it begins with.
    WORDS = 0
    TEMPLATE = 1
    ARGUMENTS = 2
    #: The slot of the first argument; results follow the arguments.
    FIRST_SLOT = 3
    RESULTS = 4
    #: For each result a description (`Result`).
    DESCRIPTIONS = 5
    ARENA_BYTES = 6
    RUN = 7
    #: A byte for each argument: whether it is given away. 0 where none is.
    DONATED = 8
    #: An arena that no call has at the moment.
    ARENA = 9
    #: Whether calls are timed, and watched; nanoseconds that they take (UNKNOWN before the first).
    IS_TIMED = 10
    IS_WATCHED = 11
    TIME = 12
    #: How many calls are dispatched: as long as there are, all of this has to stay.
    USERS = 13
    SIZE = 14


class Result(IntEnum):
    """The words of a description: the address of a result's cell as it is made, bytes of the cell, of the elements, and of both,
    if they are together; the number of the argument that the result lies in, and 1 more."""

    CELL = 0
    CELL_BYTES = 1
    BYTES = 2
    ALL_BYTES = 3
    ALIAS = 4
    SIZE = 5


#: The time of a program that was not called yet and may take long.
UNKNOWN = 1 << 62
#: The words of a row's context: as a program's, but with the place to copy to for the watch, and how many addresses there are
#: before the first of them.
COUNT_WORD, FIRST_WORD = commands.FIRST, commands.FIRST + 1

# -- functions of the interface ------------------------------------------------------------------------------------------------

#: Ranks that layouts are made of ahead.
MOST_RANK = 64


class Getter(NamedTuple):
    """A function that hands words of a cell on: the fields of its arguments, and where in the cell, in bytes."""

    fields: Sequence[tuple[str, int]]


def _words(*fields: str) -> Getter:
    """Of an object of Python: its handle's words in their order."""
    return Getter([(name, FIRST + 8 * k) for k, name in enumerate(fields)])


#: What is read off a cell.
GETTERS: dict[str, Getter] = {
    "Buffer_ElementType": Getter([("type", Cell.TYPE)]),
    "Buffer_Dimensions": Getter([("dims", Cell.DIMENSIONS), ("num_dims", Cell.RANK)]),
    "Buffer_UnpaddedDimensions": Getter([("unpadded_dims", Cell.DIMENSIONS), ("num_dims", Cell.RANK)]),
    "Buffer_DynamicDimensionIndices": Getter([("dynamic_dim_indices", 0), ("num_dynamic_dims", 0)]),
    "Buffer_OnDeviceSizeInBytes": Getter([("on_device_size_in_bytes", Cell.BYTES)]),
    "Buffer_Device": Getter([("device", Cell.DEVICE)]),
    "Buffer_Memory": Getter([("memory", Cell.MEMORY)]),
    "Layouts_Buffer_MemoryLayout": Getter([("layout", Cell.LAYOUT)]),
    "Layouts_MemoryLayout_Serialize": _words("serialized_bytes", "serialized_bytes_size", "serialized_layout",
                                             "serialized_layout_deleter"),
    "Memory_Kind": _words("kind", "kind_size"),
    "Memory_Kind_Id": Getter([("kind_id", FIRST + 16)]),
    "Error_Message": _words("message", "message_size"),
    "Error_GetCode": Getter([("code", FIRST + 16)]),
    "Executable_NumOutputs": _words("num_outputs"),
    "Executable_NumReplicas": Getter([("num_replicas", FIRST + 8)]),
    "Executable_NumPartitions": Getter([("num_partitions", FIRST + 16)]),
}
#: What there is nothing to do for: what these destroy lives as long as the process; errors carry nothing beside their message.
NOTHING = ("Error_ForEachPayload", "Client_Destroy", "TopologyDescription_Destroy", "Layouts_MemoryLayout_Destroy")
#: What these destroy is an object of Python.
BURIED = ("Error_Destroy", "Executable_Destroy", "LoadedExecutable_Destroy", "AsyncHostToDeviceTransferManager_Destroy")
#: What answers without a look at anything.
ALWAYS = {"Buffer_IsOnCpu": "is_on_cpu"}
#: Bytes of a call's context, where in it the number of users' data stands, the first of them (a type's number and an address),
#: and how many there may be.
CONTEXT_BYTES, DATA_COUNT, FIRST_DATA, MOST_DATA = 256, 16, 32, 14
#: Memory that is handed out with a function that frees it, and needs none.
NOP = "hloom_pjrt_nothing"


def symbol(function: str) -> str:
    """The name of a function of the interface in native code."""
    return f"hloom_pjrt_{function}"


#: The functions that native code answers, and leaves to Python what is rare.
_IN_PART = ("Buffer_ToHostBuffer", "Client_BufferFromHostBuffer", "LoadedExecutable_Execute", "Event_IsReady", "Event_Error",
            "Event_Await", "Event_OnReady", "Event_Destroy", "Buffer_ReadyEvent", "Buffer_UnsafePointer",
            "Buffer_OpaqueDeviceMemoryDataPointer", "FFI_UserData_Add")
#: What Python asks for of the native code.
SYMBOLS = (
    STATE, QUEUE, PYTHON, BURY, NOP, *(f"hloom_pjrt_{name}" for name in (
        "take_dead", "release", "hold", "new_buffer", "forget", "prepare", "dispatch", "await_event",
        "await_room", "wanted", "to_stop", "stop", "stop_outside", "close", "event_new", "event_end", "interrupted",
        "hand_out", "take_row", "fill_row", "end_row", "drop_row")),
    *map(symbol, (*GETTERS, *_IN_PART, *ALWAYS, "ExecuteContext_Create", "ExecuteContext_Destroy", "Buffer_Destroy",
                  "Buffer_Delete", "Buffer_IsDeleted", "Buffer_IncreaseExternalReferenceCount",
                  "Buffer_DecreaseExternalReferenceCount")),
    *map(python_symbol, python_functions()))
