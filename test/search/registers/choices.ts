// Requests of every kind and by every rule, in the words of the command line, whose first choices are compiled; and the table of what came
// of it: compiled-choices.tsv in test/search/measured, whose head says how to ask anew.
import { chanceOf, type Chance } from "../../requests/chance.js";
import { TRIGONOMETRIC_KINDS } from "../../../generator/plan/transform.js";

/** Of one request: the GPU, the words after `plan`, and what each kernel of the plan that is written spills, in bytes. */
export interface CompiledChoice {
  readonly gpu: string;
  readonly words: string;
  readonly spilledBytes: readonly number[];
}

export const choicesIn = (text: string): readonly CompiledChoice[] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [gpu = "", words = "", spilled = ""] = line.split("\t");
      return { gpu, words, spilledBytes: spilled.split(" ").map(Number) };
    });

/** Elements of one call, where the batch can make it so: 512 MiB of complex numbers in single precision. */
const POINTS = 2 ** 26;

/** The same for the same seed. */
export function drawnChoices(seed: number, count: number): readonly string[] {
  const drawn = new Set<string>();
  for (let one = 0; drawn.size < count; one++) drawn.add(drawnWords(chanceOf(seed + one)).join(" "));
  return [...drawn];
}

function drawnWords(chance: Chance): readonly string[] {
  const kind = chance.oneOf(["c2c", "c2c", "c2c", "r2c", "c2r", "fwht", "cosine"] as const);
  const rank = chance.oneOf([1, 1, 1, 2, 3]);
  const most = [2 ** 22, 2 ** 12, 2 ** 8][rank - 1] ?? 2;
  const lengths = Array.from({ length: rank }, () => (kind === "fwht" ? walshLength : lengthOf)(chance, most));
  const points = lengths.reduce((product, length) => product * length, 1);
  const precision = chance.oneOf(kind === "c2c" || kind === "fwht" ? PRECISIONS : ["f32", "f32", "f64"]);
  return [
    ...(kind === "c2c" ? [] : [kind === "cosine" ? chance.oneOf(TRIGONOMETRIC_KINDS) : kind]),
    lengths.join("x"),
    "--batch",
    String(chance.happens(1, 4) ? 1 : Math.max(1, Math.floor(POINTS / points))),
    ...(precision === "f32" ? [] : ["--precision", precision]),
    ...(kind === "c2c" && chance.happens(1, 4) ? ["--inverse"] : []),
    ...(kind === "c2c" && chance.happens(1, 6) ? ["--in-place"] : []),
  ];
}

const PRECISIONS = ["f32", "f32", "f32", "f64", "f64", "f16", "bf16"] as const;
const PRIMES = [2, 2, 2, 2, 3, 3, 5, 5, 7, 11, 13] as const;

/** Powers of two, products of small primes, and any number: a prime in it takes Rader's or Bluestein's transform. */
function lengthOf(chance: Chance, most: number): number {
  const target = 2 ** chance.integer(3, Math.floor(Math.log2(most)));
  switch (chance.integer(0, 3)) {
    case 0:
      return target;
    case 1:
      return chance.integer(Math.floor(target / 2), target);
    default: {
      let length = 1;
      for (let tries = 0; tries < 40; tries++) {
        const prime = chance.oneOf(PRIMES);
        if (length * prime <= target) length *= prime;
      }
      return Math.max(2, length);
    }
  }
}

const walshLength = (chance: Chance, most: number): number =>
  chance.oneOf([1, 1, 1, 1, 12, 20, 28]) * 2 ** chance.integer(2, Math.floor(Math.log2(most)) - 3);
