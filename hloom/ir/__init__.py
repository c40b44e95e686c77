"""The intermediate representation: types, attributes, and operations in static single assignment form."""
