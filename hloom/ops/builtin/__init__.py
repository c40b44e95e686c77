"""What every program has: modules, functions and calls (dialects `builtin` and `func`). Importing defines them."""

from hloom.ops.builtin import function, module
