// A request as the text that nvcc would compile: emitted, compiled for the emulator without a warning, and called as its header declares it.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { emitUnit, type CompiledPlan } from "../../generator/compile.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import type { Gpu } from "../../generator/gpu/gpu.js";
import { emulatorHeaders, emulatorObjects } from "../toolchain/emulator-library.js";
import { runProgram } from "../toolchain/programs.js";
import type { Fault } from "../../generator/verify/compared.js";
import type { Memories } from "../../generator/verify/evaluated.js";
import type { Call } from "../../generator/definition/numbers.js";
import type { Side, SideName } from "../../generator/definition/layout.js";
import { imaginaryAt, realAt, scalar } from "./expressions.js";
import { read, stored } from "./stored.js";

const WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"];

/** The arguments of `execute` and the alignment of its pointers, as the header has them. */
interface Declaration {
  readonly pointers: readonly { readonly name: string; readonly type: string; readonly alignment: number }[];
  /** Arguments between the batch and the stream: operands, which are pointers, and what is passed by value. */
  readonly operands: readonly Operand[];
  readonly values: readonly string[];
  /** The names of all, in their order. */
  readonly order: readonly string[];
}

/** An array that a call gives to expressions. */
interface Operand {
  readonly name: string;
  readonly type: string;
  readonly isComplex: boolean;
  /** The elements of one array of the batch, and whether each has its own. */
  readonly elements: number;
  readonly isPerArray: boolean;
}

/** The types of the input and the output have others behind them. */
const isSide = (name: string): boolean => /^(?:in|out)(?:_re|_im)?$/.test(name);

export function declarationIn(header: string): Declaration {
  const [, parameters = ""] = /cudaError_t fftgen_request_execute\(([^)]*)\);/.exec(header) ?? [];
  const all = parameters.split(",").map((one) => one.trim().replaceAll(/\s+/g, " "));
  const comments = header.replaceAll(/\n \*\s+/g, " ");
  const named = all.flatMap((one) => {
    const [, type, name = ""] = /^((?:const )?\w+)\* (\w+)$/.exec(one) ?? [];
    return type === undefined || name === "workspace" ? [] : [{ type, name }];
  });
  const pointers = named
    .filter(({ name }) => isSide(name))
    .map(({ name, type }) => {
      const [, bytes] = new RegExp(`@param ${name} .*?aligned to (\\d+) bytes`).exec(comments) ?? [];
      return { name, type, alignment: Number(bytes) };
    });
  const operands = named
    .filter(({ name }) => !isSide(name))
    .map(({ name, type }): Operand => {
      const said = new RegExp(`@param ${name} +device pointer to ([\\dxbatch ]+) (complex|real) numbers`).exec(
        comments,
      );
      const [, extents = "", kind = ""] = said ?? [];
      const lengths = extents.split(" x ");
      const elements = lengths.reduce((product, length) => product * (length === "batch" ? 1 : Number(length)), 1);
      return { name, type, isComplex: kind === "complex", elements, isPerArray: lengths.includes("batch") };
    });
  const values = all.flatMap((one) => /^(?:size_t|float|double) (\w+)$/.exec(one)?.[1] ?? []);
  const order = all.map((one) => /\w+$/.exec(one)?.[0] ?? "");
  return { pointers, operands, values: values.filter((name) => name !== "batch"), order };
}

function callText({ pointers, operands, values, order }: Declaration, said: ReadonlyMap<string, number>): string {
  const own = new Map<string, string>([
    ...pointers.map(({ name, type }) => [name, `static_cast<${type}*>(pointers.at("${name}"))`] as const),
    ...operands.map(({ name, type }) => [name, `static_cast<${type}*>(pointers.at("${name}"))`] as const),
    ...values.map((name) => [name, String(said.get(name) ?? scalar(name))] as const),
    ["stream", "nullptr"],
  ]);
  return [
    "std::size_t alignment_of(const std::string& name) {",
    ...pointers.map(({ name, alignment }) => `  if (name == "${name}") return ${alignment};`),
    ...operands.map(({ name, type }) => `  if (name == "${name}") return sizeof(${type});`),
    '  fail(2, "no pointer " + name);',
    "}",
    "cudaError_t call(const std::map<std::string, void*>& pointers, void* workspace, std::size_t batch) {",
    `  return fftgen_request_execute(${order.map((name) => own.get(name) ?? name).join(", ")});`,
    "}",
    "",
  ].join("\n");
}

/** The numbers of an operand, as its type has them. */
function operandBytes({ name, type, isComplex, elements, isPerArray }: Operand, arrays: number): Uint8Array {
  const numbers = Array.from({ length: elements * (isPerArray ? arrays : 1) }, (_, place) =>
    isComplex ? [realAt(name, place), imaginaryAt(name, place)] : [realAt(name, place)],
  ).flat();
  const { buffer } = type.includes("double") ? Float64Array.from(numbers) : Float32Array.from(numbers);
  return new Uint8Array(buffer);
}

/** The memory of a pointer among the flat numbers of its side. */
function partOf(name: string, { element }: Side, room: number): readonly [number, number | undefined] {
  if (element !== "planar") return [0, undefined];
  return name.endsWith("_im") ? [room, undefined] : [0, room];
}

/** Runs the package; gives the memories afterwards, or what went wrong before there were any. */
export async function runCompiled(
  compiler: string,
  compiled: CompiledPlan,
  gpu: Gpu,
  call: Call,
  before: Memories,
  { arrays, said }: { readonly arrays: number; readonly said: ReadonlyMap<string, number> },
): Promise<Memories | Fault> {
  const directory = mkdtempSync(join(process.env["FFTGEN_TEST_SCRATCH"] ?? tmpdir(), "request-"));
  try {
    const files = linkPackage([emitUnit(compiled, gpu)]).filter(({ path }) => path !== "verify.cu");
    for (const { path, text } of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const header = files.find(({ path }) => path.endsWith("/request.h"))?.text ?? "";
    const declaration = declarationIn(header);
    writeFileSync(join(directory, "call.inc"), callText(declaration, said));
    copyFileSync(join(import.meta.dirname, "fixtures", "run_request.cpp"), join(directory, "run_request.cpp"));
    const objects = await emulatorObjects(compiler);
    const flags = ["-std=c++17", "-O0", "-pthread", ...WARNINGS, "-I.", ...emulatorHeaders];
    const built = await runProgram(
      compiler,
      [...flags, "-x", "c++", "run_request.cpp", "-x", "none", ...objects, "-o", "run_request"],
      { directory },
    );
    if (built.exitCode !== 0) {
      const [line = built.stderr] = built.stderr.split("\n").filter((one) => /error|undefined/.test(one));
      return { what: `refused by the compiler: ${line.replace(/^\S+: /, "")}`, detail: built.stderr.slice(0, 2000) };
    }
    return await runPackage(directory, declaration, call, before, arrays);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runPackage(
  directory: string,
  { pointers, operands }: Declaration,
  call: Call,
  before: Memories,
  arrays: number,
): Promise<Memories | Fault> {
  const isInPlace = before.input === before.output;
  const sideOf = (name: string): SideName => (name.startsWith("in") ? "input" : "output");
  const own = pointers.filter(({ name }) => !isInPlace || sideOf(name) === "input");
  const words = own.map(({ name }) => {
    const side = sideOf(name);
    const [from, to] = partOf(name, call.layout[side], call.room[side]);
    writeFileSync(join(directory, name), stored(call.types[side], before[side].slice(from, to)));
    return `${name}=${name}`;
  });
  for (const operand of operands) {
    writeFileSync(join(directory, operand.name), operandBytes(operand, arrays));
    words.push(`${operand.name}=${operand.name}`);
  }
  const shared = isInPlace ? pointers.filter(({ name }) => sideOf(name) === "output").map(({ name }) => name) : [];
  const { exitCode, stderr } = await runProgram(
    join(directory, "run_request"),
    [String(arrays), ...words, ...shared.map((name) => `${name}:${name.replace("out", "in")}`)],
    { directory, environment: { FFTGEN_EMULATOR_CHECK_INITIALISED: "1", FFTGEN_EMULATOR_WORKERS: "1" } },
  );
  if (exitCode !== 0 || stderr !== "") {
    const [line = ""] = stderr.split("\n");
    return { what: `the emulator: ${line}`, detail: `exit code ${exitCode}: ${stderr.slice(0, 2000)}` };
  }
  const after = (side: SideName): Float64Array =>
    Float64Array.from(
      own
        .filter(({ name }) => sideOf(name) === side)
        .flatMap(({ name }) => Array.from(read(call.types[side], readFileSync(join(directory, name))))),
    );
  const input = after("input");
  return { input, output: isInPlace ? input : after("output") };
}
