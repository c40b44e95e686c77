"""Rules of canonicalization: families of small rewrites, each with its equation."""
