# SPDX-License-Identifier: Apache-2.0
"""The transforms of this bundle: what fft.json says of them, and their functions in the shared library."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
from typing import NamedTuple

SCHEMA = "fftgen/bundle/1"
_HERE = pathlib.Path(__file__).resolve().parent


class Dimension(NamedTuple):
    """Elements along a transformed dimension, and how many elements of each side lie from one to the next."""

    length: int
    input: int
    output: int


class Problem(NamedTuple):
    """What is computed, without the method and the batch; fft.json defines the order of the dimensions."""

    kind: str
    precision: str
    direction: str
    scale: float
    dimensions: tuple[Dimension, ...]

    def __str__(self) -> str:
        size = "x".join(str(dimension.length) for dimension in self.dimensions) or "1"
        scaled = "" if self.scale == 1 else f", scaled by {self.scale:.6g}"
        strides = "; ".join(f"{one.input} to {one.output}" for one in self.dimensions)
        return f"{self.kind} {size} {self.precision} {self.direction}{scaled} (strides {strides})"


class Batch(NamedTuple):
    """The arrays of a call: how many, and how many elements of each side lie from one to the next."""

    count: int
    input: int
    output: int


class Adjoint(NamedTuple):
    """What takes gradients back: `transform`, of this bundle or None, between weights along each dimension; see fft.json."""

    name: str
    transform: str | None
    before: list[list[float]]
    after: list[list[float]]


class Transform:
    """A transform of the bundle and its functions."""

    def __init__(self, described: dict, library: "Library") -> None:
        self.name: str = described["name"]
        said = described["problem"]
        self.problem = None if said is None else problem_from(said)
        adjoint = described["adjoint"]
        self.adjoint = None if adjoint is None else Adjoint(**adjoint)
        self.has_operator: bool = described["operator"]
        self.batch: dict | None = described["batch"]
        self.elements: dict = described["elements"]
        self.alignment: dict = described["alignment"]
        self.in_place: bool = described["inPlace"]
        self.has_workspace: bool = described["workspace"]
        self.architectures: list[int] = described["architectures"]
        # Strides that each call says: (side, number of the dimension or None for the distance of arrays), as execute takes them.
        self.strides = [(one["side"], one["dimension"]) for one in described["strides"]]
        # Where the scale is a parameter of each call, that of the problem is what the plan multiplies by besides.
        self.takes_scale = "output_scale" in described["parameters"]
        # Planar arrays are parameters that these bindings do not pass.
        names = [one["parameter"] for one in described["strides"]]
        plain = ["in", "out", "workspace", "batch", *(["output_scale"] if self.takes_scale else []), *names, "stream"]
        self.is_plain = described["parameters"] == plain
        self._functions: dict = described["functions"]
        self._library = library

    def workspace_bytes(self, batch: int) -> int:
        """Bytes of device memory that `execute` needs beside its arrays."""
        return self._library.function(self._functions["workspaceBytes"], ctypes.c_size_t, [ctypes.c_size_t])(batch)

    def function(self, scale: float | None = None, strides: tuple[int, ...] = ()):
        """execute(in, out, workspace, batch, stream) of the transform's header: pointers as integers; returns a cudaError_t.

        `scale`: what outputs are multiplied by in all, for a transform that takes it with each call; None: as planned.
        `strides`: those that each call says, of `strides_of`.
        """
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        number = ctypes.c_double if self.problem.precision == "f64" else ctypes.c_float
        types = [pointer, pointer, pointer, size, *([number] if self.takes_scale else []), *(size for _ in self.strides), pointer]
        execute = self._library.function(self._functions["execute"], ctypes.c_int, types)
        said = (*((self.factor(scale),) if self.takes_scale else ()), *strides)
        if not said:
            return execute
        return lambda source, target, workspace, batch, stream: execute(source, target, workspace, batch, *said, stream)

    def strides_of(self, problem: Problem, batch: Batch) -> tuple[int, ...]:
        """What a call of this problem says of strides, in the order of execute's parameters."""
        return tuple(getattr(batch if place is None else problem.dimensions[place], side) for side, place in self.strides)

    def as_planned(self, problem: Problem, batch: Batch) -> tuple[Problem, Batch]:
        """The same problem with the strides that are planned for where each call says them."""
        for side, place in self.strides:
            if place is None:
                batch = batch._replace(**{side: self.batch[side]})
            elif place < len(problem.dimensions):
                planned = getattr(self.problem.dimensions[place], side)
                dimensions = list(problem.dimensions)
                dimensions[place] = dimensions[place]._replace(**{side: planned})
                problem = problem._replace(dimensions=tuple(dimensions))
        return problem, batch

    @property
    def address(self) -> int:
        """Where execute is in memory."""
        self.function()
        return self._library.address(self._functions["execute"])

    def factor(self, scale: float | None) -> float:
        """What a call says for outputs that are multiplied by `scale` in all."""
        return 1.0 if scale is None else scale / self.problem.scale


class Library:
    """The shared library, which is loaded when it is first needed."""

    def __init__(self, name: str, emulated: bool) -> None:
        self._name = name
        # The emulator has one state: calls of several threads follow each other, as the interpreter's lock sees to.
        self._load = ctypes.PyDLL if emulated else ctypes.CDLL
        self._loaded: ctypes.CDLL | None = None
        self._known: dict[str, object] = {}

    def function(self, name: str, result, arguments):
        known = self._known.get(name)
        if known is None:
            known = getattr(self.open(), name)
            known.restype, known.argtypes = result, arguments
            self._known[name] = known
        return known

    def address(self, name: str) -> int:
        return ctypes.cast(getattr(self.open(), name), ctypes.c_void_p).value

    def open(self) -> ctypes.CDLL:
        """Loads the library. Raises an ImportError that says where it was looked for."""
        if self._loaded is None:
            self._loaded = self._load(str(self._find()))
        return self._loaded

    def _find(self) -> pathlib.Path:
        variable = f"{self._name.upper()}_LIBRARY"
        asked = os.environ.get(variable)
        file = f"lib{self._name}.so"
        path = pathlib.Path(asked) if asked else _HERE / file
        if path.is_file():
            return path
        raise ImportError(
            f"{self._name}: there is no shared library {path}: `pip install` of the bundle's directory builds it, "
            f"and {variable} names another one"
        )


class Bundle:
    """All that the bundle has."""

    def __init__(self, description: dict) -> None:
        found = description.get("schema")
        if found != SCHEMA:
            raise ImportError(f"fft.json has the schema {found}, and this package reads {SCHEMA}: write the bundle again")
        self.name: str = description["name"]
        self.prefix: str = description["prefix"]
        self.version: str = description["fftgen"]
        self.emulated: bool = description["emulated"]
        self.library = Library(self.name, self.emulated)
        self.transforms = {one["name"]: Transform(one, self.library) for one in description["transforms"]}
        self._by_problem: dict[tuple, list[Transform]] = {}
        self._sizes: set[tuple] = set()
        self._by_strides: list[Transform] = []  # of each call
        for transform in self.transforms.values():
            if transform.problem is not None and transform.is_plain:
                if transform.strides:
                    self._by_strides.append(transform)
                else:
                    self._by_problem.setdefault(_key(transform.problem), []).append(transform)
                self._sizes.add(_size(transform.problem))

    def has_size(self, kind: str, precision: str, lengths) -> bool:
        """Whether any transform is of these lengths, in whatever order they are transformed. A quick answer for most calls."""
        return (kind, precision, tuple(sorted(length for length in lengths if length > 1))) in self._sizes

    def find(self, problem: Problem, batch: Batch) -> tuple[Transform, int] | None:
        """The transform of a problem, with the batch that its functions take for these arrays; None if there is none."""
        # A plan for these very strides is the better one.
        found = _nearest((one, batch) for one in self._by_problem.get(_key(problem), ()) if _serves_scale(one, problem.scale))
        if found is not None:
            return found
        fitting = []
        for transform in self._by_strides:
            planned, lying = transform.as_planned(problem, batch)
            if _key(planned) == _key(transform.problem) and _serves_scale(transform, problem.scale):
                fitting.append((transform, lying))
        return _nearest(fitting)

    def lacks(self, problem: Problem, batch: Batch) -> str:
        """Why `find` finds nothing: what the nearest transform has otherwise."""
        alike = self._by_problem.get(_key(problem), ())
        scales = [one for one in alike if _serves_scale(one, problem.scale)]
        if scales:
            return f"{scales[0].name} has other distances between arrays, or takes fewer of them"
        if alike:
            return f"{alike[0].name} has the scale {alike[0].problem.scale:.6g}, and the call {problem.scale:.6g}"
        lengths = [one.length for one in problem.dimensions]
        for transform in self.transforms.values():
            other = transform.problem
            if other is not None and other[:3] == problem[:3] and [one.length for one in other.dimensions] == lengths:
                return f"{transform.name} has other strides"
        return "the bundle has no such transform"


def _key(problem: Problem) -> tuple:
    return problem.kind, problem.precision, problem.direction, problem.dimensions


def _size(problem: Problem) -> tuple:
    return problem.kind, problem.precision, tuple(sorted(one.length for one in problem.dimensions))


def _serves_scale(transform: Transform, scale: float) -> bool:
    return transform.takes_scale or _same_scale(transform.problem.scale, scale)


def _same_scale(one: float, other: float) -> bool:
    # Scales that are computed in different ways may differ in the last digits.
    return abs(one - other) <= 1e-15 * abs(one)


def _nearest(fitting) -> tuple[Transform, int] | None:
    """Of transforms, each with the arrays as it sees them, the one that was planned for a batch like this, and the batch of execute."""
    best: tuple[Transform, int] | None = None
    for transform, batch in fitting:
        count = _batch_of(transform.batch, batch)
        if count is not None and (best is None or _factor(transform, count) < _factor(*best)):
            best = transform, count
    return best


def _batch_of(planned: dict, asked: Batch) -> int | None:
    """The batch of execute for the arrays of a call; None where the plan's arrays lie otherwise."""
    members = planned["members"]
    lies_alike = (asked.input, asked.output) == (planned["input"], planned["output"])
    if not lies_alike and not (asked.count == members == 1):
        return None
    if asked.count % members != 0 or (not planned["continues"] and asked.count != members):
        return None
    count = asked.count // members
    return count if count <= planned["largest"] else None


def _factor(transform: Transform, count: int) -> float:
    """By which factor a batch differs from the one that the transform was planned for."""
    ratio = transform.batch["planned"] / max(1, count)
    return max(ratio, 1 / ratio)


def problem_from(said: dict) -> Problem:
    """The problem that a part of a JSON file states."""
    dimensions = tuple(Dimension(one["length"], one["input"], one["output"]) for one in said["dimensions"])
    return Problem(said["kind"], said["precision"], said["direction"], float(said["scale"]), dimensions)


def problem_value(problem: Problem) -> dict:
    """A problem as JSON has it."""
    return {**problem._asdict(), "dimensions": [one._asdict() for one in problem.dimensions]}


def _description() -> dict:
    # In an installed package beside this file; in the bundle's own directory two levels above it.
    for path in (_HERE / "fft.json", _HERE.parents[1] / "fft.json"):
        if path.is_file():
            return json.loads(path.read_text("utf-8"))
    raise ImportError(f"there is no fft.json in {_HERE}: install the bundle's directory with pip")


bundle = Bundle(_description())
