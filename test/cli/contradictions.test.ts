// Options that cannot both be meant are refused, and so is what would have no effect.
import { beforeEach, describe, expect, test } from "vitest";
import { useProject } from "./program.js";

const project = useProject();

beforeEach(() => project.clear());

describe("one sentence, and nothing is done", () => {
  test.each([
    ["plan 64 --dry-run --verify", "--dry-run verifies nothing: leave out --dry-run or --verify"],
    ["plan 64 --no-verify --on gpu", "--on gpu says where to verify, --no-verify not to: leave out one"],
    ["plan 64 --dry-run --on emulator", "--on emulator says where to verify, --dry-run not to: leave out one"],
    [
      "plan 64 --precision f64 --fast-twiddles",
      "--fast-twiddles are of single precision: they do not go with --precision f64",
    ],
    ["tune 64 --pack p --runner x", "--pack measures nothing here: --runner does not go with it; leave out one"],
    ["tune 64 --pack p --on emulator", "--pack measures nothing here: --on does not go with it; leave out one"],
    ["tune 64 --pack p --dry-run", "--pack measures nothing here: --dry-run does not go with it; leave out one"],
    ["tune --import r.json --again", "--import measures nothing here: --again does not go with it; leave out one"],
    ["tune 64 --runner x --on emulator", "--runner is for a GPU, and --on emulator uses none: leave out one"],
    ["emit --dry-run", "--dry-run is for --upgrade; `fftgen emit --check` compares packages and writes nothing"],
    ["emit --upgrade --check", "--upgrade rewrites plan files, and writes no packages: --check does not go with it"],
    [
      "emit x --upgrade --prefix acme_ --out o",
      "--upgrade rewrites plan files, and writes no packages: --out does not go with it",
    ],
    [
      "bundle fft --check --list-outputs",
      "--check, --list-outputs and --list-architectures exclude each other: give one of them",
    ],
    [
      "example foo",
      "there is no example foo. Examples: round-trip, r2c-in-c, batch-innermost, torch-denoise, jax-poisson, cufft-program, xor-convolution, soft-threshold, split-range",
    ],
    ["study foo", "there is no study foo. Studies: fwht-stability"],
    ["bench nope.json", "cannot read nope.json: there is no such file"],
  ])("%s", async (line, message) => {
    expect(await project.run(line.split(" "))).toEqual({ code: 2, stdout: "", stderr: `fftgen: ${message}\n` });
    expect(project.files()).toEqual([]);
  });

  test("an unknown GPU, before one is looked for", async () => {
    const { code, stderr } = await project.run(["tune", "64", "--gpu", "nonsense"]);
    expect(stderr).toMatch(/^fftgen: unknown GPU "nonsense"/);
    expect(code).toBe(2);
  });

  test("a plan where there are none, with the directory that has none", async () => {
    expect(await project.run(["tune", "nope"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `fftgen: no plan nope: there are no plan files below plans/ in ${project.path()}; \`fftgen plan <size>\` makes one\n`,
    });
    expect((await project.run(["list"])).stdout).toBe(
      `no plans yet below plans/ in ${project.path()}: \`fftgen plan <size>\` makes one\n`,
    );
  });

  test("help on what is no command", async () => {
    for (const words of [
      ["help", "nonsense"],
      ["nonsense", "--help"],
    ])
      expect(await project.run(words)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/^fftgen: unknown command nonsense/) as string,
      });
    expect((await project.run(["help", "plan"])).code).toBe(0);
    expect((await project.run(["help"])).code).toBe(0);
  });

  test("control characters", async () => {
    expect(await project.run(["plan", "64", "--out", "x\ny"])).toMatchObject({
      code: 2,
      stderr: 'fftgen: "x\\ny" has a control character in it: leave it out\n',
    });
  });

  test("twiddle factors for a plan that is kept", async () => {
    await project.run(["plan", "16", "--no-verify", "--no-compile"]);
    expect(await project.run(["plan", "16", "--no-verify", "--no-compile", "--fast-twiddles"])).toMatchObject({
      code: 2,
      stderr:
        "fftgen: plans/c2c_f32_16.plan.ts is kept, so --fast-twiddles would change nothing: add --replan, which replaces it, or leave it out\n",
    });
    expect((await project.run(["plan", "16", "--no-verify", "--no-compile", "--fast-twiddles", "--replan"])).code).toBe(
      0,
    );
  });
});

test("help names all suites and examples", async () => {
  expect((await project.run(["bench", "--help"])).stdout).toContain("halves");
  const { stdout } = await project.run(["example"]);
  const names = [...stdout.matchAll(/^([a-z]+(?:-[a-z]+)+) /gm)].map(([, name]) => name ?? "");
  expect(names.length).toBeGreaterThan(2);
  const help = (await project.run(["example", "--help"])).stdout;
  for (const name of names) expect(help).toContain(name);
});
