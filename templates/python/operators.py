# SPDX-License-Identifier: Apache-2.0
"""The transforms of the bundle as operators of PyTorch, with gradients, vmap, torch.compile and `out=`.

    import fft.operators
    y = torch.ops.fft.c2c_f32_4096(x)                        # x: [..., 4096], complex64, contiguous
    torch.ops.fft.c2c_f32_4096.out(x, out=y)                 # no new tensor
    torch.ops.fft.c2c_f32_64_run_time_scale(x, 1 / 64)       # of a transform that takes its scale with each call

A gradient is the adjoint transform, which the bundle must have, too: fft.json names that of each. What of a half spectrum or of its
ends counts twice is multiplied beside it, by a pass over memory of its own.

The shared library defines the operators, by the stable C interface of PyTorch 2.10 and later, so that one file serves every version of
Python and of PyTorch. What torch.compile, vmap and gradients need to know of them is here.
"""

from __future__ import annotations

import ctypes

import torch

from . import ctypes as arrays
from .bundle import Transform, bundle


class _Operator:
    """One transform as an operator."""

    def __init__(self, transform: Transform) -> None:
        self.transform = transform
        self.input, self.output = arrays.shapes(transform)
        self.dtype = getattr(torch, arrays.TYPES[transform.elements["output"]])
        self.overload = getattr(getattr(torch.ops, bundle.name), transform.name).default

    def register(self, library: torch.library.Library) -> None:
        name = f"{bundle.name}::{self.transform.name}"
        torch.library.register_fake(name, self._fake, lib=library)
        torch.library.register_vmap(name, self._vmap, lib=library)
        torch.library.register_autograd(name, self._backward, setup_context=self._setup, lib=library)

    def _fake(self, x, scale=None):
        rank = len(self.input)
        if x.dim() < rank or tuple(x.shape[x.dim() - rank :]) != self.input:
            expected = ", ".join(str(length) for length in self.input)
            raise ValueError(f"{self.transform.name}: x has the shape {tuple(x.shape)}, and must have [..., {expected}]")
        return x.new_empty((*x.shape[: x.dim() - rank], *self.output), dtype=self.dtype)

    def _vmap(self, info, in_dims, x, *scale):
        # A batch dimension like any other.
        return self.overload(x.movedim(in_dims[0], 0).contiguous(), *scale), 0

    @staticmethod
    def _setup(ctx, inputs, output):
        ctx.scale = inputs[1:]

    def _backward(self, ctx, gradient):
        return (self._take_back(gradient, *ctx.scale), *(None for _ in ctx.scale))

    def _take_back(self, gradient, scale=None):
        wanted = self.transform.adjoint
        adjoint = None if wanted.transform is None else _operators[wanted.transform]
        if adjoint is None:
            raise RuntimeError(
                f"{self.transform.name} has no gradient: the bundle {bundle.name} lacks its adjoint, {wanted.name}: "
                f"`fftgen bundle {bundle.name} ... --differentiable` plans it"
            )
        gradient = _weighted(gradient, wanted.before)
        total = (self.transform.problem.scale if scale is None else scale,) if adjoint.transform.takes_scale else ()
        return _weighted(adjoint.overload(gradient.contiguous(), *total), wanted.after)


def _weighted(x, weights):
    """`x` with the numbers at the ends of its rows, or those between, multiplied, along each dimension that `weights` are for."""
    for place, (first, between, last) in enumerate(reversed(weights)):
        if first == between == last == 1:
            continue
        along = torch.full((x.shape[-1 - place],), between, dtype=x.real.dtype, device=x.device)
        along[0], along[-1] = first, last
        x = x * along.reshape(-1, *(1 for _ in range(place)))
    return x


def _define() -> None:
    """Lets the shared library define its operators."""
    register = bundle.library.function(f"{bundle.prefix}register_torch", ctypes.c_char_p, [])
    problem = register()
    if problem is not None:
        raise ImportError(f"{bundle.name}.operators: {problem.decode()}")


_operators: dict[str, _Operator] = {}
_names = [name for name, transform in bundle.transforms.items() if transform.has_operator]
if _names:
    _define()
    _library = torch.library.Library(bundle.name, "FRAGMENT")
    _operators.update((name, _Operator(bundle.transforms[name])) for name in _names)
    for _operator in _operators.values():
        _operator.register(_library)


def __dir__():
    return sorted(_operators)
