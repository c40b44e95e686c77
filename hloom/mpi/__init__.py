"""Grids on several ranks of MPI, which may be on several machines.

`ranks` is what scripts have of it. `library` loads MPI; `job` is what a rank knows of the others; `link` is how threads of one
rank reach processes of another; `line` connects every rank with the hub, a small process beside rank 0 (`hub`), which hears when
a rank is gone and finds out whether any can go on.
"""
