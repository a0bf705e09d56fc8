// Why outputs of some kinds of transforms have one order.
import { traitsOf, type Family, type Transform } from "./transform.js";

/** Why outputs have one order; undefined where they have others. */
export const onlyOrder = (kind: Transform["kind"]): string | undefined => ONE_ORDER[traitsOf({ kind }).family];

const ONE_ORDER: Readonly<Record<Family, string | undefined>> = {
  fourier: undefined,
  walsh: undefined,
  real: "a half spectrum has one order, in which the first half is what is stored",
  trigonometric: "outputs of cosine and sine transforms are parts of complex numbers, which kernels put in order",
};
