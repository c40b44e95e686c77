"""Grids in ranks of MPI: what they compute is what threads of one process do, bit for bit, on both engines."""

from __future__ import annotations

import pytest

from tests.mpi.launching import launch, needs_mpi

pytestmark = needs_mpi


@pytest.mark.parametrize("count", [2, 4])
def test_drawn_programs(count: int) -> None:
    """Twenty programs; ranks of several processes are among them."""
    found = launch(count, ["-m", "tests.mpi.drawn_in_ranks", "20"])
    assert found.status == 0, f"{found.out}\n{found.err}"
    assert found.out == f"{count} ranks: 20 programs, 20 compiled\n"


@pytest.mark.parametrize("order", [[], ["any-order"]])
def test_ten_thousand_operations_of_random_sizes(order: list[str]) -> None:
    found = launch(2, ["-m", "tests.mpi.many_in_ranks", "20", "100", *order])
    assert found.status == 0 and found.out == "10000 operations\n", f"{found.out}\n{found.err}"
