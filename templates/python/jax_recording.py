# SPDX-License-Identifier: Apache-2.0
"""Times of the transforms that a program of JAX executes: custom calls before and behind each of them, which hand the array on."""

from __future__ import annotations

import atexit
import ctypes
import functools
import os

import jax
import numpy

from .bundle import bundle
from .jax_calls import register_handler
from .problem_file import ProblemFile, entry

_TARGET = f"fftgen_{bundle.name}_clock"
# A cache of compiled programs is kept from process to process, and the numbers of transforms are not.
_PROCESS = int.from_bytes(os.urandom(7), "little")


@functools.cache
def _register() -> None:
    register_handler(_TARGET, "jax_clock")


class Recording:
    """What is executed, by what was compiled, until the program ends."""

    def __init__(self, path: str) -> None:
        self._file = ProblemFile(path)
        self._numbers: dict = {}
        if bundle.emulated:
            # On the host nothing would tell whether all that was dispatched has been executed.
            jax.config.update("jax_cpu_enable_async_dispatch", False)
        atexit.register(self._write)

    def timed(self, compiled, ctx, x, lowered):
        """`lowered(x)`, timed whenever it is executed."""
        _register()
        number = self._numbers.setdefault(compiled, len(self._numbers))
        x = _note(ctx.replace(avals_out=ctx.avals_in), x, number, 0)
        return [_note(ctx.replace(avals_in=ctx.avals_out), lowered(x)[0], number, 1)]

    def _write(self) -> None:
        # What was dispatched last may be under way: what is dispatched now comes behind it.
        for device in jax.local_devices():
            jax.block_until_ready(jax.device_put(0.0, device) + 1)
        problems = []
        for compiled, number in self._numbers.items():
            calls, milliseconds = _noted(number)
            served = calls if compiled.transform is not None else 0
            of = (compiled.name, compiled.problem, compiled.batch, calls, served, compiled.reason, milliseconds)
            if calls > 0:
                problems.append(entry(*of))
        self._file.write(_device(), sorted(problems, key=lambda one: -one["milliseconds"]))


def _note(ctx, x, number: int, end: int):
    rule = jax.ffi.ffi_lowering(_TARGET, operand_output_aliases={0: 0}, has_side_effect=True)
    said = {"number": numpy.int64(number), "end": numpy.int64(end), "process": numpy.int64(_PROCESS)}
    return rule(ctx, x, **said)[0]


def _noted(number: int) -> tuple[int, float]:
    calls, milliseconds = ctypes.c_longlong(), ctypes.c_double()
    types = [ctypes.c_longlong, ctypes.POINTER(ctypes.c_longlong), ctypes.POINTER(ctypes.c_double)]
    noted = bundle.library.function(f"{bundle.prefix}jax_recorded", None, types)
    noted(number, ctypes.byref(calls), ctypes.byref(milliseconds))
    return calls.value, milliseconds.value


def _device() -> str:
    return jax.devices()[0].device_kind
