// What `fftgen explain` says of kernels that hand rows on in shared memory.
import { expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();

const kernelText = async (name: string, transform: string, kernel: string): Promise<string> => {
  project.write(
    `plans/${name}.plan.ts`,
    `import { plan } from "fftgen";\n\nexport default plan({\n  transform: { ${transform} },\n  kernels: ["${kernel}"],\n});\n`,
  );
  const { stdout, stderr } = await project.run(["explain", name]);
  expect(stderr).toBe("");
  return stdout.slice(stdout.indexOf("kernel 1"), stdout.indexOf("time "));
};

test("explain a kernel with butterflies across rows that it gathers", async () => {
  const kernel =
    "{ rader Y(1,10,1,10,no-tw) X(10,10,10,100,no-tw) X(10,10,1,10,pre-tw) } on 100 threads, 7 blocks/SM, table";
  const text = await kernelText("beside", `lengths: { X: 1010 }, precision: "f32", batch: 64`, kernel);
  expect(text).toMatchInlineSnapshot(`
    "kernel 1, in -> out
    tile       1000 elements, 100 contiguous in the input, 1000 in the output; blocks over the batch
    places     phase         registers  threads, lanes first
               butterfly y1  y1:10      x2:10 x1:10
               butterfly x1  x1:10      y1:10 x2:10
               butterfly x2  x2:10      y1:10 x1:10
    rows       gathered by powers of a primitive root from rows 101 apart in shared memory, and scattered in the same way;
               wavefronts per access 5.45 (least 2)
    exchange   shared memory at x2:2*1 x2/2:5*2 x1:2*10 x1/2:5*20 y1:2*101 y1/2:5*210; wavefronts per access 2, 4, 2 (least
               2, 2, 2)
    program    load, write zeroth, load from 1 on, write tile, sync, read zeroth, butterfly 10, write zeroth, read tile,
               butterfly 10, sync, write tile, sync, read tile, butterfly 10, write tile, sync, read tile,
               butterfly 10 with w^(e/100) by table, add the DC term, times spectrum_f32_101_100, butterfly 10, write tile,
               sync, read tile, butterfly 10 with w^(e/100) by table, sync, write tile, sync, read tile, store from 1 on,
               read zeroth, store
    "
  `);
});

test("explain a kernel that puts numbers in order before it stores them", async () => {
  const kernel =
    "{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) } on 64 threads, 2 columns, 16 blocks/SM, table";
  const text = await kernelText("ordered", `kind: "dct-3", lengths: { X: 1024 }, precision: "f32", batch: 64`, kernel);
  expect(text).toMatchInlineSnapshot(`
    "kernel 1, in -> out
    tile       1024 elements, 1024 contiguous in the input, 1024 in the output; blocks over the batch
    places     phase         registers    threads, lanes first
               butterfly x1  x1:8         x3:8 x2:8 batch:2
               butterfly x2  x2:8 x1/4:2  x3:8 batch:2 x1:4
               butterfly x3  x3:8 x2/4:2  x1:8 x2:4 batch:2
    rows       reordered in shared memory, in rows 1056 numbers apart, and stored contiguously
    exchange   shared memory at x3:2*1 x3/2:2*2 x3/4:2*4 x2:2*8 x2/2:2*16 x2/4:2*32 x1:2*65 x1/2:2*130 x1/4:2*260
               batch:2*520; wavefronts per access 2, 2, 2 (least 2, 2, 2)
    program    for both butterflies of a conjugate pair: load from 0 on, load from 0 on,
               hermitian step with w^(e/4096) by table, for both butterflies of a conjugate pair: butterfly 8, write tile,
               sync, read tile, butterfly 8 with w^(e/64) by table, write tile, sync, read tile,
               butterfly 8 with w^(e/512) by table, sync, write numbers, sync, read numbers, store from 0 on
    "
  `);
});
