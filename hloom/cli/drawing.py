"""Random arguments: in which range they are drawn is said by the program, which numbers of it by `--random SEED:KIND`."""

from __future__ import annotations

import argparse
import re
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.traits import Domain
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean

#: What may stand behind the seed, and what it means for floats and parts of complex numbers that may have any value.
KINDS: Final = {
    "normal": "normal with deviation 1, of matrices 1 / sqrt(rows), so that products of them stay near 1 (the default)",
    "uniform": "uniform in [-1, 1)",
    "positive": "uniform in [0.5, 2)",
    "whole": "whole numbers from -3 to 3, of which sums and products are exact",
}
HELP: Final = ("random values for the arguments that are not given: integers from 0 to 9, or within what they are indices of; "
               "floats from [0.5, 2) where their root, their logarithm or their inverse is taken or their name is that of a "
               "variance, inside of [-1, 1] where an inverse function wants that, else "
               + "; ".join(f":{kind} {meaning}" for kind, meaning in KINDS.items()))
#: From where positive floats are drawn, beyond what they have to be larger than; and the largest integer where nothing is known.
_POSITIVE: Final = (0.5, 2.0)
_LARGEST: Final = 9


ANYWHERE: Final = Domain()


class Drawing(NamedTuple):
    """A seed, and one of KINDS."""

    seed: int
    kind: str = "normal"

    @classmethod
    def parse(cls, text: str) -> Drawing:
        """`7` or `7:uniform`, as an option of a command says it."""
        match = re.fullmatch(r"(-?[0-9]{1,30})(?::(\w+))?", text)
        if match is None:
            raise argparse.ArgumentTypeError(f"{text!r:.60} is not of the form SEED or SEED:KIND, as in 7 or 7:uniform")
        if match[2] is not None and match[2] not in KINDS:
            raise argparse.ArgumentTypeError(f"numbers are drawn {', '.join(KINDS)}, not {match[2]!r:.60}"
                                             f"{did_you_mean(match[2], list(KINDS))}")
        if int(match[1]) < 0:
            raise argparse.ArgumentTypeError(f"a seed is not negative, got {match[1]}")
        return cls(int(match[1]), match[2] or "normal")


def random_value(type: Any, generator: np.random.Generator, kind: str = "normal", domain: Domain = ANYWHERE) -> np.ndarray:
    """A random array of a type, in a domain; a dimension of unknown size gets 2. Raises InputError for a type of other values."""
    if not isinstance(type, TensorType):
        raise InputError(f"there are no random values of type {type}")
    shape = tuple(2 if n == DYNAMIC else n for n in type.shape)
    storage = type.storage
    if storage.kind == "pred":
        return generator.integers(0, 2, shape).astype(np.bool_)
    if storage.is_integer:
        return _integers(shape, storage, generator, domain)
    if storage.is_complex:
        return (_numbers(shape, kind, generator) + 1j * _numbers(shape, kind, generator)).astype(storage.dtype)
    return convert(_floats(shape, kind, generator, domain), storage)


def _integers(shape: tuple[int, ...], type: ElementType, generator: np.random.Generator, domain: Domain) -> np.ndarray:
    most = (1 << (type.width - (type.kind == "sint"))) - 1
    least = 0 if type.kind == "uint" else -1 - most
    low = max(0 if domain.low is None else domain.low + domain.is_open, least)
    high = min(max(_LARGEST, low) if domain.high is None else domain.high - domain.is_open, most)
    return generator.integers(min(low, most), max(low, high), shape, endpoint=True, dtype=np.int64).astype(type.dtype)


def _floats(shape: tuple[int, ...], kind: str, generator: np.random.Generator, domain: Domain) -> np.ndarray:
    if domain.low is not None and domain.high is not None:  # all but the tenth that is next to the ends
        middle, half = (domain.low + domain.high) / 2, (domain.high - domain.low) / 2
        return middle + 0.9 * half * generator.uniform(-1, 1, shape)
    if kind == "whole" and domain.low is not None:
        return generator.integers(domain.low + 1, domain.low + 4, shape).astype(np.float64)
    if domain.low is not None:
        return domain.low + generator.uniform(*_POSITIVE, shape)
    return _numbers(shape, kind, generator)


def _numbers(shape: tuple[int, ...], kind: str, generator: np.random.Generator) -> np.ndarray:
    """Numbers of one of KINDS."""
    if kind == "uniform":
        return generator.uniform(-1, 1, shape)
    if kind == "positive":
        return generator.uniform(*_POSITIVE, shape)
    if kind == "whole":
        return generator.integers(-3, 4, shape).astype(np.float64)
    scale = max(shape[-2], 1) ** -0.5 if len(shape) > 1 else 1.0
    return scale * generator.standard_normal(shape)
