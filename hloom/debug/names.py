"""What engines are called: known without loading any."""

from __future__ import annotations

#: What `compare` and others take as engines.
ENGINES = ("reference", "cpu", "xla")
