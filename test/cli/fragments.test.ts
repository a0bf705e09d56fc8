// `fftgen fragments`: the list, a map as a table, the same for programs, and the program that asks a GPU.
import { spawnSync } from "node:child_process";
import { beforeEach, describe, expect, test } from "vitest";
import { requireNoWarning } from "../toolchain/evidence.js";
import { useProject } from "./program.js";

const project = useProject();
beforeEach(() => project.clear());

interface Printed {
  readonly maps: readonly {
    readonly shape: string;
    readonly operand: string;
    readonly type: string;
    readonly computeCapability: string;
    readonly places: readonly (readonly {
      readonly row: number;
      readonly column: number;
      readonly product: number;
    }[])[];
  }[];
}

async function printed(words: readonly string[]): Promise<Printed["maps"]> {
  const { code, stdout } = await project.run(["fragments", ...words, "--json"]);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as Printed).maps;
}

test("without a shape, all maps are listed", async () => {
  const { code, stdout, stderr } = await project.run(["fragments"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.split("\n").map((line) => line.replace(/ +/g, " "));
  expect(lines).toContain("m8n8k4 C, D f32 8 8 8 8 7.0 9.7.14.5.1");
  expect(lines).toContain("m16n8k8 A tf32 16 8 4 4 8.0 9.7.14.5.7");
  expect(lines).toContain("m16n8k16 A f16 16 16 8 4 8.0 9.7.14.5.8");
});

test("an operand is a table of who holds each element", async () => {
  const { stdout } = await project.run(["fragments", "m16n8k16", "--operand", "b", "--type", "bf16"]);
  expect(stdout.split("\n").slice(0, 9)).toEqual([
    "B of m16n8k16, bf16: 16x8, 4 elements of each lane in 2 registers",
    "row     1 * element[0] + 2 * lane[0] + 4 * lane[1] + 8 * element[1]",
    "column  1 * lane[2] + 2 * lane[3] + 4 * lane[4]",
    "elements 2 i and 2 i + 1 share register i, the first in its lower half",
    "who holds an element, as lane.element:",
    "",
    "      0    1     2     3     4     5     6     7",
    " 0  0.0  4.0   8.0  12.0  16.0  20.0  24.0  28.0",
    " 1  0.1  4.1   8.1  12.1  16.1  20.1  24.1  28.1",
  ]);
});

test("types that lie alike share a table, and four products are told", async () => {
  const { stdout } = await project.run(["fragments", "m16n8k8"]);
  expect(stdout.match(/^\S.* of m16n8k8.*$/gm)).toEqual([
    "A of m16n8k8, f16 or bf16: 16x8, 4 elements of each lane in 2 registers",
    "A of m16n8k8, tf32: 16x8, 4 elements of each lane in 4 registers",
    "B of m16n8k8, f16 or bf16: 8x8, 2 elements of each lane in 1 register",
    "B of m16n8k8, tf32: 8x8, 2 elements of each lane in 2 registers",
    "C, D of m16n8k8, f16: 16x8, 4 elements of each lane in 2 registers",
    "C, D of m16n8k8, f32: 16x8, 4 elements of each lane in 4 registers",
  ]);
  const quads = await project.run(["fragments", "m8n8k4", "--operand", "A"]);
  expect(quads.stdout).toContain("4 at once; the table is that of product 0, product p is 4 p lanes on");
});

test("for programs, places by lane and element, and what a GPU has", async () => {
  const [map, ...others] = await printed(["m8n8k4", "--operand", "C", "--type", "f32"]);
  expect(others).toEqual([]);
  expect(map).toMatchObject({ shape: "m8n8k4", operand: "C", type: "f32", computeCapability: "7.0" });
  // PTX ISA: row = X + 4 for lanes from 16 on, X = (lane & 1) + (i & 2); col = (i & 4) + (lane & 2) + (i & 1).
  expect(map?.places[23]?.[7]).toEqual({ row: 7, column: 7, product: 1 });
  expect(new Set((await printed(["--gpu", "V100"])).map(({ shape }) => shape))).toEqual(new Set(["m8n8k4"]));
  expect(await printed([])).toHaveLength(18);
});

test.each([
  ["m16n8k9", "unknown shape m16n8k9; did you mean m16n8k8? Shapes: m8n8k4, m16n8k8, m16n8k16"],
  ["m16n8k16 m16n8k8", "fragments takes one shape: m8n8k4, m16n8k8 or m16n8k16; found m16n8k16 m16n8k8"],
  ["m16n8k16 --operand D", "--operand D: expected A, B or C"],
  ["--type f64", "--type f64: expected f16, bf16, tf32 or f32"],
  ["m16n8k16 --operand A --type tf32", "there is no operand A of m16n8k16 of type tf32; `fftgen fragments` lists"],
  ["m16n8k16 --gpu V100", "there is no operand of m16n8k16 on Tesla V100"],
  ["--gpu H300", 'unknown GPU "H300"'],
  ["m16n8k16 --probe there", "--probe writes a program that checks every map its GPU has: leave out the shape"],
])("`fragments %s` is refused", async (words, message) => {
  const { code, stdout, stderr } = await project.run(["fragments", ...words.split(" ")]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(project.files()).toEqual([]);
});

describe("the probe", () => {
  test("is one file in a new directory, and never replaces what is there", async () => {
    const { code, stdout } = await project.run(["fragments", "--probe", "fragments"]);
    expect(code).toBe(0);
    expect(stdout).toContain("fragments/fragment_probe.cu");
    expect(project.files()).toEqual(["fragments/fragment_probe.cu"]);
    const text = project.read("fragments/fragment_probe.cu");
    for (const { shape, operand, type } of await printed([]))
      expect(text).toContain(`check("${shape} ${operand} ${type}", Operand::${operand.toLowerCase()}, `);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
    const again = await project.run(["fragments", "--probe", "fragments"]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("--probe fragments: the directory is not empty; name a new one");
  });

  const nvcc = spawnSync("nvcc", ["--list-gpu-arch"], { encoding: "utf8" });
  test.skipIf(nvcc.status !== 0)(
    `compiles without warnings${nvcc.status === 0 ? "" : " (skipped: no nvcc)"}`,
    async () => {
      await project.run(["fragments", "--probe", "fragments"]);
      const offered = ["70", "75", "80", "90"].filter((number) => new RegExp(`compute_${number}\\b`).test(nvcc.stdout));
      const targets = offered.map((number) => `-gencode=arch=compute_${number},code=sm_${number}`);
      await requireNoWarning("fragment_probe.cu", {
        sources: [project.path("fragments", "fragment_probe.cu")],
        flags: ["-std=c++17", "--threads=2", ...targets],
      });
    },
  );
});
