// How the threads of a role of a cluster's block share butterflies of radices that are no powers of two: so many that each has whole
// butterflies in all phases, and few have none in some. In numbers, 8820 elements of 44100 = 21 * 10 * 10 * 21 on 5 blocks: 448 threads have
// one of 420 butterflies of 21 each, and two of 882 of 10; where 320 have 28 elements of 14 and 30 of 15, 26 and 32 have none.
import { at } from "../failure/errors.js";
import { divisors, isPowerOfTwo } from "../arithmetic/factorisation.js";
import { buildCodelet } from "../codelet/codelet.js";
import type { Gpu } from "../gpu/gpu.js";
import { WARP } from "../gpu/hardware.js";
import { registerCap } from "../gpu/occupancy.js";
import { fewestRadices, radixLists } from "./radices.js";

export interface Team {
  readonly threads: number;
  /** Elements that a thread holds at most. */
  readonly held: number;
  /** Of all phases: the share of what the threads could hold that is there. */
  readonly filled: number;
}

const MOST_THREADS = 512;
/** Butterflies of one thread in a phase. */
const SEVERAL = [1, 2, 3] as const;
/** Where less is filled another cluster, or another list of radices, does as well. */
const LEAST_FILLED = 0.8;

/** Threads of a role that share phases of these radices, the best filled first. `words`: registers of an element. */
export function teamsOf(elements: number, radices: readonly number[], words: number, gpu: Gpu): readonly Team[] {
  const counts = radices.flatMap((radix) =>
    SEVERAL.map((several) => WARP * Math.ceil(elements / radix / several / WARP)),
  );
  return [...new Set(counts)]
    .filter((threads) => threads <= MOST_THREADS)
    .map((threads) => teamOf(threads, elements, radices))
    .filter(({ threads, held, filled }) => {
      const cap = registerCap(gpu, { threads: 2 * threads, blocksPerSm: 1 });
      return filled >= LEAST_FILLED && BESIDE.words * words * held + BESIDE.once <= cap;
    })
    .toSorted((a, b) => b.filled - a.filled);
}

/** Registers for each word of a thread's elements, and what there is once: lists and threads that need more are not worth a closer look. */
const BESIDE = { words: 1.25, once: 16 } as const;

function teamOf(threads: number, elements: number, radices: readonly number[]): Team {
  const held = radices.map((radix) => radix * Math.ceil(elements / radix / threads));
  const rounds = held.reduce((sum, own) => sum + (own * threads) / elements, 0);
  return { threads, held: Math.max(...held), filled: radices.length / rounds };
}

/** Blocks that hold a tile, each so many elements at most, where the radix before the exchange and what comes behind both have that factor. */
export const sharingBlocks = (
  radices: readonly number[],
  after: number,
  { least, most }: { readonly least: number; readonly most: number },
): readonly number[] => {
  const behind = radices.slice(after).reduce((product, radix) => product * radix, 1);
  return divisors(at(radices, after - 1)).filter((size) => size >= least && size <= most && behind % size === 0);
};

/** A list of radices on so many blocks. */
interface Rated {
  readonly radices: readonly number[];
  readonly size: number;
  readonly rating: number;
}

const WORD_BYTES = 4;
/** Of an element in a phase: it is read and written, and its place computed. */
const MOVING_INSTRUCTIONS = 5;

/** Instructions of a phase for each element. */
const perElement = (radix: number): number =>
  MOVING_INSTRUCTIONS +
  buildCodelet({ radix, direction: "forward", twiddle: "pre", source: "powers" }).counts.instructions / radix;

/** Lists of a length that are tried for each size of a cluster: how it shares a length is known better than what sharing costs. */
const LISTS = 12;
/** A block's part of a row, in bytes, below which segments are short. */
const SEGMENT_BYTES = 256;
/** Threads of a role below which latency shows. */
const USUAL_THREADS = 320;

/** Elements that a block holds at most of lengths that are no powers of two: what three buffers leave room for. */
export const mostOfBlock = (elementBytes: number, gpu: Gpu): number =>
  Math.floor(Math.floor((gpu.sharedBytesPerBlock - BARRIERS) / BUFFERS) / elementBytes);

/** A landing buffer and two to receive; and the bytes of barriers, at most. */
const BUFFERS = 3;
const BARRIERS = 256;

/**
 * The lists of radices of a length, no power of two, that the blocks of a cluster share best: with as few radices as can be, half of them
 * before the exchange.
 */
export function clusterRadixLists(length: number, elementBytes: number, gpu: Gpu): readonly (readonly number[])[] {
  const count = fewestRadices(length);
  const least = Math.ceil(length / mostOfBlock(elementBytes, gpu));
  if (count === undefined || count < 2 || isPowerOfTwo(length) || least < 2 || least > gpu.maxClusterSize) return [];
  const after = Math.ceil(count / 2);
  const words = elementBytes / WORD_BYTES;
  const rated = radixLists(length, count).flatMap((radices) => {
    const instructions = radices.reduce((sum, radix) => sum + perElement(radix), 0);
    const front = radices.slice(0, after).reduce((product, radix) => product * radix, 1);
    return sharingBlocks(radices, after, { least, most: gpu.maxClusterSize }).flatMap((size): readonly Rated[] => {
      const [team] = teamsOf(length / size, radices, words, gpu);
      if (team === undefined) return [];
      const segment = (Math.min(front, length / front) / size) * elementBytes;
      const threads = Math.min(1, team.threads / USUAL_THREADS) ** (1 / 4);
      const rating = (threads * team.filled * Math.sqrt(Math.min(1, segment / SEGMENT_BYTES))) / instructions;
      return [{ radices, size, rating }];
    });
  });
  return [...new Set(rated.map(({ size }) => size))]
    .flatMap((size) =>
      rated
        .filter((one) => one.size === size)
        .toSorted((a, b) => b.rating - a.rating)
        .slice(0, LISTS),
    )
    .map(({ radices }) => radices);
}
