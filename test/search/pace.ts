// How much slower the processor is now than the one that limits of time were set on: virtual processors share theirs with others,
// and what takes 1.3 s in one hour takes 3.3 s in another.

/** Seconds of this work where a search for 256x256x256 takes 1.3 s. */
const REFERENCE_SECONDS = 0.4;

/** 1 on that processor or a faster one. Takes a second. */
export function pace(): number {
  const start = process.cpuUsage().user;
  let sum = 0;
  for (let round = 0; round < 6; round++) {
    // What a search does too: many small objects, sorted, looked up, added up.
    const items = Array.from({ length: 100_000 }, (_, i) => ({ key: (i * 7919) % 100_003, parts: [i, i + 1, i + 2] }));
    const known = new Map(items.toSorted((a, b) => a.key - b.key).map((one) => [one.key, one]));
    for (const { parts } of known.values()) sum += parts.reduce((a, b) => a + b, 0);
  }
  if (sum !== 90_000_900_000) throw new Error(`the work came to ${sum}`);
  return Math.max(1, (process.cpuUsage().user - start) / 1e6 / REFERENCE_SECONDS);
}
