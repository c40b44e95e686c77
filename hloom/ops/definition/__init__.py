"""The language of definitions: operations, their fields, constraints, kinds of attributes."""
