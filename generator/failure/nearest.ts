// Finds what the user probably meant, for the last words of an error message. Decides nothing.

/**
 * The candidate that is fewest edits away from `text`, ignoring case: the first of several. Undefined when even the nearest
 * one differs in more than half of its characters, because a wild guess helps nobody.
 */
export const nearest = (text: string, candidates: readonly string[]): string | undefined =>
  nearestFew(text, candidates, 1)[0];

/** The same for as many as `count`, the nearest first. */
export const nearestFew = (text: string, candidates: readonly string[], count: number): readonly string[] =>
  candidates
    .map((candidate) => ({ candidate, distance: editDistance(text.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(text.length, candidate.length) / 2)
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);

/** Levenshtein's distance: insertions, deletions and replacements of one character. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [above, character] of Array.from(from).entries()) {
    const next = [above + 1];
    for (const [column, target] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (character === target ? 0 : 1);
      const removed = (row[column + 1] ?? 0) + 1;
      const inserted = (next[column] ?? 0) + 1;
      next.push(Math.min(replaced, removed, inserted));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
