// `fftgen example [name]`: a small program that uses generated transforms, with copies of their packages.
import { z } from "zod";
import { compilePlan } from "../compile.js";
import { requireNewDirectory, writeNewDirectory } from "../output/new-directory.js";
import { EXAMPLE_BUNDLE, EXAMPLES, exampleProject, type ExampleTransform } from "../example/examples.js";
import { at, InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import type { Unit } from "../emit/unit.js";
import type { Gpu } from "../gpu/gpu.js";
import { parsePlan } from "../notation/parse-plan.js";
import { completePlan, DEFAULT_TWIDDLES, searchPlans } from "../search/search.js";
import type { ArgumentsOf } from "./command.js";
import type { exampleForm } from "./commands/example.js";
import { output, part } from "./output.js";
import { withProgress } from "./progress.js";
import { findProject } from "./project.js";
import { askedGpus } from "./asked-gpu.js";
import { table } from "./table.js";
import { print, printJson } from "./terminal.js";

export const examplesOutput = output(
  "examples",
  {
    examples: z.array(z.strictObject({ name: z.string(), summary: z.string() })),
  },
  "example without a name.",
);

export const exampleOutput = output("example", {
  name: z.string(),
  summary: z.string(),
  directory: part.path,
  files: part.files,
});

type ExampleArguments = ArgumentsOf<typeof exampleForm>;

export const outputs = [examplesOutput, exampleOutput];

export async function run({ name, out, gpu: gpuName, json }: ExampleArguments): Promise<void> {
  if (name === undefined && json) {
    printJson(examplesOutput, { examples: EXAMPLES.map((one) => ({ name: one.name, summary: one.summary })) });
    return;
  }
  if (name === undefined) {
    print(
      table(
        [{ title: "example" }, { title: "what it shows" }],
        EXAMPLES.map((example) => [example.name, example.summary]),
      ),
    );
    return;
  }
  const example = EXAMPLES.find((known) => known.name === name);
  if (example === undefined) {
    const names = EXAMPLES.map((known) => known.name);
    const meant = nearest(name, names);
    throw new InputError(
      `there is no example ${name}${meant === undefined ? "." : `; did you mean ${meant}?`} Examples: ${names.join(", ")}`,
    );
  }
  const gpu = at(askedGpus(findProject(), gpuName), 0);
  const directory = out ?? name;
  requireNewDirectory(directory, "--out");
  const files = await withProgress(`planning the transforms of ${name}`, () =>
    exampleProject(example, (wanted) => unitFor(wanted, gpu)),
  );
  writeNewDirectory(directory, files);
  if (json) {
    printJson(exampleOutput, { name, summary: example.summary, directory, files: files.map(({ path }) => path) });
    return;
  }
  print(`example   ${directory}/  (${example.summary})`);
  print(`\nNext: read it   ${directory}/README.md`);
  print(
    example.servedLibrary !== undefined
      ? `      run it    cd ${directory} && pip install ./${EXAMPLE_BUNDLE} && python ${example.program}`
      : `      build it  cmake -B build -S ${directory} && cmake --build build`,
  );
}

function unitFor({ name, transform, kernels }: ExampleTransform, gpu: Gpu): Unit {
  const options = { twiddles: DEFAULT_TWIDDLES, keep: 1 };
  const { plan } =
    kernels === undefined
      ? at(searchPlans(transform, gpu, options).plans, 0)
      : completePlan(parsePlan(transform, kernels.join("\n")), gpu, options);
  return compilePlan(name, plan, gpu);
}
