"""Numbers: element types and their exact arithmetic on NumPy arrays.

Everything that gives a number a meaning is here, once: how a type is stored, how a value is rounded to it, what an
integer division by zero gives. The operations' `eval` methods, constant folding and the literal parser all call it.
"""
