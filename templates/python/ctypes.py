# SPDX-License-Identifier: Apache-2.0
"""The transforms of the bundle as functions of arrays: of PyTorch, CuPy, NumPy (of an emulated bundle), and of whatever has
__cuda_array_interface__.

    import fft.ctypes
    y = fft.ctypes.c2c_f32_4096(x)          # x: [..., 4096], complex64, on the GPU
    fft.ctypes.c2c_f32_4096(x, out=y)       # no new array; out may be x where the transform works in place
    fft.ctypes.c2c_f32_64_run_time_scale(x, scale=1 / 64)   # of a transform that takes its scale with each call

Arrays are contiguous, with any number of batch dimensions before those of the transform. Work is put on the current stream of the
library that x is of.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from .bundle import Transform, bundle
from .memory import ExecuteError, execute_emulated

TYPES = {"float2": "complex64", "double2": "complex128", "float": "float32", "double": "float64", "__half": "float16",
          "__half2": "complex32", "__nv_bfloat16": "bfloat16"}


class _Array(NamedTuple):
    """What a call needs to know of an array."""

    address: int
    shape: tuple[int, ...]
    type: str
    device: str  # "cpu" or "cuda"
    index: int  # of the GPU
    is_contiguous: bool
    item: int  # bytes of an element


class _Torch:
    """Tensors of PyTorch."""

    @staticmethod
    def view(x) -> _Array:
        name = str(x.dtype).removeprefix("torch.")
        # A lazily conjugated or negated tensor holds other numbers than it stands for.
        is_plain = x.is_contiguous() and not x.is_conj() and not x.is_neg()
        return _Array(x.data_ptr(), tuple(x.shape), name, x.device.type, x.device.index or 0, is_plain, x.element_size())

    @staticmethod
    def empty(x, shape, name):
        import torch

        return torch.empty(shape, dtype=getattr(torch, name), device=x.device)

    @staticmethod
    def workspace(x, size):
        import torch

        made = torch.empty(size, dtype=torch.uint8, device=x.device)
        return made, made.data_ptr()

    @staticmethod
    def call(x, function):
        import torch

        with torch.cuda.device(x.device):
            return function(torch.cuda.current_stream(x.device).cuda_stream)


class _CuPy:
    """Arrays of CuPy, and others with __cuda_array_interface__, which CuPy wraps."""

    @staticmethod
    def view(x) -> _Array:
        import cupy
        import numpy

        said = x.__cuda_array_interface__
        type_ = numpy.dtype(said["typestr"])
        wrapped = cupy.asarray(x)
        contiguous = bool(wrapped.flags.c_contiguous)
        return _Array(said["data"][0], tuple(said["shape"]), type_.name, "cuda", wrapped.device.id, contiguous, type_.itemsize)

    @staticmethod
    def empty(x, shape, name):
        import cupy

        with cupy.cuda.Device(cupy.asarray(x).device.id):
            return cupy.empty(shape, dtype=name)

    @staticmethod
    def workspace(x, size):
        made = _CuPy.empty(x, (size,), "uint8")
        return made, made.data.ptr

    @staticmethod
    def call(x, function):
        import cupy

        with cupy.cuda.Device(cupy.asarray(x).device.id):
            return function(cupy.cuda.get_current_stream().ptr)


class _NumPy:
    """Arrays of NumPy, in host memory."""

    @staticmethod
    def view(x) -> _Array:
        return _Array(x.ctypes.data, x.shape, x.dtype.name, "cpu", 0, bool(x.flags.c_contiguous), x.itemsize)

    @staticmethod
    def empty(_, shape, name):
        import numpy

        return numpy.empty(shape, dtype=name)


def _library_of(x):
    if type(x).__module__.split(".")[0] == "torch":
        return _Torch
    if hasattr(x, "__cuda_array_interface__"):
        return _CuPy
    if type(x).__module__.split(".")[0] == "numpy":
        return _NumPy
    raise TypeError(f"{bundle.name}.ctypes takes tensors of PyTorch and arrays of CuPy and NumPy, not {type(x).__name__}")


class Function:
    """One transform of the bundle."""

    def __init__(self, transform: Transform) -> None:
        self.transform = transform
        self.__name__ = transform.name
        scale = ", scale=1" if transform.takes_scale else ""
        self.__doc__ = f"{transform.name}(x, out=None{scale}): {transform.problem}"
        self._input, self._output = shapes(transform)

    def __call__(self, x, out=None, scale=None):
        transform, library = self.transform, _library_of(x)
        if scale is not None and not transform.takes_scale:
            raise TypeError(f"{transform.name}: the plan has its scale, {transform.problem.scale:.6g}; --scale run-time plans one without")
        source = library.view(x)
        where = "cpu" if bundle.emulated else "cuda"
        if source.device != where:
            made = "with --emulated, for the host" if bundle.emulated else "for GPUs; --emulated makes one for the host"
            raise TypeError(f"{transform.name}: x is on {source.device}, and this bundle was made {made}")
        self._require("x", source, transform.elements["input"], self._input)
        lead = source.shape[: len(source.shape) - len(self._input)]
        shape = (*lead, *self._output)
        if out is None:
            out = library.empty(x, shape, TYPES[transform.elements["output"]])
        target = library.view(out)
        self._require("out", target, transform.elements["output"], self._output)
        if target.shape != shape:
            raise ValueError(f"{transform.name}: out has the shape {target.shape}, and for x of {source.shape} it must be {shape}")
        if (target.device, target.index) != (source.device, source.index):
            raise ValueError(f"{transform.name}: x and out are on different devices")
        if target.address == source.address and not transform.in_place:
            raise ValueError(f"{transform.name}: the plan works out of place only: out must be another array than x")
        batch = math.prod(lead)
        if batch == 0:
            return out
        if batch > transform.batch["largest"]:
            raise ValueError(f"{transform.name}: {batch} arrays are more than the {transform.batch['largest']} that execute takes")
        status = self._run(library, x, source, target, batch, scale)
        if status != 0:
            raise ExecuteError(transform, status)
        return out

    def _run(self, library, x, source: _Array, target: _Array, batch: int, scale: float | None) -> int:
        transform = self.transform
        if bundle.emulated:
            spans = [(one.address, math.prod(one.shape) * one.item) for one in (source, target)]
            return execute_emulated(transform, spans[0], spans[1], batch, scale)
        size = transform.workspace_bytes(batch) if transform.has_workspace else 0
        # The workspace lives until the call is enqueued; its allocator gives it out again on the same stream only.
        _, address = library.workspace(x, size) if size else (None, None)
        execute = transform.function(scale)
        return library.call(x, lambda stream: execute(source.address, target.address, address, batch, stream))

    def _require(self, what: str, array: _Array, element: str, shape: tuple[int, ...]) -> None:
        name, wanted = self.transform.name, TYPES[element]
        if array.type != wanted:
            raise TypeError(f"{name}: {what} has elements of {array.type}, and the transform takes {wanted}")
        if array.shape[len(array.shape) - len(shape) :] != shape or len(array.shape) < len(shape):
            expected = ", ".join(str(length) for length in shape)
            raise ValueError(f"{name}: {what} has the shape {array.shape}, and must have [..., {expected}]")
        if not array.is_contiguous:
            raise ValueError(f"{name}: {what} is not contiguous: make it so first")
        least = self.transform.alignment["input" if what == "x" else "output"]
        if array.address % least != 0:
            raise ValueError(f"{name}: {what} begins at an address that is no multiple of {least} bytes: copy it first")


def shapes(transform: Transform) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lengths of an array on both sides."""
    lengths = [one.length for one in transform.problem.dimensions] or [1]
    half = [*lengths[:-1], lengths[-1] // 2 + 1]
    kind = transform.problem.kind
    return tuple(half if kind == "c2r" else lengths), tuple(half if kind == "r2c" else lengths)


def is_dense(transform: Transform) -> bool:
    """Whether arrays lie side by side: fft.json has the adjoint of such transforms, and of no others."""
    return transform.adjoint is not None


def __getattr__(name: str):
    transform = bundle.transforms.get(name)
    if transform is None:
        raise AttributeError(f"the bundle {bundle.name} has no transform {name}; it has {', '.join(bundle.transforms)}")
    if not is_dense(transform):
        raise AttributeError(f"{name} is of arrays that do not lie side by side: call {bundle.prefix}{name}_execute of its header")
    globals()[name] = made = Function(transform)
    return made


def __dir__():
    return sorted(name for name, transform in bundle.transforms.items() if is_dense(transform))
