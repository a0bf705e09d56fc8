# SPDX-License-Identifier: Apache-2.0
"""The problems that PyTorch poses: from an ATen call on a tensor to a problem, and from there to a transform of the bundle."""

from __future__ import annotations

from typing import NamedTuple

import torch

from .bundle import Batch, Dimension, Problem, Transform, bundle

_PRECISIONS = {
    torch.complex64: "f32",
    torch.float32: "f32",
    torch.complex128: "f64",
    torch.float64: "f64",
    torch.complex32: "f16",
    torch.float16: "f16",
}


class Call(NamedTuple):
    """One call of _fft_c2c, _fft_r2c or _fft_c2r, by what decides how it is served."""

    kind: str
    dtype: torch.dtype
    sizes: torch.Size
    strides: tuple[int, ...]
    dims: tuple[int, ...]
    normalization: int  # 0: none, 1: by the square root of the number of elements, 2: by that number
    last: int | bool  # forward of c2c, onesided of r2c, the last length of c2r
    device: int  # the index of the GPU, -1 for the host


class Result(NamedTuple):
    """The tensor that a call gives."""

    sizes: tuple[int, ...]
    strides: tuple[int, ...]


class Service(NamedTuple):
    """How a call is served."""

    transform: Transform
    count: int  # the batch that execute takes
    order: tuple[int, ...] | None  # the input is copied first, with its dimensions in this order; None: it is taken as it lies
    workspace: int
    strides: tuple[int, ...]  # that the call says
    source_elements: int  # from the first element to behind the last
    target_elements: int


class Posed(NamedTuple):
    """What a call asks for; `service` is None where the bundle has no such transform, and `reason` says why."""

    problem: Problem | None
    batch: Batch | None
    service: Service | None
    reason: str


def precheck(call: Call) -> str | None:
    """Why a call is passed on, as far as it is quickly said; None where it may be served."""
    if call.kind == "r2c" and not call.last:
        return "both halves of the spectrum are asked for"
    if 0 in call.sizes:
        return "the tensor is empty"
    halved = call.last if call.kind == "c2r" else call.sizes[call.dims[-1]] if call.kind == "r2c" and call.dims else 2
    if halved == 1 and len(call.dims) > 1:
        return "the spectrum is halved along a dimension of one element"
    is_legal = (
        call.dtype.is_complex == (call.kind != "r2c")
        and call.normalization in (0, 1, 2)
        and len(set(call.dims)) == len(call.dims) > 0
        and all(0 <= dim < len(call.sizes) for dim in call.dims)
    )
    precision = _PRECISIONS.get(call.dtype)
    if not is_legal or precision is None:
        return f"{call.dtype} has no transform" if precision is None else "PyTorch answers such calls by itself"
    return None


def has_size(call: Call) -> bool:
    """Whether the bundle has any transform of these lengths: a quick answer for most calls that it does not serve."""
    lengths = [call.sizes[dim] for dim in call.dims]
    if call.kind == "c2r":
        lengths[-1] = call.last
    return bundle.has_size(call.kind, _PRECISIONS[call.dtype], lengths)


def pose(call: Call, result: Result) -> Posed:
    """Finds a transform: for the input as it lies, or else for a copy that PyTorch would make, too."""
    precision = _PRECISIONS[call.dtype]
    apart = [stride for dim, (size, stride) in enumerate(zip(call.sizes, call.strides)) if size > 1 and dim not in call.dims]
    if len(set(apart)) < len(apart):
        return Posed(None, None, None, "several batch dimensions have one stride")
    problem = batch = None
    # Where several elements are one in memory, a plan reads a copy, as PyTorch does.
    if all(size == 1 or stride > 0 for size, stride in zip(call.sizes, call.strides)):
        problem, batch = _problem(call, precision, call.strides, result)
        found = _service(problem, batch, None, call.strides, call, result)
        if found is not None:
            return Posed(problem, batch, found, "")
    # As PyTorch does: a copy whose rows lie side by side, in the order in which those of the result do. Where PyTorch reads the input
    # as it lies, a copy would cost more than is gained: 4096 points along the first of two dimensions took 0.86 ms by it, and 0.48.
    order = _dense_order(call, result)
    dense = dense_strides(call.sizes, order)
    if dense != call.strides and _is_copied(call):
        copied, copied_batch = _problem(call, precision, dense, result)
        found = _service(copied, copied_batch, order, dense, call, result)
        if found is not None:
            return Posed(copied, copied_batch, found, "")
        if problem is None or batch is None:
            problem, batch = copied, copied_batch
    if problem is None or batch is None:
        return Posed(None, None, None, "the batch dimensions cannot be merged into one")
    return Posed(problem, batch, None, bundle.lacks(problem, batch))


def _service(problem, batch, order, strides, call: Call, result: Result) -> Service | None:
    if problem is None or batch is None:
        return None
    found = bundle.find(problem, batch)
    if found is None:
        return None
    transform, count = found
    workspace = transform.workspace_bytes(count) if transform.has_workspace else 0
    said = transform.strides_of(problem, batch)
    return Service(transform, count, order, workspace, said, span(call.sizes, strides), span(*result))


def span(sizes, strides) -> int:
    """Elements from the first of a tensor to behind its last."""
    return 1 + sum((size - 1) * stride for size, stride in zip(sizes, strides))


def _problem(call: Call, precision: str, strides, result: Result):
    """The problem and its batch; None for a batch whose arrays lie at several distances."""
    real = result.sizes if call.kind == "c2r" else call.sizes
    halved = None if call.kind == "c2c" else call.dims[-1]
    count = 1
    for dim in call.dims:
        count *= real[dim]
    along = [dim for dim in call.dims if real[dim] > 1]
    along.sort(key=lambda dim: (dim == halved, -strides[dim]))
    forward = call.last if call.kind == "c2c" else call.kind == "r2c"
    dimensions = tuple(Dimension(real[dim], strides[dim], result.strides[dim]) for dim in along)
    scale = {0: 1.0, 1: count**-0.5, 2: 1.0 / count}[call.normalization]
    problem = Problem(call.kind, precision, "forward" if forward else "inverse", scale, dimensions)
    return problem, _batch(call, strides, result)


def _batch(call: Call, strides, result: Result) -> Batch | None:
    """The other dimensions as one, if they continue each other on both sides."""
    others = [dim for dim in range(len(call.sizes)) if dim not in call.dims and call.sizes[dim] > 1]
    others.sort(key=lambda dim: strides[dim])
    if not others:
        return Batch(1, 1, 1)
    first = others[0]
    batch = Batch(call.sizes[first], strides[first], result.strides[first])
    for dim in others[1:]:
        if (strides[dim], result.strides[dim]) != (batch.count * batch.input, batch.count * batch.output):
            return None
        batch = batch._replace(count=batch.count * call.sizes[dim])
    return batch


def _is_copied(call: Call) -> bool:
    """Whether PyTorch itself copies the input: always for c2r, else where its batch dimensions do not continue each other."""
    if call.kind == "c2r" or any(stride == 0 for size, stride in zip(call.sizes, call.strides) if size > 1):
        return True
    others = [dim for dim in range(len(call.sizes)) if dim not in call.dims and call.sizes[dim] > 1]
    others.sort(key=lambda dim: call.strides[dim])
    return any(call.strides[dim] != call.sizes[before] * call.strides[before] for before, dim in zip(others, others[1:]))


def _dense_order(call: Call, result: Result) -> tuple[int, ...]:
    """Batches first, then what is transformed; each as it lies in the result."""
    return tuple(sorted(range(len(call.sizes)), key=lambda dim: (dim in call.dims, -result.strides[dim], dim)))


def dense_strides(sizes, order) -> tuple[int, ...]:
    """The strides of a tensor without gaps, whose dimensions follow each other in this order, the slowest first."""
    strides, next_stride = [0] * len(sizes), 1
    for dim in reversed(order):
        strides[dim] = next_stride
        next_stride *= sizes[dim]
    return tuple(strides)
