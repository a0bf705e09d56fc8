# SPDX-License-Identifier: Apache-2.0
"""Calls of `execute` on arrays that are known by their addresses, on a GPU or under the emulator."""

from __future__ import annotations

import ctypes

from .bundle import Transform, bundle

# From cudaError_t.
_NO_KERNEL_IMAGE = 209
_TEXTS = {
    1: "cudaErrorInvalidValue: an argument is wrong",
    2: "cudaErrorMemoryAllocation: not enough device memory",
    _NO_KERNEL_IMAGE: "cudaErrorNoKernelImageForDevice: the bundle is compiled for other GPUs than this one",
    716: "cudaErrorMisalignedAddress: a pointer is not aligned as fft.json says",
}


class ExecuteError(RuntimeError):
    """A call of `execute` that failed; `status` is its cudaError_t."""

    def __init__(self, transform: Transform, status: int) -> None:
        planned = ", ".join(f"sm_{one}" for one in transform.architectures)
        text = _TEXTS.get(status, f"cudaError_t {status}")
        super().__init__(f"{bundle.prefix}{transform.name}_execute: {text} (planned for {planned})")
        self.status = status

    @property
    def is_of_device(self) -> bool:
        """Whether the bundle has no code for the device."""
        return self.status == _NO_KERNEL_IMAGE


class _Span(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("bytes", ctypes.c_size_t)]


def execute_emulated(transform: Transform, source: tuple[int, int], target: tuple[int, int], batch: int) -> int:
    """Runs a transform under the emulator on arrays in host memory: (address, bytes) of each. Returns a cudaError_t."""
    call = bundle.library.function(
        "fftgen_emulated_execute",
        ctypes.c_int,
        [ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(_Span), ctypes.POINTER(_Span), ctypes.c_size_t],
    )
    function = ctypes.cast(transform.execute, ctypes.c_void_p)
    return call(
        function, transform.workspace_bytes(batch), ctypes.byref(_Span(*source)), ctypes.byref(_Span(*target)), batch
    )
