"""MLIR bytecode: the container, which knows no dialect, and (`dialects`) how dialects write their attributes and types."""
