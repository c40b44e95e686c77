"""What newcomers write where a program has something else, and what they mean: hints for messages of syntax."""

from __future__ import annotations

import re
from typing import Final

from hloom.numbers.element_type import ELEMENT_TYPES

_TENSOR: Final = "; a tensor's type is written tensor<2x3xf32>, with ? for a size that is not known"
_VALUE: Final = "; the name of a value begins with %"
_COMMENT: Final = "; a comment begins with //"
_NUMBER: Final = "; a number is a constant with a name of its own: %c = stablehlo.constant dense<1.0> : tensor<f32>"
_FUNCTION: Final = "; the type of a function stands here: (tensor<2x3xf32>) -> tensor<3x2xf32>"
_TYPES_OF_RESULTS: Final = ("; several types of results stand in parentheses, (tensor<f32>, tensor<i32>); where operands and "
                            "results are of one type, it is written once")
_OPERATION: Final = "an operation"

#: What element types are called elsewhere.
_TYPES: Final = {
    "float": "f32", "float32": "f32", "single": "f32", "double": "f64", "float64": "f64", "half": "f16", "float16": "f16",
    "bfloat16": "bf16", "bfloat": "bf16", "bool": "i1", "boolean": "i1", "pred": "i1", "bit": "i1", "byte": "i8", "short": "i16",
    "int": "i32", "integer": "i32", "long": "i64", "uint": "ui32", "char": "i8", "complex64": "complex<f32>",
    "c64": "complex<f32>", "complex128": "complex<f64>", "c128": "complex<f64>", "string": "no type of StableHLO",
    **{f"{word}{n}": f"{kind}{n}" for word, kind in (("int", "i"), ("s", "i"), ("uint", "ui"), ("u", "ui"))
       for n in (2, 4, 8, 16, 32, 64)},
    **{name.lower(): name for name in ELEMENT_TYPES},
}
_WORD: Final = re.compile(r"[A-Za-z_]\w*", re.ASCII)

#: What was expected, how the text before ends, how what stands there begins, and what to say.
_MISTAKES: Final = tuple((wanted, re.compile(before), re.compile(here), hint) for wanted, before, here, hint in (
    ("a type", r"tensor<\s*\(?\Z", r"[-\[(0-9]|None|(?:b?f|u?i|ui)[0-9]+x[0-9?]", _TENSOR),
    ("a type", r"x\s*\Z", r"[-\[(]|None|[0-9]", _TENSOR),
    ("a type", r"", r"Tensor\b", "; write tensor"),
    ("a type", r"[(,]\s*\Z", r"[A-Za-z_]\w*\s*:", _VALUE),
    ("an operand", r"", r"[A-Za-z_]", _VALUE),
    ("an operand", r"", r"-?[0-9.]", _NUMBER),
    ("an operand", r"", r"\(", "; operands stand without parentheses unless the operation's name is in quotes"),
    (_OPERATION, r"return\s*\Z", r"-?[0-9]+\.", _NUMBER),
    (_OPERATION, r"", r"[$@]\w+\s*=", _VALUE),
    ("the name of a result", r"", r"%[\w%]", "; results are named as in %0 = or %0:2 =, without types"),
    (_OPERATION, r"", r"[0-9]\w*\s*=", _VALUE), (_OPERATION, r"return\s*\Z", r"[0-9]", _VALUE),
    (_OPERATION, r"", r";", "; operations end where their types do, without ';'"),
    (_OPERATION, r"", r"#[\s#!]|/\*|--|%%", _COMMENT),
    (_OPERATION, r"=\s*\Z", r"[%0-9(]", "; an operation begins with its name: stablehlo.add %x, %y : tensor<2x3xf32>"),
    (_OPERATION, r"\)\s*\Z", r"=>|:", "; the types of a function's results stand behind ->"),
    (_OPERATION, r"", r",", _TYPES_OF_RESULTS),
    (_OPERATION, r"", r"\}", "; a brace is closed that was not opened"),
    ("", r"", r"[\u201c\u201d\u201e\u2018\u2019]", "; quotes are written \""),
    ("", r"", r"```", "; leave out the ``` of Markdown"),
    ("':'", r"", r",", "; it takes no more operands"), ("'<'", r"dense\s*\Z", r"[(\[]", "; write dense<...>"),
    ("':'", r"\breturn\s[^\n]*\Z", r"", "; a return states the types of its values: return %0 : tensor<2x3xf32>"),
    ("':'", r"", r"", "; the type stands behind it, such as : tensor<2x3xf32>"),
    ("'('", r":\s*\Z", r"(?:tensor|complex|tuple)\s*<|[a-z]+[0-9]+\b|!", _FUNCTION),
    ("'('", r"", r"%", "; operands stand in parentheses here"),
    ("'->'", r"", r"", "; the type of a function is written (operands) -> results"),
    ("comparison_direction", r"", r"", "; it stands before the operands: EQ, NE, LT, LE, GT or GE"),
    ("'['", r"", r"[(0-9-]", "; a list is written [1, 0]"),
    ("a symbol name", r"", r"[A-Za-z_]", "; the name of a function begins with @"),
    ("')'", r"", r"%", "; an argument is written %x: tensor<2x3xf32>"),
))
#: Characters of the text before a place that are looked at.
_BEFORE: Final = 200


def hint_for(wanted: str, text: str, at: int) -> str:
    """What is meant by what stands at a place of a text where something else was expected, as the end of a message; empty where
    nobody knows."""
    if wanted == "a type" and (word := _WORD.match(text, at)) and word.group().lower() in _TYPES:
        return f"; write {_TYPES[word.group().lower()]}"
    before = text[max(0, at - _BEFORE) : at]
    for expected, behind, here, hint in _MISTAKES:
        if wanted.startswith(expected) and here.match(text, at) and behind.search(before):
            return hint
    return ""


def number_hint(word: str, element: str) -> str:
    """How a number is written that an element type does not take as it stands, as the end of a message."""
    lowered = word.lower().lstrip("+-")
    sign = "-" if word.startswith("-") else ""
    if lowered in ("inf", "infinity", "nan"):
        return "; infinities and NaN are written as their bits, in f32 0x7F800000, 0xFF800000 and 0x7FC00000"
    if lowered in ("true", "false"):
        if element == "i1":
            return f"; write {lowered}"
        return "; write 1 or 0" if element.startswith(("i", "ui")) else "; write 1.0 or 0.0"
    plain = re.fullmatch(r"([0-9]*)(\.[0-9]*)?(e[-+]?[0-9]+)?[fl]?", lowered)
    if plain is None or not (plain[1] or (plain[2] or ".") != "."):
        return ""
    if element.startswith(("i", "ui")):
        return f"; an element of type {element} is an integer"
    return f"; write {sign}{plain[1] or '0'}{plain[2] or '.0'}{plain[3] or ''}"
