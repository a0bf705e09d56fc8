// The suites that come with fftgen, by name. A user's own are read by suite-file.ts.
import { InputError } from "../failure/errors.js";
import { nearest } from "../failure/nearest.js";
import { expandSuite, type Suite, type SuiteDefinition } from "./suite.js";
import { cosine } from "./suites/cosine.js";
import { everyLength } from "./suites/every-length.js";
import { fwht } from "./suites/fwht.js";
import { halves } from "./suites/halves.js";
import { peers } from "./suites/peers.js";
import { real } from "./suites/real.js";
import { fftw1d, fftw2d, fftw3d, powersOfTwo } from "./suites/size-ranges.js";

export const shippedSuites: readonly SuiteDefinition[] = [
  peers,
  halves,
  powersOfTwo,
  fftw1d,
  fftw2d,
  fftw3d,
  fwht,
  real,
  cosine,
  everyLength,
];

/** The suite of this name. Throws an InputError with the existing names. */
export function findSuite(name: string): Suite {
  const found = shippedSuites.find((suite) => suite.name === name);
  if (found !== undefined) return expandSuite(found);
  const names = shippedSuites.map((suite) => suite.name);
  const meant = nearest(name, names);
  throw new InputError(
    `unknown suite ${name}${meant === undefined ? "." : `; did you mean ${meant}?`} Suites: ${names.join(", ")}, or the path of a .json file`,
  );
}
