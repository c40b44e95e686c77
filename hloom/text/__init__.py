"""Programs as text, one package a language."""
