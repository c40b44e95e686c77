"""Hints for misspelled names."""

from __future__ import annotations

import pytest

from hloom.support.spelling import did_you_mean

KNOWN = ["stablehlo.add", "stablehlo.pad", "stablehlo.abs", "stablehlo.and", "stablehlo.multiply"]


@pytest.mark.parametrize("word, hint", [
    ("stablehlo.ad", "stablehlo.add"), ("stablehlo.pd", "stablehlo.pad"), ("stablehlo.mutliply", "stablehlo.multiply"),
    ("stablehlo.ab", "stablehlo.abs"),
])
def test_of_words_as_near_the_one_that_begins_alike(word: str, hint: str) -> None:
    assert did_you_mean(word, KNOWN) == did_you_mean(word, reversed(KNOWN)) == f"; did you mean '{hint}'?"


def test_nothing_is_near() -> None:
    assert did_you_mean("xyz", KNOWN) == did_you_mean("", KNOWN) == did_you_mean("add", []) == ""
