"""What x86 processors have: their features by name, and the hooks of `llvm.instructions` in their instructions."""
