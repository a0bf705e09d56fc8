// Complex transforms of 16-bit numbers, on CUDA cores and on tensor cores, beside cuFFT, VkFFT and tcFFT.
import type { Suite } from "../bench/suite.js";
import { invariant } from "../failure/errors.js";
import { parseSize, printSize } from "../notation/size.js";
import { errorText, milliseconds, shareOfCopy, shortSize, timesFaster } from "./figures.js";
import { left, markdownTable, right } from "./markdown-table.js";
import { bySize, fastest, onTensorCores, readPlans, tableRows, type MeasuredPlan } from "./measured-plans.js";
import { bestPeer, caseName, recordedTimes, type Peer } from "./peer-times.js";

/** Points of a call that fills the GPU. */
const FULL = 2 ** 28;

const pointsOf = ({ size, batch }: MeasuredPlan): number =>
  batch * parseSize(size).reduce((product, length) => product * length, 1);

/** Whether a plan was measured with as many arrays as the tables have: 256x256x256 alone, else 2^28 points. */
const isFull = (plan: MeasuredPlan): boolean =>
  plan.size === "256x256x256" ? plan.batch === 1 : pointsOf(plan) === FULL;

/** The fastest plan of each size in a precision, on the units that are asked for. */
function fastestBySize(plans: readonly MeasuredPlan[], precision: string, units: "CUDA" | "tensor"): MeasuredPlan[] {
  const own = plans.filter(
    (plan) => plan.precision === precision && isFull(plan) && onTensorCores(plan) === (units === "tensor"),
  );
  return [...new Set(own.map(({ size }) => size))]
    .flatMap((size) => fastest(own.filter((plan) => plan.size === size)) ?? [])
    .toSorted(bySize);
}

const ofSize = (plans: readonly MeasuredPlan[], size: string): MeasuredPlan | undefined =>
  plans.find((plan) => plan.size === size);

/** 16-bit arithmetic beside single precision, f16 or bf16. */
export function nativeTable(table: string, suite: Suite, precision: "f16" | "bf16"): string {
  const plans = readPlans(table);
  const recorded = recordedTimes(suite, "VkFFT");
  const single = fastestBySize(plans, precision, "CUDA");
  return markdownTable(
    [
      left(precision),
      right("batch"),
      right("ms"),
      right("of a copy"),
      left("best peer, ms"),
      right("times faster"),
      right("error"),
      right("in f32, ms"),
      right("error"),
    ],
    fastestBySize(plans, `${precision} native`, "CUDA").map((plan) => {
      const peer = bestPeer(plan, recorded);
      const other = ofSize(single, plan.size);
      return [
        shortSize(plan.size),
        String(plan.batch),
        milliseconds(plan.milliseconds),
        shareOfCopy(plan.milliseconds, plan.copyMilliseconds),
        `${peer.library} ${milliseconds(peer.milliseconds)}`,
        timesFaster(plan.milliseconds, peer.milliseconds),
        errorText(plan.relativeL2Error),
        milliseconds(other?.milliseconds),
        errorText(other?.relativeL2Error),
      ];
    }),
  );
}

/** What other libraries were seen to do: tcFFT's time and error, and cuFFT's error, by size. */
interface F16Peer {
  readonly tcfft: Peer | undefined;
  readonly tcfftError: string;
  readonly cufftError: string;
}

const readF16Peers = (table: string): ReadonlyMap<string, F16Peer> =>
  new Map(
    tableRows(table).map(([size = "", ms, tcfftError = "-", cufftError = "-"]) => [
      printSize(parseSize(size)),
      {
        tcfft: ms === "-" ? undefined : { library: "tcFFT", milliseconds: Number(ms) },
        tcfftError: tcfftError === "-" ? "" : tcfftError,
        cufftError: cufftError === "-" ? "" : cufftError,
      },
    ]),
  );

/** f16 computed with in single precision, on CUDA cores and on tensor cores, beside cuFFT and tcFFT. */
export function f16Table(table: string, peerTable: string, suite: Suite): string {
  const plans = readPlans(table);
  const vkfft = recordedTimes(suite, "VkFFT");
  const peers = readF16Peers(peerTable);
  const products = fastestBySize(plans, "f16", "tensor");
  return markdownTable(
    [
      left("size"),
      right("batch"),
      right("ms"),
      right("cuFFT, ms"),
      right("times faster"),
      right("VkFFT, ms"),
      right("tcFFT, ms"),
      right("times faster"),
      right("`@mma`, ms"),
      right("error"),
      right("cuFFT's"),
      right("tcFFT's"),
      right("`@mma`'s"),
    ],
    fastestBySize(plans, "f16", "CUDA").map((plan) => {
      const peer = peers.get(plan.size);
      const product = ofSize(products, plan.size);
      return [
        shortSize(plan.size),
        String(plan.batch),
        milliseconds(plan.milliseconds),
        milliseconds(plan.cufftMilliseconds),
        timesFaster(plan.milliseconds, plan.cufftMilliseconds),
        milliseconds(vkfft.get(caseName(plan))?.milliseconds),
        milliseconds(peer?.tcfft?.milliseconds),
        timesFaster(plan.milliseconds, peer?.tcfft?.milliseconds),
        milliseconds(product?.milliseconds),
        errorText(plan.relativeL2Error),
        peer?.cufftError ?? "",
        peer?.tcfftError ?? "",
        errorText(product?.relativeL2Error),
      ];
    }),
  );
}

/** bf16 computed with in single precision, beside cuFFT. */
export function bf16Table(table: string): string {
  const plans = readPlans(table);
  const products = fastestBySize(plans, "bf16", "tensor");
  return markdownTable(
    [
      left("bf16"),
      right("batch"),
      right("ms"),
      right("cuFFT, ms"),
      right("times faster"),
      right("`@mma`, ms"),
      right("error"),
    ],
    fastestBySize(plans, "bf16", "CUDA").map((plan) => [
      shortSize(plan.size),
      String(plan.batch),
      milliseconds(plan.milliseconds),
      milliseconds(plan.cufftMilliseconds),
      timesFaster(plan.milliseconds, plan.cufftMilliseconds),
      milliseconds(ofSize(products, plan.size)?.milliseconds),
      errorText(plan.relativeL2Error),
    ]),
  );
}

/** Batches of a few arrays: tcFFT's figure 7. Throughput by its equation 4, 12 N log2 N operations for each array. */
export function smallBatchTable(table: string): string {
  const plans = readPlans(table).filter(({ precision }) => precision === "f16");
  return markdownTable(
    [left("size"), right("batch"), right("microseconds"), right("TFLOPS"), right("faster than cuFFT")],
    ["131072", "512x256"].flatMap((size) =>
      [1, 2, 4, 8, 16, 32, 64, 128].map((batch) => {
        const plan = fastest(plans.filter((one) => one.size === size && one.batch === batch));
        invariant(plan !== undefined, () => `docs: no plan of ${batch} arrays of ${size}`);
        const operations = 12 * pointsOf(plan) * Math.log2(pointsOf(plan) / batch);
        return [
          size,
          String(batch),
          (1e3 * plan.milliseconds).toFixed(1),
          (operations / plan.milliseconds / 1e9).toFixed(1),
          timesFaster(plan.milliseconds, plan.cufftMilliseconds),
        ];
      }),
    ),
  );
}

/** Bytes of a complex f16. */
const ELEMENT_BYTES = 4;

/** Neighbouring columns of tcFFT's radix-256 merging kernel: its table 2 beside both kernels of 65536 points here. */
export function columnsTable(table: string, paper: string): string {
  const merging = /^\{ X\(4096,16@mma,4096,65536,tw\) .*? (\d+) columns(?:, (\d+) blocks\/SM)?/u;
  const plans = readPlans(table).filter(({ size }) => size === "65536");
  return markdownTable(
    [
      right("neighbours"),
      right("contiguous bytes"),
      right("paper, GB/s"),
      right("paper, blocks per SM"),
      right("ours, both kernels, ms"),
      right("GB/s"),
      right("blocks per SM allowed"),
    ],
    tableRows(paper).map(([columns = "", paperSpeed = "", paperBlocks = ""]) => {
      const plan = fastest(plans.filter(({ kernels }) => merging.exec(kernels)?.[1] === columns));
      invariant(plan !== undefined, () => `docs: no merging kernel of ${columns} columns`);
      const bytes = 4 * pointsOf(plan) * ELEMENT_BYTES;
      return [
        columns,
        String(Number(columns) * ELEMENT_BYTES),
        paperSpeed,
        paperBlocks,
        milliseconds(plan.milliseconds),
        Math.round(bytes / plan.milliseconds / 1e6).toString(),
        merging.exec(plan.kernels)?.[2] ?? "1",
      ];
    }),
  );
}
