"""What a text is, by how it begins: a program in HLO or in MLIR, in VHLO's spelling, the name of a file, or something else."""

from __future__ import annotations

import re
from typing import Literal

from hloom.support.diagnostics import InputError, ParseError
from hloom.support.kinds import no_program

_BLANK = re.compile(r"(?:\s+|//[^\r\n]*|/\*.*?\*/)+", re.DOTALL)
#: How texts in HLO begin; no text in MLIR does.
_NAME = r"(?:ROOT\s+)?%?[A-Za-z_][\w.-]*\s*"
_TYPED = r"=\s*\(*[a-z][a-z0-9]*\["
_HLO = re.compile(rf"HloModule\b|ENTRY\b|{_NAME}{_TYPED}|[a-z][a-z0-9]*\[[^{{}}\n]*|{_NAME}(?:\([^{{}}]*)?\{{\s*{_NAME}{_TYPED}")
#: How texts in MLIR begin, unless with an operation; no text in HLO does.
_MLIR = re.compile(r'"?(?:builtin\.)?module\b|(?:func\.)?func\b|[#!][A-Za-z_][\w.-]*\s*=|\{-#')
#: What stands in texts of VHLO, the versioned form of StableHLO in artifacts.
_VHLO = "vhlo."
#: What is the name of a file and no program.
_PATH = re.compile(r"[^\s{}\"%@]+\.(?:mlir|mlirbc|bc|hlo|txt|pb|pbtxt|py|ipynb|onnx|tflite|npz|pt|pt2|pth|safetensors|h5|keras)")


def language(text: str, format: str, name: str) -> Literal["mlir", "hlo", "vhlo"]:
    """The language of a program, of which `format` says `mlir`, `hlo`, or `auto`: what the text looks like; `vhlo` is MLIR with
    operations of VHLO. ParseError for a text of another language or kind, InputError for another format, or a file's name."""
    seems_hlo = looks_like_hlo(text)
    if not seems_hlo and not looks_like_mlir(text):
        from hloom.support.text_kinds import text_kind  # few programs begin so

        if (found := text_kind(text)) is not None:
            raise ParseError(f"{name}: {no_program(*found)}")
    if format == "auto":
        format = "hlo" if seems_hlo else "mlir"
    elif (format == "mlir" and seems_hlo) or (format == "hlo" and not seems_hlo and looks_like_mlir(text)):
        kind, other = ("HLO", "hlo") if seems_hlo else ("MLIR, such as StableHLO", "mlir")
        raise ParseError(f"{name}: this is a text in {kind}; it is read with format={other!r} or format='auto'")
    if format == "hlo":
        return "hlo"
    if format != "mlir":
        raise InputError(f"the format {format!r} is not known; known: mlir, hlo, auto, and for bytes proto")
    if _PATH.fullmatch(text):
        raise InputError(f"{text!r:.200} is the name of a file, not a program: hloom.load reads files")
    return "vhlo" if _VHLO in text else "mlir"


def looks_like_hlo(text: str) -> bool:
    """Whether a text begins as HLO does: with a module's header, or with a computation or an instruction of HLO."""
    return _HLO.match(text, _start(text)) is not None


def looks_like_mlir(text: str) -> bool:
    """Whether a text begins as programs in MLIR usually do: with a module, a function, or the name of an attribute or type."""
    return _MLIR.match(text, _start(text)) is not None


def _start(text: str) -> int:
    """The place behind the blanks and comments with which a text begins."""
    blank = _BLANK.match(text)
    return blank.end() if blank else 0
