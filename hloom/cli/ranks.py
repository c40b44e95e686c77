"""Options of grids on several ranks of MPI, and files of each rank."""

from __future__ import annotations

import argparse
from pathlib import PurePath
from typing import TYPE_CHECKING

from hloom.support.diagnostics import InputError

if TYPE_CHECKING:
    from hloom.mpi.ranks import Ranks

_OF_RANK = "rank:"
#: Options that look at a run from outside, which is then in several places.
_LOCAL = {"trace": "--trace", "nan_check": "--nan-check", "probe_output_dir": "--probe-output-dir",
          "reference_check": "--reference-check"}


def add_transport_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--transport", choices=("threads", "mpi"), default="threads",
                        help="what connects the processes of --grid: threads of this process (the default), or MPI: each of the "
                             "ranks that mpiexec -n N starts has an equal share of them, and rank 0 prints")
    parser.add_argument("--any-order", action="store_true",
                        help="with --transport mpi: MPI chooses the order of sums, which may be faster; else results are those "
                             "of threads, bit for bit")


def ranks_of(arguments: argparse.Namespace) -> Ranks | None:
    """The ranks that run the grid of a command line; None where threads do. What goes wrong from here on is said once for all."""
    if arguments.transport != "mpi":
        if arguments.any_order:
            raise InputError("--any-order is for --transport mpi")
        if wrong := [spec for spec in (*arguments.input, *arguments.expected, arguments.output or "") if is_of_rank(spec)]:
            raise InputError(f"{wrong[0]:.100}: files of ranks are for --transport mpi")
        return None
    if not arguments.grid:
        raise InputError("--transport mpi needs a --grid RxP, which says what the ranks run")
    if given := [option for name, option in _LOCAL.items() if getattr(arguments, name)]:
        raise InputError(f"{given[0]} is for processes of one machine; it takes no --transport mpi")
    from hloom.grid import mpi

    ranks = mpi(any_order=arguments.any_order)
    ranks.speak(2)
    arguments.say = ranks.say
    return ranks


def is_of_rank(spec: str) -> bool:
    """Whether each rank has a file of its own."""
    return spec.startswith(_OF_RANK)


def file_of(spec: str, rank: int) -> str:
    """The file of one rank: `rank:x.npz` is `x.3.npz`, `rank:{rank}/x.npz` is `3/x.npz`."""
    if not is_of_rank(spec):
        return spec
    name = spec.removeprefix(_OF_RANK)
    if "{rank}" in name:
        return name.replace("{rank}", str(rank))
    sign = "@" * name.startswith("@")
    path = PurePath(name.removeprefix("@"))
    if not path.suffix:
        raise InputError(f"{spec:.100}: a file of each rank is needed, as rank:x.npz, which is x.{rank}.npz in rank {rank}")
    return f"{sign}{path.with_name(f'{path.stem}.{rank}{path.suffix}')}"
