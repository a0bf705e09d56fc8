# SPDX-License-Identifier: Apache-2.0
"""Which calls were made, how often they were served, and how long they took: for reports, and for files of problems."""

from __future__ import annotations

import atexit
import threading
import time

import torch

from .bundle import bundle
from .problem_file import ProblemFile, entry

_MOST_PENDING = 1000
_MOST_TALLIES = 4096


class Tally:
    """Calls that pose one problem with arrays that lie alike."""

    __slots__ = ("name", "posed", "served", "passed_on", "reason", "milliseconds")

    def __init__(self, name: str, posed) -> None:
        self.name, self.posed, self.reason = name, posed, posed.reason
        self.served = self.passed_on = 0
        self.milliseconds = 0.0

    @property
    def calls(self) -> int:
        return self.served + self.passed_on


class Report:
    """The calls of a program; printed, a table of its problems."""

    def __init__(self, tallies: list[Tally], timed: bool) -> None:
        self.tallies = sorted(tallies, key=lambda one: (-one.milliseconds, -one.calls))
        self.timed = timed
        self.served = sum(one.served for one in tallies)
        self.passed_on = sum(one.passed_on for one in tallies)

    def summary(self) -> str:
        return f"{bundle.name}: served {self.served} of {self.served + self.passed_on} calls"

    def __str__(self) -> str:
        lines = [self.summary()]
        for one in self.tallies:
            took = f"  {one.milliseconds:10.3f} ms" if self.timed else ""
            why = f"  ({one.reason})" if one.passed_on else ""
            lines.append(f"{one.served:8} of {one.calls:8}{took}  {one.name}{why}")
        return "\n".join(lines)


class Record:
    """The tallies of an override. Calls are timed after `write_at_exit` only: events around each of them cost some time."""

    def __init__(self) -> None:
        self.is_timed = False
        self._tallies: dict[tuple, Tally] = {}
        self._lock = threading.Lock()
        self._pending: list[tuple] = []
        self._file: ProblemFile | None = None

    def tally(self, call, posed) -> Tally:
        """The tally of a call; calls that differ in nothing that a problem or its batch says share one."""
        key = (call.kind, call.dtype, posed.reason, call.sizes) if posed.problem is None else (posed.problem, posed.batch)
        with self._lock:
            if key not in self._tallies:
                # A program of very many shapes has one line for all those behind the first ones.
                if len(self._tallies) >= _MOST_TALLIES:
                    return self._tallies.setdefault((), Tally("all other calls", posed._replace(problem=None)))
                self._tallies[key] = Tally(_name(call, posed), posed)
            return self._tallies[key]

    def begin(self, tally: Tally, device: torch.device):
        if device.type != "cuda":
            return tally, time.perf_counter()
        start = torch.cuda.Event(enable_timing=True)
        start.record(torch.cuda.current_stream(device))
        return tally, start, device

    def end(self, timed) -> None:
        if len(timed) == 2:
            tally, start = timed
            tally.milliseconds += 1000 * (time.perf_counter() - start)
            return
        tally, start, device = timed
        with torch.cuda.device(device):
            if torch.cuda.is_current_stream_capturing():
                return
        stop = torch.cuda.Event(enable_timing=True)
        stop.record(torch.cuda.current_stream(device))
        with self._lock:
            self._pending.append((tally, start, stop))
            is_much = len(self._pending) >= _MOST_PENDING
        if is_much:
            self._settle()

    def _settle(self) -> None:
        with self._lock:
            pending, self._pending = self._pending, []
            for tally, start, stop in pending:
                stop.synchronize()
                tally.milliseconds += start.elapsed_time(stop)

    def report(self) -> Report:
        self._settle()
        with self._lock:
            return Report([one for one in self._tallies.values() if one.calls > 0], self.is_timed)

    def write_at_exit(self, path: str) -> None:
        """Times calls from now on; see `ProblemFile` for the path."""
        file = ProblemFile(path)
        if self._file is None:
            atexit.register(self._write)
        self._file, self.is_timed = file, True

    def _write(self) -> None:
        self._file.write(_device(), [_value(one) for one in self.report().tallies])


def _name(call, posed) -> str:
    if posed.problem is None:
        return f"{call.kind} of {tuple(call.sizes)} along {call.dims}"
    return f"{posed.problem}, {posed.batch.count} {'array' if posed.batch.count == 1 else 'arrays'}"


def _value(tally: Tally) -> dict:
    posed = tally.posed
    return entry(tally.name, posed.problem, posed.batch, tally.calls, tally.served, tally.reason, tally.milliseconds)


def _device() -> str:
    return torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu"
