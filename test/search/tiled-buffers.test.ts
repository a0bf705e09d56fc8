// The search lets kernels write tile by tile where that was measured to gain, and nowhere else.
import { expect, test } from "vitest";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { parseKernels } from "../../generator/notation/parse.js";
import { makeRealTransform, makeTransform, type Transform } from "../../generator/plan/transform.js";
import type { CostedKernel } from "../../generator/search/early-starts.js";
import { completePlan, DEFAULT_TWIDDLES } from "../../generator/search/search.js";
import { withTiledBuffer } from "../../generator/search/tiled-buffers.js";

const gpu = findGpu("H200");

function costed(transform: Transform, text: string): readonly CostedKernel[] {
  const ranked = completePlan({ transform, kernels: parseKernels(text) }, gpu, { twiddles: DEFAULT_TWIDDLES, keep: 1 });
  return ranked.plan.kernels.map((kernel, index) => ({ kernel, ...at(ranked.kernels, index) }));
}

const isTiled = (transform: Transform, text: string): boolean =>
  withTiledBuffer(transform, costed(transform, text), gpu).some(({ kernel }) => kernel.schedule.tiled === true);

const first =
  "{ X(2097152,8,2097152,16777216,no-tw) X(2097152,8,262144,2097152,pre-tw) X(2097152,8,32768,262144,pre-tw) X(2097152,8,4096,32768,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch";
const second =
  "{ X(2097152,8,512,4096,pre-tw) X(1048576,16,32,512,pre-tw) X(524288,32,1,32,pre-tw) } on 512 threads, cluster 8 after 2, prefetch, 16 columns, powers";

test("2^24 in columns of 128 bytes: 1.309 ms instead of 1.325", () => {
  const transform = makeTransform([2 ** 24], "f32", { batch: 8 });
  expect(isTiled(transform, `${first}, 16 columns, powers ${second}`)).toBe(true);
});

test("512x512x512 in columns of 256 bytes: it would take 1.252 ms instead of 1.237", () => {
  const text =
    "{ Y(64,8,64,512,no-tw) Y(32,16,4,64,pre-tw) X(16,32,16,512,no-tw) X(32,16,1,16,pre-tw) } on 512 threads, cluster 8 after 2, prefetch, powers " +
    "{ Z(64,8,64,512,no-tw) Z(64,8,8,64,pre-tw) Z(64,8,1,8,pre-tw) Y(128,4,1,4,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 32 columns, powers";
  expect(isTiled(makeTransform([512, 512, 512], "f32"), text)).toBe(false);
});

test("2^20 real numbers in columns of 128 bytes, of which the second kernel reads mirrors too: 0.750 ms instead of 0.646", () => {
  const text =
    "{ X(65536,8,65536,524288,no-tw) X(65536,8,8192,65536,pre-tw) X(65536,8,1024,8192,pre-tw) X(65536,8,128,1024,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, 16 columns, powers " +
    "{ X(32768,16,8,128,pre-tw) X(65536,8,1,8,pre-tw) } on 1024 threads, 128 columns, powers";
  expect(isTiled(makeRealTransform("r2c", [2 ** 20], "f32", { batch: 128 }), text)).toBe(false);
});
