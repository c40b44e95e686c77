"""MPI's library: loaded by mpi4py, begun here; its functions by their addresses and its handles as numbers, for machine code."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import suppress
from functools import cache
from typing import Any, NoReturn

from hloom.support.diagnostics import InputError

_ADVICE = "pip install 'hloom[mpi]' installs it with an MPI of its own, MPICH"
#: What launchers say of how many ranks they have started.
_SIZES = ("PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "MPI_LOCALNRANKS")
#: Seconds after which a rank says that it waits for the others to begin.
_NOTE = 5.0


class Library:
    """MPI that has begun."""

    def __init__(self, module: Any, functions: ctypes.CDLL, is_ours: bool) -> None:
        #: The module mpi4py.MPI.
        self.module = module
        #: Whether MPI was begun here, and is to be ended.
        self.is_ours = is_ours
        #: Requests that are begun again and again, to be given back before MPI ends.
        self.requests: list[Any] = []
        self._functions = functions

    def address(self, name: str) -> int | None:
        """The address of a function; None where this MPI has none of that name."""
        try:
            return ctypes.cast(getattr(self._functions, name), ctypes.c_void_p).value
        except AttributeError:
            return None

    def handle(self, made: Any) -> int:
        """A communicator, a type or an operation as C functions take it."""
        size = self.module._sizeof(made)
        word = ctypes.c_uint32 if size == 4 else ctypes.c_uint64
        return word.from_address(self.module._addressof(made)).value

    def end(self) -> None:
        """Ends MPI, if it was begun here."""
        while self.requests:
            self.requests.pop().Free()
        if self.is_ours and not self.module.Is_finalized():
            self.module.Finalize()

    def abort(self, comm: Any, status: int) -> NoReturn:
        """Ends all ranks, without a word: what there is to say has been said."""
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for number in (1, 2):
                os.dup2(nowhere, number)
        comm.Abort(status)
        os._exit(status)

    @property
    def has_many_threads(self) -> bool:
        """Whether several threads may call MPI at the same time."""
        return self.module.Query_thread() == self.module.THREAD_MULTIPLE

    def say(self, code: int) -> str:
        """What an error of MPI means."""
        return self.module.Get_error_string(code)


@cache
def load() -> Library:
    """MPI, begun. Raises InputError where there is none, or another one than that which started the ranks."""
    try:
        import mpi4py  # type: ignore[import-not-found]

        if "mpi4py.MPI" not in sys.modules:
            mpi4py.rc.initialize = mpi4py.rc.finalize = False
        from mpi4py import MPI  # type: ignore[import-not-found]
    except ImportError as error:
        raise InputError(f"MPI needs mpi4py ({error}); {_ADVICE}") from None
    except RuntimeError as error:  # mpi4py is there, and finds no library of MPI
        raise InputError(f"mpi4py finds no MPI ({error}); {_ADVICE}") from None
    functions = ctypes.CDLL(MPI.__file__)
    is_ours = not MPI.Is_initialized()
    if is_ours:
        _begin(functions, int(MPI.THREAD_MULTIPLE))
    started = max((int(os.environ.get(name, "")) for name in _SIZES if os.environ.get(name, "").isdecimal()), default=1)
    if MPI.COMM_WORLD.size == 1 < started:
        raise InputError(f"{started} ranks were started by the mpiexec of another MPI than mpi4py's, which is "
                         f"{MPI.Get_library_version().splitlines()[0].strip()}")
    return Library(MPI, functions, is_ours)


def _begin(functions: ctypes.CDLL, level: int) -> None:
    """Begins MPI, which waits for all ranks; says so where that takes long. The interpreter is free meanwhile."""
    name = next((os.environ[n] for n in ("PMI_RANK", "OMPI_COMM_WORLD_RANK") if n in os.environ), "?")
    note = f"note: rank {name} (pid {os.getpid()}) has waited for {_NOTE:g} s for all ranks of MPI to begin\n"
    timer = threading.Timer(_NOTE, os.write, [2, note.encode()])
    timer.daemon = True
    timer.start()
    code = functions.MPI_Init_thread(None, None, level, ctypes.byref(ctypes.c_int()))
    timer.cancel()
    if code:
        raise InputError(f"MPI does not begin: MPI_Init_thread gives {code}")
