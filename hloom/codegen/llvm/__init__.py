"""LLVM emission: everything that writes LLVM IR or talks to llvmlite.

llvmlite is imported lazily, inside functions, so that `import hloom` stays fast.
"""
