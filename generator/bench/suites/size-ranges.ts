// Suites that sweep sizes without requirements: every power of two, and the sizes of FFTW's own benchmark (benchFFT,
// scripts/benchmark: SIZES_1D, SIZES_2D, SIZES_3D). Half a GiB of data per call, far beyond any L2 cache, unless one array is
// larger.
import type { SuiteDefinition, SuiteEntry } from "../suite.js";

/** Half a GiB of data in either precision. */
const both = (size: readonly string[]): readonly SuiteEntry[] => [
  { size, precision: "f32", points: 2 ** 26 },
  { size, precision: "f64", points: 2 ** 25 },
];

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const powersOfTwo: SuiteDefinition = {
  name: "powers-of-two",
  title: "Every power of two",
  entries: both(Array.from({ length: 27 }, (_, index) => `2^${index + 1}`)),
};

export const fftw1d: SuiteDefinition = {
  name: "fftw-1d",
  title: "One-dimensional sizes of FFTW's benchmark",
  entries: both(
    words(`
      2 4 6 8 9 12 15 16 18 24 32 36 64 80 108 128 210 256 504 512 1000 1024 1960 2048 4096 4725 8192 10368 16384 27000
      32768 65536 75600 131072 165375 262144 362880 524288 1048576 2097152 4194304 8388608 16777216 33554432
    `),
  ),
};

export const fftw2d: SuiteDefinition = {
  name: "fftw-2d",
  title: "Two-dimensional sizes of FFTW's benchmark",
  entries: both(
    words(`
      4x4 5x5 6x6 7x7 8x8 4x8 8x4 9x9 10x10 11x11 12x12 13x13 14x14 15x15 16x16 25x24 32x32 48x48 49x49 60x60 72x56 64x64
      75x75 80x80 84x84 128x64 16x512 96x96 100x100 105x105 112x112 120x120 128x128 144x144 180x180 512x64 256x128 240x240
      256x256 64x1024 360x360 512x512 1000x1000 1024x1024 1960x1960 2048x2048 3360x3360 4096x4096 4725x4725 8192x8192
      10368x10368 16384x16384 27000x27000 32768x32768
    `),
  ),
};

export const fftw3d: SuiteDefinition = {
  name: "fftw-3d",
  title: "Three-dimensional sizes of FFTW's benchmark",
  entries: both(
    words(`
      4x4x4 5x5x5 6x6x6 7x7x7 8x8x8 9x9x9 10x10x10 11x11x11 12x12x12 13x13x13 14x14x14 15x15x15 16x16x16 4x8x16 24x25x28
      32x32x32 48x48x48 49x49x49 60x60x60 72x60x56 64x64x64 75x75x75 80x80x80 256x64x32 84x84x84 96x96x96 100x100x100
      16x1024x64 105x105x105 112x112x112 120x120x120 128x128x128 144x144x144 512x128x64 180x180x180 256x128x256 240x240x240
      256x256x256 512x64x1024 360x360x360 512x512x512
    `),
  ),
};
