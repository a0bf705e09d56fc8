// Programs that between them have every structure of kernel: each step of synchronisation that the generator writes is in one of them,
// between such accesses as it stands between. They are as short as their structures let them be, for each is run once for each way to weaken it.
import { lowerStages } from "../../generator/compile.js";
import { complexArray, evaluateHostProgram, type DataArray } from "../../generator/kernel/evaluate.js";
import { isPersistent } from "../../generator/kernel/program.js";
import type { HostProgram } from "../../generator/kernel/host-program.js";
import { arraysOf, spanOf, usualStride, type ArraySpec } from "../../generator/plan/arrays.js";
import { uniformNumbers } from "../arbitrary/schedules.js";
import { bluesteinStages } from "../arbitrary/stage-sequences.js";
import {
  gpu,
  lowered,
  namedPlan,
  namedRealPlan,
  namedTrigonometricPlan,
  namedWalshPlan,
  type NamedPlan,
} from "../emit/named-plan.js";

/** What an array has for each member of the batch. */
interface Extent {
  readonly span: number;
  readonly distance: number;
  readonly isReal: boolean;
}

export interface Structure {
  readonly name: string;
  readonly host: HostProgram;
  readonly input: Extent;
  readonly output: Extent;
  /** Its steps of synchronisation are between the same accesses as those of other structures, which `npm test` weakens. */
  readonly isLike?: true;
  /** Steps that the kernel has and does not need: ways to weaken it that nothing goes wrong by, each with its reason. */
  readonly redundant?: readonly string[];
}

const like = (structure: Structure): Structure => ({ ...structure, isLike: true });

function planned({ name, plan }: NamedPlan): Structure {
  const { input, output } = arraysOf(plan.transform);
  const { host } = lowered({ name: "structure", plan });
  const extent = (array: ArraySpec, isReal: boolean): Extent => ({
    span: spanOf(array),
    distance: usualStride(array.distance),
    isReal,
  });
  const isWalsh = plan.transform.kind === "fwht";
  const hasNumbers = ({ content }: ArraySpec): boolean =>
    isWalsh || content?.kind === "reals" || content?.kind === "numbers";
  return { name, host, input: extent(input, hasNumbers(input)), output: extent(output, hasNumbers(output)) };
}

const c2c = (name: string, length: number, ...kernels: readonly string[]): Structure =>
  planned(namedPlan(name, [length], "f32", kernels));

const halves = (name: string, length: number, kernel: string): Structure =>
  planned(namedPlan(name, [length], "f16", [kernel]));

const real = (
  name: string,
  kind: "r2c" | "c2r",
  lengths: readonly number[],
  ...kernels: readonly string[]
): Structure => planned(namedRealPlan(name, kind, lengths, "f32", kernels));

const cosine = (name: string, kind: "dct-2" | "dct-3" | "dct-4", length: number, kernel: string): Structure =>
  planned(namedTrigonometricPlan(name, kind, [length], "f32", [kernel]));

const walsh = (name: string, length: number, kernel: string): Structure =>
  planned(namedWalshPlan(name, [length], "f32", [kernel]));

/** Transforms one after the other in the blocks of the first: what one hands on lies where the next takes it up. */
function handedOn(name: string, points: number, length: number, kernel: string): Structure {
  const { plan } = namedPlan(name, [length], "f32", [kernel]);
  const extent = { span: points, distance: points, isReal: false };
  return {
    name,
    host: lowerStages("structure", bluesteinStages(plan, points, true), gpu),
    input: extent,
    output: extent,
  };
}

const chain = "X(128,16,128,2048,no-tw) X(128,16,8,128,pre-tw) X(256,8,1,8,pre-tw)";
// As many phases before the exchange as after it, none of which finds in a thread what it needs.
const short = "X(128,8,128,1024,no-tw) X(128,8,16,128,pre-tw) X(256,4,4,16,pre-tw) X(256,4,1,4,pre-tw)";
const longer = "X(512,8,512,4096,no-tw) X(512,8,64,512,pre-tw) X(512,8,8,64,pre-tw) X(512,8,1,8,pre-tw)";
const fours = "X(64,8,64,512,no-tw) X(128,4,16,64,pre-tw) X(128,4,4,16,pre-tw) X(128,4,1,4,pre-tw)";
const foursFirst = "X(128,4,128,512,no-tw) X(64,8,16,128,pre-tw) X(128,4,4,16,pre-tw) X(128,4,1,4,pre-tw)";
const sixes = "X(144,6,144,864,no-tw) X(144,6,24,144,pre-tw) X(144,6,4,24,pre-tw) X(216,4,1,4,pre-tw)";
const eights = "X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw)";
const square = "X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw)";

/** With all threads at work in this phase each would store the one DC term, to the same place. */
const storesDcTermOnceMore = (phase: number): Pick<Structure, "redundant"> => ({
  redundant: [`kernel 0, block, phase ${phase}: all work`],
});

const blocks: readonly Structure[] = [
  c2c("a block on its own", 2048, `{ ${chain} } on 128 threads`),
  // More than a warp, which goes on together after it has asked for a tile.
  c2c("an L2 prefetch", 512, "{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) } on 64 threads, prefetch"),
  halves(
    "tensor cores",
    64,
    "{ X(16,4@mma,16,64,tw) X(16,4@mma,4,16,tw) X(16,4@mma,1,4,no-tw) } on 32 threads, 4 columns",
  ),
  walsh("vectors of real numbers", 64, "{ H(8,8,8,64) H(8,8,1,8) } on 8 threads, vectors of 2"),
  real("a spectrum in whole lines", "r2c", [128], `{ ${eights} } on 4 threads`),
  real("rows from half a spectrum", "c2r", [128], `{ ${eights} } on 4 threads`),
  real(
    "columns and their mirrors",
    "r2c",
    [128],
    "{ X(8,8,8,64,no-tw) } on 4 threads, 4 columns",
    "{ X(16,4,2,8,pre-tw) X(32,2,1,2,pre-tw) } on 4 threads, 2 columns",
  ),
  real(
    "rows and their mirrors",
    "r2c",
    [4, 72],
    "{ Y(1,4,1,4,no-tw) } on 2 threads, 2 columns",
    "{ X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 6 threads, 2 columns",
  ),
  cosine("cosines of type II", "dct-2", 128, `{ ${eights} } on 4 threads`),
  cosine("numbers put in order", "dct-4", 128, `{ ${eights} } on 8 threads`),
  cosine(
    "numbers put in order, an L2 prefetch",
    "dct-3",
    1024,
    "{ X(64,8,64,512,no-tw) X(64,8,8,64,pre-tw) X(64,8,1,8,pre-tw) } on 64 threads, prefetch",
  ),
  cosine("cosines by a Bluestein convolution", "dct-2", 7, `{ bluestein ${square} } on 4 threads`),
  {
    ...c2c("a Rader convolution of one phase", 5, "{ rader X(1,4,1,4,no-tw) } on 2 threads, 2 columns"),
    // Between gathering and scattering all wait, for what one scatters lies where another has to gather. A thread that has whole rows gathers
    // from its own and scatters into these, so that no other waits for it.
    redundant: ["kernel 0, block, phase 3: step 6, no sync-block"],
  },
  {
    ...c2c("a Rader convolution", 17, "{ rader X(8,2,8,16,no-tw) X(4,4,2,8,pre-tw) X(8,2,1,2,pre-tw) } on 4 threads"),
    ...storesDcTermOnceMore(14),
  },
  c2c(
    "a Rader convolution of rows transformed across",
    52,
    "{ rader Y(2,2,2,4,tw) Y(2,2,1,2,no-tw) X(4,3,4,12,no-tw) X(3,4,1,4,pre-tw) } on 12 threads",
  ),
  {
    ...real(
      "a Rader convolution to half a spectrum",
      "r2c",
      [7],
      "{ rader X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) } on 3 threads",
    ),
    ...storesDcTermOnceMore(10),
  },
  {
    ...real(
      "a Rader convolution of pairs of real numbers",
      "c2r",
      [34],
      "{ pairs X(17,2,17,34,tw) rader X(8,2,8,16,no-tw) X(4,4,2,8,pre-tw) X(8,2,1,2,pre-tw) } on 8 threads, 2 columns",
    ),
    // The DC term is kept beside the tile before the first butterflies, and is needed behind the last ones of the first half: their barriers
    // are enough.
    redundant: ["kernel 0, block: step 3, no sync-block"],
  },
  {
    ...real(
      "a Rader convolution from half a spectrum",
      "c2r",
      [7],
      "{ rader X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) } on 3 threads",
    ),
    ...storesDcTermOnceMore(10),
  },
  c2c("a Bluestein convolution", 5, "{ bluestein X(3,3,3,9,no-tw) X(3,3,1,3,pre-tw) } on 3 threads"),
  c2c(
    "a Bluestein convolution of several kernels",
    8,
    "{ bluestein X(8,2,8,16,no-tw) X(8,2,4,8,pre-tw) } on 4 threads, 2 columns",
    "{ bluestein X(8,2,2,4,pre-tw) X(8,2,1,2,pre-tw) } on 2 threads",
  ),
  handedOn("handed on", 7, 16, "{ X(4,4,4,16,tw) X(4,4,1,4,no-tw) } on 4 threads"),
];

const branches: readonly Structure[] = [
  c2c(
    "branches",
    8,
    "{ bluestein X(8,2,8,16,no-tw) X(4,4,2,8,pre-tw) X(8,2,1,2,pre-tw) } on 2 threads, cluster 2 after 1, undivided",
  ),
  c2c(
    "branches of one phase",
    16,
    "{ bluestein X(16,2,16,32,no-tw) X(2,16,1,16,pre-tw) } on 2 threads, cluster 2 after 1, undivided",
  ),
  c2c(
    "four branches, an L2 prefetch",
    512,
    "{ bluestein X(512,4,512,2048,no-tw) X(256,8,64,512,pre-tw) X(256,8,8,64,pre-tw) X(256,8,1,8,pre-tw) } on 64 threads, cluster 4 after 1, undivided, prefetch",
  ),
];

const clusters: readonly Structure[] = [
  c2c("undivided", 1024, `{ ${short} } on 64 threads, cluster 2 after 2, undivided, prefetch`),
  like(c2c("static", 1024, `{ ${short} } on 128 threads, cluster 2 after 2, prefetch`)),
  like(
    c2c("other numbers", 4096, `{ ${longer} } on 512 threads, cluster 2 after 2, ticket, ahead 2, groups 4, buffers 3`),
  ),
  like(c2c("one group, on three blocks", 864, `{ ${sixes} } on 128 threads, cluster 3 after 2, groups 1`)),
  c2c("ticket", 1024, `{ ${short} } on 128 threads, cluster 2 after 2, ticket, prefetch`),
  // What is sent is of another format than what is fetched.
  halves("mixed", 1024, `{ ${short} } on 128 threads, cluster 2 after 2, prefetch`),
  halves("mixed, undivided", 1024, `{ ${short} } on 64 threads, cluster 2 after 2, undivided`),
  walsh(
    "vectors on clusters",
    1024,
    "{ H(256,4,256,1024) H(256,4,64,256) H(256,4,16,64) H(64,16,1,16) } on 32 threads, cluster 2 after 2, undivided, vectors of 4",
  ),
  real(
    "mirrors sent, undivided",
    "r2c",
    [512],
    "{ X(64,4,64,256,no-tw) X(32,8,8,64,pre-tw) X(32,8,1,8,pre-tw) } on 32 threads, cluster 2 after 1, undivided",
  ),
  real("mirrors sent", "r2c", [1024], `{ ${fours} } on 128 threads, cluster 2 after 2`),
  like(real("mirrors loaded by threads", "c2r", [1024], `{ ${fours} } on 128 threads, cluster 2 after 2`)),
  real(
    "mirrors loaded by threads, ticket",
    "c2r",
    [1024],
    `{ ${fours} } on 128 threads, cluster 2 after 2, ticket, prefetch`,
  ),
  real(
    "shared rows to a spectrum",
    "r2c",
    [8, 32],
    "{ Y(4,2,4,8,no-tw) } on 16 threads, 16 columns",
    "{ Y(2,4,1,4,pre-tw) X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 128 threads, cluster 2 after 1, 8 columns",
  ),
  real(
    "shared rows from a spectrum",
    "c2r",
    [8, 32],
    "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) Y(2,4,2,8,no-tw) } on 128 threads, cluster 2 after 2, 8 columns",
    "{ Y(4,2,1,2,pre-tw) } on 16 threads, 16 columns",
  ),
  cosine("cosines on clusters", "dct-2", 1024, `{ ${foursFirst} } on 128 threads, cluster 2 after 1`),
  like(
    cosine(
      "cosines of type III on clusters",
      "dct-3",
      1024,
      `{ ${fours} } on 128 threads, cluster 2 after 2, prefetch`,
    ),
  ),
  cosine(
    "cosines of type IV on clusters",
    "dct-4",
    1024,
    `{ ${foursFirst} } on 128 threads, cluster 2 after 1, ticket`,
  ),
];

export const structures: readonly Structure[] = [...blocks, ...branches, ...clusters];

/** Tiles of a kernel on persistent clusters: enough that each of two clusters uses each of its buffers again. */
const TILES = 11;

/** Members of the batch with which every kernel of a program has a whole tile, and persistent clusters have enough of them. */
export const batchOf = ({ host }: Structure): number =>
  Math.max(
    ...host.launches.map(({ kernel }) =>
      isPersistent(kernel) ? Math.ceil(TILES / kernel.tiles.perGroup) * kernel.tiles.batch : kernel.tiles.batch,
    ),
  );

export class OtherNumbers extends Error {}

/** Throws where the evaluator finds something, or where numbers are not those that are meant. */
export function run(
  structure: Structure,
  launches: HostProgram["launches"],
  seed: number,
  meant?: DataArray,
): DataArray {
  const batch = batchOf(structure);
  const room = ({ span, distance }: Extent): number => (batch - 1) * distance + span;
  const [read, written] = [room(structure.input), room(structure.output)];
  const input = structure.input.isReal
    ? uniformNumbers(read, 1)
    : { re: uniformNumbers(read, 1), im: uniformNumbers(read, 2) };
  const output = structure.output.isReal ? new Float64Array(written) : complexArray(written);
  for (const part of partsOf(output)) part.fill(Number.NaN);
  evaluateHostProgram({ ...structure.host, launches }, input, output, batch, seed);
  if (meant !== undefined && !sameNumbers(output, meant)) throw new OtherNumbers("numbers differ");
  return output;
}

const partsOf = (data: DataArray): readonly Float64Array[] =>
  data instanceof Float64Array ? [data] : [data.re, data.im];

const sameNumbers = (data: DataArray, others: DataArray): boolean =>
  partsOf(data).every((part, index) => part.every((value, place) => Object.is(value, partsOf(others)[index]?.[place])));
