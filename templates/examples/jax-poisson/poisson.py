"""Solves Poisson's equation in a periodic box by rfftn and irfftn, and finds the sources of a field that was measured at some points.

The field u of sources f is the solution of -laplace(u) = f. Gradient descent finds f: each step solves the equation, and solves it once
more for the gradient. It runs twice, with XLA's own transforms and with those of the bundle; losses and times of a step are compared.
"""
import sys
import time

import jax
import jax.numpy as jnp

import fft.jax

SIZE, STEPS, RATE = 32, 20, 2.0


def solve(sources):
    """The field of sources in a box of side 2 pi; both have the mean 0."""
    along, last = jnp.fft.fftfreq(SIZE, 1 / SIZE), jnp.fft.rfftfreq(SIZE, 1 / SIZE)
    squares = along[:, None, None] ** 2 + along[None, :, None] ** 2 + last[None, None, :] ** 2
    inverse = jnp.where(squares == 0, 0.0, 1.0 / jnp.where(squares == 0, 1.0, squares))
    return jnp.fft.irfftn(jnp.fft.rfftn(sources) * inverse)


def known_solution():
    """The largest error of the field of f = 3 sin(x) sin(y) sin(z), which is sin(x) sin(y) sin(z)."""
    waves = jnp.sin(2 * jnp.pi * jnp.arange(SIZE) / SIZE)
    field = waves[:, None, None] * waves[None, :, None] * waves[None, None, :]
    return float(jnp.abs(jax.jit(solve)(3 * field) - field).max())


def find_sources():
    """The loss after the last step, and the milliseconds of a step."""
    key_of_sources, key_of_points = jax.random.split(jax.random.key(1))
    measured = solve(jax.random.normal(key_of_sources, (SIZE, SIZE, SIZE)))
    points = jax.random.bernoulli(key_of_points, 0.5, measured.shape)

    def loss(sources):
        return jnp.sum(jnp.where(points, solve(sources) - measured, 0.0) ** 2)

    @jax.jit
    def step(sources):
        value, gradient = jax.value_and_grad(loss)(sources)
        return sources - RATE * gradient, value

    sources = jnp.zeros_like(measured)
    for number in range(STEPS):
        if number == 1:  # the first step compiles
            started = time.perf_counter()
        sources, value = step(sources)
    value.block_until_ready()
    return float(value), 1000 * (time.perf_counter() - started) / (STEPS - 1)


own, own_time = find_sources()
print(f"XLA's transforms:    loss {own:.6f}, {own_time:.2f} ms a step")
with fft.jax.override():
    served, served_time = find_sources()
    error = known_solution()
print(f"those of the bundle: loss {served:.6f}, {served_time:.2f} ms a step")
print(fft.jax.report())

difference = abs(served - own) / own
print(f"losses: relative error {difference:.1e}; a known solution: largest error {error:.1e}")
complete = fft.jax.report().served > 0 and fft.jax.report().passed_on == 0
sys.exit(0 if difference < 1e-4 and error < 1e-5 and complete else 1)
