# SPDX-License-Identifier: Apache-2.0
"""The transforms of the bundle in programs of JAX: as custom calls of XLA, and as a primitive with jit, vmap and derivatives."""

from __future__ import annotations

import functools
import itertools
import math

import jax
import jax.numpy as jnp
import numpy
from jax.extend.core import Primitive
from jax.extend.mlir import ir
from jax.interpreters import ad, batching, mlir

from . import ctypes as arrays
from .bundle import Transform, bundle

PLATFORM = "cpu" if bundle.emulated else "cuda"
_TARGET = f"fftgen_{bundle.name}"
_BYTES = jnp.dtype(jnp.uint8)


def register_handler(target: str, function: str) -> None:
    """Lets XLA call a function of the shared library, which is a handler of XLA's foreign function interface."""
    handler = getattr(bundle.library.open(), f"{bundle.prefix}{function}")
    jax.ffi.register_ffi_target(target, jax.ffi.pycapsule(handler), platform="cpu" if bundle.emulated else "CUDA")


@functools.cache
def _register() -> None:
    register_handler(_TARGET, "jax_handler")
    # Of arrays that are spread over several devices along their batch dimensions, each device transforms its own.
    jax.ffi.register_ffi_target_as_batch_partitionable(_TARGET)


def lower(ctx, x, transform: Transform, scale: float, rank: int):
    """The custom call that transforms `x`, whose last `rank` dimensions are an array, with outputs multiplied by `scale` in all."""
    _register()
    (source,), (target,) = ctx.avals_in, ctx.avals_out
    lead = source.shape[: source.ndim - rank]
    workspace = _workspace_of_an_array(transform, math.prod(lead))
    # Its own result, so that XLA plans the memory; split along the batch as the output is.
    results = [target] if workspace == 0 else [target, target.update(shape=(*lead, workspace), dtype=_BYTES)]
    rule = jax.ffi.ffi_lowering(_TARGET, extra_attributes=_splitting(len(lead), [source, *results]))
    said = {"transform": transform.name, "scale": numpy.float64(scale), "rank": numpy.int64(rank)}
    return rule(ctx.replace(avals_out=results), x, **said)[:1]


def _workspace_of_an_array(transform: Transform, count: int) -> int:
    """Bytes of workspace for each of `count` arrays, so many that those of any device have enough. Many arrays share some."""
    if not transform.has_workspace or count == 0:
        return 0
    shares = {-(-count // devices) for devices in range(1, min(count, jax.device_count()) + 1)}
    return max(-(-transform.workspace_bytes(share) // share) for share in shares)


def _splitting(leading: int, arrays) -> dict:
    """How XLA may split the call over devices: along the first dimensions, which the input and all results have alike."""
    attributes = {"mhlo.frontend_attributes": mlir.ir_attribute({"num_batch_dims": str(leading)})}
    letters = iter([*"ijklmnopqrstuvwxyz", *(f"z_{number}" for number in range(1, 200))])
    shared = list(itertools.islice(letters, leading))
    sides, lengths = [], []
    for array in arrays:
        names = shared + list(itertools.islice(letters, array.ndim - leading))
        sides.append("[" + ", ".join(names) + "]")
        lengths += [pair for pair in zip(names, array.shape) if pair not in lengths]
    sizes = ", ".join(f"{name}={length}" for name, length in lengths)
    text = f"#sdy.op_sharding_rule<({sides[0]})->({', '.join(sides[1:])}) {{{sizes}}}, custom>"
    try:
        attributes["sdy.sharding_rule"] = ir.Attribute.parse(text)
    except (ir.MLIRError, ValueError):
        pass  # a JAX without Shardy, which follows the attribute before
    return attributes


class _Side:
    """One side of a transform: the type of elements, and the lengths of an array."""

    def __init__(self, element: str, lengths: tuple[int, ...]) -> None:
        self.type, self.lengths = arrays.TYPES[element], lengths


class Function:
    """One transform of the bundle as a function of arrays [..., lengths]; linear, so that its derivatives are its own kind."""

    def __init__(self, transform: Transform) -> None:
        self.transform = transform
        self.__name__ = transform.name
        scale = ", scale=1" if transform.takes_scale else ""
        self.__doc__ = f"{transform.name}(x{scale}): {transform.problem}"
        lengths = arrays.shapes(transform)
        self.input = _Side(transform.elements["input"], lengths[0])
        self.output = _Side(transform.elements["output"], lengths[1])

    def __call__(self, x, scale: float | None = None):
        transform, x = self.transform, jnp.asarray(x)
        if scale is not None and not transform.takes_scale:
            raise TypeError(f"{transform.name}: the plan has its scale, {transform.problem.scale:.6g}; --scale run-time plans one without")
        if x.dtype.name != self.input.type:
            raise TypeError(f"{transform.name}: x has elements of {x.dtype.name}, and the transform takes {self.input.type}")
        rank = len(self.input.lengths)
        if x.ndim < rank or x.shape[x.ndim - rank :] != self.input.lengths:
            expected = ", ".join(str(length) for length in self.input.lengths)
            raise ValueError(f"{transform.name}: x has the shape {x.shape}, and must have [..., {expected}]")
        batch = math.prod(x.shape[: x.ndim - rank])
        if batch > transform.batch["largest"]:
            raise ValueError(f"{transform.name}: {batch} arrays are more than the {transform.batch['largest']} that execute takes")
        # What the plan has, unless the call says it.
        total = transform.problem.scale if scale is None else float(scale)
        return _bind(x, name=transform.name, scale=total)


_functions: dict[str, Function] = {}


def function(name: str) -> Function:
    """The function of a transform; they are made once."""
    if name not in _functions:
        _functions[name] = Function(bundle.transforms[name])
    return _functions[name]


def is_served(transform: Transform) -> bool:
    """Whether JAX has its elements, and its arrays lie side by side."""
    types = {"complex64", "complex128", "float16", "bfloat16", "float32", "float64"}
    return arrays.is_dense(transform) and all(arrays.TYPES[element] in types for element in transform.elements.values())


transform_p = Primitive(f"{bundle.name}_transform")


@functools.cache
def _compiled(name: str, scale: float):
    return jax.jit(functools.partial(transform_p.bind, name=name, scale=scale))


def _bind(x, *, name: str, scale: float):
    return transform_p.bind(x, name=name, scale=scale)


@transform_p.def_impl
def _evaluate(x, *, name: str, scale: float):
    return _compiled(name, scale)(x)


@transform_p.def_abstract_eval
def _abstract(x, *, name: str, scale: float):
    made = function(name)
    shape = (*x.shape[: x.ndim - len(made.input.lengths)], *made.output.lengths)
    return x.update(shape=shape, dtype=jnp.dtype(made.output.type), weak_type=False)


def _batched(values, dimensions, *, name: str, scale: float):
    # A batch dimension like any other.
    return _bind(jnp.moveaxis(values[0], dimensions[0], 0), name=name, scale=scale), 0


def _transposed(gradient, x, *, name: str, scale: float):
    """JAX takes gradients back by the transposed matrix, not by the adjoint: the two differ by conjugation."""
    transform = bundle.transforms[name]
    if transform.problem.kind == "c2c":
        return (_bind(gradient, name=name, scale=scale),)  # the matrix is symmetric
    wanted = transform.adjoint
    if wanted.transform is None:
        raise NotImplementedError(
            f"{name} has no gradient: the bundle {bundle.name} lacks its adjoint, {wanted.name}: "
            f"`fftgen bundle {bundle.name} ... --differentiable` plans it"
        )
    adjoint = bundle.transforms[wanted.transform]
    total = scale if adjoint.takes_scale else adjoint.problem.scale
    weighted = _weighted(jnp.conj(gradient), wanted.before)
    return (jnp.conj(_weighted(_bind(weighted, name=adjoint.name, scale=total), wanted.after)),)


def _weighted(x, weights):
    """`x` with the numbers at the ends of its rows, or those between, multiplied, along each dimension that `weights` are for."""
    for place, (first, between, last) in enumerate(reversed(weights)):
        if first == between == last == 1:
            continue
        along = numpy.full(x.shape[-1 - place], between, dtype=float)
        along[0], along[-1] = first, last
        x = x * jnp.asarray(along.reshape(-1, *(1 for _ in range(place))), dtype=x.real.dtype)
    return x


def _lowering(ctx, x, *, name: str, scale: float):
    made = function(name)
    return lower(ctx, x, made.transform, scale, len(made.input.lengths))


def _elsewhere(ctx, x, *, name: str, scale: float):
    made = "with --emulated, for the host" if bundle.emulated else "for GPUs; --emulated makes one for the host"
    raise NotImplementedError(f"{name}: x is not on {PLATFORM}, and this bundle was made {made}")


ad.deflinear2(transform_p, _transposed)
batching.primitive_batchers[transform_p] = _batched
mlir.register_lowering(transform_p, _elsewhere)
mlir.register_lowering(transform_p, _lowering, platform=PLATFORM)
