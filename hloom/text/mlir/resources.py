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

from typing import TYPE_CHECKING, Any, Final

from hloom.ir.literal_text import keyword_text
from hloom.text.mlir.dense import bytes_of_digits
from hloom.text.mlir.lexer import token_pattern

if TYPE_CHECKING:
    from hloom.text.mlir.attributes import AttributeParser

_KEY: Final = token_pattern(r'([\w$.-]+)[ \t\r\n]*:|("(?:[^"\\\n]|\\.)*+")[ \t\r\n]*:')


class Resource(bytes):
    """The bytes of a `dense_resource`, in the order in which they lie in memory."""

    alignment: int

    @classmethod
    def of(cls, data: bytes | memoryview, alignment: int) -> Resource:
        """Bytes that ask to be placed at a multiple of `alignment`."""
        made = cls(data)
        made.alignment = alignment
        return made


def parse_resources(parser: AttributeParser, found: dict[str, Resource]) -> None:
    """Reads the section into `found`; resources of other dialects and of tools are passed over."""
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


def _key(parser: AttributeParser) -> str:
    match = parser.expect(_KEY, "the name of a resource and ':'")
    if match.group(1) is not None:
        return match.group(1)
    return parser.unescape(match.group(2)[1:-1], match.start()).decode("utf-8", "surrogateescape")


def _blobs(parser: AttributeParser, found: dict[str, Resource]) -> None:
    parser.literal("{")
    while not parser.peek("}"):
        at = parser.position
        key = _key(parser)
        if key in found:
            parser.fail(f"resource {key} is given twice", at)
        found[key] = _blob(parser)
        if not parser.accept(","):
            break
    parser.literal("}")


def _blob(parser: AttributeParser) -> Resource:
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
    return Resource.of(raw[4:], int.from_bytes(raw[:4], "little"))


def resources_text(resources: dict[str, Any]) -> str:
    """The section for these resources; nothing for none."""
    if not resources:
        return ""
    lines = []
    for key, data in resources.items():
        alignment = getattr(data, "alignment", 1)
        lines.append(f'      {keyword_text(key)}: "0x{(alignment.to_bytes(4, "little") + data).hex().upper()}"')
    entries = ",\n".join(lines)
    return f"\n{{-#\n  dialect_resources: {{\n    builtin: {{\n{entries}\n    }}\n  }}\n#-}}\n"
