// The file of weights that `fftgen gpu --fit` writes: JSON on one line, read back with every field checked.
import { z } from "zod";
import { InputError } from "../failure/errors.js";
import { GPU_NAME } from "../json/measured-schemas.js";
import { checkedJson, parseJson } from "../json/read-json.js";
import { h200Weights } from "./shipped-weights.js";
import { FEATURES_VERSION, MOST_CUTS, type Trees, type Weights } from "./weights.js";

const number = z.number();
const positive = z.number().positive();
const TERMS = [
  ...(["norm", "memory", "issue", "shared", "latency", "sectorsRead", "sectorsWritten", "segments"] as const),
  ...(["cached", "uncached", "loads", "l2BytesPerClock", "meeting", "lookup", "fill", "prefetchedLatency"] as const),
  ...(["prefetchedMemory", "crowdedFrom", "crowding", "launchMicroseconds", "leastLaunch"] as const),
] as const satisfies readonly (keyof Weights["terms"])[];

/** One more field for each of these names. */
const fields = <const Name extends string, Type extends z.ZodType>(names: readonly Name[], type: Type) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, type])) as { readonly [name in Name]: Type });

const version = z.looseObject({ features: z.int() });
const schema = z.strictObject({
  features: z.literal(FEATURES_VERSION),
  gpu: z.string().regex(GPU_NAME, "expected the name of a GPU"),
  shape: fields(["multiprocessors", "clockGHz", "copyBandwidth", "l2Bytes", "sharedBytesPerSm"], positive),
  rescaledFrom: z.string().exactOptional(),
  tables: z.array(z.strictObject({ file: z.string(), sha256: z.string(), rows: z.int() })),
  terms: fields(TERMS, number),
  coarse: fields(["exchange", "cluster"], number),
  trees: z.strictObject({
    coordinates: z.array(z.string()),
    cuts: z.array(z.array(number)),
    nodes: z.array(z.array(z.int().nonnegative())),
    leaves: z.array(z.array(z.int())),
  }),
  spread: z.strictObject({ least: positive, perDistance: number, parts: z.array(number), rows: z.array(z.string()) }),
});

/** Weights for features of another version say nothing of these. */
export interface OtherVersion {
  readonly features: number;
}

/** `file`: its path. Throws an InputError with what is wrong in it. */
export function parseWeights(text: string, file: string): Weights | OtherVersion {
  const value = parseJson(file, text);
  const { features } = checkedJson(file, value, version);
  if (features !== FEATURES_VERSION) return { features };
  const weights = checkedJson(file, value, schema);
  const wrong = treesProblem(weights.trees);
  if (wrong !== undefined)
    throw new InputError(`${file}: trees: ${wrong}; write the file again by \`fftgen gpu --fit\``);
  return { ...weights, file };
}

/** What a search would stumble over. */
function treesProblem({ coordinates, cuts, nodes, leaves }: Trees): string | undefined {
  const known = h200Weights.trees.coordinates;
  const other = known.findIndex((name, place) => name !== coordinates[place]);
  if (other >= 0 || coordinates.length !== known.length)
    return `coordinates: expected the ${known.length} of this version, ${JSON.stringify(known[Math.max(0, other)])} among them`;
  if (cuts.length !== coordinates.length || leaves.length !== nodes.length)
    return "expected cuts for each coordinate, and leaves for each tree";
  const broken = nodes.findIndex((tree, index) => !isWhole(tree, cuts, leaves[index]?.length ?? 0));
  return broken < 0 ? undefined : `nodes[${broken}]: expected a whole tree in preorder, with a value for each leaf`;
}

function isWhole(tree: readonly number[], cuts: Trees["cuts"], leaves: number): boolean {
  // Subtrees that are still to come.
  let open = 1;
  let ended = 0;
  for (const code of tree) {
    if (open === 0) return false;
    const [coordinate, cut] = [Math.floor((code - 1) / (MOST_CUTS + 1)), (code - 1) % (MOST_CUTS + 1)];
    if (code > 0 && cuts[coordinate]?.[cut] === undefined) return false;
    open += code === 0 ? -1 : 1;
    ended += code === 0 ? 1 : 0;
  }
  return open === 0 && ended === leaves;
}

export function printWeights({ file: _, ...weights }: Weights): string {
  return `${JSON.stringify(weights)}\n`;
}

/** `nvidia-h200.weights.json` */
export function weightsFileName(gpu: string): string {
  const words = gpu.toLowerCase().match(/[a-z0-9]+/g);
  if (words === null) throw new InputError(`${JSON.stringify(gpu)} has no letter and no digit to name a file by`);
  return `${words.join("-")}.weights.json`;
}
