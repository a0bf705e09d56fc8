// `--keep`: the directory that a failed compilation or verification ran in stays, and is named; otherwise nothing stays.
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();
const PLAN = `import { plan } from "fftgen";

export default plan({
  transform: { lengths: { X: 16 }, precision: "f32", batch: 8 },
  kernels: ["{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 64 threads, 16 columns, table"],
});
`;

beforeEach(() => {
  project.clear();
  project.write("plans/small.plan.ts", PLAN);
  mkdirSync(project.path("scratch"));
});

let compilers = 0;

/** By a compiler of its own: what one has made of the emulator is not made again. */
const verify = (script: string, ...words: readonly string[]) => {
  const compiler = project.write(`compiler-${(compilers += 1)}`, `#!/bin/sh\n${script}\n`);
  chmodSync(compiler, 0o755);
  const environment = { CXX: compiler, TMPDIR: project.path("scratch") };
  return project.run(["verify", "small", "--on", "emulator", ...words], environment);
};

/** Directories that the package was compiled in. The emulator's own is gone when the program is. */
const compiledIn = (): readonly string[] =>
  readdirSync(project.path("scratch"))
    .map((name) => project.path("scratch", name))
    .filter((path) => existsSync(join(path, "small")));

/** What is of the package: of the emulator's own units, which are compiled beside it, any may come first. */
const REFUSES = 'case "$*" in *" -I. "*) echo no good >&2; exit 1 ;; esac';

/** What it links are programs that end before they have found anything. */
const ENDS_EARLY = `
while [ $# -gt 0 ]; do case "$1" in -o) shift; printf '#!/bin/sh\\nexit 1\\n' > "$1"; chmod +x "$1" ;; esac; shift; done`;

describe.each([
  { what: "a compilation", script: REFUSES, code: 3 },
  { what: "a verification", script: ENDS_EARLY, code: 3 },
])("$what that fails", ({ script, code }) => {
  test("leaves nothing", async () => {
    expect(await verify(script)).toMatchObject({ code });
    expect(compiledIn()).toEqual([]);
  });

  test("with --keep leaves what was compiled, and says where", async () => {
    const { stderr, ...outcome } = await verify(script, "--keep");
    expect(outcome.code).toBe(code);
    const [, kept = ""] = /\nkept: (.*)$/m.exec(stderr) ?? [];
    expect(existsSync(join(kept, "small", "small.cu")), stderr).toBe(true);
    expect(compiledIn()).toEqual([kept]);
  });
});

test("a compiler that fails is told with the directory that it ran in, and the way to have it", async () => {
  const { stderr } = await verify(REFUSES);
  expect(stderr).toMatch(/^the command, in .*\/scratch\/\.fftgen-[\w.-]+\/small: .*compiler-\d+ /m);
  expect(stderr).toContain("the compiled files are removed; --keep keeps them");
  expect((await verify(REFUSES, "--keep")).stderr).not.toContain("is removed");
});

test.each(["--no-verify", "--dry-run"])("--keep with plan %s is refused", async (word) => {
  expect(await project.run(["plan", "16", word, "--keep"])).toMatchObject({
    code: 2,
    stderr: `fftgen: --keep is for a verification that fails, ${word} for none: leave out one\n`,
  });
});
