"""Decimal numbers from text to f64, many at a time.

A decimal whose digits make an integer below 2^53 and whose power of ten is at most 22 is that integer times or divided by
an exact power of ten: one operation, so the result is correctly rounded (Clinger's fast path). Nearly all numbers that
programs print are of this kind. Their parts are found by where the points, exponents and commas stand, and eight digits of
every number are converted by three multiplications. The rest are converted by NumPy, which uses Python's own conversion.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

_DECIMAL: Final = r"[-+]?+[0-9]++\.[0-9]*+(?:[eE][-+]?+[0-9]++)?+"
_DECIMALS: Final = re.compile(f"(?:{_DECIMAL},)*+{_DECIMAL}".encode())
_POWERS: Final = 10.0 ** np.arange(23)
_WHOLE_POWERS: Final = 10 ** np.arange(17)
#: For each number of digits, the bits of that many last characters of eight that say which digits they are.
_LAST: Final = np.array([0x0F0F0F0F0F0F0F0F >> 8 * (8 - n) << 8 * (8 - n) for n in range(9)], np.uint64)


def parse_decimals(flat: bytes) -> np.ndarray | None:
    """The numbers in `flat`, which has a comma between any two and no blanks, in f64; None if one is none."""
    characters = np.frombuffer(b"00000000%b0" % flat, np.uint8)  # with room to read eight characters up to any place
    commas = np.flatnonzero(characters == ord(","))
    points = np.flatnonzero(characters == ord("."))
    exponents = np.flatnonzero(characters | 32 == ord("e"))
    ends = np.append(commas, len(characters) - 1)
    starts = np.append(8, commas + 1)
    if len(points) != len(ends):
        return None
    if len(exponents) not in (0, len(ends)):  # only some numbers have an exponent
        return _exact(flat)
    stops = exponents if len(exponents) else ends
    whole = points - starts - _is_sign(characters[starts])
    fraction = stops - points - 1
    powers = ends - exponents - 1 - _is_sign(characters[exponents + 1]) if len(exponents) else np.ones_like(ends)
    if min(whole.min(), fraction.min() + 1, powers.min()) < 1:
        return None
    digits = int(whole.sum() + fraction.sum()) + (int(powers.sum()) if len(exponents) else 0)
    if np.count_nonzero(characters - np.uint8(ord("0")) < 10) != digits + 9:
        return None
    is_good = (whole <= 8) & (fraction <= 16) & (whole + fraction <= 18) & (powers <= 8)
    words = np.ndarray(len(characters) - 7, "<u8", characters, 0, (1,))
    mantissa = _number(words, points, whole) * _WHOLE_POWERS[np.minimum(fraction, 16)] + _number(words, stops, fraction)
    if fraction.max() > 8:
        mantissa += _number(words, np.maximum(stops - 8, 8), fraction - 8) * 10**8
    scale = -fraction
    if len(exponents):
        power = _number(words, ends, powers)
        scale += np.where(characters[exponents + 1] == ord("-"), -power, power)
    size = np.abs(scale)
    is_good &= (mantissa < 1 << 53) & (size <= 22)
    power_of_ten = _POWERS[np.minimum(size, 22)]
    values = np.where(scale < 0, mantissa / power_of_ten, mantissa * power_of_ten)
    np.negative(values, values, where=characters[starts] == ord("-"))
    rest = np.flatnonzero(~is_good)
    if len(rest):
        numbers = _exact(flat if len(rest) == len(ends) else b",".join(
            [flat[a - 8 : b - 8] for a, b in zip(starts[rest].tolist(), ends[rest].tolist())]))
        assert numbers is not None
        values[rest] = numbers
    return values


def _is_sign(characters: np.ndarray) -> np.ndarray:
    return (characters == ord("-")) | (characters == ord("+"))


def _number(words: np.ndarray, stops: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """What the last `counts` digits, at most eight, before each of the places `stops` stand for."""
    found = words[stops - 8] & _LAST[np.clip(counts, 0, 8)]
    # Each step makes pairs of neighbours, of which the first stands in the lower bits, into one number.
    for factor, bits, kept in ((10, 8, 0x00FF00FF00FF00FF), (100, 16, 0x0000FFFF0000FFFF), (10_000, 32, 0xFFFFFFFF)):
        found = (found * np.uint64((factor << bits) + 1)) >> np.uint64(bits) & np.uint64(kept)
    return found.astype(np.int64)


def _exact(flat: bytes) -> np.ndarray | None:
    """The numbers in `flat`, however many digits they have; None if one is none."""
    return np.fromstring(flat, np.float64, sep=",") if _DECIMALS.fullmatch(flat) else None
