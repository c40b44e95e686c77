"""What a text is taken for, by how it begins."""

from __future__ import annotations

import pytest

from hloom.support.diagnostics import InputError, ParseError
from hloom.text.detect import language

MODULE = "// a comment\nmodule { }"
HLO = "HloModule m\nENTRY e { ROOT x = f32[] parameter(0) }"


@pytest.mark.parametrize("text, format, expected", [
    (MODULE, "auto", "mlir"), (MODULE, "mlir", "mlir"), (HLO, "auto", "hlo"), (HLO, "hlo", "hlo"),
    ("%x = f32[2] negate(%y)", "auto", "hlo"), ("func.func @f() { vhlo.return_v1 }", "auto", "vhlo"), ("", "auto", "mlir"),
    ("%0 = stablehlo.add %x, %y : tensor<f32>", "hlo", "hlo"),
])
def test_languages(text: str, format: str, expected: str) -> None:
    assert language(text, format, "<input>") == expected


@pytest.mark.parametrize("text, format, error, message", [
    (HLO, "mlir", ParseError, "m.txt: this is a text in HLO; it is read with format='hlo' or format='auto'"),
    (MODULE, "hlo", ParseError, "m.txt: this is a text in MLIR, such as StableHLO; it is read with format='mlir'"),
    (MODULE, "proto", InputError, "the format 'proto' is not known; known: mlir, hlo, auto, and for bytes proto"),
    ("model.mlir", "mlir", InputError, "'model.mlir' is the name of a file, not a program: hloom.load reads files"),
    ("import jax\n", "auto", ParseError, "m.txt: this is a program in Python, which hloom does not read as a program"),
])
def test_what_is_no_program_of_that_language_is_named(text: str, format: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        language(text, format, "m.txt")
    assert message in str(caught.value)
