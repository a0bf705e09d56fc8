// Regression trees: what a kernel's coordinates say about its time, beyond the physical terms. In numbers: 200 trees of 8 branches at most
// are 1600 comparisons of a prediction, a few microseconds.
import { at } from "../failure/errors.js";
import { remembered } from "../layout/remembered.js";
import { MOST_CUTS, type Trees } from "../gpu/weights.js";

/** The step of a leaf's value. */
export const LEAF_STEP = 1e-4;

/** Nodes as arrays, which a processor goes through fastest. */
interface Flat {
  readonly roots: Int32Array;
  /** -1 for a leaf. */
  readonly coordinate: Int16Array;
  /** Of a branch its cut, of a leaf its value. */
  readonly number: Float64Array;
  /** The node to the right; that to the left is the next. */
  readonly right: Int32Array;
}

const flat = remembered(({ cuts, nodes, leaves }: Trees): Flat => {
  const count = nodes.reduce((sum, tree) => sum + tree.length, 0);
  const coordinate = new Int16Array(count).fill(-1);
  const number = new Float64Array(count);
  const right = new Int32Array(count);
  const roots = new Int32Array(nodes.length);
  let next = 0;
  nodes.forEach((tree, index) => {
    const values = at(leaves, index);
    roots[index] = next;
    let [node, leaf] = [0, 0];
    const grow = (): void => {
      const own = next++;
      const code = at(tree, node++);
      if (code === 0) {
        number[own] = at(values, leaf++) * LEAF_STEP;
        return;
      }
      const place = Math.floor((code - 1) / (MOST_CUTS + 1));
      coordinate[own] = place;
      number[own] = at(at(cuts, place), (code - 1) % (MOST_CUTS + 1));
      grow();
      right[own] = next;
      grow();
    };
    grow();
  });
  return { roots, coordinate, number, right };
});

/** The numbers of these names, in their order: without iterators, which take longer than all trees. */
export function numbersOf<Name extends string>(
  of: Readonly<Record<Name, number>>,
  names: readonly Name[],
): Float64Array {
  const numbers = new Float64Array(names.length);
  for (let place = 0; place < names.length; place++) numbers[place] = of[at(names, place)];
  return numbers;
}

/** The sum of all trees at these coordinates. */
export function sumOfTrees(trees: Trees, coordinates: Float64Array): number {
  const { roots, coordinate, number, right } = flat(trees);
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] ?? 0;
    for (let place = coordinate[node] ?? -1; place >= 0; place = coordinate[node] ?? -1)
      node = (coordinates[place] ?? 0) <= (number[node] ?? 0) ? node + 1 : (right[node] ?? 0);
    sum += number[node] ?? 0;
  }
  return sum;
}
