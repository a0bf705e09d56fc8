// Completion: what may stand where the cursor is; and what a real shell makes of it.
import { TRIGONOMETRIC_KINDS } from "../../generator/plan/transform.js";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { COMMANDS } from "../../generator/cli/commands.js";
import { completionScript } from "../../generator/emit/read-template.js";
import { isDefault, isThorough } from "../effort.js";
import { mainFile, useProgram, useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

const plan = `import { plan } from "fftgen";
export default plan({ transform: { lengths: { X: 16 }, precision: "f32" }, kernels: ["{ X(1,16,1,16,no-tw) }"] });
`;

async function suggested(shell: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await project.run(["completion", shell, "--", ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.trimEnd().split("\n");
}

describe("suggestions", () => {
  test.each<[readonly string[], readonly string[]]>([
    [["pl"], ["none", "plan"]],
    [
      ["help", "wis"],
      ["none", "wisdom"],
    ],
    [
      ["plan", ""],
      ["none", "c2c", "fwht", "r2c", "c2r", ...TRIGONOMETRIC_KINDS],
    ],
    [
      ["plan", "fwht", "4096", "--prec"],
      ["none", "--precision"],
    ],
    [
      ["plan", "64", "--precision", "b"],
      ["none", "bf16"],
    ],
    [
      ["plan", "64", "--precision=b"],
      ["none", "--precision=bf16"],
    ],
    [
      ["plan", "64", "--precision", "=", "b"],
      ["none", "bf16"],
    ],
    [
      ["plan", "64", "--on", "e"],
      ["none", "emulator"],
    ],
    [
      ["plan", "64", "--gpu", "H2"],
      ["files", "H200"],
    ],
    [
      ["plan", "64", "--stab"],
      ["none", "--stabilisation"],
    ],
    [
      ["plan", "64", "--no-"],
      ["none", "--no-verify", "--no-compile"],
    ],
    [["plan", "64", "--json", "--js"], ["none"]],
    [["plan", "64", "--out", ""], ["directories"]],
    [["plan", "64", "--out=pl"], ["directories"]],
    [["plan", "64", "--out", "="], ["directories"]],
    [
      ["plan", "64", "--gpu=H2"],
      ["files", "--gpu=H200"],
    ],
    [["explain", "rows", "--html", ""], ["files"]],
    [
      ["emit", "ro"],
      ["files", "rows"],
    ],
    [
      ["explain", "papers"],
      ["files", "papers_rows"],
    ],
    [
      ["bundle", ""],
      ["none", "spectral"],
    ],
    [
      ["bundle", "spectral", "r"],
      ["files", "rows"],
    ],
    [
      ["bench", "fftw-2"],
      ["files", "fftw-2d"],
    ],
    [
      ["gpu", "s"],
      ["none", "show", "schema"],
    ],
    [
      ["gpu", "show", "T4"],
      ["files", "T4"],
    ],
    [["wisdom", "import", ""], ["files"]],
    [
      ["completion", ""],
      ["none", "bash", "zsh", "fish"],
    ],
    [
      ["fragments", "m8"],
      ["none", "m8n8k4"],
    ],
    [["nonsense", ""], ["none"]],
  ])("%j", async (words, expected) => {
    project.write("plans/rows.plan.ts", plan);
    project.write("plans/papers/rows.plan.ts", plan);
    project.write("fftgen.json", '{ "bundles": [{ "name": "spectral" }] }');
    expect(await suggested("bash", ...words)).toEqual(expected);
  });

  test("with descriptions where the shell shows them", async () => {
    expect(await suggested("fish", "plan", "64", "--top")).toEqual(["none", "--top\tnumber of plans to show"]);
    expect(await suggested("zsh", "plan", "64", "--top")).toEqual(["none", "--top:number of plans to show"]);
  });

  test("a project file that is wrong leaves the rest", async () => {
    project.write("fftgen.json", "{");
    expect(await suggested("bash", "emit", "")).toEqual(["files"]);
    expect(await suggested("bash", "emit", "--ch")).toEqual(["none", "--check"]);
  });

  test("all that is suggested is what the command takes", async () => {
    for (const { name, options } of COMMANDS) {
      const [, ...words] = await suggested("bash", name, "--");
      for (const word of words.filter((one) => one !== "--help"))
        expect(Object.keys(options)).toContain(word.replace(/^--(no-)?/, ""));
      expect(words.filter((one) => !one.startsWith("--no-"))).toHaveLength(Object.keys(options).length + 1);
    }
  });

  // Options whose values are free: numbers, names of one's own, commands.
  const ARRAYS = ["row-stride", "input-strides", "output-strides", "input-range", "output-range"];
  const EXPRESSIONS = ["load", "store"];
  const FREE = [
    ...ARRAYS,
    ...EXPRESSIONS,
    "batch",
    "top",
    "prefix",
    "namespace",
    "repeat",
    "only",
    "runner",
    "sizes",
    "seeds",
    "most",
  ];

  test("every option has values, paths, or is known to be free", async () => {
    for (const { name, options } of COMMANDS)
      for (const [option, { type, choices }] of Object.entries(options)) {
        if (type === "boolean" || choices !== undefined || FREE.includes(option)) continue;
        expect(await suggested("bash", name, `--${option}`, ""), `${name} --${option}`).not.toEqual(["none"]);
      }
  });
});

const has = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

/** Of a shell that is not here the test's name says so. */
const inShell = (shell: string): string => (has(shell) ? shell : `${shell} (skipped: it is not installed)`);

describe("in a real shell", () => {
  useProgram();

  beforeEach(() => {
    const bin = project.path("bin");
    mkdirSync(bin, { recursive: true });
    chmodSync(mainFile(), 0o755);
    symlinkSync(mainFile(), join(bin, "fftgen"));
    project.write("plans/rows.plan.ts", plan);
  });

  const lines = (shell: string, script: string, words: readonly string[]): readonly string[] =>
    execFileSync(shell, ["-c", script, shell, ...words], {
      cwd: project.path(),
      encoding: "utf8",
      env: {
        ...process.env,
        HOME: project.path(),
        PATH: `${project.path("bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
      },
    })
      .trimEnd()
      .split("\n");

  /** The path of what the command prints, for the words after the first: the program takes half a second to start. */
  const kept = (shell: "bash" | "zsh" | "fish"): string => project.write("completion", completionScript(shell));

  test.skipIf(!has("bash") || !isDefault)(inShell("bash"), () => {
    /** What it would put in the place of the last word. */
    const completedBy = (script: string, ...words: readonly string[]) =>
      lines(
        "bash",
        `set -u
        source ${script}
        complete -p fftgen >/dev/null
        compopt() { printf 'compopt %s %s\\n' "$1" "$2"; }
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _fftgen "$1" "\${COMP_WORDS[COMP_CWORD]}" ""
        printf '%s\\n' "\${COMPREPLY[@]}"`,
        ["fftgen", ...words],
      );
    const completed = (...words: readonly string[]) => completedBy(kept("bash"), ...words);
    expect(completedBy("<(fftgen completion bash)", "ver")).toEqual(["verify"]);
    expect(completed("plan", "64", "--precision", "=", "f")).toEqual(["f32", "f64", "f16"]);
    expect(completed("verify", "r")).toEqual(["compopt -o default", "rows"]);
    expect(completed("plan", "64", "--out", "")).toEqual(["compopt -o dirnames"]);
    expect(completed("plan", "64", "--out", "=", "pl")).toEqual(["compopt -o dirnames"]);
    // Where COMP_WORDBREAKS has no `=`.
    expect(completed("plan", "64", "--out=pl")).toEqual(["--out=plans"]);
    expect(completed("explain", "rows", "--html=plans/r")).toEqual(["--html=plans/rows.plan.ts"]);
  });

  test.skipIf(!has("zsh") || !isThorough)(inShell("zsh"), () => {
    /** What is given to the functions of its own, which need a terminal. */
    const completedBy = (script: string, ...given: readonly string[]) =>
      lines(
        "zsh",
        `compdef() { [[ $2 = fftgen ]] || exit 1 }
        _describe() { print -rl -- "\${(P@)4}" }
        _files() { print -r -- files "$@" }
        compset() { print -r -- compset "$@" }
        source ${script}
        words=("$@")
        CURRENT=$#
        _fftgen`,
        ["fftgen", ...given],
      );
    const completed = (...given: readonly string[]) => completedBy(kept("zsh"), ...given);
    expect(completedBy("<(fftgen completion zsh)", "ver")).toEqual([expect.stringMatching(/^verify/)]);
    expect(completed("plan", "64", "--precision=b")).toEqual(["--precision=bf16"]);
    expect(completed("plan", "64", "--to")).toEqual(["--top:number of plans to show"]);
    expect(completed("verify", "r")).toEqual(["rows", "files"]);
    expect(completed("plan", "64", "--out", "")).toEqual(["files -/"]);
    expect(completed("plan", "64", "--out=pl")).toEqual(["compset -P *=", "files -/"]);
  });

  test.skipIf(!has("fish") || !isThorough)(inShell("fish"), () => {
    const completedBy = (script: string, line: string) => lines("fish", `source ${script}; complete -C '${line}'`, []);
    const completed = (line: string) => completedBy(kept("fish"), line);
    expect(completedBy("(fftgen completion fish | psub)", "fftgen ver")).toEqual(["verify"]);
    expect(completed("fftgen plan 64 --precision=f")).toEqual([
      "--precision=f16",
      "--precision=f32",
      "--precision=f64",
    ]);
    expect(completed("fftgen plan 64 --to")).toEqual(["--top\tnumber of plans to show"]);
    expect(completed("fftgen verify r")).toEqual(["rows"]);
    expect(completed("fftgen plan 64 --out pl")).toEqual(["plans/"]);
    expect(completed("fftgen plan 64 --out=pl")).toEqual(["--out=plans/"]);
    expect(completed("fftgen explain rows --html=plans/r")).toEqual(["--html=plans/rows.plan.ts"]);
    expect(completed("fftgen plan 64 --gpu=H2")).toEqual(["--gpu=H200"]);
  });
});

test.each(["bash", "zsh", "fish"] as const)(
  "the script for %s is what the command prints, and the shell can read it",
  async (shell) => {
    const { code, stdout } = await project.run(["completion", shell]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: completionScript(shell) });
    // From a file: fish reads no pipe of Node's.
    const file = project.write("script", stdout);
    if (has(shell))
      expect(spawnSync(shell, ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  },
);

test("another shell is refused", async () => {
  expect(await project.run(["completion", "tcsh"])).toMatchObject({
    code: 2,
    stderr: "fftgen: completion tcsh: expected bash, zsh or fish\n",
  });
});
