"""Minimum cuts against all ways to part small graphs."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hloom.support.minimum_cut import Graph


@pytest.mark.parametrize("seed", range(60))
def test_a_cut_costs_the_least_with_the_fewest_nodes_at_the_sink(seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = list(range(int(rng.integers(1, 6))))
    ends = ["source", *nodes, "sink"]
    edges = [(ends[a], ends[b], int(rng.integers(0, 5))) for a, b in rng.integers(0, len(ends), (12, 2)) if a != b]
    graph = Graph()
    for edge in edges:
        graph.edge(*edge)
    cost, at_sink = graph.cut("source", "sink")
    ways = []
    for sides in product([False, True], repeat=len(nodes)):
        chosen = {"sink", *(n for n, side in zip(nodes, sides) if side)}
        ways.append((sum(c for a, b, c in edges if a not in chosen and b in chosen), len(chosen), chosen))
    least, number, chosen = min(ways, key=lambda way: way[:2])
    assert (cost, at_sink) == (least, chosen)
    assert sum(way[:2] == (least, number) for way in ways) == 1


def test_a_graph_without_edges_costs_nothing() -> None:
    assert Graph().cut("source", "sink") == (0, {"sink"})


def test_edges_between_two_nodes_add_up() -> None:
    graph = Graph()
    graph.edge("source", "node", 2)
    graph.edge("source", "node", 3)
    graph.edge("node", "sink", 4)
    assert graph.cut("source", "sink") == (4, {"sink"})
