"""What C calls of a program that is compiled ahead: functions in LLVM IR, beside the kernels, the commands and what runs them."""
