"""The section at the end of a file that holds the bytes of large constants.

    {-#
      dialect_resources: {
        builtin: {
          key: "0x08000000010000000000000002000000"
        }
      }
    #-}

A blob is hexadecimal; its first four bytes are the alignment, little-endian, and not part of the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hloom.ir.attributes import Resource
from hloom.ir.literal_text import keyword_text
from hloom.text.mlir.dense import bytes_of_digits
from hloom.text.mlir.lexer import Scanner, token_pattern

#: What is said of a constant that stands in a program without its numbers.
LEFT_OUT: Final = ("the numbers of this constant were left out when the program was printed (large_elements_limit, "
                   "--mlir-elide-elementsattrs-if-larger); print it without that limit")
_SECTION_LEFT_OUT: Final = ("; the section `{-# dialect_resources: ... #-}` at the end of a program has it, if printed whole "
                            "(large_resource_limit, --mlir-elide-resource-strings-if-larger), or a file beside it "
                            "(load(..., constants=...))")
#: The key of a constant without its numbers: there is no such resource, so that no program runs without them.
_ELIDED_KEY: Final = "__elided__"
_KEY: Final = token_pattern(r'([\w$.-]+)[ \t\r\n]*:|("(?:[^"\\\n]|\\.)*+")[ \t\r\n]*:')


def named_resource(key: str, found: dict[str, Resource]) -> Resource:
    """The resource that a constant names, the bytes of which may come later: kept in `found`."""
    resource = found.get(key)
    if resource is None:
        absence = LEFT_OUT if key == _ELIDED_KEY else f"the program has no resource {key!r}{_SECTION_LEFT_OUT}"
        resource = found[key] = Resource(key, absence=absence)
    return resource


def parse_resources(parser: Scanner, found: dict[str, Resource]) -> None:
    """Reads the section into `found`, where some are that the program names; those of other dialects and of tools are passed
    over."""
    parser.literal("{-#")
    while not parser.peek("#-}"):
        section = _key(parser)
        parser.literal("{")
        while not parser.peek("}"):
            dialect = _key(parser)
            if section == "dialect_resources" and dialect == "builtin":
                _blobs(parser, found)
            else:
                parser.skip_to(parser.balanced())
            if not parser.accept(","):
                break
        parser.literal("}")
        if not parser.accept(","):
            break
    parser.literal("#-}")


def _key(parser: Scanner) -> str:
    match = parser.expect(_KEY, "the name of a resource and ':'")
    if match.group(1) is not None:
        return match.group(1)
    return parser.unescape(match.group(2)[1:-1], match.start()).decode("utf-8", "surrogateescape")


def _blobs(parser: Scanner, found: dict[str, Resource]) -> None:
    parser.literal("{")
    while not parser.peek("}"):
        at = parser.position
        key = _key(parser)
        resource = found.setdefault(key, Resource(key))
        if resource.data is not None:
            parser.fail(f"resource {key} is given twice", at)
        resource.alignment, resource.data = _blob(parser)
        if not parser.accept(","):
            break
    parser.literal("}")


def _blob(parser: Scanner) -> tuple[int, bytes]:
    """The alignment and the bytes."""
    start = parser.position
    end = parser.text.find('"', start + 1)
    if not parser.peek('"0x') or end < 0:
        parser.fail_expected('a hexadecimal string "0x..."')
    try:
        raw = bytes_of_digits(parser.text, start + 3, end).data
    except ValueError as error:
        parser.fail(str(error), start, end=start + 20)
    if len(raw) < 4:
        parser.fail("a resource starts with four bytes that give its alignment", start)
    parser.skip_to(end + 1)
    return int.from_bytes(raw[:4], "little"), bytes(raw[4:])


def resources_text(resources: Mapping[str, Resource]) -> str:
    """The section for these resources under these names; nothing for none."""
    lines = [f'      {keyword_text(key)}: "0x{(resource.alignment.to_bytes(4, "little") + resource.data).hex().upper()}"'
             for key, resource in resources.items() if resource.data is not None]
    if not lines:
        return ""
    entries = ",\n".join(lines)
    return f"\n{{-#\n  dialect_resources: {{\n    builtin: {{\n{entries}\n    }}\n  }}\n#-}}\n"
