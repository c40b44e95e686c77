"""Programs as HLO text, in and out."""

from hloom.text.hlo.parser import parse

__all__ = ["parse"]
