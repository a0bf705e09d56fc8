# SPDX-License-Identifier: Apache-2.0
"""torch.fft served by an emulated bundle, beside PyTorch's own: python override_test.py, with the package `fft` on the path.

Of transforms that take their scale with each call it has c2c of 24 and r2c, c2r of 27; of those that take strides c2c of 30 and r2c of 18
in f64 along the first of two dimensions, and c2c of 20, with a scale, too; besides c2c of 64 in f32 and f64, forward and inverse scaled by 1/64, rfft2 of 16x32 with its inverse scaled, and fft2 of 8x8
in f64.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings

import numpy
import torch

import fft
import fft.ctypes

F = torch.fft


def far(one, other):
    return ((one - other).norm() / other.norm()).item()


class Served(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(45)

    def served(self, compute, *tensors, tolerance=3e-7, calls=1):
        """Computes with and without the override; the results must agree, and the bundle must have served so many calls."""
        wanted = compute(*tensors)
        before = fft.report().served
        with fft.override():
            found = compute(*tensors)
        self.assertLess(far(found, wanted), tolerance)
        self.assertEqual(found.stride(), wanted.stride())
        self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
        self.assertEqual(fft.report().served - before, calls)
        return found

    def passed_on(self, compute, *tensors, reason):
        wanted = compute(*tensors)
        before = {one.name: one.passed_on for one in fft.report().tallies}
        with fft.override():
            found = compute(*tensors)
        self.assertTrue(torch.equal(found, wanted))
        now = [one for one in fft.report().tallies if one.passed_on > before.get(one.name, 0)]
        self.assertEqual(len(now), 1)
        self.assertIn(reason, now[0].reason)

    def test_any_batch(self):
        for batch in ((), (1,), (7,), (64,), (10, 100)):
            self.served(F.fft, torch.randn(*batch, 64, dtype=torch.complex64))

    def test_inverse_and_its_scale(self):
        x = torch.randn(5, 64, dtype=torch.complex64)
        self.served(F.ifft, x)
        self.passed_on(lambda x: F.ifft(x, norm="ortho"), x, reason="has the scale 0.015625")

    def test_scale_of_each_call(self):
        x, y = torch.randn(5, 24, dtype=torch.complex64), torch.randn(4, 27)
        for norm in ("backward", "ortho", "forward"):
            self.served(lambda x: F.fft(x, norm=norm), x)
            self.served(lambda x: F.ifft(x, norm=norm), x)
            self.served(lambda x: F.fft(x, norm=norm), x.to(torch.complex128), tolerance=1e-15)
            self.served(lambda y: F.rfft(y, norm=norm), y)
            self.served(lambda h: F.irfft(h, n=27, norm=norm), F.rfft(y))

    def test_real_planes(self):
        x = torch.randn(3, 16, 32)
        self.served(F.rfft2, x)
        self.served(F.irfft2, F.rfft2(x))
        self.served(lambda x: F.irfft2(F.rfft2(x)), x, calls=2)

    def test_double_precision(self):
        self.served(F.fft2, torch.randn(2, 8, 8, dtype=torch.complex128), tolerance=1e-15)

    def test_conjugate_view(self):
        self.served(F.fft, torch.randn(2, 64, dtype=torch.complex64).conj())

    def test_other_dimension(self):
        # Batch dimensions that do not continue each other: copied first, as PyTorch does.
        self.served(lambda x: F.fft(x, dim=1), torch.randn(2, 64, 3, dtype=torch.complex64))
        # What PyTorch reads as it lies is not copied.
        for compute, x in ((lambda x: F.fft(x, dim=0), torch.randn(64, 3, dtype=torch.complex64)),
                           (F.fft, torch.randn(64, 6, dtype=torch.complex64).t())):
            self.passed_on(compute, x, reason="c2c_f32_64 has other strides")

    def test_halved_along_one(self):
        for x in (torch.randn(27, 1), torch.randn(1, 27, 1)):
            self.served(F.rfft2, x, calls=0)
        self.served(lambda x: F.irfft2(x, s=(27, 1)), torch.randn(27, 1, dtype=torch.complex64), calls=0)

    def test_output_that_overlaps(self):
        x, out = torch.randn(3, 64, dtype=torch.complex64), torch.zeros(64, dtype=torch.complex64).expand(3, 64)
        with self.assertRaises(RuntimeError) as plain:
            F.fft(x, out=out)
        with fft.override(), self.assertRaises(RuntimeError) as served:
            F.fft(x, out=out)
        self.assertEqual(str(served.exception), str(plain.exception))

    def test_strides_of_each_call(self):
        for count in (1, 3, 8, 11):
            self.served(lambda x: F.fft(x, dim=0), torch.randn(30, count, dtype=torch.complex64))
            self.served(lambda x: F.rfft(x, dim=0), torch.randn(18, count, dtype=torch.float64), tolerance=1e-15)
        for width in (20, 21, 50):
            x = torch.randn(4, width, dtype=torch.complex64)
            self.served(lambda x: F.fft(x, norm="ortho"), x[:, :20])
        # Arrays of columns begin side by side, whatever their strides; those of rows do not.
        self.served(F.fft, torch.randn(4, 30, dtype=torch.complex64), calls=0)

    def test_sliced_and_padded(self):
        x = torch.randn(4, 100, dtype=torch.complex64)
        self.passed_on(F.fft, x[:, :64], reason="c2c_f32_64 has other distances between arrays, or takes fewer of them")
        self.served(lambda x: F.fft(x, n=64), x[:, :50])
        self.served(F.fft, x[:1, :64])
        self.served(F.fft, torch.randn(1, 64, dtype=torch.complex64).expand(5, 64))

    def test_expanded_and_tied(self):
        self.served(F.fft, torch.randn(1, 24, dtype=torch.complex64).expand(4, 24))
        tied = torch.randn(64, 1, 1, dtype=torch.complex64).expand(64, 2, 2)
        self.passed_on(lambda x: F.fft(x, dim=0), tied, reason="several batch dimensions have one stride")

    def test_messages_of_pytorch(self):
        for mistake in (lambda: F.ihfft2(torch.randn(4, 4, dtype=torch.complex64)), lambda: F.fft(torch.randn(4), dim=3)):
            with self.assertRaises(Exception) as plain:
                mistake()
            with fft.override(), self.assertRaises(type(plain.exception)) as served:
                mistake()
            self.assertEqual(str(served.exception), str(plain.exception))

    def test_nested(self):
        x = torch.randn(2, 64, dtype=torch.complex64)
        with fft.override():
            with fft.override():
                pass
            before = fft.report().served
            F.fft(x)
            self.assertEqual(fft.report().served, before + 1)
        F.fft(x)
        self.assertEqual(fft.report().served, before + 1)

    def test_started_and_ended_by_many(self):
        x = torch.randn(2, 64, dtype=torch.complex64)
        wanted, failed = F.fft(x), []

        def work():
            try:
                for _ in range(50):
                    with fft.override():
                        assert far(F.fft(x), wanted) < 3e-7
                    F.fft(x[:, :63])
            except BaseException as error:  # noqa: BLE001
                failed.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])
        fft.restore()

    def test_out(self):
        x = torch.randn(7, 64, dtype=torch.complex64)
        wanted = F.fft(x)
        for out in (torch.empty(7, 64, dtype=torch.complex64), torch.empty(0, dtype=torch.complex64)):
            with fft.override():
                self.assertIs(F.fft(x, out=out), out)
            self.assertLess(far(out, wanted), 3e-7)
        wide = torch.full((7, 80), 5.0, dtype=torch.complex64)
        with fft.override():
            F.fft(x, out=wide[:, :64])
        self.assertLess(far(wide[:, :64], wanted), 3e-7)
        self.assertTrue((wide[:, 64:] == 5).all())
        same = x.clone()
        with fft.override():
            F.fft(same, out=same)
        self.assertLess(far(same, wanted), 3e-7)

    def test_gradients(self):
        x = torch.randn(2, 64, dtype=torch.complex128, requires_grad=True)
        y = torch.randn(16, 32, requires_grad=True)
        with fft.override():
            self.assertTrue(torch.autograd.gradcheck(F.fft, (x,), fast_mode=True))
            F.irfft2(F.rfft2(y) * 2).square().sum().backward()
        self.assertLess(far(y.grad, 8 * y.detach()), 1e-6)

    def test_vmap(self):
        self.served(torch.vmap(F.fft), torch.randn(6, 2, 64, dtype=torch.complex64))

    def test_compile(self):
        step = torch.compile(lambda x: F.irfft2(F.rfft2(x) * 2) + 1, fullgraph=True, backend="aot_eager")
        self.served(step, torch.randn(3, 16, 32), calls=2)

    def test_threads(self):
        x = torch.randn(8, 16, 64, dtype=torch.complex64)
        wanted = F.fft(x)
        found = [None] * 8

        def work(index):
            found[index] = F.fft(x[index])

        with fft.override():
            threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertLess(far(torch.stack(found), wanted), 3e-7)

    def test_passes_on(self):
        self.passed_on(F.fft, torch.randn(2, 63, dtype=torch.complex64), reason="no such transform")
        self.passed_on(F.fft, torch.randn(2, 32), reason="both halves")

    def test_misaligned(self):
        # Two real numbers on, where rows of the transform must begin at a multiple of more.
        needed = fft.bundle.transforms["r2c_f32_16x32"].alignment["input"]
        if needed <= 4:
            self.skipTest("the plan takes any pointer")
        x = torch.randn(16 * 32 + 1)[1:].view(16, 32)
        self.passed_on(F.rfft2, x, reason="aligned")

    def test_restored(self):
        with fft.override():
            pass
        before = fft.report().served
        F.fft(torch.randn(2, 64, dtype=torch.complex64))
        self.assertEqual(fft.report().served, before)

    def test_no_warning(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with fft.override():
                F.fft(torch.randn(2, 64, dtype=torch.complex64))


class Functions(unittest.TestCase):
    """fft.ctypes, beside NumPy's own."""

    def setUp(self):
        torch.manual_seed(46)

    def test_tensors(self):
        x = torch.randn(3, 2, 64, dtype=torch.complex64)
        self.assertLess(far(fft.ctypes.c2c_f32_64(x), F.fft(x)), 3e-7)
        y = torch.randn(5, 16, 32)
        half = fft.ctypes.r2c_f32_16x32(y)
        self.assertLess(far(half, F.rfft2(y)), 3e-7)
        self.assertLess(far(fft.ctypes.c2r_f32_16x32_scaled_by_1_over_512(half), y), 3e-7)

    def test_numpy(self):
        x = numpy.random.default_rng(1).standard_normal((4, 64, 2)).view(numpy.complex128)[..., 0]
        found = fft.ctypes.c2c_f64_64(numpy.ascontiguousarray(x))
        self.assertEqual((found.dtype, found.shape), (numpy.complex128, (4, 64)))
        self.assertLess(numpy.linalg.norm(found - numpy.fft.fft(x)) / numpy.linalg.norm(found), 1e-15)
        self.assertEqual(fft.ctypes.c2c_f64_64(numpy.empty((0, 64), numpy.complex128)).shape, (0, 64))

    def test_out(self):
        x = torch.randn(2, 64, dtype=torch.complex64)
        wanted, out = F.fft(x), torch.empty(2, 64, dtype=torch.complex64)
        self.assertIs(fft.ctypes.c2c_f32_64(x, out=out), out)
        self.assertLess(far(out, wanted), 3e-7)
        fft.ctypes.c2c_f32_64(x, out=x)
        self.assertLess(far(x, wanted), 3e-7)

    def test_mistakes(self):
        x = torch.randn(2, 64, dtype=torch.complex64)
        call = fft.ctypes.c2c_f32_64
        for mistake, error, text in (
            (lambda: call(x.to(torch.complex128)), TypeError, "elements of complex128, and the transform takes complex64"),
            (lambda: call(x[:, :63]), ValueError, r"shape \(2, 63\), and must have \[..., 64\]"),
            (lambda: call(torch.randn(64, 64, dtype=torch.complex64).t()), ValueError, "not contiguous"),
            (lambda: call(x.conj()), ValueError, "not contiguous"),
            (lambda: call(x, out=torch.empty(3, 64, dtype=torch.complex64)), ValueError, r"it must be \(2, 64\)"),
            (lambda: call(x.to("meta")), TypeError, "x is on meta, and this bundle was made with --emulated"),
            (lambda: call([1, 2]), TypeError, "tensors of PyTorch and arrays of CuPy and NumPy, not list"),
            (lambda: fft.ctypes.c2c_f32_65, AttributeError, "no transform c2c_f32_65; it has c2c_f32_64"),
        ):
            with self.assertRaisesRegex(error, text):
                mistake()


PROGRAM = """
import torch
x = torch.randn(5, 64, dtype=torch.complex64)
for _ in range(3):
    torch.fft.fft(x)
torch.fft.fft(x[:2])
torch.fft.fft(torch.randn(2, 30, dtype=torch.complex64))
"""


class Programs(unittest.TestCase):
    def run_program(self, *options, environment=(), program=PROGRAM, other=""):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program.py")
            for name, text in (("program.py", program), ("other.py", other)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            options = [option.replace("FOLDER", folder) for option in options]
            done = subprocess.run(
                [sys.executable, *options, path], capture_output=True, text=True, env={**os.environ, **dict(environment)}
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            recorded = os.path.join(folder, "problems.json")
            if not os.path.exists(recorded):
                return done.stderr, None
            with open(recorded, encoding="utf-8") as file:
                return done.stderr, json.load(file)

    def test_run(self):
        self.assertEqual(self.run_program("-m", "fft")[0], "fft: served 4 of 5 calls\n")

    def test_record(self):
        said, recorded = self.run_program("-m", "fft", "--record", "FOLDER/problems.json")
        self.assertEqual(said, "fft: served 4 of 5 calls\n")
        self.assertEqual(recorded["schema"], "fftgen/problems/1")
        seen = sorted((one["problem"]["dimensions"][0]["length"], one["batch"]["count"], one["calls"], one["served"])
                      for one in recorded["problems"])
        self.assertEqual(seen, [(30, 2, 1, 0), (64, 2, 1, 1), (64, 5, 3, 3)])
        self.assertTrue(all(one["milliseconds"] > 0 for one in recorded["problems"]))

    def test_module_beside_the_program(self):
        said, _ = self.run_program("-m", "fft", program="import other", other=PROGRAM)
        self.assertEqual(said, "fft: served 4 of 5 calls\n")

    def test_record_wherever_the_program_goes(self):
        program = PROGRAM + "import os\nos.chdir('/')\n"
        _, recorded = self.run_program("-m", "fft", "--record", "FOLDER/problems.json", program=program)
        self.assertEqual(len(recorded["problems"]), 3)

    def test_record_of_a_forked_process(self):
        program = PROGRAM + "import os, sys\nif os.fork() == 0:\n    torch.fft.fft(x)\n    sys.exit()\nos.wait()\n"
        _, recorded = self.run_program("-m", "fft", "--record", "FOLDER/problems.json", program=program)
        self.assertEqual(sum(one["calls"] for one in recorded["problems"]), 5)

    def test_record_to_a_pipe_or_device(self):
        said, _ = self.run_program("-m", "fft", "--record", "/dev/stdout")
        self.assertEqual(said, "fft: served 4 of 5 calls\n")
        self.assertTrue(os.path.lexists("/dev/stdout"))

    def test_record_what_is_no_problem(self):
        program = "import torch\ntorch.fft.fft(torch.randn(3, 30))\n"
        _, recorded = self.run_program("-m", "fft", "--record", "FOLDER/problems.json", program=program)
        self.assertEqual([(one["problem"], one["reason"]) for one in recorded["problems"]],
                         [(None, "both halves of the spectrum are asked for")])

    def test_missing_library(self):
        done = subprocess.run([sys.executable, "-c", "import fft; fft.override()"], capture_output=True, text=True,
                              env={**os.environ, "FFT_LIBRARY": "/nowhere.so"})
        self.assertIn("there is no shared library /nowhere.so", done.stderr)

    def test_two_overrides(self):
        with fft.override():
            pass
        shared = torch._fftgen_override["CPU"]
        shared.owner = "other"
        try:
            with self.assertRaisesRegex(RuntimeError, "served by the bundle other: call other.restore"):
                fft.override()
        finally:
            shared.owner = None

    def test_two_bundles_one_after_the_other(self):
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "acme"
            shutil.copytree(pathlib.Path(fft.__file__).parent, other)
            (other / "libfft.so").rename(other / "libacme.so")
            described = other / "fft.json"
            described.write_text(described.read_text().replace('"name": "fft"', '"name": "acme"'))
            sys.path.insert(0, folder)
            try:
                import acme
            finally:
                sys.path.remove(folder)
            x = torch.randn(2, 64, dtype=torch.complex64)
            with fft.override():
                F.fft(x)
                with self.assertRaisesRegex(RuntimeError, "served by the bundle fft: call fft.restore"):
                    acme.override()
            before = fft.report().served
            with acme.override():
                F.fft(x)
            self.assertEqual((fft.report().served, acme.report().served), (before, 1))
            with fft.override():
                F.fft(x)
            self.assertEqual((fft.report().served, acme.report().served), (before + 1, 1))

    def test_scale_of_functions(self):
        x = torch.randn(3, 24, dtype=torch.complex64)
        call = fft.ctypes.c2c_f32_24_run_time_scale
        self.assertLess(far(call(x), F.fft(x)), 3e-7)
        self.assertLess(far(call(x, scale=1 / 24), F.fft(x, norm="forward")), 3e-7)
        with self.assertRaisesRegex(TypeError, "the plan has its scale, 1; --scale run-time"):
            fft.ctypes.c2c_f32_64(torch.randn(2, 64, dtype=torch.complex64), scale=2)


if __name__ == "__main__":
    unittest.main(verbosity=1)
