"""What families of operations share: shapes, quantization, bodies, groups of processes."""
