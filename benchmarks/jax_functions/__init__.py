"""A large sweep of programs that JAX exports: functions that its users write, by family, over types, odd sizes and layouts.

    python -m benchmarks.jax_functions FOLDER                          every family
    python -m benchmarks.jax_functions FOLDER --family sort --only top  rows of a family whose names hold a word
    python -m benchmarks.sweep --folder FOLDER                         what hloom makes of them, against XLA

Each module or package holds the cases of one or more families (`families.FAMILIES`), a package those of one by theme; `cases`
says what a case is.
"""
