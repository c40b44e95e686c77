"""The rules of the simplifier, by the nodes that they are for (`simplify` has the table)."""
