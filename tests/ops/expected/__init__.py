"""What operations compute, said by NumPy, Python's integers and mpmath alone: the source of expected values that is not hloom.

An entry is a function of an operation, of which it reads attributes and the shapes of results, and of arrays. Nothing here
imports hloom (a test sees to it), so that a mistake of hloom's arithmetic cannot stand on both sides of a comparison. The
entries check operations drawn at random (`test_expected.py`) and give `tools/make_cases.py` the values of
`tests/cases/operations`.
"""

from tests.ops.expected import (  # noqa: F401  (they register what is expected)
    arithmetic,
    contractions,
    elementwise,
    functions,
    indexing,
    linear_algebra,
    movement,
    reductions,
)
