// `fftgen gpu --fit`: weights from measured plans, whose they are, and which of several are used.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const linesOf = (table: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, "../search/measured", table), "utf8")
    .trimEnd()
    .split("\n");
const few = linesOf("h100-cut-axes.jsonl");
const many = linesOf("h200-mixed.jsonl").filter((_, index) => index % 2 === 0);

const OWN = "gpu/nvidia-h100-80gb-hbm3.weights.json";

interface Fitted {
  readonly path: string;
  readonly plans: number;
  readonly rescaledFrom: string | null;
  readonly errorBefore: number;
  readonly error: number;
  readonly heldOutError: number | null;
}

interface Line {
  readonly candidate: { readonly transform: { readonly dimensions: readonly { readonly length: number }[] } };
  readonly outcome: { readonly timing: { readonly milliseconds: number } };
}

/** Of plans that take a multiple of what they were measured to take, by their first length. */
const slower = (lines: readonly string[], factorOf: (length: number) => number): string =>
  lines
    .map((line) => {
      const value = JSON.parse(line) as Line;
      const factor = factorOf(value.candidate.transform.dimensions[0]?.length ?? 1);
      const timing = { milliseconds: factor * value.outcome.timing.milliseconds };
      return JSON.stringify({ ...value, outcome: { ...value.outcome, timing } });
    })
    .join("\n");

const fit = async (...words: readonly string[]): Promise<readonly Fitted[]> => {
  const { code, stdout, stderr } = await project.run(["gpu", "--fit", ...words, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return (JSON.parse(stdout) as { readonly weights: readonly Fitted[] }).weights;
};

interface Planned {
  readonly weights: { readonly gpu: string; readonly plans: number; readonly path: string | null };
  readonly emitted: { readonly milliseconds: number; readonly kernels: readonly string[] };
}

const planned = async (gpu: string): Promise<Planned> =>
  JSON.parse(
    (await project.run(["plan", "64", "--gpu", gpu, "--dry-run", "--no-compile", "--json"])).stdout,
  ) as Planned;

describe("few plans", () => {
  test("rescale the weights of the most similar GPU: times are as much longer, and plans the same", async () => {
    // Far above what a copy takes, below which no prediction falls.
    project.write(
      "times.jsonl",
      slower(few, () => 4),
    );
    expect(await fit("times.jsonl")).toMatchObject([{ path: OWN, plans: 35, rescaledFrom: "NVIDIA H200" }]);
    const once = await planned("H100");
    expect(once.weights).toEqual({ gpu: "NVIDIA H100 80GB HBM3", plans: 35, path: OWN });
    project.write(
      "times.jsonl",
      slower(few, () => 8),
    );
    await fit("times.jsonl");
    const twice = await planned("H100");
    expect(twice.emitted.milliseconds / once.emitted.milliseconds).toBeCloseTo(2, 1);
    expect(twice.emitted.kernels).toEqual(once.emitted.kernels);
  });

  test("of several GPUs in several files, and of a pack's list, give weights for each", async () => {
    project.write("times.jsonl", few.join("\n"));
    project.write("results.json", `[${many.slice(0, 20).join(",")}]`);
    const weights = await fit("times.jsonl", "results.json");
    expect(weights.map(({ path, plans }) => [path, plans])).toEqual([
      [OWN, 35],
      ["gpu/nvidia-h200.weights.json", 20],
    ]);
    expect(project.files()).toEqual([OWN, "gpu/nvidia-h200.weights.json", "results.json", "times.jsonl"]);
  });
});

describe("many plans", () => {
  test("are fitted, the same bytes every time, better than the weights that others were fitted to", async () => {
    // On this GPU, unlike on an H200, what is no power of two takes twice as long.
    project.write(
      "times.jsonl",
      slower(many, (length) => (Number.isInteger(Math.log2(length)) ? 1 : 2)),
    );
    const [fitted] = await fit("times.jsonl", "--user");
    const path = join(project.wisdom, "gpu/nvidia-h200.weights.json");
    expect(fitted).toMatchObject({ path, rescaledFrom: null });
    expect(fitted?.error).toBeLessThan(0.05);
    expect(fitted?.heldOutError).toBeLessThan(0.5 * (fitted?.errorBefore ?? 0));
    const text = readFileSync(path, "utf8");
    await fit("times.jsonl", "--user");
    expect(readFileSync(path, "utf8")).toBe(text);
    expect((await planned("H200")).weights).toMatchObject({ path });
  });
});

describe("of several weights", () => {
  test("those of the project come before the user's, these before the shipped ones; plan, doctor and gpu show say which", async () => {
    project.write("times.jsonl", many.slice(0, 20).join("\n"));
    const shipped = await planned("H200");
    expect(shipped.weights).toMatchObject({ gpu: "NVIDIA H200", path: null });
    const [users] = await fit("times.jsonl", "--user");
    expect((await planned("H200")).weights).toMatchObject({ plans: 20, path: users?.path });
    await fit("times.jsonl");
    const own = "gpu/nvidia-h200.weights.json";
    expect((await planned("H200")).weights).toMatchObject({ plans: 20, path: own });
    const { stdout } = await project.run(["plan", "64", "--dry-run", "--no-compile"]);
    const says =
      "fitted on NVIDIA H200, and rescaled to 20 measured plans of NVIDIA H200: gpu/nvidia-h200.weights.json";
    expect(stdout.replaceAll("\n", " ")).toContain(`predictions are ${says}`);
    expect((await project.run(["gpu", "show", "H200"])).stdout.replaceAll("\n", " ")).toContain(says);
    const { stdout: doctor } = await project.run(["doctor"]);
    expect(doctor.replaceAll(/\s+/g, " ")).toContain(`weights NVIDIA H200: ${says}`);
    expect((await project.run(["gpu", "show", "H200", "--json"])).code).toBe(0);
  });

  test("those of another version are refused in one sentence, and the datasheet is used", async () => {
    const shipped = await planned("A100");
    project.write("gpu/nvidia-a100-sxm4-80gb.weights.json", '{"features":0,"gpu":"NVIDIA A100-SXM4-80GB"}');
    const { code, stdout, stderr } = await project.run([
      "plan",
      "64",
      "--gpu",
      "A100",
      "--dry-run",
      "--no-compile",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^fftgen: gpu\/nvidia-a100-sxm4-80gb\.weights\.json has weights for version 0 of the features, and this fftgen has version \d+: predictions are scaled by the datasheet until `\S* ?gpu --fit` writes it again\n$/,
    );
    expect((JSON.parse(stdout) as Planned).weights).toEqual(shipped.weights);
  });

  test.each([
    ["{", /this is not JSON/],
    ["{}", /features: it is missing; expected a number/],
    ['{"features":1,"gpu":"NVIDIA H200"}', /shape: it is missing/],
  ])("a broken file is one error: %s", async (text, message) => {
    project.write("gpu/nvidia-h200.weights.json", text);
    const { code, stdout, stderr } = await project.run(["plan", "64", "--no-verify", "--no-compile"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/gpu\/nvidia-h200\.weights\.json/);
    expect(stderr).toMatch(message);
    expect(project.files()).toEqual(["gpu/nvidia-h200.weights.json"]);
  });

  test("a file that fftgen did not write is not replaced", async () => {
    project.write("times.jsonl", few.join("\n"));
    project.write(OWN, "mine");
    const { code, stdout, stderr } = await project.run(["gpu", "--fit", "times.jsonl"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`${OWN} is there already, and is no file of weights that fftgen wrote: move it elsewhere`);
    expect(project.read(OWN)).toBe("mine");
  });

  test("trees that are cut off are told by their number", async () => {
    project.write("times.jsonl", many.slice(0, 20).join("\n"));
    await fit("times.jsonl");
    const own = "gpu/nvidia-h200.weights.json";
    const weights = JSON.parse(project.read(own)) as { readonly trees: { readonly nodes: number[][] } };
    weights.trees.nodes[3]?.pop();
    project.write(own, JSON.stringify(weights));
    const { code, stderr } = await project.run(["gpu", "show", "H200"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${own}: trees: nodes[3]: expected a whole tree in preorder, with a value for each leaf`);
  });
});

test.each([
  [["--fit"], "--fit needs a value"],
  [["--fit", "no.jsonl"], "cannot read no.jsonl: there is no such file"],
  [["--fit", "odd.jsonl"], "odd.jsonl:1"],
  [["--fit", "empty.jsonl"], "no plan was timed there: nothing was written"],
  [["--fit", "good.jsonl", "good.jsonl"], "--fit good.jsonl is given twice; give it once"],
  [["--fit", "good.jsonl", "--probe", "x"], "--fit takes files of measurements alone"],
  [["--user"], "--user says where --fit writes: give --fit and files, too"],
])("%j is refused, and nothing is written", async (words, message) => {
  project.write("odd.jsonl", "[]\n{}");
  project.write("empty.jsonl", "");
  project.write("good.jsonl", few.join("\n"));
  const { code, stdout, stderr } = await project.run(["gpu", ...words]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(project.files()).toEqual(["empty.jsonl", "good.jsonl", "odd.jsonl"]);
});
