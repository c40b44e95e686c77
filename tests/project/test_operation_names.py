"""No operation's name stands as a string outside of the definitions and the texts: others ask for traits, or name the class."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import hloom.ops  # noqa: F401
from hloom.ops.definition.operation import REGISTRY, SPELLINGS
from hloom.text.hlo.opcodes import OPCODES
from tests.project.sources import source

ROOT = Path(__file__).resolve().parents[2] / "hloom"

#: Where operations are defined, and where their names are read and written.
DEFINITIONS_AND_TEXTS = {"ops", "text"}
#: The table of what each operation of StableHLO is called in which version.
VERSIONS = ROOT / "vhlo" / "operations.py"
#: XlaBuilder names instructions in its errors, as XLA does.
BUILDER = "xla"

NAMES = {*REGISTRY, *SPELLINGS}
DIALECTS = {name.partition(".")[0] for name in NAMES}
#: HLO's opcodes that are no words of anything else: those with a hyphen.
OPCODE_NAMES = {name for name in OPCODES if "-" in name}


def names_in(path: Path) -> Iterator[tuple[int, str]]:
    """Lines and texts of the strings of a file that are the name of an operation or of an instruction of HLO, or that make one
    from a mnemonic; and the comparisons of a mnemonic with anything, and of an opcode of HLO with a text."""
    found = source(path)
    yield from ((line, repr(text)) for line, text in found.texts if text in NAMES or text in OPCODE_NAMES)
    for joined in found.joined:
        if len(joined.values) > 1 and isinstance(joined.values[0], ast.Constant):
            start = str(joined.values[0].value)
            if start.endswith(".") and start[:-1] in DIALECTS:
                yield joined.lineno, ast.unparse(joined)
    for compared in found.compared:
        parts = [compared.left, *compared.comparators]
        if any(isinstance(part, ast.Attribute) and part.attr == "mnemonic" for part in parts):
            yield compared.lineno, ast.unparse(compared)
        elif any(_is_opcode(part) for part in parts) and any(isinstance(part, ast.Constant) for whole in parts
                                                            for part in ast.walk(whole)):
            yield compared.lineno, ast.unparse(compared)


def _is_opcode(part: ast.expr) -> bool:
    """Whether an expression is an opcode's name: `opcode`, or `opcode.name`."""
    held = part.value if isinstance(part, ast.Attribute) and part.attr == "name" else part
    return getattr(held, "id", getattr(held, "attr", "")) == "opcode"


def test_operations_are_not_named_by_strings() -> None:
    faults = []
    for path in sorted(ROOT.rglob("*.py")):
        folder = path.relative_to(ROOT).parts[0]
        if folder not in DEFINITIONS_AND_TEXTS and path != VERSIONS:
            faults += [f"{path.relative_to(ROOT.parent)}:{line}: {text}" for line, text in names_in(path)
                       if folder != BUILDER or text.strip("'") not in OPCODE_NAMES]
    assert not faults, "\n" + "\n".join(faults)


def test_the_scan_sees_names(tmp_path: Path) -> None:
    source = tmp_path / "scanned.py"
    source.write_text('"""stablehlo.add is a word of this text."""\n'
                      'a = op.name == "stablehlo.add"\n'
                      'b = f"stablehlo.{mnemonic}"\n'
                      'c = op.mnemonic in ("add", "multiply")\n'
                      'd = "stablehlo.nothing"\n'
                      'e = "mhlo.add"\n'
                      'f = opcode.name in ("call", "fusion")\n'
                      'g = self.opcode == "while"\n'
                      'h = opcode is None or other.name == "call"\n'
                      'i = {("ragged-dot", "lhs_batch_dims"): 1, ("no-operation", "call"): 2}\n', encoding="utf-8")
    assert sorted(line for line, _ in names_in(source)) == [2, 3, 4, 6, 7, 8, 10]
