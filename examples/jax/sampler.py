"""Samples the posterior of a Bayesian regression with numpyro's NUTS.

    pip install 'hloom[jax]' numpyro
    JAX_PLATFORMS=hloom python examples/jax/sampler.py

In 64 bits, so that chains on two platforms stay together: a rounding that differs is no other sample yet.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
from numpyro import distributions
from numpyro.infer import MCMC, NUTS

WARM_UP, SAMPLES = 200, 300


def model(x: jax.Array, y: jax.Array) -> None:
    slope = numpyro.sample("slope", distributions.Normal(jnp.zeros(3), 2.0).to_event(1))
    level = numpyro.sample("level", distributions.Normal(0.0, 2.0))
    with numpyro.plate("data", x.shape[0]):
        numpyro.sample("y", distributions.Normal(x @ slope + level, 0.5), obs=y)


def main() -> None:
    jax.config.update("jax_enable_x64", True)
    rng = np.random.default_rng(0)
    x = rng.standard_normal((100, 3))
    y = x @ np.array([1.0, -2.0, 0.5]) + 0.7 + 0.5 * rng.standard_normal(100)
    sampler = MCMC(NUTS(model), num_warmup=WARM_UP, num_samples=SAMPLES, progress_bar=False)
    sampler.run(jax.random.key(0), jnp.asarray(x), jnp.asarray(y))
    for name, drawn in sorted(sampler.get_samples().items()):
        mean, deviation = np.atleast_1d(drawn.mean(0)), np.atleast_1d(drawn.std(0))
        print(f"{name}: " + ", ".join(f"{m:.4f} +- {d:.4f}" for m, d in zip(mean, deviation)))


if __name__ == "__main__":
    main()
