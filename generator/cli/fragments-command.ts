// `fftgen fragments [shape]`: which lane of a warp holds which element of the operands of tensor cores, as documented, and with
// --probe a program that checks it on a GPU. Kernels with matrix products rely on these maps.
import { fragmentProbe } from "../emit/fragment-probe.js";
import { InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import {
  FRAGMENT_OPERANDS,
  FRAGMENT_SHAPES,
  FRAGMENT_TYPES,
  fragmentMaps,
  type FragmentMap,
  type FragmentShape,
} from "../gpu/fragment-maps.js";
import type { ArgumentsOf } from "./command.js";
import type { fragmentsForm } from "./commands/fragments.js";
import { askedGpu } from "./asked-gpu.js";
import { calledAs } from "./called-as.js";
import { fragmentsOutput, groupedMaps, listText, mapText, mapValue } from "./fragments-report.js";
import { choiceFrom } from "./option-values.js";
import { print, printJson } from "./terminal.js";
import { probeOutput, writeProbe } from "./written-probe.js";

type FragmentsArguments = ArgumentsOf<typeof fragmentsForm>;

export const outputs = [fragmentsOutput, probeOutput];

export function run(parameters: FragmentsArguments): void {
  const { shape, probe, json } = parameters;
  if (probe !== undefined) {
    writeFragmentProbe(probe, parameters);
    return;
  }
  const maps = chosenMaps(parameters);
  if (json) {
    printJson(fragmentsOutput, { maps: maps.map(mapValue) });
  } else if (shape === undefined) {
    print(listText(maps));
    print(`\nNext: see one    ${calledAs()} fragments m16n8k16 --operand A`);
    print(`      ask a GPU  ${calledAs()} fragments --probe fragments`);
  } else {
    print(groupedMaps(maps).map(mapText).join("\n\n"));
  }
}

function chosenMaps({ shape, operand, type, gpu }: FragmentsArguments): readonly FragmentMap[] {
  const wanted = shape === undefined ? undefined : shapeFrom(shape);
  const letter = operand === undefined ? undefined : choiceFrom("--operand", operand.toUpperCase(), FRAGMENT_OPERANDS);
  const kind = type === undefined ? undefined : choiceFrom("--type", type, FRAGMENT_TYPES);
  const has = gpu === undefined ? undefined : askedGpu(gpu);
  const capability = has === undefined ? Infinity : 10 * has.computeCapability.major + has.computeCapability.minor;
  const maps = fragmentMaps.filter(
    (map) =>
      (wanted === undefined || map.shape === wanted) &&
      (letter === undefined || map.operand === letter) &&
      (kind === undefined || map.type === kind) &&
      map.capability <= capability,
  );
  if (maps.length > 0) return maps;
  const asked = [
    letter,
    wanted === undefined ? undefined : `of ${wanted}`,
    kind === undefined ? undefined : `of type ${kind}`,
  ];
  const on = has === undefined ? "" : ` on ${has.name}`;
  throw new InputError(
    `there is no operand ${asked.filter((word) => word !== undefined).join(" ")}${on}; \`fftgen fragments\` lists what there is`,
  );
}

function shapeFrom(text: string): FragmentShape {
  const found = FRAGMENT_SHAPES.find((shape) => shape === text.toLowerCase());
  if (found !== undefined) return found;
  const meant = nearest(text, FRAGMENT_SHAPES);
  throw new InputError(
    `unknown shape ${text}${meant === undefined ? "." : `; did you mean ${meant}?`} Shapes: ${FRAGMENT_SHAPES.join(", ")}`,
  );
}

function writeFragmentProbe(directory: string, { shape, operand, type, gpu, json }: FragmentsArguments): void {
  if ([shape, operand, type, gpu].some((asked) => asked !== undefined))
    throw new InputError(
      "--probe writes a program that checks every map its GPU has: leave out the shape, --operand, --type and --gpu",
    );
  writeProbe(directory, fragmentProbe(), json, (file) => [
    `Next: where the GPU is  cd ${directory} && nvcc -std=c++17 -arch=native ${file} -o fragment_probe && ./fragment_probe`,
  ]);
}
