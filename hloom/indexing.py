"""Indexing maps: which element of one tensor depends on which element of another.

    >>> m = parse_map("(d0, d1) -> (d0 + d1 floordiv 16, d1 mod 16), domain: d0 in [0, 6], d1 in [0, 14]")
    >>> print(m.simplify())
    (d0, d1) -> (d0, d1), domain: d0 in [0, 6], d1 in [0, 14]

An `IndexingMap` is a function of dimension variables `d0, ...` (an index of the one tensor), range variables `s0, ...`
(iterated over for that index) and runtime variables `rt0, ...` (read when the program runs) to an index of the other
tensor. It is defined on the points within all bounds at which all constraints hold. Indices, strides and bounds count
elements; bounds are inclusive (indexing analysis: "Functions and domain").

`output_to_input(op)` and `input_to_output(op)` give the maps of an operation, `function_maps(function)` those of a whole function
to its arguments, `computation_maps(value, block)` those to everything that a value depends on. `readers(value)` lists the
operations that read a value, also inside of fusions and of what is called, with the maps to what they make of it.
"""

from __future__ import annotations

from hloom.analysis.dependence import computation_maps, function_maps, input_to_output, output_to_input
from hloom.analysis.readers import Reading, readers
from hloom.expr.compose import compose, intersect_domains
from hloom.expr.index import Dim, IndexExpr, Range, Runtime, interval_of, simplify
from hloom.expr.index_text import format_expression, parse_expression
from hloom.expr.indexing_map import UNDEFINED, DimVar, IndexingMap, RangeVar, RTVar, format_map
from hloom.expr.interval import Interval
from hloom.expr.inverse import inverse
from hloom.expr.map_text import parse_map
from hloom.expr.map_variables import (
    convert_ranges_to_dims,
    convert_symbols_to_dims,
    count_points,
    merge_duplicate_runtime_variables,
    points,
    remove_unused_symbols,
    remove_unused_variables,
    rescale_ranges,
)
from hloom.expr.predicate import ALWAYS, NEVER, Constraint, Predicate

__all__ = [
    "ALWAYS",
    "NEVER",
    "UNDEFINED",
    "Constraint",
    "Dim",
    "DimVar",
    "IndexExpr",
    "IndexingMap",
    "Interval",
    "Predicate",
    "RTVar",
    "Range",
    "RangeVar",
    "Reading",
    "Runtime",
    "compose",
    "computation_maps",
    "convert_ranges_to_dims",
    "convert_symbols_to_dims",
    "count_points",
    "format_expression",
    "format_map",
    "function_maps",
    "input_to_output",
    "intersect_domains",
    "interval_of",
    "inverse",
    "merge_duplicate_runtime_variables",
    "output_to_input",
    "parse_expression",
    "parse_map",
    "points",
    "readers",
    "remove_unused_symbols",
    "remove_unused_variables",
    "rescale_ranges",
    "simplify",
]
