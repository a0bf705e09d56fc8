# SPDX-License-Identifier: Apache-2.0
"""The operators of an emulated bundle: python operators_test.py, with the package `fft` on the path.

Beside the transforms that the tests below name, the bundle has the adjoint of each: all but that of c2c of 64.
"""

import unittest
import warnings

import scipy.fft
import torch
from torch.autograd import gradcheck, gradgradcheck

import fft
import fft.operators

F = torch.fft
ops = torch.ops.fft


def numbers(*shape, dtype=torch.complex128, grad=False):
    return torch.randn(*shape, dtype=dtype, requires_grad=grad)


COMPLEX = (("c2c_f64_8x8", (3, 8, 8)),)
HALVES = (("r2c_f64_27", (2, 27)), ("r2c_f64_4x16", (3, 4, 16)))
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
SPECTRA = (("c2r_f64_27", (2, 14)), ("c2r_f64_4x16", (3, 4, 9)))


def samples(grad=False):
    for name, shape in (*HALVES, *REAL):
        yield getattr(ops, name), numbers(*shape, dtype=torch.float64, grad=grad)
    for name, shape in SPECTRA:
        yield getattr(ops, name), numbers(*shape, grad=grad)


class Operators(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(46)

    def assert_near(self, found, wanted, tolerance=1e-14):
        self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
        self.assertLess(((found - wanted).norm() / wanted.norm()).item(), tolerance)

    def test_results(self):
        for shape in ((64,), (7, 64), (2, 0, 64), (5, 3, 64)):
            x = numbers(*shape)
            if x.numel() > 0:
                self.assert_near(ops.c2c_f64_64(x), F.fft(x))
            else:
                self.assertEqual(ops.c2c_f64_64(x).shape, x.shape)
        x = numbers(3, 4, 16, dtype=torch.float64)
        self.assert_near(ops.r2c_f64_4x16(x), F.rfft2(x))
        x = numbers(2, 8, 12, dtype=torch.float64)
        self.assert_near(ops.dct_2_f64_8x12(x), torch.from_numpy(scipy.fft.dctn(x.numpy(), axes=(1, 2))))

    def test_scale_of_each_call(self):
        x = numbers(4, 24)
        self.assert_near(ops.c2c_f64_24_inverse_run_time_scale(x, 1 / 24), F.ifft(x))
        self.assert_near(ops.c2c_f64_24_run_time_scale(x), F.fft(x))

    def test_out(self):
        x, out = numbers(3, 64), torch.empty(3, 64, dtype=torch.complex128)
        self.assertIs(ops.c2c_f64_64.out(x, out=out), out)
        self.assert_near(out, F.fft(x))

    def test_conjugates(self):
        x = numbers(3, 64)
        self.assert_near(ops.c2c_f64_64(x.conj()), F.fft(x.conj()))

    def test_gradients(self):
        for operator, x in samples(grad=True):
            with self.subTest(str(operator)):
                self.assertTrue(gradcheck(operator, (x,)))
        x = numbers(2, 24, grad=True)
        self.assertTrue(gradcheck(lambda x: ops.c2c_f64_24_run_time_scale(x, 0.7), (x,)))
        self.assertTrue(gradcheck(lambda x: ops.c2c_f64_24_inverse_run_time_scale(x, 0.3), (x,)))
        self.assertTrue(gradgradcheck(lambda x: ops.r2c_f64_27(x).abs() ** 2, (numbers(27, dtype=torch.float64, grad=True),)))

    def test_gradients_of_torch_are_the_same(self):
        x = numbers(3, 4, 16, dtype=torch.float64, grad=True)
        weights = numbers(3, 4, 9)
        loss = lambda spectrum: (spectrum * weights).abs().square().sum()
        (found,) = torch.autograd.grad(loss(ops.r2c_f64_4x16(x)), x)
        (wanted,) = torch.autograd.grad(loss(F.rfft2(x)), x)
        self.assert_near(found, wanted)

    def test_an_adjoint_that_is_missing_is_named(self):
        x = numbers(2, 64, grad=True)
        with self.assertRaisesRegex(RuntimeError, "c2c_f64_64 has no gradient: .* lacks its adjoint, c2c_f64_64_inverse: .* --differentiable"):
            ops.c2c_f64_64(x).abs().sum().backward()

    def test_vmap(self):
        x = numbers(4, 24, 5)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = torch.vmap(ops.c2c_f64_24_run_time_scale, in_dims=(2, None), out_dims=1)(x, 0.5)
        self.assert_near(found, 0.5 * F.fft(x.permute(0, 2, 1)))

    def test_opcheck(self):
        for operator, x in samples(grad=True):
            with self.subTest(str(operator)):
                torch.library.opcheck(operator.default, (x,))
        torch.library.opcheck(ops.c2c_f64_24_run_time_scale.default, (numbers(2, 24, grad=True), 0.5))

    def test_compiled(self):
        # Without a compiler of its own; the graph is PyTorch's.
        @torch.compile(fullgraph=True, backend="aot_eager")
        def filtered(x):
            return ops.c2r_f64_4x16(ops.r2c_f64_4x16(x) * 0.5)

        x = numbers(3, 4, 16, dtype=torch.float64, grad=True)
        y = filtered(x)
        self.assert_near(y, 0.5 * 64 * x)
        (gradient,) = torch.autograd.grad(y.square().sum(), x)
        self.assert_near(gradient, 2 * 32 * 32 * x)

    def test_wrong_tensors(self):
        with self.assertRaisesRegex(RuntimeError, r"c2c_f64_64: x has the shape \(3, 63\), and must have \[\.\.\., 64\]"):
            ops.c2c_f64_64(numbers(3, 63))
        with self.assertRaisesRegex(RuntimeError, "x has elements of another type than complex128"):
            ops.c2c_f64_64(numbers(3, 64, dtype=torch.complex64))
        with self.assertRaisesRegex(RuntimeError, "x is not contiguous: make it so first"):
            ops.c2c_f64_64(numbers(64, 64).T)


if __name__ == "__main__":
    unittest.main()
