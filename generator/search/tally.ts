// Counts what a search has tried, and why what it tried could not be.
import type { ScheduleSearch } from "./schedules.js";

/** Of one search, over all of the transforms that it looks for kernels of. */
export class Tally {
  tried = 0;
  readonly refused = new Map<string, number>();
  private readonly whole = new Set<string>();

  add(reason: string, count: number): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + count);
  }

  /** A reason against a plan whose every kernel has a schedule: it says more than what is wrong with single schedules. */
  addWhole(reason: string): void {
    this.whole.add(reason);
    this.add(reason, 1);
  }

  /** What a kernel takes with its best schedule; undefined where it has none. */
  rate({ candidates, refused }: ScheduleSearch): number | undefined {
    for (const [reason, count] of refused) this.add(reason, count);
    this.tried += 1;
    return candidates[0]?.cost.milliseconds;
  }

  summary(): string {
    // What holds for whole plans says why; what is wrong with single schedules says nothing beside it.
    if (this.whole.size > 0) return [...this.whole].join("; ");
    const reasons = [...this.refused]
      .sort(([, many], [, more]) => more - many)
      .map(([reason, count]) => `${reason} (${count}x)`);
    return reasons.slice(0, 3).join("; ") || "nothing to try";
  }
}
