// Wisdom: plans that were measured are found again, by transform and GPU, and never beat a search unseen; they travel as one file.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { userPlace } from "../../generator/cli/user-place.js";
import { compilePlan } from "../../generator/compile.js";
import { deviceTextHash } from "../../generator/emit/device-text.js";
import { VERSION } from "../../generator/emit/read-template.js";
import { at } from "../../generator/failure/errors.js";
import { printGpuFile } from "../../generator/gpu/gpu-file.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { findGpu } from "../../generator/gpu/registry.js";
import { printKernel } from "../../generator/notation/print.js";
import { makeTransform } from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { readPlanFile } from "../../generator/planfile/read.js";
import { printWisdomFile, type WisdomEntry } from "../../generator/planfile/wisdom-file.js";
import type { RankedPlan } from "../../generator/search/ranked-plans.js";
import { DEFAULT_TWIDDLES, searchPlans } from "../../generator/search/search.js";
import { isThorough } from "../effort.js";
import { useProject } from "./program.js";

const UNVERIFIED = ["--no-verify", "--no-compile"];

const project = useProject();
beforeEach(() => project.clear());

const h200 = findGpu("H200");
/** Enough that plans differ in predicted time. */
const BATCH = 2 ** 18;

const searched = (gpu: Gpu, batch: number): readonly RankedPlan[] =>
  searchPlans(makeTransform([64], "f32", { batch }), gpu, { twiddles: DEFAULT_TWIDDLES, keep: 10_000 }).plans;
const ranking = searched(h200, BATCH);
const best = at(ranking, 0);
const worst = at(ranking, ranking.length - 1);

/** A plan as if it had been measured. */
function entry(ranked: RankedPlan, gpu = h200, { ratioToCopy = 1.1, driver = "580", stale = false } = {}): WisdomEntry {
  const { plan } = ranked;
  const text = deviceTextHash(compilePlan(transformName(plan.transform), plan, gpu));
  return {
    transform: plan.transform,
    gpu: gpu.name,
    kernels: plan.kernels.map(printKernel),
    evidence: [
      {
        gpu: gpu.name,
        driver,
        toolchain: "nvcc 13.0",
        text: stale ? `sha256:${"0".repeat(64)}` : text,
        milliseconds: ratioToCopy / 10,
        ratioToCopy,
        relativeL2Error: 1e-7,
      },
    ],
  };
}

const wisdomText = (entries: readonly WisdomEntry[], gpus: readonly Gpu[] = []): string =>
  printWisdomFile({ gpus: gpus.map((gpu) => JSON.parse(printGpuFile(gpu)) as unknown), plans: entries });

async function know(entries: readonly WisdomEntry[], gpus: readonly Gpu[] = []) {
  project.write("wisdom.json", wisdomText(entries, gpus));
  const { code, stdout, stderr } = await project.run(["wisdom", "import", "wisdom.json", "--json"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { readonly plans: readonly { readonly state: string; readonly reason: string }[] })
    .plans;
}

interface Planned {
  readonly origin: { readonly kind: string; readonly measuredOn: string | null; readonly basis: string };
  readonly emitted: {
    readonly kernels: readonly string[];
    readonly milliseconds: number;
    readonly rank: number | null;
  };
  readonly ranking: readonly { readonly kernels: readonly string[]; readonly milliseconds: number }[];
}

/** Of 64 points, which no shipped plan has, in the batch that is measured unless told otherwise. */
async function planned(...words: readonly string[]): Promise<Planned> {
  const batch = words.includes("--batch") ? [] : ["--batch", String(BATCH)];
  const { code, stdout, stderr } = await project.run(["plan", "64", ...batch, ...words, ...UNVERIFIED, "--json"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout) as Planned;
}

const planFile = () => {
  const path = "plans/c2c_f32_64.plan.ts";
  return readPlanFile(path, project.read(path));
};

const kernelsOf = ({ plan }: RankedPlan): readonly string[] => plan.kernels.map(printKernel);
const others = searched(findGpu("H100"), BATCH);

describe("what was measured on the GPU that is asked for", () => {
  test("is taken, whatever is predicted, and the plan file says so", async () => {
    await know([entry(worst)]);
    const { origin, emitted } = await planned();
    expect(origin).toMatchObject({ kind: "user", measuredOn: "NVIDIA H200", basis: "measured" });
    expect(emitted.kernels).toEqual(kernelsOf(worst));
    expect(planFile()).toMatchObject({ evidence: entry(worst).evidence, transform: { batch: BATCH } });
    expect(planFile().docComment).toContain("; measured on NVIDIA H200.");
    expect((await project.run(["emit", "--check"])).code).toBe(0);
    expect((await project.run(["list"])).stdout).toContain("NVIDIA H200");
    expect((await project.run(["list"])).stdout).not.toContain("stale");
  });

  test("with the batch that it was measured in, where none is asked for", async () => {
    await know([entry(worst)]);
    expect((await project.run(["plan", "64", ...UNVERIFIED])).code).toBe(0);
    expect(planFile()).toMatchObject({ evidence: [{ gpu: "NVIDIA H200" }], transform: { batch: BATCH } });
  });

  test("but not by who asks for a search", async () => {
    await know([entry(worst)]);
    for (const words of [["--replan"], ["--unit", "fma"], ["--fast-twiddles"]])
      expect((await planned(...words, "--dry-run")).origin.kind, words.join(" ")).toBe("search");
    expect((await planned("--replan")).emitted.kernels).toEqual(kernelsOf(best));
  });

  test("and the project's own plan file comes before it", async () => {
    await planned("--replan");
    await know([entry(worst)]);
    expect((await planned()).origin).toMatchObject({ kind: "project", basis: "kept" });
    expect((await project.run(["plan", "64", ...UNVERIFIED])).stdout).toContain(
      "\nfrom      the project's own plan file\n",
    );
  });

  test("yours before those that are shipped", async () => {
    const shipped = await project.run(["plan", "256", ...UNVERIFIED]);
    expect(shipped.stdout).toContain(`\nfrom      shipped with fftgen ${VERSION}, measured on NVIDIA H200\n`);
    const path = "plans/c2c_f32_256.plan.ts";
    const mine = project.read(path);
    mkdirSync(join(project.wisdom, "plans"), { recursive: true });
    writeFileSync(join(project.wisdom, path), mine);
    rmSync(project.path(path));
    const { stdout } = await project.run(["plan", "256", "--dry-run", "--json"]);
    expect((JSON.parse(stdout) as Planned).origin.kind).toBe("user");
  });
});

test("a plan of the project that has another name comes before yours, if it was measured", async () => {
  await know([entry(best)]);
  const [file = ""] = readdirSync(join(project.wisdom, "plans"));
  project.write("plans/rows.plan.ts", readFileSync(join(project.wisdom, "plans", file), "utf8"));
  project.write("plans/papers/rows.plan.ts", readFileSync(join(project.wisdom, "plans", file), "utf8"));
  expect((await planned("--dry-run")).origin).toMatchObject({
    kind: "project",
    path: "plans/rows.plan.ts",
    basis: "measured",
  });
  expect((await planned("--dry-run", "--gpu", "A100")).origin.kind).toBe("search");
});

describe("what was measured otherwise must be predicted to be as fast as the search's first", () => {
  test.each([
    ["on another GPU", "H100", entry(worst), [] as readonly string[]],
    ["in another regime", "H200", entry(at(searched(h200, 1), ranking.length - 1)), [] as readonly string[]],
    ["as another text", "H200", entry(worst, h200, { stale: true }), []],
  ])("slow: %s", async (_, gpu, known, words) => {
    await know([known]);
    const { emitted, ranking: shown } = await planned("--gpu", gpu, "--dry-run", ...words);
    expect(emitted.kernels).not.toEqual(known.kernels);
    expect(emitted.milliseconds).toBeLessThanOrEqual(1.005 * at(shown, 0).milliseconds);
  });

  test("fast: it is taken, without evidence for this GPU, and both are said", async () => {
    const fast = at(others, 0);
    await know([entry({ ...best, plan: fast.plan })]);
    const { stdout } = await project.run(["plan", "64", "--gpu", "H100", "--batch", String(BATCH), ...UNVERIFIED]);
    expect(stdout).toContain(
      `\nfrom      your wisdom, ${project.wisdom}/plans/c2c_f32_64.h200.batch_${BATCH}.plan.ts, measured on NVIDIA H200\n`,
    );
    expect(planFile()).toMatchObject({ evidence: [], gpu: { text: "NVIDIA H100 80GB HBM3" } });
    expect(planFile().docComment).toContain("measured on NVIDIA H200, taken by prediction for NVIDIA H100 80GB HBM3.");
  });

  test("it is said why one is left", async () => {
    await know([entry(at(searched(h200, 1), ranking.length - 1))]);
    const { stdout } = await project.run(["plan", "64", "--gpu", "GH200", "--batch", "1", "--dry-run"]);
    const text = stdout.replaceAll("\n", " ");
    expect(text).toContain("that is another GPU than NVIDIA GH200 480GB");
    if (text.includes("It is left")) expect(text).toMatch(/predicted to take \d+% more time than the first/);
  });

  test("a GPU of another architecture is none of the nearest", async () => {
    const { stdout } = await project.run(["plan", "64", "--gpu", "A100", "--dry-run"]);
    expect(stdout).not.toContain("Wisdom");
    expect(stdout).toContain("its origin: this search, by prediction");
  });
});

describe("import", () => {
  const fast = { ratioToCopy: 1.05 };
  const slow = { ratioToCopy: 1.5 };

  test("keeps the better measured of two plans, says which, and what people wrote", async () => {
    expect(await know([entry(worst, h200, slow)])).toMatchObject([
      { state: "taken", reason: expect.stringMatching(/^new: /) as string },
    ]);
    const path = join(project.wisdom, "plans", at(readdirSync(join(project.wisdom, "plans")), 0));
    writeFileSync(path, readFileSync(path, "utf8").replace("import {", "// Mine.\nimport {"));
    expect(await know([entry(best, h200, fast)])).toMatchObject([
      { state: "taken", reason: expect.stringMatching(/^better: 0.105 ms.*yours: 0.15 ms/) as string },
    ]);
    expect(await know([entry(worst, h200, slow)])).toMatchObject([
      { state: "kept", reason: expect.stringMatching(/^no better: 0.15 ms.*yours: 0.105 ms/) as string },
    ]);
    expect(await know([entry(best, h200, fast)])).toMatchObject([{ state: "kept", reason: "yours is the same" }]);
    const text = readFileSync(path, "utf8");
    expect(text).toMatch(/^\/\/ Mine\.\n/);
    expect(readPlanFile(path, text)).toMatchObject({
      kernels: kernelsOf(best).map((kernel) => ({ text: kernel })),
      evidence: [{ ratioToCopy: 1.05 }],
    });
    expect(readdirSync(join(project.wisdom, "plans"))).toHaveLength(1);
  });

  test("what this version emits beats what it does not, however fast that was", async () => {
    await know([entry(best, h200, { ...fast, stale: true })]);
    expect(await know([entry(worst, h200, slow)])).toMatchObject([{ state: "taken" }]);
    expect(await know([entry(best, h200, { ...fast, stale: true })])).toMatchObject([{ state: "kept" }]);
  });

  test("of the same plan all that was measured comes together", async () => {
    await know([entry(best, h200, { driver: "570" })]);
    expect(await know([entry(best, h200, { driver: "580" })])).toMatchObject([{ state: "taken" }]);
    expect(await know([entry(best, h200, { driver: "570" })])).toMatchObject([{ state: "kept" }]);
    const { stdout } = await project.run(["wisdom", "export"]);
    const { plans } = JSON.parse(stdout) as { readonly plans: readonly WisdomEntry[] };
    expect(plans.flatMap(({ evidence }) => evidence.map(({ driver }) => driver))).toEqual(["570", "580"]);
  });

  test.runIf(isThorough)("other batches and GPUs stand beside each other, and all of them travel", async () => {
    const mine: Gpu = { ...h200, name: "My GPU", aliases: [] };
    const entries = [
      entry(worst),
      entry(at(searched(h200, 1), 0)),
      entry(at(others, 0), findGpu("H100")),
      entry(best, mine),
    ];
    expect((await know(entries, [mine])).map(({ state }) => state)).toEqual(entries.map(() => "taken"));
    await project.run(["wisdom", "export", "all.json"]);
    const elsewhere = { FFTGEN_WISDOM: project.path("elsewhere") };
    expect((await project.run(["wisdom", "import", "all.json"], elsewhere)).stdout).toContain(
      "\n4 plans of 4 taken into ",
    );
    const again = await project.run(["wisdom", "export"], elsewhere);
    expect(again).toMatchObject({ stdout: project.read("all.json"), stderr: "" });
    expect(JSON.parse(again.stdout)).toMatchObject({ version: 1, gpus: [{ name: "My GPU" }] });
    expect(JSON.parse((await project.run(["wisdom", "list", "--json"], elsewhere)).stdout)).toMatchObject({
      place: elsewhere.FFTGEN_WISDOM,
      broken: [],
    });
  });
});

describe("export", () => {
  test("has the project's plans too, the better of two, and says what it leaves out", async () => {
    await know([entry(worst, h200, { ratioToCopy: 1.5 })]);
    const [file = ""] = readdirSync(join(project.wisdom, "plans"));
    const text = readFileSync(join(project.wisdom, "plans", file), "utf8");
    project.write("plans/c2c_f32_64.plan.ts", text.replace("ratioToCopy: 1.5", "ratioToCopy: 1.2"));
    project.write("plans/stale.plan.ts", text.replace(/sha256:\w+/, `sha256:${"1".repeat(64)}`));
    project.write("plans/broken.plan.ts", "");
    const { code, stdout, stderr } = await project.run(["wisdom", "export"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ plans: [{ evidence: [{ ratioToCopy: 1.2 }] }] });
    expect(stderr).toContain("plans/stale.plan.ts is left out: this version emits other code for it than was measured");
    expect(stderr).toContain("plans/broken.plan.ts");
    expect(stderr).toContain(`${file} is left out: plans/c2c_f32_64.plan.ts computes the same`);
  });

  test("never writes over a file", async () => {
    project.write("there.json", "mine");
    expect(await project.run(["wisdom", "export", "there.json"])).toMatchObject({ code: 2, stdout: "" });
    expect(project.read("there.json")).toBe("mine");
  });
});

describe("what no wisdom can be is refused with its place, and nothing is written", () => {
  const right = JSON.parse(wisdomText([entry(best)])) as {
    readonly plans: readonly Readonly<Record<string, unknown>>[];
  };
  const plan = at(right.plans, 0);
  const evidence = at(plan["evidence"] as readonly object[], 0);
  const transform = plan["transform"] as object;
  const having = (changes: object): string => JSON.stringify({ ...right, plans: [{ ...plan, ...changes }] });
  const measuring = (changes: object): string => having({ evidence: [{ ...evidence, ...changes }] });
  const transforming = (changes: object): string => having({ transform: { ...transform, ...changes } });

  test.each([
    ["", "wisdom.json: this is not JSON"],
    ["[]", "expected an object, found an array"],
    [JSON.stringify({ ...right, version: 2 }), "version"],
    [JSON.stringify({ ...right, plan: [] }), 'unknown key "plan"; did you mean "plans"?'],
    ['{"version":1,"plans":[],"__proto__":{"polluted":1}}', "__proto__"],
    [having({ gpu: "NVIDIA H2000" }), "plans[0].evidence[0].gpu"],
    [having({ gpu: "H\u001b[31m" }), "plans[0].gpu: expected the name of a GPU"],
    [having({ kernels: [] }), "plans[0].kernels"],
    [having({ kernels: ["{ X(1,64,1,64,no-tw) }"] }), "plans[0].kernels[0]: it has no schedule"],
    [having({ kernels: ["{ X("] }), "plans[0].kernels[0]: 1:5"],
    [having({ kernels: ["{ X(8,8,8,64,no-tw) } on 64 threads"] }), "plans[0]: "],
    [
      having({ kernels: ["{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 4096 threads, 512 columns"] }),
      "plans[0].kernels: kernel 1 cannot run on NVIDIA H200",
    ],
    [having({ kernels: Array.from({ length: 1000 }, () => "{}") }), "plans[0].kernels"],
    [having({ evidence: [] }), "plans[0].evidence"],
    [measuring({ relativeL2Error: 0.5 }), "plans[0].evidence[0].relativeL2Error: 0.5 is beyond the bound"],
    [
      measuring({ milliseconds: 1e-9 }),
      "plans[0].evidence[0].milliseconds: 1e-9 ms is less than the launch of a kernel",
    ],
    [
      measuring({ milliseconds: 0.1, ratioToCopy: 0.4 }),
      "plans[0].evidence[0].milliseconds: 0.1 ms is less than half of the 0.25 ms that a copy of the data took",
    ],
    [measuring({ milliseconds: -1 }), "plans[0].evidence[0].milliseconds"],
    [measuring({ ratioToCopy: 0 }), "plans[0].evidence[0].ratioToCopy"],
    [measuring({ toolchain: "emulator" }), "plans[0].evidence[0].toolchain"],
    [measuring({ driver: "*/ evil" }), "plans[0].evidence[0].driver"],
    [measuring({ text: "sha256:xyz" }), "plans[0].evidence[0].text"],
    [transforming({ batch: 2 ** 52 }), "plans[0].transform: it has more than 2^53 elements"],
    [transforming({ dimensions: [] }), "plans[0].transform.dimensions: a transform has at least one dimension"],
    [transforming({ dimensions: [{ name: "Y", length: 64 }] }), "plans[0].transform: dimensions are named X, X first"],
    [transforming({ dimensions: [{ name: "X", length: 1.5 }] }), "plans[0].transform.dimensions[0].length"],
    [transforming({ scale: 1e300 }), "plans[0].transform: the scale 1e+300 is no number"],
    [
      transforming({ precision: "f64", arithmetic: "f32" }),
      "plans[0].transform: arithmetic: f64 is computed with as it is stored",
    ],
    [transforming({ kind: "dct" }), "plans[0].transform.kind"],
    [transforming({ stabilisation: "kahan" }), 'plans[0].transform: the key "stabilisation" goes with another kind'],
    [JSON.stringify({ ...right, gpus: [{ name: "Mine" }] }), "gpus[0]:"],
    [
      JSON.stringify({ ...right, gpus: [JSON.parse(printGpuFile(h200))] }),
      "gpus[0].name: NVIDIA H200 is a GPU that fftgen knows",
    ],
  ])("%.60s", async (text, message) => {
    project.write("wisdom.json", text);
    const { code, stdout, stderr } = await project.run(["wisdom", "import", "wisdom.json"]);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^fftgen: wisdom\.json/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(existsSync(project.wisdom)).toBe(false);
  });

  test("a broken file of the user's own stops an import that might replace it, and no plan", async () => {
    const own = join(project.wisdom, "plans", "c2c_f32_64.h200.batch_1.plan.ts");
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, "broken");
    project.write("wisdom.json", wisdomText([entry(best)]));
    expect(await project.run(["wisdom", "import", "wisdom.json"])).toMatchObject({ code: 2 });
    expect(readFileSync(own, "utf8")).toBe("broken");
    expect((await planned("--dry-run")).origin.kind).toBe("search");
    // Shipped plans are all listed, too.
    if (isThorough) expect((await project.run(["wisdom", "list"])).stderr).toContain(own);
  });

  test("a place that is a file stops no plan", async () => {
    writeFileSync(project.wisdom, "");
    const { code, stderr } = await project.run(["plan", "64", "--dry-run"]);
    expect(code).toBe(0);
    expect(stderr).toBe(`fftgen: cannot read the wisdom in ${project.wisdom}/plans: not a directory; it is left out\n`);
    project.write("wisdom.json", wisdomText([entry(best)]));
    expect((await project.run(["wisdom", "import", "wisdom.json"])).stderr).toContain("is a file, not a directory");
  });
});

test.each([
  ["$FFTGEN_WISDOM", { FFTGEN_WISDOM: "/a/b", XDG_DATA_HOME: "/c" }, "/a/b"],
  ["$XDG_DATA_HOME", { FFTGEN_WISDOM: "", XDG_DATA_HOME: "/c" }, "/c/fftgen"],
  [
    "the home, as the specification has relative paths ignored",
    { FFTGEN_WISDOM: "", XDG_DATA_HOME: "c" },
    join(homedir(), ".local/share/fftgen"),
  ],
])("the user's place: %s", (_, environment, place) => {
  const before = { ...process.env };
  try {
    Object.assign(process.env, environment);
    expect(userPlace()).toBe(place);
  } finally {
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
});
