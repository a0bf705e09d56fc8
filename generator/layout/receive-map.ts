// Where what blocks of a cluster send each other lies, if that is not of twos alone: padded, where a swizzle (swizzle.ts) would have no bits to
// exchange. What counts first is that a warp sends to few segments of 128 bytes, then that the phases which read meet few bank conflicts. In
// numbers: 33600 = 4 * 20 * 20 * 21 took 0.738 ms on five blocks with warps that sent to ten segments instead of one, and no conflicts; 48000 =
// 10 * 30 * 10 * 16 took 0.382 with one segment, and five wavefronts instead of one in its last phase (H200).
import { product, type Atom } from "./digits.js";
import { WARP } from "../gpu/hardware.js";
import { activeThreads, registersPerThread, type Phase } from "./phases.js";
import { ACCESS_BYTES } from "./runs.js";
import { chooseSharedMap, spreadInnerThreads } from "./shared-map.js";
import { addressesOf, lanesCounted, sumsOf, wavefrontsOf, type AddressMap } from "./address-map.js";

interface Received {
  readonly sending: Phase;
  /** What reads, of which the last one stores. */
  readonly receiving: readonly Phase[];
  readonly sent: readonly Atom[];
  readonly swizzled: AddressMap;
}

/** The map, and how the phases that read it have their lanes. */
interface Placed {
  readonly receive: AddressMap;
  readonly receiving: readonly Phase[];
}

/** All threads of a block are counted: of lanes that are no power of two no warp stands for others. */
const MOST_THREADS = 1024;
/** What a segment takes that is sent, in wavefronts: of 74 kernels that were measured with both, 3 to 6 more did as much (H200). */
const SEGMENT_WAVEFRONTS = 4;

export function receiveMap(
  { sending, receiving, sent, swizzled }: Received,
  elementBytes: number,
  mostElements: number,
): Placed {
  const plain: Placed = { receive: swizzled, receiving };
  const besides = (atoms: readonly Atom[], strides: readonly number[]): number => {
    const map = sumsOf(atoms, strides, product(atoms), elementBytes);
    return SEGMENT_WAVEFRONTS * (segmentsOf(sending, map) - fewestSegments(sending, map));
  };
  const padded = chooseSharedMap(receiving, [sent], elementBytes, mostElements - ACCESS_BYTES / elementBytes, {
    threads: MOST_THREADS,
    besides,
  });
  if (padded === undefined) return plain;
  const spread = spreadInnerThreads(
    [sending, ...receiving],
    { ...padded, wavefronts: [0, ...padded.wavefronts], idealWavefronts: [0, ...padded.idealWavefronts] },
    elementBytes,
    MOST_THREADS,
  );
  // What lies behind the buffer may be accessed at its widest.
  const widest = ACCESS_BYTES / elementBytes;
  const elements = Math.ceil(padded.elements / widest) * widest;
  const receive = sumsOf(padded.atoms, padded.strides, elements, elementBytes);
  const other: Placed = { receive, receiving: spread.phases.slice(1) };
  const taken = (placed: Placed): number =>
    SEGMENT_WAVEFRONTS * segmentsOf(sending, placed.receive) * registersPerThread(sending) +
    placed.receiving.reduce((sum, phase) => {
      const { wavefronts } = wavefrontsOf(phase, placed.receive);
      return sum + (wavefronts / lanesCounted(phase)) * activeThreads(phase) * registersPerThread(phase);
    }, 0);
  return taken(other) < taken(plain) ? other : plain;
}

/** Segments of 128 bytes that warps send to, over the fewest possible. */
export const scatteringOf = (sending: Phase, map: AddressMap): number =>
  segmentsOf(sending, map) / fewestSegments(sending, map);

const fewestSegments = ({ threads }: Phase, { bankElements }: AddressMap): number =>
  Math.ceil(product(threads) / bankElements);

/** Those that the warps of a phase write to, for one value of the registers. */
function segmentsOf({ threads }: Phase, map: AddressMap): number {
  const lanes = product(threads);
  const segments = addressesOf(threads, map, lanes).map((address) => address / map.bankElements);
  const sentTo = new Int32Array(1 + segments.reduce((most, segment) => Math.max(most, segment), 0));
  let count = 0;
  for (let lane = 0; lane < lanes; lane++) {
    const warp = 1 + Math.floor(lane / WARP);
    const segment = segments[lane] ?? 0;
    if (sentTo[segment] !== warp) count += 1;
    sentTo[segment] = warp;
  }
  return count;
}
