# SPDX-License-Identifier: Apache-2.0
"""The file of problems that a recording becomes, for `fftgen bundle --from`."""

from __future__ import annotations

import json
import os
import sys

from .bundle import Batch, Problem, problem_value

SCHEMA = "fftgen/problems/1"

# Of torchrun, Open MPI, MPICH, Slurm.
_RANKS = ("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID")


class ProblemFile:
    """A file that is written when the program ends."""

    def __init__(self, path: str) -> None:
        """%p in the path is the number of the process, %r its rank, as torchrun and MPI launchers give it."""
        rank = next((os.environ[name] for name in _RANKS if name in os.environ), "0")
        # The program may change its directory.
        self._path = os.path.abspath(path.replace("%p", str(os.getpid())).replace("%r", rank))
        self._owner = os.getpid()
        # What cannot be written is a mistake that is better found before the program runs.
        if _is_replaceable(self._path):
            with open(f"{self._path}.part", "w", encoding="utf-8"):
                pass
            os.remove(f"{self._path}.part")

    def write(self, device: str, problems: list[dict]) -> None:
        path = self._path
        # Of a process that was forked off: it writes a file of its own.
        if os.getpid() != self._owner:
            stem, dot, ending = path.rpartition(".")
            path = f"{stem}.{os.getpid()}.{ending}" if dot else f"{path}.{os.getpid()}"
        value = {"schema": SCHEMA, "program": " ".join(sys.argv), "device": device, "problems": problems}
        target = f"{path}.part" if _is_replaceable(path) else path
        with open(target, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=2)
            file.write("\n")
        if target != path:
            os.replace(target, path)


def entry(
    name: str, problem: Problem | None, batch: Batch | None, calls: int, served: int, reason: str, milliseconds: float
) -> dict:
    """One problem of the file: `reason` says why calls were passed on; the time is that of all calls together."""
    return {
        "problem": None if problem is None else problem_value(problem),
        "batch": None if problem is None else batch._asdict(),
        "name": name,
        "reason": reason if served < calls else None,
        "calls": calls,
        "served": served,
        "milliseconds": round(milliseconds, 6),
    }


def _is_replaceable(path: str) -> bool:
    """Devices, pipes and links are written to; files are replaced whole."""
    return not os.path.lexists(path) or (os.path.isfile(path) and not os.path.islink(path))
