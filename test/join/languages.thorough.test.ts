// The bindings of an emulated bundle: programs in C++, Fortran and Rust, those of plans/joining.md and longer ones, compared with sums by
// the definition.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { at } from "../../generator/failure/errors.js";
import { findGpu } from "../../generator/gpu/registry.js";
import {
  makeRealTransform,
  makeTransform,
  makeTrigonometricTransform,
  makeWalshTransform,
  type Transform,
} from "../../generator/plan/transform.js";
import { transformName } from "../../generator/plan/transform-name.js";
import { searchPlans } from "../../generator/search/search.js";
import { shellWord } from "../../generator/toolchain/shell-words.js";
import { mainFile } from "../cli/program.js";
import { isInstalled } from "../toolchain/compilers.js";
import { requireSuccess } from "../toolchain/programs.js";
import { scratchFolder } from "../toolchain/scratch.js";

const folder = scratchFolder("languages");
afterAll(folder.remove);

const BATCH = 3;

/** A transform, which numbers of the file it is given, and what it makes of them by its definition. */
interface Case {
  readonly name?: string;
  readonly transform: Transform;
  readonly expected: (numbers: readonly number[]) => readonly number[];
}

type Complex = readonly [re: number, im: number];

/** Sums by the definition: x[j] exp(sign 2 pi i j k / n). */
const dft = (x: readonly Complex[], sign: number): readonly Complex[] =>
  x.map((_, k) =>
    x.reduce<Complex>(
      ([re, im], [a, b], j) => {
        const angle = (sign * 2 * Math.PI * ((j * k) % x.length)) / x.length;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return [re + a * c - b * s, im + a * s + b * c];
      },
      [0, 0],
    ),
  );

const counted = <Value>(count: number, value: (index: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, index) => value(index));

/** Arrays of so many numbers each, one after the other. */
const rows = (numbers: readonly number[], length: number): readonly (readonly number[])[] =>
  counted(BATCH, (row) => numbers.slice(row * length, (row + 1) * length));

const complex = (numbers: readonly number[]): readonly Complex[] =>
  counted(numbers.length / 2, (index) => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0]);

const cases: readonly Case[] = [
  {
    transform: makeTransform([64], "f32"),
    expected: (numbers) => rows(numbers, 128).flatMap((row) => dft(complex(row), -1).flat()),
  },
  {
    transform: makeTransform([20], "f64", { direction: "inverse" }),
    expected: (numbers) => rows(numbers, 40).flatMap((row) => dft(complex(row), 1).flat()),
  },
  {
    transform: makeRealTransform("r2c", [18], "f64", { scaling: "run-time" }),
    expected: (numbers) =>
      rows(numbers, 18).flatMap((row) =>
        dft(
          row.map((number): Complex => [number / 2, 0]),
          -1,
        )
          .slice(0, 10)
          .flat(),
      ),
  },
  {
    transform: makeTrigonometricTransform("dct-2", [16], "f64"),
    expected: (numbers) =>
      rows(numbers, 16).flatMap((row) =>
        row.map((_, k) => row.reduce((sum, x, j) => sum + 2 * x * Math.cos((Math.PI * (j + 0.5) * k) / 16), 0)),
      ),
  },
  {
    transform: makeWalshTransform([32], "f32"),
    expected: (numbers) =>
      rows(numbers, 32).flatMap((row) => row.map((_, k) => row.reduce((sum, x, j) => sum + x * sign(j & k), 0))),
  },
  {
    name: "columns",
    transform: makeTransform([30], "f32", { strides: "run-time", inputStrides: { X: 8, batch: 1 } }),
    expected: (numbers) =>
      counted(BATCH, (column) =>
        dft(
          counted(30, (row) => at(complex(numbers.slice(0, 300)), 5 * row + column)),
          -1,
        ),
      ).flat(2),
  },
  {
    name: "planar",
    transform: makeTransform([32], "f32", { planar: "both" }),
    expected: (numbers) => {
      const spectra = counted(BATCH, (row) =>
        dft(
          counted(32, (x): Complex => [at(numbers, 32 * row + x), at(numbers, 100 + 32 * row + x)]),
          -1,
        ),
      ).flat();
      return [...spectra.map(([re]) => re), ...spectra.map(([, im]) => im)];
    },
  },
];

/** Minus for an odd number of ones. */
const sign = (bits: number): number => (bits === 0 ? 1 : -sign(bits & (bits - 1)));

const numbers = counted(1000, (index) => Math.sin(index * index + 1));

/** Each result with its relative error. */
function errorsOf(results: Float64Array): readonly (readonly [name: string, error: number])[] {
  const ends = cases.map(({ expected }) => expected(numbers).length);
  expect(results.length).toBe(ends.reduce((sum, end) => sum + end, 0));
  return cases.map(({ name, transform, expected }, index) => {
    const wanted = expected(numbers);
    const from = ends.slice(0, index).reduce((sum, end) => sum + end, 0);
    const error = Math.hypot(...wanted.map((one, place) => one - at([...results], from + place)));
    return [name ?? transformName(transform), error / Math.hypot(...wanted)];
  });
}

const project = join(folder.path, "project");
const bundle = join(project, "generated/fft");
const fixture = (name: string): string => join(import.meta.dirname, "fixtures/languages", name);

/** Runs lines of a shell in a directory. */
const runLines = async (lines: string, directory: string): Promise<string> => {
  const npx = `npx() { shift; ${shellWord(process.execPath)} ${shellWord(mainFile())} "$@"; }`;
  const { stdout } = await requireSuccess("sh", ["-c", `set -e\n${npx}\n${lines}`], { directory });
  return stdout;
};

/** The program that `lines` build and run, in the directory of the bundle: its results and what it prints. */
async function outcomeOf(lines: string): Promise<string> {
  const said = await runLines(lines, project);
  const bytes = readFileSync(join(project, "results.bin"));
  const results = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  for (const [name, error] of errorsOf(results))
    expect([name, error < (name.includes("f64") ? 1e-14 : 1e-6)]).toEqual([name, true]);
  return said.trim().split("\n").at(-1) ?? "";
}

const without = (program: string): string => (isInstalled(program) ? "" : ` (skipped: no ${program})`);
const isBuilt = isInstalled("g++") && isInstalled("cmake");

const document = readFileSync(join(import.meta.dirname, "../../plans/joining.md"), "utf8");
const section = /^## Other languages$(.*?)^## /msu.exec(document)?.[1] ?? "";
const blocks = (language: string): readonly string[] =>
  [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gmsu"))].map(([, block]) => block ?? "");

const CMAKE = at(blocks("cmake"), 0);
const CARGO = at(blocks("toml"), 0);
const CPP_LINES = "cmake -S . -B out && cmake --build out";

describe.skipIf(!isBuilt)(`bindings${isBuilt ? "" : " (skipped: no g++ or cmake)"}`, () => {
  beforeAll(async () => {
    const gpu = findGpu("H200");
    const transforms = cases.map(({ name, transform }) => {
      const called = name ?? transformName(transform);
      const { plan } = at(searchPlans(transform, gpu, { keep: 1 }).plans, 0);
      return linkedTransform(called, [compilePlan(called, plan, gpu)]);
    });
    const clients = ["cpp", "fortran", "rust", "julia"] as const;
    for (const { path, text } of linkBundle({ name: "fft", transforms, clients, isHost: true })) {
      mkdirSync(dirname(join(bundle, path)), { recursive: true });
      writeFileSync(join(bundle, path), text);
    }
    writeFileSync(join(project, "numbers.bin"), new Uint8Array(Float64Array.from(numbers).buffer));
    await runLines("cmake -S generated/fft -B build && cmake --build build", project);
  });

  test("a program in C++", async () => {
    copyFileSync(fixture("program.cpp"), join(project, "program.cpp"));
    writeFileSync(join(project, "CMakeLists.txt"), CMAKE);
    expect(await outcomeOf(`${CPP_LINES} && out/program numbers.bin results.bin`)).toBe(
      "1, c2c_f32_64: invalid argument",
    );
  });

  test.skipIf(!isInstalled("gfortran"))(`a program in Fortran${without("gfortran")}`, async () => {
    copyFileSync(fixture("program.f90"), join(project, "program.f90"));
    const flags = "-std=f2008 -Wall -Wextra -Werror -Wno-unused-parameter";
    const lines = `gfortran ${flags} generated/fft/fortran/fft.f90 program.f90 -o program -Lbuild/shared -lfft`;
    expect(await outcomeOf(`${lines}\nLD_LIBRARY_PATH=build/shared ./program numbers.bin results.bin`)).toBe("1");
  });

  test.skipIf(!isInstalled("cargo"))(`a program in Rust${without("cargo")}`, async () => {
    mkdirSync(join(project, "src"), { recursive: true });
    copyFileSync(fixture("program.rs"), join(project, "src/main.rs"));
    writeFileSync(join(project, "Cargo.toml"), CARGO);
    const lines = at(blocks("sh"), 2).replace(
      "cargo run",
      "RUSTFLAGS='-D warnings' cargo run --offline -- numbers.bin results.bin",
    );
    expect(await outcomeOf(lines)).toMatch(/^cudaErrorInvalidValue: a pointer is null/u);
  });
});

describe.skipIf(!isBuilt)(`plans/joining.md, other languages${isBuilt ? "" : " (skipped: no g++ or cmake)"}`, () => {
  const documented = join(folder.path, "documented");

  beforeAll(async () => {
    mkdirSync(join(documented, "src"), { recursive: true });
    writeFileSync(join(documented, "package.json"), "{}");
    // Where the document means a GPU, the bundle is emulated.
    await runLines(at(blocks("sh"), 0).replace("--for", "--emulated --for"), documented);
  });

  test("the program in C++", async () => {
    writeFileSync(join(documented, "program.cpp"), at(blocks("cpp"), 0));
    writeFileSync(join(documented, "CMakeLists.txt"), CMAKE);
    expect(await runLines(`(${CPP_LINES}) >&2 && out/program`, documented)).toBe("1 -1\n");
  });

  test.skipIf(!isInstalled("gfortran"))(`the program in Fortran${without("gfortran")}`, async () => {
    writeFileSync(join(documented, "program.f90"), at(blocks("fortran"), 0));
    expect(await runLines(at(blocks("sh"), 1), documented)).toBe("1 -1\n");
  });

  test.skipIf(!isInstalled("cargo"))(`the program in Rust${without("cargo")}`, async () => {
    writeFileSync(join(documented, "src/main.rs"), at(blocks("rust"), 0));
    writeFileSync(join(documented, "Cargo.toml"), CARGO);
    expect(await runLines(at(blocks("sh"), 2), documented)).toBe("1 -1\n");
  });
});
