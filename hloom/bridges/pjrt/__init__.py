"""hloom as a backend of JAX: a plugin of its PJRT interface."""
