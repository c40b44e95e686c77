"""Grids on several machines: `hloom.grid.mpi()` gives the ranks of MPI that run them together.

    ranks = hloom.grid.mpi()                                  # in each process that mpiexec has started
    grid = hloom.compile_grid(module, 8, transport=ranks)
    results = grid(arguments)                                 # of the processes that are here
"""

from hloom.mpi.ranks import mpi

__all__ = ["mpi"]
