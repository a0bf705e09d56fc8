# SPDX-License-Identifier: Apache-2.0
"""The bundle in programs of JAX.

    import fft.jax
    fft.jax.override()               # jax.numpy.fft uses the bundle wherever it has the transform; fft.jax.restore() ends that
    with fft.jax.override(): ...     # the same for a while
    print(fft.jax.report())          # what was compiled: which transforms are served, which are XLA's, and why

    y = fft.jax.c2c_f32_4096(x)      # each transform by its name: x is [..., 4096], complex64
    y = fft.jax.c2c_f32_64_run_time_scale(x, scale=1 / 64)   # of a transform that takes its scale with each call

They work under jit, vmap, grad, jvp and in CUDA graphs, and on arrays that several devices share along their batch dimensions. What was
compiled before `override` is compiled anew.
"""

from __future__ import annotations

from . import jax_calls as _calls
from . import jax_override as _override
from .bundle import bundle as _bundle


def override() -> _override.Handle:
    """Lets jax.numpy.fft and lax.fft use this bundle until `restore`, or as a context manager for a while."""
    return _override.Handle(_override.the_override.start())


def restore() -> None:
    """Gives JAX its own transforms back."""
    _override.the_override.stop()


def report() -> _override.Report:
    """The transforms that were compiled since the first override: prints as a table."""
    return _override.the_override.report()


def record(path: str) -> None:
    """Times each transform that is executed from now on, and writes the problems to a file when the program ends."""
    _override.the_override.record(path)


def __getattr__(name: str) -> _calls.Function:
    transform = _bundle.transforms.get(name)
    if transform is None:
        raise AttributeError(f"the bundle {_bundle.name} has no transform {name}; it has {', '.join(_bundle.transforms)}")
    if not _calls.is_served(transform):
        raise AttributeError(f"{name} is of arrays that do not lie side by side, or of elements that JAX has not: call it in C")
    return _calls.function(name)


def __dir__():
    return sorted([name for name, one in _bundle.transforms.items() if _calls.is_served(one)] + ["override", "record", "report", "restore"])
