"""The cheapest way to part a graph in two (Ford and Fulkerson): paths from the source are filled until none is left."""

from __future__ import annotations

from collections.abc import Hashable


class Graph:
    """A graph whose edges say what it costs to have their beginnings on the source's side and their ends on the sink's."""

    def __init__(self) -> None:
        #: By node, the nodes that edges lead to, each with what may still flow there; those that flow comes from, too.
        self.left: dict[Hashable, dict[Hashable, int]] = {}

    def edge(self, start: Hashable, end: Hashable, cost: int) -> None:
        """Adds to the cost of having `start` on the source's side and `end` on the sink's."""
        ends = self.left.setdefault(start, {})
        ends[end] = ends.get(end, 0) + cost
        self.left.setdefault(end, {}).setdefault(start, 0)

    def cut(self, source: Hashable, sink: Hashable) -> tuple[int, set[Hashable]]:
        """The least cost, and the nodes on the sink's side: of several ways that cost as much the one with the fewest."""
        total = 0
        # Where a path once led nowhere none leads later: each edge from the source is done once.
        for first in list(self.left.get(source, ())):
            while path := self._path(source, first, sink):
                amount = min(self.left[a][b] for a, b in path)
                for a, b in path:
                    self.left[a][b] -= amount
                    self.left[b][a] += amount
                total += amount
        return total, self._leading_to(sink)

    def _path(self, source: Hashable, first: Hashable, sink: Hashable) -> list[tuple[Hashable, Hashable]]:
        """The edges of a shortest path that begins with an edge and on which something may flow; none if there is no path."""
        if not self.left[source][first]:
            return []
        before: dict[Hashable, Hashable] = {source: source, first: source}
        reached = [first]
        for node in reached:
            if node == sink:
                path = []
                while node != source:
                    path.append((before[node], node))
                    node = before[node]
                return path
            for end, amount in self.left[node].items():
                if amount and end not in before:
                    before[end] = node
                    reached.append(end)
        return []

    def _leading_to(self, sink: Hashable) -> set[Hashable]:
        """The nodes from which something may still flow to the sink, which is one of them."""
        found = {sink}
        pending = [sink]
        while pending:
            node = pending.pop()
            for start in self.left.get(node, ()):
                if start not in found and self.left[start][node]:
                    found.add(start)
                    pending.append(start)
        return found
