"""What JAX imports when it looks for its platforms: hloom becomes one for those who ask for it (`JAX_PLATFORMS=hloom`).

Whoever has hloom installed and does not ask for it pays nothing for it, so that hloom itself is imported late; and whatever goes
wrong in it, JAX goes on without.
"""

import warnings


def initialize() -> None:
    """Registers the platform, where it is among `jax_platforms`. Called by JAX; never raises."""
    try:
        import jax

        if "hloom" not in (getattr(jax.config, "jax_platforms", None) or "").split(","):
            return
        from hloom.support.collector import importing

        with importing():  # JAX has made a million objects, which the collector would walk
            from hloom.bridges.pjrt.register import register

            register()
    except Exception as error:
        warnings.warn(f"JAX goes on without hloom: {type(error).__name__}: {error}", RuntimeWarning, stacklevel=2)
