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
from .posing import Call, Posed, Result, Service, dense_strides, has_size, pose, precheck
from .recording import Record, Tally
from .torch_stream import raw_stream

_DEVICE = "cpu" if bundle.emulated else "cuda"
_KEY = _DEVICE.upper()
_OLDEST = (2, 10)
_MOST_KNOWN = 4096  # as many plans as PyTorch keeps for a device
_SHARED = "_fftgen_override"  # of the torch module: what the bundles of a program share


class _Decision:
    """How calls that are alike are answered, and how often they were made."""

    __slots__ = ("posed", "result", "dtype", "alignment", "tally", "execute", "is_dense")

    def __init__(self, posed: Posed, result: Result | None, dtype: torch.dtype | None, tally: Tally) -> None:
        self.posed, self.result, self.dtype, self.tally = posed, result, dtype, tally
        self.alignment, self.execute, self.is_dense = (1, 1), None, False
        service = posed.service
        if service is None:
            return
        alignment = service.transform.alignment
        # A copy begins where PyTorch's allocator begins.
        self.alignment = (1 if service.order is not None else alignment["input"]), alignment["output"]
        self.execute = service.transform.function(posed.problem.scale, service.strides)
        self.is_dense = result.strides == dense_strides(result.sizes, range(len(result.sizes)))


class _Shared:
    """The kernels before PyTorch's, for tensors of one kind of device. They are put there once, stay as long as the program, and call
    the bundle that serves, or else PyTorch's own."""

    def __init__(self, key: str) -> None:
        self.owner: str | None = None
        self.serving: dict[str, object] | None = None
        self.originals = {name: torch.library.get_kernel(f"aten::{name}", key) for name in _KERNELS}
        self._library = torch.library.Library("aten", "IMPL")
        try:
            with warnings.catch_warnings():
                # That a kernel is replaced is what is asked for.
                warnings.filterwarnings("ignore", message="Warning only once for all operators")
                for name in _KERNELS:
                    self._library.impl(name, self._kernel(name), key, with_keyset=True)
        except BaseException:
            self._library._destroy()
            raise

    def _kernel(self, name: str):
        original = self.originals[name]

        def kernel(keyset, *arguments, **named):
            serving = self.serving
            if serving is None:
                return original.call_boxed(keyset, *arguments, **named)
            return serving[name](keyset, *arguments, **named)

        return kernel


_KERNELS = ("_fft_c2c", "_fft_r2c", "_fft_c2r", "_fft_c2c.out", "_fft_r2c.out", "_fft_c2r.out")


def _shared() -> _Shared:
    by_key = getattr(torch, _SHARED, None)
    if by_key is None:
        by_key = {}
        setattr(torch, _SHARED, by_key)
    if _KEY not in by_key:
        by_key[_KEY] = _Shared(_KEY)
    return by_key[_KEY]


class Override:
    """torch.fft served by this bundle."""

    def __init__(self) -> None:
        self.record = Record()
        self.is_active = False
        self._known: dict[tuple, _Decision] = {}
        self._lock = threading.Lock()
        self._originals: dict[str, object] = {}
        self._kernels = {
            "_fft_c2c": self._c2c,
            "_fft_r2c": self._r2c,
            "_fft_c2r": self._c2r,
            "_fft_c2c.out": self._c2c_out,
            "_fft_r2c.out": self._r2c_out,
            "_fft_c2r.out": self._c2r_out,
        }

    def start(self) -> None:
        """Serves from now on. The lock of the module is held."""
        serving = [one.owner for one in getattr(torch, _SHARED, {}).values() if one.owner not in (None, bundle.name)]
        if serving:
            raise RuntimeError(f"torch.fft is served by the bundle {serving[0]}: call {serving[0]}.restore() first")
        bundle.library.open()
        shared = _shared()
        self._originals = shared.originals
        shared.owner, shared.serving = bundle.name, self._kernels
        self.is_active = True

    def forget(self) -> None:
        """Decides anew: a recording wants the problem also of what the bundle has not."""
        with self._lock:
            self._known.clear()

    def stop(self) -> None:
        """Passes on everything from now on. The lock of the module is held."""
        if self.is_active:
            self.is_active = False
            shared = _shared()
            shared.owner = shared.serving = None

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
        original = self._originals[name]
        call = (kind, x.dtype, x.shape, x.stride(), tuple(dim), normalization, last, x.get_device())
        decision = self._known.get(call) or self._decide(Call(*call), x.device, None)
        service = decision.posed.service
        reason = decision.posed.reason
        if service is not None:
            if x.data_ptr() % decision.alignment[0] == 0:
                sizes, strides = decision.result
                if decision.is_dense:
                    out = torch.empty(sizes, dtype=decision.dtype, device=x.device)
                else:
                    out = torch.empty_strided(sizes, strides, dtype=decision.dtype, device=x.device)
                if self._run(decision, service, x, out):
                    return out
                reason = decision.posed.reason
            else:
                reason = "the input begins at an address that the transform does not take"
        return self._pass_on(decision.tally, reason, x, lambda: original.call_boxed(keyset, x, dim, normalization, last))

    def _served_out(self, name, kind, keyset, x, dim, normalization, last, out):
        original = self._originals[name]
        pass_on = lambda: original.call_boxed(keyset, x, dim, normalization, last, out=out)
        # PyTorch has a message for an output on another device.
        if x.device.type != _DEVICE or out.device != x.device:
            return pass_on()
        call = (kind, x.dtype, x.shape, x.stride(), tuple(dim), normalization, last, x.get_device())
        wanted = self._known.get(call) or self._decide(Call(*call), x.device, None)
        reason = wanted.posed.reason
        if wanted.posed.problem is not None:
            if out.dtype != wanted.dtype or not _fits(out, wanted.result):
                reason = "out has another type, or other sizes"
            elif torch._debug_has_internal_overlap(out) != 0:
                reason = "elements of out share memory"
            elif _overlap(x, out):
                reason = "input and output share memory"
            else:
                out.resize_(wanted.result.sizes)
                # The tensor of the caller may lie otherwise than the one that PyTorch would allocate.
                placed = Result(tuple(out.shape), out.stride())
                decision = wanted
                if placed != wanted.result:
                    decision = self._known.get((call, placed)) or self._decide(Call(*call), x.device, placed)
                service = decision.posed.service
                if service is None:
                    reason = decision.posed.reason
                elif x.data_ptr() % decision.alignment[0] != 0 or out.data_ptr() % decision.alignment[1] != 0:
                    reason = "input or output begins at an address that the transform does not take"
                elif self._run(decision, service, x, out):
                    return out
                else:
                    reason = decision.posed.reason
        return self._pass_on(wanted.tally, reason, x, pass_on)

    def _decide(self, call: Call, device: torch.device, placed: Result | None) -> _Decision:
        """Decides how such calls are answered. `placed`: how the caller's own output lies."""
        result = dtype = None
        reason = precheck(call)
        # A recording says which problem it would have been.
        if reason is None and not self.record.is_timed and not has_size(call):
            reason = "the bundle has no such transform"
        if reason is None:
            try:
                result, dtype = _result(call, device)
            except Exception:  # noqa: BLE001: whatever it is, PyTorch says it better
                reason = "PyTorch refuses such a call"
        if placed is not None:
            result = placed
        posed = Posed(None, None, None, reason) if reason is not None else pose(call, result)
        decision = _Decision(posed, result, dtype, self.record.tally(call, posed))
        with self._lock:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[tuple(call) if placed is None else (tuple(call), placed)] = decision
        return decision

    def _run(self, decision: _Decision, service: Service, x: torch.Tensor, out: torch.Tensor) -> bool:
        """Computes `out`; False where the transform does not run on this device."""
        timed = self.record.begin(decision.tally, x.device) if self.record.is_timed else None
        if service.order is not None:
            x = x.permute(service.order).contiguous()
        status = self._execute(decision, service, x, out)
        if status != 0:
            text = str(ExecuteError(service.transform, status))
            warnings.warn(f"{text}; torch.fft computes this itself", stacklevel=2)
            decision.posed = decision.posed._replace(service=None, reason=text)
            return False
        decision.tally.served += 1
        if timed is not None:
            self.record.end(timed)
        return True

    def _execute(self, decision: _Decision, service: Service, x: torch.Tensor, out: torch.Tensor) -> int:
        if bundle.emulated:
            source = (x.data_ptr(), service.source_elements * x.element_size())
            target = (out.data_ptr(), service.target_elements * out.element_size())
            scale = decision.posed.problem.scale
            return execute_emulated(service.transform, source, target, service.count, scale, service.strides)
        index = x.get_device()
        if index != torch.cuda.current_device():
            with torch.cuda.device(index):
                return self._execute(decision, service, x, out)
        workspace, address = None, None
        if service.workspace:
            workspace = torch.empty(service.workspace, dtype=torch.uint8, device=x.device)
            address = workspace.data_ptr()
        return decision.execute(x.data_ptr(), out.data_ptr(), address, service.count, raw_stream(index))

    def _pass_on(self, tally: Tally, reason: str, x: torch.Tensor, original):
        tally.passed_on += 1
        tally.reason = reason
        timed = self.record.begin(tally, x.device) if self.record.is_timed else None
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
    rank = len(call.sizes)
    if call.dims == (rank - 1,) and call.strides == dense_strides(call.sizes, range(rank)):
        # Rows that lie side by side, which most calls have, become such rows: to ask would take most of a millisecond.
        length = {"c2c": call.sizes[-1], "r2c": call.sizes[-1] // 2 + 1, "c2r": call.last}[call.kind]
        dtype = {"c2c": call.dtype, "r2c": call.dtype.to_complex(), "c2r": call.dtype.to_real()}[call.kind]
        sizes = (*call.sizes[:-1], length)
        return Result(sizes, dense_strides(sizes, range(rank))), dtype
    operator = getattr(torch.ops.aten, f"_fft_{call.kind}").default
    with FakeTensorMode():
        x = torch.empty_strided(call.sizes, call.strides, dtype=call.dtype, device=device)
        out = operator(x, list(call.dims), call.normalization, call.last)
        return Result(tuple(out.shape), out.stride()), out.dtype


class Handle:
    """What `override` returns: as a context manager it ends what that call began, and no more."""

    def __init__(self, was_active: bool) -> None:
        self._was_active = was_active

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *_) -> None:
        if not self._was_active:
            stop()


_module_lock = threading.RLock()
_override: Override | None = None


def _the_override() -> Override:
    global _override
    with _module_lock:
        if _override is None:
            _override = Override()
        return _override


def start() -> Handle:
    """See `fft.override`."""
    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < _OLDEST or not hasattr(torch.library, "get_kernel"):
        raise RuntimeError(
            f"{bundle.name}.override needs PyTorch {_OLDEST[0]}.{_OLDEST[1]} or later, and this is {torch.__version__}"
        )
    with _module_lock:
        override = _the_override()
        was_active = override.is_active
        override.start()
        return Handle(was_active)


def stop() -> None:
    """See `fft.restore`."""
    with _module_lock:
        _the_override().stop()


def report():
    """See `fft.report`."""
    return _the_override().record.report()


def record(path: str) -> None:
    """See `fft.record`."""
    _the_override().record.write_at_exit(path)
    _the_override().forget()
    start()
