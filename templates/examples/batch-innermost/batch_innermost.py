"""Batch innermost, called from Python: 32 signals that are interleaved, sample j of signal b at data[j, b].

This is how an array of shape (64, 32) is transformed along its first axis without a transposition. Checked against numpy.fft.
The library is build/fft/libfft.so, or the first argument.
"""
import ctypes
import os
import sys

import numpy

SAMPLES, SIGNALS = 64, 32


def function(library, name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


fft = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "build/fft/libfft.so")
cudart = ctypes.CDLL(os.environ.get("CUDART", "libcudart.so"))
pointer, size = ctypes.c_void_p, ctypes.c_size_t
malloc = function(cudart, "cudaMalloc", ctypes.c_int, ctypes.POINTER(pointer), size)
copy = function(cudart, "cudaMemcpy", ctypes.c_int, pointer, pointer, size, ctypes.c_int)
execute = function(fft, "fft_interleaved_64_execute", ctypes.c_int, pointer, pointer, pointer, size, pointer)
TO_DEVICE, TO_HOST = 1, 2


def check(status):
    if status != 0:
        sys.exit(f"CUDA error {status}")


random = numpy.random.default_rng(1)
data = random.standard_normal((SAMPLES, SIGNALS)) + 1j * random.standard_normal((SAMPLES, SIGNALS))
data = data.astype(numpy.complex64)
result = numpy.empty_like(data)

device = pointer()
check(malloc(ctypes.byref(device), data.nbytes))
check(copy(device, data.ctypes.data, data.nbytes, TO_DEVICE))
check(execute(device, device, None, SIGNALS, None))  # in place, on the default stream
check(copy(result.ctypes.data, device, data.nbytes, TO_HOST))

expected = numpy.fft.fft(data.astype(numpy.complex128), axis=0)
error = numpy.linalg.norm(result - expected) / numpy.linalg.norm(expected)
print(f"{SIGNALS} interleaved signals of {SAMPLES} samples: relative error {error:.1e}")
sys.exit(0 if error < 1e-6 else 1)
