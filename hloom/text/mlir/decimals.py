"""Decimal numbers from text to f64, many at a time.

A decimal whose digits make an integer below 2^53 and whose power of ten is at most 22 is that integer times or divided by
an exact power of ten: one operation, so the result is correctly rounded (Clinger's fast path). Nearly all numbers that
programs print are of this kind; they are converted column by column of their characters, in chunks. The rest
are converted by NumPy, which uses Python's own conversion.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

_DECIMAL: Final = r"[-+]?+[0-9]++\.[0-9]*+(?:[eE][-+]?+[0-9]++)?+"
_DECIMALS: Final = re.compile(f"(?:{_DECIMAL},)*+{_DECIMAL}".encode())
#: Numbers that are converted at a time, and the longest that are converted together.
_CHUNK: Final = 1 << 15
_LONGEST: Final = 26
#: Where numbers are longer on average, some of them decide whether to convert them together.
_LONG: Final = 17
_SAMPLE: Final = 16
_POWERS: Final = 10.0 ** np.arange(23)


def parse_decimals(flat: bytes) -> np.ndarray | None:
    """The numbers in `flat`, which has a comma between any two and no blanks, in f64; None if one is none."""
    if not flat:
        return None
    characters = np.frombuffer(flat, np.uint8)
    ends = np.append(np.flatnonzero(characters == ord(",")), len(flat))
    starts = np.empty_like(ends)
    starts[0], starts[1:] = 0, ends[:-1] + 1
    if len(flat) > _LONG * len(ends) and not _simple(characters, starts[:_SAMPLE], ends[:_SAMPLE])[1].any():
        return _exact(flat)  # numbers of one constant are mostly alike
    found = np.empty(len(ends))
    for first in range(0, len(ends), _CHUNK):
        chunk = slice(first, first + _CHUNK)
        found[chunk], is_done = _simple(characters, starts[chunk], ends[chunk])
        rest = np.flatnonzero(~is_done)
        if len(rest):
            rest += first
            numbers = _exact(b",".join([flat[a:b] for a, b in zip(starts[rest].tolist(), ends[rest].tolist())]))
            if numbers is None:
                return None
            found[rest] = numbers
    return found


def _exact(flat: bytes) -> np.ndarray | None:
    """The numbers in `flat`, however many digits they have; None if one is none."""
    return np.fromstring(flat, np.float64, sep=",") if _DECIMALS.fullmatch(flat) else None


def _simple(characters: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers in [starts, ends), and which of them are simple enough to be right."""
    first = characters.take(starts, mode="clip")
    is_negative = first == ord("-")
    places = starts + (is_negative | (first == ord("+")))  # of the next character of each number
    lengths = ends - places
    least, longest = int(lengths.min(initial=0)), int(min(lengths.max(initial=0), _LONGEST))
    mantissa, exponent = np.zeros(len(starts), np.int64), np.zeros(len(starts), np.int64)
    digits, fraction, powers = (np.zeros(len(starts), np.uint8) for _ in range(3))
    after_point, after_e, previous_e, is_below_one = (np.zeros(len(starts), bool) for _ in range(4))
    is_good = (lengths > 0) & (lengths <= _LONGEST)
    any_e = False
    for column in range(longest):
        here = characters.take(places, mode="clip")
        places += 1
        digit = here - np.uint8(ord("0"))
        is_digit = digit < 10
        is_point, is_e = here == ord("."), (here | 32) == ord("e")
        is_inside = None
        if column >= least:
            is_inside = column < lengths
            is_digit &= is_inside
            is_point &= is_inside
            is_e &= is_inside
        in_mantissa = is_digit & ~after_e if any_e else is_digit
        _append(mantissa, digit, in_mantissa)
        digits += in_mantissa
        fraction += in_mantissa & after_point
        is_expected = is_point & ~after_point & (digits > 0)
        is_expected |= in_mantissa
        if any_e:
            is_expected &= ~after_e
            in_exponent = is_digit & after_e
            _append(exponent, digit, in_exponent)
            powers += in_exponent
            is_minus = previous_e & (here == ord("-"))
            is_below_one |= is_minus
            is_expected |= in_exponent | is_minus | (previous_e & (here == ord("+")))
        if any_e or is_e.any():
            any_e = True
            is_expected |= is_e & after_point & ~after_e
            after_e |= is_e
            previous_e = is_e
        is_good &= is_expected if is_inside is None else is_expected | ~is_inside
        after_point |= is_point
    scale = np.where(is_below_one, -exponent, exponent) - fraction
    # More digits may have wrapped around; at most 18 do not.
    is_good &= after_point & ((powers > 0) | ~after_e) & (powers < 4) & (digits <= 18)
    is_good &= (mantissa < 1 << 53) & (np.abs(scale) <= 22)
    power = _POWERS[np.minimum(np.abs(scale), 22)]
    values = np.where(scale < 0, mantissa / power, mantissa * power)
    return np.where(is_negative, -values, values), is_good


def _append(numbers: np.ndarray, digit: np.ndarray, where: np.ndarray) -> None:
    """Adds a last decimal digit to some of the numbers."""
    if where.all():
        numbers *= 10
        numbers += digit
    elif where.any():
        np.copyto(numbers, numbers * 10 + digit, where=where)
