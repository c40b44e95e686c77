"""From where on rules of the pass `decompose` pay: sizes and factors that they are told, so that small programs can be treated as
large ones are.

    partial(decompose.run, limits=Limits(windows_worth_it=0))

Sources are the benchmarks (`make bench`, the sweep) on Zen 4 and Zen 5 with two threads.
"""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Multiplications of a convolution and steps of windows count those by zeros and at the edge."""

    #: Multiplications of a convolution over an input with holes from which on several kernels, one for each phase, are better
    #: than one; and from which on one without holes is, with another that puts in order what it computes (`convolution`).
    phases_worth_it: int = 1 << 19
    phases_worth_one: int = 1 << 16
    #: Phases of all dimensions together that are as many convolutions: where one can do all, and otherwise.
    many_phases: int = 16
    most_phases: int = 100
    #: Multiplications from which on a product with all taps and sums of its parts are better (`convolution_by_taps`).
    taps_worth_it: int = 1 << 18
    #: Multiplications of a lane in whose time a number is stored and added, where the caches hold all of them, and where not.
    kept: int = 14
    fetched: int = 30
    #: Bytes that the caches hold, and that what a rule makes may have.
    caches: int = 8 << 20
    most_bytes: int = 256 << 20
    #: Taps along all dimensions together up to which their parts are summed one by one: each is some operations.
    most_taps: int = 1 << 10
    #: Columns of a product beyond which a row of it is too far from the next one's.
    most_columns: int = 112
    #: How many times as long a convolution should take as that product.
    taps_margin: float = 1.25
    #: Bytes of a register. How many times as long a product takes whose outputs fill one register, or less.
    register: int = 64
    alone: float = 1.25
    #: Elements of a row of the result from which on its lanes are worth it, multiplications, and input features up to which sums
    #: of shifted parts take longer (`convolution_along_rows`).
    long_row: int = 8
    rows_worth_it: int = 1 << 12
    few_features: int = 7
    #: How many times as large as input and result together a padded input may become.
    most_times: int = 8
    #: Steps of a reduction of windows from which on several kernels are better than one, and phases that are too many kernels
    #: (`windows`).
    windows_worth_it: int = 1 << 16
    most_window_phases: int = 36
    #: Steps of a window that compiled code writes out, and how many of those one of a longer window takes.
    written_out: int = 16
    loop: int = 3
    #: Steps that reading and storing an element takes, and how many times fewer steps several kernels should take than one.
    access: int = 2
    windows_margin: float = 1.1
    #: Fewer places of a row do not fill vectors; with windows of so many steps all places are quicker, up to so many for each
    #: place.
    few_places: int = 8
    steps_of_window: range = range(4, 17)
    largest_stride: int = 8
    #: Terms of a complex product from which on a real one is worth it, and its rows at most (`complex_products`).
    complex_terms: int = 512
    complex_rows: int = 64


LIMITS = Limits()
