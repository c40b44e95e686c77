"""From a block of operations to kernels, buffers and commands: data that knows no LLVM."""
