// The parts of a kernel: kernels of plans, of which one goes on where the one before it ends, in the same block. Mostly there is one.
import { InputError } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import type { Kernel } from "../kernel/program.js";
import type { KernelGeometry } from "../layout/geometry.js";
import { elementTypeBytes, sameElements } from "../plan/elements.js";
import type { Schedule } from "../plan/plan.js";
import type { DcMove, Product } from "./lower-phase.js";
import type { KernelTexts } from "./texts.js";

/** A kernel of a plan; what others share a block with it. */
export interface KernelPart {
  readonly geometry: KernelGeometry;
  readonly schedule: Schedule;
  readonly texts: KernelTexts;
  readonly products: readonly Product[];
  /** Its first butterflies go on in the registers that the last ones of the part before leave. */
  readonly inRegisters?: true;
  /** It hands on rows that begin so far apart, in the buffer of the kernel's own exchanges (layout/gathered.ts). */
  readonly pitch?: number;
  /** So many of them; absent: as many as its tile has. */
  readonly rows?: number;
  /** It hands rows on in that buffer, or takes such, and others have still to read what lies there. */
  readonly handsRows?: true;
  readonly takesRows?: true;
  /** It moves DC terms from where they are beside rows (lower-rader.ts), or to there. */
  readonly moves?: DcMove;
  /** It does with other elements what the part before does, and waits for nothing. */
  readonly goesOn?: true;
  /** These rows are of real numbers (layout/in-order.ts). */
  readonly handsNumbers?: true;
  /** Elements at 0, which it loads or stores beside its own. */
  readonly beside?: KernelGeometry;
}

/** @throws InputError where one cannot go on in the block of the other */
export function requireJoinable(name: string, before: KernelPart, after: KernelPart): void {
  const [a, b] = [before.geometry, after.geometry];
  const reason = [a, b].some(({ cluster }) => cluster !== undefined)
    ? "clusters fetch their tiles from global memory"
    : [a, b].some(({ tile }) => tile.grid.length > 0)
      ? "a block holds a part of a transform only: it needs more columns"
      : a.threads !== b.threads
        ? `one has ${a.threads} threads, the other ${b.threads}`
        : a.tile.batchTile !== b.tile.batchTile
          ? `a block of one holds ${a.tile.batchTile} transforms, of the other ${b.tile.batchTile}`
          : !sameElements(a.elements.held, b.elements.held) || !sameElements(a.elements.exchanged, b.elements.exchanged)
            ? "they compute with other elements"
            : elementTypeBytes(a.elements.exchanged) < 4
              ? "elements of 2 bytes share words of shared memory"
              : undefined;
  if (reason !== undefined)
    throw new InputError(
      `${name}: ${after.texts.notation} cannot go on in the blocks of ${before.texts.notation}: ${reason}`,
    );
}

/** @throws InputError where blocks of the GPU have less shared memory than the parts together need */
export function requireShared(
  name: string,
  { name: kernel, sharedBytes }: Pick<Kernel, "name" | "sharedBytes">,
  gpu: Gpu,
): void {
  if (sharedBytes > gpu.sharedBytesPerBlock)
    throw new InputError(
      `${name}: ${kernel} hands its tile from part to part in ${sharedBytes} bytes, more than the ${gpu.sharedBytesPerBlock} of shared memory per block`,
    );
}
