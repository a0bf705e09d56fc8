# SPDX-License-Identifier: Apache-2.0
"""jax.numpy.fft served by the bundle: another lowering of lax.fft, which all of it ends in.

Lowerings are registered by `jax.interpreters.mlir.register_lowering`; the one that was there, which what the bundle lacks is passed on
to, is found in `jax.interpreters.mlir._platform_specific_lowerings` and `_lowerings`, whose names JAX does not promise to keep.
"""

from __future__ import annotations

import math
import threading
from typing import NamedTuple

import jax
from jax.extend.core.primitives import fft_p
from jax.interpreters import mlir

from . import jax_calls
from .bundle import Batch, Dimension, Problem, Transform, bundle
from .jax_recording import Recording

_PRECISIONS = {"complex64": "f32", "float32": "f32", "complex128": "f64", "float64": "f64"}
_KINDS = {"FFT": "c2c", "IFFT": "c2c", "RFFT": "r2c", "IRFFT": "c2r"}
_MISSING = object()


class Compiled(NamedTuple):
    """What became of a call of lax.fft that was compiled."""

    name: str
    problem: Problem | None
    batch: Batch | None
    transform: Transform | None
    reason: str


class Report:
    """The problems that JAX compiled; printed, a table of them."""

    def __init__(self, counts: dict[Compiled, int]) -> None:
        self.problems = dict(counts)
        self.served = sum(count for one, count in counts.items() if one.transform is not None)
        self.passed_on = sum(counts.values()) - self.served

    def summary(self) -> str:
        return f"{bundle.name}: serves {self.served} of {self.served + self.passed_on} transforms that JAX compiled"

    def __str__(self) -> str:
        lines = [self.summary()]
        for one, count in self.problems.items():
            what = one.transform.name if one.transform is not None else f"XLA ({one.reason})"
            lines.append(f"{count:8}  {one.name}: {what}")
        return "\n".join(lines)


class Override:
    """The lowering before JAX's own. It is put there once, and stays; what it does follows `is_active`."""

    def __init__(self) -> None:
        self.is_active = False
        self.lock = threading.RLock()
        self._original = None
        self._counts: dict[Compiled, int] = {}
        self._recording: Recording | None = None

    def record(self, path: str) -> None:
        """Times what is executed from now on."""
        with self.lock:
            self._recording = Recording(path)
        if not self.start():
            jax.clear_caches()

    def start(self) -> bool:
        """Serves from now on; whether it did not before."""
        with self.lock:
            if self.is_active:
                return False
            bundle.library.open()
            if self._original is None:
                self._original = _registered_rule()
                mlir.register_lowering(fft_p, self._lower, platform=jax_calls.PLATFORM)
            self.is_active = True
        # What was compiled before calls XLA's transforms.
        jax.clear_caches()
        return True

    def stop(self) -> None:
        """Passes on everything from now on."""
        with self.lock:
            if not self.is_active:
                return
            self.is_active = False
        jax.clear_caches()

    def report(self) -> Report:
        with self.lock:
            return Report(self._counts)

    def _lower(self, ctx, x, *, fft_type, fft_lengths):
        parameters = getattr(ctx.module_context, "lowering_parameters", None)
        # What is exported runs elsewhere, without the bundle.
        if not self.is_active or getattr(parameters, "for_export", False):
            return self._original(ctx, x, fft_type=fft_type, fft_lengths=fft_lengths)
        answer = _answer(ctx.avals_in[0], ctx.avals_out[0], fft_type.name, fft_lengths)
        with self.lock:
            self._counts[answer] = self._counts.get(answer, 0) + 1
        parameters = {"fft_type": fft_type, "fft_lengths": fft_lengths}

        def lowered(x):
            if answer.transform is None:
                return self._original(ctx, x, **parameters)
            return jax_calls.lower(ctx, x, answer.transform, answer.problem.scale, len(fft_lengths))

        return lowered(x) if self._recording is None else self._recording.timed(answer, ctx, x, lowered)


def _registered_rule():
    """The lowering of lax.fft that is there."""
    specific = getattr(mlir, "_platform_specific_lowerings", {}).get(jax_calls.PLATFORM, {})
    entry = specific.get(fft_p, getattr(mlir, "_lowerings", {}).get(fft_p, _MISSING))
    rule = getattr(entry, "rule", entry)
    if rule is _MISSING or not callable(rule):
        raise RuntimeError(
            f"{bundle.name}.jax.override does not find the lowering of lax.fft in JAX {jax.__version__}; "
            f"the functions of {bundle.name}.jax, one for each transform, need no override"
        )
    return rule


def _answer(source, target, fft_type: str, lengths) -> Compiled:
    """How a call is served: `source` and `target` are the types of its arrays, `lengths` those of the real array for RFFT and IRFFT."""
    kind = _KINDS[fft_type]
    name = f"{fft_type} of {source.dtype.name}{list(source.shape)} along {len(lengths)}"
    if not all(isinstance(length, int) for length in (*source.shape, *lengths)):
        return Compiled(name, None, None, None, "lengths are known at run time only")
    precision = _PRECISIONS.get(source.dtype.name)
    if precision is None or not lengths or 0 in source.shape or 0 in target.shape:
        return Compiled(name, None, None, None, "XLA answers such calls by itself")
    if kind != "c2c" and lengths[-1] == 1 and len(lengths) > 1:
        return Compiled(name, None, None, None, "the spectrum is halved along a dimension of one element")
    rank = len(lengths)
    scale = 1.0 / math.prod(lengths) if fft_type in ("IFFT", "IRFFT") else 1.0
    inside = [_dense(side.shape[side.ndim - rank :]) for side in (source, target)]
    dimensions = tuple(Dimension(*one) for one in zip(lengths, *inside) if one[0] > 1)
    distances = [math.prod(side.shape[side.ndim - rank :]) for side in (source, target)]
    count = math.prod(source.shape[: source.ndim - rank])
    direction = "inverse" if fft_type in ("IFFT", "IRFFT") else "forward"
    problem = Problem(kind, precision, direction, scale, dimensions)
    batch = Batch(1, 1, 1) if count == 1 else Batch(count, *distances)
    found = bundle.find(problem, batch)
    # The handler takes batches of dense arrays, no strides of each call.
    if found is None or found[0].strides or not jax_calls.is_served(found[0]):
        return Compiled(name, problem, batch, None, bundle.lacks(problem, batch) if found is None else "its plan takes other parameters")
    return Compiled(name, problem, batch, found[0], "")


def _dense(shape) -> list[int]:
    """The strides of an array without gaps."""
    return [math.prod(shape[place + 1 :]) for place in range(len(shape))]


the_override = Override()


class Handle:
    """What `override` returns: as a context manager it ends what that call began, and no more."""

    def __init__(self, began: bool) -> None:
        self._began = began

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *_) -> None:
        if self._began:
            the_override.stop()
