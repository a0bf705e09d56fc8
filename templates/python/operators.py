# SPDX-License-Identifier: Apache-2.0
"""The transforms of the bundle as operators of PyTorch, with gradients, vmap, torch.compile and `out=`.

    import fft.operators
    y = torch.ops.fft.c2c_f32_4096(x)                        # x: [..., 4096], complex64, contiguous
    torch.ops.fft.c2c_f32_4096(x, out=y)                     # no new tensor
    torch.ops.fft.c2c_f32_64_run_time_scale(x, 1 / 64)       # of a transform that takes its scale with each call

A gradient is the adjoint transform, which the bundle must have, too: of c2c the other direction, of r2c a c2r and the reverse, of
dct-2 and dst-2 a dct-3 and dst-3 and the reverse; other cosine, sine and Hadamard transforms of 2^k numbers are their own. What of
a half spectrum or of its ends counts twice is multiplied beside it, by a pass over memory of its own.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from . import ctypes as arrays
from .bundle import Problem, Transform, bundle
from .memory import ExecuteError
from .torch_stream import raw_stream

_OWN_ADJOINTS = ("dct-1", "dct-4", "dst-1", "dst-4")
_ADJOINT_KINDS = {"r2c": "c2r", "c2r": "r2c", "dct-2": "dct-3", "dct-3": "dct-2", "dst-2": "dst-3", "dst-3": "dst-2"}
# By what numbers at the ends of a transformed dimension are multiplied: first and last, before the adjoint and after it.
_ENDS_BEFORE = {"dct-1": (2.0, 2.0), "dct-2": (2.0, 1.0), "dst-2": (1.0, 2.0)}
_ENDS_AFTER = {"dct-1": (0.5, 0.5), "dct-3": (0.5, 1.0), "dst-3": (1.0, 0.5)}


class _Adjoint(NamedTuple):
    """The kind and the direction of the transform that takes gradients back."""

    kind: str
    direction: str


def _adjoint(problem: Problem) -> _Adjoint:
    other = "inverse" if problem.direction == "forward" else "forward"
    if problem.kind == "fwht":
        # A matrix of 2^k rows is symmetric.
        is_symmetric = all(one.length & (one.length - 1) == 0 for one in problem.dimensions)
        return _Adjoint("fwht", problem.direction if is_symmetric else other)
    if problem.kind in _OWN_ADJOINTS:
        return _Adjoint(problem.kind, problem.direction)
    kind = _ADJOINT_KINDS.get(problem.kind, problem.kind)
    return _Adjoint(kind, problem.direction if kind.startswith("d") else other)


class _Operator:
    """One transform as an operator."""

    def __init__(self, transform: Transform, library: torch.library.Library) -> None:
        self.transform, self.library = transform, library
        self.function = arrays.Function(transform)
        self.input, self.output = arrays.shapes(transform)
        self.source = getattr(torch, arrays.TYPES[transform.elements["input"]])
        self.dtype = getattr(torch, arrays.TYPES[transform.elements["output"]])
        self.elements, self.rank = math.prod(self.input), len(self.input)
        self.alignment = transform.alignment["input"]
        self.name = f"{bundle.name}::{transform.name}"
        self.lengths = [one.length for one in transform.problem.dimensions] or [1]

    def register(self) -> None:
        name, scale = self.transform.name, ", float scale=1.0" if self.transform.takes_scale else ""
        self.library.define(f"{name}(Tensor x{scale}) -> Tensor", tags=(torch.Tag.needs_exact_strides,))
        self.library.define(f"{name}.out(Tensor x{scale}, *, Tensor(a!) out) -> Tensor(a!)")
        # On every device: a tensor that is elsewhere than the bundle gets one message that names both.
        for key in ("CPU", "CUDA"):
            self.library.impl(name, self._call, key)
            self.library.impl(f"{name}.out", self._call_out, key)
        torch.library.register_fake(self.name, self._fake, lib=self.library)
        torch.library.register_vmap(self.name, self._vmap, lib=self.library)
        torch.library.register_autograd(self.name, self._backward, setup_context=self._setup, lib=self.library)

    def _call(self, x, scale=None):
        shape = x.shape
        is_plain = (
            x.is_cuda
            and not bundle.emulated
            and x.dtype is self.source
            and shape[-self.rank :] == self.input
            and x.is_contiguous()
            and x.data_ptr() % self.alignment == 0
            and x.get_device() == torch.cuda.current_device()
        )
        batch = x.numel() // self.elements
        if not is_plain or not 0 < batch <= self.transform.batch["largest"]:
            # Whatever it is, this serves it or says what is wrong.
            return self.function(x, scale=scale)
        out = torch.empty((*shape[: -self.rank], *self.output), dtype=self.dtype, device=x.device)
        size = self.transform.workspace_bytes(batch) if self.transform.has_workspace else 0
        # The workspace lives until the call is enqueued; its allocator gives it out again on the same stream only.
        workspace = torch.empty(size, dtype=torch.uint8, device=x.device) if size > 0 else None
        address = None if workspace is None else workspace.data_ptr()
        execute = self.transform.function(scale)
        status = execute(x.data_ptr(), out.data_ptr(), address, batch, raw_stream(x.get_device()))
        if status != 0:
            raise ExecuteError(self.transform, status)
        return out

    def _call_out(self, x, scale=None, *, out):
        return self.function(x, out, scale=scale)

    def _fake(self, x, scale=None):
        rank = len(self.input)
        if x.dim() < rank or tuple(x.shape[x.dim() - rank :]) != self.input:
            expected = ", ".join(str(length) for length in self.input)
            raise ValueError(f"{self.transform.name}: x has the shape {tuple(x.shape)}, and must have [..., {expected}]")
        return x.new_empty((*x.shape[: x.dim() - rank], *self.output), dtype=self.dtype)

    def _vmap(self, info, in_dims, x, *scale):
        # A batch dimension like any other.
        return self._op()(x.movedim(in_dims[0], 0).contiguous(), *scale), 0

    def _op(self):
        return getattr(getattr(torch.ops, bundle.name), self.transform.name).default

    @staticmethod
    def _setup(ctx, inputs, output):
        ctx.scale = inputs[1:]

    def _backward(self, ctx, gradient):
        return (self._take_back(gradient, *ctx.scale), *(None for _ in ctx.scale))

    def _take_back(self, gradient, scale=None):
        problem = self.transform.problem
        adjoint = _operators.get(self._adjoint_name())
        if adjoint is None:
            wanted = _adjoint(problem)
            size = "x".join(str(length) for length in self.lengths)
            raise RuntimeError(
                f"{self.transform.name} has no gradient: the bundle {bundle.name} lacks its adjoint, {wanted.kind} {size} in "
                f"{problem.precision}, {wanted.direction}, of the scale {problem.scale:.6g} or of one that calls say: plan it, and make "
                "the bundle again with both"
            )
        gradient = self._weighted(gradient, before=True)
        total = (problem.scale if scale is None else scale,) if adjoint.transform.takes_scale else ()
        return self._weighted(adjoint._op()(gradient.contiguous(), *total), before=False)

    def _adjoint_name(self) -> str | None:
        problem = self.transform.problem
        wanted = _adjoint(problem)
        # A transform that takes its scale with each call needs such an adjoint.
        found = [
            one.transform
            for one in _operators.values()
            if one.lengths == self.lengths
            and (one.transform.problem.kind, one.transform.problem.direction) == wanted
            and one.transform.problem.precision == problem.precision
            and (one.transform.takes_scale or (not self.transform.takes_scale and one.transform.problem.scale == problem.scale))
        ]
        return found[0].name if found else None

    def _weighted(self, x, before: bool):
        """Numbers that count twice, or half, along each transformed dimension."""
        kind = self.transform.problem.kind
        if kind == ("r2c" if before else "c2r"):
            # Of half a spectrum all but the ends stand for two frequencies.
            factor = 0.5 if before else 2.0
            length = self.lengths[-1]
            weights = torch.full((length // 2 + 1,), factor, dtype=x.real.dtype, device=x.device)
            weights[0] = 1.0
            if length % 2 == 0:
                weights[-1] = 1.0
            return x * weights
        ends = (_ENDS_BEFORE if before else _ENDS_AFTER).get(kind)
        if ends is None:
            return x
        for place, length in enumerate(reversed(self.lengths)):
            weights = torch.ones(length, dtype=x.dtype, device=x.device)
            weights[0], weights[-1] = ends
            x = x * weights.reshape(length, *(1 for _ in range(place)))
        return x


_library = torch.library.Library(bundle.name, "DEF")
_operators: dict[str, _Operator] = {}
for _name in dir(arrays):
    _transform = bundle.transforms.get(_name)
    if _transform is not None:
        _operators[_name] = _Operator(_transform, _library)
for _operator in _operators.values():
    _operator.register()


def __dir__():
    return sorted(_operators)
