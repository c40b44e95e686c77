"""Kernels of operations that are no loop nest over one formula: sort, scatter, scans."""
