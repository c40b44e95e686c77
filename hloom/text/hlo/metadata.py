"""Metadata, frontend attributes and origins of instructions: checked, and kept as their canonical text."""

from __future__ import annotations

import re
from typing import Final

from hloom.support.spelling import did_you_mean
from hloom.text.hlo import formats
from hloom.text.hlo.scanner import DEEPEST, Scanner, is_braces, quoted

#: The fields of metadata in the order in which they are written, with what their values are.
_FIELDS: Final = {
    "op_type": "string", "op_name": "string", "source_file": "string", "source_line": "integer", "source_end_line": "integer",
    "source_column": "integer", "source_end_column": "integer", "profile_type": "numbers", "deduplicated_name": "string",
    "preserve_layout": "boolean", "scheduling_name": "string", "stack_frame_id": "integer", "metadata_payload": "string",
    "creation_pass_id": "integer", "logical_creation_pass_id": "integer", "size_of_generated_code_in_bytes": "integer",
    "size_of_memory_working_set_in_bytes": "integer",
}
#: Without one of these XLA does not print metadata, though its messages keep it.
_SHOWN: Final = re.compile(r"[{ ](?:op_type|op_name|source_file|scheduling_name|metadata_payload)=")
_FIRST: Final = ("{op_type=", "{op_name=", "{source_file=")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
#: How values are written that say nothing, which are left out.
_NOTHING: Final = ('""', "0", "{}", "{0}", "false")
#: Metadata as XLA writes it; what looks so is what it stands for. Strings are ASCII, with as few escapes as XLA has.
_PATTERNS: Final = {"string": r'"(?:[ !#-&(-\[\]-~]|\\[nrt"\'\\])++"', "integer": "-?[1-9][0-9]*+",
                    "numbers": r"\{[1-9][0-9,]*\}", "boolean": "true"}
CANONICAL: Final = re.compile(
    r"\{" + "".join(rf"(?:{name}={_PATTERNS[kind]}(?: |(?=\}})))?" for name, kind in _FIELDS.items()) + r"(?<=[^ {])\}")


def read_metadata(scanner: Scanner) -> str:
    """`{op_type="a" op_name="b" source_line=1}`; commas or blanks divide the fields."""
    scanner.skip()
    known = CANONICAL.match(scanner.text, scanner.at)
    if known:
        scanner.at = known.end()
        return known.group()
    found: dict[str, str] = {}
    scanner.expect("{", "at the start of metadata")
    while not scanner.take("}"):
        scanner.take(",")
        scanner.skip()
        start = scanner.at
        name = scanner.word("a field of metadata")
        if name not in _FIELDS or name in found:
            scanner.fail(f"metadata has no field {name!r}{did_you_mean(name, _FIELDS)}" if name not in _FIELDS
                         else f"metadata states {name} twice", start)
        scanner.expect("=", f"behind {name}")
        kind = _FIELDS[name]
        if kind == "string":
            found[name] = quoted(scanner.string())
        elif kind == "integer":
            found[name] = str(scanner.integer())
        elif kind == "boolean":
            found[name] = formats.truth(scanner.boolean())
        else:
            found[name] = formats.braced(formats.numbers(scanner))
    said = {name: found[name] for name in _FIELDS if found.get(name, "0") not in _NOTHING}
    return f"{{{' '.join(f'{name}={value}' for name, value in said.items())}}}" if said else ""


def shown_metadata(text: str) -> str:
    """Metadata as XLA prints it, which may be nothing."""
    return text if text.startswith(_FIRST) or _SHOWN.search(_STRING.sub('""', text)) else ""


def read_frontend_attributes(scanner: Scanner) -> str:
    """`{a="b",c={type="s64"}}`: names with strings, or with text in balanced braces; in the order of the names, as of a map."""
    found: dict[str, str] = {}

    def one() -> None:
        name = scanner.word("a frontend attribute") if not scanner.peek('"') else scanner.string()
        scanner.expect("=", f"behind {name}")
        found[name] = scanner.braces(name) if scanner.peek("{") else backend_config_text(scanner.string())

    scanner.listed(one, "{", "}", "the frontend attributes")
    return f"{{{','.join(f'{name}={found[name]}' for name in sorted(found))}}}"


def read_backend_config(scanner: Scanner) -> str:
    """A string, or text in balanced braces; gives the characters that it stands for."""
    return scanner.braces("backend_config") if scanner.peek("{") else scanner.string("a configuration")


def backend_config_text(value: str) -> str:
    return value if is_braces(value) else quoted(value)


_NAME: Final = re.compile(r"[\w.-]+", re.ASCII)


def read_origin(scanner: Scanner) -> str:
    """`{{"v1"}}`, `{({"v1"}, {"v2" {0}})}`, `{[synthetic_call]}`."""
    scanner.expect("{", "at the start of an origin")
    if scanner.take("["):
        found = f"[{scanner.word('synthetic_call')}]"
        scanner.expect("]", "behind synthetic_call")
    else:
        found = _tree(scanner, 0)
    scanner.expect("}", "at the end of an origin")
    return f"{{{found}}}"


def _tree(scanner: Scanner, depth: int) -> str:
    if depth > DEEPEST:
        scanner.fail(f"maximum recursion depth exceeded: origins nest at most {DEEPEST} deep")
    if scanner.peek("("):
        return f"({', '.join(scanner.listed(lambda: _tree(scanner, depth + 1), '(', ')', 'an origin'))})"
    scanner.expect("{", "at the start of an origin")
    if scanner.take("}"):
        return "{}"
    name = scanner.string("the name of an instruction")
    text = quoted(name) if "\\" in name or '"' in name else f'"{name}"'
    if scanner.peek("{"):
        text += f" {formats.index_text(formats.read_index(scanner))}"
    scanner.expect("}", "behind the name of an instruction")
    return f"{{{text}}}"
