// Links a transform alone into a package: a directory that needs nothing but the CUDA toolkit.
import { InputError } from "../failure/errors.js";
import { cmakeLists } from "./cmake.js";
import { DEVICE_HEADER, deviceHeader } from "./device-header.js";
import type { GeneratedFile } from "./files.js";
import { transformSources } from "./link-sources.js";
import { linkedTransform, mainUnit } from "./linked-transform.js";
import { packageReadme } from "./package-readme.js";
import { printVerification, VERIFICATION_SOURCE } from "./print-verification.js";
import { licenceFile } from "./read-template.js";
import { headerPath, packageTarget, USUAL_SYMBOLS, type Symbols } from "./symbols.js";
import { choosingTexts } from "./choose-variant.js";
import type { Unit } from "./unit.js";

/** The paths of a package's files for any plan, at which a directory must not have other files. */
export const packagePaths = (name: string, symbols: Symbols): readonly string[] => [
  headerPath(symbols, name),
  `${name}.cu`,
  `${name}_kernels.cuh`,
  DEVICE_HEADER,
  VERIFICATION_SOURCE,
  "CMakeLists.txt",
  "README.md",
  "LICENSE",
];

/**
 * All files of a package, in a fixed order. Several units are of one transform for different GPUs and batches; `execute`
 * selects the one for the device on which it runs and for its batch.
 * @throws InputError for no units, or units that are not of one transform
 */
export function linkPackage(units: readonly Unit[], symbols: Symbols = USUAL_SYMBOLS): readonly GeneratedFile[] {
  const [first] = units;
  if (first === undefined) throw new InputError("linkPackage: a package has at least one unit");
  const { name } = first;
  const linked = linkedTransform(name, units);
  const device = deviceHeader(units, symbols, choosingTexts(linked));
  const sources = [...transformSources(linked, symbols, device.namespace), { path: DEVICE_HEADER, text: device.text }];
  const title = mainUnit(linked).title;
  const target = packageTarget(symbols, name);
  return [
    ...sources,
    {
      path: VERIFICATION_SOURCE,
      text: printVerification(`${target}_verify`, title, [linked], [headerPath(symbols, name)], symbols),
    },
    {
      path: "CMakeLists.txt",
      text: cmakeLists({
        title,
        name: target,
        folder: name,
        transforms: [linked],
        sources,
        umbrella: undefined,
        symbols,
      }),
    },
    { path: "README.md", text: packageReadme(linked, symbols, sources) },
    licenceFile(),
  ];
}
