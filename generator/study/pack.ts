// Turns the packages of a study into a directory that builds them, puts them to the test and writes one JSON file, with a shell
// and a compiler and nothing of fftgen. Text only; nothing is written or run here.
import { distinctFiles, inFolder, type GeneratedFile } from "../emit/files.js";
import { linkPack, PACK_RUNTIME } from "../emit/link-pack.js";
import { measureFiles, shellFunctions, studyFiles, verifyFiles } from "../emit/read-template.js";
import { render } from "../emit/render.js";
import { cName, headerPath, USUAL_SYMBOLS } from "../emit/symbols.js";
import { invariant } from "../failure/errors.js";
import { architectureName, type Gpu } from "../gpu/gpu.js";
import type { Unit } from "../emit/unit.js";
import type { StudySubject } from "./plans.js";
import { NUMBER_FORMATS } from "./vocabulary.js";

/** A subject with what its plan compiles to. */
export interface StudyPackage {
  readonly subject: StudySubject;
  readonly unit: Unit;
}

/** Packages that are compiled together: few enough to keep many processors busy, enough to read the headers less often. */
const PACKAGES_PER_UNIT = 8;

/** The files of the pack, relative to its directory. `gpu` is what it compiles for unless it is told or finds otherwise. */
export function studyPackFiles(packages: readonly StudyPackage[], gpu: Gpu): readonly GeneratedFile[] {
  invariant(packages.length > 0, () => "studyPackFiles: a study of nothing");
  const architecture = architectureName(gpu.computeCapability);
  const units = unitsOf(packages);
  return distinctFiles([
    { path: "README.md", text: readme(packages, architecture) },
    { path: "run.sh", text: render("study-run.sh", { architecture, functions: shellFunctions() }) },
    // The program itself takes longest to compile: first.
    { path: "units.txt", text: ["study", ...units.map(({ name }) => name)].map((name) => `${name}\n`).join("") },
    { path: "study.cu", text: program(packages) },
    ...units.map(({ name, sources }) => ({ path: `${name}.cu`, text: render("study-unit.cu", { sources }) })),
    ...linkPack(packages.map(({ unit }) => ({ folder: "packages", unit }))),
    ...inFolder(PACK_RUNTIME, [...verifyFiles(), ...measureFiles(), ...studyFiles()]),
  ]);
}

interface TranslationUnit {
  /** Without `.cu`: `units/07`. */
  readonly name: string;
  readonly sources: readonly string[];
}

/** Dealt out one by one, so that each unit has large transforms and small ones. */
function unitsOf(packages: readonly StudyPackage[]): readonly TranslationUnit[] {
  const count = Math.ceil(packages.length / PACKAGES_PER_UNIT);
  const digits = String(count).length;
  return Array.from({ length: count }, (_, unit) => ({
    name: `units/${String(unit + 1).padStart(digits, "0")}`,
    sources: packages.filter((_one, index) => index % count === unit).map(({ subject }) => `${subject.name}.cu`),
  }));
}

function program(packages: readonly StudyPackage[]): string {
  return render("study.cu", {
    headers: packages.map(({ subject }) => headerPath(USUAL_SYMBOLS, subject.name)),
    formats: NUMBER_FORMATS.flatMap((storage) => {
      const own = packages.filter(({ subject }) => subject.storage === storage);
      const implementations = own.map(({ subject: { name, algorithm, exponent } }) => ({
        symbol: cName(USUAL_SYMBOLS, name),
        algorithm,
        exponent: String(exponent),
      }));
      return own.length === 0 ? [] : [{ name: storage, implementations }];
    }),
  });
}

function readme(packages: readonly StudyPackage[], architecture: string): string {
  const exponents = packages.map(({ subject }) => subject.exponent);
  const formats = NUMBER_FORMATS.filter((storage) => packages.some(({ subject }) => subject.storage === storage));
  const sizes = `2^${Math.min(...exponents)} to 2^${Math.max(...exponents)}`;
  return render("study-readme.md", {
    summary: `${packages.length} Walsh-Hadamard transforms of ${sizes} elements, in ${formats.join(", ")}.`,
    architectureName: architecture,
  });
}
