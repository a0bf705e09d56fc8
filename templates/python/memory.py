# SPDX-License-Identifier: Apache-2.0
"""Calls of `execute` on arrays that are known by their addresses, on a GPU or under the emulator."""

from __future__ import annotations

import ctypes

from .bundle import Transform, bundle

# From cudaError_t.
_TEXTS = {
    1: "cudaErrorInvalidValue: an argument is wrong",
    2: "cudaErrorMemoryAllocation: not enough device memory",
    209: "cudaErrorNoKernelImageForDevice: the bundle is compiled for other GPUs than this one",
    716: "cudaErrorMisalignedAddress: a pointer is not aligned as fft.json says",
}


class ExecuteError(RuntimeError):
    """A call of `execute` that failed; `status` is its cudaError_t."""

    def __init__(self, transform: Transform, status: int) -> None:
        planned = ", ".join(f"sm_{one}" for one in transform.architectures)
        text = _TEXTS.get(status, f"cudaError_t {status}")
        super().__init__(f"{bundle.prefix}{transform.name}_execute: {text} (planned for {planned})")
        self.status = status


class _Span(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("bytes", ctypes.c_size_t)]


def execute_emulated(
    transform: Transform,
    source: tuple[int, int],
    target: tuple[int, int],
    batch: int,
    scale: float | None = None,
    strides: tuple[int, ...] = (),
) -> int:
    """Runs a transform under the emulator on arrays in host memory: (address, bytes) of each. Returns a cudaError_t."""
    span = ctypes.POINTER(_Span)
    size = ctypes.c_size_t
    arguments = [ctypes.c_void_p, ctypes.c_int, ctypes.c_double, ctypes.POINTER(size), size, size, span, span, size]
    call = bundle.library.function("fftgen_emulated_execute", ctypes.c_int, arguments)
    # How execute takes its scale: not at all, as a float, as a double.
    takes = 0 if not transform.takes_scale else 8 if transform.problem.precision == "f64" else 4
    factor = transform.factor(scale) if takes else 1.0
    workspace = transform.workspace_bytes(batch)
    spans = ctypes.byref(_Span(*source)), ctypes.byref(_Span(*target))
    return call(transform.address, takes, factor, (size * len(strides))(*strides), len(strides), workspace, *spans, batch)
