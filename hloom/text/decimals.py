"""Decimal numbers from text to f64, many at a time.

A decimal whose digits make an integer below 2^53 and whose power of ten is at most 22 is that integer times or divided by
an exact power of ten: one operation, so the result is correctly rounded (Clinger's fast path). Nearly all numbers that
programs print are of this kind; they are converted column by column of their characters, in chunks. The rest go
through Python's own conversion one by one.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

_DECIMAL: Final = re.compile(rb"[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?")
#: Numbers that are converted at a time, and the longest that are converted together.
_CHUNK: Final = 1 << 15
_LONGEST: Final = 26
_POWERS: Final = 10.0 ** np.arange(23)


def parse_decimals(flat: bytes) -> np.ndarray | None:
    """The numbers in `flat`, which has a comma between any two and no blanks, in f64; None if one is none."""
    if not flat:
        return None
    characters = np.frombuffer(flat, np.uint8)
    ends = np.append(np.flatnonzero(characters == ord(",")), len(flat))
    starts = np.empty_like(ends)
    starts[0], starts[1:] = 0, ends[:-1] + 1
    found = np.empty(len(ends))
    for first in range(0, len(ends), _CHUNK):
        chunk = slice(first, first + _CHUNK)
        values, is_done = _simple(characters, starts[chunk], ends[chunk])
        for k in np.flatnonzero(~is_done):
            word = flat[starts[first + k] : ends[first + k]]
            if not _DECIMAL.fullmatch(word):
                return None
            values[k] = float(word)
        found[chunk] = values
    return found


def _simple(characters: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers in [starts, ends), and which of them are simple enough to be right."""
    lengths = ends - starts
    last = len(characters) - 1
    first = characters[np.minimum(starts, last)]
    is_negative = first == ord("-")
    mantissa = np.zeros(len(starts), np.int64)
    fraction, exponent = np.zeros_like(mantissa), np.zeros_like(mantissa)
    after_point, after_e = np.zeros(len(starts), bool), np.zeros(len(starts), bool)
    is_exponent_negative = np.zeros(len(starts), bool)
    whole, powers = np.zeros(len(starts), bool), np.zeros(len(starts), bool)
    is_good = (lengths > 0) & (lengths <= _LONGEST)
    previous_e = np.zeros(len(starts), bool)
    for column in range(int(min(lengths.max(initial=0), _LONGEST))):
        here = characters[np.minimum(starts + column, last)]
        is_inside = column < lengths
        digit = here - np.uint8(ord("0"))
        is_digit = (digit < 10) & is_inside
        in_mantissa = is_digit & ~after_e
        # A mantissa that leaves 2^53 stays there: the limit for one more digit keeps it from wrapping around.
        np.copyto(mantissa, np.minimum(mantissa, 1 << 56) * 10 + digit, where=in_mantissa)
        fraction += in_mantissa & after_point
        whole |= in_mantissa & ~after_point
        in_exponent = is_digit & after_e
        np.copyto(exponent, np.minimum(exponent, 1000) * 10 + digit, where=in_exponent)
        powers |= in_exponent
        is_sign = (here == ord("-")) | (here == ord("+"))
        is_exponent_negative |= previous_e & (here == ord("-")) & is_inside
        is_point, is_e = here == ord("."), (here | 32) == ord("e")
        is_expected = is_digit | (is_sign & (previous_e | (column == 0)))
        is_expected |= (is_point & ~after_point & ~after_e & whole) | (is_e & ~after_e & after_point)
        is_good &= is_expected | ~is_inside
        after_point |= is_point & is_inside
        previous_e = is_e & is_inside
        after_e |= previous_e
    scale = np.where(is_exponent_negative, -exponent, exponent) - fraction
    is_good &= after_point & (powers | ~after_e) & (mantissa < 1 << 53) & (np.abs(scale) <= 22)
    power = _POWERS[np.minimum(np.abs(scale), 22)]
    values = np.where(scale < 0, mantissa / power, mantissa * power)
    return np.where(is_negative, -values, values), is_good
