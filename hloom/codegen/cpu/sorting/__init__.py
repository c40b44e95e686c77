"""Sorts and selections: a shared routine of code that depends on the width of keys only, and the kernels that use it."""
