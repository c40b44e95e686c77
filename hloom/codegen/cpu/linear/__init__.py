"""Triangular factors and systems: whole batches side by side in lanes, or a large matrix row by row."""
