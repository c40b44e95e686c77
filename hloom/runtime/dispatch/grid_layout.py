"""Where what is in the memory that processes of a grid share (`grid_code`): in the memory of a group, in the state of a process,
in a job; and the words that describe a meeting."""

from __future__ import annotations

from enum import IntEnum

from hloom.runtime.dispatch.pool_state import LINE

#: The functions of its machine code (`cpu.grid_code`).
SYMBOLS = ("hloom_meet", "hloom_meet_far", "hloom_process", "hloom_nothing")

#: Offsets in communal memory; bytes of a place of a member, of which there are two, one behind the other; offsets there: what it
#: means, where its operand and its result are, its round (in the first place), an operand that is small; bytes of such at most.
ARRIVED, ROUND, SLEEPERS, MEMBERS = 0, LINE, LINE + 8, 2 * LINE
MEMBER = 1024
IDENTITY, SOURCE, TARGET, OWN_ROUND, BROUGHT = 0, 8, 16, 24, 64
SMALL = MEMBER - BROUGHT

#: Offsets in the state of a process: `hloom_meet`, the word that stops the grid, pauses before it gives way to other threads,
#: what its run returned, how often it gives way before it sleeps where operands are small, and how often after its last meeting;
#: what `grid_far_code` polls with, and the error that a call of MPI has given.
MEET, STOP, SPIN, STATUS, YIELDS, TURNS, TEST, ERROR = range(0, 64, 8)
#: Where it waits: the number of a meeting and 1 (0: nowhere, -1: for the others' end), for which memory, for which round; how
#: often it has begun to wait; the last run that it has ended; the member that means something else and 1, at which meeting, and
#: what it means.
WAITS, WAITS_IN, WAITS_FOR, EPOCH, ENDED, FAULT, FAULT_AT, FAULT_MEANS = (LINE + 8 * k for k in range(8))
#: Its watch, its arguments: the numbers of its replica and its partition, and the state's own address. Then its entries.
OWN_WATCH, REPLICA, PARTITION, ADDRESS, ENTRIES = 2 * LINE, 2 * LINE + 24, 2 * LINE + 28, 2 * LINE + 32, 3 * LINE


class Entry(IntEnum):
    """Words of what a process knows of a meeting: the members of its group (0: it is in none), its place there, the group's
    memory, what it means, whether a channel says that others mean the same. In a permutation the memory is that of the pair that
    sends to it, `TO` of the pair that it sends to; `SELF` says that these are one process. `FAR` is what it knows of members in
    other ranks (`Far`, `FarPair`), 0 where all are here."""

    SIZE = 0
    RANK = 1
    MEMORY = 2
    MEANS = 3
    CHANNEL = 4
    TO = 5
    SELF = 6
    FAR = 7


class Far(IntEnum):
    """Words of what a process knows of a group whose members are in several ranks.

    Members that are here (`HERE` so many, at the `PLACES`, which are numbers in the group) meet as ever; the `FIRST` of them
    calls MPI for all. It sends a *record* of each (what it means, and an operand of up to TINY bytes), and receives those of all
    in *rank order*, in which `ORDER` has the numbers in the group, and `IS_HERE` who is here. Operands of others become *images*:
    where they lie, one behind the other, as large as an operand, of which what is needed has been fetched. `SEND` is where
    operands of several are put together.

    The rest are deeds: what exchanges records; what fetches what is needed, or all, where members do not mean the same; what
    shares the parts of a sum that members have made, where `PART` is this one's. `IS_DIRECT`: what is fetched is the result.
    `MET` is the address of how often this rank has come here.
    """

    HERE = 0
    PLACES = 1
    FIRST = 2
    RECORD = 3
    RECORDS = 4
    ORDER = 5
    IS_HERE = 6
    SEND = 7
    IMAGES = 8
    EXCHANGE = 9
    FETCH = 10
    FETCH_ALL = 11
    SHARE = 12
    PART = 13
    IS_DIRECT = 14
    MET = 15
    SIZE = 16


class FarPair(IntEnum):
    """Words of what a process knows of a permutation in a grid of several ranks: deeds that send and receive what the sender
    means, and the operand, 0 for none; where what it means is sent from, and received; how often it has sent and received."""

    SEND_MEANS = 0
    SEND = 1
    RECEIVE_MEANS = 2
    RECEIVE = 3
    MEANS = 4
    THEIRS = 5
    SENT = 6
    RECEIVED = 7
    SIZE = 8


class Deed(IntEnum):
    """Words of a call of MPI that begins something: the function, where the request is, the numbers of the arguments that are the
    addresses of operand and result (-1: none is), and the arguments, as many as any function takes."""

    FUNCTION = 0
    REQUEST = 1
    SOURCE = 2
    TARGET = 3
    ARGUMENTS = 4
    SIZE = 16


#: Bytes of a record, and of an operand in it.
RECORD_BYTES = LINE
TINY = RECORD_BYTES - 8

ENTRY_BYTES = 64
#: In what an entry means: bits of the operation's number and of its function's; above is what all must have in common.
OPERATION_BITS, FUNCTION_BITS = 24, 16


class Kind(IntEnum):
    """What a meeting does."""

    GATHER = 0
    BROADCAST = 1
    PERMUTE = 2
    REDUCE = 3
    REDUCE_SCATTER = 4
    REDUCE_TO_FIRST = 5


class Word(IntEnum):
    """Words that describe a meeting. Sizes, distances and steps are in bytes.

    What is gathered is, of each member, a box of three loops and a `RUN`: `FROM_STEP` further in the operand for each place of
    the one that gathers, `TO_STEP` further in the result for each place of the other. What is reduced are `ROWS` of so many
    blocks and a rest, `FROM_STEP` further in the operand for each place.
    """

    KIND = 0
    NUMBER = 1
    BYTES = 2
    FROM_STEP = 3
    TO_STEP = 4
    RUN = 5
    LOOP = 6  # three
    FROM = 9  # three
    TO = 12  # three
    ROWS = 15
    ROW = 16
    STRIDE = 17
    BLOCK = 18
    BLOCKS = 19
    REST = 20
    GIVEN = 21
    SIZE = 22


#: Offsets in a job: `hloom_run`, the addresses of contexts and of states, the number of processes, the word that stops them, the
#: watch of process 0, the number of the run; and its memory of a kind that groups have, whose round is how many have ended.
RUN, CONTEXTS, STATES, COUNT, JOB_STOP, FIRST_WATCH, NUMBER, DONE = (*(8 * k for k in range(7)), LINE)
JOB_BYTES = DONE + MEMBERS


def communal_bytes(size: int) -> int:
    """Bytes of the memory of a group."""
    return MEMBERS + size * 2 * MEMBER


def state_bytes(meetings: int) -> int:
    """Bytes of the state of a process."""
    return -(-(ENTRIES + meetings * ENTRY_BYTES) // LINE) * LINE
