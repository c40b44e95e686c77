"""JAX on hloom: a plugin of PJRT, the interface between frameworks and what runs their programs."""
