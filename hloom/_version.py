"""The version of hloom, in one place: the packaging, the command line and the cache keys read it from here."""

__version__ = "0.1.0"
