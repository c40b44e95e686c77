"""Writing LLVM IR: what every target that LLVM knows has in common. It is text: LLVM's library is not needed for it."""
