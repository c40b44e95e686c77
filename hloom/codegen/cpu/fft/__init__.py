"""Discrete Fourier transforms: many of them side by side, one in each lane of a register."""
