"""Diagnostics and the two kinds of error: the user's (a program, an argument) and ours."""

from __future__ import annotations

from typing import Self

from hloom.support.records import dataclass
from hloom.support.source import Span

#: What a diagnostic's severity may be: the program cannot be used, or it is used but is not what the specification allows.
ERROR, WARNING = "error", "warning"

#: Most characters of one message, and most diagnostics that the text of one error spells out: input may be repeated in a message,
#: but not megabytes of it.
_LONGEST_MESSAGE = 4000
_MOST_SHOWN = 200


def shortened(text: str, longest: int = _LONGEST_MESSAGE) -> str:
    """The text, or its beginning and its end with the number of characters left out between them."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]} ... ({len(text) - 2 * half} characters left out) ... {text[-half:]}"


@dataclass(frozen=True)
class Diagnostic:
    """One finding about a program.

    `code` is the specification's own label where there is one (`reverse_c3`, `add_i1`), else a word for the rule
    (`syntax`, `dominance`, `symbol`). `notes` are further places or hints, each a message with an optional span.
    """

    code: str
    message: str
    span: Span | None = None
    severity: str = ERROR
    notes: tuple[tuple[str, Span | None], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", shortened(self.message))

    @property
    def is_error(self) -> bool:
        """Whether the program cannot be used for this."""
        return self.severity == ERROR

    @property
    def line(self) -> int:
        """Line of the place, from 1; 0 where the program has no source text."""
        return self.span.line if self.span else 0

    @property
    def column(self) -> int:
        return self.span.column if self.span else 0

    @property
    def frames(self) -> tuple[str, ...]:
        """The lines of the user's program, `train.py:41`, that the place was made from, the innermost first; none where the text
        has no debug information."""
        return self.span.frames if self.span else ()

    def __str__(self) -> str:
        """`file:line:column: error: [code] message`, without a place where there is none, then the source line with a caret, the
        lines of the user's program that it was made from where the text names them, then the notes."""
        lines = [f"{f'{self.span}: ' if self.span else ''}{self.severity}: [{self.code}] {self.message}"]
        if self.span:
            lines.append(self.span.excerpt())
        if self.frames:
            lines.append(f"note: made from {', called from '.join(self.frames)}")
        for message, span in self.notes:
            lines.append(f"{span}: note: {message}" if span else f"note: {message}")
            if span:
                lines.append(span.excerpt())
        return "\n".join(lines)


class UserError(Exception):
    """The program or the arguments are at fault; `diagnostics` says where and why."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message if diagnostics else shortened(message))
        self.diagnostics = diagnostics

    @classmethod
    def of(cls, *diagnostics: Diagnostic) -> Self:
        """The error that reports `diagnostics` (at least one)."""
        left_out = len(diagnostics) - _MOST_SHOWN
        shown = [*map(str, diagnostics[:_MOST_SHOWN]), *([f"and {left_out} more"] if left_out > 0 else [])]
        return cls("\n".join(shown), diagnostics)

    @classmethod
    def at(cls, span: Span | None, code: str, message: str) -> Self:
        """The error that reports one diagnostic."""
        return cls.of(Diagnostic(code, message, span))


class ParseError(UserError):
    """A text or file could not be read; raised at the first fault."""


class VerificationError(UserError):
    """A program breaks constraints; carries all that were found."""


class InputError(UserError):
    """An argument does not fit: its count, shape, element type or value."""


class EvaluationError(UserError):
    """A program failed while it ran: a custom call, an exhausted step limit, memory."""


class DeadlockError(EvaluationError):
    """Processes of a grid wait for each other for ever; the message names who waits where."""


class InternalError(Exception):
    """A fault of hloom itself: names the stage and what to run to see it again."""
