"""Passes that make a program fit the processor: they decide by its instructions, its caches and its workers."""
