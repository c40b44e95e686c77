"""Doors for what other frameworks hand on. Nothing else of hloom needs them, and none needs its framework to be loaded."""
