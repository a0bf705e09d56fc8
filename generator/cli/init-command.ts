// `fftgen init`: makes the current directory a project, by a project file with the places of plans and packages. Never changes an
// existing one.
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { packageRoot } from "../emit/read-template.js";
import { symbolsFrom } from "../emit/symbols.js";
import { InputError } from "../failure/errors.js";
import { findGpu } from "../gpu/registry.js";
import { checkedJson } from "../json/read-json.js";
import { writeNewTextFile } from "../output/text-file.js";
import { PROJECT_FILE, PROJECT_SCHEMA, usualProject } from "../project/project-file.js";
import { projectFileSchema } from "../project/project-file-schema.js";
import type { ArgumentsOf } from "./command.js";
import type { initForm } from "./commands/init.js";
import { calledAs } from "./called-as.js";
import { output, part } from "./output.js";
import { findProject, projectFileHere } from "./project.js";
import { print, printJson } from "./terminal.js";

export const initOutput = output("init", { file: part.path, project: projectFileSchema });

type InitArguments = ArgumentsOf<typeof initForm>;

export const outputs = [initOutput];

export function run({ plans, packages, gpus, prefix, namespace, json }: InitArguments): void {
  symbolsFrom({ prefix, namespace });
  const names = gpus?.split(",").map((name) => findGpu(name.trim()).name);
  const there = projectFileHere();
  if (there !== undefined) throw new InputError(`${there} exists already: nothing was written; edit it by hand`);
  const outer = findProject().file;
  const schema = schemaPath(process.cwd());
  const contents = {
    ...(schema === undefined ? {} : { $schema: schema }),
    plans: plans ?? usualProject.plans,
    packages: packages ?? usualProject.packages,
    gpus: names ?? usualProject.gpus.map((name) => findGpu(name).name),
    ...(prefix === undefined ? {} : { prefix }),
    ...(namespace === undefined ? {} : { namespace }),
  };
  checkedJson("fftgen init", contents, projectFileSchema);
  writeNewTextFile(PROJECT_FILE, `${JSON.stringify(contents, undefined, 2)}\n`);
  if (json) {
    printJson(initOutput, { file: PROJECT_FILE, project: contents });
    return;
  }
  print(`project   ${PROJECT_FILE}`);
  if (schema === undefined)
    print(
      "          without $schema, which tells editors its keys: fftgen is not installed in this project or above it",
    );
  if (outer !== undefined) print(`          inside another project: ${outer} no longer applies here`);
  print(`\nNext: plan one    ${calledAs()} plan 4096`);
}

/** The path from the project file to the shipped schema, where fftgen is in the project or installed for it. */
function schemaPath(here: string): string | undefined {
  for (let place = here; ; place = dirname(place)) {
    const installed = join(place, "node_modules", "fftgen", PROJECT_SCHEMA);
    if (existsSync(installed)) return written(relative(here, installed));
    if (place === dirname(place)) break;
  }
  const own = relative(here, resolve(packageRoot, PROJECT_SCHEMA));
  return own.startsWith("..") ? undefined : written(own);
}

const written = (path: string): string => {
  const text = path.split(sep).join("/");
  return text.startsWith(".") ? text : `./${text}`;
};
