"""How the attributes and types of each dialect are written in bytecode."""
