"""Programs for C, compiled ahead: object files and shared libraries that need no Python, headers, and what build systems read."""

from __future__ import annotations

from hloom.bridges.c.emit import Emitted, emit_c

__all__ = ["Emitted", "emit_c"]
