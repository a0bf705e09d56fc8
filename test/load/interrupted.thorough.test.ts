// A disk that is full, or a process that is killed, at every change that `plan` makes to a project: nothing of the user's is lost, and
// what is left over the next command puts right.
import { cpSync, existsSync, readdirSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loads, sweep } from "../effort.js";
import { useProgram, useProject, type Outcome } from "../cli/program.js";
import { scratchFolder } from "../toolchain/scratch.js";
import { canFail, countedChanges, counting, failing, withoutFaults, type Fault } from "./failing-disk.js";

useProgram();
const project = useProject("project");
/** Milliseconds: hundreds of processes, one after the other. */
const TIMEOUT = 3_600_000;
const PLAN = "plans/c2c_f32_16.plan.ts";
const OWN = { "generated/c2c_f32_16/notes.txt": "mine\n", "plans/ideas.txt": "mine too\n" };

const plan = (words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Outcome> =>
  project.spawn(["plan", "16", "--no-verify", "--no-compile", ...words], environment);

/** A project that is empty, and one whose plan and package, of more files, are replaced. */
const situations = [
  { name: "a first plan", words: [], prepare: (): Promise<void> => Promise.resolve() },
  {
    name: "a plan that replaces another",
    words: ["--replan", "--fast-twiddles", "--batch", "1000"],
    prepare: async (): Promise<void> => {
      expect((await project.run(["plan", "16", "--no-verify", "--no-compile"])).code).toBe(0);
      project.write(PLAN, `// mine\n${project.read(PLAN)}`);
      for (const [path, text] of Object.entries(OWN)) project.write(path, text);
    },
  },
] as const;

/** Every file with what it says, and every directory. */
const contents = (): Readonly<Record<string, string>> =>
  Object.fromEntries<string>([
    ...readdirSync(project.path(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => [`${entry.parentPath}/${entry.name}/`, ""] as const),
    ...project.files().map((file) => [file, project.read(file)] as const),
  ]);

/** The first, the last and some between, evenly; or all. */
function chosen(count: number): readonly number[] {
  const wanted = Math.min(count, loads(3, 7, count));
  return Array.from({ length: wanted }, (_, index) => 1 + Math.round((index * (count - 1)) / Math.max(1, wanted - 1)));
}

/** The one that has more to lose; every process takes seconds. */
const tried = sweep(situations, (_, index) => index === 1);

describe.skipIf(!canFail).each(tried)(`$name${withoutFaults}`, ({ words, prepare }) => {
  const before = scratchFolder("before");
  let contentsBefore: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    project.clear();
    await prepare();
    contentsBefore = contents();
    cpSync(project.path(), before.path, { recursive: true });
  });
  afterAll(before.remove);

  function again(): void {
    project.clear();
    cpSync(before.path, project.path(), { recursive: true });
  }

  /** What the project is afterwards, and how often the disk is changed until then. */
  let undisturbed: Awaited<ReturnType<typeof withoutFault>>;
  beforeAll(async () => {
    undisturbed = await withoutFault();
  });

  async function withoutFault() {
    again();
    expect((await plan(words, counting(project.path()))).code).toBe(0);
    const counts = countedChanges();
    const after = contents();
    expect(counts.writes).toBeGreaterThan(10);
    expect(Object.keys(after).filter((path) => path.includes(".fftgen"))).toEqual([]);
    return { after, ...counts };
  }

  const fail = (kind: Fault, at: number): Promise<Outcome> => plan(words, failing(project.path(), kind, at));

  test("a full disk changes nothing", { timeout: TIMEOUT }, async () => {
    const { writes } = undisturbed;
    for (const at of chosen(writes)) {
      again();
      const { code, stderr } = await fail("full", at);
      expect({ at, code }).toEqual({ at, code: 2 });
      expect(stderr).toContain("no space left on device");
      expect({ at, contents: contents() }).toEqual({ at, contents: contentsBefore });
    }
  });

  test("a killed program leaves what the next one puts right", { timeout: TIMEOUT }, async () => {
    const { after, changes } = undisturbed;
    for (const at of chosen(changes)) {
      again();
      expect(await fail("kill", at)).toMatchObject({ code: 255 });
      if (PLAN in contentsBefore || existsSync(project.path(PLAN)))
        expect([contentsBefore[PLAN], after[PLAN]]).toContain(project.read(PLAN));
      for (const path of Object.keys(OWN))
        if (path in contentsBefore) expect(project.read(path)).toBe(contentsBefore[path]);
      expect({ at, ...(await project.run(["plan", "16", "--no-verify", "--no-compile", ...words])) }).toMatchObject({
        at,
        code: 0,
      });
      expect({ at, contents: contents() }).toEqual({ at, contents: after });
    }
  });
});

test.each(["/proc/nowhere", "dangling"])("--out %s, which cannot be written, leaves nothing behind", async (out) => {
  project.clear();
  symlinkSync("nowhere/at/all", project.path("dangling"));
  const { code, stderr } = await project.run(["plan", "16", "--no-verify", "--no-compile", "--anywhere", "--out", out]);
  expect(stderr).toContain(`cannot write to ${out}: `);
  expect(code).toBe(2);
  expect(readdirSync(project.path())).toEqual(["dangling"]);
});
