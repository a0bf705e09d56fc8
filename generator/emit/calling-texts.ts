// The texts of a unit that call device functions.
import { constantFunctions } from "./computed-constants.js";
import { askedCalls, askingFunctions, launchLines, preparationLines } from "./launcher-view.js";
import type { Unit } from "./unit.js";

/** The texts for the GPU, and the constants that they read: each text is a definition. */
export const callingTexts = ({ codelets, tables, own, kernels }: Unit): readonly string[] => [
  ...codelets.map(({ text }) => text),
  ...tables.map(({ view: { type, name, lines, computed } }) =>
    [`${type} ${name}`, ...lines, ...(computed === undefined ? [] : [computed])].join("\n"),
  ),
  ...own,
  ...kernels,
];

/** The texts that launch kernels. */
export const launchingTexts = ({ host, tables }: Unit): readonly string[] => [
  ...askingFunctions(host),
  ...askedCalls(host),
  ...preparationLines(host, false),
  ...host.launches.flatMap((_, index) => launchLines(host, index, false)),
  ...constantFunctions(tables.map(({ view }) => view)),
];
