"""Small tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable


def table(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """A title over a table of two columns, as HTML. Everything is text: nothing of it is taken for HTML."""
    from html import escape  # with a table of names that takes 200 KB

    body = "".join(f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(value)}</td></tr>'
                   for name, value in rows)
    return f"<div><strong>{escape(title)}</strong><table>{body}</table></div>"
