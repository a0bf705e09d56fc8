// What `fftgen explain` says of a kernel on clusters.
import { expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();

const plan = `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 65536 }, precision: "f32", direction: "forward", order: "natural", placement: "out-of-place", scale: 1, batch: 64 },
  kernels: [
    "{ X(4096,16,4096,65536,no-tw) X(4096,16,256,4096,pre-tw) X(4096,16,16,256,pre-tw) X(4096,16,1,16,pre-tw) } on 1024 threads, cluster 8 after 2, prefetch, powers",
  ],
});
`;

test("explain a kernel of undivided blocks", async () => {
  project.write(
    "plans/undivided.plan.ts",
    plan.replace("1024 threads, cluster 8 after 2", "512 threads, cluster 8 after 2, undivided"),
  );
  const { stdout, stderr } = await project.run(["explain", "undivided"]);
  expect(stderr).toBe("");
  expect(stdout.slice(stdout.indexOf("kernel 1"), stdout.indexOf("time "))).toMatchInlineSnapshot(`
    "kernel 1, in -> out
    tile       65536 elements, 65536 contiguous in the input, 65536 in the output; clusters over the batch
    cluster    8 blocks of 512 threads; uniform warps: all compute both halves
    blocks     before the exchange each has a value of x3/2:8; after it each has a value of x2/2:8
    places     role   phase         registers  threads, lanes first
               front  butterfly x1  x1:16      x4:16 x3:2 x2:16
               front  butterfly x2  x2:16      x4:16 x3:2 x1:16
               back   butterfly x3  x3:16      x1:16 x2:2 x4:16
               back   butterfly x4  x4:16      x1:16 x2:2 x3:16
    fetch      each block a box of 32 of 256 at stride 1, 256 of 256 at stride 256: 8192 elements, which land in the order
               x4:16 x3:2 x2:16 x1:16; the L2 cache fetches the next tile while this one crosses the cluster
    exchange   one buffer of 8192 elements at x4:16*1 x3:2*16 x1:16*32^1 x2:2*512 x3/2:8*1024; 87.5% of a tile leaves its
               block
    conflicts  none: each access to shared memory takes as few wavefronts as it can
    block      wait until landed, read part, butterfly 16, write part, sync, read part, arrive at the cluster,
               butterfly 16 with w^(e/256) by table, wait for the cluster, send, prefetch 1 ahead, wait until full,
               expect 65536 bytes, read part, butterfly 16 with w^(e/4096) by table, write part, sync, read part,
               fetch 1 ahead, butterfly 16 with w^(e/65536) by table, store
    "
  `);
});

test("explain a kernel on clusters", async () => {
  project.write("plans/clusters.plan.ts", plan);
  const { stdout, stderr } = await project.run(["explain", "clusters"]);
  expect(stderr).toBe("");
  expect(stdout.slice(stdout.indexOf("kernel 1"), stdout.indexOf("time "))).toMatchInlineSnapshot(`
    "kernel 1, in -> out
    tile       65536 elements, 65536 contiguous in the input, 65536 in the output; clusters over the batch
    cluster    8 blocks of 1024 threads; in each, a front of 2 groups of 256 threads and a back of 512
    blocks     before the exchange each has a value of x3/2:8, each group of it a value of x3:2; after it each has a value
               of x2/2:8
    places     role   phase         registers  threads, lanes first
               front  butterfly x1  x1:16      x4:16 x2:16
               front  butterfly x2  x2:16      x4:16 x1:16
               back   butterfly x3  x3:16      x1:16 x2:2 x4:16
               back   butterfly x4  x4:16      x1:16 x2:2 x3:16
    fetch      each group a box of 16 of 256 at stride 1, 256 of 256 at stride 256: 4096 elements, which land in the order
               x4:16 x2:16 x1:16; the L2 cache fetches one tile ahead
    exchange   2 receive buffers of 8192 elements at x4:16*1 x1:16*16^1 x2:2*256 x3:16*512; 87.5% of a tile leaves its block
    conflicts  none: each access to shared memory takes as few wavefronts as it can
    front      wait until landed, read landing, butterfly 16, write landing, sync, read landing,
               fetch 1 ahead, prefetch 2 ahead, butterfly 16 with w^(e/256) by table, wait until empty, send, arrive at full
    back       wait until full, expect 57344 bytes, read inbox, butterfly 16 with w^(e/4096) by table, write inbox, sync,
               read inbox, arrive at empty of all blocks, butterfly 16 with w^(e/65536) by table, store
    "
  `);
});
