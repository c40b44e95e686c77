"""Kernels and programs as code for the processor, on LLVM."""
