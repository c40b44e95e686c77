"""Custom calls that hloom knows: a definition for each target."""
