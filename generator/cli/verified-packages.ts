// What commands print and record about verified packages.
import { packageTextHash } from "../emit/device-text.js";
import type { Unit } from "../emit/unit.js";
import type { VerifiedTransform } from "../json/verified.js";
import { holdingOf, verifiedIn, type TransformText } from "../output/verified-file.js";
import { calledAs } from "./called-as.js";
import { packageDirectory, type PackagePlans } from "./packages.js";
import type { Project } from "./project.js";
import { plural, print } from "./terminal.js";
import { whereText } from "./verifier.js";
import { errorFigure } from "./verify-package.js";

export const textOf = ({ name, units }: { readonly name: string; readonly units: readonly Unit[] }): TransformText => ({
  name,
  text: packageTextHash(units),
});

/** The records of these transforms in their own packages, for a bundle of them. */
export const verifiedOf = (
  project: Project,
  packages: readonly PackagePlans[],
  transforms: readonly TransformText[],
): readonly VerifiedTransform[] =>
  holdingOf(
    transforms,
    packages.flatMap((one) => verifiedIn(packageDirectory(project, one))),
  );

/** `on the emulator, relative L2 error 1.3e-7 (bound 3.1e-7)` */
export const recordText = ({ by, error, bound }: VerifiedTransform): string =>
  `${whereText(by)}, relative L2 error ${errorFigure(error)} (bound ${errorFigure(bound)})`;

/** The number of names in a line. */
const SHOWN = 3;

/** Prints one line with the names of transforms that are not verified. */
export function sayUnverified(
  transforms: readonly Pick<TransformText, "name">[],
  verified: readonly VerifiedTransform[] = [],
): void {
  const names = transforms.map(({ name }) => name).filter((name) => !verified.some((one) => one.name === name));
  if (names.length === 0) return;
  const shown = names.slice(0, SHOWN).join(", ");
  const more = names.length > SHOWN ? ` and ${plural(names.length - SHOWN, "other")}` : "";
  const all = names.length > SHOWN ? "" : ` ${names.join(" ")}`;
  print(`not verified: ${shown}${more}; \`${calledAs()} verify${all}\` does it`);
}
