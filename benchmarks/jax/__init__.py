"""JAX on hloom against JAX on XLA-CPU."""
