# SPDX-License-Identifier: Apache-2.0
"""An emulated bundle in programs of JAX: python jax_test.py, with the package `fft` on the path. The references are JAX's own transforms,
NumPy's and SciPy's."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import warnings
from types import SimpleNamespace

os.environ.update(JAX_PLATFORMS="cpu", JAX_ENABLE_X64="1", XLA_FLAGS="--xla_force_host_platform_device_count=2")

import jax
import jax.numpy as jnp
import numpy as np
import scipy.fft
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jax.test_util import check_grads

import fft.jax
from fft.jax_calls import _workspace_of_an_array

HALVES = (("r2c_f64_27", (2, 27)), ("r2c_f64_4x16", (3, 4, 16)))
SPECTRA = (("c2r_f64_27", (2, 14)), ("c2r_f64_4x16", (3, 4, 9)))
REAL = (
    ("dct_1_f64_9", (2, 9)),
    ("dct_2_f64_8x12", (2, 8, 12)),
    ("dct_3_f64_8x12", (2, 8, 12)),
    ("dst_2_f64_12", (2, 12)),
    ("dst_3_f64_12", (2, 12)),
    ("dst_4_f64_16", (2, 16)),
    ("fwht_f64_16", (2, 16)),
    ("fwht_f64_20", (2, 20)),
)
random = np.random.default_rng(47)


def complex_numbers(*shape, dtype=np.complex128):
    return jnp.asarray((random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(dtype))


def real_numbers(*shape):
    return jnp.asarray(random.standard_normal(shape))


class Case(unittest.TestCase):
    def assert_near(self, found, wanted, tolerance=1e-14):
        self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
        self.assertLessEqual(np.linalg.norm(found - wanted), tolerance * np.linalg.norm(wanted))


class Functions(Case):
    """fft.jax.<transform>."""

    def test_results(self):
        for shape in ((64,), (7, 64), (2, 0, 64), (5, 3, 64)):
            x = complex_numbers(*shape)
            self.assert_near(fft.jax.c2c_f64_64(x), jnp.fft.fft(x))
        self.assert_near(fft.jax.dct_2_f64_8x12(x := real_numbers(2, 8, 12)), jnp.asarray(scipy.fft.dctn(x, axes=(1, 2))))
        self.assert_near(jax.jit(fft.jax.r2c_f64_4x16)(x := real_numbers(3, 4, 16)), jnp.fft.rfft2(x))

    def test_scale_of_each_call(self):
        x = complex_numbers(5, 24)
        self.assert_near(fft.jax.c2c_f64_24_run_time_scale(x), jnp.fft.fft(x))
        self.assert_near(fft.jax.c2c_f64_24_run_time_scale(x, scale=24**-0.5), jnp.fft.fft(x, norm="ortho"))
        with self.assertRaisesRegex(TypeError, "the plan has its scale, 1; --scale run-time plans one without"):
            fft.jax.c2c_f64_64(complex_numbers(64), scale=2)

    def test_gradients_are_those_of_jax(self):
        pairs = (
            (fft.jax.c2c_f64_64, jnp.fft.fft, complex_numbers(3, 64)),
            (fft.jax.c2c_f64_8x8_inverse, lambda x: 64 * jnp.fft.ifft2(x), complex_numbers(3, 8, 8)),
            (fft.jax.r2c_f64_27, jnp.fft.rfft, real_numbers(2, 27)),
            (fft.jax.r2c_f64_4x16, jnp.fft.rfft2, real_numbers(3, 4, 16)),
            (fft.jax.c2r_f64_27, lambda x: 27 * jnp.fft.irfft(x, 27), complex_numbers(2, 14)),
            (fft.jax.c2r_f64_4x16, lambda x: 64 * jnp.fft.irfft2(x), complex_numbers(3, 4, 9)),
        )
        for served, own, x in pairs:
            y, take_back = jax.vjp(served, x)
            weights = complex_numbers(*y.shape) if jnp.iscomplexobj(y) else real_numbers(*y.shape)
            self.assert_near(take_back(weights)[0], jax.vjp(own, x)[1](weights)[0])
            self.assert_near(jax.jvp(served, (x,), (x * 2,))[1], jax.jvp(own, (x,), (x * 2,))[1])

    def test_derivatives_of_any_order(self):
        for name, shape in (*HALVES, *SPECTRA, *REAL):
            x = complex_numbers(*shape) if name.startswith("c2r") else real_numbers(*shape)
            with self.subTest(name):
                check_grads(getattr(fft.jax, name), (x,), order=2, modes=("fwd", "rev"), rtol=1e-6)

    def test_vmap(self):
        x = complex_numbers(64, 5, 3)
        for transform in (fft.jax.c2c_f64_64, jnp.fft.fft):
            mapped = jax.jit(jax.vmap(jax.vmap(transform, in_axes=1), in_axes=2))(x)
            self.assert_near(mapped, jnp.fft.fft(x.transpose(2, 1, 0)))

    def test_many_arrays_share_a_workspace(self):
        def workspace_bytes(batch):
            return 4096 * min(batch, 25)  # of kernels that have 25 arrays under way

        for count in (0, 1, 3, 50, 1000):
            planned = _workspace_of_an_array(SimpleNamespace(has_workspace=True, workspace_bytes=workspace_bytes), count)
            # Two devices may have half of the arrays each.
            for share in {count, -(-count // 2)}:
                self.assertGreaterEqual(planned * share, workspace_bytes(share))
            self.assertLessEqual(planned * count, 2 * workspace_bytes(count) + count)
        self.assertEqual(_workspace_of_an_array(SimpleNamespace(has_workspace=False), 3), 0)

    def test_wrong_arrays(self):
        for x, error, message in (
            (complex_numbers(63), ValueError, r"x has the shape \(63,\), and must have \[..., 64\]"),
            (complex_numbers(64, dtype=np.complex64), TypeError, "x has elements of complex64, and the transform takes complex128"),
        ):
            with self.assertRaisesRegex(error, message):
                fft.jax.c2c_f64_64(x)
        with self.assertRaisesRegex(AttributeError, "the bundle fft has no transform c2c_f64_65; it has c2c_f64_64, "):
            fft.jax.c2c_f64_65
        with self.assertRaisesRegex(NotImplementedError, "lacks its adjoint, dct_3_f64_10: `fftgen bundle fft ... --differentiable`"):
            jax.grad(lambda x: fft.jax.dct_2_f64_10(x).sum())(real_numbers(10))

    def test_names(self):
        self.assertIn("c2c_f64_64", dir(fft.jax))
        self.assertIn("override", dir(fft.jax))


class Override(Case):
    """jax.numpy.fft served by the bundle."""

    def test_what_is_served(self):
        x, image, rows = complex_numbers(6, 64), complex_numbers(3, 8, 8), real_numbers(5, 27)
        calls = (
            (jnp.fft.fft, x),
            (jnp.fft.ifft, x),
            (lambda a: jnp.fft.fft(a, axis=0), x.T),
            (jnp.fft.fft2, image),
            (jnp.fft.rfft, rows),
            (lambda a: jnp.fft.irfft(a, 27), jnp.fft.rfft(rows)),
            (jax.jit(jax.vmap(lambda a: jnp.fft.ifft(jnp.fft.fft(a)) + a)), x),
            (jax.jit(jax.grad(lambda a: jnp.abs(jnp.fft.ifft(a)[..., 3]).sum())), x),
        )
        wanted = [call(value) for call, value in calls]
        with fft.jax.override():
            before = fft.jax.report()
            for (call, value), expected in zip(calls, wanted):
                self.assert_near(call(value), expected)
            report = fft.jax.report()
            self.assertGreaterEqual(report.served - before.served, len(calls))
            self.assertEqual(report.passed_on, before.passed_on)

    def test_what_is_passed_on(self):
        x = complex_numbers(6, 63)
        wanted = jnp.fft.fft(x)
        with fft.jax.override():
            before = fft.jax.report()
            self.assert_near(jnp.fft.fft(x), wanted)
            self.assertEqual(jnp.fft.fft(x[:0]).shape, (0, 63))
            self.assertEqual(fft.jax.report().passed_on, before.passed_on + 2)
        self.assertIn("FFT of complex128[6, 63] along 1: XLA (the bundle has no such transform)", str(fft.jax.report()))

    def test_begins_and_ends(self):
        x = complex_numbers(2, 64)
        compiled = jax.jit(jnp.fft.fft)
        compiled(x)  # before the override; it is compiled anew
        with fft.jax.override():
            before = fft.jax.report().served
            compiled(x)
            with fft.jax.override():
                pass
            jax.jit(lambda a: jnp.fft.fft(a) * 2)(x)
            self.assertEqual(fft.jax.report().served, before + 2)
        jax.jit(lambda a: jnp.fft.fft(a) * 3)(x)
        self.assertEqual(fft.jax.report().served, before + 2)

    def test_devices_share_a_batch(self):
        mesh = Mesh(np.array(jax.devices()), ("devices",))
        x = complex_numbers(6, 64)
        rows = jax.device_put(x, NamedSharding(mesh, PartitionSpec("devices", None)))
        columns = jax.device_put(x, NamedSharding(mesh, PartitionSpec(None, "devices")))
        wanted = jnp.fft.fft(x)
        with fft.jax.override():
            for transform in (jnp.fft.fft, fft.jax.c2c_f64_64):
                found = jax.jit(transform)(rows)
                self.assertEqual(found.sharding, rows.sharding)
                self.assert_near(np.asarray(found), np.asarray(wanted))
                self.assert_near(np.asarray(jax.jit(transform)(columns)), np.asarray(wanted))
            apart = jax.jit(jax.shard_map(jnp.fft.fft, mesh=mesh, in_specs=PartitionSpec("devices"), out_specs=PartitionSpec("devices")))
            self.assert_near(np.asarray(apart(x)), np.asarray(wanted))
            text = jax.jit(jnp.fft.fft).lower(rows).compile().as_text()
            self.assertIn("fftgen_fft", text)
            self.assertNotIn("all-gather", text)

    def test_exported_programs_need_no_bundle(self):
        with fft.jax.override():
            exported = jax.export.export(jax.jit(jnp.fft.fft))(jax.ShapeDtypeStruct((6, 64), np.complex128))
            batch, = jax.export.symbolic_shape("b")
            of_any_batch = jax.export.export(jax.jit(jnp.fft.fft))(jax.ShapeDtypeStruct((batch, 64), np.complex128))
        self.assertNotIn("fftgen", exported.mlir_module() + of_any_batch.mlir_module())

    def test_of_a_program_that_is_not_edited(self):
        program = (
            "import jax, jax.numpy as jnp\n"
            "f = jax.jit(lambda a: jnp.fft.ifft(jnp.fft.fft(a)) + jnp.fft.fft(a * 2) + jnp.fft.fft(a, 63).sum())\n"
            "for _ in range(3): f(jnp.ones((6, 64), 'complex128')).block_until_ready()\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            path, record = os.path.join(folder, "program.py"), os.path.join(folder, "problems.json")
            with open(path, "w") as file:
                file.write(program)
            asked = [sys.executable, "-m", "fft", "--jax", "--record", record, path]
            done = subprocess.run(asked, capture_output=True, text=True, check=True)
            self.assertIn("fft: serves 2 of 3 transforms that JAX compiled", done.stderr)
            with open(record) as file:
                problems = json.load(file)["problems"]
        self.assertEqual(sorted((one["calls"], one["served"], one["name"]) for one in problems), [
            (3, 0, "FFT of complex128[6, 63] along 1"),
            (3, 3, "IFFT of complex128[6, 64] along 1"),
            (6, 6, "FFT of complex128[6, 64] along 1"),
        ])
        self.assertTrue(all(one["milliseconds"] > 0 for one in problems))

    def test_by_a_variable(self):
        asked = [sys.executable, "-c", "import fft, jax, jax.numpy as jnp; jnp.fft.fft(jnp.ones((6, 64), 'complex128')); print(fft.jax.report())"]
        done = subprocess.run(asked, capture_output=True, text=True, check=True, env={**os.environ, "FFT_OVERRIDE": "jax"})
        self.assertIn("fft: serves 1 of 1 transforms that JAX compiled", done.stdout)


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main()
