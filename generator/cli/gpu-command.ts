// `fftgen gpu [list | show NAME | schema]`: the known GPUs, the description of one, and how to describe another one.
import { z } from "zod";
import { bytesText } from "../arithmetic/bytes-text.js";
import { gpuProbe } from "../emit/gpu-probe.js";
import { InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import { fittedText } from "../gpu/weights.js";
import { gpuFileSchema, printGpuFile } from "../gpu/gpu-file.js";
import { architectureName, type Gpu } from "../gpu/gpu.js";
import { knownGpus } from "../gpu/registry.js";
import type { ArgumentsOf } from "./command.js";
import type { gpuForm } from "./commands/gpu.js";
import { askedGpu } from "./asked-gpu.js";
import { calledAs } from "./called-as.js";
import { output } from "./output.js";
import { paragraph, table } from "./table.js";
import { outputWidth, print, printJson, printJsonFile, short } from "./terminal.js";
import { weightsOutput } from "./weights-output.js";
import { probeOutput, writeProbe } from "./written-probe.js";

export const gpusOutput = output(
  "gpus",
  {
    gpus: z.array(
      z.strictObject({
        name: z.string(),
        aliases: z.array(z.string()),
        architecture: z.string(),
        multiprocessors: z.int(),
        memoryBytes: z.int(),
        copyBandwidth: z.number().describe("GB/s, read and written."),
      }),
    ),
  },
  "gpu list.",
);

type GpuArguments = ArgumentsOf<typeof gpuForm>;

const ACTIONS = ["list", "show", "schema"] as const;

export const outputs = [gpusOutput, probeOutput, weightsOutput];

export async function run({ action, name, probe, fit, user, json }: GpuArguments): Promise<void> {
  if (user && fit === undefined) throw new InputError("--user says where --fit writes: give --fit and files, too");
  if (fit !== undefined) {
    if (action !== "list" || name !== undefined || probe !== undefined)
      throw new InputError("--fit takes files of measurements alone: leave out everything else");
    // It loads what searches.
    return (await import("./fitted-files.js")).fitFiles(fit, user, json);
  }
  if (probe !== undefined) {
    if (action !== "list" || name !== undefined)
      throw new InputError("--probe writes a program for any GPU: leave out what stands before it");
    return writeProbe(probe, gpuProbe(), json, (file) => [
      `Next: where the GPU is  cd ${probe}`,
      `                        nvcc -std=c++17 -O3 -arch=native ${file} -o gpu_probe && ./gpu_probe > my-gpu.json`,
      `      plan for it       ${calledAs()} plan 4096 --gpu my-gpu.json`,
    ]);
  }
  switch (ACTIONS.find((known) => known === action)) {
    case "list":
      refuseName(action, name);
      if (json) printJson(gpusOutput, { gpus: knownGpus.map(listValue) });
      else print(listText());
      return;
    case "show":
      if (name === undefined)
        throw new InputError("gpu show needs a name, such as `fftgen gpu show H200`, or a GPU file");
      show(askedGpu(name), json);
      return;
    case "schema":
      refuseName(action, name);
      printJsonFile(`${JSON.stringify(gpuFileSchema(), undefined, 2)}\n`);
      return;
    case undefined:
      throw new InputError(unknownAction(action));
  }
}

function refuseName(action: string, name: string | undefined): void {
  if (name !== undefined) throw new InputError(`gpu ${action} takes no name: leave out ${JSON.stringify(name)}`);
}

/** Some people try a name alone first. */
function unknownAction(action: string): string {
  const meant = nearest(action, ACTIONS);
  const hint = meant === undefined ? `to look at a GPU, write \`fftgen gpu show ${action}\`` : `did you mean ${meant}?`;
  return `gpu has no action ${JSON.stringify(action)}; ${hint} (${ACTIONS.join(", ")}, or --probe DIR)`;
}

const listValue = (gpu: Gpu) => ({
  name: gpu.name,
  aliases: gpu.aliases,
  architecture: architectureName(gpu.computeCapability),
  multiprocessors: gpu.multiprocessors,
  memoryBytes: gpu.memoryBytes,
  copyBandwidth: gpu.copyBandwidth,
});

const listText = (): string =>
  [
    table(
      [
        { title: "GPU" },
        { title: "architecture" },
        { title: "SMs", align: "right" },
        { title: "copy GB/s", align: "right" },
        { title: "memory", align: "right" },
        { title: "also called" },
      ],
      knownGpus.map((gpu) => [
        gpu.name,
        architectureName(gpu.computeCapability),
        String(gpu.multiprocessors),
        short(gpu.copyBandwidth),
        bytesText(gpu.memoryBytes),
        gpu.aliases.join(", "),
      ]),
    ),
    `\nNext: look at one       ${calledAs()} gpu show H200`,
    `      describe another  ${calledAs()} gpu --probe DIR   (a program that measures it and prints a file for --gpu)`,
  ].join("\n");

function show(gpu: Gpu, json: boolean): void {
  if (json) {
    printJsonFile(printGpuFile(gpu));
    return;
  }
  const { name, aliases, file, sources, weights: _, ...facts } = gpu;
  print(name);
  if (aliases.length > 0) print(`also called ${aliases.join(", ")}`);
  if (file !== undefined) print(`from ${file}`);
  print(paragraph(`predictions are fitted ${fittedText(gpu)}`, outputWidth()));
  print();
  const rows = Object.entries({ ...facts, computeCapability: architectureName(gpu.computeCapability) });
  print(
    table(
      [{ title: "fact" }, { title: "value", align: "right" }, { title: "certainty" }, { title: "source" }],
      rows.map(([fact, value]) => {
        const { certainty, text } = sources[fact as keyof typeof sources];
        return [fact, valueText(value), certainty, text];
      }),
    ),
  );
}

/** Lists, which are short, entry by entry: `32: 1.438, 1.994`. */
const valueText = (value: unknown): string | readonly string[] =>
  Array.isArray(value)
    ? value.map((entry: object) => {
        const [first, ...rest] = Object.values(entry).map(String);
        return `${first ?? ""}: ${rest.join(", ")}`;
      })
    : String(value);
