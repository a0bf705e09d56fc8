// Names that completion suggests: of GPUs, suites and examples, and of plans of the project.
import { shippedSuites } from "../bench/shipped-suites.js";
import { EXAMPLES } from "../example/examples.js";
import { ifRight } from "../failure/errors.js";
import { knownGpus } from "../gpu/registry.js";
import { packageName, planFiles } from "./plan-files.js";
import { findProject, type Project } from "./project.js";

/** Names without blanks, which need no quotes. */
export const gpuNames = (): readonly string[] =>
  knownGpus.flatMap(({ name, aliases }) => {
    const plain = [...aliases, name].filter((one) => !one.includes(" "));
    return plain[0] ?? name.replaceAll(" ", "-");
  });

export const suiteNames = (): readonly string[] => shippedSuites.map(({ name }) => name);

export const exampleNames = (): readonly string[] => EXAMPLES.map(({ name }) => name);

export const planNames = (): readonly string[] =>
  ofProject((project) => [...new Set(planFiles(project).map((path) => packageName(project, path)))]);

export const bundleNames = (): readonly string[] => ofProject(({ bundles }) => bundles.map(({ name }) => name));

/** No names if the project file is wrong: a command reports the error, a completion cannot. */
const ofProject = (names: (project: Project) => readonly string[]): readonly string[] =>
  ifRight(() => names(findProject())) ?? [];
