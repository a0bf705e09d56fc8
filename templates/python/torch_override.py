# SPDX-License-Identifier: Apache-2.0
"""torch.fft served by the bundle: puts itself before PyTorch's kernels of _fft_c2c, _fft_r2c and _fft_c2r, serves the calls that
the bundle has a transform for, and passes on all others.

Gradients, vmap, torch.compile and CUDA graphs are PyTorch's own: they call these kernels, whoever serves them.
"""

from __future__ import annotations

import threading
import warnings

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from .bundle import bundle
from .memory import ExecuteError, execute_emulated
from .posing import Call, Posed, Result, Service, dense_strides, pose
from .recording import Record, Tally

_KEY = "CPU" if bundle.emulated else "CUDA"
_OLDEST = (2, 10)
_MOST_KNOWN = 4096  # as many plans as PyTorch keeps for a device
_OWNER = "_fftgen_override"  # of the torch module: the bundle that serves


def _stream(index: int) -> int:
    """The current stream of a device, as the CUDA runtime has it."""
    return torch.cuda.current_stream(index).cuda_stream


# Without an object around it: half a microsecond instead of two. Where PyTorch has lost the private name, the public one does.
_stream = getattr(torch._C, "_cuda_getCurrentRawStream", _stream)


class _Decision:
    """How calls that are alike are answered, and how often they were made."""

    __slots__ = ("posed", "result", "dtype", "alignment", "tally", "execute", "is_dense")

    def __init__(self, posed: Posed, result: Result, dtype: torch.dtype, tally: Tally) -> None:
        self.posed, self.result, self.dtype, self.tally = posed, result, dtype, tally
        service = posed.service
        self.alignment, self.execute = (1, 1), None
        if service is not None:
            alignment = service.transform.alignment
            self.alignment = alignment["input"], alignment["output"]
            self.execute = service.transform.execute
        self.is_dense = result.strides == dense_strides(result.sizes, range(len(result.sizes)))


class Override:
    """The override of torch.fft by a bundle; a context manager that ends it."""

    def __init__(self) -> None:
        self.record = Record()
        self._known: dict[tuple, _Decision] = {}
        self._lock = threading.Lock()
        self._library: torch.library.Library | None = None
        self._originals: dict[str, object] = {}

    def __enter__(self) -> "Override":
        return self

    def __exit__(self, *_) -> None:
        stop()

    def start(self) -> None:
        """Puts the kernels of this bundle before PyTorch's."""
        owner = getattr(torch, _OWNER, None)
        if owner == bundle.name:
            return
        if owner is not None:
            raise RuntimeError(f"torch.fft is served by the bundle {owner}: call {owner}.restore() first")
        for name in ("_fft_c2c", "_fft_r2c", "_fft_c2r"):
            for overload in ("", ".out"):
                self._originals[name + overload] = torch.library.get_kernel(f"aten::{name}{overload}", _KEY)
        self._library = torch.library.Library("aten", "IMPL")
        kernels = {
            "_fft_c2c": self._c2c,
            "_fft_r2c": self._r2c,
            "_fft_c2r": self._c2r,
            "_fft_c2c.out": self._c2c_out,
            "_fft_r2c.out": self._r2c_out,
            "_fft_c2r.out": self._c2r_out,
        }
        with warnings.catch_warnings():
            # That a kernel is replaced is what is asked for.
            warnings.filterwarnings("ignore", message="Warning only once for all operators")
            for name, kernel in kernels.items():
                self._library.impl(name, kernel, _KEY, with_keyset=True)
        setattr(torch, _OWNER, bundle.name)

    def stop(self) -> None:
        """Gives PyTorch's kernels their place back."""
        if self._library is None:
            return
        self._library._destroy()
        self._library = None
        delattr(torch, _OWNER)

    def _c2c(self, keyset, x, dim, normalization, forward):
        return self._served("_fft_c2c", "c2c", keyset, x, dim, normalization, forward)

    def _r2c(self, keyset, x, dim, normalization, onesided):
        return self._served("_fft_r2c", "r2c", keyset, x, dim, normalization, onesided)

    def _c2r(self, keyset, x, dim, normalization, last):
        return self._served("_fft_c2r", "c2r", keyset, x, dim, normalization, last)

    def _c2c_out(self, keyset, x, dim, normalization, forward, *, out):
        return self._served_out("_fft_c2c.out", "c2c", keyset, x, dim, normalization, forward, out)

    def _r2c_out(self, keyset, x, dim, normalization, onesided, *, out):
        return self._served_out("_fft_r2c.out", "r2c", keyset, x, dim, normalization, onesided, out)

    def _c2r_out(self, keyset, x, dim, normalization, last, *, out):
        return self._served_out("_fft_c2r.out", "c2r", keyset, x, dim, normalization, last, out)

    def _served(self, name, kind, keyset, x, dim, normalization, last):
        call = (kind, x.dtype, x.shape, x.stride(), tuple(dim), normalization, last)
        decision = self._known.get(call) or self._decide(Call(*call), x.device, None)
        service = decision.posed.service
        if service is not None and x.data_ptr() % decision.alignment[0] == 0:
            sizes, strides = decision.result
            if decision.is_dense:
                out = torch.empty(sizes, dtype=decision.dtype, device=x.device)
            else:
                out = torch.empty_strided(sizes, strides, dtype=decision.dtype, device=x.device)
            if self._run(decision, service, x, out):
                return out
        original = self._originals[name]
        return self._pass_on(decision, x, lambda: original.call_boxed(keyset, x, dim, normalization, last))

    def _served_out(self, name, kind, keyset, x, dim, normalization, last, out):
        original = self._originals[name]
        call = Call(kind, x.dtype, x.shape, x.stride(), tuple(dim), normalization, last)
        wanted = self._known.get(call) or self._decide(call, x.device, None)
        if wanted.posed.problem is not None and out.dtype == wanted.dtype and _fits(out, wanted.result) and not _overlap(x, out):
            out.resize_(wanted.result.sizes)
            # The tensor of the caller may lie otherwise than the one that PyTorch would allocate.
            placed = Result(tuple(out.shape), out.stride())
            decision = wanted
            if placed != wanted.result:
                decision = self._known.get((call, placed)) or self._decide(call, x.device, placed)
            service = decision.posed.service
            starts = (x.data_ptr() % decision.alignment[0], out.data_ptr() % decision.alignment[1])
            if service is not None and starts == (0, 0) and self._run(decision, service, x, out):
                return out
        return self._pass_on(wanted, x, lambda: original.call_boxed(keyset, x, dim, normalization, last, out=out))

    def _decide(self, call: Call, device: torch.device, placed: Result | None) -> _Decision:
        """Decides how such calls are answered. `placed`: how the caller's own output lies."""
        usual, dtype = _result(call, device)
        result = usual if placed is None else placed
        posed = pose(call, result)
        decision = _Decision(posed, result, dtype, self.record.tally(call, posed))
        with self._lock:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[call if placed is None else (call, placed)] = decision
        return decision

    def _run(self, decision: _Decision, service: Service, x: torch.Tensor, out: torch.Tensor) -> bool:
        """Computes `out`; False where the bundle has no code for the device."""
        timed = self.record.begin(decision.tally, x.device) if self.record.is_timed else None
        if service.order is not None:
            x = x.permute(service.order).contiguous()
        status = self._execute(decision.execute, service, x, out)
        if status != 0:
            error = ExecuteError(service.transform, status)
            if not error.is_of_device:
                raise error
            self._lack_device(decision, str(error))
            return False
        decision.tally.served += 1
        if timed is not None:
            self.record.end(timed)
        return True

    def _execute(self, execute, service: Service, x: torch.Tensor, out: torch.Tensor) -> int:
        if bundle.emulated:
            source = (x.data_ptr(), service.source_elements * x.element_size())
            target = (out.data_ptr(), service.target_elements * out.element_size())
            return execute_emulated(service.transform, source, target, service.count)
        index = x.device.index
        if index != torch.cuda.current_device():
            with torch.cuda.device(index):
                return self._execute(execute, service, x, out)
        workspace, address = None, None
        if service.workspace:
            workspace = torch.empty(service.workspace, dtype=torch.uint8, device=x.device)
            address = workspace.data_ptr()
        return execute(x.data_ptr(), out.data_ptr(), address, service.count, _stream(index))

    def _lack_device(self, decision: _Decision, text: str) -> None:
        warnings.warn(f"{text}; torch.fft computes this itself", stacklevel=2)
        decision.posed = decision.posed._replace(service=None, reason="the bundle has no code for this GPU")
        decision.tally.reason = decision.posed.reason

    def _pass_on(self, decision: _Decision, x: torch.Tensor, original):
        if decision.posed.service is not None:
            decision.tally.reason = "a pointer is not aligned as the transform needs it"
        decision.tally.passed_on += 1
        timed = self.record.begin(decision.tally, x.device) if self.record.is_timed else None
        result = original()
        if timed is not None:
            self.record.end(timed)
        return result


def _fits(out: torch.Tensor, result: Result) -> bool:
    """Whether `out` has the sizes of the result or none. PyTorch warns about others, and so it is asked."""
    return tuple(out.shape) == result.sizes or out.numel() == 0


def _overlap(x: torch.Tensor, out: torch.Tensor) -> bool:
    return x.untyped_storage().data_ptr() == out.untyped_storage().data_ptr()


def _result(call: Call, device: torch.device) -> tuple[Result, torch.dtype]:
    """The sizes, strides and type that PyTorch promises for a call, as torch.compile believes them."""
    operator = getattr(torch.ops.aten, f"_fft_{call.kind}").default
    with FakeTensorMode():
        x = torch.empty_strided(call.sizes, call.strides, dtype=call.dtype, device=device)
        out = operator(x, list(call.dims), call.normalization, call.last)
        return Result(tuple(out.shape), out.stride()), out.dtype


_override: Override | None = None


def start() -> Override:
    """See `fft.override`."""
    global _override
    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < _OLDEST or not hasattr(torch.library, "get_kernel"):
        raise RuntimeError(
            f"{bundle.name}.override needs PyTorch {_OLDEST[0]}.{_OLDEST[1]} or later, and this is {torch.__version__}"
        )
    if _override is None:
        _override = Override()
    _override.start()
    return _override


def stop() -> None:
    """See `fft.restore`."""
    if _override is not None:
        _override.stop()


def report():
    """See `fft.report`."""
    return (_override or Override()).record.report()


def record(path: str) -> None:
    """See `fft.record`."""
    start().record.write_at_exit(path)
