"""Texts that are no programs, by how they begin: what people have beside their programs, and hand over in their place."""

from __future__ import annotations

import re
from typing import Final

from hloom.support.foreign_programs import OF_JAX, OF_TENSORFLOW, OF_TORCH

#: What may stand before the first word: blanks, and comments that no program of MLIR or HLO has.
_LEAD: Final = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/|;[^\n]*|#(?:[ \t][^\n]*)?(?=\n))+", re.DOTALL)
_OF_DUMPS: Final = "the programs of a dump are its files .hlo, .txt and .mlir"
_EXPORT: Final = f"{OF_JAX}, {OF_TORCH} for PyTorch"
#: How kinds of texts begin, what they are, and what to do.
_PYTHON: Final = (
    r"#!\s*/[^\n]*python|import\s+\w+\s*\Z|(?:import|from)\s+\.*[A-Za-z_][\w.]*(?:\s+(?:as|import)\b|\s*,|\s*\n)|"
    r"(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[(:]|@[\w.]+(?:\([^\n]{0,500}\))?[ \t]*\n\s*(?:@|def|class)|"
    r"[rRuU]?(?:\"\"\"|\'\'\')"
)
_LLVM: Final = r"(?:source_filename|target (?:datalayout|triple))\s*=|define\s[^\n]{0,500}?@|declare\s[^\n]{0,500}?@"
_KINDS: Final = tuple((re.compile(pattern, re.DOTALL), kind, remedy) for pattern, kind, remedy in (
    (_PYTHON, "a program in Python", f"export what it computes: {_EXPORT}"),
    (r"\{\s*\"(?:cells|metadata|nbformat)\".*\"nbformat\"", "a notebook of Jupyter", f"export what it computes: {_EXPORT}"),
    (r"\{\s*(?:\x1b\[[0-9;]*m)*lambda\b", "a jaxpr, the text of a function of JAX", f"{OF_JAX}, of the function"),
    (r"ExportedProgram:|class GraphModule\(|graph\(\)\s*:|graph\(%", "a graph of PyTorch", OF_TORCH),
    (r"(?:node|graph_def|meta_graphs|saved_model_schema_version)\s*[:{]", "a graph of TensorFlow", OF_TENSORFLOW),
    (_LLVM, "a program in LLVM IR", "take what it was compiled from"),
    (r"\.version\s+[0-9.]+\s*\n\s*\.target\b", "a program in PTX", "take what it was compiled from"),
    (r"\.(?:text|file|section|globl|build_version|intel_syntax)\b", "a program in assembly", "take what it was compiled from"),
    (r"#\s*(?:include|pragma|define|ifn?def|if)\b|(?:using\s+)?namespace\b|template\s*<|extern\s+\"C|int\s+main\s*\(",
     "a program in C or C++", ""),
    (r"BufferAssignment:", "XLA's assignment of buffers", _OF_DUMPS),
    (r"(?:strict )?(?:di)?graph\b[^\n]*\{", "a graph to be drawn (DOT)", _OF_DUMPS),
    (r"<(?:!DOCTYPE|html|svg|\?xml)\b", "a page to be shown (HTML, XML)", ""),
    (r"[\[{]\s*(?:\"(?:[^\"\\\n]|\\.)*\"\s*[:,]|\{\s*\")", "a text in JSON", ""),
))


def text_kind(text: str) -> tuple[str, str] | None:
    """What a text is that is no program, in words, and what to do, which may be empty; None for what may be a program."""
    lead = _LEAD.match(text)
    at = lead.end() if lead else 0
    for pattern, kind, remedy in _KINDS:
        if pattern.match(text, at) or (at and pattern.match(text)):
            return kind, remedy
    return None
