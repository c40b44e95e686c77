"""Small tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def table(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """A title over a table of two columns, as HTML. Everything is text: nothing of it is taken for HTML."""
    body = "".join(f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(value)}</td></tr>'
                   for name, value in rows)
    return f"<div><strong>{escape(title)}</strong><table>{body}</table></div>"
