"""Expressions: indices (`index`), scalars over them (`scalar`), predicates, and indexing maps. Knows no operation."""
