"""What compiled code and what runs it agree on: the code generator writes it, the runtime reads it, neither knows the other."""
